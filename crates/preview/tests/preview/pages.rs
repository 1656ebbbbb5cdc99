//! Preview pages of whole intents: what a designer must find on them.
//!
//! With `FRIEZE_PREVIEW_OUT` set to a folder, the pages are also written there, for inspection.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use frieze_data::digest::Digest;
use frieze_intent as intent;
use frieze_intent::{Reading, Relationship};
use frieze_preview::render;
use serde_json::{Value, json};

fn fixture(name: &str) -> Reading {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    let bytes = std::fs::read(&path).unwrap();
    intent::read(&bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Whether the head of a preview names the hash of its intent.
fn says(page: &str, sha256: Digest) -> bool {
    let meta = format!("<meta name=\"frieze-intent-sha256\" content=\"{sha256}\">");
    page.split_once("<body").is_some_and(|(head, _)| head.contains(&meta))
}

fn page(name: &str) -> String {
    let Reading { intent, sha256, .. } = fixture(name);
    let html = render(&intent, sha256, None);
    assert!(says(&html, sha256), "{name}");
    if let Some(folder) = std::env::var_os("FRIEZE_PREVIEW_OUT").map(PathBuf::from) {
        std::fs::write(folder.join(name).with_extension("html"), &html).unwrap();
    }
    html
}

/// Every text is on the page, in this order.
fn check(name: &str, expected: &[&str]) {
    let html = page(name);
    let mut rest = html.as_str();
    for text in expected {
        let Some(at) = rest.find(text) else { panic!("{name} shows no {text:?} where it belongs") };
        rest = &rest[at + text.len()..];
    }
}

#[test]
fn the_head_says_what_is_shown_and_how_much_of_it() {
    check(
        "checkout.json",
        &[
            "<h1>Checkout for returning and guest customers</h1>",
            "A customer reviews the cart",
            "shop-checkout",
            "0.3.0",
            "<b>3</b> screens",
            "<b>6</b> entities",
            "<b>7</b> of <b>8</b> requirements satisfied",
            "<b>2</b> open questions",
        ],
    );
    check("support-ja.json", &["<b>1</b> screen<", "<b>1</b> open question<"]);
}

#[test]
fn screens_are_drawn_with_their_parts_and_states() {
    check(
        "checkout.json",
        &[
            "Wireframe of Cart",
            "Cart lines",
            "class=names>id · quantity · unitPrice",
            "class=quantity",
            "Summary and vouchers",
            "Voucher code field",
            "<h4>States</h4>",
            "<b>empty</b>",
            "Your cart is empty, with a way back to the shop",
            "<b>error</b>",
            "<b>invalid</b><span class=whose>Voucher code field",
            "Wireframe of Checkout",
            "Address search",
            "class=toggle",
            "class=button>Place order",
            "<b>payment declined</b>",
            "Not on any screen",
            "Price rounding",
        ],
    );
    check("roster.json", &["group across\"", "class=plot", "Certificate upload", "Screen: Roster →"]);
    check("support-ja.json", &["文書検索", "番号</span>", "題名</span>", "class=button>送信ボタン"]);
}

#[test]
fn faults_of_the_design_are_marked() {
    check(
        "backoffice.json",
        &[
            "✕ missing component: returns-gone",
            "Not on any screen",
            "↻ circle back to Wizard",
            "leaves from nowhere, which is no step of the main line",
            "✕ missing: invoices-9",
            "Not in the data model\">✕ Nothing",
            "not in the model</div>",
            "Ghost, not in the model",
            "<b class=open>31 not yet</b>",
            "✕ Not satisfied yet",
        ],
    );
}

#[test]
fn flows_run_from_the_actor_to_the_outcome() {
    check(
        "checkout.json",
        &[
            "Buy as a guest",
            "Own the goods without opening an account",
            "Actor</span>Guest customer",
            "no>1</span>",
            "Reviews the cart and changes a quantity",
            ">Cart lines</a>",
            "The totals follow the new quantity",
            "no>2</span>",
            "Alternative at step 2",
            "The address is outside the delivery area",
            "Picks a collection point instead",
            "no>3</span>",
            "The payment is declined",
            "Outcome</span>An order number is shown and sent by email",
        ],
    );
}

#[test]
fn the_model_is_drawn_and_listed() {
    check(
        "checkout.json",
        &[
            "<svg class=er",
            "class=rel",
            "<div class=ename",
            "identifier</span>",
            "Customer</h3>",
            "has many</span>",
            "is delivered to",
            "has many</span>",
            "Product</a>, which has many Product",
            "is often bought with",
        ],
    );
    let html = page("checkout.json");
    let ends = |sign: &str| html.matches(&format!(">{sign}</text>")).count();
    // Four one-to-many, three one-to-one and a many-to-many of one entity with itself: fourteen ends.
    let (one, many) = (ends("1"), ends("n"));
    assert_eq!((one, many), (3 + 3 * 2, 3 + 2));
    // A relationship that both sides list is one line, and each side is said.
    let Reading { mut intent, sha256, .. } = fixture("checkout.json");
    let order = &mut intent.data_model.entities[1];
    let back = Relationship { to: "Customer".to_owned(), ..order.relationships[1].clone() };
    order.relationships.push(back);
    let html = render(&intent, sha256, None);
    let ends = |sign: &str| html.matches(&format!(">{sign}</text>")).count();
    assert_eq!((ends("1"), ends("n")), (one, many));
    assert!(html.contains("Order</a>, which has one Customer") && html.contains(", which has many Order"));
    // The browser cuts the long attribute name in the drawing; it is whole in its title.
    check("support-ja.json", &["<span title=\"確認済みかどうかを示すとても長い属性名"]);
}

#[test]
fn requirements_name_what_satisfies_them() {
    check(
        "checkout.json",
        &[
            "<h2 id=interactions-h>",
            "The bank declines",
            "The form stays as it was",
            "<h2 id=requirements-h>",
            "brief.md, line 12",
            "Flow: Buy as a guest",
            "When: The quantity of a line changes",
            "R8",
            "✕ Not satisfied yet",
            "<h2 id=goals-h>",
            "Let four of five customers",
            "<h2 id=questions-h>",
            "Which of two vouchers wins",
        ],
    );
}

#[test]
fn the_head_compares_the_design_with_its_brief() {
    let words = "8 requirements in the brief, 7 in the design, 7 met, 1 left out with a reason, 0 foreign.";
    let Reading { intent, sha256, .. } = fixture("checkout.json");
    let html = render(&intent, sha256, Some(words));
    assert!(html.split_once("<main").is_some_and(|(head, _)| head.contains(words)), "{html}");
    assert_eq!(html.replace(&format!("<p class=more>{words}</p>"), ""), page("checkout.json"));
}

/// A design with another part of `checkout.json` than the file has.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut value = fixture("checkout.json").value();
    change(&mut value);
    let Reading { intent, sha256, .. } = intent::read_value(&value).unwrap();
    render(&intent, sha256, None)
}

#[test]
fn skipped_requirements_are_listed_with_the_reason() {
    assert!(!page("checkout.json").contains("eft out on purpose"));
    let html = changed(|design| {
        design["notDesigned"] = json!([
            { "requirement": "R9", "reason": "A later version has <gifts>." },
            { "requirement": "R12", "reason": "It needs a contract." },
        ]);
    });
    assert!(html.contains("<li><b>2</b> left out on purpose</li>"), "{html}");
    let list = html.split_once("<h3>Left out on purpose</h3><ul>").unwrap().1;
    assert!(
        list.starts_with("<li><b>R9</b> A later version has &lt;gifts&gt;.</li><li><b>R12</b> "),
        "{list}"
    );
}

#[test]
fn a_part_is_drawn_as_the_widget_that_it_names() {
    let at = |design: &Value| {
        let all = design["components"].as_array().unwrap();
        all.iter().position(|part| part["name"] == "Voucher code field").unwrap()
    };
    let drawn = |html: &str| {
        let from = html.find("title=\"Voucher code field").unwrap();
        html[from..from + 400].to_owned()
    };
    assert!(drawn(&page("checkout.json")).contains("class=box></span>"));
    let html = changed(|design| {
        let at = at(design);
        design["components"][at]["widget"] = json!("toggle");
    });
    assert!(drawn(&html).contains("class=toggle") && !drawn(&html).contains("class=box"), "{}", drawn(&html));
}
