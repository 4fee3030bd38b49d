//! A host whose world is one player.

use cueline::{
    clip::ClipSource,
    event::Event,
    playback::Player,
    sequencer::{AdvanceError, EntryId},
    time::{Span, TimeError},
};

use crate::{Host, HostError, Mode, Part, host::Play, report::Reports, wait::Waits};

impl<T: Copy, M: Mode> Host<Player<T>, M> {
    /// Advances a player by a [`Span`] or by seconds, and lets the tasks run at the moments for which they wait.
    ///
    /// The host may divide the step. It calls `seen` after each piece, so that the game can read
    /// [`Player::events`] and [`Player::ended`] there. `poll` polls all tasks that are awake, as an executor's
    /// `run_until_stalled` does. A step of zero calls nothing.
    ///
    /// # Errors
    ///
    /// [`HostError::Backwards`] for a negative step and [`HostError::Time`] for seconds that are no time; then nothing changes. [`HostError::Runaway`] if the tasks request
    /// changes without end at one moment.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Clips}, playback::{Player, Repeat}, time::{Time, ms}};
    /// use cueline_await::pair;
    /// use futures::{executor::LocalPool, task::LocalSpawnExt};
    ///
    /// let mut clips = Clips::new();
    /// clips.add(ClipBuilder::new("wave").duration(ms(10)).build()?)?;
    /// let (mut host, script) = pair::<Player<u32>>();
    /// let (mut player, mut tasks) = (Player::new(), LocalPool::new());
    /// let hero = player.play_on(1, &clips, "wave", Repeat::Once)?;
    /// let end = tasks.spawner().spawn_local_with_handle(async move { script.end(hero).await })?;
    /// let mut count = 0;
    /// let seen = |player: &Player<u32>| count += player.events().len();
    /// host.advance(&mut player, ms(16), &clips, seen, || tasks.run_until_stalled())?;
    /// assert_eq!(tasks.run_until(end)?.at, Time::from_millis(10));
    /// assert_eq!(count, 2); // the start and the end
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance<S: ClipSource + ?Sized>(
        &mut self,
        player: &mut Player<T>,
        by: impl TryInto<Span, Error: Into<TimeError>>,
        clips: &S,
        seen: impl FnMut(&Player<T>),
        mut poll: impl FnMut(),
    ) -> Result<(), HostError> {
        self.drive(player, HostError::step(by)?, &mut Playback { clips, seen }, &mut poll)
    }
}

struct Playback<'a, S: ?Sized, F> {
    clips: &'a S,
    seen: F,
}

impl<T: Copy, S, F> Play<Player<T>> for Playback<'_, S, F>
where
    S: ClipSource + ?Sized,
    F: FnMut(&Player<T>),
{
    fn until_next(&mut self, player: &Player<T>, waits: &Waits) -> Option<Span> {
        let is_awaited = waits.any_for(Part::<Player<T>, _>::WHOLE.name());
        if is_awaited { player_until_next(player, self.clips) } else { None }
    }

    fn play(&mut self, player: &mut Player<T>, by: Span, _: Span) -> Result<(), AdvanceError> {
        player.advance(by, self.clips);
        (self.seen)(player);
        Ok(())
    }

    fn report(
        &mut self,
        player: &Player<T>,
        reports: &mut Reports<'_>,
        _: &mut Vec<Event<EntryId>>,
    ) {
        reports.look_at_player(Part::<Player<T>, _>::WHOLE.name(), player);
    }
}

/// The time until the next event of a player; `None` if no event is ahead.
///
/// A player reports the events of a command in its next step, however short, so the shortest time is one flick.
///
/// # Examples
///
/// ```
/// # use cueline::prelude::*;
/// # use cueline_await::player_until_next;
/// # let mut clips = Clips::new();
/// # clips.add(ClipBuilder::new("wave").duration(ms(300)).build()?)?;
/// let mut player = Player::new();
/// player.play(&clips, "wave", Repeat::Once)?;
/// player.advance(ms(100), &clips);
/// assert_eq!(player_until_next(&player, &clips), Some(ms(200)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn player_until_next<T: Copy, S: ClipSource + ?Sized>(
    player: &Player<T>,
    clips: &S,
) -> Option<Span> {
    let due = player.next_due(clips)? - player.now();
    Some(due.max(Span::from_flicks(1)))
}
