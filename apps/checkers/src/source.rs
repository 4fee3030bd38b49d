//! Where a game comes from: a file, or standard input.

use std::{fs, io, io::Read, path::Path};

use crate::failure::Failure;

/// More than any collection of games needs; a device that never ends is refused.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// The whole text of `file`, or of standard input where that is `-`.
///
/// A file that is not UTF-8 is taken as Latin-1, in which old collections are written.
///
/// # Errors
///
/// Where it cannot be read, or is larger than 64 MiB.
pub fn read(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let result = if file.as_os_str() == "-" {
        io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(file).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    let read = result.map_err(|error| Failure::of(file, error))?;
    if u64::try_from(read).is_ok_and(|read| read > MOST_BYTES) {
        return Err(Failure::of(file, "is larger than 64 MiB"));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.into_bytes().into_iter().map(char::from).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_and_latin1_both_come_out_as_text() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.pdn");
        for (bytes, text) in [("Zürich".as_bytes(), "Zürich"), (b"Z\xfcrich", "Zürich"), (b"", "")]
        {
            fs::write(&file, bytes).unwrap();
            assert_eq!(read(&file).unwrap(), text);
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let message = read(Path::new("no/such.pdn")).unwrap_err().to_string();
        assert!(message.starts_with("checkers: no/such.pdn: "), "{message}");
    }
}
