//! A window that lists what plays, shows it and steers it, with `bevy_egui`.
//!
//! [`CueInspectorPlugin`] draws it in the primary context of `bevy_egui`; [`CueInspector::ui`] draws it anywhere else.

use alloc::{boxed::Box, format, string::String, sync::Arc, vec::Vec};
use core::any::{TypeId, type_name};

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_ecs::{message::MessageCursor, name::Name, prelude::*};
use bevy_egui::{
    EguiContext, EguiPlugin, EguiPostUpdateSet, EguiPrimaryContextPass, PrimaryEguiContext,
    egui::{CollapsingHeader, Id, ScrollArea, Ui, Window, vec2},
};
use cueline::{
    clip::Clip,
    digest::digest,
    event::{Direction, Event, EventKind, Reason},
    playback::Playhead,
    time::{Span, Speed, Time},
    timeline::{ItemId, ItemKind, Timeline},
};
use cueline_egui::{
    CurveAction, Curves, EditorAction, EditorRow, EventLog, Lanes, LogLine, Marker, State, TimeBar,
    TimeBarAction, TimelineEditor,
};

use crate::{
    assets::{CueClip, CueFlipbook, CueTimeline},
    clock::{CueTime, Moment, Shown},
    motion::{
        Motion,
        paths::{PathMotions, SeeMotion},
    },
    player::{
        clip::ClipPlayer, flipbook::FlipbookPlayer, playback::Playback, timeline::TimelinePlayer,
    },
    property::Property,
    queue::{Holds, MainQueue, Queue, QueueUpdate},
    report::{CueEvent, CueEventKind, MotionCancelled, MotionEnded, MotionLooped, MotionStarted},
    schedule::{CuelineSystems, Settings},
    transport::CuePlayer,
};

/// Adds a window of `bevy_egui` with the [`CueInspector`]. Add it after [`CuelinePlugin`](crate::CuelinePlugin).
///
/// It adds `EguiPlugin` where the game has not. The feature `egui` of this crate draws nothing by itself: let the game depend
/// on `bevy_egui` with the features that it wants, `render` among them.
///
/// ```no_run
/// use bevy_app::prelude::*;
/// use bevy_cueline::prelude::*;
///
/// # let mut app = App::new();
/// # #[derive(Clone, Debug)]
/// # enum Show { Hop }
/// app.add_plugins((CuelinePlugin::default(), CueInspectorPlugin))
///     .add_queue::<Show>()
///     .label_queue::<Show>(|show| format!("{show:?}")); // on the lanes
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CueInspectorPlugin;

impl Plugin for CueInspectorPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EguiPlugin>() {
            app.add_plugins(EguiPlugin::default());
        }
        let settings = app.world().get_resource::<Settings>();
        let Some(showing) = settings.map(|settings| settings.showing) else {
            tracing::error!("add CuelinePlugin before CueInspectorPlugin");
            return;
        };
        app.init_resource::<CueInspector>()
            .configure_sets(PostUpdate, EguiPostUpdateSet::EndPass.after(CuelineSystems::Report))
            .add_systems(
                showing,
                log_events.after(CuelineSystems::Report).before(EguiPostUpdateSet::EndPass),
            )
            .add_systems(EguiPrimaryContextPass, show_window);
    }
}

/// The state of the inspector.
///
/// It lists the entities that animate, shows the components of the chosen one, and has bars for all clocks. Whatever the user
/// asks for, such as a pause or another time, is done at once to the clock or the player.
///
/// A clock that is set back shows motions and clips as they were then, as long as they have not ended since. Queues, timelines
/// and events that were sent do not come back; a timeline has a bar of its own. Under rollback and replication, leave the
/// clocks alone: the other machines do not follow.
#[derive(Resource, Debug)]
pub struct CueInspector {
    /// Whether the window shows. Closed, it costs nothing, unless [`ui`](Self::ui) draws the inspector elsewhere.
    pub is_open: bool,
    /// The entity whose components are shown.
    pub selected: Option<Entity>,
    /// Whether the list has entities at rest too.
    pub lists_resting: bool,
    /// Whether it was drawn since the last frame, in a window or elsewhere.
    is_drawn: bool,
    filter: String,
    log: EventLog,
    /// The latest time that was seen of each clock.
    reached: Vec<Time>,
    cursors: Cursors,
}

impl Default for CueInspector {
    fn default() -> Self {
        Self {
            is_open: true,
            selected: None,
            lists_resting: false,
            is_drawn: false,
            filter: String::new(),
            log: EventLog::new(200),
            reached: Vec::new(),
            cursors: Cursors::default(),
        }
    }
}

#[derive(Debug, Default)]
struct Cursors {
    started: MessageCursor<MotionStarted>,
    ended: MessageCursor<MotionEnded>,
    looped: MessageCursor<MotionLooped>,
    cancelled: MessageCursor<MotionCancelled>,
    cues: MessageCursor<CueEvent>,
}

