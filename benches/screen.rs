//! The screen without a terminal: a frame of ten thousand features, a key and its frame, a key in the feedback editor, the panes of
//! a large design, and the comparison of two large designs.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use frieze::tui::{HeadlessScreen, PaneKey};
use frieze_data::id::FeatureId;
use frieze_data::score::Score;
use frieze_engine::{InspectDepth, Runs as _};
use frieze_flows::design::{Design, DesignRecord};
use frieze_intent::Intent;
use frieze_intent::diff;
use frieze_kernel::{Flow as _, Need, Record as _, RunView};
use frieze_store::{DurableStore, RealDisk};
use frieze_testkit::MemoryDisk;

mod support;

/// The bytes of a large design.
const LARGE: usize = 1_000_000;
/// A large terminal, and a usual one.
const WIDE: (u16, u16) = (200, 60);
const USUAL: (u16, u16) = (120, 40);

/// Features in all states.
fn views(count: u32) -> Vec<RunView> {
    let states = [
        ("CANDIDATE", Some(Need::Decision)),
        ("FROZEN", None),
        ("FAILED", Some(Need::Reset)),
        ("GENERATING", None),
        ("IDLE", Some(Need::Start)),
    ];
    (0..count)
        .zip(states.into_iter().cycle())
        .map(|(n, (state, needs))| {
            let id: FeatureId = format!("feature-{n:05}").parse().expect("an id");
            let mut view = Design::view(&DesignRecord::fresh(&id));
            (view.state, view.needs, view.iteration, view.max_iterations) = (state, needs, 3, Some(10));
            view.score = Some(Score::from_hundredths(u16::try_from(4_000 + n % 6_000).unwrap_or(0)));
            view
        })
        .collect()
}

/// A store with one large design, its critique and the iteration before it.
fn store(id: &FeatureId, old: &Intent, new: &Intent) -> DurableStore<MemoryDisk> {
    let home = format!("features/{id}/design");
    let files = [
        (format!("{home}/intent.json"), support::intents::file(new)),
        (format!("{home}/iterations/1/intent.json"), support::intents::file(old)),
    ];
    DurableStore::new(MemoryDisk::holding(&files.into_iter().collect()))
}

/// The feedback editor of a candidate with this many lines.
fn editor(lines: usize) -> HeadlessScreen {
    let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
    let ids = support::workspaces::ids(1);
    let engine = support::measured::candidates(root.path(), &ids);
    let candidate = engine.inspect(&ids[0], InspectDepth::Whole).expect("a candidate").view;
    let store = DurableStore::new(RealDisk::new(root.path()).expect("the folder"));
    let mut screen =
        HeadlessScreen::new(Design::TABLE.named(), USUAL.0, USUAL.1).expect("the keys as they are");
    screen.list(std::slice::from_ref(&candidate));
    screen.read(candidate, &store, 1);
    let text = "The empty state must say what is missing, and how to go on from there.\n".repeat(lines);
    assert!(screen.write_feedback(&text), "the editor is open");
    screen
}

fn screen(c: &mut Criterion) {
    let mut group = c.benchmark_group("screen");
    group.sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for (count, size) in [(10_000, WIDE), (1_000, USUAL)] {
        let mut screen =
            HeadlessScreen::new(Design::TABLE.named(), size.0, size.1).expect("the keys as they are");
        screen.list(&views(count));
        let name = format!("{}×{}, {count} features", size.0, size.1);
        group.bench_function(format!("frame, {name}"), |b| {
            b.iter(|| black_box(screen.frame()));
        });
        // Down and up in turn, so that the selection stays in the list.
        let mut keys = ['j', 'j', 'k', 'k'].into_iter().cycle();
        group.bench_function(format!("key and frame, {name}"), |b| {
            b.iter(|| {
                let did = keys.next().map(|key| screen.key(key));
                (did, black_box(screen.frame()))
            });
        });
    }
    let mut screen = editor(40);
    let mut keys = ['x', '\u{8}'].into_iter().cycle();
    group.bench_function("key and frame, feedback of 40 lines", |b| {
        b.iter(|| {
            let did = keys.next().map(|key| screen.key(key));
            (did, black_box(screen.frame()))
        });
    });
    let old = support::intents::of_size(LARGE);
    let new = support::intents::revised(&old);
    let view = views(1).remove(0);
    let store = store(&view.id, &old, &new);
    let mut screen =
        HeadlessScreen::new(Design::TABLE.named(), USUAL.0, USUAL.1).expect("the keys as they are");
    screen.list(std::slice::from_ref(&view));
    group.bench_function("a 1 MB design read and compared", |b| {
        b.iter(|| screen.read(view.clone(), &store, 1));
    });
    for (key, pane, name) in [
        ('2', PaneKey::Critique, "critique"),
        ('3', PaneKey::Diff, "diff"),
        ('4', PaneKey::Preview, "preview"),
        ('5', PaneKey::Intent, "intent"),
        ('6', PaneKey::Feedback, "feedback"),
        ('7', PaneKey::Journal, "journal"),
    ] {
        screen.key(key);
        group.bench_function(format!("the {name} pane of a 1 MB design"), |b| {
            b.iter(|| screen.remake());
        });
        assert!(screen.lines(pane) > 0, "the {name} pane has no lines");
    }
    group.bench_function("two 1 MB designs compared", |b| {
        b.iter(|| {
            let changes = diff::between(black_box(&old), black_box(&new));
            let text = diff::text(&diff::document(&old), &diff::document(&new), 2);
            black_box((changes, text))
        });
    });
    group.finish();
}

criterion_group!(benches, screen);
criterion_main!(benches);
