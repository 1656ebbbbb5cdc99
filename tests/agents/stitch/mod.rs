//! Previews by Google Stitch, against a local server with Stitch's quirks, and through the real binary.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod server;

use std::sync::Arc;

use self::server::{Manners, Stitch};
use crate::cli_support::Place;
use frieze_adapters::agents::command::kept_process;
use frieze_adapters::config::{KeySource, ServerEntry};
use frieze_adapters::stitch::Stitch as Client;
use frieze_data::path::RelPath;
use frieze_flows::design::PREVIEWER;
use frieze_kernel::Fault;
use frieze_ports::{Agent as _, Ask, Live, Store};
use frieze_preview::{Drawing, Drawings, Drawn};
use frieze_store::{DurableStore, RealDisk};
use tempfile::TempDir;

const KEY: &str = "canary/key 4242";

struct Bench {
    folder: TempDir,
    server: Stitch,
    seconds: u64,
    model: Option<&'static str>,
}

impl Bench {
    fn with(manners: Manners) -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::create_dir_all(folder.path().join("features/checkout/design")).unwrap();
        Self { folder, server: Stitch::begin(manners), seconds: 5, model: None }
    }

    fn client(&self) -> Client {
        // A test binary cannot be its own keeper process.
        kept_process::PROGRAM.get_or_init(|| assert_cmd::cargo::cargo_bin!("frieze").to_path_buf());
        let store: Arc<dyn Store> = Arc::new(DurableStore::new(RealDisk::new(self.folder.path()).unwrap()));
        let key = KeySource::Command(vec!["printf".into(), "%s".into(), KEY.into()]);
        let entry = ServerEntry::Stitch {
            url: Some(self.server.url()),
            key: Some(key),
            token: None,
            project: None,
            device: None,
            model: self.model.map(str::to_owned),
            timeout_seconds: self.seconds,
            max_screens: 3,
        };
        Client::new("stitch", &entry, store, self.folder.path())
    }

    fn ask(&self, views: &[&str]) -> Result<Drawn, Fault> {
        let views = views.iter().map(|view| Drawing {
            view: (*view).to_owned(),
            title: format!("The {view}"),
            prompt: format!("draw {view}"),
        });
        let drawings =
            Drawings { schema_version: 1, title: "Checkout".into(), views: views.collect(), left_out: 0 };
        let ask = Ask {
            role: PREVIEWER,
            agent: None,
            feature: "checkout".parse().unwrap(),
            prompt: serde_json::to_string(&drawings).unwrap(),
            exchange: RelPath::new("features/checkout/x"),
            material: Vec::new(),
            temperature_refused: false,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let answer = runtime.block_on(self.client().ask(ask, Live::new(drop)))?;
        assert!(!answer.text.contains(KEY));
        Ok(serde_json::from_str(&answer.text).unwrap())
    }

    fn fails(&self, words: &str) {
        let outcome = self.ask(&["cart"]);
        let Err(Fault::Failed { why }) = &outcome else { unreachable!("{outcome:?}") };
        assert!(why.contains(words), "{why}");
        assert!(why.len() < 1000 && !why.contains(KEY), "{why}");
    }

    fn memory(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("features/checkout/design/stitch.json"))
            .unwrap_or_default()
    }
}

/// Promise P21: a change in the list of tools is reported once, and an unchanged list never.
#[test]
fn p21_changed_tools_are_reported() {
    let calm = Manners { also: Some("edit_screens"), ..Manners::default() };
    let bench = Bench::with(calm.clone());
    let remark = |manners: &Manners| {
        bench.server.becomes(manners.clone());
        bench.ask(&["cart"]).unwrap().remark
    };
    assert_eq!((remark(&calm), remark(&calm)), (None, None), "the first list, and the same again");
    for (what, other) in [
        ("another tool", Manners { also: Some("send_mail"), ..calm.clone() }),
        ("a tool that is gone", Manners { also: None, ..calm.clone() }),
        ("another schema", Manners { wants_more: true, ..calm.clone() }),
    ] {
        assert_eq!(remark(&other).as_deref(), Some("its tools have changed since the last time"), "{what}");
        assert_eq!(remark(&other), None, "{what}: it was reported");
        assert!(remark(&calm).is_some(), "{what}: and back");
    }
}

