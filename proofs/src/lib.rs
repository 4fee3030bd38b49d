//! Reads the lemmas of `lemmas/` and computes what their terms say, so that a test can compare the terms with the
//! functions of the library.
//!
//! A lemma is an SMT-LIB 2.6 script that z3 checks. Its formulas are `define-fun`s over whole numbers; [`Lemma::call`]
//! evaluates one of them. `div` and `mod` are those of SMT-LIB: rounded so that the remainder is never negative.

use std::{collections::BTreeMap, iter::Peekable, str::Chars};

/// The functions that a lemma defines.
#[derive(Debug)]
pub struct Lemma(BTreeMap<String, Function>);

#[derive(Debug)]
struct Function {
    parameters: usize,
    body: Term,
}

#[derive(Debug)]
enum Term {
    Number(i128),
    /// A parameter, by its place.
    Parameter(usize),
    Apply(Operator, Vec<Term>),
    /// A function that was defined before.
    Call(String, Vec<Term>),
}

#[derive(Clone, Copy, Debug)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    Less,
    AtMost,
    Above,
    AtLeast,
    And,
    Or,
    Xor,
    Not,
    IfThenElse,
}

impl Operator {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "+" => Self::Add,
            "-" => Self::Subtract,
            "*" => Self::Multiply,
            "div" => Self::Divide,
            "mod" => Self::Remainder,
            "=" => Self::Equal,
            "<" => Self::Less,
            "<=" => Self::AtMost,
            ">" => Self::Above,
            ">=" => Self::AtLeast,
            "and" => Self::And,
            "or" => Self::Or,
            "xor" => Self::Xor,
            "not" => Self::Not,
            "ite" => Self::IfThenElse,
            _ => return None,
        })
    }
}

impl Lemma {
    /// Reads the definitions of a script.
    ///
    /// # Errors
    ///
    /// What it cannot read: an unknown function, an unbalanced parenthesis.
    pub fn read(script: &str) -> Result<Self, String> {
        let mut functions = BTreeMap::new();
        for line in expressions(script)? {
            let Expression::List(parts) = line else { return Err("a name alone".into()) };
            let [
                Expression::Name(word),
                Expression::Name(name),
                Expression::List(parameters),
                _,
                body,
            ] = &*parts
            else {
                continue; // no definition
            };
            if word != "define-fun" {
                continue;
            }
            let parameters: Vec<&str> = parameters.iter().filter_map(Expression::first).collect();
            let body = term(body, &parameters).map_err(|error| format!("{name}: {error}"))?;
            functions.insert(name.clone(), Function { parameters: parameters.len(), body });
        }
        Ok(Self(functions))
    }

    /// The names of its functions.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// What one of its functions gives; a statement gives 1 if it is true and 0 if not.
    ///
    /// # Panics
    ///
    /// If the lemma has no such function with as many arguments, or divides by zero.
    #[must_use]
    pub fn call<const N: usize>(&self, name: &str, arguments: [i128; N]) -> i128 {
        self.apply(name, &arguments)
    }

    /// Whether one of its statements is true.
    ///
    /// # Panics
    ///
    /// As [`call`](Self::call).
    #[must_use]
    pub fn holds<const N: usize>(&self, name: &str, arguments: [i128; N]) -> bool {
        self.apply(name, &arguments) != 0
    }

    fn apply(&self, name: &str, arguments: &[i128]) -> i128 {
        match self.0.get(name) {
            Some(function) if function.parameters == arguments.len() => {
                self.value(&function.body, arguments)
            }
            _ => panic!("no function {name} of {} arguments", arguments.len()),
        }
    }

