#!/bin/bash
# All levels of an archive as PNG, against bare libpng.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

"$exhume" mapdump --format png -q -o pictures "${mapdump[@]}"
mkdir alone
"$BENCH_BUILD/tool_libpng" PNG 2 0 pictures alone \
	"$exhume" mapdump --format png -o pictures "${mapdump[@]}"