/// The server wraps the design in a design system and redirects its page; malformed tools cost nothing.
#[test]
fn a_screen_is_drawn_and_fetched_and_nothing_is_drawn_twice() {
    for sse in [false, true] {
        let bench = Bench::with(Manners { sse, ..Manners::default() });
        let drawn = bench.ask(&["cart", "payment"]).unwrap();
        assert_eq!(drawn.pages.len(), 2);
        assert!(drawn.pages[0].html.contains("Drawn cart"), "{drawn:?}");
        assert!(drawn.missing.is_empty(), "{drawn:?}");
        assert!(bench.memory().contains("\"9007199254740993101\""), "{}", bench.memory());
        assert_eq!(bench.server.called("generate_screen_from_text"), 2);
        assert!(bench.server.keys().iter().all(|key| *key == format!("x-goog-api-key: {KEY}")));
        // The same views again: everything is there.
        assert_eq!(bench.ask(&["cart", "payment"]).unwrap().pages.len(), 2);
        assert_eq!(bench.server.called("generate_screen_from_text"), 2);
        assert_eq!(bench.server.called("create_project"), 1);
    }
}

/// The client offers the version that Stitch's own client offers, and accepts a newer one from the server.
#[test]
fn the_version_of_the_protocol_is_stitchs_own() {
    for version in [None, Some("2025-06-18"), Some("2025-11-25")] {
        let bench = Bench::with(Manners { version, ..Manners::default() });
        assert_eq!(bench.ask(&["cart"]).unwrap().pages.len(), 1, "{version:?}");
        assert_eq!(bench.server.offered(), ["2024-11-05"]);
    }
}

#[test]
fn a_late_screen_is_awaited() {
    let bench = Bench::with(Manners { partial: 2, ..Manners::default() });
    assert_eq!(bench.ask(&["cart"]).unwrap().pages.len(), 1);
    assert_eq!(bench.server.called("get_screen"), 3);
    let bench = Bench::with(Manners { inline: true, ..Manners::default() });
    assert_eq!(bench.ask(&["cart"]).unwrap().pages[0].html, "<h1>Inline</h1>");
}

/// "Do not retry a generation: after a broken connection it may still succeed."
#[test]
fn an_interrupted_generation_is_looked_up_and_never_repeated() {
    let bench = Bench::with(Manners { drops: Some(1), ..Manners::default() });
    let drawn = bench.ask(&["cart"]).unwrap();
    assert!(drawn.pages[0].html.contains("Drawn cart"));
    assert_eq!(bench.server.called("generate_screen_from_text"), 1);

    let mut bench = Bench::with(Manners { drops: Some(1000), ..Manners::default() });
    bench.seconds = 2;
    bench.fails("no screen was found afterwards");
    assert_eq!(bench.server.called("generate_screen_from_text"), 1);
}

#[test]
fn an_expired_address_is_requested_again_once() {
    let bench = Bench::with(Manners { expires: true, ..Manners::default() });
    assert_eq!(bench.ask(&["cart"]).unwrap().pages.len(), 1);
    assert_eq!(bench.server.called("get_screen"), 1);
}

#[test]
fn errors_are_reported() {
    let refusing = |status, headers, text| {
        Bench::with(Manners { refuses: Some((status, headers, text)), echoes: true, ..Manners::default() })
    };
    Bench::with(Manners { no_screen: true, ..Manners::default() })
        .fails("without a screen: I cannot draw that.");
    refusing(403, "Content-Type: text/plain\r\n", "PERMISSION_DENIED for").fails("HTTP 403");
    refusing(500, "Content-Type: text/plain\r\n", "oops").fails("HTTP 500");
    refusing(200, "Content-Type: text/html\r\n", "<html>").fails("not an MCP server");
    let mut model = Bench::with(Manners::default());
    model.model = Some("MAGIC");
    model.fails("it has no model MAGIC, but FAST, SLOW");
    Bench::with(Manners { html: Some("x".repeat(17 * 1024 * 1024)), ..Manners::default() })
        .fails("more than 16 MiB");
    Bench::with(Manners { huge: 17 * 1024 * 1024, ..Manners::default() }).fails("more than 16 MiB");
    let mut endless = Bench::with(Manners { endless: true, ..Manners::default() });
    endless.seconds = 1;
    endless.fails("did not answer within 1 s");
}

#[test]
fn a_rate_limit_is_retried_later() {
    for (headers, expected) in [
        ("Retry-After: 7\r\n", Some(7000)),
        ("Retry-After: 99999999999999999999\r\n", Some(u64::MAX)),
        ("Retry-After: 1e300\r\n", Some(u64::MAX)),
        ("Retry-After: -1\r\n", None),
        ("", None),
    ] {
        let bench = Bench::with(Manners { refuses: Some((429, headers, "slow down")), ..Manners::default() });
        match bench.ask(&["cart"]) {
            Err(Fault::TryLater { after_ms, .. }) => assert_eq!(after_ms, expected),
            other => panic!("{other:?}"),
        }
    }
}

