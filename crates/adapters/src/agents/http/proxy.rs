//! The proxy used for a request, for error messages: people often forget that there is one.

use std::net::IpAddr;

use super::endpoint::Endpoint;
use crate::web::without_secrets;

/// The proxy between us and a server, without its password, and its source: the definition, or a variable that the HTTP client
/// reads.
pub fn in_use(
    configured: Option<&str>,
    endpoint: &Endpoint,
    variable: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    if let Some(proxy) = configured {
        return Some(format!("the proxy {}", without_secrets(proxy)));
    }
    let first = |names: [&'static str; 2]| {
        let set = names.into_iter().find_map(|name| variable(name).map(|value| (name, value)));
        set.filter(|(_, value)| !value.trim().is_empty())
    };
    let own = match endpoint.scheme() {
        "https" => first(["HTTPS_PROXY", "https_proxy"]),
        _ => first(["HTTP_PROXY", "http_proxy"]),
    };
    let (name, proxy) = own.or_else(|| first(["ALL_PROXY", "all_proxy"]))?;
    let exceptions = first(["NO_PROXY", "no_proxy"]).map(|(_, list)| list).unwrap_or_default();
    let is_bypassed = endpoint.is_loopback() || is_exception(&exceptions, endpoint.host());
    (!is_bypassed).then(|| format!("the proxy {} ({name})", without_secrets(proxy.trim())))
}

/// Whether a list of exceptions contains a host. If it has address ranges, any address may be excepted.
fn is_exception(list: &str, host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']').to_lowercase();
    let address: Option<IpAddr> = host.parse().ok();
    list.split(',').map(str::trim).filter(|entry| !entry.is_empty()).any(|entry| match address {
        Some(address) => entry.contains('/') || entry.parse() == Ok(address),
        None => {
            let domain = entry.trim_start_matches('.').to_lowercase();
            domain == "*" || host == domain || host.ends_with(&format!(".{domain}"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::dialect::Dialect;
    use super::*;

    #[test]
    fn a_proxy_in_use_is_named() {
        let dead = ("HTTPS_PROXY", "http://me:canary@proxy.example:3128");
        let shown = Some("the proxy http://proxy.example:3128 (HTTPS_PROXY)");
        for (url, variables, expected) in [
            ("https://api.example/v1", &[dead][..], shown),
            ("https://api.example/v1", &[dead, ("NO_PROXY", "other.example, .example.org")], shown),
            ("https://api.example/v1", &[dead, ("no_proxy", "api.example")], None),
            ("https://api.example/v1", &[dead, ("NO_PROXY", ".example")], None),
            ("https://api.example/v1", &[dead, ("NO_PROXY", "*")], None),
            ("https://10.0.0.9/v1", &[dead, ("NO_PROXY", "10.0.0.0/8")], None),
            ("https://127.0.0.1:8080/v1", &[dead], None),
            ("http://api.example/v1", &[dead], None),
            ("https://api.example/v1", &[("HTTPS_PROXY", "")], None),
            (
                "http://api.example/v1",
                &[("all_proxy", "p.example:80")],
                Some("the proxy p.example:80 (all_proxy)"),
            ),
        ] {
            let endpoint = Endpoint::of(Dialect::Openai, Some(url)).expect("an address");
            let variable = |name: &str| {
                variables.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(in_use(None, &endpoint, variable).as_deref(), expected, "{url}: {variables:?}");
        }
        let here = Endpoint::of(Dialect::Openai, Some("http://localhost:1/v1")).expect("an address");
        let own = in_use(Some("http://p.example:1"), &here, |_| None);
        assert_eq!(own.as_deref(), Some("the proxy http://p.example:1"));
    }
}
