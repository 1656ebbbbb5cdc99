//! Makes a foreign page inert: only elements, texts and inline styles of allow-lists remain, and nothing that runs,
//! sends a request or leaves its frame. Style sheets and classes are removed: a sheet would affect the rest of the
//! page.

use std::collections::{HashMap, HashSet};

use ammonia::Builder;
use frieze_data::text::is_hidden;

/// The largest page that is read, and the largest that may remain of it, in bytes.
const LARGEST: usize = 2 * 1024 * 1024;
const MOST_LEFT: usize = 1024 * 1024;
/// How deep elements may be nested: a parser's work grows with the square of the depth.
const DEEPEST: usize = 400;

const TAGS: &str = "article aside b blockquote br button caption code dd details div dl dt em fieldset figcaption figure \
     footer h1 h2 h3 h4 h5 h6 header hr i input label legend li main nav ol option p pre s section select \
     small span strong sub summary sup table tbody td textarea tfoot th thead tr u ul";

/// Elements that are removed with everything in them.
const GONE: &str = "script style template noscript noembed noframes iframe frame frameset object embed applet svg math \
     audio video canvas map portal head title xmp plaintext";

const STYLES: &str = "align-items background-color border-color border-radius border-style border-width color display flex \
     flex-direction flex-wrap font-size font-style font-weight gap grid-template-columns justify-content \
     letter-spacing line-height max-width min-width padding padding-bottom padding-left padding-right \
     padding-top text-align text-transform white-space width";

/// A foreign page after it was made inert. Only [`Inert::of`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Inert(String);

impl Inert {
    /// Makes a page inert.
    pub(super) fn of(html: &str) -> Result<Self, String> {
        if html.len() > LARGEST {
            return Err(format!("it has {} bytes, and {LARGEST} are read", html.len()));
        }
        if nested_deeper_than(html, DEEPEST) {
            return Err(format!("its elements stand in each other more than {DEEPEST} deep"));
        }
        let clean = cleaner().clean(html).to_string();
        let seen: String = clean.chars().map(|c| if acts_unseen(c) { '\u{fffd}' } else { c }).collect();
        if seen.len() > MOST_LEFT {
            return Err(format!("{} bytes are left of it, and {MOST_LEFT} are kept", seen.len()));
        }
        if seen.chars().all(|c| c.is_whitespace() || c == '\u{fffd}') {
            return Err("nothing is left of it that can be shown".to_owned());
        }
        Ok(Self(seen))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

fn cleaner() -> Builder<'static> {
    let attributes: HashMap<&str, HashSet<&str>> = HashMap::from([
        ("input", HashSet::from(["placeholder", "value", "checked"])),
        ("textarea", HashSet::from(["placeholder", "rows"])),
        ("option", HashSet::from(["selected"])),
        ("td", HashSet::from(["colspan", "rowspan"])),
        ("th", HashSet::from(["colspan", "rowspan", "scope"])),
        ("details", HashSet::from(["open"])),
    ]);
    // A button of this type cannot submit a form.
    let set = HashMap::from([("button", HashMap::from([("type", "button")]))]);
    let kinds =
        HashSet::from(["text", "checkbox", "radio", "search", "number", "range", "date", "time", "password"]);
    let values = HashMap::from([("input", HashMap::from([("type", kinds)]))]);
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.split(' ').collect())
        .clean_content_tags(GONE.split(' ').collect())
        .tag_attributes(attributes)
        .tag_attribute_values(values)
        .set_tag_attribute_values(set)
        .generic_attributes(HashSet::from(["style", "title"]))
        .generic_attribute_prefixes(HashSet::new())
        .url_schemes(HashSet::new())
        .url_relative(ammonia::UrlRelative::Deny)
        .link_rel(None)
        .strip_comments(true)
        .filter_style_properties(STYLES.split(' ').collect())
        // A function in a value may send a request, or be unknown to this program.
        .attribute_filter(|_, name, value| match name {
            "style" => Some(plain_style(value).into()),
            _ => Some(value.into()),
        });
    builder
}

/// The declarations of an inline style that are a plain property and a plain value.
fn plain_style(style: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || " #%.,-!".contains(c);
    let declarations = style.split(';').filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        let known =
            STYLES.split(' ').any(|style| style == name) && value.chars().all(plain) && value.len() <= 80;
        (known && !value.is_empty()).then(|| format!("{name}:{value}"))
    });
    declarations.collect::<Vec<_>>().join(";")
}

