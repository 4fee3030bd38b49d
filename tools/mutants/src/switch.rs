//! The text of the module `mutant`, which a rewritten crate asks before each mutant.
//!
//! Without a variable every mutant is off. [`MUTANT`] switches one on. [`COVER`] names a file: each
//! mutant that a test reaches writes its number there, once for each process.

/// The environment variable with the number of the mutant that is on.
pub(crate) const MUTANT: &str = "CUELINE_MUTANT";

/// The environment variable with the path of the file for the mutants that a test reaches.
pub(crate) const COVER: &str = "CUELINE_MUTANT_COVER";

/// The module for mutants with numbers below `count`.
///
/// The switch reads the variables once for each process: later questions cost one load and one comparison.
pub(crate) fn text(count: usize) -> String {
    TEMPLATE
        .replace("COUNT", &count.to_string())
        .replace("MUTANT_VARIABLE", MUTANT)
        .replace("COVER_VARIABLE", COVER)
}

const TEMPLATE: &str = r#"//! The switch of the mutants.
extern crate std;

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::io::Write;

const UNREAD: usize = usize::MAX;
const COVER: usize = usize::MAX - 1;

static ON: AtomicUsize = AtomicUsize::new(UNREAD);
static SEEN: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

#[inline]
pub(crate) fn on(id: usize) -> bool {
    let mut now = ON.load(Relaxed);
    if now == UNREAD {
        now = read();
    }
    if now == COVER {
        seen(id);
        return false;
    }
    now == id
}

#[cold]
fn read() -> usize {
    let now = if std::env::var_os("COVER_VARIABLE").is_some() {
        COVER
    } else {
        std::env::var("MUTANT_VARIABLE").ok().and_then(|id| id.parse().ok()).unwrap_or(0)
    };
    ON.store(now, Relaxed);
    now
}

#[cold]
fn seen(id: usize) {
    if SEEN[id].swap(true, Relaxed) {
        return;
    }
    if let Some(path) = std::env::var_os("COVER_VARIABLE") {
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
        file.write_all(std::format!("{id}\n").as_bytes()).unwrap();
    }
}
"#;
