//! Completions of a typed line: tab goes to the next one, shift-tab to the one before. After the last one comes the typed
//! line itself.

/// The most bytes of [`Choices::summary`].
const SUMMARY: usize = 240;

/// Whole completed lines, and which of them is in the prompt now.
#[derive(Debug)]
pub struct Choices {
    typed: String,
    lines: Vec<String>,
    at: Option<usize>,
}

impl Choices {
    pub fn new(typed: String, lines: &[String]) -> Self {
        Self { typed, lines: lines.to_vec(), at: None }
    }

    /// Goes to the next line, or to the one before.
    pub fn step(&mut self, on: bool) -> &str {
        let last = self.lines.len().checked_sub(1);
        self.at = match (self.at, on) {
            (None, true) => last.map(|_| 0),
            (None, false) => last,
            (Some(at), true) => Some(at + 1).filter(|at| *at < self.lines.len()),
            (Some(at), false) => at.checked_sub(1),
        };
        self.at.and_then(|at| self.lines.get(at)).unwrap_or(&self.typed)
    }

    /// Their last words, with the current one in brackets. Of many, only those around the current one.
    pub fn summary(&self) -> String {
        let mut summary = String::new();
        let mut is_past = self.at.is_none();
        for (at, line) in self.lines.iter().enumerate() {
            let is_here = self.at == Some(at);
            let word = if is_here { format!("[{}]", last(line)) } else { last(line).to_owned() };
            if !summary.is_empty() && summary.len() + word.len() + 2 > SUMMARY {
                if is_past {
                    summary.push_str("  …");
                    break;
                }
                summary = "…".to_owned();
            }
            let space = if summary.is_empty() { "" } else { "  " };
            summary.push_str(&format!("{space}{word}"));
            is_past |= is_here;
        }
        match self.at {
            Some(at) => format!("{} of {}: {summary}", at + 1, self.lines.len()),
            None => summary,
        }
    }
}

/// The last word of a line; of a path its last name.
fn last(line: &str) -> &str {
    let word = line.trim_end().rsplit(' ').next().unwrap_or_default();
    let name = word.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    word.get(word.rfind(name).unwrap_or(0)..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(lines: &[&str]) -> Choices {
        Choices::new("re".to_owned(), &lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn tab_goes_round_and_shift_tab_back() {
        let mut of = choices(&["reject ", "reset "]);
        assert_eq!(of.summary(), "reject  reset");
        assert_eq!(of.step(true), "reject ");
        assert_eq!(of.summary(), "1 of 2: [reject]  reset");
        assert_eq!(of.step(true), "reset ");
        assert_eq!(of.step(true), "re");
        assert_eq!(of.step(false), "reset ");
        assert_eq!(of.step(false), "reject ");
        assert_eq!(of.step(false), "re");
        assert_eq!(choices(&[]).step(false), "re");
    }

    #[test]
    fn a_long_list_is_cut_around_the_current_line() {
        let lines: Vec<String> = (0..1_000).map(|n| format!("run feature-{n:04}")).collect();
        let mut of = Choices::new("run feature-".to_owned(), &lines);
        for n in 0..1_000 {
            of.step(true);
            let summary = of.summary();
            assert!(summary.contains(&format!("[feature-{n:04}]")), "{summary}");
            assert!(summary.len() < SUMMARY + 40, "{summary}");
        }
    }

    #[test]
    fn the_last_word_of_a_path_is_its_last_name() {
        assert_eq!(["new a/b/c.md", "new a/b/", "run x", ""].map(last), ["c.md", "b/", "x", ""]);
    }
}
