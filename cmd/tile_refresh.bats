#!/usr/bin/env bats
# exhume tile-refresh: on a small game of our own, and on the real one.

load ../testdata/cli/helper

mole=$archives/dreams

need_mole() {
	[ -d "$mole" ] || skip "no sample of a game"
}

# To the right, with jumps, stops and steps back: the view moves in all ways.
walk() {
	echo 'random biased 600 seed=1 toward=R' >walk
}

# column NAME FILE: of a table with a line of names.
column() {
	awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) n = i; next }
		{ print $n }' "$2"
}

# same_as_keen_run GAME ARGUMENT...: each number of --tsv is what keen-run tells of its own
# frames. Of frame 1's three refreshes --tsv has a third.
same_as_keen_run() {
	local game=$1 method i=0 names=(newtile copied mark2 mark3) other
	shift
	"$EXHUME" tile-refresh -f --tsv tiles "$@" "$game"
	for method in dreams keen1 full; do
		column frame tiles >/dev/null
		head -n 1 tiles | grep -q "${method}_new" || continue
		"$EXHUME" keen-run -f --refresh $method --state state "$@" "$game"
		i=0
		for other in new copied erased_cells sprite_cells; do
			diff <(column ${method}_$other tiles | sed 2d) \
				<(column ${names[i]} state | sed 2d)
			i=$((i + 1))
		done
		is frames "$(column frame tiles | sha256sum)" "$(column frame state | sha256sum)"
	done
}

# views STATE: what the view did in each frame, from keen-run's places; frame 1 is faded in.
views() {
	awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ x = int($at["originx"] / 256); y = int($at["originy"] / 256)
		  dx = x - lastx; dy = y - lasty; lastx = x; lasty = y
		  if (NR <= 3 || dx * dx > 1 || dy * dy > 1) view = "set_up"
		  else if (dx && dy) view = "diagonal"
		  else if (dx) view = "sideways"
		  else if (dy) view = "upright"
		  else view = NR > 4 && last != "still" && last != "after" ? "after" : "still"
		  last = view; print view }' "$1"
}

@test "the numbers are those of keen-run, by each way" {
	need_mole
	walk
	same_as_keen_run "$mole" --god --map 1 --input walk
	is views "$(column view tiles | sort -u | paste -sd ' ')" "after diagonal set_up sideways still upright"
	diff <(column view tiles) <(views state)
	for map in 0 2 15; do
		echo 'random even 400 seed=5' >random
		same_as_keen_run "$mole" --map $map --god --input random
		diff <(column view tiles) <(views state)
	done
}

@test "Dreams draws a row or a column for a step, Keen 1 what differs, full all" {
	need_mole
	walk
	expect 0 tile-refresh --json --full --god --map 1 --input walk "$mole"
	echo "$output" >all.json
	holds all.json '.results[0] | .methods | map(.method) == ["dreams", "keen1", "full"]'
	holds all.json '.results[0] | .methods[0].groups | .sideways.frames > 3 and .upright.frames > 2'
	holds all.json '.results[0] | .methods[0].groups.upright.new_tiles | .least == 21 and .median == 21'
	holds all.json '.results[0] | .methods[0].groups.sideways.new_tiles | .least == 14 and .median == 14'
	holds all.json '.results[0] | .methods[2].groups.all.copied_tiles | .least == 294 and .most == 294 and .share_of_port == 1'
	holds all.json '.results[0] | .methods[1].groups.moved.new_tiles.mean > .methods[0].groups.moved.new_tiles.mean'
	holds all.json '.results[0] | .methods[1].groups.moved.bytes.mean > .methods[0].groups.moved.bytes.mean'
	holds all.json '.results[0] | .methods[2].groups.still.bytes.mean > 2 * 294 * 128'
}

