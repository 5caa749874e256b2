#!/usr/bin/env bats
# exhume cursor2png: cursors made here by hand, and those of real games.

load ../testdata/cli/helper

sci0=$data/sci0

# cursor FILE X Y: the first row is black, white, clear, in both masks, and black; the
# pixel at the bottom right is clear, all else black.
cursor() {
	{
		printf "\x88\0$(le16 "$2")$(le16 "$3")\0\x30"
		head -c 28 /dev/zero
		printf '\1\0\0\x50'
		head -c 30 /dev/zero
	} >"$1"
}

# The first COUNT pixels, as colours and alpha.
first() {
	pngtopnm "$1" | pnmtoplainpnm | tail -n +4 | tr -s ' \n' '\n' | grep . | head -n "$2" | xargs
	pngtopnm -alpha "$1" | pnmtoplainpnm | tail -n +4 | tr -s ' \n' '\n' | grep . | head -n "$2" | xargs
}

@test "a cursor is a picture and its hot spot" {
	cursor CURSOR.999 3 256
	expect 0 cursor2png CURSOR.999
	silent
	is files "$(files_in . | xargs)" "CURSOR.999 cursor.999.json cursor.999.png"
	is pixels "$(first cursor.999.png 5)" "0 255 0 255 0"$'\n'"255 255 0 255 255"
	is corner "$(pngtopnm -alpha cursor.999.png | tail -c 2 | od -An -tu1 | xargs)" "255 0"
	whole_pngs .
	holds cursor.999.json '.format == "cursor" and .image == "cursor.999.png" and .scale == 1 and
		[.width, .height, .hot_x, .hot_y, .stored_x, .stored_y, .both_pixels] == [16, 16, 8, 8, 3, 256, 1]'
	expect 1 cursor2png CURSOR.999
	says "cursor.999.png: exists"
}

@test "--hotspot, --both, --origin, --scale" {
	cursor cursor.001 2 5
	expect 0 cursor2png --json -o a.png cursor.001
	holds <(printf '%s' "$output") '.results[0] | .resources[0] | [.hot_x, .hot_y, .stored_x, .stored_y] == [0, 0, 2, 5]'
	expect 0 cursor2png --json --hotspot stored -f -o a.png cursor.001
	holds <(printf '%s' "$output") '.results[0] | .resources[0] | [.hot_x, .hot_y] == [2, 5]'
	expect 0 cursor2png --both gray -o gray.png cursor.001
	is gray "$(first gray.png 5 | head -n 1)" "0 255 0 170 0"
	expect 0 cursor2png --origin --hotspot stored -o mark.png cursor.001
	is mark "$(pngtopnm mark.png | tail -c 768 | od -An -v -tu1 -w48 | sed -n 6p | tr -s ' ' | cut -d ' ' -f 5-11 | xargs)" \
		"0 0 0 255 0 0 0"
	expect 0 cursor2png --origin --scale 4 -o mark4.png cursor.001
	is size "$(pngtopnm mark4.png | sed -n 2p)" "64 64"
	is frame "$(pngtopnm mark4.png | tail -c 12288 | od -An -v -tu1 -w192 | sed -n 1,4p | tr -s ' ' | cut -d ' ' -f 2-13)" \
"255 0 0 255 0 0 255 0 0 255 0 0
255 0 0 0 0 0 0 0 0 255 0 0
255 0 0 0 0 0 0 0 0 255 0 0
255 0 0 255 0 0 255 0 0 255 0 0"
	cursor cursor.002 448 320
	expect 0 cursor2png --hotspot stored --origin -o out.png cursor.002
	says "cursor.002:0x2: warning: the stored hot spot (448, 320) lies outside the cursor"
	expect 1 cursor2png --strict --hotspot stored -o no.png cursor.002
}

