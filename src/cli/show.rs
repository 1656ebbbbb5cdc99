//! `frieze show`: where a feature stands, why its score is what it is, what it leaves open.

use serde_json::{Value, json};

use super::args::Show;
use super::out::{Out, Style, remark};
use super::{End, Ended, Stop, Tools, asked, id, score};
use crate::domain::critique::Critique;
use crate::domain::feedback;
use crate::domain::id::FeatureId;
use crate::domain::intent::{Intent, Reading};
use crate::domain::json as strict;
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::engine::past::NoDesign;
use crate::engine::{Seal, Trouble};
use crate::kernel::{Flow, Harm, RunView};
use crate::ports::Kind;

/// How many findings and questions are shown unless all are asked for.
const MOST: usize = 8;

pub fn show<F: Flow>(tools: &Tools<F>, args: &Show, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let view = looked(tools, &id)?;
    let seal = tools.engine.seal(&view);
    // What is wrong with what is sealed, the seal tells.
    let view = match view.harm {
        Some(Harm::Invalid) => RunView { reason: None, hint: None, ..view },
        Some(Harm::Tampered | Harm::Damaged | Harm::Missing) | None => view,
    };
    let intent = match seal.design(tools.store.as_ref()) {
        Err(broken @ NoDesign::NotShown { .. }) => return Err(broken.into()),
        read => told(read).map(|reading| reading.intent),
    };
    let critique = critique(tools, &seal, &view);
    let report = report(tools, &view);
    let asked_for = asked::read(tools, &view);
    if args.json {
        let gate = view.gate.as_ref();
        out.json(&json!({
            "schemaVersion": 1,
            "feature": super::status::Row::of(tools, &view),
            "since": view.since.map(|t| t.to_string()),
            "hint": view.hint,
            "scores": view.scores,
            "intentSha256": gate.map(|g| g.binding.sha256),
            "choices": gate.map(|g| &g.choices),
            "next": view.next,
            "critique": critique,
            "report": report,
            "feedback": asked::as_json(&asked_for),
            "openQuestions": intent.as_ref().map(|i| &i.open_questions),
            "workingCopy": seal.apart,
            "signer": seal.signer,
        }));
        return Ok(End::Done);
    }
    let most = if args.all { usize::MAX } else { MOST };
    head(tools, &view, intent.as_ref(), out);
    if let Some(signer) = &seal.signer {
        out.line(&format!("signed by {}", Shown::line(signer)));
    }
    if let Some(apart) = &seal.apart {
        out.paragraph(Style::Notice, 0, &Shown::line(&format!("! {apart}")));
    }
    if let Some(critique) = critique {
        out.line("");
        score::print(&critique, most, out);
    }
    if let Some(intent) = &intent {
        questions(intent, most, out);
    }
    if let Some(report) = &report {
        answered(report, most, out);
    }
    asked::print(&asked_for, most, out);
    agents(&view, super::status::currency(tools), out);
    tail(&view, out);
    Ok(End::Done)
}

/// The feature, looked at under its lease; as the record has it where somebody else holds that.
pub fn looked<F: Flow>(tools: &Tools<F>, id: &FeatureId) -> Result<RunView, Stop> {
    if tools.store.look(&RelPath::feature(id))? != Some(Kind::Folder) {
        return Err(tools.engine.no_such_feature(id).into());
    }
    match tools.engine.look(id) {
        Err(trouble @ (Trouble::Held { .. } | Trouble::Store(_) | Trouble::Misconfigured(_))) => {
            remark(&format!("{trouble}; shown as it was last saved"));
            Ok(tools.engine.peek(id)?)
        }
        outcome => Ok(outcome?),
    }
}

/// `design/intent.json`, sealed or not; `None` where there is none yet.
pub fn current<F: Flow>(tools: &Tools<F>, id: &FeatureId) -> Result<Option<Reading>, NoDesign> {
    Seal::none(&F::home(id)).design(tools.store.as_ref())
}

/// A design, or a word on why it cannot be shown, where that stops nothing.
pub fn told(read: Result<Option<Reading>, NoDesign>) -> Option<Reading> {
    read.map_err(|e| remark(&e.to_string())).ok().flatten()
}

/// The critique of the design that is shown, and of no other.
fn critique<F: Flow>(tools: &Tools<F>, seal: &Seal, view: &RunView) -> Option<Critique> {
    let home = F::home(&view.id);
    let read = seal.critique(tools.store.as_ref(), &home, view.folder)?;
    let file = read.map_err(|e| remark(&format!("{} cannot be used: {e}", home.critique()))).ok()?;
    seal.checksum.is_none_or(|sealed| file.input_sha256 == sealed).then(|| file.into())
}

/// What the generator said of the last findings and the last feedback.
fn report<F: Flow>(tools: &Tools<F>, view: &RunView) -> Option<Value> {
    let path = F::home(&view.id).iteration(view.folder).report();
    let bytes = tools.store.read(&path, strict::LARGEST).map_err(|e| remark(&e.to_string())).ok()??;
    feedback::read_report(&bytes).map_err(|e| remark(&format!("{path} cannot be used: {e}"))).ok()
}

