//! Where the concrete adapters are put together: the only place that names them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, LazyLock, Mutex};

use crate::adapters::agents::opinion::Asking;
use crate::adapters::agents::{self, Configured};
use crate::adapters::approvals;
use crate::adapters::clock::SystemClock;
use crate::adapters::conditions::Workspace;
use crate::adapters::config::{Colouring, Configuration, FILE_NAME, Origin, Settings, Valued};
use crate::adapters::person;
use crate::adapters::store::{DurableStore, RealDisk, elsewhere};
use crate::adapters::templates;
use crate::adapters::trust;
use crate::adapters::user_files::MachineFiles;
use crate::adapters::watch::Watched;
use crate::cli::{self, ScreenEnd, Survey, Tools, Trusting, Twice, Wiring};
use crate::domain::critique::Critique;
use crate::domain::digest::Digest;
use crate::engine::{Engine, Trouble, World};
use crate::flows::design::Design;
use crate::kernel::BUILT_IN;
use crate::ports::{
    Agents, BeginWatching, Definition, Misconfigured, Store, StoreError, StoreErrorKind, UserFiles, Watch,
};
use crate::tui;

/// The machine as it is.
#[derive(Debug)]
pub struct Machine;

impl Wiring for Machine {
    type Flow = Design;

    fn files(&self) -> &dyn UserFiles {
        &MachineFiles
    }

    fn store_at(&self, folder: &Path) -> Result<Arc<dyn Store>, StoreError> {
        std::fs::create_dir_all(folder).map_err(|e| elsewhere("make", folder, &e))?;
        store(folder)
    }

    fn screen(&self, folder: &Path, set: &[String]) -> Result<ScreenEnd, [String; 2]> {
        let place = Place { folder: folder.to_owned(), set: set.to_vec() };
        match tui::open(place) {
            Ok(tui::Ended::Left) => Ok(ScreenEnd::Code(0)),
            Ok(tui::Ended::Signalled(number)) => Ok(ScreenEnd::Signalled(number)),
            Ok(tui::Ended::Guarded(code)) => Ok(ScreenEnd::Code(code)),
            Err(stated) => Err([stated.what, stated.hint]),
        }
    }

    fn is_in_workspace(&self, folder: &Path) -> bool {
        root(folder).is_ok()
    }

    fn open(&self, folder: &Path, set: &[String]) -> Result<Tools<Design>, Trouble> {
        let root = root(folder)?;
        let store = store(&root)?;
        let configuration = Arc::new(configured(Some((root.clone(), store.clone())), set));
        configuration.said().try_for_each(|layer| layer.map(drop))?;
        let trusting = (configuration.clone(), store.clone());
        let settings = configuration.settings();
        let unknown_variables = configuration.unknown_variables();
        let screen = settings.as_ref().ok().and_then(|settings| screen_settings(settings).ok());
        let taken_keys = screen.map(|screen| screen.keys.taken().collect()).unwrap_or_default();
        let nobody = || Valued { value: None, origin: Origin::BuiltIn };
        let (user, concurrency) = settings
            .as_ref()
            .map_or_else(|_| (nobody(), 1), |settings| (settings.user.clone(), settings.concurrency.value));
        let agents: Arc<dyn Agents> =
            Arc::new(Configured::new(configuration.clone(), store.clone(), root.clone()));
        let place = root.clone();
        let approvals = Arc::new(approvals::Configured {
            configuration: configuration.clone(),
            root: root.clone(),
            user: user_folder(),
            state: Box::new(move |is_written| state_store(&place, is_written)),
            passphrase: Mutex::default(),
        });
        let trusted_approvals = approvals.clone();
        let conditions = Arc::new(Workspace {
            store: store.clone(),
            configuration,
            root: root.clone(),
            approvals: approvals.clone(),
        });
        let critic = asking_twice(store.clone(), agents.clone(), conditions.clone());
        let world = World {
            store: store.clone(),
            clock: Arc::new(SystemClock),
            agents: agents.clone(),
            conditions: conditions.clone(),
            who: LazyLock::new(Box::new(move || person::who(&user))),
            approvals,
            owner: owner(),
            concurrency,
        };
        let configuration = settings
            .map_err(Misconfigured::from)
            .and_then(|settings| screen_settings(&settings).map(|_| settings))
            .map(|settings| settings.lines().into_iter().map(|l| [l.key, l.value, l.origin]).collect());
        let (place, surveyed) = (root.clone(), store.clone());
        Ok(Tools {
            root,
            engine: Arc::new(Engine::new(world)),
            store,
            agents,
            configuration,
            unknown_variables,
            taken_keys,
            survey: Box::new(move || Survey {
                templates: templates::survey(&surveyed).map_err(Misconfigured::from),
                no_looks: looks_folder(&place).and_then(|folder| there(&folder).err()),
                not_writable: not_writable(&place),
                unreadable_names: unreadable_names(&place),
            }),
            trust: Trusting {
                definitions: Box::new(move || {
                    let (configuration, store) = &trusting;
                    definitions(configuration, store, &trusted_approvals)
                }),
                keep: Box::new(keep_trust),
            },
            critic,
        })
    }
}

