#!/usr/bin/env bats
# exhume sci-run: our own small game, and real ones where they are at hand.

load ../testdata/cli/helper

digger=$archives/digger

@test "our own game plays, the same each time" {
	expect 0 sci-run --frames 40 --state one.tsv -o one.gif "$digger"
	expect 0 sci-run --frames 40 --state two.tsv -o two.gif "$digger"
	cmp one.tsv two.tsv
	cmp one.gif two.gif
	[ "$(wc -l <one.tsv)" = 41 ]
	head -1 one.tsv | grep -q '^frame	tick	cycle	room	'
}

@test "what was pressed is recorded, and plays the same" {
	printf '5 N\n3 column 40 row 100 click\n2 key 65\n4 R\n10 N\n' >walk
	expect 0 sci-run --input walk --record again --state one.tsv "$digger"
	expect 0 sci-run --input again --state two.tsv "$digger"
	cmp one.tsv two.tsv
	grep -q 'key 65' again
	# A joystick is another way to walk.
	printf '5 N\n1 joy 3\n10 N\n' >walk
	expect 0 sci-run -f --input walk --record again --state one.tsv "$lodge"
	grep -q '^1 .*joy 3$' again
	expect 0 sci-run -f --input again --state two.tsv "$lodge"
	cmp one.tsv two.tsv
	is "steps to the right" "$(awk 'NR == 6 { x = $5 } END { print ($5 > x) }' one.tsv)" 1
	# As an act, among others.
	printf 'wait 5\njoy 3\nwait 2\njoy 3\nwait 6\nexpect ego.x=136\n' >walk
	expect 0 sci-run --stop-on-fault --input walk "$lodge"
	for wrong in '1 joy 9' 'joy 9' 'joy' 'joy 3 3' 'joy x'; do
		echo "$wrong" >walk
		expect 1 sci-run --input walk "$lodge"
		says "walk: line 1"
	done
}

@test "the maps that the screen comes from can be shown" {
	for map in visual priority control; do
		expect 0 sci-run --frames 20 --range 19 --show $map -o $map.png "$digger"
		pngcheck -q $map.png
	done
	expect 0 sci-run --frames 20 --range 19 --format hash -o - "$digger"
}

@test "the mouse pointer is drawn where the mouse is" {
	cp -r "$archives/lodge" game
	chmod -R u+w game
	printf '\x88\0\0\0\0\0' >game/cursor.999
	head -c 64 /dev/zero >>game/cursor.999
	printf '10 column 100 row 80\n1 column 200 row 90\n' >move
	expect 0 sci-run --input move --range 9-10 --format raw -o plain.raw game
	expect 0 sci-run --input move --range 9-10 --format raw --pointer -o drawn.raw game
	# Black pixels, 16 by 16, in each of both pictures: where they are not black anyway.
	cmp -l plain.raw drawn.raw | awk '{ n = $1 - 1; f = int(n / 64000); n %= 64000
		x = n % 320; y = int(n / 320); left = f ? 200 : 100; top = f ? 90 : 80
		if ($3 != 0 || x < left || x > left + 15 || y < top || y > top + 15) exit 1
		seen[f]++ } END { exit !(seen[0] > 200 && seen[1] > 200) }'
	expect 0 sci-run --input move --range 9-10 --format raw --no-mouse --pointer -o none.raw game
	expect 2 sci-run --input move --pointer game
	says "--pointer needs -o"
}

@test "show styles bring pictures in over some frames" {
	expect 0 sci-run --input "$play_lodge" --transcript at_once.txt "$lodge"
	expect 0 sci-run --input "$play_lodge" --transitions --transcript t.txt --record keys --state one.tsv "$lodge"
	cmp at_once.txt t.txt
	# Within a transition, too, a state goes on.
	expect 0 sci-run --input keys --transitions --state again.tsv "$lodge"
	cmp one.tsv again.tsv
	for at in 4 9 14; do
		expect 0 sci-run --input keys --transitions --frames $at --save-state s -f "$lodge"
		expect 0 sci-run --input keys --load-state s --state rest.tsv -f "$lodge"
		diff <(tail -n +$((at + 2)) one.tsv) <(tail -n +2 rest.tsv)
	done
	# The screen changes from frame to frame where the maps and the scripts stand still.
	is frames "$(cut -f 10,13- one.tsv | uniq -c | awk '$1 > 12 { n++ } END { print (n > 0) }')" 1
	expect 2 sci-run --load-state s --transitions --frames 3 "$lodge"
	says "--transitions"
}

