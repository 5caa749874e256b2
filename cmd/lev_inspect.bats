#!/usr/bin/env bats
# exhume lev-inspect: levers by hand, and an animation of plain colours.

load ../testdata/cli/helper

gate=$data/zvision/text/gate.lev
gate_rlf=$data/zvision/rlf/gate.rlf

# Four positions at the left edge, one above the other; mirrored.
door() {
	printf '%s~\r\n' animation_id:7 filename:Door.RLF skipcolor:0 'anim_coords:10 20 25 51' \
		mirrored:1 frames:4 'elsewhere:0 0 511 319' 'out_of_control:1 2 3 4' \
		start_pos:0 'hotspot_deltas:16 8' '0:10 44 D=1,90' \
		'1:10 36 D=2,90 D=0,270 ^=P(1 to 0) E(0)' \
		'2:10 28 D=3,90 D=1,270 ^=P(2 to 0) P(0 to 1) P(1 to 0) E(0)' \
		'3:10 20 D=2,270'
}

# animation FILE FRAMES: of 8 by 8 pixels, frame i all of colour i + 1 (blue).
animation() {
	local i
	{
		printf 'FELR'
		printf "$(le32 0)$(le32 0)$(le32 0)$(le32 "$2")"
		head -c 136 /dev/zero
		printf "$(le32 8)$(le32 8)"
		head -c 12 /dev/zero
		printf "$(le32 666)"
		for ((i = 1; i <= $2; i++)); do
			printf "MARF$(le32 31)$(le32 0)$(le32 0)ELRH$(le32 28)$(le32 0)"
			printf "\\x3e$(le16 $i)" # 64 times
		done
	} >"$1"
}

# The blue of a pixel of a PNG file, 0 to 31: what a colour of animation() has.
blue() {
	pngtopnm "$1" 2>/dev/null | pnmcut "$2" "$3" 1 1 | pnmtoplainpnm | tail -n 1 | awk '{ print $3 }'
}

need_rlf() {
	[ -e "$gate_rlf" ] || skip "no real data"
}

@test "JSON has what the lever says, in results alone" {
	door >door.lev
	expect 0 lev-inspect --json door.lev
	printf '%s' "$output" >json
	is keys "$(jq -c keys json)" '["exhume","format","results","schema"]'
	is dump "$(jq -c '.results[0] | [.animation_id, .filename, .skipcolor, .anim_coords, .mirrored, .frames,
		.elsewhere, .out_of_control, .start_pos, .hotspot_deltas, .venus_id]' json)" \
		'[7,"door.rlf",0,[10,20,25,51],true,4,[0,0,511,319],[1,2,3,4],0,[16,8],null]'
	is positions "$(command jq -c '.results[0] | .positions["2"], .positions["3"]' json)" \
		'{"x":10,"y":28,"directions":[{"to":3,"angle":90},{"to":1,"angle":270}],"path":[[2,0],[0,1],[1,0]],"end":0}
{"x":10,"y":20,"directions":[{"to":2,"angle":270}],"path":[],"end":null}'
	is more "$(command jq -c '.results[0] | [.filename_written, .lines.frames, .lines.positions["0"], (.edges | length), .edges[3]]' json)" \
		'["Door.RLF",{"line":6,"column":1},{"line":11,"column":1},8,{"kind":"return","from":1,"to":0}]'
	is checks "$(jq -c '.results[0] | [.checks[] | [.check, .breaks, .line, .column]]' json)" \
		'[["no-return",false,14,1]]'
	expect 0 lev-inspect --json door.lev door.lev
	is two "$(jq -c '[.positions, (.results | length), .results[1].frames]' <<<"$output")" '[null,2,4]'
}

@test "what is not said is null, false or 0" {
	printf 'VENUS_ID: 3 ~\n' >bare.lev
	expect 0 lev-inspect --json bare.lev
	is dump "$(jq -c '.results[0] | [.animation_id, .filename, .skipcolor, .anim_coords, .mirrored, .frames,
		.elsewhere, .out_of_control, .start_pos, .hotspot_deltas, .venus_id, .positions]' <<<"$output")" \
		'[null,null,null,null,false,0,null,null,0,null,3,{}]'
}

