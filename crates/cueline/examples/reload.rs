//! A weapon reloads: several properties as one group, the sounds as cues of a clip of their own. The
//! group's end allows the next shot, also after a pause and a saved game.
use std::error::Error;

use cueline::{
    clip::{Animate, ClipBuilder, Clips, Cue, Keyframe},
    event::EventKind,
    playback::{AtEnd, Member, Play, Player, Saved, Subject},
    time::{Span, Tick, TickRate},
};

#[derive(Animate, Debug, Default)]
struct Rifle {
    magazine: f32,
    bolt: f32,
    tilt_rad: f32,
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let key = |ms: i64, value: f32| Keyframe::linear(Span::from_millis(ms), value);
    let motion = ClipBuilder::new("reload motion")
        .track("magazine", [key(0, 0.0), key(400, -1.0), key(800, 0.0)])
        .track("bolt", [key(900, 0.0), key(1000, 1.0), key(1200, 0.0)])
        .track("tilt_rad", [key(0, 0.0), key(300, 0.6), key(1200, 0.0)])
        .build()?;
    let sounds = [(100, "magazine out"), (800, "magazine in"), (1200, "bolt")];
    let cue = |draft: ClipBuilder, (at, name)| draft.cue(Cue::effect(Span::from_millis(at), name));
    let sounding = sounds.into_iter().fold(ClipBuilder::new("reload sounds"), cue).build()?;
    let binding = motion.bind::<Rifle>()?;
    let (mut clips, mut rifle, mut player) = (Clips::new(), Rifle::default(), Player::new());
    let ids = [clips.add(motion.clone())?, clips.add(sounding)?];
    let members = ids.map(|clip| Member { target: 1_u32, clip, play: Play::default() });
    let reload = player.play_group(&clips, &members, AtEnd::Leave)?;
    for tick in (0..).map(Tick::new) {
        for edge in player.advance_to(TickRate::HZ_60.time_of(tick), &clips) {
            match (edge.kind, edge.id) {
                (EventKind::Cue(cue), _) => println!("{tick:?}: {}", sounds[cue as usize].1),
                (EventKind::End, Subject::Group(_)) => {
                    println!("{tick:?}: fire at will");
                    return Ok(());
                }
                _ => {}
            }
        }
        for active in player.active().filter(|active| active.clip == ids[0]) {
            binding.apply(&motion, active.position.local, &mut rifle)?;
        }
        match tick.get() {
            20 => player.pause(reload)?,
            40 => player.resume(reload)?,
            50 => {
                let file = serde_json::to_string(&player.save(&clips)?)?;
                player = serde_json::from_str::<Saved<_>>(&file)?.load(&clips)?;
                println!("saved and loaded {} bytes in mid-reload: {rifle:?}", file.len());
            }
            _ => {}
        }
    }
    Ok(())
}
