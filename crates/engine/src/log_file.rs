//! Texts that steps append to logs of their flow. The record says where each begins, so that an interruption neither loses nor
//! repeats one.

use frieze_data::path::RelPath;
use frieze_kernel::{Append, Appended, journal};
use frieze_ports::{Store, StoreError};

/// Where these texts will be, for the record.
///
/// # Errors
/// If a log cannot be measured.
pub fn planned(store: &dyn Store, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
    let mut planned: Vec<Appended> = Vec::new();
    for Append { path, text } in appends {
        let before = planned.iter().rfind(|one| one.log == path.as_str());
        let at = match before {
            Some(one) => one.at.saturating_add(one.text.len() as u64),
            None => store.read_end(path, 0)?.map_or(0, |(length, _)| length),
        };
        planned.push(Appended { log: path.to_string(), at, text: text.clone() });
    }
    Ok(planned)
}

/// Completes the texts of a step that was interrupted before its journal lines.
///
/// # Errors
/// If a log cannot be read or written.
pub fn complete(store: &dyn Store, logs: &[RelPath], appended: &[Appended]) -> Result<(), StoreError> {
    for Appended { log, at, text } in appended.iter().filter(|one| !one.text.is_empty()) {
        let Some(path) = logs.iter().find(|path| path.as_str() == log) else { continue };
        let (bytes, text) = (store.read(path, journal::LARGEST)?.unwrap_or_default(), text.as_bytes());
        let at = usize::try_from(*at).unwrap_or(usize::MAX).min(bytes.len());
        let (before, after) = bytes.split_at(at);
        if after.windows(text.len()).any(|part| part == text) {
            // A killed process may have written it without a sync.
            store.append(path, b"")?;
        } else if is_torn(after, text) {
            store.replace(&[(path.clone(), [before, text].concat())])?;
        } else {
            // Another program wrote there.
            store.append(path, text)?;
        }
    }
    Ok(())
}

/// Whether these bytes are what an interruption leaves of a text: its beginning, with zeros for what the disk did not write.
fn is_torn(bytes: &[u8], text: &[u8]) -> bool {
    bytes.len() <= text.len() && bytes.iter().zip(text).all(|(found, due)| found == due || *found == 0)
}
