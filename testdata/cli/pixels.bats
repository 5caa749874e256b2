#!/usr/bin/env bats
# pixels.c against netpbm, which reads PNG files by itself: goldens of pictures rest on it.

EXHUME_TESTDATA=${EXHUME_TESTDATA:-$BATS_TEST_DIRNAME/..}
load helper

# as_netpbm FILE...: the colours, the alpha and the sum of each are netpbm's.
as_netpbm() {
	local file
	for file; do
		pngtopnm "$file" >colors.pnm
		pngtopnm -alpha "$file" >alpha.pnm
		pixels pnm "$file" | cmp - colors.pnm || { echo "colours of $file"; return 1; }
		pixels alpha "$file" | cmp - alpha.pnm || { echo "alpha of $file"; return 1; }
		is "size of $file" "$(pixels size "$file")" "$(sed -n 2p colors.pnm)"
		cat colors.pnm alpha.pnm | sha256sum | cut -d ' ' -f 1
	done >sums
	pixels hash "$@" | diff sums -
}

# A picture of netpbm's, 23 x 11, of samples up to MAXVAL, in colour or in grey.
noise() {
	printf 'P%d\n23 11\n%d\n' "$((1 + $1))" "$2"
	awk -v count=$((23 * 11 * (2 * $1 - 1))) -v maxval="$2" 'BEGIN {
		value = 7
		for (i = 0; i < count; i++) {
			value = (value * 75 + 74) % 65537
			print value % (maxval + 1)
		}
	}'
}

@test "grey of 1 to 16 bits, with alpha and without, interlaced and not" {
	noise 1 255 >mask.pgm
	for maxval in 1 3 15 255 65535; do
		noise 1 "$maxval" >grey.pgm
		pnmtopng -quiet grey.pgm >"grey.$maxval.png"
		pnmtopng -quiet -interlace grey.pgm >"laced.$maxval.png"
		pnmtopng -quiet -alpha mask.pgm grey.pgm >"alpha.$maxval.png"
	done
	is count "$(ls ./*.png | wc -l)" 15
	as_netpbm ./*.png
}

@test "colours of 8 and 16 bits, with alpha and without, interlaced and not" {
	noise 1 255 >mask.pgm
	for maxval in 255 65535; do
		noise 2 "$maxval" >color.ppm
		pnmtopng -quiet -force color.ppm >"color.$maxval.png"
		pnmtopng -quiet -force -interlace color.ppm >"laced.$maxval.png"
		pnmtopng -quiet -force -alpha mask.pgm color.ppm >"alpha.$maxval.png"
	done
	as_netpbm ./*.png
}

@test "palettes of 1 to 8 bits, with clear entries and with half clear ones" {
	noise 1 255 >mask.pgm
	pgmtopbm -threshold mask.pgm | pnmdepth 255 >bits.pgm 2>/dev/null
	noise 2 255 >color.ppm
	for colors in 2 4 16 200; do
		pnmquant -quiet "$colors" color.ppm >few.ppm
		pnmtopng -quiet few.ppm >"few.$colors.png"
		pnmtopng -quiet -interlace few.ppm >"laced.$colors.png"
		pnmtopng -quiet -alpha bits.pgm few.ppm >"clear.$colors.png"
	done
	as_netpbm ./*.png
}

@test "pictures of the program, some of each family" {
	expect 0 egagrab -q --layout "$archives/ega/layout.json" -o ega "$archives/ega/SAMPLE.EGA"
	expect 0 pic2png -q -o pics "$archives/sci0"
	expect 0 view2png -q -o views "$archives/sci0"
	expect 0 tgz2png -q -o screen.png "$archives/zvision/HILLS.TGA"
	find . -name '*.png' | sort | awk 'NR % 8 == 1' >all
	[ "$(wc -l <all)" -gt 20 ]
	mapfile -t pictures <all
	as_netpbm "${pictures[@]}"
}

@test "other pixels are not the same: each way of asking says so" {
	noise 2 255 >color.ppm
	pnmtopng -quiet -force color.ppm >a.png
	pnmtopng -quiet -force <(pamflip -lr color.ppm) >b.png
	pixels same a.png a.png
	run -1 pixels same a.png b.png
	run -1 pixels look a.png b.png
	[ "$(pixels hash a.png)" != "$(pixels hash b.png)" ]
}