@test "sums, shares and histograms agree with each other" {
	need_mole
	walk
	expect 0 tile-refresh --json --god --map 1 --input walk --tsv tiles "$mole"
	echo "$output" >all.json
	holds all.json '. as {$format} | .results[0] | $format == "tile-refresh" and .status == "ok" and .ended == "input"
		and .port_cells == 294 and .screen_cells == 260 and .tsv == "tiles"'
	holds all.json '.results[0] | .frames == 600 and .map == 1 and .map_name == "MOLE GARDEN"'
	holds all.json '.results[0] | .methods | length == 2'
	holds all.json '.results[0] | .methods | all(.groups as $g
		| $g.all.frames == ([$g["still", "after", "sideways", "upright", "diagonal", "set_up"].frames] | add)
		and $g.moved.frames == ([$g["sideways", "upright", "diagonal"].frames] | add)
		and $g.all.copied_tiles.total == ([$g["still", "after", "moved", "set_up"].copied_tiles.total] | add)
		and $g.all.bytes.total == ([$g["still", "after", "moved", "set_up"].bytes.total] | add))'
	holds all.json '.results[0] | .frames as $n | .methods | all((.histogram | map(.frames) | add) == $n
		and (.histogram | map(.frames * .copied_tiles) | add) == .groups.all.copied_tiles.total)'
	holds all.json '.results[0] | [.methods[].groups[] | .new_tiles, .copied_tiles]
		| all((.share_of_port * 294 - .mean | fabs) < 1e-9 and (.share_of_screen * 260 - .mean | fabs) < 1e-9
			and .least <= .median and .median <= .most)'
	holds all.json '.results[0] | .methods | map(.book_share) == [0.06, 0.27]'
	for method in 0 1; do
		name=$(jq -r ".results[0] | .methods[$method].method" all.json)
		for pair in new:new_tiles copied:copied_tiles erased_cells:erased_cells sprite_cells:sprite_cells \
			erased:erased_blocks sprites:drawn_sprites masked:mask_tiles bytes:bytes; do
			is "$name $pair" "$(column "${name}_${pair%:*}" tiles | awk '{ sum += $1 } END { print sum }')" \
				"$(jq ".results[0] | .methods[$method].groups.all.${pair#*:}.total" all.json)"
		done
	done
}

@test "words, if there is nothing else" {
	need_mole
	walk
	expect 0 tile-refresh --god --map 1 --input walk "$mole"
	prints "level 1, MOLE GARDEN: 600 frames" "end: input" "method  frames" "dreams  all " "keen1   all " \
		"a step of a tile, dreams:" "; the book: 6%" "; the book: 27%"
	is "lines of words" "$(grep -c 'a step of a tile' <<<"$output")" 2
	expect 0 tile-refresh --full --map 1 --frames 30 "$mole"
	prints "full    all "
	[[ $output != *"a step of a tile"* ]]
	expect 0 tile-refresh --god --map 1 --input walk --tsv tiles -o chart.png "$mole"
	silent
	is lines "$(wc -l <tiles)" 601
	is fields "$(awk -F'\t' '{ print NF }' tiles | sort -u)" 18
}

@test "the chart is an indexed PNG of the size that is asked for, always the same" {
	need_mole
	walk
	expect 0 tile-refresh --god --map 1 --input walk -o sub/a.png "$mole"
	"$EXHUME" tile-refresh --god --map 1 --input walk -o - "$mole" | cmp - sub/a.png
	expect 0 tile-refresh --god --map 1 --input walk --width 333 --height 222 --full -o b.png "$mole"
	pngcheck -q sub/a.png b.png
	pngcheck sub/a.png | grep -q '1000x420, 8-bit palette'
	pngcheck b.png | grep -q '333x222, 8-bit palette'
	expect 0 tile-refresh --map 1 --frames 0 -o none.png "$mole"
	pngcheck -q none.png
	expect 0 tile-refresh --map 1 --frames 1 --width 8192 --height 200 --full -o one.png "$mole"
	pngcheck -q one.png
	expect 0 tile-refresh --json --god --map 1 --frames 40000 -o long.png "$mole"
	is frames "$(jq '.results[0] | .frames' <<<"$output")" 40000
	pngcheck -q long.png
}

