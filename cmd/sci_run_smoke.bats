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
3 of 3 rooms entered, 9 sentences
END
	# The report has the place of the fault, and its callers.
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
	holds 1.json '.results[0].counts == {"fault": 1, "hang": 0, "missing": 1, "said": 0, "no_entry": 0,
		"no_events": 0, "not_parsed": 0, "no_answer": 0, "window_left": 1, "clone_left": 1}'
	holds 1.json '[.results[0].rooms[].room] == [0, 1, 2, 3]'
	holds 1.json '.results[0].rooms[1].findings[0] | .script == 1 and .sentence == "look" and .times == 1'
	grep -q '^not ok 2 - game room 1' 1.tap
	[ "$(grep -c '^ok' 1.tap)" = 3 ]
	grep -q 'tests="4" failures="1"' 1.xml
}

@test "a smoke test of games that are right, and of parts of them" {
	expect 0 sci-run --smoke "$lodge"
	[[ $output == *"3 of 3 rooms entered, 9 sentences" ]]
	expect 0 sci-run --smoke "$digger"
	says "6 sentences without an answer"
	[[ $output == *'sentence without an answer: "dig"'* ]]
	# --strict takes those for failures, too.
	expect 1 sci-run --smoke --strict --tap "$digger"
	[[ $output == *"not ok 3 - "*" room 2"* ]]
	expect 0 sci-run --smoke --room 2 --most-sentences 2 "$lodge"
	[[ $output == *"room 2: 2 sentences, 3 left out"*"1 of 1 rooms entered, 2 sentences (3 left out: see --most-sentences)" ]]
	expect 1 sci-run --smoke --room 9 "$lodge"
	says "the game has no room 9"
}

# lodge_script NUMBER CODE: script NUMBER of ./game, with its text changed by awk.
lodge_script() {
	awk "$2" "$EXHUME_TESTDATA/make/lodge/script.$1.txt" >changed.txt
	expect 0 sci-script -q -f --assemble changed.txt -o "game/script.$1" "$lodge"
}

# lodge_elsewhere: ./game is the lodge, with all of its global variables 113 further on.
lodge_elsewhere() {
	expect 0 sci-unpack -q -o game "$lodge"
	for script in 000 001 002 003 255 994 998; do
		lodge_script $script 'BEGIN { FS = OFS = "\t" } $2 ~ /^[ls][as]g$/ { $3 += 113 }
			$2 == "lea" && $3 ~ /^0,/ { sub("0, ", "", $3); $3 = "0, " $3 + 113 }
			{ print } /^\.locals/ && FILENAME ~ /000/ { print "\t.fill\t113, 0" }'
	done
}

@test "a game that keeps itself elsewhere among its variables" {
	lodge_elsewhere
	printf '%s\n' 'wait 10' 'expect room=1' 'expect ego.y>100' 'type "xyzzy" enter' \
		'wait until text ~ /does not understand/' dismiss 'type "take lamp" enter' \
		'wait until text ~ /takes/' dismiss 'wait 2' 'expect score=2' 'expect g128=2' 'room 2' \
		'expect room=2' 'save there' 'walk 100,160' 'expect ego near 100,160' >script
	expect 0 sci-run --stop-on-fault --input script --transcript said game
	grep -q '^\[room 1, score 0\] > take lamp$' said
	expect 0 sci-run --frames 12 --state state --json game
	holds - '.results[0].room == 1' <<<"$output"
	is "room and score" "$(tail -1 state | cut -f 4,7)" $'1\t0'
	expect 0 sci-run --smoke game
	[[ ${lines[-1]} == "3 of 3 rooms entered, 9 sentences" ]]
	expect 0 sci-run --monkey 500 --record none game
	expect 0 sci-script --disasm --script 994 game
	[[ $output == *"sag	114	; game"* && $output == *"lag	115	; room"* && $output == *"lag	113	; ego"* ]]
}

# title KEY: the lodge, with a title that waits for a key before there is a room, in ./game.
title() {
	rm -rf game
	expect 0 sci-unpack -q -o game "$lodge"
	lodge_script 000 '/pushi\t#startRoom/ && !done { done = 1
			print "title:\n\tpush1\n\tpush1\n\tcallk\tWait, 2"
			print "\tpush2\n\tpushi\t$7fff\n\tlofss\tasked\n\tcallk\tGetEvent, 4"
			print "\tpushi\t#'"$1"'\n\tpush0\n\tlofsa\tasked\n\tsend\t4\n\tpush"
			print "\tldi\t'"$2"'\n\teq?\n\tbnt\ttitle" }
		/^\.object/ && !made { made = 1
			print ".object\tasked\n\tspecies = 1\n\tsuperClass = 1\n\t-info- = 0"
			print "\tname = @title_name\n\ttype = 0\n\tmessage = 0\n\tmodifiers = 0"
			print "\ty = 0\n\tx = 0\n\tclaimed = 0\n" }
		{ print } /^\.strings/ { print "title_name:\n\t.string\t\"asked\"" }'
}

