#!/usr/bin/env bats
# exhume png2tgz: pictures that pnmtopng makes, and the way back.

load ../testdata/cli/helper

# png FILE WIDTH HEIGHT RRGGBB...
png() {
	local file=$1 width=$2 height=$3 color body=
	shift 3
	for color; do body+="\\x${color:0:2}\\x${color:2:2}\\x${color:4:2}"; done
	{ printf "P6\n$width $height\n255\n"; printf "$body"; } | pnmtopng -force -quiet >"$file"
}

# A plain TGA's pixels, from the top, as hexadecimal words.
words() {
	tail -c +19 "$1" | od -An -v -tx2 -w2 | tr -d ' ' | paste -sd ' '
}

# noise FILE WIDTH HEIGHT: colours of chance, the same in each run.
noise() {
	{
		printf "P6\n$2 $3\n255\n"
		awk -v n=$((3 * $2 * $3)) 'BEGIN { srand(7); for (i = 0; i < n; i++)
			printf "%c", 1 + int(rand() * 126) }'
	} | pnmtopng -quiet >"$1"
}

@test "colours of 15 bits are kept exactly, all levels of them" {
	local i list=()
	for ((i = 0; i < 32; i++)); do
		list+=("$(printf '%02x%02x%02x' $((i << 3 | i >> 2)) $(((31 - i) << 3 | (31 - i) >> 2)) 0)")
	done
	png a.png 32 1 "${list[@]}"
	for dither in none ordered floyd-steinberg; do
		expect 0 png2tgz --dither "$dither" --format tga -o "$dither.tga" a.png
		silent
	done
	for ((i = 0; i < 32; i++)); do printf '%04x ' $((i << 10 | (31 - i) << 5)); done |
		sed 's/ $/\n/' >expected
	words none.tga | diff expected -
	cmp none.tga ordered.tga
	cmp none.tga floyd-steinberg.tga
}

@test "the nearest colour is taken, and said" {
	# 4 is half way between 0 and 8, 5 nearer to 8; 250 is nearer to 247, 252 to 255
	png a.png 4 1 040000 050000 fa0000 fc0000
	expect 0 png2tgz --format tga a.png
	says "a.png: warning: 4 of 4 pixels changed their colour, the first at (0, 0)"
	is words "$(words a.tga)" "0000 0400 7800 7c00"
	expect 1 png2tgz -f --strict a.png
}

@test "a TGZ comes back to the same pixels" {
	noise a.png 70 50
	expect 0 png2tgz a.png
	"$EXHUME" tgz2png -q -o b.png a.tga
	expect 0 png2tgz -q -o b.tga b.png
	silent
	cmp a.tga b.tga
	is kind "$(head -c 4 a.tga | od -An -tx1 | tr -d ' ')" 54475a00
	is size "$(od -An -tu4 -j4 -N12 a.tga | xargs)" "$((70 * 50 * 2)) 70 50"
	expect 0 png2tgz -q -f --format tga -o b.tga b.png
	"$EXHUME" tgz2png -q -o c.png b.tga
	same_pixels b.png c.png
}

@test "the packer packs" {
	{ printf 'P6\n100 100\n255\n'; head -c 30000 /dev/zero; } | pnmtopng -quiet >a.png
	expect 0 png2tgz a.png
	# 20000 bytes: 18 by a match of two bytes, and a byte of flags for eight of them
	[ "$(stat -c %s a.tga)" -lt 2400 ]
}

@test "dithers keep the mean of what they mix" {
	{ printf 'P6\n64 64\n255\n'; head -c $((64 * 64 * 3)) /dev/zero | tr '\0' '\144'; } |
		pnmtopng -quiet >a.png
	for dither in ordered floyd-steinberg; do
		expect 0 png2tgz --dither "$dither" --format tga -o "$dither.tga" a.png
		says "4096 of 4096 pixels changed their colour" dithered
		# 100 lies between 99 and 107, which are 12 and 13 of 5 bits
		is levels "$(words "$dither.tga" | tr ' ' '\n' | sort -u | xargs)" "318c 35ad"
		mean=$(words "$dither.tga" | tr ' ' '\n' |
			awk '{ s += $1 == "318c" ? 99 : 107 } END { print s / NR }')
		echo "$dither: $mean"
		awk "BEGIN { exit !($mean > 99.7 && $mean < 100.3) }"
	done
	expect 0 png2tgz -q --format tga a.png
	is nearest "$(words a.tga | tr ' ' '\n' | sort -u)" 318c
}

@test "--transpose yes stores columns as rows, and a panorama comes back as one" {
	png a.png 3 2 ff0000 00ff00 0000ff ffffff 000000 0000ff
	expect 0 png2tgz --transpose yes --format tga a.png
	# 2 wide and 3 high, the bottom row first
	is sides "$(od -An -tu2 -j12 -N4 a.tga | xargs)" "2 3"
	is words "$(words a.tga)" "001f 001f 03e0 0000 7c00 7fff"
	noise p.png 700 320
	expect 0 png2tgz -q p.png
	expect 0 tgz2png -v -o q.png p.tga
	says "320x700 pixels, transposed"
	is size "$(pngtopnm q.png | sed -n 2p)" "700 320"
}

