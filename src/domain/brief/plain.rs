//! What plain text says by its lines where Markdown has no mark for it: bullets such as `•` and `a)`,
//! dotted numbers, steps of a scenario, numbered and capital headings, text inside HTML.

use std::ops::Range;

use super::block::Form;
use super::headings;
use super::label;
use super::modal;
use super::prose::Prose;
use super::scenario;
use super::stories;

mod lines;

use lines::{closes_with_a_heading, lines_of_a_list, tells_a_scenario};

pub(super) struct Part {
    pub(super) form: Form,
    pub(super) prose: Prose,
    pub(super) number: Option<String>,
}

/// Splits running text where a source line starts something of its own.
pub(super) fn parts(prose: Prose, outside: bool) -> Vec<Part> {
    if let Some(end) = headings::run_in(prose.text()).filter(|_| outside) {
        let title = prose.text().get(..end).unwrap_or_default().trim_end_matches('.').len();
        let heading = Part { form: Form::Heading(5), prose: prose.slice(0..title), number: None };
        let rest = prose.slice(end..prose.text().len());
        return std::iter::once(heading).chain(parts(rest, false)).collect();
    }
    if prose.wraps().is_empty() {
        return vec![part(prose, outside)];
    }
    let text = prose.text();
    let stepped = tells_a_scenario(text, prose.wraps());
    let closing = !outside && closes_with_a_heading(text, prose.wraps());
    let mut starts = vec![0];
    let mut bound =
        modal::is_binding(line_text(text, 0..prose.wraps().first().copied().unwrap_or(text.len())));
    for (index, at) in prose.wraps().iter().enumerate() {
        let end = prose.wraps().get(index + 1).copied().unwrap_or(text.len());
        let line = line_text(text, *at..end);
        let before = line_text(text, starts.last().copied().unwrap_or(0)..*at);
        let last = previous_line(text, &prose, index);
        let headed = outside
            && (is_heading_line(line)
                || headings::ticket(line).is_some()
                || ((is_heading_line(last) || headings::ticket(last).is_some()) && opens(line))
                || index == 0 && (headings::announces(last) || headings::is_over(last, line)) && opens(line)
                || headings::is_announced(line)
                || headings::is_announced(last) && opens(line));
        let headed = headed || closing && index + 1 == prose.wraps().len();
        if headed || stepped && begins_step(line) || starts_anew(line, before, bound) {
            starts.push(*at);
            bound = false;
        }
        bound = bound || modal::is_binding(line);
    }
    starts.push(text.len());
    let ranges: Vec<Range<usize>> = starts.windows(2).filter_map(|w| Some(*w.first()?..*w.get(1)?)).collect();
    let mut found: Vec<Part> = Vec::new();
    for range in ranges {
        let whole = prose.slice(range);
        let announced = found.last().is_some_and(|over| headings::is_announced(over.prose.text()));
        match (outside && announced).then(|| lines_of_a_list(&whole)).flatten() {
            Some(lines) => found.extend(lines.into_iter().map(|line| Part {
                form: Form::Item,
                prose: whole.slice(line),
                number: None,
            })),
            None => found.push(part(whole, outside)),
        }
    }
    if closing && let Some(last) = found.last_mut() {
        last.form = Form::Heading(6);
    }
    found.retain(|part| !part.prose.is_empty());
    found
}

/// The source line before a wrap.
fn previous_line<'t>(text: &'t str, prose: &Prose, wrap: usize) -> &'t str {
    let start = wrap.checked_sub(1).and_then(|at| prose.wraps().get(at)).copied().unwrap_or(0);
    line_text(text, start..prose.wraps().get(wrap).copied().unwrap_or(text.len()))
}

fn line_text(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default().trim()
}

/// A heading over running text without a blank line between them.
fn is_heading_line(line: &str) -> bool {
    dotted_number(line).is_some() && heading_level(line).is_some()
}

fn opens(line: &str) -> bool {
    line.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_alphabetic())
}

fn starts_anew(line: &str, before: &str, bound: bool) -> bool {
    bullet(line).is_some()
        || dotted_number(line).is_some_and(|number| number.contains('.'))
        || label::starts_item(line)
        || scenario::opens_scenario(line)
        || (begins_step(line)
            && !before.ends_with(',')
            && (scenario::step(before).is_some() || scenario::opens_scenario(before)))
        || label::is_field(line)
        || ["As ", "Als ", "Como ", "En tant ", "Come ", "Как "].iter().any(|word| line.starts_with(word))
            && before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '.' | ':' | '!'))
            && stories::as_a(line).is_some_and(|story| story.want.is_some())
        || (bound && ears_opening(line))
}

/// A step on a line of its own has a capital: `and the list` goes on with a sentence.
fn begins_step(line: &str) -> bool {
    line.starts_with(|c: char| !c.is_lowercase()) && scenario::step(line).is_some()
}

