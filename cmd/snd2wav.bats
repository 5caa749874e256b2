#!/usr/bin/env bats
# exhume snd2wav, on effects and songs of our own and, where they are, on the game's.

# shellcheck disable=SC2086 # $fast is several words

load ../testdata/cli/helper
load ../testdata/cli/sound

# Nothing behind effects, and music in a twinkling.
fast="--rate native --tail 0 --tick 65535"

# chunk N FILE: a chunk of the sample archive that is not packed.
chunk() {
	local from to
	from=$(numbers "$archives/audiot/AUDIOHED.SMP" u4 $(($1 * 4)) 1)
	to=$(numbers "$archives/audiot/AUDIOHED.SMP" u4 $(($1 * 4 + 4)) 1)
	tail -c +$((from + 1)) "$archives/audiot/AUDIOT.SMP" | head -c $((to - from)) >"$2"
}

# pack FOLDER CHUNK_FILE...: an archive that is not packed, SOUND.TST, and its head.
pack() {
	local folder=$1 at=0 file
	shift
	mkdir -p "$folder"
	: >"$folder/SOUND.TST"
	{
		for file; do
			printf "$(le32 $at)"
			cat "$file" >>"$folder/SOUND.TST"
			at=$((at + $(stat -c %s "$file")))
		done
		printf "$(le32 $at)"
	} >"$folder/AUDIOHED.TST"
}

# speaker_effect FILE BYTE...
speaker_effect() {
	local file=$1 byte
	shift
	{
		printf "$(le32 $#)\\x05\\x00"
		for byte; do
			printf "\\x$(printf %02x "$byte")"
		done
	} >"$file"
}

# speaker CHUNK_FILE TAIL: samples at the chip's rate by section 19 of the description.
speaker() {
	numbers "$1" u1 6 | head -n "$(numbers "$1" u4 0 1)" | awk -v tail="$2" '
		{ byte[NR - 1] = $1 }
		END {
			count = NR
			last = 255
			tick = clock = divisor = 0
			for (i = 0; i < int(8519 * count / 24) + tail; i++) {
				value = 0
				for (n = 0; n < 24; n++) {
					for (; tick < count && clock == 8519 * tick; tick++) {
						if (byte[tick] != last) {
							last = byte[tick]
							divisor = 60 * last
							start = clock
						}
						if (tick == count - 1) divisor = 0
					}
					if (divisor) value += (clock - start) % divisor < divisor / 2 ? 1 : -1
					clock++
				}
				print 341 * value
			}
		}'
}

# adlib CHUNK_FILE TAIL: the log of section 18.
adlib() {
	local count
	count=$(numbers "$1" u4 0 1)
	{
		numbers "$1" u1 6 17
		numbers "$1" u1 23 "$count"
	} | awk '
		function write(at, reg, value) { printf "%.0f %02x %02x\n", at, reg, value }
		NR <= 16 { instrument[NR - 1] = $1; next }
		NR == 17 {
			block = $1 % 8
			write(0, 1, 32)
			write(0, 176, 0)
			split("32 64 96 128 224", banks, " ")
			for (side = 0; side < 2; side++)
				for (i = 0; i < 5; i++) write(0, banks[i + 1] + 3 * side, instrument[2 * i + side])
			next
		}
		{
			at = int(8519 * tick / 24); tick++
			if ($1) { write(at, 160, $1); write(at, 176, block * 4 + 32) }
			else write(at, 176, 0)
		}
		END { write(at, 176, 0) }' | space $((8519 * count / 24 + $2))
}

other_bytes() {
	head -c "$1" "$manual/exhume-egagrab.1"
}

# game_with FILE PACKING TABLE...: a program with tables in it.
game_with() {
	local name=$1 packing=$2 table
	shift 2
	{
		other_bytes 3001
		for table; do
			cat "$table"
			other_bytes 1002
		done
		other_bytes 20000
	} >image
	program plain.tmp image
	if [ "$packing" = none ]; then
		mv plain.tmp "$name"
	else
		expect 0 unlzexe -f --pack-as "$packing" -o "$name" plain.tmp
	fi
	rm -f image plain.tmp
}

#
# Sound.
#

@test "the speaker's wave is what its timer makes of the effect" {
	for i in 0 1 2 3 4 5; do
		chunk $i effect.pcsnd
		expect 0 snd2wav -f --device pc --rate native --format raw -o effect.raw effect.pcsnd
		# One of them is a pause.
		if samples effect.raw | grep -qv '^0$'; then
			silent
		else
			says "effect.raw: warning: silence from start to end"
		fi
		speaker effect.pcsnd 4972 | diff - <(samples effect.raw)
	done
	# From its lowest to its highest, and what is no change: a 255 in front, and the same again.
	speaker_effect odd.pcsnd 255 255 1 2 3 0 0 254 255 255 7 7 7 0 9 1
	expect 0 snd2wav --rate native --tail 100n --format raw -o odd.raw odd.pcsnd
	speaker odd.pcsnd 100 | diff - <(samples odd.raw)
	is "silent ticks in front" "$(samples odd.raw | head -n $((8519 * 2 / 24)) | sort -u)" 0
}

@test "the card plays what the game writes to it" {
	for i in 6 7 8 9 10 11; do
		chunk $i effect.alsnd
		adlib effect.alsnd 49716 >effect.opl2log
		expect 0 imf2wav -f --rate native -o log.raw effect.opl2log
		expect 0 snd2wav -f --device adlib --rate native --format raw -o effect.raw effect.alsnd
		silent
		cmp log.raw effect.raw
	done
	expect 0 snd2wav -f --rate native --tail 100n --format raw -o short.raw effect.alsnd
	cmp -n "$(stat -c %s short.raw)" short.raw effect.raw
	is length "$(stat -c %s short.raw)" $((2 * (8519 * 48 / 24 + 100)))
}

@test "the known effect has the samples that are known" {
	need_game "$opl2"
	while read -r name count sum kind file; do
		[ "$kind" = alsnd ] || continue
		expect 0 snd2wav --rate native --format raw -o "$name.raw" "$opl2/$file"
		silent
		is "$name" "$(stat -c %s "$name.raw") $(hash_of "$name.raw")" "$((2 * count)) $sum"
	done < <(known_sounds)
	[ -s fx_demo.raw ]
}

@test "--naive has the wave as it is at each sample: up, down or off" {
	speaker_effect effect.pcsnd 17 17 3 200 0 90 90
	for rate in 49716 44100 8000; do
		[ $rate = $native ] || has_soxr || continue
		expect 0 snd2wav -f --naive --rate $rate --tail 0.01 --format raw -o effect.raw effect.pcsnd
		samples effect.raw >found
		is values "$(sort -nu found | tr '\n' ' ')" "-8184 0 8184 "
		is length "$(wc -l <found)" "$(frames $((8519 * 7 / 24 + 497)) $rate)"
		numbers effect.pcsnd u1 6 | awk -v rate=$rate -v all="$(wc -l <found)" '
			{ byte[NR - 1] = $1 }
			END {
				count = NR
				last = 255
				tick = divisor = 0
				for (i = 0; i < all; i++) {
					clock = int(i * 24 * 49716 / rate)
					for (; tick < count && clock >= 8519 * tick; tick++) {
						if (byte[tick] != last) {
							last = byte[tick]
							divisor = 60 * last
							start = 8519 * tick
						}
						if (tick == count - 1) divisor = 0
					}
					print (divisor ? ((clock - start) % divisor < divisor / 2 ? 8184 : -8184) : 0)
				}
			}' | diff - found
	done
	# The card has no other wave.
	chunk 7 effect.alsnd
	expect 0 snd2wav --naive --rate native -o naive.wav effect.alsnd
	expect 0 snd2wav --rate native -o plain.wav effect.alsnd
	cmp naive.wav plain.wav
}

