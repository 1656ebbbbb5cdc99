//! Composition of the program: the only place that names concrete adapters.

mod other_flows;
mod sessions;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

use self::other_flows::OtherFlows;
use crate::cli;
use crate::cli::{ChangedFile, Context, Survey, UsedAgent, Wiring};
use crate::terminal::ScreenEnd;
use crate::tui;
use frieze_adapters::agents;
use frieze_adapters::agents::ConfiguredAgents;
use frieze_adapters::agents::opinion::Asking;
use frieze_adapters::agents::preset::KNOWN_PROGRAMS;
use frieze_adapters::approvals;
use frieze_adapters::chain_conditions::ChainConditions;
use frieze_adapters::clock::SystemClock;
use frieze_adapters::conditions::WorkspaceConditions;
use frieze_adapters::config::{
    Colouring, Configuration, FILE_NAME, LARGEST, Origin, RoleChange, Settings, with_roles,
};
use frieze_adapters::own_program;
use frieze_adapters::person;
use frieze_adapters::profiles;
use frieze_adapters::session_conditions::SessionConditions;
use frieze_adapters::templates;
use frieze_adapters::trust;
use frieze_adapters::user_files::MachineFiles;
use frieze_adapters::watch::Watched;
use frieze_chain::flow::Chain;
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_engine::{Engine, Flows, Runs, Slots, Trouble, Unsealed, Verified, World};
use frieze_flows::design::Design;
use frieze_kernel::{BUILT_IN, FileState, Flow, Transitions};
use frieze_ports::{
    Agents, Approvals, BeginWatching, Boxed, Conditions, Definition, Misconfigured, NotConfigured, Others,
    Store, StoreError, StoreErrorKind, UserFiles, Watch,
};
use frieze_session::flow::Session;
use frieze_store::{DurableStore, RealDisk, outside};

/// The real machine.
#[derive(Debug)]
pub struct Machine;

impl Wiring for Machine {
    fn files(&self) -> &dyn UserFiles {
        &MachineFiles
    }

    fn store_at(&self, folder: &Path) -> Result<Arc<dyn Store>, StoreError> {
        std::fs::create_dir_all(folder).map_err(|e| outside("make", folder, &e))?;
        store(folder)
    }

    fn screen(&self, folder: &Path, set: &[String]) -> Result<ScreenEnd, [String; 2]> {
        let place = ScreenLauncher { folder: folder.to_owned(), set: set.to_vec() };
        tui::open(place).map_err(|stated| [stated.what, stated.hint])
    }

    fn is_symlink(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok_and(|found| found.is_symlink())
    }

    fn is_in_workspace(&self, folder: &Path) -> bool {
        workspace_root(folder).is_ok()
    }

