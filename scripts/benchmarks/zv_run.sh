#!/bin/bash
# ZVision's engine by whole processes, on our own game: the ticks of flat places and of a
# panorama that turns, with nothing written, less the time of one tick; the opening of a game
# of 2,000 scripts, its map and its logic; and the peak memory.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

game=$samples/beacon ticks=6000 places=2000
[ -z "$BENCH_SMOKE" ] || ticks=50 places=20

# play FRAMES PLACE: prints seconds
play() { seconds "$exhume" zv-run -q --start "$2" --input "input.$1" "$game"; }

# Each place leads to the next two, has a picture, a sound and a hotspot.
many() {
	mkdir many
	awk -v count="$places" 'function name(i) {
		i %= count
		return i ? sprintf("%c%c%c%c", 97 + i % 20, 97 + int(i / 20) % 20,
			97 + int(i / 400) % 20, 97 + int(i / 8000) % 20) : "gary"
	}
	function go(key, i, n) {
		n = name(i)
		return sprintf("puzzle:%d {\n criteria {\n  [%d] = 1\n }\n results {\n" \
			"  action:change_location(%s, %s, %s, 0)\n  action:assign(%d, 0)\n }\n" \
			" flags {\n  ONCE_PER_INST\n }\n}\ncontrol:%d push_toggle {\n" \
			" flat_hotspot(10, 10, 100, 100)\n}\n", key, key + 2,
			substr(n, 1, 1), substr(n, 2, 1), substr(n, 3), key + 2, key + 2)
	}
	BEGIN {
		for (i = 0; i < count; i++) {
			file = "many/" name(i) ".scr"
			printf "puzzle:%d {\n results {\n  action:set_screen(p%d.tga)\n" \
				"  action:music:%d(1 s%d.raw 1)\n }\n flags {\n  DO_ME_NOW\n }\n}\n",
				i * 8 + 1000, i, i * 8 + 1001, i > file
			printf "%s%s", go(i * 8 + 1002, i + 1), go(i * 8 + 1003, i + 7) > file
			close(file)
		}
	}'
}

echo "1 R" > input.1
still=$((ticks * 100)) # ticks of a run in which little happens
echo "$ticks R" > "input.$ticks"
echo "$still N" > "input.$still"
many
for _ in $(loops 5); do
	for place in gbst gary galm; do
		play 1 $place >> start.$place
	done
	play "$still" gbst >> play.gbst
	play "$ticks" gary >> play.gary
	play "$ticks" galm >> play.galm
	seconds "$exhume" zv-run -q --frames 1 many >> open
	seconds "$exhume" zv-world -q --json many >> world
	seconds "$exhume" zv-world -q --no-pictures -f -o page.html many >> page
	seconds "$exhume" zv-world -q --logic json -f -o logic.json many >> logic
done
# rate TICKS PLACE: a second
rate() { figure "($1 - 1) / (\$1 > \$2 ? \$1 - \$2 : 1e-6)" "play.$2" "start.$2"; }
row "flat place" "$(rate "$still" gbst)" ticks/s higher "" 3000
row "flat place with water" "$(rate "$ticks" gary)" ticks/s higher "" 3000
row "panorama that turns, 512x320" "$(rate "$ticks" galm)" ticks/s higher "" 1500
row "opening a game of 2,000 scripts" "$(median open)" s lower "" 0.2
row "its map" "$(median world)" s lower "" 2
row "its page without pictures" "$(median page)" s lower "" 2
row "the logic of its puzzles" "$(median logic)" s lower "" 2
row "a panorama" "$(peak "$exhume" zv-run -q --start galm:0 --input "input.$ticks" "$game")" \
	MiB lower "" 128
row "map of 2,000 scripts" "$(peak "$exhume" zv-world -q --json many)" MiB lower "" 128
row "logic of 2,000 scripts" "$(peak "$exhume" zv-world -q --logic json -f -o logic.json many)" \
	MiB lower "" 128
