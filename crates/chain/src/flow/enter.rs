//! The verbs of a person. "Skills produce artifacts; commands manage the loop."

use std::collections::BTreeSet;

use frieze_data::path::{RelPath, number_in};
use frieze_data::text::lossy;
use frieze_design::frozen::{self, Unusable};
use frieze_kernel::{By, FileState, Files, NoteKind, Order, Refusal, Step};
use serde_json::json;

use super::record::{Active, Player, Question, QuestionKind, Record};
use super::sheets::{is_theirs, is_unfrozen, stale};
use super::table::{ChainPhase, VERBS, entered, first, leave_first, no_such_order, refused};
use super::turn::{Stepped, Turn, Work, inputs};
use super::{ends, gate, players, rounds, view};
use crate::files::ChainFiles;
use crate::meta::update_phase_state;
use crate::offline::without_index;
use crate::phase::{FeaturePhase, Transition, prerequisite, validate_transition};

/// What a person said about a phase: answers to its questions, and a document of their own.
#[derive(Default, PartialEq)]
pub(super) struct Said<'a> {
    answers: BTreeSet<&'a str>,
    document: Option<&'a str>,
}

impl<'a> Said<'a> {
    fn of(words: &'a [String], document: Option<&'a str>) -> Result<Self, Refusal> {
        if let Some(word) = words.iter().find(|word| !gate::ALL.contains(&word.as_str())) {
            let hint = format!("use {}", gate::ALL.join(", "));
            return Err(Refusal::new("word", format!("{word:.100?} is no answer that a phase takes"), hint));
        }
        Ok(Self { answers: words.iter().map(String::as_str).collect(), document })
    }

    /// One answer alone.
    pub(super) fn one(answer: &'a str) -> Self {
        Self { answers: BTreeSet::from([answer]), document: None }
    }

    fn has(&self, answer: &str) -> bool {
        self.answers.contains(answer)
    }

    /// Whether the person said one of these, or brought a document.
    fn has_any(&self, answers: &[&str]) -> bool {
        self.document.is_some() || answers.iter().any(|answer| self.has(answer))
    }
}

/// The phase that an order is about, for what is read before it.
pub(super) fn target(record: &Record, order: &Order) -> Option<FeaturePhase> {
    let asked = || record.own.question.as_ref().map(|question| question.phase);
    match order {
        Order::Start | Order::Verb { verb: "next", .. } => asked().or_else(|| Some(next(record))),
        Order::Verb { verb, .. } => entered(verb).or_else(asked),
        Order::Stop { .. } | Order::Reset { .. } | Order::Explain { .. } | Order::Attempt { .. } => None,
    }
}

/// The phase that comes next: the one that stopped halfway, or the one after the furthest.
pub(super) fn next(record: &Record) -> FeaturePhase {
    let stopped = record.own.active.as_ref().map(|active| active.phase);
    let stopped = stopped.filter(|phase| record.meta.phase(*phase).is_partial());
    let furthest = record.meta.furthest();
    let after = || FeaturePhase::all().find(|phase| Some(*phase) > furthest);
    stopped.or_else(after).unwrap_or(FeaturePhase::Finish)
}

pub(super) fn ordered(record: Record, order: &Order, turn: &Turn<'_>) -> Stepped {
    if let Order::Verb { verb: "start", words, .. } = order {
        return ends::start(record, words, turn);
    }
    if !record.is_made() {
        let why = format!("{} has no chain yet", record.id);
        return Err(Refusal::new("no-chain", why, view::next_command(&record)));
    }
    if record.own.state.is_over() {
        return Err(refused(&record, "over", "it has ended; new work is a new feature"));
    }
    match order {
        Order::Stop { reason } => stopped(record, reason),
        Order::Start => to_next(record, &Said::default(), turn),
        Order::Verb { verb: "next", words, text } => {
            to_next(record, &Said::of(words, text.as_deref())?, turn)
        }
        Order::Verb { verb: "finish", words, .. } => ends::finish(record, words, turn),
        Order::Verb { verb: "leave", .. } => stopped(record, "left"),
        Order::Verb { verb: verb @ ("accept" | "address"), .. } => {
            answered(record, verb, &Said::one(verb), turn)
        }
        Order::Verb { verb, words, text } => match entered(verb) {
            Some(target) => command(record, target, &Said::of(words, text.as_deref())?, turn),
            None => Err(no_such_order(&record, verb)),
        },
        Order::Attempt { what } => {
            let refusal = refused(&record, "no-question", &format!("no open question has the answer {what}"));
            let next = view::with_files(&record, Some(&turn.facts.terms), turn.facts).next_command;
            Err(Refusal { hint: next.unwrap_or(refusal.hint), ..refusal })
        }
        Order::Reset { .. } | Order::Explain { .. } => Err(no_such_order(&record, order.verb())),
    }
}

