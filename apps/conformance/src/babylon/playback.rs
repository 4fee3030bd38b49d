//! One clip that is played.

use cueline::{
    clip::{ClipDraft, Clips, Cue},
    edge::EdgeKind,
    playback::{AtEnd, Handle, Loops, Play, Player, Repeat, SeekPolicy},
    time::{Span, Speed, TickRate},
};
use serde::Deserialize;
use serde_json::Value;

use super::{
    clip::{Blend, Clip, Recorded, other, parts},
    simulated::{Simulated, fired},
};
use crate::{
    read::{Malformed, number, text},
    verdict::Verdict,
};

/// Sums over a whole run.
const SUMMED: f64 = 1e-9;
/// A frame of a sine lies between two flicks and is sampled at the nearest, up to 7e-8 of a frame away at 100 Hz.
const BETWEEN_FLICKS: f64 = 1e-7;

#[derive(Deserialize)]
pub(super) struct Script {
    pub(super) clip: Value,
    pub(super) play: Asked,
    pub(super) initial: Value,
    #[serde(default)]
    pub(super) events: Vec<Event>,
    script: Vec<Value>,
    trace: Vec<Value>,
}

#[derive(Deserialize)]
pub(super) struct Asked {
    pub(super) from: f64,
    pub(super) to: f64,
    #[serde(rename = "loop")]
    pub(super) looped: bool,
    pub(super) speed_ratio: f64,
}

#[derive(Deserialize)]
pub(super) struct Event {
    pub(super) id: String,
    pub(super) frame: f64,
    #[serde(default)]
    pub(super) only_once: bool,
}

/// Ours, playing the same.
struct Ours {
    player: Player<()>,
    clips: Clips,
    handle: Handle,
    rate: TickRate,
    loops: u64,
    ends: u64,
    fired: Vec<String>,
    seen: Vec<String>,
    begun: bool,
}

