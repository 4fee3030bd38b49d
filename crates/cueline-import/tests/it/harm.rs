//! What a file may suffer, and what a reader must not do then.

use cueline_assets::{Problems, Read};
use proptest::{prelude::*, sample::Index};

/// How much memory a reader may take at once for a file of that many bytes.
pub(crate) fn most(bytes: usize) -> u64 {
    (64 * bytes as u64).max(64 << 20)
}

/// The most memory that a call takes at once, in bytes, and its result.
pub(crate) fn memory<T>(call: impl FnOnce() -> T) -> (u64, T) {
    let mut outcome = None;
    let memory = allocation_counter::measure(|| outcome = Some(call()));
    (memory.bytes_max, outcome.unwrap())
}

/// Reads a file: no panic, bounded memory.
pub(crate) fn bounded(
    file: &[u8],
    read: impl Fn(&[u8]) -> Result<Read, Problems>,
) -> Result<Read, Problems> {
    let (taken, outcome) = memory(|| read(file));
    assert!(taken <= most(file.len()), "{taken} bytes for {}", file.len());
    outcome
}

/// Reads a file that may be broken: no panic, bounded memory, a clip or flipbook that builds or a problem.
pub(crate) fn survives(file: &[u8], read: impl Fn(&[u8]) -> Result<Read, Problems>) {
    match bounded(file, read) {
        Ok(Read { document, notes, .. }) => {
            assert!(!notes.has_errors());
            assert!(document.check().is_empty(), "{}", document.check());
            for (name, clip) in &document.clips {
                // A file may hold an animation without a channel, and that is a clip of no length.
                clip.build(name).unwrap_or_else(|error| panic!("{name:?}: {error}"));
            }
            for (name, book) in &document.flipbooks {
                book.build().unwrap_or_else(|error| panic!("{name:?}: {error}"));
            }
            for skeleton in document.skeletons.values() {
                cueline_assets::rig::Rig::new(skeleton).unwrap();
            }
        }
        Err(problems) => assert!(problems.has_errors(), "refused without a reason"),
    }
}

/// Reads every beginning of a file.
pub(crate) fn survives_truncation(file: &[u8], read: impl Fn(&[u8]) -> Result<Read, Problems>) {
    (0..file.len()).for_each(|length| survives(&file[..length], &read));
}

/// Reads a JSON file with each number in turn replaced by each of several unexpected numbers.
pub(crate) fn survives_strange_numbers(
    json: &serde_json::Value,
    read: impl Fn(&[u8]) -> Result<Read, Problems>,
) {
    with_strange_numbers(json).iter().for_each(|text| survives(text.as_bytes(), &read));
}

/// A change to some bytes of a file, or its end cut off.
#[derive(Clone, Debug)]
pub(crate) enum Harm {
    Cut(Index),
    Change(Vec<(Index, u8)>),
    /// A stretch of bytes taken over from elsewhere.
    Copy(Index, Index, u8),
}

impl Harm {
    pub(crate) fn to(&self, file: &[u8]) -> Vec<u8> {
        let mut file = file.to_vec();
        match self {
            Self::Cut(at) => file.truncate(at.index(file.len())),
            Self::Change(changes) => {
                for (at, byte) in changes {
                    let at = at.index(file.len());
                    file[at] = *byte;
                }
            }
            Self::Copy(from, to, length) => {
                let (from, to) = (from.index(file.len()), to.index(file.len()));
                let length = usize::from(*length).min(file.len() - from.max(to));
                file.copy_within(from..from + length, to);
            }
        }
        file
    }
}

/// What a file has very many of, and the file with so many.
pub(crate) type Maker<'a> = (&'a str, &'a dyn Fn(usize) -> Vec<u8>);

/// The cost of a file is in proportion to its size: what would be quadratic takes four times as long at twice the size.
/// Allocations count what a reader does in steps, on any machine.
pub(crate) fn costs_in_proportion(
    what: &str,
    make: &dyn Fn(usize) -> Vec<u8>,
    read: impl Fn(&[u8]),
) {
    let steps = |n: usize| {
        let file = make(n);
        let count = allocation_counter::measure(|| read(&file));
        (count.count_total, count.bytes_total)
    };
    let (once, twice) = (steps(2_000), steps(4_000));
    let most = |once: u64, more: u64| once * 23 / 10 + more;
    assert!(twice.0 <= most(once.0, 1_000), "{what}: {} allocations, then {}", once.0, twice.0);
    assert!(twice.1 <= most(once.1, 100_000), "{what}: {} bytes, then {}", once.1, twice.1);
}

/// Eight times as many cases as usual: most changes are refused at once.
pub(crate) fn many() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.saturating_mul(8), ..usual }
}

pub(crate) fn harm() -> impl Strategy<Value = Harm> {
    prop_oneof![
        1 => any::<Index>().prop_map(Harm::Cut),
        4 => prop::collection::vec((any::<Index>(), byte()), 1..6).prop_map(Harm::Change),
        1 => (any::<Index>(), any::<Index>(), any::<u8>()).prop_map(|(a, b, n)| Harm::Copy(a, b, n)),
    ]
}

/// Any byte, and more often than others those that mean something.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![any::<u8>(), prop::sample::select(b"0123456789-\"[]{}:,e.\0\xff\x7f\x80".to_vec())]
}

/// The text of a JSON file with each number in turn replaced by each of several unexpected numbers.
fn with_strange_numbers(json: &serde_json::Value) -> Vec<String> {
    const STRANGE: [&str; 9] = [
        "0",
        "-1",
        "0.5",
        "65536",
        "2147483647",
        "4294967295",
        "9007199254740993",
        "18446744073709551615",
        "1e300",
    ];
    let mut count = 0;
    numbers(&mut json.clone(), &mut |_| count += 1);
    let mut texts = Vec::new();
    for which in 0..count {
        for strange in STRANGE {
            let (mut json, mut index) = (json.clone(), 0);
            numbers(&mut json, &mut |number| {
                if index == which {
                    *number = serde_json::from_str(strange).unwrap();
                }
                index += 1;
            });
            texts.push(json.to_string());
        }
    }
    texts
}

fn numbers(value: &mut serde_json::Value, visit: &mut impl FnMut(&mut serde_json::Value)) {
    match value {
        serde_json::Value::Number(_) => visit(value),
        serde_json::Value::Array(items) => items.iter_mut().for_each(|item| numbers(item, visit)),
        serde_json::Value::Object(fields) => {
            fields.values_mut().for_each(|field| numbers(field, visit))
        }
        _ => {}
    }
}
