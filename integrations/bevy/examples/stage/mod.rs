//! What all examples share: window, camera, colours, soft shapes, a caption, and keys that steer the clock.

#![allow(dead_code, reason = "each example takes what it needs")]

use bevy::{camera::ScalingMode, prelude::*, sprite::Anchor};
use bevy_cueline::prelude::*;

/// The part of the world that the window shows at least, around the origin.
pub const SIZE: Vec2 = Vec2::new(960.0, 540.0);

const NIGHT: Color = Color::srgb(0.055, 0.067, 0.102);
pub const SLATE: Color = Color::srgb(0.145, 0.169, 0.235);
pub const MIST: Color = Color::srgb(0.545, 0.588, 0.690);
pub const PAPER: Color = Color::srgb(0.945, 0.937, 0.906);
pub const SUN: Color = Color::srgb(1.0, 0.769, 0.314);
pub const CORAL: Color = Color::srgb(1.0, 0.451, 0.412);
pub const MINT: Color = Color::srgb(0.322, 0.831, 0.631);
pub const SKY: Color = Color::srgb(0.341, 0.643, 1.0);
pub const VIOLET: Color = Color::srgb(0.690, 0.537, 1.0);
pub const BRIGHT: [Color; 5] = [SUN, CORAL, MINT, SKY, VIOLET];

/// Opens a window and plays an example.
pub fn open(game: fn(&mut App)) -> AppExit {
    let mut app = App::new();
    #[cfg(feature = "window")]
    {
        let window = Window {
            title: "Cueline".into(),
            resolution: (960, 540).into(),
            // Where the page of the gallery has its picture.
            canvas: Some("#stage".into()),
            fit_canvas_to_parent: true,
            ..Window::default()
        };
        let windows = WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() };
        app.add_plugins(DefaultPlugins.set(windows));
    }
    app.add_plugins(game).run()
}

/// The stage of one example.
pub struct Stage {
    pub title: &'static str,
    /// What one sees, in a line or two.
    pub text: &'static str,
    /// Keys of this example, beside those of the clock.
    pub keys: &'static str,
}

/// What R takes away, with its children, before `Startup` runs again.
#[derive(Component)]
pub struct OnStage;

/// The line that says how fast the clock runs.
#[derive(Component)]
struct ClockLine;

impl Plugin for Stage {
    fn build(&self, app: &mut App) {
        let shapes = Shapes::new(&mut app.world_mut().resource_mut::<Assets<Image>>());
        app.insert_resource(ClearColor(NIGHT)).insert_resource(shapes);
        let projection = OrthographicProjection {
            scaling_mode: ScalingMode::AutoMin { min_width: SIZE.x, min_height: SIZE.y },
            ..OrthographicProjection::default_2d()
        };
        let edge = SIZE / 2.0 - Vec2::new(32.0, 28.0);
        let keys = if self.keys.is_empty() { String::new() } else { format!("{}   ", self.keys) };
        let keys = format!("{keys}Space pause   Right tick   Up/Down speed   R restart");
        // The caption hangs on the camera, so that it stays where a camera shakes.
        app.world_mut().spawn((Camera2d, Projection::Orthographic(projection))).with_children(
            |hud| {
                let lines = [
                    (self.title, 26.0, PAPER, -edge.x, edge.y, Anchor::TOP_LEFT),
                    (self.text, 15.0, MIST, -edge.x, edge.y - 38.0, Anchor::TOP_LEFT),
                    (&keys, 13.0, MIST.with_alpha(0.7), -edge.x, -edge.y, Anchor::BOTTOM_LEFT),
                ];
                for (line, size, color, x, y, anchor) in lines {
                    hud.spawn((text(line, size, color), Transform::from_xyz(x, y, 900.0), anchor));
                }
                let place = Transform::from_translation(edge.extend(900.0));
                hud.spawn((text("", 15.0, SUN), place, Anchor::TOP_RIGHT, ClockLine));
            },
        );
        app.add_systems(First, (restart, steer).chain()).add_systems(Update, show_clock);
    }
}

/// Text around its place.
pub fn text(text: &str, size: f32, color: Color) -> impl Bundle + use<> {
    (Text2d::new(text), TextFont::from_font_size(size), TextColor(color))
}

fn restart(world: &mut World) {
    if world.resource::<ButtonInput<KeyCode>>().just_pressed(KeyCode::KeyR) {
        begin_again(world);
    }
}

/// Takes away what is on the stage, and runs `Startup` once more.
pub fn begin_again(world: &mut World) {
    let mut parts = world.query_filtered::<Entity, With<OnStage>>();
    for part in parts.iter(world).collect::<Vec<_>>() {
        if let Ok(part) = world.get_entity_mut(part) {
            part.despawn();
        }
    }
    world.run_schedule(Startup);
}

