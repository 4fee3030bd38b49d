//! The plugin, its sets, and what it adds to an `App`.

use bevy_app::{AnimationSystems, prelude::*};
use bevy_ecs::{entity::MapEntities, intern::Interned, prelude::*, schedule::ScheduleLabel};
#[cfg(feature = "serde")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_time::TimeSystems;
use bevy_transform::TransformSystems;
use cueline::clip::Animate;
#[cfg(feature = "serde")]
use cueline::value::Lerp;
#[cfg(feature = "serde")]
use serde::{Serialize, de::DeserializeOwned};
use tracing::error;

#[cfg(feature = "serde")]
use crate::queue::{MainQueue, Queue};
use crate::{
    clock::{
        ClockSetup, ClockSource, CueAlpha, CueTime, MAX_CLOCKS, NextRate, Shown, count_ticks,
        follow_frames, read_alpha, show_clock,
    },
    motion::{
        Motion,
        paths::{PathMotions, show_paths},
        show::show,
    },
    property::{offset, reflected::Paths, *},
    queue,
    report::{self, MotionCancelled, MotionEnded, MotionLooped, MotionStarted, Report},
    schedule::{CuelineSystems, Settings, add_writer, is_first, settings, with_world},
};

/// Adds the clock of the world and the motions of `Transform`, `Sprite`, `TextColor`, cameras and UI nodes.
///
/// | what | schedule, by default | set |
/// | --- | --- | --- |
/// | clocks that count ticks | `FixedFirst` | [`CuelineSystems::Tick`] |
/// | clocks that follow `Time<Real>` or `Time<Virtual>` | `First`, after `TimeSystems` | [`CuelineSystems::Tick`] |
/// | clips, flipbooks and timelines are written | `PostUpdate`, before transforms are propagated | [`CuelineSystems::Play`] |
/// | motions are written | `PostUpdate`, after those | [`CuelineSystems::Show`] |
/// | events are sent | `PostUpdate` | [`CuelineSystems::Report`] |
/// | offsets are added | `PostUpdate`, before transforms are propagated | [`CuelineSystems::Offset`] |
///
/// Ticks are those of `Time<Fixed>`, at the rate that the game gives to it; the plugin never sets it.
#[derive(Clone, Debug)]
pub struct CuelinePlugin {
    ticking: Interned<dyn ScheduleLabel>,
    showing: Interned<dyn ScheduleLabel>,
    #[cfg(feature = "ggrs")]
    rollback: bool,
}

impl Default for CuelinePlugin {
    fn default() -> Self {
        Self {
            ticking: FixedFirst.intern(),
            showing: PostUpdate.intern(),
            #[cfg(feature = "ggrs")]
            rollback: false,
        }
    }
}

impl CuelinePlugin {
    /// Plays entities with `Rollback` inside `bevy_ggrs`: see [`rollback`](crate::rollback). Ticks have
    /// the rate of `RollbackFrameRate`.
    ///
    /// ```
    /// use bevy_app::{AnimationSystems, prelude::*};
    /// use bevy_cueline::prelude::*;
    /// use bevy_ggrs::prelude::*;
    ///
    /// let mut app = App::new();
    /// app.add_plugins((bevy_time::TimePlugin, GgrsPlugin::<GgrsConfig<u8>>::default()))
    ///     .add_plugins(CuelinePlugin::default().rollback());
    /// ```
    #[cfg(feature = "ggrs")]
    #[must_use]
    pub fn rollback(mut self) -> Self {
        self.rollback = true;
        self.ticking_in(bevy_ggrs::GgrsSchedule)
    }

    /// Counts ticks in another schedule, such as the schedule of a rollback library.
    #[must_use]
    pub fn ticking_in(mut self, schedule: impl ScheduleLabel) -> Self {
        self.ticking = schedule.intern();
        self
    }

    /// Writes sampled values and sends events in another schedule.
    #[must_use]
    pub fn showing_in(mut self, schedule: impl ScheduleLabel) -> Self {
        self.showing = schedule.intern();
        self
    }
}