/// A line of its own in the manner of EARS.
fn ears_opening(line: &str) -> bool {
    ["WHEN ", "WHILE ", "IF ", "WHERE ", "THE ", "The system "].iter().any(|word| line.starts_with(word))
        && modal::is_binding(line)
}

fn part(prose: Prose, outside: bool) -> Part {
    let text = prose.text();
    if let Some(skip) = bullet(text) {
        let number = None;
        let prose = prose.slice(skip..text.len());
        return Part { form: Form::Item, prose, number };
    }
    if outside && prose.wraps().is_empty() && headings::ticket(text).is_some() {
        return Part { form: Form::Heading(3), prose, number: None };
    }
    if outside
        && prose.wraps().is_empty()
        && let Some(level) = heading_level(text)
    {
        let number = dotted_number(text).map(str::to_owned);
        let shown = text.trim_end_matches('=').len();
        let skip = text.len() - text.trim_start_matches('=').len();
        let prose = if skip > 0 { prose.slice(skip..skip.max(shown)) } else { prose };
        return Part { form: Form::Heading(level), prose, number };
    }
    if let Some(number) = dotted_number(text)
        && number.contains('.')
    {
        let number = number.to_owned();
        let skip = text.len()
            - text.get(number.len()..).unwrap_or_default().trim_start_matches(['.', ')', ' ']).len();
        let prose = prose.slice(skip..text.len());
        return Part { form: Form::Item, prose, number: Some(number) };
    }
    Part { form: Form::Paragraph, prose, number: None }
}

/// The length of a bullet that Markdown does not know, with its space.
fn bullet(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    if matches!(
        first,
        '•' | '◦'
            | '▪'
            | '‣'
            | '●'
            | '○'
            | '■'
            | '–'
            | '—'
            | '·'
            | '・'
            | '✓'
            | '✔'
            | '→'
            | '☐'
            | '☑'
            | '☒'
    ) {
        let rest = line.get(first.len_utf8()..)?;
        return rest
            .starts_with(' ')
            .then_some(first.len_utf8() + 1)
            .or((first == '・').then_some(first.len_utf8()));
    }
    // A list that stands too deep for Markdown, which took it for the sentence above.
    if let Some(inner) = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)) {
        return inner.chars().any(char::is_alphanumeric).then_some(2);
    }
    // `?? who pays`: a question of a list of questions, by which it stays known.
    if ["?? ", "? "].iter().any(|mark| line.starts_with(mark)) {
        return Some(0);
    }
    if ["[ ] ", "[x] ", "[X] ", "[] "].iter().any(|tick| line.starts_with(tick)) {
        return line.find(']').map(|at| at + 2);
    }
    // `[x]Card number`: ticked without a space. A link has its address behind the bracket.
    if let Some(inner) = ["[ ]", "[x]", "[X]"].iter().find_map(|tick| line.strip_prefix(tick)) {
        return inner.starts_with(char::is_alphabetic).then(|| line.len() - inner.len());
    }
    // `3b. The payment fails: …`, `*a At any time …`: an extension of a use case.
    if let Some(size) = extension(line) {
        return Some(size);
    }
    let inner = line.strip_prefix('(').unwrap_or(line);
    let opened = line.len() - inner.len();
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let size = if digits > 0 && digits <= 2 && opened > 0 {
        digits
    } else if inner.bytes().next().is_some_and(|b| b.is_ascii_lowercase()) {
        1
    } else {
        return None;
    };
    inner.get(size..)?.starts_with(") ").then_some(opened + size + 2)
}

/// The length of the number that an extension of a use case has: a step, a letter, perhaps a step of its own.
fn extension(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let starred = usize::from(digits == 0 && bytes.first() == Some(&b'*'));
    let letter = digits + starred;
    if !(1..=2).contains(&letter) || !bytes.get(letter).is_some_and(u8::is_ascii_lowercase) {
        return None;
    }
    let inner = bytes.get(letter + 1..)?.iter().take_while(|b| b.is_ascii_digit()).count();
    let end = letter + 1 + inner;
    let rest = line.get(end..)?;
    let marked = rest.strip_prefix(['.', ')', ':']).unwrap_or(rest);
    let capital = marked.trim_start().starts_with(char::is_uppercase);
    (inner <= 2 && marked.starts_with(' ') && marked.len() < rest.len() && capital)
        .then(|| line.len() - marked.trim_start().len())
}

/// `2`, `2.1`, `2.1.3` at the start of a line, where white space or a point and white space follows.
pub(super) fn dotted_number(line: &str) -> Option<&str> {
    let size = line.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let number = line.get(..size)?.trim_end_matches('.');
    let after = line.get(size..)?;
    let parts_are_short = number.split('.').all(|part| (1..=3).contains(&part.len()));
    let marked = number.contains('.') || line.get(number.len()..)?.starts_with('.');
    (parts_are_short && marked && after.starts_with(' ') && after.trim().chars().next()?.is_alphabetic())
        .then_some(number)
}

