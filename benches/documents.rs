//! Pure work on documents: reading a brief, comparing two intents, rendering a preview.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use frieze_data::digest::Digest;
use frieze_design::{brief, draft};
use frieze_intent as intent;
use frieze_intent::diff;
use frieze_preview as preview;
use frieze_rubric as rubric;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

mod support;

/// A brief with one more line, another one at each call: the reading of an unchanged brief is remembered.
fn changed(brief: &str) -> String {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    format!("{brief}\n\n<!-- {} -->\n", CALLS.fetch_add(1, Ordering::Relaxed))
}

fn documents(c: &mut Criterion) {
    let mut group = c.benchmark_group("documents");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for (name, size) in [("45 kB", 45_000), ("4 MB", 4_000_000)] {
        let text = support::briefs::of_size(size);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("brief", name), |b| {
            b.iter_batched(
                || changed(&text),
                |text| drop(black_box(brief::read("brief.md", black_box(text.as_bytes())))),
                BatchSize::LargeInput,
            );
        });
    }
    for (name, size) in support::SIZES.into_iter().take(3) {
        let old = support::intents::of_size(size);
        let new = support::intents::revised(&old);
        group.throughput(Throughput::Bytes(size as u64));
        group.bench_function(BenchmarkId::new("diff", name), |b| {
            b.iter(|| drop(black_box(diff::between(black_box(&old), black_box(&new)))));
        });
        let (before, after) = (diff::document(&old), diff::document(&new));
        group.bench_function(BenchmarkId::new("diff of lines", name), |b| {
            b.iter(|| drop(black_box(diff::text(black_box(&before), black_box(&after), 3))));
        });
        let sha256 = Digest::of(name.as_bytes());
        group.bench_function(BenchmarkId::new("preview", name), |b| {
            b.iter(|| drop(black_box(preview::render(black_box(&old), sha256, None))));
        });
    }
    group.finish();
}

/// Reading, drafting and scoring must take linear time, even if every line names something new.
fn growth(c: &mut Criterion) {
    let mut group = c.benchmark_group("growth");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for shape in support::briefs::Shape::ALL {
        for lines in [1_125, 2_250, 4_500, 9_000] {
            let text = support::briefs::of_lines(shape, lines);
            group.throughput(Throughput::Elements(lines as u64));
            group.bench_function(BenchmarkId::new(format!("{shape:?}"), lines), |b| {
                b.iter_batched(
                    || changed(&text),
                    |text| {
                        let brief = brief::read("brief.md", black_box(text.as_bytes())).expect("a brief");
                        let drafted = draft::draft(&brief, &"feature".parse().expect("an id"));
                        let value = serde_json::to_value(&drafted).expect("JSON");
                        black_box(rubric::evaluate(&intent::read_value(&value).expect("a valid design")))
                    },
                    BatchSize::LargeInput,
                );
            });
        }
    }
    group.finish();
}

criterion_group!(benches, documents, growth);
criterion_main!(benches);
