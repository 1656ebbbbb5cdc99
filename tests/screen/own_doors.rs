//! What nobody can bring about in the real binary: a panic of our own, in the screen's thread and in another one, a stack
//! that overflows, and an exit in the middle give the terminal back (promise P12); where files cannot be watched, the screen looks by itself and says so (promise P24); a home
//! that does not answer keeps nobody from leaving. The screen is opened here on doors of the tests; its process is this
//! test program, started again.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use frieze::adapters::user_files::MachineFiles;
use frieze::adapters::watch::Watched;
use frieze::cli::Wiring as _;
use frieze::domain::path::RelPath;
use frieze::flows::design::Design;
use frieze::ports::{BeginWatching, Kind, Locked, Store, StoreError, Watch};
use frieze::tui::{Doors, Ended, Settings, Stated, Station, open};
use frieze::wire::Machine;
use portable_pty::CommandBuilder;

use crate::cli_support::Place;
use crate::terminal::Terminal;

/// What the doors do; the screen is opened in the process that has this variable.
const DOORS: &str = "DOORS";
/// Why files cannot be watched.
const WHY: &str = "no watches are left";

enum Own {
    /// There is no workspace yet. Making one breaks in a thread of its own.
    BreakAnother,
    /// Opening it, once it was made, breaks the screen's.
    BreakTheScreen(AtomicBool),
    /// Making one takes more stack than there is.
    Overflow,
    /// Making one ends the process.
    Exit,
    /// A workspace that cannot be watched.
    Unwatched,
    /// One of which every folder is watched, whoever wants it.
    Greedy,
    /// A workspace of somebody whose own folder takes nothing and refuses nothing.
    Silent,
}

impl Doors for Own {
    type Flow = Design;

    fn open(&self) -> Result<Option<Station<Design>>, Stated> {
        match self {
            Self::BreakAnother | Self::Overflow | Self::Exit => Ok(None),
            Self::BreakTheScreen(is_made) => {
                assert!(!is_made.load(Ordering::SeqCst), "the screen's own thread broke");
                Ok(None)
            }
            Self::Unwatched | Self::Greedy | Self::Silent => {
                let tools = Machine.open(&self.folder(), &[])?;
                let (root, engine, store) = (tools.root, tools.engine, tools.store);
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
                let looks = matches!(self, Self::Silent)
                    .then(|| Arc::new(SilentFolder(store.clone())) as Arc<dyn Store>);
                Ok(Some(Station {
                    from: root.clone(),
                    root,
                    engine,
                    store,
                    files,
                    watching,
                    looks,
                    briefs: Default::default(),
                }))
            }
        }
    }

    fn settings(&self) -> Result<Settings, Stated> {
        Ok(Settings::default())
    }

    fn make(&self, _: bool) -> Result<(), Stated> {
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
}

/// Comes to no end.
#[expect(unconditional_recursion, reason = "that is what it is for")]
fn deeper(depth: u64) -> u64 {
    std::hint::black_box(deeper(depth + 1)) + depth
}

/// A folder on a machine that went away: what is written there never ends. It tells that it was asked, in a file of a
/// workspace that answers.
struct SilentFolder(Arc<dyn Store>);

impl Store for SilentFolder {
    fn read(&self, _: &RelPath, _: usize) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(None)
    }

    fn read_end(&self, _: &RelPath, _: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        Ok(None)
    }

