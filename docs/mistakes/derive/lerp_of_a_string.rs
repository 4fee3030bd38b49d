use cueline::value::Lerp;

#[derive(Clone, Lerp)]
struct Label {
    size: f32,
    text: String,
}

fn main() {}
