//! Open runs: loading a record, taking steps and committing them. Commit order is fixed: artifact files with the freeze marker
//! last, then the record, which completes the step, then what it says is due: removals, texts for logs, the journal's notes. After
//! a crash at any point, opening the run leads to the same state.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::begin::check_unused;
use super::features::no_such_feature;
use super::file_facts;
use super::journal_file::{Continuation, JournalFile};
use super::log_file;
use super::pass::{in_one_pass, view};
use super::refusal_note;
use super::suspicion::Suspicion;
use super::trouble::Trouble;
use super::world::World;
use frieze_data::digest::Digest;
use frieze_data::file_state::FileState;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::path::{RelPath, number_in};
use frieze_kernel::approval;
use frieze_kernel::journal;
use frieze_kernel::{
    Append, By, Event, Facts, Flow, JournalEnd, Kept, Note, NoteKind, Phase as _, Place, Record, Refusal,
    RunView, Unreadable, Write, advance,
};
use frieze_ports::{Kind, Lease, Locked, Misconfigured, NotSigned, StoreError, StoreErrorKind};

/// A run that only this process may write while the value exists.
pub struct OpenRun<F: Flow> {
    world: Arc<World<F>>,
    feature: FeatureId,
    place: Place,
    record: F::Record,
    /// Digest of the record's bytes on disk; `None` before the first save.
    saved: Option<Digest>,
    /// Whether a step was cut short: the record may differ from the disk.
    was_cut_short: bool,
    /// The journal notes of the last event: kind and text.
    notes: Vec<(NoteKind, String)>,
    journal: JournalFile,
    lease: Lease,
}

impl<F: Flow> OpenRun<F> {
    /// Takes the lease on a feature and loads its record. Creates the folder of a feature that never ran.
    ///
    /// # Errors
    /// `Trouble` if the feature is missing or running elsewhere, its record cannot be used, or a file operation fails.
    pub fn open(world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        let place = F::place(feature);
        Self::open_within(world, feature, &place.root)
    }

    /// As [`OpenRun::open`], but creates no folder.
    ///
    /// # Errors
    /// Also if the flow's folder does not exist.
    pub fn open_existing(world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        let place = F::place(feature);
        if world.store.kind_of(&place.lock)?.is_none() {
            // The feature is being deleted, or was copied without its lock file.
            std::thread::sleep(MOMENT);
            if world.store.kind_of(&place.record)?.is_none() {
                return Err(no_such_feature(&world, feature));
            }
        }
        Self::open_within(world, feature, &place.folder)
    }

    /// Takes the lease on a run that has no record yet, or only a fresh one, and creates its folder.
    ///
    /// # Errors
    /// As [`OpenRun::open`].
    pub fn open_new(world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        find_person(&world);
        let lease = take_lease(&world, feature, &RelPath::root(), ATTEMPTS)?;
        Self::load_under(lease, world, feature)
    }

    fn open_within(world: Arc<World<F>>, feature: &FeatureId, within: &RelPath) -> Result<Self, Trouble> {
        find_person(&world);
        let lease = lease(&world, feature, within)?;
        Self::load_under(lease, world, feature)
    }

    fn load_under(lease: Lease, world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        let loaded = sweep_and_load(&world, feature)?;
        let mut run = Self::of(world, feature, loaded, lease);
        run.repair_journal()?;
        Ok(run)
    }

    fn of(
        world: Arc<World<F>>,
        feature: &FeatureId,
        (record, saved): (F::Record, Option<Digest>),
        lease: Lease,
    ) -> Self {
        let place = F::place(feature);
        let journal = JournalFile::new(world.store.clone(), place.journal.clone());
        let (feature, notes) = (feature.clone(), Vec::new());
        Self { world, feature, place, record, saved, was_cut_short: false, notes, journal, lease }
    }

    /// Opens a run and inspects its files.
    ///
    /// # Errors
    /// Like [`OpenRun::open`], and `Trouble` if the inspection cannot be saved.
    pub fn open_inspected(world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        Self::confirmed(None, move || Self::open(world.clone(), feature))
    }

    /// The suspicion about its files now.
    pub fn suspicion(&self) -> Option<Suspicion> {
        Suspicion::of(&self.world, &self.record)
    }

