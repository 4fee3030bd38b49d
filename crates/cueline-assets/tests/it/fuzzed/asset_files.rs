//! Any bytes as a file of clips: problems, or a document that comes out of every format as it went in.

use cueline_assets::{ClipLibrary, Format, read, write, write_over};

/// Whether the bytes are a document.
pub(crate) fn run(bytes: &[u8]) -> bool {
    let document = match read(bytes, "file") {
        Ok(read) => read.document,
        Err(problems) => {
            assert!(problems.has_errors());
            let _ = problems.to_string();
            return false;
        }
    };
    for format in [Format::Ron, Format::Json, Format::Binary] {
        let written = write(&document, format).expect("what was read can be written");
        let again = read(&written, "file").expect("what was written can be read").document;
        assert_eq!(format!("{again:?}"), format!("{document:?}"));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let (once, _) = write_over(&document, text).expect("what was read can be written");
        let (twice, _) = write_over(&document, &once).expect("what was read can be written");
        assert_eq!(once, twice);
    }
    let _ = ClipLibrary::new().load_document("file", document);
    true
}
