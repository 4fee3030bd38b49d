//! Tools for the selected key or item.

use cueline::{
    clip::{Clip, Interpolation, ValueKind},
    time::Span,
};
use cueline_assets::DocumentPath;
use eframe::egui::{
    self, Key, PopupCloseBehavior, RichText, TextEdit, Ui,
    containers::menu::{MenuButton, MenuConfig},
};

use super::File;
use crate::{
    open::Thing,
    studio::{
        easing,
        edit::{self, Edit, NewItem},
        rows::Target,
    },
};

/// Tools for the selected key of a clip.
pub(super) fn key_tools(
    ui: &mut Ui,
    file: &mut File,
    clip: &Clip,
    new: &mut String,
) -> Option<Edit> {
    let name = clip.name().to_owned();
    let at = file.transport.at();
    let mut edit = None;
    if let Some((track, key)) = file.curves.selected().map(|(track, key)| (track.to_owned(), key)) {
        let curve = file.curves.curves().iter().find(|curve| curve.track == track);
        let found = curve.and_then(|curve| curve.keys.get(key)).cloned();
        let list = edit::track(&name, &track);
        if let Some(found) = found {
            ui.label(format!("{track} key {key}: {:.1} ms", found.at.as_secs_f64() * 1000.0));
            let current = name_of(&found.interpolation);
            if let Some(text) = easing::choose(ui, &current, &easing::OF_KEYS) {
                edit = Some(Edit::Name { item: list.index(key), field: "interpolation", text });
            }
        }
        if ui.button("Add a key here").clicked()
            && let Ok(value) = clip.sample(&track, at)
        {
            edit = Some(Edit::AddKey { clip: name.clone(), track: track.clone(), at, value });
        }
        if ui.button("Remove key").clicked() {
            file.curves.select(None);
            edit = Some(Edit::Remove { list, index: key });
        }
    } else {
        ui.label(RichText::new("Click a key; double-click a curve for a new one.").weak());
    }
    add_cue(ui, &name, at, new).or(edit)
}

/// The name of an interpolation in a file.
fn name_of(interpolation: &Interpolation) -> String {
    match interpolation {
        Interpolation::Hold => "hold".to_owned(),
        Interpolation::Linear => "linear".to_owned(),
        Interpolation::Hermite => "hermite".to_owned(),
        Interpolation::Eased(easing) => cueline_assets::easing::text(easing),
        Interpolation::HermiteEased(easing) => {
            format!("hermite {}", cueline_assets::easing::text(easing))
        }
        _ => String::new(),
    }
}

fn add_cue(ui: &mut Ui, clip: &str, at: Span, new: &mut String) -> Option<Edit> {
    ui.separator();
    let label = ui.label("Name");
    let field = ui
        .add(TextEdit::singleline(new).desired_width(80.0).id_salt("new name"))
        .labelled_by(label.id);
    let _ = field;
    let wanted = ui.button("Add cue here").clicked();
    let name = if new.trim().is_empty() { "cue" } else { new.trim() };
    wanted.then(|| Edit::AddCue { clip: clip.to_owned(), at, name: name.to_owned() })
}