    /// Sets a damaged record aside, in a file of its own, and creates a fresh one, unless the other files keep a run from
    /// beginning again: then the run is as if its record was lost.
    ///
    /// # Errors
    /// Also if the record can be read, because somebody has fixed it since.
    pub fn set_aside(world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        find_person(&world);
        let place = F::place(feature);
        // Another program's record may be damaged before there is a folder for the journal.
        let lease = lease(&world, feature, &place.root)?;
        match sweep_and_load::<F>(&world, feature) {
            Ok(_) => {
                let why = format!("the record of {feature} can be read again, so nothing was set aside");
                let hint = format!("`frieze show {feature}` shows its state");
                return Err(Refusal::new("sound-record", why, hint).into());
            }
            Err(Trouble::Record { why: Unreadable::Damaged(_), .. }) => {}
            Err(trouble) => return Err(trouble),
        }
        let bytes = world.store.read(&place.record, json::LARGEST)?.unwrap_or_default();
        let damaged = place.damaged_record(next_damaged_number(&world, &place)?);
        world.store.replace(&[(damaged.clone(), bytes)])?;
        let mut fresh = F::Record::fresh_after(feature, last_filled_folder(&world, feature)?);
        let mut run = Self::of(world, feature, (fresh.clone(), None), lease);
        let name = place.record.name();
        let text = format!("the damaged {name} was set aside as {damaged}");
        let note = [Note { kind: NoteKind::SetAside, text, data: serde_json::json!({}) }];
        let note = run.journal_lines(By::Human, &note)?;
        *fresh.kept_by_engine().1 = Some(note.journal_end());
        let is_begun_by_order = run.place.inputs.is_empty();
        if is_begun_by_order && matches!(check_unused::<F>(&run.world, &fresh, &[]), Err(Trouble::Refused(_)))
        {
            run.world.store.remove(&run.place.record)?;
        } else {
            run.save(fresh, &[], &[])?;
        }
        run.journal.write(&note)?;
        Ok(run)
    }

    /// The record on disk.
    pub fn record(&self) -> &F::Record {
        &self.record
    }

    /// The view for front ends; with an open gate, or if it depends on them, under the present terms.
    pub fn view(&self) -> RunView {
        let has_gate = F::view(&self.record).gate().is_some();
        in_one_pass(&self.world, |files| view(&self.world, &self.record, has_gate, true, files))
    }

    /// Whether the last step was cut short. The next one loads the record again.
    pub fn was_cut_short(&self) -> bool {
        self.was_cut_short
    }

    /// Takes one step and commits it. After a step that was cut short, the record is loaded and inspected first, as when a
    /// process opens it (promises P3, P4).
    ///
    /// # Errors
    /// A refusal, which is journalled and changes nothing; or why the commit failed.
    pub fn take(&mut self, event: &Event) -> Result<(), Trouble> {
        self.notes.clear();
        if self.was_cut_short {
            self.check_lease()?;
            (self.record, self.saved) = sweep_and_load(&self.world, &self.feature)?;
            self.repair_journal()?;
            self.was_cut_short = false;
            if !matches!(event, Event::Inspected) {
                self.step(&Event::Inspected)?;
            }
        }
        self.step(event)
    }

    fn step(&mut self, event: &Event) -> Result<(), Trouble> {
        let facts = self.facts(event)?;
        let mut step = match advance::<F>(&self.record, event, &facts) {
            Ok(step) => step,
            Err(refusal) => {
                let note = refusal_note::note(event, &refusal, self.record.phase().name());
                let since = self.record.journal_end().map_or(0, |known| known.seq);
                if !refusal_note::is_noted(&self.journal, since, event, &self.who(), &note)? {
                    self.check_lease()?;
                    self.append_notes(By::Human, &[note])?;
                }
                return Err(refusal.into());
            }
        };
        if !step.changed {
            return Ok(());
        }
        if let (Some(path), Some(marker)) = (step.signature.take(), &step.marker) {
            let bytes = self.signed(&marker.bytes, &facts)?;
            step.writes.push(Write { path, bytes });
        }
        self.was_cut_short = true;
        self.check_record_and_lease()?;
        self.append_notes(step.by, &step.announced)?;
        let files: Vec<(RelPath, Vec<u8>)> = step.writes.into_iter().map(|w| (w.path, w.bytes)).collect();
        let marker = step.marker.map(|marker| (marker.path, marker.bytes));
        let notes = self.journal_lines(step.by, &step.notes)?;
        let appended = log_file::planned(self.world.store.as_ref(), &step.appends)?;
        *step.record.kept_by_engine().1 = Some(JournalEnd { appended, ..notes.journal_end() });
        let saved = self.save(step.record, &files, marker.as_slice());
        if let (Err(trouble @ Trouble::Store(_)), false) = (&saved, step.announced.is_empty()) {
            let text = format!("not carried out: {trouble}");
            let note = Note { kind: NoteKind::Refused, text, data: serde_json::json!({}) };
            // On a full disk the journal cannot be written either.
            let _ = self.append_notes(By::System, &[note]);
        }
        saved?;
        step.removes.iter().try_for_each(|path| self.world.store.remove(path))?;
        let append = |one: &Append| self.world.store.append(&one.path, one.text.as_bytes());
        step.appends.iter().try_for_each(append)?;
        self.journal.write(&notes)?;
        self.was_cut_short = false;
        if let Some(number) = step.freeze {
            // If this fails, the next verification tries again.
            let _ = self.world.approvals.remember(&[(self.feature.clone(), number)]);
        }
        self.notes.extend(step.notes.into_iter().map(|note| (note.kind, note.text)));
        Ok(())
    }

