#!/bin/sh
# Builds the page into site/out: `site/build.sh`, or `site/build.sh --doc` with the reference. Nothing in it is fetched
# when it is opened.
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
modules=$target/wasm32-unknown-unknown/release
tools=$target/bindgen/debug
rm -rf "$out"
mkdir -p "$out/showcase" "$out/checkers"

# One by one: together they would have each other's features, and the showcase the exports of the other's window.
cargo build --release --target wasm32-unknown-unknown -p showcase
cargo build --release --target wasm32-unknown-unknown -p checkers
cargo build --manifest-path site/bindgen/Cargo.toml --target-dir "$target/bindgen"
cp site/pages/index.html "$out/index.html"
"$tools/bindgen" "$modules/showcase.wasm" "$out/showcase"
cp site/pages/showcase.html "$out/showcase/index.html"

# The loader of the demo's module comes from the crate that the module was built with.
miniquad=$(cargo metadata --format-version 1 --locked | grep -o '"manifest_path":"[^"]*/miniquad-[^"/]*/Cargo.toml"' |
    head -n 1 | cut -d '"' -f 4)
cp "$(dirname "$miniquad")/js/gl.js" "$modules/checkers.wasm" "$out/checkers"
cp site/pages/checkers.html "$out/checkers/index.html"

"$tools/notices" showcase checkers > "$out/licences.html"

# Parts that are not there have no line on the first page.
without() {
    sed "/data-part=\"$1\"/d" "$out/index.html" > "$out/index.less"
    mv "$out/index.less" "$out/index.html"
}
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

packed() { for file in "$@"; do gzip -9c "$file"; done | wc -c; }
cd "$out"
first=$(packed index.html showcase/*)
echo "site: $out: the first page and the showcase are $first bytes compressed, checkers $(packed checkers/*)"
if [ "$first" -ge 3000000 ]; then
    echo "site: more than 3,000,000 bytes before the first room shows"
    exit 1
fi
