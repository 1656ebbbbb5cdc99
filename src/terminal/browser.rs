//! The person's browser, where one can be opened.

use std::env::var_os;

/// The variables of which one says that there is a screen to open a window on.
const SCREENS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];

/// Starts the browser on a page, or says why that cannot be.
pub fn browse(url: &str) -> Result<(), String> {
    match kept_from(|name| var_os(name).is_some_and(|value| !value.is_empty())) {
        Some(why) => Err(why.to_owned()),
        None => webbrowser::open(url).map_err(|e| e.to_string()),
    }
}

/// What keeps any browser from opening. Over ssh and on a server the programs that would open one end well and do nothing.
fn kept_from(is_set: impl Fn(&str) -> bool) -> Option<&'static str> {
    let is_blind = !cfg!(target_os = "macos") && !SCREENS.into_iter().chain(["BROWSER"]).any(is_set);
    is_blind.then_some("there is no display here, and $BROWSER names no program")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn nothing_is_started_where_there_is_no_display() {
        assert!(kept_from(|_| false).is_some());
        assert!(kept_from(|name| name == "WAYLAND_DISPLAY").is_none());
        assert!(kept_from(|name| name == "BROWSER").is_none());
    }
}
