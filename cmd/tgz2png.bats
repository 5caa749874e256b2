#!/usr/bin/env bats
# exhume tgz2png: pictures by hand, and those that png2tgz makes.

load ../testdata/cli/helper

# tgz FILE WIDTH HEIGHT PIXEL...: pixels as two hexadecimal bytes each, all as they are.
tgz() {
	local file=$1 width=$2 height=$3 count=0 pixel body=
	shift 3
	for pixel; do
		[ $((count++ % 4)) = 0 ] && body+='\xff'
		body+="\\x${pixel:2:2}\\x${pixel:0:2}"
	done
	printf "TGZ\\0$(le32 $((2 * width * height)))$(le32 "$width")$(le32 "$height")$body" >"$file"
}

# The pixels of a PNG file as RRGGBB, in a line. (pngtopnm would take 5 significant bits
# for a depth.)
colors() {
	need_ffmpeg
	ffmpeg -v error -i "$1" -f rawvideo -pix_fmt rgb24 - </dev/null | od -An -v -tx1 -w3 | tr -d ' ' | paste -sd ' '
}

need_ffmpeg() {
	command -v ffmpeg >/dev/null || skip "no ffmpeg"
}

# blank FILE WIDTH HEIGHT: a TGZ of one colour; zeros are flags and copies of three spaces.
blank() {
	local size=$((2 * $2 * $3))
	{
		printf "TGZ\\0$(le32 $size)$(le32 "$2")$(le32 "$3")"
		head -c $((size * 17 / 24 + 17)) /dev/zero
	} >"$1"
}

