//! The visit of every expression of a file.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use proc_macro2::Span;
use syn::{
    Arm, Attribute, Block, Expr, ExprBinary, ExprConst, ExprRepeat, ExprUnary, GenericArgument,
    ImplItemConst, ImplItemFn, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemMod, ItemStatic,
    ItemTrait, Meta, Pat, ReturnType, Signature, TraitItemConst, TraitItemFn, Type, UnOp,
    spanned::Spanned,
    visit::{self, Visit},
};

use super::{
    Mutant, Rewritten,
    edits::Edits,
    operators::{Shape, Swap, choice, on, swap},
};

/// Longest expression that the words of a mutant repeat in full, in characters.
const EXCERPT: usize = 70;

pub(super) struct Walk<'a> {
    file: &'a str,
    text: &'a str,
    next: usize,
    dropped: &'a BTreeSet<usize>,
    edits: Edits,
    mutants: Vec<Mutant>,
    depth: i64,
    /// Types or traits around, then functions around, outermost first.
    types: Vec<String>,
    functions: Vec<String>,
    /// How many mutants of a function have the same words.
    same: BTreeMap<(String, String), usize>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        file: &'a str,
        text: &'a str,
        first: usize,
        dropped: &'a BTreeSet<usize>,
    ) -> Self {
        Self {
            file,
            text,
            next: first,
            dropped,
            edits: Edits::default(),
            mutants: Vec::new(),
            depth: 0,
            types: Vec::new(),
            functions: Vec::new(),
            same: BTreeMap::new(),
        }
    }

    pub(super) fn finish(mut self) -> Rewritten {
        let text = self.edits.apply(self.text);
        for mutant in &mut self.mutants {
            mutant.output = self.edits.moved(&mutant.output);
        }
        Rewritten { text, mutants: self.mutants, next: self.next }
    }

    /// Adds a mutant of the code at `range`. `None`: it is dropped.
    ///
    /// A dropped mutant counts all the same, so that numbers and words stay as they were.
    fn mutant(&mut self, range: &Range<usize>, at: Span, what: String) -> Option<usize> {
        let id = self.next;
        self.next += 1;
        let function = self.function();
        let same = self.same.entry((function.clone(), what.clone())).or_default();
        *same += 1;
        let what = if *same == 1 { what } else { format!("{what} ({same})") };
        if self.dropped.contains(&id) {
            return None;
        }
        self.mutants.push(Mutant {
            id,
            file: self.file.to_owned(),
            line: at.start().line,
            offset: at.byte_range().start,
            function,
            what,
            output: range.clone(),
        });
        Some(id)
    }

    fn function(&self) -> String {
        let name = self.functions.last().map_or("", String::as_str);
        self.types.last().map_or_else(|| name.to_owned(), |of| format!("{of}::{name}"))
    }

    /// The code at `range` in one line, cut where it is long.
    fn excerpt(&self, range: &Range<usize>) -> String {
        let line = self.text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(EXCERPT) {
            Some((cut, _)) => format!("{}…", &line[..cut]),
            None => line,
        }
    }

    /// Visits a function, whose body may also return at once.
    fn in_function(&mut self, attributes: &[Attribute], signature: &Signature, block: &Block) {
        if is_test(attributes) || signature.constness.is_some() {
            return;
        }
        self.functions.push(signature.ident.to_string());
        if !block.stmts.is_empty() {
            self.early_returns(signature, block);
        }
        self.visit_block(block);
        self.functions.pop();
    }

    fn early_returns(&mut self, signature: &Signature, block: &Block) {
        let start = block.span().byte_range().start;
        // Only the brace: an error inside the body is that of another mutant.
        let brace = start..start + 1;
        for value in early_values(&signature.output) {
            let what = match *value {
                "" => "returns at once".to_owned(),
                value => format!("returns `{value}`"),
            };
            if let Some(id) = self.mutant(&brace, signature.ident.span(), what) {
                let text = format!(" if {} {{ return {value}; }} ", on(id));
                self.edits.close(brace.end, self.depth, text);
            }
        }
    }

    fn in_type(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.types.push(name);
        visit(self);
        self.types.pop();
    }

    fn operator(&mut self, binary: &ExprBinary, swap: Swap, mutants: &[(usize, &str)]) {
        let (all, left) = (range(binary), range(&*binary.left));
        let (operator, right) = (range(&binary.op), range(&*binary.right));
        let depth = self.depth;
        match swap.shape {
            Shape::Comparison => {
                let code = choice(swap.from, mutants, |op| format!("*l {op} *r"));
                self.edits.open(all.start, depth, "(match (&(".into());
                self.edits.replace(operator, "), &(".into());
                self.edits.close(all.end, depth, format!(")) {{ (l, r) => {code} }})"));
            }
            Shape::Arithmetic => {
                let code = choice(swap.from, mutants, |op| format!("l {op} r"));
                self.edits.open(all.start, depth, "(match ((".into());
                self.edits.replace(operator, "), (".into());
                self.edits.close(all.end, depth, format!(")) {{ (l, r) => {code} }})"));
            }
            Shape::Lazy => {
                let on = on(mutants[0].0);
                // `&&`: if L != on { R } else { on }. `||`: if L == on { R } else { !on }.
                let (test, not) = if swap.from == "&&" { ("!=", "") } else { ("==", "!") };
                self.edits.open(all.start, depth, "(if ((".into());
                self.edits.replace(operator, format!(") {test} {on}) {{ "));
                self.edits.close(all.end, depth, format!(" }} else {{ {not}{on} }})"));
            }
            Shape::Assignment => {
                let place = &self.text[left.clone()];
                let code = choice(swap.from, mutants, |op| format!("{place} {op} r;"));
                self.edits.replace(left.start..right.start, "{ let r = ".into());
                self.edits.close(right.end, depth, format!("; {code} }}"));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_const(&mut self, _: &'ast ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}
    fn visit_item_enum(&mut self, _: &'ast ItemEnum) {}
    fn visit_impl_item_const(&mut self, _: &'ast ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast ExprConst) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast ExprRepeat) {
        self.visit_expr(&repeat.expr); // not its length
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let of = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        if is_test(&item.attrs) || of.is_some_and(|of| of.ident == "Debug" || of.ident == "Display")
        {
            return;
        }
        let name = type_name(&item.self_ty);
        self.in_type(name, |walk| visit::visit_item_impl(walk, item));
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.in_type(item.ident.to_string(), |walk| visit::visit_item_trait(walk, item));
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.in_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.in_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.in_function(&item.attrs, &item.sig, block);
        }
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if let Some((_, guard)) = &arm.guard
            && !has_let(guard)
        {
            let guarded = range(&**guard);
            let code = self.excerpt(&guarded);
            for value in ["true", "false"] {
                self.depth += 1;
                let what = format!("guard `{code}` is {value}");
                if let Some(id) = self.mutant(&guarded, guard.span(), what) {
                    let text = format!("(if {} {{ {value} }} else {{ ", on(id));
                    self.edits.open(guarded.start, self.depth, text);
                    self.edits.close(guarded.end, self.depth, " })".into());
                }
            }
            self.depth += 1;
            self.visit_expr(guard);
            self.depth -= 3;
        }
        self.visit_expr(&arm.body);
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        self.depth += 1;
        let operator = match unary.op {
            UnOp::Not(_) => Some("!"),
            UnOp::Neg(_) => Some("-"),
            _ => None,
        };
        // A negative literal is one number.
        if let Some(operator) = operator.filter(|_| !matches!(&*unary.expr, Expr::Lit(_))) {
            let all = range(unary);
            let what = format!("`{}` without `{operator}`", self.excerpt(&all));
            if let Some(id) = self.mutant(&all, unary.span(), what) {
                let code = format!(") {{ v => if {} {{ v }} else {{ {operator}v }} }})", on(id));
                self.edits.replace(range(&unary.op), "(match (".into());
                self.edits.close(all.end, self.depth, code);
            }
        }
        self.depth += 1;
        self.visit_expr(&unary.expr);
        self.depth -= 2;
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        let swap = swap(&binary.op).filter(|_| !has_let(&binary.left) && !has_let(&binary.right));
        let Some(swap) = swap else {
            visit::visit_expr_binary(self, binary);
            return;
        };
        self.depth += 1;
        let all = range(binary);
        let code = self.excerpt(&all);
        let mut mutants = Vec::new();
        for to in swap.to {
            let what = format!("`{}` to `{to}` in `{code}`", swap.from);
            if let Some(id) = self.mutant(&all, binary.op.span(), what) {
                mutants.push((id, *to));
            }
        }
        if !mutants.is_empty() {
            self.operator(binary, swap, &mutants);
        }
        self.depth += 1;
        // The switch of an assignment repeats its left side, so that side stays as it is.
        if swap.shape != Shape::Assignment || mutants.is_empty() {
            self.visit_expr(&binary.left);
        }
        self.depth += 1;
        self.visit_expr(&binary.right);
        self.depth -= 3;
    }
}

fn range(part: &impl Spanned) -> Range<usize> {
    part.span().byte_range()
}

/// What a function with this output may return at once.
fn early_values(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, output) = output else { return &[""] };
    let path = match &**output {
        Type::Path(path) => path,
        Type::Tuple(_) | Type::Array(_) => return &["Default::default()"],
        _ => return &[],
    };
    let Some(last) = path.path.segments.last() else { return &[] };
    match last.ident.to_string().as_str() {
        "bool" => &["true", "false"],
        "Option" => &["None"],
        "Result" => &["Ok(Default::default())"],
        "usize" | "u64" | "u32" | "i64" | "u8" | "u16" | "i32" | "u128" | "i128" => &["0", "1"],
        _ => &["Default::default()"],
    }
}

fn type_name(of: &Type) -> String {
    match of {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Type::Reference(reference) => Some(type_name(&reference.elem)),
        Type::Array(_) | Type::Slice(_) => Some("[]".to_owned()),
        Type::Tuple(_) => Some("()".to_owned()),
        _ => None,
    }
    .unwrap_or_else(|| "_".to_owned())
}

/// `#[test]`, `#[cfg(test)]` and `#[cfg(all(test, ..))]`, but not `#[cfg(not(test))]`.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string();
            condition.contains("test") && !condition.contains("not")
        }
        _ => false,
    })
}

fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}
