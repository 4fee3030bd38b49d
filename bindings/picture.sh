#!/usr/bin/env bash
# `docs/languages.svg`: one program, and what it printed in seven languages. `.ci/languages all` runs the programs and calls
# this with the folder of what each of them said; the digests in the picture are read from there.
set -euo pipefail
said=${1:?the folder of what each language said}

scale=0.32 left=190 # pixels in a millisecond; where time 0 is
at() { awk -v ms="$1" -v scale="$scale" -v left="$left" 'BEGIN { printf "%.1f", left + ms * scale }'; }
text() { # x, y, attributes, text
    printf '<text x="%s" y="%s"%s>%s</text>\n' "$1" "$2" "${3:+ $3}" "$4"
}

cat <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="850" height="462" font-family="sans-serif" font-size="14">
<title>One program, one digest, seven languages</title>
<rect width="100%" height="100%" fill="white"/>
END
row=0
while read -r name from to colour; do
    y=$((24 + row * 30))
    width=$(awk -v from="$from" -v to="$to" -v scale="$scale" 'BEGIN { printf "%.1f", (to - from) * scale }')
    text $((left - 12)) $((y + 15)) 'text-anchor="end"' "$name"
    printf '<rect x="%s" y="%s" width="%s" height="20" rx="3" fill="%s"/>\n' "$(at "$from")" "$y" "$width" "$colour"
    row=$((row + 1))
done <<'END'
attack 0 300 #0032c8
damage 0 500 #c01428
counter-attack 500 800 #0032c8
toast 500 1500 #888888
END

# The moments at which each program prints its digest, in the order of its lines.
columns=(190 405 620)
moments=(100 550 1500)
for n in 0 1 2; do
    x=$(at "${moments[n]}")
    printf '<path d="M%s 18V150L%s 176" fill="none" stroke="#e08000" stroke-width="2" stroke-dasharray="4 3"/>\n' "$x" \
        $((columns[n] + 75))
    text $((columns[n] + 75)) 194 'text-anchor="middle" font-weight="bold"' "after ${moments[n]} ms"
done

y=224
for language in C C++ LuaJIT 'Common Lisp' Python 'C#' Node; do
    shown=$language
    [ "$language" != Node ] || shown=JavaScript
    ((y % 60 != 44)) || printf '<rect x="20" y="%d" width="810" height="30" fill="#f3f3f3"/>\n' $((y - 20))
    text 40 "$y" '' "$shown"
    n=0
    while read -r digest; do
        text "${columns[n]}" "$y" 'font-family="monospace" font-size="15"' "$digest"
        n=$((n + 1))
    done < <(sed -n '1,3s/.*: //p' "$said/$language")
    y=$((y + 30))
done
text 425 446 'text-anchor="middle" fill="#444444"' 'the digest of the whole state of the queue, as each program printed it'
echo '</svg>'