/// Goes on, with what the next phase cannot begin without; a run that is under way or waits for a person is left as it is.
fn to_next(record: Record, said: &Said<'_>, turn: &Turn<'_>) -> Stepped {
    let waits = record.own.state != ChainPhase::Ready && !is_settled(&record, turn.facts);
    if waits && *said == Said::default() {
        return unchanged(record, turn);
    }
    let target = target(&record, &Order::Start).unwrap_or(FeaturePhase::Finish);
    let (is_plain, is_end) = (*said == Said::default(), target == FeaturePhase::Finish);
    match check(&record, target, turn.facts.terms.session_needs_design, turn.facts) {
        Err((Some(first), _)) if is_plain => command(record, first, said, turn),
        Err((_, refusal)) if is_end => Err(refusal),
        Ok(_) if is_end => Err(refused(&record, "finish", "all phases are completed; say how it ends")),
        Err(_) | Ok(_) => command(record, target, said, turn),
    }
}

/// A run that waits for another one goes on waiting, unless that one is lost.
fn unchanged(record: Record, turn: &Turn<'_>) -> Stepped {
    players::player_run(&record).map_or(Ok(()), |run| run.check(&record, turn.facts))?;
    Ok(Step::same(record))
}

/// `frieze chain <phase>`: answers the open question, or enters the phase.
fn command(record: Record, target: FeaturePhase, said: &Said<'_>, turn: &Turn<'_>) -> Stepped {
    if let Some(question) = &gate::open_question(&record).cloned() {
        if question.phase != target {
            return Err(refused(&record, "question", "a question is open; answer it, or leave it"));
        }
        return match said.answers.iter().copied().find(|word| gate::answers(question, word)) {
            Some(word) => answered(record, word, said, turn),
            None if is_settled(&record, turn.facts) => go_on(record, question, said, turn),
            None if said.document.is_some() => Err(unanswered(question)),
            None => Ok(Step::same(record)),
        };
    }
    if record.under_way().is_some_and(|active| active.phase != target) {
        return Err(leave_first(&record, "another phase is under way"));
    }
    // Nothing was interrupted while another workflow plays the phase, and an open request goes on.
    if record.own.asking.is_some() && *said == Said::one("continue")
        || *said == Said::default() && players::player_run(&record).is_some()
    {
        return unchanged(record, turn);
    }
    if players::player_run(&record).is_some() && !said.has_any(&["continue", "fresh", "review"]) {
        return Err(refused(&record, "no-question", "it goes on waiting: no question is open"));
    }
    enter(record, target, said, turn)
}

/// How a phase is entered, or why not, and the phase that comes first, unless files have to be restored.
type Checked<T = Transition> = Result<T, (Option<FeaturePhase>, Refusal)>;

/// What comes after the design needs it as it was approved, and a session may need it frozen.
pub(super) fn check_design(record: &Record, needs_frozen: bool, files: &dyn Files) -> Checked<()> {
    let changed = |found: Unusable| {
        (None, Refusal { hint: found.hint, ..refused(record, "design-changed", &found.why) })
    };
    let why = match frozen::hash(&record.id, None, files).map_err(changed)? {
        None if is_unfrozen(record, files) => "its design is not frozen any more",
        None if needs_frozen => "the built-in agents of its session need a frozen design",
        None | Some(_) => return Ok(()),
    };
    let hint = first(record, FeaturePhase::Design);
    Err((Some(FeaturePhase::Design), Refusal { hint, ..refused(record, "unfrozen", why) }))
}

