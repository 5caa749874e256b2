#!/usr/bin/env bats
# exhume rlf2png: animations by hand, and those of the samples.

load ../testdata/cli/helper

evening=$archives/zvision/EVENING.RLF
swing=$archives/zvision/SWING.RLF

# begin FILE WIDTH HEIGHT FRAMES TENTHS: the header of an animation.
begin() {
	{
		printf "FELR$(le32 0)$(le32 1)$(le32 2)$(le32 "$4")"
		printf "FNIC$(le32 112)$(le32 3)$(le32 4)$(le32 5)VRLE"
		head -c 20 /dev/zero
		printf "LRVD$(le32 6)HRLE"
		head -c 20 /dev/zero
		printf "ELHD$(le32 7)HKEY"
		head -c 20 /dev/zero
		printf "ELRHFNIM$(le32 32)OEDV$(le32 8)$(le32 9)$(le32 10)$(le32 "$2")$(le32 "$3")"
		printf "EMIT$(le32 16)$(le32 11)$(le32 "$5")"
	} >"$1"
}

# frame FILE TAG DATA: appends a record; DATA as for printf.
frame() {
	printf "$3" >data
	{
		printf "MARF$(le32 $((28 + $(stat -c %s data))))$(le32 0)$(le32 0)$2$(le32 28)$(le32 0)"
		cat data
	} >>"$1"
}

# Three by two pixels: 1 2 3 / 4 5 6, then 1 2 9 / 9 5 6, then 7 four times and 5 6, then
# 7 7 8 / 7 5 6.
small() {
	begin "$1" 3 2 4 1000
	frame "$1" ELRH '\xfa\x01\0\x02\0\x03\0\x04\0\x05\0\x06\0'
	frame "$1" ELHD '\x01\xfe\x09\0\x09\0'
	frame "$1" ELRH '\x02\x07\0'
	frame "$1" ELHD '\x01\xff\x08\0'
}

# Raw pixels as hexadecimal numbers.
words() {
	od -An -v -tx2 "$1" | tr -s ' \n' ' ' | sed 's/^ //; s/ $//; s/000//g'
}

# Raw pixels of a sample, a file a frame, in ./split.
split_raw() {
	mkdir split
	"$EXHUME" rlf2png -q --format raw -o - "$1" |
		split -a 4 -d -b "$2" - split/
}

# The pixels of a PNG or GIF file, a byte a channel, of 5 bits each.
five() {
	case $1 in
	*.gif) giftopnm -quiet "$1" ;;
	*) pngtopnm "$1" 2>/dev/null ;;
	esac | pamdepth 31 2>/dev/null | tail -c "$2"
}

# The same of raw ones.
five_of_raw() {
	od -An -v -w64 -tu2 "$1" | awk '{ for (i = 1; i <= NF; i++)
		printf "\\x%02x\\x%02x\\x%02x", int($i / 1024) % 32, int($i / 32) % 32, $i % 32
		print "" }' >escapes
	while read -r line; do printf "$line"; done <escapes
}

@test "runs, copies and skips are drawn as they were reckoned by hand" {
	small a.rlf
	expect 0 rlf2png -o a.raw a.rlf
	silent
	is pixels "$(words a.raw)" "1 2 3 4 5 6 1 2 9 9 5 6 7 7 7 7 5 6 7 7 8 7 5 6"
}

@test "goldens: the samples, frame by frame" {
	{
		split_raw "$evening" $((96 * 64 * 2))
		(cd split && sha256sum -- * | sed 's/^\([0-9a-f]*\) *\(.*\)$/EVENING.RLF \2 \1/')
		rm -r split
		split_raw "$swing" $((12 * 12 * 2))
		(cd split && sha256sum -- * | sed 's/^\([0-9a-f]*\) *\(.*\)$/SWING.RLF \2 \1/')
	} | matches_golden animations.txt
}

@test "PNG: a file each, in a folder beside the animation, numbered from 0" {
	cp "$evening" e.rlf
	expect 0 rlf2png e.rlf
	silent
	is files "$(ls e.rlf.extracted | paste -sd ' ')" \
		"$(for i in {0..15}; do printf '%04d.png ' $i; done | sed 's/ $//')"
	whole_pngs e.rlf.extracted
	split_raw e.rlf $((96 * 64 * 2))
	for i in 0000 0001 0008 0015; do
		is size "$(pngtopnm e.rlf.extracted/$i.png 2>/dev/null | head -n 2 | xargs)" "P6 96 64"
		cmp <(five e.rlf.extracted/$i.png $((96 * 64 * 3))) <(five_of_raw split/$i)
	done
}