    fn value(&self, term: &Term, arguments: &[i128]) -> i128 {
        match term {
            Term::Number(number) => *number,
            Term::Parameter(place) => arguments[*place],
            Term::Call(name, parts) => {
                let parts: Vec<i128> =
                    parts.iter().map(|part| self.value(part, arguments)).collect();
                self.apply(name, &parts)
            }
            Term::Apply(operator, parts) => {
                let of = |place: usize| self.value(&parts[place], arguments);
                let rest = || (1..parts.len()).map(of);
                match operator {
                    Operator::Add => of(0) + rest().sum::<i128>(),
                    Operator::Subtract if parts.len() == 1 => -of(0),
                    Operator::Subtract => of(0) - rest().sum::<i128>(),
                    Operator::Multiply => of(0) * rest().product::<i128>(),
                    Operator::Divide => of(0).div_euclid(of(1)),
                    Operator::Remainder => of(0).rem_euclid(of(1)),
                    Operator::Equal => (of(0) == of(1)).into(),
                    Operator::Less => (of(0) < of(1)).into(),
                    Operator::AtMost => (of(0) <= of(1)).into(),
                    Operator::Above => (of(0) > of(1)).into(),
                    Operator::AtLeast => (of(0) >= of(1)).into(),
                    Operator::And => (0..parts.len()).all(|place| of(place) != 0).into(),
                    Operator::Or => (0..parts.len()).any(|place| of(place) != 0).into(),
                    Operator::Xor => (of(0) != of(1)).into(),
                    Operator::Not => (of(0) == 0).into(),
                    Operator::IfThenElse => of(if of(0) != 0 { 1 } else { 2 }),
                }
            }
        }
    }
}

fn term(expression: &Expression, parameters: &[&str]) -> Result<Term, String> {
    match expression {
        Expression::Name(name) => {
            if let Some(place) = parameters.iter().position(|parameter| parameter == name) {
                Ok(Term::Parameter(place))
            } else {
                let number = name.parse();
                number
                    .map(Term::Number)
                    .map_err(|_| format!("{name} is no number and no parameter"))
            }
        }
        Expression::List(parts) => {
            let Some((Expression::Name(name), parts)) = parts.split_first() else {
                return Err("a list without a name".into());
            };
            let parts =
                parts.iter().map(|part| term(part, parameters)).collect::<Result<_, _>>()?;
            Ok(match Operator::named(name) {
                Some(operator) => Term::Apply(operator, parts),
                None => Term::Call(name.clone(), parts),
            })
        }
    }
}

enum Expression {
    Name(String),
    List(Vec<Expression>),
}

impl Expression {
    /// The first name of a list: that of a parameter, which stands before its sort.
    fn first(&self) -> Option<&str> {
        match self {
            Self::List(parts) => match parts.first() {
                Some(Self::Name(name)) => Some(name),
                _ => None,
            },
            Self::Name(_) => None,
        }
    }
}

fn expressions(script: &str) -> Result<Vec<Expression>, String> {
    let without_comments: Vec<&str> =
        script.lines().map(|line| line.split(';').next().unwrap_or_default()).collect();
    let text = without_comments.join("\n");
    let mut chars = text.chars().peekable();
    let all = list(&mut chars);
    if chars.next().is_some() { Err("a parenthesis too many".into()) } else { Ok(all) }
}

/// All expressions up to the parenthesis that closes them.
fn list(chars: &mut Peekable<Chars<'_>>) -> Vec<Expression> {
    let mut all = Vec::new();
    while let Some(char) = chars.peek().copied() {
        if char.is_whitespace() {
            chars.next();
        } else if char == '(' {
            chars.next();
            all.push(Expression::List(list(chars)));
            chars.next(); // the end of the list
        } else if char == ')' {
            break;
        } else {
            let mut name = String::new();
            while let Some(char) =
                chars.next_if(|char| !char.is_whitespace() && !"()".contains(*char))
            {
                name.push(char);
            }
            all.push(Expression::Name(name));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_mean_what_smt_lib_says() {
        let script = "; comment (\n(define-fun f ((a Int) (b Int)) Int (div (+ a (* 2 b) (- 1)) b))
            (define-fun g ((a Int)) Bool (ite (<= a 0) (xor true1 (= a 0)) (not (< 3 (f a 2)))))
            (declare-const x Int) (check-sat)";
        assert_eq!(
            Lemma::read(script).expect_err("a bad script"),
            "g: true1 is no number and no parameter"
        );
        let lemma = Lemma::read(&script.replace("true1", "1")).expect("all is known");
        assert_eq!(lemma.functions().collect::<Vec<_>>(), ["f", "g"]);
        assert_eq!(lemma.call("f", [-4, 3]), 0, "1 / 3");
        assert_eq!(lemma.call("f", [-8, 3]), -1, "-3 / 3");
        assert_eq!(lemma.call("f", [-9, 3]), -2, "-4 / 3 is rounded down");
        assert_eq!(lemma.call("f", [-8, -3]), 5, "-15 / -3");
        assert_eq!([-1, 0, 1, 5].map(|a| lemma.holds("g", [a])), [true, false, true, false]);
        assert!(Lemma::read("(define-fun h () Int 1))").is_err());
    }
}