    fn look(&self, _: &RelPath) -> Result<Option<Kind>, StoreError> {
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

/// Watches all that is below, too.
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

/// The folders of a workspace that its screen watches, as Linux tells.
fn watched(terminal: &Terminal, place: &Place) -> Vec<String> {
    let mut inodes = Vec::new();
    for process in terminal.processes() {
        for file in std::fs::read_dir(format!("/proc/{process}/fdinfo")).unwrap().flatten() {
            let told = std::fs::read_to_string(file.path()).unwrap_or_default();
            let marks = told.lines().filter(|line| line.starts_with("inotify "));
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

/// A workspace beside much that is nobody's feature.
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
fn p24_only_folders_that_are_wanted_are_watched() {
    let place = crowded();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout ─ CANDIDATE").settle();
    // Watching begins behind the first frame: what comes into being afterwards is shown when it has.
    place.write("features/later/brief.md", "# Later\n\nA clerk MUST be able to wait.\n");
    terminal.wait_for("later");
    let found = watched(&terminal, &place);
    let wanted = ["", "features", "features/checkout/design", "features/later"];
    for folder in wanted {
        assert!(found.iter().any(|path| path == folder), "{folder:?} is not among {found:?}");
    }
    assert!(found.len() <= wanted.len() + 1, "{found:?}");
    terminal.quit();

    // Control: who watches everything is caught by the same count.
    let mut terminal = opened(&place, "greedy");
    terminal.wait_for("checkout ─ CANDIDATE");
    place.write("features/latest/brief.md", "# Latest\n\nA clerk MUST be able to wait.\n");
    terminal.wait_for("latest");
    let mut looks = 0;
    while watched(&terminal, &place).len() < 300 && looks < 600 {
        looks += 1;
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(looks < 600, "{:?}", watched(&terminal, &place));
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
        Ok(Ended::Left) => 0,
        Ok(Ended::Guarded(code)) => code,
        Ok(Ended::Signalled(number)) => 128 + number,
        Err(_) => 1,
    });
}

/// How this program is told to be that screen.
const ARGUMENTS: [&str; 4] = ["--exact", "own_doors::a_screen_of_its_own", "--ignored", "--nocapture"];

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
fn p12_a_panic_in_the_screens_thread_gives_the_terminal_back_before_it_is_told() {
    let told = "the screen's own thread broke";
    let place = Place::empty();
    let mut terminal = opened(&place, "break the screen");
    terminal.wait_for("There is no workspace here yet").settle();
    assert!(terminal.with(vt100::Screen::alternate_screen), "the screen has the terminal");
    terminal.keys("e").wait_for(told);
    // What is told on the screen's own page is gone with it.
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    let (given_back, said) = (raw.find("\x1b[?1049l").unwrap(), raw.find(told).unwrap());
    assert!(given_back < said, "told before the terminal was given back");
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
fn p12_a_panic_in_another_thread_is_told_on_a_screen_that_lives_on() {
    let place = Place::empty();
    let mut terminal = opened(&place, "break another");
    terminal.wait_for("There is no workspace here yet").settle();
    terminal.keys("e").wait_for("something in frieze broke").wait_for("another thread broke");
    assert!(!terminal.has_sent("\x1b[?1049l"), "the screen has the terminal all the time");
    // What was being made does not come any more: that keeps nobody.
    terminal.resize(90, 28).settle().wait_for("There is no workspace here yet");
    terminal.quit();
}

#[test]
fn p24_where_nothing_can_be_watched_the_screen_says_so_and_looks_by_itself() {
    let place = Place::candidate();
    let mut terminal = opened(&place, "unwatched");
    terminal.wait_for("checkout ─ CANDIDATE").wait_for(WHY);
    // Another program makes a feature, and runs it.
    place.write("refunds.md", "# Refunds\n\nA clerk MUST be able to refund an order.\n");
    place.done(&["new", "refunds", "--brief", "refunds.md"]);
    terminal.wait_for("· refunds");
    place.run(&["run", "refunds"]);
    terminal.wait_gone("· refunds").wait_for("refunds");
    terminal.quit();
}

#[test]
fn who_leaves_is_not_kept_by_a_folder_that_does_not_answer() {
    let place = Place::candidate();
    let mut terminal = opened(&place, "silent");
    terminal.wait_for("checkout ─ CANDIDATE").keys("5");
    terminal.wait_until("a save", |_| place.exists("asked"));
    // More is looked at while that save is under way, and no second one is begun.
    terminal.keys("j").settle().keys("G").settle();
    terminal.quit();
    assert_eq!(place.read("asked"), "once\n");
}