@test "PNG: a pattern, a folder, a single file" {
	cp "$evening" e.rlf
	expect 0 rlf2png --frames 3-4 -o 'x/y/f-%02d.png' e.rlf
	is pattern "$(files_in x | paste -sd ' ')" "y/f-03.png y/f-04.png"
	expect 0 rlf2png --frames 3-4 -o new/ e.rlf
	is folder "$(files_in new | paste -sd ' ')" "0003.png 0004.png"
	expect 0 rlf2png --frames 3 -o one.png e.rlf
	expect 0 rlf2png --frames 3 e.rlf
	same_pixels one.png new/0003.png
	same_pixels e.png new/0003.png
	"$EXHUME" rlf2png --frames 3 -o - e.rlf >two.png
	cmp one.png two.png
	expect 1 rlf2png -o one-for-all.png e.rlf
	says "16 frames for one file" "%04d.png"
	expect 1 rlf2png -o - e.rlf
	says "standard output: 16 frames for one file"
	absent one-for-all.png
}

@test "per cent signs in names of inputs, folders and patterns are kept" {
	cp "$evening" "50%d off.rlf"
	expect 0 rlf2png --frames 3-4 "50%d off.rlf"
	is beside "$(files_in "50%d off.rlf.extracted" | xargs)" "0003.png 0004.png"
	mkdir "100% done"
	expect 0 rlf2png --frames 3-4 -o "100% done" "50%d off.rlf"
	is folder "$(files_in "100% done" | xargs)" "0003.png 0004.png"
	expect 0 rlf2png --frames 3-4 -o "5%% of %s/n%02d/50%.png" "50%d off.rlf"
	is pattern "$(files_in "5% of %s" | xargs)" "n03/50%.png n04/50%.png"
}

@test "-o of a kind that is not written is refused, unless --format tells" {
	for name in film.mp4 film.AVI dir/one.jpg; do
		expect 2 rlf2png -o "$name" "$evening"
		says "-o $name: expected .png, .apng, .gif, .y4m or .raw"
	done
	expect 0 rlf2png --format y4m -o film.mp4 "$evening"
	mkdir real.avi
	expect 0 rlf2png --frames 2 -o real.avi "$evening"
	is files "$(files_in .| paste -sd ' ')" "film.mp4 real.avi/EVENING.png"
}

@test "APNG: what a reader that knows nothing of it shows is the first frame" {
	expect 0 rlf2png -o a.apng "$evening"
	expect 0 rlf2png --frames 0 -o 0.png "$evening"
	pngcheck -q a.apng
	same_pixels a.apng 0.png
	is frames "$(grep -c . <(grep -ao fcTL a.apng))" 16
	# acTL: 16 frames, for ever; fcTL: 2/25 of a second
	is acTL "$(grep -abo acTL a.apng | cut -d: -f1 | xargs -I@ expr @ + 4 |
		xargs -I@ od -An -tx1 -j@ -N8 a.apng | xargs)" "00 00 00 10 00 00 00 00"
	at=$(grep -abo fcTL a.apng | head -n 1 | cut -d: -f1)
	is delay "$(od -An -tx1 -j$((at + 24)) -N4 a.apng | xargs)" "00 02 00 19"
	[ "$(stat -c %s a.apng)" -lt 40000 ]
}

@test "GIF: exact, as another reader sees it" {
	expect 0 rlf2png --json -o a.gif "$evening"
	printf '%s' "$output" >json
	holds json '.results[0] | .exact and .colors == 69 and (has("rms_error") | not)'
	for n in 0 5 15; do
		expect 0 rlf2png --frames $n -o $n.png "$evening"
		expect 0 rlf2png --frames $n -o $n.gif "$evening"
		cmp <(five $n.png $((96 * 64 * 3))) <(five $n.gif $((96 * 64 * 3)))
	done
	giftopnm -quiet -image=1 a.gif >first.ppm
	giftopnm -quiet a.gif -image=16 >last.ppm
	giftopnm -quiet 0.gif | cmp - first.ppm
	[ "$(stat -c %s last.ppm)" -lt "$(stat -c %s first.ppm)" ] # only the changed part
	run giftopnm -quiet -image=17 a.gif
	[ "$status" != 0 ]
}

# 30 by 10 pixels of as many colours.
colorful() {
	begin "$1" 30 10 1 500
	frame "$1" ELRH "$(awk 'BEGIN { for (i = 0; i < 300; i++) {
		if (i == 0 || i == 128) printf "\\x80"
		if (i == 256) printf "\\xd4"
		c = i * 109 % 32768
		printf "\\x%02x\\x%02x", c % 256, int(c / 256) } }')"
}

@test "GIF: that of the README, byte for byte" {
	expect 0 rlf2png --scale 3 -o evening.gif "$evening"
	cmp evening.gif "$golden/evening.gif"
}