    fn installed_programs(&self) -> Vec<&'static str> {
        installed_programs()
    }

    fn configured_outside(&self, set: &[String]) -> cli::Configured {
        Ok(configured(None, set).settings().map_err(Trouble::from)?.lines())
    }

    fn open(&self, folder: &Path, set: &[String]) -> Result<Context, Trouble> {
        let root = workspace_root(folder)?;
        let store = store(&root)?;
        let configuration = Arc::new(configured(Some((root.clone(), store.clone())), set));
        configuration.flag_layers().try_for_each(|layer| layer.map(drop))?;
        let trusting = (configuration.clone(), store.clone());
        let using = trusting.clone();
        let settings = configuration.settings();
        let unknown_names = configuration.unknown_names();
        let screen = settings.as_ref().ok().and_then(|settings| screen_settings(settings).ok());
        let taken_keys = screen.map(|screen| screen.keys.lost().collect()).unwrap_or_default();
        let (user, its_origin, concurrency) = settings.as_ref().map_or_else(
            |_| (None, Origin::BuiltIn, 1),
            |settings| (settings.user.clone(), settings.origin("user").clone(), settings.concurrency),
        );
        let agents: Arc<dyn Agents> =
            Arc::new(ConfiguredAgents::new(configuration.clone(), store.clone(), root.clone()));
        let place = root.clone();
        let approvals = Arc::new(approvals::ConfiguredApprovals {
            configuration: configuration.clone(),
            root: root.clone(),
            user: user_folder(),
            state: Box::new(move |is_written| state_store(&place, is_written)),
            passphrase: Mutex::default(),
        });
        let trusted_approvals = approvals.clone();
        let of_sessions = Arc::new(SessionConditions {
            store: store.clone(),
            configuration: configuration.clone(),
            root: root.clone(),
        });
        let chain_configuration = configuration.clone();
        let conditions = Arc::new(WorkspaceConditions {
            store: store.clone(),
            configuration,
            root: root.clone(),
            approvals: approvals.clone(),
        });
        let critic = critic_of(store.clone(), agents.clone(), conditions.clone());
        let surroundings = Surroundings {
            store: store.clone(),
            agents: agents.clone(),
            approvals,
            slots: Slots::new(concurrency),
            user,
            its_origin,
        };
        let design: Arc<dyn Runs> =
            Arc::new(Engine::new(surroundings.world::<Design>(conditions, None, None)));
        let sessions = surroundings.world::<Session>(of_sessions.clone(), None, Some(unsealed(&design)));
        let sessions: Arc<dyn Runs> = Arc::new(Engine::new(sessions));
        let chain_conditions = ChainConditions { store: store.clone(), configuration: chain_configuration };
        let others = OtherFlows { sessions: sessions.clone(), conditions: of_sessions.clone() };
        let (chain_conditions, others) = (Arc::new(chain_conditions), Arc::new(others));
        let chains = surroundings.world::<Chain>(chain_conditions, Some(others), Some(unsealed(&design)));
        let configuration = settings
            .and_then(|settings| screen_settings(&settings).map(|_| settings).map_err(NotConfigured::from))
            .map(|settings| settings.lines())
            .map_err(|why| Trouble::from(why).into());
        let (place, surveyed) = (root.clone(), store.clone());
        Ok(Context {
            root,
            flows: Flows { design, others: vec![Arc::new(Engine::new(chains)), sessions] },
            store,
            agents,
            configuration,
            unknown_names,
            taken_keys,
            survey: Box::new(move || Survey {
                templates: own_templates(&surveyed, &place).map_err(Misconfigured::from),
                marks_unwritable: state_folder(&place).and_then(|folder| existing_store(&folder).err()),
                not_writable: not_writable(&place),
                unreadable_names: unreadable_names(&place),
            }),
            definitions: Box::new(move || definitions(&trusting.0, &trusting.1, &trusted_approvals)),
            save_trust,
            use_agent: Box::new(move |name, roles| use_agent(&using.0, using.1.as_ref(), name, roles)),
            installed_programs,
            critic,
            standards: Box::new(move |profile, context| sessions::bundle(&of_sessions, profile, context)),
        })
    }
}

/// What all workflows of a workspace share.
struct Surroundings {
    store: Arc<dyn Store>,
    agents: Arc<dyn Agents>,
    approvals: Arc<dyn Approvals>,
    slots: Slots,
    user: Option<String>,
    its_origin: Origin,
}

impl Surroundings {
    fn world<F: Flow>(
        &self,
        conditions: Arc<dyn Conditions<F::Terms>>,
        others: Option<Arc<dyn Others>>,
        unsealed: Option<Box<Unsealed>>,
    ) -> World<F> {
        let (user, origin) = (self.user.clone(), self.its_origin.clone());
        World {
            store: self.store.clone(),
            clock: Arc::new(SystemClock),
            agents: self.agents.clone(),
            conditions,
            who: LazyLock::new(Box::new(move || person::who(user, &origin))),
            approvals: self.approvals.clone(),
            owner: owner(),
            slots: self.slots.clone(),
            others,
            unsealed,
        }
    }
}

