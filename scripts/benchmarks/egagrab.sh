#!/bin/bash
# All pictures of an archive as PNG, against bare libpng; then packed into a new archive.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

"$exhume" egagrab -q -o pictures "${egagrab[@]}"
mkdir alone
"$BENCH_BUILD/tool_libpng" PNG 3 64 pictures alone \
	"$exhume" egagrab -o pictures "${egagrab[@]}"

for _ in $(loops 5); do
	seconds "$exhume" egagrab -q -f --pack pictures --optimize -o new/ARCHIVE >> pack
done
row "pack --optimize" "$(median pack)" s lower "" 1
