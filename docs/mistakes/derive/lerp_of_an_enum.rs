use cueline::value::Lerp;

#[derive(Clone, Lerp)]
enum Suit {
    Hearts,
    Spades,
}

fn main() {}
