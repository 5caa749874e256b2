#!/usr/bin/env bats
# exhume mapdump, on levels of our own, drawn with the tiles of the samples, and, where it
# is, on the game.

load ../testdata/cli/helper

# Three levels for the 64 and 48 tiles of the sample archives, in the form of --format
# json: a small one with everything in it, one with tiles that do not exist and a name of
# odd bytes, and one of a single cell. Chance is a fixed row of numbers.
document() {
	jq -n --slurpfile layout "$archives/ega/layout.json" '
	def rows(w; h; f): [range(h) as $y | [range(w) as $x | [$x, $y] | f]];
	def dice(n): (.[0] * 7919 + .[1] * 104729 + .[0] * .[1] * 31) % n;
	$layout[0].classes.tile16.count as $back | $layout[0].classes.tile16m.count as $fore |
	{
		archive: { packing: "huffman", rlew_tag: 43981, prefix: "5445443576312e30aabbcc",
			absent_offset: 0, head: "MAPHEAD.SMP", dict: "MAPDICT.SMP" },
		tile_info: { background_count: $back, foreground_count: $fore,
			# 1, 2, 3 go round; 4 and 5 change places; 6 leads into them once;
			# 7 leads out of the table.
			background: [
				{ tile: 1, speed: 8, animation: 1 }, { tile: 2, speed: 12, animation: 1 },
				{ tile: 3, speed: 4, animation: -2 }, { tile: 4, speed: 10, animation: 1 },
				{ tile: 5, speed: 10, animation: -1 }, { tile: 6, speed: 30, animation: -1 },
				{ tile: 7, speed: 5, animation: 120 } ],
			foreground: [
				# A tile of each kind of wall.
				({ tile: range(1; 8) } | .north = .tile),
				({ tile: range(8; 15) } | .south = .tile - 7),
				{ tile: 15, north: 9 }, { tile: 16, south: 17 }, { tile: 17, east: 1, west: 1 },
				{ tile: 18, east: 2, west: 2 }, { tile: 19, inside: 128 }, { tile: 20, inside: 1 },
				{ tile: 21, inside: 129 }, { tile: 22, inside: 2 },
				{ tile: 23, north: 1, east: 1, south: 1, west: 1, inside: 128 },
				{ tile: 24, speed: 6, animation: 1 }, { tile: 25, speed: 9, animation: -1 } ] },
		maps: [
			{ number: 1, name: "DEEP SHAFT", width: 30, height: 14, planes: {
				background: rows(30; 14; dice(18)),
				foreground: rows(30; 14; if .[1] % 2 == 1 then .[0] + (.[1] - 1) / 2 else 0 end |
					if . < $fore then . else 0 end),
				info: rows(30; 14; if dice(9) == 0 then [5, 21, 999, 1000, 65535][.[0] % 5] else 0 end) } },
			{ number: 4, name: "DEEPER", name_bytes: "444545504552004a554e4b01ff000000", width: 6, height: 9,
				planes: {
				background: rows(6; 9; if . == [2, 3] then 32768 elif . == [0, 0] then 15 else dice($back) end),
				foreground: rows(6; 9; if . == [2, 4] then 4711 else dice($fore) end),
				info: rows(6; 9; 43981) } },
			{ number: 20, name: "ONE", width: 1, height: 1,
				planes: { background: [[8]], foreground: [[0]], info: [[0]] } } ]
	}'
}

# The samples: $samples/ega as Keen Dreams has them, $samples/keen4 with Carmack and the
# tile information apart; each beside graphics.
setup_file() {
	local samples=$BATS_FILE_TMPDIR/samples real=$BATS_FILE_TMPDIR/real
	mkdir -p "$samples" "$real"
	document >"$samples/document.json"
	cp -r "$archives/ega" "$archives/keen4" "$archives/cga" "$samples"
	chmod -R u+w "$samples"
	rm "$samples"/*/*MAP* "$samples"/*/TILEINFO.SMP # the archives' own tables are different
	"$EXHUME" mapdump -q --pack "$samples/document.json" -o "$samples/ega/SAMPLE.MAP" || return
	cp "$samples"/ega/SAMPLE.MAP "$samples"/ega/MAP*.SMP "$samples/cga" || return
	jq '.archive |= (.packing = "carmack" | .prefix = "5445443576312e30" | .absent_offset = -1 |
		.tileinfo = "TILEINFO.SMP" | del(.dict))' "$samples/document.json" |
		"$EXHUME" mapdump -q -f --pack - -o "$samples/keen4/GAMEMAPS.SMP" || return
	if [ -d "$dreams" ]; then
		"$EXHUME" mapdump --format json "$dreams/KDREAMS.MAP" >"$real/all.json" || return
	fi
}

samples=$BATS_FILE_TMPDIR/samples
real=$BATS_FILE_TMPDIR/real

# sample NAME [FOLDER]: a copy with levels, that may be damaged.
sample() {
	mkdir -p "${2:-$1}"
	cp "$samples/$1"/* "${2:-$1}"
}

levels_of() {
	case $1 in
	keen4) echo GAMEMAPS.SMP ;;
	*) echo SAMPLE.MAP ;;
	esac
}

# dump STATUS NAME ARGUMENT...: the copy of sample NAME in ./NAME, with its layout.
dump() {
	local wanted=$1 name=$2
	shift 2
	expect "$wanted" mapdump --layout "$name/layout.json" "$@" "$name/$(levels_of "$name")"
}

# The levels of a document, without what depends on where they lie in the archive.
cells() {
	jq -c '[.maps[] | {number, name, name_bytes, width, height, planes}]' "$1"
}

same_cells() {
	cmp <(cells "$1") <(cells "$2") && return
	echo "cells differ: $1 $2"
	return 1
}

# same_archive A B: archives and tables of two folders, byte for byte.
same_archive() {
	local file
	for file in "$1"/*MAP* "$1"/TILEINFO*; do
		[ -e "$file" ] || continue
		cmp "$file" "$2/$(basename "$file")" || return
	done
}

# The colour of a pixel: `pixel PNG X Y`, as R G B.
pixel() {
	pngtopnm "$1" | pamcut -left "$2" -top "$3" -width 1 -height 1 2>/dev/null |
		pnmtoplainpnm | tail -n +4 | tr -s ' \n' ' ' | sed 's/^ //; s/ $//'
}

# Chunks of a PNG file: "acTL 8" and so on.
chunks() {
	pngcheck -v "$1" | sed -n 's/^ *chunk \(....\) at offset [^,]*, length \([0-9]*\).*/\1 \2/p'
}

