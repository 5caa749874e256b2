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

@test "TrueMotion 1: what is written is read again" {
	prepare
	expect 0 png2avi --json --codec truemotion1 --key-step 5 --sound a.wav -o a.avi a.png
	holds <(printf '%s' "$output") '.results[0] | .frame_count == 16 and .sound_is_exact and .inexact_pixels == 0 and .rms_error > 0 and .rms_error < 16'
	expect 0 avi2wav -q -o b.wav a.avi
	cmp a.wav b.wav
	expect 0 avi2png --list --json a.avi
	holds <(printf '%s' "$output") '.results[0].streams[0] | .codec == "truemotion1" and .handler == "DUCK" and
		.frames == 16 and .key_frames == 4 and .bits == 16 and .width == 96 and .height == 64'
	expect 0 avi2png -q -o all/ a.avi
	expect 0 avi2png -q --frames 13 -o one.png a.avi
	same_pixels one.png all/0013.png
	# Types have their own blocks; the colours of 24 bits are finer.
	expect 0 png2avi -v --codec truemotion1 --compression 2 -o b.avi a.png
	says "root mean square error"
	expect 0 png2avi -q --codec truemotion1 --depth 24 -o c.avi a.png
	expect 0 avi2png --list a.avi b.avi c.avi
	prints "a.avi: stream 0: video, truemotion1, 96 by 64 pixels, 16 frames, 12.5 per second, 1.28 seconds, 16 bits, 4 key frames" \
		"b.avi: stream 0: video, truemotion1, 96 by 64 pixels, 16 frames, 12.5 per second, 1.28 seconds, 16 bits, 1 key frame" \
		"c.avi: stream 0: video, truemotion1, 96 by 64 pixels, 16 frames, 12.5 per second, 1.28 seconds, 24 bits, 1 key frame"
	[ "$(wc -c <b.avi)" -lt "$(wc -c <a.avi)" ]
	# A sheet of 24 bits, and turned.
	expect 0 avi2png -q --format sheet -o c.png c.avi
	expect 0 png2avi -q --codec truemotion1 --depth 24 --transpose yes -o d.avi c.json
	expect 0 avi2png -q --frames 3 -o d.png d.avi
	is turned "$(pixels size d.png)" "64 96"
}

@test "TrueMotion 1: a repeated frame has a packet, which adds nothing" {
	printf 'P3\n4 4\n255\n%s\n' "$(yes '132 132 132' | head -n 16)" | pnmtopng -quiet >a.png
	expect 0 png2avi -q --codec truemotion1 -o a.avi a.png a.png a.png
	expect 0 avi2png --list --json a.avi
	holds <(printf '%s' "$output") '.results[0].streams[0] | .frames == 3 and .key_frames == 1'
	expect 0 avi2png -q --format raw -o a.raw a.avi
	is "bytes of frames" "$(wc -c <a.raw)" 96
}

@test "TrueMotion 1: FFmpeg decodes the same pictures" {
	command -v ffmpeg >/dev/null || skip "no ffmpeg"
	prepare
	expect 0 rlf2png -q -f --frames 0-4 --format apng -o a.png "$evening"
	for type in 1 2 3 4 5 6 7 8 10 12 14 16; do
		depth=$((type > 8 ? 24 : 16))
		expect 0 png2avi -q -f --codec truemotion1 --depth $depth --compression $type --key-step 3 --sound a.wav -o a.avi a.png
		expect 0 avi2png -q -f -o a.apng a.avi
		ffmpeg -v error -y -i a.avi -fps_mode passthrough -f rawvideo -pix_fmt rgb24 theirs.raw
		ffmpeg -v error -y -i a.apng -fps_mode passthrough -f rawvideo -pix_fmt rgb24 ours.raw
		cmp ours.raw theirs.raw
	done
}

@test "TrueMotion 1: what does not fit is refused" {
	prepare
	for size in "3 4" "4 6"; do
		printf 'P1\n%s\n%s\n' "$size" "$(yes 0 | head -n 24 | xargs)" | pnmtopng -quiet >b.png
		expect 1 png2avi --codec truemotion1 -o a.avi b.png
		says "picture of ${size/ / by } pixels, expected an even width and a height in steps of 4"
	done
	absent a.avi
	expect 2 png2avi --depth 24 -o a.avi a.png
	says "--depth 24, --key-step and --compression need --codec truemotion1"
	expect 2 png2avi --compression 2 -o a.avi a.png
	expect 2 png2avi --codec truemotion1 --compression 10 -o a.avi a.png
	says "--compression 10: expected 1 to 8 for 16 bits"
	expect 2 png2avi --codec truemotion1 --depth 24 --compression 11 -o a.avi a.png
	expect 2 png2avi --codec cinepak -o a.avi a.png
	no_part_left
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
