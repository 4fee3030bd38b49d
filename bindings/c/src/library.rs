//! Files: clips, timelines and flipbooks from the bytes of Cueline's own formats.

use core::ffi::c_char;

use cueline_assets::{ClipLibrary, Document};
use std::sync::Arc;

use crate::{
    handle::{
        CUELINE_KIND_CLIP, CUELINE_KIND_FLIPBOOK, CUELINE_KIND_TIMELINE, ClipHandle,
        FlipbookHandle, LibraryHandle, TimelineHandle,
    },
    pointer::{Buffer, Out, elements, put_name, text},
    status::{Answer, CUELINE_ARGUMENT, CUELINE_DATA, CUELINE_UNKNOWN, Refusal, call},
    table::{Kind, add, with},
};

/// Makes an empty library of files. The caller frees it with `cueline_free`; what was taken out of it stays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_library_new(library: *mut LibraryHandle) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `library`.
        let library = unsafe { Out::new("library", library) }?;
        library.set(add(ClipLibrary::new())?);
        Ok(())
    })
}

/// Loads the bytes of a file (`.ron`, `.json` or `.cue`) under the name `file`, which also says its format; a file of that name
/// that is there already is replaced. All problems of the bytes are in the reason, each with its line. The bytes are read during
/// the call only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_library_load(
    library: LibraryHandle,
    file: *const c_char,
    bytes: *const u8,
    length: usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `file`.
        let file = unsafe { text("file", file) }?;
        // SAFETY: the caller's promise for `bytes`.
        let bytes = unsafe { elements("bytes", bytes, length) }?;
        with(library, |library: &mut ClipLibrary| {
            let loaded = library.load(file, bytes);
            loaded.map(drop).map_err(|problems| Refusal::new(CUELINE_DATA, problems))
        })
    })
}

/// Writes the full name (`file#name`, with a zero byte) of number `index` of the clips, timelines or flipbooks of a library;
/// `kind` is `CUELINE_KIND_CLIP`, `CUELINE_KIND_TIMELINE` or `CUELINE_KIND_FLIPBOOK`. `CUELINE_UNKNOWN` if there are not so many.
/// `CUELINE_TOO_SMALL`, and nothing written, if it does not fit. The caller owns the memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_library_name(
    library: LibraryHandle,
    kind: u8,
    index: usize,
    name: *mut c_char,
    capacity: usize,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { Buffer::new("name", name, capacity) }?;
        let names: fn(&Document) -> Vec<&String> = match kind {
            CUELINE_KIND_CLIP => |document| document.clips.keys().collect(),
            CUELINE_KIND_TIMELINE => |document| document.timelines.keys().collect(),
            CUELINE_KIND_FLIPBOOK => |document| document.flipbooks.keys().collect(),
            _ => {
                let text = format!(
                    "kind {kind} is none that a library has: flipbooks (6), clips (8), timelines (9)"
                );
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
        };
        with(library, |library: &mut ClipLibrary| {
            let mut all = library.files().flat_map(|(file, document)| {
                names(document).into_iter().map(move |name| (file, name))
            });
            let Some((file, found)) = all.nth(index) else {
                let text = format!("the library has no number {index} of this kind");
                return Err(Refusal::new(CUELINE_UNKNOWN, text));
            };
            put_name(&name, &format!("{file}#{found}"))
        })
    })
}

/// The calls that take something out of a library by its name.
///
/// # Safety
///
/// `name` is null or a text, `object` is null or valid for a write.
unsafe fn taken<K: Kind>(
    library: u64,
    name: *const c_char,
    (place, object): (&str, *mut u64),
    find: impl FnOnce(&ClipLibrary, &str) -> Answer<K>,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `name`.
        let name = unsafe { text("name", name) }?;
        // SAFETY: the caller's promise for `object`.
        let object = unsafe { Out::new(place, object) }?;
        object.set(add(with(library, |library: &mut ClipLibrary| find(library, name))?)?);
        Ok(())
    })
}

fn unknown(error: impl core::fmt::Display) -> Refusal {
    Refusal::new(CUELINE_UNKNOWN, error)
}

/// Takes a clip out of a library, by its name (or `file#name`). The caller frees it with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_library_clip(
    library: LibraryHandle,
    name: *const c_char,
    clip: *mut ClipHandle,
) -> i32 {
    let find = |library: &ClipLibrary, name: &str| {
        let id = library.id(name).map_err(unknown)?;
        library.get(id).cloned().map(Arc::new).map_err(unknown)
    };
    // SAFETY: the caller's promises.
    unsafe { taken(library, name, ("clip", clip), find) }
}

/// Takes a timeline out of a library, by its name (or `file#name`). The caller frees it with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_library_timeline(
    library: LibraryHandle,
    name: *const c_char,
    timeline: *mut TimelineHandle,
) -> i32 {
    let find = |library: &ClipLibrary, name: &str| {
        library.timeline(name).cloned().map(Arc::new).map_err(unknown)
    };
    // SAFETY: the caller's promises.
    unsafe { taken(library, name, ("timeline", timeline), find) }
}

/// Takes a flipbook out of a library, by its name (or `file#name`). The caller frees it with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_library_flipbook(
    library: LibraryHandle,
    name: *const c_char,
    flipbook: *mut FlipbookHandle,
) -> i32 {
    let find = |library: &ClipLibrary, name: &str| library.flipbook(name).cloned().map_err(unknown);
    // SAFETY: the caller's promises.
    unsafe { taken(library, name, ("flipbook", flipbook), find) }
}
