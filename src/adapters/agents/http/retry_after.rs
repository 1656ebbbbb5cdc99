//! When a server wants to be asked again: in headers, in seconds, milliseconds or as a date, or in its error.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

/// In how many milliseconds; `None` where the server does not say.
pub fn milliseconds(headers: &HeaderMap, error: &Value, now: Timestamp) -> Option<u64> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(ms) = header("retry-after-ms").and_then(|text| text.parse::<f64>().ok()) {
        return whole(ms / 1000.0);
    }
    if let Some(text) = header(RETRY_AFTER.as_str()) {
        return text.parse::<f64>().ok().map_or_else(
            || {
                let date = date(text)?;
                // By the server's clock, where it tells the time: ours may be another.
                let now = header(DATE.as_str()).and_then(self::date).unwrap_or(now);
                Some(u64::try_from(date.duration_since(now).as_millis()).unwrap_or_default())
            },
            whole,
        );
    }
    // Google's way: {"details": [{"@type": "…RetryInfo", "retryDelay": "34.07s"}]}
    let details = error["details"].as_array().into_iter().flatten();
    let mut delays =
        details.filter_map(|detail| detail["retryDelay"].as_str()?.strip_suffix('s')?.parse().ok());
    delays.next().and_then(whole)
}

fn date(text: &str) -> Option<Timestamp> {
    DateTimeParser::new().parse_timestamp(text).ok()
}

/// Seconds as milliseconds; what is no time is none.
fn whole(seconds: f64) -> Option<u64> {
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    u64::try_from(time.as_nanos().div_ceil(1_000_000)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::json;

    #[test]
    fn every_way_of_saying_when_is_understood() {
        let now: Timestamp = "2026-01-05T10:00:00Z".parse().unwrap();
        type Headers = &'static [(&'static str, &'static str)];
        let cases: [(Headers, Option<u64>); 11] = [
            (&[], None),
            (&[("retry-after", "7")], Some(7000)),
            (&[("retry-after", "0")], Some(0)),
            (&[("retry-after", "1.5")], Some(1500)),
            (&[("retry-after-ms", "250"), ("retry-after", "7")], Some(250)),
            (&[("retry-after", "Mon, 05 Jan 2026 10:00:30 GMT")], Some(30_000)),
            (&[("retry-after", "Mon, 05 Jan 2026 09:00:00 GMT")], Some(0)),
            (
                &[
                    ("retry-after", "Mon, 05 Jan 2026 12:00:30 GMT"),
                    ("date", "Mon, 05 Jan 2026 12:00:00 GMT"),
                ],
                Some(30_000),
            ),
            (&[("retry-after", "soon")], None),
            (&[("retry-after", "-5")], None),
            (&[("retry-after", "NaN")], None),
        ];
        for (headers, expected) in cases {
            let map: HeaderMap = headers
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
                .collect();
            assert_eq!(milliseconds(&map, &Value::Null, now), expected, "{headers:?}");
        }
        let error = json!({ "details": [{ "@type": "x" }, { "retryDelay": "34.07s" }] });
        assert_eq!(milliseconds(&HeaderMap::new(), &error, now), Some(34_070));
    }
}
