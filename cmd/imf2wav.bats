#!/usr/bin/env bats
# exhume imf2wav, on songs and logs of our own and, where they are, on real ones.

load ../testdata/cli/helper
load ../testdata/cli/sound

# song FILE "REGISTER VALUE DELAY"...: an IMF without a length; registers and values are
# hexadecimal.
song() {
	local file=$1 record
	shift
	for record; do
		# shellcheck disable=SC2086
		set -- $record
		printf "\\x$1\\x$2$(le16 "$3")"
	done >"$file"
}

# A note on channel 1 for 30 ticks of 40, and how it begins; its sound ends at once.
instrument=("00 00 0" "21 01 0" "24 21 0" "41 3f 0" "44 00 0" "61 f0 0" "64 f0 0" "81 0f 0" "84 0f 0" "a1 98 0")
note=("${instrument[@]}" "b1 31 30" "b1 11 10")

# schedule IMF OFFSET RATE LOOPS: the log that section 16 of its description asks for;
# RATE is a number or a quotient, OFFSET where the records begin.
schedule() {
	local rate=$3 length
	length=$(od -An -v -w4 -tu1 -j "$2" "$1" | awk -v rate="$rate" -v loops="$4" '
		{ all += $3 + 256 * $4; last = $3 + 256 * $4 }
		END { split(rate "/1", r, "/"); print int(((loops - 1) * (all - last + 1) + all) * 49716 * r[2] / r[1]) }')
	for ((loop = 0; loop < $4; loop++)); do
		od -An -v -w4 -tu1 -j "$2" "$1"
	done | awk -v rate="$rate" -v count="$(($(stat -c %s "$1") / 4 - $2 / 4))" '
		BEGIN { split(rate "/1", r, "/"); print 0, "01", "20" }
		{ printf "%.0f %02x %02x\n", int(tick * 49716 * r[2] / r[1]), $1, $2 }
		{ tick += NR % count ? $3 + 256 * $4 : 1 }' | space "$length"
}

# A tone that is held: 128 samples a period, 10000 of them.
tone() {
	printf '%s\n' "rate $native" "length ${1:-10000}" "0 20 21" "0 40 3f" "0 60 f0" "0 80 00" "0 23 21" "0 43 00" \
		"0 63 f0" "0 83 00" "0 c0 01" "0 a0 00" "0 b0 32"
}

# native_rate FORMAT: the option by which it needs no libsoxr, if it is one of sound.
native_rate() {
	case $1 in
	wav | raw | flac) echo --rate native ;;
	esac
}

#
# Sound.
#

@test "a log's samples at the rate of the chip are those that are known" {
	while read -r name sum; do
		expect 0 imf2wav --rate native -o "$name.raw" "$archives/opl2/$name"
		silent
		is "$name" "$(hash_of "$name.raw")" "$sum"
	done <"$sums"
	[ "$(count_files .)" -ge 6 ]
}

@test "a song's writes come when its description says, at any rate, any number of times" {
	cp "$archives/audiot/DEEP.IMF" "$archives/audiot/MOLE.WLF" .
	head -c 1230 MOLE.WLF >RECORDS.WLF # without its tag
	song note.imf "${note[@]}"
	while read -r file offset rate loops; do
		expect 0 imf2wav -f --tick "$rate" --loops "$loops" --tail 0n -o found.opl2log "$file"
		silent
		schedule "$file" "$offset" "$rate" "$loops" >expected.opl2log
		diff <(length_of found.opl2log) <(length_of expected.opl2log)
		diff <(writes_of found.opl2log) <(writes_of expected.opl2log)
	done <<-END
		DEEP.IMF 0 560 1
		DEEP.IMF 0 560.7 1
		DEEP.IMF 0 1193182/2128 3
		DEEP.IMF 0 65535 2
		RECORDS.WLF 2 700 1
		RECORDS.WLF 2 280 5
		note.imf 0 560 1
		note.imf 0 1 1
		note.imf 0 000700.000 7
	END
}

@test "a song, its log and the log of its log sound the same" {
	cp "$archives/audiot/DEEP.IMF" .
	expect 0 imf2wav -q --rate native -o song.raw DEEP.IMF
	expect 0 imf2wav -q -o song.opl2log DEEP.IMF
	expect 0 imf2wav --rate native -o log.raw song.opl2log
	cmp song.raw log.raw
	expect 0 imf2wav -o again.opl2log song.opl2log
	cmp song.opl2log again.opl2log
	# Writes of a log are as they are; spaced they are others.
	expect 0 imf2wav -q --writes immediate -o immediate.opl2log DEEP.IMF
	is "first writes" "$(writes_of immediate.opl2log | head -n 3 | cut -d ' ' -f 1 | sort -u)" 0
	expect 0 imf2wav --writes spaced -o spaced.opl2log immediate.opl2log
	diff <(writes_of spaced.opl2log) <(writes_of song.opl2log)
}

@test "it is played as often as asked, a pass a tick behind the last record" {
	song note.imf "${note[@]}"
	for loops in 1 2 10; do
		expect 0 imf2wav -qf --rate native --tick 560 --tail 0 --loops $loops --json -o note.raw note.imf
		# 40 ticks, of which the last 10 are no part of a pass that is followed.
		ticks=$((31 * (loops - 1) + 40))
		is length "$(stat -c %s note.raw)" $((ticks * native / 560 * 2))
		holds <(echo "$output") ".results[0] | .ticks == $ticks and .channels[1].notes == $loops"
	done
}

@test "a write that comes too late to be heard is counted all the same" {
	song late.imf "${instrument[@]}" "b1 31 30" "b1 11 0" "b1 31 0" "b1 11 0"
	expect 0 imf2wav -q --rate native --tail 0 --json -o late.wav late.imf
	holds <(echo "$output") '.results[0] | .writes == 15 and .channels[1].notes == 2'
	expect 0 imf2wav -q --tail 0 -o late.opl2log late.imf
	is "writes in its log" "$(writes_of late.opl2log | wc -l)" 12
}

@test "a log that is played several times begins anew behind its length" {
	tone 1000 >tone.opl2log
	echo "990 b0 12" >>tone.opl2log
	expect 0 imf2wav --loops 3 -o three.opl2log tone.opl2log
	is length "$(length_of three.opl2log)" 3000
	for i in 0 1 2; do
		writes_of tone.opl2log | awk -v i=$i '{ print $1 + i * 1000, $2, $3 }'
	done | diff - <(writes_of three.opl2log)
}

@test "the tail: in seconds, in samples, and until nothing sounds any more" {
	song note.imf "${note[@]}"
	played=$((40 * native / 560))
	while read -r tail samples; do
		expect 0 imf2wav -qf --rate native --tail "$tail" -o note.raw note.imf
		is "tail $tail" "$(stat -c %s note.raw)" $((2 * (played + samples)))
	done <<-END
		0 0
		0.5 24858
		1s 49716
		1000n 1000
		.25 12429
	END
	# The song rings out for three seconds; what comes behind is silence.
	expect 0 imf2wav -q --rate native --json -o deep.raw "$archives/audiot/DEEP.IMF"
	tail=$(jq '.results[0].tail_samples' <<<"$output")
	expect 0 imf2wav -qf --rate native --tail $((tail + 20000))n -o longer.raw "$archives/audiot/DEEP.IMF"
	cmp -n "$(stat -c %s deep.raw)" deep.raw longer.raw
	is "loud samples behind" "$(samples longer.raw | tail -n 20000 | awk '$1 < -9 || $1 > 0' | wc -l)" 0
	samples deep.raw | tail -n 5000 | awk '$1 > 0 { n++ } END { exit !n }'
}

@test "a note that is never released sounds on for a second" {
	song held.imf "${instrument[@]}" "b1 31 10"
	expect 0 imf2wav -v --rate native --json -o held.raw held.imf
	says "a note is held at the end: it continues for a second"
	holds <(echo "$output") '.results[0] | .held_at_end and .tail_samples == 49716'
	is length "$(stat -c %s held.raw)" $((2 * (10 * native / 560 + native)))
	# A second, whatever the clock of the chip.
	expect 0 imf2wav -q --tail 0 -o held.vgm held.imf
	poke held.vgm 80 "$(le32 4000000)"
	expect 0 imf2wav --json --rate native -o clocked.raw held.vgm
	holds <(echo "$output") '.results[0] | .held_at_end and .tail_samples == 49716'
}

@test "known songs and logs have the samples that are known" {
	need_game "$opl2"
	while read -r name count sum kind file; do
		case $kind in
		imf) expect 0 imf2wav --tick 560 --tail 49716n --rate native -o "$name.raw" "$opl2/$file" ;;
		log) expect 0 imf2wav --rate native -o "$name.raw" "$opl2/$file" ;;
		*) continue ;;
		esac
		silent
		is "$name" "$(stat -c %s "$name.raw") $(hash_of "$name.raw")" "$((2 * count)) $sum"
	done < <(known_sounds)
	[ -s 02_560.raw ]
	expect 0 imf2wav -q --tick 560 --tail 49716n -o 02.opl2log "$opl2/02.imf"
	diff <(writes_of 02.opl2log) <(writes_of "$opl2/02_560.opl2log")
}

#
# Rates.
#

@test "ticks a second: by the option, the tags, the name and the ending" {
	while read -r name hz why; do
		song "$name" "${note[@]}"
		expect 0 imf2wav -v --rate native --tail 0 --json -o "$name.raw" "$name"
		says "$name: $hz ticks per second: " "(change it with --tick)"
		holds <(echo "$output") '.results[0].tick_rate | .hz == $hz and .numerator == $hz and .denominator == 1 and (.why | contains($why))' \
			--argjson hz "$hz" --arg why "$why"
		is "$name" "$(stat -c %s "$name.raw")" $((40 * native / hz * 2))
	done <<-END
		a.imf 560 .imf
		a.wlf 700 .wlf
		A.WLF 700 .wlf
		a.mus 560 nothing
		cosmo-3.imf 700 name
		Keen4.wlf 560 name
		NUKEM2.IMF 280 name
	END
	# The tag's title goes before the name. Its length makes it a song with a footer.
	song records "${note[@]}"
	size=$(stat -c %s records)
	{
		printf "$(le16 "$size")"
		cat records
		printf '\032Bio Menace, level 3\0somebody\0for friends\0EXHUME\0\0\0'
	} >wolf3d.wlf
	expect 0 imf2wav -v --rate native --tail 0 --json -o tag.raw wolf3d.wlf
	says "560 ticks per second: its tags name the game"
	holds <(echo "$output") '.results[0].tags == {title: "Bio Menace, level 3", composer: "somebody", remarks: "for friends", program: "EXHUME"}'
	expect 0 imf2wav --tick 700 --rate native --tail 0 --json -fo tag.raw wolf3d.wlf
	[ -z "$stderr" ]
	holds <(echo "$output") '.results[0].tick_rate | .hz == 700 and .why == "set by --tick"'
	expect 0 imf2wav --tick 1193182/2128 --rate native --json -fo tag.raw wolf3d.wlf
	holds <(echo "$output") '.results[0].tick_rate | .numerator == 1193182 and .denominator == 2128 and (.hz - 560.7058 | fabs) < 0.0001'
	expect 0 imf2wav -q --rate native -fo tag.raw a.imf
	silent
	tone >tone.opl2log
	expect 0 imf2wav --rate native -o tone.raw tone.opl2log
	silent
}

