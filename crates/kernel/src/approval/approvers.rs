//! The file of approvers, in the format of `allowed_signers` ("ALLOWED SIGNERS" in ssh-keygen(1)), read strictly.
//!
//! Times without `Z` are UTC; ssh-keygen uses the machine's zone. Certificate authorities are refused.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use ssh_key::PublicKey;
use ssh_key::public::KeyData;

use super::NAMESPACE;

/// The largest such file that is read, in bytes.
pub const LARGEST: usize = 1024 * 1024;

/// ssh-keygen compares no more bytes of names.
const LONGEST_NAMES: usize = 1_023;

/// The lines of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approvers(Vec<Line>);

/// One line: names, purposes, validity and key.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    principals: String,
    namespaces: Option<String>,
    after: Option<Timestamp>,
    before: Option<Timestamp>,
    key: KeyData,
}

/// Why a key may not approve under a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Denied {
    /// No line has the key.
    UnknownKey,
    /// Its lines have other names.
    OtherName,
    /// Its lines are for other purposes.
    OtherNamespace,
    /// Its lines were not valid at that time.
    OtherTime,
}

impl Approvers {
    /// Reads the file.
    ///
    /// # Errors
    /// The first invalid line, with its number. Ignoring it would drop a rule.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = |(number, line)| Line::read(line).map_err(|why| format!("line {number}: {why}"));
        lines.map(read).collect::<Result<_, _>>().map(Self)
    }

    /// Checks that a key may approve under a name at a time.
    ///
    /// # Errors
    /// Why it may not.
    pub fn admit(&self, key: &KeyData, name: &str, at: Timestamp) -> Result<(), Denied> {
        let mut denied = Denied::UnknownKey;
        for line in self.0.iter().filter(|line| line.key == *key) {
            denied = if !matches(&line.principals, name) {
                Denied::OtherName
            } else if line.namespaces.as_ref().is_some_and(|list| !matches(list, NAMESPACE)) {
                Denied::OtherNamespace
            } else if line.after.is_some_and(|after| at < after)
                || line.before.is_some_and(|before| at >= before)
            {
                Denied::OtherTime
            } else {
                return Ok(());
            };
        }
        Err(denied)
    }
}

impl Line {
    fn read(line: &str) -> Result<Self, String> {
        let (principals, rest) = field(line)?;
        if principals.is_empty() || principals.len() > LONGEST_NAMES {
            return Err(format!("it names nobody, or has more than {LONGEST_NAMES} bytes of names"));
        }
        // The options are optional.
        if let Ok(key) = key(rest) {
            return Ok(Self { principals, namespaces: None, after: None, before: None, key });
        }
        let (options, rest) = option_field(rest)?;
        let key = key(rest)?;
        let mut line = Self { principals, namespaces: None, after: None, before: None, key };
        for option in options {
            let (name, value) = option.split_once('=').unwrap_or((&option, ""));
            let quoted = || value.strip_prefix('"')?.strip_suffix('"').filter(|value| !value.contains('"'));
            let value = || quoted().ok_or_else(|| format!("the value of {name} is to be in quotation marks"));
            let is_twice = match name.to_ascii_lowercase().as_str() {
                "namespaces" => line.namespaces.replace(value()?.to_owned()).is_some(),
                "valid-after" => line.after.replace(time(value()?)?).is_some(),
                "valid-before" => line.before.replace(time(value()?)?).is_some(),
                "cert-authority" => {
                    return Err("frieze reads no certificates; list the keys themselves".to_owned());
                }
                other => return Err(format!("the option {other:?} is unknown")),
            };
            if is_twice {
                return Err(format!("the option {name} is there twice"));
            }
        }
        if line.after.zip(line.before).is_some_and(|(after, before)| before <= after) {
            return Err("valid-before is not later than valid-after".to_owned());
        }
        Ok(line)
    }
}

/// The first field of a line, which may be quoted, and the rest.
fn field(line: &str) -> Result<(String, &str), String> {
    let (field, rest) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or("a quotation is not closed")?,
        None => line.split_once([' ', '\t']).ok_or("it has no key")?,
    };
    Ok((field.to_owned(), rest.trim_start()))
}

/// Options, separated by commas outside of quotations, and the rest.
fn option_field(text: &str) -> Result<(Vec<String>, &str), String> {
    let (mut options, mut option, mut is_quoted) = (Vec::new(), String::new(), false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                options.push(std::mem::take(&mut option));
                continue;
            }
            ' ' | '\t' if !is_quoted => {
                options.push(option);
                return Ok((options, text.get(at..).unwrap_or_default().trim_start()));
            }
            _ => {}
        }
        option.push(c);
    }
    Err("it has no key".to_owned())
}

fn key(text: &str) -> Result<KeyData, String> {
    // A comment may follow the key.
    let mut words = text.split_ascii_whitespace();
    let (kind, base64) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    PublicKey::from_openssh(&format!("{kind} {base64}"))
        .map(|key| key.key_data().clone())
        .map_err(|e| format!("its key cannot be read ({e}); write TYPE BASE64, as in the .pub file"))
}

/// `YYYYMMDD` or `YYYYMMDDHHMM[SS]`, with or without `Z`.
fn time(text: &str) -> Result<Timestamp, String> {
    let wrong = || format!("{text:?} is no time; write YYYYMMDD or YYYYMMDDHHMM[SS], with Z for UTC");
    let digits = text.strip_suffix('Z').unwrap_or(text);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || !matches!(digits.len(), 8 | 12 | 14) {
        return Err(wrong());
    }
    let padded = format!("{digits:0<14}");
    let number = |from: usize, to: usize| padded.get(from..to).and_then(|part| part.parse::<i16>().ok());
    let small = |from: usize| number(from, from + 2).and_then(|n| i8::try_from(n).ok());
    let parts = (number(0, 4), small(4), small(6), small(8), small(10), small(12));
    let (Some(year), Some(month), Some(day), Some(hour), Some(minute), Some(second)) = parts else {
        return Err(wrong());
    };
    let civil = DateTime::new(year, month, day, hour, minute, second, 0).map_err(|_| wrong())?;
    let time = TimeZone::UTC.to_timestamp(civil).map_err(|_| wrong())?;
    if time.as_second() >= 0 { Ok(time) } else { Err(wrong()) }
}

