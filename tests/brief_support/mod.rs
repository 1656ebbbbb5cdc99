//! What a document is found to demand, held against what a reader of it finds.

use frieze::domain::brief::Brief;

/// The demands, each as its line and its text.
pub fn demands(brief: &Brief) -> Vec<(u32, String)> {
    brief.demands().map(|s| (s.line, s.text.clone())).collect()
}

/// Each of `told` is a demand of its line that begins so, and none stands on a line of `silent`.
#[track_caller]
pub fn check(brief: &Brief, told: &[(u32, &str)], silent: &[u32]) {
    let found = demands(brief);
    for (line, start) in told {
        let has = found.iter().any(|(at, text)| at == line && text.starts_with(start));
        assert!(has, "line {line}: {start}\nin {found:#?}");
    }
    for line in silent {
        assert!(found.iter().all(|(at, _)| at != line), "line {line}\nin {found:#?}");
    }
}