@test "a saved state goes on as the run does, and others are refused" {
	printf '5 N\n3 column 40 row 100 click\n2 key 65\n9 R\n10 N\n' >walk
	expect 0 sci-run --input walk --state all.tsv "$digger"
	for at in 3 6 9 20; do
		expect 0 sci-run --input walk --frames $at --save-state s$at "$digger"
		expect 0 sci-run --input walk --load-state s$at --state $at.tsv "$digger"
		cmp <(tail -n +$((at + 2)) all.tsv) <(tail -n +2 $at.tsv)
	done
	head -c 5000 s20 >cut
	expect 1 sci-run --frames 3 --load-state cut "$digger"
	says "it ends too early"
	printf 'not a state, whatever else' >other
	expect 1 sci-run --frames 3 --load-state other "$digger"
	says "no saved state"
}

@test "scripts act, wait and assert" {
	cat >play <<-'END'
		wait until room=1 # it begins there
		save start
		type "look" enter
		wait 3
		expect room=1 | room=2
		repeat 2 { click 40,100 }
		goto start
		expect ego near 160,120
		wait 0.5s
		set g4=0, and more
	END
	expect 1 sci-run --input play "$digger"
	says "play: line 10, column 5: expected a global variable and its value"
	sed -i 's/, and more//' play
	expect 0 sci-run --input play --tap --state one.tsv "$digger"
	is plan "${lines[1]}" 1..2
	is second "${lines[3]}" "ok 2 - play:8 expect ego near 160,120"
	expect 0 sci-run --input play --record again --junit j.xml "$digger"
	grep -q 'tests="2" failures="0"' j.xml
	echo 'expect room=77 | text ~ /"<>/' >>play
	expect 1 sci-run --input play -f --junit j.xml "$digger"
	says "play: line 11: expect room=77" "found room=1" "play.11.png"
	pngcheck -q play.11.png
	grep -q 'tests="3" failures="1"' j.xml
	grep -q '&quot;&lt;&gt;' j.xml
	expect 1 sci-run --input play --load-state x "$digger"
	# A run from words alone plays the same again.
	printf 'type "look" enter\nwait 5\nclick 30 60\n' >words
	expect 0 sci-run --input words --record again2 --state a.tsv "$digger"
	expect 0 sci-run --input again2 --state b.tsv "$digger"
	cmp a.tsv b.tsv
}

@test "faults end the run, with the calls that led to them" {
	expect 1 sci-run --frames 3 .
	says "neither RESOURCE.MAP nor a patch file"
	expect 2 sci-run --frames 3 --load-state s --seed 3 "$digger"
	says "has its own --seed"
	expect 2 sci-run "$digger"
	expect 2 sci-run --frames 3 --state - --json "$digger"
}

# visit GAME FIRST_ROOM EGO: what a player does in the script on standard input, with a
# transcript in words.
visit() {
	cat >visit
	expect 0 sci-run -f --input visit --tap --transcript words --stop-on-fault "$data/sci0/$1"
	says_not "not ok"
}

@test "real games boot, take commands, open menus, save, restore and end" {
	need_game "$data/sci0/companion-template"
	visit companion-template <<-'END'
		wait until text ~ /Opening Screen/
		wait 5
		press enter
		wait until room=1
		wait 10
		type "look" enter
		wait until windows=2
		expect text ~ /empty room/
		dismiss
		press f5
		wait until windows=2
		wait 10
		type "first" enter
		wait 20
		walk 60 150
		expect ego near 60,150
		wait 10
		press f7
		wait until windows=2
		wait 20
		press enter
		wait 40
		expect ego near 150,130
		press esc
		wait 2
		press right
		press down
		press esc
		wait 2
		press ctrl-q
		wait until windows=2
		wait 5
		expect text ~ /quit/
		press ctrl-q
		wait 60
	END
	grep -q '^\[room 1, score [0-9]*\] > look$' words
	grep -q '^  claimed by RoomScript, script 1: view$' words # the texts say "view"
	visit template-redux <<-'END'
		wait until text ~ /Where to/
		type "10" enter
		wait until text ~ /Opening screen/
		wait 10
		press enter
		wait until room=11
		wait 20
		press f5
		wait until windows=2
		wait 10
		type "first" enter
		wait 20
		walk 60 150
		wait 10
		press f7
		wait until windows=2
		wait 20
		press enter
		wait 40
		expect ego near 155,160
		press ctrl-q
		wait until windows=2
		wait 5
		press ctrl-q
		wait 60
	END
	grep -q '^room 11$' words
}

