//! `docs/agents.md` in sections, each with the text that a reader copies.

/// A section that describes one way to set up an agent.
#[derive(Debug)]
pub struct Way {
    pub name: String,
    /// Fenced blocks with their language.
    pub blocks: Vec<(String, String)>,
    /// Table cells, without headers and backquotes.
    pub rows: Vec<Vec<String>>,
    pub text: String,
}

impl Way {
    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), blocks: Vec::new(), rows: Vec::new(), text: String::new() }
    }

    /// The blocks, if their number and languages match.
    #[track_caller]
    pub fn blocks<const N: usize>(&self, languages: [&str; N]) -> [&str; N] {
        let found: Vec<&str> = self.blocks.iter().map(|(language, _)| language.as_str()).collect();
        assert_eq!(found, languages, "what {} prints", self.name);
        std::array::from_fn(|n| self.blocks[n].1.as_str())
    }
}

const AGENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/agents.md");

/// One section for the title and for each heading.
pub fn ways() -> Vec<Way> {
    let text = std::fs::read_to_string(AGENTS).unwrap();
    let mut lines = text.lines();
    let mut ways = vec![Way::named(lines.next().expect("a title").trim_start_matches("# "))];
    let mut fence: Option<(String, String)> = None;
    for line in lines {
        let heading = line.strip_prefix("## ").or_else(|| line.strip_prefix("### "));
        if let Some(heading) = heading.filter(|_| fence.is_none()) {
            ways.push(Way::named(heading));
        }
        let way = ways.last_mut().unwrap();
        way.text.push_str(line);
        way.text.push('\n');
        match (&mut fence, line.strip_prefix("```")) {
            (Some(_), Some(_)) => way.blocks.extend(fence.take()),
            (Some((_, body)), None) => body.push_str(&format!("{line}\n")),
            (None, Some(language)) => fence = Some((language.to_owned(), String::new())),
            (None, None) => {
                let row = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |"));
                let cells = |row: &str| row.split(" | ").map(|cell| cell.trim().replace('`', "")).collect();
                way.rows.extend(row.map(cells));
            }
        }
        // A row above a line of dashes is the header.
        if line.starts_with("|---") {
            way.rows.pop();
        }
    }
    assert!(fence.is_none(), "a fence is open at the chapter's end");
    ways
}

pub fn way(name: &str) -> Way {
    ways().into_iter().find(|way| way.name == name).unwrap_or_else(|| panic!("docs/agents.md has no {name}"))
}
