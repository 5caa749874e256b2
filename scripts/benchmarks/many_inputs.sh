#!/bin/bash
# Thousands of inputs in one folder, by one command: against plain copies of as many files, and
# against the same inputs in many small folders, so that work that is done once for each input
# instead of once for each folder shows.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

count=3000 small=30
[ -z "$BENCH_SMOKE" ] || count=60

# inputs TITLE FILE TAIL: copies of it in TITLE/all, and in TITLE/small, at most $small in a folder;
# names are a number and the tail.
inputs() {
	local number name folder
	mkdir -p "$1/all" "$1/small"
	for ((number = 0; number < count; number++)); do
		folder=$1/small/$((number / small))
		[ $((number % small)) != 0 ] || mkdir "$folder"
		printf -v name '%06d%s' "$number" "$3"
		ln "$2" "$1/all/$name"
		ln "$2" "$folder/$name"
	done
}

# measure TITLE COMMAND TARGET: converts them, and copies what was made, in TARGET times its time.
measure() {
	local title=$1 command=$2 round
	rm -f one spread copied
	# Nothing is deleted: where thousands of files were, ext4 takes longer to make new ones.
	for round in $(loops 3); do
		mkdir "$command.$round"
		seconds "$exhume" "$command" -q -j 2 -o "$command.$round/one/" "$title"/all/* >>one
		seconds "$exhume" "$command" -q -j 2 -o "$command.$round/spread/" "$title"/small/*/* >>spread
		seconds cp -r "$command.$round/one" "$command.$round/copy" >>copied
	done
	row "$count $title in one folder" "$(figure '1000 * $1' one)" ms lower
	row "$count $title in one folder" "$(figure '$1 / $2' one spread)" "x time of" lower \
		"folders of $small" 1.3
	row "$count $title in one folder" "$(figure '$1 / $2' one copied)" "x time of" lower "cp -r" "$3"
}

"$exhume" zfs-unpack -q -o scenes "$samples/shaft/SCENES.ZFS"
sounds=(scenes/*.[rR][aA][wW])
cp "$samples/shaft/sign.tga" .
inputs pictures sign.tga .tga
measure pictures tgz2png 4
# A letter of its name gives the rate.
inputs sounds "${sounds[0]}" "${sounds[0]: -5}"
measure sounds raw2wav 12
