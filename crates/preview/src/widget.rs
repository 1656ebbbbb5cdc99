//! The pictures of controls, data and utilities. No content is invented: labels are names and attribute names of the
//! intent, and grey bars take the place of content.

use super::design::Design;
use super::page::Page;
use frieze_intent::{Attribute, Component, ComponentType, Widget};

/// Limits: columns of a table, lines of a card.
const COLUMNS: usize = 5;
const LINES: usize = 8;

const CHEVRON: &str =
    "<svg class=ico viewBox=\"0 0 16 16\" aria-hidden=true><path d=\"M4 6.5 8 10.5 12 6.5\"/></svg>";
const DAYS: &str = "<svg class=ico viewBox=\"0 0 16 16\" aria-hidden=true><path d=\"M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3\"/></svg>";
const PLOT: &str = "<svg class=plot viewBox=\"0 0 240 72\" preserveAspectRatio=none aria-hidden=true><path class=axis d=\"M1 0V71H240\"/><path d=\"M14 71V48h22v23M54 71V32h22v39M94 71V40h22v31M134 71V20h22v51M174 71V28h22v43M214 71V10h22v61\"/></svg>";

/// The markup before a name, and after it.
const LABEL: &str = "<span class=lab>";
const BOX: &str = "</span><span class=\"box end\"><i class=bar></i>";
const QUANTITY: &str =
    "</span><span class=quantity aria-hidden=true><b>−</b><i class=bar></i><b>+</b></span>";

/// The widget that a component is drawn as: its own, else one by its type. `None` for views, containers and utilities that name
/// none. `attributes` counts those of the component's entity.
pub fn widget(component: &Component, attributes: usize) -> Option<Widget> {
    component.widget.or(match component.kind {
        ComponentType::Data if attributes >= 3 => Some(Widget::Table),
        ComponentType::Data => Some(Widget::List),
        ComponentType::Control => Some(Widget::Button),
        ComponentType::View | ComponentType::Container | ComponentType::Utility => None,
    })
}

/// Whether a container's parts are in a row.
pub fn is_row(component: &Component) -> bool {
    component.widget == Some(Widget::Navigation)
}

/// Draws one component inside an element that the caller opens and closes.
pub(super) fn draw(page: &mut Page, design: &Design<'_>, component: &Component) {
    let entity = component.entities.iter().find_map(|name| design.entity(name)).map(|(_, entity)| entity);
    let attributes = entity.map_or(&[][..], |e| e.attributes.as_slice());
    let data = |page: &mut Page, picture: fn(&mut Page, &[Attribute])| {
        caption(page, component);
        picture(page, attributes);
    };
    let (before, after): (&[&'static str], &[&'static str]) = match widget(component, attributes.len()) {
        Some(Widget::Button) => (&["<span class=button>"], &["</span>"]),
        Some(Widget::Link) => (&["<span class=alink>"], &["</span>"]),
        Some(Widget::Navigation) => (&["<span class=\"button quiet\">"], &[CHEVRON, "</span>"]),
        Some(Widget::Text) => (&[LABEL], &["</span><span class=box></span>"]),
        Some(Widget::Choice) => (&[LABEL], &[BOX, CHEVRON, "</span>"]),
        Some(Widget::Date) => (&[LABEL], &[BOX, DAYS, "</span>"]),
        Some(Widget::Number) => (&[LABEL], &[QUANTITY]),
        Some(Widget::Message) => (&[LABEL], &["</span><i class=bar></i><i class=\"bar s\"></i>"]),
        Some(Widget::Progress) => (&[LABEL], &["</span><i class=bar></i>"]),
        Some(Widget::Toggle) => {
            (&["<span class=toggle aria-hidden=true><i></i></span><span class=side>"], &["</span>"])
        }
        None => (&["<span class=util>"], &["</span>"]),
        Some(Widget::Table) => return data(page, table),
        Some(Widget::List) => return data(page, list),
        Some(Widget::Chart) => return data(page, chart),
        Some(Widget::Image | Widget::Map) => return data(page, image),
        Some(Widget::Card | Widget::Dialog | Widget::Form) => return data(page, card),
    };
    for markup in before {
        page.tag(markup);
    }
    page.text(&component.name);
    for markup in after {
        page.tag(markup);
    }
}

