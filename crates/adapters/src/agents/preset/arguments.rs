//! The arguments and variables of the known programs: print events, keep no session, offer no tools, as far as each program has
//! options for that. The prompt is always on standard input, because an argument is too short for a long brief.

use serde_json::json;

use crate::agents::events::EventFormat;

/// Replaces the programs' own instructions for coding, where that is possible.
const INSTRUCTION: &str = "Answer the user's prompt in one message. You have no tools.";

/// The arguments after the program's name.
pub fn of(format: EventFormat, model: Option<&str>) -> Vec<String> {
    let fixed: &[&str] = match format {
        EventFormat::Claude => &[
            "-p",
            "--output-format=stream-json",
            "--verbose",
            "--include-partial-messages",
            "--no-session-persistence",
            // No hooks, plugins, servers or CLAUDE.md; the login of the user's settings stays.
            "--safe-mode",
            "--tools=",
            "--system-prompt",
            INSTRUCTION,
        ],
        EventFormat::Codex => &[
            "exec",
            "--json",
            "--sandbox=read-only",
            "--skip-git-repo-check",
            "--ephemeral",
            "--config=project_doc_max_bytes=0",
            "--config=web_search=\"disabled\"",
            "--config=features.shell_tool=false",
            "--config=features.unified_exec=false",
            "--config=features.view_image=false",
            "--config=features.multi_agent=false",
            "--config=features.goals=false",
            "--config=features.apps=false",
            "--config=features.plugins=false",
        ],
        // An empty folder is not trusted; `plan` is read-only; it has no extension of that name.
        EventFormat::GeminiCli => {
            &["--output-format=stream-json", "--skip-trust", "--approval-mode=plan", "--extensions=none"]
        }
        // Without a title it would ask a model for one. The log has the name of the model.
        EventFormat::Opencode => {
            &["run", "--format=json", "--agent=frieze", "--title=frieze", "--print-logs", "--log-level=INFO"]
        }
    };
    let mut arguments: Vec<String> = fixed.iter().map(|argument| (*argument).to_owned()).collect();
    arguments.extend(model.map(|model| format!("--model={model}")));
    if format == EventFormat::Codex {
        // The prompt is read from standard input.
        arguments.push("-".to_owned());
    }
    arguments
}

/// The variables that frieze sets.
pub fn variables(format: EventFormat) -> Vec<(String, String)> {
    let fixed = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    match format {
        // Without this it asks a model for a title too, with the whole prompt.
        EventFormat::Claude => vec![fixed("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")],
        EventFormat::Codex | EventFormat::GeminiCli => Vec::new(),
        // An agent without tools, added to the user's own configuration.
        EventFormat::Opencode => {
            let agent = json!({
                "description": "answers a prompt", "mode": "primary", "prompt": INSTRUCTION, "permission": { "*": "deny" },
            });
            let settings = json!({ "autoupdate": false, "share": "disabled", "agent": { "frieze": agent } });
            vec![fixed("OPENCODE_CONFIG_CONTENT", &settings.to_string())]
        }
    }
}
