//! The delay after which a server accepts the next request: from headers, in seconds, milliseconds or as a date, or from its error.

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

use crate::web;

/// The delay in milliseconds; `None` if the server gives none. Too large values are capped at the maximum.
pub fn milliseconds(headers: &HeaderMap, error: &Value, now: Timestamp) -> Option<u64> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(ms) = header("retry-after-ms").and_then(|text| text.parse::<f64>().ok()) {
        return web::milliseconds(ms / 1000.0);
    }
    if let Some(text) = header(RETRY_AFTER.as_str()) {
        return match text.parse::<f64>() {
            Ok(seconds) => web::milliseconds(seconds),
            Err(_) => until(text, headers, now),
        };
    }
    // Google's way: {"details": [{"@type": "…RetryInfo", "retryDelay": "34.07s"}]}
    let details = error["details"].as_array().into_iter().flatten();
    let mut delays =
        details.filter_map(|detail| detail["retryDelay"].as_str()?.strip_suffix('s')?.parse().ok());
    delays.next().and_then(web::milliseconds)
}

/// The time until a date; 0 if it has passed.
fn until(text: &str, headers: &HeaderMap, now: Timestamp) -> Option<u64> {
    let at = date(text)?;
    // By the server's clock, if it sends its time: ours may differ.
    let server_time =
        headers.get(DATE).and_then(|value| value.to_str().ok()).and_then(|text| date(text.trim()));
    Some(u64::try_from(at.duration_since(server_time.unwrap_or(now)).as_millis()).unwrap_or_default())
}

fn date(text: &str) -> Option<Timestamp> {
    DateTimeParser::new().parse_timestamp(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::json;

    #[test]
    fn every_form_of_a_delay_is_understood() {
        let now: Timestamp = "2026-01-05T10:00:00Z".parse().unwrap();
        type Headers = &'static [(&'static str, &'static str)];
        let cases: [(Headers, Option<u64>); 18] = [
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
            // Longer than any number of milliseconds: "never" differs from "not given".
            (&[("retry-after", "1e300")], Some(u64::MAX)),
            (&[("retry-after", "99999999999999999999")], Some(u64::MAX)),
            (&[("retry-after", "1e17")], Some(u64::MAX)),
            (&[("retry-after-ms", "1e300"), ("retry-after", "7")], Some(u64::MAX)),
            (&[("retry-after", "-1e300")], None),
            (&[("retry-after-ms", "NaN")], None),
            (&[("retry-after", "Mon, 05 Jan 9998 10:00:00 GMT")], Some(251_572_003_200_000)),
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
        let error = json!({ "details": [{ "retryDelay": "1e300s" }] });
        assert_eq!(milliseconds(&HeaderMap::new(), &error, now), Some(u64::MAX));
    }
}