/// A failed tool gives its reason only in words: temporary failures are recognised by them.
#[test]
fn the_reason_of_a_failed_tool_is_understood() {
    for (tool, words) in
        [("create_project", "Rate limit exceeded"), ("generate_screen_from_text", "error 429, slow down")]
    {
        let bench = Bench::with(Manners { fails: Some((tool, 1, words)), ..Manners::default() });
        assert!(matches!(bench.ask(&["cart"]), Err(Fault::TryLater { after_ms: None, .. })), "{words}");
        // A refused screen was not drawn; the next call requests it.
        assert_eq!(bench.ask(&["cart"]).unwrap().pages.len(), 1, "{words}");
    }
    for words in ["403 PERMISSION_DENIED", "boom"] {
        let fails = Some(("generate_screen_from_text", 1, words));
        Bench::with(Manners { fails, ..Manners::default() }).fails(words);
    }
    // A deleted project is created again, once.
    let gone =
        |times| Manners { fails: Some(("list_screens", times, "Project not found")), ..Manners::default() };
    let bench = Bench::with(gone(1));
    assert_eq!(bench.ask(&["cart"]).unwrap().pages.len(), 1);
    assert_eq!(bench.server.called("create_project"), 2);
    let bench = Bench::with(gone(1000));
    bench.fails("Project not found");
    assert_eq!(bench.server.called("create_project"), 2);
}

/// An unreadable memory file stops the preview and is left as it is: without it every screen would be charged again. A
/// deleted screen is drawn again.
#[test]
fn the_saved_memory_is_checked() {
    let bench = Bench::with(Manners::default());
    bench.ask(&["cart"]).unwrap();
    let path = bench.folder.path().join("features/checkout/design/stitch.json");
    let known = bench.memory();
    for damaged in [
        known.replace("projects", "x").replace("9007199254740993101", "../../etc"),
        known.replace("\"schemaVersion\": 1", "\"schemaVersion\": 2"),
        known.replace('{', ""),
    ] {
        std::fs::write(&path, &damaged).unwrap();
        bench.fails("features/checkout/design/stitch.json cannot be read");
        assert_eq!(bench.memory(), damaged);
    }
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    bench.fails("features/checkout/design/stitch.json");
    std::fs::remove_dir(&path).unwrap();
    assert_eq!(bench.server.called("create_project"), 1);
    // The memory of another server does not count.
    std::fs::write(&path, known.replace(&bench.server.url(), "http://127.0.0.1:9/mcp")).unwrap();
    bench.ask(&["cart"]).unwrap();
    assert_eq!(bench.server.called("create_project"), 2);
    let gone = bench.memory().replace("00000007", "0000dead").replace("00000008", "0000dead");
    std::fs::write(&path, gone).unwrap();
    let before = bench.server.called("generate_screen_from_text");
    assert_eq!(bench.ask(&["cart"]).unwrap().pages.len(), 1);
    assert_eq!(bench.server.called("generate_screen_from_text"), before + 1);
}

#[test]
fn a_check_says_what_it_found_and_what_to_do() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let check = |bench: &Bench| runtime.block_on(bench.client().check());
    let well = check(&Bench::with(Manners::default())).unwrap();
    assert!(well.contains("4 tools, 2 of them invalid"), "{well}");
    let mut model = Bench::with(Manners::default());
    model.model = Some("MAGIC");
    assert!(check(&model).is_err());
}

