//! `cueline studio`: the studio in a window.

use std::path::PathBuf;

use cueline_picture::find_screen;
use eframe::egui;

use super::cli::Studio as Job;
use crate::{
    failure::Failure,
    studio::{SIZE, Studio, measure},
};

/// Opens the window and returns when it is closed.
pub(crate) fn run(job: &Job) -> Result<(), Failure> {
    if job.measure {
        return measure::run();
    }
    let Some(_screen) = find_screen() else {
        return Err(Failure::no_screen("there is no screen to open a window on"));
    };
    let viewport = egui::ViewportBuilder::default().with_inner_size(SIZE).with_drag_and_drop(true);
    let event_loop_builder: Option<eframe::EventLoopBuilderHook> =
        Some(Box::new(cueline_picture::through_x));
    let options = eframe::NativeOptions { viewport, event_loop_builder, ..Default::default() };
    let job = job.clone();
    let made = move |context: &eframe::CreationContext<'_>| {
        let window = Window::new(&context.egui_ctx, job);
        Ok(Box::new(window) as Box<dyn eframe::App>)
    };
    eframe::run_native("Cueline studio", options, Box::new(made))
        .map_err(|error| Failure::no_screen(format!("there is no window: {error}")))
}

/// The studio in its window.
struct Window {
    studio: Studio,
    /// The file for a picture of the window, and the number of frames to draw first.
    picture: Option<(PathBuf, u32)>,
}

impl Window {
    fn new(ctx: &egui::Context, job: Job) -> Self {
        cueline_picture::dress(ctx);
        let mut studio = Studio::new(job.file, ctx);
        studio.add_others(&job.with);
        studio.show(job.name.as_deref(), job.at.unwrap_or_default());
        Self { studio, picture: job.picture.map(|path| (path, 6)) }
    }

    /// Takes a picture of the window once the layout is complete, writes it and closes the window.
    fn take_picture(&mut self, ctx: &egui::Context) {
        let Some((path, frames)) = &mut self.picture else { return };
        let image = ctx.input(|input| {
            input.events.iter().find_map(|event| match event {
                egui::Event::Screenshot { image, .. } => Some(image.clone()),
                _ => None,
            })
        });
        if let Some(image) = image {
            if let Err(error) = write(path, &image) {
                eprintln!("{}: {error}", path.display());
            }
            self.picture = None;
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            return;
        }
        *frames = frames.saturating_sub(1);
        if *frames == 1 {
            ctx.send_viewport_cmd(egui::ViewportCommand::Screenshot(egui::UserData::default()));
        }
        ctx.request_repaint();
    }
}

/// Writes a PNG.
fn write(
    path: &std::path::Path,
    image: &egui::ColorImage,
) -> Result<(), Box<dyn std::error::Error>> {
    let [width, height] = image.size;
    let file = std::io::BufWriter::new(std::fs::File::create(path)?);
    let mut encoder = png::Encoder::new(file, u32::try_from(width)?, u32::try_from(height)?);
    encoder.set_color(png::ColorType::Rgb);
    let pixels: Vec<u8> =
        image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        cueline_egui::enlarge(ui.ctx(), SIZE.into(), 1.0);
        self.studio.ui(ui);
        self.take_picture(ui.ctx());
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.studio.keep();
    }
}
