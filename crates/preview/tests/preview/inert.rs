//! Promise P19: whatever an intent says, its preview is inert. A small parser compares every tag and attribute of the
//! output with those that the renderer's own templates use.
//!
//! With `FRIEZE_PREVIEW_OUT` set to a folder, the hostile pages are written there too;
//! `tests/preview_requests.py` opens them in a browser and counts requests.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use frieze_data::digest::Digest;
use frieze_intent::*;
use frieze_preview::{render, render_drawn};
use proptest::prelude::*;

const HOSTILE: &[&str] = &[
    "<script>fetch('http://127.0.0.1:PORT/x')</script>",
    "\"><img src=http://127.0.0.1:PORT/img onerror=alert(1)>",
    "'><svg onload=alert(1)><image href='http://127.0.0.1:PORT/svg'/></svg>",
    "</style><style>@import url(http://127.0.0.1:PORT/css);*{background:url(http://127.0.0.1:PORT/bg)}</style>",
    "</title><link rel=stylesheet href=http://127.0.0.1:PORT/link><meta http-equiv=refresh content='0;url=http://127.0.0.1:PORT/r'>",
    "javascript:alert(1)",
    "]]><iframe src=//127.0.0.1:PORT/frame></iframe>",
    "<!-- --><base href=http://127.0.0.1:PORT/>",
    "<link rel=dns-prefetch href=//evil.example><a ping=http://evil.example/ href=http://evil.example/>x</a>",
    "[[main]] {{ main }} {% raw %}",
    "\u{202e}gnp.exe\u{202c} \u{2066}x\u{2069} a\u{200b}b\u{feff}c\u{ad}",
    "\u{0}\u{1}\u{8}\u{b}\u{c}\u{1b}[31m\u{7f}\u{85}\u{9b}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "👩‍⚕️ 🇯🇵 顧客からの問い合わせ \u{fdfd}",
    "a\r\nb\tc\rd\u{2028}e",
    "&lt;b&gt; &#0; &amp",
    "",
    " ",
];

/// An intent that says this text in every place that takes free text, references included.
fn saying(text: &str) -> Intent {
    let t = || text.to_owned();
    let step = |id: &str, component: String| Step {
        id: id.to_owned(),
        action: t(),
        component,
        entities: vec![t(), "Order".into()],
        outcome: Some(t()),
    };
    let component = |id: String, kind, children: Vec<String>| Component {
        id,
        kind,
        name: t(),
        description: t(),
        children,
        entities: vec![t()],
        states: vec![t(), format!("error: {text}")],
        satisfies: vec![t()],
        widget: None,
        shared: false,
    };
    let own = |name: String| Entity {
        name,
        description: t(),
        attributes: vec![Attribute { name: t(), kind: t(), required: true, description: Some(t()) }],
        relationships: vec![
            Relationship { to: t(), kind: RelationshipKind::OneToMany, description: Some(t()) },
            Relationship { to: "Gone".into(), kind: RelationshipKind::ManyToMany, description: None },
        ],
    };
    Intent {
        schema_version: t(),
        feature_id: t(),
        version: t(),
        title: t(),
        summary: t(),
        requirements: vec![Requirement {
            id: t(),
            text: t(),
            source: Source { file: t(), line: 1 },
            kind: RequirementKind::Quality,
        }],
        goals: vec![t()],
        user_flows: vec![UserFlow {
            id: t(),
            name: t(),
            actor: t(),
            goal: Some(t()),
            steps: vec![step("s1", t()), step("s2", "view".into())],
            alternatives: vec![
                Alternative { at: "s1".into(), condition: t(), steps: vec![step("s1a", t())] },
                Alternative { at: t(), condition: t(), steps: vec![] },
            ],
            satisfies: vec![t()],
        }],
        components: vec![
            component(
                "view".into(),
                ComponentType::View,
                vec![t(), "box".into(), "gone".into(), "view".into()],
            ),
            component(
                "box".into(),
                ComponentType::Container,
                vec!["data".into(), "box".into(), "press".into()],
            ),
            component("data".into(), ComponentType::Data, vec![]),
            component("press".into(), ComponentType::Control, vec![]),
            component(t(), ComponentType::Utility, vec![]),
        ],
        data_model: DataModel { entities: vec![own(t()), own("Order".into())] },
        interactions: vec![Interaction {
            id: t(),
            trigger: t(),
            component: t(),
            response: t(),
            feedback: Some(t()),
            satisfies: vec![t()],
        }],
        open_questions: vec![t()],
        not_designed: Vec::new(),
    }
}