@test "words for people" {
	door >door.lev
	expect 0 lev-inspect door.lev
	prints "door.lev: 4 positions, mirrored, starts at 0" "filename        Door.RLF" \
		"anim_coords     10 20 25 51 (16 by 32 pixels)" \
		"position 2: grabbed at 10,28 to 25,35" "up (90): to 3" "down (270): to 1" \
		"let go: to 0, to 1, to 0; E(0)" "look: line 14 column 1: position 3: no return"
	[ -z "$stderr" ]
	expect 0 lev-inspect -o out.txt door.lev
	silent
	grep -q "position 2: grabbed" out.txt
	expect 1 lev-inspect -o out.txt door.lev
	says "out.txt: exists"
	cp door.lev other.lev
	expect 0 lev-inspect -o all door.lev other.lev
	is files "$(files_in all | xargs)" "door.lev.txt other.lev.txt"
	expect 0 lev-inspect - <door.lev
	prints "-: 4 positions"
}

@test "what makes no sense is skipped, and said with its line and column" {
	printf 'frames:2~\ncolour:red~\n0:1 2 D=1;90 D=1,0~\n5:1 1~\n1:0 0\nhello\n' >bad.lev
	expect 0 lev-inspect --json bad.lev
	says "bad.lev:0xA: warning: line 2 column 1: unknown key 'colour'" \
		"line 3 column 7: malformed item 'D=1;90' skipped" \
		"line 4 column 1: position '5' is not below the number of frames, dropped" \
		"line 5 column 6: no ~ at the end of '1'" "line 6 column 1: no colon in 'hello'"
	is kept "$(command jq -c '.results[0] | [.positions["0"].directions, (.positions | keys), .unknown]' <<<"$output")" \
		'[[{"to":1,"angle":0}],["0","1"],[{"line":2,"column":1,"key":"colour","value":"red"}]]'
	expect 1 lev-inspect --strict bad.lev
	says_not warning
}

@test "findings that break a lever count with --strict" {
	door | sed 's/D=3,90/D=9,90/' >broken.lev
	expect 0 lev-inspect broken.lev
	prints "wrong: line 13 column 9: position 2: a direction leads to 9, which is not a position" \
		"wrong: line 14 column 1: position 3: nothing leads here from the start"
	[ -z "$stderr" ]
	expect 1 lev-inspect --strict broken.lev
	says "broken.lev:0x1" "line 13 column 9: position 2: a direction leads to 9"
	door >door.lev
	expect 0 lev-inspect --strict door.lev
	animation seven.rlf 7
	expect 0 lev-inspect --rlf seven.rlf door.lev
	prints "wrong: line 5 column 1: the animation has 7 frames, mirrored wants 8: twice 4"
	animation eight.rlf 8
	expect 0 lev-inspect --json --rlf eight.rlf door.lev
	is animation "$(command jq -c '.results[0] | [.animation, (.checks | length)]' <<<"$output")" \
		'[{"frames":8,"width":8,"height":8,"file":"eight.rlf"},1]'
}

@test "a graph" {
	door >'a "door".lev'
	expect 0 lev-inspect --format dot 'a "door".lev'
	is graph "$output" 'digraph "a \"door\".lev" {
	node [shape=circle];
	"0" [shape=doublecircle];
	"1";
	"2";
	"3";
	"0" -> "1" [label="90"];
	"1" -> "2" [label="90"];
	"1" -> "0" [label="270"];
	"1" -> "0" [style=dashed, label="0"];
	"2" -> "3" [label="90"];
	"2" -> "1" [label="270"];
	"2" -> "0" [style=dashed, label="0 1 0"];
	"3" -> "2" [label="270"];
}'
	expect 0 lev-inspect -o x.gv 'a "door".lev'
	is file "$(<x.gv)" "$output$(<x.gv)"
	if command -v dot >/dev/null; then
		dot -Tsvg x.gv >/dev/null
	fi
}

