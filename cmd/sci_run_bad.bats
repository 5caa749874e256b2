#!/usr/bin/env bats
# exhume sci-run: games that lack something, scripts that misbehave, input scripts with errors,
# states of other games, full disks.

load ../testdata/cli/helper

lodge=$archives/lodge

# Our own game as patch files, in ./game.
unpacked() {
	rm -rf game
	expect 0 sci-unpack -q -o game "$lodge"
}

# lacking PATTERN: it has no such resources.
lacking() {
	unpacked
	rm game/$1
}

# misbehaving CODE: its vault does this as it begins.
misbehaving() {
	unpacked
	awk -v code="$1" '/^vault::init:/ { print; print code; skip = 1 }
		/^\.object/ { skip = 0 } !skip' "$EXHUME_TESTDATA/make/lodge/script.003.txt" >vault.txt
	expect 0 sci-script -q -f --assemble vault.txt -o game/script.003 "$lodge"
}

@test "games without vocabulary, pictures, fonts, sounds, views" {
	for gone in vocab.000 vocab.900 vocab.996 vocab.999 'pic.*' 'font.*' 'cursor.*' \
		'patch.*' 'sound.*' 'view.*' 'text.*' script.001 script.255 script.999; do
		lacking "$gone"
		expect 0 sci-run -f --frames 60 --state s.tsv --wav s.wav game
	done
	lacking 'vocab.*'
	expect 1 sci-run --frames 60 game
	says "no room was reached"
	lacking script.000
	expect 1 sci-run --frames 60 game
	says "the game has no script 0"
	# The reason for a missing picture is reported, too.
	lacking vocab.997
	expect 1 sci-run --frames 60 -o none.gif game
	says "no vocab.997: selectors have the numbers that are usual" "no picture, expected"
	[ ! -e none.gif ]
	lacking 'view.*'
	expect 0 sci-run --frames 60 --json game
	holds - '.results[0].missing > 0' <<<"$output"
}

@test "what a game asks for and does not get is said once, with the reason" {
	unpacked
	printf '\x80\0\1\x80\0\0\0\0\0\0\0\0' >game/view.000
	printf '\x81\0\5\5' >game/pic.001
	rm game/sound.000
	expect 0 sci-run --frames 100 game
	is view "$(grep -c 'game/view.000: warning: the game asks for view 0: ' <<<"$stderr")" 1
	is pic "$(grep -c 'game/pic.001: warning: the game asks for pic 1: .*0x05' <<<"$stderr")" 1
	is sound "$(grep -c 'warning: the game asks for sound 0: it has none' <<<"$stderr")" 1
	expect 1 sci-run --strict --frames 60 game
	expect 1 sci-run --smoke game
	prints "missing resource view 0 ("
	# Rooms that an input script leads through count, too.
	echo 'wait 40' >way
	expect 1 sci-run --smoke --input way --room 2 game
	prints $'start: 0 sentences\n' "  missing resource view 0 (" "  missing resource pic 1 ("
}

@test "interpreters before 0.000.502 are known by their program" {
	unpacked
	printf 'version 0.000.490' >game/sierra.exe
	expect 0 sci-run --frames 60 --format raw -o old.raw game
	printf 'version 0.000.685' >game/sierra.exe
	expect 0 sci-run --frames 60 --format raw -o new.raw game
	! cmp -s old.raw new.raw
}

@test "kernel functions of unknown names are bound by their numbers" {
	unpacked
	sed -i 's/Animate/Anymate/; s/DrawPic/DrawPik/' game/vocab.999
	expect 0 sci-run --frames 60 --format hash -o got game
	says 'vocab.999: 2 unknown names of kernel functions, bound by number; first: 8 "DrawPik" is DrawPic'
	expect 0 sci-run --frames 60 --format hash -o wanted "$lodge"
	cmp got wanted
}

@test "a game that takes no events is reported, with its place" {
	misbehaving ' here:\n jmp here'
	expect 0 sci-run --room 3 --frames 200 game
	says "no events for 20 s" "003:000c vault::init"
	expect 0 sci-run --room 3 --frames 100 game
	says_not "no events"
	# Animate alone takes none.
	misbehaving ' here:\n push0\n callk Animate, 0\n jmp here'
	expect 0 sci-run --room 3 --frames 200 game
	says "no events for 20 s" "vault::init"
	expect 0 sci-run --frames 200 "$lodge"
	says_not "no events"
}

@test "a stack of 256 KiB is enough" {
	ulimit -s 256
	expect 0 sci-run --frames 10 --wav a.wav -o a.gif "$archives/lodge"
	expect 0 sci-run --smoke --room 2 "$archives/lodge"
}