@test "CUR, for other programs" {
	cursor cursor.001 0 256
	expect 0 cursor2png -o a.cur cursor.001
	is header "$(od -An -tx1 -N 38 -v a.cur | xargs)" "00 00 02 00 01 00 10 10 10 00 08 00 08 00 28 01 00 00 16 00 00 00 28 00 00 00 10 00 00 00 20 00 00 00 01 00 04 00"
	is size "$(stat -c %s a.cur)" 318
	# Colours are blue, green, red; clear ones have none.
	is colors "$(od -An -tx1 -j 62 -N 20 -v a.cur | xargs)" "00 00 00 00 ff ff ff 00 00 00 00 00 ff ff ff 00 00 00 00 00"
	# From the bottom up: the top row is the last; the mask has the clear ones.
	is top "$(od -An -tx1 -j 246 -N 8 -v a.cur | xargs)" "01 03 00 00 00 00 00 00"
	is mask "$(od -An -tx1 -j 254 -N 4 -v a.cur | xargs)" "00 01 00 00"
	is masktop "$(od -An -tx1 -j 314 -N 4 -v a.cur | xargs)" "20 00 00 00"
	expect 0 cursor2png -o - --format cur cursor.001
	cursor cursor.002 448 320
	expect 0 cursor2png --hotspot stored -o b.cur cursor.002
	is hot "$(od -An -tu2 -j 10 -N 4 b.cur | xargs)" "15 15"
	expect 0 cursor2png --format all -o out cursor.001
	is all "$(files_in out | xargs)" "cursor.001.cur cursor.001.json cursor.001.png"
}

@test "games, bare files, what is none" {
	mkdir game
	cursor game/cursor.001 0 0
	cursor game/CURSOR.500 0 0
	expect 0 cursor2png --format png game
	is files "$(files_in game.extracted | xargs)" "cursor.001.png cursor.500.png"
	expect 0 cursor2png --number 500 --format cur -o out game
	is one "$(files_in out)" cursor.500.cur
	tail -c +3 game/cursor.001 >bare
	"$EXHUME" cursor2png -o - - <bare >x.png
	same_pixels x.png game.extracted/cursor.001.png
	head -c 69 game/cursor.001 >cursor.003
	expect 1 cursor2png cursor.003
	says "cursor.003:0x45: 67 bytes: a cursor has 68"
	{ cat game/cursor.001; printf x; } >cursor.004
	expect 1 cursor2png cursor.004
	says "cursor.004:0x46: 69 bytes: a cursor has 68"
	{ cat game/cursor.001; printf '\x1a'; } >cursor.005
	expect 0 cursor2png cursor.005
	says "warning: a byte 0x1a after the cursor"
	expect 2 cursor2png --hotspot middle bare
}

@test "pictures become the cursors they were" {
	cursor cursor.999 3 256
	cp cursor.999 was
	for options in "" "--scale 3" "--both gray" "--hotspot stored"; do
		expect 0 cursor2png -f $options cursor.999
		[[ $options = --hot* ]] || options=
		expect 0 cursor2png --pack -f $options -o new cursor.999.png
		cmp new was
	done
	expect 0 cursor2png -f cursor.999
	expect 0 cursor2png --pack --bare -o bare cursor.999.json
	cmp bare <(tail -c +3 was)
	# Without the JSON, and of an editor that knows no palettes.
	mkdir plain
	pngtopnm cursor.999.png >plain/x.ppm
	pngtopnm -alpha cursor.999.png >plain/x.pgm
	pnmtopng -force -alpha plain/x.pgm plain/x.ppm >plain/cursor.001.png 2>/dev/null
	expect 0 cursor2png --pack plain/cursor.001.png
	is start "$(od -An -tx1 -N 6 plain/cursor.001 | xargs)" "88 00 00 00 00 00"
}

