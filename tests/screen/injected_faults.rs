//! Ends that nobody can cause in the real binary: a panic in the screen's thread or another one, a stack overflow, and an
//! exit all give the terminal back (promise P12). Where files cannot be watched, the screen polls and says so (promise
//! P24). A home folder that does not answer does not prevent leaving. The screen runs in this test program, started again
//! with a launcher of the tests.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use frieze::cli::Wiring as _;
use frieze::tui::{Launcher, Problem, ScreenEnd, Settings, Workspace, open};
use frieze::wire::Machine;
use frieze_adapters::user_files::MachineFiles;
use frieze_adapters::watch::Watched;
use frieze_data::path::RelPath;
use frieze_flows::design::Design;
use frieze_kernel::{Flow as _, Transitions};
use frieze_ports::{BeginWatching, Boxed, Kind, Locked, Store, StoreError, Watch};
use portable_pty::CommandBuilder;

use crate::cli_support::Place;
use crate::terminal::Terminal;

/// Selects the launcher's behaviour; a process with this variable opens the screen.
const DOORS: &str = "DOORS";
/// The reason why files cannot be watched.
const WHY: &str = "no watches are left";

enum Own {
    /// There is no workspace yet. Creating it panics in another thread.
    BreakAnother,
    /// Opening it after its creation panics in the screen's thread.
    BreakTheScreen(AtomicBool),
    /// Creating it overflows the stack.
    Overflow,
    /// Creating it exits the process.
    Exit,
    /// A workspace that cannot be watched.
    Unwatched,
    /// A workspace in which every folder is watched, needed or not.
    Greedy,
    /// A user's own folder that neither answers nor fails.
    Silent,
}

impl Launcher for Own {
    fn open(&self) -> Result<Option<Workspace>, Problem> {
        match self {
            Self::BreakAnother | Self::Overflow | Self::Exit => Ok(None),
            Self::BreakTheScreen(is_made) => {
                assert!(!is_made.load(Ordering::SeqCst), "the screen's own thread broke");
                Ok(None)
            }
            Self::Unwatched | Self::Greedy | Self::Silent => {
                let tools = Machine.open(&self.folder(), &[])?;
                let (root, flows, store) = (tools.root, tools.flows, tools.store);
                let files = Arc::new(MachineFiles);
                let place = root.clone();
                let watching: BeginWatching = match self {
                    Self::Greedy => Box::new(move |tell| {
                        let root = place.clone();
                        let watched = Watched::begin(&root, tell)?;
                        Ok(Box::new(Everything { root, watched }) as Box<dyn Watch>)
                    }),
                    Self::BreakAnother
                    | Self::BreakTheScreen(_)
                    | Self::Overflow
                    | Self::Exit
                    | Self::Unwatched
                    | Self::Silent => Box::new(|_| Err(WHY.to_owned())),
                };
                let person_store = matches!(self, Self::Silent)
                    .then(|| Arc::new(SilentFolder(store.clone())) as Arc<dyn Store>);
                Ok(Some(Workspace {
                    from: root.clone(),
                    root,
                    flows,
                    store,
                    files,
                    watching,
                    person_store,
                    is_demo: |_| false,
                }))
            }
        }
    }

    fn transitions(&self) -> Transitions {
        Design::TABLE.named()
    }

    fn settings(&self) -> Result<Settings, Problem> {
        Ok(Settings::default())
    }

    fn make(&self, _: bool) -> Result<(), Problem> {
        match self {
            Self::BreakTheScreen(is_made) => is_made.store(true, Ordering::SeqCst),
            Self::Overflow => {
                deeper(0);
            }
            Self::Exit => std::process::exit(7),
            Self::BreakAnother | Self::Unwatched | Self::Greedy | Self::Silent => {
                panic!("another thread broke")
            }
        }
        Ok(())
    }

    fn folder(&self) -> PathBuf {
        std::env::current_dir().unwrap()
    }

    fn run(&self, _: Vec<OsString>) -> Boxed<Result<(String, Option<i32>), String>> {
        Box::pin(std::future::ready(Err("this launcher runs no commands".to_owned())))
    }
}

/// Never ends.
#[expect(unconditional_recursion, reason = "that is what it is for")]
fn deeper(depth: u64) -> u64 {
    std::hint::black_box(deeper(depth + 1)) + depth
}

/// A folder on an unreachable machine: writing there never ends. It records the attempt in a file of a reachable workspace.
struct SilentFolder(Arc<dyn Store>);

