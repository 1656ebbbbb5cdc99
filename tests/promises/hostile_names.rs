//! P17: no name escapes its folder. A thousand ids, most of them hostile, at the store and on the command line; a thousand
//! symlinked folders; and hostile names in every field of designs and briefs.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_ports::Store as _;
use frieze_store::{DurableStore, RealDisk};
use serde_json::Value;

use crate::cli_support::{Place, snapshot};
use crate::long;
use frieze_testkit::Dice;
use frieze_testkit::worlds::{World, design};

const PARTS: [&str; 40] = [
    "..",
    ".",
    "/",
    "\\",
    "../",
    "..\\",
    "a",
    "checkout",
    "features",
    "design",
    "~",
    "$HOME",
    "%2e%2e%2f",
    "\u{2025}",
    "\u{ff0e}\u{ff0e}",
    "\u{2215}",
    "\0",
    "\n",
    " ",
    "-",
    "--",
    "-C",
    "CON",
    "nul",
    "com1",
    "aux.txt",
    ":",
    "C:",
    "file:",
    "*",
    "?",
    "`id`",
    "$(id)",
    ";",
    "é",
    "e\u{301}",
    "\u{202e}",
    "\u{200b}",
    "A",
    "0",
];

/// Names by seed: combined parts, long ones, and some honest ones.
fn names(many: usize) -> Vec<String> {
    let mut dice = Dice(17);
    let mut all = BTreeSet::from(["".to_owned(), "..".to_owned(), "../../etc/x".to_owned(), "a".repeat(65)]);
    while all.len() < many {
        let mut name = String::new();
        for _ in 0..=dice.roll(6) {
            name.push_str(PARTS[dice.roll(PARTS.len())]);
        }
        if dice.roll(10) == 0 {
            name = name.repeat(40);
        }
        if dice.roll(5) == 0 {
            name = format!("f{}-{}", dice.roll(1000), dice.roll(1000));
        }
        all.insert(name);
    }
    all.into_iter().collect()
}

/// A folder deep inside another one, so that a climbing name stays visible.
struct Sandbox {
    folder: tempfile::TempDir,
    root: PathBuf,
}

impl Sandbox {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("1/2/3/4/5/6/7/8/9/10/root");
        std::fs::create_dir_all(root.join("features")).unwrap();
        std::fs::write(folder.path().join("precious"), "precious").unwrap();
        Self { folder, root }
    }

    /// The files outside the one folder that a feature of this name may have.
    fn elsewhere(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let own = self.root.join("features").join("x").with_file_name("");
        let prefix = own.strip_prefix(self.folder.path()).unwrap().display().to_string();
        let own = format!("{}/{name}/", prefix.trim_end_matches('/'));
        let plain = !name.is_empty() && !name.contains(['/', '\\', '\0']) && name != "." && name != "..";
        let all = snapshot(self.folder.path()).into_iter();
        all.filter(|(path, _)| !(plain && path.starts_with(&own))).collect()
    }
}

/// Writes a record for a feature of this name if the name is valid.
type Writer = fn(&Path, &str) -> bool;

fn product(root: &Path, name: &str) -> bool {
    let Ok(id) = name.parse::<FeatureId>() else { return false };
    let store = DurableStore::new(RealDisk::new(root).unwrap());
    let home = RelPath::feature(&id).join("design");
    store.replace(&[(home.join("state.json"), b"{}".to_vec())]).unwrap();
    store.append(&home.join("journal.jsonl"), b"{}\n").unwrap();
    store.lock(&RelPath::root(), &home.join(".lock"), b"me").unwrap();
    true
}

/// Control: puts the name into a path unchecked. Absolute names are skipped to protect the machine.
fn trusting(root: &Path, name: &str) -> bool {
    let path = root.join("features").join(name).join("state.json");
    let climbs = name.matches("..").count();
    if Path::new(name).is_absolute() || name.contains('\0') || climbs > 9 {
        return false;
    }
    path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok())
        && std::fs::write(&path, "{}").is_ok()
}

/// How many names write outside their own folder, and how many are accepted.
fn escapes(writer: Writer, names: &[String]) -> (Vec<String>, usize) {
    let (mut escaped, mut accepted) = (Vec::new(), 0);
    let mut sandbox = Sandbox::new();
    for name in names {
        let before = sandbox.elsewhere(name);
        accepted += usize::from(writer(&sandbox.root, name));
        if sandbox.elsewhere(name) != before {
            escaped.push(name.clone());
            sandbox = Sandbox::new();
        } else if std::fs::read_dir(sandbox.root.join("features")).unwrap().count() > 8 {
            // A small sandbox is quick to search.
            sandbox = Sandbox::new();
        }
    }
    (escaped, accepted)
}

#[test]
fn p17_no_id_of_a_thousand_escapes_its_folder() {
    let names = names(1000);
    let (escaped, accepted) = escapes(product, &names);
    assert!(escaped.is_empty(), "{escaped:?}");
    assert!(accepted > 100 && accepted < 500, "{accepted} of {} accepted", names.len());
    println!("{} ids, {accepted} accepted, 0 escapes", names.len());
    let (escaped, _) = escapes(trusting, &names[..400]);
    assert!(!escaped.is_empty(), "a writer that trusts names escapes nowhere: the check sees nothing");
}