@test "the whole game, and how a run begins" {
	need_mole
	walk
	expect 0 tile-refresh --json --world --input walk "$mole"
	is map "$(jq '.results[0] | .map' <<<"$output")" 0
	expect 0 tile-refresh --json --map 1 --difficulty hard --random 9 --flowers 3 --frames 50 "$mole"
	# A cell that is changed is read from standard input but once.
	"$EXHUME" keen-run --map 1 --frames 20 --edit background:3,3=9 --state state "$mole"
	echo 'background:3,3=9' >edits
	expect 0 tile-refresh --map 1 --frames 20 --edits edits --tsv one "$mole"
	"$EXHUME" tile-refresh --map 1 --frames 20 --edits - --tsv two "$mole" <edits
	cmp one two
	info=$("$EXHUME" mapdump --map 1 --format csv --layers info -o - "$mole"/DREAMS.MAP)
	read -r x y < <(awk -F, '{ for (i = 1; i <= NF; i++) if ($i == 1 || $i == 2) print i - 1, NR - 1 }' <<<"$info")
	echo "info:$x,$y=0" >edits
	run --separate-stderr -- "$EXHUME" tile-refresh --map 1 --frames 3 --edits - -o a.png --tsv b "$mole" <edits
	check_run 1 "no start"
	says "DREAMS.MAP: level 1 has no start of the player"
	absent a.png b
}

@test "what makes no sense is told" {
	need_mole
	wrong() {
		local text=$1
		shift
		expect 2 tile-refresh "$@"
		says "$text"
		absent a.png tiles
	}
	wrong "no game folder given" --map 1 --frames 3
	wrong "only one game folder may be given" --map 1 --frames 3 "$mole" "$mole"
	wrong "no level given: use --map N or --world" --frames 3 "$mole"
	wrong "--map and --world" --frames 3 --map 1 --world "$mole"
	wrong "no length given" --map 1 "$mole"
	wrong "two outputs have the name a.png" --map 1 --frames 3 -o a.png --tsv a.png "$mole"
	wrong "standard output takes one" --map 1 --frames 3 -o - --tsv - "$mole"
	wrong "standard output takes one" --map 1 --frames 3 --json -o - "$mole"
	wrong "an output has an empty name" --map 1 --frames 3 --tsv '' "$mole"
	wrong "--width" --map 1 --frames 3 --width 319 -o a.png "$mole"
	wrong "--height" --map 1 --frames 3 --height 8193 -o a.png "$mole"
	wrong "need -o" --map 1 --frames 3 --width 500 "$mole"
	wrong "only one input may be standard input" --map 1 --input - --edits - "$mole"
	wrong "load-state" --load-state x --frames 3 "$mole"
}

@test "games, levels and scripts that are not there or damaged" {
	need_mole
	expect 1 tile-refresh --map 1 --frames 3 no-such
	says "no-such: no such folder"
	mkdir empty
	expect 1 tile-refresh --map 1 --frames 3 -o a.png empty
	says "no archive of graphics"
	expect 1 tile-refresh --map 77 --frames 3 -o a.png "$mole"
	says "--map 77: no level has this number or name"
	echo 'forever R' >endless
	expect 1 tile-refresh --map 1 --input endless -o a.png --tsv tiles "$mole"
	says "endless: the script never ends: give --frames N"
	printf '20 N\n3 RX\n' >bad
	expect 1 tile-refresh --map 1 --input bad -o a.png --tsv tiles "$mole"
	says "bad:" "line 2"
	expect 1 tile-refresh --json --map 1 --input bad "$mole"
	jq -e '.results[0] | .status == "failed" and (.errors | length == 1) and (has("methods") | not)' <<<"$output"
	sample dreams
	for size in 0 1 100 1000; do
		cp "$mole"/DREAMS.MAP dreams
		cut_to dreams/DREAMS.MAP $size
		expect 1 tile-refresh --map 1 --frames 3 -o a.png --tsv tiles dreams
	done
	absent a.png tiles
	# An odd value is reported once, not by each engine.
	cp "$mole"/DREAMS.MAP dreams
	expect 0 tile-refresh --map 1 --frames 3 --edit info:2,2=255 -o a.png dreams
	is warnings "$(grep -c 255 <<<"$stderr")" 1
	expect 1 tile-refresh --strict --map 1 --frames 3 --edit info:2,2=255 -o b.png dreams
}