@test "--transpose auto: by a script, beside the PNG file or where the picture goes" {
	local panorama='control:1 pana {\n}\npuzzle:2 {\nresults {\naction:set_screen(SMALL.TGA)\n}\n}\n'
	png small.png 3 2 ff0000 00ff00 0000ff ffffff 000000 0000ff
	expect 0 png2tgz -v --format tga small.png
	says "not transposed: a panorama is stored 320 or 344 pixels wide"
	mkdir game
	printf "$panorama" >game/ga.scr
	expect 0 png2tgz -v --format tga -o game/SMALL.TGA small.png
	says "transposed: ga.scr shows it in a room that is a panorama"
	is sides "$(od -An -tu2 -j12 -N4 game/SMALL.TGA | xargs)" "2 3"
	expect 0 png2tgz --json --format tga --data game -o out/ small.png
	is why "$(jq -r '.results[0] | "\(.transposed) \(.stored_width) \(.why)"' <<<"$output")" \
		"true 2 ga.scr shows it in a room that is a panorama"
	expect 0 png2tgz -f --transpose no --format tga -o game/SMALL.TGA small.png
	is sides "$(od -An -tu2 -j12 -N4 game/SMALL.TGA | xargs)" "3 2"
	noise nemesis.png 320 640
	expect 0 png2tgz --json nemesis.png
	holds <(printf '%s' "$output") '.results[0].transposed == false'
	expect 2 png2tgz --transpose maybe small.png
}

@test "transparent pixels are refused, or get a background" {
	printf 'P3\n2 1\n255\n255 0 0  0 255 0\n' >a.ppm
	printf 'P2\n2 1\n255\n255 128\n' >alpha.pgm
	pnmtopng -quiet -alpha=alpha.pgm a.ppm >a.png
	expect 1 png2tgz a.png
	says "a.png: pixel (1, 0): alpha 128, expected 255"
	absent a.tga
	expect 0 png2tgz -q --format tga --background '#0000ff' a.png
	# half green, half blue: 128 and 127
	is words "$(words a.tga)" "7c00 020f"
	expect 0 png2tgz -q -f --format tga --background 0000FF a.png
	for bad in blue '#00ff' '#00ff000' '#00ff0g' ''; do
		expect 2 png2tgz --background "$bad" a.png
	done
}

@test "PNG files of any kind are read" {
	printf 'P2\n2 1\n255\n255 0\n' | pnmtopng -quiet >gray.png
	printf 'P1\n2 1\n0 1\n' | pnmtopng -quiet >bits.png
	printf 'P3\n2 1\n65535\n65535 65535 65535 0 0 0\n' | pnmtopng -quiet -force >deep.png
	printf 'P3\n2 1\n255\n255 255 255 0 0 0\n' | pnmtopng -quiet -interlace >mapped.png
	expect 0 png2tgz -q --format tga gray.png bits.png deep.png mapped.png
	for name in gray bits deep mapped; do
		is "$name" "$(words "$name.tga")" "7fff 0000"
	done
}

@test "the JSON tells what was lost" {
	png a.png 2 2 ff0000 ff0001 000000 123456
	expect 0 png2tgz --json --dither floyd-steinberg --transpose yes a.png
	printf '%s' "$output" >json
	is facts "$(jq -c '.results[0] | [.kind, .width, .height, .stored_width, .transposed, .dither, .output]' json)" \
		'["tgz",2,2,2,true,"floyd-steinberg","a.tga"]'
	holds json '.results[0] | .inexact_pixels >= 2 and (.warnings | length) == 1'
	is size "$(jq '.results[0].size' json)" "$(stat -c %s a.tga)"
}

@test "what is no PNG file, and one that is cut" {
	echo none >a.png
	: >b.png
	noise c.png 20 20
	cut_to c.png 200
	expect 1 png2tgz a.png b.png c.png missing.png
	says "a.png: not a PNG file" "b.png: not a PNG file" "c.png:" "missing.png:"
	absent a.tga b.tga c.tga
	no_part_left
}

@test "outputs go where they are told" {
	png a.png 1 1 ff0000
	cp a.png b.PNG
	expect 0 png2tgz -q a.png b.PNG
	cmp a.tga b.tga
	expect 1 png2tgz -q a.png
	says "a.tga: exists; -f overwrites it"
	expect 0 png2tgz -q -o new/ a.png
	expect 0 png2tgz -q -o '%d.tga' a.png b.PNG
	cmp 1.tga a.tga
	"$EXHUME" png2tgz -q -o - - <a.png | cmp - a.tga
	expect 2 png2tgz
	expect 2 png2tgz --format png a.png
	expect 2 png2tgz --dither much a.png
}

@test "sides that plain TGA does not hold are refused" {
	{ printf 'P5\n70000 1\n255\n'; head -c 70000 /dev/zero; } | pnmtopng -quiet >a.png
	expect 1 png2tgz --format tga a.png
	says "70000 by 1 pixels do not fit into the format"
	expect 0 png2tgz a.png
}
