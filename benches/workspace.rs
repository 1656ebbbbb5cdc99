//! Work on a real folder: iterations and freezes with all their durable writes, lists and verification of many features. The
//! folder is in `target`, because temporary folders are often in memory.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use support::measured;
use support::workspaces::{self, Canned};

mod support;

fn workspace(c: &mut Criterion) {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut group = c.benchmark_group("workspace");
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(2));
    for engines in [1, 50] {
        group.bench_function(BenchmarkId::new("iteration", engines), |b| {
            b.iter_custom(|n| (0..n).map(|_| measured::iteration(place, engines).0).sum());
        });
    }
    let root = tempfile::tempdir_in(place).expect("a temporary folder");
    let ids = workspaces::ids(400);
    let engine = measured::candidates(root.path(), &ids);
    let mut left = ids.iter();
    group.bench_function("freeze", |b| {
        b.iter_batched(
            || left.next(),
            |id| id.into_iter().for_each(|id| workspaces::approve(&engine, id)),
            BatchSize::PerIteration,
        );
    });
    for count in [100, 1_000, 10_000] {
        let root = tempfile::tempdir_in(place).expect("a temporary folder");
        measured::workspace(root.path(), count, false);
        let engine = measured::on_disk(root.path(), &Canned::new(25_000), &[]);
        group.bench_function(BenchmarkId::new("status", count), |b| {
            b.iter(|| black_box(measured::read_records(&Arc::clone(&engine))));
        });
    }
    let root = tempfile::tempdir_in(place).expect("a temporary folder");
    measured::workspace(root.path(), 1_000, true);
    let engine = measured::on_disk(root.path(), &Canned::new(25_000), &[]);
    group.bench_function(BenchmarkId::new("verify", 1_000), |b| {
        b.iter(|| black_box(measured::verified(&engine)));
    });
    group.finish();
}

criterion_group!(benches, workspace);
criterion_main!(benches);
