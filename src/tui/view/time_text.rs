//! Times and ages for people, in a given time zone.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// A time: of today without the day, else with it.
pub fn moment(at: Timestamp, now: Timestamp, zone: &TimeZone) -> String {
    let (there, now) = (at.to_zoned(zone.clone()), now.to_zoned(zone.clone()));
    if there.date() == now.date() {
        there.strftime("%H:%M").to_string()
    } else if there.year() == now.year() {
        there.strftime("%-d %b %H:%M").to_string()
    } else {
        dated(at, zone)
    }
}

/// A time with its day and year, for records.
pub fn dated(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%-d %b %Y %H:%M").to_string()
}

/// An age: `41 s`, `14 min`, `3 h`, `12 days`. Under a minute, seconds are shown only if `moves`, so that an idle feature need
/// not be drawn every second.
pub fn ago(since: Timestamp, now: Timestamp, moves: bool) -> String {
    let seconds = now.as_second().saturating_sub(since.as_second()).max(0);
    match seconds {
        0..60 if moves => format!("{seconds} s"),
        0..60 => "just now".to_owned(),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..86_400 => format!("{} h", seconds / 3_600),
        86_400..172_800 => "1 day".to_owned(),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// An age in at most three columns, for lists: `now`, `41s`, `14m`, `3h`, `12d`, `20w`, `3y`.
pub fn age(since: Timestamp, now: Timestamp, moves: bool) -> String {
    let seconds = now.as_second().saturating_sub(since.as_second()).max(0);
    match seconds {
        0..60 if moves => format!("{seconds}s"),
        0..60 => "now".to_owned(),
        60..3_600 => format!("{}m", seconds / 60),
        3_600..86_400 => format!("{}h", seconds / 3_600),
        86_400..8_640_000 => format!("{}d", seconds / 86_400),
        8_640_000..60_480_000 => format!("{}w", seconds / 604_800),
        _ => format!("{}y", seconds / 31_557_600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_short_and_idle_features_show_no_seconds() {
        let start: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let after = |seconds: i64| Timestamp::from_second(start.as_second() + seconds).unwrap();
        let check = |seconds: i64, moves: bool, short: &str, long: &str| {
            assert_eq!(age(start, after(seconds), moves), short);
            assert_eq!(ago(start, after(seconds), moves), long);
        };
        check(-5, false, "now", "just now");
        check(59, false, "now", "just now");
        check(41, true, "41s", "41 s");
        check(60, true, "1m", "1 min");
        check(7_300, false, "2h", "2 h");
        check(90_000, false, "1d", "1 day");
        check(99 * 86_400, false, "99d", "99 days");
        check(100 * 86_400, false, "14w", "100 days");
        check(999 * 86_400, false, "2y", "999 days");
        check(5_000 * 86_400, false, "13y", "5000 days");
    }

    #[test]
    fn a_time_of_another_day_shows_the_day() {
        let zone = TimeZone::fixed(jiff::tz::offset(2));
        let now: Timestamp = "2026-11-21T22:30:00Z".parse().unwrap();
        let check = |at: &str, text: &str| assert_eq!(moment(at.parse().unwrap(), now, &zone), text);
        check("2026-11-21T22:05:00Z", "00:05");
        check("2026-11-21T12:05:00Z", "21 Nov 14:05");
        check("2025-01-02T12:05:00Z", "2 Jan 2025 14:05");
    }
}
