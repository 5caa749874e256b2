#!/bin/bash
# Keen Dreams played by whole processes: the time of 2,500 frames less that of one, with
# the hash of each picture against zlib's crc32 of as many bytes; with sound; as PNG
# against libpng alone; and the peak memory.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

frames=2500 png_frames=600
[ -z "$BENCH_SMOKE" ] || frames=50 png_frames=10
# play FRAMES ARGUMENT...: prints seconds
play() {
	echo "random biased $1 seed=7 toward=L" > input
	shift
	seconds "$exhume" keen-run -q -f "$dreams" --map "$dreams_level" --god --flowers 60 \
		--input input "$@"
}

for _ in $(loops 5); do
	play 1 --state - >> start
	play "$frames" --state - >> state_s
	"$BENCH_BUILD/tool_crc" $((frames - 1)) >> crc
	play "$frames" --device adlib --wav sound.wav >> wav
done
row "opening the game" "$(median start)" s lower
row "hashes" "$(figure '($1 - $2) / $3' state_s start crc)" "x time of" lower \
	"zlib crc32" 1.3
row "WAV, AdLib" \
	"$(figure "($frames - 1) / (\$1 > \$2 ? \$1 - \$2 : 1e-6)" wav start)" frames/s higher "" 20000
echo "2000 R" > input
mib=$(peak "$exhume" keen-run -q -f "$dreams" --map "$dreams_level" \
	--input input --frames $((frames - frames / 5)) --state - --wav sound.wav)
row "hashes and WAV" "$mib" MiB lower "" 32

mkdir pictures alone
play "$png_frames" -o pictures/%05d.png > /dev/null
"$BENCH_BUILD/tool_libpng" PNG 1.3 0 pictures alone "$exhume" keen-run \
	-o pictures/%05d.png "$dreams" --map "$dreams_level" --god --flowers 60 --input input
