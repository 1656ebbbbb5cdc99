//! Head of the page: title, version, hash, counts, and links to each part.

use super::design::Design;
use super::drawn::Drawn;
use super::page::{Anchor, Page};
use frieze_data::digest::Digest;

/// Limit of screens and flows in the navigation.
const NAMED: usize = 24;

pub(super) fn write(page: &mut Page, design: &Design<'_>, sha256: Digest, compared: Option<&str>) {
    let intent = design.intent;
    page.tag("<p class=kicker>Design preview</p><h1>").prose(&intent.title).tag("</h1>");
    page.paragraph("<p class=lead>", &intent.summary);
    page.tag("<dl class=facts><div><dt>Feature</dt><dd><code>").text(&intent.feature_id);
    page.tag("</code></dd></div><div><dt>Design version</dt><dd>").text(&intent.version);
    page.tag("</dd></div><div><dt>Intent SHA-256</dt><dd><details class=hash><summary title=\"");
    page.digest(sha256).tag("\"><code>").text(&sha256.short()).tag("…</code></summary><code class=full>");
    page.digest(sha256).tag("</code></details></dd></div></dl>");

    let covered = intent.requirements.iter().filter(|r| !design.satisfied_by(&r.id).is_empty()).count();
    page.tag("<ul class=counts>");
    let views = design.views().len();
    for (count, one, many) in [
        (views, "screen", "screens"),
        (intent.components.len(), "component", "components"),
        (intent.user_flows.len(), "flow", "flows"),
        (intent.data_model.entities.len(), "entity", "entities"),
        (intent.interactions.len(), "interaction", "interactions"),
    ] {
        page.tag("<li><b>").count(count).tag("</b> ").tag(if count == 1 { one } else { many }).tag("</li>");
    }
    page.tag("<li><b>").count(covered).tag("</b> of <b>").count(intent.requirements.len());
    page.tag("</b> requirements satisfied</li>");
    if !intent.not_designed.is_empty() {
        page.tag("<li><b>").count(intent.not_designed.len()).tag("</b> left out on purpose</li>");
    }
    page.tag("<li><b>").count(intent.open_questions.len()).tag("</b> ");
    page.tag(if intent.open_questions.len() == 1 { "open question" } else { "open questions" });
    page.tag("</li></ul>");
    page.paragraph("<p class=more>", compared.unwrap_or_default());
}

pub(super) fn navigation(page: &mut Page, design: &Design<'_>, drawn: &Drawn) {
    let intent = design.intent;
    page.tag("<ul>");
    page.tag("<li><a href=\"#screens\">Screens</a><ul>");
    let name = |view: usize| intent.components.get(view).map_or("", |component| component.name.as_str());
    let views = drawn.views.iter().map(|view| (Anchor::Component(*view), name(*view)));
    named(page, views);
    page.tag("</ul></li><li><a href=\"#flows\">User flows</a><ul>");
    let flows = intent.user_flows.iter().enumerate();
    named(page, flows.map(|(i, flow)| (Anchor::Flow(i), flow.name.as_str())));
    page.tag("</ul></li><li><a href=\"#model\">Data model</a></li>");
    page.tag("<li><a href=\"#interactions\">Interactions</a></li>");
    page.tag("<li><a href=\"#requirements\">Requirements</a></li><li><a href=\"#goals\">Goals</a></li>");
    page.tag("<li><a href=\"#questions\">Open questions</a></li></ul>");
}

/// Links to the first elements, and how many more there are.
fn named<'a>(page: &mut Page, all: impl ExactSizeIterator<Item = (Anchor, &'a str)>) {
    let count = all.len();
    for (anchor, name) in all.take(NAMED) {
        page.tag("<li><a").links_to(anchor).tag(" title=\"").attr(name, 300).tag("\">");
        page.text(name).tag("</a></li>");
    }
    if count > NAMED {
        page.tag("<li class=beyond>and ").count(count - NAMED).tag(" more</li>");
    }
}