@test "the speaker's wave at other rates has its harmonics, and none that fold back" {
	need_soxr
	# 480 clocks a period: 2486 Hz, and no harmonic just where 44100 Hz end.
	# shellcheck disable=SC2046
	speaker_effect tone.pcsnd $(yes 8 | head -n 40)
	expect 0 snd2wav --tail 0 --format raw -o tone.raw tone.pcsnd
	# The wave in 160 steps of 3 clocks; a sample is at the middle of a step.
	awk 'BEGIN {
		pi = atan2(0, -1)
		for (j = 3000; j < 4000; j++) {
			sum = 0
			for (k = 1; k <= 7; k += 2)
				sum += 4 / (160 * sin(pi * k / 160)) * sin(2 * pi * k * (j * 8 * 49716 / 44100 + 0.5) / 160)
			print 8184 * sum
		}
	}' >expected
	samples tone.raw | tail -n +3001 | head -n 1000 >found
	near found expected 3
	expect 0 snd2wav --naive --tail 0 --format raw -o naive.raw tone.pcsnd
	samples naive.raw | tail -n +3001 | head -n 1000 >found
	if near found expected 1000 >/dev/null; then
		echo "the naive wave has to differ"
		return 1
	fi
}

@test "music of an archive is what imf2wav makes of its file" {
	sample audiot
	expect 0 snd2wav -q --rate native audiot/AUDIOT.SMP
	expect 0 imf2wav -q --tick 560 --rate native -o mole.wav audiot/MOLE.WLF
	cmp mole.wav audiot/AUDIOT.SMP.extracted/music-00.wav
	expect 0 imf2wav -q --tick 560 --rate native -o deep.wav audiot/DEEP.IMF
	cmp deep.wav audiot/AUDIOT.SMP.extracted/music-01.wav
	expect 0 snd2wav -q --rate native --tick 700 --tail 10n -o fast audiot/AUDIOT.SMP
	expect 0 imf2wav -q --tick 700 --rate native --tail 10n -o fast.wav audiot/MOLE.WLF
	cmp fast.wav fast/music-00.wav
	holds fast/manifest.json '.music[0] | .tick_rate == 700 and .tick_rate_why == "set by --tick"'
	# Archives that are named so are of games with 700 ticks.
	mkdir wolf
	cp audiot/AUDIOT.SMP wolf/AUDIOT.WL6
	cp audiot/AUDIOHED.SMP wolf/AUDIOHED.WL6
	expect 0 snd2wav --list --json wolf/AUDIOT.WL6
	holds <(echo "$output") '[.results[0].music[].tick_rate] == [700, 700]'
}

#
# Archives.
#

@test "an archive goes to a folder beside it: a file a sound, and a manifest" {
	sample audiot
	expect 0 snd2wav -v --rate native audiot/AUDIOT.SMP
	says "music 0: 560 ticks per second: nothing in the song names its rate" "music 1: 560 ticks per second"
	is nothing "$output" ""
	{
		for i in 0 1 2 3 4 5; do
			printf '0%d.adlib.wav\n0%d.pc.wav\n' $i $i
		done
		printf '%s\n' manifest.json music-00.wav music-01.wav
	} | diff - <(files_in audiot/AUDIOT.SMP.extracted)
	while read -r name ticks tail; do
		is_wav "audiot/AUDIOT.SMP.extracted/$name.wav" $native 1 $((8519 * ticks / 24 + tail))
	done <<-END
		00.pc 12 4972
		02.pc 24 4972
		04.pc 0 4972
		05.pc 48 4972
		00.adlib 14 49716
		04.adlib 2 49716
		05.adlib 48 49716
	END
	no_part_left
}

@test "packed or not, marked or not, the archive gives the same" {
	sample audiot
	sample keen4
	expect 0 snd2wav -q $fast --raw -o plain audiot/AUDIOT.SMP
	expect 0 snd2wav -q $fast --raw -o packed keen4/AUDIO.SMP
	# The songs' footers differ: that of MUSE there, a tag here.
	diff -r -x manifest.json -x 'music-00.*' plain packed
	cmp <(wav_data plain/music-00.wav) <(wav_data packed/music-00.wav)
	is title "$(wav_info packed/music-00.wav | head -n 1)" "INAM 5 MOLE"
	holds packed/manifest.json '.packing == "huffman" and .tables.dict.file == "AUDIODCT.SMP" and .tables.head.file == "AUDIOHHD.SMP" and .music[0].title == "MOLE"'
	holds plain/manifest.json '.packing == "none" and (.tables | has("dict") | not) and .music[0].title == "Mole Hill"'
}

# As the heads of Keen 4 to 6 have it: the empty group lies past the start of the first song.
step_back() {
	local at
	at=$(($(numbers "$1" u4 72 1) + $2))
	for i in 12 13 14 15 16 17; do
		poke "$1" $((i * 4)) "$(le32 $at)"
	done
}

