#!/usr/bin/env bash
# Makes the pictures of the studio in the book again: `docs/book/studio/pictures.sh`, on a machine with a screen (or with
# `xvfb-run -a -s '-screen 0 1400x900x24'` before it) and ImageMagick.
set -euo pipefail
cd "$(dirname "$0")"
cargo build -p cueline-cli
studio=${CARGO_TARGET_DIR:-../../../target}/debug/cueline
examples=../../../assets/examples
picture() { # name, arguments of the studio...
    local out=../src/pictures/studio-$1.png
    shift
    "$studio" studio "$@" --picture "$out"
    convert "$out" +dither -colors 200 -define png:compression-level=9 "PNG8:$out"
}
picture slide slide.ron --at 150ms
picture turn turn.ron --at 375ms
picture glow table.ron --at 550ms
picture curves curves.ron --at 100ms
picture flipbook $examples/hero.ron --at 300ms
picture animator $examples/walker.ron --with $examples/walker-body.ron