fn speed(ratio: f64) -> Result<Speed, Malformed> {
    let thousandths = (ratio * 1000.0).round();
    if thousandths / 1000.0 != ratio || thousandths.abs() > 1e12 {
        return Err(other("a speed that is no whole number of thousandths"));
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked")]
    Speed::new(thousandths as i64, 1000).map_err(other)
}

impl Ours {
    fn new(script: &Script, theirs: &Simulated, rate: TickRate) -> Result<Self, Malformed> {
        let at = |frame: f64| Span::from_frames_f64(frame, rate).map_err(other);
        let (from, to) = theirs.played();
        let range = (at(from.min(to))?, at(from.max(to))?);
        let furthest = script.events.iter().fold(from.max(to), |far, event| far.max(event.frame));
        let mut draft = ClipDraft::new("clip").length(at(furthest)?);
        for event in &script.events {
            draft = draft.cue(Cue::effect(at(event.frame)?, event.id.clone()));
        }
        let mut clips = Clips::new();
        let clip = clips.add(draft.build().map_err(other)?).map_err(other)?;
        let repeat = match script.clip["loop"].as_str() {
            Some("yoyo") => Repeat::PingPong,
            Some("relative" | "relative_from_current") => Repeat::Relative,
            _ => Repeat::Restart,
        };
        let endless = script.play.looped && from != to;
        let play = Play {
            speed: speed(theirs.speed)?,
            range: Some(range),
            loops: if endless { Loops::Endless } else { Loops::Once },
            repeat,
            at_end: AtEnd::Hold,
            ..Play::default()
        };
        let mut player = Player::new();
        let handle = player.play((), clip, &play, &clips).map_err(other)?;
        let (fired, seen) = (Vec::new(), Vec::new());
        Ok(Self { player, clips, handle, rate, loops: 0, ends: 0, fired, seen, begun: false })
    }

    fn step(&mut self, ms: f64, script: &Script) -> Result<(), Malformed> {
        let by = if self.begun { Span::from_millis_f64(ms).map_err(other)? } else { Span::ZERO };
        self.begun = true;
        let edges = self.player.advance(by, &self.clips).to_vec();
        for edge in edges {
            match edge.kind {
                EdgeKind::Loop => self.loops += 1,
                EdgeKind::End => self.ends += 1,
                EdgeKind::Start => {}
                EdgeKind::Cue(index) => {
                    let cue = self
                        .clips
                        .iter()
                        .next()
                        .and_then(|(_, clip)| clip.cues().get(index as usize));
                    let id = cue.map(|cue| cue.name.clone()).unwrap_or_default();
                    let once = script.events.iter().any(|event| event.id == id && event.only_once);
                    if !(once && self.seen.contains(&id)) {
                        self.seen.push(id.clone());
                        self.fired.push(id);
                    }
                }
            }
        }
        Ok(())
    }

    fn go_to(&mut self, frame: f64) -> Result<(), Malformed> {
        let (from, to) = self.player.playhead(self.handle).map_err(other)?.range();
        let pass = self.player.position(self.handle).map_err(other)?.pass;
        let target = Span::from_frames_f64(frame, self.rate).map_err(other)? - from;
        let path = (to - from).checked_mul(pass).and_then(|start| start.checked_add(target));
        let path = path.ok_or_else(|| other("a jump too far"))?;
        self.player.seek(self.handle, path, SeekPolicy::Silent, &self.clips).map_err(other)?;
        Ok(())
    }

    fn frame(&self) -> Result<f64, Malformed> {
        let local = self.player.position(self.handle).map_err(other)?.local;
        Ok(local.as_secs_f64() * self.rate.as_hz_f64())
    }
}

/// Compares a record of a clip that is played.
pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::new();
    let script: Script = serde_json::from_value(record.clone())?;
    let recorded: Recorded = serde_json::from_value(script.clip.clone())?;
    let kind = text(&script.clip["type"])?;
    let rate = recorded.rate()?;
    let clip = Clip::new(&recorded, kind, rate, Blend::Not)?;
    let at = |frame: f64| clip.at(frame);
    let mut theirs = Simulated::new(&script, &recorded)?;
    let mut ours = Ours::new(&script, &theirs, rate)?;
    let mut entries = script.trace.iter();
    // The step in which a pause begins counts when it goes on again.
    let mut owed = None;
    let mut restart = false;
    for (index, op) in script.script.iter().enumerate() {
        match text(&op["op"])? {
            "step" => {
                let ms = number(&op["ms"])?;
                let was_running = theirs.running;
                theirs.step(ms, at)?;
                if theirs.is_paused() {
                    owed = owed.or(Some(ms));
                } else if was_running && std::mem::take(&mut restart) {
                    ours.player.restart(ours.handle).map_err(other)?;
                    owed = None;
                    ours.step(0.0, &script)?;
                } else if was_running {
                    ours.step(owed.take().unwrap_or(ms), &script)?;
                }
            }
            "look" => {}
            "pause" => theirs.pause(true),
            "restart" => theirs.pause(false),
            "go_to_frame" => {
                let frame = number(&op["frame"])?;
                let running = theirs.running;
                theirs.go_to(frame, at)?;
                if running {
                    ours.go_to(frame)?;
                }
            }
            "speed_ratio" => {
                let ratio = number(&op["value"])?;
                theirs.set_speed(ratio);
                ours.player.set_speed(ours.handle, speed(ratio)?).map_err(other)?;
            }
            "stop" => {
                theirs.stop();
                ours.ends += u64::from(ours.ends == 0);
            }
            "reset" => {
                theirs.reset();
                restart = theirs.running;
            }
            unknown => return Err(other(format!("an operation, not {unknown:?}"))),
        }
        if !matches!(op["op"].as_str(), Some("step" | "look")) {
            continue;
        }
        let entry = entries.next().ok_or_else(|| other("an entry for each step and look"))?;
        let what = |part: &str| format!("{part} after operation {index}");
        let size = parts(&entry["value"])?.iter().fold(1.0, |most: f64, part| most.max(part.abs()));
        // The recording against the description of the recorded system, in full.
        verdict.all_close(
            &what("value"),
            &theirs.value,
            &parts(&entry["value"])?,
            BETWEEN_FLICKS * size,
        );
        verdict.close(&what("frame"), theirs.frame, number(&entry["frame"])?, SUMMED);
        verdict.same(&what("loops"), Some(theirs.loops), entry["loops"].as_u64());
        verdict.same(&what("ends"), Some(theirs.ends), entry["ends"].as_u64());
        verdict.same(&what("running"), Some(theirs.running), entry["running"].as_bool());
        let heard = fired(entry)?;
        verdict.same(&what("events"), heard.len(), theirs.fired.len());
        for (told, heard) in theirs.fired.iter().zip(&heard) {
            verdict.same(&what("event"), &told.0, &heard.0);
            verdict.close(&what("frame of event"), told.1, heard.1, SUMMED);
        }
        theirs.fired.clear();
        ours.fired.clear();
    }
    verdict.same("entries left over", entries.count(), 0);
    // Nothing may count as equal before our own player's place, loops, ends and cues are compared here.
    let frame = ours.frame()?;
    if verdict.holds() {
        let (loops, ends) = (ours.loops, ours.ends);
        return Err(other(format!(
            "the recording is as described, but ours (frame {frame}, {loops} loops, {ends} ends) is not compared yet"
        )));
    }
    Ok(verdict)
}
