//! Which operator becomes which, and the code that chooses between them.

use syn::BinOp;

/// How an operator treats its operands, which decides the code of its switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Compares by reference.
    Comparison,
    /// Takes both operands by value.
    Arithmetic,
    /// Evaluates the right operand only if needed.
    Lazy,
    /// Writes to the left operand.
    Assignment,
}

/// An operator and its replacements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swap {
    pub(super) from: &'static str,
    pub(super) to: &'static [&'static str],
    pub(super) shape: Shape,
}

/// The replacements of `operator`. `None`: it has none.
pub(super) fn swap(operator: &BinOp) -> Option<Swap> {
    use Shape::{Arithmetic, Assignment, Comparison, Lazy};
    let (from, to, shape): (_, &[_], _) = match operator {
        BinOp::Lt(_) => ("<", &["<=", ">"], Comparison),
        BinOp::Le(_) => ("<=", &["<", ">"], Comparison),
        BinOp::Gt(_) => (">", &[">=", "<"], Comparison),
        BinOp::Ge(_) => (">=", &[">", "<"], Comparison),
        BinOp::Eq(_) => ("==", &["!="], Comparison),
        BinOp::Ne(_) => ("!=", &["=="], Comparison),
        BinOp::Add(_) => ("+", &["-"], Arithmetic),
        BinOp::Sub(_) => ("-", &["+"], Arithmetic),
        BinOp::Mul(_) => ("*", &["/", "+"], Arithmetic),
        BinOp::Div(_) => ("/", &["*"], Arithmetic),
        BinOp::Rem(_) => ("%", &["/"], Arithmetic),
        BinOp::BitAnd(_) => ("&", &["|"], Arithmetic),
        BinOp::BitOr(_) => ("|", &["&"], Arithmetic),
        BinOp::BitXor(_) => ("^", &["|"], Arithmetic),
        BinOp::Shl(_) => ("<<", &[">>"], Arithmetic),
        BinOp::Shr(_) => (">>", &["<<"], Arithmetic),
        BinOp::And(_) => ("&&", &["||"], Lazy),
        BinOp::Or(_) => ("||", &["&&"], Lazy),
        BinOp::AddAssign(_) => ("+=", &["-="], Assignment),
        BinOp::SubAssign(_) => ("-=", &["+="], Assignment),
        BinOp::MulAssign(_) => ("*=", &["/="], Assignment),
        BinOp::DivAssign(_) => ("/=", &["*="], Assignment),
        _ => return None,
    };
    Some(Swap { from, to, shape })
}

/// The condition that is true while mutant `id` is on.
pub(super) fn on(id: usize) -> String {
    format!("crate::mutant::on({id})")
}

/// `if` the first mutant is on `code(its operator)`, and so on, `else code(from)`.
pub(super) fn choice(
    from: &str,
    mutants: &[(usize, &str)],
    code: impl Fn(&str) -> String,
) -> String {
    let arms = mutants.iter().map(|(id, to)| format!("if {} {{ {} }} else ", on(*id), code(to)));
    arms.collect::<String>() + &format!("{{ {} }}", code(from))
}
