//! `frieze session new`.

use super::FLOW;
use crate::cli::args::NewSession;
use crate::cli::named_run::{NamedRun, workflow};
use crate::cli::out::{Out, remark};
use crate::cli::run_report::print;
use crate::cli::verbs::status::run_design;
use crate::cli::{Context, End, Ended, Stop, id};
use frieze_data::id::FeatureId;
use frieze_engine::{InspectDepth, Runs};
use frieze_kernel::files::Home;
use frieze_kernel::{BUILT_IN, Event, Need, Order, Role};
use frieze_session::record::MANUAL;

/// The most sessions of one name that a new one is numbered after.
const MOST_NUMBERED: u32 = 10_000;

pub fn new(context: &Context, args: &NewSession, out: &Out) -> Ended {
    let runs = workflow(context, FLOW)?;
    let sessions = runs.as_ref();
    let profile = args.profile.as_deref().or_else(|| context.configured("session.defaultProfile"));
    let profile = profile.unwrap_or_default().to_owned();
    let feature = args.feature.as_deref().map(id).transpose()?;
    let id = match &args.id {
        Some(given) => id(given)?,
        None => free(sessions, feature.as_ref().map_or(profile.as_str(), FeatureId::as_str))?,
    };
    if let Some(feature) = &feature
        && !context.design().exists(feature)?
    {
        return Err(context.design().no_such_feature(feature).into());
    }
    for name in &context.unknown_names {
        remark(&format!("{name} is set but ignored: no setting has that name"));
    }
    let pairs: Vec<(&str, &str)> =
        args.context.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let bundle = (context.standards)(&profile, &pairs)?;
    let roles = [
        ("planner", &args.planner),
        ("generator", &args.generator),
        ("reviewer", &args.reviewer),
        ("reviser", &args.reviser),
    ];
    let roles = roles.map(|(role, given)| {
        let key = format!("roles.{FLOW}.{role}");
        match given.as_deref().or_else(|| context.configured(&key)) {
            name if given.is_some() => (role, format!("--{role}"), name),
            name => (role, key, name),
        }
    });
    if let Some(feature) = &feature {
        check_frozen(context, feature, roles.iter().any(|(_, _, name)| *name == Some(BUILT_IN)))?;
    }
    for (role, setting, name) in &roles {
        let agent = name.filter(|name| ![MANUAL, BUILT_IN].contains(name));
        if let Some(agent) = agent
            && let Err(fault) = context.agents.for_request(Some(agent), Role(role))
        {
            return Err(Stop::refused(
                format!("{setting} {agent}: {}", fault.in_words()),
                "`frieze doctor` shows the agents",
            ));
        }
    }
    let words = std::iter::once(format!("profile={profile}"))
        .chain(feature.iter().map(|feature| format!("feature={feature}")))
        .chain(roles.iter().filter_map(|(role, _, name)| Some(format!("{role}={}", (*name)?))))
        .chain(pairs.iter().map(|(key, value)| format!("context.{key}={value}")));
    let order = Order::Verb { verb: "new", words: words.collect(), text: Some(bundle) };
    let session = NamedRun { runs: runs.clone(), id, is_design: false };
    let begun = sessions.begin(&session.id, &Event::Ordered(order));
    let view = begun.map_err(|trouble| session.stop(trouble))?;
    print(sessions, &view, args.json, out)?;
    Ok(End::Done)
}

/// Only a frozen design goes into prompts: without one the built-in agents cannot work, and everyone else should know it.
fn check_frozen(context: &Context, feature: &FeatureId, has_built_in: bool) -> Result<(), Stop> {
    let home = Home::of(feature);
    if context.store.kind_of(&home.marker())?.is_some() {
        return Ok(());
    }
    let needs = context.design().inspect(feature, InspectDepth::Schema).ok().and_then(|seen| seen.view.needs);
    let reset =
        if needs == Some(Need::Reset) { format!("`frieze reset {feature}`, ") } else { String::new() };
    let run = run_design(context, feature);
    let first = format!("freeze it first ({reset}`{run}`, then `frieze approve {feature}`)");
    if has_built_in {
        return Err(Stop::refused(
            format!("{feature} has no frozen design, and the built-in agents need one"),
            format!("{first}, or leave out --feature and name other agents"),
        ));
    }
    remark(&format!(
        "⚠️  {feature} has no frozen design, so no prompt quotes it: {first}, or leave out --feature"
    ));
    Ok(())
}

/// The first free id `<name>-<n>`.
fn free(sessions: &dyn Runs, name: &str) -> Result<FeatureId, Stop> {
    let taken = sessions.features()?;
    let candidates = (1..MOST_NUMBERED).map(|number| format!("{name}-{number}"));
    let mut free = candidates.filter_map(|text| text.parse().ok()).filter(|id| !taken.contains(id));
    free.next().ok_or_else(|| Stop::refused(format!("no id after {name} is free"), "give the session an id"))
}
