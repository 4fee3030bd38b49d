//! A world with several queues and players.

use cueline::{
    event::Event,
    sequencer::{AdvanceError, EntryId},
    time::{Span, TimeError},
};

use crate::{Host, HostError, Mode, host::Play, report::Reports, script::Goal, wait::Waits};

/// A world of your own: several queues and players that tasks wait for.
///
/// Name its parts with [`Part`](crate::Part), and tasks reach them with [`Script::on`](crate::Script::on).
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::{ClipBuilder, Clips},
///     playback::{Player, Repeat},
///     sequencer::{AdvanceError, Enqueue, Sequencer},
///     time::{Span, Time, ms},
/// };
/// use cueline_await::{Part, Reports, World, pair, player_until_next, queue_until_next};
/// use futures::{executor::LocalPool, task::LocalSpawnExt};
///
/// struct Game {
///     clips: Clips,
///     story: Sequencer<&'static str>,
///     units: Player<u32>,
///     drawn: Vec<&'static str>,
/// }
///
/// const STORY: Part<Game, Sequencer<&'static str>> = Part::new("story", |game| &mut game.story);
/// const UNITS: Part<Game, Player<u32>> = Part::new("units", |game| &mut game.units);
///
/// impl World for Game {
///     fn until_next(&self) -> Option<Span> {
///         let story = queue_until_next(&self.story);
///         let units = player_until_next(&self.units, &self.clips);
///         story.into_iter().chain(units).min()
///     }
///
///     fn advance(&mut self, by: Span) -> Result<(), AdvanceError> {
///         let Self { clips, story, units, drawn } = self;
///         units.advance(by, clips);
///         story.advance(by, |update, _| drawn.push(*update.payload))
///     }
///
///     fn report(&self, reports: &mut Reports<'_>) {
///         reports.queue(STORY, &self.story);
///         reports.player(UNITS, &self.units);
///     }
/// }
///
/// let mut clips = Clips::new();
/// clips.add(ClipBuilder::new("wave").duration(ms(10)).build()?)?;
/// let (story, units, drawn) = (Sequencer::new(), Player::new(), Vec::new());
/// let mut game = Game { clips, story, units, drawn };
/// let hero = game.units.play_on(1, &game.clips, "wave", Repeat::Once)?;
///
/// let (mut host, script) = pair::<Game>();
/// let mut tasks = LocalPool::new();
/// let scene = tasks.spawner().spawn_local_with_handle(async move {
///     script.on(UNITS).end(hero).await?; // the hero waves
///     script.on(STORY).blocking(ms(5), "Hello!").await
/// })?;
/// host.advance(&mut game, ms(16), || tasks.run_until_stalled())?;
/// assert_eq!(tasks.run_until(scene)?.at, Time::from_millis(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait World {
    /// The time until the next start, end or cue in one of the parts, or zero if one is due now: the shortest of
    /// [`queue_until_next`](crate::queue_until_next) and [`player_until_next`](crate::player_until_next) of all parts.
    fn until_next(&self) -> Option<Span>;

    /// Advances all parts, and draws. `by` may be zero: then everything plays that is due now, as in
    /// [`Sequencer::advance`](cueline::sequencer::Sequencer::advance).
    ///
    /// # Errors
    ///
    /// The error that a queue has returned.
    fn advance(&mut self, by: Span) -> Result<(), AdvanceError>;

    /// Passes on the reports of all parts. The host asks for them after each piece of a step and after each change
    /// that a task has made.
    fn report(&self, reports: &mut Reports<'_>);
}