@test "a head that steps back at the first song, as in Keen 4 to 6, loses nothing" {
	sample keen4
	rm keen4/*EGA* keen4/*MAP*
	expect 0 snd2wav -q $fast --raw -o plain keen4/AUDIO.SMP
	step_back keen4/AUDIOHHD.SMP 931
	mv keen4 genuine
	expect 0 snd2wav $fast --strict --raw -o head genuine/AUDIO.SMP
	says_not damage "out of order" error
	diff -r -x manifest.json plain head
	holds head/manifest.json '.sounds_a_group == 6 and (.sounds | length) == 6 and (.music | length) == 2 and .errors == [] and .warnings == [] and
		.grouped_by == "the head steps back at the first music"'
	# The tables in a program, packed or not.
	mkdir program
	cp genuine/AUDIO.SMP program/AUDIO.CK4
	for packing in none 0.90; do
		game_with program/KEEN4E.EXE $packing genuine/AUDIOHHD.SMP genuine/AUDIODCT.SMP
		expect 0 snd2wav -f $fast --strict --raw -o out program/AUDIO.CK4
		diff -r -x manifest.json plain out
		rm program/KEEN4E.EXE
	done
}

@test "--raw writes the chunks as they are" {
	sample audiot
	expect 0 snd2wav -q $fast --raw audiot/AUDIOT.SMP
	for i in 0 1 2 3 4 5; do
		chunk $i expected
		cmp expected audiot/AUDIOT.SMP.extracted/0$i.pcsnd
		chunk $((i + 6)) expected
		cmp expected audiot/AUDIOT.SMP.extracted/0$i.alsnd
	done
	cmp audiot/AUDIOT.SMP.extracted/music-00.imf audiot/MOLE.WLF
	chunk 19 expected
	cmp expected audiot/AUDIOT.SMP.extracted/music-01.imf
	holds audiot/AUDIOT.SMP.extracted/manifest.json '[.sounds[].pc.extracted, .sounds[].adlib.extracted, .music[].extracted] ==
		[range(6) | "0\(.).pcsnd"] + [range(6) | "0\(.).alsnd"] + ["music-00.imf", "music-01.imf"]'
	is count "$(count_files audiot/AUDIOT.SMP.extracted)" 29
	# Extracted chunks sound the same by themselves.
	for number in 00 01 02 03 05; do
		expect 0 snd2wav $fast -o pc.wav -f audiot/AUDIOT.SMP.extracted/$number.pcsnd
		cmp pc.wav audiot/AUDIOT.SMP.extracted/$number.pc.wav
		expect 0 snd2wav $fast -o adlib.wav -f audiot/AUDIOT.SMP.extracted/$number.alsnd
		cmp adlib.wav audiot/AUDIOT.SMP.extracted/$number.adlib.wav
	done
}

@test "--imf-type writes music with its size, or records alone" {
	local size
	sample audiot
	for type in stored 0 1; do
		expect 0 snd2wav -q $fast --raw --imf-type $type -o $type audiot/AUDIOT.SMP
	done
	chunk 18 mole # with a size, and a tag; begins with zeros
	chunk 19 deep
	cmp stored/music-00.imf mole
	cmp 1/music-00.imf mole
	size=$(numbers mole u2 0 1)
	cmp 0/music-00.imf <(tail -c +3 mole | head -c "$size")
	is zeros "$(numbers 0/music-00.imf u2 0 1)" 0
	for song in music-00 music-01; do
		for type in 0 1; do
			expect 0 imf2wav -q --tick 700 --tail 0 --rate native -o $type.wav -f $type/$song.imf
			expect 0 imf2wav -q --tick 700 --tail 0 --rate native -o stored.wav -f stored/$song.imf
			cmp <(wav_data $type.wav) <(wav_data stored.wav)
		done
		is "what a player goes by" "$(numbers 1/$song.imf u2 0 1)" "$(stat -c %s 0/$song.imf)"
	done
	# Effects are as ever.
	cmp 0/02.alsnd stored/02.alsnd
}

@test "an archive with one sound goes to the file that -o names" {
	sample audiot
	chunk 0 speaker.chunk
	chunk 6 adlib.chunk
	chunk 18 song.chunk
	pack one song.chunk
	expect 0 snd2wav --json $fast -o one.wav one/SOUND.TST
	echo "$output" >json
	[ -f one.wav ]
	holds json '.results[0] | .output == "one.wav" and .music[0].file == "one.wav"'
	expect 0 snd2wav $fast -o folder one/SOUND.TST
	cmp one.wav folder/music-00.wav
	expect 0 snd2wav $fast -o folder/ -f one/SOUND.TST
	"$EXHUME" snd2wav $fast -q -o - one/SOUND.TST | cmp - one.wav
	expect 0 snd2wav $fast -o one.raw one/SOUND.TST
	cmp one.raw <(wav_data one.wav)
	# Several sounds need a folder, and none of that name is made.
	pack two speaker.chunk adlib.chunk /dev/null
	expect 1 snd2wav $fast -o two.wav two/SOUND.TST
	says "two/SOUND.TST: 2 files: -o must be a folder, not two.wav"
	absent two.wav
	expect 0 snd2wav $fast --device pc -o two.wav two/SOUND.TST
	expect 0 snd2wav $fast -o speaker.wav --device pc speaker.chunk
	cmp two.wav speaker.wav
	expect 1 snd2wav $fast --device pc -o two.wav two/SOUND.TST
	says "two.wav: exists; -f overwrites it"
}

@test "--device takes the effects of one, and the music with them" {
	sample audiot
	expect 0 snd2wav -q $fast --raw -o both audiot/AUDIOT.SMP
	for device in pc adlib both; do
		expect 0 snd2wav -q $fast --raw --device $device -o out.$device audiot/AUDIOT.SMP
	done
	same_tree out.both both
	is "of the speaker" "$(files_in out.pc | tr '\n' ' ')" "$(files_in both | grep -e pc -e m | tr '\n' ' ')"
	is "of the card" "$(files_in out.adlib | tr '\n' ' ')" "$(files_in both | grep -e al -e adl -e '^m' | tr '\n' ' ')"
	diff -r -x manifest.json out.pc both | grep -v '^Only in both' && return 1
	diff -r -x manifest.json out.adlib both | grep -v '^Only in both' && return 1
	holds out.pc/manifest.json 'all(.sounds[]; has("pc") and (has("adlib") | not)) and (.sounds | length) == 6'
	holds out.adlib/manifest.json 'all(.sounds[]; has("adlib") and (has("pc") | not)) and (.music | length) == 2'
}

@test "the manifest tells of all that is there" {
	sample audiot
	expect 0 snd2wav --rate native --tail 0 --json -o out audiot/AUDIOT.SMP
	echo "$output" >json
	manifest=out/manifest.json
	holds $manifest 'keys == ["archive", "chunks", "errors", "exhume", "format", "grouped_by", "music", "packing", "schema", "sounds", "sounds_a_group", "tables", "warnings"]'
	holds $manifest '.format == "snd2wav" and .chunks == 20 and .sounds_a_group == 6 and .grouped_by == "three groups before the first music" and .warnings == [] and .errors == []'
	holds $manifest '.archive == {file: "AUDIOT.SMP", size: 2148, crc32: $crc, sha256: $sum}' --arg sum "$(hash_of audiot/AUDIOT.SMP)" \
		--arg crc "$(gzip -c audiot/AUDIOT.SMP | tail -c 8 | od -An -tx4 -N4 | tr -d ' ')"
	holds $manifest '[.sounds[] | [.number, .pc.chunk, .pc.ticks, .pc.priority, .adlib.chunk, .adlib.ticks, .adlib.priority, .adlib.block]] ==
		[[0, 0, 12, 10, 6, 14, 10, 2], [1, 1, 18, 20, 7, 20, 20, 4], [2, 2, 24, 50, 8, 36, 50, 6],
		[3, 3, 8, 30, 9, 8, 30, 1], [4, 4, 0, 0, 10, 2, 0, 5], [5, 5, 48, 90, 11, 48, 90, 5]]'
	holds $manifest '[.sounds[].adlib.instrument] == ["0e010a04f3f5f7f60000000000000000", "21211a06f2f225360000000000000000",
		"04012005f4f334350001000000000000", "00000800f8d7f7f80000000000000000", "01011008ffffffff0000000000000000", "31611c0282920b3b0200000000000000"]'
	holds $manifest '.music | [.[] | [.number, .chunk, .ticks, .tick_rate, .file]] == [[0, 18, 4550, 560, "music-00.wav"], [1, 19, 2310, 560, "music-01.wav"]]'
	holds $manifest 'all(.sounds[] | .pc, .adlib; .rate == 49716 and .gain == 1 and .clipped_samples == 0 and .frames == (8519 * .ticks / 24 | floor) and (.seconds * 49716 - .frames | fabs) < 1e-6)'
	holds $manifest '[.sounds[].pc.peak] == [8184, 8184, 8184, 8184, 0, 8184]'
	jq -r '(.sounds[] | .pc.file, .adlib.file), .music[].file' $manifest | sort | diff - <(files_in out | grep -v manifest)
	# The document says the same.
	holds json '.results[0] | .input == "audiot/AUDIOT.SMP" and .output == "out" and .status == "ok"'
	diff <(jq 'del(.exhume, .format, .schema)' $manifest) <(jq '.results[0] | del(.input, .output, .status)' json)
}

@test "--list says what there is and writes nothing" {
	sample audiot
	chunk 7 effect.alsnd
	remember .
	expect 0 snd2wav --list audiot/AUDIOT.SMP effect.alsnd
	prints "audiot/AUDIOT.SMP" "chunk  kind     no.  name            ticks  priority, or title" \
		$'\n    5  pc         5                     48        90\n' $'\n   18  music      0                   4550  Mole Hill\n' "effect.alsnd"
	is lines "${#lines[@]}" 19
	expect 0 snd2wav --list --device speaker audiot/AUDIOT.SMP
	is lines "${#lines[@]}" 10
	expect 0 snd2wav --list --json audiot/AUDIOT.SMP effect.alsnd
	echo "$output" >"$BATS_TEST_TMPDIR/json"
	holds "$BATS_TEST_TMPDIR/json" '[.results[].status] == ["ok", "ok"] and (.results[0].sounds | length) == 6 and ([.results[] | has("output")] | any | not)'
	holds "$BATS_TEST_TMPDIR/json" '.results[1].sounds == [{number: 0, adlib: {ticks: 20, priority: 20, instrument: "21211a06f2f225360000000000000000", block: 4}}]'
	unchanged .
}

@test "several archives go to folders of their names, each fails alone" {
	sample audiot
	sample keen4
	sample audiot third
	echo nonsense >bad.snd
	expect 1 snd2wav -q $fast --json -o out audiot/AUDIOT.SMP bad.snd nowhere keen4/AUDIO.SMP third/AUDIOT.SMP
	echo "$output" >json
	says "bad.snd: neither an effect" "nowhere: can't open" "third/AUDIOT.SMP: its output out/AUDIOT.SMP is already used by audiot/AUDIOT.SMP"
	holds json '[.results[].status] == ["ok", "failed", "failed", "ok", "failed"] and [.results[].output] == ["out/AUDIOT.SMP", null, null, "out/AUDIO.SMP", null]'
	is folders "$(cd out && echo *)" "AUDIO.SMP AUDIOT.SMP"
	is files "$(count_files out)" 30
}

@test "jobs change nothing" {
	sample keen4
	poke keen4/AUDIO.SMP 5 '\xff'
	expect 1 snd2wav -j 1 $fast --raw --json -o one keen4/AUDIO.SMP
	printf '%s' "$output" | sed 's,"one","two",' >one.json
	words=$stderr
	expect 1 snd2wav -j 2 $fast --raw --json -o two keen4/AUDIO.SMP
	is json "$output" "$(cat one.json)"
	is words "$stderr" "$words"
	same_tree one two
}

@test "gain and normalization are each sound's own" {
	sample audiot
	expect 0 snd2wav -q $fast --format raw -o plain audiot/AUDIOT.SMP
	expect 0 snd2wav -q $fast --format raw --gain 0.5 -o half audiot/AUDIOT.SMP
	expect 0 snd2wav -q $fast --format raw --normalize -o loud audiot/AUDIOT.SMP
	for name in 00.pc 05.adlib music-01; do
		samples plain/$name.raw | awk '{ print $1 / 2 }' >expected
		near <(samples half/$name.raw) expected 0.51
		is "loudest of $name" "$(samples loud/$name.raw | awk '{ v = $1 < 0 ? -$1 : $1; if (v > most) most = v } END { print most }')" 32767
	done
	holds loud/manifest.json '[.sounds[].pc.gain] | .[0] > 4.003 and .[0] < 4.004 and .[4] == 1'
	holds half/manifest.json 'all(.sounds[] | .pc, .adlib; .gain == 0.5)'
	holds loud/manifest.json 'all(.sounds[] | .pc, .adlib; .clipped_samples == 0)'
}

@test "FLAC holds the samples of WAV" {
	need_flac
	sample audiot
	expect 0 snd2wav -q $fast --format flac -o flac audiot/AUDIOT.SMP
	expect 0 snd2wav -q $fast -o wav audiot/AUDIOT.SMP
	for name in 01.pc 02.adlib music-00; do
		flac -s -d -c --force-raw-format --endian=little --sign=signed flac/$name.flac >raw
		cmp raw <(wav_data wav/$name.wav)
	done
	is files "$(count_files flac)" 15
}

@test "at 44100 Hz, as it is without --rate, lengths are rounded up" {
	need_soxr
	sample audiot
	expect 0 snd2wav --json -o out audiot/AUDIOT.SMP
	for name in 00.pc:12:4972 04.pc:0:4972 01.adlib:20:49716; do
		IFS=: read -r name ticks tail <<<"$name"
		is_wav out/$name.wav 44100 1 "$(frames $((8519 * ticks / 24 + tail)) 44100)"
	done
	holds out/manifest.json 'all(.sounds[] | .pc, .adlib; .rate == 44100)'
	is_wav out/music-01.wav 44100 1 "$(frames 358166 44100)"
}

#
# Effects in files of their own.
#

@test "an effect stands beside its file; -o names a file, a folder, standard output" {
	chunk 1 hop.pcsnd
	chunk 7 hop.alsnd
	expect 0 snd2wav --rate native hop.pcsnd
	silent
	is_wav hop.pc.wav $native 1 $((8519 * 18 / 24 + 4972))
	expect 0 snd2wav --rate native -o one.wav hop.pcsnd
	cmp one.wav hop.pc.wav
	mkdir there
	expect 0 snd2wav --rate native -o there hop.pcsnd
	cmp there/hop.pc.wav hop.pc.wav
	expect 0 snd2wav --rate native -o new/ hop.pcsnd
	cmp new/hop.pc.wav hop.pc.wav
	"$EXHUME" snd2wav --rate native -o - hop.pcsnd >standard.wav
	cmp standard.wav hop.pc.wav
	"$EXHUME" snd2wav --rate native -o - - <hop.pcsnd | cat >both.wav
	cmp both.wav hop.pc.wav
	expect 0 snd2wav --rate native --json -o adlib.wav hop.alsnd
	holds <(echo "$output") '.results[0].sounds == [{number: 0, adlib: .results[0].sounds[0].adlib}] and (.results[0].sounds[0].adlib | .file == "adlib.wav" and .ticks == 20 and .rate == 49716 and .frames == 56815)'
	# Several, into a folder.
	cp hop.alsnd other.alsnd
	expect 0 snd2wav --rate native -o several hop.pcsnd other.alsnd
	is files "$(files_in several | tr '\n' ' ')" "hop.pc.wav other.adlib.wav "
	cmp several/other.adlib.wav adlib.wav
}

@test "an effect is as long as --max-length at most" {
	for kind in 1:pcsnd 7:alsnd; do
		chunk "${kind%:*}" "hop.${kind#*:}"
		expect 1 snd2wav --rate native --tail 0 --max-length 0.05 -o short.wav -f "hop.${kind#*:}"
		says "it is cut off after 0 (--max-length)"
		is samples "$(soxi -s short.wav)" 2486
	done
}

@test "two effects with one output: the later is an error" {
	chunk 1 hop.pcsnd
	chunk 2 hop.bin
	expect 1 snd2wav -f --rate native -o out hop.pcsnd hop.bin
	says "hop.bin: its output out/hop.pc.wav is already used by another input"
	is_wav out/hop.pc.wav $native 1 $((8519 * 18 / 24 + 4972))
}

@test "the ending of -o names the format" {
	chunk 1 hop.pcsnd
	expect 0 snd2wav --rate native -o hop.raw hop.pcsnd
	expect 0 snd2wav --rate native -o hop.wav hop.pcsnd
	cmp hop.raw <(wav_data hop.wav)
}

@test "the ending of an effect's file names the device" {
	chunk 4 click.pcsnd
	expect 0 snd2wav --rate native click.pcsnd
	is_wav click.pc.wav $native 1 4972
}

@test "what exists is not touched without -f" {
	sample audiot
	mkdir audiot/AUDIOT.SMP.extracted
	echo mine >audiot/AUDIOT.SMP.extracted/03.pc.wav
	remember audiot
	expect 1 snd2wav $fast audiot/AUDIOT.SMP
	says "03.pc.wav: exists; -f overwrites it"
	unchanged audiot
	expect 0 snd2wav -f $fast audiot/AUDIOT.SMP
	is_wav audiot/AUDIOT.SMP.extracted/03.pc.wav $native 1 $((8519 * 8 / 24))
	remember audiot
	expect 1 snd2wav --rate native audiot/AUDIOT.SMP
	says "exists, and so do 14 more files; -f overwrites them"
	unchanged audiot
	chunk 1 hop.pcsnd
	echo mine >hop.pc.wav
	expect 1 snd2wav --rate native hop.pcsnd
	says "hop.pc.wav: exists; -f overwrites it"
	is content "$(cat hop.pc.wav)" mine
	expect 0 snd2wav -f --rate native hop.pcsnd
	is_wav hop.pc.wav $native 1 $((8519 * 18 / 24 + 4972))
	no_part_left
}

#
# Tables.
#

@test "tables are found in any case, given by name, or taken out of a program" {
	for name in audiot keen4; do
		sample $name
		archive=AUDIO.SMP
		[ $name = keen4 ] || archive=AUDIOT.SMP
		expect 0 snd2wav -q $fast --raw -o whole.$name $name/$archive
		mkdir alone.$name tables
		mv $name/$archive alone.$name
		mv $name/AUDIO* tables
		head=$(echo tables/AUDIOH*)
		dict=$(echo tables/AUDIOD*)
		[ -e "$dict" ] || dict=
		expect 0 snd2wav -q $fast --raw --head "$head" ${dict:+--dict "$dict"} -o given.$name alone.$name/$archive
		diff -r whole.$name given.$name
		for packing in none 0.90 0.91; do
			# shellcheck disable=SC2086
			game_with GAME.EXE $packing $dict "$head"
			expect 0 snd2wav -q $fast --raw --exe GAME.EXE -o exe.$packing.$name alone.$name/$archive
			diff -r -x manifest.json whole.$name exe.$packing.$name
			holds exe.$packing.$name/manifest.json '.tables.head | .file == "GAME.EXE" and .offset > 3000'
		done
		mv GAME.EXE alone.$name/game.exe
		expect 0 snd2wav -v $fast -o beside.$name alone.$name/$archive
		says "head alone.$name/game.exe (unpacked) at 0x"
		rm alone.$name/game.exe
		for table in tables/*; do
			cp "$table" "alone.$name/$(basename "$table" | tr '[:upper:]' '[:lower:]')"
		done
		expect 0 snd2wav -v $fast -o lower.$name alone.$name/$archive
		says "head alone.$name/audioh"
		rm -r tables
	done
}

@test "without its tables an archive is no archive, and that is told" {
	mkdir alone
	cp "$archives/keen4/AUDIO.SMP" alone
	expect 1 snd2wav --rate native alone/AUDIO.SMP
	says "alone/AUDIO.SMP: neither an effect from Keen nor an archive with an AUDIOHHD or AUDIOHED beside it"
	expect 1 snd2wav --rate native --dict "$archives/keen4/AUDIODCT.SMP" alone/AUDIO.SMP
	says "no matching AUDIOHHD or AUDIOHED beside it" "give --head FILE or --exe FILE"
	expect 1 snd2wav --rate native --head "$archives/keen4/AUDIOHHD.SMP" alone/AUDIO.SMP
	says "alone/AUDIO.SMP"
	expect 1 snd2wav --rate native --head nowhere alone/AUDIO.SMP
	says "nowhere: can't open"
	expect 1 snd2wav --rate native --head "$archives/audiot/AUDIOHED.SMP" --dict "$archives/ega/EGADICT.SMP" alone/AUDIO.SMP
	expect 1 snd2wav --rate native --exe "$archives/keen4/AUDIO.SMP" alone/AUDIO.SMP
	says "not a DOS program"
	game_with GAME.EXE 0.91 "$archives/keen4/EGAHEAD.SMP"
	expect 1 snd2wav --rate native --exe GAME.EXE alone/AUDIO.SMP
	says "GAME.EXE: no head"
	is files "$(files_in alone)" AUDIO.SMP
}

#
# Damage.
#

@test "a chunk that is damaged is told, and the others are written" {
	sample audiot
	expect 0 snd2wav -q $fast -o whole audiot/AUDIOT.SMP
	for ((i = 0; i < 20; i++)); do
		chunk $i chunk.$i
	done
	cut_to chunk.8 10
	# shellcheck disable=SC2046
	pack damaged $(seq -f chunk.%g 0 19)
	expect 1 snd2wav $fast --raw --json -o out damaged/SOUND.TST
	echo "$output" >json
	says "chunk 8: 10 bytes, an effect for the AdLib has 23 or more"
	holds json '.results[0] | .status == "failed" and (.errors | length) == 1 and (.errors[0].text | contains("chunk 8"))'
	holds out/manifest.json '(.errors | length) == 1 and .sounds[2].adlib == {chunk: 8, extracted: "02.alsnd"} and .sounds[2].pc.file == "02.pc.wav"'
	absent out/02.adlib.wav
	is size "$(stat -c %s out/02.alsnd)" 10
	is files "$(count_files out)" 28
	for file in out/*.wav; do
		cmp $file whole/${file#*/}
	done
	# An instrument that the game would stop at is told, but played.
	sample audiot
	poke audiot/AUDIOT.SMP $(($(numbers audiot/AUDIOHED.SMP u4 32 1) + 12)) '\0\0'
	expect 0 snd2wav $fast -o warned audiot/AUDIOT.SMP
	says "warning: an instrument without sustain and release: the game would stop with an error"
	is files "$(count_files warned)" 15
	holds warned/manifest.json '(.warnings | length) == 1'
	# One that ends early is kept as far as it goes.
	sample audiot
	at=$(numbers audiot/AUDIOHED.SMP u4 4 1)
	poke audiot/AUDIOT.SMP "$at" '\xff'
	expect 1 snd2wav $fast -o longer audiot/AUDIOT.SMP
	says "AUDIOT.SMP:0x13: effect of 255 bytes declared, 19 found"
	is files "$(count_files longer)" 15
	# All 19 bytes that are there, of which the last is never heard.
	is_wav longer/01.pc.wav $native 1 $((8519 * 19 / 24))
	diff -r -x manifest.json -x 01.pc.wav longer whole
}