/// Asks the critic that is configured twice about a design.
fn asking_twice(
    store: Arc<dyn Store>,
    agents: Arc<dyn Agents>,
    conditions: Arc<Workspace>,
) -> Box<cli::AskTwice> {
    Box::new(move |feature, intent| {
        let asking = Asking {
            store: store.clone(),
            clock: Arc::new(SystemClock),
            agents: agents.clone(),
            conditions: conditions.clone(),
            tell: cli::remark,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| {
            Misconfigured {
                what: format!("no thread to work with: {e}"),
                hint: "close something and try again".to_owned(),
            }
        })?;
        let asked = runtime.block_on(asking.twice(feature, intent))?;
        Ok(asked.map(|asked| Twice {
            critic: asked.critic,
            model: asked.model,
            outcome: asked.outcome.map(|both| both.map(Critique::from)),
            spent: asked.spent,
            has_brief: asked.has_brief,
        }))
    })
}

/// The keeper of an agent that is a program, if that is what these arguments ask for.
pub fn keeper(arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    agents::command::keeper::asked_for(arguments)
}

/// A place where the screen was opened.
struct Place {
    folder: PathBuf,
    set: Vec<String>,
}

impl tui::Doors for Place {
    type Flow = Design;

    fn open(&self) -> Result<Option<tui::Station<Design>>, tui::Stated> {
        if root(&self.folder).is_err() {
            return Ok(None);
        }
        let tools = Machine.open(&self.folder, &self.set)?;
        let (root, engine, store) = (tools.root, tools.engine, tools.store);
        let place = root.clone();
        let watching: BeginWatching = Box::new(move |tell| {
            Watched::begin(&place, tell).map(|watched| Box::new(watched) as Box<dyn Watch>)
        });
        let from = self.folder.clone();
        // Without them the screen does its work, and marks nothing; `frieze doctor` says why.
        let looks = looks_folder(&root).and_then(|folder| Machine.store_at(&folder).ok());
        Ok(Some(tui::Station {
            root,
            from,
            engine,
            store,
            files: Arc::new(MachineFiles),
            watching,
            looks,
            briefs: Default::default(),
        }))
    }

    fn settings(&self) -> Result<tui::Settings, tui::Stated> {
        let place = root(&self.folder).ok();
        let workspace = place.and_then(|root| store(&root).ok().map(|store| (root, store)));
        let settings = configured(workspace, &self.set).settings().map_err(Misconfigured::from);
        settings.and_then(|settings| screen_settings(&settings)).map_err(|e| tui::Stated {
            what: e.what,
            hint: "until this is corrected, the screen has its defaults".to_owned(),
        })
    }

    fn make(&self, demo: bool) -> Result<(), tui::Stated> {
        let store = Machine.store_at(&self.folder)?;
        cli::make(store.as_ref(), demo)?;
        Ok(())
    }

    fn folder(&self) -> PathBuf {
        self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone())
    }
}

/// Everything that may configure a workspace, or a screen where there is none yet.
fn configured(workspace: Option<(PathBuf, Arc<dyn Store>)>, set: &[String]) -> Configuration {
    // What is not UTF-8 is told like any other value that cannot be used.
    let environment = std::env::vars_os()
        .map(|(name, value)| [name, value].map(|text| text.to_string_lossy().into_owned()));
    let (root, workspace) = workspace.unzip();
    Configuration {
        workspace,
        root,
        user: Box::new(|| user_folder().map_or(Ok(None), |folder| there(&folder))),
        environment: environment
            .filter(|[name, _]| name.starts_with("FRIEZE_"))
            .map(|[name, value]| (name, value))
            .collect(),
        flags: set.to_vec(),
    }
}

/// What is configured, as the screen has it; it alone knows which actions and keys there are.
fn screen_settings(settings: &Settings) -> Result<tui::Settings, Misconfigured> {
    let set = &settings.screen;
    let changes = set.keys.iter().map(|(action, keys)| (action.clone(), keys.value.clone())).collect();
    let keys = tui::Keys::of(&changes).map_err(|wrong| {
        let origin =
            set.keys.get(&wrong.action).map_or_else(String::new, |keys| format!("{}: ", keys.origin));
        Misconfigured {
            what: format!("{origin}screen.keys.{}: {}", wrong.action, wrong.what),
            hint: "`frieze` and ? show the actions and their keys".to_owned(),
        }
    })?;
    let colouring = match set.theme.value {
        Colouring::Auto => tui::Colouring::Auto,
        Colouring::Colours => tui::Colouring::Colours,
        Colouring::Light => tui::Colouring::Light,
        Colouring::Plain => tui::Colouring::Plain,
    };
    let mut agents = vec![settings.generator.value.as_str(), settings.critic.value.as_str()];
    agents.dedup();
    agents.retain(|name| *name != BUILT_IN);
    let budget = tui::Budget {
        agents: agents.join(" and "),
        max_calls: settings.max_calls.value,
        currency: settings.currency.value.clone(),
        max_tokens: settings.max_tokens.value,
        max_cost: settings.max_cost.value,
    };
    let is_built_in = settings.generator.value == BUILT_IN;
    let (notify, mouse) = (set.notify.value, set.mouse.value);
    Ok(tui::Settings { colouring, keys, notify, mouse, budget, is_built_in })
}

