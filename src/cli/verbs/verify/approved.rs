//! What was approved in a run of another workflow than the design, compared with its files.

use serde_json::{Value, json};

use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, Style};
use frieze_engine::Trouble;
use frieze_session::warnings::SIGN;

/// A run that was compared.
pub struct Compared {
    /// Whether everything that needs an approval has one; `None` if that is unknown.
    pub is_approved: Option<bool>,
    /// A sentence on each difference.
    pub warnings: Vec<String>,
}

impl Compared {
    /// Compares a run.
    ///
    /// # Errors
    /// If its record cannot be used.
    pub fn of(run: &NamedRun) -> Result<Self, Trouble> {
        let details = run.runs.details(&run.id)?;
        let all = details.get("warnings").and_then(Value::as_array).into_iter().flatten();
        Ok(Self {
            is_approved: details.get("approved").and_then(Value::as_bool),
            warnings: all.filter_map(Value::as_str).map(str::to_owned).collect(),
        })
    }

    /// As [`Self::of`]; a record that cannot be used is a difference too.
    pub fn of_any(run: &NamedRun) -> Self {
        let unreadable = |trouble: Trouble| Self { is_approved: None, warnings: vec![trouble.to_string()] };
        Self::of(run).unwrap_or_else(unreadable)
    }

    pub fn is_same(&self) -> bool {
        self.warnings.is_empty()
    }

    /// In the list of `verify --json`.
    pub fn as_json(&self, run: &NamedRun) -> Value {
        let problem = Some(self.warnings.join(" ")).filter(|_| !self.is_same());
        json!({ "flow": run.runs.name(), "id": run.id, "ok": self.is_same(), "problem": problem })
    }

    /// Prints it; `strict` is the command that fails because of a change, if this one does not.
    pub fn print(&self, name: &str, strict: Option<&str>, out: &Out) {
        let word = match (self.is_same(), self.is_approved) {
            (false, _) => {
                let fails = strict.map(|strict| format!("; `{strict}` fails for that"));
                format!("changed{}", fails.unwrap_or_default())
            }
            (true, Some(_)) => "nothing that was approved has changed".to_owned(),
            // Its workflow has no approvals.
            (true, None) => "nothing to compare".to_owned(),
        };
        out.line(&format!("{name}  {word}"));
        for warning in &self.warnings {
            let sign = if out.plain { SIGN } else { "" };
            let warning = warning.strip_prefix(sign).unwrap_or(warning);
            out.paragraph(Style::Notice, 4, &format!("    {warning}"));
        }
    }
}
