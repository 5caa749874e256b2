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
	head -1 one.tsv | grep -q '^frame	tick	room	'
}

@test "what was pressed is recorded, and plays the same" {
	printf '5 N\n3 column 40 row 100 click\n2 key 65\n4 R\n10 N\n' >walk
	expect 0 sci-run --input walk --record again --state one.tsv "$digger"
	expect 0 sci-run --input again --state two.tsv "$digger"
	cmp one.tsv two.tsv
	grep -q 'key 65' again
}

@test "the maps that the screen comes from can be shown" {
	for map in visual priority control; do
		expect 0 sci-run --frames 20 --range 19 --show $map -o $map.png "$digger"
		pngcheck -q $map.png
	done
	expect 0 sci-run --frames 20 --range 19 --format hash -o - "$digger"
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
	# What follows from words alone plays the same again.
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
	grep -q '	typed	understood	look$' words
	grep -q '	said	RoomScript	1	display	1$' words
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
	grep -q '	room	11$' words
}

lodge=$archives/lodge play_lodge=$EXHUME_TESTDATA/cli/lodge.in

@test "our own game is played to its end" {
	expect 0 sci-run --input "$play_lodge" --tap --stop-on-fault --transcript t --state one.tsv --wav one.wav "$lodge"
	is plan "${lines[1]}" 1..5
	[ "$(grep -c ^ok <<<"$output")" = 5 ]
	grep -q $'said\thall\t1\topen/door\t1' t
	grep -q $'button\t3\tDig' t
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
