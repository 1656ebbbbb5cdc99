//! Holder of a lease for people. The lease file has `process 7 on desk, since TIME: frieze run cart`.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::tui::view::time_text;

/// The parsed text of a lease file.
struct Holder<'a> {
    /// `process 7 on desk`.
    process: &'a str,
    since: Option<Timestamp>,
    /// The words after the program's name; empty for a screen.
    command: &'a str,
}

impl<'a> Holder<'a> {
    fn of(by: &'a str) -> Option<Self> {
        let (who, command) = by.split_once(": frieze")?;
        let (process, since) = who.split_once(", since ").map_or((who, None), |(p, since)| (p, Some(since)));
        let since = since.and_then(|since| DateTime::strptime("%Y-%m-%d %H:%M:%S UTC", since).ok());
        let since = since.and_then(|since| since.to_zoned(TimeZone::UTC).ok()).map(|at| at.timestamp());
        Some(Self { process, since, command: command.trim() })
    }

    fn named(&self) -> String {
        match self.command {
            "" => "another frieze screen".to_owned(),
            command => format!("`frieze {command}`"),
        }
    }
}

/// `another frieze screen (process 7 on desk)`. Other texts are unchanged.
pub fn describe(by: &str) -> String {
    Holder::of(by).map_or_else(|| by.to_owned(), |holder| format!("{} ({})", holder.named(), holder.process))
}

/// As [`describe`], with the local time since when it holds the lease.
pub fn describe_since(by: &str, now: Timestamp, zone: &TimeZone) -> String {
    let Some(holder) = Holder::of(by) else { return by.to_owned() };
    let begun = if holder.command.is_empty() { "open since" } else { "since" };
    let since = holder.since.map(|at| format!(", {begun} {}", time_text::moment(at, now, zone)));
    format!("{} ({}{})", holder.named(), holder.process, since.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_named_with_its_local_time() {
        let now: Timestamp = "2026-11-22T13:40:00Z".parse().unwrap();
        let zone = TimeZone::fixed(jiff::tz::offset(2));
        let check = |by: &str, short: &str, long: &str| {
            assert_eq!((describe(by).as_str(), describe_since(by, now, &zone).as_str()), (short, long));
        };
        check(
            "process 7 on desk, since 2026-11-22 13:27:29 UTC: frieze",
            "another frieze screen (process 7 on desk)",
            "another frieze screen (process 7 on desk, open since 15:27)",
        );
        check(
            "process 7 on desk, since 2026-11-21 09:00:00 UTC: frieze run cart",
            "`frieze run cart` (process 7 on desk)",
            "`frieze run cart` (process 7 on desk, since 21 Nov 11:00)",
        );
        let (untimed, odd) = ("process 7 on desk, since never: frieze run", "it does not say who");
        check(untimed, "`frieze run` (process 7 on desk)", "`frieze run` (process 7 on desk)");
        check(odd, odd, odd);
    }
}