/// A component that animates an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Animating {
    /// The entity.
    pub entity: Entity,
    /// Its `Name`, or its id.
    pub name: String,
    /// The component, such as `Motion<Transform.scale>`.
    pub component: String,
    /// Where it is, in words: `120 of 600 ms`, `at rest`.
    pub state: String,
}

impl CueInspector {
    /// The components that animate at present, sorted by entity; with [`lists_resting`](Self::lists_resting) also those at
    /// rest.
    pub fn list(world: &mut World) -> Vec<Animating> {
        let all = world.get_resource::<Self>().is_some_and(|own| own.lists_resting);
        let list = world.try_resource_scope(|world, mut kinds: Mut<Kinds>| {
            let rows = rows(world, &mut kinds, all);
            rows.iter().map(|row| row.in_words(world, &kinds)).collect()
        });
        list.unwrap_or_default()
    }

    /// The events of the last frames, the newest first, at most 200.
    pub fn events(&self) -> impl Iterator<Item = &LogLine> {
        self.log.lines()
    }

    /// Draws clocks, list, details and events. Events are those of the frames in which the inspector is drawn.
    pub fn ui(world: &mut World, ui: &mut Ui) {
        scoped(world, |world, own, kinds| {
            own.is_drawn = true;
            own.clocks(world, kinds, ui);
            own.entities(world, kinds, ui);
            if let Some(entity) = own.selected {
                ui.separator();
                for kind in &mut kinds.things {
                    if kind.is_on(world, entity) {
                        let title = format!("{} of {}", kind.component(), name_of(world, entity));
                        CollapsingHeader::new(title)
                            .default_open(true)
                            .show(ui, |ui| kind.show(world, entity, ui));
                    }
                }
            }
            CollapsingHeader::new("Events").default_open(true).show(ui, |ui| own.log.ui(ui));
        });
    }

    fn clocks(&mut self, world: &mut World, kinds: &Kinds, ui: &mut Ui) {
        self.reached.resize(kinds.clocks.len(), Time::ZERO);
        for (clock, reached) in kinds.clocks.iter().zip(&mut self.reached) {
            let Some(ClockView { now, is_paused, speed }) = (clock.view)(world) else { continue };
            *reached = now.max(*reached);
            ui.push_id(clock.clock, |ui| {
                ui.label(format!("Clock {}", clock.name));
                let bar = TimeBar::new(Time::ZERO, *reached, now).playing(!is_paused).speed(speed);
                if let Some(action) = bar.ui(ui) {
                    (clock.steer)(world, action);
                }
            });
        }
    }

    fn entities(&mut self, world: &mut World, kinds: &mut Kinds, ui: &mut Ui) {
        ui.separator();
        ui.horizontal(|ui| {
            let label = ui.label("Entities with");
            ui.text_edit_singleline(&mut self.filter).labelled_by(label.id);
            ui.checkbox(&mut self.lists_resting, "at rest too");
        });
        let mut rows = rows(world, kinds, self.lists_resting);
        if !self.filter.is_empty() {
            rows.retain(|row| {
                let Animating { name, component, .. } = row.in_words(world, kinds);
                name.contains(&self.filter) || component.contains(&self.filter)
            });
        }
        ui.label(format!("{} components animate", rows.len()));
        let height = ui.text_style_height(&bevy_egui::egui::TextStyle::Button);
        ScrollArea::vertical().max_height(160.0).auto_shrink([false, true]).show_rows(
            ui,
            height,
            rows.len(),
            |ui, visible| {
                for row in rows.get(visible).into_iter().flatten() {
                    let Animating { entity, name, component, state } = row.in_words(world, kinds);
                    let line = format!("{name}  {component}  {state}");
                    if ui.selectable_label(self.selected == Some(entity), line).clicked() {
                        self.selected = Some(entity);
                    }
                }
            },
        );
    }
}

fn show_window(world: &mut World) {
    if world.get_resource::<CueInspector>().is_none_or(|own| !own.is_open) {
        return;
    }
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    let Ok(mut context) = contexts.single_mut(world) else { return };
    let context = context.get_mut().clone();
    let mut is_open = true;
    Window::new("Cueline")
        .id(Id::new("cueline inspector"))
        .default_size([560.0, 520.0])
        .open(&mut is_open)
        .show(&context, |ui| CueInspector::ui(world, ui));
    if !is_open && let Some(mut own) = world.get_resource_mut::<CueInspector>() {
        own.is_open = false;
    }
}

/// A component of an entity, by the number of its kind.
struct Row {
    entity: Entity,
    kind: usize,
}

impl Row {
    fn in_words(&self, world: &World, kinds: &Kinds) -> Animating {
        let Self { entity, kind } = *self;
        let kind = &kinds.things[kind];
        let (name, component) = (name_of(world, entity), kind.component().into());
        Animating { entity, name, component, state: kind.state(world, entity) }
    }
}

fn rows(world: &mut World, kinds: &mut Kinds, all: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for (kind, thing) in kinds.things.iter_mut().enumerate() {
        thing.list(world, &mut |entity, plays| {
            if plays || all {
                rows.push(Row { entity, kind });
            }
        });
    }
    rows.sort_unstable_by_key(|row| (row.entity.index_u32(), row.kind));
    rows
}

