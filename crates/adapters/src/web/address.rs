//! Addresses in messages.

/// An address without user, password and query, because each may contain a key; also several in one word.
pub fn without_secrets(url: &str) -> String {
    let (mut shown, mut rest) = match url.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None => (String::new(), url),
    };
    // Another address may follow, for example after a comma; the one in a query is hidden with it.
    while let Some((one, next)) = rest.split_once("://").filter(|(one, _)| !one.contains(['?', '#'])) {
        shown += &after_scheme(one);
        shown += "://";
        rest = next;
    }
    shown + &after_scheme(rest)
}

fn after_scheme(rest: &str) -> String {
    let (mut host, mut path) = split_host(rest);
    // A password with an unescaped slash: then the part after the colon is not a port.
    let is_port = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if host.rsplit_once(':').is_some_and(|(_, port)| !is_port(port) && !port.ends_with(']'))
        && let Some((_, after)) = rest.rsplit_once('@')
    {
        (host, path) = split_host(after);
    }
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    format!("{host}{}", path.split(['?', '#']).next().unwrap_or_default())
}

/// Splits an address before its path, query or fragment.
fn split_host(rest: &str) -> (&str, &str) {
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    rest.split_at_checked(end).unwrap_or((rest, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_secrets() {
        for (url, shown) in [
            ("https://api.openai.com/v1", "https://api.openai.com/v1"),
            ("https://me:sk-1@host:8080/v1?key=sk-2#sk-3", "https://host:8080/v1"),
            ("http://a@b@c", "http://c"),
            ("me:sk-1@host/x", "host/x"),
            ("http://h?key=sk", "http://h"),
            ("", ""),
            ("http://me:sk/1@host:80/v1", "http://host:80/v1"),
            ("http://me:sk?1#2@host:80/v1?k", "http://host:80/v1"),
            ("http://[::1]:80/@me", "http://[::1]:80/@me"),
            ("http://[::1]/@me", "http://[::1]/@me"),
            ("https://host:8080/@scope/x", "https://host:8080/@scope/x"),
            ("http://a:1@h/x,http://b:2@i,https://c:3@j:80/y?k", "http://h/x,http://i,https://j:80/y"),
            ("http://a:1@h:80,http://b:2@i", "http://h:80,http://i"),
            ("http://h/x?to=http://b:2@i", "http://h/x"),
        ] {
            assert_eq!(without_secrets(url), shown, "{url}");
        }
    }
}
