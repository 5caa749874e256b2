#!/usr/bin/env bats
# exhume keen-run: a small game of our own, and the real one by the spec's vectors.

load ../testdata/cli/helper

mole=$archives/dreams

need_mole() {
	[ -d "$mole" ] || skip "no sample of a game"
}

# Some seconds of walking and jumping: 150 frames, 304 ticks.
walk() {
	printf '20 N\n20 R\n14 RA\n26 N\n1 B\n20 L\n20 LA\n4 D\n25 U\n' >walk
}

# Pictures in a file of 320 by 200 pixels.
y4m_count() {
	echo $((($(stat -c %s "$1") - $(head -n 1 "$1" | wc -c)) / (6 + 3 * 64000)))
}

# column NAME: of the table on standard input.
column() {
	awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) n = i; next }
		{ print $n }'
}

# at FRAME NAME...: these columns of the table in ./state.
at() {
	local frame=$1
	shift
	awk -F'\t' -v frame="$frame" -v names="$*" '
		NR == 1 { for (i = 1; i <= NF; i++) place[$i] = i; count = split(names, name, " "); next }
		$1 == frame { for (i = 1; i <= count; i++)
			printf "%s%s", $(place[name[i]]), i < count ? " " : "\n" }' state
}

@test "the table has a line a frame, and the names in front" {
	need_mole
	walk
	expect 0 keen-run --map 1 --input walk --state state "$mole"
	silent
	is names "$(head -n 1 state | tr '\t' ' ')" "frame x y xspeed yspeed shape originx originy\
 newtile copied mark1 mark2 mark3 objects active random score flowers bombs lives keys playstate\
 sounds crc32 map contact"
	is lines "$(wc -l <state)" 151
	is frames "$(column frame <state | paste -sd ' ')" "$(seq -s ' ' 0 149)"
	is fields "$(awk -F'\t' '{ print NF }' state | sort -u)" 26
	is crcs "$(column crc32 <state | grep -vcE '^[0-9a-f]{8}$')" 0
	expect 0 keen-run --map 1 --input walk --state - "$mole"
	is "the same" "$output" "$(cat state)"
}

@test "raw pictures, hashes and the table's CRC agree" {
	need_mole
	walk
	"$EXHUME" keen-run --map 1 --input walk --state state -o a.raw "$mole"
	"$EXHUME" keen-run --map 1 --input walk --format hash -o - "$mole" >a.hash
	"$EXHUME" keen-run --map 1 --input walk --state state2 --format hash -o - "$mole" >b.hash
	is size "$(stat -c %s a.raw)" $((150 * 64000))
	cmp a.hash b.hash
	cmp state state2
	is hashes "$(cut -d ' ' -f 2 a.hash)" "$(column crc32 <state)"
	for i in 0 1 77 149; do
		tail -c +$((i * 64000 + 1)) a.raw | head -c 64000 >one
		is "CRC of $i" "$(gzip -c one | tail -c 8 | head -c 4 | od -An -tx4 | tr -d ' ')" \
			"$(at $i crc32)"
	done
}

# The colours of 64000 palette indices, as three bytes each. ega FILE
ega() {
	od -An -v -tu1 -w1 "$1" | awk '{ i = $1 + 0; low = i >= 8 ? 85 : 0
		r = (int(i / 4) % 2 ? 170 : 0) + low; g = (int(i / 2) % 2 ? 170 : 0) + low
		b = (i % 2 ? 170 : 0) + low
		if (i == 6) g = 85
		print r, g, b }'
}

@test "PNG, APNG and GIF show the raw pictures" {
	need_mole
	walk
	for to in a.raw png/ a.apng a.gif; do
		expect 0 keen-run --map 1 --input walk --frames 45 -o $to "$mole"
	done
	is files "$(count_files png)" 45
	whole_pngs png
	pngcheck -q a.apng
	is "frames of the APNG" "$(grep -ao fcTL a.apng | wc -l)" 45
	tail -c 64000 a.raw >one
	ega one >expected
	cmp <(pngtopnm png/00044.png | tail -c 192000 | od -An -v -tu1 -w3 | awk '{ print $1, $2, $3 }') expected
	is "frame 0 is black" "$(pngtopnm png/00000.png | tail -c +16 | tr -d '\0' | wc -c)" 0
	command -v ffmpeg >/dev/null || return 0
	for file in a.apng a.gif; do
		ffmpeg -v error -i $file -vsync passthrough -f rawvideo -pix_fmt rgb24 - |
			tail -c 192000 | od -An -v -tu1 -w3 | awk '{ print $1, $2, $3 }' >found
		cmp found expected
	done
}

@test "times: APNG and GIF tell how long, y4m repeats what lasts longer" {
	need_mole
	walk
	expect 0 keen-run --map 1 --input walk -o a.y4m "$mole"
	expect 0 keen-run --map 1 --input walk -o a.apng "$mole"
	expect 0 keen-run --json --map 1 --input walk -o a.gif "$mole"
	is ticks "$(jq '.results[0] | .ticks' <<<"$output")" 304
	head -n 1 a.y4m | grep -q 'W320 H200 F70:2 .* C444'
	is "pictures of y4m" "$(y4m_count a.y4m)" 152
	command -v ffprobe >/dev/null || return 0
	is "seconds of y4m" "$(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 a.y4m)" 152
	is "ticks of APNG" "$(ffprobe -v error -show_entries packet=duration_time -of csv=p=0 a.apng |
		awk '{ sum += $1 } END { printf "%.0f", sum * 70 }')" 304
}

@test "--every, --range and names of files" {
	need_mole
	walk
	expect 0 keen-run --map 1 --input walk --every 50 -o 'a/x-%d.png' "$mole"
	is files "$(files_in a | paste -sd ' ')" "x-0.png x-100.png x-50.png"
	expect 0 keen-run --map 1 --input walk --range 7-8,149 -o b/ "$mole"
	is files "$(files_in b | paste -sd ' ')" "00007.png 00008.png 00149.png"
	expect 0 keen-run --map 1 --input walk --range 50 -o one.png "$mole"
	same_pixels one.png a/x-50.png
	"$EXHUME" keen-run --map 1 --input walk --range 50 --format png -o - "$mole" >two.png
	cmp one.png two.png
	expect 1 keen-run --map 1 --input walk --range 50- -o new/three.png "$mole"
	says "several pictures for one file"
	absent new/three.png
	# The picture before takes the time of those that are left out.
	"$EXHUME" keen-run --map 1 --input walk --every 50 --format y4m -o - "$mole" >e.y4m
	is "pictures of y4m" "$(y4m_count e.y4m)" 152
	"$EXHUME" keen-run --map 1 --input walk --every 50 -o e.apng "$mole"
	is "frames of the APNG" "$(grep -ao fcTL e.apng | wc -l)" 3
	expect 2 keen-run --map 1 --input walk --range 5-3 -o c/ "$mole"
	says "--range 5-3: a game does not run backwards"
	expect 1 keen-run --map 1 --input walk --range 500 -o none.gif "$mole"
	says "none.gif: no picture, expected at least one"
	absent none.gif
}

