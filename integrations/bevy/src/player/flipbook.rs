//! Flipbooks on sprites and on images of the UI.

use alloc::boxed::Box;
#[cfg(feature = "serde")]
use alloc::string::String;

use bevy_asset::{AssetEvent, Assets, Handle};
#[cfg(any(feature = "sprite", feature = "ui"))]
use bevy_ecs::{change_detection::ContiguousMut, component::Mutable};
use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use bevy_reflect::Reflect;
use cueline::{
    clip::Flipbook,
    playback::{Play, Playable, Repeat},
    time::{Span, Time},
};
#[cfg(any(feature = "sprite", feature = "ui"))]
use cueline::{
    event::{Event, EventKind},
    playback::{EventBuffer, ItemId, Phase},
};
use tracing::error;

#[cfg(all(feature = "serde", any(feature = "sprite", feature = "ui")))]
use crate::assets::path::load;
#[cfg(feature = "serde")]
use crate::assets::path::path_to_save;
use crate::{
    assets::CueFlipbook,
    clock::{Moment, Shown},
    player::events::discarded,
    transport::{Rows, row::Row, start},
};
#[cfg(any(feature = "sprite", feature = "ui"))]
use crate::{
    player::{cursor::Cursor, events::cue_event},
    report::{Drawn, Report},
};

/// Plays a flipbook: writes the index in the texture atlas of the entity's `Sprite` or `ImageNode`.
///
/// The component is written only when its picture changes, and not before the flipbook has started or after its end. Its start,
/// cues, passes and end are [`CueEvent`](crate::CueEvent)s. A pass goes once round, from the picture with which it starts; a
/// flipbook with an end that turns or starts with an offset is one pass. [`with_play`](Self::with_play) sets speed, delay
/// and passes.
///
/// ```no_run
/// use bevy_asset::Assets;
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// fn walk(mut commands: Commands, time: Res<CueTime>, mut books: ResMut<Assets<CueFlipbook>>) -> Result {
///     let walk = books.add(Flipbook::equal(8, ms(60))?);
///     commands.spawn((bevy_sprite::Sprite::default(), FlipbookPlayer::new(&time, walk)));
///     Ok(())
/// }
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[component(on_insert = inserted, on_discard = gone)]
pub struct FlipbookPlayer {
    flipbook: Handle<CueFlipbook>,
    /// The path of the flipbook, until the first frame after a scene was loaded.
    #[cfg(feature = "serde")]
    path: Option<String>,
    first: usize,
    /// All that is read of a player while its picture stays.
    hold: Hold,
    row: Box<Row>,
    failed: bool,
}

/// The picture that shows, and the times between which nothing else does, so that the flipbook itself is looked at only
/// where its picture changes. Derived: empty at first, and after each change of the row or the flipbook.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(any(feature = "sprite", feature = "ui")),
    expect(dead_code, reason = "nothing is shown")
)]
struct Hold {
    since: Time,
    until: Time,
    index: usize,
    clock: u8,
    /// Its end was shown: what the sprite shows from now on is up to the game.
    over: bool,
}

impl Hold {
    const fn none(clock: u8) -> Self {
        Self { since: Time::ZERO, until: Time::ZERO, index: 0, clock, over: false }
    }
}

impl PartialEq for Hold {
    /// What is derived makes no difference.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

fn gone(world: DeferredWorld, context: HookContext) {
    discarded::<FlipbookPlayer>(&world, &context, |player| &player.row);
}

fn inserted(mut world: DeferredWorld, context: HookContext) {
    start::<FlipbookPlayer>(&mut world, &context);
}

impl Rows for FlipbookPlayer {
    fn row_mut(&mut self) -> &mut Row {
        &mut self.row
    }

    fn changed(&mut self) {
        self.change();
    }
}

impl FlipbookPlayer {
    /// Plays a flipbook from the moment at which the component is inserted, on the clock of the world: for bundles and
    /// required components.
    #[must_use]
    pub fn on_insert(flipbook: Handle<CueFlipbook>) -> Self {
        Self::new(Moment::INSERTION, flipbook)
    }

