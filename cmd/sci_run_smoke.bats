#!/usr/bin/env bats
# exhume sci-run --smoke and --monkey: our own games, one of them broken on purpose, and real ones
# where they are at hand.

load ../testdata/cli/helper

lodge=$archives/lodge
digger=$archives/digger

# The lodge, in ./game, with a hall that does wrong what it is told.
broken() {
	expect 0 sci-unpack -q -o game "$lodge"
	cat >code <<'END'
hall::handleEvent:
	push1
	lofss	look
	callk	Said, 2
	bnt	no_look
	pushi	#x	; a message to a number
	push0
	ldi	7
	send	4
	ret
no_look:
	push1
	lofss	take_lamp
	callk	Said, 2
	bnt	no_take
	pushi	8	; a window that stays
	pushi	20
	pushi	20
	pushi	50
	pushi	50
	lofss	bolt
	push0
	push0
	push0
	callk	NewWindow, 16
	ret
no_take:
	push1
	lofss	open_door
	callk	Said, 2
	bnt	no_open
	push1		; a clone that stays, and a view that is not there
	lofss	lamp
	callk	Clone, 2
	pushi	6
	pushi	77
	push0
	push0
	pushi	9
	pushi	9
	pushi	9
	callk	DrawCel, 12
no_open:
	ret

END
	awk '/^hall::handleEvent:/ { while ((getline line <"code") > 0) print line; skip = 1 }
		/^\.object\thall/ { skip = 0 } !skip' "$EXHUME_TESTDATA/make/lodge/script.001.txt" >hall.txt
	expect 0 sci-script -q -f --assemble hall.txt -o game/script.001 "$lodge"
}

@test "a smoke test finds what is wrong in a room" {
	broken
	expect 1 sci-run --smoke game
	says "game: 1 fault, 1 missing resource" "warning: 1 window left over, 1 clone left over"
	sed 's/; .*//' <<<"$output" >found
	diff - found <<'END'
room 1: 4 sentences
  fault in script 1 at 0x00c1 (NOTOBJ: a message to 0000:0007, no object): "look"
  window left over: "get lamp"
  missing resource view 77: "open door"
  clone left over: "open door"
room 2: 5 sentences
room 3: 0 sentences
3 rooms, 9 sentences
END
	# Where the fault is, and who called.
	[[ $output == *"001:00bf hall::handleEvent"*"lodge::doit"* ]]
	# The same with any number of threads, in each format.
	for jobs in 1 2; do
		expect 1 sci-run --smoke -f -j $jobs --junit $jobs.xml --json game
		cat <<<"$output" >$jobs.json
		expect 1 sci-run --smoke -j $jobs --tap game
		cat <<<"$output" >$jobs.tap
	done
	cmp 1.json 2.json
	cmp 1.xml 2.xml
	cmp 1.tap 2.tap
	holds 1.json '.results[0].counts == {"fault": 1, "hang": 0, "missing": 1, "no_entry": 0,
		"no_events": 0, "not_parsed": 0, "no_answer": 0, "window_left": 1, "clone_left": 1}'
	holds 1.json '[.results[0].rooms[].room] == [0, 1, 2, 3]'
	holds 1.json '.results[0].rooms[1].findings[0] | .script == 1 and .sentence == "look" and .times == 1'
	grep -q '^not ok 2 - game room 1' 1.tap
	[ "$(grep -c '^ok' 1.tap)" = 3 ]
	grep -q 'tests="4" failures="1"' 1.xml
}

@test "a smoke test of games that are right, and of parts of them" {
	expect 0 sci-run --smoke "$lodge"
	[[ $output == *"3 rooms, 9 sentences" ]]
	expect 0 sci-run --smoke "$digger"
	says "6 sentences without an answer"
	[[ $output == *'sentence without an answer: "dig"'* ]]
	# --strict takes those for failures, too.
	expect 1 sci-run --smoke --strict --tap "$digger"
	[[ $output == *"not ok 3 - "*" room 2"* ]]
	expect 0 sci-run --smoke --room 2 --most-sentences 2 "$lodge"
	[[ $output == *"room 2: 2 sentences, 3 left out"*"1 room, 2 sentences (3 left out: see --most-sentences)" ]]
	expect 1 sci-run --smoke --room 9 "$lodge"
	says "the game has no room 9"
}

# misbehaving CODE: the vault of ./game does this as it begins.
misbehaving() {
	rm -rf game
	expect 0 sci-unpack -q -o game "$lodge"
	awk -v code="$1" '/^vault::init:/ { print; print code; skip = 1 }
		/^\.object/ { skip = 0 } !skip' "$EXHUME_TESTDATA/make/lodge/script.003.txt" >vault.txt
	expect 0 sci-script -q -f --assemble vault.txt -o game/script.003 "$lodge"
}

