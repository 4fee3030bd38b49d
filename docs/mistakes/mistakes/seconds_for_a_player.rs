use cueline::prelude::*;

fn frame(player: &mut Player<()>, clips: &Clips, frame_time: f32) {
    player.advance(frame_time, &clips); // wrong
}

fn main() {}
