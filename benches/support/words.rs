//! Varied sentences from a seed: the same seed gives the same text, and no two sentences are alike for
//! long, so that nothing that remembers texts has it easy.

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

/// A small generator of numbers (splitmix64); its whole state is the seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) >> 33).unwrap_or(0) % sides.max(1)
    }

    pub fn verb(&mut self) -> &'static str {
        VERBS[self.roll(VERBS.len())]
    }

    pub fn noun(&mut self) -> &'static str {
        NOUNS[self.roll(NOUNS.len())]
    }

    /// `The courier compares the delivery slot with the price list 17 within 2 seconds.`
    pub fn sentence(&mut self) -> String {
        let (who, verb, what, with) = (self.noun(), self.verb(), self.noun(), self.noun());
        let (number, ending) = (self.roll(1000), ENDINGS[self.roll(ENDINGS.len())]);
        format!("The {who} {verb} the {what} with the {with} {number} {ending}.")
    }
}
