//! The README's setups without an own model: a person with files, a recorded run, agents of a workspace, and previews by
//! Google Stitch.

use super::bench::{Bench, reaching};
use super::provider::intent;
use super::readme::Way;
use super::setups::KEY;
use crate::stitch::server::{Manners, Stitch};

pub fn files(way: &Way) {
    let [yaml] = way.blocks(["yaml"]);
    let bench = Bench::new();
    bench.place.write("frieze.yaml", yaml);
    bench.healthy();
    let folder = "features/checkout/design/iterations/1/generator-1";
    for words in
        ["`frieze run checkout`", &format!("`{folder}/prompt.md`"), "`response.md` in the same folder"]
    {
        assert!(way.text.contains(words), "the README says no more {words}");
    }
    let mut run = bench.place.started(&["run", "checkout"]);
    bench.appears(&format!("{folder}/prompt.md"), &mut run);
    bench.place.write(&format!("{folder}/response.md"), intent());
    assert_eq!(bench.ends(&mut run), Some(3));
    assert_eq!(bench.answered("checkout", "generator"), "files (desk)");
}

pub fn replay(way: &Way) {
    let [yaml, run] = way.blocks(["yaml", ""]);
    let bench = Bench::new();
    bench.becomes_a_candidate(&["run", "checkout"]);
    bench.place.write("frieze.yaml", yaml);
    bench.healthy();
    let (code, shown) = bench.shell(run, &[]);
    assert_eq!(code, 3, "{shown}");
    let (one, other) = (bench.place.row("checkout"), bench.place.row("copy"));
    assert_eq!((&one["state"], &one["score"]), (&other["state"], &other["score"]));
}

/// The README prints these definitions of programs; the hash that it prints belongs to its `claude`.
pub fn trust(way: &Way) {
    let [lines] = way.blocks([""]);
    let lines: Vec<&str> = lines.lines().collect();
    let [list, one, by_hash] = lines[..] else { panic!("{lines:?}") };
    let programs = super::readme::way("A command-line agent");
    let bench = Bench::new();
    bench.place.write("frieze.yaml", programs.blocks(["yaml"])[0]);
    let (code, shown) = bench.shell(list, &[("Type claude to trust it: ", "\x1b")]);
    assert!(code == 1 && shown.contains("runs claude -p"), "{shown}");
    let hash = by_hash.rsplit(' ').next().unwrap();
    assert!(shown.contains(hash), "the hash of the README's claude is another:\n{shown}");
    let (code, shown) = bench.shell(by_hash, &[]);
    assert!(code == 0 && shown.contains("trusted, as described here"), "{shown}");
    std::fs::remove_file(bench.place.home().join("config/frieze/trusted.json")).unwrap();
    let (code, shown) = bench.shell(one, &[("Type claude to trust it: ", "claude\r")]);
    assert!(code == 0 && shown.contains("trusted, as described here"), "{shown}");
}

pub fn stitch(way: &Way) {
    let [yaml] = way.blocks(["yaml"]);
    // Once with a key, and once with the commented lines: a bearer token and the project that pays.
    let bearer: String = yaml
        .lines()
        .filter(|line| !line.contains("key:") && !line.contains("STITCH_API_KEY"))
        .map(|line| match line.trim_start().strip_prefix("# ") {
            // The text after the braces is still a comment.
            Some(entry) => format!("    {}\n", entry.replace('}', "} # ")),
            None => format!("{line}\n"),
        })
        .filter(|line| !line.contains("config.yaml"))
        .collect();
    let key = format!("x-goog-api-key: {KEY}");
    let token = format!("authorization: Bearer {KEY}");
    for (yaml, headers) in [(yaml, &[key.as_str()][..]), (&bearer, &[&token, "x-goog-user-project: shop-7"])]
    {
        let server = Stitch::begin(Manners::default());
        let mut bench = Bench::new();
        bench.set("STITCH_API_KEY", KEY);
        bench.set("STITCH_ACCESS_TOKEN", KEY);
        bench.set("GOOGLE_CLOUD_PROJECT", "shop-7");
        bench.user(&reaching(yaml, "stitch", &server.url()));
        assert!(bench.healthy().contains("server stitch: "));
        let said = bench.run(&["run", "checkout"]);
        assert!(said.code == 3 && said.err.contains("drawn by stitch"), "{yaml}: {said:?}");
        let keys = server.keys();
        assert!(!keys.is_empty() && keys.iter().all(|key| headers.contains(&key.as_str())), "{keys:?}");
        for (name, bytes) in bench.place.snapshot() {
            assert!(!String::from_utf8_lossy(&bytes).contains(KEY), "{name}");
        }
    }
}
