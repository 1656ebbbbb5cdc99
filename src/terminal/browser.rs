//! Opening of pages in the person's browser.

use std::env::var_os;

/// Variables that show that there is a display.
const SCREENS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];

/// Opens a page.
///
/// # Errors
/// Why no browser can be opened.
pub fn browse(url: &str) -> Result<(), String> {
    match why_not(|name| var_os(name).is_some_and(|value| !value.is_empty())) {
        Some(why) => Err(why.to_owned()),
        None => webbrowser::open(url).map_err(|e| e.to_string()),
    }
}

/// Why no browser can open. Over ssh and on servers, the usual launchers succeed without doing anything.
fn why_not(is_set: impl Fn(&str) -> bool) -> Option<&'static str> {
    let is_blind = !cfg!(target_os = "macos") && !SCREENS.into_iter().chain(["BROWSER"]).any(is_set);
    is_blind.then_some("there is no display here, and $BROWSER is not set")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn nothing_is_started_without_a_display() {
        assert!(why_not(|_| false).is_some());
        assert!(why_not(|name| name == "WAYLAND_DISPLAY").is_none());
        assert!(why_not(|name| name == "BROWSER").is_none());
    }
}
