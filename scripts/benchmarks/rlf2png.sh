#!/bin/bash
# 200 frames of 640x344 as PNG files with two threads, in turn with what FFmpeg makes of
# the same pixels; and the peak memory of a stream of them.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

"$BENCH_BUILD/bench_rlf" --write movie.rlf
"$exhume" rlf2png -q movie.rlf -o movie.raw
# frames NAME COMMAND...: fills a new folder frames; appends seconds and bytes to files
frames() {
	local name=$1
	shift
	rm -rf frames
	mkdir frames
	seconds "$@" >> "$name"
	cat frames/*.png | wc -c >> "$name.bytes"
}

has_peer=
peer ffmpeg && has_peer=1
for _ in $(loops 5); do
	frames ours "$exhume" rlf2png -q -j2 -o frames/ movie.rlf
	[ -z "$has_peer" ] || frames ffmpeg ffmpeg -v error -f rawvideo -pix_fmt rgb555le \
		-s 640x344 -i movie.raw -threads 2 -c:v png frames/%04d.png
done
row "PNG, -j2" "$(median ours)" s lower
row "PNG, -j2" "$(median ours.bytes)" bytes lower
if [ -n "$has_peer" ]; then
	row "PNG, -j2" "$(figure '$1 / $2' ffmpeg ours)" x higher "ffmpeg -threads 2" 2
	row "PNG, -j2" "$(figure '$1 / $2' ours.bytes ffmpeg.bytes)" "x size of" lower \
		"ffmpeg -threads 2" 1.1
	row "ffmpeg -threads 2" "$(median ffmpeg)" s lower
	row "ffmpeg -threads 2" "$(median ffmpeg.bytes)" bytes lower
fi
mib=$(peak "$exhume" rlf2png -q -f --format y4m -o /dev/null movie.rlf)
row "Y4M" "$mib" MiB lower
