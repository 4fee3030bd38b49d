//! Hostile files, packs and saves of any size, and what Cueline promises for each.
//!
//! An attack makes a file with a number of something. The file is opened at two sizes, the second with twice as many: it is
//! read or refused as stated, in memory in proportion to the file, and with at most 2.3 times the steps: the allocations, and
//! their bytes ([`broken`]). `SECURITY.md` has a line for each attack ([`table`]); a test compares the two lists.

mod bytes;
mod own;
mod packs;
mod pictures;
mod saves;
mod texts;

use std::cell::RefCell;

use allocation_counter::{AllocationInfo, measure};
use cueline_assets::{ClipLibrary, Problems, Read};

/// A hostile file, of any size.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// What opens the file, and what there are many of.
    pub name: &'static str,
    /// How many there are in the smaller file.
    pub count: usize,
    /// The file with so many.
    pub make: fn(usize) -> Vec<u8>,
    /// Opens a file; whether it was read.
    pub open: fn(&[u8]) -> bool,
    /// Whether it is read, and not refused.
    pub is_read: bool,
}

/// All of them, by what opens them.
#[must_use]
pub fn all() -> Vec<Attack> {
    [own::ALL, packs::ALL, texts::ALL, bytes::ALL, pictures::ALL, saves::ALL].concat()
}

/// Those that are files of animation: not pictures, saves and packs.
#[must_use]
pub fn files() -> Vec<Attack> {
    [own::ALL, texts::ALL, bytes::ALL].concat()
}

/// What is promised and does not hold, in steps and in memory; nothing where all of it does.
#[must_use]
pub fn broken() -> Vec<String> {
    all().iter().flat_map(|attack| attack.broken()).collect()
}

/// The lines of `SECURITY.md`.
#[must_use]
pub fn table() -> String {
    let line = |attack: &Attack| {
        let Attack { name, count, is_read, .. } = attack;
        let open = |file: &[u8]| {
            let _was_read = (attack.open)(file);
        };
        let [once, twice] = [*count, count * 2].map(|count| attack.cost(count, open).1);
        let promised = if *is_read { "read" } else { "refused" };
        let [few, many] = [once, twice].map(|taken| taken.count_total);
        let [small, large] = [once, twice].map(|taken| taken.bytes_max.div_ceil(1024));
        format!("| {name} | {count} | {promised} | {few} | {many} | {small} | {large} |\n")
    };
    all().iter().map(line).collect()
}

/// How much memory a file of so many bytes may take at once.
fn most(bytes: usize) -> u64 {
    (64 * bytes as u64).max(64 << 20)
}

impl Attack {
    /// Opens the file with so many: its size, and what that takes.
    fn cost(&self, count: usize, open: impl Fn(&[u8])) -> (usize, AllocationInfo) {
        let file = (self.make)(count);
        // Allocations count what a reader does in steps, on any machine.
        (file.len(), measure(|| open(&file)))
    }

    /// Both of its sizes, and whether the file is read as stated.
    fn broken(&self) -> Vec<String> {
        let Self { name, is_read, .. } = self;
        let wrong = RefCell::new(Vec::new());
        let mut broken = self.too_much(|file| {
            let was_read = (self.open)(file);
            if was_read != *is_read {
                let was = if was_read { "read" } else { "refused" };
                wrong.borrow_mut().push(format!("{name}: {was}"));
            }
        });
        broken.extend(wrong.take());
        broken
    }

    /// The costs that are too high where the file is opened in some way: memory in proportion to the file, and steps at its
    /// second size in proportion to those at the first.
    #[must_use]
    pub fn too_much(&self, open: impl Fn(&[u8])) -> Vec<String> {
        let Self { name, count, .. } = self;
        let mut broken = Vec::new();
        let mut opened = |count: usize| {
            let (bytes, taken) = self.cost(count, &open);
            if taken.bytes_max > most(bytes) {
                broken.push(format!(
                    "{name}, {count}: {} bytes at once for {bytes}",
                    taken.bytes_max
                ));
            }
            [taken.count_total, taken.bytes_total, taken.bytes_max]
        };
        let (once, twice) = (opened(*count), opened(count * 2));
        // A part of the cost does not depend on the number.
        let free = [100, 50_000, 50_000];
        for (index, what) in ["allocations", "bytes", "bytes at once"].into_iter().enumerate() {
            let (once, twice) = (once[index], twice[index]);
            if twice * 10 > once * 23 + free[index] * 10 {
                broken.push(format!("{name}: {once} {what}, and {twice} for twice as many"));
            }
        }
        broken
    }
}

/// Whether a file is read, and whether a library can build all that is in it, as games and the watcher do.
fn is_loaded(read: Result<Read, Problems>) -> bool {
    let Ok(Read { document, .. }) = read else { return false };
    let mut library = ClipLibrary::new();
    if library.load_document("a", document.clone()).is_err() {
        return false;
    }
    let clips = document.clips.keys().all(|name| library.id(name).is_ok());
    let books = document.flipbooks.keys().all(|name| library.flipbook(name).is_ok());
    let timelines = document.timelines.keys().all(|name| library.timeline(name).is_ok());
    clips && books && timelines
}

/// An attack on a file that is read.
const fn read(
    name: &'static str,
    count: usize,
    open: fn(&[u8]) -> bool,
    make: fn(usize) -> Vec<u8>,
) -> Attack {
    Attack { name, count, make, open, is_read: true }
}

/// An attack on a file that is refused.
const fn refused(
    name: &'static str,
    count: usize,
    open: fn(&[u8]) -> bool,
    make: fn(usize) -> Vec<u8>,
) -> Attack {
    Attack { name, count, make, open, is_read: false }
}

/// So many items, each made from its number, with something between them.
fn many(count: usize, between: &str, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(between)
}

/// A text before, so many items with commas, and a text after.
fn list(count: usize, before: &str, after: &str, item: impl Fn(usize) -> String) -> Vec<u8> {
    format!("{before}{}{after}", many(count, ",", item)).into_bytes()
}
