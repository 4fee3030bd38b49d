use cueline::prelude::*;
use cueline_await::pair;
use std::rc::Rc;

fn main() {
    let (_host, script) = pair::<Sequencer<Rc<str>>>();
    let bow: Rc<str> = "bow".into();
    drop(script.blocking(ms(300), bow)); // wrong
}
