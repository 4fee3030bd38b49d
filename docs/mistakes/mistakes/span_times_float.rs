use cueline::prelude::*;

fn main() {
    let haste = 0.8_f32;
    let _ = ms(300) * haste; // wrong
}
