//! The desk as widgets of egui.

use cueline::time::ms;
use cueline_egui::{Bar, Lanes};
use cueline_picture::{EguiPainter, Weight};
use eframe::egui::{
    self, Align2, Button, Color32, FontId, Id, Pos2, Rect, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, WidgetType, accesskit::Action, epaint::Shadow, pos2, vec2,
};

use crate::{
    control::Control,
    desk::{Desk, Entry, Menu, Queue, Slider},
    layout::Layout,
    palette, picture,
    rules::{Level, Occupant, Rank, Side, Square},
    screen::Input,
};

/// Height of a game in the menu.
const ROW: f32 = 34.0;
/// Height of the menu's heading.
const HEAD: f32 = 64.0;
/// Height of the buttons below the games.
const FOOT: f32 = 56.0;

const POINTS: &str = "A man that is captured counts 100 points, a king 250, and a crown 150. The second capture of a jump \
counts twice, the third one three times. Points are for the show: they win no match.";

/// The colours of the demo for all widgets.
pub(super) fn set_up(ctx: &egui::Context) {
    cueline_picture::dress(ctx);
    ctx.all_styles_mut(|style| {
        // The whole button takes a press, whatever words are on it.
        style.interaction.selectable_labels = false;
        let visuals = &mut style.visuals;
        let widgets = &mut visuals.widgets;
        for (widget, light) in
            [(&mut widgets.inactive, 0.0), (&mut widgets.hovered, 0.12), (&mut widgets.active, 0.2)]
        {
            let base = palette::BUTTON.lighter(light);
            widget.weak_bg_fill = base.into();
            widget.bg_fill = palette::ACCENT.lighter(light).into();
            widget.bg_stroke = Stroke::new(1.0, base.lighter(0.12).faded(0.6));
            widget.fg_stroke = Stroke::new(1.0, palette::TEXT);
            widget.corner_radius = 7.into();
            widget.expansion = 0.0;
        }
        // The track of a slider, and its knob at rest.
        widgets.inactive.bg_fill = palette::WELL.into();
        visuals.selection.bg_fill = palette::ACCENT.into();
        visuals.selection.stroke.color = palette::WELL.into();
        visuals.extreme_bg_color = palette::WELL.into();
        visuals.handle_shape = egui::style::HandleShape::Circle;
    });
}

/// Draws the desk over the picture, in which these areas can be pressed, and gives what was pressed of the desk.
pub(super) fn show(
    ui: &mut Ui,
    corner: Pos2,
    layout: &Layout,
    hot: &[(picture::Rect, Control)],
    desk: &Desk,
) -> Vec<Input> {
    let mut shown = Shown { ui, corner, inputs: Vec::new() };
    shown.words(layout.title, &desk.words);
    shown.squares(hot, desk);
    for &(control, place) in &layout.buttons {
        let (on, off) = (desk.on.contains(&control), desk.off.contains(&control));
        shown.button(place, control, on, off);
    }
    shown.slider(layout.slider, Control::Speed, "Speed", &desk.speed);
    shown.slider(layout.scrub, Control::Scrub, "The match so far", &desk.scrub);
    shown.moves(layout.info, &desk.moves, desk.at);
    shown.queue(layout.queue, &desk.queue);
    shown.explain(layout.top, "The points of the player above");
    shown.explain(layout.bottom, "The points of the player below");
    if let Some(menu) = desk.menu.as_ref().filter(|menu| menu.open > 0.0) {
        shown.menu(layout, menu);
    }
    shown.inputs
}

struct Shown<'a> {
    ui: &'a mut Ui,
    corner: Pos2,
    inputs: Vec<Input>,
}

