//! Which of the three states that views need a state is: `empty`, `loading: three grey rows`, `エラー`.

use super::{filler, lists};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    Empty,
    Loading,
    Error,
}

impl Need {
    pub(super) const ALL: [Self; 3] = [Self::Empty, Self::Loading, Self::Error];

    pub(super) fn name(self) -> &'static str {
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

    /// Whether some state of a component is this one. A state whose text is filler is none.
    pub(super) fn is_met_by(self, states: &[String]) -> bool {
        states.iter().any(|state| {
            let (head, shown) = match state.split_once([':', '：', '–', '—']) {
                Some((head, shown)) => (head, shown),
                None => (state.as_str(), ""),
            };
            let folded = head.trim().to_lowercase();
            let names =
                self.beginnings().iter().any(|begin| folded.starts_with(begin) || ends_in(&folded, begin));
            names && filler::reason(shown).is_none()
        })
    }
}

/// `network error`, `payment failed`: the kind stands last.
fn ends_in(head: &str, name: &str) -> bool {
    head.strip_suffix(name.trim_end()).is_some_and(|rest| rest.ends_with([' ', '-', '_']) || !name.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::Need;

    #[test]
    fn states_are_known_by_their_beginning_in_several_languages() {
        for (state, need) in [
            ("empty", Need::Empty),
            ("No results: tells what to change", Need::Empty),
            ("Loading: grey rows", Need::Loading),
            ("network error", Need::Error),
            ("エラー：再試行を促す", Need::Error),
            ("lädt", Need::Loading),
            ("読み込み中", Need::Loading),
        ] {
            let met: Vec<_> = Need::ALL.into_iter().filter(|n| n.is_met_by(&[state.to_owned()])).collect();
            assert_eq!(met, [need], "{state}");
        }
        assert!(!Need::Empty.is_met_by(&["empty: TBD".to_owned(), "full".to_owned()]));
    }
}
