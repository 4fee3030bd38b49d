//! Prints what a show did as JSON lines.

use std::io::Write;

use std::sync::Arc;

use cueline::{
    history::HistoryError,
    time::{FLICKS_PER_SECOND, Span},
};

use crate::{
    failure::Failure,
    screen::Show,
    show::{Motions, Replay},
};

/// A show without an end is cut here, in hours.
const MOST_HOURS: u64 = 24;

/// Drives `show` at `fps` frames a second (above zero) until it is over, writes its trace as it comes,
/// and last the digest of its state.
///
/// # Errors
///
/// Where `out` cannot be written; a reader that has gone away is no error.
pub fn trace(show: &mut dyn Show, fps: u32, out: &mut dyn Write) -> Result<(), Failure> {
    match write(show, fps, out) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::new(error)),
        _ => Ok(()),
    }
}

/// Plays a replay and writes its trace as it comes, and last the digest: the same bytes as of the match that
/// was recorded.
///
/// # Errors
///
/// The first tick after which it is not the match that was recorded.
pub fn again(
    replay: &Replay,
    motions: &Arc<Motions>,
    out: &mut dyn Write,
) -> Result<(), HistoryError> {
    // A reader may close the output early; the replay is checked to its end all the same.
    let mut listens = true;
    let mut line = |line: String| listens = listens && writeln!(out, "{line}").is_ok();
    let end = replay.play(motions, &mut line)?;
    line(format!("{{\"digest\": \"{:016x}\"}}", end.digest()));
    Ok(())
}

fn write(show: &mut dyn Show, fps: u32, out: &mut dyn Write) -> std::io::Result<()> {
    let at = |frame: u64| {
        let flicks =
            u128::from(frame) * u128::from(FLICKS_PER_SECOND.unsigned_abs()) / u128::from(fps);
        Span::from_flicks(i64::try_from(flicks).unwrap_or(i64::MAX))
    };
    let mut frame = 0;
    loop {
        for line in show.take_trace() {
            writeln!(out, "{line}")?;
        }
        if show.is_over() || frame / u64::from(fps) > MOST_HOURS * 3600 {
            break;
        }
        show.advance(at(frame + 1) - at(frame));
        frame += 1;
    }
    writeln!(out, "{{\"digest\": \"{}\"}}", show.digest())?;
    out.flush()
}
