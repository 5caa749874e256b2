#!/usr/bin/env bats
# exhume png2avi: what avi2png and avi2wav make comes back, and frames of our own.

load ../testdata/cli/helper

evening=$archives/zvision/EVENING.RLF

# A sound of a second, and frames, in ./a.wav and ./a.png.
prepare() {
	head -c 22050 "$evening" >abcdefq.raw
	expect 0 raw2wav -q --rate 22050 --channels 1 --packing adpcm -o a.wav abcdefq.raw
	expect 0 rlf2png -q --format apng -o a.png "$evening"
}

@test "frames and sound come back, and the video byte for byte" {
	prepare
	expect 0 png2avi --json --sound a.wav -o a.avi a.png
	holds <(printf '%s' "$output") '.results[0] | .frame_count == 16 and .sound_is_exact and .frame_rate == {numerator: 10000, denominator: 800}'
	expect 0 avi2wav -q -o b.wav a.avi
	cmp a.wav b.wav
	"$EXHUME" avi2png -q --format raw -o - a.avi | cmp - <("$EXHUME" rlf2png -q --format raw -o - "$evening")
	expect 0 avi2png -q --format sheet -o s.png a.avi
	expect 0 png2avi --sound b.wav -o b.avi s.json
	silent
	cmp a.avi b.avi
	expect 0 avi2png -q --format apng -o b.png a.avi
	expect 0 png2avi -f --sound b.wav -o b.avi b.png
	cmp a.avi b.avi
}

@test "rows of odd widths are padded, and a repeated frame is empty" {
	printf 'P3\n3 2\n255\n255 0 0  0 255 0  0 0 255  0 0 0  255 255 255  8 8 8\n' | pnmtopng -quiet >a.png
	expect 0 png2avi -q -o a.avi a.png a.png
	expect 0 avi2png --list --json a.avi
	holds <(printf '%s' "$output") '.results[0].streams | length == 1 and .[0].frames == 2 and .[0].bytes == 16 and .[0].frame_rate.numerator == 15'
	expect 0 avi2png -q --format raw -o a.raw a.avi
	is pixels "$(od -An -v -tx2 a.raw | xargs)" "7c00 03e0 001f 0000 7fff 0421 7c00 03e0 001f 0000 7fff 0421"
	expect 0 png2avi -q -f --transpose yes -o a.avi a.png
	expect 0 avi2png -q -f --format raw -o a.raw a.avi
	is turned "$(od -An -v -tx2 a.raw | xargs)" "7c00 0000 03e0 7fff 001f 0421"
}

@test "sound is stored as ADPCM or as it is" {
	prepare
	expect 0 png2avi -q --packing pcm --sound a.wav -o a.avi a.png
	expect 0 avi2wav -q -o b.wav a.avi
	cmp a.wav b.wav
	expect 0 avi2png --list --json a.avi
	holds <(printf '%s' "$output") '.results[0].streams[1] | .codec == "pcm16" and .channels == 1'
	# longer than the frames
	expect 0 png2avi -q --time 10 -f --sound a.wav -o a.avi a.png
	expect 0 avi2wav -q -f -o b.wav a.avi
	cmp a.wav b.wav
}

@test "what does not fit is refused" {
	prepare
	expect 1 png2avi --sound a.png -o a.avi a.png
	says "a.png:0x0: not a WAV or FLAC file"
	expect 1 png2avi -o a.avi a.wav
	says "a.wav:0x0: neither a PNG nor a GIF file"
	printf 'P1\n1 1\n0\n' | pnmtopng -quiet >b.png
	expect 1 png2avi -o a.avi a.png b.png
	says "b.png: 1 by 1 pixels, the first frame has 96 by 64"
	absent a.avi
	expect 2 png2avi a.png
	expect 2 png2avi -o a.avi
	expect 2 png2avi --json -o - a.png
	expect 2 png2avi --packing mp3 -o a.avi a.png
	no_part_left
}

@test "the samples" {
	need_game "$data/zvision"
	real=$data/zvision/audio/zork_stereo.avi
	expect 0 avi2png -q --format apng -o a.png "$real"
	expect 0 avi2wav -q -o a.wav "$real"
	expect 0 png2avi -q --sound a.wav -o b.avi a.png
	expect 0 avi2wav -q -o b.wav b.avi
	cmp a.wav b.wav
	cmp <("$EXHUME" avi2png -q --format raw -o - b.avi) <("$EXHUME" avi2png -q --format raw -o - "$real")
}
