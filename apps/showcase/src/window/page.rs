//! The showcase in a web page.

use eframe::web_sys::{Document, window};

use super::Showcase;
use crate::{Entrance, rooms};

fn document() -> Option<Document> {
    window()?.document()
}

/// Starts in the canvas of this id, at the room and moment that the page's address names. An element of the id
/// `said` gets the reason where it does not start, and goes away where it does.
pub fn open_in_page(canvas: &str) {
    let location = window().map(|window| window.location());
    let part = |part: Option<Result<String, _>>| part.and_then(Result::ok).unwrap_or_default();
    let fragment = part(location.as_ref().map(|location| location.hash()));
    let search = part(location.as_ref().map(|location| location.search()));
    let is_picture = search.starts_with("?picture");
    let mut entrance = Entrance::read(&fragment, rooms::COUNT);
    // Nothing moves by itself for who wants little motion.
    entrance.paused |= search != "?picture=play" && wants_little_motion();
    cueline_picture::start_in_page(canvas, |canvas| async move {
        let create: eframe::AppCreator<'_> = Box::new(move |context| {
            cueline_picture::dress(&context.egui_ctx);
            let showcase = Showcase::new(entrance);
            Ok(Box::new(if is_picture { showcase.picture_alone() } else { showcase }))
        });
        eframe::WebRunner::new().start(canvas, eframe::WebOptions::default(), create).await
    });
}

fn wants_little_motion() -> bool {
    let query = window()
        .and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Where the visitor wants to be: a link to another room was followed, or the back button was pressed.
pub(super) fn wanted() -> Option<Entrance> {
    let root = document()?.document_element()?;
    let fragment = root.get_attribute("data-goto")?;
    let _ = root.remove_attribute("data-goto");
    Some(Entrance::read(&fragment, rooms::COUNT))
}

/// Writes the room, its digests, its words and its sounds into attributes of the page, where its script and tests read them.
pub(super) fn publish(showcase: &Showcase) {
    let Some(root) = document().and_then(|document| document.document_element()) else { return };
    let digests: Vec<_> =
        showcase.digests().iter().map(|digest| format!("{digest:016x}")).collect();
    let attributes = [
        ("data-room", (showcase.room() + 1).to_string()),
        ("data-tour", showcase.is_touring().to_string()),
        ("data-link", showcase.link()),
        ("data-moment", showcase.entrance().fragment()),
        ("data-title", showcase.title()),
        ("data-words", showcase.words()),
        ("data-sounds", showcase.sounds().to_string()),
        ("data-digest", format!("{:016x}", showcase.digest())),
        ("data-digests", digests.join(" ")),
    ];
    for (name, value) in attributes {
        if root.get_attribute(name).is_some_and(|shown| shown == value) {
            continue;
        }
        // A page without these attributes shows the same.
        let _ = root.set_attribute(name, &value);
    }
}
