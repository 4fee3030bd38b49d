//! Numbers and texts, with their escapes.

use super::{Fault, Scanner};
use crate::text::Lines;

impl Scanner<'_> {
    pub(super) fn number(&mut self) -> Result<String, Fault> {
        let rest = self.rest();
        let signed = rest.trim_start_matches(['+', '-']);
        let sign = rest.len() - signed.len();
        let hex = ["0x", "0X"].iter().any(|mark| signed.starts_with(mark));
        let (mut end, mut before) = (sign, '0');
        for char in signed.chars() {
            let exponent = !hex && matches!(before, 'e' | 'E') && matches!(char, '+' | '-');
            if !(char.is_ascii_alphanumeric() || matches!(char, '.' | '_') || exponent) {
                break;
            }
            end += char.len_utf8();
            before = char;
        }
        if end == sign || sign > 1 {
            return Err(self.fault("a number"));
        }
        let number = rest[..end].to_owned();
        self.at += end;
        Ok(number)
    }

    pub(super) fn quoted(&mut self) -> Result<String, Fault> {
        let open = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.peek() {
                Some('"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some('\\') => text.extend(self.escape()?),
                Some(char) => {
                    self.at += char.len_utf8();
                    text.push(char);
                }
                None => {
                    let line = Lines::new(self.text).place(open..open + 1).line;
                    return Err(self.fault(format!("`\"` for the text that begins in line {line}")));
                }
            }
        }
    }

    pub(super) fn char(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let char = match self.peek() {
            Some('\\') => self.escape()?,
            Some(char) => {
                self.at += char.len_utf8();
                Some(char)
            }
            None => return Err(self.fault("a character")),
        };
        if self.skip('\'') { Ok(char.into_iter().collect()) } else { Err(self.fault("`'`")) }
    }

    pub(super) fn raw(&mut self) -> Result<String, Fault> {
        let hashes = self.rest()[1..].bytes().take_while(|byte| *byte == b'#').count();
        let end = format!("\"{}", "#".repeat(hashes));
        let from = self.at + 1 + hashes;
        if !self.text[from..].starts_with('"') {
            return Err(self.fault("a text"));
        }
        let Some(length) = self.text[from + 1..].find(&end) else {
            return Err(self.fault(format!("a text that ends in `{end}`")));
        };
        self.at = from + 1 + length + end.len();
        Ok(self.text[from + 1..from + 1 + length].to_owned())
    }

    /// What a backslash and what follows it stand for; nothing at the end of a line.
    fn escape(&mut self) -> Result<Option<char>, Fault> {
        let from = self.at;
        self.at += 1;
        let Some(mark) = self.peek() else { return Err(self.fault("a character")) };
        self.at += mark.len_utf8();
        let plain = match mark {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'b' => '\u{8}',
            'f' => '\u{c}',
            '0' => '\0',
            '\\' | '/' | '"' | '\'' => mark,
            '\n' => {
                self.at = self.text.len() - self.rest().trim_start().len();
                return Ok(None);
            }
            'x' => return self.hex(2, from).and_then(|code| self.coded(code, from)),
            'u' if self.skip('{') => {
                let digits = self.rest().find('}').unwrap_or(0);
                let code = self.hex(digits, from)?;
                self.at += 1;
                return self.coded(code, from);
            }
            'u' => {
                let high = self.hex(4, from)?;
                if !(0xd800..0xdc00).contains(&high) {
                    return self.coded(high, from);
                }
                if !self.rest().starts_with("\\u") {
                    return self.coded(high, from);
                }
                self.at += 2;
                let low = self.hex(4, from)?;
                let code = 0x1_0000 + ((high - 0xd800) << 10);
                return self.coded(code + (low.wrapping_sub(0xdc00) & 0x3ff), from);
            }
            _ => {
                self.at = from;
                return Err(self.fault("an escape such as `\\n`, `\\\"` or `\\u{e9}`"));
            }
        };
        Ok(Some(plain))
    }

    fn hex(&mut self, digits: usize, from: usize) -> Result<u32, Fault> {
        let code =
            self.rest().get(..digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(code) = code else {
            self.at = from;
            return Err(self.fault("the hexadecimal number of a character"));
        };
        self.at += digits;
        Ok(code)
    }

    fn coded(&mut self, code: u32, from: usize) -> Result<Option<char>, Fault> {
        let char = char::from_u32(code);
        if char.is_none() {
            self.at = from;
            return Err(self.fault("the number of a character"));
        }
        Ok(char)
    }
}
