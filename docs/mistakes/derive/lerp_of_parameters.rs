use cueline::value::Lerp;

#[derive(Clone, Lerp)]
struct Named<T> {
    value: T,
    name: &'static str,
}

fn main() {}
