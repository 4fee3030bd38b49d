#!/bin/sh
# Builds the page into site/out: `site/build.sh`. Nothing in it is fetched when it is opened.
#
# Needs the target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`). Where
# `mdbook` is installed, the book is in the page too.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
out=$here/site/out
target=${CARGO_TARGET_DIR:-$here/target}
cd "$here"
export CARGO_PROFILE_RELEASE_OPT_LEVEL=s CARGO_PROFILE_RELEASE_LTO=thin CARGO_PROFILE_RELEASE_PANIC=abort
export CARGO_PROFILE_RELEASE_STRIP=debuginfo CARGO_PROFILE_RELEASE_CODEGEN_UNITS=4
rm -rf "$out"
mkdir -p "$out/showcase"

cargo build --release --target wasm32-unknown-unknown -p showcase
cargo build --manifest-path site/bindgen/Cargo.toml --target-dir "$target/bindgen"
"$target/bindgen/debug/bindgen" "$target/wasm32-unknown-unknown/release/showcase.wasm" "$out/showcase"
cp site/pages/index.html "$out/index.html"
cp site/pages/showcase.html "$out/showcase/index.html"

# Parts that are not there have no line on the first page.
without() { sed -i "/data-part=\"$1\"/d" "$out/index.html"; }
if command -v mdbook > /dev/null; then
    mdbook build docs/book --dest-dir "$out/book"
else
    without book
    echo "site: no mdbook, so the page has no book"
fi
if [ "${1-}" = --doc ]; then
    cargo doc --no-deps -p cueline -p cueline-assets -p cueline-characters -p cueline-await -p cueline-handover -p cueline-egui --all-features
    cp -r "$target/doc" "$out/doc"
else
    without doc
    echo "site: no reference; \`site/build.sh --doc\` adds it"
fi

cd "$out"
packed=$(for file in index.html showcase/*; do gzip -9c "$file"; done | wc -c)
echo "site: $out: the showcase and the first page are $packed bytes compressed"
if [ "$packed" -ge 3000000 ]; then
    echo "site: more than 3,000,000 bytes"
    exit 1
fi
