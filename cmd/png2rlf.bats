#!/usr/bin/env bats
# exhume png2rlf: what rlf2png makes comes back, and frames of our own.

load ../testdata/cli/helper

evening=$archives/zvision/EVENING.RLF
swing=$archives/zvision/SWING.RLF

# spot FILE X: a white spot on a field of eight by four pixels.
spot() {
	{
		printf 'P3\n8 4\n255\n'
		for ((i = 0; i < 32; i++)); do
			if ((i == $2)); then echo 255 255 255; else echo 0 0 132; fi
		done
	} | pnmtopng -force -quiet >"$1"
}

# raw FILE: the pixels of an animation.
raw() {
	"$EXHUME" rlf2png -q --format raw -o - "$1"
}

@test "what rlf2png writes comes back byte for byte" {
	for file in "$evening" "$swing"; do
		expect 0 rlf2png -f --json --format apng -o a.png "$file"
		printf '%s' "$output" >info.json
		expect 0 png2rlf -f --info info.json -o a.rlf a.png
		silent
		cmp a.rlf "$file"
		expect 0 rlf2png -f --format sheet -o s.png "$file"
		expect 0 png2rlf -f --info info.json -o a.rlf s.json
		silent
		cmp a.rlf "$file"
		rm -rf frames
		expect 0 rlf2png -o frames/ "$file"
		expect 0 png2rlf -f --info info.json -o a.rlf frames/*.png
		cmp a.rlf "$file"
	done
}

@test "an animation of its own comes back without help" {
	expect 0 rlf2png --format apng -o a.png "$evening"
	expect 0 png2rlf -f -o a.rlf a.png
	cmp <(raw a.rlf) <(raw "$evening")
	[ "$(stat -c %s a.rlf)" -lt "$(stat -c %s "$evening")" ]
	for format in apng sheet; do
		expect 0 rlf2png -f --format $format -o b.png a.rlf
		[ $format = apng ] && from=b.png || from=b.json
		expect 0 png2rlf -f -o b.rlf "$from"
		cmp a.rlf b.rlf
	done
}

@test "a GIF" {
	for i in 0 1 2; do spot $i.png $((9 + i)); done
	expect 0 png2rlf --time 70 -o a.rlf 0.png 1.png 2.png
	expect 0 rlf2png --format gif -o a.gif a.rlf
	expect 0 png2rlf -o b.rlf a.gif
	cmp a.rlf b.rlf
}

@test "each frame takes its smaller form, and key frames come where they are asked for" {
	for i in 0 1 2 3; do spot $i.png $((9 + i)); done
	expect 0 png2rlf --json -o a.rlf 0.png 1.png 2.png 3.png
	is kinds "$(jq -c '.results[0] | [[.frames[].kind], .key_frame_count, .frame_time]' <<<"$output")" \
		'[["I","P","P","P"],1,666]'
	is size "$(jq '.results[0].size' <<<"$output")" "$(stat -c %s a.rlf)"
	expect 0 png2rlf --json --key-step 2 --time 100 -f -o a.rlf 0.png 1.png 2.png 3.png
	is kinds "$(jq -c '.results[0] | [[.frames[].kind], .frame_time]' <<<"$output")" \
		'[["I","P","I","P"],1000]'
	# all white: one run is smaller than copies
	printf 'P1\n8 4\n%032d\n' 0 | pnmtopng -quiet >white.png
	expect 0 png2rlf --json -f -o a.rlf 0.png white.png
	is kinds "$(jq -c '[.results[0].frames[] | [.kind, .size]]' <<<"$output" | tail -c 10)" '["I",31]]'
}

@test "a frame that is shown longer is repeated" {
	for i in 0 1 2; do spot $i.png $((9 + i)); done
	expect 0 png2rlf -q -o a.rlf 0.png 1.png 2.png
	expect 0 rlf2png -q --format sheet -o s.png a.rlf
	jq '.frames["0001"].duration = 198' s.json >t.json
	expect 0 png2rlf --json -f -o b.rlf t.json
	is count "$(jq -c '.results[0] | [.frame_count, .frame_time, .frames[2].size]' <<<"$output")" '[5,660,28]'
	jq '.frames["0001"].duration = 99' s.json >t.json
	expect 0 png2rlf --json -f -o b.rlf t.json
	is half "$(jq -c '.results[0] | [.frame_count, .frame_time]' <<<"$output")" '[7,330]'
	expect 0 png2rlf --time 66 -f -o b.rlf t.json
	says "1 of 3 frames get a different duration"
}

@test "--transpose turns frames, by a script, too" {
	spot 0.png 9
	expect 0 png2rlf -q --transpose yes -o a.rlf 0.png
	is sides "$(od -An -tu4 -j156 -N8 a.rlf | xargs)" "4 8"
	mkdir game
	printf 'control:1 pana {\n}\npuzzle:2 {\nresults {\naction:animplay:3(TURN.RLF 0 0 7 3 0 0 1 0)\n}\n}\n' >game/ga.scr
	expect 0 png2rlf -q -o game/TURN.RLF 0.png
	is sides "$(od -An -tu4 -j156 -N8 game/TURN.RLF | xargs)" "4 8"
	expect 0 rlf2png -q --transpose yes -o b.png a.rlf
	cmp <(pngtopnm b.png 2>/dev/null | pamdepth 255) <(pngtopnm 0.png | pamdepth 255)
}

@test "frames that do not fit are refused" {
	spot 0.png 9
	printf 'P3\n2 1\n255\n255 0 0  0 255 0\n' | pnmtopng -quiet >small.png
	expect 1 png2rlf -o a.rlf 0.png small.png
	says "small.png: 2 by 1 pixels, the first frame has 8 by 4"
	absent a.rlf
	echo none >none.png
	expect 1 png2rlf -o a.rlf none.png
	says "none.png:0x0: neither a PNG nor a GIF file"
	cp 0.png cut.png
	cut_to cut.png 60
	expect 1 png2rlf -o a.rlf cut.png
	expect 1 png2rlf -o a.rlf missing.png
	printf '{"frames":{"a":{"frame":{"x":7,"y":0,"w":2,"h":1}}},"meta":{"image":"0.png"}}' >s.json
	expect 1 png2rlf -o a.rlf s.json
	says "s.json: frame 0: 2 by 1 pixels at (7, 0), outside the sheet of 8 by 4"
	printf '{"frames":{"a":{"frame":{"x":0,"y":0,"w":2,"h":1}}},"meta":{"image":"../0.png"}}' >s.json
	expect 1 png2rlf -o a.rlf s.json
	says 's.json: key "meta.image"'
	printf '{"frames":{"a":{"frame":{"x":0,"y":0,"w":2,"h":1}}},"meta":{"image":"0.png","scale":"2"}}' >s.json
	expect 1 png2rlf -o a.rlf s.json
	says "frames are scaled by 2: make a sheet of the size of the frames"
	expect 1 png2rlf --info s.json -o a.rlf 0.png
	says 'the output of rlf2png --json'
	absent a.rlf
	no_part_left
}

@test "colours that change are told" {
	printf 'P3\n2 1\n255\n4 0 0  0 255 0\n' | pnmtopng -quiet >a.png
	expect 0 png2rlf -o a.rlf a.png
	says "1 pixels of the frames changed their colour"
	expect 1 png2rlf -f --strict -o a.rlf a.png
}

@test "wrong usage" {
	spot 0.png 9
	expect 2 png2rlf 0.png
	expect 2 png2rlf -o a.rlf
	expect 2 png2rlf --json -o - 0.png
	expect 2 png2rlf --time 0 -o a.rlf 0.png
	expect 2 png2rlf --background blue -o a.rlf 0.png
	expect 0 png2rlf -q -o a.rlf 0.png
	"$EXHUME" png2rlf -q -o - 0.png | cmp - a.rlf
	expect 1 png2rlf -q -o a.rlf 0.png
	says "a.rlf: exists; -f overwrites it"
}

@test "the samples" {
	need_game "$data/zvision"
	for file in gate torch tiny pana_anim; do
		expect 0 rlf2png -q -f --json --format sheet -o s.png "$data/zvision/rlf/$file.rlf"
		expect 0 png2rlf -q -f --transpose no -o a.rlf s.json
		cmp <(raw a.rlf) <(raw "$data/zvision/rlf/$file.rlf")
		[ "$(stat -c %s a.rlf)" -le "$(stat -c %s "$data/zvision/rlf/$file.rlf")" ]
	done
}
