#!/usr/bin/env bats
# exhume zcr2png: cursors by hand.

load ../testdata/cli/helper

# 2 by 3 pixels that point with (1, 2).
cursor() {
	printf 'ZCR1\1\0\2\0\2\0\3\0\0\0\0\174\340\3\37\0\0\200\377\377' >"$1"
}

colors() {
	command -v ffmpeg >/dev/null || skip "no ffmpeg"
	ffmpeg -v error -i "$1" -f rawvideo -pix_fmt rgb24 - </dev/null | od -An -v -tx1 -w3 | tr -d ' ' | paste -sd ' '
}

alphas() {
	pngtopnm -alpha "$1" | tail -c 6 | od -An -v -tu1 -w6 | xargs
}

@test "a cursor becomes a PNG file, value 0 transparent" {
	cursor a.zcr
	expect 0 zcr2png -v a.zcr
	says "a.zcr: 2x3 pixels, hot spot (1, 2)"
	is colors "$(colors a.png)" "000000 ff0000 00ff00 0000ff 000000 ffffff"
	is alphas "$(alphas a.png)" "0 255 255 255 0 255"
	whole_pngs .
}

@test "the JSON has the hot spot, and what the name tells" {
	for name in g0gbc011 G0GCC021 00idleb 07acta g0bac1f1 other; do cursor "$name.zcr"; done
	expect 0 zcr2png --json -q -o out g0gbc011.zcr G0GCC021.zcr 00idleb.zcr 07acta.zcr g0bac1f1.zcr other.zcr
	printf '%s' "$output" >json
	is spot "$(jq -c '.results[0] | [.width, .height, .hot_x, .hot_y]' json)" "[2,3,1,2]"
	is roles "$(jq -c '[.results[] | [.cursor, .game, .pressed]]' json)" \
		'[["active","zgi",false],["backward","zgi",true],["idle","nemesis",true],["item","nemesis",false],["item","zgi",false],[null,null,null]]'
	is items "$(jq -c '[.results[3, 4] | [.item, .active]]' json)" '[[7,true],[31,false]]'
	is files "$(ls out | wc -l)" 6
}

@test "what was cut is transparent, said, and written" {
	cursor a.zcr
	cut_to a.zcr 17
	expect 1 zcr2png a.zcr
	says "a.zcr:0x11: the data end after 2 of 6 pixels: the rest is transparent"
	is alphas "$(alphas a.png)" "0 255 0 0 0 0"
	cut_to a.zcr 11
	expect 1 zcr2png -f a.zcr
	says "a.zcr:0xB: 11 bytes, expected a header of 12"
}

@test "fields without sense are told" {
	cursor a.zcr
	poke a.zcr 4 '\2'
	printf 'x' >>a.zcr
	expect 0 zcr2png a.zcr
	says "a.zcr:0x4: warning: hot spot at (2, 2), outside of 2 by 3 pixels" \
		"a.zcr:0x18: warning: 1 bytes after the last pixel"
	expect 1 zcr2png --strict -f a.zcr
	poke a.zcr 8 '\0'
	expect 1 zcr2png -f a.zcr
	says "0 by 3 pixels, expected at least 1 by 1"
	poke a.zcr 3 '2'
	expect 1 zcr2png -f a.zcr
	says "a.zcr:0x0: not a cursor: expected ZCR1"
}

@test "--pack makes the same cursor again" {
	cursor a.zcr
	poke a.zcr 21 '\0' # bit 15 means nothing
	poke a.zcr 23 '\177'
	expect 0 zcr2png -q a.zcr
	expect 0 zcr2png --pack --hot-spot 1,2 -o b.zcr a.png
	silent
	cmp a.zcr b.zcr
	expect 1 zcr2png --pack a.png
	says "a.zcr: exists; -f overwrites it"
	expect 0 zcr2png --json --pack -o 00acta.zcr a.png
	printf '%s' "$output" >json
	is facts "$(jq -c '.results[0] | [.width, .hot_x, .hot_y, .cursor, .inexact_pixels]' json)" \
		'[2,0,0,"active",0]'
}

@test "--pack: black is no colour of a cursor, half transparent is none" {
	printf 'P3\n2 1\n255\n0 0 0  4 9 0\n' | pnmtopng -quiet >a.png
	expect 0 zcr2png --pack a.png
	says "a.png: warning: 2 pixels changed their colour"
	is words "$(tail -c 4 a.zcr | od -An -tx2 | xargs)" "0001 0020"
	printf 'P3\n1 1\n255\n9 9 9\n' >b.ppm
	printf 'P2\n1 1\n255\n100\n' >alpha.pgm
	pnmtopng -quiet -alpha=alpha.pgm b.ppm >b.png
	expect 1 zcr2png --pack b.png
	says "pixel (0, 0): alpha 100, expected 255 or 0"
}

@test "hot spots that are none" {
	printf 'P3\n2 1\n255\n8 8 8  0 8 0\n' | pnmtopng -quiet >a.png
	for bad in 1 1, ,1 1,1,1 -1,0 '1,1x' ' 1,1' 123456,1 70000,1 ''; do
		expect 2 zcr2png --pack --hot-spot "$bad" a.png
	done
	expect 2 zcr2png --hot-spot 1,1 a.png
	expect 1 zcr2png --pack --hot-spot 2,0 a.png
	says "the hot spot (2, 0) is outside the 2 by 1 pixels"
	expect 0 zcr2png -q --pack --hot-spot 1,0 a.png
}

@test "outputs go where they are told, one bad cursor among others" {
	cursor a.zcr
	cursor b.ZCR
	echo none >c.zcr
	expect 1 zcr2png -q -o 'out/%d.png' a.zcr c.zcr b.ZCR
	is files "$(ls out | xargs)" "0.png 2.png"
	cmp out/0.png out/2.png
	"$EXHUME" zcr2png -q -o - - <a.zcr | cmp - out/0.png
	expect 2 zcr2png
	expect 2 zcr2png -
	no_part_left
}

@test "real data: a cursor and back" {
	need_game "$data/zvision"
	expect 0 zcr2png --json -q -o a.png "$data/zvision/tgz/g0gbc011.zcr"
	printf '%s' "$output" >json
	is facts "$(jq -c '.results[0] | [.width, .height, .hot_x, .hot_y, .cursor]' json)" '[27,32,15,2,"active"]'
	expect 0 zcr2png -q --pack --hot-spot 15,2 -o a.zcr a.png
	cmp a.zcr "$data/zvision/tgz/g0gbc011.zcr"
}
