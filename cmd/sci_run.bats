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

@test "real games boot to their first room, and take a command" {
	need_game "$data/sci0/companion-template"
	printf '60 N\n1 key 13\n60 N\n1 key 108\n1 N\n1 key 111\n1 N\n1 key 111\n1 N\n1 key 107\n1 N\n1 key 13\n60 N\n' >look
	expect 0 sci-run --input look --state look.tsv "$data/sci0/companion-template"
	# A window of the answer is open, over the picture, in room 1.
	tail -1 look.tsv | awk -F '\t' '{ exit !($3 == 1 && $7 == 2) }'
	printf '60 N\n1 key 49\n1 key 48\n1 key 13\n60 N\n1 key 13\n30 N\n' >go
	expect 0 sci-run --input go --state go.tsv "$data/sci0/template-redux"
	tail -1 go.tsv | awk -F '\t' '{ exit !($3 == 11) }'
}
