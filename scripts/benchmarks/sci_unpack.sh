#!/bin/bash
# A game of 800 resources as files, in turn with what copies and unpacks the same files.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

mkdir resources
"$BENCH_BUILD/bench_sci_game" --write resources
"$exhume" sci-pack -q --method stored -o game resources
tar -cf resources.tar resources
# unpacked COMMAND...: fills a new folder; prints seconds
unpacked() {
	rm -rf unpacked
	mkdir unpacked
	seconds "$@"
}

for _ in $(loops 5); do
	unpacked "$exhume" sci-unpack -q -o unpacked/game game >> ours
	unpacked cp -r resources unpacked >> copied
	unpacked tar -C unpacked -xf resources.tar >> untarred
done
row "800 resources" "$(figure '1000 * $1' ours)" ms lower
row "800 resources" "$(figure '$1 / $2' ours copied)" "x time of" lower "cp -r"
row "800 resources" "$(figure '$1 / $2' ours untarred)" "x time of" lower "tar -x"
row "800 resources, cp -r" "$(figure '1000 * $1' copied)" ms lower
row "800 resources, tar -x" "$(figure '1000 * $1' untarred)" ms lower