    /// Signs a marker.
    ///
    /// # Errors
    /// Also if the signature would not be accepted; it is not written then.
    fn signed(&self, marker: &[u8], facts: &Facts<F::Terms>) -> Result<Vec<u8>, Trouble> {
        let signature = self.world.approvals.sign(marker)?;
        let rules = self.world.approvals.rules();
        if let Some(barred) = rules.barred {
            return Err(NotSigned::Failed(Misconfigured::new(barred.why, barred.hint)).into());
        }
        let Some(approvers) = &rules.approvers else { return Ok(signature) };
        match approvers.accept(marker, &signature, &facts.who, facts.now) {
            Ok(_) => Ok(signature),
            Err(why) => {
                let line = approval::public_key_line(&signature, &facts.who);
                let hint = match line {
                    Some(line) => format!("this line in the file of approvers lets this key approve: {line}"),
                    None => "choose a name (user:) without * ? , ! # or quotation marks, and list this key under it".to_owned(),
                };
                Err(NotSigned::Failed(Misconfigured::new(why.to_string(), hint)).into())
            }
        }
    }

    /// The journal notes of the last event.
    pub fn notes(&self) -> &[(NoteKind, String)] {
        &self.notes
    }

    /// Brings logs and journal to the end that the record knows, the logs first, as the step does.
    fn repair_journal(&mut self) -> Result<(), Trouble> {
        let Some(known) = self.record.journal_end() else { return Ok(()) };
        if !known.appended.is_empty() && self.journal.may_lack(known)? {
            log_file::complete(self.world.store.as_ref(), &F::logs(&self.record), &known.appended)?;
        }
        Ok(self.journal.repair(known, self.place.record.name(), self.world.clock.now())?)
    }

    /// Saves files, then the marker, then the record.
    fn save(
        &mut self,
        record: F::Record,
        files: &[(RelPath, Vec<u8>)],
        marker: &[(RelPath, Vec<u8>)],
    ) -> Result<(), Trouble> {
        let bytes = record.bytes();
        // Never save a record that could not be read again.
        F::Record::read(&self.feature, &bytes)
            .map_err(|why| Trouble::Record { path: self.place.record.to_string(), why })?;
        let digest = Digest::of(&bytes);
        let file = [(self.place.record.clone(), bytes)];
        let stages: Vec<&[(RelPath, Vec<u8>)]> =
            [files, marker, &file].into_iter().filter(|stage| !stage.is_empty()).collect();
        if let Err(why) = self.world.store.replace_stages(&stages) {
            return Err(self.failed(marker, why));
        }
        // Front ends show only the state on disk.
        self.record = record;
        self.saved = Some(digest);
        Ok(())
    }

    /// The error of a failed save. With the marker on disk the design is approved, whatever failed after it.
    fn failed(&self, marker: &[(RelPath, Vec<u8>)], why: StoreError) -> Trouble {
        let is_saved = |(path, bytes): &(RelPath, Vec<u8>)| {
            let found = self.world.store.read(path, json::LARGEST);
            matches!(found, Ok(Some(found)) if found == *bytes)
        };
        match marker.first() {
            Some(marker) if is_saved(marker) => Trouble::Recorded { feature: self.feature.clone(), why },
            Some(_) | None => why.into(),
        }
    }