/// The keys act on the clock of all animations, and on nothing else.
fn steer(keys: Res<ButtonInput<KeyCode>>, mut time: ResMut<CueTime>) {
    if keys.just_pressed(KeyCode::Space) {
        if time.is_paused() { time.resume() } else { time.pause() }
    }
    if keys.just_pressed(KeyCode::ArrowRight) {
        time.pause();
        let tick = time.rate().span_of_tick(time.tick());
        time.step(tick);
    }
    let (num, den) = (time.speed().num(), time.speed().den());
    let speed = match (keys.just_pressed(KeyCode::ArrowUp), keys.just_pressed(KeyCode::ArrowDown)) {
        (true, _) if num < 4 => Speed::new(num * 2, den),
        (_, true) if den < 16 => Speed::new(num, den * 2),
        _ => return,
    };
    if let Ok(speed) = speed {
        time.set_speed(speed);
    }
}

fn show_clock(time: Res<CueTime>, mut line: Single<&mut Text2d, With<ClockLine>>) {
    let (num, den) = (time.speed().num(), time.speed().den());
    let speed = if time.is_paused() {
        "paused".into()
    } else if den == 1 {
        format!("x{num}")
    } else {
        format!("x{num}/{den}")
    };
    let seconds = time.now().since_zero().as_secs_f32();
    let now = format!("{speed}  {seconds:5.2} s");
    if line.0 != now {
        line.0 = now;
    }
}

/// Soft shapes: images of one colour, made here, with smooth edges at any size.
#[derive(Resource, Clone)]
pub struct Shapes {
    disc: Handle<Image>,
    round: Handle<Image>,
    shadow: Handle<Image>,
    glow: Handle<Image>,
}

impl Shapes {
    fn new(images: &mut Assets<Image>) -> Self {
        // The distance to the edge of a square with round corners, in pixels: negative within.
        let edge = |at: Vec2, half: f32, corner: f32| {
            let outside = (at.abs() - Vec2::splat(half - corner)).max(Vec2::ZERO);
            outside.length() - corner
        };
        let smooth = |t: f32| {
            let t = t.clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        };
        let mut add = |side: u32, alpha: &dyn Fn(Vec2) -> f32| {
            let middle = Vec2::splat(side as f32 / 2.0);
            images.add(picture(UVec2::splat(side), &|at| [1.0, alpha(at - middle)]))
        };
        Self {
            disc: add(128, &|at| 0.5 - edge(at, 63.0, 63.0)),
            round: add(64, &|at| 0.5 - edge(at, 31.5, 14.0)),
            shadow: add(96, &|at| 0.45 * smooth(-edge(at, 48.0, 40.0) / 34.0)),
            glow: add(128, &|at| smooth(1.0 - at.length() / 63.0).powi(2)),
        }
    }

    pub fn disc(&self, color: Color, diameter: f32) -> Sprite {
        sprite(&self.disc, color, Vec2::splat(diameter))
    }

    /// A light without an edge.
    pub fn glow(&self, color: Color, diameter: f32) -> Sprite {
        sprite(&self.glow, color, Vec2::splat(diameter))
    }

    /// A rectangle with round corners.
    pub fn round(&self, color: Color, width: f32, height: f32) -> Sprite {
        Sprite { image_mode: sliced(16.0), ..sprite(&self.round, color, Vec2::new(width, height)) }
    }

    /// What lies below a rectangle of that size.
    pub fn shadow(&self, width: f32, height: f32) -> Sprite {
        let size = Vec2::new(width, height) + Vec2::splat(36.0);
        Sprite { image_mode: sliced(46.0), ..sprite(&self.shadow, Color::BLACK, size) }
    }
}

fn sprite(image: &Handle<Image>, color: Color, size: Vec2) -> Sprite {
    Sprite { image: image.clone(), color, custom_size: Some(size), ..Sprite::default() }
}

fn sliced(border: f32) -> SpriteImageMode {
    SpriteImageMode::Sliced(TextureSlicer {
        border: BorderRect::all(border),
        ..TextureSlicer::default()
    })
}

/// An image of grey pixels: the light and the opacity of each, by its place from the upper left, in pixels.
pub fn picture(size: UVec2, pixel: &dyn Fn(Vec2) -> [f32; 2]) -> Image {
    let mut image = Image::default();
    image.texture_descriptor.size.width = size.x;
    image.texture_descriptor.size.height = size.y;
    let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
    let pixels = (0..size.x * size.y).flat_map(|number| {
        let at = Vec2::new((number % size.x) as f32, (number / size.x) as f32) + 0.5;
        let [light, alpha] = pixel(at).map(byte);
        [light, light, light, alpha]
    });
    image.data = Some(pixels.collect());
    image
}