impl Plugin for CuelinePlugin {
    fn build(&self, app: &mut App) {
        let (ticking, showing) = (self.ticking, self.showing);
        app.insert_resource(Settings {
            ticking,
            showing,
            #[cfg(feature = "ggrs")]
            rollback: self.rollback,
        })
        .init_resource::<Shown>()
        .init_resource::<CueAlpha>()
        .init_resource::<NextRate>()
        .init_resource::<Report>()
        .init_resource::<Paths>()
        .add_message::<MotionStarted>()
        .add_message::<MotionEnded>()
        .add_message::<MotionLooped>()
        .add_message::<MotionCancelled>();
        use CuelineSystems::{Alpha, Look, Offset, Play, Queues, Report as Send, Show};
        app.configure_sets(showing, (Alpha, Look, Queues, Play, Show, Send, Offset).chain())
            .configure_sets(showing, (Show, Offset).in_set(AnimationSystems))
            .configure_sets(showing, Offset.before(TransformSystems::Propagate))
            .configure_sets(
                First,
                CuelineSystems::Tick
                    .after(TimeSystems)
                    .after(bevy_ecs::message::MessageUpdateSystems),
            )
            .add_systems(showing, report::send_all.in_set(Send));
        #[cfg(feature = "ggrs")]
        let reads_fixed = !self.rollback;
        #[cfg(not(feature = "ggrs"))]
        let reads_fixed = true;
        if reads_fixed {
            app.add_systems(showing, read_alpha.in_set(Alpha));
        }
        #[cfg(feature = "ggrs")]
        if self.rollback {
            crate::net::rollback::build(app, showing);
        }
        #[cfg(feature = "ui")]
        app.configure_sets(showing, Offset.before(bevy_ui::UiSystems::Prepare));
        #[cfg(feature = "camera")]
        app.configure_sets(
            showing,
            Offset
                .before(bevy_camera::CameraUpdateSystems)
                .before(bevy_camera::visibility::VisibilitySystems::CalculateBounds)
                .before(bevy_camera::visibility::VisibilitySystems::UpdateFrusta),
        );
        // What is written to assets is an event of this frame.
        #[cfg(feature = "assets")]
        app.configure_sets(showing, Send.before(bevy_asset::AssetEventSystems));

        #[cfg(feature = "assets")]
        add_assets(app, showing);

        #[cfg(all(feature = "serde", feature = "assets"))]
        app.register_type_data::<crate::ClipPlayer, ReflectSerialize>()
            .register_type_data::<crate::ClipPlayer, ReflectDeserialize>()
            .register_type_data::<crate::TimelinePlayer, ReflectSerialize>()
            .register_type_data::<crate::TimelinePlayer, ReflectDeserialize>()
            .register_type_data::<crate::FlipbookPlayer, ReflectSerialize>()
            .register_type_data::<crate::FlipbookPlayer, ReflectDeserialize>();

        app.add_cue_clock::<()>(ClockSource::FixedTicks);
        add_writer(app, showing, with_world(show_paths).run_if(any_with_component::<PathMotions>));
        app.register_type::<PathMotions>()
            .register_type::<CueAlpha>()
            .register_type::<Pose>()
            .register_type::<Rgba>();
        #[cfg(feature = "ui")]
        app.register_type::<UiSides>();
        #[cfg(feature = "serde")]
        app.register_type_data::<PathMotions, ReflectSerialize>()
            .register_type_data::<PathMotions, ReflectDeserialize>();
        both::<Translation>(app);
        both::<Scale>(app);
        both::<TransformRotation>(app);
        both::<TransformAngle>(app);
        app.animate::<TranslationX>().animate::<TranslationY>().animate::<TranslationZ>();
        #[cfg(feature = "serde")]
        app.save_motions::<TranslationX>()
            .save_motions::<TranslationY>()
            .save_motions::<TranslationZ>();
        both::<WholeTransform>(app);
        #[cfg(feature = "sprite")]
        both::<SpriteColor>(app);
        #[cfg(feature = "text")]
        both::<TextTint>(app);
        #[cfg(feature = "camera")]
        {
            both::<FieldOfView>(app);
            both::<ViewScale>(app);
            both::<IsVisible>(app);
        }
        #[cfg(feature = "audio")]
        {
            both::<SoundVolume>(app);
            both::<SpatialSoundVolume>(app);
        }
        #[cfg(feature = "ui")]
        {
            both::<Background>(app);
            both::<BorderTint>(app);
            both::<ImageTint>(app);
            both::<NodeMargin>(app);
            both::<NodePadding>(app);
            both::<UiTranslation>(app);
            both::<UiTransformScale>(app);
            both::<UiAngle>(app);
            both::<NodeLeft>(app);
            both::<NodeTop>(app);
            both::<NodeWidth>(app);
            both::<NodeHeight>(app);
        }
    }