    fn append_notes(&mut self, cause: By, notes: &[Note]) -> Result<(), Trouble> {
        if notes.is_empty() {
            return Ok(());
        }
        let lines = self.journal_lines(cause, notes)?;
        Ok(self.journal.write(&lines)?)
    }

    /// The journal lines of notes, with time and person.
    fn journal_lines(&mut self, cause: By, notes: &[Note]) -> Result<Continuation, StoreError> {
        let at = self.world.clock.now().to_string();
        let by = if cause == By::Human { self.who() } else { cause.to_string() };
        let lines: Vec<journal::Note> = notes
            .iter()
            .map(|note| journal::Note {
                at: at.clone(),
                kind: note.kind.name().to_owned(),
                by: by.clone(),
                text: note.text.clone(),
                data: note.data.clone(),
            })
            .collect();
        self.journal.continued(&lines)
    }

    /// Checks that nobody else wrote the record: git and editors ignore the lease.
    fn check_record_and_lease(&self) -> Result<(), Trouble> {
        let path = &self.place.record;
        let on_disk = self.world.store.read(path, json::LARGEST)?.map(|bytes| Digest::of(&bytes));
        if on_disk != self.saved {
            return Err(Trouble::Overtaken { feature: self.feature.clone(), path: path.to_string() });
        }
        self.check_lease()
    }

    /// Checks that the lock file is in place: if it was deleted (`git clean`), another process may have the lease too.
    fn check_lease(&self) -> Result<(), Trouble> {
        if self.lease.is_in_place()? {
            return Ok(());
        }
        Err(Trouble::Unlocked { feature: self.feature.clone(), path: self.place.lock.to_string() })
    }

    fn who(&self) -> String {
        self.world.who.name.clone()
    }

    fn facts(&mut self, event: &Event) -> Result<Facts<F::Terms>, Trouble> {
        let tip = self.journal.tip()?.line;
        facts(&self.world, &self.record, event, tip)
    }
}

/// The facts of a step: what the flow asks for, read now.
///
/// # Errors
/// A disk that fails, or a configuration that cannot be used.
pub fn facts<F: Flow>(
    world: &World<F>,
    record: &F::Record,
    event: &Event,
    journal_tip: Digest,
) -> Result<Facts<F::Terms>, Trouble> {
    let mut files = BTreeMap::new();
    let read = |files: &mut BTreeMap<RelPath, FileState>, paths: Vec<RelPath>| -> Result<(), StoreError> {
        for path in paths {
            let state = file_facts::state(world, &path)?;
            files.insert(path, state);
        }
        Ok(())
    };
    read(&mut files, F::reads(record, event))?;
    let then = F::reads_then(record, &files);
    read(&mut files, then)?;
    for path in F::reads_end(record, &files) {
        let end = file_facts::log_end(world, &path)?;
        files.insert(path, end);
    }
    let mut lists = BTreeMap::new();
    for folder in F::lists(record, event) {
        let entries = file_facts::entries(world, &folder)?;
        lists.insert(folder, entries);
    }
    read(&mut files, F::reads_listed(record, event, &lists))?;
    let (now, who) = (world.clock.now(), world.who.name.clone());
    Ok(Facts { now, who, journal_tip, files, lists, terms: world.conditions.terms(record.feature())? })
}

/// Sweeps temporary files of killed processes, then loads the record. Requires the lease, so that the state read is final.
fn sweep_and_load<F: Flow>(
    world: &World<F>,
    feature: &FeatureId,
) -> Result<(F::Record, Option<Digest>), Trouble> {
    let place = F::place(feature);
    place.inputs.iter().try_for_each(|input| world.store.sweep_of(input))?;
    world.store.sweep(&place.folder)?;
    let loaded = load::<F>(world, feature)?;
    for folder in F::folders(&loaded.0) {
        world.store.sweep(&folder)?;
    }
    F::files(&loaded.0).iter().try_for_each(|file| world.store.sweep_of(file))?;
    Ok(loaded)
}

/// Loads a record, and the digest of its bytes. Needs no lease.
///
/// # Errors
/// `Trouble::Record` if the record is damaged or of another feature, `Trouble::Store` if a file operation fails.
pub fn load<F: Flow>(world: &World<F>, feature: &FeatureId) -> Result<(F::Record, Option<Digest>), Trouble> {
    match saved(world, feature)? {
        Some((record, digest)) => Ok((record, Some(digest))),
        // Without a record there may still be folders of earlier runs.
        None => Ok((F::Record::fresh_after(feature, last_filled_folder(world, feature)?), None)),
    }
}

