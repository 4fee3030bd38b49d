//! The showcase in a web page.

use eframe::{
    wasm_bindgen::JsCast as _,
    web_sys::{Document, HtmlCanvasElement, window},
};

use super::Showcase;
use crate::{Entrance, rooms};

fn document() -> Option<Document> {
    window()?.document()
}

/// Starts in the canvas of this id, at the room and moment that the page's address names. An element of the id
/// `said` gets the reason where it does not start, and goes away where it does.
pub fn open_in_page(canvas: &str) {
    let Some(document) = document() else { return };
    let canvas =
        document.get_element_by_id(canvas).and_then(|it| it.dyn_into::<HtmlCanvasElement>().ok());
    let Some(canvas) = canvas else { return };
    let fragment = window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    let entrance = Entrance::read(&fragment, rooms::COUNT);
    wasm_bindgen_futures::spawn_local(async move {
        let create: eframe::AppCreator<'_> = Box::new(move |context| {
            super::set_up(&context.egui_ctx);
            Ok(Box::new(Showcase::new(entrance)))
        });
        let started =
            eframe::WebRunner::new().start(canvas, eframe::WebOptions::default(), create).await;
        let Some(said) = document.get_element_by_id("said") else { return };
        match started {
            Ok(()) => said.remove(),
            Err(error) => said.set_text_content(Some(&format!("The page cannot draw: {error:?}"))),
        }
    });
}

/// Writes the room and its digests into attributes of the page, where tests read them.
pub(super) fn publish(showcase: &Showcase) {
    let Some(root) = document().and_then(|document| document.document_element()) else { return };
    let digests: Vec<_> =
        showcase.digests().iter().map(|digest| format!("{digest:016x}")).collect();
    let attributes = [
        ("data-room", (showcase.room() + 1).to_string()),
        ("data-tour", showcase.is_touring().to_string()),
        ("data-digest", format!("{:016x}", showcase.digest())),
        ("data-digests", digests.join(" ")),
    ];
    for (name, value) in attributes {
        // A page without these attributes shows the same.
        let _ = root.set_attribute(name, &value);
    }
}
