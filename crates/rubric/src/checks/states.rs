//! Recognises the three states that views need by their names: `empty: ...`, `loading: three grey rows`, `エラー`.

use crate::text::class::{BLANK, FAILURE, GENERIC, STATE_WORD, STOP};
use crate::text::product::Product;
use crate::text::{class, filler, lists, words};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    Empty,
    Loading,
    Error,
}

impl Need {
    pub(crate) const ALL: [Self; 3] = [Self::Empty, Self::Loading, Self::Error];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Loading => "loading",
            Self::Error => "error",
        }
    }

    fn beginnings(self) -> &'static [&'static str] {
        match self {
            Self::Empty => lists::STATE_EMPTY,
            Self::Loading => lists::STATE_LOADING,
            Self::Error => lists::STATE_ERROR,
        }
    }

    /// Whether some state of a component has this name, whatever it says.
    pub(crate) fn is_among(self, states: &[State]) -> bool {
        states.iter().any(|state| self.is_named(&state.head))
    }

    fn is_named(self, head: &str) -> bool {
        self.beginnings().iter().any(|begin| head.starts_with(begin) || ends_in(head, begin))
    }

    /// Whether some state of a component is this one, and says what is shown. Filler and stock phrases do not count.
    pub(crate) fn is_met_by(
        self,
        states: &[State],
        product: &Product,
        is_stock: impl Fn(usize) -> bool,
    ) -> bool {
        states.iter().enumerate().any(|(at, State { head, shown })| {
            let begin = self.beginnings().iter().find(|begin| head.starts_with(*begin));
            let rest = begin.and_then(|begin| head.strip_prefix(begin)).unwrap_or(head);
            self.is_named(head)
                && filler::reason(shown).is_none()
                && (says(rest, product) || says(shown, product))
                && !is_stock(at)
        })
    }
}

/// A state as a component has it: `empty: offers to add the first tool`.
pub(crate) struct State<'i> {
    /// What it is called, in lower case.
    head: String,
    shown: &'i str,
}

impl<'i> State<'i> {
    pub(crate) fn of(state: &'i str) -> Self {
        let (head, shown) = state.split_once([':', '：', '–', '—']).unwrap_or((state, ""));
        Self { head: head.trim().to_lowercase(), shown }
    }
}

/// Whether a text has a word that does not fit every state of every design. Generic words count if the design has an
/// entity of that name.
fn says(text: &str, product: &Product) -> bool {
    let mut says = false;
    words::each(text, |word| {
        let known = class::of_word(word, words::key(word));
        let fits_any = known & (GENERIC | BLANK) != 0 && !product.has_name(words::key(word));
        says |= known & (STOP | STATE_WORD | FAILURE) == 0 && !fits_any;
    });
    says
}

/// `network error`, `payment failed`: the kind is the last word.
fn ends_in(head: &str, name: &str) -> bool {
    head.strip_suffix(name.trim_end()).is_some_and(|rest| rest.ends_with([' ', '-', '_']) || !name.is_ascii())
}

#[cfg(test)]
mod tests {
    use crate::checks::states::{Need, State};
    use crate::text::product::Product;
    use crate::text::texts::{Address, At, Kind, Texts};
    use crate::text_ids::{EntityTexts, TextIds};

    /// The product of a design with one entity of this name.
    fn keeping(name: &str) -> Product {
        let place = Address { kind: Kind::EntityName, at: At::One(0) };
        let kept = EntityTexts { name: 0, description: 0, attributes: Vec::new() };
        Texts::read(vec![place], &[name], TextIds { entities: vec![kept], ..TextIds::default() }).product
    }

    #[test]
    fn an_entity_name_is_no_generic_word() {
        let state = State::of("error: the products could not be loaded");
        assert!(Need::Error.is_met_by(&[state], &keeping("Product"), |_| false));
        let state = State::of("error: the products could not be loaded");
        assert!(!Need::Error.is_met_by(&[state], &keeping("Order"), |_| false));
        let state = State::of("error: the message could not be loaded");
        assert!(!Need::Error.is_met_by(&[state], &keeping("Message"), |_| false), "any error has one");
    }

    #[test]
    fn states_are_known_by_their_beginning_in_several_languages() {
        for (state, need) in [
            ("empty: offers to add the first tool", Need::Empty),
            ("No results: tells what to change", Need::Empty),
            ("Loading: grey rows", Need::Loading),
            ("network error", Need::Error),
            ("payment failed", Need::Error),
            ("エラー：再試行を促す", Need::Error),
            ("lädt: graue Zeilen", Need::Loading),
            ("読み込み中：灰色の行", Need::Loading),
        ] {
            let met: Vec<_> = Need::ALL
                .into_iter()
                .filter(|n| n.is_met_by(&[State::of(state)], &keeping("Order"), |_| false))
                .collect();
            assert_eq!(met, [need], "{state}");
        }
        for nothing in ["empty: TBD", "empty", "empty:", "empty: no data", "full", "エラー"] {
            for need in Need::ALL {
                assert!(!need.is_met_by(&[State::of(nothing)], &keeping("Order"), |_| false), "{nothing}");
            }
        }
        for nothing in
            ["error: an error occurred", "error: something unexpected went wrong, please try again"]
        {
            assert!(!Need::Error.is_met_by(&[State::of(nothing)], &keeping("Order"), |_| false), "{nothing}");
        }
        assert!(
            !Need::Empty.is_met_by(&[State::of("empty: three rows")], &keeping("Order"), |_| true),
            "stock says nothing"
        );
    }
}