fn name_of(world: &World, entity: Entity) -> String {
    let name = world.get::<Name>(entity);
    name.map_or_else(|| format!("entity {entity}"), |name| name.as_str().into())
}

/// All that the inspector can show: clocks, and kinds of components.
#[derive(Resource, Default)]
pub(crate) struct Kinds {
    clocks: Vec<ClockKind>,
    things: Vec<Box<dyn Kind>>,
}

/// Takes the state and the kinds out of the world for a while.
fn scoped(world: &mut World, act: impl FnOnce(&mut World, &mut CueInspector, &mut Kinds)) {
    world.try_resource_scope(|world, mut own: Mut<CueInspector>| {
        world.try_resource_scope(|world, mut kinds: Mut<Kinds>| act(world, &mut own, &mut kinds));
    });
}

impl Kinds {
    fn of(app: &mut App) -> Mut<'_, Self> {
        app.world_mut().get_resource_or_init::<Self>()
    }

    fn add(&mut self, kind: impl Kind) {
        if self.things.iter().all(|known| known.of() != kind.of()) {
            self.things.push(Box::new(kind));
        }
    }

    pub(crate) fn add_clock<C: Send + Sync + 'static>(app: &mut App, clock: u8) {
        let name = match short_name::<C>() {
            "()" => "of the world",
            name => name,
        };
        let view = |world: &World| {
            let time = world.get_resource::<CueTime<C>>()?;
            #[expect(clippy::cast_possible_truncation, reason = "for a button")]
            let speed = time.speed().as_f64() as f32;
            Some(ClockView { now: time.now(), is_paused: time.is_paused(), speed })
        };
        let steer = |world: &mut World, action: TimeBarAction| {
            let Some(mut time) = world.get_resource_mut::<CueTime<C>>() else { return };
            match action {
                TimeBarAction::TogglePlay if time.is_paused() => time.resume(),
                TimeBarAction::TogglePlay => time.pause(),
                TimeBarAction::Step(ticks) => {
                    let to = time.now() + time.span_of_tick() * i64::from(ticks);
                    time.set(to.max(Time::ZERO));
                }
                TimeBarAction::Seek(to) => time.set(to),
                TimeBarAction::Speed(speed) => time.set_speed(speed_of(speed)),
            }
        };
        Self::of(app).clocks.push(ClockKind { name, clock, view, steer });
    }

    pub(crate) fn add_motion<P: Property>(app: &mut App) {
        let name = format!("Motion<{}>", P::name());
        Self::of(app).add(Motions::<P> { name, query: None });
    }

    pub(crate) fn add_queue<P: Clone + Send + Sync + 'static>(app: &mut App) {
        let of = short_name::<P>();
        Self::of(app).add(Queues::<P, Queue<P>>::new(format!("Queue<{of}>"), true));
        Self::of(app).add(Queues::<P, MainQueue<P>>::new(format!("MainQueue<{of}>"), false));
    }

    pub(crate) fn label_queue<P: Clone + Send + Sync + 'static>(
        app: &mut App,
        label: fn(&P) -> String,
    ) {
        Self::add_queue::<P>(app);
        for kind in &mut Self::of(app).things {
            let kind = kind.as_any();
            if let Some(queues) = kind.downcast_mut::<Queues<P, Queue<P>>>() {
                queues.label = label;
            } else if let Some(main) = kind.downcast_mut::<Queues<P, MainQueue<P>>>() {
                main.label = label;
            }
        }
    }

    pub(crate) fn add_players(app: &mut App) {
        let mut kinds = Self::of(app);
        kinds.add(ByPaths::default());
        #[cfg(feature = "characters")]
        kinds.add(Animators::default());
        kinds.add(Clips::default());
        kinds.add(Timelines::default());
        kinds.add(Flipbooks { query: None });
    }
}

fn short_name<T>() -> &'static str {
    let name = type_name::<T>();
    name.rsplit("::").next().unwrap_or(name)
}

struct ClockKind {
    name: &'static str,
    clock: u8,
    view: fn(&World) -> Option<ClockView>,
    steer: fn(&mut World, TimeBarAction),
}

struct ClockView {
    now: Time,
    is_paused: bool,
    speed: f32,
}

/// The speed of a button.
fn speed_of(speed: f32) -> Speed {
    #[expect(clippy::cast_possible_truncation, reason = "one of four buttons")]
    let percent = (speed * 100.0) as i64;
    Speed::from_percent(percent)
}

