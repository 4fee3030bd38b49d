#!/bin/sh
# Builds the page into site/out: a first page, showcase, checkers, studio, the book (also as `llms.txt` and `llms-full.txt`), the
# reference, licences. Nothing in it is fetched when it is opened. `site/build.sh showcase` builds the first page and the
# showcase alone, and larger, in a fraction of the time. SITE_URL is the address at which it will be hosted: with it, links to
# the page have a picture.
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
# To be built quickly: our crates are optimised a little, and the others not at all. `digests`, which stands on the same
# crates, is built with it.
speed=3 quick=
if [ "${1:-}" = showcase ]; then
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
    speed=1 quick='-p digests --config profile.release.package."*".opt-level=0'
fi
# Vectors of 16 bytes, which browsers have had since 2023; the same bits with and without.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='-Ctarget-feature=+simd128'
modules=$target/wasm32-unknown-unknown/release
tools=$target/bindgen/debug
rm -rf "$out"
mkdir -p "$out"
cargo build --manifest-path site/bindgen/Cargo.toml --target-dir "$target/bindgen"
# One by one: together they would have each other's features.
program() { # package, module, folder of the page, more arguments for cargo
    package=$1 module=$2 folder=$3
    shift 3
    cargo build --release --target wasm32-unknown-unknown -p "$package" "$@"
    mkdir "$out/$folder"
    "$tools/bindgen" "$modules/$module.wasm" "$out/$folder"
    # A server that compresses does not say how much there is to come.
    sed "s/@BYTES@/$(wc -c < "$out/$folder/${module}_bg.wasm")/" "site/pages/$folder.html" > "$out/$folder/index.html"
    cp "site/pages/$folder.js" "$out/$folder/start.js"
}

(cd site/pages && cp style.css icon.svg front.js program.js leave.js outline.js "$out")
# A loop and a still of each room, and the picture of links to the page: by the build of the tests, where it is there.
rooms=$target/debug/showcase
[ -x "$rooms" ] || cargo build -p showcase
mkdir "$out/tiles"
"$rooms" --tiles "$out/tiles"
cp docs/checkers.png docs/studio.png "$out/tiles"
"$rooms" --list | awk -F '\t' '{
    printf "<li><a href=\"showcase/#room=%s\"><picture><source media=\"(prefers-reduced-motion: reduce)\" srcset=\"tiles/room-%s.png\">", $1, $1
    printf "<img src=\"tiles/room-%s.gif\" alt=\"\" width=\"384\" height=\"192\" loading=\"lazy\"></picture>", $1
    printf "<span><strong>%s</strong>%s</span></a></li>\n", $2, $3
}' > "$target/tiles.html"
sed -e "/@TILES@/{r $target/tiles.html
d
}" site/pages/index.html > "$out/index.html"
# What the figures of room 6 measure is built for speed, and all else for size.
fast() { echo "--config profile.release.package.$1.opt-level=$speed"; }
# shellcheck disable=SC2046,SC2086
program showcase showcase showcase $(fast showcase) $(fast cueline-batch) $(fast cueline) $quick
# The picture of a link needs its whole address.
pictures() { [ -z "${SITE_URL:-}" ] || sed -i "s|\(og:image\" content=\"\)\(\.\./\)*|\1${SITE_URL%/}/|" "$@"; }
pictures "$out"/index.html "$out"/showcase/index.html
[ "${1:-}" != showcase ] || exit 0
git archive --format=tar.gz --prefix=cueline/ -o "$out/cueline.tar.gz" HEAD
program checkers checkers checkers
program cueline-cli cueline studio
pictures "$out"/checkers/index.html "$out"/studio/index.html

"$tools/notices" showcase checkers cueline-cli > "$out/licences.html"

if ! command -v mdbook > /dev/null; then
    PATH=$target/site-tools/bin:$PATH
    command -v mdbook > /dev/null || CARGO_TARGET_DIR=$target/mdbook cargo install --quiet --debug --locked \
        --no-default-features --features search --root "$target/site-tools" mdbook@0.5.4
fi
mdbook build docs/book --dest-dir "$out/book"
# A mark `<!-- room 2 -->` in a chapter is that room.
room='<iframe src="../showcase/?picture#room=\1" title="Room \1 of the showcase, with its red switch" loading="lazy" style="width:100%;aspect-ratio:960/552;min-height:272px;border:0;border-radius:.5rem;background:#181b22 url(../tiles/room-\1.png) center/contain no-repeat"></iframe>'
sed -i "s|<!-- room \([0-9]*\) -->|$room|" "$out"/book/*.html
# The book as plain text: a list of its chapters, and all of it in one file.
cargo run --quiet -p cueline-book --bin llms -- "$out"

CARGO_TARGET_DIR=$target cargo doc --no-deps --all-features -p cueline -p cueline-assets -p cueline-import -p cueline-characters \
    -p cueline-await -p cueline-handover -p cueline-egui
cp -r "$target/doc" "$out/doc"

# mdbook and rustdoc write scripts into their pages; nothing comes from elsewhere.
policy="default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"
find "$out/book" "$out/doc" -name '*.html' -exec \
    sed -i "0,/<head>/s|<head>|<head><meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" {} +
# And each page has a way home.
home='position:fixed;right:1rem;bottom:1rem;z-index:999;padding:.3rem .8rem;border-radius:.5rem;background:#242934;color:#ffc450;font:16px/1.5 system-ui,sans-serif'
(cd "$out" && find book doc -name '*.html') | while read -r page; do
    up=$(dirname "$page" | sed 's|[^/]*|..|g')
    sed -i "0,/<\/body>/s|</body>|<a href=\"$up/\" style=\"$home\">Cueline: home</a></body>|" "$out/$page"
done

packed() { for file in "$@"; do gzip -9c "$file"; done | wc -c; }
cd "$out"
first=$(packed index.html ./*.css ./*.js tiles/card.png showcase/*)
echo "site: $out: the first page and the showcase are $first bytes compressed, checkers $(packed checkers/*), studio $(packed studio/*)"
if [ "$first" -ge 2500000 ]; then
    echo "site: more than 2,500,000 bytes before the first room shows"
    exit 1
fi
