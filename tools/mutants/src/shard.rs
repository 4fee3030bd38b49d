//! Which part of the mutants a run has.

use std::str::FromStr;

/// A part of the mutants: number `number`, from 1, of `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) number: usize,
    pub(crate) count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((number, count)) if (1..=count).contains(&number) => Ok(Self { number, count }),
            _ => Err("needs K/N with K from 1 to N".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn a_shard_is_one_of_at_least_as_many() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, count: 3 }));
        for wrong in ["0/3", "4/3", "3", "1/0", "a/b"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