/// The CSS class that gives a picture its place in the frame.
pub(super) fn place(design: &Design<'_>, component: &Component) -> &'static str {
    let entity = component.entities.iter().find_map(|name| design.entity(name));
    match widget(component, entity.map_or(0, |(_, e)| e.attributes.len())) {
        Some(Widget::Button | Widget::Link | Widget::Navigation) | None => "small",
        Some(Widget::Toggle) => "small mid",
        Some(
            Widget::Text
            | Widget::Choice
            | Widget::Date
            | Widget::Number
            | Widget::Message
            | Widget::Progress,
        ) => "medium",
        Some(Widget::Card | Widget::Dialog | Widget::Form | Widget::Chart | Widget::Image | Widget::Map) => {
            "datum half"
        }
        Some(Widget::Table | Widget::List) => "datum",
    }
}

fn caption(page: &mut Page, component: &Component) {
    page.tag("<span class=cap><b>").text(&component.name).tag("</b>");
    for (i, name) in component.entities.iter().take(2).enumerate() {
        page.tag(if i == 0 { "<span class=of>" } else { ", " }).text(name);
    }
    if component.entities.len() > 2 {
        page.tag(", +").count(component.entities.len() - 2);
    }
    page.tag(if component.entities.is_empty() { "</span>" } else { "</span></span>" });
}

fn card(page: &mut Page, attributes: &[Attribute]) {
    page.tag("<span class=lines>");
    for attribute in attributes.iter().take(LINES) {
        page.tag("<span class=line><span class=key title=\"").attr(&attribute.name, 300).tag("\">");
        page.text(&attribute.name).tag("</span><i class=bar></i></span>");
    }
    if attributes.is_empty() {
        page.tag("<i class=bar></i><i class=\"bar s\"></i>");
    }
    beyond(page, attributes.len(), LINES);
    page.tag("</span>");
}

fn image(page: &mut Page, attributes: &[Attribute]) {
    page.tag("<span class=tiles><span><i class=pic></i></span></span>");
    names(page, attributes);
}

fn chart(page: &mut Page, attributes: &[Attribute]) {
    page.tag(PLOT);
    names(page, attributes);
}

fn list(page: &mut Page, attributes: &[Attribute]) {
    page.tag("<span class=rows>");
    for _ in 0..3 {
        page.tag(
            "<span class=row><i class=dot></i><span><i class=bar></i><i class=\"bar s\"></i></span></span>",
        );
    }
    page.tag("</span>");
    names(page, attributes);
}

fn table(page: &mut Page, attributes: &[Attribute]) {
    let columns = attributes.len().clamp(1, COLUMNS);
    page.tag("<span class=\"cols k").index(columns).tag("\">");
    for attribute in attributes.iter().take(COLUMNS) {
        page.tag("<span class=th title=\"").attr(&attribute.name, 300).tag("\">");
        page.text(&attribute.name).tag("</span>");
    }
    for row in 0..3 {
        for column in 0..columns {
            page.tag(if (row + column) % 3 == 0 { "<i class=\"bar s\"></i>" } else { "<i class=bar></i>" });
        }
    }
    page.tag("</span>");
    beyond(page, attributes.len(), COLUMNS);
}

/// The attribute names, below a picture that cannot show them.
fn names(page: &mut Page, attributes: &[Attribute]) {
    if attributes.is_empty() {
        return;
    }
    page.tag("<span class=names>");
    for (i, attribute) in attributes.iter().take(LINES).enumerate() {
        page.tag(if i == 0 { "" } else { " · " }).text(&attribute.name);
    }
    page.tag("</span>");
    beyond(page, attributes.len(), LINES);
}

fn beyond(page: &mut Page, count: usize, shown: usize) {
    if count > shown {
        page.tag("<span class=names>and ").count(count - shown).tag(" more attributes</span>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(kind: ComponentType, name: &str, widget: Option<Widget>) -> Component {
        Component {
            id: "x".into(),
            kind,
            name: name.into(),
            description: String::new(),
            children: vec![],
            entities: vec![],
            states: vec![],
            satisfies: vec![],
            widget,
            shared: false,
        }
    }

    #[test]
    fn a_part_is_drawn_as_its_widget_or_by_its_type_whatever_its_name_says() {
        use ComponentType::{Container, Control, Data, Utility};
        for (kind, name, named, attributes, expected) in [
            (Control, "Search button", Some(Widget::Toggle), 3, Some(Widget::Toggle)),
            (Data, "Order table", Some(Widget::Message), 3, Some(Widget::Message)),
            (Utility, "Rule", Some(Widget::Text), 0, Some(Widget::Text)),
            (Control, "Search field", None, 3, Some(Widget::Button)),
            (Data, "Order list", None, 3, Some(Widget::Table)),
            (Data, "Order table", None, 2, Some(Widget::List)),
            (Utility, "Rule", None, 0, None),
        ] {
            assert_eq!(widget(&part(kind, name, named), attributes), expected, "{name}");
        }
        assert!(is_row(&part(Container, "Left side", Some(Widget::Navigation))));
        assert!(!is_row(&part(Container, "Toolbar", Some(Widget::Form))));
        assert!(!is_row(&part(Container, "Toolbar", None)));
    }
}