@test "--scale and --aspect repeat pixels" {
	need_mole
	walk
	for options in "" "--scale 2" "--aspect" "--scale 5 --aspect"; do
		# shellcheck disable=SC2086
		"$EXHUME" keen-run --map 1 --frames 4 --range 3 $options --format png -o - "$mole" |
			pngtopnm >"p${options// /}.ppm"
	done
	is size "$(head -n 2 p--scale2.ppm | xargs)" "P6 640 400"
	cmp p--scale2.ppm <(pnmenlarge 2 p.ppm)
	is size "$(head -n 2 p--aspect.ppm | xargs)" "P6 320 240"
	is size "$(head -n 2 p--scale5--aspect.ppm | xargs)" "P6 1600 1200"
	cmp <(pamscale -nomix -xscale 5 -yscale 6 p.ppm) p--scale5--aspect.ppm
	# Lines 0 to 4, and one of them again.
	is lines "$(tail -c 230400 p--aspect.ppm | od -An -v -tx1 -w960 | head -n 6 | uniq | wc -l)" \
		"$(tail -c 192000 p.ppm | od -An -v -tx1 -w960 | head -n 5 | uniq | wc -l)"
	for to in a.apng a.gif a.y4m; do
		expect 0 keen-run --map 1 --frames 6 --scale 2 --aspect -o $to "$mole"
	done
	pngcheck -q a.apng
	giftopnm -quiet a.gif >/dev/null
	expect 2 keen-run --map 1 --input walk --scale 2 -o a.raw "$mole"
	says "--scale and --aspect do not apply to raw and hash"
}

@test "sound is as long as the pictures, and there before a pipe's first one" {
	need_mole
	walk
	expect 0 keen-run --json --map 1 --input walk --wav a.wav "$mole"
	# 304 ticks of two services of 8519 clocks, 24 clocks a sample.
	is samples "$(jq '.results[0] | .sound.frames' <<<"$output")" $((608 * 8519 / 24))
	is size "$(stat -c %s a.wav)" $((44 + 2 * (608 * 8519 / 24)))
	"$EXHUME" keen-run --map 1 --input walk --wav - "$mole" | cmp - a.wav
	expect 0 keen-run --map 1 --input walk --wav b.wav --state state -o b.y4m "$mole"
	cmp a.wav b.wav
	"$EXHUME" keen-run --map 1 --input walk --wav c.wav --state c.state --format y4m -o - "$mole" |
		{ head -c 1 >/dev/null; cmp a.wav c.wav; cat >/dev/null; }
	cmp state c.state
	expect 0 keen-run --json --map 1 --input walk --rate 22050 --wav d.wav "$mole"
	is rate "$(jq '.results[0] | .sound.rate' <<<"$output")" 22050
	expect 0 keen-run --map 1 --input walk --device adlib --wav e.wav "$mole"
	expect 0 keen-run --map 1 --input walk --device none --wav none.wav "$mole"
	says "none.wav: warning: silence from start to end"
	is "size for AdLib" "$(stat -c %s e.wav)" "$(stat -c %s a.wav)"
	expect 0 keen-run --json --map 1 --input walk --device none --wav f.wav "$mole"
	is peak "$(jq '.results[0] | .sound.peak' <<<"$output")" 0
}

@test "a run that is too long for its file of sound ends there" {
	need_mole
	expect 1 keen-run --map 0 --slow 1000 --frames 1000000 --rate 384000 --wav a.wav "$mole"
	says "a.wav: the sound exceeds the 4 GiB of a WAV file"
	absent a.wav
}

@test "one line makes a video with sound" {
	need_mole
	command -v ffmpeg >/dev/null || skip "no ffmpeg"
	walk
	"$EXHUME" keen-run --map 1 --input walk --wav walk.wav --aspect --format y4m -o - "$mole" |
		ffmpeg -v error -i - -i walk.wav -c:v ffv1 -c:a pcm_s16le walk.mkv
	is streams "$(ffprobe -v error -show_entries stream=codec_type -of csv=p=0 walk.mkv | paste -sd ' ')" \
		"video audio"
	is seconds "$(ffprobe -v error -show_entries format=duration -of csv=p=0 walk.mkv | cut -c 1-4)" 4.34
}

@test "a run that is saved and loaded goes on as if it had not been" {
	need_mole
	echo 'random even 400 seed=1' >random
	options="--god --flowers 9 --input random"
	# shellcheck disable=SC2086
	expect 0 keen-run --map 1 $options --state whole --save-state whole.save "$mole"
	for frames in 1 150; do
		# shellcheck disable=SC2086
		expect 0 keen-run -f --map 1 $options --frames $frames --state first --save-state save "$mole"
		expect 0 keen-run -f --load-state save --input random --state rest --save-state end.save "$mole"
		cmp <(cat first; tail -n +2 rest) whole
		cmp end.save whole.save
	done
	# Before the first frame.
	# shellcheck disable=SC2086
	expect 0 keen-run -f --map 1 $options --frames 0 --save-state save "$mole"
	expect 0 keen-run -f --load-state save --input random --state rest "$mole"
	cmp rest whole
	expect 1 keen-run --load-state whole.save --input random "$mole"
	says "the script has 400 frames, but the run is already at frame 400"
	expect 0 keen-run --json --load-state whole.save --input random --restart-input "$mole"
	is frames "$(jq -c '.results[0] | [.first_frame, .frames]' <<<"$output")" "[400,400]"
	echo 'random even 400 seed=5' >random
	# shellcheck disable=SC2086
	expect 0 keen-run -f --map 1 $options --save-state save "$mole"
	expect 1 keen-run --load-state save --frames 5 -o none.gif "$mole"
	says "save: the saved run has already ended: died"
	# The original's number of it.
	expect 0 keen-run -f --map 1 $options --state dead "$mole"
	is playstate "$(column playstate <dead | tail -n 1)" 4
	absent none.gif
	expect 2 keen-run --load-state save --map 1 --frames 5 "$mole"
	says "--load-state continues a run"
}

@test "saved states that are damaged, cut off or of another game are refused" {
	need_mole
	expect 0 keen-run --map 1 --frames 20 --save-state new/folder/save "$mole"
	mv new/folder/save save
	size=$(stat -c %s save)
	for cut in 0 3 40 $((size / 2)) $((size - 1)); do
		head -c "$cut" save >short
		expect 1 keen-run --load-state short --frames 5 "$mole"
		says "short:"
	done
	cp save bad
	poke bad $((size / 2)) '\xa5\x5a\xa5'
	expect 1 keen-run --load-state bad --frames 5 "$mole"
	says "bad:"
	cp save old
	poke old 8 '\x01'
	expect 1 keen-run --load-state old --frames 5 "$mole"
	says "old:0x8: a state of version 1: this program reads version"
	expect 1 keen-run --load-state no-such --frames 5 "$mole"
	says "no-such: can't open"
	[ -d "$archives/dreams-cga" ] || return 0
	expect 1 keen-run --video cga --load-state save --frames 5 "$archives/dreams-cga"
	says "save:"
}

