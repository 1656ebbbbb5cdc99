//! What a line that is typed could go on to, one after the other: tab goes on, shift-tab back, and behind the last
//! one stands what was typed.

/// The most of them that are told at once, in bytes.
const TOLD: usize = 240;

/// The whole lines, and which of them is in the prompt now.
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

    /// The line that comes next, or before.
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

    /// Their last words, the one that is in the prompt in brackets; of many, those around it.
    pub fn told(&self) -> String {
        let mut told = String::new();
        let mut is_past = self.at.is_none();
        for (at, line) in self.lines.iter().enumerate() {
            let is_here = self.at == Some(at);
            let word = if is_here { format!("[{}]", last(line)) } else { last(line).to_owned() };
            if !told.is_empty() && told.len() + word.len() + 2 > TOLD {
                if is_past {
                    told.push_str("  …");
                    break;
                }
                told = "…".to_owned();
            }
            let space = if told.is_empty() { "" } else { "  " };
            told.push_str(&format!("{space}{word}"));
            is_past |= is_here;
        }
        match self.at {
            Some(at) => format!("{} of {}: {told}", at + 1, self.lines.len()),
            None => told,
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
        assert_eq!(of.told(), "reject  reset");
        assert_eq!(of.step(true), "reject ");
        assert_eq!(of.told(), "1 of 2: [reject]  reset");
        assert_eq!(of.step(true), "reset ");
        assert_eq!(of.step(true), "re");
        assert_eq!(of.step(false), "reset ");
        assert_eq!(of.step(false), "reject ");
        assert_eq!(of.step(false), "re");
        assert_eq!(choices(&[]).step(false), "re");
    }

    #[test]
    fn of_many_those_around_the_one_that_is_meant_are_told() {
        let lines: Vec<String> = (0..1_000).map(|n| format!("run feature-{n:04}")).collect();
        let mut of = Choices::new("run feature-".to_owned(), &lines);
        for n in 0..1_000 {
            of.step(true);
            let told = of.told();
            assert!(told.contains(&format!("[feature-{n:04}]")) && told.len() < TOLD + 40, "{told}");
        }
    }

    #[test]
    fn of_a_path_the_last_name_is_told() {
        assert_eq!(["new a/b/c.md", "new a/b/", "run x", ""].map(last), ["c.md", "b/", "x", ""]);
    }
}