/// Asks the one verification whether the frozen design of a feature is what was approved.
fn unsealed(design: &Arc<dyn Runs>) -> Box<Unsealed> {
    let design = design.clone();
    Box::new(move |feature, rules| {
        // An approval that was cut short is completed by the next step of the design.
        let found = design.verify_under(feature, rules).filter(|found| !found.is_recorded);
        let Verified { actual, problem, hint, .. } = found.ok_or(FileState::Absent)?;
        match problem {
            None => actual.ok_or(FileState::Absent),
            Some(problem) => {
                let words: Vec<String> = std::iter::once(problem).chain(hint).collect();
                Err(FileState::Unreadable(words.join("; ")))
            }
        }
    })
}

/// The kinds of agents whose program is in `PATH`.
fn installed_programs() -> Vec<&'static str> {
    agents::preset::installed().collect()
}

/// Gives roles to an agent in frieze.yaml, and describes it there if it is a known program without a description.
fn use_agent(
    configuration: &Configuration,
    store: &dyn Store,
    name: &str,
    roles: &[&str],
) -> Result<UsedAgent, Trouble> {
    let settings = configuration.settings()?;
    let known = KNOWN_PROGRAMS.iter().find(|known| known.kind == name);
    let is_described = settings.agents.contains_key(name) || name == BUILT_IN;
    if known.is_none() && !is_described {
        let kinds: Vec<&str> = KNOWN_PROGRAMS.iter().map(|known| known.kind).collect();
        return Err(Misconfigured::new(
            format!("{name}: no agent has that name"),
            format!("use {}, or describe {name} under agents: in {FILE_NAME}", kinds.join(", ")),
        )
        .into());
    }
    let path = RelPath::new(FILE_NAME);
    let bytes = store.read(&path, LARGEST)?.unwrap_or_default();
    let not_text =
        |_| Misconfigured::new(format!("{FILE_NAME} is not UTF-8"), format!("save {FILE_NAME} as UTF-8"));
    let text = String::from_utf8(bytes).map_err(not_text)?;
    let kind = known.filter(|_| !is_described).map(|known| known.kind);
    let change = RoleChange { name, kind, roles };
    let file = match with_roles(&text, &change)? {
        None => ChangedFile::ByHand(change.lines()),
        Some(new) if new == text => ChangedFile::Same,
        Some(new) => {
            store.replace(&[(path, new.into_bytes())])?;
            ChangedFile::Changed
        }
    };
    let program = known.filter(|_| kind.is_some()).map(|known| known.name);
    let is_missing = |name: &&str| agents::command::program::in_path(name).is_none();
    Ok(UsedAgent { file, missing_program: program.filter(is_missing) })
}

/// A function that asks the configured critic twice about a design.
fn critic_of(
    store: Arc<dyn Store>,
    agents: Arc<dyn Agents>,
    conditions: Arc<WorkspaceConditions>,
) -> Box<cli::AskCriticTwice> {
    Box::new(move |feature, intent| {
        let asking = Asking {
            store: store.clone(),
            clock: Arc::new(SystemClock),
            agents: agents.clone(),
            conditions: conditions.clone(),
            report: cli::remark,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| {
            Misconfigured::new(format!("cannot start a thread: {e}"), "close other programs and try again")
        })?;
        Ok(runtime.block_on(asking.twice(feature, intent))?)
    })
}

/// Opens workspaces for the screen, from the folder in which it was started.
struct ScreenLauncher {
    folder: PathBuf,
    set: Vec<String>,
}

impl tui::Launcher for ScreenLauncher {
    fn open(&self) -> Result<Option<tui::Workspace>, tui::Problem> {
        if workspace_root(&self.folder).is_err() {
            return Ok(None);
        }
        let context = Machine.open(&self.folder, &self.set)?;
        let (root, flows, store) = (context.root, context.flows, context.store);
        let place = root.clone();
        let watching: BeginWatching = Box::new(move |notify| {
            Watched::begin(&place, notify).map(|watched| Box::new(watched) as Box<dyn Watch>)
        });
        let from = self.folder.clone();
        // Without this folder the screen works, but saves no reading marks; `frieze doctor` says why.
        let person_store = state_folder(&root).and_then(|folder| Machine.store_at(&folder).ok());
        Ok(Some(tui::Workspace {
            root,
            from,
            flows,
            store,
            files: Arc::new(MachineFiles),
            watching,
            person_store,
            is_demo: cli::is_demo,
        }))
    }

