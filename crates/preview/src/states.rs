//! The states of a component as small frames: what a person sees without data, while loading and after an error.

use super::page::Page;
use frieze_intent::Component;

/// Limit of the states drawn for one component.
const STATES: usize = 24;

/// The picture of a state, by its name.
fn picture(name: &str) -> &'static str {
    match name.to_ascii_lowercase().as_str() {
        "empty" => "<i class=hole></i>",
        "loading" => "<i class=bar></i><i class=\"bar m\"></i><i class=\"bar s\"></i>",
        "error" => "<i class=\"sign bad\">!</i><i class=\"bar s\"></i>",
        _ => "<i class=bar></i><i class=\"bar s\"></i>",
    }
}

/// A state's name and what is shown: the intent has both in one line.
pub fn split(state: &str) -> (&str, &str) {
    let cut = [": ", "：", " – ", " — ", " - ", " ("]
        .iter()
        .filter_map(|sep| Some((state.find(sep)?, sep.len())))
        .min();
    match cut {
        Some((at, len)) if at > 0 && at <= 60 => {
            let (name, rest) = (state.get(..at).unwrap_or(state), state.get(at + len..).unwrap_or_default());
            (name.trim(), rest.trim().trim_end_matches(')'))
        }
        _ => (state.trim(), ""),
    }
}

/// Draws the states of one component; `whose` names it when it is not the screen itself.
pub(super) fn write(page: &mut Page, component: &Component, whose: Option<&str>) {
    let left = page.each(&component.states, STATES, |page, _, state| {
        let (name, shown) = split(state);
        page.tag("<li class=state><span class=mini aria-hidden=true>").tag(picture(name)).tag("</span><b>");
        page.text(name).tag("</b>");
        if let Some(whose) = whose {
            page.tag("<span class=whose>").text(whose).tag("</span>");
        }
        if !shown.is_empty() {
            page.tag("<span class=shown>").prose(shown).tag("</span>");
        }
        page.tag("</li>");
    });
    if left > 0 {
        page.tag("<li class=state>and ").count(left).tag(" more states in intent.json</li>");
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_state_is_a_name_and_what_is_shown() {
        for (state, expected) in [
            ("empty", ("empty", "")),
            ("empty: No orders yet", ("empty", "No orders yet")),
            ("空：まだありません", ("空", "まだありません")),
            ("error – try again: later", ("error", "try again: later")),
            ("loading (three grey lines)", ("loading", "three grey lines")),
            (": odd", (": odd", "")),
            ("", ("", "")),
        ] {
            assert_eq!(split(state), expected, "{state}");
        }
    }
}