@test "a state of a game with other levels, graphics, sounds or tile information is refused, by its file" {
	need_mole
	expect 0 keen-run --map 1 --frames 20 --save-state save "$mole"
	# refused FILE WORDS: the game in ./game differs in it.
	refused() {
		expect 1 keen-run --load-state save --frames 3 --state state game
		says "save:0x" ": the state was saved with other $2" "game/$1"
		absent state
		sample dreams game
	}
	sample() {
		rm -rf game
		cp -r "$mole" game
		chmod -R u+w game
	}
	sample
	# One cell of a level that is not even played.
	expect 0 mapdump --format json -o levels.json game/DREAMS.MAP
	for change in '.planes.background[0][0] += 1' '.planes.info[3][2] = 9' '.name = "OTHER"'; do
		jq "(.maps[] | select(.number == 2)) |= ($change)" levels.json >edited.json
		expect 0 mapdump -f --pack edited.json -o game/DREAMS.MAP
		[ "${change#.name}" = "$change" ] || break
		refused DREAMS.MAP levels
	done
	# A name makes no difference, nor does another packing.
	expect 0 keen-run --load-state save --frames 3 game
	jq '(.maps[] | select(.number == 2)) |= (.number = 3)' levels.json >edited.json
	expect 0 mapdump -f --pack edited.json -o game/DREAMS.MAP
	refused DREAMS.MAP levels
	expect 0 egagrab -o graphics game/DREAMS.EGA
	poke game/DREAMS.EGA $(($(stat -c %s game/DREAMS.EGA) - 9)) '\x5a\xa5\x5a'
	refused DREAMS.EGA graphics
	poke game/MAPHEAD.MOL $(($(stat -c %s game/MAPHEAD.MOL) - 3)) '\x01'
	refused MAPHEAD.MOL "tile information"
	rm game/DREAMS.AUD
	expect 1 keen-run --load-state save --frames 3 game
	says "the state was saved with other sounds"
}

@test "Keen Dreams: a state of one game is refused in another" {
	need_game "$dreams"
	need_mole
	expect 0 keen-run --map 1 --frames 20 --save-state save "$dreams"
	expect 0 keen-run --load-state save --frames 3 "$dreams"
	expect 1 keen-run --load-state save --frames 3 "$mole"
	says "the state was saved with other graphics than those of $mole/DREAMS.EGA"
}

@test "the whole game: a level after the world map" {
	need_mole
	echo 'random even 3000 seed=3' >random
	expect 0 keen-run --json --world --god --input random --state state "$mole"
	is map "$(jq '.results[0] | .map' <<<"$output")" 1
	is frames "$(jq '.results[0] | .frames' <<<"$output")" 3000
	is "frames in order" "$(column frame <state | paste -sd ' ')" "$(seq -s ' ' 0 2999)"
	grep -q complete <<<"$(column playstate <state | sed 's/^2$/complete/')"
}

@test "after a death the script chooses between the level and the world map" {
	need_mole
	# He dies in level 1, in frame 160 or so, and then again.
	for choice in '' '1 choose 1' '1 choose 2'; do
		printf '1 warp 1\n%s\nrandom even 400 seed=5\n' "$choice" >random
		"$EXHUME" keen-run -f --world --input random --state state --trace trace "$mole"
		grep -qx 4 <<<"$(column playstate <state)"
		sed 's/.*\t\(level\|choice\)\t/\1 /;t;d' trace | head -n 3 | paste -sd ' '
	done >found
	cat >expected <<-end
		level map=1 choice answer=1 level map=1
		level map=1 choice answer=1 level map=1
		level map=1 choice answer=2 level map=0
	end
	diff expected found
	# A state that is saved before has the choice.
	"$EXHUME" keen-run --world --input random --frames 50 --save-state save "$mole"
	"$EXHUME" keen-run --load-state save --input random --state rest "$mole"
	cmp <(tail -n +52 state) <(tail -n +2 rest)
	for script in '1 choose' '1 choose 0' '1 choose 3'; do
		echo "$script" >bad
		expect 1 keen-run --world --input bad "$mole"
		says "bad: line 1, column" "expected a number for choose from 1 to 2"
	done
}

@test "cheats in a script" {
	need_mole
	printf '3 N\n2 items\n1 god\n3 jump\n5 warp 0\n5 N\n' >cheats
	expect 0 keen-run --json --world --input cheats --trace trace --record again "$mole"
	is "in the end" "$(jq -c '.results[0] | [.map, .frames, .player.flowers, .player.bombs, .player.keys]' <<<"$output")" \
		"[0,19,99,99,99]"
	is cheats "$(grep -P '\tcheat\t' trace | cut -f 1,4,5 | tr '\t' ' ')" "3 name=items value=99
5 name=god value=1
6 name=jump value=1
9 name=warp value=0"
	diff cheats again
	expect 0 keen-run --json --map 1 --input cheats "$mole"
	is "one level" "$(jq -c '.results[0] | [.ended, .frames]' <<<"$output")" '["warped",10]'
	echo '1 warp 17' >bad
	expect 1 keen-run --world --input bad "$mole"
	says "bad: line 1, column 8: expected a number for warp from 0 to 16, not '17'"
}

@test "keys that are not played are refused" {
	need_mole
	while read -r key why; do
		printf '3 N\n2 L %s\n' "$key" >script
		expect 1 keen-run --map 1 --input script --state none "$mole"
		says "script: line 2, column 5: $why"
		absent none
		expect 1 tile-refresh --map 1 --input script "$mole"
		says "script: line 2, column 5: $why"
	done <<-end
		space the status window is not played: leave this key out
		pause no frame is made in a pause: leave this key out
		enter menus and panels are not played: leave this key out
		escape menus and panels are not played: leave this key out
		slow slow motion is not played: use --tic-step for all of the run
	end
}

