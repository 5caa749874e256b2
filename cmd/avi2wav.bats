#!/usr/bin/env bats
# exhume avi2wav: small videos of known bytes, from the folder of the fuzz target.

load ../testdata/cli/helper

videos=$EXHUME_TESTDATA/fuzz/zvision_avi
real=$data/zvision/audio/zork_stereo.avi

# Samples of a WAV as numbers.
samples() {
	tail -c "+$((1 + 44))" "$1" | od -An -v -w2 -td2 | tr -d ' ' | paste -sd ' '
}

# chunk ID BYTES: BYTES as for printf; padded.
chunk() {
	local size
	size=$(printf "$2" | wc -c)
	printf "$1$(le32 "$size")$2"
	((size % 2 == 0)) || printf '\0'
}

# sound FILE TAG CHANNELS RATE BITS CHUNK...: an AVI of sound alone.
sound() {
	local file=$1 format zeros8='\0\0\0\0\0\0\0\0' data
	format="$(le16 "$2")$(le16 "$3")$(le32 "$4")$(le32 "$4")$(le16 1)$(le16 "$5")"
	shift 5
	{
		printf "LIST$(le32 92)strlstrh$(le32 56)auds\0\0\0\0$zeros8\0\0\0\0"
		printf "$(le32 1)$(le32 8000)\0\0\0\0$(le32 9)$zeros8$(le32 1)$zeros8"
		printf "strf$(le32 16)$format"
	} >strl
	{
		printf "AVI LIST$(le32 $((4 + $(stat -c %s strl))))hdrl"
		cat strl
		for data; do chunk 00wb "$data"; done >chunks
		printf "LIST$(le32 $((4 + $(stat -c %s chunks))))movi"
		cat chunks
	} >body
	{ printf "RIFF$(le32 "$(stat -c %s body)")" && cat body; } >"$file"
}

@test "ADPCM is decoded as it was reckoned by hand" {
	cp "$videos/rgb555-and-adpcm" a.avi
	expect 0 avi2wav a.avi
	silent
	is samples "$(samples a.wav)" "7 26 -40"
	is fields "$(od -An -td2 -j22 -N2 a.wav | xargs) $(od -An -td4 -j24 -N4 a.wav | xargs)" \
		"1 22050"
}

@test "the decoder's state runs on from chunk to chunk" {
	sound one.avi 0x11 1 22050 8 '\x40\x7f\xff\x00'
	sound four.avi 0x11 1 22050 8 '\x40' '\x7f' '' '\xff\x00'
	expect 0 avi2wav -q one.avi four.avi -o out
	is samples "$(samples out/one.wav)" "7 26 -40 -40"
	cmp out/one.wav out/four.wav
}

@test "left and right take turns across chunks" {
	sound whole.avi 0x11 2 22050 8 '\x40\x7f\xff\x00'
	sound parts.avi 0x11 2 22050 8 '\x40\x7f\xff' '\x00'
	expect 0 avi2wav -q whole.avi parts.avi -o out
	is samples "$(samples out/whole.wav)" "7 11 -12 11"
	cmp out/whole.wav out/parts.wav
	sound odd.avi 0x11 2 22050 8 '\x40\x7f' '\xff'
	expect 0 avi2wav odd.avi
	says "warning: a part of a sample is left over"
	is samples "$(samples odd.wav)" "7 11"
}

@test "plain samples are as they were, also where a chunk cuts them" {
	sound a.avi 1 1 8000 16 '\x01\x02\x03' '\x04'
	expect 0 avi2wav -q a.avi
	is samples "$(samples a.wav)" "513 1027"
	sound b.avi 1 2 8000 8 '\x00\x80' '\xff\x7f'
	expect 0 avi2wav -q b.avi
	is bytes "$(tail -c 4 b.wav | od -An -tu1 | xargs)" "0 128 255 127"
	is bits "$(od -An -td2 -j34 -N2 b.wav | xargs)" 8
	expect 0 avi2wav -q -o b.raw b.avi
	is raw "$(od -An -tu1 b.raw | xargs)" "0 128 255 127"
}

@test "what is not decoded is named, and a command that does it" {
	sound "it's.avi" 0x11 1 22050 4 '\x00\x00'
	expect 1 avi2wav "it's.avi"
	says "sound of tag 0x11 and 4 bits (adpcm_ima), which is not decoded" \
		"try: ffmpeg -i 'it'\\''s.avi' -map 0:0 'it'\\''s.avi.wav'"
	absent "it's.wav"
	sound mp3.avi 0x55 2 44100 0 '\x00'
	expect 1 avi2wav --json mp3.avi
	printf '%s' "$output" >json
	holds json '.results[0].ffmpeg == "ffmpeg -i '"'mp3.avi' -map 0:0 'mp3.avi.wav'"'"'
	sound five.avi 1 5 8000 16 '\x00'
	expect 1 avi2wav five.avi
	says "5 channels, expected 1 or 2"
	sound still.avi 1 1 0 16 '\x00'
	expect 1 avi2wav still.avi
	says "0 Hz, expected 1 to"
}