/// A kind of component that animates.
trait Kind: Send + Sync + 'static {
    fn component(&self) -> &str;
    /// Calls back for each entity with this component, and whether it animates at present.
    fn list(&mut self, world: &mut World, found: &mut dyn FnMut(Entity, bool));
    fn is_on(&self, world: &World, entity: Entity) -> bool;
    /// Where it is, in words.
    fn state(&self, world: &World, entity: Entity) -> String;
    fn show(&mut self, world: &mut World, entity: Entity, ui: &mut Ui);
    /// Events of the frame that only this kind can read.
    fn log(&mut self, _world: &World, _to: &mut Vec<LogLine>) {}
    fn as_any(&mut self) -> &mut dyn core::any::Any;
    fn of(&self) -> TypeId {
        TypeId::of::<Self>()
    }
}

fn ms(span: Span) -> String {
    format!("{:.0} ms", span.as_secs_f64() * 1000.0)
}

fn progress(at: Span, duration: Option<Span>) -> String {
    match duration {
        Some(duration) => format!("{:.0} of {}", at.as_secs_f64() * 1000.0, ms(duration)),
        None => ms(at),
    }
}

fn now_of(world: &World, clock: u8) -> Moment {
    Moment { time: world.resource::<Shown>().of(clock), clock }
}

struct Motions<P: Property> {
    name: String,
    query: Option<QueryState<(Entity, &'static Motion<P>)>>,
}

impl<P: Property> Kind for Motions<P> {
    fn component(&self) -> &str {
        &self.name
    }

    fn list(&mut self, world: &mut World, found: &mut dyn FnMut(Entity, bool)) {
        let query = self.query.get_or_insert_with(|| QueryState::new(world));
        query.iter(world).for_each(|(entity, motion)| found(entity, !motion.is_resting()));
    }

    fn is_on(&self, world: &World, entity: Entity) -> bool {
        world.get::<Motion<P>>(entity).is_some()
    }

    fn state(&self, world: &World, entity: Entity) -> String {
        let Some(motion) = world.get::<Motion<P>>(entity) else { return String::new() };
        state_of(motion, now_of(world, motion.state().clock()).time)
    }

    fn show(&mut self, world: &mut World, entity: Entity, ui: &mut Ui) {
        let Some(motion) = world.get::<Motion<P>>(entity) else { return };
        let now = now_of(world, motion.state().clock());
        let Some(asked) = show_motion(motion, now, ui) else { return };
        if let Some(mut motion) = world.get_mut::<Motion<P>>(entity) {
            asked.of(&mut motion, now);
        }
    }

    fn as_any(&mut self) -> &mut dyn core::any::Any {
        self
    }
}

fn state_of<P: Property>(motion: &Motion<P>, now: Time) -> String {
    match motion.state().span() {
        None => "at rest".into(),
        Some((start, _)) if now < start => format!("starts in {}", ms(start - now)),
        Some((start, end)) => progress(now - start, end.map(|end| end - start)),
    }
}

/// A button below a motion.
enum Asked {
    Stop,
    Finish,
}

impl Asked {
    fn of<P: Property>(&self, motion: &mut Motion<P>, now: Moment) {
        match self {
            Self::Stop => motion.stop(now),
            Self::Finish => motion.finish(now),
        }
    }
}

fn show_motion<P: Property>(motion: &Motion<P>, now: Moment, ui: &mut Ui) -> Option<Asked> {
    State::new(now.time, digest(motion)).ui(ui);
    ui.label(state_of(motion, now.time));
    if let Some(value) = motion.value(now) {
        ui.label(format!("value {value:?}"));
    }
    let target = motion.target()?;
    ui.label(format!("target {target:?}"));
    let (stop, finish) = ui.horizontal(|ui| (ui.button("Stop"), ui.button("Finish"))).inner;
    stop.clicked().then_some(Asked::Stop).or_else(|| finish.clicked().then_some(Asked::Finish))
}

#[derive(Default)]
struct ByPaths {
    query: Option<QueryState<(Entity, &'static PathMotions)>>,
}

impl Kind for ByPaths {
    fn component(&self) -> &str {
        "PathMotions"
    }

    fn list(&mut self, world: &mut World, found: &mut dyn FnMut(Entity, bool)) {
        let query = self.query.get_or_insert_with(|| QueryState::new(world));
        query.iter(world).for_each(|(entity, motions)| found(entity, !motions.is_resting()));
    }

    fn is_on(&self, world: &World, entity: Entity) -> bool {
        world.get::<PathMotions>(entity).is_some()
    }

    fn state(&self, world: &World, entity: Entity) -> String {
        struct States<'w>(&'w World, String);
        impl SeeMotion for States<'_> {
            fn see<P: Property>(&mut self, motion: &mut Motion<P>) {
                self.1 = state_of(motion, now_of(self.0, motion.state().clock()).time);
            }
        }
        let Some(motions) = world.get::<PathMotions>(entity) else { return String::new() };
        let mut motions = motions.clone();
        let states = motions.motions_mut().map(|(path, motion)| {
            let mut state = States(world, String::new());
            motion.see(&mut state);
            format!("{path} {}", state.1)
        });
        states.collect::<Vec<_>>().join(", ")
    }