@test "cells are changed before the level is set up" {
	need_mole
	expect 0 keen-run --json --map 1 --frames 3 "$mole"
	before=$(jq '.results[0] | .objects' <<<"$output")
	info=$("$EXHUME" mapdump --map 1 --format csv --layers info -o - "$mole"/DREAMS.MAP)
	# A cell in the middle that has nothing, and gets a Broccolash.
	y=$(($(wc -l <<<"$info") / 2))
	x=$(sed -n "$((y + 1))p" <<<"$info" | tr ',' '\n' | awk '$1 == 0 && NR > 4 { print NR - 1; exit }')
	expect 0 keen-run --json --map 1 --frames 3 --edit "info:$x,$y=41" "$mole"
	is objects "$(jq '.results[0] | .objects' <<<"$output")" $((before + 1))
	printf '# a remark\n\n  2:%d,%d=41 # another\n' "$x" "$y" >edits
	expect 0 keen-run --json --map 1 --frames 3 --edits edits "$mole"
	is objects "$(jq '.results[0] | .objects' <<<"$output")" $((before + 1))
	expect 0 keen-run --json --map 1 --frames 3 --edits edits --edit "2:$x,$y=0" "$mole"
	is objects "$(jq '.results[0] | .objects' <<<"$output")" "$before"
	printf '2:1,1=41\n 2:1,1:41\n1:2\nsky:1,1=1\n0:1,1=65536\n' >edits
	expect 1 keen-run --map 1 --frames 3 --edits edits "$mole"
	says "edits: line 2, column 7: expected an equals sign" "line 3, column 4: expected a comma" \
		"line 4, column 1: expected a plane" "line 5, column 7: expected a number from 0 to 65535"
	expect 2 keen-run --map 1 --frames 3 --edit 2:1,1=4x "$mole"
	says "--edit 2:1,1=4x: column 8: expected the end"
	expect 1 keen-run --map 1 --frames 3 --edit 2:1,999=4 "$mole"
	says "1,999"
}

@test "JSON tells how it went; so do words, if there is nothing else" {
	need_mole
	walk
	expect 0 keen-run --json --map 1 --input walk --trace trace "$mole"
	echo "$output" >json
	holds json '. as {$format} | .results[0] | $format == "keen-run" and .status == "ok" and .frames == 150 and .ticks == 304
		and .ended == "input" and .playstate == "playing" and .map == 1
		and .map_name == "MOLE GARDEN" and .outputs == {"trace": "trace"}
		and .tiles.refreshes == 152 and .player.lives == 3 and .random_start == 0
		and (.state_crc32 | test("^[0-9a-f]{8}$"))'
	expect 0 keen-run --json --map 1 --input walk --frames 20 "$mole"
	is ended "$(jq -r '.results[0] | .ended' <<<"$output")" frames
	expect 0 keen-run --map 'mole gard' --input walk "$mole"
	prints "level 1, MOLE GARDEN: frames 0 to 149, 304 ticks, 4.34 s; end: input"
	expect 0 keen-run --json --map 1 --frames 3 --random clock "$mole"
	jq -e '.results[0] | .random_start >= 0 and .random_start < 100' <<<"$output"
	expect 0 keen-run --json --map 1 --frames 3 --score 5 --keys 2 --lives 9 --bombs 4 --flowers 8 "$mole"
	is player "$(jq -c '.results[0] | .player | [.score, .keys, .lives, .bombs, .flowers]' <<<"$output")" "[5,2,9,4,8]"
}

@test "a trace has a line for each thing that happens" {
	need_mole
	walk
	expect 0 keen-run --map 1 --input walk --trace trace --state state "$mole"
	# Two more while it is faded in.
	is refreshes "$(awk -F'\t' '$3 == "refresh"' trace | wc -l)" 152
	is "frames in order" "$(cut -f 1 trace | uniq)" "$(seq 0 149)"
	grep -q "$(printf '^20\t.*\tthink\tslot=0\tclass=keen')" trace
	is sounds "$(awk -F'\t' '$3 == "sound"' trace | wc -l)" \
		"$(column sounds <state | tr ',' '\n' | grep -c .)"
	# All of each object in each frame, as it is after the refresh.
	is objects "$(awk -F'\t' '$3 == "object" { count[$1]++ }
		END { for (i = 0; i < 150; i++) print count[i] }' trace)" "$(column objects <state)"
	for key in x y xspeed yspeed shape; do
		is "$key of Keen" "$(grep -P '\tobject\tslot=0\t' trace | grep -oP "\t$key=\K-?\d+")" \
			"$(column $key <state)"
	done
	is "all of it" "$(grep -P '\tobject\t' trace | head -n 1 | cut -f 4- | sed 's/=[^\t]*//g' | tr '\t' ' ')" \
		"slot class state active x y xdir ydir xmove ymove xspeed yspeed ticcount nothink shape\
 needtoreact needtoclip left top right bottom midx tileleft tiletop tileright tilebottom tilemidx\
 hitnorth hiteast hitsouth hitwest temp1 temp2 temp3 temp4 sprite"
	expect 0 keen-run --map 1 --input walk --trace - "$mole"
	is "the same" "$output" "$(cat trace)"
}

