//! The two forms of a glTF file: text with buffers in other files, or one binary file.

use cueline_assets::{DocumentPath, Problems};

use crate::importer::refused;

/// The JSON of a file, and the buffer that came with it.
#[derive(Debug)]
pub(super) struct Container<'a> {
    pub(super) json: &'a [u8],
    pub(super) binary: Option<&'a [u8]>,
}

/// Splits a file.
///
/// This code does not use the `gltf` crate, because that panics on a length below that of the header. It skips chunks
/// of other types, as the format requires (glTF 2.0, 4.4.3).
pub(super) fn open(file: &[u8]) -> Result<Container<'_>, Problems> {
    let Some(rest) = file.strip_prefix(b"glTF") else {
        return Ok(Container { json: file, binary: None });
    };
    let header = DocumentPath::root().field("header");
    let (version, rest) = number(rest).ok_or_else(|| broken(&header, "a file", file.len(), 12))?;
    if version != 2 {
        let found = format!("version {version}");
        return Err(refused(header.field("version"), found, "version 2"));
    }
    let (length, _) = number(rest).ok_or_else(|| broken(&header, "a file", file.len(), 12))?;
    let file = match file.get(12..length) {
        Some(chunks) => chunks,
        None if length < 12 => {
            let found = format!("a length of {length} bytes");
            return Err(refused(header.field("length"), found, "12 or more, those of the header"));
        }
        None => return Err(broken(&header.field("length"), "a file", file.len(), length)),
    };
    let (mut json, mut binary, mut rest, mut index) = (None, None, file, 0);
    // The rest of a chunk's header is padding.
    while rest.len() >= 8 {
        let item = DocumentPath::root().field("chunks").index(index);
        let Some((length, after)) = number(rest) else { break };
        let (kind, after) = after.split_at(4); // the slice has eight bytes
        let Some((data, after)) = after.split_at_checked(length) else {
            return Err(broken(&item, "a chunk", after.len(), length));
        };
        match kind {
            b"JSON" if json.is_none() => json = Some(data),
            b"BIN\0" if binary.is_none() => binary = Some(data),
            _ => {}
        }
        (rest, index) = (after, index + 1);
    }
    let missing = || refused(DocumentPath::root().field("chunks"), "no JSON", "a chunk of JSON");
    Ok(Container { json: json.ok_or_else(missing)?, binary })
}

fn broken(item: &DocumentPath, what: &str, found: usize, needed: usize) -> Problems {
    let found = format!("{what} that ends after {found} bytes");
    refused(item.clone(), found, format!("{needed} bytes"))
}

/// A number of four bytes, the lowest first, and what follows it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((usize::try_from(u32::from_le_bytes(*number)).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(version: u8, length: u8, chunks: &[(&[u8; 4], u8, &[u8])]) -> Vec<u8> {
        let mut file = vec![b'g', b'l', b'T', b'F', version, 0, 0, 0, length, 0, 0, 0];
        for (kind, length, data) in chunks {
            file.extend([*length, 0, 0, 0]);
            file.extend(*kind);
            file.extend(*data);
        }
        file
    }

    #[test]
    fn both_forms_open() {
        assert_eq!(open(b"{}").unwrap().json, b"{}");
        let file = glb(2, 44, &[(b"JSON", 4, b"{}  "), (b"WHAT", 0, b""), (b"BIN\0", 4, b"1234")]);
        let both = open(&file).unwrap();
        assert_eq!((both.json, both.binary), (&b"{}  "[..], Some(&b"1234"[..])));
    }

    #[test]
    fn what_breaks_off_is_reported() {
        let refused = |file: &[u8]| open(file).unwrap_err().to_string();
        assert_eq!(
            refused(b"glTF\x02\0"),
            "error: header: found a file that ends after 6 bytes, needed 12 bytes"
        );
        assert_eq!(
            refused(&glb(1, 12, &[])),
            "error: header.version: found version 1, needed version 2"
        );
        assert_eq!(
            refused(&glb(2, 3, &[])),
            "error: header.length: found a length of 3 bytes, needed 12 or more, those of the header"
        );
        assert_eq!(
            refused(&glb(2, 99, &[])),
            "error: header.length: found a file that ends after 12 bytes, needed 99 bytes"
        );
        assert_eq!(
            refused(&glb(2, 12, &[])),
            "error: chunks: found no JSON, needed a chunk of JSON"
        );
        let cut = glb(2, 22, &[(b"JSON", 9, b"{}")]);
        assert_eq!(
            refused(&cut),
            "error: chunks[0]: found a chunk that ends after 2 bytes, needed 9 bytes"
        );
    }
}