/// All elements that the renderer draws with; anything else came from the intent.
const TAGS: &[&str] = &[
    "a",
    "article",
    "b",
    "body",
    "br",
    "circle",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "footer",
    "foreignObject",
    "h1",
    "h2",
    "h3",
    "h4",
    "head",
    "header",
    "html",
    "i",
    "li",
    "main",
    "meta",
    "nav",
    "ol",
    "p",
    "path",
    "rect",
    "section",
    "small",
    "span",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "text",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
];

const ATTRIBUTES: &[&str] = &[
    "aria-hidden",
    "aria-label",
    "aria-labelledby",
    "charset",
    "class",
    "content",
    "cx",
    "cy",
    "d",
    "data-l",
    "height",
    "href",
    "http-equiv",
    "id",
    "lang",
    "name",
    "preserveaspectratio",
    "r",
    "role",
    "rx",
    "scope",
    "style",
    "tabindex",
    "title",
    "viewbox",
    "width",
    "x",
    "y",
];

/// Reads the page tag by tag and fails at the first thing that the renderer does not write. Returns the ids that links
/// lead to and the ids that exist.
fn read(html: &str) -> (Vec<String>, Vec<String>) {
    let (mut links, mut ids) = (Vec::new(), Vec::new());
    let mut rest = html.strip_prefix("<!doctype html>").expect("a doctype");
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains('>'), "a '>' in text: {before:?}");
        let closing = after.starts_with('/');
        let name: String =
            after.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        assert!(
            TAGS.contains(&name.as_str()),
            "a foreign tag: {name:?} in {:?}",
            &after[..40.min(after.len())]
        );
        rest = after.trim_start_matches('/').strip_prefix(name.as_str()).unwrap();
        if closing {
            rest = rest.strip_prefix('>').expect("a closing tag is bare");
            continue;
        }
        loop {
            rest = rest.trim_start_matches([' ', '/']);
            if let Some(after) = rest.strip_prefix('>') {
                rest = after;
                break;
            }
            let key: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
            assert!(
                ATTRIBUTES.contains(&key.to_lowercase().as_str()),
                "a foreign attribute {key:?} of {name}"
            );
            rest =
                rest.strip_prefix(key.as_str()).unwrap().strip_prefix('=').expect("attributes have values");
            let value = match rest.strip_prefix('"') {
                Some(quoted) => {
                    let (value, after) = quoted.split_once('"').unwrap();
                    rest = after;
                    value
                }
                None => {
                    let (value, _) = rest.split_at(rest.find([' ', '>']).unwrap());
                    assert!(
                        value.chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c)),
                        "{value:?}"
                    );
                    rest = &rest[value.len()..];
                    value
                }
            };
            match key.as_str() {
                "href" => links.push(value.strip_prefix('#').expect("links stay on the page").to_owned()),
                "id" => ids.push(value.to_owned()),
                "style" => assert!(value.starts_with("min-width:") && value.len() < 24, "{value:?}"),
                _ => {}
            }
        }
        if name == "style" {
            let (css, after) = rest.split_once("</style>").unwrap();
            assert!(
                !css.contains("url(") && !css.contains('@') | !css.contains("@import") && !css.contains('<')
            );
            rest = after;
        }
    }
    (links, ids)
}

/// Whether the head of a preview names the hash of its intent.
fn says(page: &str, sha256: Digest) -> bool {
    let meta = format!("<meta name=\"frieze-intent-sha256\" content=\"{sha256}\">");
    page.split_once("<body").is_some_and(|(head, _)| head.contains(&meta))
}

fn check(intent: &Intent) -> String {
    let sha256 = Digest::of(b"this one");
    let html = render(intent, sha256, None);
    assert!(says(&html, sha256));
    assert_eq!(render(intent, sha256, None), html, "the same intent gives the same page");
    let unseen = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{feff}')
    };
    assert_eq!(html.chars().find(|&c| unseen(c)), None, "what acts unseen is written out");
    let (links, mut ids) = read(&html);
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id occurs once");
    for link in links {
        assert!(ids.binary_search(&link).is_ok(), "#{link} leads nowhere");
    }
    html
}

#[test]
fn hostile_text_stays_text() {
    let port = std::env::var("FRIEZE_PREVIEW_PORT").unwrap_or_else(|_| "9".into());
    for (i, text) in HOSTILE.iter().enumerate() {
        let html = check(&saying(&text.replace("PORT", &port)));
        if let Some(folder) = std::env::var_os("FRIEZE_PREVIEW_OUT") {
            std::fs::write(std::path::Path::new(&folder).join(format!("hostile-{i}.html")), html).unwrap();
        }
    }
}

