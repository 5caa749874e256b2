# Shared by the benchmarks in shell. They run in a temporary folder of their own, with
# BENCH_SOURCE (of exhume), BENCH_BUILD (its built programs), BENCH_DATA (real games) and
# BENCH_SMOKE (not empty: run everything once) set.
set -euo pipefail
. "$BENCH_SOURCE/scripts/benchmarks/shared/data.sh"
exhume=$BENCH_BUILD/exhume

# loops COUNT: prints 1 to COUNT, for a smoke run only 1
loops() { seq "$([ -n "$BENCH_SMOKE" ] && echo 1 || echo "$1")"; }

# row NAME VALUE UNIT higher|lower [PEER [TARGET]]
row() {
	jq -nc --arg name "$1" --argjson value "$2" --arg unit "$3" --arg better "$4" \
		--arg peer "${5-}" --argjson target "${6:-null}" '{$name, $value, $unit,
			peer: (if $peer == "" then null else $peer end), $target, $better}'
}

# seconds COMMAND...: prints the time that it takes
seconds() { "$BENCH_BUILD/tool_measure" "$@" | cut -d ' ' -f 1; }

# peak COMMAND...: prints its peak memory in MiB
peak() { "$BENCH_BUILD/tool_measure" "$@" | cut -d ' ' -f 2; }

# median FILE: of its lines
median() { sort -g "$1" | awk '{ line[NR] = $1 } END { print line[int((NR + 1) / 2)] }'; }

# figure EXPRESSION FILE...: the median of an awk expression of the lines of all files,
# whose figures are $1, $2 and so on
figure() {
	local expression=$1
	shift
	paste "$@" | awk "{ print $expression }" > figure
	median figure
}

# peer PROGRAM: true if it is installed. A smoke run leaves the rows out if not; any other fails.
peer() {
	command -v "$1" >/dev/null && return
	echo "skipped: $1 is not installed" >&2
	[ -n "$BENCH_SMOKE" ] || exit 1
	return 1
}

# make_large_game: ./game, SCI0's of 800 resources in the mixture of a real one
make_large_game() {
	local type from count number
	mkdir game
	"$exhume" sci-unpack -q -o digger "$samples/digger"
	cp digger/vocab.* digger/patch.003 digger/font.* digger/cursor.* game
	while read -r type from count; do
		for number in $(seq -f %03g 0 $((count - 1))); do
			cp "digger/$type.$from" "game/$type.$number"
		done
	done <<-END
		view 000 250
		pic 001 110
		script 001 200
		text 001 190
		sound 001 40
	END
}
