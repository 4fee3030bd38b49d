//! Packs: clips, timelines and flipbooks that are compiled ahead.

use alloc::{string::String, sync::Arc, vec::Vec};

use cueline::timeline::Timeline;
use cueline_pack::{Pack, PackError};

use crate::{
    memory::{self, exports, text},
    player::{Content, What},
    units::{free, leak},
};

/// The packs, and what the last call said: an error, or names with a zero byte after each.
#[derive(Default)]
pub struct Library {
    packs: Vec<Loaded>,
    said: String,
}

/// A pack by its name, and its clips (0), timelines (1) and flipbooks (2) by their full names.
struct Loaded {
    name: String,
    kinds: [Vec<(String, Content)>; 3],
}

impl Loaded {
    fn new(name: &str, pack: Pack) -> Option<Self> {
        let built = |(name, timeline): (_, cueline::timeline::TimelineBuilder<String>)| {
            let timeline: Timeline<String> = timeline.build().ok()?;
            Some((name, Content::Timeline(Arc::new(timeline))))
        };
        let clips = pack.clips.into_iter();
        let books = pack.flipbooks.into_iter();
        let kinds = [
            clips.map(|clip| (clip.name().into(), Content::Clip(Arc::new(clip)))).collect(),
            pack.timelines.into_iter().map(built).collect::<Option<_>>()?,
            books.map(|(name, book)| (name, Content::Flipbook(book))).collect(),
        ];
        Some(Self { name: name.into(), kinds })
    }
}

impl Library {
    /// All items of a kind.
    fn items(&self, kind: u32) -> impl Iterator<Item = &(String, Content)> {
        self.packs.iter().filter_map(move |pack| pack.kinds.get(kind as usize)).flatten()
    }

    /// The item of that full or short name; the names to choose from if there is none, or more than one.
    fn find(&self, kind: u32, name: &str) -> Result<&Content, String> {
        let short = name.strip_prefix('#').unwrap_or(name);
        let in_full = |item: &&(String, Content)| item.0 == name;
        let in_short = |item: &&(String, Content)| {
            item.0.strip_suffix(short).is_some_and(|file| file.ends_with('#'))
        };
        let mut found: Vec<_> = self.items(kind).filter(in_full).collect();
        if found.is_empty() {
            found = self.items(kind).filter(in_short).collect();
        }
        if let [(_, content)] = found[..] {
            return Ok(content);
        }
        if found.is_empty() {
            found = self.items(kind).collect();
        }
        let names: Vec<_> = found.into_iter().map(|(name, _)| name.as_str()).collect();
        Err(names.join(", "))
    }

    fn load(&mut self, name: &str, bytes: &[u8]) -> Result<(), &'static str> {
        let damaged = "a whole pack: this one is damaged";
        let pack = Pack::from_bytes(bytes).map_err(|error| match error {
            PackError::Foreign => {
                "a pack, which `cueline pack` or `pack()` of @cueline/core/files makes"
            }
            PackError::Version(_) => "a pack of this version: make it again",
            _ => damaged,
        })?;
        let loaded = Loaded::new(name, pack).ok_or(damaged)?;
        match self.packs.iter_mut().find(|pack| pack.name == name) {
            Some(place) => *place = loaded,
            None => self.packs.push(loaded),
        }
        Ok(())
    }
}

/// A library without packs.
#[unsafe(no_mangle)]
pub extern "C" fn lib_new() -> *mut Library {
    leak(Library::default())
}

exports! { Library:
    /// Loads a pack. Returns 1; or 0, and what is needed is said.
    fn lib_load(me, name: *const u8, name_length: usize, start: *const u8, length: usize) -> u32 {
        // SAFETY: the caller's promise.
        let name = unsafe { text(name, name_length) };
        // SAFETY: the caller's promise.
        let bytes = unsafe { memory::bytes(start, length) };
        me.load(name, bytes).map_or_else(|needed| { me.said = needed.into(); 0 }, |()| 1)
    }
    /// Says the full names of the clips (0), timelines (1) or flipbooks (2).
    fn lib_names(me, kind: u32) {
        let mut said = String::new();
        for (name, _) in me.items(kind) {
            said.push_str(name);
            said.push('\0');
        }
        me.said = said;
    }
    /// A clip (0), timeline (1) or flipbook (2) by its name; null, with the names to choose from said, if there is not just one.
    fn lib_find(me, kind: u32, start: *const u8, length: usize) -> *mut What {
        // SAFETY: the caller's promise.
        let name = unsafe { text(start, length) };
        match me.find(kind, name) {
            Ok(content) => leak(What::new(content.clone())),
            Err(names) => {
                me.said = names;
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
