#!/bin/bash
# The ways back that take thought: pictures to pics, MIDI to chips and devices, and a whole
# converted game to volumes.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

# Rooms of a real game, which people drew; or those of our own.
rooms=("$BENCH_DATA"/sci0/rooms/pic.*)
if [ ! -f "${rooms[0]}" ]; then
	"$exhume" sci-unpack -q --type pic -o rooms "$samples/burrow"
	rooms=(rooms/pic.*)
fi
"$exhume" pic2png -q -o pngs/ "${rooms[@]}"
for _ in $(loops 3); do
	rm -rf traced
	seconds "$exhume" pic2png -q -j 1 --pack -o traced/ pngs/*.visual.png >> trace
done
row "PNG to pic, of ${#rooms[@]} rooms" "$(figure "${#rooms[@]} / \$1" trace)" "pics/s" higher "" 5
row "PNG to pic, all together" "$(cat traced/* | wc -c | awk -v drawn="$(cat "${rooms[@]}" | wc -c)" \
	'{ print $1 / drawn }')" "x size of" lower "what people drew" 1.3
for room in "${rooms[@]}"; do
	echo "$(wc -c <"traced/${room##*/}") $(wc -c <"$room")"
done | awk '{ print $1 / $2 }' | sort -g > sizes
row "PNG to pic, the longest" "$(tail -n 1 sizes)" "x size of" lower "what people drew"
row "PNG to pic, longer than 1.3 times" "$(awk '$1 > 1.3' sizes | wc -l)" pics lower

# A song of a minute, there and back.
"$exhume" imf2wav -q --format midi -o song.mid "$song"
length=$("$exhume" imf2wav --json -o song.wav "$song" |
	jq '.results[0] | .ticks * .tick_rate.denominator / .tick_rate.numerator')
for _ in $(loops 5); do
	seconds "$exhume" imf2wav -q -f -o song.imf song.mid >> imf
	seconds "$exhume" sci-snd2wav -q -f --pack -o sound.001 song.mid >> sound
done
row "MIDI to IMF" "$(figure "$length / \$1" imf)" "x real time" higher "" 1000
row "MIDI to SCI sound" "$(figure "$length / \$1" sound)" "x real time" higher "" 1000

# A converted game of 800 resources, of which one text was edited.
make_large_game
"$exhume" sci-unpack -q --convert -o converted game
sed -i 's/e/i/' converted/text.007.tsv
for _ in $(loops 5); do
	rm -rf packed
	seconds "$exhume" sci-pack -q -o packed converted >> pack
done
row "pack 800 converted resources" "$(figure '$1' pack)" s lower "" 2
