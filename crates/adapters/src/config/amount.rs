//! An amount of money in a configuration: decimal text, stored in millionths. Invalid text is an error and never replaced by a
//! default, which could lift a limit or make calls free.

use serde::{Deserialize, Serialize};

/// Decimal text with its value.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Amount {
    /// As written, because trust covers the text.
    text: String,
    micros: u64,
}

/// Text that is not an amount. The message does not repeat it, because it may be a misplaced secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an amount such as \"2.50\"")]
pub struct NotAnAmount;

impl Amount {
    /// In millionths: `2.50` is 2,500,000.
    pub fn micros(&self) -> u64 {
        self.micros
    }
}

impl TryFrom<String> for Amount {
    type Error = NotAnAmount;

    fn try_from(text: String) -> Result<Self, NotAnAmount> {
        let micros = micros(&text).ok_or(NotAnAmount)?;
        Ok(Self { text, micros })
    }
}

impl From<Amount> for String {
    fn from(amount: Amount) -> Self {
        amount.text
    }
}

fn micros(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || part.len() > 6 || !digits(whole) || !digits(part) {
        return None;
    }
    let part: u64 = format!("{part:0<6}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1_000_000)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_exactly_or_not_at_all() {
        for (text, expected) in [
            ("0", Some(0)),
            ("2.50", Some(2_500_000)),
            ("0.000001", Some(1)),
            ("15", Some(15_000_000)),
            ("0.0000001", None),
            ("-1", None),
            (".5", None),
            ("1e3", None),
            ("", None),
            ("99999999999999999999", None),
        ] {
            let read = serde_json::from_value::<Amount>(text.into());
            assert_eq!(read.as_ref().ok().map(Amount::micros), expected, "{text}");
            let written = read.ok().map(|amount| serde_json::to_value(amount).unwrap());
            assert_eq!(written, expected.map(|_| text.into()), "{text}");
        }
    }
}