    fn transitions(&self) -> Transitions {
        Design::TABLE.named()
    }

    fn settings(&self) -> Result<tui::Settings, tui::Problem> {
        let place = workspace_root(&self.folder).ok();
        let workspace = place.and_then(|root| store(&root).ok().map(|store| (root, store)));
        let settings = configured(workspace, &self.set).settings().map_err(Misconfigured::from);
        settings.and_then(|settings| screen_settings(&settings)).map_err(|e| tui::Problem {
            what: e.what,
            hint: "until this is corrected, the screen uses its defaults".to_owned(),
        })
    }

    fn make(&self, demo: bool) -> Result<(), tui::Problem> {
        let store = Machine.store_at(&self.folder)?;
        cli::make(store.as_ref(), demo, &installed_programs())?;
        Ok(())
    }

    fn folder(&self) -> PathBuf {
        self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone())
    }

    fn run(&self, arguments: Vec<OsString>) -> Boxed<Result<(String, Option<i32>), String>> {
        Box::pin(own_program::run(arguments))
    }
}

/// All layers of the configuration; `workspace` is `None` before there is one.
fn configured(workspace: Option<(PathBuf, Arc<dyn Store>)>, set: &[String]) -> Configuration {
    // Text that is not UTF-8 becomes an invalid value with a normal error message.
    let environment = std::env::vars_os()
        .map(|(name, value)| [name, value].map(|text| text.to_string_lossy().into_owned()));
    let (root, workspace) = workspace.unzip();
    Configuration {
        workspace,
        root,
        user: Box::new(|| user_folder().map_or(Ok(None), |folder| existing_store(&folder))),
        user_aiwf: Box::new(|| {
            let home = directories::BaseDirs::new();
            home.map_or(Ok(None), |home| existing_store(&home.home_dir().join(".aiwf")))
        }),
        environment: environment
            .filter(|[name, _]| name.starts_with("FRIEZE_"))
            .map(|[name, value]| (name, value))
            .collect(),
        flags: set.to_vec(),
    }
}

/// The settings for the screen, which validates actions and keys.
fn screen_settings(settings: &Settings) -> Result<tui::Settings, Misconfigured> {
    let set = &settings.screen;
    let keys = tui::Keys::of(&set.keys).map_err(|wrong| {
        let origin = settings.origin(&format!("screen.keys.{}", wrong.action));
        let origin = if *origin == Origin::BuiltIn { String::new() } else { format!("{origin}: ") };
        Misconfigured::new(
            format!("{origin}screen.keys.{}: {}", wrong.action, wrong.what),
            "`frieze` and ? show the actions and their keys",
        )
    })?;
    let colouring = match set.theme {
        Colouring::Auto => tui::Colouring::Auto,
        Colouring::Colours => tui::Colouring::Colours,
        Colouring::Light => tui::Colouring::Light,
        Colouring::Plain => tui::Colouring::Plain,
    };
    let mut agents = vec![settings.generator.as_str(), settings.critic.as_str()];
    agents.dedup();
    agents.retain(|name| *name != BUILT_IN);
    let budget = tui::Budget {
        agents: agents.join(" and "),
        max_calls: settings.max_calls,
        currency: settings.currency.clone(),
        max_tokens: settings.max_tokens,
        max_cost: settings.max_cost_micros(),
    };
    let is_built_in = settings.generator == BUILT_IN;
    let (notify, mouse) = (set.notify, set.mouse);
    Ok(tui::Settings { colouring, keys, notify, mouse, budget, is_built_in })
}

fn store(root: &Path) -> Result<Arc<dyn Store>, StoreError> {
    let disk = RealDisk::new(root).map_err(|e| outside("open", root, &e))?;
    Ok(Arc::new(DurableStore::new(disk)))
}

/// The store of a folder, if it exists. Every other error is reported: the folder contains limits and trust.
fn existing_store(folder: &Path) -> Result<Option<Arc<dyn Store>>, StoreError> {
    match store(folder) {
        Err(e) if e.kind == StoreErrorKind::Missing => Ok(None),
        opened => opened.map(Some),
    }
}

