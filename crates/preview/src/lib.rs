//! The built-in preview: an intent as one self-contained, inert HTML page. A pure function: the same intent, compared
//! with its brief in the same words, gives the same bytes. The page has no script and sends no request. It names the hash of its intent, so that
//! anyone can check which intent it shows.
//!
//! Lists, texts and sections are limited, and the page says what it left out.

mod asked;
mod coverage;
mod design;
mod diagram;
mod drawn;
mod flows;
mod foreign;
mod header;
mod inert;
mod inventory;
mod model;
mod notes;
mod page;
mod route;
mod screens;
mod states;
mod visible;
mod widget;
mod wireframe;

use frieze_data::digest::Digest;
use frieze_intent::Intent;

use design::Design;
use page::Page;

pub use asked::{Drawing, Drawings, drawings};
pub use foreign::{Drawn, DrawnPage, page as drawn_page, render as render_drawn};
// What other drawings of the same screens need.
pub use states::split as state;
pub use widget::{is_row, widget};

/// The page's shell and style; `[[…]]` marks where the parts go.
const SHELL: &str = include_str!("../../../templates/preview.html");

/// The text before the hash in every preview.
const HASH_META: &str = "<meta name=\"frieze-intent-sha256\" content=\"";

/// The preview page of an intent whose canonical form has this SHA-256. `compared` is its comparison with the brief, in a
/// sentence.
pub fn render(intent: &Intent, sha256: Digest, compared: Option<&str>) -> String {
    page_of(&Design::of(intent), sha256, compared, &Page::new())
}

/// The page of a design, with an extra section in front of the others.
fn page_of(design: &Design<'_>, sha256: Digest, compared: Option<&str>, front: &Page) -> String {
    let intent = design.intent;
    let mut main = Page::new();
    main.append(front);
    let drawn = screens::write(&mut main, design);
    flows::write(&mut main, design, &drawn);
    model::write(&mut main, design);
    notes::interactions(&mut main, design, &drawn);
    coverage::write(&mut main, design, &drawn);
    notes::goals(&mut main, intent);
    notes::open_questions(&mut main, intent);
    let mut nav = Page::new();
    header::navigation(&mut nav, design, &drawn);
    main.catch_links(&nav);

    let mut page = Page::new();
    for part in SHELL.split("[[") {
        let rest = match part.split_once("]]") {
            None => part,
            Some((slot, rest)) => {
                match slot {
                    "hash" => drop(page.tag(HASH_META).digest(sha256).tag("\">")),
                    "title" => drop(page.attr(&intent.title, 200)),
                    "header" => header::write(&mut page, design, sha256, compared),
                    "nav" => page.append(&nav),
                    "main" => page.append(&main),
                    _ => {}
                }
                rest
            }
        };
        page.tag(rest);
    }
    page.into_html()
}