/// Pages as a preview server may draw them, with every kind of request that a page can make.
#[test]
fn hostile_drawn_pages_are_inert() {
    const PAGES: &[&str] = &[
        "<script src=http://127.0.0.1:PORT/s></script><link rel=stylesheet href=http://127.0.0.1:PORT/l><h1>A</h1>",
        "<style>@import 'http://127.0.0.1:PORT/i';@font-face{font-family:x;src:url(http://127.0.0.1:PORT/f)}p{font-family:x}</style><p>B</p>",
        "<p style=\"background:url(http://127.0.0.1:PORT/b);background-image:image-set('http://127.0.0.1:PORT/c' 1x)\">C</p>",
        "<img src=http://127.0.0.1:PORT/d srcset='http://127.0.0.1:PORT/e 2x'><picture><source srcset=//127.0.0.1:PORT/g></picture>D",
        "<svg><image href=http://127.0.0.1:PORT/h /><use href='http://127.0.0.1:PORT/i#x'/><foreignObject><img src=http://127.0.0.1:PORT/j></foreignObject></svg>E",
        "<math><mtext><table><mglyph><style><!--</style><img title='--><img src=http://127.0.0.1:PORT/k onerror=alert(1)>'>F",
        "<noscript><p title='</noscript><img src=http://127.0.0.1:PORT/m>'></noscript>G",
        "<form action=http://127.0.0.1:PORT/n><input type=image src=http://127.0.0.1:PORT/o><button autofocus onfocus=alert(1)>H</button></form>",
        "<iframe srcdoc='<img src=http://127.0.0.1:PORT/p>'></iframe><object data=http://127.0.0.1:PORT/q></object><embed src=http://127.0.0.1:PORT/r>I",
        "<video poster=http://127.0.0.1:PORT/s autoplay src=http://127.0.0.1:PORT/t></video><audio src=http://127.0.0.1:PORT/u autoplay></audio>J",
        "<base href=http://127.0.0.1:PORT/><meta http-equiv=refresh content='0;url=http://127.0.0.1:PORT/v'><a ping=http://127.0.0.1:PORT/w href=http://127.0.0.1:PORT/x>K</a>",
        "</div></section></main></body></html><script>fetch('http://127.0.0.1:PORT/y')</script><body background=http://127.0.0.1:PORT/z>L",
        "<table background=http://127.0.0.1:PORT/aa><td background=http://127.0.0.1:PORT/ab>M</td></table>",
        "<p style='color:red;position:fixed;inset:0' class=facts id=hash>N\u{202e}x</p>",
        "<div style=\"width:calc(1px);--x:url(//127.0.0.1:PORT/ac);color:\\75 rl(//127.0.0.1:PORT/ad)\">O</div>",
    ];
    let port = std::env::var("FRIEZE_PREVIEW_PORT").unwrap_or_else(|_| "9".into());
    for (i, drawn) in PAGES.iter().enumerate() {
        let html = drawn.replace("PORT", &port);
        let answer = serde_json::json!({ "server": html, "pages": [{ "title": html, "html": html }], "missing": [html] });
        let sha256 = Digest::of(b"this one");
        let intent = saying("plain");
        // If the sanitiser leaves nothing of a page, the built-in page is used.
        let page = match render_drawn(&intent, sha256, None, &answer.to_string()) {
            Ok(page) => page,
            Err(why) => {
                assert!(html.contains("<math>"), "{why}");
                continue;
            }
        };
        assert!(says(&page, sha256));
        assert_eq!(render_drawn(&intent, sha256, None, &answer.to_string()).unwrap(), page);
        // After the drawing, the page is the same as without one.
        let plain = render(&intent, sha256, None);
        let (_, behind) = plain.split_once("<main").unwrap();
        let (_, behind) = behind.split_once('>').unwrap();
        assert!(page.ends_with(behind.trim_start()), "{i}");
        let (_, drawing) = page.split_once("color:#111\">").unwrap();
        let (drawing, _) = drawing.split_once("</section>").unwrap();
        for (at, _) in drawing.match_indices('<') {
            let tag =
                drawing.get(at..).and_then(|rest| rest.split('>').next()).unwrap_or_default().to_lowercase();
            for bad in [
                "script",
                "style>",
                "url(",
                "src",
                "href",
                " on",
                "<img",
                "<svg",
                "<link",
                "<meta",
                "<iframe",
                "<form",
                "class=facts",
                "position",
            ] {
                assert!(!tag.contains(bad), "{i}: {bad} in {tag}");
            }
        }
        if let Some(folder) = std::env::var_os("FRIEZE_PREVIEW_OUT") {
            std::fs::write(std::path::Path::new(&folder).join(format!("drawn-{i}.html")), page).unwrap();
        }
    }
}