@test "GIF: of more than 256 colours it says what was lost, and that is so" {
	colorful c.rlf
	expect 0 rlf2png --json -o c.gif c.rlf
	says "c.rlf: 300 colours became 255 of GIF's 256, root mean square error "
	printf '%s' "$output" >json
	holds json '.results[0] | .colors == 300 and .exact == false'
	expect 0 rlf2png -o c.raw c.rlf
	five_of_raw c.raw | od -An -v -w1 -tu1 >wanted
	giftopnm -quiet c.gif | tail -c 900 | od -An -v -w1 -tu1 >found
	paste wanted found | awk '{ w = $1 * 8 + int($1 / 4); sum += ($2 - w) ^ 2 }
		END { printf "%.9f\n", sqrt(sum / NR) }' >loss
	is loss "$(jq '.results[0].rms_error * 1e6 | round' json)" \
		"$(awk '{ printf "%.0f", $1 * 1e6 }' loss)"
	[ "$(jq '.results[0].rms_error > 0' json)" = true ]
}

@test "YUV4MPEG2: head, sizes, and the colours of BT.601" {
	begin y.rlf 2 2 2 666
	frame y.rlf ELRH '\xfc\xff\x7f\x00\x00\x00\x7c\x1f\x00' # white, black / red, blue
	frame y.rlf ELHD ''
	expect 0 rlf2png -o y.y4m y.rlf
	head -n 1 y.y4m >head
	is head "$(cat head)" "YUV4MPEG2 W2 H2 F1000:66 Ip A1:1 C444 XCOLORRANGE=LIMITED"
	is size "$(stat -c %s y.y4m)" $(($(stat -c %s head) + 2 * (6 + 12)))
	tail -c +$(($(stat -c %s head) + 1)) y.y4m >rest
	is mark "$(head -c 5 rest)" FRAME
	# Y: 235, 16, 16 + 219 * 0.299 = 81.5, 16 + 219 * 0.114 = 41.0
	is planes "$(od -An -tu1 -j6 -N12 rest | xargs)" \
		"235 16 81 41 128 128 90 240 128 128 240 110"
	expect 0 rlf2png --scale 3 --frames 0 -o z.y4m y.rlf
	is scaled "$(stat -c %s z.y4m)" $(($(stat -c %s head) + 6 + 12 * 9))
	grep -aq "^YUV4MPEG2 W6 H6 " z.y4m
}

@test "a sheet, and the JSON that tells where" {
	expect 0 rlf2png --format sheet -o s.png "$swing"
	is files "$(ls | paste -sd ' ')" "s.json s.png"
	expect 0 rlf2png -o f/ "$swing"
	for i in 0 3 7; do
		read -r x y w h <<<"$(jq -r --arg i "000$i" \
			'.frames[$i].frame | "\(.x) \(.y) \(.w) \(.h)"' s.json)"
		pngtopnm s.png 2>/dev/null | pamcut -left "$x" -top "$y" -width "$w" -height "$h" |
			cmp - <(pngtopnm f/000$i.png 2>/dev/null)
	done
	holds s.json '.meta.image == "s.png" and (.frames | length == 8)
		and (.frames | all(.duration == 66))'
	expect 1 rlf2png --format sheet -o - "$swing"
	says "standard output: a sheet has two files: give -o FILE"
}

@test "a sheet has a place of its own for each repeat of a frame" {
	small a.rlf
	expect 0 rlf2png --format sheet --frames 1,0,1,1 -o s.png a.rlf
	is names "$(command jq -r '.frames | keys_unsorted | join(" ")' s.json)" "0001 0000 0001-2 0001-3"
	holds s.json '[.frames[].frame | "\(.x) \(.y)"] | unique | length == 4'
	expect 0 rlf2png --format sheet --frames 0-,0- -o t.png a.rlf
	holds t.json '.frames | length == 8'
}

@test "--frames: ranges, order, repeats, and what is not there" {
	small a.rlf
	expect 0 rlf2png --frames 2-,0,2 -o a.raw a.rlf
	is order "$(words a.raw)" "7 7 7 7 5 6 7 7 8 7 5 6 1 2 3 4 5 6 7 7 7 7 5 6"
	expect 0 rlf2png --frames 3-2,2-1 -o back.raw a.rlf
	expect 0 rlf2png --frames 3,2,2,1 -o list.raw a.rlf
	cmp list.raw back.raw
	expect 0 rlf2png --frames 3,1,1 -o p/ a.rlf
	is files "$(ls p | paste -sd ' ')" "0001.png 0003.png"
	expect 1 rlf2png --frames 4 -o b.raw a.rlf
	says "a.rlf: --frames: no frame 4, there are 4, counted from 0"
	expect 1 rlf2png --frames 0,2-4 -o b.raw a.rlf
	says "no frame 4"
	expect 1 rlf2png --frames 4- -o b.raw a.rlf
	for wrong in '' x 3-x 1,,2 1, -1-2 1.5 99999999999; do
		expect 2 rlf2png --frames "$wrong" -o b.raw a.rlf
		says "--frames $wrong: expected numbers and ranges"
	done
	absent b.raw
}

