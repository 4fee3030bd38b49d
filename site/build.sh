#!/bin/sh
# Builds the page into site/out: showcase, checkers, studio, the book, the reference, licences. Nothing in it is fetched when it is
# opened.
#
# Needs the target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`). `mdbook` is built into the target
# folder where it is not installed.
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
mkdir -p "$out/showcase" "$out/checkers" "$out/studio"

# One by one: together they would have each other's features.
cargo build --release --target wasm32-unknown-unknown -p showcase
cargo build --release --target wasm32-unknown-unknown -p checkers
cargo build --release --target wasm32-unknown-unknown -p cueline-cli
cargo build --manifest-path site/bindgen/Cargo.toml --target-dir "$target/bindgen"
cp site/pages/index.html "$out/index.html"
"$tools/bindgen" "$modules/showcase.wasm" "$out/showcase"
cp site/pages/showcase.html "$out/showcase/index.html"
"$tools/bindgen" "$modules/checkers.wasm" "$out/checkers"
cp site/pages/checkers.html "$out/checkers/index.html"
"$tools/bindgen" "$modules/cueline.wasm" "$out/studio"
cp site/pages/studio.html "$out/studio/index.html"

"$tools/notices" showcase checkers cueline-cli > "$out/licences.html"

if ! command -v mdbook > /dev/null; then
    PATH=$target/site-tools/bin:$PATH
    command -v mdbook > /dev/null || CARGO_TARGET_DIR=$target/mdbook cargo install --quiet --debug --locked \
        --no-default-features --features search --root "$target/site-tools" mdbook@0.5.4
fi
mdbook build docs/book --dest-dir "$out/book"

CARGO_TARGET_DIR=$target cargo doc --no-deps --all-features -p cueline -p cueline-assets -p cueline-characters \
    -p cueline-await -p cueline-handover -p cueline-egui
cp -r "$target/doc" "$out/doc"

packed() { for file in "$@"; do gzip -9c "$file"; done | wc -c; }
cd "$out"
first=$(packed index.html showcase/*)
echo "site: $out: the first page and the showcase are $first bytes compressed, checkers $(packed checkers/*), studio $(packed studio/*)"
if [ "$first" -ge 3000000 ]; then
    echo "site: more than 3,000,000 bytes before the first room shows"
    exit 1
fi
