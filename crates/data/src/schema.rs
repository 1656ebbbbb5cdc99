//! JSON schemas of all files that frieze writes, for validating what it reads. They are compiled into the program; none is
//! loaded from disk or network.
//!
//! Generated code checks whether a document is valid. Only for an invalid one, a validator is compiled at run time to list the
//! violations.

use std::fmt;
use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::json;

/// The most violations listed for one document.
const MOST_LISTED: usize = 100;

/// One violation of a schema. Its text form is `<json-pointer>: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer (RFC 6901) of the violation; empty for the whole document.
    pub pointer: String,
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.message)
    }
}

/// One schema.
pub struct Schema {
    text: &'static str,
    is_valid: fn(&Value) -> bool,
    validator: OnceLock<jsonschema::Validator>,
}

impl Schema {
    const fn new(text: &'static str, is_valid: fn(&Value) -> bool) -> Self {
        Self { text, is_valid, validator: OnceLock::new() }
    }

    /// The validator that lists violations.
    fn validator(&self) -> &jsonschema::Validator {
        self.validator.get_or_init(|| {
            let schema: Value = serde_json::from_str(self.text).expect("a schema of our own is JSON");
            let compiled = jsonschema::options()
                .with_draft(jsonschema::Draft::Draft202012)
                .should_validate_formats(true)
                .with_pattern_options(jsonschema::PatternOptions::regex())
                .offline()
                .build(&schema);
            compiled.expect("a schema of our own compiles")
        })
    }

    /// Reads strict JSON of this schema.
    ///
    /// # Errors
    /// The first problem.
    pub fn read<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, String> {
        self.read_value(json::read(bytes).map_err(|e| e.to_string())?)
    }

    /// As [`Schema::read`], for a value from [`json::read`].
    ///
    /// # Errors
    /// The first problem.
    pub fn read_value<T: DeserializeOwned>(&self, value: Value) -> Result<T, String> {
        match self.violations(&value).first() {
            Some(violation) => Err(violation.to_string()),
            None => serde_json::from_value(value).map_err(|e| e.to_string()),
        }
    }

    /// The first violation, without the offending value, which may be a misplaced secret.
    pub fn first_masked(&self, value: &Value) -> Option<Violation> {
        if (self.is_valid)(value) {
            return None;
        }
        let error = self.validator().iter_errors(value).next()?;
        let pointer = error.instance_path().to_string();
        // For a wrong name, the name is the offending value.
        let message = if let ValidationErrorKind::PropertyNames { error } = error.kind() {
            error.masked_with("a name there").to_string()
        } else {
            describe(&error, Some("this value"))
        };
        Some(Violation { pointer, message })
    }

    /// All violations, in document order, at most a hundred.
    pub fn violations(&self, value: &Value) -> Vec<Violation> {
        if (self.is_valid)(value) {
            return Vec::new();
        }
        self.validator()
            .iter_errors(value)
            .take(MOST_LISTED)
            .map(|e| Violation { pointer: e.instance_path().to_string(), message: describe(&e, None) })
            .collect()
    }
}

/// The message of a violation. For a fixed set of values, it lists all of them. `mask` replaces the offending value.
fn describe(error: &jsonschema::ValidationError, mask: Option<&str>) -> String {
    let allowed =
        if let ValidationErrorKind::Enum { options } = error.kind() { options.as_array() } else { None };
    let Some(allowed) = allowed else {
        let message = mask.map_or_else(|| error.to_string(), |mask| error.masked_with(mask).to_string());
        return shortened(&message);
    };
    let allowed: Vec<String> = allowed.iter().map(Value::to_string).collect();
    let listed = match allowed.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        Some(_) | None => allowed.concat(),
    };
    match mask {
        Some(_) => format!("invalid value; use {listed}"),
        None => format!("{} is not one of {listed}", shortened(&error.instance().to_string())),
    }
}

/// Messages quote the offending value, which may have megabytes.
fn shortened(message: &str) -> String {
    const LONGEST: usize = 240;
    if message.chars().count() <= LONGEST {
        return message.to_owned();
    }
    let head: String = message.chars().take(LONGEST * 2 / 3).collect();
    let tail: Vec<char> = message.chars().rev().take(LONGEST / 3).collect();
    format!("{head} … {}", tail.into_iter().rev().collect::<String>())
}

