//! What each command does.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use indicatif::ProgressBar;

use cueline::time::{FLICKS_PER_SECOND, Span};

use cueline_picture::{Film, Format};

use crate::{
    cli::{Cli, Command, Play, REPLAY_FILE, Render, SAVE_FILE, Source, Trace},
    failure::Failure,
    library::{self, Library},
    render::{self, Job},
    screen::Show,
    show::{Direct, Motions, Replay, State},
    source, trace,
};
#[cfg(feature = "window")]
use crate::{
    show::Threaded,
    window::{self, Files},
};

/// Carries out a command line.
///
/// # Errors
///
/// Where it cannot be done, as one line for the standard error.
pub fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None => play(None, SAVE_FILE.into(), REPLAY_FILE.into()),
        Some(Command::Play(Play { source, save, replay })) => play(Some(&source), save, replay),
        Some(Command::Render(job)) => render(&job),
        Some(Command::Trace(job)) => trace(&job),
    }
}

/// Games and the chosen one among them, read once; opens the same show as often as it is asked for.
struct Opener {
    library: Arc<Library>,
    chosen: usize,
    state: State,
}

impl Opener {
    fn new(source: Option<&Source>) -> Result<Self, Failure> {
        if let Some(source) = source {
            return Self::reading(source, source::read(&source.file)?);
        }
        let (library, chosen, game) = library::shipped()?;
        Ok(Self { library: Arc::new(library), chosen, state: State::recorded(&game) })
    }

    fn reading(source: &Source, text: String) -> Result<Self, Failure> {
        let (library, game) = library::from_text(&source.file, text, source.game)?;
        let chosen = source.game.get() - 1;
        Ok(Self { library: Arc::new(library), chosen, state: State::recorded(&game) })
    }

    fn open(&self) -> Result<Box<dyn Show>, Failure> {
        let show = Direct::new(self.state.clone(), self.library.clone(), self.chosen);
        Ok(Box::new(show.map_err(Failure::new)?))
    }
}

fn play(source: Option<&Source>, save: PathBuf, replay: PathBuf) -> Result<(), Failure> {
    let opener = Opener::new(source)?;
    #[cfg(feature = "window")]
    if let Some(_screen) = cueline_picture::find_screen() {
        let Opener { library, chosen, state } = opener;
        let show = move |wake| Threaded::start(state, library, chosen, wake);
        return window::open(show, Files { save, replay });
    }
    let why = if cfg!(feature = "window") {
        "there is no screen to open a window on"
    } else {
        _ = (opener, save, replay);
        "this program has no window"
    };
    Err(Failure::new(format!(
        "{why}; `checkers render GAMES.pdn -o match.gif` draws a match into a file, and `checkers --help` says more"
    )))
}

fn trace(job: &Trace) -> Result<(), Failure> {
    let text = source::read(&job.source.file)?;
    let mut out = io::stdout().lock();
    if text.trim_start().starts_with('{') {
        let replay = Replay::read(&text).map_err(|error| Failure::of(&job.source.file, error))?;
        let motions = Arc::new(Motions::new().map_err(Failure::new)?);
        return trace::again(&replay, &motions, &mut out)
            .map_err(|departs| Failure::of(&job.source.file, departs));
    }
    let mut show = Opener::reading(&job.source, text)?.open()?;
    trace::trace(&mut *show, job.fps, &mut out)?;
    if let Some(file) = &job.record {
        let replay = show.replay().map_err(Failure::new)?;
        std::fs::write(file, replay).map_err(|error| Failure::of(file, error))?;
    }
    Ok(())
}

fn render(render: &Render) -> Result<(), Failure> {
    let format = Format::of(&render.output)
        .ok_or_else(|| Failure::of(&render.output, "its ending must be .gif, .apng or .png"))?;
    let (from, to) = (span(render.from), render.to.map(span));
    if to.is_some_and(|to| to <= from) {
        return Err(Failure::new("--to must come after --from"));
    }
    let job = Job {
        film: Film {
            output: render.output.clone(),
            format,
            size: render.size,
            fps: render.fps.unwrap_or(format.usual_fps()),
        },
        from,
        to,
    };
    write(&Opener::new(Some(&render.source))?, &job)
}

fn write(opener: &Opener, job: &Job) -> Result<(), Failure> {
    let bar = ProgressBar::new(0);
    let rendered = render::render(&|| opener.open(), job, &bar)?;
    let seconds = rendered.duration.ratio(Span::from_secs(1));
    let line = format!(
        "{}: {} frames, {seconds:.1} s{}",
        job.film.output.display(),
        rendered.frames,
        size(&job.film.output)
    );
    // The output may have been closed by its reader; the file is written all the same.
    let _ = writeln!(io::stdout(), "{line}");
    Ok(())
}

/// A file's size in words, if there is one file.
fn size(file: &Path) -> String {
    match std::fs::metadata(file) {
        Ok(data) => format!(", {} KB", data.len().div_ceil(1000)),
        Err(_) => String::new(),
    }
}

/// Seconds as the command line has checked them: not negative and at most a day.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a day has far fewer flicks than 2^53"
)]
fn span(seconds: f64) -> Span {
    Span::from_flicks((seconds * FLICKS_PER_SECOND as f64).round() as i64)
}