    fn show(&mut self, world: &mut World, entity: Entity, ui: &mut Ui) {
        struct Bars<'a> {
            shown: Shown,
            ui: &'a mut Ui,
            changed: bool,
        }
        impl SeeMotion for Bars<'_> {
            fn see<P: Property>(&mut self, motion: &mut Motion<P>) {
                let clock = motion.state().clock();
                let now = Moment { time: self.shown.of(clock), clock };
                if let Some(asked) = show_motion(motion, now, self.ui) {
                    asked.of(motion, now);
                    self.changed = true;
                }
            }
        }
        let shown = *world.resource::<Shown>();
        let Some(mut motions) = world.get_mut::<PathMotions>(entity) else { return };
        let mut changed = false;
        for (path, motion) in motions.bypass_change_detection().motions_mut() {
            ui.push_id(path, |ui| {
                ui.label(path);
                let mut bars = Bars { shown, ui, changed: false };
                motion.see(&mut bars);
                changed |= bars.changed;
            });
        }
        if changed {
            motions.set_changed();
        }
    }

    fn as_any(&mut self) -> &mut dyn core::any::Any {
        self
    }
}

struct Queues<P: Clone + Send + Sync + 'static, Q: Holds<P>> {
    name: String,
    label: fn(&P) -> String,
    query: Option<QueryState<(Entity, &'static Q)>>,
    /// The lanes of the queue that was shown last.
    lanes: (Entity, Lanes),
    /// One kind logs the updates of all queues of a payload.
    cursor: Option<MessageCursor<QueueUpdate<P>>>,
}

impl<P: Clone + Send + Sync + 'static, Q: Holds<P>> Queues<P, Q> {
    fn new(name: String, logs: bool) -> Self {
        Self {
            name,
            label: |_| short_name::<P>().into(),
            query: None,
            lanes: (Entity::PLACEHOLDER, Lanes::default()),
            cursor: logs.then(MessageCursor::default),
        }
    }
}

impl<P: Clone + Send + Sync + 'static, Q: Holds<P>> Kind for Queues<P, Q> {
    fn component(&self) -> &str {
        &self.name
    }

    fn list(&mut self, world: &mut World, found: &mut dyn FnMut(Entity, bool)) {
        let query = self.query.get_or_insert_with(|| QueryState::new(world));
        query.iter(world).for_each(|(entity, queue)| found(entity, !queue.queue().is_empty()));
    }

    fn is_on(&self, world: &World, entity: Entity) -> bool {
        world.get::<Q>(entity).is_some()
    }

    fn state(&self, world: &World, entity: Entity) -> String {
        match world.get::<Q>(entity).map(|queue| queue.queue().len()) {
            None => String::new(),
            Some(0) => "at rest".into(),
            Some(1) => "1 entry".into(),
            Some(count) => format!("{count} entries"),
        }
    }

    fn show(&mut self, world: &mut World, entity: Entity, ui: &mut Ui) {
        let Some(mut held) = world.get_mut::<Q>(entity) else { return };
        let queue = held.queue();
        let (of, lanes) = &mut self.lanes;
        if *of != entity {
            (*of, *lanes) = (entity, Lanes::default());
        }
        lanes.observe(queue, self.label);
        ui.label(format!("{} entries, at {}", queue.len(), ms(queue.time() - Time::ZERO)));
        lanes.ui(ui);
        if ui.button("Skip all").clicked() {
            held.queue_mut().finish();
        }
    }

    fn log(&mut self, world: &World, to: &mut Vec<LogLine>) {
        let Some(updates) = world.get_resource::<Messages<QueueUpdate<P>>>() else { return };
        let Some(cursor) = &mut self.cursor else { return };
        for update in cursor.read(updates) {
            // The first update of an entry that plays may come a part of a frame after its start.
            let begun = if update.reason == Reason::Played { update.elapsed } else { Span::ZERO };
            let kinds = [
                (update.started, EventKind::Start, begun),
                (update.ended, EventKind::End, Span::ZERO),
            ];
            for (_, kind, since) in kinds.into_iter().filter(|(is, ..)| *is) {
                let name =
                    format!("{} {}", name_of(world, update.entity), (self.label)(&update.payload));
                let (due, lateness) = (update.at - since, update.lateness + since);
                to.push(line(name, kind, due, lateness, update.reason));
            }
        }
    }

    fn as_any(&mut self) -> &mut dyn core::any::Any {
        self
    }
}

#[derive(Default)]
struct Clips {
    query: Option<QueryState<(Entity, &'static ClipPlayer)>>,
    curves: Option<(Arc<Clip>, Curves)>,
}

impl Kind for Clips {
    fn component(&self) -> &str {
        "ClipPlayer"
    }

    fn list(&mut self, world: &mut World, found: &mut dyn FnMut(Entity, bool)) {
        let query = self.query.get_or_insert_with(|| QueryState::new(world));
        query.iter(world).for_each(|(entity, player)| found(entity, !player.is_over()));
    }

    fn is_on(&self, world: &World, entity: Entity) -> bool {
        world.get::<ClipPlayer>(entity).is_some()
    }

