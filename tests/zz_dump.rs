use frieze::domain::brief::{Force, read};
#[test]
fn dump() {
    for dir in ["/work/shared/cases/briefs", "tests/fixtures/briefs2", "assets/demo", "tests/fixtures/briefs"]
    {
        let mut ps: Vec<_> = std::fs::read_dir(dir)
            .unwrap()
            .filter_map(|e| Some(e.ok()?.path()))
            .filter(|p| p.is_file() && p.extension().is_none_or(|e| e != "json"))
            .collect();
        ps.sort();
        for p in ps {
            let name = p.file_name().unwrap().to_string_lossy().into_owned();
            let Ok(b) = read(&name, &std::fs::read(&p).unwrap()) else { continue };
            println!(
                "=== {name} shape {:?} statements {} ({} normative)",
                b.shape,
                b.statements.len(),
                b.statements.iter().filter(|s| s.force == Force::Normative).count()
            );
            println!("  actors: {:?}", b.actors.iter().map(|a| a.text.as_str()).collect::<Vec<_>>());
            println!(
                "  entities: {:?}",
                b.entities
                    .iter()
                    .map(|e| format!("{}{}{}", e.name, if e.defined { "*" } else { "" }, e.attributes.len()))
                    .collect::<Vec<_>>()
            );
            if std::env::var("G").is_ok() {
                for g in &b.goals {
                    println!("  goal {}: {}", g.line, g.text);
                }
            }
            if std::env::var("N").is_ok() {
                for s in b.statements.iter().filter(|s| s.force == Force::Normative) {
                    let t = s.text.to_lowercase();
                    if s.label.is_empty()
                        && !t.contains("must")
                        && !t.contains("shall")
                        && !t.contains("given")
                        && !t.contains("when ")
                    {
                        println!("  N {}: {}", s.line, &s.text);
                    }
                }
            }
        }
    }
}