@test "scripts that draw outside, open a thousand windows, divide by zero" {
	misbehaving ' pushi 6\n push0\n push0\n push0\n pushi 30000\n pushi -30000\n pushi 9\n callk DrawCel, 12
 pushi 7\n pushi 4\n pushi -30000\n pushi 30000\n pushi 30000\n pushi -32768\n pushi 5\n pushi 5\n callk Graph, 14\n ret'
	expect 0 sci-run -f --room 3 --frames 30 --stop-on-fault --state s.tsv game
	misbehaving ' link 1\n again:\n pushi 8\n push0\n push0\n pushi 50\n pushi 50\n lofss end\n push0\n push0\n push0
 callk NewWindow, 16\n +at 0\n push\n ldi 1000\n lt?\n bt again\n ret'
	expect 0 sci-run -f --room 3 --frames 60 --state s.tsv game
	awk 'NR > 1 && $9 > most { most = $9 } END { exit !(most > 9 && most < 1000) }' s.tsv
	misbehaving ' ldi 7\n push\n ldi 0\n div\n ldi 7\n push\n ldi 0\n mod\n ret'
	expect 0 sci-run -f --room 3 --frames 30 --state s.tsv game
	# A view that is absent.
	misbehaving ' pushi 6\n pushi 77\n push0\n push0\n pushi 9\n pushi 9\n pushi 9\n callk DrawCel, 12\n ret'
	expect 0 sci-run --room 3 --frames 30 --json game
	holds - '.results[0].missing > 0' <<<"$output"
	# Fatal faults end the run with status 1 and the calls, in a line.
	misbehaving ' pushi 77\n push0\n callk CelWide, 6\n ret'
	expect 1 sci-run --room 3 --frames 30 --stop-on-fault game
	says "STACK: " "; 003:00" "from outside"
}

@test "errors of input scripts have a line and a column" {
	while IFS='|' read -r column bad why; do
		printf 'wait 1\n  %s\n' "$bad" >in
		expect 1 sci-run --input in "$lodge"
		says "in: line 2, column $column: $why"
	done <<-'ROWS'
		8|type "look|expected a text in quotes
		9|press hyper|expected keys:
		20|expect ego near 1|expected a place
		7|set q=3|expected a global variable
		9|choose|expected a button's text
		11|include none.in|none.in: can't open
		9|click 400,10|expected a place on the screen
		8|walk 3|expected a place on the screen
		7|wait|expected a number of frames
		11|dismiss now|expected nothing more
		20|expect text ~ /(/|this is no regular expression
		7|save|expected a name of one word
		10|expect x=3|x is not known; expected idle, text ~ /PATTERN/, room, score, gN, ego.x, ego.y, ego, windows, cast, tick, frame crc
		14|wait until ROOM=3|ROOM is not known
		15|expect room=hall|expected a number
		15|expect room near 5,5|this is no place
		13|expect ego=5|expected a place
		10|expect foo ~ /x/|foo is not known
		10|expect g=3|g is not known
		10|expect g1x=3|g1x is not known
		8|hold Z until room=3|expected keys of
	ROWS
	# A global variable that the game does not have: at once.
	printf 'wait 1\nwait until g9999=1\n' >in
	expect 1 sci-run -f --input in "$lodge"
	says "in: line 2: wait until g9999=1: frame 0: can't wait until g9999=1; found g9999 is not known"
	printf 'hold L until frame  crc!=0\nwait until g1>=-32768\n' >in
	expect 0 sci-run -f --input in "$lodge"
	printf 'wait 1\n  repeat 2 {\n' >in
	expect 1 sci-run --input in "$lodge"
	says "in: line 3, column 1: the block that begins in line 2 has no end"
	printf 'wait 1\ngoto nowhere\n' >in
	expect 1 sci-run --input in "$lodge"
	says "in: line 2: goto nowhere: no state of this name was saved"
}

@test "states of other games, and disks that are full" {
	expect 0 sci-run --frames 20 --save-state mine "$lodge"
	expect 1 sci-run --frames 3 --load-state mine "$archives/digger"
	says "mine"
	# One resource differs, is missing, or is new.
	for change in font.000 view.001 view.997; do
		rm -rf other
		cp -r "$lodge" other
		chmod -R u+w other
		expect 0 sci-unpack -f -o parts "$lodge"
		if [ "$change" = view.997 ]; then
			cp "$(find parts -iname 'view.*' | head -n 1)" other/view.997
		else
			cp "$(find parts -iname "$change")" other/"$change"
			poke other/"$change" $(($(stat -c %s other/"$change") - 1)) '\xfe'
		fi
		expect 1 sci-run --frames 3 --load-state mine --state s.tsv other
		says "mine:" "the state was saved with another game:" "${change%.*} $((10#${change#*.}))"
		absent s.tsv
	done
	says "that one had no view 997"
	# A file that is cut off, or has a list of its own, is no state.
	for cut in 3 4000 $(($(stat -c %s mine) - 1)) $(($(stat -c %s mine) - 40)); do
		head -c "$cut" mine >short
		expect 1 sci-run --frames 3 --load-state short "$lodge"
		says short
	done
	cp mine bad
	poke bad $(($(stat -c %s mine) - 12)) '\xff\xff\xff\x7f'
	expect 1 sci-run --frames 3 --load-state bad "$lodge"
	says bad
	[ -w /dev/full ] || skip "no /dev/full"
	printf 'wait 3\nexpect room=1\n' >in
	for option in --wav --state --state-json --transcript --midi --save-state --junit --record --coverage --trace --events; do
		expect 1 sci-run -f --input in $option /dev/full "$lodge"
		says "/dev/full: can't write: No space left on device"
	done
	for format in raw apng gif y4m hash; do
		expect 1 sci-run -f --input in --format $format -o /dev/full "$lodge"
		says "/dev/full: can't write"
	done
}