    fn state(&self, world: &World, entity: Entity) -> String {
        let Some(player) = world.get::<ClipPlayer>(entity) else { return String::new() };
        let Playback { asset, playing, clock } = player.playback();
        let clip = world.get_resource::<Assets<CueClip>>().and_then(|clips| clips.get(&asset));
        let (Some(clip), Some(playing)) = (clip, playing) else { return "not loaded".into() };
        let at = playing.at(now_of(world, clock).time).local;
        let over = if playing.is_over() { ", over" } else { "" };
        format!("{:?}, {}{over}", clip.0.name(), progress(at, Some(clip.0.duration())))
    }

    fn show(&mut self, world: &mut World, entity: Entity, ui: &mut Ui) {
        let Some(player) = world.get::<ClipPlayer>(entity) else { return };
        let Playback { asset, playing, clock } = player.playback();
        ui.label(self.state(world, entity));
        let clip = world.resource::<Assets<CueClip>>().get(&asset).map(|clip| clip.0.clone());
        let (Some(clip), Some(playing)) = (clip, playing) else { return };
        let head = *playing.playhead();
        let now = now_of(world, clock);
        let at = head.at(now.time);
        let markers = clip.cues().iter().map(|cue| (cue.at, cue.name.as_str()));
        let action = bar(clip.duration(), at.local, &head, markers).ui(ui);
        let curves = match &mut self.curves {
            Some((of, curves)) if Arc::ptr_eq(of, &clip) => curves,
            curves => &mut curves.insert((clip.clone(), Curves::of(&clip))).1,
        };
        let size = vec2(ui.available_width(), 180.0);
        let asked = ui.allocate_ui(size, |ui| curves.ui(ui, &clip, at.local)).inner;
        let action = match asked {
            Some(CurveAction::Seek(to)) => Some(TimeBarAction::Seek(Time::ZERO + to)),
            _ => action,
        };
        let (Some(action), Some(mut player)) = (action, world.get_mut::<ClipPlayer>(entity)) else {
            return;
        };
        match action {
            TimeBarAction::TogglePlay if head.is_held() => player.resume(now),
            TimeBarAction::TogglePlay => player.pause(now),
            TimeBarAction::Step(frames) => {
                let to = at.local + FRAME * i64::from(frames);
                player.scrub_to(now, path_to(&head, now.time, to));
            }
            TimeBarAction::Seek(to) => {
                player.scrub_to(now, path_to(&head, now.time, to - Time::ZERO));
                if !head.is_held() {
                    player.resume(now);
                }
            }
            TimeBarAction::Speed(speed) => player.set_speed(now, speed_of(speed)),
        }
    }

    fn as_any(&mut self) -> &mut dyn core::any::Any {
        self
    }
}

/// How far a playhead has played where it shows `to` in its present pass, in the direction of that pass.
fn path_to(head: &Playhead, now: Time, to: Span) -> Span {
    let (at, (from, until)) = (head.at(now), head.range());
    let played = match at.direction {
        Direction::Forward => to - from,
        Direction::Backward => until - to,
    };
    (until - from) * at.pass + played.max(Span::ZERO).min(until - from)
}

/// A step of a player, by the buttons of its bar.
const FRAME: Span = cueline::time::TickRate::HZ_60.span_of_tick(cueline::time::Tick::ZERO);

fn bar<'a>(
    duration: Span,
    at: Span,
    head: &Playhead,
    markers: impl Iterator<Item = (Span, &'a str)>,
) -> TimeBar {
    let marker = |(at, name): (Span, &str)| Marker { at: Time::ZERO + at, name: name.into() };
    #[expect(clippy::cast_possible_truncation, reason = "for a button")]
    let speed = head.speed().as_f64() as f32;
    TimeBar::new(Time::ZERO, Time::ZERO + duration, Time::ZERO + at)
        .playing(!head.is_held())
        .speed(speed)
        .markers(markers.map(marker).collect())
}

#[derive(Default)]
struct Timelines {
    query: Option<QueryState<(Entity, &'static TimelinePlayer)>>,
    editor: TimelineEditor,
}

impl Kind for Timelines {
    fn component(&self) -> &str {
        "TimelinePlayer"
    }

    fn list(&mut self, world: &mut World, found: &mut dyn FnMut(Entity, bool)) {
        let query = self.query.get_or_insert_with(|| QueryState::new(world));
        query.iter(world).for_each(|(entity, player)| found(entity, !player.is_over()));
    }

    fn is_on(&self, world: &World, entity: Entity) -> bool {
        world.get::<TimelinePlayer>(entity).is_some()
    }

    fn state(&self, world: &World, entity: Entity) -> String {
        let Some(player) = world.get::<TimelinePlayer>(entity) else { return String::new() };
        let asset = player.playback().asset;
        let assets = world.get_resource::<Assets<CueTimeline>>();
        let timeline = assets.and_then(|timelines| timelines.get(&asset));
        let (Some(timeline), Some(at)) = (timeline, player.elapsed()) else {
            return "not loaded".into();
        };
        let over = if player.is_over() { ", over" } else { "" };
        format!("{:?}, {}{over}", timeline.0.name(), progress(at, timeline.0.duration()))
    }

