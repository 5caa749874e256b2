#!/bin/bash
# TrueMotion 1, with what ffmpeg takes on one thread for the same 1,000 packets.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

"$BENCH_BUILD/bench_truemotion1"
peer ffmpeg || exit 0
# against NAME KEY_INTERVAL
against() {
	"$BENCH_BUILD/bench_truemotion1" --write film.avi "$2"
	rm -f ours theirs
	for _ in $(loops 5); do
		seconds "$BENCH_BUILD/bench_truemotion1" --play film.avi >>ours
		seconds ffmpeg -v error -nostdin -threads 1 -i film.avi -f null - >>theirs
	done
	row "$1" "$(figure '$1 / $2' theirs ours)" x higher "ffmpeg -threads 1" 1
	row "$1, ffmpeg" "$(median theirs)" s lower
}
against "1,000 key frames" 1
against "1,000 inter frames, discs" 0
