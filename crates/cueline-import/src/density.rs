//! Refuses JSON that would take far more memory than its size.

use cueline_assets::{DocumentPath, Problems};

use crate::importer::refused;

/// The memory limit for JSON that is kept unchanged: for each byte of a file, and a minimum for small files.
const KEPT_PER_BYTE: usize = 32;
const KEPT_FREE: usize = 64 << 20;

/// What an object takes in memory as a [`serde_json::Value`] or a small struct, and what an item of a list does while
/// the list grows.
const OBJECT: usize = 640;
const ITEM: usize = 66;

/// The items of lists that count.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Items {
    /// Those of all lists.
    All,
    /// None: the long lists of the format are not kept.
    None,
}

/// Refuses a text that holds far more objects and items than real files of its size: each takes many times its
/// bytes in memory. Real files reach two thirds of the limit.
pub(crate) fn check(text: &[u8], items: Items) -> Result<(), Problems> {
    let counted = match items {
        Items::All => true,
        Items::None => false,
    };
    let (mut objects, mut commas, mut quoted, mut escaped) = (0_usize, 0_usize, false, false);
    // A bit for each level, set for lists; the parser takes no more than 128 levels.
    let mut lists = 0_u128;
    for byte in text {
        match (quoted, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => quoted = !quoted,
            (false, b'{') => (objects, lists) = (objects + 1, lists << 1),
            (false, b'[') => lists = (lists << 1) | 1,
            (false, b'}' | b']') => lists >>= 1,
            (false, b',') => commas += usize::from(counted && lists & 1 == 1),
            _ => {}
        }
    }
    let memory = objects.saturating_mul(OBJECT).saturating_add(commas.saturating_mul(ITEM));
    if memory > text.len().saturating_mul(KEPT_PER_BYTE).max(KEPT_FREE) {
        let found = format!("{objects} objects and {commas} items in {} bytes", text.len());
        return Err(refused(DocumentPath::root(), found, "no more than real files have"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_large_texts_of_small_things_are_refused() {
        let text = |item: &str, bytes: usize| {
            format!("[{}]", vec![item; bytes / (item.len() + 1)].join(",")).into_bytes()
        };
        let objects = r#"{"a":0}"#;
        assert!(check(&text(objects, 700_000), Items::All).is_ok(), "64 MiB are free");
        assert!(check(&text(objects, 1_000_000), Items::All).is_err());
        assert!(check(&text("0", 3_000_000), Items::All).is_err());
        // What is quoted is no item, and commas between the fields of an object are none.
        let quoted = format!(r#""{}\"{{""#, "{,".repeat(20));
        assert!(check(&text(&quoted, 3_000_000), Items::All).is_ok());
        let fields = format!("{{{}}}", [r#""a":0"#; 10].join(","));
        assert!(check(&text(&fields, 3_000_000), Items::All).is_ok());
    }
}