    #[cfg(feature = "assets")]
    fn finish(&self, app: &mut App) {
        // Where Bevy's plugins were added after this one.
        serve_assets(app);
    }
}

/// A property whose motions are saved in scenes.
#[cfg(feature = "serde")]
trait Saved:
    Property<Value: Lerp<Delta: Serialize + DeserializeOwned> + Serialize + DeserializeOwned>
{
}

#[cfg(feature = "serde")]
impl<P> Saved for P where
    P: Property<Value: Lerp<Delta: Serialize + DeserializeOwned> + Serialize + DeserializeOwned>
{
}

#[cfg(not(feature = "serde"))]
trait Saved {}

#[cfg(not(feature = "serde"))]
impl<P> Saved for P {}

/// Motions, and tracks of clips and timelines.
fn both<P: Property<Value: Animate> + Saved>(app: &mut App) {
    app.animate::<P>();
    #[cfg(feature = "serde")]
    app.save_motions::<P>();
    #[cfg(feature = "assets")]
    app.bind_tracks::<P>();
}

/// Gives the types of assets and their loader to the asset server, once there is one.
#[cfg(feature = "assets")]
fn serve_assets(app: &mut App) {
    use bevy_asset::{Asset, AssetApp, AssetServer, Assets};

    use crate::{CueClip, CueFlipbook, CueTimeline};

    fn serve<A: Asset>(app: &mut App) {
        let made = app.world_mut().remove_resource::<Assets<A>>();
        app.init_asset::<A>();
        // Those that were made before stay, and their handles.
        if let Some(made) = made {
            app.world().resource::<AssetServer>().register_asset(&made);
            app.insert_resource(made);
        }
    }
    /// Stands for what the server knows.
    struct Served;
    if !app.world().contains_resource::<AssetServer>() || !is_first::<Served>(app) {
        return;
    }
    serve::<CueClip>(app);
    serve::<CueFlipbook>(app);
    serve::<CueTimeline>(app);
    #[cfg(feature = "characters")]
    serve::<crate::CueAnimator>(app);
    #[cfg(feature = "files")]
    crate::assets::files::add_loader(app);
}

#[cfg(feature = "assets")]
fn add_assets(app: &mut App, showing: Interned<dyn ScheduleLabel>) {
    use bevy_asset::{AssetEvent, Assets};

    use crate::{
        CueClip, CueEvent, CueFlipbook, CueTimeline,
        player::{
            bind::Writers, clips::play_clips, flipbook::wake_flipbooks, moved::notice_moved,
            timeline::play_timelines,
        },
    };

    #[cfg(feature = "egui")]
    crate::inspector::Kinds::add_players(app);
    app.register_type::<crate::ClipPlayer>()
        .register_type::<crate::TimelinePlayer>()
        .register_type::<crate::FlipbookPlayer>();
    app.init_resource::<Writers>()
        .init_resource::<crate::player::steady::Steady>()
        .init_resource::<crate::CueMotionPreference>()
        .add_message::<CueEvent>();
    // Without an asset server, assets made in code still play.
    app.init_resource::<Assets<CueClip>>()
        .init_resource::<Assets<CueFlipbook>>()
        .init_resource::<Assets<CueTimeline>>()
        .add_message::<AssetEvent<CueFlipbook>>();
    #[cfg(feature = "characters")]
    app.init_resource::<Assets<crate::CueAnimator>>();
    serve_assets(app);
    #[cfg(feature = "characters")]
    {
        use crate::player::character::{CharacterAnimator, JointRest, Logged, play_animators};

        app.init_resource::<Logged>()
            .register_type::<CharacterAnimator>()
            .register_type::<JointRest>()
            .add_systems(
                showing,
                with_world(play_animators)
                    .run_if(any_with_component::<CharacterAnimator>)
                    .after(wake_flipbooks)
                    .in_set(CuelineSystems::Play),
            );
        #[cfg(feature = "serde")]
        app.register_type_data::<CharacterAnimator, ReflectSerialize>()
            .register_type_data::<CharacterAnimator, ReflectDeserialize>()
            .register_type_data::<JointRest, ReflectSerialize>()
            .register_type_data::<JointRest, ReflectDeserialize>();
    }
    app.add_systems(
        showing,
        (
            notice_moved,
            with_world(play_clips),
            with_world(play_timelines),
            wake_flipbooks.run_if(on_message::<AssetEvent<CueFlipbook>>),
        )
            .chain()
            .in_set(CuelineSystems::Play),
    );
    #[cfg(any(feature = "sprite", feature = "ui"))]
    use crate::player::flipbook::show_flipbooks;
    #[cfg(feature = "sprite")]
    app.add_systems(
        showing,
        show_flipbooks::<bevy_sprite::Sprite>
            .after(wake_flipbooks)
            .run_if(any_with_component::<crate::FlipbookPlayer>)
            .in_set(CuelineSystems::Play),
    );
    #[cfg(feature = "ui")]
    {
        let show = show_flipbooks::<bevy_ui::widget::ImageNode>.after(wake_flipbooks);
        #[cfg(feature = "sprite")]
        let show = show.after(show_flipbooks::<bevy_sprite::Sprite>);
        app.add_systems(
            showing,
            show.run_if(any_with_component::<crate::FlipbookPlayer>).in_set(CuelineSystems::Play),
        );
    }
}