lodge=$archives/lodge play_lodge=$EXHUME_TESTDATA/cli/lodge.in

@test "transcripts name words as the game's own texts do" {
	cp -r "$lodge" game
	printf '%s\n' 'wait 10' 'type "get lamp" enter' 'wait 5' dismiss >take
	expect 0 sci-run --input take --transcript - game
	prints "claimed by hall, script 1: get/lamp"
	printf '\x83\0Take it.\0' >game/text.009
	expect 0 sci-run --input take --transcript - game
	prints "claimed by hall, script 1: take/lamp"
}

@test "our own game is played to its end" {
	expect 0 sci-run --input "$play_lodge" --tap --stop-on-fault --transcript t --state one.tsv --wav one.wav "$lodge"
	is plan "${lines[1]}" 1..5
	[ "$(grep -c ^ok <<<"$output")" = 5 ]
	grep -q '^  claimed by hall, script 1: open/door$' t
	grep -q '^  button: Dig$' t
	# A saved state goes on as the run does: across windows, a game that is restored, and rooms.
	expect 0 sci-run --input "$play_lodge" --record keys "$lodge"
	expect 0 sci-run --input keys --state two.tsv "$lodge"
	cmp one.tsv two.tsv
	for at in 60 150 175; do
		expect 0 sci-run --input keys --frames $at --save-state s -f "$lodge"
		expect 0 sci-run --input keys --load-state s --state rest.tsv -f "$lodge"
		diff <(tail -n "$(($(wc -l <rest.tsv) - 1))" one.tsv) <(tail -n +2 rest.tsv)
	done
}

@test "what is typed, claimed and said, as words, a table and JSON" {
	expect 0 sci-run --input "$play_lodge" --transcript t.txt "$lodge"
	expect 0 sci-run --input "$play_lodge" --transcript t.tsv "$lodge"
	expect 0 sci-run --input "$play_lodge" --transcript t.json "$lodge"
	grep -q '^\[room 1, score 0\] > open door$' t.txt
	grep -q '^  A workshop. The panel says how deep to dig.  \[text 2, 0\]$' t.txt
	# Each has the same rows.
	is head "$(head -1 t.tsv)" $'what\troom\tscore\ttext\tresult\tobject\tscript\tclaims\twindow\tresource\tnumber\ttick'
	is rows "$(jq length t.json)" "$(tail -n +2 t.tsv | wc -l)"
	is lines "$(jq length t.json)" "$(wc -l <t.txt)"
	is line "$(grep -m1 ^typed t.tsv | cut -f 1-5)" $'typed\t1\t0\tlook\tunderstood'
	is spec "$(grep -m1 ^said t.tsv | cut -f 1-8)" $'said\t1\t0\tlook[/shaft,lamp,door]\t\thall\t1\t1'
	holds t.json '[.[] | select(.resource == 2)] == [.[] | select(.text != null and (.text | test("panel says")) and .room == 2)]'
	holds t.json '[.[] | select(.what == "said")][0] | .claims == true and .object == "hall"'
	# A field that is edited is a row, not one for each key.
	is fields "$(grep -c '^  field: mole$' t.txt)" 1
	is keys "$(grep -c 'field: mol$' t.txt)" 0
	# A game that takes another time says the same.
	expect 0 sci-run --input "$play_lodge" --instructions 900 --transcript slow.txt "$lodge"
	cmp t.txt slow.txt
	expect 0 sci-run --frames 1 --transcript - --transcript-format json "$digger"
	holds - 'length >= 0' <<<"$output"
	expect 2 sci-run --frames 1 --transcript-format json "$digger"
	says "--transcript-format needs --transcript"
	expect 2 sci-run --frames 1 --transcript - --state - "$digger"
}

