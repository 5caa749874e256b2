#!/usr/bin/env bats
# exhume raw2wav: bytes by hand, and tones of our own.

load ../testdata/cli/helper

# Samples of a WAV as numbers, or of bare ones.
samples() {
	tail -c "+$((1 + 44))" "$1" | od -An -v -w2 -td2 | tr -d ' '
}

# Fields of a WAV's header: channels, rate, bits, bytes of samples.
fields() {
	od -An -v -td2 -j22 -N2 "$1"
	od -An -v -td4 -j24 -N4 "$1"
	od -An -v -td2 -j34 -N2 "$1"
	od -An -v -td4 -j40 -N4 "$1"
}

# tone FILE BYTES_A_SAMPLE: one that is smooth as samples of 16 bits.
tone() {
	awk 'BEGIN { for (i = 0; i < 3000; i++) {
		v = int(9000 * sin(i * 0.05)); if (v < 0) v += 65536
		printf "\\x%02x\\x%02x", v % 256, int(v / 256) } }' >escapes
	printf '%b' "$(cat escapes)" >"$1"
}

@test "ADPCM is decoded as it was reckoned by hand" {
	printf '\x40\x7f\xff\x00' >abcdefq.raw
	expect 0 raw2wav -v abcdefq.raw
	says "22050 Hz, 1 channel, adpcm: the 7th letter of its name, as in Nemesis"
	is samples "$(samples abcdefq.wav | paste -sd ' ')" "7 26 -40 -40"
	is fields "$(fields abcdefq.wav | xargs)" "1 22050 16 8"
	is riff "$(od -An -td4 -j4 -N4 abcdefq.wav | xargs)" "$((36 + 8))"
}

@test "stereo has a state for each side, and an odd byte is left out" {
	printf '\x40\x7f\x40' >abcdefr.raw
	expect 0 raw2wav -v abcdefr.raw
	says "2 channels" "warning: a part of a sample is left over"
	is samples "$(samples abcdefr.wav | paste -sd ' ')" "7 11"
}

@test "the letter of either game counts, in any case, and --game chooses" {
	tone ABCDEF6C.RAW
	expect 0 raw2wav --game nemesis -o n.wav ABCDEF6C.RAW
	is nemesis "$(fields n.wav | head -n 3 | xargs)" "1 11025 16"
	expect 0 raw2wav --game zgi -o z.wav ABCDEF6C.RAW
	is zgi "$(fields z.wav | head -n 3 | xargs)" "1 44100 8"
	cp ABCDEF6C.RAW abcdefiz.raw
	expect 1 raw2wav abcdefiz.raw
	says "abcdefiz.raw: the name does not match the sounds of either game"
	absent abcdefiz.wav
}

@test "without --game the packing that sounds better counts" {
	tone abcdefqe.raw # 7th: ADPCM, 8th: 16 bits
	expect 0 raw2wav -v abcdefqe.raw
	says "the 8th letter"
	is fields "$(fields abcdefqe.wav | head -n 3 | xargs)" "1 44100 16"
	cp abcdefqe.raw abcdefaq.raw # 7th: 16 bits, 8th: ADPCM
	expect 0 raw2wav -v abcdefaq.raw
	says "the 7th letter"
	tail -c +45 abcdefaq.wav | cmp - abcdefaq.raw
	cp abcdefqe.raw abcdefqe.ifp
	expect 0 raw2wav -v abcdefqe.ifp
	says "the 7th letter of its name, as in Nemesis"
}

@test "options say it all" {
	printf '\x40\x7f\xff\x00' >sound.bin
	expect 1 raw2wav sound.bin
	expect 0 raw2wav -v --rate 8000 --channels 1 --packing adpcm sound.bin
	says "8000 Hz, 1 channel, adpcm: options"
	is samples "$(samples sound.bin.wav | paste -sd ' ')" "7 26 -40 -40"
	expect 0 raw2wav -f --rate 8000 --channels 2 --packing pcm16 sound.bin
	is samples "$(samples sound.bin.wav | paste -sd ' ')" "32576 255"
	expect 2 raw2wav --channels 3 sound.bin
	expect 2 raw2wav --packing mp3 sound.bin
}

@test "samples of 8 bits stay so, and an odd number of them is padded" {
	printf '\x00\x80\xff' >abcdef0.raw
	expect 0 raw2wav abcdef0.raw
	is fields "$(fields abcdef0.wav | xargs)" "1 8000 8 3"
	is size "$(stat -c %s abcdef0.wav)" 48
	is bytes "$(tail -c 4 abcdef0.wav | od -An -tu1 | xargs)" "0 128 255 0"
	is riff "$(od -An -td4 -j4 -N4 abcdef0.wav | xargs)" 40
}

@test "patches keep their ending, outputs go where they are told" {
	printf '\x40\x7f' >abcdefq.raw
	printf '\x7f\x40' >abcdefq.src
	expect 0 raw2wav -q abcdefq.raw abcdefq.src
	silent
	is one "$(samples abcdefq.wav | paste -sd ' ')" "7 26"
	is other "$(samples abcdefq.src.wav | paste -sd ' ')" "11 34"
	expect 1 raw2wav -q abcdefq.raw
	says "abcdefq.wav: exists; -f overwrites it"
	expect 0 raw2wav -q -o new/folder/ abcdefq.raw
	cmp new/folder/abcdefq.wav abcdefq.wav
	"$EXHUME" raw2wav -q -o - abcdefq.raw | cmp - abcdefq.wav
	expect 0 raw2wav -q --format raw -o - abcdefq.raw
	expect 0 raw2wav -q -o two abcdefq.raw abcdefq.src
	cmp two/abcdefq.src.wav abcdefq.src.wav
}

@test "one bad sound among others, a WAV among them, and the JSON tells" {
	printf '\x40\x7f' >abcdefq.raw
	expect 0 raw2wav -q abcdefq.raw
	cp abcdefq.wav abcdefr.raw
	expect 1 raw2wav -f --json -o out abcdefq.raw abcdefr.raw missing.raw
	printf '%s' "$output" >json
	is status "$(jq -c '[.results[].status]' json)" '["ok","failed","failed"]'
	is facts "$(jq -c '.results[0] | [.rate, .channels, .packing, .frames]' json)" \
		'[22050,1,"adpcm",2]'
	is text "$(jq -r '.results[1].errors[0].text' json)" \
		"already a WAV, expected samples without a header"
	is files "$(ls out)" abcdefq.wav
}

@test "an empty sound is one of no samples" {
	: >abcdefq.raw
	expect 0 raw2wav abcdefq.raw
	is size "$(stat -c %s abcdefq.wav)" 44
}

@test "a full disk and a closed pipe are told" {
	tone abcdefe.raw
	run --separate-stderr -- bash -c '"$0" raw2wav -q -o - abcdefe.raw >/dev/full' "$EXHUME"
	check_run 1 "a full disk"
	says "standard output: can't write: No space left on device"
}

@test "FLAC has the same samples" {
	need_flac
	tone abcdefe.raw
	expect 0 raw2wav -q abcdefe.raw
	expect 0 raw2wav -q -o a.flac abcdefe.raw
	flac -s -d -o back.wav a.flac
	cmp <(samples back.wav) <(samples abcdefe.wav)
}
