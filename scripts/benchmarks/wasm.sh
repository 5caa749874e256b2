#!/bin/bash
# The library as WebAssembly in node, against the native release build: the same programs, in turn. V8 makes
# fast code of a function some time after it began to run slow code: these programs may be done by then.
# An option makes it compile only the fast code, which an engine that plays for more than a second has.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"
programs="huffman opl2 keen panorama sci_vm"

# Their build takes minutes: a smoke run has no time for it.
if [ -n "$BENCH_SMOKE" ] && [ -z "${EXHUME_WASM_BENCHMARKS-}" ]; then
	echo "skipped in a smoke run" >&2
	row "programs" 0 programs higher
	exit
fi
peer node
# EXHUME_WASM_BENCHMARKS: a folder that has them already
folder=${EXHUME_WASM_BENCHMARKS:-$PWD/wasm}
[ -n "${EXHUME_WASM_BENCHMARKS-}" ] ||
	EXHUME_WASM_TREE=1 EXHUME_WASM_SCRATCH=$BENCH_BUILD/wasm "$BENCH_SOURCE/scripts/package-wasm" --benchmarks "$folder" >&2

for program in $programs; do
	arguments_of "$program"
	# Each of them takes medians of its own.
	"$BENCH_BUILD/bench_$program" "${arguments[@]}" 2>/dev/null >native.$program
	node --no-liftoff "$folder/bench_$program.js" "${arguments[@]}" 2>/dev/null >wasm.$program
	# Rows of speeds, by their best round; higher is better.
	jq -nc --arg program "$program" --slurpfile native native.$program --slurpfile wasm wasm.$program '
		def best: map(select(.better == "higher" and .peer == null and (.name | contains(", ") | not) and
			(.name | test("walk of the tree|memcpy|plain") | not))) | group_by(.name, .unit) |
			map(max_by(.value)) | map({key: (.name + " " + .unit), value: .}) | from_entries;
		($native | best) as $n | ($wasm | best) | to_entries[] | select($n[.key]) |
		{name: ($program + ", " + .value.name), value: (.value.value / $n[.key].value), unit: "x",
			peer: "native", target: (1 / 3 * 1000 | floor / 1000), better: "higher"}' >>rows
done
# Names are unique: a program may have two units of one thing.
jq -sc 'unique_by(.name)[]' rows
