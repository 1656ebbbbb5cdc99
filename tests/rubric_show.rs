#[test]
#[ignore]
fn show() {
    let path = std::env::var("INTENT").unwrap();
    for p in path.split(',') {
        let r = frieze::domain::intent::read(&std::fs::read(p).unwrap()).unwrap();
        let e = frieze::domain::rubric::evaluate(&r);
        println!(
            "== {p} {} {:?}",
            e.overall,
            frieze::domain::score::Dimension::ALL.map(|d| e.dimensions.score(d).to_string())
        );
        for f in e.findings {
            println!(
                "{:>6} {} {} | {} | {}",
                f.points.to_string(),
                f.check,
                f.pointer,
                f.message,
                f.suggestion
            );
        }
    }
}