@test "an archive that is cut gives what there is of it" {
	sample audiot
	expect 0 snd2wav -q $fast -o whole audiot/AUDIOT.SMP
	for size in 30 200 500 1500 2147; do
		head -c $size "$archives/audiot/AUDIOT.SMP" >audiot/AUDIOT.SMP
		expect 1 snd2wav -f $fast -o out.$size audiot/AUDIOT.SMP
		[ -n "$stderr" ]
		# Whole chunks are as they were.
		for i in 0 1 2 3 4 5; do
			[ "$(numbers audiot/AUDIOHED.SMP u4 $((4 * i + 4)) 1)" -le $size ] || continue
			cmp out.$size/0$i.pc.wav whole/0$i.pc.wav
		done
	done
	cmp out.2147/music-00.wav whole/music-00.wav
	cmp out.2147/05.adlib.wav whole/05.adlib.wav
	: >audiot/AUDIOT.SMP
	expect 1 snd2wav --rate native -o none audiot/AUDIOT.SMP
	absent none
}

@test "a digital sound is not played, but extracted" {
	for i in 0 1 2 6 7 8; do
		chunk $i $i
	done
	cp "$archives/audiot/MOLE.WLF" song
	head -c 500 "$manual/exhume.1" >digital
	: >none
	pack two 0 1 2 6 7 8 none digital none song
	expect 1 snd2wav $fast --raw -o out two/SOUND.TST
	says "chunk 7: digital sounds are not supported; --raw writes their chunks"
	cmp out/01.digital digital
	absent out/01.wav out/01.digital.wav
	holds out/manifest.json '.sounds_a_group == 3 and .sounds[1].digital == {chunk: 7, extracted: "01.digital"} and .music[0].chunk == 9'
	for i in 0 1 2; do
		[ -s out/0$i.pc.wav ] && [ -s out/0$i.adlib.wav ]
	done
}

