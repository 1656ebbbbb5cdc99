//! Evaluation of an intent in memory: as a whole and by parts, at four sizes.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use frieze_data::digest::Digest;
use frieze_data::{canonical, json, schema};
use frieze_intent as intent;
use frieze_rubric as rubric;
use std::hint::black_box;
use std::time::Duration;

mod support;

fn evaluate(c: &mut Criterion) {
    let mut group = c.benchmark_group("evaluate");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for (name, size) in support::SIZES {
        let bytes = support::intents::file(&support::intents::of_size(size));
        let value = json::read(&bytes).expect("JSON");
        let reading = intent::read(&bytes).expect("an intent");
        let whole = canonical::canonical(&value);
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        let mut part = |what: &str, work: &mut dyn FnMut()| {
            group.bench_function(BenchmarkId::new(what, name), |b| b.iter(&mut *work));
        };
        part("whole", &mut || {
            let reading = intent::read(black_box(&bytes)).expect("an intent");
            black_box(rubric::evaluate(&reading));
        });
        part("read", &mut || drop(black_box(intent::read(black_box(&bytes)))));
        part("parse", &mut || drop(black_box(json::read(black_box(&bytes)))));
        part("validate", &mut || drop(black_box(schema::intent().violations(black_box(&value)))));
        part("type", &mut || {
            drop(black_box(<intent::Intent as serde::Deserialize>::deserialize(black_box(&value))));
        });
        part("canonicalise", &mut || drop(black_box(canonical::canonical(black_box(&value)))));
        part("hash", &mut || {
            black_box(Digest::of(black_box(&whole)));
        });
        part("score", &mut || drop(black_box(rubric::evaluate(black_box(&reading)))));
        // The same against a brief with the design's own requirements: what comparing costs.
        let yardstick = support::briefs::yardstick(&reading.intent);
        part("compare", &mut || drop(black_box(rubric::evaluate_against(black_box(&reading), &yardstick))));
    }
    group.finish();
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