macro_rules! schemas {
    ($($(#[$doc:meta])* $name:ident, $text:ident, $file:literal;)*) => { $(
        #[doc = concat!("The text of `", $file, "`.")]
        pub const $text: &str = include_str!(concat!("../", $file));

        $(#[$doc])*
        pub fn $name() -> &'static Schema {
            #[jsonschema::validator(
                path = $file,
                draft = Draft202012,
                validate_formats = true,
                // Our patterns need no look-around, and this engine takes less time.
                pattern_options = { engine = regex },
                methods = { validate = false, iter_errors = false }
            )]
            struct Made;
            static SCHEMA: Schema = Schema::new($text, Made::is_valid);
            &SCHEMA
        }
    )* };
}

schemas! {
    /// The schema of `design/intent.json`.
    intent, INTENT_TEXT, "../../schemas/design-intent.schema.json";
    /// The schema of `design/state.json`.
    state, STATE_TEXT, "../../schemas/state.schema.json";
    /// The schema of a line of `design/journal.jsonl`.
    journal_entry, JOURNAL_ENTRY_TEXT, "../../schemas/journal-entry.schema.json";
    /// The schema of `design/critique.json`.
    critique, CRITIQUE_TEXT, "../../schemas/critique.schema.json";
    /// The schema of a generator's answer in an envelope.
    design_answer, DESIGN_ANSWER_TEXT, "../../schemas/design-answer.schema.json";
    /// The schema of a generator's report.
    report, REPORT_TEXT, "../../schemas/report.schema.json";
    /// The schema of `design/feedback-done.json`.
    feedback_done, FEEDBACK_DONE_TEXT, "../../schemas/feedback-done.schema.json";
    /// The schema of a critic's answer.
    critic_answer, CRITIC_ANSWER_TEXT, "../../schemas/critic-answer.schema.json";
    /// The schema of `design/stitch.json`.
    stitch, STITCH_TEXT, "../../schemas/stitch.schema.json";
    /// The schema of `iterations/<n>/previewer-prompt.json`.
    previewer_prompt, PREVIEWER_PROMPT_TEXT, "../../schemas/previewer-prompt.schema.json";
    /// The schema of `iterations/<n>/previewer-answer.json`.
    previewer_answer, PREVIEWER_ANSWER_TEXT, "../../schemas/previewer-answer.schema.json";
    /// The schema of `frieze.yaml`.
    config, CONFIG_TEXT, "../../schemas/config.schema.json";
    /// The schema of the user's `trusted.json`.
    trusted, TRUSTED_TEXT, "../../schemas/trusted.schema.json";
    /// The schema of `looked.json`, the user's read marks.
    read_marks, READ_MARKS_TEXT, "../../schemas/looked.schema.json";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Validators ignore unknown keywords, such as `requird`.
    #[test]
    fn our_schemas_have_only_keywords_of_the_draft() {
        const KNOWN: &[&str] = &[
            "$schema",
            "$id",
            "$defs",
            "$ref",
            "title",
            "description",
            "type",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "prefixItems",
            "enum",
            "const",
            "pattern",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "format",
            "oneOf",
            "anyOf",
            "examples",
            "default",
            "$comment",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "uniqueItems",
            "if",
            "then",
            "else",
            "not",
            "allOf",
        ];
        fn walk(schema: &Value, path: &str) {
            let Some(object) = schema.as_object() else {
                return;
            };
            for (key, value) in object {
                assert!(KNOWN.contains(&key.as_str()), "{path}: unknown keyword {key}");
                match key.as_str() {
                    "properties" | "$defs" => {
                        for (name, sub) in value.as_object().expect("an object of schemas") {
                            walk(sub, &format!("{path}/{key}/{name}"));
                        }
                    }
                    "items" | "additionalProperties" | "propertyNames" | "if" | "then" | "else" | "not" => {
                        walk(value, &format!("{path}/{key}"));
                    }
                    "oneOf" | "anyOf" | "allOf" | "prefixItems" => {
                        for sub in value.as_array().expect("a list of schemas") {
                            walk(sub, &format!("{path}/{key}"));
                        }
                    }
                    _ => {}
                }
            }
        }
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas")).unwrap() {
            let path = entry.unwrap().path();
            let schema: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            jsonschema::meta::validate(&schema).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            walk(&schema, &path.display().to_string());
        }
    }
}