impl Store for SilentFolder {
    fn read(&self, _: &RelPath, _: usize) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(None)
    }

    fn read_end(&self, _: &RelPath, _: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        Ok(None)
    }

    fn kind_of(&self, _: &RelPath) -> Result<Option<Kind>, StoreError> {
        Ok(None)
    }

    fn list(&self, _: &RelPath) -> Result<Vec<(String, Kind)>, StoreError> {
        Ok(Vec::new())
    }

    fn replace(&self, _: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError> {
        self.0.append(&RelPath::new("asked"), b"once\n")?;
        loop {
            std::thread::park();
        }
    }

    fn append(&self, _: &RelPath, _: &[u8]) -> Result<(), StoreError> {
        Ok(())
    }

    fn remove(&self, _: &RelPath) -> Result<(), StoreError> {
        Ok(())
    }

    fn lock(&self, _: &RelPath, _: &RelPath, _: &[u8]) -> Result<Option<Locked>, StoreError> {
        Ok(None)
    }

    fn sweep(&self, _: &RelPath) -> Result<(), StoreError> {
        Ok(())
    }

    fn sweep_of(&self, _: &RelPath) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Watches all folders below, too.
struct Everything {
    root: PathBuf,
    watched: Watched,
}

impl Watch for Everything {
    fn folder(&self, folder: &RelPath) -> Result<bool, String> {
        for path in folders(&self.root).iter().skip(1) {
            let below = path.strip_prefix(&self.root).unwrap().to_str().unwrap().to_owned();
            self.watched.folder(&RelPath::new(Box::leak(below.into_boxed_str())))?;
        }
        self.watched.folder(folder)
    }
}

/// All folders below one, and itself.
fn folders(root: &Path) -> Vec<PathBuf> {
    let mut all = vec![root.to_owned()];
    for entry in std::fs::read_dir(root).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            all.extend(folders(&entry.path()));
        }
    }
    all
}

/// The folders of a workspace that its screen watches, from Linux's `fdinfo`.
fn watched(terminal: &Terminal, place: &Place) -> Vec<String> {
    let mut inodes = Vec::new();
    for process in terminal.processes() {
        for file in std::fs::read_dir(format!("/proc/{process}/fdinfo")).unwrap().flatten() {
            let info = std::fs::read_to_string(file.path()).unwrap_or_default();
            let marks = info.lines().filter(|line| line.starts_with("inotify "));
            inodes.extend(
                marks.filter_map(|line| Some(line.split_once("ino:")?.1.split(' ').next()?.to_owned())),
            );
        }
    }
    let is_watched = |path: &PathBuf| {
        let inode = std::fs::metadata(path).unwrap().ino();
        inodes.contains(&format!("{inode:x}"))
    };
    let root = place.root();
    let watched = folders(&root).into_iter().filter(is_watched);
    watched.map(|path| path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned()).collect()
}

/// A workspace with many folders that belong to no feature.
fn crowded() -> Place {
    let place = Place::candidate();
    for n in 0..100 {
        place.write(&format!("node_modules/p{n}/lib/index.js"), "");
        place.write(&format!("features/checkout/notes/n{n}/note.txt"), "");
    }
    place
}