#[test]
fn very_long_words_are_cut_and_the_page_stays_small() {
    for word in ["W".repeat(100_000), "顧".repeat(40_000), "<".repeat(100_000), "\u{202e}".repeat(40_000)] {
        let html = check(&saying(&word));
        assert!(html.len() < 1_500_000, "{} bytes", html.len());
        assert!(html.contains("class=cut"), "a cut is shown");
    }
}

#[test]
fn the_policy_allows_nothing() {
    let html = check(&saying("x"));
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
                  img-src 'none'; base-uri 'none'; form-action 'none'\">";
    assert!(html.find(policy).unwrap() < html.find("<title>").unwrap());
    assert!(!html.contains("<script") && !html.contains("http:") && !html.contains("https:"));
}

/// 50,000 of everything: the page stays small and says what it left out.
#[test]
fn a_huge_intent_is_bounded() {
    let mut intent = saying("many words that fill a line");
    let many = 20_000;
    let id = |i: usize| format!("c{i}");
    let component = intent.components[2].clone();
    intent.components = (0..many)
        .map(|i| Component {
            id: id(i),
            kind: [ComponentType::View, ComponentType::Container, ComponentType::Data][i % 3],
            // A graph in which every part contains the next ones: endless if it is followed without a bound.
            children: (1..6).map(|k| id((i + k) % many)).collect(),
            ..component.clone()
        })
        .collect();
    let entity = intent.data_model.entities[0].clone();
    intent.data_model.entities = (0..many)
        .map(|i| {
            let to = format!("E{}", (i * 7 + 1) % 60);
            let relationship = Relationship { to, ..entity.relationships[0].clone() };
            Entity { name: format!("E{i}"), relationships: vec![relationship; 5], ..entity.clone() }
        })
        .collect();
    let flow = intent.user_flows[0].clone();
    intent.user_flows = vec![flow; 5_000];
    intent.user_flows[0].steps = vec![intent.user_flows[1].steps[0].clone(); 5_000];
    intent.user_flows[0].alternatives = vec![intent.user_flows[1].alternatives[0].clone(); 5_000];
    intent.requirements = vec![intent.requirements[0].clone(); many];
    intent.interactions = vec![intent.interactions[0].clone(); many];
    intent.open_questions = vec!["What?".into(); 5_000];
    let html = check(&intent);
    assert!(html.len() < 4_000_000, "{} bytes", html.len());
    assert!(
        html.contains("more requirements in intent.json")
            && html.contains("and 4,800 more entries in intent.json")
    );
    assert!(html.contains("The diagram shows 40 of 20,000 entities"));
    assert!(html.contains("more screens in intent.json") && html.contains("more entities in intent.json"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_text_stays_text(text in "\\PC{0,40}|[<>&\"'/\\[\\]{}=a-c\\n\\t\u{0}\u{202e}\u{200d}]{0,40}") {
        check(&saying(&text));
    }

    /// Any small graph of components, with cycles, missing parts and several parents, is drawn once each, without
    /// repeated ids.
    #[test]
    fn any_component_graph_is_drawn(kinds in prop::collection::vec(0..5usize, 1..12), edges in prop::collection::vec((0..12usize, 0..14usize), 0..40)) {
        let mut intent = saying("plain");
        let template = intent.components[2].clone();
        let all = [ComponentType::View, ComponentType::Container, ComponentType::Control, ComponentType::Data, ComponentType::Utility];
        intent.components = kinds.iter().enumerate().map(|(i, kind)| Component {
            id: format!("c{i}"),
            name: format!("Part number {i}."),
            kind: all[*kind],
            children: edges.iter().filter(|(from, _)| *from == i).map(|(_, to)| format!("c{to}")).collect(),
            ..template.clone()
        }).collect();
        let html = check(&intent);
        for i in 0..kinds.len() {
            let name = format!("Part number {i}.");
            prop_assert!(html.contains(&name), "{} is nowhere", name);
        }
    }
}
