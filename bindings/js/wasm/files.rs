//! Files, which people can read.

use alloc::{string::String, sync::Arc};

use cueline_assets::ClipLibrary;

use crate::{
    memory::{self, exports, text},
    player::{Content, What},
    units::{free, leak},
};

/// The files, and what the last call said: an error, or names with a zero byte after each.
#[derive(Default)]
pub struct Library {
    files: ClipLibrary,
    said: String,
}

/// A library without files.
#[unsafe(no_mangle)]
pub extern "C" fn lib_new() -> *mut Library {
    leak(Library::default())
}

exports! { Library:
    /// Loads a file. Returns 1; or 0, and the problems are said.
    fn lib_load(me, name: *const u8, name_length: usize, start: *const u8, length: usize) -> u32 {
        // SAFETY: the caller's promise.
        let name = unsafe { text(name, name_length) };
        // SAFETY: the caller's promise.
        let bytes = unsafe { memory::bytes(start, length) };
        let loaded = me.files.load(name, bytes).map_err(|problems| alloc::format!("a file without problems\n{problems}"));
        loaded.map_or_else(|said| { me.said = said; 0 }, |_| 1)
    }
    /// All that is loaded as a pack. Null if a timeline no longer builds, which a loaded one does.
    fn lib_pack(me, length: *mut usize) -> *mut u8 {
        let bytes = me.files.pack().ok().and_then(|pack| pack.to_bytes().ok());
        // SAFETY: the caller's promise.
        bytes.map_or(core::ptr::null_mut(), |bytes| unsafe { memory::hand_over(bytes, length) })
    }
    /// Says the full names of the clips (0), timelines (1) or flipbooks (2).
    fn lib_names(me, kind: u32) {
        me.said.clear();
        for (file, document) in me.files.files() {
            let mut say = |name: &str| {
                for part in [file, "#", name, "\0"] {
                    me.said.push_str(part);
                }
            };
            match kind {
                0 => document.clips.keys().for_each(|name| say(name)),
                1 => document.timelines.keys().for_each(|name| say(name)),
                _ => document.flipbooks.keys().for_each(|name| say(name)),
            }
        }
    }
    /// A clip (0), timeline (1) or flipbook (2) by its name; null, with the reason said, if there is none.
    fn lib_find(me, kind: u32, start: *const u8, length: usize) -> *mut What {
        // SAFETY: the caller's promise.
        let name = unsafe { text(start, length) };
        let files = &me.files;
        let found = match kind {
            0 => {
                let id = files.id(name).map_err(|error| alloc::format!("{error}"));
                id.and_then(|id| files.get(id).map_err(|error| alloc::format!("{error}")))
                    .map(|clip| Content::Clip(Arc::new(clip.clone())))
            }
            1 => {
                let found = files.timeline(name).map_err(|error| alloc::format!("{error}"));
                found.map(|timeline| Content::Timeline(Arc::new(timeline.clone())))
            }
            _ => {
                let found = files.flipbook(name).map_err(|error| alloc::format!("{error}"));
                found.map(|flipbook| Content::Flipbook(flipbook.clone()))
            }
        };
        match found {
            Ok(content) => leak(What::new(content)),
            Err(said) => {
                me.said = said;
                core::ptr::null_mut()
            }
        }
    }
    /// Where what was said is.
    fn lib_said(me) -> *const u8 { me.said.as_ptr() }
    /// How many bytes it has.
    fn lib_said_length(me) -> usize { me.said.len() }
    /// Frees a library.
    fn lib_free(me) {
        // SAFETY: the caller's promise.
        unsafe { free(me) }
    }
}
