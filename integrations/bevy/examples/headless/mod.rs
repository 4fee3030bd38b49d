//! Examples without a window: what they take from `bevy`, from its small crates, so that no test waits for a renderer.
//!
//! The root of a program says `extern crate self as bevy;` and takes what is in `small`; with the feature `window` the real
//! `bevy` is there. This module lies beside those of the examples.

use std::time::Duration;

use bevy_app::prelude::*;

pub(crate) mod record;

/// Of `bevy`, what the examples use.
#[cfg(not(feature = "window"))]
#[allow(unused_imports, reason = "the pictures need less than the tests")]
pub(crate) mod small {
    pub use bevy_camera as camera;
    pub use bevy_sprite as sprite;
    pub use bevy_ui as ui;
    #[cfg(feature = "serde")]
    pub use bevy_world_serialization as world_serialization;

    pub mod prelude {
        pub use bevy_app::prelude::*;
        pub use bevy_asset::prelude::*;
        pub use bevy_camera::prelude::*;
        pub use bevy_color::prelude::*;
        pub use bevy_ecs::prelude::*;
        pub use bevy_image::prelude::*;
        pub use bevy_input::prelude::*;
        pub use bevy_math::prelude::*;
        pub use bevy_reflect::prelude::*;
        pub use bevy_sprite::prelude::*;
        pub use bevy_text::prelude::*;
        pub use bevy_time::prelude::*;
        pub use bevy_transform::prelude::*;
        pub use bevy_ui::prelude::*;
        pub use bevy_window::prelude::*;
    }
}

/// An example at so many ticks a second, with frames of one duration. The first update has no time. Keys are pressed and
/// cleared by hand.
pub(crate) fn app(hz: f64, frame: Duration, game: fn(&mut App)) -> App {
    use bevy_input::{ButtonInput, keyboard::KeyCode, mouse::MouseButton};
    use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy::ManualDuration};

    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, bevy_transform::TransformPlugin))
        .add_plugins(bevy_asset::AssetPlugin::default())
        .init_resource::<ButtonInput<KeyCode>>()
        .init_resource::<ButtonInput<MouseButton>>()
        .insert_resource(Time::<Fixed>::from_hz(hz))
        .insert_resource(ManualDuration(frame));
    bevy_asset::AssetApp::init_asset::<bevy_image::Image>(&mut app);
    bevy_asset::AssetApp::init_asset::<bevy_image::TextureAtlasLayout>(&mut app);
    app.add_plugins(game);
    app
}
