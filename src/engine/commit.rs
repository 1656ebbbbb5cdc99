//! Loading a record, taking a step, committing it. Commit order is law: artifact files, the freeze
//! marker last; then the record, from which on the step has happened; then the journal's notes.
//! Whatever the moment of a crash, opening the run again ends in the same place.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::doubt::Doubt;
use super::facts::{look_at_end, must_look};
use super::features::no_such_feature;
use super::journal::{Continuation, Journal};
use super::refused;
use super::trouble::Trouble;
use super::world::World;
use crate::domain::approval;
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::path::{RelPath, number_in};
use crate::domain::{journal, json};
use crate::kernel::{
    By, Event, Facts, Flow, Note, NoteKind, Phase as _, Record, Refusal, RunView, Unreadable, Write, advance,
};
use crate::ports::{Kind, Lease, Locked, Misconfigured, NotSigned, StoreError, StoreErrorKind};

/// A run that this process alone may write, as long as the value lives.
pub struct OpenRun<F: Flow> {
    world: Arc<World<F>>,
    feature: FeatureId,
    record: F::Record,
    /// Digest of the record's bytes as they are on the disk; `None` before the first save.
    saved: Option<Digest>,
    /// Whether a step was cut short, so that the disk alone knows how far it came.
    in_doubt: bool,
    /// What the last event that was taken put into the journal: kind and text.
    noted: Vec<(NoteKind, String)>,
    journal: Journal,
    lease: Lease,
}

impl<F: Flow> OpenRun<F> {
    /// Takes the lease on a feature and loads its record. A feature that was never run gets its folder.
    pub fn open(world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        Self::open_within(world, feature, &RelPath::feature(feature))
    }

    /// As [`OpenRun::open`], and makes nothing: where there is no folder of the flow's, there is no such feature.
    pub fn open_there(world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        let home = F::home(feature);
        if world.store.look(&home.lock())?.is_none() {
            // It is being deleted, or comes from a place that left its lock file out: a moment tells.
            std::thread::sleep(MOMENT);
            if world.store.look(&home.record())?.is_none() {
                return Err(no_such_feature(&world, feature));
            }
        }
        Self::open_within(world, feature, home.folder())
    }

    fn open_within(world: Arc<World<F>>, feature: &FeatureId, within: &RelPath) -> Result<Self, Trouble> {
        known_person(&world);
        let lease = lease(&world, feature, within)?;
        let loaded = swept(&world, feature)?;
        let mut run = Self::of(world, feature, loaded, lease);
        run.mend_journal()?;
        Ok(run)
    }

    fn of(
        world: Arc<World<F>>,
        feature: &FeatureId,
        (record, saved): (F::Record, Option<Digest>),
        lease: Lease,
    ) -> Self {
        let journal = Journal::new(world.store.clone(), F::home(feature).journal());
        let (feature, noted) = (feature.clone(), Vec::new());
        Self { world, feature, record, saved, in_doubt: false, noted, journal, lease }
    }

    /// Opens a run and looks at what became of its files since.
    pub fn looked_at(world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        Self::settled(None, move || Self::open(world.clone(), feature))
    }

    /// What looks broken of it at this moment.
    pub fn doubt(&self) -> Option<Doubt> {
        Doubt::of(&self.world, &self.record)
    }

    /// Sets a damaged record aside and begins a fresh one; the old bytes are kept beside it. A record that can be
    /// read stays: somebody may have mended it since it was found damaged.
    pub fn set_aside(world: Arc<World<F>>, feature: &FeatureId) -> Result<Self, Trouble> {
        known_person(&world);
        let lease = lease(&world, feature, F::home(feature).folder())?;
        match swept::<F>(&world, feature) {
            Ok(_) => {
                let why = format!("the record of {feature} can be read again, so nothing was set aside");
                let hint = format!("`frieze show {feature}` says where it stands");
                return Err(Refusal::new("sound-record", why, hint).into());
            }
            Err(Trouble::Record { why: Unreadable::Damaged(_), .. }) => {}
            Err(trouble) => return Err(trouble),
        }
        let home = F::home(feature);
        let bytes = world.store.read(&home.record(), json::LARGEST)?.unwrap_or_default();
        let kept = home.damaged_record(aside_number(&world, &home)?);
        world.store.replace(&[(kept.clone(), bytes)])?;
        let mut fresh = F::Record::fresh_after(feature, folders(&world, &home)?);
        let mut run = Self::of(world, feature, (fresh.clone(), None), lease);
        let text = format!("the damaged state.json was set aside as {kept}, and a fresh one begun");
        let note =
            run.placed(By::Human, &[Note { kind: NoteKind::SetAside, text, data: serde_json::json!({}) }])?;
        fresh.set_journalled(note.journalled());
        run.save(fresh, &[], &[])?;
        run.journal.write(&note)?;
        Ok(run)
    }