    /// Plays a flipbook from now on, or from a moment in the past.
    #[must_use]
    pub fn new(now: impl Into<Moment>, flipbook: Handle<CueFlipbook>) -> Self {
        let row = Row::new(now.into(), Play::default());
        Self {
            flipbook,
            #[cfg(feature = "serde")]
            path: None,
            first: 0,
            hold: Hold::none(row.start.clock),
            row: Box::new(row),
            failed: false,
        }
    }

    /// Sets the index of the first frame of the sheet in the atlas, for an atlas of several sheets.
    #[must_use]
    pub fn with_first(mut self, index: usize) -> Self {
        self.first = index;
        self.change();
        self
    }

    /// Sets how it plays: delay, speed, range, passes. It starts again. With `Repeat::Once`, the default, it has the passes
    /// that the flipbook has.
    ///
    /// ```no_run
    /// # use bevy_cueline::prelude::*;
    /// # fn late(time: &CueTime, walk: bevy_asset::Handle<bevy_cueline::CueFlipbook>) -> FlipbookPlayer {
    /// FlipbookPlayer::new(time, walk).with_play(Play { delay: ms(300), speed: Speed::whole(2), ..Play::default() })
    /// # }
    /// ```
    #[must_use]
    pub fn with_play(mut self, play: impl Into<Play>) -> Self {
        *self.row = Row::new(self.row.start, play.into());
        self.failed = false;
        self.change();
        self
    }

    /// The index in the atlas at a time of its clock; before the start, the first that will show.
    #[must_use]
    pub fn index_at(&self, flipbook: &CueFlipbook, now: Time) -> usize {
        let (mut row, book) = (Row::clone(&self.row), &flipbook.book);
        let begun = row.begin_as(&book.pass(), &with_passes(row.play, book)).ok();
        let playing = begun.and_then(|()| row.ordered(Some(&book.pass())));
        let place = playing.map_or(Time::ZERO, |playing| place(book, playing.at(now).local));
        self.first + index(book.frame_at(Time::ZERO, place))
    }

    /// Whether it has ended, as of the last frame.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.row.playing.is_some_and(|playing| playing.is_over())
    }

    fn change(&mut self) {
        self.hold = Hold::none(self.row.start.clock);
    }
}

#[cfg(any(feature = "sprite", feature = "ui"))]
pub(crate) fn show_flipbooks<S: Pictured>(
    shown: Res<Shown>,
    flipbooks: Res<Assets<CueFlipbook>>,
    report: Res<Report>,
    #[cfg(feature = "serde")] assets: Option<Res<bevy_asset::AssetServer>>,
    mut sprites: Query<(Entity, &mut FlipbookPlayer, &mut S), Drawn>,
    mut buffer: Local<EventBuffer>,
) {
    let mut turns = Turns {
        flipbooks: &flipbooks,
        report: &report,
        #[cfg(feature = "serde")]
        assets: assets.as_deref(),
        last: None,
        buffer: &mut buffer,
    };
    let Ok(tables) = sprites.contiguous_iter_mut() else {
        // A component that disables entities is stored apart from the tables.
        for (entity, mut player, mut sprite) in &mut sprites {
            let index = turns.index(entity, player.bypass_change_detection(), &shown);
            if let Some(index) = index.filter(|index| shows_another(&*sprite, *index)) {
                sprite.show(index);
            }
        }
        return;
    };
    for (entities, players, sprites) in tables {
        let (players, _) = ContiguousMut::bypass_change_detection_split(players);
        let (sprites, mut ticks) = ContiguousMut::bypass_change_detection_split(sprites);
        let changed_at = ticks.this_run();
        let rows = entities.iter().zip(players).zip(sprites).zip(ticks.changed_mut());
        for (((entity, player), sprite), changed) in rows {
            let Some(index) = turns.index(*entity, player, &shown) else { continue };
            if shows_another(sprite, index) {
                sprite.show(index);
                *changed = changed_at;
            }
        }
    }
}