/// The level of a plain-text heading: `1. Introduction`, `2.1 Scope`, `== Scope ==`, `SCOPE`.
fn heading_level(line: &str) -> Option<u8> {
    if is_sentence(line) || line.ends_with([',', ';', ':', '；', '：', '、']) || line.contains(['|', '\\'])
    {
        return None;
    }
    let words = line.split_whitespace().count();
    let depth = line.bytes().take_while(|b| *b == b'=').count();
    if (2..=6).contains(&depth) && line.get(depth..).is_some_and(|rest| rest.starts_with(' ')) {
        return u8::try_from(depth - 1).ok();
    }
    if let Some(number) = dotted_number(line) {
        let levels = number.split('.').count();
        let title = line.get(number.len()..)?.trim_start_matches(['.', ' ']);
        // A criterion whose answers stand below it.
        if ["IF ", "WHEN ", "WHILE ", "WHERE ", "GIVEN "].iter().any(|word| title.starts_with(word)) {
            return None;
        }
        let named = title.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_ascii());
        return (words <= 9 && named).then(|| u8::try_from(levels.min(5)).unwrap_or(5) + 1);
    }
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let capital = line.chars().all(|c| !c.is_lowercase()) && line.chars().any(char::is_uppercase);
    (capital && letters >= 4 && words <= 8).then_some(1)
}

/// Ends like a sentence, or binds like one.
pub(super) fn is_sentence(line: &str) -> bool {
    line.ends_with(['.', '!', '。', '！']) || modal::is_binding(line)
}

/// Tabs as spaces. A number before a tab is the number of a heading: `3.1⇥Finding a date`.
pub(super) fn untabbed(line: &str) -> String {
    let digits = line.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    match line.split_at_checked(digits) {
        Some((number, rest)) if digits > 0 && rest.starts_with('\t') && !number.ends_with('.') => {
            format!("{number}. {}", rest.replace('\t', " ").trim_start())
        }
        _ => line.replace('\t', " "),
    }
}

/// Indented text that is written for machines, and not merely indented.
pub(super) fn is_code(text: &str) -> bool {
    text.contains(['{', '}', '=', '[', '$', '<', '#', '|'])
        || text.contains("();")
        || text.contains("/") && !text.contains(". ")
}

/// The number of an ordered item in the source: the parser renumbers, people repeat numbers.
pub(super) fn item_number(source: &str) -> Option<String> {
    let digits = source.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && digits <= 9).then(|| source.get(..digits).unwrap_or_default().to_owned())
}

/// A fence whose text is written for people.
pub(super) fn is_readable_fence(info: &str) -> bool {
    matches!(info.trim().to_ascii_lowercase().as_str(), "gherkin" | "feature" | "cucumber" | "ears")
}

#[rustfmt::skip]
const TAGS: &[&str] = &[
    "a", "abbr", "b", "big", "blockquote", "body", "br", "center", "cite", "code", "dd", "del", "details",
    "div", "dl", "dt", "em", "figure", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "html", "i",
    "img", "input", "ins", "kbd", "li", "mark", "ol", "p", "picture", "pre", "q", "s", "section", "small",
    "source", "span", "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "th", "thead",
    "tr", "u", "ul", "var", "video",
];

/// What of a piece of inline HTML a reader sees: nothing of tags and comments, all of `<placeholder>`.
pub(super) fn shown_html(html: &str) -> Option<&str> {
    if html.starts_with("<!") || html.starts_with("<?") {
        return None;
    }
    let name: String = html
        .trim_start_matches(['<', '/'])
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    if name == "br" {
        return Some(" ");
    }
    (!TAGS.contains(&name.as_str())).then_some(html)
}

/// The visible lines of an HTML block, with their distance from its first line.
pub(super) fn html_lines(html: &str) -> Vec<(u32, String)> {
    let mut shown = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        let (before, tag) = rest.split_at(open);
        shown.push_str(before);
        let close = if tag.starts_with("<!--") {
            tag.find("-->").map(|at| at + 3)
        } else {
            tag.find('>').map(|at| at + 1)
        };
        let Some((inside, after)) = close.and_then(|at| tag.split_at_checked(at)) else {
            if !tag.starts_with("<!--") {
                shown.push_str(tag);
            }
            rest = "";
            break;
        };
        shown.push_str(if inside.starts_with("<!--") { "" } else { shown_html(inside).unwrap_or(" ") });
        shown.extend(inside.chars().filter(|c| *c == '\n' && shown_html(inside).is_none()));
        rest = after;
    }
    shown.push_str(rest);
    shown
        .split('\n')
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| (u32::try_from(index).unwrap_or(u32::MAX), line.trim().to_owned()))
        .collect()
}