# png_field PNG CHUNK OFFSET SIZE: a number in the Nth chunk of that name; big-endian.
png_field() {
	local at
	at=$(grep -abo "$2" "$1" | sed -n "${5:-1}s/:.*//p")
	echo $((16#$(tail -c +$((at + 5 + $3)) "$1" | head -c "$4" | od -An -v -tx1 | tr -d ' \n')))
}

# delays PNG: a line for each frame, its numerator and its denominator of a second.
delays() {
	local at bytes
	for at in $(grep -abo fcTL "$1" | cut -d : -f 1); do
		bytes=($(od -An -v -tu1 -j $((at + 24)) -N 4 "$1"))
		echo $((bytes[0] << 8 | bytes[1])) $((bytes[2] << 8 | bytes[3]))
	done
}

#
# The table.
#

@test "without options the levels are told in a table" {
	for name in ega keen4 cga; do
		sample "$name"
		dump 0 "$name"
		[ -z "$stderr" ]
		is lines "$(wc -l <<<"$output")" 5
		prints "$name/$(levels_of "$name"): 3 levels, packed with " \
			" #  name              width height   background foreground       info" \
			" 1  DEEP SHAFT           30     14 " " 4  DEEPER                6      9 " \
			"20  ONE                   1      1 "
	done
	dump 0 ega
	prints "packed with huffman"
	dump 0 keen4
	prints "packed with carmack"
	# Sizes are those of the JSON.
	dump 0 ega --json
	sizes=$(jq -r '.results[0].maps[0].storage | [.background, .foreground, .info] | map(.packed_size) | join(" ")' <<<"$output")
	dump 0 ega --map 1 --format table
	is sizes "$(tail -n 1 <<<"$output" | tr -s ' ' | cut -d ' ' -f 7-)" "$sizes"
}

@test "one level is called one" {
	jq '.maps |= .[2:]' "$samples/document.json" | "$EXHUME" mapdump -q --pack - -o ONE.MAP
	expect 0 mapdump ONE.MAP
	prints "ONE.MAP: 1 level, packed"
}

@test "names are shown without control characters" {
	jq '.maps[0].name = "A\u001b[2JB\u00e9"' "$samples/document.json" >esc.json
	expect 0 mapdump -q --pack esc.json -o E.MAP
	expect 0 mapdump E.MAP
	prints " 1  A.[2JB.. "
	expect 0 mapdump --format json -o again.json E.MAP
	is name "$(jq -r '.maps[0].name' again.json)" "$(jq -r '.maps[0].name' esc.json)"
	same_cells <(jq 'del(.maps[0].name_bytes)' again.json) esc.json
}

#
# Selected levels.
#

@test "--map takes numbers, names in any case, and beginnings of them" {
	sample ega
	for map in 1 01 "DEEP SHAFT" "deep s" "deep shaft"; do
		dump 0 ega --map "$map" --format json
		is "$map" "$(jq -c '[.maps[].number]' <<<"$output")" "[1]"
	done
	# A whole name goes before a longer one that begins so.
	dump 0 ega --map deeper --format json
	is deeper "$(jq -c '[.maps[].number]' <<<"$output")" "[4]"
	dump 0 ega --map one --map 1 --map ONE --map 20 --format json
	is several "$(jq -c '[.maps[].number]' <<<"$output")" "[1,20]"
	dump 0 ega --map 20
	is lines "$(wc -l <<<"$output")" 3
}

@test "--map takes ranges and lists, of which those that are there count" {
	sample ega
	dump 0 ega --map 0-4,20 --format json
	is numbers "$(jq -c '[.maps[].number]' <<<"$output")" "$("$EXHUME" mapdump -q --map 20 --map 4-0 --format json -o - ega/SAMPLE.MAP | jq -c '[.maps[].number]')"
	[ "$(jq '.maps | length' <<<"$output")" -gt 1 ]
	dump 1 ega --map 50-60 --format json
	says "--map 50-60: no level has this number or name"
}

@test "--map of a level that is not there, or of two, is an error and writes nothing" {
	sample ega
	remember .
	for map in 0 2 99 100 12345678901234567890 nowhere "" " 1" 1x; do
		dump 1 ega --map 1 --map "$map" --format png -o out
		says "ega/SAMPLE.MAP: --map $map: "
	done
	says "no level has this number or name"
	dump 1 ega --map dee
	says "--map dee: the names of 2 levels begin like this"
	[ -z "$output" ]
	unchanged .
}

#
# JSON and CSV.
#

@test "what was packed comes out again, in JSON, from each kind of archive" {
	for name in ega keen4; do
		sample "$name"
		dump 0 "$name" --format json
		silent_words
		echo "$output" >"$name.json"
		same_cells "$name.json" "$samples/document.json"
	done
	cmp <(jq -S .tile_info ega.json) <(jq -S .tile_info keen4.json)
}

silent_words() {
	[ -z "$stderr" ] || { show_run; return 1; }
}

@test "the keys of the JSON" {
	sample ega
	sample keen4
	dump 0 ega -o ega.json
	silent
	dump 0 keen4 -o keen4.json
	is keys "$(command jq -c keys_unsorted ega.json)" '["exhume","format","schema","archive","tile_info","maps"]'
	holds ega.json '.format == "keen-maps" and .exhume'
	is level "$(command jq -c '.maps[0] | keys_unsorted' ega.json)" \
		'["number","header","name","width","height","storage","planes"]'
	holds ega.json '.archive | .file == "SAMPLE.MAP" and .packing == "huffman" and .rlew_tag == 43981 and
		.prefix == "5445443576312e30aabbcc" and .absent_offset == 0 and .head == "MAPHEAD.SMP" and .dict == "MAPDICT.SMP"'
	holds ega.json '.archive.size == $size' --argjson size "$(stat -c %s ega/SAMPLE.MAP)"
	is dictionary "$(jq -r .archive.dictionary ega.json)" "$(od -An -v -tx1 ega/MAPDICT.SMP | tr -d ' \n')"
	holds keen4.json '.archive | .packing == "carmack" and .absent_offset == -1 and (has("dict") or has("dictionary") | not) and .tileinfo == "TILEINFO.SMP"'
	for name in ega keen4; do
		holds_in_order $name.json 'all(.maps[]; (.planes | keys_unsorted) == ["background", "foreground", "info"])'
		holds $name.json 'all(.maps[]; . as $m | all(.planes[]; length == $m.height and all(.[]; length == $m.width)))'
		# Planes and headers lie behind each other, without gaps, to the end.
		holds $name.json '.archive as $a | ($a.prefix | length / 2) as $start |
			[.maps[] | (.storage[] | {o: .offset, s: .packed_size}), {o: .header.offset, s: (.header.size + (if $a.packing == "carmack" then 4 else 0 end))}] |
			.[0].o == $start and (.[-1] | .o + .s) == $a.size and
			(. as $p | all(range(1; length); $p[.].o == $p[. - 1].o + $p[. - 1].s))'
		holds $name.json 'all(.maps[]; . as $m | all(.storage[]; .size == $m.width * $m.height * 2))'
		holds $name.json '[.maps[] | has("name_bytes")] == [false, true, false]'
	done
	# A row a line, so that differences of two documents can be read.
	is rows "$(grep -c '^          \[[0-9,]*\],\?$' ega.json)" $(((14 + 9 + 1) * 3))
}

@test "tile information in the JSON: what is used or told of" {
	sample ega
	dump 0 ega --format json
	echo "$output" >all.json
	holds all.json '.tile_info | .background_count == 64 and .foreground_count == 48'
	holds all.json '.tile_info.background | map(select(.tile == 3)) == [{tile: 3, speed: 4, animation: -2}]'
	holds all.json '.tile_info.foreground | map(select(.tile == 21))[0].inside == 129'
	dump 0 ega --map 20 --format json
	echo "$output" >one.json
	# Only tile 8 of those without information is in that level.
	is tiles "$(jq -c '[.tile_info.background[].tile]' one.json)" "[1,2,3,4,5,6,7,8]"
}

@test "--tileinfo writes all tiles, as JSON and as CSV that agree" {
	for name in ega keen4; do
		sample "$name"
		dump 0 "$name" --tileinfo
		silent_words
		echo "$output" >info.json
		holds info.json '.format == "keen-tile-info" and (.tile_info |
			[.background[].tile] == [range(64)] and [.foreground[].tile] == [range(48)])'
		dump 0 "$name" --tileinfo --format csv
		is heading "${lines[0]}" "plane,tile,north,east,south,west,inside,animation,speed"
		diff <(tail -n +2 <<<"$output") <(jq -r '.tile_info |
			(.background[] | "background,\(.tile),,,,,,\(.animation),\(.speed)"),
			(.foreground[] | "foreground,\(.tile),\(.north),\(.east),\(.south),\(.west),\(.inside),\(.animation),\(.speed)")' info.json)
		csv=$output
		dump 0 "$name" --tileinfo -o "$name.csv"
		silent
		is csv "$(cat "$name.csv")" "$csv"
		# The output is the same as the input.
		diff <(jq -c '.tile_info.foreground[] | select(.tile == (range(1; 26)))' info.json) \
			<(jq -c '{north: 0, east: 0, south: 0, west: 0, animation: 0, inside: 0, speed: 0} as $none |
				.tile_info.foreground[] | {tile} + $none + .' "$samples/document.json")
	done
	dump 0 ega --tileinfo -o info2.json
	"$EXHUME" mapdump --layout ega/layout.json --tileinfo ega/SAMPLE.MAP | cmp - info2.json
}

@test "CSV has the cells of the JSON, a file a plane" {
	for name in ega keen4; do
		sample "$name"
		dump 0 "$name" --format csv -o "out/$name"
		silent
		is files "$(files_in "out/$name" | tr '\n' ' ')" "01.background.csv 01.foreground.csv 01.info.csv 04.background.csv 04.foreground.csv 04.info.csv 20.background.csv 20.foreground.csv 20.info.csv manifest.json "
		for number in 1 4 20; do
			for plane in background foreground info; do
				cmp "out/$name/$(printf %02d $number).$plane.csv" <(jq -r ".maps[] | select(.number == $number) |
					.planes.${plane}[] | join(\",\")" "$samples/document.json")
			done
		done
		holds "out/$name/manifest.json" '.format == "keen-maps" and [.maps[].files[]] ==
			[("01", "04", "20") + "." + ("background", "foreground", "info") + ".csv"] // true'
		holds "out/$name/manifest.json" '.maps[1].files == ["04.background.csv", "04.foreground.csv", "04.info.csv"] and all(.maps[]; has("planes") | not)'
	done
}

@test "--layers chooses the planes of CSV" {
	sample ega
	dump 0 ega --format csv --layers info,back -o out
	is files "$(files_in out | tr '\n' ' ')" "01.background.csv 01.info.csv 04.background.csv 04.info.csv 20.background.csv 20.info.csv manifest.json "
	dump 0 ega --map 4 --layers fore -o four.csv
	is files "$(ls *.csv)" four.csv
	dump 0 ega --map 4 -o five.csv
	is files "$(ls five* | tr '\n' ' ')" "five.background.csv five.foreground.csv five.info.csv "
	cmp five.foreground.csv four.csv
	dump 0 ega --map 4 --format csv --layers fore -o -
	is cells "$output" "$(cat four.csv)"
	dump 1 ega --map 4 --format csv -o -
	says "3 planes do not fit into one file"
	[ -z "$output" ]
}

#
# Pictures.
#

@test "pictures are those of the golden" {
	for name in ega cga; do
		sample $name
		dump 0 $name --format png -o look/$name
		silent
	done
	sample ega
	for layers in back fore info fore,info back,fore,info; do
		dump 0 ega --map 1 --layers $layers -o "look/layers-$layers.png"
	done
	dump 0 ega --map 1 --collision -o look/collision.png
	dump 0 ega --map 1 --layers fore --collision --grid --info-labels -o look/all.png
	dump 0 ega --map 1 --info-labels -o look/labels.png
	dump 0 ega --map 4 --grid -o look/grid.png
	dump 0 cga --map 1 --layers fore --collision -o look/cga-collision.png
	dump 0 cga --map 20 --palette 0 -o look/cga-palette-0.png
	whole_pngs look
	hash_tree look | matches_golden maps.txt
}

@test "-o DIR alone takes pictures" {
	sample ega
	dump 0 ega --format png -o png
	dump 0 ega -o folder
	diff -r png folder
	dump 0 ega -o new/
	diff -r png new
	mkdir made.d
	dump 0 ega --map 1 -o made.d
	cmp made.d/01.png png/01.png
	dump 2 ega -o level.jpg
	says "-o: unknown format: use --format, or a name that ends in .json, .png"
	absent level.jpg
}

@test "Keen 4's form has the same pictures" {
	for name in ega keen4; do
		sample $name
		dump 0 $name --format png -o out.$name
	done
	for number in 01 04 20; do
		same_pixels out.ega/$number.png out.keen4/$number.png
	done
	holds out.ega/manifest.json '[.maps[].files] == [["01.png"], ["04.png"], ["20.png"]]'
}

@test "a picture is made of the tiles that egagrab extracts" {
	sample ega
	expect 0 egagrab --layout ega/layout.json --only tile16 --only tile16m --no-sheets -o tiles ega/SAMPLE.EGA
	dump 0 ega --map 1 -o level.png
	is size "$(pngtopnm level.png | sed -n 2p)" "480 224"
	# Cells without foreground show their background tile alone; one without any is black.
	checked=0
	while read -r x y tile; do
		file=tiles/tile16/$(printf %03d "$tile").png
		place="-left $((x * 16)) -top $((y * 16)) -width 16 -height 16"
		if [ -e "$file" ]; then
			cmp <(pngtopnm level.png | pamcut $place) <(pngtopnm "$file" | pamcut -left 0)
		else
			is black "$(pngtopnm level.png | pamcut $place | pnmtoplainpnm | tail -n +4 |
				tr -s ' \n' '\n' | grep . | sort -u)" 0
			black=$x,$y
		fi
		checked=$((checked + 1))
	done < <(jq -r '.maps[0].planes | . as $p | (0, 4) as $y | range(30) as $x |
		"\($x) \($y) \($p.background[$y][$x])"' "$samples/document.json")
	is cells "$checked" 60
	[ -n "$black" ]
}

@test "the palette of pictures: the game's colours, what is clear, the overlays" {
	sample ega
	sample cga
	dump 0 ega --map 1 -o plain.png
	[[ "$(pngcheck plain.png)" == *"480x224, 4-bit palette"* ]]
	is plain "$(pngcheck -p plain.png | grep -c '^ *[0-9]*: *(')" 16
	dump 0 ega --map 1 --layers fore -o fore.png
	is "with clear" "$(pngcheck -p fore.png | grep -c '^ *[0-9]*: *(')" 17
	[[ "$(chunks fore.png)" == *"tRNS 17"* ]]
	dump 0 ega --map 1 --grid -o grid.png
	is "with overlays" "$(pngcheck -p grid.png | grep -c '^ *[0-9]*: *(')" 23
	[[ "$(chunks grid.png)" != *tRNS* ]]
	dump 0 cga --map 1 -o cga.png
	[[ "$(pngcheck cga.png)" == *"2-bit palette"* ]]
	dump 0 cga --map 1 --layers fore -o cga-fore.png
	is "CGA with clear" "$(pngcheck -p cga-fore.png | grep -c '^ *[0-9]*: *(')" 5
}

# Level 1 has foreground tile X in column X of row 1.
@test "--collision draws each kind of wall where it is" {
	sample ega
	dump 0 ega --map 1 --layers fore --collision -o walls.png
	solid="255 0 128" deadly="255 96 0" special="0 255 208" inside="255 224 0"
	# tile x y colour; y from the top of the tile
	while read -r tile x y color; do
		is "tile $tile at $x,$y" "$(pixel walls.png $((tile * 16 + x)) $((16 + y)))" "${!color}"
	done <<-END
		1 0 0 solid
		1 15 1 solid
		2 0 0 solid
		2 15 7 solid
		3 0 8 solid
		3 15 15 solid
		4 0 0 solid
		4 8 8 solid
		4 15 15 solid
		5 0 7 solid
		5 15 0 solid
		6 0 15 solid
		6 15 8 solid
		7 0 15 solid
		7 15 0 solid
		8 0 15 solid
		8 15 14 solid
		9 15 8 solid
		10 0 7 solid
		11 15 0 solid
		14 0 0 solid
		15 3 0 deadly
		16 3 15 special
		17 0 7 solid
		18 1 7 special
		18 14 7 special
		19 0 0 inside
		20 8 3 special
		21 8 3 special
		21 0 0 inside
		22 5 5 special
		22 10 10 special
		23 8 0 solid
		23 8 15 solid
		23 0 8 solid
		23 15 8 solid
	END
	# Tiles without walls are unchanged: some of the next row.
	dump 0 ega --map 1 --layers fore -o bare.png
	for tile in 0 26 29; do
		cmp <(pngtopnm walls.png | pamcut -left $((tile * 16)) -top 16 -width 16 -height 16) \
			<(pngtopnm bare.png | pamcut -left $((tile * 16)) -top 16 -width 16 -height 16)
	done
}

# region FILE X Y COLUMNS ROWS: cells of a picture.
region() {
	pngtopnm "$1" | pamcut -left $(($2 * 16)) -top $(($3 * 16)) -width $(($4 * 16)) -height $(($5 * 16))
}

@test "--collision outlines what is solid: nothing where two walls touch" {
	cp "$archives"/dreams/* .
	expect 0 mapdump --map 1 -o bare.png DREAMS.MAP
	expect 0 mapdump --map 1 --collision -o walls.png DREAMS.MAP
	# The ground below the wall on the left is solid; its right side and the ground's top are seen.
	cmp <(region bare.png 0 4 2 9) <(region walls.png 0 4 2 9)
	cmp <(region bare.png 3 15 10 3) <(region walls.png 3 15 10 3)
	is side "$(pixel walls.png $((3 * 16 - 1)) $((8 * 16)))" "255 0 128"
	is top "$(pixel walls.png $((5 * 16)) $((14 * 16)))" "255 0 128"
}

# pasted FOLDER LEVEL X Y SPRITE Y_OFFSET: the part of a level under a sprite, with the sprite on it; in
# $left, $top, $width and $height its place.
pasted() {
	local sprite=$1/sprite/$5.png origin
	origin=$(jq -r --argjson i "$((10#$5))" '.chunks[] | select(.class == "sprite" and .index == $i) | "\(.origin[0]) \(.origin[1])"' "$1/manifest.json")
	left=$(($3 * 16 + ${origin% *})) top=$(($4 * 16 + $6 + ${origin#* }))
	read -r width height < <(pngtopnm "$sprite" | sed -n 2p)
	pngtopnm "$sprite" >sprite.pnm
	pngtopnm -alpha "$sprite" >alpha.pnm
	pngtopnm "$2" | pamcut -left $left -top $top -width $width -height $height | pamtopnm >under.pnm
	pnmcomp -alpha=alpha.pnm sprite.pnm under.pnm 2>/dev/null
}

@test "--layers objects draws the objects where the info plane puts them" {
	cp "$archives"/dreams/* .
	expect 0 egagrab -q --only sprite --no-sheets -o sprites DREAMS.EGA
	expect 0 mapdump --map 1 -o bare.png DREAMS.MAP
	expect 0 mapdump --map 1 --layers back,fore,objects -o objects.png DREAMS.MAP
	# Sprites of the values 24 (points), 57 and 42 (walkers, which begin above their cell).
	while read -r x y sprite offset; do
		pasted sprites bare.png $x $y $sprite $offset >wanted.pnm
		cmp <(pngtopnm objects.png | pamcut -left $left -top $top -width $width -height $height | pamtopnm) wanted.pnm
	done <<-END
		49 8 107 0
		72 25 250 -16
		77 23 188 -8
	END
	# A flower in front of the walker at 16,12 stays in front.
	pasted sprites bare.png 16 12 178 -16 >wanted.pnm
	! cmp -s <(pngtopnm objects.png | pamcut -left $left -top $top -width $width -height $height | pamtopnm) wanted.pnm
	# Alone, on nothing.
	expect 0 mapdump --map 1 --layers objects -o alone.png DREAMS.MAP
	[[ "$(chunks alone.png)" == *tRNS* ]]
	# The last step of an animation, which draws what has changed, has them, too.
	expect 0 mapdump --map 1 --layers back,fore,objects --animated --ticks 1 -o a.png DREAMS.MAP
	same_pixels a.png objects.png
}

@test "objects that the layout does not name, or that have no sprite, are numbers" {
	sample keen4
	dump 0 keen4 --map 1 --layers back,fore,objects -o numbers.png
	dump 0 keen4 --map 1 --info-labels -o labels.png
	same_pixels numbers.png labels.png
	jq '.objects = [{info: 21, name: "coin", sprite: 0}, {info: 42, name: "door"}, {info: 2, name: "mole", sprite: 999}]' keen4/layout.json >named.json
	mv named.json keen4/layout.json
	dump 0 keen4 --map 1 --layers back,fore,objects -o named.png
	! same_pixels numbers.png named.png
	expect 0 egagrab --layout keen4/layout.json --print-layout keen4/EGAGRAPH.SMP
	printf '%s' "$output" >printed.json
	holds printed.json '.objects == [{info: 21, name: "coin", sprite: 0}, {info: 42, name: "door"}, {info: 2, name: "mole", sprite: 999}]'
	jq '.objects[0].info = 0' keen4/layout.json >bad.json
	expect 1 egagrab --layout bad.json -o out keen4/EGAGRAPH.SMP
	says 'object 0: key "info": expected a number from 1 to 65535'
	dump 2 keen4 --layers objects --format csv
	says "--layers objects needs --format png"
}

@test "numbers of four digits do not run into those of the next cell" {
	sample keen4
	dump 0 keen4 --map 1 --format json -o all.json
	jq '.maps[0].planes.info |= (.[0][0] = 52428 | .[0][1] = 52428 | .[1][0] = 52428)' all.json >edited.json
	expect 0 mapdump --pack edited.json -o new/GAMEMAPS.SMP
	cp keen4/EGA* new
	expect 0 mapdump --layout keen4/layout.json --map 1 --layers info -o numbers.png new/GAMEMAPS.SMP
	# Between the boxes of CC over CC, three rows and more columns are free.
	for i in 0 1 2 3; do
		[ "$(pixel numbers.png $((14 + i)) 8)" = "$(pixel numbers.png 0 0)" ]
	done
	for i in 0 1 2; do
		[ "$(pixel numbers.png 8 $((14 + i)))" = "$(pixel numbers.png 0 0)" ]
	done
}

@test "labels are drawn on cells with a number, and only there" {
	sample ega
	dump 0 ega --map 1 -o plain.png
	dump 0 ega --map 1 --info-labels -o labels.png
	dump 0 ega --map 1 --layers back,fore,info -o layers.png
	same_pixels labels.png layers.png
	jq -r '.maps[0].planes.info | to_entries[] | .key as $y | .value | to_entries[] |
		"\(.key) \($y) \(.value)"' "$samples/document.json" >info
	pngtopnm plain.png >plain.pnm
	pngtopnm labels.png >labels.pnm
	seen=0
	while read -r x y value; do
		[ $(((x + y) % 3)) = 0 ] || [ "$value" != 0 ] || continue
		place="-left $((x * 16)) -top $((y * 16)) -width 16 -height 16"
		if cmp -s <(pamcut $place plain.pnm) <(pamcut $place labels.pnm); then
			is "label at $x,$y" "$value" 0
		else
			[ "$value" != 0 ]
			seen=$((seen + 1))
		fi
	done <info
	is labels "$seen" "$(jq '[.maps[0].planes.info[][] | select(. != 0)] | length' "$samples/document.json")"
}

#
# Animation.
#

@test "--animated: a frame a change, until all tiles are back" {
	sample ega
	dump 0 ega --map 1 --animated -o a.png
	whole_pngs .
	# The background's 1-2-3 need 24 ticks, 4-5 need 20, the foreground's 24-25 15; 6 never
	# comes back, so that the limit ends it.
	frames=$(png_field a.png acTL 0 4)
	is plays "$(png_field a.png acTL 4 4)" 0
	is fcTL "$(chunks a.png | grep -c fcTL)" "$frames"
	[[ "$(pngcheck a.png)" == *"480x224, 8-bit palette"* ]]
	dump 0 ega --map 1 -o still.png
	cmp <(pngtopnm a.png) <(pngtopnm still.png)
	ticks=0
	while read -r delay rate; do
		is "ticks a second" "$rate" 70
		[ "$delay" -ge 1 ]
		ticks=$((ticks + delay))
	done < <(delays a.png)
	is ticks "$ticks" 700
	# Changes at 4 (3 to 1) and 6 ticks.
	dump 0 ega --map 1 --animated --ticks 8 -o b.png
	is frames "$(png_field b.png acTL 0 4)" 3
	dump 1 ega --map 1 --animated --ticks 8 -o b.png
	says "b.png: exists"
}

@test "--animated ends when all tiles are where they began" {
	sample ega
	jq '.maps |= [.[2] | .width = 3 | .planes |= {background: [[1, 4, 9]], foreground: [[0, 0, 24]], info: [[0, 0, 0]]}]' \
		"$samples/document.json" >small.json
	expect 0 mapdump -q --pack small.json -o small/SAMPLE.MAP
	cp ega/SAMPLE.EGA ega/EGA*.SMP ega/layout.json small
	dump 0 small --animated -o c.png
	# 24, 20 and 15 meet at 120 ticks.
	ticks=0
	while read -r delay rate; do
		ticks=$((ticks + delay))
	done < <(delays c.png)
	is ticks "$ticks" 120
	# First the second frame of 24 in cell 2 (6 ticks), then of 1 in cell 0 (8).
	is "first delays" "$(png_field c.png fcTL 20 2 1) $(png_field c.png fcTL 20 2 2)" "6 2"
	is "second frame" "$(png_field c.png fcTL 4 4 2)x$(png_field c.png fcTL 8 4 2)+$(png_field c.png fcTL 12 4 2)+$(png_field c.png fcTL 16 4 2)" "16x16+32+0"
	is "third frame" "$(png_field c.png fcTL 4 4 3)x$(png_field c.png fcTL 8 4 3)+$(png_field c.png fcTL 12 4 3)+$(png_field c.png fcTL 16 4 3)" "16x16+0+0"
}

@test "ffmpeg shows the frames as pictures of the changed level" {
	command -v ffmpeg >/dev/null || skip "no ffmpeg"
	sample ega
	jq '.maps |= [.[2] | .width = 3 | .planes |= {background: [[1, 4, 9]], foreground: [[0, 0, 24]], info: [[0, 0, 0]]}]' \
		"$samples/document.json" >small.json
	expect 0 mapdump -q --pack small.json -o small/SAMPLE.MAP
	cp ega/SAMPLE.EGA ega/EGA*.SMP ega/layout.json small
	dump 0 small --animated -o c.png
	ffmpeg -v error -i c.png -fps_mode passthrough -pix_fmt rgb24 f%03d.ppm </dev/null || skip "ffmpeg knows no APNG"
	is frames "$(ls f*.ppm | wc -l)" "$(png_field c.png acTL 0 4)"
	# After 6 ticks the foreground is 25, after 8 the background 2.
	n=1
	for cells in "[[1,4,9]] [[0,0,24]]" "[[1,4,9]] [[0,0,25]]" "[[2,4,9]] [[0,0,25]]" "[[2,5,9]] [[0,0,25]]"; do
		read -r back fore <<<"$cells"
		jq ".maps[0].planes |= {background: $back, foreground: $fore, info: [[0,0,0]]}" small.json |
			"$EXHUME" mapdump -q -f --pack - -o small/SAMPLE.MAP
		dump 0 small -f -o still.png
		cmp <(pngtopnm still.png | tail -c 2304) <(tail -c 2304 f00$n.ppm)
		n=$((n + 1))
	done
}

#
# Tiled.
#

@test "Tiled: files beside each other, and what the levels name is there" {
	for name in ega keen4; do
		sample $name
		for format in tmj tmx; do
			dump 0 $name --format $format -o $format-$name
			silent
			is files "$(files_in $format-$name | tr '\n' ' ')" \
				"01.$format 04.$format 20.$format background.png foreground.png info.png manifest.json "
			whole_pngs $format-$name
		done
	done
	cmp tmj-ega/01.tmj tmj-keen4/01.tmj
	holds tmj-ega/01.tmj '.type == "map" and .version == "1.10" and .width == 30 and .height == 14 and .tilewidth == 16 and (.infinite | not)'
	holds tmj-ega/01.tmj '[.layers[] | .name, .type] == ["background", "tilelayer", "foreground", "tilelayer", "info", "tilelayer"]'
	holds tmj-ega/01.tmj '[.tilesets[].name] == ["background", "foreground", "info"] and [.tilesets[].image] == ["background.png", "foreground.png", "info.png"]'
	holds tmj-ega/01.tmj '.tilesets[0].tiles | map(select(.id == 3))[0] | .properties | map({(.name): .value}) | add == {speed: 4, animation: -2}'
	holds tmj-ega/04.tmj '.layers[0].properties == [{name: "values_without_tile", type: "string", value: "2,3=32768"}]'
	# The cells of the JSON.
	cmp <(jq -c '.tilesets[0].firstgid as $first | [.layers[0].data[] | . - $first]' tmj-ega/01.tmj) \
		<(jq -c '.maps[0].planes.background | add' "$samples/document.json")
	cmp <(jq -c '.tilesets[2].firstgid as $first | [.layers[2].data[] | if . == 0 then 0 else . - $first end]' tmj-ega/01.tmj) \
		<(jq -c '.maps[0].planes.info | add' "$samples/document.json")
}

@test "Tiled: a single level has sheets with its name; --external puts the tilesets apart" {
	sample ega
	dump 0 ega --map 1 -o one.tmj
	is files "$(ls one* | tr '\n' ' ')" "one-background.png one-foreground.png one-info.png one.tmj "
	dump 0 ega --external --format tmj -o 'ext/l%d.tmj'
	is files "$(files_in ext | tr '\n' ' ')" "background.png background.tsj foreground.png foreground.tsj info.png info.tsj l1.tmj l20.tmj l4.tmj "
	holds ext/l4.tmj '[.tilesets[].source] == ["background.tsj", "foreground.tsj", "info.tsj"]'
	holds ext/background.tsj '.image == "background.png" and .tilecount == 64'
	dump 0 ega --external --format tmx -o extx
	is files "$(files_in extx | grep -c tsx)" 3
}

@test "tmxrasterizer draws the level as we do" {
	command -v tmxrasterizer >/dev/null || skip "no tiled"
	export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$BATS_TEST_TMPDIR/run
	mkdir -m 700 "$XDG_RUNTIME_DIR"
	sample ega
	dump 0 ega --format png -o png
	for format in tmj tmx; do
		dump 0 ega --format $format -o $format
		dump 0 ega --format $format --external -o $format.ext.d
		for number in 01 20; do
			for folder in $format $format.ext.d; do
				tmxrasterizer --hide-layer info $folder/$number.$format t.png
				cmp <(pngtopnm t.png) <(pngtopnm png/$number.png)
			done
		done
	done
}

#
# Output files and folders.
#

@test "the output is a folder beside the archive, a file, a pattern or standard output" {
	sample ega
	dump 0 ega --format png
	is folder "$(files_in ega/SAMPLE.MAP.extracted | tr '\n' ' ')" "01.png 04.png 20.png manifest.json "
	dump 0 ega -o 'p/l%03d%%.png'
	is pattern "$(files_in p | tr '\n' ' ')" "l001%.png l004%.png l020%.png "
	dump 0 ega -o 'q-%d.PNG'
	is pattern "$(ls q-* | tr '\n' ' ')" "q-1.PNG q-20.PNG q-4.PNG "
	dump 0 ega --map 4 -o one.png
	same_pixels one.png p/l004%.png
	"$EXHUME" mapdump --layout ega/layout.json --map 4 --format png -o - ega/SAMPLE.MAP >std.png
	cmp std.png one.png
	"$EXHUME" mapdump --layout ega/layout.json --map 4 --format png -o /dev/stdout ega/SAMPLE.MAP | cmp - one.png
	dump 1 ega -o all.png
	says "all.png: 3 levels do not fit into one file"
	dump 1 ega --format png -o -
	says "3 levels do not fit into one file"
	absent all.png
	# Two places for a number are none: a file's name.
	dump 1 ega -o 'x%d%d.png'
	says "do not fit into one file"
}

@test "standard input takes tables by name" {
	sample ega
	sample keen4
	run --separate-stderr -- "$EXHUME" mapdump --head ega/MAPHEAD.SMP --dict ega/MAPDICT.SMP --format json - <ega/SAMPLE.MAP
	check_run 0 "standard input"
	echo "$output" >std.json
	same_cells std.json "$samples/document.json"
	run --separate-stderr -- "$EXHUME" mapdump --head keen4/MAPHEAD.SMP --tileinfo-file keen4/TILEINFO.SMP \
		--layout keen4/layout.json --graphics keen4/EGAGRAPH.SMP --format png -o out - <keen4/GAMEMAPS.SMP
	check_run 0 "pictures of standard input"
	dump 0 keen4 --format png -o out2
	same_pixels out/01.png out2/01.png
	run --separate-stderr -- "$EXHUME" mapdump --head keen4/MAPHEAD.SMP --tileinfo-file keen4/TILEINFO.SMP \
		--layout keen4/layout.json --tileinfo --format csv - <keen4/GAMEMAPS.SMP
	check_run 0 "tile information of standard input"
	for arguments in "" "--head ega/MAPHEAD.SMP"; do
		run --separate-stderr -- "$EXHUME" mapdump $arguments - <ega/SAMPLE.MAP
		check_run 1 "no tables"
		says "exhume mapdump: -: "
	done
	run --separate-stderr -- "$EXHUME" mapdump --format png - <ega/SAMPLE.MAP
	check_run 2 "no name"
}

@test "several archives: each has its folder or file, and fails alone" {
	sample ega
	sample keen4
	cp ega/layout.json .
	expect 1 mapdump --layout layout.json --format csv -o out ega/SAMPLE.MAP nowhere keen4/GAMEMAPS.SMP
	says "nowhere: can't open"
	is files "$(files_in out | grep -c csv)" 18
	[ -e out/SAMPLE.MAP/manifest.json ] && [ -e out/GAMEMAPS.SMP/manifest.json ]
	expect 0 mapdump --layout layout.json --format json -o out2 ega/SAMPLE.MAP keen4/GAMEMAPS.SMP
	is files "$(files_in out2 | tr '\n' ' ')" "GAMEMAPS.SMP.json SAMPLE.MAP.json "
	expect 0 mapdump --layout layout.json --tileinfo --format csv -o out3 ega/SAMPLE.MAP keen4/GAMEMAPS.SMP
	is files "$(files_in out3 | tr '\n' ' ')" "GAMEMAPS.SMP.csv SAMPLE.MAP.csv "
	expect 0 mapdump ega/SAMPLE.MAP keen4/GAMEMAPS.SMP
	is tables "$(grep -c "3 levels" <<<"$output")" 2
	# Two of one name: the later is an error.
	expect 1 mapdump --layout layout.json --format csv -o out4 ega/SAMPLE.MAP ega/SAMPLE.MAP
	says "is already used by ega/SAMPLE.MAP"
}

@test "-f overwrites; without it nothing is touched" {
	sample ega
	for format in png csv tmj tmx; do
		dump 0 ega --format $format -o out-$format
		remember out-$format
		dump 1 ega --format $format -o out-$format
		says "exists, and so do" "-f"
		unchanged out-$format
		dump 0 ega --format $format -f -o out-$format
	done
	dump 0 ega -o a.json
	dump 1 ega -o a.json
	says "a.json: exists; -f overwrites it"
	mkdir one
	echo mine >one/info.png
	remember one
	dump 1 ega --format tmj -o one
	says "one/info.png: exists"
	unchanged one
	no_part_left
}

@test "--json is one document and nothing else" {
	sample ega
	dump 0 ega --json --format png -o out
	silent_words
	echo "$output" >said.json
	holds said.json '.format == "mapdump" and .exhume and (.results | length == 1)'
	is keys "$(command jq -c '.results[0] | keys_unsorted' said.json)" '["input","archive","maps","outputs","status","warnings","errors"]'
	holds said.json '.results[0] | .status == "ok" and .input == "ega/SAMPLE.MAP" and
		.outputs == ["out/01.png", "out/04.png", "out/20.png", "out/manifest.json"] and all(.maps[]; has("planes") | not)'
	dump 0 ega --json --tileinfo -o info.csv
	is outputs "$(jq -c '.results[0].outputs' <<<"$output")" '["info.csv"]'
	dump 0 ega --json
	holds <(echo "$output") '.results[0].maps | length == 3'
	expect 1 mapdump --json nowhere ega/SAMPLE.MAP
	echo "$output" >said.json
	holds said.json '[.results[].status] == ["failed", "ok"] and (.results[0].errors | length == 1)'
	# The exit status of a full disk is 1.
	status=0
	"$EXHUME" mapdump --json ega/SAMPLE.MAP >/dev/full 2>err || status=$?
	is status $status 1
}

@test "-v tells the tables and the files, -q keeps warnings back, -j changes nothing" {
	sample ega
	dump 0 ega -v --format png -o a
	says "head ega/MAPHEAD.SMP" "ega/MAPDICT.SMP" "4 files written"
	for jobs in 1 8; do
		dump 0 ega -j $jobs --format png -o j$jobs
	done
	same_tree j1 j8
	dump 0 ega --progress always -j 1 --format png -o p
	says "SAMPLE.MAP [" "3/3"
	# A length that is declared wrong is a warning.
	jq '.archive.packing = "rlew"' "$samples/document.json" | "$EXHUME" mapdump -q --pack - -o rlew/SAMPLE.MAP
	cp ega/layout.json rlew
	poke rlew/SAMPLE.MAP 11 '\x01'
	dump 0 rlew -o warned.json
	says "rlew/SAMPLE.MAP:0xB: warning: level 1: background: "
	dump 0 rlew -q -f -o warned.json
	silent
	dump 1 rlew --strict -f -o warned.json
	same_cells warned.json "$samples/document.json"
}

#
# The way back.
#

@test "the archive, its head and dictionary come out as they were, of every form" {
	for name in ega keen4; do
		sample $name
		mkdir $name.forms
		dump 0 $name -o $name.forms/json.json
		dump 0 $name --format csv -o $name.forms/csv
		dump 0 $name --format tmj -o $name.forms/tmj
		dump 0 $name --format tmj --external -o $name.forms/external
		dump 0 $name --format tmx -o $name.forms/tmx
		dump 0 $name --format tmx --external -o $name.forms/tsx
		for form in json.json csv tmj external tmx tsx; do
			expect 0 mapdump -v --pack $name.forms/$form -o "back/$name.$form/$(levels_of $name)"
			says_not error
			says "back/$name.$form/$(levels_of $name): 3 levels, $(stat -c %s $name/"$(levels_of $name)") bytes"
			is files "$(ls back/$name.$form | wc -l)" 3
			same_archive back/$name.$form $name
			no_part_left
		done
	done
}

@test "--pack packs one level among those of --base" {
	for name in ega keen4; do
		sample $name
		dump 0 $name --map 4 -o four.$name.tmj
		expect 0 mapdump --pack four.$name.tmj --base $name/"$(levels_of $name)" --layout $name/layout.json \
			-o back/$name/"$(levels_of $name)"
		same_archive back/$name $name
		# Edited.
		jq '(.tilesets[1].firstgid + 30) as $gid | .layers[1].data[7] = $gid | .layers[2].data[0] = 0 |
			(.properties[] | select(.name == "name")).value = "NEW NAME"' four.$name.tmj >edited.tmj
		expect 0 mapdump --pack edited.tmj --base $name/"$(levels_of $name)" --layout $name/layout.json \
			-o new/$name/"$(levels_of $name)"
		cp $name/layout.json $name/TILEINFO.SMP new/$name 2>/dev/null || cp $name/layout.json new/$name
		expect 0 mapdump --layout new/$name/layout.json --format json new/$name/"$(levels_of $name)"
		echo "$output" >new.$name.json
		cmp <(cells new.$name.json) <(jq '.maps[1] |= (.planes.foreground[1][1] = 30 | .planes.info[0][0] = 0 |
			.name = "NEW NAME" | del(.name_bytes))' "$samples/document.json" >want.json; cells want.json)
	done
}

@test "edited documents, CSV and tile information go through" {
	sample ega
	dump 0 ega -o all.json
	jq '.maps[0].planes.background[3][5] = 9 | .maps[2] |= (.width = 2 | .height = 3 | .planes[] = [[0, 1], [2, 3], [4, 5]]) |
		.maps += [.maps[2] | .number = 99 | .name = "LAST"] | (.tile_info.background[] | select(.tile == 8)).speed = 77' all.json >edited.json
	expect 0 mapdump --pack edited.json -o new/SAMPLE.MAP
	cp ega/layout.json new
	dump 0 new -o again.json
	same_cells again.json edited.json
	holds again.json '.tile_info.background | map(select(.tile == 8))[0].speed == 77'
	# CSV as spreadsheets write it.
	dump 0 ega --format csv -o csv
	sed -i 's/^8$/"63" \r/' csv/20.background.csv
	sed -i '1s/^/\xef\xbb\xbf/; s/,/;/g; s/$/\r/' csv/04.info.csv
	expect 0 mapdump --pack csv -o newer/SAMPLE.MAP
	cp ega/layout.json newer
	dump 0 newer -o newer.json
	cmp <(cells newer.json) <(jq '.maps[2].planes.background = [[63]]' all.json >want.json; cells want.json)
	# Tile information edited in Tiled.
	dump 0 ega --format tmj -o tmj
	jq '(.tilesets[1].tiles[] | select(.id == 1)).properties |= map(if .name == "north" then .value = 4 else . end)' tmj/04.tmj >edited.tmj
	mv edited.tmj tmj/04.tmj
	expect 0 mapdump --pack tmj -o newest/SAMPLE.MAP
	cp ega/layout.json newest
	dump 0 newest -o newest.json
	same_cells newest.json all.json
	is north "$(jq '[.tile_info.foreground[] | select(.tile == 1)][0].north' newest.json)" 4
	# Two levels that disagree.
	jq '(.tilesets[1].tiles[] | select(.id == 1)).properties |= map(if .name == "north" then .value = 5 else . end)' tmj/01.tmj >edited.tmj
	mv edited.tmj tmj/01.tmj
	expect 1 mapdump --pack tmj -o never/SAMPLE.MAP
	says "give all levels the same ones"
	absent never
}

@test "levels go from one game's form to the other's" {
	sample ega
	dump 0 ega --format json -o all.json
	for packing in carmack rlew huffman; do
		jq ".archive.packing = \"$packing\"" all.json >as.json
		expect 0 mapdump --pack as.json -o $packing/SAMPLE.MAP
		cp ega/layout.json $packing
		dump 0 $packing -o $packing.json
		same_cells $packing.json all.json
		is packing "$(jq -r .archive.packing $packing.json)" $packing
		cmp <(jq -c .tile_info $packing.json) <(jq -c .tile_info all.json)
	done
}

@test "without tables a document is packed for Keen Dreams, with a dictionary of its own" {
	jq 'del(.archive, .tile_info)' "$samples/document.json" >bare.json
	expect 0 mapdump --pack bare.json -o new/X.MAP
	says "the head has no tile information"
	is files "$(files_in new | tr '\n' ' ')" "X.MAP X.MAP.MAPDICT X.MAP.MAPHEAD "
	is sizes "$(stat -c %s new/X.MAP.MAPDICT new/X.MAP.MAPHEAD | tr '\n' ' ')" "1020 502 "
	expect 0 mapdump --pack bare.json -o game/KDREAMS.MAP
	is files "$(files_in game | tr '\n' ' ')" "KDREAMS.MAP MAPDICT.KDR MAPHEAD.KDR "
	expect 0 mapdump -o again.json new/X.MAP
	same_cells again.json bare.json
	expect 1 mapdump --strict --pack bare.json -o newer/X.MAP
}

@test "several inputs: the last of a number counts" {
	jq '.maps |= .[:2]' "$samples/document.json" >two.json
	jq '.maps |= [.[1] | .name = "OTHER" | del(.name_bytes)]' "$samples/document.json" >one.json
	expect 0 mapdump --pack two.json --pack one.json -o a/X.MAP
	expect 0 mapdump --pack two.json -o b/X.MAP one.json
	cmp a/X.MAP b/X.MAP
	expect 0 mapdump --format json a/X.MAP
	is names "$(jq -c '[.maps[].name]' <<<"$output")" '["DEEP SHAFT","OTHER"]'
}

@test "--optimize makes the archive no larger, tells what it saves, and opens again" {
	sample ega
	# A dictionary that is made for something else.
	expect 0 mapdump --pack "$samples/document.json" --dict ega/EGADICT.SMP -o poor/SAMPLE.MAP
	cp ega/layout.json poor
	dump 0 poor -o poor.json
	same_cells poor.json "$samples/document.json"
	expect 0 mapdump --pack poor.json --optimize --json -o good/SAMPLE.MAP
	echo "$output" >said.json
	cp ega/layout.json good
	holds said.json '.format == "mapdump" and (.results[0] | .saved > 0 and .levels == [1, 4, 20] and .packing == "huffman" and .status == "ok")'
	is saved "$(jq .results[0].saved said.json)" $(($(stat -c %s poor/SAMPLE.MAP) - $(stat -c %s good/SAMPLE.MAP)))
	dump 0 good -o good.json
	same_cells good.json "$samples/document.json"
	# Once more there is nothing to gain.
	expect 0 mapdump --pack good.json --optimize -o again/SAMPLE.MAP
	same_archive again good
}

@test "--pack --json is one document" {
	expect 0 mapdump --json --pack "$samples/document.json" -o new/SAMPLE.MAP
	echo "$output" >said.json
	holds said.json '.format == "mapdump" and (.results | length == 1)'
	is keys "$(command jq -c '.results[0] | keys_unsorted' said.json)" '["inputs","outputs","levels","packing","size","status","warnings","errors"]'
	holds said.json '.results[0].outputs == ["new/SAMPLE.MAP", "new/MAPHEAD.SMP", "new/MAPDICT.SMP"]'
	expect 1 mapdump --json --pack nowhere.json -o new2/SAMPLE.MAP
	holds <(echo "$output") '.results[0] | .status == "failed" and (.errors | length == 1)'
	absent new2
}

@test "--pack overwrites nothing without -f, and writes all or none" {
	sample ega
	for taken in SAMPLE.MAP MAPHEAD.SMP MAPDICT.SMP; do
		mkdir -p $taken.d
		echo mine >$taken.d/$taken
		remember $taken.d
		expect 1 mapdump --pack "$samples/document.json" -o $taken.d/SAMPLE.MAP
		says "$taken.d/$taken: exists; -f overwrites it"
		[ -z "$output" ]
		unchanged $taken.d
		expect 0 mapdump -f --pack "$samples/document.json" -o $taken.d/SAMPLE.MAP
		same_archive $taken.d ega
	done
	no_part_left
}

#
# Bad documents.
#

# refused TEXT ARGUMENT...: that packing fails so, and leaves nothing.
refused() {
	local text=$1
	shift
	rm -rf refused
	expect 1 mapdump "$@" -o refused/X.MAP
	says "$text"
	[ -z "$output" ]
	absent refused
}

@test "documents that are wrong are refused, with the place" {
	while IFS='|' read -r text edit; do
		jq "$edit" "$samples/document.json" >bad.json
		refused "bad.json: $text" --pack bad.json
	done <<-'END'
		map 0: planes: background: row 3: 29 cells, expected 30|.maps[0].planes.background[3] |= .[1:]
		map 0: planes: background: row 3: 31 cells, expected 30|.maps[0].planes.background[3] += [1]
		map 0: planes: info: 13 rows, expected 14|.maps[0].planes.info |= .[1:]
		map 0: planes: key "info": expected a list|del(.maps[0].planes.info)
		map 1: planes: info: row 3: item 4: expected a number from 0 to 65535|.maps[1].planes.info[3][4] = 65536
		map 1: planes: info: row 3: item 4: expected a number|.maps[1].planes.info[3][4] = -1
		map 1: planes: info: row 3: item 4: expected a number|.maps[1].planes.info[3][4] = "5"
		map 1: planes: info: row 3: item 4: expected a number|.maps[1].planes.info[3][4] = 1.5
		level 1: no planes|.maps[0] |= del(.planes)
		map 0: key "width": expected a number from 1 to 32767|del(.maps[0].width)
		map 0: key "width": expected a number from 1 to 32767|.maps[0].width = 0
		map 0: key "height": expected a number from 1 to 1092|.maps[0].height = 14000
		map 0: key "number": expected a number from 0 to 99|.maps[0].number = 100
		map 1: key "number": level 1 occurs twice|.maps[1].number = 1
		map 0: key "name": expected at most 16 bytes|.maps[0].name = "12345678901234567"
		map 0: key "name": expected a string|.maps[0].name = 5
		map 1: key "name_bytes": expected 16 bytes|.maps[1].name_bytes = "00"
		map 1: key "name_bytes": expected pairs of hexadecimal digits|.maps[1].name_bytes = "0x"
		archive: key "packing": expected|.archive.packing = "zip"
		archive: key "rlew_tag": expected a number from 0 to 65535|.archive.rlew_tag = 65536
		archive: key "prefix": expected pairs|.archive.prefix = "123"
		archive: key "head": expected the name of a file|.archive.head = "../MAPHEAD.SMP"
		archive: key "head": expected the name of a file|.archive.head = "/tmp/MAPHEAD.SMP"
		archive: key "head": expected the name of a file|.archive.head = ".."
		archive: key "head": expected the name of a file|.archive.head = ""
		archive: key "dict": expected the name of a file|.archive.dict = "a\u0007b"
		archive: key "dict": expected the name of a file|.archive.dict = ("x" * 64)
		tile_info: key "background_count": expected a number from 1 to 65536|.tile_info.background_count = 0
		tile_info: background 0: key "tile": expected a number from 0 to 63|.tile_info.background[0].tile = 64
		tile_info: background 0: key "animation": expected a whole number from -128 to 127|.tile_info.background[0].animation = 128
		tile_info: key "foreground": expected a list|del(.tile_info.foreground)
		key "maps": expected a list|del(.maps)
		expected an object|[]
	END
	echo '[' >bad.json
	refused "bad.json:0x2: line 2 column" --pack bad.json
	: >bad.json
	refused "bad.json:0x0: line 1" --pack bad.json
	head -c 3000 "$samples/document.json" >bad.json
	refused "bad.json:0x" --pack bad.json
	jq '.maps = []' "$samples/document.json" >bad.json
	refused "there is no level to pack" --pack bad.json
	jq '.maps += [range(30; 130) | {number: ., lost: true}]' "$samples/document.json" >bad.json
	refused 'bad.json: key "maps": expected a list of at most 100' --pack bad.json
}

@test "archive and tables of one name are refused" {
	jq '.archive.head = "X.MAP"' "$samples/document.json" >bad.json
	for force in "" -f; do
		refused "X.MAP: two output files have this name" $force --pack bad.json
	done
}

@test "--pack takes a plane of a level of --base" {
	sample ega
	dump 0 ega --format csv --map 1 -o csv
	local plane=csv/01.background.csv
	expect 0 mapdump -q --pack $plane --base ega/SAMPLE.MAP -o same/SAMPLE.MAP
	cmp same/SAMPLE.MAP ega/SAMPLE.MAP
	sed -i '2s/^[0-9]*/3/' $plane
	expect 0 mapdump -q --pack $plane --base ega/SAMPLE.MAP -o new/SAMPLE.MAP
	expect 0 mapdump --format csv --map 1 -o again new/SAMPLE.MAP
	diff -r -x manifest.json csv again
	cp $plane 99.background.csv
	cp $plane 01.sky.csv
	for wrong in "--pack $plane" "--pack 99.background.csv --base ega/SAMPLE.MAP" "--pack 01.sky.csv --base ega/SAMPLE.MAP"; do
		refused "csv: expected a plane of a level of the base, such as 03.background.csv" $wrong
	done
}

@test "what can't be packed is told: pictures, other files" {
	sample ega
	dump 0 ega --format png -o png
	refused "manifest.json: level 1: no file has its cells" --pack png
	dump 0 ega --map 1 -o one.png
	refused "one.png: levels are packed from" --pack one.png
	refused "ega/SAMPLE.MAP: levels are packed from" --pack ega/SAMPLE.MAP
	refused "ega/manifest.json: can't open" --pack ega
	refused "nowhere.tmj: can't open" --pack nowhere.tmj
	refused ": levels are packed from" --pack ""
}

@test "a manifest reaches no file outside its folder" {
	sample ega
	dump 0 ega --format tmj -o tmj
	cp tmj/manifest.json whole.json
	for file in ../tmj/01.tmj /etc/hostname sub/01.tmj "" ..; do
		jq --arg file "$file" '.maps[0].files = [$file]' whole.json >tmj/manifest.json
		rm -rf refused
		expect 1 mapdump --pack tmj -o refused/X.MAP
		absent refused
	done
	# Tilesets neither.
	dump 0 ega --format tmj --external -o ext
	mkdir inner
	cp ext/01.tmj inner
	jq '.tilesets[0].source = "../ext/background.tsj"' ext/01.tmj >inner/01.tmj
	cp ext/foreground.tsj ext/info.tsj inner
	refused "inner/01.tmj: " --pack inner/01.tmj
}

@test "levels of Tiled that are wrong are refused, with the place" {
	sample ega
	dump 0 ega --map 1 -o good.tmj
	while IFS='|' read -r text edit; do
		jq "$edit" good.tmj >bad.tmj
		refused "bad.tmj: $text" --pack bad.tmj --base ega/SAMPLE.MAP
	done <<-'END'
		layer "background": cell 5,0: gid 999999|.layers[0].data[5] = 999999
		layer "background": cell 5,0: gid|.layers[0].data[5] += 2147483648
		layer "foreground": cell 1,1: gid 1|.layers[1].data[31] = 1
		layer "background": 419 cells, expected 420|.layers[0].data |= .[1:]
		layer "info": |.layers[2].data = "nonsense"
		layer "background": "width": 30|.width = 29
		layer "background" is missing|.layers |= .[1:]
		layer "info": this name occurs twice|.layers += [.layers[2]]
		|.infinite = true
		|.orientation = "isometric"
		|.tilewidth = 8
		|.tilesets = []
		|.tilesets[1] = {firstgid: .tilesets[1].firstgid, source: "foreground.tsx"}
		|.tilesets[1] = {firstgid: .tilesets[1].firstgid, source: "nowhere.tsj"}
		|(.properties[] | select(.name == "number")).value = 100
		|(.properties[] | select(.name == "name")).value = "12345678901234567"
	END
	head -c 2000 good.tmj >bad.tmj
	refused "bad.tmj:0x" --pack bad.tmj
	refused "good.tmj: can't open" --pack nowhere/good.tmj
}

@test "maps in XML that are wrong are refused, with the place" {
	sample ega
	dump 0 ega --map 1 -o good.tmx
	while IFS='|' read -r text edit; do
		sed "$edit" good.tmx >bad.tmx
		cmp -s good.tmx bad.tmx && echo "$edit changes nothing" && return 1
		refused "bad.tmx:$text" --pack bad.tmx --base ega/SAMPLE.MAP
	done <<-'END'
		 layer "background": 419 cells, expected 420|0,/^1,/s///
		 layer "background": "width": 29|0,/\(<layer .*\)width="30"/s//\1width="29"/
		 layer "background": type "objectgroup"|0,/<layer /s//<objectgroup /; 0,/<.layer>/s//<\/objectgroup>/
		 layer "background" is missing|0,/name="background" width/s//name="sketch" width/
		 the map is infinite|s/infinite="0"/infinite="1"/
		 "orientation": "hexagonal"|s/"orthogonal"/"hexagonal"/
		 "tilewidth": 8|0,/tilewidth="16"/s//tilewidth="8"/
		0x|s/encoding="csv"/encoding="json"/
		0x|0,/^\([0-9]*\),/s//\1;/
		0x|0,/name="background"/s//name="back\&ground"/
		0x|s/<.properties>//
		0x|s/<.map>//
		0x|s/<map /<room /
	END
	head -c 2000 good.tmx >bad.tmx
	refused "bad.tmx:0x" --pack bad.tmx
}

@test "CSV that is wrong is refused, with the line" {
	sample ega
	dump 0 ega --format csv -o csv
	while IFS='|' read -r text edit; do
		cp -r csv bad
		sed -i "$edit" bad/04.info.csv
		refused "bad/04.info.csv: $text" --pack bad
		rm -r bad
	done <<-'END'
		line 2 cell 1: expected a number|2s/^/x/
		line 2 cell 3: expected a number|2s/,/,,/2
		line 2: expected 6 cells|2s/$/,5/
		line 2: expected 6 cells|2s/,[0-9]*$//
		line 1 cell 1: expected a number|1s/^/65536,/
		line 9 cell 1: expected a number|9d
		line 10: expected 9 lines|9p
		line 1 cell 1: expected a number|1s/^/-/
	END
	cp -r csv bad
	rm bad/20.info.csv
	refused "bad/20.info.csv: can't open" --pack bad
}

@test "an archive is not packed to a device, beside which its tables would lie" {
	mkfifo pipe
	expect 1 mapdump --pack "$samples/document.json" -f -o pipe
	says "pipe: a device or a pipe, expected a file"
	absent MAPHEAD.KDR MAPDICT.KDR MAPHEAD.SMP MAPDICT.SMP
}

@test "an archive of another name beside the old one has tables of its own; no input is replaced" {
	for game in dreams:DREAMS.MAP:DREAMS.EGA:DREAMS.AUD keen4:GAMEMAPS.SMP:EGAGRAPH.SMP:AUDIO.SMP; do
		IFS=: read -r game levels graphics sounds <<<"$game"
		cp -r "$archives/$game" .
		chmod -R u+w $game
		cd $game
		layout=()
		[ ! -e layout.json ] || layout=(--layout layout.json)
		expect 0 mapdump -q --format json -o ../$game.json $levels
		expect 0 egagrab -q "${layout[@]}" -o ../$game.graphics $graphics
		expect 0 snd2wav -q --raw --device pc -o ../$game.sounds $sounds
		expect 0 mapdump -q --pack ../$game.json --base $levels -f -o new.ck4
		expect 0 egagrab -q --pack ../$game.graphics -f -o new.ega
		expect 0 snd2wav -q --pack ../$game.sounds --base $sounds -f -o new.aud
		# They are found, and are as the old ones.
		cmp new.ck4 $levels
		cmp new.ega $graphics
		cmp new.aud $sounds
		cmp new.ck4.MAPHEAD MAPHEAD.*
		cmp new.ega.EGAHEAD EGAHEAD.*
		cmp new.aud.AUDIOHHD AUDIOHHD.*
		expect 0 mapdump -v --list new.ck4
		says "new.ck4.MAPHEAD"
		expect 0 egagrab -v "${layout[@]}" -o ../$game.again new.ega
		says "new.ega.EGAHEAD"
		expect 0 snd2wav -v --list new.aud
		says "new.aud.AUDIOHHD"
		# Packed again under the name of a game's archive, they have the game's tables.
		expect 0 mapdump -q --base new.ck4 --pack ../$game.json -o game/GAMEMAPS.CK4
		is names "$(cd game && ls MAPHEAD.*)" MAPHEAD.CK4
		# Inputs stay, whatever the output is.
		for output in $levels MAPHEAD.*; do
			expect 1 mapdump --pack ../$game.json --base $levels -f -o "$output"
			says "$output: this is an input"
		done
		for output in $sounds AUDIOHHD.*; do
			expect 1 snd2wav --pack ../$game.sounds --base $sounds -f -o "$output"
			says "$output: this is an input"
		done
		rm -r new.* game
		cd ..
		same_tree "$archives/$game" $game
	done
	cp dreams/MAPHEAD.MOL table
	cat "$manual/exhume-mapdump.1" dreams/MAPHEAD.MOL dreams/MAPDICT.MOL >image
	program game.exe image
	for output in game.exe ./game.exe link; do
		ln -f game.exe link
		expect 1 mapdump --pack dreams.json --base dreams/DREAMS.MAP --exe game.exe --exe-out $output -f -o new/DREAMS.MAP
		says "$output: this is an input"
		absent new
	done
	expect 0 mapdump --pack dreams.json --base dreams/DREAMS.MAP --exe game.exe --exe-out other.exe -f -o new/DREAMS.MAP
}

@test "--base and --dict that are wrong are refused" {
	sample ega
	refused "nowhere: can't open" --pack "$samples/document.json" --base nowhere
	refused "ega/SAMPLE.EGA" --pack "$samples/document.json" --base ega/SAMPLE.EGA
	refused "nowhere: can't open" --pack "$samples/document.json" --dict nowhere
	refused "ega/MAPHEAD.SMP:0x" --pack "$samples/document.json" --dict ega/MAPHEAD.SMP
	head -c 1000 ega/MAPDICT.SMP >short
	refused "short:0x" --pack "$samples/document.json" --dict short
}

#
# Bad archives.
#

@test "an archive that is cut anywhere gives what is left, or an error, never a silent loss" {
	for name in ega keen4; do
		sample $name whole
		file=$(levels_of $name)
		"$EXHUME" mapdump --layout whole/layout.json -o $name.json whole/$file
		size=$(stat -c %s whole/$file)
		for ((cut = 0; cut < size; cut += 1 + size / 30)); do
			head -c $cut whole/$file >cut.map
			rm -f cut.json
			tables="--head whole/MAPHEAD.SMP"
			[ $name = keen4 ] || tables+=" --dict whole/MAPDICT.SMP"
			run --separate-stderr -- "$EXHUME" mapdump $tables --layout whole/layout.json -o cut.json cut.map
			check_run "$status" "cut at $cut"
			# The mark behind the last header of Keen 4 is no loss.
			[ "$status" = 1 ] || [ $name$((size - cut > 4)) = keen40 ] || [[ $stderr == *"warning: level"*"past the end"* ]] || { echo "cut at $cut"; show_run; return 1; }
			[ -e cut.json ] || continue
			# Levels that lie before the cut are whole.
			jq -n -e --slurpfile a $name.json --slurpfile b cut.json --argjson cut $cut '
				all($a[0].maps[] | select(.header.offset + .header.size <= $cut); . as $m |
				any($b[0].maps[]; . == $m))' >/dev/null || { echo "$name: lost too much at $cut"; return 1; }
		done
		rm -r whole
	done
}

@test "tables that are cut or missing" {
	sample ega
	for size in 0 1 2 401; do
		head -c $size "$samples/ega/MAPHEAD.SMP" >h
		dump 1 ega --head h
		says "exhume mapdump: h:"
	done
	for size in 0 1019; do
		head -c $size "$samples/ega/MAPDICT.SMP" >d
		dump 1 ega --dict d
		says "exhume mapdump: d:"
	done
	# Errors about tile information only.
	head -c 900 "$samples/ega/MAPHEAD.SMP" >h
	dump 1 ega --head h --collision --format png -o out
	says "h:" "bytes of tile information, expected"
	dump 1 ega --head nowhere
	says "nowhere: can't open"
	rm ega/MAPDICT.SMP
	dump 1 ega
	says "no MAPDICT beside it" "--dict FILE"
	rm ega/MAPHEAD.SMP
	dump 1 ega
	says "no MAPHEAD beside it" "--head FILE"
	sample keen4
	rm keen4/TILEINFO.SMP
	dump 0 keen4
	for what in "--collision --format png" "--animated --format png" --tileinfo; do
		dump 1 keen4 $what -o out
		says "tile information" "--tileinfo-file"
	done
	dump 0 keen4 --format json
	holds <(echo "$output") 'has("tile_info") | not'
	rm keen4/EGAGRAPH.SMP
	dump 1 keen4 --format png
	says "no graphics archive beside it; give --graphics FILE"
	dump 1 keen4 --format png --graphics nowhere -o out
	says "nowhere: can't open"
	absent out keen4/GAMEMAPS.SMP.extracted
}

@test "tables of another game, and files that are no levels" {
	sample ega
	sample keen4
	dump 1 ega --head ega/EGADICT.SMP
	[ -z "$output" ]
	dump 1 ega --dict ega/MAPHEAD.SMP
	says "ega/MAPHEAD.SMP:0x"
	dump 1 ega --dict ega/EGADICT.SMP -o wrong.json
	# The graphics as levels, a head of the other game.
	expect 1 mapdump --head ega/MAPHEAD.SMP --dict ega/MAPDICT.SMP ega/SAMPLE.EGA
	expect 1 mapdump --head ega/MAPHEAD.SMP --dict ega/MAPDICT.SMP keen4/GAMEMAPS.SMP
	expect 1 mapdump --head ega/MAPHEAD.SMP --dict ega/MAPDICT.SMP /dev/null
	says "none of the 100 offsets lies in the archive of 0 bytes"
	expect 1 mapdump nowhere
	says "nowhere: can't open"
	expect 1 mapdump ega
	says "ega: a folder, expected a file"
	dump 1 ega --graphics ega/SAMPLE.MAP --format png -o out
	dump 1 ega --graphics-head ega/MAPHEAD.SMP --format png -o out
	head -c 463 ega/EGADICT.SMP >short
	dump 1 ega --tileinfo-file short --tileinfo -o out
	says "short:0x" "463 bytes of tile information"
	expect 1 mapdump --layout nowhere ega/SAMPLE.MAP
	says "nowhere: "
	expect 1 mapdump --format png -o out ega/SAMPLE.MAP
	says "give --layout"
	absent out
}

@test "a level whose header is nonsense is lost, the others come out" {
	sample ega
	dump 0 ega -o good.json
	at=$(jq '.maps[1].header.offset' good.json)
	poke ega/SAMPLE.MAP "$at" '\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff'
	dump 1 ega -o bad.json
	says "level 4: "
	cmp <(jq -c '[.maps[] | select(.number != 4)]' bad.json) <(jq -c '[.maps[] | select(.number != 4)]' good.json)
	if jq -e '.maps[1].lost' bad.json >/dev/null; then
		is level "$(jq -c '.maps[1] | keys' bad.json)" '["header","lost","number"]'
		dump 1 ega --format png -o out
		is files "$(files_in out | tr '\n' ' ')" "01.png 20.png manifest.json "
		dump 1 ega
		prints " 4  (lost)"
		expect 0 mapdump --pack bad.json -o new/SAMPLE.MAP
		says "warning: level 4 was lost; it is left out"
	fi
}

@test "damage in a plane keeps what is before it, and says so" {
	sample keen4
	dump 0 keen4 -o good.json
	at=$(jq '.maps[0].storage.background.offset' good.json)
	# A far pointer behind the words there are.
	poke keen4/GAMEMAPS.SMP $((at + 40)) '\x05\xa8\xff\xff'
	dump 1 keen4 -o bad.json
	says "keen4/GAMEMAPS.SMP:0x" "level 1: background: "
	holds bad.json '.maps[0].storage.background.damaged == true'
	cmp <(jq -c '.maps[0].planes.background[0][:5], .maps[1:]' bad.json) \
		<(jq -c '.maps[0].planes.background[0][:5], .maps[1:]' good.json)
}

#
# The system.
#

@test "a full disk, a device, and folders that can't be written to" {
	sample ega
	for format in "--map 1 --format png" "--format json" "--tileinfo --format csv"; do
		dump 1 ega $format -o /dev/full
		says "/dev/full: " "No space left"
	done
	for format in --format=table --format=json; do
		status=0
		"$EXHUME" mapdump $format ega/SAMPLE.MAP >/dev/full 2>err || status=$?
		is status $status 1
		grep -q "No space left" err
	done
	echo mine >file
	dump 1 ega --format png -o file/below
	says "file/below: "
	expect 1 mapdump --pack "$samples/document.json" -o file/below/X.MAP
	says "file/below/X.MAP: "
	mkdir folder.json
	dump 1 ega -f --format json -o folder.json
	says "folder.json: "
	no_part_left
}

@test "files that may not be read, folders that may not be written to" {
	need_nobody
	open=$(mktemp -d)
	cp "$samples/ega"/* "$samples/document.json" "$open"
	mkdir "$open/out"
	chmod -R a+rX,a-w "$open"
	as_nobody "$EXHUME" mapdump --layout "$open/layout.json" --format png -o "$open/out" "$open/SAMPLE.MAP"
	written=$status said=$stderr
	as_nobody "$EXHUME" mapdump --pack "$open/document.json" -o "$open/out/X.MAP"
	packed=$status said+=$stderr
	chmod 0 "$open/MAPDICT.SMP"
	as_nobody "$EXHUME" mapdump --dict "$open/MAPDICT.SMP" "$open/SAMPLE.MAP"
	chmod -R u+w "$open"
	left=$(files_in "$open/out")
	rm -rf "$open"
	check_run 1 "a closed dictionary"
	says "MAPDICT.SMP: " "Permission denied"
	is written $written 1
	is packed $packed 1
	[[ $said == *"/out/01.png: "*"Permission denied"*"/out/X.MAP: "*"Permission denied"* ]] || { echo "$said"; return 1; }
	is left "$left" ""
}

@test "an interrupted run leaves no half file" {
	mkfifo pipe
	"$EXHUME" mapdump --pack - -o new/X.MAP <pipe 2>err 3>&- &
	pid=$!
	exec 9>pipe
	sleep 0.2
	end_by TERM $pid
	exec 9>&-
	is status "$status" 143
	no_part_left
	absent new/X.MAP
	sample ega
	"$EXHUME" mapdump --layout ega/layout.json --map 1 --animated --ticks 21000 -j 1 --format png -o out ega/SAMPLE.MAP 2>err 3>&- &
	pid=$!
	sleep 0.3
	end_by TERM $pid
	is status "$status" 143
	no_part_left
	absent out/01.png
}

#
# Usage.
#

@test "command lines that make no sense exit with 2, and write nothing" {
	sample ega
	remember .
	while read -r arguments; do
		eval "expect 2 mapdump $arguments"
		[ -z "$output" ]
		says "exhume mapdump" "Try 'exhume mapdump --help'."
	done <<-'END'

		--nonsense ega/SAMPLE.MAP
		--format gif ega/SAMPLE.MAP
		--format PNG ega/SAMPLE.MAP
		-o x.gif ega/SAMPLE.MAP
		-o "" ega/SAMPLE.MAP
		--format table -o x ega/SAMPLE.MAP
		--format json -o l%02d.json ega/SAMPLE.MAP
		--tileinfo -o l%02d.csv ega/SAMPLE.MAP
		--format json --json ega/SAMPLE.MAP
		--tileinfo --json ega/SAMPLE.MAP
		--tileinfo --format csv --json ega/SAMPLE.MAP
		--format png -o - --json ega/SAMPLE.MAP
		--format tmj -o - ega/SAMPLE.MAP
		--format tmx -o - ega/SAMPLE.MAP
		--tileinfo --format png ega/SAMPLE.MAP
		--tileinfo -o x.tmj ega/SAMPLE.MAP
		--layers back ega/SAMPLE.MAP
		--layers back --format json ega/SAMPLE.MAP
		--layers back --format tmj ega/SAMPLE.MAP
		--layers bg --format png ega/SAMPLE.MAP
		--layers "" --format png ega/SAMPLE.MAP
		--layers back,,fore --format png ega/SAMPLE.MAP
		--info-labels --format csv ega/SAMPLE.MAP
		--collision ega/SAMPLE.MAP
		--grid --format tmx ega/SAMPLE.MAP
		--animated --format json ega/SAMPLE.MAP
		--ticks 50 --format png ega/SAMPLE.MAP
		--animated --ticks 0 --format png ega/SAMPLE.MAP
		--animated --ticks 252001 --format png ega/SAMPLE.MAP
		--external --format png ega/SAMPLE.MAP
		--palette 2 --format png ega/SAMPLE.MAP
		--base ega/SAMPLE.MAP ega/SAMPLE.MAP
		--optimize ega/SAMPLE.MAP
		--map
		-o x.png ega/SAMPLE.MAP ega/SAMPLE.MAP
		--format json ega/SAMPLE.MAP ega/SAMPLE.MAP
		--format csv -o - ega/SAMPLE.MAP ega/SAMPLE.MAP
		--pack x.json
		--pack x.json -o -
		--pack x.json -o ""
		--pack x.json -o x --map 1
		--pack x.json -o x --format json
		--pack x.json -o x --tileinfo
		--pack x.json -o x --head ega/MAPHEAD.SMP
		--pack x.json -o x --grid
		--pack x.json -o x --animated
		--pack x.json -o x --layers back
		--pack x.json -o x --external
	END
	unchanged .
}

@test "a page of the manual, and help that tells the formats" {
	expect 0 help mapdump
	prints "EXHUME-MAPDUMP(1)" "TILE INFORMATION" "PACKING"
	expect 0 mapdump --help
	prints "table, json, csv, png, tmj, tmx"
}

#
# The game.
#

@test "Keen Dreams: 18 levels, with the names and sizes that are known" {
	need_game "$dreams"
	holds "$real/all.json" '[.maps[] | "\(.number) \(.width)x\(.height) \(.name)"] == [
		"0 85x66 LAND OF TUBERIA", "1 136x37 HORSERADISHHILL", "2 94x93 MELON MINES",
		"3 65x62 BRIDGE BOTTOMS", "4 74x46 RHUBARB RAPIDS", "5 42x72 PARSNIP PASS", "6 26x30 TEMP1",
		"7 202x59 SPUD CITY", "8 26x30 TEMP8", "9 126x47 APPLE ACRES", "10 139x39 GRAPE GROVE",
		"11 26x30 TEMP2", "12 93x29 BRUS.SPROUT BAY", "13 26x30 TEMP13", "14 74x29 SQUASH SWAMP",
		"15 35x30 BOOBUS\u0027 ROOM", "16 85x80 CASTLE TUBERIA", "20 37x19 TITLE SCREEN"]'
	holds "$real/all.json" '[.maps[:17][].planes.info | [.[][] | select(. != 0)] | length] ==
		[116, 40, 79, 51, 53, 43, 24, 72, 24, 69, 87, 24, 44, 24, 28, 2, 72]'
	holds "$real/all.json" '.archive.prefix == "5445443576312e3098ffbd"'
}

# The CRC-32 that gzip keeps, low byte first, in front of the length at the end.
crc32_of_cells() {
	gzip -c | tail -c 8 | od -An -tx4 -N4 | tr -d ' '
}

@test "Keen Dreams: the cells have the CRC-32 that is known" {
	need_game "$dreams"
	while read -r number crc; do
		jq -r --argjson n "$number" '.maps[] | select(.number == $n) | .planes | .background, .foreground, .info | .[][]' "$real/all.json" |
			awk '{ printf "%02x%02x", $1 % 256, int($1 / 256) }' | xxd -r -p | crc32_of_cells >found
		is "level $number" "$(cat found)" "$crc"
	done <<-END
		0 7f5b58ad
		1 c192041a
		2 56b99c2a
		3 9ac023e0
		4 545b2ba1
		5 47748401
		6 f7148cfc
		7 bc94f7ac
		8 a994c856
		9 1f8d7a16
		10 731d302c
		11 a994c856
		12 ac56dd2b
		13 f2d1212f
		14 445405d8
		15 f45fe617
		16 5a768364
		20 d98b085c
	END
}

@test "Keen Dreams: tile information has the counts that are known" {
	need_game "$dreams"
	expect 0 mapdump --tileinfo "$dreams/KDREAMS.MAP"
	echo "$output" >info.json
	holds info.json '.tile_info | (.background | length) == 1440 and (.foreground | length) == 1206'
	holds info.json '[.tile_info.background[] | select(.animation != 0)] | length == 20'
	holds info.json '.tile_info.background | [.[57, 58, 90, 93] | [.animation, .speed]] == [[1, 24], [-1, 24], [1, 8], [-3, 8]]'
	holds info.json '.tile_info.foreground | [group_by(.north)[] | [.[0].north, length]] ==
		[[0, 913], [1, 162], [2, 20], [3, 20], [4, 14], [5, 16], [6, 16], [7, 22], [9, 20], [17, 3]]'
	holds info.json '.tile_info.foreground[242] | .north == 1 and .east == 1 and .south == 1 and .west == 1 and .inside == 128'
}

@test "Keen Dreams: archive, head and dictionary come out byte for byte, of every form" {
	need_game "$dreams"
	expect 0 mapdump --format tmj -o tmj "$dreams/KDREAMS.MAP"
	expect 0 mapdump --format tmj --external -o external "$dreams/KDREAMS.MAP"
	expect 0 mapdump --format tmx --external -o xml "$dreams/KDREAMS.MAP"
	expect 0 mapdump --format csv -o csv "$dreams/KDREAMS.MAP"
	# Levels alone have the form of Keen Dreams, and its dictionary is all that they lack.
	levels="$(echo tmj/*.tmj) --dict $dreams/MAPDICT.KDR"
	for form in tmj external xml csv "$real/all.json" "$levels" "tmj/05.tmj --base $dreams/KDREAMS.MAP" "external/16.tmj --base $dreams/KDREAMS.MAP" "xml/16.tmx --base $dreams/KDREAMS.MAP"; do
		expect 0 mapdump -v -f --pack $form -o new/KDREAMS.MAP
		says "exhume mapdump: new/KDREAMS.MAP: 18 levels, 65673 bytes"
		for file in KDREAMS.MAP MAPHEAD.KDR MAPDICT.KDR; do
			cmp new/$file "$dreams/$file"
		done
	done
}

@test "Keen Dreams: --optimize saves something and opens to the same levels" {
	need_game "$dreams"
	expect 0 mapdump --json --pack "$real/all.json" --optimize -o new/KDREAMS.MAP
	holds <(echo "$output") '.results[0] | .saved >= 0 and .size <= 65673'
	expect 0 mapdump -o again.json new/KDREAMS.MAP
	same_cells again.json "$real/all.json"
	# The same, wherever the levels come from.
	expect 0 mapdump --map 5 -o five.tmj "$dreams/KDREAMS.MAP"
	expect 0 mapdump --pack five.tmj --base "$dreams/KDREAMS.MAP" --optimize -o newer/KDREAMS.MAP
	cmp new/KDREAMS.MAP newer/KDREAMS.MAP
}

@test "Keen Dreams: Tiled draws its levels as we do" {
	need_game "$dreams"
	command -v tmxrasterizer >/dev/null || skip "no tiled"
	export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$BATS_TEST_TMPDIR/run
	mkdir -m 700 "$XDG_RUNTIME_DIR"
	expect 0 mapdump --format png -o png "$dreams/KDREAMS.MAP"
	expect 0 mapdump --format tmj -o tmj "$dreams/KDREAMS.MAP"
	# Animations aside: tmxrasterizer shows the first frame.
	for number in 00 01 02 03 05 07 12 16 20; do
		tmxrasterizer --hide-layer info tmj/$number.tmj t.png
		cmp <(pngtopnm t.png) <(pngtopnm png/$number.png)
	done
}

@test "Keen Dreams: an archive that is cut at every level's end" {
	need_game "$dreams"
	for cut in 5512 20000 40000 65600 65672; do
		head -c $cut "$dreams/KDREAMS.MAP" >cut.map
		run --separate-stderr -- "$EXHUME" mapdump -f --head "$dreams/MAPHEAD.KDR" --dict "$dreams/MAPDICT.KDR" -o cut.json cut.map
		check_run "$status" "cut at $cut"
		[ -s cut.json ]
		jq -n -e --slurpfile a "$real/all.json" --slurpfile b cut.json --argjson cut $cut '
			all($a[0].maps[] | select(.header.offset + .header.size <= $cut); . as $m | any($b[0].maps[]; . == $m))' >/dev/null
	done
	is "last status" "$status" 1
	says "level 20: "
}

@test "--pack adds levels beyond those of the base, and --remove leaves some out" {
	sample ega
	levels=ega/$(levels_of ega)
	expect 0 mapdump --json "$levels"
	numbers=$(jq -c '[.results[0].maps[].number]' <<<"$output")
	last=$(jq 'max' <<<"$numbers")
	# Added as JSON, beyond all others, and as a new file in a folder.
	expect 0 mapdump --map "$last" -o one.json "$levels"
	jq '.maps[0] |= (.number = 99 | .name = "THE LAST")' one.json >new.json
	expect 0 mapdump --pack new.json --base "$levels" --layout ega/layout.json -o added/SAMPLE.MAP
	expect 0 mapdump --json added/SAMPLE.MAP
	is numbers "$(jq -c '[.results[0].maps[].number]' <<<"$output")" "$(jq -c '. + [99]' <<<"$numbers")"
	expect 0 mapdump --map 99 added/SAMPLE.MAP
	prints "THE LAST"
	expect 0 mapdump --format tmj --graphics ega/SAMPLE.EGA --layout ega/layout.json -o folder "$levels"
	file=$(printf 'folder/%02d.tmj' "$last")
	jq '(.properties[] | select(.name == "number")).value = 40' "$file" >folder/forty.tmj
	expect 0 mapdump --pack folder -o forty/SAMPLE.MAP
	expect 0 mapdump --json forty/SAMPLE.MAP
	is numbers "$(jq -c '[.results[0].maps[].number]' <<<"$output")" "$(jq -c '. + [40]' <<<"$numbers")"
	cp "$file" folder/forty.tmj
	expect 1 mapdump --pack folder -o none/SAMPLE.MAP
	says "folder/forty.tmj: level $last is there already, and the manifest does not list this file"
	# The head has 100 offsets.
	jq '.maps[0].number = 100' one.json >new.json
	expect 1 mapdump --pack new.json --base "$levels" --layout ega/layout.json -o none/SAMPLE.MAP
	says 'new.json: map 0: key "number": expected a number from 0 to 99'
	jq '(.properties[] | select(.name == "number")).value = 100' "$file" >new.tmj
	expect 1 mapdump --pack new.tmj --base "$levels" --layout ega/layout.json -o none/SAMPLE.MAP
	says "new.tmj: " "99"
	# Removed again, it is the same archive.
	expect 0 mapdump --base added/SAMPLE.MAP --layout ega/layout.json --remove 50- -o same/SAMPLE.MAP
	cmp same/SAMPLE.MAP "$levels"
	cmp same/MAPHEAD.SMP ega/MAPHEAD.SMP
	first=$(jq 'min' <<<"$numbers")
	expect 0 mapdump --base "$levels" --layout ega/layout.json --remove "$first" -o less/SAMPLE.MAP --json
	is levels "$(jq -c '.results[0].levels' <<<"$output")" "$(jq -c ".[1:]" <<<"$numbers")"
	expect 0 mapdump --json less/SAMPLE.MAP
	is numbers "$(jq -c '[.results[0].maps[].number]' <<<"$output")" "$(jq -c ".[1:]" <<<"$numbers")"
	expect 1 mapdump --base "$levels" --layout ega/layout.json --remove 77,88- -o none/SAMPLE.MAP
	says "--remove 77,88-: there is no level 77" "--remove 77,88-: there are no levels from 88 on"
	expect 1 mapdump --base "$levels" --layout ega/layout.json --remove 0- -o none/SAMPLE.MAP
	says "there is no level to pack"
	absent none
	expect 2 mapdump --base "$levels" --remove x -o none/SAMPLE.MAP
	expect 2 mapdump --remove 3 "$levels"
	expect 2 mapdump --base "$levels" --remove 3 "$levels" -o none/SAMPLE.MAP
	expect 2 mapdump --base "$levels" -o none/SAMPLE.MAP
	need_game "$dreams"
	expect 0 mapdump --base "$dreams/KDREAMS.MAP" --remove 5-8 -o real/KDREAMS.MAP
	expect 0 mapdump --json real/KDREAMS.MAP
	is levels "$(jq -c '[.results[0].maps[].number] | [.[] | select(. >= 4 and . < 10)]' <<<"$output")" "[4,9]"
}

@test "--pack refuses tiles that the graphics lack, unless --force-tiles insists" {
	mkdir game && cp "$EXHUME_TESTDATA"/archives/dreams/* game
	expect 0 mapdump --format tmj -o tiles --map 0 game/DREAMS.MAP
	expect 0 mapdump --format json -o maps.json game/DREAMS.MAP
	first=$(jq '.tilesets[] | select(.name == "background") | .firstgid' tiles/00.tmj)
	# 230 has no picture.
	command jq --argjson gid $((first + 230)) '(.layers[] | select(.name == "background") | .data[1 + 2 * .width]) = $gid' \
		tiles/00.tmj >edited.tmj
	for graphics in "--base game/DREAMS.MAP" "--graphics game/DREAMS.EGA"; do
		# shellcheck disable=SC2086
		expect 1 mapdump --pack edited.tmj $graphics -o new/DREAMS.MAP
		says "edited.tmj: level 0: background: cell 1,2: tile 230: the graphics have 1440 tiles, " \
			" of them with a picture; --force-tiles packs it anyway"
		absent new
		# shellcheck disable=SC2086
		expect 0 mapdump --pack edited.tmj $graphics --force-tiles -o new/DREAMS.MAP
		says "edited.tmj: warning: level 0: background: cell 1,2: tile 230: the graphics have"
		rm -r new
	done
	# Numbers that no graphics can have, in a foreground; 0 is no tile.
	command jq '(.maps[0].planes.foreground[0][3:5]) = [0, 60000]' maps.json >edited.json
	mkdir alone && cp game/DREAMS.MAP game/MAP* alone
	expect 1 mapdump --pack edited.json --base game/DREAMS.MAP -o new/DREAMS.MAP
	says "level 0: foreground: cell 4,0: tile 60000: the graphics have 1206 tiles"
	absent new
	# Without the graphics, only the number of tiles is known.
	expect 0 mapdump --pack edited.json --base alone/DREAMS.MAP -o new/DREAMS.MAP
	says "warning: level 0: foreground: cell 4,0: tile 60000: the graphics have 1206 tiles"
	rm -r new
	# Info values are no tiles.
	command jq '(.maps[0].planes.info[0][3:5]) = [230, 60000]' maps.json >edited.json
	expect 0 mapdump --pack edited.json --base game/DREAMS.MAP -o new/DREAMS.MAP
	# A tile that levels of the base use is fine, and so are levels that stay.
	expect 0 mapdump --pack edited.tmj --base game/DREAMS.MAP --force-tiles -o holes/DREAMS.MAP
	cp game/DREAMS.EGA game/EGA* holes
	expect 0 mapdump --pack edited.tmj --base holes/DREAMS.MAP -o again/DREAMS.MAP
	expect 0 mapdump --base holes/DREAMS.MAP --remove 15 -o third/DREAMS.MAP
	expect 2 mapdump --force-tiles game/DREAMS.MAP
	expect 1 mapdump --pack edited.tmj --graphics game/DREAMS.MAP -o fourth/DREAMS.MAP
	absent fourth
}

@test "real data: levels of Keen 4 use only tiles that are there" {
	need_game "$keen4"
	expect 0 mapdump --format json -o maps.json "$keen4/GAMEMAPS.CK4"
	expect 0 mapdump --pack maps.json --base "$keen4/GAMEMAPS.CK4" -o same/GAMEMAPS.CK4
	expect 0 mapdump --pack maps.json --graphics "$keen4/EGAGRAPH.CK4" -o new/GAMEMAPS.CK4
	cmp new/GAMEMAPS.CK4 "$keen4/GAMEMAPS.CK4"
	command jq '(.maps[1].planes.foreground[20][20]) = 100' maps.json >edited.json
	expect 1 mapdump --pack edited.json --graphics "$keen4/EGAGRAPH.CK4" -o none/GAMEMAPS.CK4
	says "level 1: foreground: cell 20,20: tile 100: the graphics have 2916 tiles, 1822 of them with a picture"
}
