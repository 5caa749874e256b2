#!/bin/bash
# Whole games: against the single commands that make the same files, and against the
# clock.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

# fresh COMMAND...: fills the folder out anew; prints seconds. What was there is only moved
# away: where thousands of files were deleted within the last five seconds, ext4 takes up
# to a millisecond to make a new one.
mkdir before
outs=0
fresh() {
	set_aside
	seconds "$@"
}
set_aside() {
	[ ! -e out ] || mv out before/"$((++outs))"
}
[ -n "$BENCH_SMOKE" ] || sleep 6

graphics=${dreams_ega[0]} levels=${dreams_map[0]} sounds=${dreams_audio[0]}
for _ in $(loops 7); do
	fresh "$exhume" extract -q --no-page -o out "$dreams" >> whole
	fresh "$exhume" extract -q -o out "$dreams" >> paged
	seconds "$exhume" extract -q -o out "$dreams" >> again
	seconds "$exhume" extract -q --dry-run -o out "$dreams" >> dry
	fresh "$exhume" egagrab -q -o out "$graphics" >> grabbed
	fresh "$exhume" mapdump -q --format tmj -o out/ "$levels" >> tiled
	fresh "$exhume" mapdump -q --format png -o out/ "$levels" >> drawn
	fresh "$exhume" snd2wav -q --raw -o out "$sounds" >> heard
done
row "Keen Dreams" "$(figure '1000 * $1' whole)" ms lower
row "Keen Dreams" "$(figure '$1 / ($2 + $3 + $4 + $5)' whole grabbed tiled drawn heard)" "x time of" lower \
	"egagrab, mapdump twice, snd2wav" 1.2
row "Keen Dreams, with its page" "$(figure '1000 * $1' paged)" ms lower
row "Keen Dreams, nothing changed" "$(figure '1000 * $1' again)" ms lower
row "Keen Dreams, --dry-run" "$(figure '1000 * $1' dry)" ms lower "" 200

# A game of 800 resources, in the mixture of a real one.
make_large_game
for _ in $(loops 5); do
	fresh "$exhume" extract -q -j 2 -o out game >> sci
	fresh "$exhume" sci-unpack -q -j 2 --convert -o out game >> converted
	seconds "$exhume" extract -q --dry-run -o out2 game >> sci_dry
	set_aside
	peak "$exhume" extract -q -j 2 -o out game >> sci_peak
done
row "800 resources, two cores" "$(figure '1000 * $1' sci)" ms lower "" 2000
row "800 resources" "$(figure '$1 / $2' sci converted)" "x time of" lower "sci-unpack --convert"
row "800 resources, --dry-run" "$(figure '1000 * $1' sci_dry)" ms lower "" 200
row "800 resources, memory" "$(figure '$1' sci_peak)" MiB lower "" 128

# An index of many assets: texts of a few bytes.
count=100000
[ -z "$BENCH_SMOKE" ] || count=100
mkdir many
(cd many && seq "$count" | awk '{ name = sprintf("t%06d.str", $1); printf "l%c\r%c\n%c", 0, 0, 0 > name; close(name) }')
printf 'puzzle:1 {\n}\n' > many/a.scr
peak "$exhume" extract -q -o many.out many > many_peak
for _ in $(loops 3); do
	seconds "$exhume" extract -q -o many.out many >> unchanged
	peak "$exhume" extract -q -o many.out many >> unchanged_peak
done
row "$count assets, memory" "$(figure '$1' many_peak)" MiB lower
row "$count assets, nothing changed" "$(figure '$1' unchanged)" s lower "" 2
row "$count assets, nothing changed, memory" "$(figure '$1' unchanged_peak)" MiB lower "" 64

# A game of ZVision as it was sold: its files in many folders, a room as a script.
files=10000
[ -z "$BENCH_SMOKE" ] || files=100
mkdir tree && cd tree
mkdir -p ZNEMSCR DATA{1,2,3}/ZASSETS/{GLOBAL,TEMPLE,MONAST,CASTLE}
printf 'puzzle:1 {\n}\n' >gary.scr
"$exhume" zfs-pack -q -o ZNEMSCR/GSCR.ZFS gary.scr
rm gary.scr
seq "$files" | awk 'BEGIN { split("GLOBAL TEMPLE MONAST CASTLE", place) } {
	name = sprintf("DATA%d/ZASSETS/%s/T%06d.STR", $1 % 3 + 1, place[$1 % 4 + 1], $1)
	printf "l%c\r%c\n%c", 0, 0, 0 > name
	close(name)
}'
cd ..
for _ in $(loops 5); do
	seconds "$exhume" zv-run -q --frames 1 tree >> tree_open
	seconds "$exhume" extract -q --dry-run -o tree.out tree >> tree_dry
	peak "$exhume" extract -q -o tree.out tree >> tree_peak
done
row "$files files in 12 folders, opened" "$(figure '$1' tree_open)" s lower "" 0.3
row "$files files in 12 folders, --dry-run" "$(figure '$1' tree_dry)" s lower "" 1
row "$files files in 12 folders, memory" "$(figure '$1' tree_peak)" MiB lower "" 128