/// A component that shows a picture of a texture atlas.
#[cfg(any(feature = "sprite", feature = "ui"))]
pub(crate) trait Pictured: Component<Mutability = Mutable> {
    /// The index in the atlas, if there is one.
    fn picture(&self) -> Option<usize>;
    /// Sets the index.
    fn show(&mut self, picture: usize);
}

#[cfg(any(feature = "sprite", feature = "ui"))]
macro_rules! pictured {
    ($($(#[$feature:meta])* $component:ty;)*) => { $(
        $(#[$feature])*
        impl Pictured for $component {
            #[inline(always)]
            fn picture(&self) -> Option<usize> {
                self.texture_atlas.as_ref().map(|atlas| atlas.index)
            }
            #[inline(always)]
            fn show(&mut self, picture: usize) {
                if let Some(atlas) = &mut self.texture_atlas {
                    atlas.index = picture;
                }
            }
        }
    )* };
}

#[cfg(any(feature = "sprite", feature = "ui"))]
pictured! {
    #[cfg(feature = "sprite")]
    bevy_sprite::Sprite;
    #[cfg(feature = "ui")]
    bevy_ui::widget::ImageNode;
}

/// Whether a component has an atlas and another index.
#[cfg(any(feature = "sprite", feature = "ui"))]
#[inline(always)]
fn shows_another(shown: &impl Pictured, index: usize) -> bool {
    shown.picture().is_some_and(|picture| picture != index)
}

/// Repeats as the flipbook does, unless the game has set another number of passes.
fn with_passes(play: Play, book: &Flipbook) -> Play {
    let own = match book.equal_passes() {
        Some((_, None)) => Repeat::Forever,
        Some((_, Some(times))) => Repeat::Times(times.get().into()),
        None => Repeat::Once,
    };
    Play { repeat: if play.repeat == Repeat::Once { own } else { play.repeat }, ..play }
}

fn length(book: &Flipbook) -> Span {
    book.pass().duration().unwrap_or(Span::MAX)
}

/// The time of the flipbook at a place of its pass; at the very end the last picture shows.
fn place(book: &Flipbook, local: Span) -> Time {
    Time::ZERO + local.min(length(book) - Span::from_flicks(1))
}

/// The index in an atlas of a picture.
fn index(picture: u32) -> usize {
    usize::try_from(picture).unwrap_or(usize::MAX)
}

/// Finds pictures.
#[cfg(any(feature = "sprite", feature = "ui"))]
struct Turns<'a> {
    flipbooks: &'a Assets<CueFlipbook>,
    report: &'a Report,
    #[cfg(feature = "serde")]
    assets: Option<&'a bevy_asset::AssetServer>,
    /// Neighbours mostly show the same flipbook.
    last: Option<(bevy_asset::AssetId<CueFlipbook>, &'a CueFlipbook)>,
    buffer: &'a mut EventBuffer,
}

#[cfg(any(feature = "sprite", feature = "ui"))]
impl Turns<'_> {
    /// The index to show; none where it is over, or not loaded yet.
    #[inline(always)]
    fn index(
        &mut self,
        entity: Entity,
        player: &mut FlipbookPlayer,
        shown: &Shown,
    ) -> Option<usize> {
        if player.hold.over {
            return None;
        }
        let now = shown.of(player.hold.clock);
        let holds = player.hold.since <= now && now < player.hold.until;
        (holds || self.turn(entity, player, now)).then_some(player.hold.index)
    }

    /// Finds what a player holds at `now`. Not in the loop itself, which is as short as it can be.
    #[inline(never)]
    fn turn(&mut self, entity: Entity, player: &mut FlipbookPlayer, now: Time) -> bool {
        #[cfg(feature = "serde")]
        load(self.assets, entity, &mut player.path, &mut player.flipbook);
        let id = player.flipbook.id();
        let flipbook = match self.last {
            Some((known, flipbook)) if known == id => flipbook,
            _ => match self.flipbooks.get(id) {
                Some(flipbook) => flipbook,
                None => return false,
            },
        };
        self.last = Some((id, flipbook));
        let book = &flipbook.book;
        if !player.play_to(entity, book, now, self.report, self.buffer) {
            return false;
        }
        let next = player.row.next(&book.pass(), self.buffer);
        let Some(playing) = player.row.playing else { return false };
        let cursor = Cursor::of(&playing, now, next, player.hold.clock);
        let at = playing.at(now);
        if at.phase == Phase::Waiting {
            return false;
        }
        let place = place(book, at.local);
        let (picture, turn) = book.frame_until(Time::ZERO, place);
        let turn = turn.map_or(Span::MAX, |turn| turn - place);
        let index = player.first + index(picture);
        let over = playing.is_over() && !playing.is_held();
        player.hold =
            Hold { since: now, until: cursor.until(turn), index, clock: player.hold.clock, over };
        true
    }
}

#[cfg(any(feature = "sprite", feature = "ui"))]
impl FlipbookPlayer {
    /// Does what was asked for and reports what happens up to `now`. Whether it plays.
    fn play_to(
        &mut self,
        entity: Entity,
        book: &Flipbook,
        now: Time,
        report: &Report,
        buffer: &mut EventBuffer,
    ) -> bool {
        if self.failed {
            return false;
        }
        let (row, pass) = (&mut *self.row, book.pass());
        if let Err(problem) = row.begin_as(&pass, &with_passes(row.play, book)) {
            error!("entity {entity} cannot play its flipbook: {problem}");
            self.failed = true;
            return false;
        }
        // One from a scene, whose file has changed since.
        let whole = row.play.range.is_none();
        let ends = row.playing.map(|playing| playing.playhead().range().1);
        if whole && ends != Some(length(book)) {
            reload(row, book, entity, now);
        }
        let report = |event: &Event<ItemId>| {
            let cue = match event.kind {
                EventKind::Cue(cue) => {
                    usize::try_from(cue).ok().and_then(|cue| book.cues().get(cue))
                }
                _ => None,
            };
            let cue = cue.map(|cue| (cue.name(), cue.kind));
            if let Some(event) = cue_event(entity, event, cue) {
                report.add(event);
            }
        };
        let refuse = |problem| error!("entity {entity} plays its flipbook on as before: {problem}");
        row.step(&pass, [now; 2], buffer, report, refuse);
        true
    }
}

/// Flipbooks in the rollback state: at ticks they play, and between two ticks they are shown.
#[cfg(all(feature = "ggrs", any(feature = "sprite", feature = "ui")))]
pub(crate) mod rolled_back {
    use bevy_ggrs::RollbackId;

    use super::*;
    use crate::clock::TickTimes;

    pub(crate) fn advance_flipbooks(
        times: Res<TickTimes>,
        flipbooks: Res<Assets<CueFlipbook>>,
        report: Res<Report>,
        #[cfg(feature = "serde")] assets: Option<Res<bevy_asset::AssetServer>>,
        mut players: Query<(Entity, &mut FlipbookPlayer), With<RollbackId>>,
        mut buffer: Local<EventBuffer>,
    ) {
        for (entity, mut player) in &mut players {
            let player = player.bypass_change_detection();
            #[cfg(feature = "serde")]
            load(assets.as_deref(), entity, &mut player.path, &mut player.flipbook);
            if let Some(flipbook) = flipbooks.get(&player.flipbook) {
                let now = times.of(player.hold.clock);
                player.play_to(entity, &flipbook.book, now, &report, &mut buffer);
            }
        }
    }

    pub(crate) fn show_flipbooks<S: Pictured>(
        shown: Res<Shown>,
        flipbooks: Res<Assets<CueFlipbook>>,
        mut sprites: Query<(&mut FlipbookPlayer, &mut S), With<RollbackId>>,
    ) {
        for (mut player, mut sprite) in &mut sprites {
            let player = player.bypass_change_detection();
            let playing = player.row.playing.filter(|_| !player.hold.over && !player.failed);
            let (Some(playing), Some(flipbook)) = (playing, flipbooks.get(&player.flipbook)) else {
                continue;
            };
            let at = playing.at(shown.of(player.hold.clock));
            if at.phase == Phase::Waiting {
                continue;
            }
            let place = place(&flipbook.book, at.local);
            let index = player.first + index(flipbook.book.frame_at(Time::ZERO, place));
            if shows_another(&*sprite, index) {
                sprite.show(index);
            }
            // What is drawn is behind the tick.
            let is_over = playing.is_over() && !playing.is_held();
            player.hold.over = is_over && at.phase == Phase::Ended;
        }
    }

    impl cueline::digest::Digest for FlipbookPlayer {
        /// What playing depends on; what it shows follows from that.
        fn feed(&self, digester: &mut cueline::digest::Digester) {
            let Self { row, first, failed, .. } = self;
            cueline::digest::Digest::feed(&(&**row, first, failed), digester);
        }
    }
}

/// A player of flipbooks as it is sent: what the row does not say.
#[cfg(feature = "replicon")]
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub(crate) struct Sent {
    pub(crate) row: Row,
    first: usize,
}

#[cfg(feature = "replicon")]
impl FlipbookPlayer {
    pub(crate) fn flipbook(&self) -> &Handle<CueFlipbook> {
        &self.flipbook
    }

    pub(crate) fn to_send(&self) -> Sent {
        Sent { row: Row::clone(&self.row), first: self.first }
    }

    /// Plays what a server has sent, for a client to which everything up to `reported` was reported.
    pub(crate) fn received(
        flipbook: Handle<CueFlipbook>,
        sent: Sent,
        reported: Option<Time>,
    ) -> Self {
        let mut new = Self::new(sent.row.start, flipbook).with_first(sent.first);
        *new.row = sent.row.received(reported);
        new
    }

    /// What the server has sent takes the place of what was. `shown` is the time that a clock showed in the last frame.
    pub(crate) fn take_over(&mut self, sent: Sent, shown: impl Fn(u8) -> Time) {
        let shown = shown(sent.row.start.clock);
        self.first = sent.first;
        self.row.take_over(sent.row, shown);
        self.change();
    }
}

/// Flipbooks whose file has changed play on by the new one.
pub(crate) fn wake_flipbooks(
    mut changed: MessageReader<AssetEvent<CueFlipbook>>,
    flipbooks: Res<Assets<CueFlipbook>>,
    shown: Res<Shown>,
    mut players: Query<(Entity, &mut FlipbookPlayer)>,
) {
    for event in changed.read() {
        let AssetEvent::Modified { id } = event else { continue };
        let Some(flipbook) = flipbooks.get(*id) else { continue };
        for (entity, mut player) in &mut players {
            if player.flipbook.id() == *id {
                let player = player.bypass_change_detection();
                let now = shown.of(player.hold.clock);
                player.failed = false;
                player.change();
                reload(&mut player.row, &flipbook.book, entity, now);
            }
        }
    }
}

fn reload(row: &mut Row, book: &Flipbook, entity: Entity, now: Time) {
    if let Err(problem) = row.reload_as(&book.pass(), &with_passes(row.play, book), now) {
        error!("entity {entity} plays its flipbook on as before: {problem}");
    }
}

/// A player of flipbooks as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedFlipbook {
    path: String,
    row: Row,
    first: usize,
}

#[cfg(feature = "serde")]
impl serde::Serialize for FlipbookPlayer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = path_to_save(&self.flipbook, self.path.as_deref())?;
        SavedFlipbook { path, row: Row::clone(&self.row), first: self.first }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for FlipbookPlayer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedFlipbook { path, row, first } = SavedFlipbook::deserialize(deserializer)?;
        let player = Self::new(row.start, Handle::default());
        Ok(Self { path: Some(path), first, row: Box::new(row), ..player })
    }
}

#[cfg(feature = "egui")]
impl FlipbookPlayer {
    pub(crate) fn source(&self) -> (&Handle<CueFlipbook>, u8) {
        (&self.flipbook, self.hold.clock)
    }
}
