use std::{collections::BTreeSet, fs, process::Command};

use super::{Rewritten, rewrite};
use crate::switch;

fn rewritten(text: &str) -> Rewritten {
    rewrite("a.rs", text, 1, &BTreeSet::new()).expect("Rust")
}

/// Number and words of each mutant of `text`.
fn mutants(text: &str) -> Vec<(usize, String)> {
    let mutants = rewritten(text).mutants.into_iter();
    mutants.map(|mutant| (mutant.id, format!("{}: {}", mutant.function, mutant.what))).collect()
}

fn words(text: &str) -> Vec<String> {
    mutants(text).into_iter().map(|(_, words)| words).collect()
}

#[test]
fn a_comparison_becomes_its_neighbour_and_its_opposite() {
    let text = rewritten("fn f(a: u8, b: u8) { g(a < b) }").text;
    assert_eq!(
        text,
        "fn f(a: u8, b: u8) { if crate::mutant::on(1) { return ; }  g((match (&(a ), &( b)) { (l, r) => \
         if crate::mutant::on(2) { *l <= *r } else if crate::mutant::on(3) { *l > *r } else { *l < *r } })) }"
    );
}

#[test]
fn an_operator_inside_another_has_a_switch_inside() {
    let text = rewritten("fn f() -> &u8 { a + b * c }").text;
    assert_eq!(
        text,
        "fn f() -> &u8 { (match ((a ), ( (match ((b ), ( c)) { (l, r) => \
         if crate::mutant::on(2) { l / r } else if crate::mutant::on(3) { l + r } else { l * r } }))) { (l, r) => \
         if crate::mutant::on(1) { l - r } else { l + r } }) }"
    );
}

#[test]
fn the_right_operand_of_a_lazy_operator_stays_lazy() {
    let text = rewritten("fn f() -> &u8 { a && b }").text;
    assert_eq!(
        text,
        "fn f() -> &u8 { (if ((a ) != crate::mutant::on(1)) {  b } else { crate::mutant::on(1) }) }"
    );
}

#[test]
fn an_assignment_evaluates_its_right_side_once() {
    let text = rewritten("fn f() -> &u8 { a.b += g(); }").text;
    assert_eq!(
        text,
        "fn f() -> &u8 { { let r = g(); if crate::mutant::on(1) { a.b -= r; } else { a.b += r; } }; }"
    );
}

#[test]
fn a_guard_becomes_true_and_false() {
    let text = rewritten("fn f() -> &u8 { match a { b if c => d } }").text;
    assert_eq!(
        text,
        "fn f() -> &u8 { match a { b if (if crate::mutant::on(1) { true } else { \
         (if crate::mutant::on(2) { false } else { c }) }) => d } }"
    );
}

#[test]
fn a_function_returns_a_value_of_its_type() {
    let early = |output: &str| words(&format!("fn f() -> {output} {{ g() }}"));
    assert_eq!(words("fn f() { g() }"), ["f: returns at once"]);
    assert_eq!(early("bool"), ["f: returns `true`", "f: returns `false`"]);
    assert_eq!(early("u64"), ["f: returns `0`", "f: returns `1`"]);
    assert_eq!(early("Option<Id>"), ["f: returns `None`"]);
    assert_eq!(early("Result<Id, E>"), ["f: returns `Ok(Default::default())`"]);
    assert_eq!(early("Id"), ["f: returns `Default::default()`"]);
    assert_eq!(early("&Id"), [""; 0]);
}

#[test]
fn a_mutant_has_the_type_and_the_line_of_its_function() {
    let all =
        rewritten("impl Trait for Relay<u8> {\n    fn step(&self) {\n        !self.0;\n    }\n}\n");
    let there: Vec<_> = all.mutants.iter().map(|m| (m.line, m.function.as_str())).collect();
    assert_eq!(there, [(2, "Relay::step"), (3, "Relay::step")]);
    assert_eq!(all.mutants[1].what, "`!self.0` without `!`");
}

#[test]
fn mutants_with_the_same_words_have_numbers() {
    let words = words("fn f() -> &u8 { g(-a, -a, -b) }");
    assert_eq!(words, ["f: `-a` without `-`", "f: `-a` without `-` (2)", "f: `-b` without `-`"]);
}

#[test]
fn what_runs_while_the_core_compiles_has_no_mutants() {
    for text in [
        "const A: u8 = 1 + 2;",
        "static A: u8 = 1 + 2;",
        "const fn f() -> u8 { 1 + 2 }",
        "enum A { B = 1 + 2 }",
        "impl A { const B: u8 = 1 + 2; }",
        "fn f(a: [u8; 1 + 2]) -> &u8 { g([0; 1 + 2]) }",
        "fn f() -> &u8 { const { 1 + 2 } }",
        "fn f() -> &u8 { assert!(a < b) }",
        "fn f() -> &u8 { if let Some(a) = b && a {} }",
        "#[cfg(test)] mod tests { fn f() { !a } }",
        "#[test] fn f() { !a }",
        "impl Debug for A { fn fmt(&self) { !a } }",
    ] {
        assert_eq!(mutants(text), [], "{text}");
    }
    assert_eq!(words("#[cfg(not(test))] fn f() { g() }"), ["f: returns at once"]);
}

