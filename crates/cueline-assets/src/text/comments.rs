//! Comments of a text that is written again.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Comments, Entry, Kind, Node};

/// Moves the comments of `old` to the same items of `new`; returns the number of dropped comments.
///
/// Fields and names are matched by their names, items of lists by their first entry (the time of a key, the name of a
/// cue) or else by their index. A comment on a field that is no longer written goes to the end of the surrounding
/// item.
pub(crate) fn carry_over(old: &Node, new: &mut Node) -> usize {
    if let Some(comments) = &old.comments {
        merge(new.comments_mut(), comments);
    }
    let mut lost = 0;
    match &old.kind {
        Kind::Record(_, old) | Kind::Map(old) => {
            let mut homeless = Vec::new();
            if let Some(entries) = entries_mut(new) {
                let names = entries.iter().enumerate();
                let places: BTreeMap<String, usize> = names
                    .filter_map(|(index, entry)| Some((entry.key.as_key()?.to_owned(), index)))
                    .collect();
                for Entry { key, value } in old {
                    match key.as_key().and_then(|name| places.get(name)) {
                        Some(place) => {
                            let entry = &mut entries[*place];
                            if let Some(comments) = &key.comments {
                                merge(entry.key.comments_mut(), comments);
                            }
                            lost += carry_over(value, &mut entry.value);
                        }
                        None => {
                            all(key, &mut homeless);
                            all(value, &mut homeless);
                        }
                    }
                }
            } else {
                old.iter().for_each(|Entry { key, value }| {
                    all(key, &mut homeless);
                    all(value, &mut homeless);
                });
            }
            if !homeless.is_empty() {
                new.comments_mut().inside.extend(homeless);
            }
        }
        Kind::List(old) | Kind::Group(_, old) => {
            let Some(items) = items_mut(new) else {
                return lost + old.iter().map(count).sum::<usize>();
            };
            let known: BTreeSet<&str> = old.iter().filter_map(first).collect();
            let mut places = BTreeMap::new();
            for (index, item) in items.iter().enumerate().rev() {
                places.extend(first(item).map(|first| (first.to_owned(), index)));
            }
            for (index, item) in old.iter().enumerate().filter(|(_, item)| count(item) > 0) {
                let same = |new: &Node| first(new).is_some() && first(new) == first(item);
                let place = match items.get(index) {
                    Some(new) if same(new) => Some(index),
                    _ => first(item).and_then(|first| places.get(first).copied()),
                };
                // A changed time, unless the item at that index is another one that has moved.
                let is_new = |item: &Node| first(item).is_none_or(|first| !known.contains(first));
                let place = place.or_else(|| {
                    (items.len() == old.len() && is_new(&items[index])).then_some(index)
                });
                match place {
                    Some(place) => lost += carry_over(item, &mut items[place]),
                    None => lost += count(item),
                }
            }
        }
        Kind::Word(_) | Kind::Number(_) | Kind::Text(_) => {}
    }
    lost
}

fn merge(to: &mut Comments, from: &Comments) {
    to.above.extend(from.above.iter().cloned());
    to.trailing.extend(from.trailing.iter().cloned());
    to.inside.extend(from.inside.iter().cloned());
    to.below.extend(from.below.iter().cloned());
}

fn entries_mut(node: &mut Node) -> Option<&mut Vec<Entry>> {
    match &mut node.kind {
        Kind::Record(_, entries) | Kind::Map(entries) => Some(entries),
        _ => None,
    }
}

fn items_mut(node: &mut Node) -> Option<&mut Vec<Node>> {
    match &mut node.kind {
        Kind::List(items) | Kind::Group(_, items) => Some(items),
        _ => None,
    }
}

/// The identity of an item of a list.
fn first(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Record(_, entries) | Kind::Map(entries) => entries.first()?.value.as_key(),
        Kind::List(_) => None,
        Kind::Group(_, items) => items.first()?.as_key(),
        Kind::Word(text) | Kind::Number(text) | Kind::Text(text) => Some(text),
    }
}

/// All comments in and around a node, in order.
fn all(node: &Node, out: &mut Vec<String>) {
    let own = node.comments.as_deref();
    out.extend(own.iter().flat_map(|own| own.above.iter().chain(&own.trailing).cloned()));
    match &node.kind {
        Kind::Record(_, entries) | Kind::Map(entries) => entries.iter().for_each(|entry| {
            all(&entry.key, out);
            all(&entry.value, out);
        }),
        Kind::List(items) | Kind::Group(_, items) => items.iter().for_each(|item| all(item, out)),
        Kind::Word(_) | Kind::Number(_) | Kind::Text(_) => {}
    }
    out.extend(own.iter().flat_map(|own| own.inside.iter().cloned()));
}

fn count(node: &Node) -> usize {
    let mut comments = Vec::new();
    all(node, &mut comments);
    comments.len()
}
