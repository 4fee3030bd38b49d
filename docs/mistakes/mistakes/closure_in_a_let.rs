use cueline::prelude::*;
use cueline_await::pair;

fn main() {
    let (mut host, _script) = pair::<Sequencer<&'static str>>();
    let mut queue = Sequencer::new();
    let show = |update, _| println!("{}", update.alpha()); // wrong
    let _ = host.advance(&mut queue, ms(16), show, || ());
}