impl<W: World, M: Mode> Host<W, M> {
    /// Advances a world by a [`Span`] or by seconds, and lets the tasks run at every moment at which something is due.
    ///
    /// `poll` polls all woken tasks, as an executor's `run_until_stalled` does. A step of zero calls nothing.
    /// Tasks first get the events of everything that the game has skipped or finished since the last step.
    ///
    /// # Errors
    ///
    /// [`HostError::Backwards`] for a negative step and [`HostError::Time`] for seconds that are no time; then nothing changes. [`HostError::Queue`] if the world returns an
    /// error, and [`HostError::Runaway`] if the tasks request changes without end at one moment, or if the world does
    /// not play what is due now.
    ///
    /// # Examples
    ///
    /// See [`World`], of which this is the last part:
    ///
    /// ```
    /// # use cueline::{sequencer::{AdvanceError, Sequencer}, time::{Span, Time, ms}};
    /// # use cueline_await::{Part, Reports, World, pair, queue_until_next};
    /// # struct Game { story: Sequencer<u32> }
    /// # const STORY: Part<Game, Sequencer<u32>> = Part::new("story", |game| &mut game.story);
    /// # impl World for Game {
    /// #     fn until_next(&self) -> Option<Span> { queue_until_next(&self.story) }
    /// #     fn advance(&mut self, by: Span) -> Result<(), AdvanceError> { self.story.advance(by, |_, _| ()) }
    /// #     fn report(&self, reports: &mut Reports<'_>) { reports.queue(STORY, &self.story); }
    /// # }
    /// # let mut game = Game { story: Sequencer::new() };
    /// let (mut host, _script) = pair::<Game>();
    /// host.advance(&mut game, ms(16), || ())?; // `|| tasks.run_until_stalled()` with an executor
    /// assert_eq!(game.story.time(), Time::from_millis(16));
    /// # Ok::<(), cueline_await::HostError>(())
    /// ```
    pub fn advance(
        &mut self,
        world: &mut W,
        by: impl TryInto<Span, Error: Into<TimeError>>,
        mut poll: impl FnMut(),
    ) -> Result<(), HostError> {
        self.drive(world, HostError::step(by)?, &mut Whole(|_: &mut W| Ok(false)), &mut poll)
    }

    /// Skips in a world: calls `skip` until that returns `Ok(false)`, and lets the tasks run after each call.
    ///
    /// `skip` plays one moment of the parts that the game skips, and returns whether there was one.
    ///
    /// # Errors
    ///
    /// [`HostError::Queue`] if `skip` returns an error, [`HostError::EndlessSkip`] after 100,000 calls, and
    /// [`HostError::Runaway`] as in [`advance`](Self::advance).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     event::Reason,
    ///     sequencer::{AdvanceError, Enqueue, Sequencer, Until},
    ///     time::{Span, ms},
    /// };
    /// use cueline_await::{Part, Reports, World, pair, queue_until_next};
    /// use futures::{executor::LocalPool, task::LocalSpawnExt};
    ///
    /// struct Game(Sequencer<&'static str>);
    /// const STORY: Part<Game, Sequencer<&'static str>> = Part::new("story", |game| &mut game.0);
    ///
    /// impl Game {
    ///     fn skip_story(&mut self) -> Result<bool, AdvanceError> {
    ///         let goes_on = !self.0.is_empty();
    ///         self.0.skip(Until::NextMoment, |_, _| ()).map(|()| goes_on)
    ///     }
    /// }
    ///
    /// impl World for Game {
    ///     fn until_next(&self) -> Option<Span> {
    ///         queue_until_next(&self.0)
    ///     }
    ///     fn advance(&mut self, by: Span) -> Result<(), AdvanceError> {
    ///         self.0.advance(by, |_, _| ())
    ///     }
    ///     fn report(&self, reports: &mut Reports<'_>) {
    ///         reports.queue(STORY, &self.0);
    ///     }
    /// }
    ///
    /// let (mut game, (mut host, script)) = (Game(Sequencer::new()), pair::<Game>());
    /// let mut tasks = LocalPool::new();
    /// let scene = tasks.spawner().spawn_local_with_handle(async move {
    ///     script.on(STORY).blocking(ms(300), "walk in").await?;
    ///     script.on(STORY).blocking(ms(500), "bow").await
    /// })?;
    /// host.skip(&mut game, Game::skip_story, || tasks.run_until_stalled())?;
    /// assert_eq!(tasks.run_until(scene)?.reason, Reason::Skipped);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn skip(
        &mut self,
        world: &mut W,
        skip: impl FnMut(&mut W) -> Result<bool, AdvanceError>,
        mut poll: impl FnMut(),
    ) -> Result<(), HostError> {
        self.skip_from_outside(world, &Goal::End, &mut Whole(skip), &mut poll)
    }
}

/// A world, with a function that skips a moment in it.
struct Whole<F>(F);

impl<W: World, F: FnMut(&mut W) -> Result<bool, AdvanceError>> Play<W> for Whole<F> {
    fn until_next(&mut self, world: &W, _: &Waits) -> Option<Span> {
        world.until_next().map(|next| next.max(Span::ZERO))
    }

    fn play(&mut self, world: &mut W, by: Span, _: Span) -> Result<(), AdvanceError> {
        world.advance(by)
    }

    fn report(&mut self, world: &W, reports: &mut Reports<'_>, _: &mut Vec<Event<EntryId>>) {
        world.report(reports);
    }

    fn skip(&mut self, world: &mut W, _: &Goal, _: bool) -> Result<bool, AdvanceError> {
        (self.0)(world)
    }
}