#[test]
fn p17_no_name_on_the_command_line_escapes() {
    let place = Place::workspace();
    place.write("brief.md", "# Pay\n\n- The shopper can pay an order with a card.\n");
    let names: Vec<String> = names(1000).into_iter().filter(|name| !name.contains('\0')).collect();
    let stride = if long() { 1 } else { 16 };
    let outside = |place: &Place| -> Vec<(String, Vec<u8>)> {
        let home = place.root().parent().unwrap().to_owned();
        snapshot(&home).into_iter().filter(|(path, _)| !path.starts_with("work/features/")).collect()
    };
    let before = outside(&place);
    let mut tried = 0;
    for name in names.iter().step_by(stride) {
        let said = place.run(&["new", "--brief", "brief.md", "--", name]);
        assert_eq!(said.code == 0, name.parse::<FeatureId>().is_ok(), "{name:?}: {said:?}");
        for verb in ["run", "show", "verify", "log"] {
            if said.code != 0 && tried % 4 == 0 {
                assert_ne!(place.run(&[verb, "--", name]).code, 0, "{verb} {name:?}");
            }
        }
        tried += 1;
    }
    assert!(outside(&place) == before, "something outside features/ was touched");
    for entry in std::fs::read_dir(place.at("features")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.parse::<FeatureId>().is_ok(), "features/{name:?}");
    }
    println!("{tried} names, 0 escapes");
}

#[test]
fn p17_no_symlink_in_a_features_place_is_followed() {
    let sandbox = Sandbox::new();
    let outside = sandbox.folder.path().join("outside");
    std::fs::create_dir_all(outside.join("design")).unwrap();
    std::fs::write(outside.join("design/state.json"), "precious").unwrap();
    let store = DurableStore::new(RealDisk::new(&sandbox.root).unwrap());
    let before = snapshot(&outside);
    let mut dice = Dice(18);
    let mut refused = 0;
    for n in 0..1000 {
        let id: FeatureId = format!("f{n}-{}", dice.roll(1000)).parse().unwrap();
        // The feature's own folder, or the one in it, leads outside, by an absolute or a relative path.
        let (link, target) = match n % 4 {
            0 => (PathBuf::from(id.as_str()), outside.clone()),
            1 => (PathBuf::from(id.as_str()), PathBuf::from("../".repeat(12) + "outside")),
            2 => (Path::new(id.as_str()).join("design"), outside.join("design")),
            _ => (Path::new(id.as_str()).join("design/state.json"), outside.join("design/state.json")),
        };
        let link = sandbox.root.join("features").join(link);
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(&target, &link).unwrap();
        assert!(link.exists(), "the control: the link leads there: {}", target.display());
        let file = RelPath::feature(&id).join("design/state.json");
        let outcomes = [
            store.read(&file, 100).map(drop),
            store.replace(&[(file.clone(), b"x".to_vec())]),
            store.append(&file, b"x"),
            store.lock(&RelPath::root(), &file, b"x").map(drop),
        ];
        for outcome in outcomes {
            assert!(outcome.is_err(), "{n}: followed");
            refused += 1;
        }
    }
    assert_eq!(snapshot(&outside), before, "something outside was touched");
    println!("1000 symlinks, {refused} refusals, 0 escapes");
}

/// Replaces every text of a value, one after the other, by a hostile name.
fn renamed(value: &mut Value, names: &mut impl Iterator<Item = String>) {
    match value {
        Value::String(text) => *text = names.next().unwrap(),
        Value::Array(all) => all.iter_mut().for_each(|v| renamed(v, names)),
        Value::Object(all) => all.values_mut().for_each(|v| renamed(v, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn p17_no_name_in_a_design_or_a_brief_becomes_a_path() {
    const SCRIPT: &str = "start · design A · clean · approve";
    let paths = |world: &World| world.disk.keys().cloned().collect::<BTreeSet<_>>();
    let harmless = paths(&World::after(SCRIPT));
    let all = names(1000);
    let mut hostile = all.iter().filter(|name| !name.trim().is_empty()).cloned().cycle();
    let (mut kept, mut count) = (0, 0);
    for round in 0..if long() { 400 } else { 24 } {
        let mut world = World::new();
        world.terms.pins.threshold = 70;
        let lines: String = (0..20)
            .map(|_| format!("- The {} can open {}.\n", hostile.next().unwrap(), hostile.next().unwrap()))
            .collect();
        world.put("brief.md", format!("# {}\n\n{lines}", hostile.next().unwrap()).as_bytes());
        world.play("start");
        if world.state() != "GENERATING" {
            continue;
        }
        let mut intent = design(&world.id, "A");
        for part in [
            "title",
            "summary",
            "goals",
            "requirements",
            "userFlows",
            "components",
            "dataModel",
            "interactions",
        ] {
            // One part at a time, so that some of these designs are valid and are frozen.
            if round % 8 == count % 8 || part == "title" || part == "goals" {
                renamed(&mut intent[part], &mut hostile);
            }
            count += 1;
        }
        world.answer(&intent.to_string()).unwrap();
        world.settle();
        world.play("clean");
        if world.state() == "CANDIDATE" {
            world.play("approve");
        }
        kept += usize::from(world.state() == "FROZEN");
        for path in paths(&world).difference(&harmless) {
            let plain = path.strip_prefix("features/checkout/design/iterations/").is_some_and(|rest| {
                rest.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'.' | b'-'))
                    && !rest.contains("..")
            });
            assert!(plain, "a name became a path: {path:?}");
        }
    }
    println!("{kept} designs of hostile names were frozen, 0 escapes");
}
