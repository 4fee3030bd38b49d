//! Many characters of one skeleton, from layers to palettes.
