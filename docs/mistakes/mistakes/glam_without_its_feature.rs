use cueline::prelude::*;
use glam_032 as glam;

fn main() {
    let mut card = Moving::at(glam::Vec2::ZERO); // wrong
    card.spring_to(Time::ZERO, glam::Vec2::ONE, Spring::snappy(ms(350)));
}
