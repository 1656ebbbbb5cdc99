//! The parts of a screen in words, below its frame: for screen readers, and as an exact description.

use super::design::Design;
use super::page::Page;
use frieze_intent::Component;

/// The list of parts, folded.
pub(super) fn write(page: &mut Page, design: &Design<'_>, parts: &[usize]) {
    if parts.is_empty() {
        return;
    }
    page.tag("<details class=parts><summary>")
        .counted(parts.len(), "part", "parts")
        .tag(" in words</summary><dl>");
    let left = page.each(parts, parts.len(), |page, _, &at| {
        if let Some(component) = design.intent.components.get(at) {
            row(page, component);
        }
    });
    page.tag("</dl>").more(left, "part", "parts").tag("</details>");
}

fn row(page: &mut Page, component: &Component) {
    page.tag("<div><dt>").text(&component.name).tag(" <small>").tag(component.kind.name());
    page.tag(" · <code>").text(&component.id).tag("</code></small></dt><dd>").prose(&component.description);
    for (title, items) in
        [("Shows", &component.entities), ("States", &component.states), ("Satisfies", &component.satisfies)]
    {
        if !items.is_empty() {
            page.tag(" <small>").tag(title).tag(": ");
            for (i, item) in items.iter().take(12).enumerate() {
                page.tag(if i == 0 { "" } else { ", " }).text(item);
            }
            if items.len() > 12 {
                page.tag(" and ").count(items.len() - 12).tag(" more");
            }
            page.tag(".</small>");
        }
    }
    page.tag("</dd></div>");
}