/// Validates that a phase is entered. Of what it lacks, the earliest is named: what makes the others may need that.
pub(super) fn check(record: &Record, to: FeaturePhase, needs_frozen: bool, files: &dyn Files) -> Checked {
    let path = |phase: FeaturePhase| ChainFiles::of(&record.id).artifact(phase);
    // "Artifacts are looked up on disk".
    let is_there = |phase: &FeaturePhase| path(*phase).is_some_and(|path| files.has(&path));
    let needed = prerequisite(to).map(|(needed, _)| needed).filter(is_there);
    let transition = validate_transition(record.meta.furthest(), to, &needed.into_iter().collect());
    let checked = if let Transition::Blocked(needed, why) = transition {
        Err((Some(needed), Refusal::new("blocked", why, first(record, needed))))
    } else {
        Ok(transition)
    };
    if to > FeaturePhase::Design && !(to == FeaturePhase::Implement && checked.is_err()) {
        check_design(record, needs_frozen && to == FeaturePhase::Implement, files)?;
    }
    checked
}

/// Enters a phase: validates the transition, checks for a partial phase, and begins.
fn enter(record: Record, target: FeaturePhase, said: &Said<'_>, turn: &Turn<'_>) -> Stepped {
    let active = record.own.active.as_ref().filter(|active| active.phase == target);
    let takes_theirs = said.has("continue") && is_theirs(&record, target, turn.facts);
    let needs_frozen = turn.facts.terms.session_needs_design && !takes_theirs && !said.has_any(&["review"]);
    let transition = check(&record, target, needs_frozen, turn.facts).map_err(|(_, refusal)| refusal)?;
    if let Transition::Warning(why) = transition
        && !said.has("proceed")
        && active.is_none()
    {
        return ask(record, QuestionKind::Skip, target, why, said);
    }
    if let Some(why) = unusable_text(target, turn) {
        let hint = format!("put a text in its place, then frieze chain {} {}", target.name(), record.id);
        return Err(Refusal { hint, ..refused(&record, "unreadable", &why) });
    }
    let spec = turn.files.artifact(FeaturePhase::Specify).map(|spec| ("take-spec", spec));
    let mut texts = std::iter::once(("keep-brief", turn.files.home.brief())).chain(spec);
    if let Some((word, path)) = texts.find(|(word, path)| said.has(word) && !turn.facts.has(path)) {
        return Err(refused(&record, "no-text", &format!("{path} is missing, so --{word} cannot be done")));
    }
    // A later round revises design.md, and makes no design.
    let is_later = active.is_some_and(|active| active.iteration > 1) && said.has("continue");
    if !said.has_any(&["continue", "fresh", "review"])
        && let Some(why) = partial(&record, target, turn)
    {
        return ask(record, QuestionKind::Partial, target, why, said);
    }
    if target == FeaturePhase::Design
        && !is_later
        && !turn.facts.terms.by_agent.contains(&target)
        && !said.has_any(&["review", "take-spec", "keep-brief"])
        && differ(&turn.files, turn.facts)
    {
        let why = "brief.md and spec.md differ, and the design is made from brief.md. Take spec.md as the brief, or keep it?";
        return ask(record, QuestionKind::Brief, target, why.to_owned(), said);
    }
    begin(record, target, said, turn)
}

/// Why a phase cannot be made from its texts, or its artifact not be read: something else has the name of one of them.
fn unusable_text(target: FeaturePhase, turn: &Turn<'_>) -> Option<String> {
    if let FileState::Unreadable(why) = turn.artifact(target) {
        return Some(why.clone());
    }
    let needed = prerequisite(target).and_then(|(needed, _)| turn.files.artifact(needed));
    inputs(&turn.files, target).iter().find_map(|path| match turn.facts.at(path) {
        FileState::Unreadable(why) => Some(why.clone()),
        FileState::Bytes(bytes) if bytes.contains(&0) || std::str::from_utf8(bytes).is_err() => {
            Some(format!("{path} is no text in UTF-8"))
        }
        FileState::Bytes(bytes) if Some(path) == needed.as_ref() && bytes.trim_ascii().is_empty() => {
            Some(format!("{path} is empty"))
        }
        FileState::Bytes(_) | FileState::Absent => None,
    })
}