/// The workspace of a folder: the nearest folder upwards with a frieze.yaml.
fn workspace_root(folder: &Path) -> Result<PathBuf, Misconfigured> {
    let not_found = |what: String| {
        Misconfigured::new(
            what,
            "`frieze init` creates a workspace here; `frieze init --demo` creates one with example features",
        )
    };
    // Resolved first: the parent of a symlink or of `x/..` is the parent of its target.
    let start = folder.canonicalize().map_err(|e| not_found(format!("{}: {e}", folder.display())))?;
    start
        .ancestors()
        .find(|place| place.join(FILE_NAME).symlink_metadata().is_ok())
        .map(Path::to_path_buf)
        .ok_or_else(|| not_found(format!("{} is not in a frieze workspace", start.display())))
}

/// Why the workspace is read-only, found out without writing.
fn not_writable(root: &Path) -> Option<StoreError> {
    let refused = rustix::fs::access(root, rustix::fs::Access::WRITE_OK).err()?;
    Some(outside("write into", root, &refused.into()))
}

/// Names under `features/` that are not UTF-8; the store skips them.
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

/// The folder for this user's state in a workspace, such as reading marks; its name is a hash of the workspace's path. `None`
/// if the user has no folder for state.
fn state_folder(root: &Path) -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "frieze")?;
    let state = folders.state_dir().unwrap_or_else(|| folders.data_local_dir());
    let place = Digest::of(root.as_os_str().as_encoded_bytes());
    Some(state.join("workspaces").join(place.to_string()))
}

/// The store of that folder; `is_written` creates it.
fn state_store(root: &Path, is_written: bool) -> Result<Option<Arc<dyn Store>>, Misconfigured> {
    let Some(folder) = state_folder(root) else { return Ok(None) };
    Ok(match is_written {
        true => Some(Machine.store_at(&folder)?),
        false => existing_store(&folder)?,
    })
}

/// The paths of the workspace's own templates and files of profiles.
fn own_templates(store: &Arc<dyn Store>, root: &Path) -> Result<Vec<String>, NotConfigured> {
    let all = templates::definitions(store, root)?.into_iter().chain(profiles::definitions(store, root)?);
    Ok(all.map(|own| own.described_in).collect())
}

/// Everything that came with a workspace and needs trust, with its state.
fn definitions(
    configuration: &Configuration,
    store: &Arc<dyn Store>,
    approvals: &approvals::ConfiguredApprovals,
) -> Result<Vec<Definition>, Misconfigured> {
    let settings = configuration.settings()?;
    let mut all = agents::trust::definitions(&approvals.root, &settings)?;
    all.extend(templates::definitions(store, &approvals.root)?);
    all.extend(profiles::definitions(store, &approvals.root)?);
    all.extend(approvals.definition(&settings)?);
    all.extend(sessions::folder(&approvals.root).definition(&settings));
    let known = trust::read(configuration)?;
    all.iter_mut().for_each(|definition| definition.trusted = known.contains(definition));
    Ok(all)
}

/// Saves trust in a definition, in the user's own folder.
fn save_trust(definition: &Definition) -> Result<(), Misconfigured> {
    let Some(folder) = user_folder() else {
        return Err(Misconfigured::new("there is no configuration folder to save trust in", "set HOME"));
    };
    let store = Machine.store_at(&folder)?;
    trust::save(&folder, store.as_ref(), definition, jiff::Timestamp::now().to_string())
}

/// The content of a lock file: who holds it.
fn owner() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let now = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M %:z");
    // Arguments need not be UTF-8; the lock file must be.
    let arguments = std::env::args_os().skip(1).take(3);
    let mut command: Vec<String> = arguments.map(|a| a.to_string_lossy().into_owned()).collect();
    // An option without its value would be confusing.
    if command.last().is_some_and(|last| last.starts_with('-')) {
        command.pop();
    }
    format!("process {} on {}, since {now}: frieze {}\n", std::process::id(), host.trim(), command.join(" "))
}
