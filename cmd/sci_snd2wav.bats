#!/usr/bin/env bats
# exhume sci-snd2wav, on sounds of our own, some made here byte by byte, and on real ones.

load ../testdata/cli/helper
load ../testdata/cli/sound

own=$archives/sci0-sounds
sci=$data/sci0

# header FLAG [CHANNEL VOICES FLAGS]...: of a sound, as for printf.
header() {
	local bytes=() i
	for ((i = 0; i < 32; i++)); do bytes[i]='\x00'; done
	local flag=$1
	shift
	while (($#)); do
		bytes[2 * $1]=$(printf '\\x%02x' "$2")
		bytes[2 * $1 + 1]=$(printf '\\x%02x' "$3")
		shift 3
	done
	printf "\\\\x%02x" "$flag"
	printf '%s' "${bytes[@]}"
}

# sound FILE HEADER EVENTS: a patch file.
sound() {
	printf "\\x84\\x00$2$3" >"$1"
}

# A note on channel 1 for 60 ticks; the channel is AdLib's, Tandy's and the speaker's.
plain=$(header 0 1 1 $((0x34)))
note='\x00\xc1\x00\x00\x91\x3c\x64\x3c\x81\x3c\x00'

# bank FILE: 48 instruments that sound at once and end at once.
bank() {
	local i
	{
		printf '\x89\x00'
		for ((i = 0; i < 48; i++)); do
			printf '\x00\x01\x00\x0f\x00\x01\x00\x0f\x3f\x00\x00\x00\x01'
			printf '\x00\x01\x00\x0f\x00\x01\x00\x0f\x00\x00\x00\x00\x01\x00\x00'
		done
	} >"$1"
}

# small FOLDER: a game of a sound with a loop and cues, one of the MT-32's, and one with a
# sample; and the instruments.
small() {
	mkdir "$1"
	bank "$1/PATCH.003"
	sound "$1/sound.001" "$plain" '\x00\xcf\x05\x0a\xcf\x7f'"$note"'\x00\xbf\x60\x02\x00\xbf\x60\x03\x05\xfc'
	sound "$1/sound.007" "$(header 0 2 1 1)" '\x00\x92\x3c\x64\x3c\xfc'
	sound "$1/Sound.020" "$(header 2 1 1 $((0x34)))" "$note"'\x00\xfc'
	{
		printf '\x1a\x00\x01\x00'
		head -c 10 /dev/zero
		printf "$(le16 4000)"
		head -c 16 /dev/zero
		printf "$(le16 5)"
		head -c 10 /dev/zero
		printf '\x80\xff\x00\x81\x7f'
	} >>"$1/Sound.020"
}

#
# Sound.
#

@test "all sounds of a game become files, and what the device has no note of does not" {
	small game
	expect 0 sci-snd2wav --rate native --tail 0 -o out game
	is files "$(files_in out | xargs)" "sound.001.wav sound.020.sample.wav sound.020.wav"
	says "game/sound.007: warning: sound.007: adlib has no note: no file is written for it"
	is_wav out/sound.001.wav "$native" 1 $(((75 * native) / 60))
	is_wav out/sound.020.wav "$native" 1 "$native"
	is title "$(wav_info out/sound.001.wav | head -n 1)" "INAM 10 sound.001"
	expect 1 sci-snd2wav --strict --rate native -o strict game
	is strict "$(files_in strict | xargs)" "sound.001.wav sound.020.sample.wav sound.020.wav"
	no_part_left
}

@test "a WAV file has markers for cues and the loop" {
	small game
	for rate in native 8000; do
		[ $rate = native ] || has_soxr || continue
		expect 0 sci-snd2wav -q -f --number 1 --loops 2 --rate $rate -o out.wav game
		hz=${rate/native/$native}
		at=$(wav_chunks out.wav | sed -n 's/^cue  [0-9]* //p')
		is frames "$(numbers out.wav u4 "$at" 37 | sed -n '1p;3~6p' | xargs)" \
			"6 0 $((10 * hz / 60)) $((70 * hz / 60)) $((70 * hz / 60)) $((135 * hz / 60)) $((135 * hz / 60))"
		is labels "$(tail -c +"$at" out.wav | head -c 400 | strings -n 5 | grep -E '^(cue|loop)' | xargs)" \
			"cue 5 loop start cue +2 (129) cue +3 (132) cue +2 (134) cue +3 (137)"
	done
	expect 0 sci-snd2wav -q --number 20 --rate native -o none game
	is none "$(wav_chunks none/sound.020.wav | grep -c cue)" 0
}

@test "a digital sample comes out as it is" {
	small game
	expect 0 sci-snd2wav -q --number 20 --rate native -o out game
	is rate "$(numbers out/sound.020.sample.wav u4 24 1)" 4000
	is bits "$(numbers out/sound.020.sample.wav u2 34 1)" 8
	is samples "$(wav_data out/sound.020.sample.wav | head -c 5 | od -An -tx1 | xargs)" "80 ff 00 81 7f"
	expect 0 sci-snd2wav --json --number 20 --rate native --tail 0 -o again game
	is json "$(jq -c '.results[0] | [.resources[0].sample | .rate, .size, .offset]' <<<"$output")" "[4000,5,90]"
	is rendered "$(jq -c '.results[0] | [.resources[0].rendered[] | .rate, .frames]' <<<"$output")" "[49716,49716,4000,5]"
}

@test "the writes to AdLib are those of the driver, and come when they are to" {
	small game
	expect 0 sci-snd2wav --format opl2log --number 1 -o log game
	# 10 ticks, then the note's: A0 and B0 with the key, and without it after 60 more.
	writes_of log/sound.001.opl2log | awk '$2 == "b0" { print $1, $3 }' >keys
	is count "$(wc -l <keys)" 2
	is first "$(awk 'NR == 1 { print ($1 > 10 * 828 && $1 < 10 * 829 + 60), $2 }' keys)" "1 31"
	is second "$(awk 'NR == 2 { print ($1 > 70 * 828.5 && $1 < 70 * 828.6 + 60), $2 }' keys)" "1 11"
}

@test "a log played again sounds the same" {
	small game
	for input in game/sound.001 "$own/sound.001"; do
		name=$(file_of "$input")
		expect 0 sci-snd2wav -f --rate native -o whole.raw "$input"
		expect 0 sci-snd2wav -f -o log.opl2log "$input"
		expect 0 imf2wav -f --rate native -o again.raw log.opl2log
		cmp whole.raw again.raw
		expect 0 sci-snd2wav -f --loops 1 --tail 0 -o log.vgm "$input"
		expect 0 sci-snd2wav -f --tail 0 -o log.opl2log "$input"
		expect 0 imf2wav -f -o again.opl2log log.vgm
		near <(writes_of again.opl2log | cut -d ' ' -f 1) <(writes_of log.opl2log | cut -d ' ' -f 1) 1
		diff <(writes_of again.opl2log | cut -d ' ' -f 2-) <(writes_of log.opl2log | cut -d ' ' -f 2-)
		expect 0 sci-snd2wav -f -o log.dro "$input"
		expect 0 imf2wav -f --rate native -o dro.raw log.dro
	done
}

file_of() {
	basename "$1"
}

@test "loops go on from the mark, and all notes end" {
	small game
	for loops in 1 2 5; do
		expect 0 sci-snd2wav -f --loops "$loops" --tail 0n --rate native --number 1 -o out.wav game
		is_wav out.wav "$native" 1 $((((75 + (loops - 1) * 65) * native) / 60))
		expect 0 sci-snd2wav -f --loops "$loops" --format opl2log --number 1 -o out.opl2log game
		is keys "$(writes_of out.opl2log | awk '$2 == "b0" { printf "%s ", $3 }')" \
			"$(for ((i = 0; i < loops; i++)); do printf '31 11 '; done)"
	done
}

@test "a VGM loops where the sound does" {
	small game
	expect 0 sci-snd2wav -q --format vgm --number 1 -o vgm game
	expect 0 imf2wav --json --format opl2log -o once.opl2log vgm/sound.001.vgm
	is loops "$(jq -c '.results[0].loops' <<<"$output")" true
	is once "$(writes_of once.opl2log | awk '$2 == "b0" { printf "%s ", $3 }')" "31 11 31 11 "
	expect 0 imf2wav --loops 3 -o thrice.opl2log vgm/sound.001.vgm
	is thrice "$(writes_of thrice.opl2log | grep -c ' b0 31')" 4
	# The second time the instrument is there: the loop is one pass.
	is period "$((($(length_of thrice.opl2log) - $(length_of once.opl2log)) / 2 / 100))" $((65 * native / 60 / 100))
	expect 0 sci-snd2wav -q --tail 0 --format vgm --number 1 -o played game
	expect 0 imf2wav --json --format opl2log -o played.opl2log played/sound.001.vgm
	is none "$(jq -c '.results[0].loops' <<<"$output")" false
}

@test "speaker and Tandy play what is theirs" {
	small game
	for device in speaker tandy; do
		expect 0 sci-snd2wav -q --device $device --rate native --number 1 --tail 0 -o $device.raw game
		is length "$(stat -c %s $device.raw)" $((75 * native / 60 * 2))
		# Middle C: 261.6 periods in the second that it sounds, and nothing before it.
		samples $device.raw | awk -v start=$((10 * native / 60)) '
			NR <= start && $1 != 0 { print "too early: " NR; bad = 1; exit }
			last <= 0 && $1 > 0 { count++ }
			{ last = $1 }
			END { if (count < 260 || count > 263) print "periods: " count; exit bad || count < 260 || count > 263 }'
	done
	# Without instruments, too.
	rm game/PATCH.003
	expect 0 sci-snd2wav -q --device tandy --number 1 -o again.wav game
	expect 1 sci-snd2wav -q --number 1 -o never.wav game
	says "game: no patch.003 in the game, which has AdLib's instruments: give --bank FILE"
	absent never.wav
	expect 0 sci-snd2wav -q --device tandy --tail 0 --format vgm --number 1 -o tandy.vgm game
	is chip "$(numbers tandy.vgm u4 12 1)" 3579545
	is ticks "$(numbers tandy.vgm u4 24 1)" $((75 * 44100 / 60))
	is commands "$(tail -c +129 tandy.vgm | head -c 8 | od -An -tx1 | xargs | cut -c 1-2)" 50
}

@test "notes that the header names no voices for get them as they come" {
	bank patch.003
	sound sound.001 "$(header 0 1 0 $((0x34)) 2 0 $((0x34)) 9 $((0x80)) $((0x34)))" \
		'\x00\xc1\x00\x00\x91\x3c\x64\x00\x92\x40\x64\x00\x99\x23\x64\x3c\x81\x3c\x00\x00\x82\x40\x00\xfc'
	expect 0 sci-snd2wav --format opl2log -o auto.opl2log sound.001
	says "sound.001: warning: the header names no voices for adlib"
	# Two voices, for two channels; none for percussion, which the bank has not.
	is keys "$(grep -cE ' b[0-8] [23]' auto.opl2log)" 2
	expect 0 sci-snd2wav --voices auto --format opl2log -o given.opl2log sound.001
	silent
	cmp auto.opl2log given.opl2log
	expect 0 sci-snd2wav --voices header --format opl2log -o header.opl2log sound.001
	says "header.opl2log: warning: silence from start to end"
	is keys "$(grep -cE ' b[0-8] [23]' header.opl2log || true)" 0
	expect 0 sci-snd2wav --json -o auto.wav sound.001
	holds <(echo "$output") '.results[0].resources[0] | .voice_rule == "auto" and .rendered[0].peak > 1000'
	expect 0 sci-snd2wav --voices header --json -o header.wav sound.001
	holds <(echo "$output") '.results[0].resources[0] | .voice_rule == "header" and .rendered[0].peak < 37'
	holds <(echo "$output") '.results[0].warnings | length == 1 and .[0].text == "silence from start to end"'
	expect 1 sci-snd2wav --strict --voices header -f -o header.wav sound.001
	says "header.wav: silence from start to end"
	expect 0 sci-snd2wav --voices header --solo 5 -o none.mid sound.001
	says "none.mid: warning: silence from start to end"
	# A voice by controller 4B is one that is named.
	sound sound.002 "$(header 0 1 0 4)" '\x00\xb1\x4b\x01'"${note#'\x00\xc1\x00'}"'\x00\xfc'
	expect 0 sci-snd2wav --json -o named.wav sound.002
	holds <(echo "$output") '.results[0].resources[0].voice_rule == "header" and .results[0].warnings == []'
	# The Tandy's header rule has a tone for each of three channels, and none for a fourth.
	sound sound.003 "$(header 0 1 0 16 2 0 16 3 0 16 4 0 16)" \
		'\x00\x91\x3c\x64\x3c\x81\x3c\x00\x00\x92\x3c\x64\x00\x93\x3c\x64\x00\x82\x3c\x00\x00\x83\x3c\x00\x00\x94\x3c\x64\x3c\x84\x3c\x00\x00\xfc'
	expect 0 sci-snd2wav --device tandy --solo 4 -o fourth.wav sound.003
	says "the header names no voices for tandy"
	says_not silence
	expect 0 sci-snd2wav --device tandy --solo 4 --voices header -f -o fourth.wav sound.003
	says "fourth.wav: warning: silence from start to end"
	expect 0 sci-snd2wav --device tandy --json -o tandy.wav sound.001
	holds <(echo "$output") '.results[0].resources[0].voice_rule == "header"'
}

@test "JSON becomes the sound it was" {
	small game
	expect 0 sci-snd2wav -q --format json -o json game
	rm json/sound.020.json
	expect 0 sci-snd2wav --pack -o packed json/*.json
	silent
	is files "$(ls packed | xargs)" "sound.001 sound.007"
	cmp packed/sound.007 game/sound.007
	# This one repeats a status.
	expect 0 sci-snd2wav -q --format json -o again.json packed/sound.001
	diff <(jq 'del(.events[].offset)' again.json) <(jq 'del(.events[].offset)' json/sound.001.json)
	expect 0 sci-snd2wav --pack --bare -o bare json/sound.007.json
	cmp bare <(tail -c +3 game/sound.007)
	# All kinds of events, long delays, an early header's one byte a channel.
	sound all.snd "$plain" '\xf8\xf8\x05\xc1\x07\x00\xcf\x7f\x00\x05\x00\x91\x3c\x64\x3c\x3c\x00\x00\x81\x3d\x01\x00\xa1\x3c\x05\x00\xb1\x07\x50\x00\xd1\x03\x00\xe1\x12\x41\x00\xf0\x01\x02\xf7\x00\xbf\x60\x02\x00\xfc'
	expect 0 sci-snd2wav -q --format json -o all.json all.snd
	expect 0 sci-snd2wav --pack -o again all.json
	cmp again all.snd
	# Edited: another tempo for all, and devices by their names.
	jq '.events[].tick *= 2 | del(.channels[].flags) | .channels[1].devices = ["adlib", "gm"]' all.json >edited.json
	expect 0 sci-snd2wav --pack -f -o again edited.json
	expect 0 sci-snd2wav --format json -o - again
	holds <(echo "$output") '.channels[1].flags == 132 and .ticks == 1090'
}

@test "MIDI becomes the sound it was, or one of its own" {
	sound all.snd "$plain" '\xf8\xf8\x05\xc1\x07\x00\xcf\x7f\x00\x05\x00\x91\x3c\x64\x3c\x3c\x00\x00\xb1\x07\x50\x00\xe1\x12\x41\x00\xf0\x01\x02\xf7\x00\xbf\x60\x02\x00\x07\x40\x05\xfc'
	expect 0 sci-snd2wav -q --device all --format mid -o all.mid all.snd
	expect 0 sci-snd2wav --pack --header all.snd -o again all.mid
	silent
	cmp again all.snd
	# Format 1, with 96 ticks a quarter note of half a second, and a chord.
	{
		printf 'MThd\0\0\0\6\0\1\0\2\0\x60'
		printf 'MTrk\0\0\0\xb\0\xff\x51\3\x07\xa1\x20\0\xff\x2f\0'
		printf 'MTrk\0\0\0\x14\0\x92\x3c\x40\0\x40\x40\x60\x3c\0\0\x40\0\x60\xff\x2f\0\0\0\0'
	} >two.mid
	expect 0 sci-snd2wav --pack -o two.snd two.mid
	silent
	expect 0 sci-snd2wav --format json -o - two.snd
	holds <(echo "$output") '[.events[] | .tick] == [0, 0, 30, 30, 60] and .channels[2].voices == 2 and .played_by.adlib == [2]'
	expect 1 sci-snd2wav --pack --header two.mid -f -o again all.mid
	says "two.mid:0x0: a MIDI file, expected a sound"
	# Cut anywhere it is refused, and nothing is written.
	for n in 4 12 14 20 30 40 50; do
		head -c $n two.mid >cut.mid
		expect 1 sci-snd2wav --pack -o cut.snd cut.mid
		says "cut.mid"
		absent cut.snd
	done
	cp two.mid odd.mid
	poke odd.mid 9 '\2'
	expect 1 sci-snd2wav --pack -o cut.snd odd.mid
	says "odd.mid:0x8: a MIDI file of format 2: only 0 and 1 are supported"
	expect 2 sci-snd2wav --header all.snd all.snd
}

@test "a digital sample comes back from the WAV file beside the JSON" {
	small game
	expect 0 sci-snd2wav -q --number 20 --format json -o c game
	expect 0 sci-snd2wav -q --number 20 -o c game
	expect 0 sci-snd2wav --pack -o back c/sound.020.json
	cmp back game/Sound.020
	# Another velocity, and 16 bits of two channels at another rate.
	jq '(.events[] | select(.event == "note_on")).velocity = 50' c/sound.020.json >c/new.json
	{
		printf 'RIFF\x30\0\0\0WAVEfmt \x10\0\0\0\1\0\2\0\x40\x1f\0\0\0\x7d\0\0\4\0\x10\0data\x0c\0\0\0'
		printf '\0\x80\0\x80\xff\x7f\xff\x7f\0\x10\0\x20'
	} >c/new.sample.wav
	expect 0 sci-snd2wav --pack -o new c/new.sample.wav
	expect 0 sci-snd2wav -q --list --json new
	is sample "$(jq -c '.results[0].resources[0].sample | [.rate, .size, .offset]' <<<"$output")" "[8000,3,90]"
	is samples "$(tail -c 3 new | od -An -tx1 | xargs)" "00 ff 98"
	is velocity "$(cmp -l game/Sound.020 new | awk '$1 < 50 { print $3 }')" 62
	# A MIDI file instead of the song leaves the sample as it is; another sound gets one.
	expect 0 sci-snd2wav -q --format mid -o song.mid game/Sound.020
	expect 0 sci-snd2wav --pack --header game/Sound.020 -o midi song.mid
	is kept "$(tail -c 49 midi | cmp - <(tail -c 49 game/Sound.020) && echo yes)" yes
	expect 0 sci-snd2wav -q --format json -o c/one.json game/sound.001
	cp c/sound.020.sample.wav c/one.sample.wav
	expect 0 sci-snd2wav --pack -o one c/one.json
	is added "$(tail -c 5 one | od -An -tx1 | xargs)" "80 ff 00 81 7f"
}

@test "JSON that is no sound is refused, and where" {
	small game
	expect 0 sci-snd2wav -q --format json -o good.json game/sound.001
	# wrong JQ_CHANGE MESSAGE
	wrong() {
		jq "$1" good.json >bad.json
		expect 1 sci-snd2wav --pack -o out bad.json
		says "bad.json: $2"
		absent out
	}
	wrong '.format = "x"' 'key "format": expected "sci-sound"'
	wrong '.header = 3' 'key "header": expected "sci0" or "early"'
	wrong '.first_byte = 2' 'key "first_byte": expected 0: digital samples are not in the document'
	wrong '.channels = 1' 'key "channels": expected a list'
	wrong '.channels[2].channel = 16' 'channel 2: key "channel": expected a number from 0 to 15'
	wrong '.channels[2].devices = ["opl3"]' 'channel 2: key "devices": expected a list of "mt32", "fb01"'
	wrong '.channels[1].flags = 1' 'channel 1: key "flags": expected what devices have'
	wrong '.events = {}' 'key "events": expected a list'
	wrong '.events[1].event = "noise"' 'event 1: key "event": expected "note_off", "note_on"'
	wrong '.events[3].note = 128' 'event 3: key "note": expected a number from 0 to 127'
	wrong '.events[2].tick = -1' 'event 2: key "tick"'
	wrong '.events[2].tick = 9999' 'event 3: at tick 10, the one before it is at tick 9999'
	echo '[' >bad.json
	expect 1 sci-snd2wav --pack -o out bad.json
	expect 2 sci-snd2wav --pack --list good.json
	expect 2 sci-snd2wav --pack --format json good.json
	expect 2 sci-snd2wav --bare game
}

@test "stems add up to the whole" {
	for device in adlib tandy; do
		expect 0 sci-snd2wav --device $device --rate native --stems --format raw -o $device "$own/sound.001"
		expect 0 sci-snd2wav --device $device --rate native -o $device.raw "$own/sound.001"
		for stem in $device/*; do
			samples "$stem" >"$stem.txt"
			is length "$(stat -c %s "$stem")" "$(stat -c %s $device.raw)"
		done
		paste -d ' ' $device/*.txt | awk '{ sum = 0; for (i = 1; i <= NF; i++) sum += $i; print sum }' >sum
		near sum <(samples $device.raw) 20
	done
	is adlib "$(files_in adlib | grep raw$ | xargs)" "sound.001.01.raw sound.001.02.raw sound.001.03.raw"
	is tandy "$(files_in tandy | grep raw$ | xargs)" "sound.001.01.raw sound.001.02.raw"
}

@test "channels are chosen" {
	expect 0 sci-snd2wav --rate native --solo 1 -o solo.raw "$own/sound.001"
	expect 0 sci-snd2wav --rate native --stems --format raw -o stems "$own/sound.001"
	expect 0 sci-snd2wav --rate native --mute 0,2- -o mute.raw "$own/sound.001"
	cmp solo.raw mute.raw
	expect 0 sci-snd2wav --format mid --mute 2 -o mute.mid "$own/sound.001"
	expect 0 sci-snd2wav --solo 7 -o none.wav "$own/sound.001"
	says "adlib has no note: no file"
	absent none.wav
	expect 2 sci-snd2wav --solo 16 "$own/sound.001"
	says "--solo 16: expected channels 0 to 15, such as 1,3-5"
	expect 2 sci-snd2wav --mute x "$own/sound.001"
}

@test "gain, fade, rate and channels of the file are as with imf2wav" {
	expect 0 sci-snd2wav -o log.opl2log "$own/sound.001"
	for option in "--gain 2" "--gain -6dB" "--fade 1" "--normalize" "--channels 2"; do
		expect 0 sci-snd2wav -f --rate native $option -o ours.raw "$own/sound.001"
		expect 0 imf2wav -f --rate native $option -o theirs.raw log.opl2log
		cmp ours.raw theirs.raw
	done
	need_soxr
	expect 0 sci-snd2wav --json -o ours.wav "$own/sound.001"
	is_wav ours.wav 44100 1 "$(jq '.results[0] | .resources[0].rendered[0].frames' <<<"$output")"
}

@test "FLAC" {
	need_flac
	expect 0 sci-snd2wav --rate native -o sound.flac "$own/sound.001"
	expect 0 sci-snd2wav --rate native -o sound.raw "$own/sound.001"
	flac -s -d --force-raw-format --endian=little --sign=signed -o decoded.raw sound.flac
	cmp decoded.raw sound.raw
	expect 0 sci-snd2wav --rate native --format flac -o knock/ "$own/sound.002"
	is knock "$(files_in knock)" sound.002.sample.flac
}

#
# Instruments.
#

@test "instruments are found beside a file, in its game, or where --bank says" {
	small game
	expect 0 sci-snd2wav -q --rate native -o game.wav game/sound.001
	mkdir alone elsewhere
	cp game/sound.001 alone/tune
	expect 1 sci-snd2wav -q --rate native -o never.wav alone/tune
	says "alone/tune: no patch.003 beside it"
	expect 0 sci-snd2wav -q --rate native --bank game/PATCH.003 -o bank.wav alone/tune
	is bank "$(wav_data bank.wav | sha256sum)" "$(wav_data game.wav | sha256sum)"
	expect 0 sci-snd2wav -q --rate native --bank game -o folder.wav alone/tune
	cmp bank.wav folder.wav
	expect 0 sci-snd2wav -q --rate native --bank game/PATCH.003 -o - - <alone/tune
	"$EXHUME" sci-snd2wav -q --rate native --bank game/PATCH.003 -o - --format raw - <alone/tune >piped.raw
	cmp piped.raw <(wav_data bank.wav)
	expect 1 sci-snd2wav -q -o never.wav - <alone/tune
	says "no patch.003 beside it"
	# Bare ones, and the driver of the first games.
	tail -c +3 game/PATCH.003 >alone/patch.003
	expect 0 sci-snd2wav -q --rate native -o bare.wav alone/tune
	cmp bare.wav bank.wav
	{
		head -c $((0x45a)) /dev/zero
		tail -c +3 game/PATCH.003
		head -c $((5684 - 0x45a - 1344)) /dev/zero
	} >elsewhere/Adl.drv
	cp game/sound.001 elsewhere
	expect 0 sci-snd2wav -q --rate native -o early.wav elsewhere/sound.001
	cmp early.wav game.wav
	expect 0 sci-snd2wav -q --rate native -o early elsewhere
	cmp early/sound.001.wav game.wav
	head -c 1000 game/PATCH.003 >short
	expect 1 sci-snd2wav -q --bank short -o never.wav alone/tune
	says "short"
	expect 1 sci-snd2wav -q --bank nosuch -o never.wav alone/tune
	says "nosuch: "
	absent never.wav
}

#
# Other formats.
#

@test "MIDI has ticks, channels and markers" {
	small game
	expect 0 sci-snd2wav --format mid --number 1 -o tune.mid game
	is magic "$(head -c 14 tune.mid | od -An -tx1 | xargs)" "4d 54 68 64 00 00 00 06 00 00 00 01 00 3c"
	grep -aq "cue 5" tune.mid
	grep -aq "loop start" tune.mid
	grep -aq "cue +2 (129)" tune.mid
	grep -aq "cue +3 (132)" tune.mid
	grep -aq "loop end" tune.mid
	is size $(($(stat -c %s tune.mid) - 22)) $((16#$(tail -c +19 tune.mid | head -c 4 | od -An -tx1 | tr -d ' ')))
	LC_ALL=C grep -aqP '\x91\x3c\x64\x3c\x81\x3c\x00' tune.mid
	expect 0 sci-snd2wav --format mid --device mt32 --number 1 -o mt32.mid game
	! LC_ALL=C grep -aqP '\x91\x3c\x64' mt32.mid
	expect 0 sci-snd2wav --format mid --device all -o all game
	is all "$(files_in all | xargs)" "sound.001.mid sound.007.mid sound.020.mid"
	LC_ALL=C grep -aqP '\x92\x3c\x64' all/sound.007.mid
	expect 0 sci-snd2wav --stems --format mid -o stems "$own/sound.001"
	is stems "$(files_in stems | xargs)" "sound.001.01.mid sound.001.02.mid sound.001.03.mid"
}

@test "JSON lists events by tick" {
	small game
	expect 0 sci-snd2wav --format json -o out game
	silent
	is files "$(files_in out | xargs)" "sound.001.json sound.007.json sound.020.json"
	is events "$(command jq -c '.events[]' out/sound.001.json)" '{"tick":0,"offset":34,"event":"cue","channel":15,"signal":5}
{"tick":10,"offset":37,"event":"loop_point","channel":15,"signal":127}
{"tick":10,"offset":40,"event":"program","channel":1,"program":0}
{"tick":10,"offset":43,"event":"note_on","channel":1,"note":60,"velocity":100}
{"tick":70,"offset":47,"event":"note_off","channel":1,"note":60,"velocity":0}
{"tick":70,"offset":51,"event":"controller","channel":15,"controller":96,"name":"cumulative_cue","value":2,"signal":129}
{"tick":70,"offset":55,"event":"controller","channel":15,"controller":96,"name":"cumulative_cue","value":3,"signal":132}
{"tick":75,"offset":59,"event":"end"}'
	is summary "$(command jq -c '[.format, .name, .number, .ticks, .seconds, .loop, .header, .played_by.mt32, .played_by.adlib]' out/sound.001.json)" \
		'["sci-sound","sound.001",1,75,1.25,{"marked":true,"event":2,"tick":10,"seconds":0.166666666667},"sci0",[9],[1]]'
	is cues "$(jq -c '[.cues[] | [.tick, .signal, .cumulative]]' out/sound.001.json)" \
		'[[0,5,false],[70,129,true],[70,132,true]]'
	is channel "$(command jq -c '.channels[1]' out/sound.001.json)" \
		'{"channel":1,"voices":1,"devices":["adlib","tandy","speaker"],"flags":52}'
	is sample "$(jq -c '.sample.rate' out/sound.020.json)" 4000
	expect 0 sci-snd2wav --format json -o - game/sound.001
	is standard "$output" "$(cat out/sound.001.json)"
}

@test "--list: a table, and JSON" {
	small game
	expect 0 sci-snd2wav --list game
	is table "$output" "sound         seconds    ticks  events     loop  cues  sample, channels by device
sound.001        1.25       75       8       10     3  -  mt32 9  adlib 1  tandy 1  speaker 1
sound.007        1.00       60       2        -     0  -  mt32 2,9
sound.020        1.00       60       4        -     0  5 at 4000 Hz  mt32 9  adlib 1  tandy 1  speaker 1"
	rm game/PATCH.003 # isn't needed
	expect 0 sci-snd2wav --list --json --number 1,7 game
	is json "$(jq -c '. as {$format} | .results[0] | [$format, [.resources[] | [.name, .ticks, .event_count]]]' <<<"$output")" \
		'["sci-snd2wav",[["sound.001",75,8],["sound.007",60,2]]]'
	expect 0 sci-snd2wav --list -o list game
	is file "$(wc -l <list)" 4
	silent
}

#
# Errors.
#

@test "what is damaged is played as far as it goes" {
	small game
	cut_to game/sound.001 40
	expect 1 sci-snd2wav -q --rate native -o out game
	says "sound.001: ends without FC after 1"
	is rest "$(files_in out | xargs)" "sound.020.sample.wav sound.020.wav"
	expect 1 sci-snd2wav --strict -q --rate native -o strict game
	printf '\x84\0\0\1' >game/sound.001
	expect 1 sci-snd2wav -q --rate native --number 1 -o never game
	absent never
	: >empty
	expect 1 sci-snd2wav -q --bank game -o never.wav empty
	says "empty:0x0: 0 bytes, the header of a sound has 33"
	expect 1 sci-snd2wav -q --bank game -o never.wav "$own/patch.003"
	says "by its name it is a patch, not a sound"
	absent never.wav
	no_part_left
}

@test "every shorter file is told of and hurts nobody" {
	local size
	for ((size = 0; size < 279; size += 9)); do
		head -c "$size" "$own/sound.001" >short
		run --separate-stderr -- "$EXHUME" sci-snd2wav -f -q --bank "$own" --rate native -o out.wav short
		check_run 1 "$size bytes"
	done
}

@test "wrong usage" {
	small game
	while read -r options; do
		# shellcheck disable=SC2086
		expect 2 sci-snd2wav $options game
		says "Try 'exhume sci-snd2wav --help'"
	done <<-END
		--device mt32
		--device all --format flac
		--device tandy --format dro
		--device pcspeaker --format vgm
		--device nosuch
		--format mid --rate native
		--format vgm --gain 2
		--format json --stems
		--format json --loops 2
		--format mid --tail 1
		--loops 0
		--tail x
		--number x
	END
	expect 2 sci-snd2wav
	expect 1 sci-snd2wav -q -o out.wav game
	says "it becomes 3 files: -o out.wav must be a folder"
	expect 0 sci-snd2wav --rate native -q -o out game
	remember out
	expect 1 sci-snd2wav --rate native -q -o out game
	says "exists"
	unchanged out
	expect 1 sci-snd2wav --rate native -q -o /dev/full game/sound.001
	says "No space left"
}

@test "several games get a folder each" {
	small one
	small two
	expect 0 sci-snd2wav -q --rate native --tail 0 -o out one two
	is files "$(files_in out | xargs)" "one/sound.001.wav one/sound.020.sample.wav one/sound.020.wav two/sound.001.wav two/sound.020.sample.wav two/sound.020.wav"
	expect 0 sci-snd2wav -q -j 1 --rate native --tail 0 -o again one
	same_tree out/one again
}

#
# Real games.
#

@test "real sounds have the events and ticks that are known" {
	need_game "$sci"
	expect 0 sci-snd2wav --list --json "$sci/companion-template"
	is T "$(jq -c '.results[0] | [.resources[] | [.number, .event_count, .ticks]]' <<<"$output")" \
		"[[1,249,177],[2,713,452],[900,3615,3455]]"
	expect 0 sci-snd2wav --list --json "$sci/template-redux"
	is R "$(jq -c '.results[0] | [.resources[] | [.number, .event_count, .ticks]]' <<<"$output")" "[[5,148,450]]"
	expect 0 sci-snd2wav --format json -o json "$sci/companion-template"
	is kinds "$(jq -sc '[.[].events[] | .event] | group_by(.) | map({key: .[0], value: length}) | from_entries' json/*)" \
		'{"controller":97,"end":3,"loop_point":2,"note_off":2128,"note_on":2128,"pitch_bend":18,"program":201}'
}

@test "real sounds become MIDI and the same events again" {
	need_game "$sci"
	"$EXHUME" sci-unpack -q --type sound -o was "$sci/companion-template"
	expect 0 sci-snd2wav -q --device all --format mid -o mid "$sci/companion-template"
	for file in was/*; do
		expect 0 sci-snd2wav --pack -f --header "$file" -o again "mid/${file##*/}.mid"
		for sound in "$file" again; do
			"$EXHUME" sci-snd2wav -q -f --format json -o - "$sound" | jq '[.events[] | del(.offset)], .channels' >"${sound//\//.}.json"
		done
		cmp again.json "${file//\//.}.json"
	done
}

@test "real sounds become JSON and the same events again" {
	need_game "$sci"
	for game in companion-template rooms; do
		expect 0 sci-snd2wav -q --format json -o "$game" "$sci/$game"
		expect 0 sci-snd2wav --pack -o "$game.new/" "$game"/*.json
		expect 0 sci-snd2wav -q --format json -o "$game.again" "$game.new"
		for file in "$game"/*; do
			diff <(jq 'del(.events[].offset)' "$file") <(jq 'del(.events[].offset)' "$game.again/${file##*/}")
		done
	done
}