@test "a drag, as text" {
	door >door.lev
	printf 'down 12 45 # grabbed\n\n  MOVE 12 38\nmove 12 37\nmove 12 20\r\nup 0 0\n# nothing held\nup 1 1\n' >hand
	expect 0 lev-inspect --drag hand door.lev
	is text "$output" 'start position 0 frames 0
down 12 45 position 0 held
move 12 38 position 0 held
move 12 37 position 1 held frames 1
move 12 20 position 2 held frames 2
up 0 0 position 0 rests release 1 0 1 0 frames 6 0 1 0
up 1 1 position 0 rests
file_frames 1 2 6 0 1 0'
}

@test "a drag, as JSON" {
	door >door.lev
	printf 'down 12 45\nmove 12 20\nmove 12 0\nup 0 0\nup 1 1\n' >hand
	expect 0 lev-inspect --json --drag hand door.lev
	is drag "$(jq -c '.results[0] | .drag | [.positions, .release, .file_frames, .start]' <<<"$output")" \
		'[[0,1,2,0,0],[[1,0,1,0],[]],[1,2,6,0,1,0],0]'
	is step "$(command jq -c '.results[0] | .drag.steps[3]' <<<"$output")" \
		'{"event":"up","x":0,"y":0,"position":0,"state":"rests","file_frames":[6,0,1,0]}'
	is both "$(jq -c '.results[0] | .frames' <<<"$output")" 4
	expect 0 lev-inspect --json --drag - door.lev <hand
	is again "$(jq -c '.results[0] | .drag.positions' <<<"$output")" '[0,1,2,0,0]'
}

@test "a wait lets time pass, and the lever is grabbed on its way" {
	door >door.lev
	printf 'down 12 45\nmove 12 20\nmove 12 0\nup 0 0\nwait 29\nwait 1\ndown 0 0\ndown 12 37\nwait 500\nup 0 0\n' >hand
	expect 0 lev-inspect --json --drag hand door.lev
	is drag "$(jq -c '.results[0] | .drag | [.positions, .release]' <<<"$output")" \
		'[[0,1,2,2,2,1,0,0,0,0],[[1,0,1,0],[]]]'
	printf 'down 12 45\nmove 12 20\nmove 12 0\nup 0 0\nwait 59\ndown 12 37\nwait 500\nup 0 0\n' >hand
	expect 0 lev-inspect --json --drag hand door.lev
	is drag "$(jq -c '.results[0] | .drag | [.positions, .release, [.steps[].state]]' <<<"$output")" \
		'[[0,1,2,2,1,1,1,0],[[1],[0]],["held","held","held","returns","returns","held","held","rests"]]'
}

@test "an up that lets nothing go has no return" {
	door >door.lev
	printf 'down 12 45\nmove 12 20\nmove 12 0\nup 0 0\nwait 29\nup 1 1\nwait 100\n' >hand
	expect 0 lev-inspect --json --drag hand door.lev
	is releases "$(jq -c '.results[0] | .drag.release' <<<"$output")" '[[1,0,1,0],[]]'
}

@test "what a terminal obeys is not written to it" {
	door | sed 's/^filename:.*/filename:a\x9b31m\x1b[1m\xe9.rlf~/' >door.lev
	expect 0 lev-inspect door.lev
	prints 'a?31m?[1mé.rlf'
	[[ $output != *$'\x9b'* && $output != *$'\x1b'* ]]
}

