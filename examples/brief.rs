fn main() {
    let path = std::env::args().nth(1).unwrap();
    let b = frieze::domain::brief::read(&path, &std::fs::read(&path).unwrap()).unwrap();
    println!("TITLE {:?}\nSHAPE {:?} LANG {}", b.title, b.shape, b.language);
    for (n, v) in [
        ("SUMMARY", &b.summary),
        ("GOAL", &b.goals),
        ("ACTOR", &b.actors),
        ("EDGE", &b.edge_cases),
        ("OPEN", &b.open_questions),
        ("EXCL", &b.exclusions),
        ("ASSUME", &b.assumptions),
        ("NOT", &b.not_understood),
    ] {
        for t in v {
            println!("{n} {}: {}", t.line, t.text);
        }
    }
    for (i, s) in b.stories.iter().enumerate() {
        println!(
            "STORY {i} {}: [{}] {} | {:?} | {:?} | {:?} | {} paras",
            s.line,
            s.label,
            s.title,
            s.actor,
            s.want,
            s.benefit,
            s.narrative.len()
        );
    }
    for s in &b.statements {
        println!(
            "ST {} [{}] {:?}/{:?} story {:?}: {}\n      {:?}",
            s.line, s.label, s.force, s.kind, s.story, s.text, s.clauses
        );
    }
    for e in &b.entities {
        println!("ENT {} {} def={} {}", e.line, e.name, e.defined, e.description);
        for a in &e.attributes {
            println!("     .{} req={}", a.name, a.required);
        }
        for r in &e.related {
            println!("     -> {} {} {}", r.to, r.many_here, r.many_there);
        }
    }
    for (t, m) in &b.glossary {
        println!("GLOSS {}: {} = {}", m.line, t, m.text);
    }
}
