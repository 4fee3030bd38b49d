//! The command line.

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;
use showcase::{Entrance, check, film, rooms};

/// What Cueline promises, one room for each idea.
#[derive(Parser, Debug)]
#[command(name = "showcase")]
struct Arguments {
    /// Plays every room without a window at 7, 30, 60 and 144 frames a second, and ends with 1 if a claim is broken.
    #[arg(long)]
    check: bool,
    /// For how many seconds `--check` and `--render` play a room.
    #[arg(long, default_value_t = 20)]
    seconds: u32,
    /// Renders a room to a file that ends with .gif, .apng or .png.
    #[arg(long, value_name = "FILE")]
    render: Option<PathBuf>,
    /// Prints the number, the title and the idea of each room, with tabs between them.
    #[arg(long)]
    list: bool,
    /// Renders a loop and a still of each room into a folder, for the page.
    #[arg(long, value_name = "FOLDER", conflicts_with = "render")]
    tiles: Option<PathBuf>,
    /// The control that is pressed while `--render` plays.
    #[arg(long, value_name = "NAME", requires = "render")]
    press: Option<String>,
    /// The seconds that `--render` plays before it presses the control.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, requires = "press")]
    press_after: u32,
    /// Opens the room after this many milliseconds, standing still, as a link to that moment does.
    #[arg(long, value_name = "MS")]
    at: Option<i64>,
    /// Prints the digest of that moment instead.
    #[arg(long, requires = "at")]
    digest: bool,
    /// The room to begin with, from 1.
    #[arg(long, default_value_t = 1)]
    room: usize,
}

/// Carries out the command line.
pub(crate) fn run() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.check {
        let reports = check::check_all(arguments.seconds);
        println!("        {:28}  digests at {:?} frames a second", "", check::RATES);
        reports.iter().for_each(|report| println!("{report}"));
        let broken = reports.iter().filter(|report| !report.holds()).count();
        println!("{} rooms, {} seconds each, {broken} broken", reports.len(), arguments.seconds);
        return if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if arguments.list {
        for (number, room) in (1..).zip(rooms::all()) {
            println!("{number}\t{}\t{}", room.title(), room.idea());
        }
        return ExitCode::SUCCESS;
    }
    if let Some(folder) = &arguments.tiles {
        return ended(film::render_tiles(folder));
    }
    let count = rooms::COUNT;
    let Some(place) = arguments.room.checked_sub(1).filter(|place| *place < count) else {
        eprintln!("There is no room {}: the rooms are 1 to {count}.", arguments.room);
        return ExitCode::FAILURE;
    };
    let mut entrance = Entrance { room: place, ..Entrance::default() };
    if let Some(millis) = arguments.at {
        entrance = Entrance::read(&format!("#room={}&at={millis}", place + 1), count);
    }
    if arguments.digest {
        let mut room = rooms::at(place);
        entrance.bring(&mut *room);
        println!("{:016x}", room.digest());
        return ExitCode::SUCCESS;
    }
    let outcome = match &arguments.render {
        Some(output) => {
            let mut room = rooms::at(place);
            if let Some(name) = &arguments.press
                && !room.controls().iter().any(|control| control.name == name)
            {
                eprintln!("Room {} has no control {name:?}.", place + 1);
                return ExitCode::FAILURE;
            }
            let press = arguments
                .press
                .as_deref()
                .map(|name| film::Press { name, after: arguments.press_after });
            film::render(&mut *room, arguments.seconds, press, output)
        }
        None => open(entrance),
    };
    ended(outcome)
}

fn ended(outcome: Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(feature = "window")]
fn open(entrance: Entrance) -> Result<(), String> {
    showcase::window::open(entrance)
}

#[cfg(not(feature = "window"))]
fn open(_: Entrance) -> Result<(), String> {
    Err("This program was built without a window: use --check or --render.".into())
}