@test "samples at other rates: as many as there are to be" {
	need_soxr
	song note.imf "${note[@]}"
	for rate in 44100 48000 22050 8000 96000 49716 1000 384000; do
		expect 0 imf2wav -qf --rate $rate --tail 0 -o note.wav note.imf
		is_wav note.wav $rate 1 "$(frames $((40 * native / 560)) $rate)"
	done
	expect 0 imf2wav -qf --rate 49716 -o note.wav note.imf
	expect 0 imf2wav -qf --rate native -o native.wav note.imf
	cmp note.wav native.wav
}

# harmonics NATIVE_RAW PERIOD RATE FIRST COUNT: samples that a periodic sound has at a rate,
# by what of its Fourier series the rate can hold.
harmonics() {
	samples "$1" | tail -n +$((100 * $2 + 1)) | head -n "$2" | awk -v size="$2" -v rate="$3" -v first="$4" -v count="$5" '
		{ period[NR - 1] = $1 }
		END {
			turn = 8 * atan2(1, 1)
			for (k = 0; k < size / 2 && k * 49716 / size < 0.9 * rate / 2; k++)
				for (n = 0; n < size; n++) {
					c[k] += period[n] * cos(turn * k * n / size) / (k ? size / 2 : size)
					s[k] += period[n] * sin(turn * k * n / size) / (k ? size / 2 : size)
				}
			for (j = first; j < first + count; j++) {
				sum = 0
				for (i = 0; i < k; i++)
					sum += c[i] * cos(turn * i * (j * 49716 / rate) / size) + s[i] * sin(turn * i * (j * 49716 / rate) / size)
				print sum
			}
		}'
}

@test "a tone at other rates is what its harmonics make of it, at the same time" {
	need_soxr
	tone 20000 >tone.opl2log
	expect 0 imf2wav --rate native -o tone.raw tone.opl2log
	samples tone.raw >tone
	# It repeats: what one period has is all there is to know.
	diff <(tail -n +10001 tone | head -n 128) <(tail -n +15121 tone | head -n 128)
	for rate in 44100 48000 96000; do
		expect 0 imf2wav --rate $rate -o tone.$rate.raw tone.opl2log
		harmonics tone.raw 128 $rate 9000 500 >expected
		samples tone.$rate.raw | tail -n +9001 | head -n 500 >found
		near found expected 1.5
		awk '{ if ($1 > most) most = $1 } END { exit most < 4000 }' expected
	done
}

@test "a tone that half the rate can't hold is not there" {
	need_soxr
	# 15.5 kHz, 16 samples for five waves: too high for 24 kHz, and it would fold back.
	tone 20000 | sed 's/^0 23 21/0 23 25/; s/^0 b0 32/0 b0 3e/' >high.opl2log
	expect 0 imf2wav --rate native -o native.raw high.opl2log
	samples native.raw | awk '{ if ($1 > most) most = $1 } END { exit most < 4000 }'
	expect 0 imf2wav --rate 24000 -o low.raw high.opl2log
	# The rest is the difference between its wave and a sine.
	harmonics native.raw 16 24000 4000 500 >expected
	samples low.raw | tail -n +4001 | head -n 500 >found
	near found expected 1.5
	awk '{ if ($1 > most) most = $1 } END { exit most > 25 }' expected
}

#
# Louder, softer, fewer.
#

@test "the fade goes down to nothing, evenly, and touches nothing before" {
	tone >tone.opl2log
	expect 0 imf2wav --rate native -o plain.raw tone.opl2log
	expect 0 imf2wav --rate native --fade 6000n -o faded.raw tone.opl2log
	cmp -n 8000 plain.raw faded.raw
	samples plain.raw | awk 'NR > 4000 { $1 *= (10000 - (NR - 1)) / 6000 } { print }' >expected
	samples faded.raw >found
	near found expected 0.51
	is "last sample" "$(tail -n 3 found | awk '$1 < -3 || $1 > 3' | wc -l)" 0
	# Longer than the sound: from its start.
	expect 0 imf2wav -f --rate native --fade 10 -o faded.raw tone.opl2log
	samples plain.raw | awk '{ print $1 * (10000 - (NR - 1)) / 10000 }' >expected
	near <(samples faded.raw) expected 0.51
}

@test "a gain is a factor or decibels" {
	tone >tone.opl2log
	expect 0 imf2wav --rate native -o plain.raw tone.opl2log
	while read -r gain factor; do
		expect 0 imf2wav -f --rate native --gain "$gain" --json -o gain.raw tone.opl2log
		[ "$factor" = 0 ] || [ -z "$stderr" ]
		samples plain.raw | awk -v factor="$factor" '{ print $1 * factor }' >expected
		near <(samples gain.raw) expected 0.51
		holds <(echo "$output") '.results[0].gain - $factor | fabs < 0.000001' --argjson factor "$factor"
	done <<-END
		0.5 0.5
		1 1
		2 2
		0 0
		-6dB 0.501187234
		+6db 1.995262315
		0dB 1
	END
}

@test "what is too loud is clipped, counted and told" {
	tone >tone.opl2log
	expect 0 imf2wav --rate native -o plain.raw tone.opl2log
	expect 0 imf2wav --rate native --gain 20 --json -o loud.raw tone.opl2log
	count=$(samples plain.raw | awk '$1 * 20 < -32768 || $1 * 20 > 32767' | wc -l)
	[ "$count" -gt 1000 ]
	says "warning: $count samples do not fit into 16 bits and were clipped; use a gain of 7.9"
	holds <(echo "$output") '.results[0] | .clipped_samples == $n and (.warnings | length) == 1 and .peak > 80000' --argjson n "$count"
	samples plain.raw | awk '{ v = $1 * 20; print (v > 32767 ? 32767 : v < -32768 ? -32768 : v) }' >expected
	near <(samples loud.raw) expected 0
	expect 1 imf2wav -f --strict --rate native --gain 20 -o loud.raw tone.opl2log
	says "do not fit into 16 bits"
}

