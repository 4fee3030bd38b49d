use cueline::value::Lerp;

#[derive(Clone)]
struct Suit;

#[derive(Clone, Lerp)]
struct Card(f32, Suit, Option<u8>, f64);

fn main() {}
