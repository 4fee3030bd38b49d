use cueline::prelude::*;

#[derive(Clone, Copy)]
struct Pose {
    x: f32,
}

fn main() {
    let mut pose = Moving::at(Pose { x: 0.0 }); // wrong
    pose.spring_to(Time::ZERO, Pose { x: 1.0 }, Spring::snappy(ms(350)));
}
