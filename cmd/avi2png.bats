#!/usr/bin/env bats
# exhume avi2png: small videos of known bytes, from the folder of the fuzz target.

load ../testdata/cli/helper

videos=$EXHUME_TESTDATA/fuzz/zvision_avi
real=$data/zvision/audio/zork_stereo.avi

# Pixels of 15 bits as hexadecimal numbers.
words() {
	od -An -v -tx2 "$1" | xargs
}

@test "rows from the bottom up, without padding" {
	cp "$videos/rgb555-and-adpcm" a.avi
	expect 0 avi2png -q -o a.raw a.avi
	is pixels "$(words a.raw)" "5678 1234"
	expect 0 avi2png -q -o a.png a.avi
	whole_pngs .
	is png "$(pngtopnm -plain a.png 2>/dev/null | tail -n 2 | xargs)" "21 19 24 4 17 20"
}

@test "a PNG file a frame, in a folder, by default" {
	cp "$videos/bitfields-top-down-lists-and-parts" a.avi
	expect 0 avi2png a.avi
	says "warning: colours of more than 15 bits were reduced to 15"
	is files "$(files_in a.avi.extracted | xargs)" "0000.png 0001.png 0002.png"
	whole_pngs .
	# The second frame has no bytes and repeats the first one; the third is black.
	same_pixels a.avi.extracted/0000.png a.avi.extracted/0001.png
	! same_pixels a.avi.extracted/0000.png a.avi.extracted/0002.png
}

@test "frames are chosen and turned" {
	cp "$videos/bitfields-top-down-lists-and-parts" a.avi
	expect 0 avi2png -q --frames 0 -o a.raw a.avi
	# Bytes 0 to 15: blue, green and red are 0 1 2, 4 5 6, 8 9 10, 12 13 14 by 8.
	is pixels "$(words a.raw)" "0000 0000 0421 0421"
	expect 0 avi2png -q --frames 0 --transpose yes -o b.raw a.avi
	is turned "$(words b.raw)" "0000 0421 0000 0421"
	printf 'control:1 pana {\n}\npuzzle:2 {\nresults {\naction:streamvideo(a.avi 0 0 9 9 0 0)\n}\n}\n' >ga.scr
	expect 0 avi2png -v --frames 0 -f -o b.raw a.avi
	says "a.avi: transposed: ga.scr shows it in a room that is a panorama"
	is turned "$(words b.raw)" "0000 0421 0000 0421"
	rm ga.scr
	expect 0 avi2png -q --frames 2,0 -o c.raw a.avi
	is both "$(words c.raw)" "0000 0000 0000 0000 0000 0000 0421 0421"
	expect 1 avi2png --frames 7 -o d.raw a.avi
	absent d.raw
}

@test "twice as large is smooth, unless told otherwise" {
	cp "$videos/rgb555-and-adpcm" a.avi
	expect 0 avi2png -q --scale 2 -o a.raw a.avi
	# 5678 and 1234: 21 19 24 and 4 17 20, on the average 12 18 22.
	is smooth "$(words a.raw)" "5678 5678 3256 3256 1234 1234 1234 1234"
	expect 0 avi2png -q --scale 2 --smooth no -o b.raw a.avi
	is repeated "$(words b.raw)" "5678 5678 5678 5678 1234 1234 1234 1234"
	expect 0 avi2png -q --scale 2 --transpose yes -o c.raw a.avi
	is turned "$(words c.raw)" "5678 3256 1234 1234 5678 3256 1234 1234"
	expect 0 avi2png -q --scale 3 --format sheet -o d.png a.avi
	expect 2 avi2png --smooth yes -o e.png a.avi
	says "--smooth yes needs --scale 2"
	expect 2 avi2png --smooth yes --scale 3 -o e.png a.avi
}

@test "palettes are drawn, their changes told" {
	cp "$videos/palette" a.avi
	expect 1 avi2png --frames 0 -o a.raw a.avi
	says "changes of the palette are ignored (1)"
	# Rows 0 1 2 (the lower one) and 3 3 1; blue is 60 for 1 and 3, green 100, red 200.
	is pixels "$(words a.raw)" "6587 6587 0007 0000 0007 0180"
}

@test "video that is not decoded is named, with a command that does it" {
	sed s/DUCK/IV32/g "$videos/duck" >"50%.avi"
	expect 1 avi2png "50%.avi"
	says "video of the codec IV32, which is unsupported" \
		"try: ffmpeg -i '50%.avi' -map 0:0 '50%%.avi.%04d.png'"
	absent "50%.avi.extracted"
	expect 1 avi2png --json "50%.avi"
	printf '%s' "$output" >json
	holds json '.results[0] | .ffmpeg and .streams[0].codec == "IV32" and .status == "failed"'
	expect 0 avi2png --list "50%.avi"
	prints "50%.avi: stream 0: video, IV32, 256 by 160 pixels"
	expect 1 avi2png --stream 1 "50%.avi"
	says "stream 1 is no video"
}

