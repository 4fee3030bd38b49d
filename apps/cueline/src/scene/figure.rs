//! A clip of a character: its triangles, or without any its skeleton as a stick figure.

use std::sync::Arc;

use cueline::{clip::Clip, time::Span};
use cueline_assets::rig::Rig;
use cueline_picture::{Picture, Rect};

use super::actor::{Actor, View};
use crate::open::{Opened, Thing};

#[derive(Debug)]
pub(crate) struct Figure {
    clip: Arc<Clip>,
    actor: Actor,
}

impl Figure {
    /// `None` if the clip moves no node of a skeleton of the file.
    pub(super) fn new(opened: &Opened, thing: &Thing) -> Option<Self> {
        let Thing::Clip(clip) = thing else { return None };
        let rigs =
            opened.document.skeletons.values().filter_map(|skeleton| Rig::new(skeleton).ok());
        let moved = |rig: &Rig| rig.sample(clip, Span::ZERO, &mut rig.rest()) > 0;
        let rig = rigs.into_iter().find(moved)?;
        let actor = Actor::new(rig, opened.shapes.as_ref(), [&**clip]);
        Some(Self { clip: clip.clone(), actor })
    }

    pub(super) fn draw<C: Copy + PartialEq>(&self, picture: &mut Picture<C>, area: Rect, at: Span) {
        let (pose, globals) = self.actor.posed(&self.clip, at);
        self.actor.draw(picture, area, View::default(), &pose, &globals);
    }
}