    fn show(&mut self, world: &mut World, entity: Entity, ui: &mut Ui) {
        let Some(player) = world.get::<TimelinePlayer>(entity) else { return };
        let Playback { asset, playing, clock } = player.playback();
        let at = player.elapsed();
        ui.label(self.state(world, entity));
        let timelines = world.resource::<Assets<CueTimeline>>();
        let timeline = timelines.get(&asset).map(|timeline| timeline.0.clone());
        let (Some(timeline), Some(playing), Some(at)) = (timeline, playing, at) else { return };
        let head = *playing.playhead();
        let items = items(&timeline);
        let moments = items.iter().filter(|item| item.end == Some(item.start));
        let markers = moments.map(|item| (item.start, item.label.as_str()));
        let labels = timeline.labels_of(ItemId::WHOLE).map(|(name, at)| (at, name));
        // An endless one has a bar of what has played, and a second more.
        let duration = timeline.duration().unwrap_or(at + cueline::time::secs(1.0));
        let action = bar(duration, at, &head, markers.chain(labels)).ui(ui);
        let size = vec2(ui.available_width(), 140.0);
        let asked = ui.allocate_ui(size, |ui| self.editor.ui(ui, &items, duration, at)).inner;
        let action = match asked {
            Some(EditorAction::Seek(to)) => Some(TimeBarAction::Seek(Time::ZERO + to)),
            Some(EditorAction::Select(item)) => {
                self.editor.select(Some(item));
                action
            }
            _ => action,
        };
        let now = now_of(world, clock);
        let Some(mut player) = world.get_mut::<TimelinePlayer>(entity) else { return };
        match action {
            None => {}
            Some(TimeBarAction::TogglePlay) if head.is_held() => player.resume(now),
            Some(TimeBarAction::TogglePlay) => player.pause(now),
            Some(TimeBarAction::Step(frames)) => {
                let to = at + FRAME * i64::from(frames);
                player.scrub_to(now, path_to(&head, now.time, to));
            }
            Some(TimeBarAction::Seek(to)) => {
                player.scrub_to(now, path_to(&head, now.time, to - Time::ZERO));
            }
            Some(TimeBarAction::Speed(speed)) => player.set_speed(now, speed_of(speed)),
        }
    }

    fn as_any(&mut self) -> &mut dyn core::any::Any {
        self
    }
}

/// The items of a timeline, without what is inside of them.
fn items(timeline: &Timeline<String>) -> Vec<EditorRow> {
    let item = |id: ItemId| {
        let at = timeline.arrangement(id)?;
        let kind = match timeline.kind(id)? {
            ItemKind::Tween => "tween",
            ItemKind::Clip(clip) => clip.name(),
            ItemKind::Flipbook(_) => "flipbook",
            ItemKind::Cue(_) => "cue",
            ItemKind::Call(_) => "call",
            ItemKind::Pause => "pause",
            ItemKind::Wait => "wait",
            ItemKind::Timeline => "timeline",
            _ => "item",
        };
        let name = timeline.item_name(id);
        let label = if name.is_empty() { kind } else { name }.into();
        Some(EditorRow { label, start: at.start, end: at.end, ..EditorRow::default() })
    };
    timeline.children(ItemId::WHOLE).filter_map(item).collect()
}

struct Flipbooks {
    query: Option<QueryState<(Entity, &'static FlipbookPlayer)>>,
}

impl Kind for Flipbooks {
    fn component(&self) -> &str {
        "FlipbookPlayer"
    }

    fn list(&mut self, world: &mut World, found: &mut dyn FnMut(Entity, bool)) {
        let query = self.query.get_or_insert_with(|| QueryState::new(world));
        query.iter(world).for_each(|(entity, player)| found(entity, !player.is_over()));
    }

    fn is_on(&self, world: &World, entity: Entity) -> bool {
        world.get::<FlipbookPlayer>(entity).is_some()
    }

    fn state(&self, world: &World, entity: Entity) -> String {
        let Some(player) = world.get::<FlipbookPlayer>(entity) else { return String::new() };
        let (handle, clock) = player.source();
        let assets = world.get_resource::<Assets<CueFlipbook>>();
        let Some(flipbook) = assets.and_then(|flipbooks| flipbooks.get(handle)) else {
            return "not loaded".into();
        };
        let picture = player.index_at(flipbook, now_of(world, clock).time);
        format!("picture {picture}{}", if player.is_over() { ", over" } else { "" })
    }

    fn show(&mut self, world: &mut World, entity: Entity, ui: &mut Ui) {
        ui.label(self.state(world, entity));
    }

    fn as_any(&mut self) -> &mut dyn core::any::Any {
        self
    }
}

#[cfg(feature = "characters")]
#[derive(Default)]
struct Animators {
    query: Option<QueryState<Entity, With<crate::player::character::CharacterAnimator>>>,
}

#[cfg(feature = "characters")]
impl Kind for Animators {
    fn component(&self) -> &str {
        "CharacterAnimator"
    }

