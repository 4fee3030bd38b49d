//! Compiles a builder into a timeline, level by level, innermost first.
//!
//! The items of each level are placed, sorted and grouped into strands. Then, from the outside in, every tween gets its
//! start value. The cost is sorting: O(n log n) for n items.

mod compiler;
mod item;
mod keys;
mod level;
mod place;
mod relative;
mod strands;

use alloc::{string::String, sync::Arc, vec::Vec};
use core::fmt::Debug;

use self::{
    compiler::{Compiler, Failed, LevelContext, Moves, StrandOf},
    item::lay,
    strands::{first_writer, resolve},
};
use super::{
    Conflict, Item, Timeline, TimelineError, TimelineErrorKind,
    item::{Content, ItemContent},
};
use crate::{clip::Value, time::Span, value::AnyEasing};

impl<K: Ord + Clone + Debug> Item<K> {
    /// Builds a timeline of this item alone, for example to repeat or slow down a whole timeline.
    ///
    /// # Errors
    ///
    /// As [`TimelineBuilder::build`](super::TimelineBuilder::build).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{TimelineBuilder, from_to, nest}};
    ///
    /// let blink = TimelineBuilder::new("blink").then(from_to("alpha", 1.0, 0.0).duration(ms(200)));
    /// let blinks = nest(blink).ping_pong().times(4).build()?;
    /// assert_eq!(blinks.duration(), Some(ms(800)));
    /// # Ok::<(), cueline::timeline::TimelineError>(())
    /// ```
    pub fn build(self) -> Result<Timeline<K>, TimelineError> {
        let item = match self.content {
            ItemContent::Nest(_) | ItemContent::TooDeep => self,
            _ => Self::nested(String::new(), Content::of([self])),
        };
        let mut compiler = Compiler::new();
        match compiler.whole(item) {
            Ok(strands) => Ok(finish(compiler, &strands)),
            Err((id, kind)) => Err(TimelineError { item: compiler.names.path(id), kind }),
        }
    }
}

/// The timeline, given the keys of the outermost level, each with its strand.
fn finish<K: Ord + Clone + Debug>(compiler: Compiler<K>, strands: &[(u32, u32)]) -> Timeline<K> {
    let Compiler { keys, names, tables, one_way, .. } = compiler;
    let properties = keys.into_properties(strands);
    Timeline::new(Arc::new(tables.finish()), properties, names.finish(), one_way)
}

impl<K: Ord + Clone + Debug> Compiler<K> {
    /// Compiles everything, and returns the keys of the outermost level, each with its strand.
    fn whole(&mut self, item: Item<K>) -> Result<Vec<(u32, u32)>, Failed> {
        let around = LevelContext {
            length: Span::from_millis(500),
            easing: AnyEasing::LINEAR,
            conflict: Conflict::Refuse,
            num: 1,
            den: 1,
            turns: None,
            parent: None,
        };
        let delay = i128::from(item.settings.delay.flicks().max(0));
        let mut placed = self.item(item, &around)?;
        let length = self.placement(&placed, 0).length_on_level();
        lay(&mut placed, delay, length)?;
        self.tables.set_whole(placed.node);
        let Moves::Strands(strands) = placed.moves else {
            return Err((0, TimelineErrorKind::TooDeep));
        }; // not reached
        for StrandOf { key, strand, .. } in &strands {
            let (key, strand) = (*key, *strand);
            let kind = self.keys.kind(key).ok_or((0, TimelineErrorKind::TooMany))?; // a strand has a writer
            let start = self.keys.start(key);
            let found = start.map_or(kind, Value::kind);
            if found != kind {
                return Err((
                    first_writer(&self.tables, strand),
                    TimelineErrorKind::KindMismatch {
                        key: self.keys.name(key),
                        kind: found,
                        found: kind,
                    },
                ));
            }
            resolve(&mut self.tables, &self.moves, strand, kind, start).map_err(
                |(id, fault)| {
                    let no_start = || TimelineErrorKind::NoStart { key: self.keys.name(key) };
                    (id, fault.unwrap_or_else(no_start))
                },
            )?;
        }
        Ok(strands.into_iter().map(|StrandOf { key, strand, .. }| (key, strand)).collect())
    }
}