@test "TrueMotion 1 without a packet that can be decoded" {
	cp "$videos/duck" a.avi
	expect 1 avi2png a.avi
	says "a.avi:0x16A: none of 1 frames can be decoded: first byte of a TrueMotion packet is"
	absent a.avi.extracted
	expect 0 avi2png --list a.avi
	prints "a.avi: stream 0: video, truemotion1, 256 by 160 pixels, 1 frames"
}

# The CRC-32 of standard input, in hexadecimal digits.
crc_of() {
	gzip -nc1 | tail -c 8 | od -An -tx4 -N4 --endian=little | tr -d ' '
}

# Frames one by one, so that each is reached in its own way.
@test "the streams of TrueMotion 1, frame by frame" {
	need_game "$data/zvision/tm1"
	local file packet width height native rgb state
	expect 1 avi2png -q -o all "$data"/zvision/tm1/*.avi
	while read -r file packet width height native rgb state; do
		[ -e "$data/zvision/tm1/$file" ] && [ "$state" = ok ] || continue
		pngtopnm -quiet "$(printf 'all/%s/%04d.png' "$file" "$packet")" >picture.ppm
		is "size of $file $packet" "$(sed -n 2p picture.ppm)" "$width $height"
		is "$file $packet" "$(tail -c $((width * height * 3)) picture.ppm | crc_of)" "$rgb"
		"$EXHUME" avi2png -q --frames "$packet" --format raw -o - "$data/zvision/tm1/$file" >raw || :
		case $(wc -c <raw) in
		$((width * height * 3))) is "$file $packet alone" "$(crc_of <raw)" "$rgb" ;;
		*) is "$file $packet alone" "$(crc_of <raw)" "$native" ;;
		esac
	done <"$data/zvision/tm1/crc.tsv"
}

@test "a frame that is cut has its whole rows, and is told once" {
	head -c 336 "$videos/rgb555-and-adpcm" >a.avi # 4 bytes of the frame
	expect 1 avi2png -o a.raw a.avi
	says "a.avi:0x150: frame 0: 4 bytes of a frame, expected 8: 1 of 2 rows"
	is pixels "$(words a.raw)" "0000 1234"
	expect 1 avi2png --format sheet -o a.png a.avi
	is once "$(grep -c 'frame 0: 4 bytes' <<<"$stderr")" 1
	head -c 325 "$videos/rgb555-and-adpcm" >b.avi
	expect 1 avi2png b.avi
	says "stream 0 has no frames"
	no_part_left
}

@test "standard input and output, several, what exists" {
	cp "$videos/rgb555-and-adpcm" a.avi
	expect 0 avi2png -q -o a.png a.avi
	"$EXHUME" avi2png -q -o - --format raw - <a.avi >b.raw
	is pixels "$(words b.raw)" "5678 1234"
	expect 1 avi2png -o a.png a.avi
	says "exists; -f overwrites it"
	expect 1 avi2png -q a.avi missing.avi -o new
	says "missing.avi: can't open"
	is files "$(files_in new | xargs)" a.avi/0000.png
	expect 2 avi2png
	expect 2 avi2png --list -o x a.avi
	expect 2 avi2png --frames x a.avi
}

@test "the JSON tells what was written" {
	cp "$videos/rgb555-and-adpcm" a.avi
	expect 0 avi2png --json --scale 2 -o a.gif a.avi
	printf '%s' "$output" >json
	holds json '.format == "avi2png" and (.results[0] | .stream == 0 and .smooth and
		(.transposed | not) and .output == "a.gif" and .output_format == "gif" and
		.output_frames == 1 and .streams[1].codec == "adpcm_zork")'
}

@test "a frame that is lost is damage" {
	[ -e "$real" ] || skip "no real data"
	cp "$real" a.avi
	chmod u+w a.avi
	at=$(LC_ALL=C grep -abo '00d[bc]' a.avi | sed -n 2p | cut -d : -f 1)
	printf XXXX | dd of=a.avi bs=1 seek="$at" conv=notrunc 2>/dev/null
	expect 1 avi2png -o a.raw a.avi
	says "frames found, 12 declared"
}

@test "FFmpeg sees the same frames, at the same times" {
	[ -e "$real" ] || skip "no real data"
	command -v ffmpeg >/dev/null || skip "no ffmpeg"
	expect 0 avi2png -q -o a.raw "$real"
	ffmpeg -v error -i "$real" -f rawvideo -pix_fmt rgb555le ffmpeg.raw
	cmp a.raw ffmpeg.raw
	expect 0 avi2png -q -o a.y4m "$real"
	is rate "$(head -n 1 a.y4m | grep -o 'F[0-9:]*')" F15:1
	expect 0 avi2png -q -o a.apng "$real"
	is frames "$(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 a.apng)" 12
}