/// Methods that the plugin adds to `App`. Call them after adding [`CuelinePlugin`].
pub trait CuelineApp {
    /// Makes a property animatable by `Motion<P>`.
    fn animate<P: Property>(&mut self) -> &mut Self;

    /// Makes a part of an asset, such as a material, animatable by `Motion<A>`: see
    /// [`asset_property!`](crate::asset_property).
    ///
    /// Every entity that names such an asset gets an [`AssetPart`](crate::AssetPart). A motion starts from the value of the
    /// asset. An asset is modified only while a motion changes its value.
    #[cfg(feature = "assets")]
    fn animate_asset<A: crate::AssetProperty>(&mut self) -> &mut Self;

    /// Lets an [`Offset`] be drawn on top of a property, and makes it animatable by `Motion<Offset<P>>`.
    ///
    /// Not for a part of an asset: that is drawn by the asset.
    fn add_offset<P>(&mut self) -> &mut Self
    where
        P: Property<Value: Default, Target: Clone>;

    /// Adds a clock, `CueTime<C>`, such as a clock of a menu that runs while the world pauses.
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    /// # let mut app = bevy_app::App::new();
    /// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
    ///
    /// struct Menu;
    /// app.add_cue_clock::<Menu>(ClockSource::Real);
    /// ```
    fn add_cue_clock<C: Send + Sync + 'static>(&mut self, source: ClockSource) -> &mut Self;

    /// Plays [`Queue`](crate::Queue)s with this payload, and the [`MainQueue`](crate::MainQueue) if there is one.
    fn add_queue<P: Clone + Send + Sync + 'static>(&mut self) -> &mut Self;

    /// Maps the entities in payloads of [`Queue`](crate::Queue)s: where a scene is loaded, or a client receives a queue, those
    /// that were spawned for them take their place. Without this, payloads stay as they were saved or sent.
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    /// use bevy_ecs::{entity::MapEntities, prelude::*};
    ///
    /// #[derive(Clone, Debug, MapEntities)]
    /// enum Show {
    ///     Hop { #[entities] piece: Entity, to: u8 },
    /// }
    /// # let mut app = bevy_app::App::new();
    /// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
    ///
    /// app.add_queue::<Show>().map_queue::<Show>();
    /// ```
    fn map_queue<P: Clone + Send + Sync + MapEntities + 'static>(&mut self) -> &mut Self;

    /// Lets scenes hold motions of a property of the game. Those of this crate's own properties are saved anyway.
    ///
    /// A scene that is loaded plays on where its [`CueTime`] is, so save that resource with it.
    #[cfg(feature = "serde")]
    fn save_motions<P>(&mut self) -> &mut Self
    where
        P: Property<
            Value: Lerp<Delta: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
        >;

    /// Lets scenes hold [`Offset`]s of a property, and their motions.
    #[cfg(feature = "serde")]
    fn save_offset<P>(&mut self) -> &mut Self
    where
        P: Property<
            Value: Lerp<Delta: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
        >;