impl Shown<'_> {
    fn place(&self, rect: picture::Rect) -> Rect {
        Rect::from_min_size(self.corner + vec2(rect.x, rect.y), vec2(rect.w, rect.h))
    }

    fn font(&self, size: f32, weight: Weight) -> FontId {
        FontId::new(size, EguiPainter::font(self.ui.ctx(), weight))
    }

    /// A line of text, no wider than `width`.
    fn text(
        &self,
        at: Pos2,
        align: Align2,
        words: &str,
        font: FontId,
        ink: Color32,
        width: f32,
    ) -> Rect {
        let mut job = egui::text::LayoutJob::simple_singleline(words.to_owned(), font, ink);
        job.wrap = egui::text::TextWrapping::truncate_at_width(width);
        let galley = self.ui.painter().layout_job(job);
        let place = align.anchor_size(at, galley.size());
        self.ui.painter().galley(place.min, galley, ink);
        place
    }

    /// What the picture says, for a screen reader.
    fn words(&self, rect: picture::Rect, words: &[String]) {
        let place = self.place(rect);
        for (number, words) in words.iter().enumerate() {
            let response = self.ui.interact(place, Id::new(("words", number)), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
        }
    }

    /// The board of the picture, for a screen reader, which presses a square without a pointer.
    fn squares(&mut self, hot: &[(picture::Rect, Control)], desk: &Desk) {
        for &(rect, control) in hot {
            let Control::Square(square) = control else { continue };
            let response = self.ui.interact(
                self.place(rect),
                Id::new(("square", square.number())),
                Sense::hover(),
            );
            response.widget_info(|| {
                WidgetInfo::labeled(WidgetType::Button, true, on_square(square, desk))
            });
            let id = response.id;
            self.ui.ctx().accesskit_node_builder(id, |node| node.add_action(Action::Click));
            if self.ui.input(|input| input.has_accesskit_action_request(id, Action::Click)) {
                self.inputs.push(Input::Press(control));
            }
        }
    }

    /// What the points of a player are, for a pointer that rests on them.
    fn explain(&self, rect: picture::Rect, label: &str) {
        let response = self.ui.interact(self.place(rect), Id::new(label), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, label));
        response.on_hover_text(POINTS);
    }

    /// A button with its key.
    fn button(&mut self, rect: picture::Rect, control: Control, on: bool, off: bool) {
        let (label, key) = label(control, on);
        let place = self.place(rect);
        let button = Button::new("").selected(on);
        let pressed = self.ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
            ui.add_enabled(!off, button.min_size(place.size()))
        });
        let response = pressed.inner;
        response.widget_info(|| WidgetInfo::selected(WidgetType::Button, !off, on, label));
        let ink = if on { palette::WELL } else { palette::TEXT };
        let ink = if off { palette::MUTED.faded(0.6) } else { ink };
        let (center, align) = (place.center(), Align2::CENTER_CENTER);
        // The longest label, with its margins, is so many times as wide as its font is high.
        const WIDEST: f32 = 5.8;
        let size = (place.width() / WIDEST).clamp(11.0, 13.0);
        let [bold, small] = [self.font(size, Weight::Bold), self.font(10.0, Weight::Regular)];
        self.text(center - vec2(0.0, 6.0), align, label, bold, ink.into(), place.width());
        self.text(
            center + vec2(0.0, 10.0),
            align,
            key,
            small,
            ink.faded(0.65).into(),
            place.width(),
        );
        if response.clicked() {
            self.inputs.push(Input::Press(control));
        }
    }

    /// A slider below what it is for and where it stands, if there is room.
    fn slider(&mut self, rect: picture::Rect, control: Control, label: &str, slider: &Slider) {
        let place = self.place(rect);
        if place.height() <= 0.0 || place.width() <= 36.0 {
            return;
        }
        let y = place.top() + place.height() * 0.24;
        let (left, right) = (pos2(place.left(), y), pos2(place.right(), y));
        let (regular, bold) = (self.font(12.0, Weight::Regular), self.font(12.0, Weight::Bold));
        let (muted, bright) = (palette::MUTED.into(), palette::TEXT.into());
        let words =
            self.text(right, Align2::RIGHT_CENTER, &slider.words, bold, bright, place.width());
        let room = words.left() - place.left() - 8.0;
        self.text(left, Align2::LEFT_CENTER, label, regular, muted, room);
        let mut at = slider.place.clamp(0.0, 1.0);
        let track = Rect::from_min_max(pos2(place.left(), place.bottom() - 18.0), place.max);
        self.ui.spacing_mut().slider_width = track.width();
        let widget = egui::Slider::new(&mut at, 0.0..=1.0).show_value(false).smart_aim(false);
        let response = self.ui.put(track, widget.trailing_fill(true));
        response.widget_info(|| WidgetInfo::slider(true, slider.place, label));
        if response.changed() {
            self.inputs.push(Input::Slide(control, at));
        }
    }

    /// The moves, two to a row, of which each leads to the moment after it. The list follows what is on the board.
    fn moves(&mut self, rect: picture::Rect, moves: &[String], at: usize) {
        const ROW: f32 = 19.0;
        const NUMBER: f32 = 34.0;
        let place = self.place(rect);
        if place.height() < ROW {
            return;
        }
        // No higher than its place, however low that is.
        let mut area = egui::ScrollArea::vertical().id_salt("moves").auto_shrink(false);
        area = area.min_scrolled_height(0.0);
        let id = Id::new("the last move that was shown");
        if self.ui.data(|data| data.get_temp(id)) != Some(at) {
            self.ui.data_mut(|data| data.insert_temp(id, at));
            let row = u16::try_from(at.div_ceil(2)).map_or(f32::MAX, f32::from);
            area = area.vertical_scroll_offset((row * ROW - place.height()).max(0.0));
        }
        let fonts = [self.font(13.0, Weight::Regular), self.font(13.0, Weight::Bold)];
        let list = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            area.show_rows(ui, ROW, moves.len().div_ceil(2), |ui, rows| {
                let mut pressed = None;
                for row in rows {
                    let (line, _) =
                        ui.allocate_exact_size(vec2(place.width(), ROW), Sense::hover());
                    let (number, muted) = (format!("{}.", row + 1), palette::MUTED.into());
                    let align = Align2::LEFT_CENTER;
                    ui.painter().text(line.left_center(), align, number, fonts[0].clone(), muted);
                    let width = (line.width() - NUMBER) / 2.0;
                    for (column, index) in [(0.0, row * 2), (1.0, row * 2 + 1)] {
                        let Some(text) = moves.get(index) else { continue };
                        let left = line.left() + NUMBER + column * width;
                        let cell = Rect::from_min_size(pos2(left, line.top()), vec2(width, ROW));
                        let (on, shown) = (index + 1 == at, index < at);
                        let ink = if shown { palette::TEXT } else { palette::MUTED.faded(0.7) };
                        let ink = if on { palette::WELL } else { ink };
                        let font = fonts[usize::from(on)].clone();
                        let written = egui::RichText::new(text).font(font).color(ink);
                        let button = Button::new(written).frame_when_inactive(on).selected(on);
                        let response = ui.put(cell, button.truncate());
                        let label = format!("Move {}: {text}", index + 1);
                        response.widget_info(|| {
                            WidgetInfo::selected(WidgetType::Button, true, on, &label)
                        });
                        if response.clicked() {
                            pressed = Some(Input::Press(Control::Move(index)));
                        }
                    }
                }
                pressed
            })
        };
        let listed = self.ui.scope_builder(egui::UiBuilder::new().max_rect(place), list);
        self.inputs.extend(listed.inner.inner);
    }

    /// The queue as lanes, below how much of it there is.
    fn queue(&mut self, rect: picture::Rect, queue: &Queue) {
        const HEAD: f32 = 24.0;
        const LEGEND: f32 = 100.0;
        let place = self.place(rect);
        if place.height() < HEAD * 2.0 || place.width() <= 0.0 {
            return;
        }
        self.ui.painter().rect_filled(place, 6.0, palette::WELL);
        let inner = place.shrink(6.0);
        let (head, body) = inner.split_top_bottom_at_y(inner.top() + HEAD - 6.0);
        let (font, muted) = (self.font(12.0, Weight::Regular), palette::MUTED.into());
        let (left, right) = (head.left_center(), head.right_center());
        let name = self.text(left, Align2::LEFT_CENTER, "Queue", font.clone(), muted, head.width());
        let room = head.width() - name.width() - 8.0;
        self.text(right, Align2::RIGHT_CENTER, &queue.caption, font, muted, room);
        let bars = queue.bars.iter().map(|bar| {
            let shown = Bar::new(&bar.label, bar.start, bar.end);
            (bar.number, Bar { role: bar.role, ..shown })
        });
        let lanes = Lanes::default().with_window(ms(700), ms(1700)).of_queue();
        // Below them they are explained, in some lines.
        let mut lanes = lanes.with_height((body.height() - LEGEND).max(0.0));
        lanes.show(queue.now, bars);
        let area = egui::ScrollArea::vertical().id_salt("queue").auto_shrink(false);
        let shown = self.ui.scope_builder(egui::UiBuilder::new().max_rect(body), |ui| {
            area.show(ui, |ui| lanes.ui(ui)).inner
        });
        let on_lanes = shown.inner;
        if on_lanes.hovered != queue.hovered {
            self.inputs.push(Input::Hover(on_lanes.hovered));
        }
        self.inputs.extend(on_lanes.clicked.map(Input::Jump));
    }

    fn menu(&mut self, layout: &Layout, menu: &Menu) {
        let window = self.place(layout.window);
        let shade = palette::WELL.with_opacity(0.72 * menu.open.min(1.0));
        self.ui.painter().rect_filled(window, 0.0, shade);
        // What lies behind takes no presses.
        self.ui.interact(window, Id::new("behind the menu"), Sense::click_and_drag());
        let most = window.height() * 0.9 - HEAD - FOOT;
        let rows = f32::from(u16::try_from(menu.games).unwrap_or(u16::MAX));
        let list = (ROW * rows).min(ROW * 12.0).min(most).max(ROW);
        let size = vec2((window.width() * 0.9).min(560.0), HEAD + list + FOOT);
        let rest = (window.height() - size.y) / 2.0;
        let y = rest - (1.0 - menu.open) * (rest + size.y);
        let min = window.min + vec2((window.width() - size.x) / 2.0, y);
        let card = Rect::from_min_size(min, size);
        let painter = self.ui.painter();
        let dark = Color32::from_black_alpha(120);
        painter.add(Shadow { offset: [0, 3], blur: 16, spread: 0, color: dark }.as_shape(card, 10));
        painter.rect_filled(card, 10.0, palette::PANEL);
        painter.rect_stroke(card, 10.0, Stroke::new(1.0, palette::EDGE), StrokeKind::Inside);
        self.light(card, menu.pulse);
        let inner = card.shrink(20.0);
        let heading = pos2(inner.left(), card.top() + HEAD * 0.5);
        let (font, ink) = (self.font(22.0, Weight::Bold), palette::TEXT.into());
        let half = inner.width() / 2.0;
        self.text(heading, Align2::LEFT_CENTER, &menu.heading, font, ink, half - 8.0);
        let field = pos2(inner.center().x, heading.y - 14.0);
        self.search(Rect::from_min_size(field, vec2(half, 28.0)), &menu.search);
        let top = card.top() + HEAD;
        self.games(Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), list)), menu);
        let foot = pos2(inner.left(), card.bottom() - FOOT + 8.0);
        self.foot(Rect::from_min_size(foot, vec2(inner.width(), FOOT - 22.0)), menu);
    }

    /// What the games are searched for; it has the keys as long as the menu is open.
    fn search(&mut self, place: Rect, search: &str) {
        let mut words = search.to_owned();
        let field = egui::TextEdit::singleline(&mut words).hint_text("Search the games");
        let response = self.ui.put(
            place,
            field.font(self.font(14.0, Weight::Regular)).vertical_align(egui::Align::Center),
        );
        response
            .widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Search the games"));
        response.request_focus();
        if response.changed() {
            self.inputs.push(Input::Search(words));
        }
    }

    /// The games that were found. When the menu comes in, the one that was opened last is in sight.
    fn games(&mut self, place: Rect, menu: &Menu) {
        let mut area = egui::ScrollArea::vertical().id_salt("games").auto_shrink(false);
        if menu.open < 1.0 {
            let before = menu.found.iter().take_while(|entry| entry.game < menu.chosen).count();
            let above = f32::from(u16::try_from(before).unwrap_or(u16::MAX)) * ROW;
            area = area.vertical_scroll_offset((above - place.height() / 2.0).max(0.0));
        }
        let corner = self.corner;
        let list = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            area.show_rows(ui, ROW, menu.found.len(), |ui, rows| {
                let mut shown = Shown { ui, corner, inputs: Vec::new() };
                for entry in &menu.found[rows] {
                    let size = vec2(place.width() - 14.0, ROW);
                    let (row, _) = shown.ui.allocate_exact_size(size, Sense::hover());
                    shown.row(row.shrink2(vec2(0.0, 2.0)), entry, entry.game == menu.chosen);
                }
                shown.inputs
            })
        };
        let listed = self.ui.scope_builder(egui::UiBuilder::new().max_rect(place), list);
        self.inputs.extend(listed.inner.inner);
        if menu.found.is_empty() {
            let (font, ink) = (self.font(14.0, Weight::Regular), palette::MUTED.into());
            let words =
                if menu.games == 0 { "There are no games" } else { "No game has these words" };
            self.text(place.center(), Align2::CENTER_CENTER, words, font, ink, place.width());
        }
    }

    /// A light that wanders along the upper edge: the menu lives while the game waits.
    fn light(&self, card: Rect, pulse: f32) {
        let edge = card.x_range().shrink(12.0);
        let light = edge.min + edge.span() * pulse;
        for (radius, opacity) in [(120.0, 0.16), (80.0, 0.2), (44.0, 0.3), (18.0, 0.6)] {
            let (from, to) = ((light - radius).max(edge.min), (light + radius).min(edge.max));
            let glow = Rect::from_min_max(pos2(from, card.top() - 1.0), pos2(to, card.top() + 2.0));
            self.ui.painter().rect_filled(glow, 1.5, palette::ACCENT.with_opacity(opacity));
        }
    }

    fn row(&mut self, place: Rect, entry: &Entry, chosen: bool) {
        let response = self.ui.put(place, Button::new("").frame_when_inactive(false));
        response
            .widget_info(|| WidgetInfo::selected(WidgetType::Button, true, chosen, &entry.label));
        if chosen {
            self.ui.painter().rect_filled(place, 5.0, palette::ACCENT.with_opacity(0.22));
        }
        let ink = if chosen { palette::ACCENT } else { palette::TEXT };
        let (label, detail) = (self.font(14.0, Weight::Regular), self.font(12.0, Weight::Regular));
        let (left, right) =
            (place.left_center() + vec2(10.0, 0.0), place.right_center() - vec2(10.0, 0.0));
        let (width, muted) = (place.width(), palette::MUTED.into());
        let shown =
            self.text(right, Align2::RIGHT_CENTER, &entry.detail, detail, muted, width * 0.45);
        let room = width - shown.width() - 32.0;
        self.text(left, Align2::LEFT_CENTER, &entry.label, label, ink.into(), room);
        if response.clicked() {
            self.inputs.push(Input::Press(Control::Game(entry.game)));
        }
    }

    /// How well the machine plays, and a button that closes the menu, in a row of five places.
    fn foot(&mut self, area: Rect, menu: &Menu) {
        const GAP: f32 = 8.0;
        let width = (area.width() - GAP * 4.0) / 5.0;
        let place = |column: f32| {
            let left = area.left() + column * (width + GAP);
            Rect::from_min_size(pos2(left, area.top()), vec2(width, area.height()))
        };
        let (font, muted) = (self.font(13.0, Weight::Regular), palette::MUTED.into());
        let at = place(0.0).left_center();
        self.text(at, Align2::LEFT_CENTER, "The machine:", font, muted, width);
        let levels =
            Level::ALL.map(|level| (level.name(), Control::Level(level), level == menu.level));
        let buttons = levels.into_iter().chain([("Close", Control::Menu, false)]);
        for (column, (label, control, on)) in (1_u8..).zip(buttons) {
            let text = egui::RichText::new(label).font(self.font(13.0, Weight::Bold));
            let button = Button::new(text).selected(on);
            if self.ui.put(place(f32::from(column)), button).clicked() {
                self.inputs.push(Input::Press(control));
            }
        }
    }
}

