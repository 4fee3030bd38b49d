//! Flipbooks on sprites.

#[cfg(feature = "serde")]
use alloc::string::String;

#[cfg(feature = "sprite")]
use bevy_asset::Assets;
use bevy_asset::{AssetEvent, Handle};
#[cfg(feature = "sprite")]
use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::prelude::*;
#[cfg(feature = "serde")]
use bevy_ecs::{lifecycle::HookContext, world::DeferredWorld};
use bevy_reflect::Reflect;
#[cfg(feature = "sprite")]
use bevy_sprite::Sprite;
#[cfg(feature = "sprite")]
use cueline::time::Span;
use cueline::time::Time;

#[cfg(feature = "serde")]
use crate::assets::path::{load, path_to_save};
use crate::{assets::CueFlipbook, clock::Moment};
#[cfg(feature = "sprite")]
use crate::{
    clock::Shown,
    report::{FlipbookEnded, Report},
};

/// Plays a flipbook: writes the index in the texture atlas of the entity's `Sprite`.
///
/// The frame is a function of the start and the present time. The sprite is written only when its frame changes.
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
#[cfg_attr(feature = "serde", component(on_insert = load_flipbook))]
pub struct FlipbookPlayer {
    flipbook: Handle<CueFlipbook>,
    /// The path of the flipbook, from the reading of a scene until the component is inserted.
    #[cfg(feature = "serde")]
    path: Option<String>,
    start: Moment,
    first: usize,
    over: bool,
    hold: Hold,
}

/// The picture that shows, and the times between which nothing else does, so that the flipbook itself is looked at only
/// where its picture changes. Derived: empty at first, and after a reload.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "sprite"), expect(dead_code, reason = "sprites alone are shown"))]
struct Hold {
    since: Time,
    until: Time,
    index: usize,
}

impl Hold {
    const NONE: Self = Self { since: Time::ZERO, until: Time::ZERO, index: 0 };
}

impl PartialEq for Hold {
    /// What is derived makes no difference.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl FlipbookPlayer {
    /// Plays a flipbook from now on, or from a moment in the past.
    #[must_use]
    pub fn new(now: impl Into<Moment>, flipbook: Handle<CueFlipbook>) -> Self {
        Self {
            flipbook,
            #[cfg(feature = "serde")]
            path: None,
            start: now.into(),
            first: 0,
            over: false,
            hold: Hold::NONE,
        }
    }

    /// Sets the index of the first frame of the sheet in the atlas, for an atlas of several sheets.
    #[must_use]
    pub fn with_first(mut self, index: usize) -> Self {
        self.first = index;
        self.hold = Hold::NONE;
        self
    }

    /// The index in the atlas at a time of its clock.
    #[must_use]
    pub fn index_at(&self, flipbook: &CueFlipbook, now: Time) -> usize {
        self.first + flipbook.picture(flipbook.book.frame_at(self.start.time, now))
    }
}

#[cfg(feature = "sprite")]
pub(crate) fn show_flipbooks(
    shown: Res<Shown>,
    flipbooks: Res<Assets<CueFlipbook>>,
    report: Res<Report>,
    mut sprites: Query<(Entity, &mut FlipbookPlayer, &mut Sprite)>,
) {
    let mut turns = Turns { flipbooks: &flipbooks, report: &report, last: None };
    let Ok(tables) = sprites.contiguous_iter_mut() else {
        // A component that disables entities is stored apart from the tables.
        for (entity, mut player, mut sprite) in &mut sprites {
            let index = turns.index(entity, player.bypass_change_detection(), &shown);
            if let Some(index) = index.filter(|index| shows_another(&sprite, *index)) {
                show_picture(&mut sprite, index);
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
                show_picture(sprite, index);
                *changed = changed_at;
            }
        }
    }
}

/// Whether a sprite has an atlas and another index.
#[cfg(feature = "sprite")]
#[inline(always)]
fn shows_another(sprite: &Sprite, index: usize) -> bool {
    sprite.texture_atlas.as_ref().is_some_and(|atlas| atlas.index != index)
}