fn store(root: &Path) -> Result<Arc<dyn Store>, StoreError> {
    let disk = RealDisk::new(root).map_err(|e| elsewhere("open", root, &e))?;
    Ok(Arc::new(DurableStore::new(disk)))
}

/// The store of a folder that need not be there. One that is there and cannot be opened is not taken for none: limits and
/// trust stand in it.
fn there(folder: &Path) -> Result<Option<Arc<dyn Store>>, StoreError> {
    match store(folder) {
        Err(e) if e.kind == StoreErrorKind::Missing => Ok(None),
        opened => opened.map(Some),
    }
}

/// The workspace that a folder is in: the nearest one upwards with a frieze.yaml.
fn root(folder: &Path) -> Result<PathBuf, Misconfigured> {
    let nowhere = |what: String| Misconfigured {
        what,
        hint: "`frieze init` makes a workspace here, `frieze init --demo` one with features to try"
            .to_owned(),
    };
    // The folder itself, not the way to it: what is above a symlink or `x/..` is above what it names.
    let start = folder.canonicalize().map_err(|e| nowhere(format!("{}: {e}", folder.display())))?;
    start
        .ancestors()
        .find(|place| place.join(FILE_NAME).symlink_metadata().is_ok())
        .map(Path::to_path_buf)
        .ok_or_else(|| nowhere(format!("{} is in no frieze workspace", start.display())))
}

/// Why nothing can be written into a workspace, found out without writing.
fn not_writable(root: &Path) -> Option<StoreError> {
    let refused = rustix::fs::access(root, rustix::fs::Access::WRITE_OK).err()?;
    Some(elsewhere("write into", root, &refused.into()))
}

/// Names under `features/` that are not UTF-8, which the store leaves out of its lists.
fn unreadable_names(root: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(root.join("features")).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name()).filter(|name| name.to_str().is_none());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

fn user_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "frieze").map(|folders| folders.config_dir().to_path_buf())
}

/// Where it is kept what this user looked at in a workspace, found by the workspace's place; nowhere, where they have
/// no folder for such things.
fn looks_folder(root: &Path) -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "frieze")?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_local_dir());
    let place = Digest::of(root.as_os_str().as_encoded_bytes());
    Some(state.join("workspaces").join(place.to_string()))
}

/// The store of what is kept of this user and a workspace; made where something is to be written into it.
fn state_store(root: &Path, is_written: bool) -> Result<Option<Arc<dyn Store>>, Misconfigured> {
    let unusable = |e: StoreError| Misconfigured { what: e.to_string(), hint: e.hint().to_owned() };
    let Some(folder) = looks_folder(root) else { return Ok(None) };
    match is_written {
        true => Machine.store_at(&folder).map(Some),
        false => there(&folder),
    }
    .map_err(unusable)
}

/// Everything that came with a workspace and needs trust, and whether it has it.
fn definitions(
    configuration: &Configuration,
    store: &Arc<dyn Store>,
    approvals: &approvals::Configured,
) -> Result<Vec<Definition>, Misconfigured> {
    let settings = configuration.settings()?;
    let mut all = agents::trust::definitions(&approvals.root, &settings)?;
    all.extend(templates::definitions(store, &approvals.root)?);
    all.extend(approvals.definition(&settings)?);
    let kept = trust::read(configuration)?;
    let known = |definition: Definition| Definition { trusted: kept.knows(&definition), ..definition };
    Ok(all.into_iter().map(known).collect())
}

/// What ssh-keygen is answered when it asks for a passphrase, if that is what this process was started for.
pub fn askpass(arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    approvals::askpass(arguments)
}

/// Keeps in the user's own folder that a definition is trusted.
fn keep_trust(definition: &Definition) -> Result<(), Misconfigured> {
    let Some(folder) = user_folder() else {
        return Err(Misconfigured {
            what: "there is no folder for your configuration to keep trust in".to_owned(),
            hint: "set HOME".to_owned(),
        });
    };
    let unusable = |e: StoreError| Misconfigured { what: e.to_string(), hint: e.hint().to_owned() };
    let store = Machine.store_at(&folder).map_err(unusable)?;
    trust::keep(&folder, store.as_ref(), definition, jiff::Timestamp::now().to_string())
}

/// What a lock file says of its holder.
fn owner() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let now = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%S UTC");
    // An argument need not be UTF-8; what is said of it must be.
    let arguments = std::env::args_os().skip(1).take(3);
    let mut command: Vec<String> = arguments.map(|a| a.to_string_lossy().into_owned()).collect();
    // An option whose value is left out would only puzzle.
    if command.last().is_some_and(|last| last.starts_with('-')) {
        command.pop();
    }
    format!("process {} on {}, since {now}: frieze {}\n", std::process::id(), host.trim(), command.join(" "))
}
