#!/usr/bin/env bats
# exhume wav2raw: sounds there and back, and tones of our own.

load ../testdata/cli/helper

# wav FILE RATE CHANNELS BITS: a header; samples are appended by the caller.
wav() {
	local size=$(($(stat -c %s samples)))
	{
		printf "RIFF$(le32 $((36 + size)))WAVEfmt $(le32 16)"
		printf '\x01\0\x0'$3'\0'
		printf "$(le32 "$2")$(le32 $(($2 * $3 * $4 / 8)))"
		printf "\\x0$(($3 * $4 / 8))\\0\\x$(printf %02x "$4")\\0data$(le32 "$size")"
		cat samples
	} >"$1"
}

# tone COUNT: a tone that begins suddenly, 16 bits, into ./samples.
tone() {
	awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) {
		v = i < n / 4 ? 0 : int(9000 * sin(i * 0.3)); if (v < 0) v += 65536
		printf "\\x%02x\\x%02x", v % 256, int(v / 256) } }' >escapes
	printf '%b' "$(cat escapes)" >samples
}

@test "a sound without a header comes back to the same samples, and its own bytes to the same" {
	tone 3000
	wav abcdefq.wav 22050 1 16
	wav abcdefr.wav 22050 2 16
	for name in abcdefq abcdefr; do
		expect 0 wav2raw $name.wav
		silent
		expect 0 raw2wav -q -o back.wav -f $name.raw
		expect 0 wav2raw -v --json -f -o out/$name.raw back.wav
		says "adpcm, exact"
		cmp $name.raw out/$name.raw
	done
	# bytes of another packer: other bytes, the same samples
	head -c 5000 samples >abcdefq.raw
	expect 0 raw2wav -f abcdefq.raw
	expect 0 wav2raw -f --json abcdefq.wav
	holds <(printf '%s' "$output") '.results[0] | .exact and .signal_to_error_db == null and .size == 5000'
	expect 0 raw2wav -o again.wav abcdefq.raw
	cmp again.wav abcdefq.wav
}

@test "the error is told in decibels" {
	tone 4000
	wav abcdefq.wav 22050 1 16
	expect 0 wav2raw -v --json abcdefq.wav
	says "adpcm, the error is " " dB below the sound"
	holds <(printf '%s' "$output") '.results[0] | (.exact | not) and .signal_to_error_db > 30 and .size == 4000 and .packing == "adpcm"'
}

@test "the name decides the packing, in either game" {
	tone 100
	wav a.wav 22050 1 16
	expect 0 wav2raw -o abcdefa.raw a.wav
	silent
	cmp abcdefa.raw samples
	expect 0 wav2raw --game zgi -o abcdefgm.raw a.wav
	silent
	is size "$(stat -c %s abcdefgm.raw)" 100
	expect 0 wav2raw -o door.raw a.wav
	says "Nemesis takes door.raw for another sound than 22050 Hz, 1 channel, adpcm: make the 7th letter of the name s" \
		"Grand Inquisitor takes door.raw for another sound" "make the 8th letter of the name p"
	expect 0 wav2raw --game nemesis --packing pcm16 -f -o abcdefq.raw a.wav
	says "Nemesis takes abcdefq.raw" "make the 7th letter of the name a"
	says_not Grand
	wav b.wav 48000 1 16
	expect 0 wav2raw b.wav
	says "Nemesis plays no sounds of 48000 Hz: resample it"
}

@test "8 bits stay 8 bits, or become ADPCM" {
	printf '\x80\x90\xff\x00' >samples
	wav a.wav 22050 1 8
	expect 0 wav2raw -o abcdef8.raw a.wav
	silent
	cmp abcdef8.raw samples
	expect 0 wav2raw --json -o abcdefs.raw a.wav
	is packing "$(jq -r '.results[0].packing' <<<"$output")" adpcm
	tone 10
	wav b.wav 22050 1 16
	expect 1 wav2raw --packing pcm8 -o abcdef8.raw -f b.wav
	says "samples of 16 bits, expected 8 for pcm8"
}

@test "other files are refused, and cut ones kept as far as they go" {
	echo none >a.wav
	tone 100
	wav b.wav 22050 3 16
	wav c.wav 22050 1 24
	wav d.wav 22050 1 16
	cut_to d.wav 101
	expect 1 wav2raw a.wav b.wav c.wav missing.wav
	says "a.wav:0x0: not a WAV or FLAC file" "b.wav:0x16: 3 channels, expected 1 or 2" \
		"c.wav:0x14: format 1 with 24 bits a sample" "missing.wav:"
	no_part_left
	expect 1 wav2raw -o abcdefs.raw d.wav
	says "d.wav:0x65: the file ends within its samples: those that are there are taken"
	is size "$(stat -c %s abcdefs.raw)" 28
}

@test "FLAC is packed as WAV is, and of both the newer one" {
	need_flac
	tone 1000
	wav a.wav 22050 1 16
	flac -s -o b.flac a.wav
	expect 0 wav2raw a.wav b.flac
	cmp a.raw b.raw
	sox a.wav half.wav vol 0.5
	flac -s -o a.flac half.wav
	touch -d 2001-01-01 a.flac
	expect 0 wav2raw -f b.flac a.flac a.wav
	says "a.flac: warning: left out: a.wav is newer"
	cmp a.raw b.raw
	touch -d 2000-01-01 a.wav
	expect 0 wav2raw -f a.wav b.flac a.flac
	says "a.flac counts: a.wav is older"
	expect 0 wav2raw half.wav
	cmp a.raw half.raw
}

@test "wrong usage" {
	tone 10
	wav a.wav 22050 1 16
	expect 2 wav2raw
	expect 2 wav2raw --packing mp3 a.wav
	expect 0 wav2raw -q -o abcdefs.raw a.wav
	"$EXHUME" wav2raw -q -o - a.wav | cmp - abcdefs.raw
	expect 1 wav2raw -q -o abcdefs.raw a.wav
	says "abcdefs.raw: exists; -f overwrites it"
}

@test "the samples" {
	need_game "$data/zvision"
	for file in nemesis/t000hnsa.raw nemesis/v000hptb.raw zgi/c000h01q.raw nemesis/m000hx6c.ifp; do
		expect 0 raw2wav -q -f --game "${file%/*}" -o a.wav "$data/zvision/audio/$file"
		expect 0 wav2raw -f --game "${file%/*}" -o "./${file#*/}" a.wav
		silent
		expect 0 raw2wav -q -f --game "${file%/*}" -o b.wav "./${file#*/}"
		cmp a.wav b.wav
	done
}