    fn list(&mut self, world: &mut World, found: &mut dyn FnMut(Entity, bool)) {
        let query = self.query.get_or_insert_with(|| QueryState::new(world));
        query.iter(world).for_each(|entity| found(entity, true));
    }

    fn is_on(&self, world: &World, entity: Entity) -> bool {
        world.get::<crate::player::character::CharacterAnimator>(entity).is_some()
    }

    fn state(&self, world: &World, entity: Entity) -> String {
        let animator = world.get::<crate::player::character::CharacterAnimator>(entity);
        let Some(words) = animator.and_then(crate::player::character::CharacterAnimator::in_words)
        else {
            return "not loaded".into();
        };
        words.states.join(", ") + if words.is_changing { ", changing" } else { "" }
    }

    fn show(&mut self, world: &mut World, entity: Entity, ui: &mut Ui) {
        ui.label(self.state(world, entity));
        let animator = world.get::<crate::player::character::CharacterAnimator>(entity);
        let words = animator.and_then(crate::player::character::CharacterAnimator::in_words);
        for value in words.into_iter().flat_map(|words| words.values) {
            ui.label(value);
        }
    }

    fn as_any(&mut self) -> &mut dyn core::any::Any {
        self
    }
}

fn line(name: String, kind: EventKind, due: Time, lateness: Span, reason: Reason) -> LogLine {
    let direction = Direction::Forward;
    let what = match kind {
        EventKind::Start => "started",
        EventKind::End => "ended",
        EventKind::Loop => "loop",
        EventKind::Cue(_) => "cue",
    };
    let event = Event { due, lateness, id: (), kind, reason, direction, loop_index: 0 };
    LogLine { name, what: what.into(), event }
}

/// Reads the events of the frame.
fn log_events(world: &mut World) {
    let reads = |mut own: Mut<CueInspector>| core::mem::take(&mut own.is_drawn) || own.is_open;
    if world.get_resource_mut::<CueInspector>().is_some_and(reads) {
        scoped(world, |world, own, kinds| log_all(world, own, kinds));
    }
}

fn log_all(world: &World, own: &mut CueInspector, kinds: &mut Kinds) {
    let mut lines = Vec::new();
    kinds.things.iter_mut().for_each(|kind| kind.log(world, &mut lines));
    let cursors = &mut own.cursors;
    let of = |entity, part: &str| format!("{} {part}", name_of(world, entity));
    if let Some(messages) = world.get_resource::<Messages<MotionStarted>>() {
        lines.extend(cursors.started.read(messages).map(|event| {
            let MotionStarted { entity, property, due, lateness } = *event;
            line(of(entity, property), EventKind::Start, due, lateness, Reason::Played)
        }));
    }
    if let Some(messages) = world.get_resource::<Messages<MotionEnded>>() {
        lines.extend(cursors.ended.read(messages).map(|event| {
            let MotionEnded { entity, property, due, lateness, reason } = *event;
            line(of(entity, property), EventKind::End, due, lateness, reason)
        }));
    }
    if let Some(messages) = world.get_resource::<Messages<MotionLooped>>() {
        lines.extend(cursors.looped.read(messages).map(|event| {
            let MotionLooped { entity, property, due, lateness, .. } = *event;
            line(of(entity, property), EventKind::Loop, due, lateness, Reason::Played)
        }));
    }
    if let Some(messages) = world.get_resource::<Messages<MotionCancelled>>() {
        lines.extend(cursors.cancelled.read(messages).map(|event| {
            let MotionCancelled { entity, property, due, lateness, .. } = *event;
            line(of(entity, property), EventKind::End, due, lateness, Reason::Cancelled)
        }));
    }
    if let Some(messages) = world.get_resource::<Messages<CueEvent>>() {
        lines.extend(cursors.cues.read(messages).map(|event| {
            let kind = match event.kind {
                CueEventKind::Start | CueEventKind::StateEntered { .. } => EventKind::Start,
                CueEventKind::Loop(_) => EventKind::Loop,
                CueEventKind::Cue { .. } => EventKind::Cue(0),
                CueEventKind::End | CueEventKind::Cancelled | CueEventKind::StateLeft { .. } => {
                    EventKind::End
                }
            };
            let what = match &event.kind {
                CueEventKind::StateEntered { state, .. }
                | CueEventKind::StateLeft { state, .. } => state,
                _ if world.get::<ClipPlayer>(event.entity).is_some() => "clip",
                _ if world.get::<FlipbookPlayer>(event.entity).is_some() => "flipbook",
                _ => "timeline",
            };
            let name = of(event.entity, event.cue().unwrap_or(what));
            line(name, kind, event.due, event.lateness, event.reason)
        }));
    }
    // The latest was due first.
    lines.sort_by_key(|line| core::cmp::Reverse(line.event.lateness));
    lines.into_iter().for_each(|line| own.log.push_line(line));
}
