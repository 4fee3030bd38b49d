//! The command line.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::{Args, Parser, Subcommand};

/// A checkers match, animated by Cueline.
///
/// Without a command it opens a window and plays a recorded match; take a side at any time.
#[derive(Clone, Debug, PartialEq, Parser)]
#[command(version, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  checkers                                  play a recorded match in a window
  checkers play match.pdn --game 3          the third game of a file
  echo '11-15 23-19 8-11' | checkers play - moves from standard input
  checkers render match.pdn -o match.gif    the match as a GIF (.apng, .png: numbered frames)
  checkers render match.pdn -o clip.apng --fps 60 --from 10 --to 20 --size 960x600
  checkers trace match.pdn --fps 144        every start, end and cue as JSON lines, then the digest
  checkers trace checkers-replay.json       the same of a match that was recorded, and proves it

Keys in the window:
  space pause   . step   s skip   u undo   n new game   x sides   h hint   + - speed
  m, esc menu   enter opens the first game found   t stall   f5 save   f7 replay   f9 load
  the bar under the board: drag through the match so far; b backwards   space forwards
  end back to now   enter go on from here   f11 the whole screen";

/// What to do.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Command {
    /// Plays a game in a window
    Play(Play),
    /// Draws a game into a .gif, an .apng, or numbered .png files, without a screen
    Render(Render),
    /// Prints every event and cue of a game as JSON lines, then the final state's digest
    Trace(Trace),
}

/// Which game.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct Source {
    /// A PDN file, or `-` for moves or PDN from standard input
    pub file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub game: NonZeroUsize,
}

/// Arguments of `play`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct Play {
    /// Which game.
    #[command(flatten)]
    pub source: Source,
    /// Where F5 saves to and F9 loads from
    #[arg(long, value_name = "FILE", default_value = SAVE_FILE)]
    pub save: PathBuf,
    /// Where F7 writes the match as a replay, for `trace`
    #[arg(long, value_name = "FILE", default_value = REPLAY_FILE)]
    pub replay: PathBuf,
}

/// Where a game is saved by default.
pub const SAVE_FILE: &str = "checkers-save.json";

/// Where a replay is written by default.
pub const REPLAY_FILE: &str = "checkers-replay.json";

/// Arguments of `render`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct Render {
    /// Which game.
    #[command(flatten)]
    pub source: Source,
    /// What to write: its ending decides the format. `turn.png` becomes turn-00000.png and so on
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Width and height in pixels, or one number for both; from 5:4 on there is room for the panel
    #[arg(long, value_name = "WxH", default_value = "480", value_parser = size)]
    pub size: (u16, u16),
    /// Frames a second. A GIF counts in 1/100 s, so it takes 50, 33.3, 25, 20 or 10 at their best;
    /// others are rounded frame by frame without drifting. [default: 25 for .gif, 60 otherwise]
    #[arg(long, value_name = "F", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: Option<u32>,
    /// First second to draw
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    pub from: f64,
    /// Where to stop, in seconds; otherwise at the end of the game
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub to: Option<f64>,
}

/// Arguments of `trace`.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct Trace {
    /// Which game. A replay is played again tick by tick and held against what was recorded.
    #[command(flatten)]
    pub source: Source,
    /// Frames a second at which the display is driven; the trace is the same at all of them
    #[arg(long, value_name = "F", default_value = "60", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub fps: u32,
    /// Writes the match as a replay, too
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let number = |part: &str| match part.trim().parse::<u16>() {
        Ok(pixels @ 64..=4096) => Ok(pixels),
        _ => Err(format!("'{part}' must be a number of pixels from 64 to 4096")),
    };
    match text.split_once(['x', 'X']) {
        Some((width, height)) => Ok((number(width)?, number(height)?)),
        None => number(text).map(|side| (side, side)),
    }
}

/// A day is longer than any game.
const MOST_SECONDS: f64 = 86_400.0;

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=MOST_SECONDS).contains(&seconds) => Ok(seconds),
        _ => Err(format!("must be a number of seconds from 0 to {MOST_SECONDS}")),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(line.split(' '))
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_arguments_play_the_match() {
        assert_eq!(parse("checkers").unwrap().command, None);
    }

    #[test]
    fn render_has_the_documented_defaults() {
        let Some(Command::Render(render)) =
            parse("checkers render a.pdn -o b.gif").unwrap().command
        else {
            panic!("not a rendering");
        };
        assert_eq!(
            (render.size, render.fps, render.from, render.to),
            ((480, 480), None, 0.0, None)
        );
        assert_eq!(render.source.game.get(), 1);
    }

    #[test]
    fn sizes_are_one_number_or_two() {
        let cases = [
            ("480", Some((480, 480))),
            ("960x600", Some((960, 600))),
            ("64X4096", Some((64, 4096))),
        ];
        for (text, expected) in cases {
            assert_eq!(size(text).ok(), expected, "{text}");
        }
        for text in ["", "x", "63", "4097", "480x", "-480", "480x480x480"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "checkers dance",
            "checkers play",
            "checkers play a.pdn --game 0",
            "checkers render a.pdn",
            "checkers render a.pdn -o b.gif --fps 0",
            "checkers render a.pdn -o b.gif --from -1",
            "checkers render a.pdn -o b.gif --to NaN",
            "checkers trace a.pdn --fps x",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
