#!/bin/bash
# Whole processes from a song to WAV at 44100 Hz, in turn with AdPlug's player and two of
# its emulators: nuked, which is exact as ours is, and satoh, its fastest. Its output is
# stereo, and of another length: what counts is seconds of sound a second.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

cp "$song" song.imf
# speed FRAME_SIZE COMMAND...: makes song.wav; prints seconds of sound a second
speed() {
	local frame_size=$1 time
	shift
	rm -f song.wav
	time=$(seconds "$@" 2>log) || { cat log >&2 && return 1; }
	stat -c %s song.wav | awk "{ print (\$1 - 44) / $frame_size / 44100 / $time }"
}

has_peer=
peer adplay && has_peer=1
for _ in $(loops 5); do
	speed 2 "$exhume" imf2wav -q song.imf -o song.wav >> ours
	for emulator in ${has_peer:+nuked satoh}; do
		speed 4 adplay -O disk -d song.wav -o -e "$emulator" song.imf >> "$emulator"
	done
done
row "a song" "$(median ours)" "times real time" higher
[ -n "$has_peer" ] || exit 0
row "a song" "$(figure '$1 / $2' ours nuked)" x higher "adplay, nuked" 15
row "a song" "$(figure '$1 / $2' ours satoh)" x higher "adplay, satoh" 2.5
row "adplay, nuked" "$(median nuked)" "times real time" higher
row "adplay, satoh" "$(median satoh)" "times real time" higher
