#!/bin/sh
# Builds the page into site/out: showcase, checkers, studio, the book (also as `llms.txt` and `llms-full.txt`), the reference,
# licences. Nothing in it is fetched when it is opened. `site/build.sh showcase` builds the showcase alone, and larger, in a fraction of the time.
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
[ "${1:-}" != showcase ] || export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off
modules=$target/wasm32-unknown-unknown/release
tools=$target/bindgen/debug
rm -rf "$out"
mkdir -p "$out"
cargo build --manifest-path site/bindgen/Cargo.toml --target-dir "$target/bindgen"
# One by one: together they would have each other's features.
program() { # package, module, folder of the page
    cargo build --release --target wasm32-unknown-unknown -p "$1"
    mkdir "$out/$3"
    "$tools/bindgen" "$modules/$2.wasm" "$out/$3"
    cp "site/pages/$3.html" "$out/$3/index.html"
    cp "site/pages/$3.js" "$out/$3/start.js"
}

cp site/pages/index.html "$out/index.html"
program showcase showcase showcase
[ "${1:-}" != showcase ] || exit 0
program checkers checkers checkers
program cueline-cli cueline studio

"$tools/notices" showcase checkers cueline-cli > "$out/licences.html"

if ! command -v mdbook > /dev/null; then
    PATH=$target/site-tools/bin:$PATH
    command -v mdbook > /dev/null || CARGO_TARGET_DIR=$target/mdbook cargo install --quiet --debug --locked \
        --no-default-features --features search --root "$target/site-tools" mdbook@0.5.4
fi
mdbook build docs/book --dest-dir "$out/book"
# The book as plain text: a list of its chapters, and all of it in one file.
cargo run --quiet -p cueline-book --bin llms -- "$out"

CARGO_TARGET_DIR=$target cargo doc --no-deps --all-features -p cueline -p cueline-assets -p cueline-import -p cueline-characters \
    -p cueline-await -p cueline-handover -p cueline-egui
cp -r "$target/doc" "$out/doc"

# mdbook and rustdoc write scripts into their pages; nothing comes from elsewhere.
policy="default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
find "$out/book" "$out/doc" -name '*.html' -exec \
    sed -i "0,/<head>/s|<head>|<head><meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" {} +

packed() { for file in "$@"; do gzip -9c "$file"; done | wc -c; }
cd "$out"
first=$(packed index.html showcase/*)
echo "site: $out: the first page and the showcase are $first bytes compressed, checkers $(packed checkers/*), studio $(packed studio/*)"
if [ "$first" -ge 3000000 ]; then
    echo "site: more than 3,000,000 bytes before the first room shows"
    exit 1
fi