# `run` has an i of its own: loops around it count with n.

# decoded FRAMES FILE: how many were decoded for these.
decoded() {
	"$EXHUME" rlf2png --json -f --frames "$1" -o seek.raw "$2" |
		jq -r '.results[0].decoded_frames'
}

@test "seeking decodes from the last key frame on, and shows what playing shows" {
	is first "$(decoded 0 "$evening")" 1
	is before "$(decoded 7 "$evening")" 8
	is key "$(decoded 8 "$evening")" 1
	is behind "$(decoded 15 "$evening")" 8
	is onwards "$(decoded 9,11,11,12 "$evening")" 5
	is back "$(decoded 12,9 "$evening")" 7
	is over "$(decoded 1,9 "$evening")" 4
	split_raw "$evening" $((96 * 64 * 2))
	for n in 15 3 8 7 9 0; do
		expect 0 rlf2png -f --frames $n,2,$n -o seek.raw "$evening"
		cat split/$(printf %04d $n) split/0002 split/$(printf %04d $n) | cmp - seek.raw
	done
	expect 0 rlf2png -v -f --frames 9 -o seek.raw "$evening"
	says "seek.raw: frames: 1 written, 2 decoded"
}

@test "a key frame that does not say all needs the one before" {
	small a.rlf # its frame 2 leaves the last two pixels as they were
	is decoded "$(decoded 3 a.rlf)" 4
	is pixels "$(words seek.raw)" "7 7 8 7 5 6"
	is again "$(decoded 3,2 a.rlf)" 7
	is pixels "$(words seek.raw)" "7 7 8 7 5 6 7 7 7 7 5 6"
}

@test "--mirrored: the way back is left out" {
	expect 0 rlf2png -v --mirrored auto --json -o a.raw "$swing"
	says "frames 4 to 7 repeat the previous ones backwards and are left out; --mirrored no keeps them"
	is half "$(stat -c %s a.raw)" $((4 * 12 * 12 * 2))
	is told "$(jq -c '.results[0] | [.mirrored, .output_frames, .frame_count]' <<<"$output")" \
		'[true,4,8]'
	expect 0 rlf2png -o b.raw "$swing"
	silent
	is whole "$(stat -c %s b.raw)" $((8 * 12 * 12 * 2))
	expect 0 rlf2png --mirrored auto -o c.raw "$evening"
	is other "$(stat -c %s c.raw)" $((16 * 96 * 64 * 2))
	expect 0 rlf2png --mirrored yes -o d.raw "$evening"
	cmp d.raw <(head -c $((8 * 96 * 64 * 2)) c.raw)
	expect 1 rlf2png --mirrored yes --frames 4 -o e.raw "$swing"
	says "no frame 4, there are 4"
	begin odd.rlf 1 1 3 10
	for i in 1 2 3; do frame odd.rlf ELRH "\\xff\\x0$i\\x00"; done
	expect 0 rlf2png --mirrored yes -o odd.raw odd.rlf
	says "warning: an odd number of frames, 3"
	is pixels "$(words odd.raw)" "1 2"
	expect 0 rlf2png --mirrored auto -f -o odd.raw odd.rlf
	silent
	is pixels "$(words odd.raw)" "1 2 3"
}

@test "--transpose: rows become columns" {
	small a.rlf
	expect 0 rlf2png --transpose yes --frames 0-1 -o a.raw a.rlf
	is pixels "$(words a.raw)" "1 4 2 5 3 6 1 9 2 5 9 6"
	expect 0 rlf2png --transpose yes --frames 0 -o a.y4m a.rlf
	grep -aq "^YUV4MPEG2 W2 H3 " a.y4m
	expect 0 rlf2png --transpose auto --frames 0 -o b.raw a.rlf
	is pixels "$(words b.raw)" "1 2 3 4 5 6"
}