/// Why a person is asked how the phase goes on.
fn partial(record: &Record, target: FeaturePhase, turn: &Turn<'_>) -> Option<String> {
    let (file, name) = (target.artifact()?, target.name());
    if record.meta.phase(target).is_partial() {
        let how = format!("Continue, begin fresh, or review {file} as it is?");
        return Some(format!("{name} was started and not completed. {how}"));
    }
    let what = if record.known(target).is_some() { "was edited since" } else { "is unknown to the chain" };
    let (open, all) = ends::open_tasks(turn);
    // What is checked off is a person's, and would be lost.
    let is_checked = target == FeaturePhase::CreateTasks && open < all;
    (is_checked || is_theirs(record, target, turn.facts))
        .then(|| format!("{file} {what}. Continue with it, begin fresh, or review it as it is?"))
}

fn ask(mut record: Record, kind: QuestionKind, of: FeaturePhase, text: String, said: &Said<'_>) -> Stepped {
    let answered = said.answers.iter().map(|answer| (*answer).to_owned()).collect();
    let question = Question { kind, phase: of, text: text.clone(), answered, opened: 0 };
    if said.document.is_some() {
        return Err(unanswered(&question));
    }
    (record.own.problem, record.own.asking) = (None, None);
    open(&mut record, question);
    Ok(Step::to(record, By::Human).note(NoteKind::Order, text, json!({ "phase": of })))
}

/// The refusal of a document without an answer to a question: it would be lost.
fn unanswered(question: &Question) -> Refusal {
    let is_verb = |word: &str| VERBS.iter().any(|verb| verb.name == word);
    let flags = gate::ALL.iter().filter(|word| gate::answers(question, word) && !is_verb(word));
    let flags = flags.map(|flag| format!("--{flag}")).collect::<Vec<_>>().join(" or ");
    Refusal::new("question", question.text.as_str(), format!("answer with {flags} together with --from"))
}

/// Leaves a question open for a person.
pub(super) fn open(record: &mut Record, question: Question) {
    let opened = record.own.revision.saturating_add(1);
    record.own.state = ChainPhase::Asking;
    record.own.question = Some(Question { opened, ..question });
}

fn begin(mut record: Record, target: FeaturePhase, said: &Said<'_>, turn: &Turn<'_>) -> Stepped {
    let rounds = turn.facts.list(&turn.files.rounds(target));
    let rounds = rounds.map_err(|why| refused(&record, "unreadable", &why))?;
    let last = rounds.iter().filter_map(|(name, _)| number_in(name)).max();
    let session = players::continued(&record, target, turn.facts).filter(|_| said.has("continue"));
    let stopped = record.own.active.take().filter(|active| active.phase == target);
    let was_partial = record.meta.phase(target).is_partial();
    let is_fresh = said.has("fresh");
    let reviews = said.has("review") && !is_fresh;
    let continues = said.has("continue") && !is_fresh && !reviews;
    let goes_on = stopped.as_ref().filter(|_| continues || reviews);
    let most = record.meta.mode().max_iterations();
    let iteration = goes_on.map_or(1, |active| active.iteration.min(most));
    let base = turn.digest(target);
    // To continue a completed phase is to go on from its document.
    let is_theirs = continues && base.is_some() && (!was_partial || is_theirs(&record, target, turn.facts));
    let active = Active {
        phase: target,
        iteration,
        folder: last.unwrap_or(0).saturating_add(1),
        prior: goes_on.and_then(|active| rounds::last_review(active, turn)),
        entered: turn.facts.now,
        producer: if is_theirs || reviews { Player::Person } else { Player::BuiltIn },
        reviewer: Player::BuiltIn,
        is_final: false,
        attempt: 1,
        base,
        reviewed: None,
        is_fresh,
        changes: String::new(),
        is_ready: false,
        has_begun: session.as_ref().is_some_and(|session| session.has_begun),
        session: session.filter(|_| continues).map(|session| session.id),
        inputs: turn.input_hashes(target),
    };
    let stale = if stale(&record, target, turn.facts).is_some() { "; it had become stale" } else { "" };
    record.own.history_of = record.own.history_of.filter(|_| iteration > 1);
    record.own.active = Some(active);
    (record.own.question, record.own.outcome, record.own.problem) = (None, None, None);
    if !was_partial || is_fresh {
        update_phase_state(&mut record.meta, target, &[("started", json!(turn.facts.now))]);
    }
    let work = Work::of(record, turn)?;
    let step = match said.document {
        Some(text) => rounds::begin_with(work, text),
        None if reviews => rounds::review_as_it_is(work)?,
        None => rounds::begin_round(work, By::Human, said.has("take-spec"), None)?,
    };
    let note = format!("{} entered{stale}", target.name());
    Ok(step.note(NoteKind::Order, note, json!({ "phase": target.name(), "iteration": iteration })))
}

