//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use cueline::time::{FLICKS_PER_SECOND, Span, TickRate};
use cueline_assets::When;

/// Looks at, checks, converts and renders animation files.
#[derive(Debug, Parser)]
#[command(name = "cueline", version, after_help = START, after_long_help = format!("{START}\n\n{MORE}"))]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Shows notes too: what was left out of a file or changed, apart from lost motion
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

/// What stands below the commands, also where none is given.
const START: &str = "\
To start with:
  cueline studio              opens a window in which a first file is made
  cueline inspect hero.glb    shows what is in a file of Cueline or of another program
  cueline play reload.ron     plays it in a window";

const MORE: &str = "\
Files:
  .ron, .json and .cue (binary) are Cueline's own; the content shows which of them a file is.
  glTF, Babylon.js, Aseprite, TexturePacker, Tiled and Lottie files are read; warnings say which
  motion is lost, and -v what else is not imported. `-` reads the standard input.

Exit codes:
  0  done, nothing is wrong
  1  a file has problems, or two traces differ
  2  the command line is not understood
  3  a file cannot be read or written
  4  there is no screen to open a window on

Colours are left out where NO_COLOR is set or the output is no terminal.";

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Shows what is in a file
    Inspect(Inspect),
    /// Shows everything that is wrong with files
    Check(Check),
    /// Writes a file in another format
    Convert(Convert),
    /// Converts a file now, and again whenever it or its buffers are saved
    #[command(after_help = "\
Examples:
  cueline watch hero.aseprite hero.ron               while the artist draws
  cueline watch walk.glb walk.cue --reduce-skin 0.001

It takes what `cueline convert` takes. A version with problems is reported, and the last good one stays.")]
    Watch(Convert),
    /// Compiles files into a pack, which programs read without the reader of texts
    Pack(Pack),
    /// Prints what happens, and digests of what shows, as JSON lines
    Trace(Trace),
    /// Draws the values of a track over time
    Plot(Plot),
    /// Draws a file's clip, flipbook, timeline or skeleton into a .gif, an .apng or numbered .png files
    Render(Render),
    /// Plays a file in a window, and loads it again when it is saved
    Play(Play),
    /// Opens a window in which files are made and edited
    Studio(Studio),
    /// Shows where two traces, or the traces of two files, first differ
    Diff(Diff),
    /// Prints the completions for a shell
    #[command(after_help = "\
Example:
  cueline completions bash > ~/.local/share/bash-completion/completions/cueline")]
    Completions {
        /// For which shell
        shell: Shell,
    },
    /// Prints the manual page
    #[command(after_help = "\
Examples:
  cueline man > cueline.1
  cueline man trace > cueline-trace.1")]
    Man {
        /// That of this command, not of the whole
        command: Option<String>,
    },
}

/// Arguments of `inspect`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cueline inspect reload.ron            clips, tracks, keys, cues, lengths and sizes
  cueline inspect reload.ron --gantt    bars: when what moves
  cueline inspect reload.ron --json     the same for programs")]