@test "pictures of the machine" {
	need_mole
	walk
	for what in screen vram page0 page1 master updates clip; do
		expect 0 keen-run --map 1 --input walk --frames 61 --range 60 --show $what -o $what.png "$mole"
	done
	pngcheck -q ./*.png
	is vram "$(pngtopnm vram.png | head -n 2 | tail -n 1)" "512 1024"
	is page0 "$(pngtopnm page0.png | head -n 2 | tail -n 1)" "336 224"
	expect 0 keen-run --map 1 --input walk --range 60 -o plain.png "$mole"
	same_pixels screen.png plain.png
	# Each cell that has a mark is framed in a colour of its own.
	"$EXHUME" keen-run --map 1 --input walk --state state "$mole"
	is "cells with sprites" "$(at 60 mark3)" "$(pngtopnm updates.png | tail -c 225792 |
		od -An -v -tu1 -w3 | awk '$1 == 255 && $2 == 64 && $3 == 160 && int((NR - 1) / 336) % 16 == 0 &&
			(NR - 1) % 336 % 16 == 0' | wc -l)"
	expect 0 keen-run --map 1 --input walk --frames 4 --show vram -o vram.apng "$mole"
	expect 0 keen-run --map 1 --input walk --frames 4 --show clip -o clip.gif "$mole"
	expect 2 keen-run --map 1 --frames 3 --show clip "$mole"
	says "--show needs -o"
	[ -d "$archives/dreams-cga" ] || return 0
	expect 0 keen-run --video cga --map 1 --frames 4 --range 3 --show vram -o cga.png "$archives/dreams-cga"
	is "vram of CGA" "$(pngtopnm cga.png | head -n 2 | tail -n 1)" "512 512"
	expect 0 keen-run --video cga --map 1 --frames 4 -o cga.gif "$archives/dreams-cga"
}

@test "both ways to refresh, and all of it each time, show the same" {
	need_mole
	echo 'random even 300 seed=4' >random
	for refresh in dreams keen1 full; do
		"$EXHUME" keen-run --map 1 --god --flowers 9 --input random --refresh $refresh \
			--format hash -o $refresh.hash "$mole"
	done
	cmp dreams.hash keen1.hash
	cmp dreams.hash full.hash
	"$EXHUME" keen-run --map 1 --god --flowers 9 --input random --compatible --format hash -o - "$mole" |
		cmp - dreams.hash
}

@test "a game's archives are found whatever the case of their names, or named" {
	need_mole
	mkdir low two
	for file in "$mole"/*; do
		cp "$file" low/"$(basename "$file" | tr '[:upper:]' '[:lower:]')"
	done
	expect 0 keen-run --map 1 --frames 3 low
	prints "level 1"
	cp low/* two
	cp two/dreams.ega two/other.EGA
	expect 1 keen-run --map 1 --frames 3 two
	says "two: 2 archives of graphics; choose one with --graphics FILE"
	expect 0 keen-run --map 1 --frames 3 --graphics two/dreams.ega two
	rm low/dreams.aud
	expect 0 keen-run --map 1 --frames 3 --wav a.wav low
	rm low/dreams.map
	expect 1 keen-run --map 1 --frames 3 low
	says "low: no archive of levels (*.map, gamemaps.*) in this folder; give --levels FILE"
	expect 0 keen-run --map 1 --frames 3 --levels two/dreams.map low
	expect 1 keen-run --map 1 --frames 3 no-such
	says "no-such: no such folder"
	if [ "$(id -u)" != 0 ]; then
		chmod 000 two
		expect 1 keen-run --map 1 --frames 3 two
		says "two: can't open: Permission denied"
		chmod 755 two
	fi
	expect 1 keen-run --map 1 --frames 3 two/dreams.ega
	says "not a folder"
	head -c 100 two/dreams.map >low/dreams.map
	expect 1 keen-run --map 1 --frames 3 low
	says "low/maphead.mol:0x2: none of the 100 offsets lies in the archive of 100 bytes"
}

@test "graphics of another game are refused by its name, also without levels" {
	need_mole
	for command in keen-run tile-refresh; do
		expect 1 $command --map 1 --frames 3 --layout "$archives/keen4/layout.json" "$archives/keen4"
		says "EGAGRAPH.SMP: the graphics are of \"The mole's sample archive, laid out as in Keen 4\":\
 only Keen Dreams is played"
		[ -d "$keen4" ] || continue
		expect 1 $command --map 1 --frames 3 "$keen4"
		says "EGAGRAPH.CK4: the graphics are of \"Keen 4: Secret of the Oracle 1.4, EGA\": only Keen\
 Dreams is played"
	done
}

@test "a folder with what was extracted is no archive" {
	need_mole
	cp -r "$mole" game
	chmod -R u+w game
	mv game/DREAMS.EGA game/EGAGRAPH.MOL
	(cd game && "$EXHUME" egagrab EGAGRAPH.MOL)
	[ -d game/EGAGRAPH.MOL.extracted ]
	mkdir game/OTHER.MAP game/AUDIO.MOL game/EGAHEAD.MOL.extracted game/MAPHEAD.A
	expect 0 keen-run --map 1 --frames 3 game
	prints "level 1, MOLE GARDEN"
	(cd game && "$EXHUME" keen-run --map 1 --frames 3 . >../here)
	diff here <(echo "$output")
}

@test "what is wrong with a game is told by the name of its file" {
	need_mole
	# damaged STATUS FILE SIZE WORDS...
	damaged() {
		local status=$1 file=$2 size=$3
		shift 3
		rm -rf game
		cp -r "$mole" game
		chmod -R u+w game
		truncate -s "$size" "game/$file"
		expect "$status" keen-run --map 1 --frames 2 game
		says "$@"
	}
	damaged 1 DREAMS.EGA 0 "game/DREAMS.EGA:"
	damaged 1 EGADICT.MOL 300 "game/EGADICT.MOL:0x12C: 300 bytes, a Huffman dictionary has 1020"
	damaged 1 DREAMS.MAP 0 "none of the 100 offsets lies in the archive of 0 bytes"
	damaged 1 MAPHEAD.MOL 300 "game/MAPHEAD.MOL:0x12C: 300 bytes, expected 402 or more"
	damaged 1 MAPHEAD.MOL 6000 "game/MAPHEAD.MOL: no tile information after the head"
	damaged 1 MAPDICT.MOL 300 "game/MAPDICT.MOL:0x12C: 300 bytes, a Huffman dictionary has 1020"
	damaged 1 AUDIOHHD.MOL 7 "game/DREAMS.AUD:0x7: head: 7 bytes, expected two offsets or more"
	damaged 1 DREAMS.AUD 300 "game/DREAMS.AUD:0x" "bytes declared"
	# It is played all the same, without them.
	prints "level 1, MOLE GARDEN"
	for table in EGAHEAD EGADICT MAPHEAD MAPDICT AUDIOHHD; do
		rm -rf game
		cp -r "$mole" game
		rm -f game/$table.MOL
		expect 1 keen-run --map 1 --frames 2 game
		says "beside it" "give --exe FILE"
	done
}

@test "what was pressed is recorded as a script that plays the same run" {
	need_mole
	printf '10 N joy1=500:500\n20 joy1=900:500\n10 joy1=900:500:1\n5 mouse=-5:0:1\n20 press=left
1 release=left\nrepeat 2 { 3 L, 3 LA }\nrandom even 60 seed=9 every=5\n' >devices
	expect 0 keen-run --map 1 --god --input devices --record out/plain --state a "$mole"
	silent
	is "first lines" "$(head -n 5 out/plain | paste -sd ,)" "10 N,20 R,10 RA,5 LA,20 L"
	is "other lines" "$(grep -cvE '^[0-9]+ (N|[LRUDAB]+)$' out/plain)" 0
	is frames "$(awk '{ sum += $1 } END { print sum }' out/plain)" "$(($(wc -l <a) - 1))"
	expect 0 keen-run --map 1 --god --input out/plain --state b --record again "$mole"
	cmp a b
	cmp out/plain again
	"$EXHUME" keen-run --map 1 --god --input devices --record - "$mole" | cmp - out/plain
	# From a saved state on, it has what came then.
	expect 0 keen-run --map 1 --god --input devices --frames 50 --save-state half "$mole"
	expect 0 keen-run --load-state half --input devices --record rest --state c "$mole"
	expect 0 keen-run --load-state half --restart-input --input rest --state d "$mole"
	cmp c d
	# Without any script, and no longer than the run.
	expect 0 keen-run -f --map 0 --frames 7 --record rest "$mole"
	is rest "$(cat rest)" "7 N"
	expect 1 keen-run --map 0 --frames 7 --record rest "$mole"
	says "rest: exists; -f overwrites it"
}

@test "--slow is --tic-step" {
	need_mole
	walk
	for option in --slow --tic-step; do
		expect 0 keen-run --map 1 --god --input walk $option 5 --state state$option "$mole"
	done
	cmp state--slow state--tic-step
	expect 0 keen-run --json --map 0 --frames 10 --slow 5 "$mole"
	# Frame 1 takes three times as long.
	is ticks "$(jq '.results[0] | .ticks' <<<"$output")" 60
}

@test "what makes no sense is told" {
	need_mole
	walk
	wrong() {
		local words=$1
		shift
		expect 2 keen-run -v "$@"
		says "$words"
	}
	wrong "no game folder given"
	wrong "only one game folder may be given" --map 1 --frames 3 a b
	wrong "no length given: use --input FILE or --frames N" --map 1 "$mole"
	wrong "no level given" --frames 3 "$mole"
	wrong "--map and --world exclude each other" --map 1 --world --frames 3 "$mole"
	wrong "--world-pos 5: expected X,Y" --world --world-pos 5 --frames 3 "$mole"
	wrong "--world-pos 5,: expected X,Y" --world --world-pos 5, --frames 3 "$mole"
	wrong "--done 17: expected numbers from 0 to 16" --world --done 17 --frames 3 "$mole"
	wrong "--random 256: expected 0 to 255, or clock" --map 1 --random 256 --frames 3 "$mole"
	wrong "standard output takes one of" --map 1 --frames 3 --state - --trace - "$mole"
	wrong "standard output takes one of" --map 1 --frames 3 --state - --json "$mole"
	wrong "two outputs have the name x" --map 1 --frames 3 --state x --trace x "$mole"
	wrong "-o -: no --format given" --map 1 --frames 3 -o - "$mole"
	wrong "-o a.mp4: expected .png" --map 1 --frames 3 -o a.mp4 "$mole"
	wrong "--rate needs --wav" --map 1 --frames 3 --rate 8000 "$mole"
	wrong "only one input may be standard input" --map 1 --input - --edits - "$mole"
	wrong "--refresh: CGA has only one way" --map 1 --frames 3 --video cga --refresh keen1 "$mole"
	wrong "--restart-input needs" --map 1 --input walk --restart-input "$mole"
	wrong "--map: empty name" --map '' --frames 3 "$mole"
	wrong "--show page1: CGA has only page0 and master" --video cga --map 1 --frames 3 --show page1 \
		-o a.png "$mole"
	expect 1 keen-run --map 77 --frames 3 "$mole"
	says "--map 77: no level has this number or name"
	expect 1 keen-run --map m --frames 3 "$mole"
	says "levels begin like this"
}

@test "input scripts: standard input, includes, errors with line and column, no end" {
	need_mole
	walk
	"$EXHUME" keen-run --map 1 --input walk --state state "$mole"
	"$EXHUME" keen-run --map 1 --input - --state - "$mole" <walk | cmp - state
	mkdir sub
	cp walk sub/inner
	echo 'include inner' >sub/outer
	echo 'include sub/outer' >all
	"$EXHUME" keen-run --map 1 --input all --state - "$mole" | cmp - state
	printf '20 N\n3 RX\n' >bad
	expect 1 keen-run --map 1 --input bad "$mole"
	says "bad:" "line 2"
	cp bad sub/inner
	expect 1 keen-run --map 1 --input all "$mole"
	says "inner" "line 2"
	echo 'forever R' >endless
	expect 1 keen-run --map 1 --input endless "$mole"
	says "endless: the script never ends: give --frames N"
	expect 0 keen-run --json --map 1 --input endless --frames 30 "$mole"
	is frames "$(jq '.results[0] | .frames' <<<"$output")" 30
	expect 1 keen-run --map 1 --input no-such "$mole"
	says "no-such: can't open"
	echo 'include none' >sub/outer
	expect 1 keen-run --map 1 --input all "$mole"
	says "all: sub/outer: line 1, column 9: none: can't open"
	echo '# nothing' >empty
	expect 1 keen-run --map 1 --input empty "$mole"
	says "empty: the script has no frames: give --frames N"
}

# play SCRIPT OPTION...: an input script of these lines, in level 1 with the cheats.
play() {
	printf '%b' "$1" >play
	shift
	capture "$EXHUME" keen-run -f --map 1 --god --flowers 5 --input play "$@" "$mole"
}

@test "conditions know the table's columns, and objects" {
	need_mole
	# The columns of a frame are what conditions find.
	walk
	"$EXHUME" keen-run -f --map 1 --god --flowers 5 --input walk --state state "$mole"
	for name in $(head -n 1 state | tr '\t' '\n' | grep -vx 'sounds\|crc32\|contact'); do
		echo "expect $name=$(at 149 "$name")"
	done >columns
	play "$(cat walk columns)\nexpect tick=304\n"
	is "all columns" "$status" 0
	play "$(cat walk)\nexpect frame=149 | y=0\nexpect x=$(at 149 x)\nexpect y=$(at 149 y)
expect score>=100\nexpect score<=400\nexpect lives=3\nexpect keys=0\nexpect bombs<1\nexpect flowers=$(at 149 flowers)
expect map=1\nexpect playstate=playing\nexpect playstate=0\nexpect playstate!=Died\nexpect tick=304
expect contact!=bonus\nexpect sound!=7\nexpect object keen=1\nexpect object boobus=0\nexpect object keen near 0\n"
	is "status of: $stderr" "$status" 0
	# Sounds and contacts are lists: of the frame that was made last.
	bonus=$(awk -F'\t' '$26 ~ /bonus/ { print $1; exit }' state)
	[ "$(at "$bonus" contact)" = bonus ]
	play "hold R until x>1590\nhold RA until contact=bonus\nexpect sound=7 | sounds=7\nexpect contact=BONUS\nexpect object bonus>3
expect object bonus near 800\nexpect object bonus near 1\n" --state state
	is status "$status" 1
	says "play: line 7: expect object bonus near 1: frame $(tail -n 1 state | cut -f 1): expected object bonus near 1;\
 found object bonus.distance="
	is "the last frame" "$(tail -n 1 state | cut -f 26)" bonus
}

@test "a key is held until a condition" {
	need_mole
	play 'hold R until x>1900\nexpect x>1900\nhold L until x<1800 | frame>9999\nwait 3\n' --state state --record keys
	is status "$status" 0
	is "before it holds" "$(awk -F'\t' 'NR > 1 && $2 > 1900 { print NR; exit }' state)" \
		"$(awk '{ print $1 + 1; exit }' keys)"
	is keys "$(cut -d ' ' -f 2 keys | paste -sd ' ')" "R L N"
	expect 0 keen-run --map 1 --god --flowers 5 --input keys --state again "$mole"
	cmp state again
	# A condition that holds presses nothing.
	play 'hold R until x>0\nwait 2\n' --record keys
	is keys "$(cat keys)" "2 N"
	play 'repeat 2 {\n\thold RA until y<2900 }\n' --record keys
	is "two keys" "$(cut -d ' ' -f 2 keys)" RA
	# It never comes true: 600 seconds.
	for act in "hold R" wait; do
		play "2 N\n$act until lives=9\n"
		is status "$status" 1
		says "play: line 2: $act until lives=9: frame 21001: waited 600 s until lives=9; found lives=3" \
			"play.2.png"
	done
}

@test "a script that waits when the game ends has failed" {
	need_mole
	printf 'hold R until x>9999\n' >wait
	expect 1 keen-run -f --map 1 --input wait --state state "$mole"
	says "wait: line 1: hold R until x>9999: frame $(tail -n 1 state | cut -f 1): the game ended (died) before x>9999; found x="
	printf 'wait until playstate=reset | x=0\n' >wait
	expect 1 keen-run -f --map 1 --input wait "$mole"
	says "the game ended (died) before"
	# Lines that need no frame are still run, and checked.
	printf 'hold R until playstate=died\nexpect lives=3\nexpect x<9999\n20 R\nexpect x=7\n' >wait
	expect 0 keen-run -f --map 1 --input wait "$mole"
	echo 'expect x>9999' >>wait
	sed -i '/20 R/,/x=7/d' wait
	expect 1 keen-run -f --map 1 --input wait "$mole"
	says "wait: line 4: expect x>9999:"
}

@test "conditions of what the game does not have are refused before it is played" {
	need_mole
	while IFS='|' read -r column bad why; do
		printf '9 N\n  %s\n' "${bad//@/|}" >in
		expect 1 keen-run --map 1 --input in --state state "$mole"
		says "in: line 2, column $column: $why"
		absent state
	done <<-'ROWS'
		10|expect speed=3|speed is not known; expected frame, tick, x, y, score, lives, keys, bombs, flowers, map, playstate, contact, sound, object TYPE
		14|wait until X>3|X is not known; expected frame, tick, x
		16|expect x=3 @ room=4|room is not known
		20|wait until x=3 @ idle|idle is not known
		10|expect text ~ /x/|text is not known
		11|expect x~/x/|expected =
		10|expect frame crc=0|frame crc is not known
		14|wait until ammo>3|Keen Dreams has no ammo: flowers and bombs
		16|hold R until drops=3|Keen Dreams does not have these
		12|expect x=abc|expected a number
		20|expect playstate=dead|expected a number or one of: playing, reset
		18|expect contact=tomato|expected one of: nothing, keen
		10|expect object potato=3|object potato is not known; expected nothing, keen, power
		10|expect object=3|object is not known
		12|expect x near 5,5|this is no place
		28|expect object bonus near no|expected a distance
		8|hold Q until x<3|expected keys of LRUDABN
		8|hold space until x<3|the status window is not played
		8|hold until x<3|expected keys, the word until
		8|hold L|expected keys, the word until
		8|hold L joy1=1:1 until x<3|expected keys of the game, and no devices
		8|hold L, 5 R until x<3|expected keys of the game
		22|hold L until x<3 @ speed=3|speed is not known
	ROWS
}

@test "Keen Dreams: a key is held until a place" {
	need_game "$dreams"
	printf 'hold L until x<32000\nexpect object bonus>3\nexpect object brocco>=0\n' >hold
	expect 0 keen-run --map horse --input hold --state state "$dreams"
	is "the last frame" "$(awk -F'\t' 'NR > 1 && $2 < 32000' state | wc -l)" 1
	printf 'hold L until contact=bonus\nexpect sound=6\n' >hold
	expect 0 keen-run -f --map horse --god --input hold --state state --trace trace "$dreams"
	grep -P '\tcontact\tslot=0\t' trace | tail -n 1 | grep -q hit_class=bonus
}

@test "a level without a player's start is not played" {
	need_mole
	expect 0 mapdump --map 1 --format json -o levels.json "$mole"/DREAMS.MAP
	jq '(.. | objects | select(has("planes")) | .planes) |= map(.)' levels.json >/dev/null
	info=$("$EXHUME" mapdump --map 1 --format csv --layers info -o - "$mole"/DREAMS.MAP)
	read -r x y < <(awk -F, '{ for (i = 1; i <= NF; i++) if ($i == 1 || $i == 2) print i - 1, NR - 1 }' <<<"$info")
	expect 1 keen-run --map 1 --frames 3 --edit "2:$x,$y=0" -o a/ --state state "$mole"
	says "DREAMS.MAP: level 1 has no start of the player"
	absent a state
}

@test "what exists is not touched without -f" {
	need_mole
	walk
	mkdir out
	for file in 00007.png a.apng a.hash state trace a.wav save; do
		echo mine >out/$file
	done
	remember out
	refused() {
		expect 1 keen-run --map 1 --input walk "$@" "$mole"
		says "exists; -f overwrites it"
		unchanged out
	}
	refused -o out/
	refused -o out/%05d.png
	refused -o out/a.apng
	refused -o out/a.hash
	refused --state out/state
	refused --trace out/trace
	refused --wav out/a.wav
	refused --state new.state --wav out/a.wav
	absent new.state
	refused --save-state out/save
	# No frame of that number is made.
	expect 0 keen-run --map 1 --input walk --range 8-9 -o out/ "$mole"
	expect 0 keen-run -f --map 1 --frames 10 -o out/ --state out/state --wav out/a.wav \
		--trace out/trace --save-state out/save "$mole"
	whole_pngs out
}

@test "the bytes do not depend on -j, nor on what else is made" {
	need_mole
	walk
	# More frames than are on their way at once.
	for jobs in 1 7; do
		mkdir $jobs
		expect 0 keen-run -j $jobs --map 1 --input walk --frames 50 -o $jobs/png/ "$mole"
		for format in apng gif y4m; do
			expect 0 keen-run -j $jobs --map 1 --input walk --frames 50 -o $jobs/a.$format \
				--wav $jobs/$format.wav --state $jobs/$format.state "$mole"
		done
	done
	same_tree 1 7
	cmp 1/gif.wav 1/y4m.wav
}

@test "an interrupted run leaves no half file" {
	need_mole
	for output in a.y4m a.apng a.gif; do
		env --default-signal=INT "$EXHUME" keen-run -q --map 1 --frames 1000000 --scale 4 --state state \
			-o $output "$mole" 2>err 3>&- &
		pid=$!
		wait_for sh -c 'find . -name "*.part" -size +1k | grep -q .'
		end_by INT $pid
		is status "$status" 130
		grep -q "interrupted" err
		is files "$(files_in . | paste -sd ' ')" "err"
	done
}

@test "a full disk and a closed pipe are told, and leave nothing" {
	need_mole
	[ -w /dev/full ] || skip "no /dev/full"
	for format in apng gif y4m raw hash; do
		expect 1 keen-run --map 1 --frames 50 --format $format -o /dev/full "$mole"
		says "/dev/full: can't write: No space left on device"
	done
	for option in --state --trace --wav --save-state; do
		expect 1 keen-run --map 1 --frames 50 $option /dev/full "$mole"
		says "/dev/full: can't write: No space left on device"
	done
	expect 1 keen-run --map 1 --frames 2 --state kept --trace /dev/full "$mole"
	# The output that could be written is kept.
	is lines "$(wc -l <kept)" 3
	no_part_left
}

#
# The real game: section 13 of the spec. All of it is in the engine's tests; here is what
# shows that the options and the table say the same.
#

@test "Keen Dreams: how levels start" {
	need_game "$dreams"
	while read -r map x y ox oy objects active crc; do
		expect 0 keen-run -f --map "$map" --frames 2 --state state "$dreams"
		is "level $map" "$(at 0 x y originx originy objects active crc32)" \
			"$x $y $ox $oy $objects $active $crc"
		is "frame 1 of $map" "$(at 1 copied)" 882
	done <<-end
		0 12288 9984 9888 8640 2 2 005def86
		1 33280 7695 29184 5632 41 5 37c51b3d
		4 17408 10255 13312 7936 54 6 855fb52b
		15 768 6415 512 3840 3 3 e37ccb0d
		16 1792 18959 512 16640 73 7 ba5dd1da
	end
}

@test "Keen Dreams: script A" {
	need_game "$dreams"
	printf '20 N\n30 L\n14 LA\n36 L\n1 B\n59 N\n20 R\n20 RA\n40 R\n20 D\n10 U\n30 N\n' >a
	expect 0 keen-run --map horse --flowers 5 --input a --state state "$dreams"
	silent
	while read -r frame rest; do
		is "frame $frame" "$(at "$frame" x y xspeed yspeed shape originx originy newtile copied \
			mark1 mark2 mark3 score flowers crc32)" "$rest"
	done <<-end
		0 33280 7695 0 0 80 29184 5632 294 294 272 0 22 0 5 01f88a13
		19 33280 7695 0 0 80 29184 5632 0 0 0 0 19 0 5 4f30d182
		20 33208 7695 0 0 81 29184 5632 0 0 0 0 24 0 5 48ad4fa1
		49 31816 7695 0 0 82 29184 5632 0 0 0 2 19 0 5 4eb3a5fd
		50 31782 7615 -18 -40 85 29184 5632 0 0 0 0 24 0 5 c8920dfd
		64 31128 6642 -24 -19 86 28824 5618 21 21 21 5 24 0 5 0663a9b0
		80 30360 6763 -24 27 87 28056 5496 0 0 0 2 29 0 5 7f8f0a15
		99 29456 7183 -24 48 84 27152 5496 0 0 0 8 23 0 5 90473b18
		106 29408 7183 -24 48 110 27104 5496 0 0 0 0 23 0 4 c382bf8c
		159 29408 7183 -24 48 80 27104 5496 0 0 0 0 10 0 4 ba7b5487
		179 30464 7399 -24 48 75 27648 5496 14 14 14 3 27 0 4 48b46d6a
		199 31352 6242 24 -7 78 28536 5218 0 0 0 0 30 0 4 b8b640c2
		239 33272 7695 24 69 73 29184 5632 0 0 0 0 24 100 4 8d8c9ea7
		299 33320 7695 24 69 72 29184 5632 0 0 0 0 22 100 4 ad981836
	end
	is sounds "$(column sounds <state | tr ',' '\n' | grep . | paste -sd ' ')" "2 3 4 9 2 7 3"
	is "frame of the first" "$(at 50 sounds)" 2
}

@test "Keen Dreams: script B, on the world map" {
	need_game "$dreams"
	printf '30 N\n40 U\n20 L\n40 U\n30 N\n' >b
	expect 0 keen-run --map 0 --input b --state state "$dreams"
	is f29 "$(at 29 shape crc32)" "215 1e979adf"
	is f69 "$(at 69 x y shape crc32)" "12288 9984 220 d02d408b"
	is f89 "$(at 89 x y shape crc32)" "11680 9984 213 a2076e43"
	is f129 "$(at 129 x y shape crc32)" "11648 9472 219 cc0ec64b"
	is f159 "$(at 159 shape crc32)" "221 9c7e3017"
}

@test "Keen Dreams: Keen stands in a gate that has been opened" {
	need_game "$dreams"
	expect 0 keen-run --json --map 0 --done 12,14,16 --world-pos 11432,3584 --frames 1 "$dreams"
	is "in the gate" "$(jq '.results[0] | .player.x_units' <<<"$output")" 11432
	expect 0 keen-run --json --map 0 --world-pos 11432,3584 --frames 1 "$dreams"
	is "before it" "$(jq '.results[0] | .player.x_units' <<<"$output")" 11520
}

@test "Keen Dreams: script G, random keys" {
	need_game "$dreams"
	echo 'random even 2000 seed=12345' >g
	last=
	while read -r map frame rest; do
		[ "$map" = "$last" ] ||
			expect 0 keen-run -f --map "$map" --god --flowers 30 --bombs 12 --input g --state state "$dreams"
		last=$map
		is "level $map, frame $frame" \
			"$(at "$frame" x y shape objects active random score flowers crc32)" "$rest"
	done <<-end
		3 599 6592 13019 100 51 13 143 3000 25 94beec63
		3 1999 8815 13327 83 51 9 8 3000 9 aa2181ca
		4 299 14817 10255 82 56 8 6 0 27 9eb8fe8a
		12 299 1231 6474 135 45 5 9 0 30 e3ad1ebb
	end
}

@test "Keen Dreams: script H, random keys with a direction" {
	need_game "$dreams"
	while read -r map toward seed frame ended playstate rest; do
		echo "random biased 3000 seed=$seed toward=$toward" >h
		expect 0 keen-run -f --map "$map" --god --flowers 60 --bombs 30 --input h --state state --json "$dreams"
		is "end of $map" "$(jq -r '.results[0] | .ended, .frames' <<<"$output" | paste -sd ' ')" "$ended $((frame + 1))"
		is "last frame of $map" "$(tail -n 1 state | cut -f 1)" "$frame"
		is "level $map, seed $seed" \
			"$(at "$frame" playstate x y shape objects active random score flowers crc32)" \
			"$playstate $rest"
	done <<-end
		3 L 7 376 complete 2 446 11844 87 50 7 91 1500 56 1fbb0ebe
		15 R 99 2462 victorious 5 7631 5432 79 2 2 116 100000 60 072fc0b0
	end
}

@test "Keen Dreams: a run ends where a message waits for a key" {
	need_game "$dreams"
	printf '20 N\n20 U\n1 A\n10 N\n' >enter
	for run in "11 message 0 41" "12 input 15 51"; do
		read -r bombs rest <<<"$run"
		expect 0 keen-run --json --world --world-pos 11520,3072 --bombs "$bombs" --input enter "$dreams"
		is "with $bombs bombs" "$(jq -r '.results[0] | [.ended, .map, .frames] | join(" ")' <<<"$output")" "$rest"
	done
}
