use cueline::prelude::*;
use cueline_await::pair;
use std::rc::Rc;

#[derive(Clone)]
struct Animation(Rc<str>);

fn main() {
    let (_host, script) = pair::<Sequencer<Animation>>();
    let bow = Animation("bow".into());
    drop(script.blocking(ms(300), bow)); // wrong
}