/// As [`load`]; `None` if there is no record.
///
/// # Errors
/// As [`load`].
pub fn saved<F: Flow>(world: &World<F>, feature: &FeatureId) -> Result<Option<(F::Record, Digest)>, Trouble> {
    let path = F::place(feature).record;
    let Some(bytes) = world.store.read(&path, json::LARGEST)? else { return Ok(None) };
    let record =
        F::Record::read(feature, &bytes).map_err(|why| Trouble::Record { path: path.to_string(), why })?;
    let other = record.feature();
    if other != feature {
        let why = Unreadable::Damaged(format!("it belongs to the feature {other}"));
        return Err(Trouble::Record { path: path.to_string(), why });
    }
    Ok(Some((record, Digest::of(&bytes))))
}

/// Finds the person at the keyboard. Call it before taking a lease, since it starts other programs.
fn find_person<F: Flow>(world: &World<F>) {
    LazyLock::force(&world.who);
}

fn lease<F: Flow>(world: &World<F>, feature: &FeatureId, within: &RelPath) -> Result<Lease, Trouble> {
    let place = F::place(feature);
    match world.store.kind_of(&place.root)? {
        Some(Kind::Folder) => {}
        None => return Err(no_such_feature(world, feature)),
        Some(Kind::File | Kind::Symlink | Kind::Other) => {
            return Err(Trouble::Store(StoreError {
                operation: "open",
                path: place.folder.to_string(),
                kind: StoreErrorKind::NotAFolder,
                why: format!("{} is no folder, and a symlink is not followed", place.root),
            }));
        }
    }
    take_lease(world, feature, within, ATTEMPTS)
}

/// Takes the lease on a feature, in several attempts: an inspection in another process ends soon. Creates folders only below
/// `within`.
///
/// # Errors
/// `Trouble::Held` if another process still has the lease, `Trouble::NoSuchFeature` if the folder `within` is missing,
/// `Trouble::Store` if the lock file cannot be used.
pub fn take_lease<F: Flow>(
    world: &World<F>,
    feature: &FeatureId,
    within: &RelPath,
    attempts: usize,
) -> Result<Lease, Trouble> {
    let path = F::place(feature).lock;
    let mut attempts = 1..attempts;
    loop {
        let locked = world.store.lock(within, &path, world.owner.as_bytes())?;
        match locked.ok_or_else(|| no_such_feature(world, feature))? {
            Locked::Held(lease) => return Ok(lease),
            Locked::By(_) if attempts.next().is_some() => std::thread::sleep(PAUSE),
            Locked::By(owner) => {
                let holder = String::from_utf8_lossy(&owner).trim().to_owned();
                let holder = if holder.is_empty() { "it does not say who".to_owned() } else { holder };
                return Err(Trouble::Held { feature: feature.clone(), holder });
            }
        }
    }
}

/// Longer than deleting a feature's files takes.
const MOMENT: std::time::Duration = std::time::Duration::from_millis(50);
/// Attempts to take a lease, and the pause between: a fifth of a second in all.
pub const ATTEMPTS: usize = 10;
const PAUSE: std::time::Duration = std::time::Duration::from_millis(20);

/// The last possible folder: numbers in a record end at a thousand million.
const LAST_FOLDER: u32 = 999_000_000;

/// The last folder that earlier runs filled.
fn last_filled_folder<F: Flow>(world: &World<F>, feature: &FeatureId) -> Result<u32, Trouble> {
    let Some(Kept { folder, file }) = F::kept(feature) else { return Ok(0) };
    let entries = world.store.list(&folder)?;
    let mut numbers: Vec<u32> = entries.iter().filter_map(|(name, _)| number_in(name)).collect();
    numbers.retain(|number| *number <= LAST_FOLDER);
    numbers.sort_unstable();
    while let Some(number) = numbers.pop() {
        if world.store.kind_of(&folder.number(number).join(file))?.is_some() {
            return Ok(number);
        }
    }
    Ok(0)
}

fn next_damaged_number<F: Flow>(world: &World<F>, place: &Place) -> Result<u32, Trouble> {
    let files = world.store.list(&place.damaged)?;
    let numbers = files.iter().filter_map(|(name, _)| place.damaged_number(name));
    Ok(numbers.max().unwrap_or(0).saturating_add(1))
}