/// Whether brief and specification differ in more than the index.
fn differ(paths: &ChainFiles, files: &dyn Files) -> bool {
    let text = |path: Option<RelPath>| path.and_then(|path| Some(lossy(files.state(&path).bytes()?)));
    let both = text(Some(paths.home.brief())).zip(text(paths.artifact(FeaturePhase::Specify)));
    both.is_some_and(|(brief, spec)| brief.trim_end() != without_index(&spec).trim_end())
}

/// Whether the open question is about a difference that is gone.
pub(super) fn is_settled(record: &Record, files: &dyn Files) -> bool {
    let is_about_brief = |question: &Question| question.kind == QuestionKind::Brief;
    gate::open_question(record).is_some_and(is_about_brief) && !differ(&ChainFiles::of(&record.id), files)
}

/// Enters the phase of a question, with the answers to all of its questions so far.
fn go_on(mut record: Record, asked: &Question, said: &Said<'_>, turn: &Turn<'_>) -> Stepped {
    record.own.question = None;
    let answers = asked.answered.iter().map(String::as_str).chain(said.answers.iter().copied());
    enter(record, asked.phase, &Said { answers: answers.collect(), document: said.document }, turn)
}

/// Answers the open question with one of its words, which is among what was said.
pub(super) fn answered(record: Record, word: &str, said: &Said<'_>, turn: &Turn<'_>) -> Stepped {
    let question = gate::open_question(&record).filter(|question| gate::answers(question, word)).cloned();
    let Some(question) = question else {
        return Err(refused(&record, "no-question", &format!("there is nothing to {word}")));
    };
    match word {
        "leave" => stopped(record, "left"),
        "accept" => Ok(rounds::accepted(Work::of(record, turn)?)),
        "address" => rounds::addressed(Work::of(record, turn)?),
        _ => {
            let step = go_on(record, &question, said, turn)?;
            Ok(step.note(NoteKind::Decision, format!("{word}: {}", question.text), json!({ "choice": word })))
        }
    }
}

/// Withdraws what is under way. The phase of the feature stays started and not completed.
fn stopped(mut record: Record, reason: &str) -> Stepped {
    let is_asked = record.own.state == ChainPhase::Asking;
    if !record.own.state.is_under_way() && !is_asked {
        let why = "nothing is under way, so there is nothing to stop";
        return Err(refused(&record, "nothing-under-way", why));
    }
    (record.own.state, record.own.question) = (ChainPhase::Ready, None);
    let unread = record.own.asking.take().zip(record.own.active.as_ref()).map(|(number, active)| {
        let round = ChainFiles::of(&record.id).round(active.phase, active.folder);
        format!("an answer in {} is not read any more", round.numbered("exchange-", number, ""))
    });
    let goes_on = (NoteKind::Paused, "stopped; a phase that has begun can be continued");
    let (kind, note) = if is_asked { (NoteKind::Decision, "left without an answer") } else { goes_on };
    let step = Step::to(record, By::Human).note(kind, note, json!({ "reason": reason }));
    Ok(unread.into_iter().fold(step, |step, unread| step.note(NoteKind::Artifact, unread, json!({}))))
}