@test "real sounds are heard of all devices, and logs of them are the same" {
	need_game "$sci"
	for device in adlib speaker tandy; do
		expect 0 sci-snd2wav --json -q --rate native --device $device -o $device "$sci/companion-template"
		jq -e '.results[0] | [.resources[].rendered[].peak] | length >= 2 and min > 3000 and max < 32768' <<<"$output"
	done
	expect 0 sci-snd2wav -q --format opl2log -o logs "$sci/companion-template"
	for sound in 001 002 900; do
		expect 0 imf2wav --rate native -o again.raw -f "logs/sound.$sound.opl2log"
		cmp again.raw <(wav_data "adlib/sound.$sound.wav")
	done
}

@test "a sound of delays that add up to more than ten minutes is cut off" {
	delays=$(printf '\\xf8%.0s' $(seq 170))
	sound sound.001 "$plain" "\x00\xc1\x00\x00\x91\x3c\x64$delays\x3c\x81\x3c\x00\x00\xfc"
	bank patch.003
	expect 1 sci-snd2wav --device speaker --rate 1000 sound.001 -o ten.wav
	says "it lasts 681 seconds: it is cut off after 600 (--max-length)"
	is seconds "$(soxi -D ten.wav | cut -d . -f 1)" 600
	expect 0 sci-snd2wav --device speaker --rate 1000 --max-length 900 sound.001 -o whole.wav
	is seconds "$(soxi -D whole.wav | cut -d . -f 1)" 681
}