@test "a script that makes no sense is told with its line" {
	door >door.lev
	printf 'down 1 2\npush 1 2\n' >hand
	expect 1 lev-inspect --drag hand door.lev
	says "hand:0x9: line 2 column 1: expected down X Y, move X Y, up X Y or wait MS"
	printf 'down 1' >hand
	expect 1 lev-inspect --drag hand door.lev
	says "line 1 column 7: expected two numbers"
	printf 'up 1 2 3' >hand
	expect 1 lev-inspect --drag hand door.lev
	says "line 1 column 8: expected the end of the line"
	expect 1 lev-inspect --drag missing door.lev
	says "missing: "
	expect 2 lev-inspect --drag - - </dev/null
	says "only one input may be standard input"
	expect 2 lev-inspect --drag hand --format dot door.lev
}

@test "pictures: a file for each position, with rectangle and arrow" {
	door >door.lev
	animation DOOR.rlf 8
	expect 0 lev-inspect --format png -o states door.lev
	is files "$(files_in states | xargs)" "0000.png 0001.png 0002.png 0003.png"
	whole_pngs states
	# The frame is 16 by 32 of anim_coords, its arrows go above and below it.
	expect 0 lev-inspect --json -f --format png -o states door.lev
	is told "$(jq -c '.results[0] | [.output_format, .output_frames, .animation.file]' <<<"$output")" \
		'["png",4,"DOOR.rlf"]'
	expect 0 lev-inspect --format sheet -o sheet.png door.lev
	whole_pngs .
	jq -e . sheet.json >/dev/null
}

@test "the frame is scaled to anim_coords, and lies where the rectangles are" {
	# No arrows, and rectangles within: the picture is that of anim_coords.
	printf '%s~\n' filename:a.rlf 'anim_coords:100 50 115 65' frames:2 'hotspot_deltas:4 3' \
		'0:101 52' '1:102 53' >a.lev
	animation a.rlf 2
	expect 0 lev-inspect --format png -o s a.lev
	is size "$(pngtopnm s/0001.png | pnmfile | grep -o '[0-9]* by [0-9]*')" "16 by 16"
	is frame "$(blue s/0000.png 0 0) $(blue s/0001.png 15 15)" "1 2"
	# Yellow has no blue: left top corner, right bottom corner, and what is in between.
	is box "$(blue s/0001.png 2 3) $(blue s/0001.png 5 5) $(blue s/0001.png 3 4) $(blue s/0001.png 6 5)" "0 0 2 2"
	printf '%s~\n' 'hotspot_deltas:4 3' '0:97 52' '1:114 64' filename:a.rlf \
		'anim_coords:100 50 115 65' frames:2 >b.lev
	expect 0 lev-inspect --format png -o t b.lev
	is larger "$(pngtopnm t/0001.png | pnmfile | grep -o '[0-9]* by [0-9]*')" "21 by 17"
	is frame "$(blue t/0001.png 3 0) $(blue t/0001.png 2 0)" "2 4"
}

@test "the animation of a lever in a panorama is transposed" {
	door >door.lev
	animation DOOR.rlf 8
	printf 'control:1 lever {\n descfile(DOOR.lev)\n}\ncontrol:2 pana {\n}\n' >ga.scr
	expect 0 lev-inspect -v --format raw --transpose auto -o a.raw door.lev
	says "door.lev: transposed: ga.scr shows it in a room that is a panorama"
	expect 0 lev-inspect --format raw --transpose yes -o b.raw door.lev
	cmp a.raw b.raw
}

@test "a drag as an animation has the very frames" {
	door >door.lev
	animation door.rlf 8
	printf 'down 12 45\nmove 12 20\nmove 12 0\nup 0 0\n' >hand
	expect 0 lev-inspect --drag hand -o out.apng door.lev
	expect 0 lev-inspect --drag hand --format raw -o out.raw door.lev
	is size "$(stat -c %s out.raw)" $((6 * 16 * 32 * 2))
	# One pixel of each frame: its number in the file + 1.
	is frames "$(od -An -v -w1024 -td2 out.raw | awk '{ print $1 - 1 }' | xargs)" "1 2 6 0 1 0"
	if command -v ffmpeg >/dev/null; then
		ffmpeg -v error -f apng -i out.apng -f rawvideo -pix_fmt rgb24 apng.raw
		is apng "$(od -An -v -w1536 -tu1 apng.raw | awk '{ print int($3 / 8) - 1 }' | xargs)" \
			"1 2 6 0 1 0"
	fi
	printf 'down 12 45\n' >hand
	expect 1 lev-inspect --drag hand -o none.apng door.lev
	says "the drag shows no frame"
	absent none.apng
}

