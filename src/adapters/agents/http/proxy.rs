//! The proxy that a request goes through, to be named where nothing answers: it is seldom thought of.

use std::net::IpAddr;

use super::super::described::without_secrets;
use super::endpoint::Endpoint;

/// The proxy between us and a server, without its password, and who names it: the definition, or a variable as the client
/// reads it.
pub fn between(
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
    let goes_past = endpoint.is_loopback() || excepts(&exceptions, endpoint.host());
    (!goes_past).then(|| format!("the proxy {} that {name} names", without_secrets(proxy.trim())))
}

/// Whether a list of exceptions has a host. Where it has ranges of addresses, any address may be meant.
fn excepts(list: &str, host: &str) -> bool {
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
    fn a_proxy_is_named_where_it_is_in_between() {
        let dead = ("HTTPS_PROXY", "http://me:canary@proxy.example:3128");
        let told = Some("the proxy http://proxy.example:3128 that HTTPS_PROXY names");
        for (url, variables, expected) in [
            ("https://api.example/v1", &[dead][..], told),
            ("https://api.example/v1", &[dead, ("NO_PROXY", "other.example, .example.org")], told),
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
                Some("the proxy p.example:80 that all_proxy names"),
            ),
        ] {
            let endpoint = Endpoint::of(Dialect::Openai, Some(url)).expect("an address");
            let variable = |name: &str| {
                variables.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(between(None, &endpoint, variable).as_deref(), expected, "{url}: {variables:?}");
        }
        let here = Endpoint::of(Dialect::Openai, Some("http://localhost:1/v1")).expect("an address");
        let own = between(Some("http://p.example:1"), &here, |_| None);
        assert_eq!(own.as_deref(), Some("the proxy http://p.example:1"));
    }
}
