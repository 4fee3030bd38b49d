//! Parts of a world: which queue or player a task means, and where the world keeps it.

use std::fmt;

use crate::wait::Source;

/// A queue or a player of a world: its name, and how to find it.
///
/// A wait belongs to the part with this name, so the events of one queue never end a wait for another queue. Give each
/// part of a world a different name.
///
/// # Examples
///
/// ```
/// use cueline::{playback::Player, sequencer::Sequencer};
/// use cueline_await::Part;
///
/// struct World {
///     story: Sequencer<&'static str>,
///     units: Player<u32>,
/// }
/// const STORY: Part<World, Sequencer<&'static str>> = Part::new("story", |world| &mut world.story);
/// const UNITS: Part<World, Player<u32>> = Part::new("units", |world| &mut world.units);
/// assert_eq!((STORY.name(), UNITS.name()), ("story", "units"));
/// ```
pub struct Part<W, V> {
    name: Source,
    find: fn(&mut W) -> &mut V,
}

impl<W, V> Part<W, V> {
    /// A part with a name, which must not be empty, and the function that finds it in the world.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::sequencer::Sequencer;
    /// use cueline_await::Part;
    ///
    /// struct Game { story: Sequencer<String> }
    /// const STORY: Part<Game, Sequencer<String>> = Part::new("story", |game| &mut game.story);
    /// assert_eq!(STORY.name(), "story");
    /// ```
    #[must_use]
    pub const fn new(name: &'static str, find: fn(&mut W) -> &mut V) -> Self {
        Self { name, find }
    }

    /// The name.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::sequencer::Sequencer;
    /// use cueline_await::Part;
    ///
    /// assert_eq!(Part::<Sequencer<()>, _>::new("all", |queue| queue).name(), "all");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn find<'a>(&self, world: &'a mut W) -> &'a mut V {
        (self.find)(world)
    }
}

impl<W> Part<W, W> {
    /// The world itself.
    pub(crate) const WHOLE: Self = Self::new("", |world| world);
}

impl<W, V> Clone for Part<W, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W, V> Copy for Part<W, V> {}

impl<W, V> fmt::Debug for Part<W, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Part({:?})", self.name)
    }
}
