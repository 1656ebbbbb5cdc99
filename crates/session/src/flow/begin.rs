//! `new`: the words of a session's beginning, and its standards bundle. "Created at init, immutable."

use std::collections::BTreeSet;

use frieze_data::digest::Digest;
use frieze_kernel::{BUILT_IN, By, NoteKind, Refusal, Step};
use serde_json::json;

use super::built_in;
use super::turn::{Stepped, Turn};
use crate::frozen_design;
use crate::phase::Work;
use crate::record::Record;
use crate::standards;
use frieze_data::fields::Json;

/// The most keys of a context, and the longest key or value in bytes.
const MOST_KEYS: usize = 100;
const LONGEST: usize = 4_000;
const CONTEXT: &str = "context.";

/// Makes the session: its bundle is written, and hashed as the standards of the session.
///
/// # Errors
/// A word that is none of the known ones, a profile that does not exist, context that it misses, and built-in agents without a
/// feature.
pub(super) fn begin(fresh: Record, words: &[String], text: Option<&str>, turn: &Turn<'_>) -> Stepped {
    let hint = "frieze session new --help";
    let refuse = |why: String| Refusal::new("new", why, hint);
    let bundle = text.ok_or_else(|| refuse("a session begins with its standards bundle".to_owned()))?;
    if bundle.len() > standards::LARGEST {
        return Err(refuse(format!("the standards bundle has more than {} bytes", standards::LARGEST)));
    }
    let mut record = Record::new(fresh.session_id, turn.facts.now);
    let mut keys = BTreeSet::new();
    for word in words {
        let (key, value) =
            word.split_once('=').ok_or_else(|| refuse(format!("{word:.100?} is no KEY=VALUE")))?;
        let is_long = key.len().max(value.len()) > LONGEST;
        if is_long || value.is_empty() || !keys.insert(key) || keys.len() > MOST_KEYS {
            return Err(refuse(format!("{key:.100}: repeated, blank, or longer than {LONGEST} bytes")));
        }
        put(&mut record, key, value).map_err(refuse)?;
    }
    let profile = turn.facts.terms.profile(&record.profile)?;
    profile.config.check(&record.context).map_err(refuse)?;
    let has_built_in = Work::ALL.iter().any(|work| record.provider(*work) == BUILT_IN);
    if has_built_in && let Err(why) = built_in::feature(&record) {
        return Err(refuse(why.to_owned()));
    }
    let bytes = bundle.as_bytes().to_vec();
    let hash = Digest::of(&bytes);
    record.standards_hash = Some(hash);
    record.metadata.frieze.design = match frozen_design::verified(&record, turn.facts) {
        Ok(design) => design,
        Err(refusal) if has_built_in => return Err(refusal),
        // The first step refuses it, which a person can correct until then.
        Err(_) => None,
    };
    let text = format!("session begun with profile {}", record.profile);
    let step = Step::to(record, By::Human).write(turn.files.standards(), bytes);
    Ok(step.note(NoteKind::Order, text, json!({ "standards": hash.to_string(), "words": words })))
}

fn put(record: &mut Record, key: &str, value: &str) -> Result<(), String> {
    let text = Json::Text(value.to_owned());
    if Work::ALL.iter().any(|work| work.role() == key) {
        record.providers.set(key, text);
    } else if key == "profile" {
        value.clone_into(&mut record.profile);
    } else if key == "feature" {
        let feature = value.parse().map_err(|why| format!("feature: {why}"))?;
        record.metadata.frieze.feature = Some(feature);
    } else {
        let name = key.strip_prefix(CONTEXT).filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| format!("{key:.100?} is no key of a session"))?;
        record.context.set(name, text);
    }
    Ok(())
}