/// A square in words, with what stands on it and whether a person may press it.
fn on_square(square: Square, desk: &Desk) -> String {
    let stands = desk.board.iter().find(|(on, _)| *on == square);
    let stands = match stands.map(|(_, Occupant { side, rank })| (side, rank)) {
        None => "empty",
        Some((Side::Black, Rank::Man)) => "black man",
        Some((Side::Black, Rank::King)) => "black king",
        Some((Side::White, Rank::Man)) => "white man",
        Some((Side::White, Rank::King)) => "white king",
    };
    let choice = if desk.choice.contains(&square) { ", can be chosen" } else { "" };
    format!("Square {}: {stands}{choice}", square.number())
}

/// What a button says, and its key.
fn label(control: Control, on: bool) -> (&'static str, &'static str) {
    match control {
        Control::Pause if on => ("Play", "space"),
        Control::Pause => ("Pause", "space"),
        Control::Step => ("Step", "."),
        Control::Skip => ("Skip", "S"),
        Control::Undo => ("Undo", "U"),
        Control::New => ("New", "N"),
        Control::Hint => ("Hint", "H"),
        Control::Sides => ("Sides", "X"),
        Control::Menu => ("Menu", "M"),
        Control::Save => ("Save", "F5"),
        Control::Load => ("Load", "F9"),
        Control::Stall => ("Stall", "T"),
        Control::Rewind if on => ("Hold", "B"),
        Control::Rewind => ("Rewind", "B"),
        Control::Live => ("Now", "end"),
        Control::Continue => ("From here", "enter"),
        Control::Slower => ("Slower", "-"),
        Control::Faster => ("Faster", "+"),
        Control::Square(_)
        | Control::Speed
        | Control::Scrub
        | Control::Record
        | Control::Game(_)
        | Control::Move(_)
        | Control::Level(_) => ("", ""),
    }
}