@test "the samples come out as in the golden" {
	expect 0 tgz2png -q -o out "$archives"/zvision/*.TGA
	expect 0 zcr2png -q -o out "$archives"/zvision/*.ZCR
	hash_tree out | matches_golden zvision_pictures.txt
	same_pixels out/FLAT.png out/PLAIN.png
	expect 0 png2tgz -q --transpose auto -o hills.tga out/HILLS.png
	cmp hills.tga "$archives/zvision/HILLS.TGA"
}

@test "a TGZ becomes a PNG file of the same pixels, by bit replication" {
	tgz a.tga 3 2 7c00 03e0 001f 7fff 0000 8421
	expect 0 tgz2png -v a.tga
	says "a.tga: TGZ, 3x2 pixels, not transposed: a panorama is stored 320 or 344 pixels wide"
	is colors "$(colors a.png)" "ff0000 00ff00 0000ff ffffff 000000 080808"
	whole_pngs .
	holds <(file a.png | jq -R .) 'contains("8-bit/color RGB")'
}

@test "copies from the window, and what it holds in the beginning" {
	printf 'TGZ\0\26\0\0\0\13\0\0\0\1\0\0\0\0\356\377\0\1' >a.tga
	expect 0 tgz2png -q a.tga
	silent
	is colors "$(colors a.png)" \
		"000000 000000 000000 000000 000000 000000 000000 000000 000000 420800 420800"
}

@test "plain TGA: from the bottom, from the top, with run lengths" {
	printf '\0\0\2\0\0\0\0\0\0\0\0\0\1\0\2\0\20\0\37\0\0\174' >bottom.tga
	printf '\3\0\2\0\0\0\0\0\0\0\0\0\1\0\2\0\20\40abc\37\0\0\174' >top.tga
	printf '\0\0\12\0\0\0\0\0\0\0\0\0\2\0\2\0\17\40\202\37\0\0\0\174' >runs.tga
	expect 0 tgz2png -v bottom.tga top.tga runs.tga
	says "bottom.tga: plain TGA, 1x2 pixels"
	is bottom "$(colors bottom.png)" "ff0000 0000ff"
	is top "$(colors top.png)" "0000ff ff0000"
	is runs "$(colors runs.png)" "0000ff 0000ff 0000ff ff0000"
}

@test "other depths of plain TGA are refused by name" {
	printf '\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\30\0\1\2\3' >a.tga
	expect 1 tgz2png a.tga
	says "a.tga:0x10: a plain TGA in colour of 24 bits, expected 16 in colour, as the games have it, or 8 with a map"
	absent a.png
}

@test "panoramas are transposed, by their size" {
	blank nemesis.tga 320 640
	blank zgi.tga 344 688
	blank flat.tga 320 240
	blank almost.tga 320 639
	blank tilt.tga 512 800
	expect 0 tgz2png -v --json -o out nemesis.tga zgi.tga flat.tga almost.tga tilt.tga
	printf '%s' "$output" >json
	is sizes "$(jq -c '[.results[] | [.stored_width, .stored_height, .width, .height, .transposed]]' json)" \
		"[[320,640,640,320,true],[344,688,688,344,true],[320,240,320,240,false],[320,639,320,639,false],[512,800,512,800,false]]"
	says "320 is the height of Nemesis's window" "344 is the height of Grand Inquisitor's window" \
		"240 rows are too few for a panorama of Nemesis"
	is png "$(pngtopnm out/zgi.png | sed -n 2p)" "688 344"
	holds json '.results[0].why | contains("Nemesis")'
}

@test "a script beside a picture counts more than its size" {
	blank nemesis.tga 320 640
	blank small.tga 2 3
	printf 'control:1 pana {\n}\npuzzle:2 {\nresults {\naction:set_partial_screen(1 2 SMALL.TGA 0 -1)\n}\n}\n' >ga.scr
	printf 'control:1 tilt {\n}\npuzzle:2 {\nresults {\naction:set_screen(nemesis.tga)\n}\n}\n' >gb.scr
	expect 0 tgz2png --json -o out nemesis.tga small.tga
	printf '%s' "$output" >json
	is transposed "$(jq -c '[.results[] | [.width, .height, .transposed]]' json)" \
		"[[320,640,false],[3,2,true]]"
	is why "$(jq -r '.results[].why' json)" "gb.scr shows it in a room that is none
ga.scr shows it in a room that is a panorama"
}

@test "--transpose exchanges rows and columns" {
	tgz a.tga 3 2 7c00 03e0 001f 7fff 0000 001f
	expect 0 tgz2png -v --transpose yes a.tga
	says "transposed: set by --transpose"
	is size "$(pngtopnm a.png | sed -n 2p)" "2 3"
	is colors "$(colors a.png)" "ff0000 ffffff 00ff00 000000 0000ff 0000ff"
	blank b.tga 320 640
	expect 0 tgz2png --transpose no -q b.tga
	is size "$(pngtopnm b.png | sed -n 2p)" "320 640"
	expect 2 tgz2png --transpose maybe a.tga
}

@test "the JSON tells what it is and what was used" {
	tgz a.tga 3 2 7c00 03e0 001f 7fff 0000 0000
	printf 'more' >>a.tga
	expect 0 tgz2png --json a.tga
	printf '%s' "$output" >json
	is facts "$(jq -c '.results[0] | [.kind, .width, .height, .transposed, .declared_size, .used_size, .output]' json)" \
		'["tgz",3,2,false,12,30,"a.png"]'
	printf '\0\0\2\0\0\0\0\0\0\0\0\0\1\0\2\0\20\0\37\0\0\174more' >b.tga
	expect 0 tgz2png --json b.tga
	printf '%s' "$output" >json
	is facts "$(jq -c '.results[0] | [.kind, .type, .bits, .declared_size, .used_size]' json)" \
		'["tga",2,16,4,22]'
}

@test "what was cut is black, said, and written" {
	tgz a.tga 3 2 7c00 03e0 001f 7fff 0000 0000
	cut_to a.tga 21
	expect 1 tgz2png a.tga
	says "a.tga:0x15: the packed data end after 4 of 12 bytes of pixels: the rest is black"
	is colors "$(colors a.png)" "ff0000 00ff00 000000 000000 000000 000000"
	cut_to a.tga 15
	expect 1 tgz2png -f a.tga
	says "a.tga:0xF: 15 bytes, expected a header of 16"
}

@test "a size that is too large is a warning, too small is damage" {
	tgz a.tga 1 1 7c00
	poke a.tga 4 '\4'
	expect 0 tgz2png a.tga
	says "a.tga:0x4: warning: 4 bytes declared, the picture has 2"
	expect 1 tgz2png --strict -f a.tga
	poke a.tga 4 '\1'
	expect 1 tgz2png -f a.tga
	says "1 bytes declared, the picture has 2: missing pixels are black"
}

@test "sizes that no memory has are refused" {
	printf 'TGZ\0\377\377\377\377\377\377\377\177\377\377\377\177' >a.tga
	expect 1 tgz2png a.tga
	says "a.tga:0x8: 2147483647 by 2147483647 pixels, expected at most 67108864"
	printf 'TGZ\0\0\0\0\0\0\0\0\0\1\0\0\0' >b.tga
	expect 1 tgz2png b.tga
	says "0 by 1 pixels, expected at least 1 by 1"
}

@test "outputs go where they are told" {
	tgz a.tga 1 1 7c00
	tgz b.TGA 1 1 03e0
	cp b.TGA c.bin
	expect 0 tgz2png -q a.tga b.TGA c.bin
	same_pixels b.png c.bin.png
	expect 1 tgz2png -q a.tga
	says "a.png: exists; -f overwrites it"
	expect 0 tgz2png -q -o new/folder/ a.tga
	cmp new/folder/a.png a.png
	expect 0 tgz2png -q -o 'n/%02d.png' a.tga b.TGA
	cmp n/00.png a.png
	cmp n/01.png b.png
	"$EXHUME" tgz2png -q -o - a.tga | cmp - a.png
	"$EXHUME" tgz2png -q -o - - <a.tga | cmp - a.png
	expect 0 tgz2png -q -o x.png a.tga
	cmp x.png a.png
	expect 2 tgz2png -
	expect 2 tgz2png -o - a.tga b.TGA
	expect 2 tgz2png
	no_part_left
}

@test "one that is none among others" {
	tgz a.tga 1 1 7c00
	echo nothing of the kind >b.tga
	: >c.tga
	expect 1 tgz2png --json -o out a.tga b.tga c.tga missing.tga
	printf '%s' "$output" >json
	is status "$(jq -c '[.results[].status]' json)" '["ok","failed","failed","failed"]'
	says "b.tga:0x0: neither TGZ nor the header of a plain TGA" "c.tga:0x0: 0 bytes"
	is files "$(ls out)" a.png
}

@test "-j 1 and -j 8 give the same files" {
	for i in 1 2 3 4 5 6 7 8; do blank "$i.tga" "$((i * 40))" 700; done
	expect 0 tgz2png -q -j 1 -o one ./*.tga
	expect 0 tgz2png -q -j 8 -o eight ./*.tga
	same_tree one eight
}

@test "a full disk is told" {
	tgz a.tga 1 1 7c00
	run --separate-stderr -- bash -c '"$0" tgz2png -q -o - a.tga >/dev/full' "$EXHUME"
	check_run 1 "a full disk"
	says "standard output: can't write: No space left on device"
}

@test "a folder without rights is told" {
	need_nobody
	tgz a.tga 1 1 7c00
	mkdir locked
	chmod 500 locked
	chown 65534 . 2>/dev/null || true
	as_nobody "$EXHUME" tgz2png -q -o locked/a.png a.tga
	check_run 1 "no rights"
	says "locked/a.png: "
	absent locked/a.png
}

@test "real data: samples are turned as their description says" {
	need_game "$data/zvision"
	expect 0 tgz2png --json -q -o out "$data"/zvision/tgz/*.tga
	printf '%s' "$output" >json
	is transposed "$(jq -c '[.results[] | select(.transposed) | .input | split("/")[-1]]' json)" \
		'["pana_nem.tga"]'
	is size "$(pngtopnm out/pana_nem.png | sed -n 2p)" "1440 320"
	is clean "$(jq '[.results[].warnings[]] | length' json)" 0
	for name in flat_nem noise plain_bl tilt_demo; do
		"$EXHUME" png2tgz -q -o "$name.tga" "out/$name.png"
		"$EXHUME" tgz2png -q -o "$name.png" "$name.tga"
		same_pixels "$name.png" "out/$name.png"
	done
	"$EXHUME" png2tgz -q --format tga -o plain.tga out/plain_bl.png
	cmp plain.tga "$data/zvision/tgz/plain_bl.tga"
}