@test "--transpose auto: scripts of unpacked archives lie in other folders" {
	mkdir -p game/RLF.ZFS.extracted
	small game/RLF.ZFS.extracted/DOOR.RLF
	mkdir -p game/SCR.ZFS.extracted far
	printf '%s\n' 'puzzle:1 {' 'results {' 'a:animplay:2(door.rlf 0 0 0 0)' '}' '}' \
		'control:3 pana {' '}' >game/SCR.ZFS.extracted/ga.scr
	expect 0 rlf2png -v --frames 0 -o a.raw game/RLF.ZFS.extracted/DOOR.RLF
	says "DOOR.RLF: transposed: ga.scr shows it in a room that is a panorama"
	mv game/SCR.ZFS.extracted/ga.scr far/
	expect 0 rlf2png -v --frames 0 -o b.raw game/RLF.ZFS.extracted/DOOR.RLF
	says "DOOR.RLF: not transposed: no script shows it; --data names folders"
	expect 0 rlf2png -v --data far --frames 0 -o c.raw game/RLF.ZFS.extracted/DOOR.RLF
	says "DOOR.RLF: transposed: ga.scr shows it"
	cmp a.raw c.raw
	# Also from within, and its own folder comes first.
	cd game/RLF.ZFS.extracted
	expect 0 rlf2png --data ../../far --frames 0 -o d.raw DOOR.RLF
	cmp d.raw ../../a.raw
	sed 's/pana/flat/' ../../far/ga.scr >gb.scr
	expect 0 rlf2png -v --data ../../far --frames 0 -o e.raw DOOR.RLF
	says "not transposed: gb.scr shows it"
}

@test "--transpose auto: as the script beside it tells" {
	mkdir rooms
	small rooms/DOOR.RLF
	printf 'control:1 pana {\n angle(60)\n}\npuzzle:2 {\nresults {\naction:animplay:3(%s 0 0 9 9 0 1 1 0 0 0 0)\n}\n}\n' \
		door.rlf >rooms/ga.scr
	expect 0 rlf2png -v --frames 0 -o a.raw rooms/DOOR.RLF
	says "rooms/DOOR.RLF: transposed: ga.scr shows it in a room that is a panorama"
	is turned "$(words a.raw)" "1 4 2 5 3 6"
	expect 0 rlf2png --transpose no --frames 0 -f -o a.raw rooms/DOOR.RLF
	is stored "$(words a.raw)" "1 2 3 4 5 6"
	# The last of these controls counts.
	printf 'control:4 flat {\n}\n' >>rooms/ga.scr
	expect 0 rlf2png -v --frames 0 -f -o a.raw rooms/DOOR.RLF
	says "not transposed: ga.scr shows it in a room that is none"
	is flat "$(words a.raw)" "1 2 3 4 5 6"
	# If two rooms show it, the panorama counts; damaged and strange scripts don't matter.
	printf 'control:1 pana {\n}\npuzzle:2 {\nresults {\naction:animpreload:3(DOOR.rlf 0 0 0 0)\n}\n}\n' >rooms/GB.SCR
	printf '\0\1\2' >rooms/gc.scr
	mkdir rooms/gd.scr
	expect 0 rlf2png -v --frames 0 -f -o a.raw rooms/DOOR.RLF
	says "transposed: GB.SCR shows it"
	is turned "$(words a.raw)" "1 4 2 5 3 6"
}

@test "--scale: each pixel is repeated, in all formats" {
	small a.rlf
	expect 0 rlf2png --scale 2 --frames 0 -o a.raw a.rlf
	is pixels "$(words a.raw)" "1 1 2 2 3 3 1 1 2 2 3 3 4 4 5 5 6 6 4 4 5 5 6 6"
	for format in png gif apng; do
		expect 0 rlf2png --scale 4 --frames 1 -o a.$format --format $format a.rlf
		expect 0 rlf2png --frames 1 -o b.$format --format $format a.rlf
		[ $format != gif ] || { giftopnm -quiet a.gif >a.ppm; giftopnm -quiet b.gif >b.ppm; }
		[ $format = gif ] || { pngtopnm a.$format >a.ppm; pngtopnm b.$format >b.ppm; } 2>/dev/null
		cmp a.ppm <(pamenlarge 4 b.ppm)
	done
	expect 2 rlf2png --scale 0 a.rlf
	expect 2 rlf2png --scale 65 a.rlf
	begin large.rlf 4000 4000 1 10
	frame large.rlf ELRH '\x00\x00\x00'
	expect 1 rlf2png --scale 3 -o large.png large.rlf
	says "12000x12000 pixels, at most 67108864 are written"
	absent large.png
}

@test "--list tells of the frames, and writes nothing" {
	small a.rlf
	expect 0 rlf2png --list a.rlf "$swing"
	prints "a.rlf: 3 by 2 pixels, 4 frames of 100 ms, 1:" \
		"     0 I    0x000000B4        41   0.00" \
		"     3 P    0x0000011E        32   0.30" \
		"SWING.RLF: 12 by 12 pixels, 8 frames of 66 ms, 1:4.1"
	is files "$(ls | paste -sd ' ')" "a.rlf data"
	expect 0 rlf2png --list --json "$swing"
	is mirrored "$(jq '.results[0].mirrored' <<<"$output")" true
	[ "$(jq '.results[0] | has("output")' <<<"$output")" = false ]
	expect 2 rlf2png --list -o x "$swing"
}