fn configured(server: &Stitch) -> Place {
    let place = Place::workspace();
    let folder = place.home().join("config/frieze");
    std::fs::create_dir_all(&folder).unwrap();
    let text = format!(
        "preview: stitch\nservers:\n  stitch:\n    kind: stitch\n    url: {}\n    key:\n      env: CANARY\n    timeoutSeconds: 5\n    maxScreens: 2\n",
        server.url()
    );
    std::fs::write(folder.join("config.yaml"), text).unwrap();
    place.write("checkout.md", crate::cli_support::CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place
}

#[test]
fn a_run_ends_with_the_screens_of_the_server_on_its_preview() {
    let server = Stitch::begin(Manners::default());
    let place = configured(&server);
    let said = place.run_env(&[("CANARY", KEY)], &["run", "checkout"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("drawn by stitch"), "{said:?}");
    let page = place.read("features/checkout/design/preview.html");
    assert!(page.contains("Drawn cart") && page.contains("Content-Security-Policy"));
    assert!(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"));
    let state = place.read("features/checkout/design/state.json");
    assert!(state.contains("\"renderer\": \"stitch\""), "{state}");
    for prompt in server.prompts() {
        assert!(
            prompt.lines().filter(|line| line.contains("shopper")).all(|line| line.starts_with("| ")),
            "{prompt}"
        );
    }
    // A deleted page is made again from the saved answer.
    std::fs::remove_file(place.at("features/checkout/design/preview.html")).unwrap();
    place.run(&["show", "checkout"]);
    assert_eq!(place.read("features/checkout/design/preview.html"), page);
    // The key is nowhere.
    for (name, bytes) in place.snapshot() {
        assert!(!String::from_utf8_lossy(&bytes).contains(KEY), "{name}");
    }
    if let Some(folder) = std::env::var_os("FRIEZE_PREVIEW_OUT") {
        std::fs::write(std::path::Path::new(&folder).join("stitch-run.html"), page).unwrap();
    }
}

const TWO_PAGES: &str = "# Checkout\n\n## Goals\n\n- The goods are sent to the shopper\n\n## Requirements\n\n\
    As a shopper I want to pay for what is in the cart, so that it is sent to me.\n\n\
    1. WHEN the shopper opens the Cart page, the shop must show every order line with its price.\n\
    2. WHEN the shopper enters the card, the Payment page must show the total of the order.\n\
    3. IF the card is refused, the Payment page must say why and ask for another card.\n\n\
    ## Data\n\n- Order: number, date, total\n- Order line: product, quantity, price\n";

/// Existing screens are fetched, missing ones are drawn, nothing is drawn twice.
#[test]
fn a_preview_that_lacks_a_screen_is_completed() {
    let server = Stitch::begin(Manners { no_screen_at: Some(2), ..Manners::default() });
    let place = configured(&server);
    place.write("features/checkout/brief.md", TWO_PAGES);
    let said = place.run_env(&[("CANARY", KEY)], &["run", "checkout"]);
    assert!(said.code == 3 && said.err.contains("1 screen was not drawn"), "{said:?}");
    assert_eq!(server.called("generate_screen_from_text"), 2);
    let partly = place.read("features/checkout/design/preview.html");
    assert!(partly.contains("I cannot draw that."), "{partly}");
    std::fs::remove_file(place.at("features/checkout/design/preview.html")).unwrap();
    server.becomes(Manners { also: Some("send_mail"), ..Manners::default() });
    let said = place.run_env(&[("CANARY", KEY)], &["run", "checkout"]);
    assert!(said.code == 3 && said.err.contains("drawn by stitch"), "{said:?}");
    let journal = place.read("features/checkout/design/journal.jsonl");
    assert_eq!(
        journal.matches("drawn by stitch; its tools have changed since the last time").count(),
        1,
        "{journal}"
    );
    assert_eq!(server.called("generate_screen_from_text"), 3);
    let page = place.read("features/checkout/design/preview.html");
    assert!(page.contains("Drawn cart") && !page.contains("I cannot draw that."), "{page}");
}

#[test]
fn a_server_that_fails_leaves_the_built_in_preview_and_says_so() {
    let refuses = Some((403, "Content-Type: text/plain\r\n", "PERMISSION_DENIED"));
    let server = Stitch::begin(Manners { refuses, echoes: true, ..Manners::default() });
    let place = configured(&server);
    let said = place.run_env(&[("CANARY", KEY)], &["run", "checkout"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("built-in; stitch failed: HTTP 403"), "{said:?}");
    let state = place.read("features/checkout/design/state.json");
    assert!(state.contains("\"fallback\"") && state.contains("\"renderer\": \"built-in\""), "{state}");
    assert!(place.read("features/checkout/design/journal.jsonl").contains("the built-in preview is used"));
    // Without its key the server gets no request.
    let place = configured(&Stitch::begin(Manners::default()));
    let said = place.run(&["run", "checkout"]);
    assert!(said.code == 3 && said.err.contains("the variable CANARY is not set"), "{said:?}");
    for (name, bytes) in place.snapshot() {
        assert!(!String::from_utf8_lossy(&bytes).contains(KEY), "{name}");
    }
}

#[test]
fn an_unknown_preview_server_is_reported() {
    let place = Place::workspace();
    place.write("checkout.md", crate::cli_support::CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place.stopped(1, "no server has that name", &["run", "checkout", "--set", "preview=nobody"]);
}