    /// Lets scenes hold [`Queue`](crate::Queue)s with this payload. For entities in payloads, see
    /// [`map_queue`](Self::map_queue).
    #[cfg(feature = "serde")]
    fn save_queue<P>(&mut self) -> &mut Self
    where
        P: Clone + Send + Sync + Serialize + DeserializeOwned + 'static;

    /// Writes these labels on the lanes of [`Queue`](crate::Queue)s with this payload in the
    /// [`CueInspector`](crate::CueInspector).
    #[cfg(feature = "egui")]
    fn label_queue<P: Clone + Send + Sync + 'static>(
        &mut self,
        label: fn(&P) -> alloc::string::String,
    ) -> &mut Self;

    /// Triggers an event of the game's own at each cue of this name, of clips, timelines, flipbooks and animators.
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    /// use bevy_ecs::prelude::*;
    ///
    /// #[derive(EntityEvent)]
    /// struct Footstep {
    ///     entity: Entity,
    /// }
    ///
    /// impl From<CueEvent> for Footstep {
    ///     fn from(cue: CueEvent) -> Self {
    ///         Self { entity: cue.entity }
    ///     }
    /// }
    /// # let mut app = bevy_app::App::new();
    /// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
    ///
    /// app.add_cue_event::<Footstep>("step");
    /// app.add_observer(|step: On<Footstep>| println!("{} steps", step.entity));
    /// ```
    #[cfg(feature = "assets")]
    fn add_cue_event<E>(&mut self, cue: &'static str) -> &mut Self
    where
        E: Event<Trigger<'static>: Default> + From<crate::CueEvent>;

    /// Makes a property available to tracks of clips and timelines, by its [name](Property::name) and the names of its
    /// parts.
    #[cfg(feature = "assets")]
    fn bind_tracks<P: Property<Value: Animate>>(&mut self) -> &mut Self;
}

impl CuelineApp for App {
    fn animate<P: Property>(&mut self) -> &mut Self {
        #[cfg(not(feature = "ggrs"))]
        let Some(Settings { showing, .. }) = settings(self) else { return self };
        #[cfg(feature = "ggrs")]
        let Some(Settings { showing, rollback, .. }) = settings(self) else { return self };
        if !is_first::<Motion<P>>(self) {
            return self;
        }
        #[cfg(feature = "ggrs")]
        if rollback {
            crate::net::rollback::add_property::<P>(self);
        }
        #[cfg(feature = "egui")]
        crate::inspector::Kinds::add_motion::<P>(self);
        self.world_mut().get_resource_or_init::<KnownProperties>().add::<P>();
        add_writer(self, showing, show::<P>.run_if(any_with_component::<Motion<P>>));
        self.register_type::<Motion<P>>()
    }

    #[cfg(feature = "assets")]
    fn animate_asset<A: crate::AssetProperty>(&mut self) -> &mut Self {
        let Some(Settings { showing, .. }) = settings(self) else { return self };
        if is_first::<A>(self) {
            crate::assets::part::add::<A>(self, showing);
        }
        self.animate::<A>()
    }

    fn add_offset<P>(&mut self) -> &mut Self
    where
        P: Property<Value: Default, Target: Clone>,
    {
        let Some(Settings { showing, .. }) = settings(self) else { return self };
        if is_first::<Offset<P>>(self) {
            offset::add::<P>(self, showing);
        }
        self.animate::<Offset<P>>()
    }