@test "--json: all that the file says, and what was written" {
	small a.rlf
	expect 0 rlf2png --json -o a.apng a.rlf
	printf '%s' "$output" >json
	is keys "$(jq -r '.results[0] | keys | join(" ")' json)" "decoded_frames errors file_size\
 frame_count frames header height input key_frames milliseconds mirrored output output_format\
 output_frames ratio status transposed warnings width"
	is facts "$(jq -c '.results[0] | [.width, .height, .milliseconds, .frame_count, .file_size,
		.key_frames, .output, .output_format, .output_frames, .decoded_frames, .status]' json)" \
		"[3,2,100,4,$(stat -c %s a.rlf),[0,2],\"a.apng\",\"apng\",4,4,\"ok\"]"
	is frame "$(command jq -c '.results[0].frames[1]' json)" \
		'{"number":1,"kind":"P","offset":221,"size":34,"time_ms":100}'
	is header "$(command jq -c '.results[0].header' json)" '{"frame_count":4,"width":3,"height":2,"frame_time":1000,"unknown":{"8":1,"12":2,"28":3,"32":4,"36":5,"68":6,"100":7,"144":8,"148":9,"152":10,"172":11}}'
}

@test "a cut file: whole frames are written, the last as far as it goes, and the status is 1" {
	small a.rlf
	size=$(stat -c %s a.rlf)
	for ((cut = 0; cut < size; cut += cut < 175 ? 35 : 2)); do
		head -c $cut a.rlf >cut.rlf
		whole=$(((cut >= 221) + (cut >= 255) + (cut >= 286)))
		frames=$((whole + (cut > 208 && cut < 221 || cut > 249 && cut < 255 || cut > 283 && cut < 286 || cut > 314)))
		expect 1 rlf2png -f --json -o cut.raw cut.rlf
		if ((frames == 0)); then
			absent cut.raw
			continue
		fi
		is "frames of $cut bytes" "$(stat -c %s cut.raw)" $((frames * 12))
		head -c $((whole * 12)) <("$EXHUME" rlf2png --format raw -o - a.rlf) | cmp -n $((whole * 12)) - cut.raw
		is "said of $cut bytes" "$(jq -r '.results[0].errors | length' <<<"$output")" 1
		says "frame $whole of 4: "
		rm cut.raw
	done
}

@test "what a cut frame draws is kept" {
	small a.rlf
	head -c 215 a.rlf >key.rlf
	expect 1 rlf2png -o key.raw key.rlf
	says "frame 0 of 4: a record of 41 bytes at 0xB4, only 35 found: what they draw is kept"
	is lines "$(wc -l <<<"$stderr")" 1
	is pixels "$(words key.raw)" "1 2 3 0 0 0"
	head -c 253 a.rlf >cut.rlf
	expect 1 rlf2png -o cut.raw cut.rlf
	is pixels "$(words cut.raw)" "1 2 3 4 5 6 1 2 9 4 5 6"
}

@test "frames that were lost can't be had, those before them can" {
	small a.rlf
	head -c 260 a.rlf >cut.rlf
	expect 1 rlf2png --frames 1 -o 1.raw cut.rlf
	is pixels "$(words 1.raw)" "1 2 9 9 5 6"
	expect 1 rlf2png --frames 1- -o 1-.raw cut.rlf
	is pixels "$(words 1-.raw)" "1 2 9 9 5 6"
	expect 1 rlf2png --frames 3 -o 3.raw cut.rlf
	says "none of the selected frames is complete"
	absent 3.raw
}

@test "a P-frame first is drawn over black" {
	begin p.rlf 3 1 2 10
	frame p.rlf ELHD '\x00\xff\x05\x00'
	frame p.rlf ELHD '\x01\xff\x06\x00'
	expect 0 rlf2png -o p.raw p.rlf
	is pixels "$(words p.raw)" "0 5 0 0 5 6"
	is seek "$(decoded 1 p.rlf)" 2
	is pixels "$(words seek.raw)" "0 5 6"
}

@test "no frames, a kind that nobody knows, and bytes behind the last one" {
	begin none.rlf 3 2 0 10
	expect 1 rlf2png -o none.raw none.rlf
	says "none.rlf:0x10: no frames, expected some"
	absent none.raw
	begin odd.rlf 2 1 2 10
	frame odd.rlf ELRH '\xfe\x05\x00\x06\x00'
	frame odd.rlf ELXX '\xfe\x07\x00\x07\x00'
	printf 'more' >>odd.rlf
	expect 0 rlf2png -o odd.raw odd.rlf
	says "odd.rlf:0xE5: warning: frame 1: neither ELRH nor ELHD: the picture does not change" \
		"warning: 4 bytes follow the last of 2 frames"
	is pixels "$(words odd.raw)" "5 6 5 6"
	expect 1 rlf2png -f --strict -o odd.raw odd.rlf
	expect 0 rlf2png --list odd.rlf
	prints "1 ?"
}