@test "frames that the animation lacks stay empty, which is told" {
	door >door.lev
	animation door.rlf 3
	expect 1 lev-inspect --format png -o states door.lev
	says "door.rlf: frame 3 is missing, there are only 3"
	is files "$(count_files states)" 4
	rm door.rlf
	expect 1 lev-inspect --format png -o more door.lev
	says "door.lev: its animation is not beside it; give --rlf FILE"
	absent more
	expect 1 lev-inspect --format png --rlf door.lev -o more door.lev
	says "door.lev:0x0: not an RLF animation"
}

@test "what is no lever is refused, each alone" {
	door >door.lev
	: >empty.lev
	printf '\x89PNG\r\n\x1a\n' >png.lev
	expect 1 lev-inspect --json empty.lev door.lev png.lev missing.lev
	is status "$(jq -c '[.results[].status]' <<<"$output")" '["failed","ok","failed","failed"]'
	says "empty.lev:0x0: not a lever: expected lines like 'frames:11~'" "png.lev:0x0: not a lever"
	says_not "no colon"
	expect 2 lev-inspect
	expect 2 lev-inspect --format pdf door.lev
	expect 1 lev-inspect --format png -o s - <door.lev
	says "give --rlf FILE"
}

@test "a lever of absurd numbers takes no time" {
	printf '%s~\n' frames:2147483647 start_pos:2147483647 'anim_coords:-2147483648 0 2147483647 9' \
		'hotspot_deltas:2147483647 2147483647' filename:a.rlf \
		'0:-2147483648 2147483647 D=2147483646,2147483647 ^=P(0 to 2147483646) P(0 to 0)' >huge.lev
	animation a.rlf 1
	expect 0 lev-inspect huge.lev
	prints "there are no lines for positions 1 to 2147483646"
	printf 'down -1000000 1000000\n' >hand
	expect 0 lev-inspect --drag hand huge.lev
	sed -i 's/^0:-2147483648 2147483647/0:0 0/' huge.lev
	printf 'down 5 5\nup 0 0\n' >hand
	expect 1 lev-inspect --drag hand huge.lev
	says "the drag shows more than 1048576 frames"
	expect 1 lev-inspect --format png -o s huge.lev
	says "expected 1 to 4096 each way"
}

@test "the sample: its drag shows the frames that rlf2png writes" {
	need_rlf
	printf 'down 250 250\nmove 250 230\nmove 250 222\nmove 250 200\nmove 252 180\nup 0 0\n' >hand
	expect 0 lev-inspect --json --rlf "$gate_rlf" --drag hand "$gate"
	is frames "$(jq -c '.results[0] | .drag.file_frames' <<<"$output")" '[1,2,3,4,18,19,20,0,1,0]'
	expect 0 lev-inspect --rlf "$gate_rlf" --drag hand --format raw -o drag.raw "$gate"
	expect 0 rlf2png --format raw --frames 1,2,3,4,18,19,20,0,1,0 -o rlf.raw "$gate_rlf"
	cmp drag.raw rlf.raw
}

# The first lever is open, and ends after the signal, wherever that came.
@test "Ctrl-C names how many levers were left" {
	door >door.lev
	mkfifo pipe
	env --default-signal=INT "$EXHUME" lev-inspect pipe door.lev >out 2>err 3>&- &
	pid=$!
	exec 9>pipe
	kill -s INT "$pid"
	exec 9>&-
	status=0
	wait "$pid" || status=$?
	is status "$status" 130
	[ ! -s out ]
	grep -q "interrupted: 1 of 2 inputs were not read" err
}
