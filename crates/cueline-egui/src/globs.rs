//! The prelude of Cueline beside all of egui, both imported whole: the compiler finds each name that both have, where it is
//! named; for a name that egui itself has from a glob by a lint, which is denied here.

use std::collections::BTreeSet;

use cueline::prelude::*;
use egui::*;

/// Names types, traits and functions, each where a name that comes from both globs is an error. (An import does not ask: a
/// `use` of an ambiguous name compiles.)
macro_rules! named {
    (
        types { $($type:ident $(<$($argument:tt),*>)?;)* }
        traits { $($of:ident $(<$parameter:ty>)?;)* }
        functions { $($function:ident($from:ty) -> $to:ty;)* }
    ) => {
        $(const _: fn(&$type $(<$($argument),*>)?) = |_| ();)*
        $(const _: fn() = || { fn _of<T: $of $(<$parameter>)?>(_: T) {} };)*
        $(const _: fn($from) -> $to = $function;)*
        const NAMES: &[&str] =
            &[$(stringify!($type),)* $(stringify!($of),)* $(stringify!($function)),*];
    };
}

named! {
    types {
    Clip; ClipBuilder; ClipId; Clips; Flipbook; Keyframe<f32>;
    EventKind; Reason;
    AtEnd; EventBuffer; Play; PlaybackHandle; Player<()>; Playing; Repeat;
    AdvanceError; EntryDuration; EntryId; Sequencer<u8>; Update<'static, u8>;
    Clock; FixedStep; Span; Speed; Tick; TickRate; Time;
    Timeline<u8>; TimelineBuilder<u8>;
    Easing; Moving<f32>; Spring;
    }
    traits { Animate; Enqueue<u8>; Lerp; }
    functions { ms(i64) -> Span; secs(f64) -> Span; }
}

/// A name of egui is found as well.
const _: fn(&mut Ui) = |_| ();

/// What both have. The documentation of the crate shows the lint that finds it, and the way out.
const CLASHES: &[&str] = &["Event"];

#[test]
fn the_prelude_clashes_with_egui_in_nothing_but_what_it_says() {
    let source = include_str!("../../cueline/src/prelude.rs");
    let (docs, names) = source.split_once("pub use crate::{").expect("one list");
    let words = names.split(|character: char| !character.is_alphanumeric());
    let is_name =
        |word: &&str| word.starts_with(char::is_uppercase) || ["ms", "secs"].contains(word);
    let prelude: BTreeSet<_> = words.filter(is_name).collect();
    assert_eq!(prelude, NAMES.iter().chain(CLASHES).copied().collect());
    for name in CLASHES {
        assert!(docs.contains(&format!("egui has an `{name}`")), "{name}");
    }
}
