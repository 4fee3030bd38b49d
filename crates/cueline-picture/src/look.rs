//! The look of Cueline's windows.

use std::sync::Arc;

use egui::{
    Color32, Context, FontData, FontFamily, Theme,
    epaint::text::{FontInsert, FontPriority, InsertFontFamily},
};
use epaint_default_fonts::HACK_REGULAR;

use crate::{Weight, paint_egui};

/// The ground of a window.
const GROUND: Color32 = Color32::from_rgb(24, 27, 34);
/// The ground of a field, a list, or lanes.
const WELL: Color32 = Color32::from_rgb(17, 19, 24);
/// Behind what can be pressed, and behind what is chosen or on.
const BUTTON: Color32 = Color32::from_rgb(58, 63, 80);
const CHOSEN: Color32 = Color32::from_rgb(139, 90, 43);
/// Words that matter, and words that explain.
const STRONG: Color32 = Color32::from_rgb(240, 242, 246);
const PLAIN: Color32 = Color32::from_rgb(196, 202, 214);

/// Gives the widgets of a window the look of the pictures: dark, with their font, and words of at least 4.5:1 on any ground.
///
/// Call it once, when the window is made. The fonts are there from its first frame on, one for words and one for code; a
/// letter or sign that one of them lacks comes from the other. The window needs no feature `default_fonts` of egui.
///
/// In a page it also lists the widgets in the attribute `data-outline` of the root, for a script that makes them readable for
/// screen readers, and takes from `data-done` what these do.
///
/// # Examples
///
/// ```
/// let window = egui::Context::default();
/// cueline_picture::dress(&window);
/// assert_eq!(window.theme(), egui::Theme::Dark);
/// ```
pub fn dress(ctx: &Context) {
    ctx.set_theme(Theme::Dark);
    ctx.all_styles_mut(|style| {
        let visuals = &mut style.visuals;
        let widgets = &mut visuals.widgets;
        for widget in [
            &mut widgets.noninteractive,
            &mut widgets.inactive,
            &mut widgets.hovered,
            &mut widgets.active,
            &mut widgets.open,
        ] {
            widget.fg_stroke.color = STRONG;
        }
        visuals.selection.stroke.color = STRONG;
        visuals.weak_text_color = Some(PLAIN);
        visuals.panel_fill = GROUND;
        visuals.extreme_bg_color = WELL;
        visuals.selection.bg_fill = CHOSEN;
        visuals.widgets.inactive.weak_bg_fill = BUTTON;
    });
    paint_egui::insert_font(ctx, Weight::Regular, FontPriority::Highest);
    let places = vec![
        InsertFontFamily { family: FontFamily::Monospace, priority: FontPriority::Highest },
        InsertFontFamily { family: FontFamily::Proportional, priority: FontPriority::Lowest },
    ];
    ctx.add_font(FontInsert::new("code", FontData::from_static(HACK_REGULAR), places));
    ctx.on_end_pass("title", Arc::new(|ui: &mut egui::Ui| name(ui.ctx())));
    #[cfg(target_arch = "wasm32")]
    ctx.add_plugin(crate::outline::Outline::default());
}

/// Gives the tree for screen readers the title of its window.
fn name(ctx: &Context) {
    let title = ctx.input(|input| input.viewport().title.clone());
    if let Some(title) = title {
        ctx.accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label(title));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much lighter one colour is than the other, as the guidelines for accessible pages count it.
    fn contrast(a: Color32, b: Color32) -> f32 {
        let part = |byte: u8| {
            let part = f32::from(byte) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { libm::powf((part + 0.055) / 1.055, 2.4) }
        };
        let light = |color: Color32| {
            let [r, g, b, _] = color.to_array();
            0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05
        };
        light(a).max(light(b)) / light(a).min(light(b))
    }

    #[test]
    fn a_screen_reader_reads_the_title_of_the_window() {
        let ctx = Context::default();
        dress(&ctx);
        ctx.enable_accesskit();
        let mut input = egui::RawInput::default();
        input.viewports.entry(input.viewport_id).or_default().title = Some("A room".into());
        let mut output = ctx.run_ui(input, |_| {});
        output.textures_delta.clear();
        let tree = output.platform_output.accesskit_update.expect("it is on");
        let root = tree.tree.expect("a whole tree").root;
        let (_, node) = tree.nodes.iter().find(|(id, _)| *id == root).expect("it is in the tree");
        assert_eq!(node.label(), Some("A room"));
    }

    #[test]
    fn words_can_be_read_on_every_ground_of_a_window() {
        let ctx = Context::default();
        dress(&ctx);
        let visuals = ctx.style_of(Theme::Dark).visuals.clone();
        let widgets = &visuals.widgets;
        for ground in [
            visuals.panel_fill,
            visuals.extreme_bg_color,
            visuals.selection.bg_fill,
            widgets.inactive.weak_bg_fill,
            widgets.hovered.weak_bg_fill,
            widgets.active.weak_bg_fill,
        ] {
            let words = contrast(visuals.text_color(), ground);
            assert!(words >= 4.5, "{words} on {ground:?}");
        }
        for ground in [visuals.panel_fill, visuals.extreme_bg_color] {
            let words = contrast(visuals.weak_text_color(), ground);
            assert!(words >= 7.0, "{words} on {ground:?}");
        }
    }

    #[test]
    fn the_words_of_a_window_are_in_the_font_of_the_pictures_from_its_first_frame_on() {
        let ctx = Context::default();
        dress(&ctx);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let family = crate::EguiPainter::font(ui.ctx(), Weight::Regular);
            assert_ne!(family, FontFamily::Proportional);
            let first = ui.fonts(|fonts| {
                let families = &fonts.definitions().families;
                [&family, &FontFamily::Proportional].map(|family| families[family][0].clone())
            });
            assert_eq!(first[0], first[1]);
        });
        output.textures_delta.clear();
    }
}
