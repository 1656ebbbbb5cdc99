//! A change of `frieze.yaml` that gives roles to an agent. Comments and all other lines stay as they are. The new text is read
//! again, and a change that would do anything else is not made.

use serde_json::{Value, json};
use serde_saphyr::Spanned;

use super::FILE_NAME;
use super::file;
use super::positions::Outline;
use frieze_ports::Misconfigured;

/// What to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoleChange<'a> {
    /// The agent's name.
    pub name: &'a str,
    /// Its `kind`, if the file has to describe it.
    pub kind: Option<&'a str>,
    /// `generator`, `critic`.
    pub roles: &'a [&'a str],
}

impl RoleChange<'_> {
    /// The same change as lines of YAML.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.roles.iter().map(|role| format!("{role}: {}", self.name)).collect();
        if let Some(entry) = self.entry() {
            lines.push("agents:".to_owned());
            lines.push(format!("  {entry}"));
        }
        lines
    }

    fn entry(&self) -> Option<String> {
        self.kind.map(|kind| format!("{}: {{kind: {kind}}}", self.name))
    }
}

/// The text of `frieze.yaml` after a change; the same text if nothing has to change. `None` if the file is written in a way that
/// cannot be changed safely.
///
/// # Errors
/// If the file is not valid, or gives one of the roles in its long form, which comes first.
pub fn with_roles(text: &str, change: &RoleChange) -> Result<Option<String>, Misconfigured> {
    file::read(FILE_NAME, text.as_bytes())?;
    let before = value(text);
    let long = |role: &&&str| before.as_ref().is_some_and(|all| !all["roles"]["design"][**role].is_null());
    if let Some(role) = change.roles.iter().find(long) {
        let why = format!("{FILE_NAME}: roles.design.{role} comes before {role}");
        return Err(Misconfigured::new(why, format!("name {} there, or remove that line", change.name)));
    }
    let expected = expected(before.clone().unwrap_or_default(), change);
    if before.as_ref() == Some(&expected) {
        return Ok(Some(text.to_owned()));
    }
    let written = edited(text, change).filter(|new| value(new).as_ref() == Some(&expected));
    match written {
        Some(new) => file::read(FILE_NAME, new.as_bytes()).map(|_| Some(new)),
        None => Ok(None),
    }
}

/// All values of the file.
fn value(text: &str) -> Option<Value> {
    let value: Value = serde_saphyr::from_str(text).ok()?;
    Some(if value.is_null() { json!({}) } else { value })
}

/// All values after the change.
fn expected(mut value: Value, change: &RoleChange) -> Value {
    if let Some(all) = value.as_object_mut() {
        for role in change.roles {
            all.insert((*role).to_owned(), change.name.into());
        }
        if let Some(kind) = change.kind {
            let agents = all.entry("agents").or_insert_with(|| json!({}));
            if let Some(agents) = agents.as_object_mut() {
                agents.insert(change.name.to_owned(), json!({ "kind": kind }));
            }
        }
    }
    value
}

/// The edited text; `None` if a key is not where a line can be changed.
fn edited(text: &str, change: &RoleChange) -> Option<String> {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut appended = Vec::new();
    // From the last line to the first, so that the numbers of earlier lines stay right.
    let mut inserted = None;
    if let Some(entry) = change.entry() {
        match key(text, "agents") {
            None => appended.extend(["agents:".to_owned(), format!("  {entry}")]),
            Some((line, indent)) => {
                let at = lines.get(line)?;
                let rest = at.strip_prefix("agents:")?.trim();
                if !rest.is_empty() && !rest.starts_with('#') {
                    return None;
                }
                inserted = Some((line + 1, format!("{}{entry}", " ".repeat(indent))));
            }
        }
    }
    for (number, role) in change.roles.iter().enumerate() {
        match key(text, role) {
            None => appended.insert(number.min(appended.len()), format!("{role}: {}", change.name)),
            Some((line, _)) => {
                let at = lines.get_mut(line)?;
                *at = with_scalar(at, role, change.name)?;
            }
        }
    }
    if let Some((at, line)) = inserted {
        lines.insert(at, line);
    }
    if !appended.is_empty() && lines.last().is_some_and(|last| !last.trim().is_empty()) {
        lines.push(String::new());
    }
    lines.extend(appended);
    Some(lines.iter().map(|line| format!("{line}{end}")).collect())
}