@test "what is no cursor is refused" {
	cursor cursor.999 0 0
	expect 0 cursor2png cursor.999
	jq '.hot_x = 8 | .hot_y = 8' cursor.999.json >x && mv x cursor.999.json
	expect 0 cursor2png --pack -o new cursor.999.json
	is middle "$(od -An -tx1 -N 6 new | xargs)" "88 00 00 00 00 01"
	jq '.hot_x = 3' cursor.999.json >x && mv x cursor.999.json
	expect 1 cursor2png --pack -f -o new cursor.999.png
	says "cursor.999.json: hot spot (3, 8): SCI0 has only (0, 0) and (8, 8)"
	expect 0 cursor2png --pack --hotspot stored -f -o new cursor.999.png
	is place "$(od -An -tx1 -N 6 new | xargs)" "88 00 03 00 08 00"
	jq 'del(.hot_y)' cursor.999.json >x && mv x cursor.999.json
	expect 1 cursor2png --pack -f -o new cursor.999.png
	says 'cursor.999.json: key "hot_y"'
	expect 0 cursor2png -f --origin --scale 2 cursor.999
	expect 1 cursor2png --pack -f -o new cursor.999.png
	says "cursor.999.png: pixel (0, 0): expected black, white, transparent"
	printf 'P1 17 16\n' >x.pbm
	yes 0 | head -n 272 >>x.pbm
	pnmtopng x.pbm >x.png 2>/dev/null
	expect 1 cursor2png --pack -o new x.png
	says "x.png: 17x16 pixels, expected 16x16 or a multiple"
	expect 1 cursor2png --pack -o new cursor.999
	says "neither a"
	expect 2 cursor2png --pack --both gray x.png
	expect 2 cursor2png --bare cursor.999
}

@test "the cursors of real games" {
	need_game "$sci0"
	expect 0 cursor2png --format all -o t "$sci0/companion-template"
	expect 0 cursor2png --format all --json -o r "$sci0/template-redux"
	holds <(printf '%s' "$output") '.results[0] | .resources | length == 15 and
		([.[] | select(.hot_x == 8) | .number] == [988, 989]) and
		([.[] | select(.both_pixels > 0) | [.number, .both_pixels]] == [[996, 1]])'
	is count "$(count_files t r)" 51
	whole_pngs t
	whole_pngs r
	expect 0 cursor2png --pack -o packed r/*.json
	for file in packed/*; do cmp "$file" "$sci0/template-redux/${file##*/}"; done
}

@test "CUR files become the cursors they were" {
	cursor cursor.999 3 256
	cp cursor.999 was
	for options in "" "--both gray" "--hotspot stored"; do
		expect 0 cursor2png -f $options --format all cursor.999
		[[ $options = --hot* ]] || options=
		expect 0 cursor2png --pack -f $options -o new cursor.999.cur
		cmp new was
	done
	# Alone it has its own hot spot.
	rm cursor.999.json
	expect 1 cursor2png --pack -f -o new cursor.999.cur
	says "cursor.999.cur: hot spot (3, 15): SCI0 has only (0, 0) and (8, 8)"
	poke cursor.999.cur 10 '\x08\0\x08\0'
	expect 0 cursor2png --pack -f -o new cursor.999.cur
	is middle "$(od -An -tx1 -N 6 new | xargs)" "88 00 00 00 00 01"
	# Black and white as other programs write them, of 1 and 32 bits.
	printf '\0\0\2\0\1\0\20\20\2\0\0\0\0\0\xb0\0\0\0\x16\0\0\0' | head -c 22 >one.cur
	printf '\x28\0\0\0\20\0\0\0\x20\0\0\0\1\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\0' >>one.cur
	for ((i = 0; i < 15; i++)); do printf '\0\0\0\0'; done >>one.cur
	printf '\x80\1\0\0' >>one.cur
	for ((i = 0; i < 15; i++)); do printf '\0\0\0\0'; done >>one.cur
	printf '\x40\0\0\0' >>one.cur
	expect 0 cursor2png --pack --bare -o one one.cur
	is start "$(od -An -tx1 -v one | xargs)" "$(printf '00 00 00 00 00 40 '; printf '00 %.0s' {1..30}; printf '01 80 '; printf '00 %.0s' {1..29}; echo 00)"
	poke one.cur 194 '\x80'
	expect 1 cursor2png --pack --bare -f -o one one.cur
	says "one.cur: pixel (0, 0) inverts the screen, as 1 pixels do"
	poke one.cur 36 '\x02'
	expect 1 cursor2png --pack --bare -f -o one one.cur
	says "one.cur:0x24: 2 bits a pixel, expected 1, 4, 8, 24 or 32"
	truncate -s 100 cursor.999.cur
	expect 1 cursor2png --pack -f -o new cursor.999.cur
	says "cursor.999.cur:0xE: picture 0: 296 bytes at 0x16, the file has 100"
	expect 1 cursor2png --pack -f -o new was.cur
	says "was.cur: can't open"
}
