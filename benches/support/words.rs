//! Varied sentences from a seed. The same seed gives the same text, and sentences rarely repeat, so that caches of texts do not
//! help.

use frieze_testkit::Dice;

const VERBS: [&str; 24] = [
    "opens", "enters", "confirms", "chooses", "compares", "sends", "corrects", "prints", "searches", "books",
    "cancels", "assigns", "weighs", "counts", "signs", "returns", "renews", "pays", "reviews", "merges",
    "splits", "archives", "restores", "labels",
];
const NOUNS: [&str; 40] = [
    "order",
    "parcel",
    "invoice",
    "café table",
    "reservation",
    "courier",
    "shelf",
    "pallet",
    "receipt",
    "delivery slot",
    "postcode",
    "customer",
    "discount",
    "voucher",
    "basket",
    "return label",
    "warehouse",
    "supplier",
    "stock level",
    "price list",
    "refund",
    "address",
    "signature",
    "weight",
    "customs form",
    "driver",
    "route",
    "depot",
    "complaint",
    "photograph",
    "calendar",
    "shift",
    "handover",
    "seal",
    "temperature log",
    "contract",
    "Größe",
    "naïve draft",
    "audit entry",
    "message",
];
const ENDINGS: [&str; 12] = [
    "before the depot closes at 18:00",
    "within 2 seconds",
    "without leaving the page",
    "so that the driver sees it",
    "when the weight differs by more than 5 %",
    "and keeps the old one",
    "unless it was signed already",
    "for each of the 3 carriers",
    "after the second reminder",
    "with the reason that was given",
    "as soon as the photograph is there",
    "until the end of the month",
];

/// Random sentences, the same in every run.
pub trait Words {
    fn verb(&mut self) -> &'static str;
    fn noun(&mut self) -> &'static str;
    /// `The courier compares the delivery slot with the price list 17 within 2 seconds.`
    fn sentence(&mut self) -> String;
}

impl Words for Dice {
    fn verb(&mut self) -> &'static str {
        VERBS[self.roll(VERBS.len())]
    }

    fn noun(&mut self) -> &'static str {
        NOUNS[self.roll(NOUNS.len())]
    }

    fn sentence(&mut self) -> String {
        let (who, verb, what, with) = (self.noun(), self.verb(), self.noun(), self.noun());
        let (number, ending) = (self.roll(1000), ENDINGS[self.roll(ENDINGS.len())]);
        format!("The {who} {verb} the {what} with the {with} {number} {ending}.")
    }
}
