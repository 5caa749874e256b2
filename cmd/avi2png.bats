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
	says "a.avi:0x16F: none of 1 frames can be decoded: TrueMotion packet of 5 bytes, expected"
	absent a.avi.extracted
	expect 0 avi2png --list a.avi
	prints "a.avi: stream 0: video, truemotion1, 256 by 160 pixels, 1 frames"
}

# Frames: key, inter, empty, inter, refused, key, cut, without pixels, inter.
@test "frames of TrueMotion 1 change the one before" {
	cp "$videos/truemotion1" a.avi
	expect 1 avi2png -o all/ a.avi
	says "a.avi:0x3C6: frame 4: first byte of a TrueMotion packet is 1, expected at least 16" \
		"a.avi:0x536: frame 6: TrueMotion data end in line 4: 116 pixels keep the previous picture"
	is pictures "$(pixels size all/*.png | sort -u)" "18 12"
	same_pixels all/0002.png all/0001.png all/0004.png all/0003.png all/0007.png all/0006.png
	! same_pixels all/0001.png all/0000.png
	! same_pixels all/0006.png all/0005.png
	# Each by itself, and backwards; only damage on the way to it counts.
	for frame in 0 1 2 3 4 5 6 7 8; do
		"$EXHUME" avi2png -q --frames "$frame" -o "one/$frame.png" a.avi || :
		same_pixels "all/000$frame.png" "one/$frame.png"
	done
	expect 1 avi2png -q --format raw -o on.raw a.avi
	expect 1 avi2png -q --frames 8-0 --format raw -o back.raw a.avi
	is "first of the last" "$(tail -c 432 back.raw | cksum)" "$(head -c 432 on.raw | cksum)"
	is "last of the first" "$(head -c 432 back.raw | cksum)" "$(tail -c 432 on.raw | cksum)"
	is "all pictures, as FFmpeg has them" "$(cksum <on.raw)" "1075840314 3888"
	expect 0 avi2png --frames 0-3 -o good.apng a.avi
	for jobs in 1 3; do
		expect 1 avi2png -q -j "$jobs" -o "$jobs.apng" a.avi
	done
	cmp 1.apng 3.apng
	expect 1 avi2png -q --transpose yes --frames 8 -o turned.png a.avi
	is turned "$(pixels size turned.png)" "12 18"
	expect 1 avi2png -q --scale 2 --frames 8 -o twice.png a.avi
	is twice "$(pixels size twice.png)" "36 24"
	expect 0 avi2png --list a.avi
	prints "truemotion1, 18 by 12 pixels, 9 frames" "16 bits, 2 key frames"
}

@test "TrueMotion 1 of 24 bits and of several sizes" {
	cp "$videos/truemotion1-sizes" a.avi
	expect 0 avi2png -o all/ a.avi
	is sizes "$(pixels size all/*.png | xargs)" "16 8 16 8 8 8 8 8 20 8"
	expect 0 avi2png -q --format raw -o a.raw a.avi
	is "all pictures, as FFmpeg has them" "$(cksum <a.raw)" "1643433214 1632"
	is "PNG file" "$(pixels text all/0003.png | sed 's/ff\b//g' | xxd -r -p | cksum)" \
		"$(tail -c $((192 + 480)) a.raw | head -c 192 | cksum)"
	for format in apng gif y4m sheet; do
		expect 1 avi2png --format "$format" -o "b.${format/sheet/png}" a.avi
		says "frame 2 has 8 by 8 pixels, frame 0 16 by 8: only PNG and raw files hold both"
		expect 0 avi2png -q --frames 2-3 --format "$format" -o "c.${format/sheet/png}" a.avi
	done
	is aspect "$(head -n 1 c.y4m | grep -o 'W8 H8.* A2:1')" "W8 H8 F15:1 Ip A2:1"
	expect 0 avi2png -q --frames 3 -o one.apng a.avi
	pixels look one.apng all/0003.png
	expect 0 avi2png --transpose yes -f -q -o turned/ a.avi
	is turned "$(pixels size turned/*.png | xargs)" "8 16 8 16 8 8 8 8 8 20"
	expect 0 avi2png -q --scale 2 -o twice/ a.avi
	is twice "$(pixels size twice/*.png | xargs)" "32 16 32 16 16 16 16 16 40 16"
	expect 0 avi2png --json --list a.avi
	printf '%s' "$output" >json
	holds json '.results[0].streams[0] | .codec == "truemotion1" and .compression == "DUCK" and
		.width == 16 and .height == 8 and .bits == 16 and .key_frames == 3 and .pixel_aspect == 1 and
		.frame_sizes == [{ frame: 0, width: 16, height: 8, bits: 16 },
			{ frame: 2, width: 8, height: 8, bits: 24 },
			{ frame: 4, width: 20, height: 8, bits: 16 }]'
	no_part_left
}

# The CRC-32 of standard input, in hexadecimal digits.
crc_of() {
	gzip -nc1 | tail -c 8 | od -An -tx4 -N4 --endian=little | tr -d ' '
}

# Frames one by one, so that each is reached in its own way.
@test "the streams of TrueMotion 1, frame by frame" {
	need_game "$data/zvision/tm1"
	local file packet width height native rgb state picture
	expect 1 avi2png -q -o all "$data"/zvision/tm1/*.avi
	while read -r file packet width height native rgb state; do
		[ -e "$data/zvision/tm1/$file" ] && [ "$state" = ok ] || continue
		picture=$(printf 'all/%s/%04d.png' "$file" "$packet")
		is "size of $file $packet" "$(pixels size "$picture")" "$width $height"
		is "$file $packet" "$(pixels text "$picture" | sed 's/ff\b//g' | xxd -r -p | crc_of)" "$rgb"
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
