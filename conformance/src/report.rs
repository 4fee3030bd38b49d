//! What became of the records of a file.

use std::{collections::BTreeMap, panic::catch_unwind, path::Path};

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::{
    deviations::Rule,
    fields::{self, Change},
    read::{Malformed, recordings, records},
    system::System,
    systems::SYSTEMS,
    verdict::{Comparisons, Verdict},
};

/// A file's records, counted by what became of them. Each is in exactly one of the counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FileReport {
    /// Its path within the folder, without `.gz`.
    pub file: String,
    /// How many it holds.
    pub records: usize,
    /// Equal to the last bit.
    pub exact: usize,
    /// Equal within a tolerance.
    #[serde(rename = "within_tolerance")]
    pub within: usize,
    /// The widest tolerance that was needed.
    pub tolerance: Option<f64>,
    /// Departs as it should.
    #[serde(rename = "wanted_deviations")]
    pub wanted: usize,
    /// How many depart by each rule; a record can depart by several.
    pub by_rule: BTreeMap<&'static str, usize>,
    /// The comparisons of values in all records.
    #[serde(skip)]
    pub made: Comparisons,
    /// How many values of the records are left out of the comparison.
    pub left_out: usize,
    /// Neither, with the first thing that differs.
    #[serde(serialize_with = "length")]
    pub failed: Vec<(String, String)>,
    /// Each record, by its file, its place in the file and its name, and its verdict.
    #[serde(skip)]
    pub verdicts: Vec<(String, String)>,
}

fn length<S: Serializer>(failed: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    failed.len().serialize(to)
}

impl FileReport {
    /// Whether every record is equal or departs by a rule.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.failed.is_empty()
    }

    fn count(&mut self, name: String, verdict: Verdict) {
        self.records += 1;
        self.made.and(&verdict.made);
        let record = format!("{} {} {name}", self.file, self.records);
        self.verdicts.push((record, verdict.to_string()));
        if let Some(failure) = verdict.failure {
            self.failed.push((name, failure));
            return;
        }
        if let Some(needed) = verdict.tolerance {
            self.tolerance = Some(self.tolerance.map_or(needed, |widest| widest.max(needed)));
        }
        for Rule { id, .. } in &verdict.rules {
            *self.by_rule.entry(id).or_default() += 1;
        }
        if !verdict.rules.is_empty() {
            self.wanted += 1;
        } else if verdict.tolerance.is_some() {
            self.within += 1;
        } else {
            self.exact += 1;
        }
    }
}

/// What a record calls itself, for messages only.
fn name(record: &Value, index: usize) -> String {
    let own = record["name"].as_str().map(str::to_owned);
    own.unwrap_or_else(|| format!("record {}", index + 1))
}

/// What became of a record.
fn verdict(system: &System, record: &Value) -> Verdict {
    let failed = |failure: String| Verdict { failure: Some(failure), ..Verdict::default() };
    if let Some(place) = fields::unlisted(system.fields, record) {
        return failed(format!("nothing says what {place} is for"));
    }
    match catch_unwind(|| (system.compare)(record)) {
        Ok(Ok(verdict)) => verdict,
        Ok(Err(error)) => failed(format!("cannot be read: {error}")),
        Err(_) => failed("a panic while it was compared".into()),
    }
}

/// A file of recordings: its name, how its system is compared, and its records.
struct Recording {
    file: String,
    system: Option<&'static System>,
    records: Vec<Value>,
}

fn recording(folder: &Path, system: &str, path: &Path) -> Result<Recording, Malformed> {
    let file = path.strip_prefix(folder).unwrap_or(path).to_string_lossy();
    let file = file.strip_suffix(".gz").unwrap_or(&file).replace('\\', "/");
    let system = SYSTEMS.iter().find(|known| known.folder == system);
    let inside = |whole: &Value| system.map_or_else(Vec::new, |known| (known.records)(whole));
    let records = records(path, inside)?;
    Ok(Recording { file, system, records })
}

fn compare_file(recording: &Recording) -> FileReport {
    let Recording { file, system, records } = recording;
    let mut report = FileReport { file: file.clone(), ..FileReport::default() };
    let Some(system) = system else {
        report.failed.push(("all records".into(), "of no system that is known".into()));
        return report;
    };
    for (index, record) in records.iter().enumerate() {
        report.left_out += fields::left_out(system.fields, record);
        report.count(name(record, index), verdict(system, record));
    }
    report
}

fn read_folder(folder: &Path) -> Result<Vec<Recording>, Malformed> {
    let files = recordings(folder)?;
    files.iter().map(|(system, path)| recording(folder, system, path)).collect()
}

/// Compares every recording in the folders of `folder`, in the order of their names.
///
/// # Errors
///
/// When the folder holds no recordings, or one that cannot be read.
pub fn compare_folder(folder: &Path) -> Result<Vec<FileReport>, Malformed> {
    Ok(read_folder(folder)?.iter().map(compare_file).collect())
}

/// How many random changes of compared fields the comparison has noticed, in one file.
#[derive(Clone, Debug, Default)]
pub struct Noticed {
    /// The file.
    pub file: String,
    /// How many changes were made, each to another copy of a record.
    pub changes: usize,
    /// Those that left the record as good as it was: the record, the field, and the change.
    pub missed: Vec<(String, &'static str, String)>,
}

/// Changes random fields of random records, one at a time, and counts how many changes fail their record.
///
/// # Errors
///
/// When the folder holds no recordings, or one that cannot be read.
pub fn notice_changes(folder: &Path, changes: usize, seed: u64) -> Result<Vec<Noticed>, Malformed> {
    let mut all = Vec::new();
    for Recording { file, system, records } in read_folder(folder)? {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut noticed = Noticed { file, ..Noticed::default() };
        let Some(system) = system.filter(|_| !records.is_empty()) else { continue };
        // A change that changes nothing, as of two equal items, is no change.
        for _ in 0..changes * 8 {
            if noticed.changes == changes {
                break;
            }
            let index = random.usize(..records.len());
            let Some(Change { field, what, record }) =
                fields::random_change(system.fields, &records[index], &mut random)
            else {
                continue;
            };
            noticed.changes += 1;
            if verdict(system, &record).holds() {
                noticed.missed.push((name(&records[index], index), field, what));
            }
        }
        all.push(noticed);
    }
    Ok(all)
}
