//! `frieze status`: which features need somebody, and why.

use std::fmt::Write as _;

use serde::Serialize;

use super::out::{Out, Style, remark, table, wrapped};
use super::{End, Ended, Stop, Tools, halves};
use crate::domain::id::FeatureId;
use crate::domain::score::Score;
use crate::domain::text::Shown;
use crate::engine::{Trouble, held};
use crate::kernel::{Call, Flow, Harm, RunView, Spent, Standing, in_units, told_calling};

/// One feature as `status --json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    pub id: FeatureId,
    pub state: String,
    pub iteration: u32,
    pub max_iterations: Option<u32>,
    pub score: Option<Score>,
    pub threshold: Option<u8>,
    pub needs: Option<&'static str>,
    #[serde(skip)]
    pub standing: Standing,
    pub reason: Option<String>,
    /// What agents took in the run, and in all runs of the feature.
    pub spent: Took,
    pub spent_in_all: Took,
    /// Who answered in the run.
    pub answered_by: Vec<By>,
}

/// Who answered in a role.
#[derive(Serialize)]
pub struct By {
    role: String,
    model: String,
}

/// What one run may take; nothing where there is no limit.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    max_calls: Option<u64>,
    max_tokens: Option<u64>,
    /// Decimal text in the currency.
    max_cost: Option<String>,
}

/// What agents took, for programs.
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct Took {
    calls: u64,
    input_tokens: u64,
    output_tokens: u64,
    /// Decimal text in the currency.
    cost: String,
    currency: String,
    /// How many of the calls were estimated.
    estimated: u64,
}

impl Took {
    pub fn of(spent: Spent, currency: &str) -> Self {
        Self {
            calls: spent.calls,
            input_tokens: spent.input_tokens,
            output_tokens: spent.output_tokens,
            cost: in_units(spent.cost_micros),
            currency: currency.to_owned(),
            estimated: spent.estimated,
        }
    }
}

/// How amounts are called in a workspace.
pub fn currency<F: Flow>(tools: &Tools<F>) -> &str {
    tools.configured("currency").unwrap_or_default()
}

fn limits<F: Flow>(tools: &Tools<F>) -> Limits {
    let number = |key: &str| tools.configured(key)?.parse().ok();
    // What is no amount is the word for there being none.
    let cost = tools.configured("maxCost").filter(|text| text.starts_with(|c: char| c.is_ascii_digit()));
    Limits {
        max_calls: number("maxCalls"),
        max_tokens: number("maxTokens"),
        max_cost: cost.map(str::to_owned),
    }
}

/// What `status --json` and `run --json` print.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listing {
    schema_version: u32,
    limits: Limits,
    features: Vec<Row>,
}

impl Listing {
    pub fn of<F: Flow>(tools: &Tools<F>, features: Vec<Row>) -> Self {
        Self { schema_version: 1, limits: limits(tools), features }
    }
}

impl Row {
    pub fn of<F: Flow>(tools: &Tools<F>, view: &RunView) -> Self {
        let (by, currency) = (view.answered_by.iter().cloned(), currency(tools));
        let standing = standing(tools, view);
        Self {
            spent: Took::of(view.spent, currency),
            spent_in_all: Took::of(view.spent_in_all, currency),
            answered_by: by.map(|(role, model)| By { role, model }).collect(),
            id: view.id.clone(),
            state: view.state.to_owned(),
            iteration: view.iteration,
            max_iterations: view.max_iterations,
            score: view.score,
            threshold: view.threshold,
            needs: standing.needs(),
            standing,
            reason: view.reason.clone(),
        }
    }

    /// A feature whose record cannot be used: listed like the others, and no trouble to them.
    fn unusable(id: &FeatureId, trouble: &Trouble) -> Self {
        let (state, call) = trouble.listed();
        Self {
            id: id.clone(),
            state: state.to_owned(),
            iteration: 0,
            max_iterations: None,
            score: None,
            threshold: None,
            needs: Some(call.name()),
            standing: Standing { call: Some(call), harm: None, is_sealed: false, is_at_work: false },
            reason: Some(trouble.to_string()),
            spent: Took::default(),
            spent_in_all: Took::default(),
            answered_by: Vec::new(),
        }
    }
}

pub fn status<F: Flow>(tools: &Tools<F>, as_json: bool, out: &Out) -> Ended {
    let features = rows(tools)?;
    if as_json {
        out.json(&Listing::of(tools, features));
    } else {
        print(&features, out);
    }
    if let Err(wrong) = &tools.configuration {
        // The list needs no settings; what comes next may.
        remark(&wrong.what);
    }
    Ok(End::Done)
}

/// `frieze` without a verb: the features of this workspace, or how to get some.
pub fn overview<F: Flow>(tools: Result<Tools<F>, Stop>, out: &Out) -> Ended {
    match tools {
        Ok(tools) => {
            status(&tools, false, out)?;
            out.line("");
            out.line("frieze --help lists what can be done");
        }
        Err(stop) => {
            out.line(Shown::block(&stop.what).as_str());
            out.line("frieze init --demo makes one with features to try; frieze --help lists the verbs");
        }
    }
    Ok(End::Done)
}

/// Where a feature stands: whether somebody is at work on it, its lease says.
pub fn standing<F: Flow>(tools: &Tools<F>, view: &RunView) -> Standing {
    Standing::of(view, || held::now(tools.store.as_ref(), &F::home(&view.id)).is_some())
}