pub(crate) struct Inspect {
    /// The file
    pub(crate) file: PathBuf,
    /// Prints JSON
    #[arg(long, conflicts_with = "gantt")]
    pub(crate) json: bool,
    /// Draws when what moves
    #[arg(long)]
    pub(crate) gantt: bool,
    /// How many columns the bars take; without it, lines are as wide as the terminal
    #[arg(long, value_name = "N", requires = "gantt", value_parser = clap::value_parser!(u16).range(10..=1000), allow_negative_numbers = true)]
    pub(crate) columns: Option<u16>,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cueline check assets/*.ron            every problem, with the text that it is about
  cueline check --short assets/*.ron    a line for each, as compilers and editors have it
  cueline check --summary assets        counts by format: taken, refused, with lost motion

Exits with 0 where all files are fine, with 1 where one has problems. Notes and warnings are none,
unless --deny lost is given. Lost motion is a problem where nothing of a file is left. A timeline may
play a clip of another file that is given, as in `cueline pack`; --summary looks at each file alone.")]
pub(crate) struct Check {
    /// The files
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// One line for each problem: FILE:LINE:COLUMN: what is wrong
    #[arg(long)]
    pub(crate) short: bool,
    /// Prints JSON
    #[arg(long, conflicts_with = "short")]
    pub(crate) json: bool,
    /// Counts the files by format, also those in folders; those that no importer reads by their extension
    #[arg(long, conflicts_with = "short")]
    pub(crate) summary: bool,
    /// Counts these warnings as problems: `lost`, motion of a file that is not imported
    #[arg(long, value_name = "WARNINGS")]
    pub(crate) deny: Option<Deny>,
}

/// Warnings that count as problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Deny {
    /// Motion that is not imported.
    Lost,
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cueline convert reload.ron reload.cue              for shipping
  cueline convert reload.ron - --fps 60              count times in frames of 60 a second, print RON
  cueline convert walk.json walk.cue --reduce 0.001  leave out keys that others stand for
  cueline convert hero.aseprite hero.ron             its flipbooks and hero.png, packed
  cueline convert walk.glb walk.cue --root-motion Hips
                                                     the walk in place, and its path as walk.motion
  cueline convert walk.glb walk.cue --reduce-skin 0.001
                                                     fewer keys, the skin stays within 1 mm
  cueline convert walk.glb hero.cue --retarget hero.glb --joint mixamorig:Hips=pelvis
                                                     the clips of one rig for another

Times stay exactly what they are: --fps changes how they are written, not when things happen.
Comments stay where RON becomes RON.")]
pub(crate) struct Convert {
    /// The file to read
    pub(crate) input: PathBuf,
    /// The file to write: .ron, .json or .cue (binary); `-` prints it
    pub(crate) output: PathBuf,
    /// The format for `-`
    #[arg(long, default_value = "ron")]
    pub(crate) format: Ending,
    /// Prints JSON about the written file
    #[arg(long)]
    pub(crate) json: bool,
    /// Counts times in frames of that many a second, such as 30 or 30000/1001
    #[arg(long, value_name = "FPS", value_parser = rate, allow_negative_numbers = true)]
    pub(crate) fps: Option<TickRate>,
    /// Leaves out keys, and rounds rotations, as long as no value is further off than this: in a value's own
    /// unit, for rotations in radians
    #[arg(long, value_name = "ERROR", value_parser = error, allow_negative_numbers = true)]
    pub(crate) reduce: Option<f64>,
    /// Leaves out keys of clips that move a skeleton, and rounds them, as long as its skin is no further off than this,
    /// in the units of the model: a finger takes a larger error than a hip, which moves more
    #[arg(long, value_name = "DISTANCE", value_parser = error, conflicts_with = "reduce", allow_negative_numbers = true)]
    pub(crate) reduce_skin: Option<f64>,
    /// How far the skin reaches around its bones, for --reduce-skin [default: a tenth of the skeleton's size]
    #[arg(long, value_name = "DISTANCE", value_parser = error, requires = "reduce_skin", allow_negative_numbers = true)]
    pub(crate) reach: Option<f64>,
    /// Which other rig.
    #[command(flatten)]
    pub(crate) retarget: Retarget,
    /// Takes the motion of the character out of the clips that move this node: each stays in place, and NAME.motion has
    /// the path on the ground and the turn about the up axis (y), in the axes of the node's parent
    #[arg(long, value_name = "NODE")]
    pub(crate) root_motion: Option<String>,
    /// Which pixels.
    #[command(flatten)]
    pub(crate) drawn: Drawn,
}

/// Arguments of `pack`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cueline pack door.ron --to door.cuepack            for the npm package: @cueline/core/clips reads it
  cueline pack *.ron walk.glb --to game.cuepack      all clips, flipbooks and timelines of a game

Items have full names, such as door.ron#open: each file has the name that is given here. A pack is not
edited and cannot become a file again, so keep the files.")]
pub(crate) struct Pack {
    /// The files; a timeline may play what other files hold
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The pack to write
    #[arg(long, value_name = "PACK")]
    pub(crate) to: PathBuf,
    /// Prints JSON about the written file
    #[arg(long)]
    pub(crate) json: bool,
}

/// Cueline's own formats by the endings of their files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Ending {
    /// Text for people.
    Ron,
    /// Text for people and other programs.
    Json,
    /// Binary.
    Cue,
}

/// The rig to which clips are converted.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Retarget {
    /// Converts the clips to the skeleton of this file, which takes the place of their own. Joints of one name are
    /// counterparts; the rest poses of the two must look alike
    #[arg(long = "retarget", value_name = "FILE")]
    pub(crate) rig: Option<PathBuf>,
    /// Pairs a joint of the clips with a joint of another name; may be given several times
    #[arg(long = "joint", value_name = "FROM=TO", requires = "rig", value_parser = pair)]
    pub(crate) joints: Vec<(String, String)>,
    /// The joint of the clips whose translation carries the character [default: the first that has one]
    #[arg(long, value_name = "FROM", requires = "rig")]
    pub(crate) root: Option<String>,
}

/// Which pixels of an .aseprite file.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Drawn {
    /// Draws this layer of an .aseprite file instead of all visible ones, also a hidden one: its name or
    /// GROUP/NAME; may be given several times
    #[arg(long = "layer", value_name = "NAME")]
    pub(crate) layers: Vec<String>,
    /// Takes this tag of an .aseprite file and its frames only; may be given several times
    #[arg(long = "tag", value_name = "NAME")]
    pub(crate) tags: Vec<String>,
}

/// Which part of a file, and of its time.
#[derive(Clone, Debug, Args)]
pub(crate) struct Part {
    /// Which clip, flipbook, timeline or skeleton, where the file holds several
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Where to begin, such as 1.5 (seconds) or 400ms
    #[arg(long, value_name = "TIME", default_value = "0", value_parser = time, allow_negative_numbers = true)]
    pub(crate) from: Span,
    /// Where to stop; otherwise at the end
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub(crate) to: Option<Span>,
}

/// Arguments of `trace`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cueline trace reload.ron > a.jsonl                     at 200 ticks a second
  cueline trace deal.ron --rate 60 --from 0.2 --to 0.5   a part of it, after another tick rate
  cueline diff a.jsonl b.jsonl                           where two of them part

Each tick has a line with a digest of all values that show, after lines for what happened in it:
starts, ends, loops and cues, each with its exact time in flicks (1/705600000 s).
What never ends is traced for ten seconds, unless --to is given.")]
pub(crate) struct Trace {
    /// The file
    pub(crate) file: PathBuf,
    /// Ticks a second
    #[arg(long, value_name = "HZ", default_value = "200", value_parser = rate, allow_negative_numbers = true)]
    pub(crate) rate: TickRate,
    /// Which part of it.
    #[command(flatten)]
    pub(crate) part: Part,
}

/// Arguments of `plot`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cueline plot reload.ron --track magazine -o magazine.svg
  cueline plot deal.ron --track card.glow -o glow.png --size 1200x600

A curve for each number of the value; keys are dots, tangents short lines, cues dashed lines.")]
pub(crate) struct Plot {
    /// The file
    pub(crate) file: PathBuf,
    /// The track of a clip, or the property of a timeline
    #[arg(long)]
    pub(crate) track: String,
    /// Which clip or timeline, where several have such a track
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// What to write: .svg or .png
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Prints JSON about the written file
    #[arg(long)]
    pub(crate) json: bool,
    /// Width and height in pixels, or one number for both
    #[arg(long, value_name = "WxH", default_value = "960x540", value_parser = size)]
    pub(crate) size: (u16, u16),
}

/// Arguments of `render`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  cueline render hero.ron --name walk -o walk.gif         a flipbook, from its sheet's image
  cueline render hero.aseprite --all -o hero.gif          every tag, side by side
  cueline render deal.ron -o deal.apng --fps 60           a timeline: bars, a playhead, values
  cueline render fox.glb --name Walk -o fox.gif           a character, skinned, in flat shades
  cueline render arm.ron -o arm.gif --size 320            a skeleton as a stick figure
  cueline render reload.ron -o r.png --from 0.4 --to 0.5  r-00000.png, r-00001.png, ...")]
pub(crate) struct Render {
    /// The file
    pub(crate) file: PathBuf,
    /// What to write: its ending decides the format; `-` prints a GIF
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Prints JSON about the written file
    #[arg(long)]
    pub(crate) json: bool,
    /// Width and height in pixels, or one number for both [default: 640x360, larger for many items]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(crate) size: Option<(u16, u16)>,
    /// Frames a second; a GIF takes at most 50. [default: 25 for .gif, 60 otherwise]
    #[arg(long, value_name = "F", value_parser = clap::value_parser!(u32).range(1..=1000), allow_negative_numbers = true)]
    pub(crate) fps: Option<u32>,
    /// Draws all clips, flipbooks and timelines of the file side by side
    #[arg(long, conflicts_with = "name")]
    pub(crate) all: bool,
    /// Which pixels.
    #[command(flatten)]
    pub(crate) drawn: Drawn,
    /// Which part of it.
    #[command(flatten)]
    pub(crate) part: Part,
}

/// Arguments of `play`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cueline play hero.ron --name walk
  cueline play hero.ron --all           all of it side by side
  cueline play deal.ron

Keys in the window:
  space  play, pause       . ,    a frame on, back     home end  to the start, the end
  + -    faster, slower    r      the other way        l         loop, or stop at the end
  tab    the next thing    a      all, or one of them  the bar: drag through time
  q esc  close

A file that is saved while it plays is loaded at once. The problems of a broken one stand at the
bottom, and the old version plays on.")]
pub(crate) struct Play {
    /// The file
    pub(crate) file: PathBuf,
    /// Which clip, flipbook or timeline to begin with
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Shows all clips, flipbooks and timelines of the file side by side
    #[arg(long, conflicts_with = "name")]
    pub(crate) all: bool,
    /// Which pixels.
    #[command(flatten)]
    pub(crate) drawn: Drawn,
}

/// Arguments of `studio`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  cueline studio deal.ron     edits the file; a name that does not exist starts a new file
  cueline studio              an empty window to drop a file into
  cueline studio hero.ron --name hero --with Fox.glb
                              an animator with the clips and the character of another file

RON and JSON files of ours are edited, all others are shown. Bars, keys and tangents are dragged; each
edit changes its place in the text and nothing else, and the text can be typed into as well.

Keys in the window:
  space  play, pause     . ,     a frame on, back     home end      to the start, the end
  ctrl+s save            ctrl+z  undo                 ctrl+shift+z  redo

Changes that are not saved are kept in a hidden file, .NAME.unsaved, and offered at the next start.")]
pub(crate) struct Studio {
    /// The file
    pub(crate) file: Option<PathBuf>,
    /// Which clip, flipbook, timeline or animator to begin with
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Where to begin, such as 1.5 (seconds) or 400ms
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub(crate) at: Option<Span>,
    /// A file with clips or the character for the animators of FILE; may be given several times
    #[arg(long, value_name = "OTHER", requires = "file")]
    pub(crate) with: Vec<PathBuf>,
    /// Writes a picture of the window, a PNG, and closes it
    #[arg(long, value_name = "OUT", requires = "file")]
    pub(crate) picture: Option<PathBuf>,
    /// Prints how long frames take in which long files are edited; opens no window
    #[arg(long, conflicts_with_all = ["file", "name", "at", "with", "picture"])]
    pub(crate) measure: bool,
}

/// Arguments of `diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cueline diff a.jsonl b.jsonl      two traces
  cueline diff old.ron new.ron      the traces of two files at 200 ticks a second

Exits with 0 where they are the same, with 1 and the first difference where not.")]
pub(crate) struct Diff {
    /// A trace, or a file to trace
    pub(crate) left: PathBuf,
    /// Another one
    pub(crate) right: PathBuf,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn rate(text: &str) -> Result<TickRate, String> {
    let number = |text: &str| {
        text.trim().parse::<u32>().map_err(|_| format!("{text:?} is no whole number above zero"))
    };
    let (num, den) = text.split_once('/').unwrap_or((text, "1"));
    TickRate::new(number(num)?, number(den)?).map_err(|error| error.to_string())
}

/// A time in seconds, or with a unit.
fn time(text: &str) -> Result<Span, String> {
    let refusal = || format!("{text:?} is no time from 0 to a day, such as 1.5 or 400ms");
    let plain = text.chars().all(|char| char.is_ascii_digit() || matches!(char, '.' | '/'));
    let text = if plain { format!("{text}s") } else { text.to_owned() };
    match text.parse() {
        Ok(When::Span(span)) if (0..=86_400 * FLICKS_PER_SECOND).contains(&span.flicks()) => {
            Ok(span)
        }
        _ => Err(refusal()),
    }
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let number = |part: &str| match part.trim().parse::<u16>() {
        Ok(pixels @ 64..=4096) => Ok(pixels),
        _ => Err(format!("{part:?} is no number of pixels from 64 to 4096")),
    };
    match text.split_once(['x', 'X']) {
        Some((width, height)) => Ok((number(width)?, number(height)?)),
        None => number(text).map(|side| (side, side)),
    }
}

/// Two names with `=` between them.
fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok((from.into(), to.into())),
        _ => Err(format!("{text:?} is no pair of names such as Hips=pelvis")),
    }
}

fn error(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(error) if error >= 0.0 && error.is_finite() => Ok(error),
        _ => Err(format!("{text:?} is no number from 0 on")),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_number_below_zero_is_refused_by_the_range_of_its_option() {
        let wants_a_number =
            |name| ["N", "FPS", "ERROR", "DISTANCE", "TIME", "HZ", "F"].contains(&name);
        let mut seen = 0;
        for command in Cli::command().get_subcommands() {
            for arg in command.get_arguments() {
                if arg.get_value_names().is_some_and(|names| wants_a_number(&*names[0])) {
                    seen += 1;
                    assert!(
                        arg.is_allow_negative_numbers_set(),
                        "{} {}",
                        command.get_name(),
                        arg.get_id()
                    );
                }
            }
        }
        assert!(seen >= 10, "the options are found: {seen}");
        let refused = Cli::try_parse_from(["cueline", "trace", "f.ron", "--to", "-1"]).unwrap_err();
        assert!(refused.to_string().contains("\"-1\" is no time from 0 to a day"), "{refused}");
    }

    #[test]
    fn times_are_seconds_or_have_a_unit() {
        let ms = Span::from_millis;
        for (text, span) in [
            ("1.5", ms(1500)),
            ("400ms", ms(400)),
            ("1/4", ms(250)),
            ("0", ms(0)),
            ("2s", ms(2000)),
        ] {
            assert_eq!(time(text), Ok(span), "{text}");
        }
        for text in ["", "-1", "x", "1e99", "90000", "NaN", "12 apples", "-5ms"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn rates_are_fractions_above_zero() {
        assert_eq!(rate("60"), Ok(TickRate::HZ_60));
        assert_eq!(rate("30000/1001"), Ok(TickRate::new(30000, 1001).unwrap()));
        for text in ["0", "-1", "1/0", "x", "", "99999999999"] {
            assert!(rate(text).is_err(), "{text}");
        }
    }
}