@test "what is neither archive nor effect is told, and nothing is written" {
	: >empty
	head -c 300 "$manual/exhume.1" >text
	cp "$archives/audiot/MOLE.WLF" "$archives/ega/SAMPLE.EGA" .
	remember .
	for file in empty text MOLE.WLF SAMPLE.EGA nowhere .; do
		expect 1 snd2wav --rate native "$file"
		says "$file: "
	done
	expect 1 snd2wav --rate native --device pc empty
	says "empty:0x0: 0 bytes, an effect for the speaker has 6 or more"
	expect 1 snd2wav --rate native --device adlib empty
	says "empty:0x0: 0 bytes, an effect for the AdLib has 23 or more"
	unchanged .
	# An effect that ends early is played as far as it goes.
	chunk 1 hop.pcsnd
	cut_to hop.pcsnd 16
	expect 1 snd2wav --rate native --device pc --tail 0 -o hop.wav hop.pcsnd
	says "hop.pcsnd:0x" "18"
	is_wav hop.wav $native 1 $((8519 * 10 / 24))
}

#
# Outputs that fail.
#

@test "a full disk, a closed pipe, and a folder that may not be written to" {
	chunk 11 effect.alsnd
	if [ -w /dev/full ]; then
		expect 1 snd2wav --rate native -o /dev/full effect.alsnd
		says "/dev/full: can't write: No space left on device"
		status=$("$EXHUME" snd2wav --rate native -o - effect.alsnd 2>err >/dev/full; echo $?)
		is status "$status" 1
		grep -q "No space left on device" err
	fi
	set +o pipefail
	"$EXHUME" snd2wav --rate native -o - effect.alsnd 2>err | head -c 100 >begin
	is status "${PIPESTATUS[0]}" 141
	is words "$(cat err)" ""
	sample audiot
	# No file may be longer than 20 KiB: the short ones are there, and no half ones.
	status=$(ulimit -f 20; "$EXHUME" snd2wav --rate native --tail 0 --tick 560 -o small audiot/AUDIOT.SMP 2>err; echo $?)
	is status "$status" 1
	grep -q "small/music-00.wav: can't write: File too large" err
	[ -s small/00.pc.wav ]
	absent small/music-00.wav small/05.pc.wav
	no_part_left
	holds small/manifest.json '(.music[0] | has("file") | not) and .sounds[0].pc.file == "00.pc.wav"'
	need_nobody
	open=$(mktemp -d "$BATS_RUN_TMPDIR/open.XXXXXX")
	chmod 755 "$BATS_RUN_TMPDIR" "$open"
	cp audiot/* effect.alsnd "$open"
	chmod 644 "$open"/*
	for input in AUDIOT.SMP effect.alsnd; do
		as_nobody "$EXHUME" snd2wav --rate native "$open/$input"
		check_run 1 "snd2wav $input"
		says "Permission denied"
	done
	is files "$(count_files "$open")" 5
}

@test "an interrupted run leaves whole files alone, and no manifest" {
	sample audiot
	env --default-signal=INT "$EXHUME" snd2wav -q --rate 192000 --tail 20 -j 1 -o out audiot/AUDIOT.SMP 2>err 3>&- &
	pid=$!
	has_soxr || { wait $pid || :; skip "no libsoxr"; }
	wait_for sh -c 'find out -name "*.wav" | grep -q .'
	end_by INT $pid
	is status "$status" 130
	grep -q "interrupted" err
	no_part_left
	absent out/manifest.json
	for file in out/*.wav; do
		is "$file" "$(numbers "$file" u4 4 1)" $(($(stat -c %s "$file") - 8))
	done
}

#
# Usage.
#

# kill_9 PID: bash says so otherwise.
kill_9() {
	kill -9 "$1"
	wait "$1" 2>/dev/null || :
}

@test "a run that is killed leaves the earlier manifest under another name, and the next one clears up" {
	sample audiot
	expect 0 snd2wav -q -o out audiot/AUDIOT.SMP
	cp out/manifest.json before
	"$EXHUME" snd2wav -q -f --rate native --tail 1000 -j 1 -o out audiot/AUDIOT.SMP 2>err 3>&- &
	pid=$!
	wait_for sh -c 'find out -name "*.part" -size +100k | grep -q .'
	kill_9 $pid
	absent out/manifest.json
	cmp before out/manifest.json.exhume-old
	# Parts of a running process, of another host, of nobody.
	part=$(cd out && echo .exhume-*.part)
	touch "out/${part/-$pid-/-$$-}" out/.exhume-$pid-00000000-0-0.part out/exhume-1.part
	expect 0 snd2wav -q -f -o out audiot/AUDIOT.SMP
	cmp before out/manifest.json
	absent "out/$part" out/manifest.json.exhume-old
	is parts "$(find out -name '*.part' | wc -l)" 3
}

@test "a run that writes nothing gives the earlier manifest its name again" {
	sample audiot
	mkdir out
	echo old >out/manifest.json
	chmod 555 out/manifest.json
	(ulimit -f 0; trap '' XFSZ; ! "$EXHUME" snd2wav -q -f -o out audiot/AUDIOT.SMP 2>/dev/null)
	is files "$(ls out)" manifest.json
	is manifest "$(cat out/manifest.json)" old
}

@test "wrong usage" {
	sample audiot
	chunk 1 hop.pcsnd
	remember .
	while read -r arguments; do
		eval "set -- $arguments"
		# Not for want of libsoxr.
		[[ $arguments == *--rate* ]] || set -- --rate native "$@"
		expect 2 snd2wav "$@" </dev/null
		[ -n "$stderr" ]
		is "standard output of $arguments" "$output" ""
	done <<-'END'
		-q
		--rate 999 hop.pcsnd
		--rate x hop.pcsnd
		--tail -1 hop.pcsnd
		--tail 1.5n hop.pcsnd
		--gain -1 hop.pcsnd
		--gain 1dBx hop.pcsnd
		--tick 0 hop.pcsnd
		--tick 560/0 hop.pcsnd
		--device soundblaster hop.pcsnd
		--format png hop.pcsnd
		--format ogg hop.pcsnd
		--list -o out audiot/AUDIOT.SMP
		--imf-type 0 audiot/AUDIOT.SMP
		--imf-type 2 --extract audiot/AUDIOT.SMP
		-o one.mp3 audiot/AUDIOT.SMP
		-o one.ogg hop.pcsnd
		-o one.wav audiot/AUDIOT.SMP hop.pcsnd
		-o - hop.pcsnd hop.pcsnd
		-o - --json hop.pcsnd
		-o "" hop.pcsnd
		- -
		-
		--nonsense hop.pcsnd
	END
	expect 1 snd2wav --rate native -o - audiot/AUDIOT.SMP
	says "audiot/AUDIOT.SMP: 14 files: -o must be a folder, not -"
	is "standard output" "$output" ""
	unchanged .
}

#
# The game.
#

@test "Keen Dreams: 28 sounds for both devices, by name" {
	need_game "$dreams"
	expect 0 snd2wav $fast --raw --json -o out "$dreams/KDREAMS.AUD"
	echo "$output" >json
	is words "$(grep -c 'warning: ' <<<"$stderr")" "$(wc -l <<<"$stderr")"
	is sounds "$(count_files out -name '*.wav')" 56
	is chunks "$(count_files out -name '*.pcsnd') $(count_files out -name '*.alsnd')" "28 28"
	holds out/manifest.json '.sounds_a_group == 28 and .music == [] and .packing == "huffman" and .tables.dict.file == "AUDIODCT.KDR" and .archive.size == 3498 and .errors == []'
	holds out/manifest.json '[.sounds[].name] == ["KEENWALK1", "KEENWALK2", "JUMP", "LAND", "THROW", "DIVE", "GETPOWER", "GETPOINTS", "GETBOMB",
		"FLOWERPOWER", "UNFLOWERPOWER", "ENTERLEVEL", "WAKEUP", "LEVELDONE", "NOWAY", "HITHEAD", "TATERSWING", "BOUNCE", "EXTRAKEEN", "OPENDOOR",
		"THROWBOMB", "BOMBBOOM", "BOOBUSGONE", "GETKEY", "GRAPESCREAM", "PLUMMET", "CLICK", "TICK"]'
	holds out/manifest.json 'all(.sounds[]; .pc.chunk == .number and .adlib.chunk == .number + 28 and .pc.priority == .adlib.priority)'
	[ -s out/04-THROW.adlib.wav ] && [ -s out/04-THROW.pcsnd ]
	is title "$(wav_info out/04-THROW.pc.wav | head -n 1)" "INAM 6 THROW"
	for name in 02-JUMP 13-LEVELDONE 27-TICK; do
		speaker out/$name.pcsnd 0 | diff - <(wav_data out/$name.pc.wav >raw; samples raw)
		adlib out/$name.alsnd 0 >log.opl2log
		expect 0 imf2wav -f --rate native -o log.raw log.opl2log
		cmp log.raw <(wav_data out/$name.adlib.wav)
	done
	# All that is played is what its log says, by length at least.
	holds out/manifest.json 'all(.sounds[] | .pc, .adlib; .frames == (8519 * .ticks / 24 | floor))'
}

@test "--pack: unedited it is the same, edited chunks replace the old ones" {
	for game in dreams keen4; do
		for file in "$archives/$game"/*.AUD "$archives/$game"/AUDIO.*; do
			[ -f "$file" ] || continue
			expect 0 snd2wav -q --raw -o "$game.sounds" "$file"
			expect 0 snd2wav --pack "$game.sounds" --base "$file" -o "$game.new/${file##*/}"
			for made in "$game.new"/*; do
				cmp "$made" "$archives/$game/${made##*/}"
			done
		done
	done
	[ -f dreams.new/AUDIOHHD.MOL ]
	# A longer effect, and a shorter one for the other device.
	cp dreams.sounds/05-*.pcsnd old
	cat dreams.sounds/1*.pcsnd >all
	{ printf '\100\0\0\0\5\0'; head -c 64 all; } >"$(echo dreams.sounds/05-*.pcsnd)"
	cp dreams.sounds/03-*.alsnd "$(echo dreams.sounds/01-*.alsnd)"
	expect 0 snd2wav --pack dreams.sounds --base "$archives/dreams/DREAMS.AUD" -f -o dreams.new/DREAMS.AUD --json
	[ "$(jq '.results[0].edited_chunks' <<<"$output")" = 2 ]
	expect 0 snd2wav -q --raw -o again dreams.new/DREAMS.AUD
	for sound in dreams.sounds/*.??snd; do
		cmp "$sound" "again/${sound##*/}"
	done
	# An incomplete chunk is refused, and nothing is written.
	head -c 10 old >"$(echo dreams.sounds/05-*.pcsnd)"
	expect 1 snd2wav --pack dreams.sounds --base "$archives/dreams/DREAMS.AUD" -o none/DREAMS.AUD
	says 05-
	[ ! -e none ]
	mkdir empty
	expect 1 snd2wav --pack empty --base "$archives/dreams/DREAMS.AUD" -o none/DREAMS.AUD
	says "snd2wav --raw"
	expect 2 snd2wav --pack empty -o x
	expect 2 snd2wav --base "$archives/dreams/DREAMS.AUD" -o x
	expect 2 snd2wav --pack empty --base "$archives/dreams/DREAMS.AUD"
	expect 2 snd2wav --pack empty --base "$archives/dreams/DREAMS.AUD" -o x y
	need_game "$dreams"
	expect 0 snd2wav -q --raw -o real "$dreams/KDREAMS.AUD"
	expect 0 snd2wav -q --pack real --base "$dreams/KDREAMS.AUD" -o real.new/KDREAMS.AUD
	for made in real.new/*; do
		cmp "$made" "$dreams/${made##*/}"
	done
}