@test "data that end in a run, and runs past the picture, are told once and drawn" {
	begin bad.rlf 3 1 3 10
	frame bad.rlf ELRH '\x05\x01\x00'     # seven of three
	frame bad.rlf ELHD '\xfd\x02\x00\x03' # one and a half of three
	frame bad.rlf ELRH '\x01'
	expect 0 rlf2png -o bad.gif bad.rlf # the GIF encoder looks at all frames twice
	says "bad.rlf:0xD0: warning: frame 0: a run passes the last of 3 pixels" \
		"warning: frame 1: the data end within a run, at pixel 1 of 3" \
		"warning: frame 2: the data end within a run, at pixel 0 of 3"
	is lines "$(wc -l <<<"$stderr")" 3
	expect 0 rlf2png -q -o bad.raw bad.rlf
	is pixels "$(words bad.raw)" "1 1 1 2 1 1 2 1 1"
}

@test "records that contradict themselves end the file" {
	for poke in "4 $(le32 27)" "4 $(le32 0xffffffff)" "20 $(le32 27)" "20 $(le32 1000)" "0 XXXX"; do
		small a.rlf
		poke a.rlf $((221 + ${poke%% *})) "${poke#* }"
		expect 1 rlf2png -f -o a.raw a.rlf
		says "a.rlf:0x" "frame 1 of 4: "
		is pixels "$(words a.raw)" "1 2 3 4 5 6"
	done
}

@test "no field of the header can do harm" {
	small a.rlf
	for value in 0 0xffffffff; do
		for ((at = 0; at < 180; at += 4)); do
			# For the other values one is enough.
			case $value:$at in 0:0 | 0:16 | 0:156 | 0:160 | 0:176 | 0x*) ;; *) continue ;; esac
			cp a.rlf b.rlf
			poke b.rlf $at "$(le32 $((value)))"
			wanted=0
			case $at in 0 | 16 | 156 | 160) wanted=1 ;; esac
			expect $wanted rlf2png -f -o b.raw b.rlf
		done
	done
	poke b.rlf 176 "$(le32 1000)"
	poke b.rlf 156 "$(le32 65536)$(le32 65536)"
	expect 1 rlf2png -f -o b.raw b.rlf
	says "65536 by 65536 pixels, expected at most 67108864"
	# All formats with the longest time and none at all.
	for value in 0 9 0xffffffff; do
		cp a.rlf t.rlf
		poke t.rlf 176 "$(le32 $((value)))"
		for format in apng gif y4m sheet; do
			expect 0 rlf2png -f --format $format -o t.$format t.rlf
		done
		pngcheck -q t.apng
		giftopnm -quiet t.gif >/dev/null
	done
}

@test "what is no animation is named" {
	printf 'RIFF and so on' >a.avi
	: >empty.rlf
	mkdir folder
	expect 1 rlf2png a.avi empty.rlf folder missing.rlf
	says "a.avi:0x0: not an RLF animation: expected FELR" "empty.rlf:0x0: 0 bytes, expected a header" \
		"folder: a folder, expected a file" "missing.rlf: can't open: No such file or directory"
	is files "$(ls | paste -sd ' ')" "a.avi empty.rlf folder"
}

@test "standard input and output, also through pipes" {
	for format in apng gif y4m raw; do
		expect 0 rlf2png -o a.$format "$evening"
		"$EXHUME" rlf2png --format $format -o - "$evening" | cmp - a.$format
		"$EXHUME" rlf2png --format $format -o - - <"$evening" | cmp - a.$format
		cat "$evening" | "$EXHUME" rlf2png --format $format -o - - | cmp - a.$format
	done
	expect 2 rlf2png -
	says "standard input has no name"
}

@test "what exists is not touched without -f" {
	cp "$evening" e.rlf
	expect 0 rlf2png --frames 7 -o out/0007.png e.rlf
	for format in apng gif y4m raw; do
		echo mine >out/e.$format
	done
	echo mine >out/sheet.json
	remember out
	expect 1 rlf2png -o out e.rlf
	says "out/0007.png exists; -f overwrites it"
	for format in apng gif y4m raw; do
		expect 1 rlf2png -o out/e.$format e.rlf
		says "out/e.$format: exists; -f overwrites it"
	done
	expect 1 rlf2png --format sheet -o out/sheet.png e.rlf
	says "sheet.json"
	unchanged out
	expect 0 rlf2png -f -o out e.rlf
	expect 0 rlf2png -f -o out/e.gif e.rlf
	is count "$(count_files out -name '*.png')" 16
	giftopnm -quiet out/e.gif >/dev/null
}