@test "sound of each device, as samples, registers and MIDI" {
	for device in adlib speaker tandy; do
		expect 0 sci-run --input "$play_lodge" --device $device --wav $device.wav --midi $device.mid "$lodge"
		is size "$(stat -c %s $device.wav)" "$(stat -c %s adlib.wav)"
	done
	is kinds "$(cksum adlib.wav tandy.wav speaker.wav | cut -d ' ' -f 1 | sort -u | wc -l)" 3
	for log in a.opl2log a.vgm a.dro; do
		expect 0 sci-run --input "$play_lodge" --register-log $log "$lodge"
		expect 0 identify $log
		writes=${output#*writes }
		is writes "${writes%%,*}" "$(tail -n +4 a.opl2log | wc -l)"
	done
	# The log sounds as the run does.
	expect 0 imf2wav --rate native --tail 0 -o log.wav a.opl2log
	cmp adlib.wav log.wav
	expect 0 sci-run --input "$play_lodge" --device tandy --register-log t.vgm "$lodge"
	expect 0 identify t.vgm
	expect 0 sci-run --input "$play_lodge" --device mt32 --midi m.mid "$lodge"
	is head "$(head -c 4 m.mid)" MThd
	# Sound does not change what happens.
	expect 0 sci-run --input "$play_lodge" --device tandy --wav s.wav --state s.tsv "$lodge"
	expect 0 sci-run --input "$play_lodge" --state t.tsv "$lodge"
	cmp s.tsv t.tsv
	for silence in --wav=n.wav --midi=n.mid; do
		expect 0 sci-run --frames 1 --device speaker $silence "$lodge"
		says "${silence#*=}: warning: silence from start to end"
	done
	expect 2 sci-run --frames 3 --device mt32 --wav x.wav "$lodge"
	says "mt32 can't be played"
	expect 2 sci-run --frames 3 --device tandy --register-log x.dro "$lodge"
	says "x.dro: expected .vgm, .dro or .opl2log"
	expect 2 sci-run --frames 3 --register-log x.wav "$lodge"
	expect 2 sci-run --frames 3 --device tandy "$lodge"
	says "--device needs"
	touch taken.mid
	expect 1 sci-run --frames 3 --midi taken.mid "$lodge"
}

@test "our own game: the menu by keys and by its line, restarting, quitting" {
	printf 'wait 10\npress escape\nwait 2\npress right\nwait 2\npress down\nwait 2\npress enter\nwait until text ~ /How deep/\npress escape\nwait 5\n' >menu
	printf 'type "put shovel" enter\nwait until text ~ /How deep/\npress enter\nwait 5\ntype "take lamp" enter\nwait until text ~ /takes/\ndismiss\nwait 2\nexpect score=2\n' >>menu
	printf 'press F9\nwait 20\nexpect score=0\nexpect room=1\npress ctrl-q\nwait 5\n' >>menu
	expect 0 sci-run --input menu --tap --stop-on-fault "$lodge"
	[ "$(grep -c ^ok <<<"$output")" = 3 ]
	expect 0 sci-run --input menu --json "$lodge"
	holds - '.results[0] | .ended != "input" and .faults == 0' <<<"$output"
}

@test "a room is entered by its number" {
	printf 'wait 10\nroom 2\nexpect room=2\ntype "look" enter\nwait until text ~ /panel says/\ndismiss\nroom 1\nexpect room=1\n' >rooms
	expect 0 sci-run --input rooms --tap --stop-on-fault "$lodge"
	[ "$(grep -c ^ok <<<"$output")" = 2 ]
	printf 'wait 10\nroom 2\nexpect room=2\n' >rooms
	expect 0 sci-run --input rooms --stop-on-fault "$digger"
	printf 'room 77\n' >rooms
	expect 1 sci-run --input rooms "$lodge"
	says "line 1: room 77:"
	for wrong in x 0 1000 '1 2'; do
		echo "room $wrong" >rooms
		expect 1 sci-run --input rooms "$lodge"
		says "expected the number of a room"
	done
}

@test "saved games are kept in a folder" {
	printf 'wait 10\ntype "take lamp" enter\nwait until text ~ /takes/\ndismiss\nwait 2\nexpect score=2\npress F5\nwait until text ~ /Saved/\ndismiss\n' >saving
	printf 'wait 10\nexpect score=0\npress F7\nwait 20\nexpect score=2\n' >restoring
	expect 0 sci-run --input saving --tap --saves saves/of/mine "$lodge"
	is files "$(ls saves/of/mine | wc -l)" 1
	expect 0 sci-run --input restoring --tap --saves saves/of/mine "$lodge"
	[ "$(grep -c ^ok <<<"$output")" = 2 ]
	expect 1 sci-run --input restoring --tap "$lodge"
	mkdir damaged
	head -c 1000 saves/of/mine/lodgesg.000 >damaged/lodgesg.000
	expect 1 sci-run --input restoring --saves damaged "$lodge"
	says "lodgesg.000: this saved game can't be restored: it ends too early"
	# Without a word about it the game writes again; what is no file is left alone.
	mkdir saves/of/mine/folder
	ln -s ../../../saving saves/of/mine/link
	touch saves/of/mine/.hidden
	expect 0 sci-run --input saving --tap --saves saves/of/mine "$lodge"
	says "mine/folder: warning: no file" "mine/link: warning: no file"
	says_not hidden
	# A link in the place of a saved game is not followed.
	game=$(cd saves/of/mine && ls | grep sg)
	rm "saves/of/mine/$game"
	ln -s /dev/full "saves/of/mine/$game"
	expect 1 sci-run --input saving --saves saves/of/mine "$lodge"
	says "$game: it is no file"
	expect 1 sci-run --frames 3 --saves saving "$lodge"
	says "saving:"
}

@test "a room and a number of cycles are given" {
	expect 0 sci-run --room 2 --frames 40 --json "$lodge"
	holds - '.results[0] | .room == 2 and .frames == 40' <<<"$output"
	printf '9 N\n' >nine
	expect 0 sci-run --room 2 --input nine --state one.tsv --json "$lodge"
	holds - '.results[0] | .room == 2 and .ended == "input"' <<<"$output"
	expect 1 sci-run --room 77 --frames 10000 "$lodge"
	says "--room 77: the game does not enter this room"
	expect 2 sci-run --room 1000 "$lodge"
	expect 0 sci-run --cycles 25 --json "$lodge"
	holds - '.results[0] | .cycles == 25 and .ended == "cycles"' <<<"$output"
	expect 0 sci-run --cycles 25 --frames 3 --json "$lodge"
	holds - '.results[0] | .frames == 3 and .ended == "frames"' <<<"$output"
	# A window that waits for a key makes no cycles.
	printf 'wait until room=2\npress right\npress F2\nwait 9999s\n' >ask
	expect 0 sci-run --room 2 --input ask --cycles 100000 --json "$lodge"
	holds - '.results[0] | .ended == "no cycles" and .seconds < 700' <<<"$output"
}

@test "a script expects a frame by its CRC, and includes another" {
	expect 0 sci-run --frames 20 --state s.tsv "$lodge"
	crc=$(sed -n 11p s.tsv | cut -f 12)
	mkdir sub
	printf 'wait 10\n' >sub/ten
	printf 'include sub/ten\nexpect frame crc=%s\n' "$crc" >in
	expect 0 sci-run --input in --tap "$lodge"
	is assertion "${lines[2]}" "ok 1 - in:2 expect frame crc=$crc"
	printf 'include sub/ten\nexpect frame crc=01234567\n' >in
	expect 1 sci-run --input in "$lodge"
	says "in: line 2: expect frame crc=01234567" "$crc"
	pngcheck -q in*.png
}

@test "frames from one to another" {
	for limits in "--from 3 --to 7" "--from 3" "--to 7"; do
		expect 0 sci-run --frames 10 --format hash $limits -o - "$lodge"
		printf '%s\n' "$output" >"${limits// /}"
	done
	expect 0 sci-run --frames 10 --format hash -o all "$lodge"
	sed -n 4,8p all | cmp - -- "--from3--to7"
	sed -n '4,$p' all | cmp - -- "--from3"
	sed -n 1,8p all | cmp - -- "--to7"
	expect 2 sci-run --frames 10 --from 3 "$lodge"
	says "--every, --range, --from and --to need -o"
	expect 2 sci-run --frames 10 --from 3 --range 3 -o x "$lodge"
	says "--range can't be combined with --from and --to"
	expect 2 sci-run --frames 10 --from 3 --to 2 -o x "$lodge"
	says "--to 2 comes before --from 3"
}

@test "score, cycles and heap, and all that the machine holds" {
	expect 0 sci-run --input "$play_lodge" --frames 61 --state s.tsv --state-json s.json "$lodge"
	column() { head -1 s.tsv | tr '\t' '\n' | grep -nx "$1" | cut -d : -f 1; }
	is score "$(tail -1 s.tsv | cut -f "$(column score)")" 2
	is cycle "$(tail -1 s.tsv | cut -f "$(column cycle)")" 13
	is instructions "$(tail -1 s.tsv | cut -f "$(column instructions)")" "$(jq .step s.json)"
	# The sums of the other output are counted here by hand: 2 a property of a clone, and so on.
	jq '([.scripts[] | select(.disposed | not).size] | add // 0)
		+ ([.clones[].properties | length * 2] | add // 0)
		+ (.lists | length * 4) + ([.lists[].nodes | length * 8] | add // 0)' s.json >counted
	is heap "$(tail -1 s.tsv | cut -f "$(column heap)")" "$(cat counted)"
	holds s.json '.format == "sci-vm-state" and .globals[15] == "#0002"'
	expect 2 sci-run --frames 1 --state-json - --json "$lodge"
	expect 2 sci-run --frames 1 --state-json x --coverage x "$lodge"
	says "two outputs have the name x"
}

@test "the cast is shown with boxes where its objects have them" {
	expect 0 sci-run --frames 20 --range 19 --show cast --format raw -o cast.raw --state-json s.json "$lodge"
	expect 0 sci-run --frames 20 --range 19 --format raw -o plain.raw "$lodge"
	# The hero's box is of colour 16: its corners are those of nsRect, below the menu bar;
	# the point at its feet covers one of its pixels.
	ego=$(jq -r '.globals[0] as $ego | [.scripts[].objects[], .clones[]] | map(select(.address == $ego))[0].properties |
		[.nsLeft, .nsTop, .nsRight, .nsBottom][]' s.json | while read -r hex; do echo $((16#${hex#\#})); done)
	read -r left top right bottom <<<"$(echo $ego)"
	seen=$(xxd -p -c 1 cast.raw | awk '$1 == "10" { x = (NR - 1) % 320; y = int((NR - 1) / 320)
		if (!n++) { l = r = x; t = b = y }
		if (x < l) l = x; if (x > r) r = x; if (y > b) b = y }
		END { print l, t - 10, r + 1, b - 9, n }')
	is box "$seen" "$left $top $right $bottom $((2 * (right - left) + 2 * (bottom - top) - 5))"
	# All else is the screen.
	cmp -l plain.raw cast.raw | awk '$3 < 20 { exit 1 } END { exit !NR }'
}

@test "a trace has all that a second machine needs to do the same" {
	expect 0 sci-run --input "$play_lodge" --frames 100 --trace t.gz --trace-level 2 --state s.tsv "$lodge"
	zcat t.gz >t
	is head "$(head -1 t)" "V sci0trace 1 lodge ipt=1000 seed=1"
	is events "$(grep -c '^X [0-9]* event 4 108 544 160 100$' t)" 2
	grep -q '^X [0-9]* tick [0-9]*$' t
	grep -q '^X [0-9]* cue [A-Z0-9+a-f]* -\?[0-9]*$' t
	expect 0 sci-vm --steps 1000000 --replay t.gz "$lodge"
	is steps "${lines[0]}" "runs after $(tail -1 s.tsv | cut -f 10) instructions"
	sed 's/^\(M [0-9]* P[^ ]*message #0000\) #006c/\1 #006d/' t >wrong
	! cmp -s t wrong
	expect 1 sci-vm --steps 1000000 --replay wrong "$lodge"
	# Level 1 has no changes; a run that is made twice for a pipe is traced once.
	expect 0 sci-run --input "$play_lodge" --frames 100 --trace one "$lodge"
	grep -v '^M' t | cmp - one
	"$EXHUME" sci-run --input "$play_lodge" --frames 100 --trace two --wav w.wav --format raw -o - "$lodge" >/dev/null
	cmp one two
	# A game that is restored is traced beyond.
	expect 0 sci-run --input "$play_lodge" --trace whole --state s.tsv -f "$lodge"
	awk '/^I/ && $2 != ++n { exit 1 } / file RestoreGame 0$/ { at = n } END { exit !(at && n > at + 1000) }' whole
	expect 2 sci-run --frames 3 --trace-level 2 "$lodge"
	expect 2 sci-run --frames 3 --trace t --debug "$lodge" </dev/null
	expect 1 sci-run --frames 3 --trace t "$lodge"
	says "t: exists"
}

@test "events are a line each" {
	expect 0 sci-run --input "$play_lodge" --frames 60 --events e "$lodge"
	is said "$(grep -m1 said e | cut -f 3-)" $'said\tobject=hall\tscript=1\tspec=look[/shaft,lamp,door]\tclaims=1\toffset=466'
	grep -q $'\tmessage\tresource=0\tnumber=0$' e
}

@test "a game in the debugger, in which somebody types and goes back" {
	printf '%s\n' "break said look" "say look lamp" go "rs 300" "goto 925" quit >commands
	capture "$EXHUME" sci-run --debug --record r.in "$archives/lodge" <commands
	is status "$status" 0
	is stops "$(grep -c 'hall::handleEvent  001:00b5  callk 37, 2  ; Said' <<<"$output")" 2
	grep -q 'key 108' r.in
	expect 0 sci-run --input r.in --transcript t "$archives/lodge"
	printf '%s\n' "simkey f5" "room 2" quit >commands
	expect 1 sci-run --debug "$archives/lodge" <commands
	says "press is still under way"
	expect 2 sci-run --debug --input - "$archives/lodge" </dev/null
	expect 2 sci-run --debug --json "$archives/lodge" </dev/null
}

@test "what of the game was seen" {
	expect 0 sci-run --input "$play_lodge" --coverage c --json "$lodge"
	is items "$(awk '/^(rooms|views|pics|texts|saids)/ { print $1, $2, $4 }' c | paste -sd ,)" \
		"rooms 3 3,views 3 3,pics 1 1,texts 2 2,saids 4 6"
	# Two runs that see a part each, and both parts of one.
	printf 'wait 10\ntype "look" enter\nwait 5\n' >one
	printf 'wait 10\nroom 2\nexpect room=2\n' >two
	expect 0 sci-run --input one --coverage one.json "$lodge"
	expect 0 sci-run --input two --coverage two.json "$lodge"
	holds one.json '.rooms.seen == [1] and (.saids.seen | length) == 1'
	holds two.json '.rooms.seen == [1, 2] and .saids.seen == []'
	expect 0 sci-run --input one --coverage both.json --coverage-merge two.json "$lodge"
	holds both.json '.rooms.seen == [1, 2] and (.saids.seen | length) == 1'
	expect 0 sci-run --input two --coverage again.json --coverage-merge one.json "$lodge"
	cmp both.json again.json
	is run "$(jq -s '[.[].scripts | map({key: "\(.number)", value: .executed}) | from_entries] | . as [$a, $b, $c]
		| [$c | keys[] | . as $k | (($a[$k] + $b[$k]) | unique) == $c[$k]] | all' one.json two.json both.json)" true
	expect 0 sci-vm --coverage all.json --coverage-merge both.json --steps 10 "$lodge"
	expect 1 sci-run --input one --coverage x --coverage-merge both.json "$digger"
	says "is not that of this game"
	expect 1 sci-run --input one --coverage c "$lodge"
	expect 2 sci-run --input one --coverage-merge both.json "$lodge"
	expect 2 sci-run --debug --coverage x "$lodge"
	expect 0 sci-run --input one --coverage run.info "$lodge"
	grep -q '^SF:script.001.txt$' run.info
}

@test "letters of other code pages are typed, shown and recorded" {
	printf '6c=л\n6f=о\n6b=к\n' >map
	printf 'wait 60\ntype "лоок lamp" enter\nwait 60\n' >script
	expect 0 sci-run -q --charmap map --input script --room 1 --transcript - "$digger"
	is transcript "$output" "room 1
[room 1, score 0] > лоок лamp
  claimed by burrow, script 1: лоок,лight/лamp
  The лamp burns лоw, and withоut a smeлл.  [text 1, 0]"
	# р to ш are the codes E0 to E8, which are no joystick.
	printf 'wait 60\ntype "look жрш lamp" enter\nwait 60\n' >script
	expect 0 sci-run -q --encoding cp866 --input script --room 1 --transcript one --record again "$digger"
	grep -q '> look жрш lamp' one
	grep -q 'char 224$' again
	expect 0 sci-run -q --encoding cp866 --input again --room 1 --transcript two "$digger"
	cmp one two
	expect 1 sci-run -q --input script --room 1 "$digger"
	says "script: line 2, column 12: no key of the game types this character"
}