# The ticks of a .pcsnd that are heard, or of a fitted one, as hexadecimal bytes.
ticks_of() {
	od -An -v -tx1 -j 6 "$1" | tr -d " \n" | head -c $((2 * $(numbers "$1" u4 0 1)))
}

@test "--pack: an edited WAV for the speaker is fitted, an untouched one leaves its chunk alone" {
	has_soxr || skip "no libsoxr"
	base=$archives/dreams/DREAMS.AUD
	expect 0 snd2wav -q --raw -o out "$base"
	holds out/manifest.json 'all(.sounds[] | .pc, .adlib | select(.file); .sha256 | test("^[0-9a-f]{64}$"))'
	is sha256 "$(sha256sum <"$(echo out/05-*.pc.wav)" | cut -d ' ' -f 1)" "$(jq -r '.sounds[5].pc.sha256' out/manifest.json)"
	# Touched is not edited.
	touch out/*.wav
	expect 0 snd2wav --pack out --base "$base" -o same/DREAMS.AUD --json
	is result "$(jq -c '.results[0] | [.edited_chunks, .fitted]' <<<"$output")" '[0,[]]'
	for made in same/*; do
		cmp "$made" "$archives/dreams/${made##*/}"
	done
	# The sound of another effect is fitted to its ticks, with the old priority; the byte that is never
	# heard is silence.
	for file in out/03-*.pcsnd out/05-*.pcsnd; do
		cp "$file" "old.${file:4:2}"
	done
	cp out/03-*.pc.wav "$(echo out/05-*.pc.wav)"
	expect 0 snd2wav --pack out --base "$base" -o new/DREAMS.AUD --json
	echo "$output" >json
	holds json '.results[0] | .edited_chunks == 1 and (.fitted | length == 1 and (.[0] | (.file | startswith("05-")) and .rms_cents == 0 and .unpitched_ticks == 0 and .ticks > 1))'
	says "ticks for the speaker, off by 0 cents (RMS), 0% of the loud ones without a pitch"
	expect 0 snd2wav -q --raw -o again new/DREAMS.AUD
	ticks=$(ticks_of old.03)
	is ticks "$(ticks_of again/05-*.pcsnd)" "${ticks%??}00"
	is priority "$(numbers again/05-*.pcsnd u2 4 1)" "$(numbers old.05 u2 4 1)"
	for file in again/*snd; do
		[[ $file == */05-*.pcsnd ]] || cmp "$file" "out/${file#*/}"
	done
	# Without its chunk beside it, too; with one that was edited as well, the WAV counts.
	rm out/*.??snd
	expect 0 snd2wav -f --pack out --base "$base" -o new/DREAMS.AUD
	expect 0 snd2wav -f -q --raw -o third new/DREAMS.AUD
	cmp third/05-*.pcsnd again/05-*.pcsnd
	cp old.03 "$(basename "$(echo again/05-*.pcsnd)" | sed 's|^|out/|')"
	expect 0 snd2wav -f --pack out --base "$base" -o new/DREAMS.AUD
	says "; this file is used"
	# In the folder of a whole game, too.
	expect 0 extract -q --formats wav -o work "$archives/dreams"
	cp work/sounds/03-*.pc.wav "$(echo work/sounds/05-*.pc.wav)"
	expect 0 build -q -o built work
	expect 0 snd2wav -q --raw -o fourth built/DREAMS.AUD
	cmp fourth/05-*.pcsnd again/05-*.pcsnd
}

@test "--pack: sounds that no speaker plays, and what is left out" {
	has_soxr || skip "no libsoxr"
	base=$archives/dreams/DREAMS.AUD
	expect 0 snd2wav -q --raw -o out "$base"
	wav=$(echo out/05-*.pc.wav)
	cp "$wav" kept
	remember "$archives/dreams"
	# Two tones at once, noise, half a noise.
	sox -n -r 44100 -b 16 "$wav" synth 0.5 sine 440 synth 0.5 sine mix 659.26 gain -6
	expect 1 snd2wav --pack out --base "$base" -o none/DREAMS.AUD
	says "$wav: " " ticks have no single pitch from 78 Hz up: the speaker can't play noise or several tones at once"
	sox -R -n -r 44100 -b 16 -c 2 "$wav" synth 0.5 whitenoise gain -6
	expect 1 snd2wav --pack out --base "$base" -o none/DREAMS.AUD
	says "noise or several tones"
	absent none
	sox -R -n -r 44100 -b 16 noise.wav synth 0.2 whitenoise gain -6
	sox -n -r 44100 -b 16 tone.wav synth 0.5 sine 440 gain -6
	sox noise.wav tone.wav "$wav"
	expect 0 snd2wav --pack out --base "$base" -o rough/DREAMS.AUD
	says "warning: the speaker plays it only roughly: off by 8 cents (RMS), and " "% of its ticks, which have no single pitch, are silent"
	expect 1 snd2wav --strict --pack out --base "$base" -o strict/DREAMS.AUD
	# Not a WAV; one that is cut; another kind of samples.
	echo x >"$wav"
	expect 1 snd2wav --pack out --base "$base" -o none/DREAMS.AUD
	says "$wav:0x0: not a WAV or FLAC file"
	sox kept -b 24 "$wav"
	expect 1 snd2wav --pack out --base "$base" -o none/DREAMS.AUD
	says "24 bits a sample"
	sox kept -e unsigned -b 8 -r 11025 "$wav"
	expect 0 snd2wav --pack out --base "$base" -o bits/DREAMS.AUD
	says "off by 0 cents"
	cp kept "$wav"
	# Other kinds of sounds have no way back from a WAV.
	cp out/03-*.adlib.wav "$(echo out/05-*.adlib.wav)"
	expect 1 snd2wav --pack out --base "$base" -o none/DREAMS.AUD
	says "out/05-" ".adlib.wav: edited, but only sounds of the speaker are made from FLAC and WAV files: edit 05-"
	rm out/05-*.adlib.wav
	cp kept out/99.pc.wav
	expect 0 snd2wav --pack out --base "$base" -o left/DREAMS.AUD
	says "warning: left out: no sound of $base has this name"
	cmp left/DREAMS.AUD "$base"
	rm out/99.pc.wav
	# A manifest that is wrong, one without hashes, and none.
	cp out/manifest.json good.json
	echo '{"format": "snd2wav", "music": [{"file": "../x.wav"}]}' >out/manifest.json
	expect 1 snd2wav --pack out --base "$base" -o none/DREAMS.AUD
	says 'out/manifest.json: music 0: key "file": '
	jq 'del(.sounds[][].sha256?)' good.json >out/manifest.json
	expect 0 snd2wav --pack out --base "$base" -o old/DREAMS.AUD
	says "its manifest has no hashes of sound files"
	cmp old/DREAMS.AUD "$base"
}

@test "--pack reads FLAC, and of a FLAC and a WAV the newer one" {
	need_flac
	base=$archives/dreams/DREAMS.AUD
	expect 0 snd2wav -q --device speaker --format flac -o flac "$base"
	expect 0 snd2wav -q --device speaker -o wav "$base"
	cp wav/03-*.wav "$(echo wav/05-*.wav)"
	expect 0 snd2wav -q --pack wav --base "$base" -o of.wav/DREAMS.AUD
	cp flac/05-*.flac kept
	cp flac/03-*.flac "$(echo flac/05-*.flac)"
	expect 0 snd2wav -q --pack flac --base "$base" -o of.flac/DREAMS.AUD
	same_tree of.wav of.flac
	cp kept "$(echo flac/05-*.flac)"
	touch -d 2001-01-01 flac/05-*.flac
	cp wav/05-*.wav flac
	expect 0 snd2wav --pack flac --base "$base" -o newer/DREAMS.AUD
	says ".pc.wav counts: 05-" ".pc.flac is older"
	same_tree of.wav newer
	touch -d 2000-01-01 flac/05-*.wav
	expect 0 snd2wav --pack flac --base "$base" -o older/DREAMS.AUD
	says ".pc.wav: warning: left out: 05-" ".pc.flac is newer"
	cmp older/DREAMS.AUD "$base"
}

@test "Keen Dreams: what its effects play is fitted back to their ticks" {
	need_game "$dreams"
	has_soxr || skip "no libsoxr"
	expect 0 snd2wav -q --raw --device speaker -o out "$dreams/KDREAMS.AUD"
	# Without the manifest all of them are edited.
	mkdir waves
	cp out/*.wav waves
	expect 0 snd2wav -q --pack waves --base "$dreams/KDREAMS.AUD" -o new/KDREAMS.AUD
	expect 0 snd2wav -q --raw --device speaker -o again new/KDREAMS.AUD
	for file in out/*.pcsnd; do
		ticks=$(ticks_of "$file")
		[ -z "$ticks" ] || ticks=${ticks%??}00
		# Silence at the end is cut off.
		fitted=$(ticks_of "again/${file#*/}")
		is "$file" "$fitted" "${ticks::${#fitted}}"
		is "end of $file" "$(tr -d 0 <<<"${ticks:${#fitted}}")" ""
	done
}
