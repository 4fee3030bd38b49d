#!/usr/bin/env bash
# Makes the pictures of the README again: `docs/pictures.sh`, on a machine with a screen (or with
# `xvfb-run -a -s '-screen 0 1400x900x24'` before it), ImageMagick and gifsicle. `PICTURE=1 .ci/languages all` makes languages.svg.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build -p showcase -p checkers -p cueline-cli
# The picture of a jump says how long it takes.
cargo build --release -p showcase --no-default-features
target=${CARGO_TARGET_DIR:-target}
programs=$target/debug
"$programs/showcase" --render docs/any-rate.gif --seconds 8 --press "Add up f32 seconds" --press-after 5
"$target/release/showcase" --room 4 --seconds 7 --render docs/rewind.gif

games=apps/checkers/games/acf-300.pdn
"$programs/checkers" render $games --game 208 --from 8 --to 14 --size 720x480 -o docs/checkers.gif
gifsicle --batch -O3 --lossy=60 docs/any-rate.gif docs/rewind.gif docs/checkers.gif

still=$(mktemp -d)
trap 'rm -rf "$still"' EXIT
"$programs/checkers" render $games --game 208 --from 10.28 --to 10.29 --size 960x640 -o "$still/checkers.png"
"$programs/cueline" studio docs/book/studio/table.ron --at 530ms --picture "$still/studio.png"
for picture in "$still"/*.png; do
    name=$(basename "$picture" | sed 's/-[0-9]*\.png$/.png/')
    convert "$picture" +dither -colors 250 -define png:compression-level=9 "PNG8:docs/$name"
done