    fn add_cue_clock<C: Send + Sync + 'static>(&mut self, source: ClockSource) -> &mut Self {
        let Some(settings) = settings(self) else { return self };
        if !is_first::<ClockSetup<C>>(self) {
            let before = self.world().resource::<ClockSetup<C>>().0.source();
            if before != source {
                error!("a clock was added before, as {before:?}, and stays so");
            }
            return self;
        }
        let mut shown = self.world_mut().get_resource_or_init::<Shown>();
        let id = shown.clocks;
        if usize::from(id) >= MAX_CLOCKS {
            error!("an app has at most {MAX_CLOCKS} clocks, so this one was not added");
            return self;
        }
        shown.clocks += 1;
        #[cfg(feature = "ggrs")]
        if settings.rollback && source == ClockSource::FixedTicks {
            crate::net::rollback::add_clock::<C>(self);
        }
        #[cfg(feature = "egui")]
        crate::inspector::Kinds::add_clock::<C>(self, id);
        self.register_type::<CueTime<C>>();
        #[cfg(feature = "serde")]
        self.register_type_data::<CueTime<C>, ReflectSerialize>()
            .register_type_data::<CueTime<C>, ReflectDeserialize>();
        let clock = CueTime::<C>::new(id, source);
        self.insert_resource(ClockSetup(clock.clone())).insert_resource(clock).add_systems(
            settings.showing,
            show_clock::<C>.in_set(CuelineSystems::Look).ambiguous_with(CuelineSystems::Look),
        );
        match source {
            ClockSource::FixedTicks => {
                let tick = CuelineSystems::Tick;
                #[cfg(feature = "ggrs")]
                if settings.rollback {
                    let count = crate::net::rollback::count_ticks::<C>;
                    return self.add_systems(settings.ticking, count.in_set(tick));
                }
                self.add_systems(settings.ticking, count_ticks::<C>.in_set(tick))
            }
            ClockSource::Real | ClockSource::Virtual => {
                self.add_systems(First, follow_frames::<C>.in_set(CuelineSystems::Tick))
            }
            ClockSource::Manual => self,
        }
    }

    fn add_queue<P: Clone + Send + Sync + 'static>(&mut self) -> &mut Self {
        let is_first = queue::add::<P>(self);
        #[cfg(feature = "egui")]
        if is_first {
            crate::inspector::Kinds::add_queue::<P>(self);
        }
        #[cfg(not(feature = "egui"))]
        let _ = is_first;
        self
    }

    fn map_queue<P: Clone + Send + Sync + MapEntities + 'static>(&mut self) -> &mut Self {
        queue::mapped::map::<P>(self);
        self
    }

    #[cfg(feature = "serde")]
    fn save_motions<P>(&mut self) -> &mut Self
    where
        P: Property<
            Value: Lerp<Delta: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
        >,
    {
        self.register_type::<Motion<P>>()
            .register_type_data::<Motion<P>, ReflectSerialize>()
            .register_type_data::<Motion<P>, ReflectDeserialize>()
    }

    #[cfg(feature = "serde")]
    fn save_offset<P>(&mut self) -> &mut Self
    where
        P: Property<
            Value: Lerp<Delta: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
        >,
    {
        self.save_motions::<Offset<P>>()
            .register_type::<Offset<P>>()
            .register_type_data::<Offset<P>, ReflectSerialize>()
            .register_type_data::<Offset<P>, ReflectDeserialize>()
    }

    #[cfg(feature = "serde")]
    fn save_queue<P>(&mut self) -> &mut Self
    where
        P: Clone + Send + Sync + Serialize + DeserializeOwned + 'static,
    {
        self.register_type::<Queue<P>>()
            .register_type_data::<Queue<P>, ReflectSerialize>()
            .register_type_data::<Queue<P>, ReflectDeserialize>()
            .register_type::<MainQueue<P>>()
            .register_type_data::<MainQueue<P>, ReflectSerialize>()
            .register_type_data::<MainQueue<P>, ReflectDeserialize>()
    }

    #[cfg(feature = "egui")]
    fn label_queue<P: Clone + Send + Sync + 'static>(
        &mut self,
        label: fn(&P) -> alloc::string::String,
    ) -> &mut Self {
        crate::inspector::Kinds::label_queue(self, label);
        self
    }

    #[cfg(feature = "assets")]
    fn add_cue_event<E>(&mut self, cue: &'static str) -> &mut Self
    where
        E: Event<Trigger<'static>: Default> + From<crate::CueEvent>,
    {
        self.world_mut().get_resource_or_init::<report::CueNames<E>>().add(cue);
        if is_first::<report::CueNames<E>>(self) {
            self.add_observer(report::trigger_named::<E>);
        }
        self
    }

    #[cfg(feature = "assets")]
    fn bind_tracks<P: Property<Value: Animate>>(&mut self) -> &mut Self {
        self.world_mut().get_resource_or_init::<crate::player::bind::Writers>().add::<P>();
        let steady =
            self.world_mut().get_resource_or_init::<crate::player::steady::Steady>().clone();
        steady.add::<P::Target>(self.world_mut());
        self
    }
}
