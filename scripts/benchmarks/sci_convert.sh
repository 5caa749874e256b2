#!/bin/bash
# All pictures of a game, as many as a large one has and all alike, as PNG, against libpng
# alone.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

view_count=200 pic_count=100
[ -z "$BENCH_SMOKE" ] || view_count=2 pic_count=1
mkdir game alone
"$exhume" pic2png -q --format pic -o pic.001 "$BENCH_SOURCE/testdata/drawings/hill.txt"
"$exhume" sci-unpack -q --type view --number 0 -o burrow "$samples/burrow"
for i in $(seq -f %03g 0 $((view_count - 1))); do
	cp burrow/view.000 "game/view.$i"
done
for i in $(seq -f %03g 0 $((pic_count - 1))); do
	cp pic.001 "game/pic.$i"
done
convert=(--convert --type view --type pic game)
"$exhume" sci-unpack -q -o pictures "${convert[@]}"
"$BENCH_BUILD/tool_libpng" PNG 1.5 0 pictures alone \
	"$exhume" sci-unpack -o pictures "${convert[@]}"