@test "a title that waits for a key, a script, or a saved state" {
	for key in "message 13" "message 27" "type 1"; do
		title $key
		expect 0 sci-run --smoke game
		is last "${lines[-1]}" "3 of 3 rooms entered, 9 sentences"
	done
	title message 112 # p
	expect 1 sci-run --smoke --prelude-cycles 60 --write-known known game
	is last "${lines[-1]}" "0 of 3 rooms entered, 0 sentences"
	says "no room lets the player type" "3 rooms that can't be entered"
	expect 0 sci-run --smoke --prelude-cycles 60 --known known game
	printf 'wait 5\npress p\nwait until room=1\n' >way
	expect 0 sci-run --smoke --input way --json game
	holds - '.results[0].entered == 3 and (.results[0].rooms | map(.entered) == [false, true, true, true])' <<<"$output"
	expect 0 sci-run --input way --save-state state game
	expect 0 sci-run --smoke --load-state state game
	is last "${lines[-1]}" "3 of 3 rooms entered, 9 sentences"
	echo 'wait 10' >way
	expect 0 sci-run --smoke --load-state state --input way --room 2 game
	is last "${lines[-1]}" "1 of 1 rooms entered, 5 sentences"
	echo 'expect room=7' >way
	expect 1 sci-run --smoke --input way game
	says "way: line 1: expect room=7"
}

@test "findings that are known do not fail, and those that are gone are said" {
	broken
	expect 1 sci-run --smoke --write-known known game
	diff - known <<'END'
room 1: fault script 1 0x00c1
room 1: window_left "get lamp"
room 1: missing view 77
room 1: clone_left "open door"
END
	expect 0 sci-run --smoke --strict --known known game
	[[ $output == *'missing resource view 77: "open door" (known)'* ]]
	# Comments, lines of --lint, of any room; wrong ones, and what is no longer found.
	cat >known <<'END'
# The hall.
any room: missing view 77   # is not drawn yet
room 1: fault script 1 0x00c1
script 1: unreached-code 0x0012
room 2: fault script 2 0x0001
room 1: misssing view 77
room 1: missing view
somewhere: no_entry
END
	expect 0 sci-run --smoke --known known game
	says "known: line 5: no longer found: room 2: fault script 2 0x0001" \
		"line 6: 'room 1: misssing view 77': no finding is written so" "line 7: 'room 1: missing view'" \
		"line 8: 'somewhere: no_entry'" "warning: 1 window left over, 1 clone left over"
	[ "$(grep -c 'no longer found' <<<"$stderr")" = 1 ]
	sed -i 2d known
	expect 1 sci-run --smoke --known known --tap game
	says "game: 1 missing resource"
	[[ $output == *"not ok 2"* ]]
	expect 1 sci-run --smoke --known nowhere game
	says "nowhere"
	expect 2 sci-run --known known --frames 1 game
	says "--known and --write-known need --smoke"
}

@test "faults that come of one another are one finding; malformed Said specs are reported" {
	expect 0 sci-unpack -q -o game "$lodge"
	lodge_script 001 '{ print }
		/^hall::handleEvent:/ { print "\tpush1\n\tlofss\tlook\n\tcallk\tSaid, 2\n\tbnt\tfine"
			for (i = 5; i < 8; i++) print "\tpushi\t#x\n\tpush0\n\tldi\t" i "\n\tsend\t4"
			print "fine:" }
		/^\.said/ { print "\t.byte\t$f4, $f6, $ff" }'
	expect 1 sci-run --smoke --json game
	holds - '.results[0] | .counts.fault == 1 and .counts.said == 1 and .entered == 3 and
		(.rooms[1].findings[0].chain | map(.text[:9]) == ["NOTOBJ: a", "NOTOBJ: a"])' <<<"$output"
	says "game: 1 fault" "warning: 1 malformed Said spec"
	expect 1 sci-run --smoke game
	[[ $output == *"(NOTOBJ: a message to 0000:0005, no object): \"look\"; then script 1 at "*"; then script 1 at "* ]]
	expect 0 parse-tree --said-script 1 game look
	says "warning: " "script 1"
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

@test "a fan's whole game boots, is smoked, played by chance, linted, extracted and built again" {
	game=$data/sci0/new-years-mystery
	need_game "$game"
	expect 0 sci-run --frames 300 --json "$game"
	holds - '.results[0].room == 800 and .results[0].faults == 0' <<<"$output"
	expect 0 sci-run --smoke --most-sentences 20 --json "$game"
	holds - '.results[0] | .entered == 11 and .counts.fault == 0 and (.rooms | map(.sentences) | add) > 100' <<<"$output"
	expect 0 sci-run --monkey 300 --record none "$game"
	expect 0 sci-script --lint --write-known known "$game"
	expect 0 sci-script --lint --known known "$game"
	expect 0 extract -q --except sound -o out "$game"
	expect 0 build -q -o again out
	expect 0 diff --brief "$game" again
	[[ $output == "117 same, 0 changed, 0 added, 0 removed" ]]
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
	says "--smoke has none of the outputs of a single run"
	expect 2 sci-run --smoke --prelude-cycles 5 --input in "$lodge"
	says "--prelude-cycles is for --smoke without --input"
	for option in --pointer --transitions --stop-on-fault '--every 2' '--wav a.wav' '--input in'; do
		expect 2 sci-run --monkey 5 $option "$lodge"
	done
	expect 2 sci-run --monkey 5 --tap "$lodge"
	expect 2 sci-run --monkey 5 -o a.gif "$lodge"
	expect 2 sci-run --smoke --tap --json "$lodge"
	expect 2 sci-run --most-sentences 5 --frames 5 "$lodge"
	says "--most-sentences needs --smoke"
}