@test "rooms that hang, or stop the game; a game without words" {
	misbehaving ' here:\n jmp here'
	expect 1 sci-run --smoke --room 3 game
	says "1 hang"
	[[ $output == *"hang in script 3 at"*"it takes no more events"*"vault::init"* ]]
	misbehaving ' pushi 77\n push0\n callk CelWide, 6\n ret'
	expect 1 sci-run --smoke --room 3 game
	[[ $output == *"fault in script 3 at"*"STACK"* ]]
	rm game/vocab.000
	expect 0 sci-run --smoke --room 1 game
	says "no vocabulary or no grammar: nothing is typed"
	rm game/script.000
	expect 1 sci-run --smoke game
	says "the game has no script 0"
}

@test "a monkey finds a fault, and shrinks what led to it" {
	broken
	expect 1 sci-run --monkey 2000 --json game
	holds - '.results[0].faults | length == 1 and .[0].again and .[0].first and
		.[0].file == "game.monkey" and (.[0].acts | length) == 1 and .[0].first_acts > 1' <<<"$output"
	[ "$(grep -vc '^#' game.monkey)" = 1 ]
	# The script does what it says.
	expect 1 sci-run --stop-on-fault --input game.monkey game
	says "NOTOBJ: a message to 0000:0007" "hall::handleEvent"
	# Nothing is overwritten; the same seed gives the same bytes.
	expect 1 sci-run --monkey 2000 game
	says "game.monkey"
	expect 1 sci-run --monkey 2000 --record again game
	cmp game.monkey again
	expect 1 sci-run --monkey 2000 --record - game
	cmp again - <<<"$output"
	expect 1 sci-run --monkey 2000 --seed 7 -f --record other game
	expect 1 sci-run --stop-on-fault --input other game
	says "NOTOBJ"
}

@test "a monkey finds nothing in our own games" {
	for game in "$lodge" "$digger"; do
		expect 0 sci-run --monkey 8000 --record none "$game"
		[[ $output == "8000 cycles, "*"; 0 faults" ]]
		[ ! -e none ]
	done
}

@test "real games are smoked and played by chance" {
	need_game "$data/sci0/template-redux"
	for game in companion-template template-redux; do
		game=$data/sci0/$game
		capture "$EXHUME" sci-run --smoke --json "$game"
		check_run "$status" smoke
		holds - '.results[0].rooms | length == 4 and (map(.sentences) | add) > 15' <<<"$output"
		capture "$EXHUME" sci-run --monkey 2000 -f --record found --json "$game"
		check_run "$status" monkey
		holds - '.results[0].cycles >= 2000' <<<"$output"
	done
	expect 1 sci-run --stop-on-fault --input found "$game"
	says "KSIG: ScriptID"
}

@test "Ctrl-C ends a monkey" {
	env --default-signal=INT "$EXHUME" sci-run --monkey 2000000000 --record none "$digger" >out 2>err 3>&- &
	pid=$!
	wait_for catches_int "$pid"
	end_by INT "$pid"
	is status "$status" 130
	grep -q interrupted err
	[ ! -e none ]
}

@test "disks that are full" {
	[ -w /dev/full ] || skip "no /dev/full"
	broken
	expect 1 sci-run --smoke -f --junit /dev/full "$lodge"
	says "/dev/full: can't write: No space left on device"
	expect 1 sci-run --monkey 2000 -f --record /dev/full --json game
	says "/dev/full: can't write: No space left on device"
	holds - '.results[0].faults[0] | has("file") | not' <<<"$output"
}

@test "what does not go together is refused" {
	expect 2 sci-run --smoke --monkey 5 "$lodge"
	says "only one of --smoke and --monkey"
	expect 2 sci-run --smoke --frames 5 "$lodge"
	says "--smoke takes no input, and has none of the outputs of a single run"
	for option in --pointer --transitions --stop-on-fault '--every 2' '--wav a.wav' '--input in'; do
		expect 2 sci-run --monkey 5 $option "$lodge"
	done
	expect 2 sci-run --monkey 5 --tap "$lodge"
	expect 2 sci-run --monkey 5 -o a.gif "$lodge"
	expect 2 sci-run --smoke --tap --json "$lodge"
	expect 2 sci-run --most-sentences 5 --frames 5 "$lodge"
	says "--most-sentences needs --smoke"
}
