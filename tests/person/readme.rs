//! The README's chapter on agents, taken apart: its ways, each with what is printed to be copied.

/// A part of the chapter that tells one way of having an agent.
#[derive(Debug)]
pub struct Way {
    pub name: String,
    /// What stands between fences, with the fence's language.
    pub blocks: Vec<(String, String)>,
    /// The cells of tables, without heads, without backquotes.
    pub rows: Vec<Vec<String>>,
    pub text: String,
}

impl Way {
    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), blocks: Vec::new(), rows: Vec::new(), text: String::new() }
    }

    /// The blocks, when they are so many and in these languages.
    #[track_caller]
    pub fn blocks<const N: usize>(&self, languages: [&str; N]) -> [&str; N] {
        let found: Vec<&str> = self.blocks.iter().map(|(language, _)| language.as_str()).collect();
        assert_eq!(found, languages, "what {} prints", self.name);
        std::array::from_fn(|n| self.blocks[n].1.as_str())
    }
}

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

/// From the chapter's heading to the next chapter's, a way for each heading and each name in bold that begins a paragraph.
pub fn ways() -> Vec<Way> {
    let text = std::fs::read_to_string(README).unwrap();
    let mut lines = text.lines().skip_while(|line| *line != "## Agents");
    let mut ways = vec![Way::named(lines.next().expect("a chapter on agents").trim_start_matches("## "))];
    let mut fence: Option<(String, String)> = None;
    for line in lines.take_while(|line| !line.starts_with("## ")) {
        if let Some(heading) = line.strip_prefix("### ") {
            ways.push(Way::named(heading));
        } else if let Some((name, _)) = line.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
            ways.push(Way::named(name));
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
        // What stands above a line of dashes is a head.
        if line.starts_with("|---") {
            way.rows.pop();
        }
    }
    assert!(fence.is_none(), "a fence is open at the chapter's end");
    ways
}

pub fn way(name: &str) -> Way {
    ways().into_iter().find(|way| way.name == name).unwrap_or_else(|| panic!("the README has no {name}"))
}
