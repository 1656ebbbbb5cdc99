//! The key that dismisses a critic's finding.

use serde_json::json;

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::{ENTER, Terminal};

/// A finding is dismissed at the design, and the approval names it.
#[test]
fn a_finding_of_the_critic_is_dismissed_with_a_reason() {
    let place = Place::workspace();
    let finding = json!({ "check": "coherence/judgement", "pointer": "/userFlows/0", "severity": "major",
        "message": "Nobody pays in this flow.", "suggestion": "Let somebody pay." });
    place.write("critic.json", json!({ "findings": [finding] }).to_string());
    std::fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    let yaml = "critic: eyes\nagents:\n  eyes: {kind: command, command: [sh, -c, \"cat > /dev/null; cat critic.json\"], folder: .}\n";
    std::fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let before = place.row("checkout")["score"].as_f64().unwrap();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout ─ CANDIDATE").keys("2").wait_for("Overall").settle();
    terminal
        .keys("fNobody pays\r")
        .wait_for("Nobody pays in this flow.")
        .settle()
        .keys("D")
        .wait_for("Why is this finding wrong?");
    // Nothing without a reason.
    terminal.keys(ENTER).wait_for("Nothing typed.").settle();
    assert_eq!(place.row("checkout")["score"].as_f64().unwrap(), before);
    terminal
        .keys("D")
        .wait_for("Why is this finding wrong?")
        .typing("the till is another product")
        .keys(ENTER);
    terminal.wait_for("Finding dismissed").keys("G").wait_for("dismissed by");
    let after = place.row("checkout")["score"].as_f64().unwrap();
    assert!(after > before + 2.9);
    // The iteration has this score everywhere, also once there are later ones.
    for critique in ["critique.json", "iterations/1/critique.json"] {
        let critique = place.read(&format!("features/checkout/design/{critique}"));
        let critique: serde_json::Value = serde_json::from_str(&critique).unwrap();
        assert_eq!(critique["overall"].as_f64(), Some(after));
    }
    terminal.decide("checkout").wait_for("the till is another product");
    terminal
        .keys("a")
        .dialog("to approve, type checkout")
        .typing("checkout")
        .keys(ENTER)
        .wait_for("✓ checkout");
    terminal.quit();
    assert!(place.read("features/checkout/design/final/FROZEN.md").contains("the till is another product"));
}
