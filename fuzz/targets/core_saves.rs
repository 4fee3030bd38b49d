//! Any text as what the core saves: refused with an error, or whole enough to play on.
#![no_main]

use cueline::{
    clip::{ClipDraft, Clips, Cue, CueKind, Clip},
    history::Recording,
    playback::Saved,
    relay::Relay,
    sequencer::Sequencer,
    time::{Clock, FixedStep, Span, Tick},
};
use libfuzzer_sys::fuzz_target;

fn clips() -> Clips {
    let mut clips = Clips::new();
    for (name, millis) in [("a", 100), ("b", 1)] {
        let cue = Cue { at: Span::from_millis(1), name: "c".into(), kind: CueKind::State };
        let clip = ClipDraft::new(name).length(Span::from_millis(millis)).cue(cue).build();
        clips.add(clip.expect("it is sound")).expect("it is new");
    }
    clips
}

fuzz_target!(|text: &str| {
    let clips = clips();
    if let Ok(saved) = serde_json::from_str::<Saved<u8>>(text)
        && let Ok(mut player) = saved.load(&clips)
    {
        for _ in 0..20 {
            player.advance(Span::from_millis(7), &clips);
            assert!(player.edges().is_sorted_by_key(|edge| edge.due));
            let _ = player.active().count();
        }
        assert!(player.save(&clips).is_ok());
    }
    if let Ok(mut queue) = serde_json::from_str::<Sequencer<u8>>(text) {
        for _ in 0..20 {
            let _ = queue.enqueue(Span::from_millis(1), 1);
            let _ = queue.advance(Span::from_millis(7), |_, _| ());
            assert!(queue.edges().is_sorted_by_key(|edge| edge.due));
        }
        let _ = queue.finish(|_, _| ());
    }
    if let Ok(mut relay) = serde_json::from_str::<Relay<u8>>(text) {
        relay.tell(&1_u8, |_, queue| queue.enqueue(Span::from_millis(1), 1)).ok();
        let _ = (relay.shown(), relay.told(), relay.is_idle());
    }
    if let Ok(recording) = serde_json::from_str::<Recording<u8>>(text)
        && recording.check_read().is_ok()
    {
        let mut ticks = 0;
        let (first, end) = recording.ticks();
        if end.get().checked_sub(first.get()).is_some_and(|many| many < 10_000) {
            let _ = recording.replay(|_, _| {
                ticks += 1;
                0
            });
        }
        let _ = recording.inputs(Tick::ZERO);
    }
    if let Ok(mut clock) = serde_json::from_str::<Clock>(text) {
        clock.advance(Span::from_millis(7));
    }
    if let Ok(mut steps) = serde_json::from_str::<FixedStep>(text) {
        let _ = steps.advance(Span::from_millis(7)).ticks;
    }
    if let Ok(clip) = serde_json::from_str::<Clip>(text) {
        clip.for_each(Span::from_millis(3), |_, _| ());
    }
});