#[cfg(target_os = "linux")]
#[test]
fn p24_only_needed_folders_are_watched() {
    let place = crowded();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout ─ CANDIDATE").settle();
    // Watching begins after the first frame; a new feature is shown once it works.
    place.write("features/later/brief.md", "# Later\n\nA clerk MUST be able to wait.\n");
    terminal.wait_for("later");
    let found = watched(&terminal, &place);
    let wanted = ["", "features", "features/checkout/design", "features/later"];
    for folder in wanted {
        assert!(found.iter().any(|path| path == folder), "{folder:?} is not among {found:?}");
    }
    assert!(found.len() <= wanted.len() + 1, "{found:?}");
    terminal.quit();

    // Control: the same count detects a screen that watches everything.
    let mut terminal = opened(&place, "greedy");
    terminal.wait_for("checkout ─ CANDIDATE");
    place.write("features/latest/brief.md", "# Latest\n\nA clerk MUST be able to wait.\n");
    terminal.wait_for("latest");
    let mut person_store = 0;
    while watched(&terminal, &place).len() < 300 && person_store < 600 {
        person_store += 1;
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(person_store < 600, "{:?}", watched(&terminal, &place));
    terminal.quit();
}

#[test]
#[ignore = "the screen of the tests below, in a process of its own"]
fn a_screen_of_its_own() {
    let doors = match std::env::var(DOORS).as_deref() {
        Ok("break another") => Own::BreakAnother,
        Ok("break the screen") => Own::BreakTheScreen(AtomicBool::new(false)),
        Ok("overflow") => Own::Overflow,
        Ok("exit") => Own::Exit,
        Ok("unwatched") => Own::Unwatched,
        Ok("greedy") => Own::Greedy,
        Ok("silent") => Own::Silent,
        Ok(_) | Err(_) => return,
    };
    let ended = open(doors);
    std::process::exit(match ended {
        Ok(ScreenEnd::Code(code)) => code,
        Ok(ScreenEnd::Signalled(number)) => 128 + number,
        Err(_) => 1,
    });
}

/// The command line that makes this program that screen.
const ARGUMENTS: [&str; 4] = ["--exact", "injected_faults::a_screen_of_its_own", "--ignored", "--nocapture"];

/// The same as a line for a shell.
pub fn in_a_shell(doors: &str) -> String {
    let program = std::env::current_exe().unwrap();
    format!("{DOORS}='{doors}' '{}' {}", program.display(), ARGUMENTS.join(" "))
}

fn opened(place: &Place, doors: &str) -> Terminal {
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(ARGUMENTS);
    Terminal::start(place, 120, 36, &[(DOORS, doors)], command)
}

#[test]
fn p12_a_panic_in_the_screens_thread_gives_the_terminal_back_before_its_message() {
    let message = "the screen's own thread broke";
    let place = Place::empty();
    let mut terminal = opened(&place, "break the screen");
    terminal.wait_for("There is no workspace here yet").settle();
    assert!(terminal.with(vt100::Screen::alternate_screen), "the screen has the terminal");
    terminal.keys("e").wait_for(message);
    // The screen's own page is gone with the panic message on it.
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    let (given_back, said) = (raw.find("\x1b[?1049l").unwrap(), raw.find(message).unwrap());
    assert!(given_back < said, "printed before the terminal was given back");
    assert_ne!(terminal.ended(), 0);
}

#[test]
fn p12_a_stack_overflow_and_an_exit_in_the_middle_give_the_terminal_back() {
    for (doors, code) in [("overflow", 128 + 11), ("exit", 7)] {
        let place = Place::empty();
        let mut terminal = opened(&place, doors);
        terminal.wait_for("There is no workspace here yet").settle();
        assert!(terminal.with(vt100::Screen::alternate_screen), "the screen has the terminal");
        terminal.keys("e");
        assert_eq!(terminal.ended(), code, "{doors}");
    }
}

#[test]
fn p12_a_panic_in_another_thread_is_shown_on_the_living_screen() {
    let place = Place::empty();
    let mut terminal = opened(&place, "break another");
    terminal.wait_for("There is no workspace here yet").settle();
    terminal.keys("e").wait_for("Internal error in frieze").wait_for("another thread broke");
    assert!(!terminal.has_sent("\x1b[?1049l"), "the screen has the terminal all the time");
    // The creation never ends, and does not prevent leaving.
    terminal.resize(90, 28).settle().wait_for("There is no workspace here yet");
    terminal.quit();
}

#[test]
fn p24_without_watching_the_screen_polls_and_says_so() {
    let place = Place::candidate();
    let mut terminal = opened(&place, "unwatched");
    terminal.wait_for("checkout ─ CANDIDATE").wait_for(WHY);
    // Another program creates and runs a feature.
    place.write("refunds.md", "# Refunds\n\nA clerk MUST be able to refund an order.\n");
    place.done(&["new", "refunds", "--brief", "refunds.md"]);
    terminal.wait_for("· refunds");
    place.run(&["run", "refunds"]);
    terminal.wait_gone("· refunds").wait_for("refunds");
    terminal.quit();
}

#[test]
fn a_folder_that_does_not_answer_does_not_prevent_leaving() {
    let place = Place::candidate();
    let mut terminal = opened(&place, "silent");
    terminal.wait_for("checkout ─ CANDIDATE").keys("5");
    terminal.wait_until("a save", |_| place.exists("asked"));
    // More parts are read during that save, and no second save begins.
    terminal.keys("j").settle().keys("G").settle();
    terminal.quit();
    assert_eq!(place.read("asked"), "once\n");
}
