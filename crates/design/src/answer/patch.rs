//! Patches against the previous design (RFC 6902), applied whole or not at all. How much a hostile patch copies, and how deep
//! it nests, is bounded.

use json_patch::{Patch, PatchOperation};
use serde_json::Value;

use frieze_data::json;
use frieze_data::schema::Violation;

/// The most operations of a patch.
pub const MOST: usize = 10_000;
/// The largest design that can be patched, in bytes: each operation may move all elements of a list.
const LARGEST: usize = 1024 * 1024;
/// How much all copies and moves may carry, in values.
const CARRIED: usize = 1_000_000;
/// The same, in bytes of text.
const CARRIED_BYTES: usize = 16 * 1024 * 1024;

/// The previous design with a patch applied.
///
/// # Errors
/// One violation, with the pointer of the operation in the answer.
pub fn apply(operations: &Value, previous: &[u8]) -> Result<Value, Vec<Violation>> {
    let refused = |at: Option<usize>, message: String| {
        let pointer = at.map_or_else(|| "/patch".to_owned(), |at| format!("/patch/{at}"));
        vec![Violation { pointer, message }]
    };
    if operations.as_array().is_some_and(|operations| operations.len() > MOST) {
        return Err(refused(None, format!("more than {MOST} operations: answer with the whole design")));
    }
    if previous.len() > LARGEST {
        let message = "the previous design is too large to be patched: answer with the whole design";
        return Err(refused(None, message.to_owned()));
    }
    let mut design = json::read(previous)
        .map_err(|e| refused(None, format!("the previous design cannot be read: {e}")))?;
    let Patch(operations) = serde_json::from_value(operations.clone())
        .map_err(|e| refused(None, format!("not a patch as in RFC 6902: {e}")))?;
    let mut budget = CopyBudget::default();
    for (at, operation) in operations.iter().enumerate() {
        budget.allows(operation, &design).map_err(|message| refused(Some(at), message))?;
        json_patch::patch_unsafe(&mut design, std::slice::from_ref(operation))
            .map_err(|e| refused(Some(at), format!("{:?}: {}", operation.path().to_string(), e.kind)))?;
    }
    Ok(design)
}

/// How much the operations so far copied and moved.
#[derive(Default)]
struct CopyBudget {
    values: usize,
    bytes: usize,
}

impl CopyBudget {
    /// Whether an operation may be applied; the error says why not.
    fn allows(&mut self, operation: &PatchOperation, design: &Value) -> Result<(), String> {
        let path = operation.path();
        if path.is_root() && !matches!(operation, PatchOperation::Test(_)) {
            return Err(
                "the whole design cannot be replaced by a patch: answer with the whole design".to_owned()
            );
        }
        let (value, is_carried) = match operation {
            PatchOperation::Add(op) => (Some(&op.value), false),
            PatchOperation::Replace(op) => (Some(&op.value), false),
            PatchOperation::Copy(op) => (Some(found(design, op.from.as_str())?), true),
            PatchOperation::Move(op) => (Some(found(design, op.from.as_str())?), true),
            PatchOperation::Remove(_) | PatchOperation::Test(_) => (None, false),
        };
        let Some(value) = value else { return Ok(()) };
        let mut depth = 0;
        self.weigh(value, 1, &mut depth, is_carried)?;
        if path.tokens().count() + depth > json::DEEPEST {
            return Err(format!("{:?}: nested deeper than {}", path.to_string(), json::DEEPEST));
        }
        Ok(())
    }

    /// Counts copied values and measures the depth, which never exceeds [`json::DEEPEST`].
    fn weigh(&mut self, value: &Value, level: usize, depth: &mut usize, counts: bool) -> Result<(), String> {
        *depth = level.max(*depth);
        if counts {
            self.values += 1;
            self.bytes += value.as_str().map_or(0, str::len);
            if self.values > CARRIED || self.bytes > CARRIED_BYTES {
                return Err("the patch copies and moves too much: answer with the whole design".to_owned());
            }
        }
        match value {
            Value::Array(items) => items.iter().try_for_each(|v| self.weigh(v, level + 1, depth, counts)),
            Value::Object(fields) => fields.iter().try_for_each(|(key, v)| {
                self.bytes += if counts { key.len() } else { 0 };
                self.weigh(v, level + 1, depth, counts)
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
        }
    }
}

fn found<'d>(design: &'d Value, from: &str) -> Result<&'d Value, String> {
    if from.is_empty() {
        return Err("the whole design cannot be copied or moved into itself".to_owned());
    }
    design.pointer(from).ok_or_else(|| format!("{from:?} is not in the previous design"))
}