    /// The record as it is on the disk.
    pub fn record(&self) -> &F::Record {
        &self.record
    }

    /// What front ends see; of an open gate, also what the present terms say to it.
    pub fn view(&self) -> RunView {
        let view = F::view(&self.record);
        let terms = view.gate.as_ref().and_then(|_| self.world.conditions.terms(&self.feature).ok());
        terms.map_or(view, |terms| F::view_under(&self.record, &terms))
    }

    /// Whether the last step was cut short. The next one begins with what the disk holds.
    pub fn in_doubt(&self) -> bool {
        self.in_doubt
    }

    /// Takes one step and commits it. A refusal is journalled and changes nothing. After a step that was cut short
    /// the record is loaded again and looked at, as by a process that opens it (promises P3, P4).
    pub fn take(&mut self, event: &Event) -> Result<(), Trouble> {
        self.noted.clear();
        if self.in_doubt {
            self.still_locked()?;
            (self.record, self.saved) = swept(&self.world, &self.feature)?;
            self.mend_journal()?;
            self.in_doubt = false;
            if !matches!(event, Event::Looked) {
                self.step(&Event::Looked)?;
            }
        }
        self.step(event)
    }

    fn step(&mut self, event: &Event) -> Result<(), Trouble> {
        let facts = self.facts(event)?;
        let mut step = match advance::<F>(&self.record, event, &facts) {
            Ok(step) => step,
            Err(refusal) => {
                let note = refused::note(event, &refusal, self.record.phase().name());
                let since = self.record.journalled().map_or(0, |known| known.seq);
                if !refused::is_told(&self.journal, since, event, &self.who(), &note)? {
                    self.still_locked()?;
                    self.note(By::Human, &[note])?;
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
        self.in_doubt = true;
        self.still_ours()?;
        self.note(step.by, &step.announced)?;
        let files: Vec<(RelPath, Vec<u8>)> = step.writes.into_iter().map(|w| (w.path, w.bytes)).collect();
        let marker = step.marker.map(|marker| (marker.path, marker.bytes));
        let notes = self.placed(step.by, &step.notes)?;
        step.record.set_journalled(notes.journalled());
        self.save(step.record, &files, marker.as_slice())?;
        self.journal.write(&notes)?;
        self.in_doubt = false;
        if let Some(number) = step.freeze {
            // Where it cannot be kept, the next verification tries it again.
            let _ = self.world.approvals.seen(&[(self.feature.clone(), number)]);
        }
        self.noted.extend(step.notes.into_iter().map(|note| (note.kind, note.text)));
        Ok(())
    }

    /// The approver's signature over a marker. One that would not be accepted is not written.
    fn signed(&self, marker: &[u8], facts: &Facts<F::Terms>) -> Result<Vec<u8>, Trouble> {
        let signature = self.world.approvals.sign(marker)?;
        let rules = self.world.approvals.rules();
        if let Some(barred) = rules.barred {
            return Err(NotSigned::Failed(Misconfigured { what: barred.why, hint: barred.hint }).into());
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
                Err(NotSigned::Failed(Misconfigured { what: why.to_string(), hint }).into())
            }
        }
    }

    /// What the last event that was taken put into the journal.
    pub fn noted(&self) -> &[(NoteKind, String)] {
        &self.noted
    }

    /// The journal follows the record; where a crash or somebody else shortened it, that is made good and said.
    fn mend_journal(&mut self) -> Result<(), Trouble> {
        let Some(known) = self.record.journalled() else { return Ok(()) };
        Ok(self.journal.mend(known, self.world.clock.now())?)
    }

    /// Puts files, then the marker, then the record on the disk.
    fn save(
        &mut self,
        record: F::Record,
        files: &[(RelPath, Vec<u8>)],
        marker: &[(RelPath, Vec<u8>)],
    ) -> Result<(), Trouble> {
        let bytes = record.bytes();
        // Never is a record saved that could not be read again.
        F::Record::read(&bytes)
            .map_err(|why| Trouble::Record { path: self.record_path().to_string(), why })?;
        let digest = Digest::of(&bytes);
        let file = [(self.record_path(), bytes)];
        let stages: Vec<&[(RelPath, Vec<u8>)]> =
            [files, marker, &file].into_iter().filter(|stage| !stage.is_empty()).collect();
        if let Err(why) = self.world.store.replace_in_turn(&stages) {
            return Err(self.failed(marker, why));
        }
        // Only what is on the disk is shown.
        self.record = record;
        self.saved = Some(digest);
        Ok(())
    }

    /// What a failed save leaves behind: a marker that is on the disk is an approval, whatever failed after it.
    fn failed(&self, marker: &[(RelPath, Vec<u8>)], why: StoreError) -> Trouble {
        let is_there = |(path, bytes): &(RelPath, Vec<u8>)| matches!(self.world.store.read(path, json::LARGEST), Ok(Some(there)) if there == *bytes);
        match marker.first() {
            Some(marker) if is_there(marker) => Trouble::Recorded { feature: self.feature.clone(), why },
            Some(_) | None => why.into(),
        }
    }

    fn note(&mut self, cause: By, notes: &[Note]) -> Result<(), Trouble> {
        if notes.is_empty() {
            return Ok(());
        }
        let notes = self.placed(cause, notes)?;
        Ok(self.journal.write(&notes)?)
    }

    /// Notes with time, person and place, as the journal will hold them.
    fn placed(&mut self, cause: By, notes: &[Note]) -> Result<Continuation, StoreError> {
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

    /// Nobody who respects the lease writes the record; git or an editor might have. Who deleted the lock file (`git clean`)
    /// let somebody else take the lease, too.
    fn still_ours(&self) -> Result<(), Trouble> {
        let path = self.record_path();
        let on_disk = self.world.store.read(&path, json::LARGEST)?.map(|bytes| Digest::of(&bytes));
        if on_disk != self.saved {
            return Err(Trouble::Overtaken { feature: self.feature.clone(), path: path.to_string() });
        }
        self.still_locked()
    }

    /// The lease is a lock on a file, which keeps out only those who find that very file at its path.
    fn still_locked(&self) -> Result<(), Trouble> {
        if self.lease.is_in_place()? {
            return Ok(());
        }
        let path = F::home(&self.feature).lock().to_string();
        Err(Trouble::Unlocked { feature: self.feature.clone(), path })
    }

    fn who(&self) -> String {
        self.world.who.name.clone()
    }

    fn record_path(&self) -> RelPath {
        F::home(&self.feature).record()
    }

    fn facts(&mut self, event: &Event) -> Result<Facts<F::Terms>, Trouble> {
        let mut files = BTreeMap::new();
        for path in F::reads(&self.record, event) {
            let look = must_look(&self.world, &path)?;
            files.insert(path, look);
        }
        for path in F::reads_then(&self.record, &files) {
            let look = must_look(&self.world, &path)?;
            files.insert(path, look);
        }
        for path in F::reads_end(&self.record, &files) {
            let end = look_at_end(&self.world, &path)?;
            files.insert(path, end);
        }
        Ok(Facts {
            now: self.world.clock.now(),
            who: self.who(),
            journal_tip: self.journal.tip()?.line,
            files,
            terms: self.world.conditions.terms(&self.feature)?,
        })
    }
}

/// The record of a feature under its lease, after what a killed process left in its folders was swept: after the lock
/// and before the reading, so that what is read is final.
fn swept<F: Flow>(world: &World<F>, feature: &FeatureId) -> Result<(F::Record, Option<Digest>), Trouble> {
    let home = F::home(feature);
    world.store.sweep_of(&home.brief())?;
    world.store.sweep(home.folder())?;
    let loaded = load::<F>(world, feature)?;
    for folder in F::folders(&loaded.0) {
        world.store.sweep(&folder)?;
    }
    Ok(loaded)
}

/// The record of a feature as it is on the disk, without a lease, and the digest of its bytes.
pub fn load<F: Flow>(world: &World<F>, feature: &FeatureId) -> Result<(F::Record, Option<Digest>), Trouble> {
    let path = F::home(feature).record();
    let Some(bytes) = world.store.read(&path, json::LARGEST)? else {
        // A record that was lost does not take the iterations of earlier runs along.
        return Ok((F::Record::fresh_after(feature, folders(world, &F::home(feature))?), None));
    };
    let record = F::Record::read(&bytes).map_err(|why| Trouble::Record { path: path.to_string(), why })?;
    let other = record.feature();
    if other != feature {
        let why = Unreadable::Damaged(format!("it belongs to the feature {other}"));
        return Err(Trouble::Record { path: path.to_string(), why });
    }
    Ok((record, Some(Digest::of(&bytes))))
}

/// Who is at the keyboard is found out before a feature is locked: other programs are started for it.
fn known_person<F: Flow>(world: &World<F>) {
    LazyLock::force(&world.who);
}

fn lease<F: Flow>(world: &World<F>, feature: &FeatureId, within: &RelPath) -> Result<Lease, Trouble> {
    let folder = RelPath::feature(feature);
    match world.store.look(&folder)? {
        Some(Kind::Folder) => {}
        None => return Err(no_such_feature(world, feature)),
        Some(Kind::File | Kind::Symlink | Kind::Other) => {
            return Err(Trouble::Store(StoreError {
                operation: "open",
                path: F::home(feature).folder().to_string(),
                kind: StoreErrorKind::NotAFile,
                why: format!("{folder} is no folder, and a symlink is not followed"),
            }));
        }
    }
    held(world, feature, within, ATTEMPTS)
}

/// The lease on a feature, asked for so often: whoever only looks at a feature gives it back in a moment. Folders
/// are made below `within` alone.
pub fn held<F: Flow>(
    world: &World<F>,
    feature: &FeatureId,
    within: &RelPath,
    attempts: usize,
) -> Result<Lease, Trouble> {
    let path = F::home(feature).lock();
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

/// How long it takes to delete a feature's files, and more.
const MOMENT: std::time::Duration = std::time::Duration::from_millis(50);
/// How often a lease that somebody else has is asked for, and the pause between: a fifth of a second in all.
pub const ATTEMPTS: usize = 10;
const PAUSE: std::time::Duration = std::time::Duration::from_millis(20);

/// No run comes to a folder beyond this one: a record's numbers end at a thousand million.
const LAST_FOLDER: u32 = 999_000_000;

/// The highest number among the folders that hold an iteration's design, which a fresh record must not write into
/// again. A folder with a prompt alone is what a first step left that was cut short.
fn folders<F: Flow>(world: &World<F>, home: &Home) -> Result<u32, Trouble> {
    let entries = world.store.list(&home.iterations())?;
    let mut numbers: Vec<u32> = entries.iter().filter_map(|(name, _)| number_in(name)).collect();
    numbers.retain(|number| *number <= LAST_FOLDER);
    numbers.sort_unstable();
    while let Some(number) = numbers.pop() {
        if world.store.look(&home.iteration(number).intent())?.is_some() {
            return Ok(number);
        }
    }
    Ok(0)
}

fn aside_number<F: Flow>(world: &World<F>, home: &Home) -> Result<u32, Trouble> {
    let there = world.store.list(&home.damaged())?;
    let numbers = there.iter().filter_map(|(name, _)| Home::damaged_number(name));
    Ok(numbers.max().unwrap_or(0).saturating_add(1))
}
