//! A preview with screens drawn by a server: the built-in page with a section for them in front. The screens are made
//! inert first; policy, hash and the rest of the page are built in.

use serde::{Deserialize, Serialize};

use super::design::Design;
use super::inert::Inert;
use super::page::Page;
use frieze_data::digest::Digest;
use frieze_data::schema;
use frieze_intent::Intent;

/// How many screens one answer may have.
const MOST_PAGES: usize = 100;
/// How many bytes all screens together may have on the page.
const MOST_DRAWN: usize = 8 * 1024 * 1024;

/// The answer of a preview server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Drawn {
    /// Who drew, in a few words.
    pub server: String,
    /// Remarks on this drawing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub remark: Option<String>,
    pub pages: Vec<DrawnPage>,
    /// Views that were not drawn, and why.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub missing: Vec<String>,
}

/// One screen as a server drew it. It is not trusted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DrawnPage {
    pub title: String,
    pub html: String,
}

impl Drawn {
    /// Parses an answer strictly.
    ///
    /// # Errors
    /// The first problem of the JSON.
    pub fn read(answer: &str) -> Result<Self, String> {
        let read = schema::previewer_answer().read(answer.as_bytes());
        read.map_err(|why| format!("the answer is not what a preview server answers: {why}"))
    }
}

/// As [`page`], for an answer that is not parsed yet.
///
/// # Errors
/// Like [`Drawn::read`] and [`page`].
pub fn render(
    intent: &Intent,
    sha256: Digest,
    compared: Option<&str>,
    answer: &str,
) -> Result<String, String> {
    page(intent, sha256, compared, &Drawn::read(answer)?)
}

/// The page of a design with the screens that were drawn, or why there is none.
///
/// # Errors
/// A sentence if no screen was drawn, or none can be shown.
pub fn page(
    intent: &Intent,
    sha256: Digest,
    compared: Option<&str>,
    drawn: &Drawn,
) -> Result<String, String> {
    if drawn.pages.is_empty() {
        return Err("no screen was drawn".to_owned());
    }
    let (mut screens, mut missing, mut room) = (Vec::new(), drawn.missing.clone(), MOST_DRAWN);
    for (i, page) in drawn.pages.iter().enumerate() {
        let inert = match Inert::of(&page.html) {
            Ok(_) if i >= MOST_PAGES => Err(format!("only {MOST_PAGES} screens are shown")),
            Ok(inert) if inert.as_str().len() > room => Err("the page would be too large with it".to_owned()),
            outcome => outcome,
        };
        match inert {
            Ok(inert) => {
                room -= inert.as_str().len();
                screens.push((page.title.as_str(), inert));
            }
            Err(why) => missing.push(format!("{}: {why}", page.title)),
        }
    }
    if screens.is_empty() {
        return Err(format!("no screen can be shown: {}", missing.first().map_or("", String::as_str)));
    }
    let design = Design::of(intent);
    let mut section = Page::new();
    section.section("drawings", "Screens as they were drawn");
    let remark = drawn.remark.as_ref().map_or_else(String::new, |remark| format!(" ({remark})"));
    section.tag("<p>Drawn by ").text(&drawn.server).text(&remark).tag(
        ", without its scripts, pictures and fonts. The wireframes below show what the design itself says.</p>\n",
    );
    for (title, inert) in &screens {
        section.tag("<h3>").text(title).tag("</h3>\n<div style=\"");
        section.tag(
            "contain:content;overflow:auto;max-height:60rem;padding:1rem;margin:0 0 2rem;border:1px solid;",
        );
        section.tag("background-color:#fff;color:#111\">").inert(inert).tag("</div>\n");
    }
    if !missing.is_empty() {
        section.tag("<p>Not drawn:</p>\n<ul>");
        let left = section.each(&missing, MOST_PAGES, |section, _, why| {
            section.tag("<li>").text(why).tag("</li>");
        });
        section.tag("</ul>").more(left, "screen", "screens");
    }
    section.tag("</section>\n");
    Ok(super::page_of(&design, sha256, compared, &section))
}