/// The line of a top-level key, from 0, and the indentation of what is below it.
fn key(text: &str, name: &str) -> Option<(usize, usize)> {
    let Outline::Map(entries) = Outline::of(text)?.value else { return None };
    let (key, value): &(Spanned<String>, Spanned<Outline>) =
        entries.iter().find(|(key, _)| key.value == name)?;
    let indent = match &value.value {
        Outline::Map(below) => below
            .first()
            .map(|(key, _)| key.referenced.column())
            .and_then(|column| usize::try_from(column).ok()),
        Outline::List(_) | Outline::Leaf => None,
    };
    let line = usize::try_from(key.referenced.line()).ok()?.checked_sub(1)?;
    Some((line, indent.and_then(|column| column.checked_sub(1)).unwrap_or(2)))
}

/// A line `key: value # comment` with another value.
fn with_scalar(line: &str, key: &str, new: &str) -> Option<String> {
    let rest = line.strip_prefix(key)?.strip_prefix(':')?;
    let value = rest.trim_start();
    let spaces = rest.get(..rest.len() - value.len()).filter(|spaces| !spaces.is_empty()).unwrap_or(" ");
    let plain = value.trim_start_matches(['"', '\'']);
    let quotes = value.len() - plain.len();
    let length = plain.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(plain.len());
    let after = value.get(2 * quotes + length..)?;
    let is_end = after.is_empty() || after.starts_with(char::is_whitespace);
    (quotes <= 1 && is_end).then(|| format!("{key}:{spaces}{new}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [&str; 2] = ["generator", "critic"];

    #[track_caller]
    fn becomes(before: &str, roles: &[&str], after: &str) {
        let change = RoleChange { name: "claude", kind: Some("claude"), roles };
        let new = with_roles(before, &change).unwrap().unwrap();
        assert_eq!(new, after);
        assert_eq!(with_roles(&new, &change).unwrap().as_ref(), Some(&new), "twice");
    }

    #[test]
    fn roles_and_agent_are_added_or_replaced() {
        becomes("", &BOTH, "generator: claude\ncritic: claude\nagents:\n  claude: {kind: claude}\n");
        becomes(
            "# only comments\n# agents:\n",
            &["critic"],
            "# only comments\n# agents:\n\ncritic: claude\nagents:\n  claude: {kind: claude}\n",
        );
        becomes(
            "version: 1\ngenerator: local   # mine\nagents:   # all\n    # the small one\n    local: {kind: files}\n\n# the end",
            &BOTH,
            "version: 1\ngenerator: claude   # mine\nagents:   # all\n    claude: {kind: claude}\n    # the small one\n    \
             local: {kind: files}\n\n# the end\n\ncritic: claude\n",
        );
        becomes(
            "critic: \"built-in\"\r\nthreshold: 85\r\n",
            &BOTH,
            "critic: claude\r\nthreshold: 85\r\n\r\ngenerator: claude\r\nagents:\r\n  claude: {kind: claude}\r\n",
        );
    }

    #[test]
    fn an_agent_that_is_described_keeps_its_description() {
        let before = "agents:\n  claude: {kind: files}\n";
        let change = RoleChange { name: "claude", kind: None, roles: &["generator"] };
        assert_eq!(with_roles(before, &change).unwrap(), Some(format!("{before}\ngenerator: claude\n")));
    }

    #[test]
    fn what_cannot_be_changed_safely_is_not_changed() {
        for before in [
            "agents: {local: {kind: files}}\n",
            "{threshold: 80}\n",
            "generator: |-\n  local\nagents:\n  local: {kind: files}\n",
            "generator: >-\n  local\n",
            "generator:\n  local\n",
            "---\nthreshold: 80\n...\n",
            "generator: &who local\ncritic: *who\n",
            "\"generator\": local\n",
        ] {
            let change = RoleChange { name: "claude", kind: Some("claude"), roles: &BOTH };
            assert_eq!(with_roles(before, &change).unwrap(), None, "{before}");
        }
        let change = RoleChange { name: "claude", kind: Some("claude"), roles: &BOTH };
        assert!(with_roles("treshold: 80\n", &change).unwrap_err().what.contains("treshold"));
        let long = "roles: {design: {critic: local}}\nagents: {local: {kind: files}}\n";
        let refused = with_roles(long, &change).unwrap_err();
        assert!(refused.what.contains("roles.design.critic comes before critic"), "{refused:?}");
        let one = RoleChange { roles: &["generator"], kind: None, ..change };
        assert_eq!(with_roles(long, &one).unwrap(), Some(format!("{long}\ngenerator: claude\n")));
    }
}