@test "the gain that would do does" {
	tone >tone.opl2log
	expect 0 imf2wav --rate native --gain 20 -o loud.raw tone.opl2log
	would_do=${stderr##*gain of }
	expect 0 imf2wav -f --rate native --gain "${would_do%% *}" -o loud.raw tone.opl2log
	silent
}

@test "--normalize makes the loudest sample 32767, and changes nothing else" {
	cp "$archives/audiot/DEEP.IMF" .
	expect 0 imf2wav -q --rate native --tick 2800 --tail 0 -o plain.raw DEEP.IMF
	peak=$(samples plain.raw | awk '{ v = $1 < 0 ? -$1 : $1; if (v > most) most = v } END { print most }')
	for options in "" "--gain 0.1" "--gain 50"; do
		# shellcheck disable=SC2086
		expect 0 imf2wav -qf --rate native --tick 2800 --tail 0 --normalize $options --json -o all.raw DEEP.IMF
		samples plain.raw | awk -v peak="$peak" '{ print $1 * 32767 / peak }' >expected
		samples all.raw >found
		near found expected 0.51
		is loudest "$(awk '{ v = $1 < 0 ? -$1 : $1; if (v > most) most = v } END { print most }' found)" 32767
		holds <(echo "$output") '.results[0] | .clipped_samples == 0 and .peak > 32766.9 and .peak < 32767.1 and (.gain - 32767 / $peak | fabs) < 0.0001' --argjson peak "$peak"
	done
	# Silence stays what it is.
	printf 'rate %d\nlength 100\n' $native >silence.opl2log
	expect 0 imf2wav --rate native --normalize -o silence.raw silence.opl2log
	cmp silence.raw <(head -c 200 /dev/zero)
	need_soxr
	expect 0 imf2wav -q --tick 2800 --tail 0 --normalize -o resampled.raw DEEP.IMF
	is "loudest of 44100" "$(samples resampled.raw | awk '{ v = $1 < 0 ? -$1 : $1; if (v > most) most = v } END { print most }')" 32767
}

@test "two channels have the same on both" {
	tone >tone.opl2log
	expect 0 imf2wav --rate native -o one.wav tone.opl2log
	expect 0 imf2wav --rate native --channels 2 --gain 0.5 -o two.wav tone.opl2log
	expect 0 imf2wav --rate native --channels 1 --gain 0.5 -o half.wav tone.opl2log
	is_wav one.wav $native 1 10000
	is_wav two.wav $native 2 10000
	wav_data half.wav >half
	wav_data two.wav >two
	diff <(numbers half d2 | awk '{ print; print }') <(numbers two d2)
}

@test "stems are channels by themselves, and add up to the whole" {
	cp "$archives/audiot/MOLE.WLF" .
	fast="-q --tick 8000 --tail 1000n --rate native --format raw"
	# shellcheck disable=SC2086
	{
		expect 0 imf2wav $fast -o whole.raw MOLE.WLF
		expect 0 imf2wav $fast --stems --json -o stem.raw MOLE.WLF
		holds <(echo "$output") '.results[0] | .stems == [range(9) | "stem.ch\(.).raw"] and (has("output") | not) and .peak > 1000'
		absent stem.raw
		for c in 0 1 2 3 4 5 6 7 8; do
			samples stem.ch$c.raw >samples.$c
		done
		paste -d ' ' samples.? | awk 'NF == 9 { print $1 + $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 }' >sum
		samples whole.raw | diff - sum
		# Each is what --solo lets through, and what --mute leaves out.
		for c in 1 3; do
			awk '$1 < -100 || $1 > 100 { n++ } END { exit n < 1000 }' samples.$c
			expect 0 imf2wav $fast -f --solo $c -o solo.raw MOLE.WLF
			cmp solo.raw stem.ch$c.raw
			expect 0 imf2wav $fast -f --mute $c -o mute.raw MOLE.WLF
			paste -d ' ' samples.$c <(samples mute.raw) | awk '{ print $1 + $2 }' | diff sum -
		done
		expect 0 imf2wav $fast -f --mute 0,4-8,2 -o mute.raw MOLE.WLF
		expect 0 imf2wav $fast -f --solo 1,3 -o solo.raw MOLE.WLF
		cmp mute.raw solo.raw
		expect 0 imf2wav $fast -f --solo 1-3 --mute 2 -o both.raw MOLE.WLF
		cmp both.raw solo.raw
		expect 0 imf2wav $fast --stems --solo 1-3 --mute 2 -o some.raw MOLE.WLF
		is stems "$(echo some.*)" "some.ch1.raw some.ch3.raw"
		cmp some.ch3.raw stem.ch3.raw
		# Normalized together: none by itself.
		expect 0 imf2wav $fast --stems --normalize -o loud.raw MOLE.WLF
		expect 0 imf2wav $fast -f --normalize -o whole.raw MOLE.WLF
	}
	for c in 1 2 3; do
		samples loud.ch$c.raw >samples.$c
	done
	# Six silent channels flicker between 0 and -2, which gets louder with the others.
	paste -d ' ' samples.[123] | awk '{ print $1 + $2 + $3 }' >sum
	near <(samples whole.raw) sum 100
}

@test "rhythm and tones: solo of a drum's channel has the drum alone" {
	expect 0 imf2wav --rate native -o whole.raw "$archives/opl2/rhythm.opl2log"
	expect 0 imf2wav --rate native --solo 6-8 -o drums.raw "$archives/opl2/rhythm.opl2log"
	expect 0 imf2wav --rate native --solo 0-5 -o rest.raw "$archives/opl2/rhythm.opl2log"
	paste -d ' ' <(samples drums.raw) <(samples rest.raw) <(samples whole.raw) | awk '
		{ sum = $1 + $2; sum = sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum }
		$1 > -32768 && $1 < 32767 && $2 > -32768 && $2 < 32767 { seen++; if (sum != $3) { print; bad = 1 } }
		END { exit bad || seen < 20000 }'
}

#
# Files of sound.
#

@test "a song stands beside its file, at 44100 Hz unless another rate is asked for" {
	need_soxr
	cp "$archives/audiot/MOLE.WLF" .
	expect 0 imf2wav -v MOLE.WLF
	says "exhume imf2wav: MOLE.WLF: 700 ticks per second: files named .wlf come from games with 700 Hz (change it with --tick)"
	is files "$(echo *)" "MOLE.WLF MOLE.wav"
	samples=$((4550 * native / 700 + 16384))
	is_wav MOLE.wav 44100 1 "$(frames $samples 44100)"
	expect 0 imf2wav -f -v --rate native MOLE.WLF
	says "MOLE.WLF: imf, 6.83 seconds, in MOLE.wav"
	is_wav MOLE.wav $native 1 $samples
}

@test "a WAV file has the tags as UTF-8, each padded to an even size" {
	expect 0 imf2wav -q --rate native -o mole.wav "$archives/audiot/MOLE.WLF"
	is chunks "$(wav_chunks mole.wav | sed 's/ .*//' | tr '\n' ' ')" "fmt LIST data "
	wav_info mole.wav | diff - <(
		cat <<-END
			INAM 10 Mole Hill
			IART 9 The Mole
			ICMT 20 Dug up in code. Ä!
			ISFT 7 exhume
		END
	)
	expect 0 imf2wav -q --rate native -o deep.wav "$archives/audiot/DEEP.IMF"
	is "chunks without tags" "$(wav_chunks deep.wav | sed 's/ .*//' | tr '\n' ' ')" "fmt data "
	is header "$(wav_data deep.wav | wc -c)" $(($(stat -c %s deep.wav) - 44))
	command -v sox >/dev/null || skip "no sox"
	is sox "$(sox mole.wav -t raw - | sha256sum)" "$(wav_data mole.wav | sha256sum)"
}

@test "the format is that of the ending, unless it is named" {
	cp "$archives/audiot/DEEP.IMF" .
	while read -r ending magic; do
		expect 0 imf2wav -q --rate native --tail 0 -o "a$ending" DEEP.IMF
		is "$ending" "$(head -c 4 "a$ending" | od -An -tx1 | tr -d ' \n')" "$magic"
	done <<-END
		.wav 52494646
		.WAV 52494646
	END
	# Formats without options of sound.
	while read -r ending magic; do
		expect 0 imf2wav -q --tail 0 -o "b$ending" DEEP.IMF
		is "$ending" "$(head -c 4 "b$ending" | od -An -tx1 | tr -d ' \n')" "$magic"
	done <<-END
		.dro 44425241
		.vgm 56676d20
		.png 89504e47
		.opl2log 23206f70
	END
	is vgz "$("$EXHUME" imf2wav -q --tail 0 -o c.vgz DEEP.IMF && gzip -dc c.vgz | cmp - b.vgm && echo same)" same
	expect 0 imf2wav -q --rate native --tail 0 -o d.s16 DEEP.IMF
	expect 0 imf2wav -q --rate native --tail 0 -o d.raw DEEP.IMF
	cmp d.s16 d.raw
	cmp d.raw <(wav_data a.wav)
	expect 0 imf2wav -q --rate native --tail 0 --format raw -o e.wav DEEP.IMF
	cmp e.wav d.raw
	expect 0 imf2wav -q --rate native --tail 0 --format wav -o e.raw DEEP.IMF
	cmp e.raw a.wav
	expect 0 imf2wav -q --format vgm --tail 0 DEEP.IMF
	cmp DEEP.vgm b.vgm
}

@test "FLAC holds the samples and tags of WAV" {
	need_flac
	for options in "" "--channels 2" "--gain 3"; do
		# shellcheck disable=SC2086
		{
			expect 0 imf2wav -qf --rate native --tick 2800 --tail 0 $options -o a.flac "$archives/audiot/MOLE.WLF"
			expect 0 imf2wav -qf --rate native --tick 2800 --tail 0 $options -o a.wav "$archives/audiot/MOLE.WLF"
		}
		flac -s -t a.flac
		flac -s -d -c --force-raw-format --endian=little --sign=signed a.flac >a.raw
		cmp a.raw <(wav_data a.wav)
	done
	[ "$(stat -c %s a.flac)" -lt "$(stat -c %s a.wav)" ]
	"$EXHUME" imf2wav -q --rate native --tick 2800 --tail 0 --gain 3 --format flac -o - "$archives/audiot/MOLE.WLF" >b.flac
	cmp a.flac b.flac
	cp "$archives/audiot/MOLE.WLF" .
	expect 0 imf2wav -q --rate native --format flac MOLE.WLF
	flac -s -t MOLE.flac
	command -v metaflac >/dev/null || skip "no metaflac"
	is tags "$(metaflac --show-tag=TITLE --show-tag=ARTIST a.flac | sed 's/.*=/\U&/')" $'TITLE=Mole Hill\nARTIST=The Mole'
}

@test "standard output and standard input serve" {
	tone >tone.opl2log
	for format in wav raw vgm dro opl2log png; do
		rate=$(native_rate $format)
		# shellcheck disable=SC2086
		{
			expect 0 imf2wav $rate -o file.$format tone.opl2log
			"$EXHUME" imf2wav $rate --format $format -o - tone.opl2log >out.$format
			cmp file.$format out.$format
			"$EXHUME" imf2wav $rate --format $format -o - - <tone.opl2log | cat >piped.$format
			cmp file.$format piped.$format
		}
	done
	is_wav piped.wav $native 1 10000
	"$EXHUME" imf2wav --rate native -o in.wav - <tone.opl2log
	cmp in.wav file.wav
	mkfifo fifo
	cat fifo >through.wav &
	"$EXHUME" imf2wav --rate native -o fifo tone.opl2log
	wait $!
	cmp through.wav file.wav
	[ -p fifo ]
}

#
# Logs.
#

@test "a text log comes out as it went in" {
	for log in "$archives"/opl2/*.opl2log; do
		expect 0 imf2wav -f -o again.opl2log "$log"
		silent
		diff <(grep -v '^#' "$log") <(grep -v '^#' again.opl2log)
		is "first line" "$(head -n 1 again.opl2log)" "# opl2log 1"
	done
}

@test "VGM and DRO move writes by a unit at most, and the message says how much" {
	cp "$archives/audiot/MOLE.WLF" .
	expect 0 imf2wav -q -o exact.opl2log MOLE.WLF
	# Half a unit there, half a sample back: 1.06 and 25.4 samples.
	while read -r format most clock; do
		expect 0 imf2wav -v --json -o there.$format exact.opl2log
		echo "$output" >json
		[[ $stderr =~ "the format's clock is too coarse for "([0-9]+)" of "([0-9]+)" writes: they move by at most "([0-9]+)" samples at 49716 Hz" ]]
		moved=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} worst=${BASH_REMATCH[3]}
		expect 0 imf2wav -o back.$format.opl2log there.$format
		silent
		paste -d ' ' <(writes_of exact.opl2log) <(writes_of back.$format.opl2log) | awk '
			NF != 6 || $2 != $5 || $3 != $6 { print; bad = 1 }
			{ by = $1 > $4 ? $1 - $4 : $4 - $1; moved += by > 0; if (by > worst) worst = by }
			END { if (bad) exit 1; print moved, NR, worst }' >seen
		is "$format: what is told" "$moved $all $worst" "$(cat seen)"
		[ "$worst" -le "$most" ]
		[ "$worst" -gt 0 ]
		holds json '.results[0] | .timing == {worst_samples: $worst, moved_writes: $moved, dropped_writes: 0} and .output_format == $format' \
			--argjson worst "$worst" --argjson moved "$moved" --arg format $format
		by=$(($(length_of exact.opl2log) - $(length_of back.$format.opl2log)))
		[ "${by#-}" -le "$most" ]
		expect 0 imf2wav --rate native --json -o back.$format.raw there.$format
		holds <(echo "$output") '.results[0] | .kind == $kind and .clock == $clock' --arg kind $format --argjson clock "$clock"
		# A second time nothing moves any more.
		expect 0 imf2wav --format opl2log -o more.opl2log back.$format.opl2log
		expect 0 imf2wav -o again.$format more.opl2log
		rm more.opl2log
		cmp again.$format there.$format || [ $format = vgm ] # its tags are gone
	done <<-END
		vgm 1 44100
		dro 25 1000
	END
	expect 0 imf2wav --json -o exact2.opl2log exact.opl2log
	holds <(echo "$output") '.results[0].timing == {worst_samples: 0, moved_writes: 0, dropped_writes: 0}'
	expect 0 imf2wav -qf -o there.vgm exact.opl2log
	silent
}

@test "a DRO file's header fits what is in it" {
	expect 0 imf2wav -q -o deep.dro "$archives/audiot/DEEP.IMF"
	is magic "$(head -c 8 deep.dro)$(echo $(numbers deep.dro u2 8 2))" "DBRAWOPL2 0"
	pairs=$(numbers deep.dro u4 12 1)
	ms=$(numbers deep.dro u4 16 1)
	read -r hardware format compression short long map < <(echo $(numbers deep.dro u1 20 6))
	is kinds "$hardware $format $compression" "0 0 0"
	is size "$(stat -c %s deep.dro)" $((26 + map + 2 * pairs))
	[ "$short" -ge "$map" ] && [ "$long" -ge "$map" ] && [ "$short" != "$long" ]
	# The delays add up to the length, and every index has its register.
	numbers deep.dro u1 $((26 + map)) | paste -d ' ' - - | awk -v short="$short" -v long="$long" -v map="$map" -v ms="$ms" '
		$1 == short { sum += $2 + 1; next }
		$1 == long { sum += ($2 + 1) * 256; next }
		$1 >= map { print; bad = 1 }
		{ writes++ }
		END { print sum, writes; exit bad || sum != ms || writes != 112 }'
	is "table once each" "$(numbers deep.dro u1 26 "$map" | sort | uniq -d)" ""
	is ms "$ms" $(((358166 * 1000 + 24858) / native))
}

@test "a VGM file's header fits what is in it, and has the tags" {
	expect 0 imf2wav -q -o mole.vgm "$archives/audiot/MOLE.WLF"
	is magic "$(head -c 4 mole.vgm)" "Vgm "
	is size "$(numbers mole.vgm u4 4 1)" $(($(stat -c %s mole.vgm) - 4))
	is version "$(numbers mole.vgm x4 8 1)" 00000151
	is clock "$(numbers mole.vgm u4 80 1)" 3579545
	is wait "$(numbers mole.vgm u4 24 1)" $(((339538 * 44100 + 24858) / native))
	is loop "$(numbers mole.vgm u4 28 2 | tr '\n' ' ')" "0 0 "
	is data "$(($(numbers mole.vgm u4 52 1) + 52))" 128
	gd3=$(($(numbers mole.vgm u4 20 1) + 20))
	is "GD3" "$(tail -c +$((gd3 + 1)) mole.vgm | head -c 4)" "Gd3 "
	is "GD3 size" "$(numbers mole.vgm u4 $((gd3 + 8)) 1)" $(($(stat -c %s mole.vgm) - gd3 - 12))
	is end "$(numbers mole.vgm x1 $((gd3 - 1)) 1)" 66
	# Bytes as two-byte letters: the ends of the texts are zeros of their own.
	tail -c +$((gd3 + 13)) mole.vgm | iconv -f UTF-16LE -t UTF-8 | tr '\0' '\n' >texts
	is texts "$(wc -l <texts)" 11
	is title "$(sed -n 1p texts)" "Mole Hill"
	is author "$(sed -n 7p texts)" "The Mole"
	grep -q "Dug up in code. Ä!" texts
	expect 0 imf2wav --json --rate native -o back.wav mole.vgm
	holds <(echo "$output") '.results[0].tags | .title == "Mole Hill" and .composer == "The Mole"'
	is "title of the sound" "$(wav_info back.wav | head -n 1)" "INAM 10 Mole Hill"
	expect 0 imf2wav -q -o mole.vgz "$archives/audiot/MOLE.WLF"
	gzip -dc mole.vgz | cmp - mole.vgm
	expect 0 imf2wav -q --rate native -o vgz.wav mole.vgz
	cmp vgz.wav back.wav
	expect 0 imf2wav -q -o again.vgm mole.vgz
	cmp again.vgm mole.vgm
}

@test "a loop in a VGM file stays one, and is played from where it goes on" {
	song note.imf "${note[@]}"
	expect 0 imf2wav -q --tail 0 -o plain.vgm note.imf
	# It goes on behind the instrument: with the write of the key.
	at=$(grep -abo -P '\x5a\xb1\x31' plain.vgm | head -n 1 | cut -d : -f 1)
	total=$(numbers plain.vgm u4 24 1)
	before=20 # samples of 44100: more than there are in front of that write
	cp plain.vgm loop.vgm
	poke loop.vgm 28 "$(le32 $((at - 28)))"
	expect 0 imf2wav --json -o one.opl2log loop.vgm
	holds <(echo "$output") '.results[0].loops'
	expect 0 imf2wav -q --loops 3 -o three.opl2log loop.vgm
	writes_of one.opl2log | grep -n ' b1 31' >begin
	is "instruments" "$(writes_of three.opl2log | grep -c ' 24 21$')" 1
	is "notes" "$(writes_of three.opl2log | grep -c ' b1 31$')" 3
	first=$(sed 's/^[0-9]*://; s/ .*//' begin)
	# All of it in the clock of VGM, so that nothing adds up.
	start=$(awk -v n="$first" 'BEGIN { print int(n * 44100 / 49716 + 0.5) }')
	is length "$(length_of three.opl2log)" "$(awk -v n=$((3 * total - 2 * start)) \
		'BEGIN { print int(n * 49716 / 44100 + 0.5) }')"
	expect 0 imf2wav -q -o again.vgm loop.vgm
	[ "$(numbers again.vgm u4 28 1)" -gt 0 ]
	waits=$(numbers again.vgm u4 32 1)
	[ "$waits" -lt "$total" ] && [ "$waits" -ge $((total - before - 30)) ]
	expect 0 imf2wav -q --loops 3 -o thrice.opl2log again.vgm
	diff three.opl2log thrice.opl2log
}

@test "writes that a format has no room for are left out and counted" {
	# All 256 registers, of which a DRO file can name 126.
	{
		printf 'rate %d\nlength 1000\n' $native
		for ((i = 0; i < 256; i++)); do
			printf '%d %02x 00\n' $((i * 2)) $i
		done
	} >all.opl2log
	expect 0 imf2wav -v --json -o all.dro all.opl2log
	[[ $stderr =~ ([0-9]+)" writes to registers without effect are left out: the format has no room for them" ]]
	dropped=${BASH_REMATCH[1]}
	holds <(echo "$output") '.results[0].timing.dropped_writes == $n' --argjson n "$dropped"
	expect 0 imf2wav -o back.opl2log all.dro
	is writes "$(writes_of back.opl2log | wc -l)" $((256 - dropped))
	# None of them is one that the chip has.
	for reg in 08 20 35 40 55 60 75 80 95 a0 a8 b0 b8 bd c0 c8 e0 f5; do
		grep -q " $reg 00" back.opl2log
	done
}

#
# Messages and JSON.
#

@test "JSON tells of all that was done, and nothing else is on standard output" {
	cp "$archives/audiot/MOLE.WLF" .
	expect 0 imf2wav --rate native --json -o out.wav MOLE.WLF
	echo "$output" >json
	holds json '(keys == ["exhume", "format", "results", "schema"]) and .format == "imf2wav" and (.results | length) == 1'
	holds json '.results[0] | .input == "MOLE.WLF" and .kind == "imf" and .type == 1 and .ticks == 4550 and .samples == 339538 and .tail_samples == 16384
		and .held_at_end == false and (.seconds - 339538 / 49716 | fabs) < 1e-6 and .output_format == "wav" and .output == "out.wav"
		and .rate == 49716 and .frames == 339538 and .gain == 1 and .clipped_samples == 0 and .status == "ok" and .warnings == [] and .errors == []'
	holds json '.results[0].tags == {title: "Mole Hill", composer: "The Mole", remarks: "Dug up in code. Ä!", program: "EXHUME"}'
	holds json '.results[0] | [.channels[].notes] == [0, 25, 16, 15, 0, 0, 0, 0, 0] and [.channels[].channel] == [range(9)] and (.drums | add) == 0 and .writes == 308'
	holds json '.results[0].instruments | [.[].notes] == [25, 16, 15] and [.[].channels] == [[1], [2], [3]]'
	# The second voice: its registers as composed, the level of what is heard aside.
	holds json '.results[0].instruments[1] | .registers == "0112f36601" + "0100f467000a" and .feedback == 5 and .connection == "fm"
		and .modulator == {tremolo: false, vibrato: false, holds_sustain: false, key_scale_rate: false, multiple: 1, key_scale_level: 0,
			total_level: 18, attack: 15, decay: 3, sustain: 6, release: 6, waveform: "half_sine"}
		and .carrier.waveform == "sine" and .carrier.attack == 15 and .carrier.decay == 4'
	is peak "$(jq '.results[0].peak' json)" "$(wav_data out.wav >raw; samples raw | awk '{ v = $1 < 0 ? -$1 : $1; if (v > most) most = v } END { print most }')"
}

@test "JSON of several inputs has one result each, of the bad ones too" {
	tone >tone.opl2log
	echo nonsense >bad.imf
	expect 1 imf2wav --rate native --json -o out tone.opl2log bad.imf nowhere.imf "$archives/audiot/DEEP.IMF"
	echo "$output" >json
	holds json '[.results[].status] == ["ok", "failed", "failed", "ok"] and [.results[] | has("output")] == [true, false, false, true]'
	holds json '[.results[].input][:3] == ["tone.opl2log", "bad.imf", "nowhere.imf"] and (.results[1].errors | length) == 1 and .results[1].errors[0].file == "bad.imf" and (.results[2].errors[0].text | contains("can'"'"'t open"))'
	is files "$(files_in out | tr '\n' ' ')" "DEEP.wav tone.wav "
	holds json '.results[0].output == "out/tone.wav" and .results[3].output == "out/DEEP.wav"'
}

@test "drums are counted, and a note that bends is one" {
	{
		printf 'rate %d\nlength 30000\n' $native
		printf '%s\n' "0 bd 20" "10 bd 30" "10 bd 30" "20 bd 20" "30 bd 38" "40 bd 27" "50 bd 00" "60 bd 1f" "70 bd 3f"
		printf '%s\n' "100 a0 98" "100 b0 31" "200 a0 a8" "300 b0 35" "400 b0 15" "500 b0 35" "500 b0 15"
	} >drums.opl2log
	expect 0 imf2wav --json --rate native -o drums.wav drums.opl2log
	holds <(echo "$output") '.results[0] | .drums == {bass_drum: 3, snare_drum: 2, tom_tom: 2, cymbal: 2, hi_hat: 2} and [.channels[].notes] == [2, 0, 0, 0, 0, 0, 0, 0, 0]'
}

#
# The picture.
#

# A song in all colours: each channel's note, bends, drums, and a second row.
colors() {
	printf 'rate %d\nlength %d\n' $native $((26 * native))
	color_writes | sort -ns
}

color_writes() {
	for c in 0 1 2 3 4 5 6 7 8; do
		o=$(printf '%02x' $((0x23 + c / 3 * 8 + c % 3)))
		printf '%d %s 01\n' $((c * native)) "$o"
		printf '%d a%d 59\n%d b%d %02x\n' $((c * native)) $c $((c * native)) $c $((0x21 | (c % 8) << 2))
	done
	for c in 0 1 2 3 4 5 6 7 8; do
		printf '%d a%d b0\n' $((10 * native + c * 8000)) $c
	done
	printf '%d bd 20\n' $((12 * native))
	for i in 16 8 4 2 1 31; do
		printf '%d bd %02x\n%d bd 20\n' $((13 * native + i * 1000)) $((32 + i)) $((13 * native + i * 1000 + 500))
	done
	for c in 0 1 2 3 4 5 6 7; do
		printf '%d b%d 01\n' $((19 * native + c * 20000)) $c
	done
	printf '%d e3 02\n%d b0 35\n%d b0 15\n' $((23 * native)) $((23 * native)) $((24 * native))
}

@test "a picture of the notes" {
	expect 0 imf2wav -q -o mole.png "$archives/audiot/MOLE.WLF"
	colors >colors.opl2log
	expect 0 imf2wav -o colors.png colors.opl2log
	silent
	printf 'rate %d\nlength 0\n' $native >nothing.opl2log
	expect 0 imf2wav -o nothing.png nothing.opl2log
	whole_pngs .
	hash_tree . | grep png | matches_golden rolls.txt
}

# dot PNG X Y: its colour, as R G B.
dot() {
	pngtopnm "$1" | pamcut -left "$2" -top "$3" -width 1 -height 1 | tail -c 3 | od -An -tu1 | xargs
}

@test "notes are where their time and pitch are" {
	# A 440 Hz note of channel 2, from the third second to the fifth.
	printf '%s\n' "rate $native" "length $((6 * native))" "0 25 01" "0 a2 44" "$((3 * native)) b2 32" "$((5 * native)) b2 12" >a.opl2log
	expect 0 imf2wav -o a.png a.opl2log
	# One octave, from C4 below to B4 above: A is the third lane of twelve, of 4 pixels.
	is size "$(pngcheck a.png | sed 's/.*(\([^,]*\),.*/\1/')" "1240x80"
	y=$((14 + 10 + 2 * 4 + 1))
	color="190 170 20"
	is "its first pixel" "$(dot a.png $((24 + 180)) $y)" "95 85 10"
	is inside "$(dot a.png $((24 + 181)) $y)" "$color"
	is "its last pixel" "$(dot a.png $((24 + 300)) $y)" "$color"
	for x in 179 301; do
		[ "$(dot a.png $((24 + x)) $y)" != "$color" ]
	done
	for y in $((y - 4)) $((y + 4)); do
		[ "$(dot a.png $((24 + 200)) $y)" != "$color" ]
	done
	is "key of colours" "$(dot a.png $((24 + 60 + 5)) 6)" "$color"
}

#
# Bad input.
#

@test "what is no music is told, and nothing is written" {
	: >empty
	printf 'abc' >three
	head -c 3000 "$manual/exhume.1" >text.imf
	cp "$archives/ega/SAMPLE.EGA" "$archives/audiot/AUDIOT.SMP" .
	tone >tone.opl2log
	expect 0 imf2wav --rate native -o tone.wav tone.opl2log
	for file in empty three text.imf tone.wav SAMPLE.EGA nowhere .; do
		expect 1 imf2wav --rate native -o out.wav "$file"
		says "exhume imf2wav: $file"
		absent out.wav
	done
	expect 1 imf2wav --rate native -o new/out.wav empty
	absent new
	expect 1 imf2wav --rate native -o - empty
	is bytes "$output" ""
}

@test "a song that breaks off plays as far as it goes, and fails" {
	cp "$archives/audiot/MOLE.WLF" .
	expect 0 imf2wav -q --tail 1 -o whole.opl2log MOLE.WLF
	for size in 200 701 702 703 704 1226; do
		head -c $size MOLE.WLF >cut.wlf
		expect 1 imf2wav -f --tick 700 --tail 1 -o cut.opl2log cut.wlf
		says "cut.wlf:0x2: 1228 bytes of music declared, $((size - 2)) found"
		records=$((size / 4)) # a record without its delay counts
		is writes "$(writes_of cut.opl2log | wc -l)" $((records + 1))
		diff <(writes_of cut.opl2log | head -n $records) <(writes_of whole.opl2log | head -n $records)
	done
	# Without a length the last delay may be missing, and a byte be left over.
	cp "$archives/audiot/DEEP.IMF" .
	expect 0 imf2wav -q --tail 1 -o deep.opl2log DEEP.IMF
	head -c 442 DEEP.IMF >lacks.imf
	expect 0 imf2wav --tick 560 --tail 1 -o lacks.opl2log lacks.imf
	silent
	diff <(writes_of deep.opl2log) <(writes_of lacks.opl2log)
	is "the delay is 70 ticks" "$(($(length_of deep.opl2log) - $(length_of lacks.opl2log)))" $((70 * native / 560))
	{
		cat DEEP.IMF
		printf x
	} >odd.imf
	expect 0 imf2wav --tick 560 --tail 1 -o odd.opl2log odd.imf
	says "odd.imf:0x1BC: warning: a byte is left over after the last record"
	cmp odd.opl2log deep.opl2log
	expect 1 imf2wav -f --strict --tick 560 -o odd.opl2log odd.imf
}

@test "what is silent from start to end is not written without a word" {
	printf 'rate %d\nlength 100\n' $native >no.opl2log
	for format in wav raw vgm dro opl2log midi imf; do
		expect 0 imf2wav --format $format -o 0.$format no.opl2log
		is $format "$stderr" "exhume imf2wav: 0.$format: warning: silence from start to end"
	done
	expect 1 imf2wav --strict -f -o no.vgm no.opl2log
	tone >tone.opl2log
	expect 0 imf2wav --stems -o stem.wav tone.opl2log
	silent
	expect 0 imf2wav --stems -o none.wav no.opl2log
	is stems "$(grep -c "silence from start to end" <<<"$stderr")" 9
}

@test "a song without time has its tail, and may be nothing at all" {
	song short.imf "b0 31 0"
	expect 0 imf2wav -q --rate native --tail 0 -o short.wav short.imf
	is_wav short.wav $native 1 0
	expect 0 imf2wav -qf --rate native --tail 10n --loops 3 -o short.wav short.imf
	is_wav short.wav $native 1 $((2 * native / 560 + 10))
	song no.imf "b0 11 8"
	expect 1 imf2wav -o no.wav no.imf
	says "no.imf:0x0: not music: no note is played in its 1 records"
	absent no.wav
	printf 'rate %d\nlength 0\n' $native >no.opl2log
	for format in wav raw vgm dro opl2log; do
		# shellcheck disable=SC2046
		expect 0 imf2wav $(native_rate $format) --loops 5 -o nothing.$format no.opl2log
		silent
	done
	is_wav nothing.wav $native 1 0
	[ ! -s nothing.raw ]
	for format in vgm dro; do
		expect 0 imf2wav -f -o back.opl2log nothing.$format
		is "$format" "$(length_of back.opl2log)" 0
	done
	need_soxr
	expect 0 imf2wav -f -o nothing.wav no.opl2log
	is_wav nothing.wav 44100 1 0
}

@test "logs for other chips, of other versions, and in broken gzip are refused by name" {
	tone >tone.opl2log
	expect 0 imf2wav -q -o good.vgm tone.opl2log
	expect 0 imf2wav -q -o good.vgz tone.opl2log
	expect 0 imf2wav -q -o good.dro tone.opl2log
	while read -r name file at bytes words; do
		cp "$file" "$name"
		poke "$name" "$at" "$bytes"
		expect 1 imf2wav --rate native -o out.wav "$name"
		says "$name:0x" "$words"
		absent out.wav
	done <<-'END'
		no-chip.vgm good.vgm 80 \0\0\0\0 for no known chip, expected a YM3812 (OPL2)
		old.vgm good.vgm 8 \1\0\0\0 version 0x1, expected at least 0x100
		three.dro good.dro 8 \3 version 3.0, expected 0.1 or 2.0
		packed.dro good.dro 22 \1 arrangement 0 with compression 1
		table.dro good.dro 25 \377 a table of 255 registers, expected at most 128
	END
	cp good.vgm other.vgm
	poke other.vgm 80 '\0\0\0\0'
	poke other.vgm 92 "$(le32 14318180)"
	expect 1 imf2wav --rate native -o out.wav other.vgm
	says "for YMF262, expected a YM3812 (OPL2)"
	head -c 20 good.dro >short.dro
	head -c 30 good.vgm >short.vgm
	for file in short.dro short.vgm; do
		expect 1 imf2wav --rate native -o out.wav $file
		absent out.wav
	done
	says "30 bytes"
	for size in 3 20 60; do
		head -c $size good.vgz >cut.vgz
		expect 1 imf2wav --rate native -o out.wav cut.vgz
		says "cut.vgz:0x" "gzip: "
		absent out.wav
	done
	cp good.vgz broken.vgz
	poke broken.vgz $(($(stat -c %s good.vgz) - 8)) 'wron' # its checksum
	expect 1 imf2wav --rate native -o out.wav broken.vgz
	says "gzip: incorrect data check"
	gzip -c empty-handed >none.vgz 2>/dev/null || gzip -c </dev/null >none.vgz
	expect 1 imf2wav --rate native -o out.wav none.vgz
	absent out.wav
	# A log that is cut keeps what it has.
	head -c $(($(stat -c %s good.dro) - 3)) good.dro >cut.dro
	expect 1 imf2wav -o cut.opl2log cut.dro
	says "cut.dro:0x" "bytes of data declared"
	[ -s cut.opl2log ]
}

@test "a gzip file that is far larger than it looks is refused" {
	head -c 70000000 /dev/zero | gzip -c >bomb.vgz
	expect 1 imf2wav --rate native -o out.wav bomb.vgz
	says "expands to more than 64 MiB"
	absent out.wav
}

#
# Outputs.
#

@test "what exists is not touched without -f" {
	cp "$archives/audiot/DEEP.IMF" .
	for file in DEEP.wav DEEP.vgm DEEP.png DEEP.raw; do
		echo mine >$file
	done
	sha256sum -- * >before
	for format in wav vgm png raw; do
		# shellcheck disable=SC2046
		expect 1 imf2wav -q --format $format $(native_rate $format) DEEP.IMF
		says "DEEP.$format: exists; -f overwrites it"
	done
	sha256sum --quiet -c before
	is files "$(echo *)" "DEEP.IMF DEEP.png DEEP.raw DEEP.vgm DEEP.wav before"
	expect 0 imf2wav -qf --rate native DEEP.IMF
	is_wav DEEP.wav $native 1 358166
	no_part_left
	# A song is not overwritten by itself.
	expect 0 imf2wav -q -o deep.opl2log DEEP.IMF
	sum=$(hash_of deep.opl2log)
	expect 1 imf2wav -q --format opl2log deep.opl2log
	is "its hash" "$(hash_of deep.opl2log)" "$sum"
}

@test "stems are refused together if one of them exists" {
	tone >tone.opl2log
	echo mine >tone.ch3.wav
	remember .
	expect 1 imf2wav --rate native --stems tone.opl2log
	says "tone.ch3.wav: exists; -f overwrites it"
	unchanged .
}

@test "several inputs go to a folder, and those of one name after the first fail" {
	mkdir a b
	tone >a/tone.opl2log
	tone 500 >b/tone.opl2log
	song b/note.imf "${note[@]}"
	expect 1 imf2wav -q --rate native -o out a/tone.opl2log b/tone.opl2log b/note.imf
	says "b/tone.opl2log: its output out/tone.wav is already used by a/tone.opl2log"
	is files "$(files_in out | tr '\n' ' ')" "note.wav tone.wav "
	is_wav out/tone.wav $native 1 10000
	# One input, into a folder that is there or named as one.
	mkdir there
	expect 0 imf2wav --rate native -o there a/tone.opl2log
	expect 0 imf2wav --rate native -o here/below/ a/tone.opl2log
	expect 0 imf2wav --rate native -o deep/er/x.wav a/tone.opl2log
	cmp there/tone.wav out/tone.wav
	cmp here/below/tone.wav out/tone.wav
	cmp deep/er/x.wav out/tone.wav
	# Beside each.
	expect 0 imf2wav -q --rate native a/tone.opl2log b/note.imf
	cmp a/tone.wav out/tone.wav
	[ -s b/note.wav ]
}

@test "jobs change nothing, neither in files nor in words" {
	mkdir in
	cp "$archives"/opl2/*.opl2log "$archives/audiot/DEEP.IMF" in
	echo nonsense >in/bad.imf
	for i in 1 2 3; do
		song in/note$i.imf "${note[@]:0:$((10 + i))}"
	done
	for options in "--rate native" "--format vgm"; do
		rm -rf one two
		# shellcheck disable=SC2086
		{
			expect 1 imf2wav -j 1 $options --tail 100n --json -o one in/*
			printf '%s' "$output" | sed 's,one/,two/,' >one.json
			printf '%s' "$stderr" | sed 's,one/,two/,' >one.words
			expect 1 imf2wav -j 2 $options --tail 100n --json -o two in/*
		}
		is json "$output" "$(cat one.json)"
		is words "$stderr" "$(cat one.words)"
		same_tree one two
		is files "$(count_files two)" 10
	done
}

@test "a full disk is told, and leaves nothing" {
	[ -w /dev/full ] || skip "no /dev/full"
	tone >tone.opl2log
	for format in wav raw vgm opl2log png; do
		rate=$(native_rate $format)
		# shellcheck disable=SC2086
		expect 1 imf2wav $rate --format $format -o /dev/full tone.opl2log
		says "/dev/full: can't write: No space left on device"
		# shellcheck disable=SC2086
		status=$("$EXHUME" imf2wav $rate --format $format -o - tone.opl2log 2>err >/dev/full; echo $?)
		is "status of $format" "$status" 1
		grep -q "No space left on device" err
	done
	if has_flac; then
		expect 1 imf2wav --rate native --format flac -o /dev/full tone.opl2log
		says "No space left on device"
	fi
	# A file that may not grow: it is gone again.
	status=$(ulimit -f 10; "$EXHUME" imf2wav --rate native -o big.wav tone.opl2log 2>err; echo $?)
	is "status of a file too large" "$status" 1
	absent big.wav
	no_part_left
}

@test "a pipe that is closed ends it quietly" {
	tone 200000 >tone.opl2log
	for format in wav raw; do
		set +o pipefail
		"$EXHUME" imf2wav --rate native --format $format -o - tone.opl2log 2>err | head -c 100 >begin
		is "status of $format" "${PIPESTATUS[0]}" 141
		is bytes "$(stat -c %s begin)" 100
		is words "$(cat err)" ""
	done
}

@test "a folder that may not be written to is told" {
	need_nobody
	open=$(mktemp -d "$BATS_RUN_TMPDIR/open.XXXXXX")
	chmod 755 "$BATS_RUN_TMPDIR" "$open"
	tone >"$open/tone.opl2log"
	chmod 644 "$open/tone.opl2log"
	for options in "--rate native --format wav" "--rate native --format raw" "--format vgm" "--format png"; do
		# shellcheck disable=SC2086
		as_nobody "$EXHUME" imf2wav $options "$open/tone.opl2log"
		check_run 1 "imf2wav $options"
		says "tone.${options##* }: can't write: Permission denied"
	done
	as_nobody "$EXHUME" imf2wav --rate native -o "$open/new/" "$open/tone.opl2log"
	check_run 1 "imf2wav into a new folder"
	says "Permission denied"
	is files "$(files_in "$open")" tone.opl2log
}

@test "an interrupted run leaves no half file" {
	song note.imf "${note[@]}"
	for output in long.wav long.raw; do
		env --default-signal=INT "$EXHUME" imf2wav -q --rate native --gain 0.9 --loops 3000 -o $output note.imf 2>err 3>&- &
		pid=$!
		wait_for sh -c 'find . -name "*.part" -size +100k | grep -q .'
		end_by INT $pid
		is status "$status" 130
		grep -q "interrupted" err
		is files "$(files_in . | tr '\n' ' ')" "err note.imf "
	done
}

@test "a signal ends it while it looks through a song of many passes, or writes its log" {
	# Five notes: the signal comes long before the end, and a WAV file could hold them.
	notes=("${note[@]}")
	for i in {2..5}; do notes+=("${note[@]: -2}"); done
	song note.imf "${notes[@]}"
	for output in long.wav long.dro; do
		env --default-signal=INT "$EXHUME" imf2wav -q --loops 100000 -o $output note.imf 2>err 3>&- &
		pid=$!
		wait_for catches_int $pid
		end_by INT $pid
		is status "$status" 130
		is files "$(files_in . | tr '\n' ' ')" "err note.imf "
	done
}

@test "more samples than a WAV file can hold are refused at once" {
	printf 'rate %d\nlength 3000000000\n' $native >long.opl2log
	expect 1 imf2wav --max-length 86400 --rate native -o long.wav long.opl2log
	says "6000000000 bytes of samples are too many for a WAV file; use --format flac or raw"
	expect 1 imf2wav --max-length 86400 --rate native -o - long.opl2log
	is bytes "$output" ""
	expect 1 imf2wav --max-length 86400 -o long.png long.opl2log
	says "60342 seconds are too many for a picture"
	expect 1 imf2wav --max-length 86400 --loops 100000 -o long.dro long.opl2log
	absent long.wav long.png long.dro
	no_part_left
}

#
# MIDI.
#

# json_holds FILTER: of the last output.
json_holds() {
	echo "$output" >output.json
	holds output.json "$1"
}

# midi FILE DIVISION "DELAY BYTES"...: a song in one track; delays are decimal and below
# 16384, bytes hexadecimal.
midi() {
	local file=$1 division=$2 delay byte track=
	shift 2
	for event in "$@" "0 ff 2f 00"; do
		# shellcheck disable=SC2086
		set -- $event
		delay=$1
		shift
		((delay < 128)) || track+=$(printf '\\x%02x' $((delay >> 7 | 128)))
		track+=$(printf '\\x%02x' $((delay & 127)))
		for byte; do track+="\\x$byte"; done
	done
	{
		printf 'MThd\0\0\0\6\0\0\0\1'
		printf "$(printf '\\x%02x\\x%02x' $((division >> 8)) $((division & 255)))"
		printf 'MTrk\0\0'
		printf "$(printf '\\x%02x\\x%02x' $((${#track} / 4 >> 8)) $((${#track} / 4 & 255)))"
		printf "$track"
	} >"$file"
}

# Program 40, a note of 280 ticks of 560 a second, and its end.
tune=("0 b2 07 7f" "0 c2 28" "28 92 45 7f" "280 82 45 00" "28 92 40 40" "28 82 40 00")

@test "MIDI becomes IMF at the ticks of its notes, and IMF becomes the MIDI that it was" {
	midi tune.mid 280 "${tune[@]}"
	expect 0 imf2wav -o tune.imf tune.mid
	silent
	expect 0 imf2wav --json --rate native -o tune.wav tune.imf
	json_holds '.results[0] | .kind == "imf" and .type == 1 and .ticks == 364 and (.instruments | length) == 1'
	json_holds '[.results[0].channels[] | select(.notes > 0)] == [{channel: 1, notes: 2}]'
	# The keys: pressed at ticks 28 and 336.
	is keys "$(od -An -v -w4 -tu1 -j 2 tune.imf | awk '$1 == 177 { print tick + 0, ($2 >= 32) } { tick += $3 + 256 * $4 }' | tr '\n' ' ')" \
		"28 1 308 0 336 1 364 0 "
	expect 0 imf2wav --json -o back.mid tune.imf
	json_holds '.results[0] | .written_notes == 2 and .programs == 1'
	expect 0 imf2wav --imf-type 0 -o zero.imf back.mid
	is "type 0" "$(od -An -tx1 -N 4 zero.imf)" " 00 00 00 00"
	# Once more: the same notes at the same ticks.
	expect 0 imf2wav -o again.imf back.mid
	expect 0 imf2wav -o again.mid again.imf
	cmp back.mid again.mid
	# The program that it had, in the chip's second channel, and its two velocities.
	od -An -v -tx1 back.mid | tr -d ' \n' >hex
	grep -q "00c128" hex
	grep -q "91457f" hex
	grep -q "91403f\|914040\|914041\|91403e" hex
	# Sound and logs of MIDI are those of any song.
	for format in wav vgm dro opl2log png flac; do
		[ $format != flac ] || has_flac || continue
		[ $format != flac ] && [ $format != wav ] || has_soxr || continue
		expect 0 imf2wav --format $format -o "out.$format" tune.mid
		[ -s "out.$format" ]
	done
}

@test "an IMF becomes the same IMF again through MIDI, unless a note is edited" {
	song note.imf "${note[@]}"
	{ printf "$(le16 $(($(stat -c %s note.imf))))"; cat note.imf; printf '\x1aTitle\0Me\0\0PROG\0'; } >one.imf
	midi tune.mid 280 "${tune[@]}"
	expect 0 imf2wav -o tune.imf tune.mid
	cp "$archives/audiot/MOLE.WLF" mole.wlf
	cp "$archives/audiot/DEEP.IMF" deep.imf
	gzip -c tune.imf >packed.imf
	for file in note.imf one.imf tune.imf mole.wlf deep.imf packed.imf; do
		for rate in '' '--tick 280' '--tick 1193182/2128'; do
			# shellcheck disable=SC2086
			expect 0 imf2wav -q -f $rate -o back.mid $file
			expect 0 imf2wav -f -o back.imf back.mid
			silent
			zcat -f $file | cmp - back.imf
			# shellcheck disable=SC2086
			expect 0 imf2wav -f $rate -o back.imf back.mid
			zcat -f $file | cmp - back.imf
		done
	done
	# As the other type, of other ticks, by a bank, and twice, it is made of the notes.
	expect 0 imf2wav -q -o tune2.mid tune.imf
	expect 0 imf2wav -f --imf-type 0 -o zero.imf tune2.mid
	expect 0 imf2wav -f --imf-type 0 -o zero2.imf tune.imf
	cmp zero.imf zero2.imf
	expect 0 imf2wav -f --imf-type 1 -o back.imf tune2.mid
	cmp back.imf tune.imf
	for option in '--tick 700' '--loops 2'; do
		# shellcheck disable=SC2086
		expect 0 imf2wav -f $option -o back.imf tune2.mid
		silent
		! cmp -s back.imf tune.imf
	done
	# A note is edited: another key, another velocity. It is said, and not without effect.
	od -An -v -tx1 tune2.mid | tr -d ' \n' >hex
	for edit in 's/91457f/914c7f/;s/814500/814c00/' 's/91457f/914560/'; do
		sed "$edit" hex | sed 's/../\\x&/g' >escaped
		printf "$(cat escaped)" >edited.mid
		expect 0 imf2wav -f -o edited.imf edited.mid
		says "edited.imf: warning: notes were edited since the MIDI file was made"
		! cmp -s edited.imf tune.imf
		expect 1 imf2wav -f --strict -o strict.imf edited.mid
		# Its sound is said to be nothing else.
		expect 0 imf2wav -f -o edited.opl2log edited.mid
		silent
	done
	# The IMF kept in the MIDI file is damaged.
	at=$(grep -abo 'exhume imf 1' tune2.mid | cut -d : -f 1)
	cp tune2.mid damaged.mid
	poke damaged.mid $((at + 40)) '\xff\xff'
	expect 0 imf2wav -f -o damaged.imf damaged.mid
	says "damaged.mid:0x" "the IMF that this file was made from is damaged"
}

@test "a real song becomes the same IMF again through MIDI" {
	need_game "$opl2"
	for file in "$opl2"/*.imf; do
		expect 0 imf2wav -q -f -o song.mid "$file"
		expect 0 imf2wav -f -o back.imf song.mid
		silent
		cmp back.imf "$file"
	done
	need_game "$keen4"
	# Sounds that are cut off are the only error; .imf files are whole.
	expect 1 snd2wav -q --raw --rate 8000 --max-length 1 -o raw/ "$keen4/AUDIO.CK4"
	is "other errors" "$(grep -vc '(--max-length)$' <<<"$stderr")" 0
	for file in raw/music-*.imf; do
		expect 0 imf2wav -q -f -o song.mid "$file"
		expect 0 imf2wav -f -o back.imf song.mid
		cmp back.imf "$file"
	done
}

@test "an IMF that becomes IMF is the same, at any rate, with its tag" {
	song note.imf "${note[@]}"
	printf "$(le16 $(($(stat -c %s note.imf))))" >one.imf
	cat note.imf >>one.imf
	printf '\x1aTitle\0Me\0\0PROG\0' >>one.imf
	for tick in 280 560 700 1193182/2128 20000; do
		expect 0 imf2wav -f --tick $tick -o same.imf one.imf
		cmp same.imf one.imf
	done
	expect 0 imf2wav --imf-type 0 -o zero.imf one.imf
	cmp zero.imf note.imf
	# Ticks of logs are those of --tick.
	expect 0 imf2wav -o log.opl2log one.imf
	expect 0 imf2wav -f --tick 700 -o log.imf log.opl2log
	[ -s log.imf ]
}

@test "more than nine notes at once are told, and drums that no bank has" {
	midi many.mid 96 "0 90 30 7f" "0 90 31 7f" "0 90 32 7f" "0 90 33 7f" "0 90 34 7f" "0 90 35 7f" \
		"0 90 36 7f" "0 90 37 7f" "0 90 38 7f" "0 90 39 7f" "0 99 10 7f" "96 80 30 00"
	expect 0 imf2wav -o many.imf many.mid
	says "up to 10 notes at once, and the chip has 9 voices: 1 of 11 notes end early" \
		"1 notes of drums are left out"
	expect 1 imf2wav --strict -f -o many.imf many.mid
}

# le32 NUMBER: as printf takes it.
le32() {
	printf '\\x%02x\\x%02x\\x%02x\\x%02x' $(($1 & 255)) $(($1 >> 8 & 255)) $(($1 >> 16 & 255)) $(($1 >> 24))
}

@test "a length of four bytes" {
	song note.imf "${note[@]}"
	{ printf "$(le16 $(($(stat -c %s note.imf))))"; cat note.imf; printf '\x1aTitle\0Comp\0Rem\0'; } >two.imf
	{ printf "$(le32 $(($(stat -c %s note.imf))))"; cat note.imf; printf '\x1aTitle\0Comp\0Rem\0'; } >four.imf
	for name in two four; do
		expect 0 imf2wav -q --tick 560 --json -o $name.opl2log $name.imf
		jq '.results[0] | [.ticks, .type, .tags, .seconds]' <<<"$output" >$name.json
	done
	cmp two.json four.json
	grep -q Comp four.json
	cmp two.opl2log four.opl2log
	# It is written as games read it.
	expect 0 imf2wav -q -o back.imf four.imf
	cmp back.imf two.imf
}

@test "MIDI: the range of bends, missing tracks, large controllers, high notes" {
	# RPN 0 is 12 half tones; the NRPN after it has a number of its own.
	midi bend.mid 280 "0 b0 65 00" "0 b0 64 00" "0 b0 06 0c" "0 b0 63 01" "0 b0 62 08" "0 b0 06 18" \
		"0 c0 10" "0 90 39 64" "100 e0 7f 7f" "100 80 39 40"
	expect 0 imf2wav -q -o bend.opl2log bend.mid
	# 440 Hz: F-number 580, block 4.
	is pitch "$(grep -E ' (a1|b1) ' bend.opl2log | cut -d ' ' -f 2- | paste -sd ' ')" "a1 44 b1 2e b1 32 b1 12"
	# Two tracks, of which one is there.
	midi one.mid 280 "${tune[@]}"
	cp one.mid missing.mid
	poke missing.mid 11 '\2'
	expect 0 imf2wav -o missing.imf missing.mid
	says "missing.mid:0x" "warning: 2 tracks declared, 1 found"
	expect 0 imf2wav -o one.imf one.mid
	cmp one.imf missing.imf
	expect 1 imf2wav --strict -f -o missing.imf missing.mid
	midi large.mid 280 "0 b2 07 fe" "${tune[@]:1}"
	expect 0 imf2wav -o large.imf large.mid
	says "large.mid:0x" "1 parameters of controllers are above 127: taken for 127"
	cmp one.imf large.imf
	# The program has a modulator with seven times the frequency: note 120 can't be played.
	{ printf 'SBI\x1a'; head -c 32 /dev/zero; printf '\x27\x31\x4f\0\xf2\xd2\x52\x73\1\2\6\0\0\0\0\0'; } >seven.sbi
	midi high.mid 280 "0 c0 00" "0 90 78 64" "100 80 78 40"
	expect 0 imf2wav -o high.imf high.mid
	silent
	expect 0 imf2wav -f --bank seven.sbi -o high.imf high.mid
	says "high.mid: warning: 1 notes are higher than the chip plays"
}

@test "notes of an OP2 bank are an octave higher, fixed ones, too" {
	# Most banks shift their notes by -12.
	voice='\x21\xf1\x53\1\x40\x0f\6\x31\xf2\x74\2\x80\0\0\xf4\xff'
	{
		printf '#OPL_II#'
		for ((i = 0; i < 175; i++)); do
			# Drums play note 57.
			# shellcheck disable=SC2059
			if ((i < 128)); then printf "\0\0\200\0$voice$voice"; else printf "\1\0\200\x39$voice$voice"; fi
		done
		head -c $((175 * 32)) /dev/zero
	} >own.op2
	is size "$(stat -c %s own.op2)" 11908
	midi note.mid 280 "0 90 45 7f" "100 80 45 00"
	midi drum.mid 280 "0 99 26 7f" "100 89 26 00"
	for name in note drum; do
		for bank in own.op2 0=own.op2; do
			[ $name = note ] || bank=${bank/0=/d38=}
			expect 0 imf2wav -q -f --bank $bank -o $name.opl2log $name.mid
			is "$name, $bank" "$(grep -E ' (a1|b1) ' $name.opl2log | head -n 2 | cut -d ' ' -f 2- | paste -sd ' ')" "a1 44 b1 32"
		done
	done
	# And back.
	expect 0 imf2wav -q --bank own.op2 -o note.imf note.mid
	expect 0 imf2wav -q --bank own.op2 -o back.mid note.imf
	expect 0 imf2wav -q --bank own.op2 -o back.opl2log back.mid
	is "and back" "$(grep -cE ' (a1 44|b1 32)$' back.opl2log)" 2
}

@test "an IMF of MIDI with notes where games play effects is said" {
	eight=("0 90 30 7f" "0 90 32 7f" "0 90 34 7f" "0 90 36 7f" "0 90 38 7f" "0 90 3a 7f" "0 90 3c 7f" "0 90 3e 7f")
	midi eight.mid 280 "${eight[@]}" "100 80 30 00"
	expect 0 imf2wav -o eight.imf eight.mid
	silent
	midi nine.mid 280 "${eight[@]}" "0 90 40 7f" "100 80 30 00"
	expect 0 imf2wav -o nine.imf nine.mid
	says "nine.imf: warning: 1 notes are on channel 0 of the chip, where games play effects"
	# Sound and logs have all nine.
	expect 0 imf2wav -o nine.opl2log nine.mid
	silent
}

@test "banks: OP2, SBI, one program or drum; the instruments come back from their registers" {
	midi tune.mid 280 "${tune[@]}" "0 99 26 7f" "10 89 26 00"
	# An SBI with registers of its own.
	{
		printf 'SBI\x1a'
		head -c 32 /dev/zero
		printf '\x21\x31\x4f\x00\xf2\xd2\x52\x73\x01\x02\x06'
	} >reed.sbi
	expect 0 imf2wav --json --bank 40=reed.sbi -o one.imf tune.mid
	json_holds '[.results[0].instruments[].registers] | index("214ff252013100d2730206") != null and length == 2'
	expect 0 imf2wav --json --bank reed.sbi --bank d38=reed.sbi -f -o all.imf tune.mid
	json_holds '[.results[0].instruments[].registers] == ["214ff252013100d2730206"]'
	# Back by the same bank, or by numbers of their own.
	expect 0 imf2wav --bank 7=reed.sbi -o back.mid one.imf
	od -An -v -tx1 back.mid | tr -d ' \n' | grep -q "00c107"
	expect 0 imf2wav --programs own -o own.mid one.imf
	od -An -v -tx1 own.mid | tr -d ' \n' | grep -q "00c100"
	# Banks that are none.
	printf '2OP\x1a' >opl3.sbi
	expect 1 imf2wav -o no.imf --bank opl3.sbi tune.mid
	says "opl3.sbi:0x0: an OPL3 instrument"
	expect 1 imf2wav -o no.imf --bank tune.mid tune.mid
	says "tune.mid:0x0: expected a bank (.op2) or an instrument (.sbi)"
	head -c 40 reed.sbi >short.sbi
	expect 1 imf2wav -o no.imf --bank 3=short.sbi tune.mid
	says "short.sbi:0x28: 40 bytes, an SBI has at least 47"
	expect 1 imf2wav -o no.imf --bank nowhere.op2 tune.mid
	says "nowhere.op2: can't open"
	expect 2 imf2wav -o no.imf --bank 128=reed.sbi tune.mid
	expect 2 imf2wav -o no.imf --bank d34=reed.sbi tune.mid
	expect 2 imf2wav -o no.imf --imf-type 2 tune.mid
	absent no.imf
}

@test "MIDI that is broken or of another format is refused with its place" {
	midi tune.mid 280 "${tune[@]}"
	head -c 40 tune.mid >cut.mid
	expect 1 imf2wav -o no.imf cut.mid
	says "cut.mid:0xE: track 0 of 1: the file ends within it"
	{ head -c 9 tune.mid; printf '\2'; tail -c +11 tune.mid; } >two.mid
	expect 1 imf2wav -o no.imf two.mid
	says "two.mid:0x8: a MIDI file of format 2"
	midi bad.mid 280 "0 90 30 ff"
	expect 1 imf2wav -o no.imf bad.mid
	says "bad.mid:0x19: track 0: a parameter of 0xff"
	midi zero.mid 0 "${tune[@]}"
	expect 1 imf2wav -o no.imf zero.mid
	says "a division of 0 ticks"
	# More than the game's form can hold.
	long=()
	for ((i = 0; i < 1200; i++)); do long+=("1 b0 07 $((i % 2 + 10))"); done
	midi long.mid 280 "0 90 30 7f" "0 90 34 7f" "0 90 37 7f" "0 90 3c 7f" "0 90 40 7f" "0 90 43 7f" "0 90 48 7f" \
		"${long[@]}" "${long[@]}"
	expect 1 imf2wav -o no.imf long.mid
	says "a file of type 1 holds 65532"
	expect 0 imf2wav --imf-type 0 -o yes.imf long.mid
	absent no.imf
}

@test "a real song becomes MIDI with its notes, and the same IMF" {
	need_game "$opl2"
	expect 0 imf2wav -o same.imf "$opl2/02.imf"
	cmp same.imf "$opl2/02.imf"
	expect 0 imf2wav --json -o song.mid "$opl2/02.imf"
	json_holds '.results[0] | .written_notes == 752 and .programs == 6'
	expect 0 imf2wav -o back.imf song.mid
	expect 0 imf2wav -o back.mid back.imf
	expect 0 imf2wav --json -o again.mid -f back.imf
	json_holds '.results[0] | .written_notes == 752'
}

#
# Usage.
#

@test "wrong usage" {
	tone >tone.opl2log
	song note.imf "${note[@]}"
	mkdir folder
	remember .
	while read -r arguments; do
		eval "set -- $arguments"
		# Not for want of libsoxr.
		case $arguments in
		*--rate* | *--format* | *.vgm*) ;;
		*) set -- --rate native "$@" ;;
		esac
		expect 2 imf2wav "$@" </dev/null
		[ -n "$stderr" ]
		is "standard output of $arguments" "$output" ""
	done <<-'END'
		-q
		--tick 0 note.imf
		--tick x note.imf
		--tick "" note.imf
		--tick 560/0 note.imf
		--tick 560.7/2 note.imf
		--tick 560/1.5 note.imf
		--tick 560/1/1 note.imf
		--tick -560 note.imf
		--tick 1e3 note.imf
		--tick 0.5 note.imf
		--tick 65536 note.imf
		--tick 12345678901 note.imf
		--tick "560 " note.imf
		--rate 999 note.imf
		--rate 384001 note.imf
		--rate 44100.5 note.imf
		--rate Native note.imf
		--rate "" note.imf
		--rate nan note.imf
		--tail -1 note.imf
		--tail 1.5n note.imf
		--tail n note.imf
		--tail inf note.imf
		--tail 0x10 note.imf
		--tail 90000 note.imf
		--fade x note.imf
		--fade -1n note.imf
		--gain -1 note.imf
		--gain 1001 note.imf
		--gain 61dB note.imf
		--gain dB note.imf
		--gain 1db2 note.imf
		--solo 9 note.imf
		--solo "" note.imf
		--solo 3-x note.imf
		--solo 1,,2 note.imf
		--solo 1,x:3 note.imf
		--mute x note.imf
		--mute 0-9 note.imf
		--channels 0 note.imf
		--channels 3 note.imf
		--loops 0 note.imf
		--loops -1 note.imf
		--loops 100001 note.imf
		--loops x note.imf
		--writes late note.imf
		--format mp3 note.imf
		--format vgm --gain 2 note.imf
		--format vgm --rate native note.imf
		--format png --solo 1 note.imf
		--format dro --stems note.imf
		--format opl2log --normalize note.imf
		-o x.vgm --fade 1 note.imf
		-o x.wav note.imf tone.opl2log
		-o - note.imf tone.opl2log
		-o - --json note.imf
		-o - --stems note.imf
		-o "" note.imf
		-
		-o x.wav - -
		-o folder - note.imf
		--nonsense note.imf
	END
	unchanged .
}

@test "without libsoxr other rates are refused, the chip's is not; without libsndfile FLAC" {
	tone >tone.opl2log
	expect 0 imf2wav --rate native tone.opl2log
	if ! has_soxr; then
		expect 1 imf2wav -f tone.opl2log
		says "44100 Hz from 49716 needs libsoxr" "--rate native does not"
	fi
	if ! has_flac; then
		expect 1 imf2wav --rate native -o tone.flac tone.opl2log
		says "FLAC needs libsndfile"
	fi
	has_soxr && has_flac && skip "both are built in"
	absent tone.flac
}

@test "--help tells the formats" {
	expect 0 imf2wav --help
	prints "wav, flac, raw, dro, vgm, opl2log, png, imf, midi" "--stems"
}

@test "delays that add up to more than ten minutes are cut off there, or --max-length" {
	song long.imf "${note[@]}" "b1 11 65535" "b1 31 65535" "b1 11 65535"
	for ((i = 0; i < 3; i++)); do cat long.imf; done >minutes.imf
	expect 1 imf2wav --tick 700 --rate 1000 minutes.imf -o ten.wav
	says "minutes.imf: it lasts 842 seconds: it is cut off after 600 (--max-length)"
	is seconds "$(soxi -s ten.wav)" 600000
	expect 1 imf2wav --tick 700 --max-length 2.5 --tail 0 --loops 3 minutes.imf -o short.wav
	is seconds "$(soxi -D short.wav)" 2.500000
	expect 1 imf2wav --tick 700 --max-length 5 --tail 0 minutes.imf -o longer.wav
	is seconds "$(soxi -D longer.wav)" 5.000000
	cmp <(head -c 200000 short.wav | tail -c +1000) <(head -c 200000 longer.wav | tail -c +1000)
	expect 2 imf2wav --max-length 0 minutes.imf
	says "--max-length 0: expected seconds"
}

@test "MIDI: a track behind the last one is told" {
	printf 'MThd\0\0\0\6\0\0\0\0\0\140MTrk\0\0\0\4\0\377\57\0' >none.mid
	expect 0 imf2wav --rate 1000 none.mid
	says "none.mid:0xE: warning: another track follows the last of 0 declared"
}
