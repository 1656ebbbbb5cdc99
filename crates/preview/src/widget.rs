//! The pictures of controls, data and utilities. No content is invented: labels are names and attribute names of the
//! intent, and grey bars take the place of content.

use super::design::Design;
use super::page::Page;
use super::recognise::{Picture, Widget, widget};
use frieze_intent::{Attribute, Component};

/// Limits: columns of a table, lines of a card.
const COLUMNS: usize = 5;
const LINES: usize = 8;

const MAGNIFIER: &str = "<svg class=ico viewBox=\"0 0 16 16\" aria-hidden=true><circle cx=7 cy=7 r=4.5 /><path d=\"M10.5 10.5 14 14\"/></svg>";
const CHEVRON: &str =
    "<svg class=ico viewBox=\"0 0 16 16\" aria-hidden=true><path d=\"M4 6.5 8 10.5 12 6.5\"/></svg>";
const ARROW_UP: &str = "<svg class=ico viewBox=\"0 0 16 16\" aria-hidden=true><path d=\"M8 11V3M4.5 6 8 2.5 11.5 6M2.5 11v2.5h11V11\"/></svg>";
const DAYS: &str = "<svg class=ico viewBox=\"0 0 16 16\" aria-hidden=true><path d=\"M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3\"/></svg>";
const PLOT: &str = "<svg class=plot viewBox=\"0 0 240 72\" preserveAspectRatio=none aria-hidden=true><path class=axis d=\"M1 0V71H240\"/><path d=\"M14 71V48h22v23M54 71V32h22v39M94 71V40h22v31M134 71V20h22v51M174 71V28h22v43M214 71V10h22v61\"/></svg>";

/// The markup before a name, and after it.
const LABEL: &str = "<span class=lab>";
const BOX: &str = "</span><span class=\"box end\"><i class=bar></i>";
const QUANTITY: &str =
    "</span><span class=quantity aria-hidden=true><b>−</b><i class=bar></i><b>+</b></span>";

/// Draws one component inside an element that the caller opens and closes.
pub(super) fn draw(page: &mut Page, design: &Design<'_>, component: &Component) {
    let entity = component.entities.iter().find_map(|name| design.entity(name)).map(|(_, entity)| entity);
    let attributes = entity.map_or(&[][..], |e| e.attributes.as_slice());
    let (before, after): (&[&'static str], &[&'static str]) = match widget(component, attributes.len()) {
        Widget::Button => (&["<span class=button>"], &["</span>"]),
        Widget::Link => (&["<span class=alink>"], &["</span>"]),
        Widget::Menu => (&["<span class=\"button quiet\">"], &[CHEVRON, "</span>"]),
        Widget::Search => {
            (&["<span class=\"box search\">", MAGNIFIER, "<span class=hint>"], &["</span></span>"])
        }
        Widget::Field => (&[LABEL], &["</span><span class=box></span>"]),
        Widget::TextArea => (&[LABEL], &["</span><span class=\"box tall\"></span>"]),
        Widget::Picker => (&[LABEL], &[BOX, CHEVRON, "</span>"]),
        Widget::Date => (&[LABEL], &[BOX, DAYS, "</span>"]),
        Widget::Quantity => (&[LABEL], &[QUANTITY]),
        Widget::Slider => (&[LABEL], &["</span><span class=slider aria-hidden=true><i></i></span>"]),
        Widget::Message => (&[LABEL], &["</span><i class=bar></i><i class=\"bar s\"></i>"]),
        Widget::Progress => (&[LABEL], &["</span><i class=bar></i>"]),
        Widget::Toggle => {
            (&["<span class=toggle aria-hidden=true><i></i></span><span class=side>"], &["</span>"])
        }
        Widget::Upload => (&["<span class=drop>", ARROW_UP, "<span>"], &["</span></span>"]),
        Widget::Tag => (&["<span class=util>"], &["</span>"]),
        Widget::Data(picture) => {
            caption(page, component);
            return placeholder(page, picture, attributes);
        }
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
        Widget::Button | Widget::Link | Widget::Menu | Widget::Tag => "small",
        Widget::Toggle => "small mid",
        Widget::Search => "medium low",
        Widget::Field
        | Widget::Picker
        | Widget::Date
        | Widget::Quantity
        | Widget::Slider
        | Widget::Upload
        | Widget::Message
        | Widget::Progress
        | Widget::TextArea => "medium",
        Widget::Data(Picture::Card | Picture::Chart | Picture::Image) => "datum half",
        Widget::Data(Picture::Table | Picture::List | Picture::Grid | Picture::Calendar) => "datum",
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

fn placeholder(page: &mut Page, picture: Picture, attributes: &[Attribute]) {
    match picture {
        Picture::Table => table(page, attributes),
        Picture::Card => {
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
        Picture::Grid => {
            page.tag("<span class=tiles>");
            for _ in 0..6 {
                page.tag("<span><i class=pic></i><i class=\"bar s\"></i></span>");
            }
            page.tag("</span>");
            names(page, attributes);
        }
        Picture::Image => {
            page.tag("<span class=tiles><span><i class=pic></i></span></span>");
            names(page, attributes);
        }
        Picture::Chart => {
            page.tag(PLOT);
            names(page, attributes);
        }
        Picture::Calendar => {
            page.tag("<span class=week aria-hidden=true>");
            for cell in 0..28 {
                let busy = matches!(cell, 1 | 2 | 9 | 11 | 12 | 18 | 22 | 23);
                page.tag(if busy { "<i class=on></i>" } else { "<i></i>" });
            }
            page.tag("</span>");
            names(page, attributes);
        }
        Picture::List => {
            page.tag("<span class=rows>");
            for _ in 0..3 {
                page.tag("<span class=row><i class=dot></i><span><i class=bar></i><i class=\"bar s\"></i></span></span>");
            }
            page.tag("</span>");
            names(page, attributes);
        }
    }
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