/// Whether a character is invisible and changes what is visible. Selectors are part of emoji.
fn acts_unseen(c: char) -> bool {
    is_hidden(c) && !matches!(c, '\n' | '\t' | '\u{fe0e}' | '\u{fe0f}')
}

/// Whether elements are nested deeper than this. An end tag that does not match the innermost open element closes
/// nothing, so that the depth is never underestimated.
fn nested_deeper_than(html: &str, most: usize) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        let end = rest.strip_prefix('/');
        let tag = end.unwrap_or(rest);
        let length = tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(tag.len());
        let (name, after) = tag.split_at(length);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        if end.is_some() {
            if open.last().is_some_and(|top| top.eq_ignore_ascii_case(name)) {
                open.pop();
            }
            continue;
        }
        let is = |names: &str| names.split(' ').any(|known| name.eq_ignore_ascii_case(known));
        if is("area base br col embed hr img input link meta source track wbr") {
            continue;
        }
        // The text of these elements is not markup.
        if is("script style") {
            let close = format!("</{}", name.to_ascii_lowercase());
            rest = match find_ignoring_case(after, &close) {
                Some(at) => after.get(at..).unwrap_or_default(),
                None => "",
            };
            open.push(name);
        } else {
            open.push(name);
            rest = after;
            let drawn = is("path circle rect line polyline polygon ellipse use stop");
            let tag_end = after.find('>').unwrap_or(after.len());
            if drawn && after.get(..tag_end).is_some_and(|tag| tag.ends_with('/')) {
                open.pop();
            }
        }
        if open.len() > most {
            return true;
        }
    }
    false
}

fn find_ignoring_case(text: &str, lower: &str) -> Option<usize> {
    text.match_indices("</")
        .map(|(at, _)| at)
        .find(|at| text.get(*at..at + lower.len()).is_some_and(|found| found.eq_ignore_ascii_case(lower)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_requests_are_removed_and_visible_content_stays() {
        for (html, expected) in [
            ("<h1>Cart</h1><script>x()</script>", Some("<h1>Cart</h1>")),
            ("<p onclick=x()>a</p>", Some("<p>a</p>")),
            ("<a href=http://x>go</a>", Some("go")),
            (
                "<form action=//x><button formaction=//y>Pay</button></form>",
                Some("<button type=\"button\">Pay</button>"),
            ),
            ("<p style=\"color:red;background:url(//x)\">a</p>", Some("<p style=\"color:red\">a</p>")),
            (
                "<p style=\"color:red;position:fixed;width:expression(1)\">a</p>",
                Some("<p style=\"color:red\">a</p>"),
            ),
            ("<p style=\"color:\\75rl(//x)\">a</p>", Some("<p style=\"\">a</p>")),
            ("<style>@import url(//x);</style><b>x</b>", Some("<b>x</b>")),
            ("<svg><style><img src=//x></style></svg><i>y</i>", Some("<i>y</i>")),
            ("<math><mtext><table><mglyph><style><img src=x onerror=y>", None),
            ("<img src=//x alt=a>", None),
            ("<input type=image src=//x>", Some("<input>")),
            ("<p id=hash class=facts>a&#x202e;b</p>", Some("<p>a\u{fffd}b</p>")),
            ("", None),
        ] {
            assert_eq!(Inert::of(html).ok().as_ref().map(Inert::as_str), expected, "{html}");
        }
    }

    #[test]
    fn a_page_that_would_take_long_is_not_read() {
        let deep = [
            "<div>".repeat(200_000),
            (0..100_000).map(|i| format!("<p><b a={i}>")).collect(),
            "<div></x>".repeat(100_000),
            "<path/ a>".repeat(100_000),
            "x".repeat(LARGEST + 1),
        ];
        for html in deep {
            assert!(Inert::of(&html).is_err(), "{}", html.get(..20).unwrap_or_default());
        }
        assert!(Inert::of(&"<div>a<br></div>".repeat(20_000)).is_ok());
        assert!(Inert::of(&"<script><div>".repeat(2)).is_err());
        assert!(Inert::of(&format!("<script>{}</script>x", "<div>".repeat(10_000))).is_ok());
    }
}