/// Whether a name is matched by a list of patterns, as ssh matches it: `*` and `?`, and `!` before one that refuses.
fn matches(list: &str, name: &str) -> bool {
    let mut is_matched = false;
    for pattern in list.split(',') {
        let (refuses, pattern) =
            pattern.strip_prefix('!').map_or((false, pattern), |pattern| (true, pattern));
        if matches_one(pattern, name) {
            if refuses {
                return false;
            }
            is_matched = true;
        }
    }
    is_matched
}

fn matches_one(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // The last `*` and how much of the name it took: only that one is retried.
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || Some(c) == name.get(n) => (p, n) = (p + 1, n + 1),
            Some(_) | None => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    (p, n) = (at + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(p).all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti";
    const OTHER: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA6rWI3G1sz07DnfFlrouTcysQlj2P+jpNSOEWD9OJ3X";

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_key_approves_under_its_names_for_its_purposes_while_it_is_valid() {
        let now = at("2026-06-01T00:00:00Z");
        let key_of = |text: &str| key(text).unwrap();
        let cases: [(&str, &str, Result<(), Denied>); 17] = [
            (&format!("ada {KEY}"), "ada", Ok(())),
            (&format!("ada@example.org {KEY} a comment \"with\" anything"), "ada@example.org", Ok(())),
            (&format!("\"Ada Lovelace <ada@example.org>\" {KEY}"), "Ada Lovelace <ada@example.org>", Ok(())),
            (&format!("# who\n\n eve {OTHER}\n ada {KEY}\n"), "ada", Ok(())),
            (&format!("*@example.org {KEY}"), "ada@example.org", Ok(())),
            (&format!("eve,a?a {KEY}"), "ada", Ok(())),
            (&format!("ada namespaces=\"git,frieze\" {KEY}"), "ada", Ok(())),
            (&format!("ada valid-after=\"20260101\",valid-before=\"20270101Z\" {KEY}"), "ada", Ok(())),
            (&format!("ada namespaces=\"git\" {KEY}\nada {KEY}"), "ada", Ok(())),
            (&format!("eve {KEY}"), "ada", Err(Denied::OtherName)),
            (&format!("*,!ada {KEY}"), "ada", Err(Denied::OtherName)),
            (&format!("Ada {KEY}"), "ada", Err(Denied::OtherName)),
            (&format!("ada namespaces=\"git\" {KEY}"), "ada", Err(Denied::OtherNamespace)),
            (&format!("ada valid-before=\"20260601\" {KEY}"), "ada", Err(Denied::OtherTime)),
            (&format!("ada valid-after=\"202606010001Z\" {KEY}"), "ada", Err(Denied::OtherTime)),
            (&format!("ada {OTHER}"), "ada", Err(Denied::UnknownKey)),
            ("", "ada", Err(Denied::UnknownKey)),
        ];
        for (file, name, expected) in cases {
            let approvers = Approvers::read(file.as_bytes()).unwrap_or_else(|why| panic!("{file}: {why}"));
            assert_eq!(approvers.admit(&key_of(KEY), name, now), expected, "{file}");
        }
    }

    #[test]
    fn a_line_that_cannot_be_used_is_refused_with_its_number() {
        for (line, why) in [
            ("ada", "it has no key"),
            (KEY, "it has no key"),
            ("ada ssh-ed25519 AAAA", "its key cannot be read"),
            (&format!("\"ada {KEY}"), "a quotation is not closed"),
            (&format!("ada cert-authority {KEY}"), "certificates"),
            (&format!("ada namespace=\"frieze\" {KEY}"), "\"namespace\" is unknown"),
            (&format!("ada valid-after=\"soon\" {KEY}"), "is no time"),
            (&format!("ada valid-after=\"19690101Z\" {KEY}"), "is no time"),
            (&format!("ada namespaces=frieze {KEY}"), "in quotation marks"),
            (&format!("ada namespaces=\"\"\"frieze\"\"\" {KEY}"), "in quotation marks"),
            (&format!("ada namespaces=\"git\",namespaces=\"frieze\" {KEY}"), "is there twice"),
            (&format!("ada valid-after=\"20260102\",valid-before=\"20260101\" {KEY}"), "is not later"),
            (&format!("{} {KEY}", "a".repeat(1_024)), "bytes of names"),
            (&format!("ada valid-after=\"20261301\" {KEY}"), "is no time"),
        ] {
            let error = Approvers::read(format!("# one\n{line}\n").as_bytes()).expect_err(line);
            assert!(error.starts_with("line 2: ") && error.contains(why), "{line}: {error}");
        }
        assert!(Approvers::read(b"\xff").is_err());
    }

    #[test]
    fn patterns_match_as_those_of_ssh_do() {
        for (pattern, name, expected) in [
            ("*", "", true),
            ("", "", true),
            ("a*c*", "abbbc", true),
            ("a*b", "aXbXb", true),
            ("*.org,!*evil*", "ada@example.org", true),
            ("*.org,!*evil*", "evil.org", false),
            ("a?", "a", false),
            ("a", "ab", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
        // A naive search would never end.
        assert!(!matches(&"*a".repeat(40), &"a".repeat(39)));
    }
}