@test "sound of video that is not decoded" {
	cp "$videos/duck" duck.avi
	expect 0 avi2wav --list duck.avi
	prints "duck.avi: stream 0: video, truemotion1, 256 by 160 pixels, 1 frames" \
		"duck.avi: stream 1: sound, adpcm_zork, 22050 Hz, 2 channels, 1 chunks"
	expect 0 avi2wav -q duck.avi
	is samples "$(samples duck.wav)" "7 11"
	expect 1 avi2wav --stream 0 -f duck.avi
	says "stream 0 is no sound"
	expect 1 avi2wav "$videos/palette" -o x.wav
	says "it has no sound"
}

@test "the JSON tells of all streams" {
	expect 0 avi2wav --json --list "$videos/rgb555-and-adpcm"
	printf '%s' "$output" >json
	holds json '.format == "avi2wav" and .results[0].indexed'
	holds json '.results[0].streams[0] | .kind == "video" and .codec == "rgb555" and
		.width == 1 and .height == 2 and .frames == 1 and .key_frames == 1 and
		.frame_rate == { numerator: 15, denominator: 1 } and .compression == 0'
	holds json '.results[0].streams[1] | .kind == "sound" and .tag == 17 and .bits == 8 and
		.channels == 1 and .rate == 22050 and .chunks == 2 and .bytes == 3'
	expect 0 avi2wav --json --list "$videos/duck"
	printf '%s' "$output" >json
	holds json '.results[0].streams[0] | .codec == "truemotion1" and .compression == "DUCK"'
}

@test "a video that was cut gives what there is, and 1" {
	sound a.avi 0x11 1 22050 8 '\x40\x7f' '\xff\x00'
	cut_to a.avi $(($(stat -c %s a.avi) - 1))
	expect 1 avi2wav a.avi
	says "the file ends 1 bytes before its list of chunks does" "1 bytes into a chunk of 2"
	is samples "$(samples a.wav)" "7 26 -40"
	head -c 100 "$videos/duck" >b.avi
	expect 1 avi2wav b.avi
	says "b.avi:0x64: the file ends before its first chunk"
	absent b.wav
	printf 'RIFF\4\0\0\0WAVE' >c.avi
	expect 1 avi2wav c.avi
	says 'c.avi:0x0: not an AVI: expected "RIFF" and "AVI "'
	: >d.avi
	expect 1 avi2wav d.avi
	says "d.avi:0x0: 0 bytes, expected a header of 12"
	no_part_left
}

@test "standard input and output, folders, several, what exists" {
	cp "$videos/rgb555-and-adpcm" a.avi
	expect 0 avi2wav -q a.avi
	"$EXHUME" avi2wav -q -o - - <a.avi | cmp - a.wav
	cat a.avi | "$EXHUME" avi2wav -q -o piped.wav -
	cmp piped.wav a.wav
	expect 1 avi2wav a.avi
	says "a.wav: exists; -f overwrites it"
	expect 1 avi2wav -q a.avi missing.avi -o new
	says "missing.avi: can't open"
	cmp new/a.wav a.wav
	expect 2 avi2wav
	expect 2 avi2wav --list -o x a.avi
	expect 2 avi2wav -
	expect 2 avi2wav --stream 100 a.avi
	run --separate-stderr -- bash -c '"$0" avi2wav -q -o - a.avi >/dev/full' "$EXHUME"
	check_run 1 "a full disk"
}

@test "FFmpeg decodes the same samples" {
	[ -e "$real" ] || skip "no real data"
	command -v ffmpeg >/dev/null || skip "no ffmpeg"
	expect 0 avi2wav -q -o a.wav "$real"
	ffmpeg -v error -i "$real" -vn -f s16le ffmpeg.raw
	tail -c +45 a.wav | cmp - ffmpeg.raw
}

@test "--list prints in the order of the inputs" {
	local i
	for i in {10..40}; do cp "$videos/rgb555-and-adpcm" "$i.avi"; done
	expect 0 avi2wav --list [1-4]*.avi
	is order "$(cut -d . -f 1 <<<"$output" | uniq | tr '\n' ' ')" "$(echo {10..40}) "
}