@test "the bytes do not depend on -j" {
	for jobs in 1 2 7; do
		mkdir $jobs
		expect 0 rlf2png -j $jobs -o $jobs/png/ "$evening"
		expect 0 rlf2png -j $jobs -o $jobs/a.apng "$evening"
		expect 0 rlf2png -j $jobs -o $jobs/a.gif "$evening"
		expect 0 rlf2png -j $jobs --scale 2 -o $jobs/b.apng "$swing"
	done
	same_tree 1 2
	same_tree 1 7
}

@test "several animations into a folder, each for itself" {
	small a.rlf
	mkdir sub
	cp "$swing" sub/b.rlf
	printf 'FELR' >bad.rlf
	expect 1 rlf2png --json --format gif -o out a.rlf bad.rlf sub/b.rlf
	is files "$(files_in out | paste -sd ' ')" "a.gif b.gif"
	is status "$(jq -c '[.results[].status]' <<<"$output")" '["ok","failed","ok"]'
	expect 0 rlf2png -o pictures a.rlf sub/b.rlf
	is count "$(count_files pictures -name '*.png')" 12
	expect 0 rlf2png --format y4m a.rlf sub/b.rlf
	[ -s a.y4m ]
	[ -s sub/b.y4m ]
}

# long: 1024 frames of 640 by 344 pixels, in long.rlf.
long() {
	begin long.rlf 640 344 1024 660
	: >record
	frame record ELRH "$(for ((i = 0; i < 1707; i++)); do printf '\\x7f\\x%02x\\x3f' $((i % 256)); done)"
	for ((i = 0; i < 10; i++)); do
		cat record record >twice
		mv twice record
	done
	cat record >>long.rlf
	rm record
}

@test "an interrupted run leaves no half file" {
	long
	for output in a.y4m a.raw a.apng; do
		env --default-signal=INT "$EXHUME" rlf2png -q --scale 2 -o $output long.rlf 2>err 3>&- &
		pid=$!
		wait_for sh -c 'find . -name "*.part" -size +1k | grep -q .'
		end_by INT $pid
		is status "$status" 130
		grep -q "interrupted" err
		is files "$(files_in . | paste -sd ' ')" "data err long.rlf"
	done
	env --default-signal=INT "$EXHUME" rlf2png -q -o png/ long.rlf 2>err 3>&- &
	pid=$!
	wait_for [ -e png/0001.png ]
	end_by INT $pid
	is status "$status" 130
	no_part_left
	whole_pngs png
	# While nothing is written yet: counting colours, and looking for mirrors.
	for options in "--format gif" "--mirrored auto --format raw"; do
		# shellcheck disable=SC2086
		env --default-signal=INT "$EXHUME" rlf2png -q $options -o a.out long.rlf 2>err 3>&- &
		pid=$!
		sleep 0.2
		end_by INT $pid
		is status "$status" 130
		absent a.out
		no_part_left
	done
}

@test "a full disk and a closed pipe are told, and leave nothing" {
	[ -w /dev/full ] || skip "no /dev/full"
	for format in apng gif y4m raw; do
		expect 1 rlf2png --format $format -o /dev/full "$evening"
		says "/dev/full: can't write: No space left on device"
		run --separate-stderr -- bash -c '"$0" rlf2png --format $1 -o - "$2" >/dev/full' \
			"$EXHUME" $format "$evening"
		check_run 1 "$format to a full disk"
		says "standard output: can't write: No space left on device"
	done
	expect 1 rlf2png --frames 0 -o /dev/full --format png "$evening"
	says "No space left on device"
	status=$(ulimit -f 10; "$EXHUME" rlf2png -o big.raw "$evening" 2>err; echo $?)
	is "status of a file too large" "$status" 1
	absent big.raw
	no_part_left
	"$EXHUME" rlf2png --scale 9 --format y4m -o - "$evening" 2>err | head -c 100 >begin || true
	is status "${PIPESTATUS[0]}" 141
	is words "$(cat err)" ""
}

@test "a folder that may not be written to is told" {
	need_nobody
	open=$(mktemp -d "$BATS_RUN_TMPDIR/open.XXXXXX")
	chmod 755 "$BATS_RUN_TMPDIR" "$open"
	cp "$swing" "$open/s.rlf"
	chmod 644 "$open/s.rlf"
	for format in png apng gif y4m raw sheet; do
		as_nobody "$EXHUME" rlf2png --format $format "$open/s.rlf"
		check_run 1 "rlf2png --format $format"
		says "Permission denied"
	done
	chmod 000 "$open/s.rlf"
	as_nobody "$EXHUME" rlf2png --format raw -o - "$open/s.rlf"
	check_run 1 "an animation that may not be read"
	says "s.rlf: can't open: Permission denied"
	is files "$(files_in "$open")" s.rlf
}