pub fn head<F: Flow>(tools: &Tools<F>, view: &RunView, intent: Option<&Intent>, out: &Out) {
    let iteration = match view.max_iterations {
        Some(max) if view.iteration > 0 => format!(" · iteration {} of {max}", view.iteration),
        Some(_) | None => String::new(),
    };
    let score = match (view.score, view.threshold) {
        (Some(score), Some(threshold)) => format!(" · {score} / {threshold}"),
        (Some(score), None) => format!(" · {score}"),
        (None, _) => String::new(),
    };
    let line = format!("{} · {}{iteration}{score}", view.id, view.state);
    out.line(&out.style(Style::Bold, &line));
    if let Some(intent) = intent {
        out.line(&format!("{} (design {})", Shown::line(&intent.title), Shown::line(&intent.version)));
    }
    if let Some(reason) = &view.reason {
        out.paragraph(Style::Notice, 0, &Shown::line(reason));
    }
    if let Some(hint) = &view.hint {
        out.paragraph(Style::Plain, 6, &Shown::line(&format!("hint: {hint}")));
    }
    for refused in &view.refused {
        out.paragraph(Style::Notice, 0, &Shown::line(refused));
    }
    if view.scores.len() > 1 {
        let scores: Vec<String> = view.scores.iter().map(|(n, score)| format!("{n}: {score}")).collect();
        out.line(&format!("scores  {}", scores.join("  ")));
    }
    if let Some(preview) = &view.preview {
        out.paragraph(Style::Plain, 9, &Shown::line(&format!("preview  {preview}")));
    }
    let whom = view.waiting_for.as_ref().map(|whom| format!("waiting for {whom}"));
    let Some(since) = view.since else { return };
    if super::status::standing(tools, view).is_interrupted() {
        let whom = whom.map(|whom| format!(", {whom}")).unwrap_or_default();
        out.line(&format!("interrupted since {since}{whom}: `frieze run {}` goes on", view.id));
    } else if let Some(whom) = whom {
        out.line(&format!("{whom} since {since}"));
    }
}

fn questions(intent: &Intent, most: usize, out: &Out) {
    if intent.open_questions.is_empty() {
        return;
    }
    out.line("");
    out.line(&out.style(Style::Bold, "Open questions"));
    for question in intent.open_questions.iter().take(most) {
        out.paragraph(Style::Plain, 4, &Shown::line(&format!("  ? {question}")));
    }
    let more = intent.open_questions.len().saturating_sub(most);
    if more > 0 {
        out.line(&format!("    and {more} more"));
    }
}

/// What became of the findings and of the words of the last rejection.
fn answered(report: &Value, most: usize, out: &Out) {
    let items = |key: &str| report.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    for (title, key, sign, tells) in
        [("Done since the iteration before", "applied", '+', "what"), ("Not done", "notApplied", '-', "why")]
    {
        let items = items(key);
        if items.is_empty() {
            continue;
        }
        out.line("");
        out.line(&out.style(Style::Bold, title));
        for item in items.iter().take(most) {
            let text = |key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default();
            let line = format!("  {sign} {}: {}", text("instruction"), text(tells));
            out.paragraph(Style::Plain, 4, &Shown::line(&line));
        }
        let more = items.len().saturating_sub(most);
        if more > 0 {
            out.line(&format!("    and {more} more (--all)"));
        }
    }
}

/// Who answered, and what it took.
fn agents(view: &RunView, currency: &str, out: &Out) {
    if view.answered_by.is_empty() && view.spent_in_all.tokens() == 0 {
        return;
    }
    out.line("");
    for (role, model) in &view.answered_by {
        out.paragraph(Style::Plain, 8, &Shown::line(&format!("agent   {role}: {model}")));
    }
    if let Some(run) = view.spent.told(currency) {
        out.paragraph(Style::Plain, 8, &Shown::line(&format!("took    {run}")));
    }
    if let Some(all) = view.spent_in_all.told(currency).filter(|_| view.spent != view.spent_in_all) {
        out.paragraph(Style::Plain, 8, &Shown::line(&format!("in all  {all}")));
    }
}

fn tail(view: &RunView, out: &Out) {
    out.line("");
    if let Some(gate) = &view.gate {
        out.line(&format!("intent  {}", gate.binding.sha256));
        for choice in &gate.choices {
            let effect = choice.barred.as_ref().unwrap_or(&choice.effect);
            out.paragraph(Style::Plain, 8, &Shown::line(&format!("{:<8}{effect}", choice.name)));
        }
        let id = &view.id;
        out.line(&format!("preview features/{id}/design/preview.html"));
        return;
    }
    let next: Vec<String> = view.next.iter().map(|(to, trigger)| format!("{to} ({trigger})")).collect();
    out.line(&format!("next    {}", if next.is_empty() { "nothing".to_owned() } else { next.join(", ") }));
}
