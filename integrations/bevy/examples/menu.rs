//! A menu of UI nodes, in pixels and percent, on a clock of its own while the world stands still.

mod stage;

use bevy::{prelude::*, ui::RelativeCursorPosition};
use bevy_cueline::prelude::*;
use stage::{BRIGHT, CORAL, MINT, MIST, OnStage, PAPER, SKY, SLATE, SUN, Shapes, Stage};

pub(crate) fn game(app: &mut App) {
    app.add_plugins((
        CuelinePlugin::default(),
        Stage {
            title: "menu",
            text: "Nodes move in the unit that they have. The menu has a clock of its own, and the world waits.",
            keys: "M open or close   Mouse hover",
        },
    ))
    .add_cue_clock::<MenuClock>(ClockSource::Real)
    .add_systems(Startup, setup)
    .add_systems(Update, (toggle, hover));
}

/// The clock of the menu goes on while that of the world is paused.
pub(crate) struct MenuClock;

#[derive(Component)]
pub(crate) struct Panel {
    pub(crate) is_open: bool,
}

#[derive(Component)]
struct Item {
    number: u8,
    is_on: bool,
}

/// What an item fills when it is pointed at.
#[derive(Component)]
struct Fill(u8);

const CLOSED: f32 = -45.0;
const OPEN: f32 = 6.0;

fn setup(mut commands: Commands, world: Res<CueTime>, shapes: Res<Shapes>) {
    for number in 0..14_u8 {
        let (x, color) = (f32::from(number) * 72.0 - 468.0, BRIGHT[usize::from(number) % 5]);
        let mut float = Motion::<TranslationY>::default();
        float.tween(
            world.ago(ms(170) * i64::from(number)),
            -150.0,
            100.0,
            secs(1.6),
            Easing::IN_OUT_SINE,
        );
        float.set_play(Play {
            repeat: Repeat::Forever,
            repeat_mode: RepeatMode::PingPong,
            ..Play::default()
        });
        commands.spawn((
            OnStage,
            shapes.disc(color.with_alpha(0.8), 40.0),
            Transform::from_xyz(x, 0.0, 0.0),
            float,
        ));
    }

    let panel = Node {
        position_type: PositionType::Absolute,
        left: Val::Percent(CLOSED),
        top: Val::Percent(22.0),
        width: Val::Percent(40.0),
        height: Val::Percent(60.0),
        padding: UiRect::all(Val::Px(18.0)),
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::SpaceEvenly,
        border_radius: BorderRadius::all(Val::Px(18.0)),
        ..Node::default()
    };
    let shadow = BoxShadow::new(
        Color::BLACK.with_alpha(0.6),
        Val::ZERO,
        Val::Px(8.0),
        Val::ZERO,
        Val::Px(28.0),
    );
    let panel = (OnStage, Panel { is_open: false }, panel, BackgroundColor(SLATE), shadow);
    commands.spawn((panel, Motion::<NodeLeft>::default())).with_children(|panel| {
        for (number, name, color) in
            [(0, "Continue", MINT), (1, "Items", SUN), (2, "Map", SKY), (3, "Leave", CORAL)]
        {
            let item = Node {
                height: Val::Px(50.0),
                margin: UiRect::left(Val::Px(0.0)),
                padding: UiRect::horizontal(Val::Px(20.0)),
                border: UiRect::all(Val::Px(2.0)),
                align_items: AlignItems::Center,
                border_radius: BorderRadius::all(Val::Px(12.0)),
                overflow: Overflow::clip(),
                ..Node::default()
            };
            let fill = Node {
                position_type: PositionType::Absolute,
                left: Val::Px(0.0),
                width: Val::Percent(0.0),
                height: Val::Percent(100.0),
                ..Node::default()
            };
            let looks = (
                item,
                BackgroundColor(SLATE.mix(&Color::BLACK, 0.3)),
                BorderColor::all(SLATE.mix(&MIST, 0.3)),
                UiTransform::default(),
            );
            let motions = (
                Motion::<NodeMargin>::default(),
                Motion::<BorderTint>::default(),
                Motion::<UiTranslation>::default(),
            );
            let item = (Item { number, is_on: false }, RelativeCursorPosition::default());
            panel.spawn((item, looks, motions)).with_children(|item| {
                item.spawn((
                    Fill(number),
                    fill,
                    BackgroundColor(color.with_alpha(0.22)),
                    Motion::<NodeWidth>::default(),
                ));
                item.spawn((Text::new(name), TextFont::from_font_size(21.0), TextColor(PAPER)));
            });
        }
    });
}

/// Opens the menu, or closes it: the panel first, then its items.
fn open(
    mut world: ResMut<CueTime>,
    time: Res<CueTime<MenuClock>>,
    mut panel: Single<(&mut Panel, &mut Motion<NodeLeft>)>,
    mut items: Query<(&Item, &mut Motion<UiTranslation>)>,
) {
    let (panel, slide) = &mut *panel;
    panel.is_open = !panel.is_open;
    if panel.is_open {
        world.pause()
    } else {
        world.resume()
    }
    slide.spring_to(&time, if panel.is_open { OPEN } else { CLOSED }, Spring::snappy(ms(500)));
    for (item, mut way) in &mut items {
        if panel.is_open {
            way.set(Vec2::X * -420.0);
            way.tween_after(
                &time,
                ms(150) + ms(90) * i64::from(item.number),
                Vec2::ZERO,
                ms(450),
                Easing::OUT_BACK,
            );
        }
    }
}

/// It also opens by itself, once.
fn toggle(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<CueTime<MenuClock>>,
    mut seen: Local<bool>,
    mut commands: Commands,
) {
    let is_first = !*seen && time.now().since_zero() > secs(1.5);
    if keys.just_pressed(KeyCode::KeyM) || is_first {
        *seen = true;
        commands.run_system_cached(open);
    }
}

/// An item that is pointed at moves to the right by its margin, in pixels, and fills, in percent.
fn hover(
    time: Res<CueTime<MenuClock>>,
    mut items: Query<(
        &mut Item,
        &RelativeCursorPosition,
        &mut Motion<NodeMargin>,
        &mut Motion<BorderTint>,
    )>,
    mut fills: Query<(&Fill, &mut Motion<NodeWidth>)>,
) {
    for (mut item, cursor, mut margin, mut border) in &mut items {
        let is_on = cursor.cursor_over();
        if item.is_on == is_on {
            continue;
        }
        item.is_on = is_on;
        let left = if is_on { 26.0 } else { 0.0 };
        margin.spring_to(&time, UiSides { left, ..UiSides::default() }, Spring::bouncy(ms(400)));
        let color = if is_on { PAPER } else { SLATE.mix(&MIST, 0.3) };
        border.tween_to(&time, color, ms(200), Easing::OUT_QUAD);
        for (fill, mut width) in &mut fills {
            if fill.0 == item.number {
                let full = if is_on { 100.0 } else { 0.0 };
                width.tween_to(&time, full, ms(350), Easing::OUT_CUBIC);
            }
        }
    }
}

fn main() -> AppExit {
    stage::open(game)
}
