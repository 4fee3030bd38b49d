use cueline::prelude::*;

fn main() {
    let (mut x, tick) = (Moving::at(0.0_f32), Tick::new(3));
    x.tween_to(tick, 100.0, ms(300), Easing::LINEAR); // wrong
}
