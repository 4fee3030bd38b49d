//! The widgets of a window in a page, as words: no screen reader reads a canvas.
//!
//! egui makes a tree of its widgets for screen readers, and a browser takes none. So the tree goes as lines into an attribute of
//! the page, `data-outline`, from which a script makes elements in the canvas. What a reader does with them comes back in
//! another attribute, `data-done`.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use egui::{
    Event,
    accesskit::{Action, ActionRequest, Node, NodeId, Role, Toggled, TreeId, TreeUpdate},
};

#[cfg(target_arch = "wasm32")]
pub(crate) use page::Outline;

/// The number of the widget that has the focus, and then a line for each widget that has words, in the order in which they stand
/// in the window. A line has the widget's number, its role as ARIA names it (none for mere words), whether it is on (`true`,
/// `false`, `mixed`, or nothing), `true` if it is disabled, its value, and its words, with a tab between two.
fn lines(update: &TreeUpdate) -> String {
    let nodes: BTreeMap<_, _> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let mut text = update.focus.0.to_string();
    let mut ahead: Vec<NodeId> = update.tree.iter().map(|tree| tree.root).collect();
    while let Some(id) = ahead.pop() {
        let Some(node) = nodes.get(&id) else { continue };
        ahead.extend(node.children().iter().rev());
        let Some(role) = role(node.role()) else { continue };
        let on = match node.toggled() {
            Some(Toggled::True) => "true",
            Some(Toggled::False) => "false",
            Some(Toggled::Mixed) => "mixed",
            None => "",
        };
        let disabled = if node.is_disabled() { "true" } else { "" };
        let (value, words) = (value(node), words(node));
        if !value.is_empty() || !words.is_empty() {
            // A `String` takes all that is written.
            let _ = write!(text, "\n{}\t{role}\t{on}\t{disabled}\t{value}\t{words}", id.0);
        }
    }
    text
}

fn role(role: Role) -> Option<&'static str> {
    Some(match role {
        Role::Label => "",
        Role::Button => "button",
        Role::CheckBox => "checkbox",
        Role::RadioButton => "radio",
        Role::Slider => "slider",
        Role::SpinButton => "spinbutton",
        Role::TextInput | Role::MultilineTextInput => "textbox",
        Role::ComboBox => "combobox",
        Role::Link => "link",
        Role::Image => "img",
        Role::ProgressIndicator => "progressbar",
        Role::Unknown => "group",
        // What only holds others, and the parts of a text.
        _ => return None,
    })
}

fn value(node: &Node) -> String {
    match (node.role(), node.numeric_value(), node.value()) {
        (Role::Label, ..) => String::new(),
        (_, Some(number), _) => number.to_string(),
        (_, None, text) => in_one_line(text.unwrap_or_default()),
    }
}

fn words(node: &Node) -> String {
    let words = if node.role() == Role::Label { node.value() } else { node.label() };
    in_one_line(words.or(node.placeholder()).unwrap_or_default())
}

fn in_one_line(text: &str) -> String {
    text.trim().replace(['\t', '\n', '\r'], " ")
}

/// What a reader has done, such as `focus 12 click 12`, as events of the window.
fn events(done: &str) -> Vec<Event> {
    let parts: Vec<_> = done.split_whitespace().collect();
    let request = |pair: &[&str]| {
        let [action, number] = pair else { return None };
        let action = match *action {
            "click" => Action::Click,
            "focus" => Action::Focus,
            _ => return None,
        };
        let (target_tree, target_node) = (TreeId::ROOT, NodeId(number.parse().ok()?));
        let request = ActionRequest { action, target_tree, target_node, data: None };
        Some(Event::AccessKitActionRequest(request))
    };
    parts.chunks(2).filter_map(request).collect()
}

#[cfg(target_arch = "wasm32")]
mod page {
    use egui::{Context, FullOutput, Plugin, RawInput};
    use web_sys::{Element, window};

    use super::{events, lines};

    /// Keeps the attributes of the page.
    #[derive(Default)]
    pub(crate) struct Outline {
        /// The lines in the page.
        shown: String,
    }

    fn root() -> Option<Element> {
        window()?.document()?.document_element()
    }

    impl Plugin for Outline {
        fn debug_name(&self) -> &'static str {
            "outline"
        }