/// Tools for the selected item of a timeline, or cue of a clip.
pub(super) fn item_tools(
    ui: &mut Ui,
    file: &mut File,
    thing: &Thing,
    new: &mut String,
    drag: &mut Option<bool>,
) -> Option<Edit> {
    let mut edit = None;
    let selected = file.editor.selected();
    let row = selected.and_then(|row| file.rows.get(row)).cloned();
    match row.as_ref().map(|row| (&row.target, &row.item)) {
        Some((Target::Item(placed), _)) => {
            let row = selected.unwrap_or_default();
            let typed = file.rename.take().filter(|(of, _)| *of == row);
            let mut name = typed.map_or_else(|| placed.name.clone(), |(_, name)| name);
            let label = ui.label("Name");
            let field = ui.add(TextEdit::singleline(&mut name).desired_width(90.0).id_salt("name"));
            let field = field.labelled_by(label.id);
            if field.lost_focus() && name != placed.name {
                edit = Some(Edit::Name { item: placed.path.clone(), field: "name", text: name });
            } else if field.has_focus() {
                file.rename = Some((row, name));
            }
            if let Some(current) = &placed.easing
                && let Some(text) = easing::choose(ui, current, &[])
            {
                edit = Some(Edit::Name { item: placed.path.clone(), field: "easing", text });
            }
            if placed.easing.is_some()
                && let Some((number, done)) = ends(ui, file, &placed.path)
            {
                edit = Some(number);
                *drag = Some(done);
            }
            if ui.button("Copy").clicked() {
                let (item, list, index) = (placed.path.clone(), placed.list.clone(), placed.index);
                edit = Some(Edit::Copy { item, list, index });
            }
            if ui.button("Remove").clicked() {
                file.editor.select(None);
                edit = Some(Edit::Remove { list: placed.list.clone(), index: placed.index });
            }
        }
        Some((Target::Cue { clip, cue }, _)) => {
            let list = edit::clip(clip).field("cues");
            let label = ui.label("Name");
            let field = ui.add(TextEdit::singleline(new).desired_width(80.0).id_salt("cue name"));
            let _ = field.labelled_by(label.id);
            if ui.button("Rename cue").clicked() && !new.trim().is_empty() {
                let text = new.trim().to_owned();
                edit = Some(Edit::Name { item: list.index(*cue), field: "name", text });
            }
            if ui.button("Remove cue").clicked() {
                file.editor.select(None);
                edit = Some(Edit::Remove { list, index: *cue });
            }
        }
        _ => {
            ui.label(RichText::new("Drag bars and their ends; click one for more.").weak());
        }
    }
    match thing {
        Thing::Timeline(timeline) => add_item(ui, timeline.name(), new).or(edit),
        Thing::Clip(clip) if !matches!(row.map(|row| row.target), Some(Target::Cue { .. })) => {
            add_cue(ui, clip.name(), file.transport.at(), new).or(edit)
        }
        _ => edit,
    }
}

fn add_item(ui: &mut Ui, timeline: &str, new: &mut String) -> Option<Edit> {
    let mut item = None;
    ui.separator();
    // A click on the name would close a plain menu.
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new("Add").config(stays).ui(ui, |ui| {
        let label = ui.label("Property or name");
        let field = ui.add(TextEdit::singleline(new).desired_width(130.0)).labelled_by(label.id);
        let (id, pass) = (ui.id().with("last pass"), ui.ctx().cumulative_pass_nr());
        let last = ui.data_mut(|data| core::mem::replace(data.get_temp_mut_or(id, 0), pass));
        if last + 1 < pass {
            field.request_focus(); // the menu has been opened
        }
        let name = if new.trim().is_empty() { "x" } else { new.trim() }.to_owned();
        for (label, made) in [
            ("Tween", NewItem::Tween(name.clone())),
            ("Set", NewItem::Set(name.clone())),
            ("Cue", NewItem::Cue(name.clone())),
            ("Label", NewItem::Label(name.clone())),
            ("Wait", NewItem::Wait),
        ] {
            if ui.button(label).clicked() {
                item = Some(made);
                ui.close();
            }
        }
        if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            item = Some(NewItem::Tween(name));
            ui.close();
        }
    });
    if item.is_some() {
        new.clear();
    }
    item.map(|item| Edit::AddItem { timeline: timeline.to_owned(), item })
}

/// The start and end values of a tween. Returns an edit, and whether the drag of a number is over.
fn ends(ui: &mut Ui, file: &File, item: &DocumentPath) -> Option<(Edit, bool)> {
    let outline = file.model.outline()?;
    let moves = outline.at(&item.field("action"))?.content();
    let mut changed = None;
    for (property, tween) in moves.fields().take(3) {
        let path = item.field("action").name(property.word()?);
        for end in ["from", "to"] {
            let Some(part) = tween.field(end) else { continue };
            let Some(kind) = edit::number_kind(part) else { continue };
            let Some(mut value) = part.content().word().and_then(|word| word.parse::<f64>().ok())
            else {
                continue;
            };
            let whole = matches!(kind, ValueKind::I32 | ValueKind::I64);
            let label = ui.label(end);
            let speed = if whole { 0.1 } else { (value.abs() * 0.01).max(0.01) };
            let number = egui::DragValue::new(&mut value)
                .speed(speed)
                .max_decimals(if whole { 0 } else { 3 })
                .update_while_editing(false);
            let response = ui.add(number).labelled_by(label.id);
            let done = response.drag_stopped() || !response.dragged();
            if response.changed() || response.drag_stopped() {
                changed = Some((Edit::Number { item: path.field(end), value }, done));
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use cueline::value::Easing;

    use super::*;

    #[test]
    fn an_eased_hermite_key_shows_its_easing() {
        let eased = Interpolation::HermiteEased(Easing::OUT_QUAD.into());
        assert_eq!(name_of(&eased), "hermite out-quad");
    }
}