@test "what exists is not touched without -f" {
	need_mole
	walk
	echo mine | tee a.png >tiles
	expect 1 tile-refresh --god --map 1 --input walk -o a.png --tsv other "$mole"
	says "a.png: exists; -f overwrites it"
	expect 1 tile-refresh --god --map 1 --input walk -o b.png --tsv tiles "$mole"
	says "tiles" "exists; -f overwrites it"
	is kept "$(cat a.png tiles)" "$(printf 'mine\nmine')"
	absent other b.png
	expect 0 tile-refresh -f --god --map 1 --input walk -o a.png --tsv tiles "$mole"
	pngcheck -q a.png
	is lines "$(wc -l <tiles)" 601
	no_part_left
}

@test "a full disk is told, and an interrupted run leaves nothing" {
	need_mole
	walk
	if [ -c /dev/full ]; then
		expect 1 tile-refresh --god --map 1 --input walk --tsv /dev/full "$mole"
		says "/dev/full"
		expect 1 tile-refresh --god --map 1 --input walk -o /dev/full "$mole"
		says "/dev/full"
	fi
	expect 1 tile-refresh --god --map 1 --input walk -o a.png --tsv walk/none/tiles "$mole"
	absent a.png
	env --default-signal=INT "$EXHUME" tile-refresh -q --god --map 1 --frames 2000000000 -o a.png --tsv tiles \
		"$mole" 2>told 3>&- &
	pid=$!
	wait_for sh -c 'find . -name "*.part" -size +1k | grep -q .'
	end_by INT $pid
	is status "$status" 130
	grep -q interrupted told
	is files "$(files_in . | paste -sd ' ')" "told walk"
}

@test "Keen Dreams: counts of the spec's script A" {
	need_game "$dreams"
	printf '20 N\n30 L\n14 LA\n36 L\n1 B\n59 N\n20 R\n20 RA\n40 R\n20 D\n10 U\n30 N\n' >a
	same_as_keen_run "$dreams" --map 1 --flowers 5 --input a
	at() {
		awk -F'\t' -v frame="$1" '$1 == frame { print $2, $3, $4, $5, $6 }' tiles
	}
	is 0 "$(at 0)" "set_up 294 294 0 22"
	is 1 "$(at 1 | cut -d ' ' -f 1,3)" "set_up 294"
	is 19 "$(at 19)" "still 0 0 0 19"
	is 64 "$(at 64)" "upright 21 21 5 24"
	is 179 "$(at 179)" "sideways 14 14 3 27"
	is 239 "$(at 239)" "still 0 0 0 24"
}

# mean METHOD GROUP: of the last run's new tiles, in percent of the port.
mean() {
	jq -r ".results[0] | .methods[] | select(.method == \"$1\") | .groups.$2.new_tiles.share_of_port * 1000 | round / 10" <<<"$output"
}

@test "Keen Dreams: what the manual says of the book's claims" {
	need_game "$dreams"
	check_level() {
		expect 0 tile-refresh --json --god --flowers 60 --bombs 30 --map "$1" --input - "$dreams" \
			< <(echo "random biased 3000 seed=7 toward=$2")
		is "level $1" "$(jq '.results[0].frames' <<<"$output") $(jq '.results[0] | .methods[0].groups.moved.frames' <<<"$output") $(mean dreams moved) $(mean keen1 moved)" "$3"
		# A column, a row, both; and animated tiles.
		jq -e '.results[0] | .methods[0].groups | (.sideways | .frames == 0 or .new_tiles.least == 14)
			and (.upright | .frames == 0 or .new_tiles.least >= 21)' <<<"$output"
	}
	check_level 1 L "3000 181 5.8 47.3"
	is "all frames" "$(jq -c '.results[0] | [.methods[].groups.all | .copied_tiles.share_of_port * 1000, .bytes.mean / 100 | round]' \
		<<<"$output")" "[8,32,57,60]"
	check_level 2 L "3000 142 6.5 84.2"
	check_level 3 L "377 54 7.3 26.7"
	check_level 7 L "2813 314 6.2 31.1"
	check_level 10 R "685 50 4.8 31.3"
	check_level 14 L "425 32 5.5 40.9"
	check_level 16 R "3000 69 4.8 86"
}
