//! Handles of assets in scenes, by path.

use alloc::string::{String, ToString};

use bevy_asset::{AssetPath, AssetServer, Handle};
use bevy_ecs::prelude::*;
use tracing::error;

pub(crate) fn path_to_save<A: bevy_asset::Asset, E: serde::ser::Error>(
    handle: &Handle<A>,
    path: Option<&str>,
) -> Result<String, E> {
    let own = || handle.path().map(ToString::to_string);
    path.map(String::from).or_else(own).ok_or_else(|| {
        E::custom("a player cannot be saved: what it plays was made in code; load it from a file")
    })
}

/// Loads what a player from a scene plays, if its path is still to be loaded.
pub(crate) fn load<A: bevy_asset::Asset>(
    assets: Option<&AssetServer>,
    entity: Entity,
    path: &mut Option<String>,
    handle: &mut Handle<A>,
) {
    let Some(path) = path.take() else { return };
    match (assets, AssetPath::try_parse(&path)) {
        (Some(assets), Ok(path)) => *handle = assets.load(path.into_owned()),
        (None, _) => error!("entity {entity} cannot play {path:?}: the app has no AssetServer"),
        (_, Err(problem)) => error!("entity {entity} cannot play {path:?}: {problem}"),
    }
}
