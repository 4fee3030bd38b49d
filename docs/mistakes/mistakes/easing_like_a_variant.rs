use cueline::prelude::*;

fn main() {
    let mut x = Moving::at(0.0_f32);
    x.tween_to(Time::ZERO, 100.0, ms(300), Easing::OutCubic); // wrong
}