#[cfg(feature = "sprite")]
#[inline(always)]
fn show_picture(sprite: &mut Sprite, index: usize) {
    if let Some(atlas) = &mut sprite.texture_atlas {
        atlas.index = index;
    }
}

/// Finds pictures.
#[cfg(feature = "sprite")]
struct Turns<'a> {
    flipbooks: &'a Assets<CueFlipbook>,
    report: &'a Report,
    /// Neighbours mostly show the same flipbook.
    last: Option<(bevy_asset::AssetId<CueFlipbook>, &'a CueFlipbook)>,
}

#[cfg(feature = "sprite")]
impl Turns<'_> {
    /// The index to show; none where it is over, or not loaded yet.
    #[inline(always)]
    fn index(
        &mut self,
        entity: Entity,
        player: &mut FlipbookPlayer,
        shown: &Shown,
    ) -> Option<usize> {
        if player.over {
            return None;
        }
        let now = shown.of(player.start.clock);
        let holds = player.hold.since <= now && now < player.hold.until;
        (holds || self.turn(entity, player, now)).then_some(player.hold.index)
    }

    /// Finds what a player holds at `now`. Not in the loop itself, which is as short as it can be.
    #[inline(never)]
    fn turn(&mut self, entity: Entity, player: &mut FlipbookPlayer, now: Time) -> bool {
        let id = player.flipbook.id();
        let flipbook = match self.last {
            Some((known, flipbook)) if known == id => flipbook,
            _ => match self.flipbooks.get(id) {
                Some(flipbook) => flipbook,
                None => return false,
            },
        };
        self.last = Some((id, flipbook));
        let start = player.start.time;
        let (frame, next) = flipbook.book.frame_until(start, now);
        // The last picture of all: its end is still to come.
        let until = next.unwrap_or(now + Span::from_flicks(1));
        let index = player.first + flipbook.picture(frame);
        player.hold = Hold { since: now, until, index };
        if next.is_none() && flipbook.book.is_over(start, now) {
            player.over = true;
            self.report.add(FlipbookEnded { entity });
        }
        true
    }
}

/// Flipbooks that were over play again when their file has changed.
pub(crate) fn wake_flipbooks(
    mut changed: MessageReader<AssetEvent<CueFlipbook>>,
    mut players: Query<&mut FlipbookPlayer>,
) {
    for event in changed.read() {
        let AssetEvent::Modified { id } = event else { continue };
        for mut player in &mut players {
            if player.flipbook.id() == *id {
                let player = player.bypass_change_detection();
                (player.over, player.hold) = (false, Hold::NONE);
            }
        }
    }
}

/// A player of flipbooks as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedFlipbook {
    path: String,
    start: Moment,
    first: usize,
    over: bool,
}

#[cfg(feature = "serde")]
impl serde::Serialize for FlipbookPlayer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = path_to_save(&self.flipbook, self.path.as_deref())?;
        let Self { start, first, over, .. } = *self;
        SavedFlipbook { path, start, first, over }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for FlipbookPlayer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedFlipbook { path, start, first, over } = SavedFlipbook::deserialize(deserializer)?;
        let player = Self::new(start, Handle::default());
        Ok(Self { path: Some(path), first, over, ..player })
    }
}

#[cfg(feature = "serde")]
fn load_flipbook(mut world: DeferredWorld, context: HookContext) {
    let Some(mut player) = world.get_mut::<FlipbookPlayer>(context.entity) else { return };
    let player = player.bypass_change_detection();
    let (mut path, mut flipbook) = (player.path.take(), player.flipbook.clone());
    load(&world, context.entity, &mut path, &mut flipbook);
    if let Some(mut player) = world.get_mut::<FlipbookPlayer>(context.entity) {
        player.bypass_change_detection().flipbook = flipbook;
    }
}

#[cfg(feature = "egui")]
impl FlipbookPlayer {
    pub(crate) fn source(&self) -> (&Handle<CueFlipbook>, u8) {
        (&self.flipbook, self.start.clock)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }
}