#[test]
fn dropped_mutants_keep_their_numbers_and_words() {
    let text = "fn f() -> &u8 { g(-a, -a, b < c) }";
    let all = mutants(text);
    let some = rewrite("a.rs", text, 1, &[1, 3].into()).expect("Rust");
    let left: Vec<_> =
        some.mutants.iter().map(|m| (m.id, format!("{}: {}", m.function, m.what))).collect();
    assert_eq!(left, [all[1].clone(), all[3].clone()]);
    assert_eq!(some.next, 5);
    assert!(!some.text.contains("on(1)") && !some.text.contains("on(3)"), "{}", some.text);
}

#[test]
fn the_switch_of_a_mutant_is_in_its_output() {
    let all = rewritten("fn f() -> bool { é(a < b || !c) }");
    for mutant in &all.mutants {
        let code = &all.text[mutant.output.clone()];
        assert!(code.contains(&format!("on({})", mutant.id)), "{}: {code}", mutant.what);
    }
    let not = all.mutants.iter().find(|m| m.what.starts_with("`!c`")).expect("there");
    assert!(!all.text[not.output.clone()].contains("a )"), "only its own code");
}

/// Builds a program with `rustc`, and runs it once for each mutant.
#[test]
fn a_rewritten_program_changes_only_where_a_mutant_is_on() {
    let text = "\
mod code {
    pub fn f(a: i32, b: i32) -> i32 {
        let mut sum = a * b;
        sum += match a {
            1 if b > 1 => 10,
            _ => -b,
        };
        if a == 1 && b == 2 || sum < 0 { sum } else { 99 }
    }
}
fn main() {
    print!(\"{}\", code::f(1, 2));
}
";
    let folder = tempfile::tempdir().expect("a folder for the program");
    let all = rewritten(text);
    let (main, program) = (folder.path().join("main.rs"), folder.path().join("program"));
    fs::write(folder.path().join("mutant.rs"), switch::text(all.next)).expect("written");
    fs::write(&main, format!("{}mod mutant;\n", all.text)).expect("written");
    let built = Command::new("rustc")
        .args(["--edition=2024", "--cap-lints=allow", "-o"])
        .args([&program, &main])
        .status()
        .expect("a compiler");
    assert!(built.success(), "{}", all.text);
    let printed = |variable: &str, value: &str| {
        let output = Command::new(&program).env(variable, value).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(printed(switch::MUTANT, "0"), "12");
    let prints: Vec<_> = all
        .mutants
        .iter()
        .filter(|mutant| mutant.function == "f")
        .map(|mutant| (mutant.what.as_str(), printed(switch::MUTANT, &mutant.id.to_string())))
        .collect();
    let prints: Vec<_> = prints.iter().map(|(what, out)| (*what, out.as_str())).collect();
    assert_eq!(
        prints,
        [
            ("returns `0`", "0"),
            ("returns `1`", "1"),
            ("`*` to `/` in `a * b`", "10"),
            ("`*` to `+` in `a * b`", "13"),
            ("`+=` to `-=` in `sum += match a { 1 if b > 1 => 10, _ => -b, }`", "-8"),
            ("guard `b > 1` is true", "12"),
            ("guard `b > 1` is false", "0"),
            ("`>` to `>=` in `b > 1`", "12"),
            ("`>` to `<` in `b > 1`", "0"),
            ("`-b` without `-`", "12"),
            ("`||` to `&&` in `a == 1 && b == 2 || sum < 0`", "99"),
            ("`&&` to `||` in `a == 1 && b == 2`", "12"),
            ("`==` to `!=` in `a == 1`", "99"),
            ("`==` to `!=` in `b == 2`", "99"),
            ("`<` to `<=` in `sum < 0`", "12"),
            ("`<` to `>` in `sum < 0`", "12"),
        ]
    );
    let cover = folder.path().join("cover");
    assert_eq!(printed(switch::COVER, &cover.to_string_lossy()), "12");
    let seen = fs::read_to_string(&cover).expect("a file of numbers");
    let seen: Vec<&str> = seen.lines().collect();
    let number = |what: &str| {
        let mutant = all.mutants.iter().find(|mutant| mutant.what == what).expect("there");
        mutant.id.to_string()
    };
    assert!(seen.contains(&number("`*` to `/` in `a * b`").as_str()));
    assert!(!seen.contains(&number("`-b` without `-`").as_str()), "another arm was taken");
    assert!(!seen.contains(&number("`<` to `<=` in `sum < 0`").as_str()), "lazy");
}
