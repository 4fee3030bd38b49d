//! American checkers: the rules, and nothing of any display.