        fn setup(&mut self, ctx: &Context) {
            ctx.enable_accesskit();
        }

        fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
            let Some(root) = root() else { return };
            let Some(done) = root.get_attribute("data-done") else { return };
            // An attribute can always be taken away.
            let _ = root.remove_attribute("data-done");
            input.events.extend(events(&done));
        }

        fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
            let Some(update) = &output.platform_output.accesskit_update else { return };
            let lines = lines(update);
            if lines == self.shown {
                return;
            }
            if let Some(root) = root() {
                // A page without it shows the same.
                let _ = root.set_attribute("data-outline", &lines);
            }
            self.shown = lines;
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Button, Context, RawInput, Slider, TextEdit, Ui};

    use super::*;

    #[derive(Default)]
    struct Panel {
        presses: u32,
        loops: bool,
        text: String,
    }

    impl Panel {
        fn show(&mut self, ui: &mut Ui) {
            ui.label("The\tpast");
            if ui.button("Play").clicked() {
                self.presses += 1;
            }
            ui.add_enabled(false, Button::new("Undo"));
            ui.horizontal(|ui| {
                ui.checkbox(&mut self.loops, "Loop");
                ui.add(Slider::new(&mut 2.5, 0.0..=4.0).text("Speed").show_value(false));
            });
            ui.add(TextEdit::singleline(&mut self.text).hint_text("Search"));
        }

        /// The tree after a frame in which these events come, as lines.
        fn frame(&mut self, ctx: &Context, events: Vec<Event>) -> String {
            let input = RawInput { events, ..RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| self.show(ui));
            output.textures_delta.clear(); // nothing is drawn
            lines(&output.platform_output.accesskit_update.expect("a tree"))
        }
    }

    fn window() -> Context {
        let ctx = Context::default();
        crate::dress(&ctx);
        ctx.enable_accesskit();
        ctx
    }

    /// The number of the widget with these words.
    fn number(lines: &str, words: &str) -> String {
        let line = lines.lines().find(|line| line.ends_with(&format!("\t{words}")));
        line.and_then(|line| line.split('\t').next()).expect("a widget with these words").to_owned()
    }

    #[test]
    fn widgets_are_lines_in_the_order_of_the_window() {
        let ctx = window();
        let mut panel = Panel { loops: true, text: "a\nb".to_owned(), ..Panel::default() };
        panel.frame(&ctx, Vec::new());
        let lines = panel.frame(&ctx, Vec::new());
        let found: Vec<_> = lines.lines().filter_map(|line| line.split_once('\t')).collect();
        let expected = [
            "\t\t\t\tThe past",
            "button\t\t\t\tPlay",
            "button\t\ttrue\t\tUndo",
            "checkbox\ttrue\t\t\tLoop",
            "slider\t\t\t2.5\tSpeed",
        ];
        let shown: Vec<_> = found.iter().map(|(_, line)| *line).collect();
        assert!(expected.iter().all(|line| shown.contains(line)), "{lines}");
        let place = |wanted: &str| shown.iter().position(|line| *line == wanted);
        assert!(expected.map(place).is_sorted(), "{lines}");
        assert!(shown.iter().any(|line| line.starts_with("textbox\t\t\ta")), "{lines}");
    }

    #[test]
    fn what_a_reader_does_reaches_the_widget() {
        let ctx = window();
        let mut panel = Panel::default();
        let lines = panel.frame(&ctx, Vec::new());
        let [play, check, undo] = ["Play", "Loop", "Undo"].map(|words| number(&lines, words));
        panel.frame(&ctx, events(&format!("click {play} click {check} click {undo}")));
        assert_eq!((panel.presses, panel.loops), (1, true));
        panel.frame(&ctx, events(&format!("focus {check}")));
        let lines = panel.frame(&ctx, Vec::new());
        assert_eq!(lines.lines().next(), Some(check.as_str()), "the focus");
        // What is no such line does nothing: an attribute of a page is anything.
        for done in ["", "click", "click x", "press 1", "focus -1", "click 99999999999999999999"] {
            assert!(events(done).is_empty(), "{done}");
        }
        panel.frame(&ctx, events("click 1"));
        assert_eq!(panel.presses, 1, "no widget has that number");
    }
}