/// All features.
pub fn rows<F: Flow>(tools: &Tools<F>) -> Result<Vec<Row>, Stop> {
    let ids = tools.engine.features()?;
    halves::seen(tools, &ids, |id, seen| match seen {
        Ok(view) => Row::of(tools, &view),
        Err(trouble) => Row::unusable(id, &trouble),
    })
}

/// How far in a reason stands that has lines of its own.
const BELOW: usize = 6;

/// What needs a person first, then what runs, then the rest.
pub fn print(rows: &[Row], out: &Out) {
    if rows.is_empty() {
        out.line("no features yet: frieze new ID --brief FILE makes one from a requirement document");
        return;
    }
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| row.standing.urgency());
    let cells: Vec<Vec<String>> = sorted
        .iter()
        .map(|row| {
            let iteration = match row.max_iterations {
                Some(max) if row.iteration > 0 => format!("{}/{max}", row.iteration),
                Some(_) | None => String::new(),
            };
            let score = row.score.map(|s| s.to_string()).unwrap_or_default();
            let harm = match row.standing.harm {
                Some(Harm::Tampered) => "tampered, ",
                Some(Harm::Damaged) => "broken, ",
                Some(Harm::Missing | Harm::Invalid) | None => "",
            };
            let needs = row.needs.map(|n| format!("{harm}needs {n}")).unwrap_or_default();
            let sign = if out.styled { sign(row) } else { "" };
            vec![sign.to_owned(), row.id.to_string(), row.state.clone(), iteration, score, needs]
        })
        .collect();
    let lines = table(&cells);
    let widest = lines.iter().map(|l| unicode_width::UnicodeWidthStr::width(l.as_str())).max().unwrap_or(0);
    // One write for the whole list: each line of its own would be a system call for each feature.
    let mut text = String::new();
    for (row, line) in sorted.iter().zip(lines) {
        let style = match row.standing.call {
            Some(Call::Decision) => Style::Bold,
            Some(Call::Tampered | Call::Repair | Call::Newer | Call::Stuck | Call::Reset) => Style::Bad,
            None if row.standing.is_sealed => Style::Good,
            Some(Call::Reason | Call::Start) | None => Style::Plain,
        };
        let room = out.width.saturating_sub(widest + 2);
        let used = unicode_width::UnicodeWidthStr::width(line.as_str());
        // Why a person is called to what went wrong is not cut: it stands below where it does not fit.
        let whole = row.reason.as_deref().filter(|_| style == Style::Bad).map(Shown::line);
        let below = whole.filter(|whole| whole.width() > room);
        let reason = row.reason.as_deref().filter(|_| room > 12 && below.is_none());
        let reason =
            reason.map(|reason| format!("{}{}", " ".repeat(widest + 2 - used), Shown::cut(reason, room)));
        let styled = out.style(style, &line);
        let _ = writeln!(text, "{styled}{}", out.style(Style::Dim, reason.as_deref().unwrap_or_default()));
        for part in below.iter().flat_map(|whole| wrapped(whole.as_str(), out.width.saturating_sub(BELOW))) {
            let _ = writeln!(text, "{}{}", " ".repeat(BELOW), out.style(Style::Dim, &part));
        }
    }
    out.raw(text.as_bytes());
    out.line("");
    out.line(&counted(&rows.iter().map(|row| row.standing).collect::<Vec<_>>()));
}

/// How many there are of each kind, in the words of the screen's header.
fn counted(all: &[Standing]) -> String {
    let count = |is: fn(&Standing) -> bool| all.iter().filter(|standing| is(standing)).count();
    let tampered = count(|standing| standing.call == Some(Call::Tampered));
    let mut told = told_calling(count(|standing| standing.calls()), tampered);
    for (count, word) in [
        (count(|standing| standing.is_at_work), "running"),
        (count(|standing| standing.call == Some(Call::Reset)), "failed"),
        (count(|standing| standing.call.is_none() && standing.is_sealed), "frozen"),
    ] {
        if count > 0 {
            // A list reads the records alone: what is frozen is not held against its marker here.
            let glanced = if word == "frozen" { " (not verified)" } else { "" };
            let _ = write!(told, " · {count} {word}{glanced}");
        }
    }
    let plural = if all.len() == 1 { "" } else { "s" };
    format!("{told} · {} feature{plural}", all.len())
}

fn sign(row: &Row) -> &'static str {
    match row.standing.call {
        Some(Call::Decision) => "◆",
        Some(Call::Tampered | Call::Repair | Call::Newer | Call::Stuck | Call::Reset) => "✗",
        Some(Call::Reason | Call::Start) => "·",
        None if row.standing.is_sealed => "✓",
        None if row.standing.is_interrupted() => "‖",
        None => "▸",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts_as_the_header_of_the_screen_does() {
        let of = |call| Standing { call, harm: None, is_sealed: false, is_at_work: false };
        let sealed = Standing { is_sealed: true, ..of(None) };
        let at_work = Standing { is_at_work: true, ..of(None) };
        let calls = [Call::Decision, Call::Tampered, Call::Reason, Call::Reset, Call::Start];
        let all: Vec<Standing> =
            calls.map(|call| of(Some(call))).into_iter().chain([sealed, at_work]).collect();
        assert_eq!(
            counted(&all),
            "3 need you (1 tampered) · 1 running · 1 failed · 1 frozen (not verified) · 7 features"
        );
        assert_eq!(counted(&[sealed]), "nothing needs you · 1 frozen (not verified) · 1 feature");
    }
}
