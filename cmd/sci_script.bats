#!/usr/bin/env bats
# exhume sci-script: scripts as text and back.

load ../testdata/cli/helper

sci0=$data/sci0

# A script with all kinds of lines.
source_text() {
	cat <<'EOF'
.script	5

.exports
	door
	hello

.code

.self	door
door::init:
	link	1
	pToa	x
	bnt	skip
	lofsa	greeting
	push
	callk	Display, 2
skip:
	ret
hello:
	pushi	#doit
	push0
	class	Room
	send	4
	jmp	hello

.object	door
	species = 0
	superClass = 0
	-info- = 0
	name = @name
	x = 300
	.method	init = door::init

.strings
greeting:
	.string	"Come in.\n"
name:
	.string	"door"

.locals
	.fill	5, 7
	.word	@greeting

.relocations
EOF
}

# Script 0: the class Room.
room_text() {
	cat <<'EOF'
.script	0

.exports
	Room

.code
.self	Room
Room::doit:
	+al	0
	ret

.class	Room
	species = 0
	superClass = -1
	-info- = $8000
	name = @name
	x = 0
	.method	doit = Room::doit

.strings
name:
	.string	"Room"

.locals
	.word	0

.relocations
EOF
}

# vocab.997 of these names
selectors() {
	count=$# at=$((2 + 2 * $#))
	{
		printf '\x86\0'
		number $((count - 1))
		for name; do number "$at" && at=$((at + 2 + ${#name})); done
		for name; do number ${#name} && printf %s "$name"; done
	} >VOCAB.997
}

# 16 bits, little-endian
number() {
	printf "\\x$(printf %02x $(($1 & 255)))\\x$(printf %02x $(($1 >> 8)))"
}

# A game in g: scripts 0 and 5, names.
game() {
	mkdir g
	cd g
	selectors species superClass -info- name x init doit play
	cd ..
	room_text >0.txt
	expect 0 sci-script g --assemble 0.txt -o g/script.000
	source_text >5.txt
	expect 0 sci-script g --assemble 5.txt -o g/script.005
}

@test "a text becomes a script, and the script the same text" {
	game
	is header "$(head -c 2 g/script.005 | od -An -tx1 | xargs)" "82 00"
	expect 0 sci-script g/script.005 --no-comments -o again.txt
	expect 0 sci-script g --assemble again.txt -o again.005
	cmp again.005 g/script.005
	expect 0 sci-script g --assemble again.txt --bare -o bare.005
	cmp bare.005 <(tail -c +3 g/script.005)
	expect 0 sci-script bare.005 --script 5 --names g --no-comments
	is bare "$output" "$(cat again.txt)"
	expect 0 identify g/script.005
	[[ $output == *sci-script* ]]
}

@test "labels, names and texts are shown" {
	game
	expect 0 sci-script g --script 5
	is text "$output" '.script	5	; '"$(($(stat -c %s g/script.005) - 2))"' bytes

.exports
	door	; 0
	export_1	; 1

.code

.self	door
door::init:
	link	1
	pToa	x
	bnt	L_001a
	lofsa	str_0046	; "Come in.\n"
	push
	callk	Display, 2
L_001a:
	ret

export_1:
	pushi	#doit
	push0
	class	Room
	send	4
	jmp	export_1

.object	door
	species = 0	; "Room"
	superClass = 0	; "Room"
	-info- = 0
	name = @str_0050	; "door"
	x = 300
	.method	init = door::init

.strings
str_0046:
	.string	"Come in.\n"
str_0050:
	.string	"door"

.locals
	.fill	5, 7	; 0
	.word	@str_0046	; 5	; "Come in.\n"

.relocations'
}

@test "an object, a method, numbers, a folder of texts" {
	game
	expect 0 sci-script g --object door --no-comments
	[[ $output == *.object*door* && $output == *door::init:* && $output != *export_1* ]]
	expect 0 sci-script g --method doit --no-comments
	[[ $output == *Room::doit:* && $output != *door* ]]
	expect 1 sci-script g --object nobody
	says "no selected script has an object nobody"
	expect 1 sci-script g --method nothing
	says "the game has no selector nothing"
	expect 1 sci-script g --script 5,9
	says "the game has no script 9"
	expect 0 sci-script g -o texts/
	is files "$(ls texts | xargs)" "script.000.txt script.005.txt"
	expect 1 sci-script g -o texts/
	says "script.000.txt"
	expect 0 sci-script -f g -o texts/
	expect 0 sci-script - --script 5 --no-comments <g/script.005
	[[ $output == ".script	5"* ]]
}

@test "JSON has sections, objects, code and texts" {
	game
	expect 0 sci-script g --script 5 --format json
	holds - '.scripts[0] | .script == 5 and (.sections | map(.type)) ==
		["exports", "code", "object", "strings", "locals", "relocation"]' <<<"$output"
	holds - '.scripts[0].objects[0] | .name == "door" and .species_name == "Room" and
		.properties[4] == {selector: 4, name: "x", value: 300} and
		.properties[3].text == "door" and .methods[0].name == "init"' <<<"$output"
	holds - '.scripts[0].functions[0] | .method == "init" and
		(.instructions[2] | .name == "bnt" and .target == 26)' <<<"$output"
	holds - '.scripts[0].strings[0] == {offset: 70, text: "Come in.\n"}' <<<"$output"
	expect 0 sci-script g --script 5 -o 5.json
	expect 0 sci-script g --script 5 --json -o 5.txt -f
	holds - '.results[0].scripts == 1' <<<"$output"
}

@test "errors of a text have line and column" {
	game
	sed 's/callk	Display/callk	Dismay/' 5.txt >bad.txt
	expect 1 sci-script g --assemble bad.txt -o bad.005
	says "bad.txt: line 16, column 8: the game has no such kernel function: Dismay"
	[ ! -e bad.005 ]
	sed 's/bnt	skip/bnt	ship/' 5.txt >bad.txt
	expect 1 sci-script g --assemble bad.txt -o bad.005
	says "line 13, column 6: no place is called ship"
	printf '.code\n\tpushi\t70000\n' >bad.txt
	expect 1 sci-script g --assemble bad.txt -o bad.005
	says "line 2, column 8: the number is out of range"
	printf '.code\n.fill 32767, 1\n.fill 32767, 1\n' >bad.txt
	expect 1 sci-script g --assemble bad.txt -o bad.005
	says "line 2, column 14: the script gets longer than 65535 bytes"
	printf '\tret\n' >bad.txt
	expect 1 sci-script g --assemble bad.txt -o bad.005
	says "line 1, column 2: expected a directive"
	expect 1 sci-script g --assemble missing.txt -o bad.005
	says missing.txt
}

@test "a longer text moves everything" {
	game
	expect 0 sci-script g/script.005 -o 5.txt -f
	sed -i 's/Come in\./Come in, dear friend, and bring some of the happiness you leave./' 5.txt
	expect 0 sci-script g --assemble 5.txt -o script.005
	mv script.005 g
	expect 0 sci-script g/script.005 --no-comments
	[[ $output == *'bring some'* ]]
	label=$(sed -n 's/.*name = @//p' <<<"$output")
	[ "$label" != str_0050 ]
	is name "$(grep -A1 "^$label:" <<<"$output" | tail -n 1)" '	.string	"door"'
	expect 0 sci-unpack --verify g
}

@test "damaged scripts are shown as far as they go, byte for byte" {
	game
	size=$(stat -c %s g/script.005)
	for cut in 3 9 30 60 90 "$((size - 3))"; do
		head -c "$cut" g/script.005 >cut.005
		run --separate-stderr "$EXHUME" sci-script cut.005 --names g -o cut.txt -f
		[ -n "$stderr" ]
		[ -e cut.txt ] || continue
		expect 0 sci-script g --assemble cut.txt -o same.005 -f
		cmp same.005 cut.005
		rm cut.txt
	done
	# A branch into an instruction, and out of the code.
	printf '.exports\na\n.code\na: jmp.w a+1\nb: jmp.w $7000\n ret\n' >odd.txt
	expect 0 sci-script g --assemble odd.txt -o odd.006
	expect 1 sci-script odd.006 --names g
	says "begins inside an instruction"
}

@test "wrong usage" {
	game
	expect 2 sci-script
	expect 2 sci-script g --assemble 5.txt
	says "-o FILE"
	expect 2 sci-script g --assemble 5.txt --disasm -o x
	expect 2 sci-script g --bare
	expect 2 sci-script g --script x
	expect 2 sci-script g --format json --object door
	expect 1 sci-script g/VOCAB.997
	expect 1 sci-script nothing
}

@test "real games come back byte for byte" {
	need_game "$sci0/template-redux"
	for game in template-redux companion-template; do
		"$EXHUME" sci-unpack -q "$sci0/$game" -o "$game"
		"$EXHUME" sci-script "$sci0/$game" -o "$game.text/"
		for text in "$game.text"/*.txt; do
			name=${text##*/} name=${name%.txt}
			"$EXHUME" sci-script "$sci0/$game" --assemble "$text" --bare -o made -f
			cmp made "$game/$name" || cmp made <(tail -c +3 "$game/$name")
		done
	done
}

@test "classes are a tree with instances; circles end" {
	game
	expect 0 sci-script g --classes
	is tree "$output" "Room (class 0, script 0) door:5"
	expect 0 sci-script g --classes --script 5
	is none "$output" ""
	expect 0 sci-script g --classes --format json
	holds - '.classes[0] | .name == "Room" and .number == 0 and .instances[0].name == "door" and .methods[0].name == "doit"' <<<"$output"
	expect 0 sci-script g --classes -o c.dot
	grep -qF 'c0 [label="Room\nscript 0"];' c.dot
	# A class that is its own superclass.
	sed 's/superClass = -1/superClass = 0/' 0.txt >loop.txt
	expect 0 sci-script g --assemble loop.txt -o script.000
	mv script.000 g
	expect 0 sci-script g --classes
	is circle "$output" "Room (class 0, script 0) its superclasses are a circle door:5"
	expect 2 sci-script g --classes --disasm
	expect 2 sci-script g --format dot
}

digger=$archives/digger

@test "rooms and the ways between them, with names and pics" {
	expect 0 sci-script --rooms "$digger"
	is rooms "$output" 'room 1 burrow "Burrow", pic 1
	east 2 garden "Garden", script 1 0x0082 burrow.east
	newRoom 3 shaft "Shaft", script 1 0x0062 burrow::handleEvent
room 2 garden "Garden", pic 1
	west 1 burrow "Burrow", script 2 0x0066 garden.west
	entranceTo 3 shaft "Shaft", script 2 0x00a0 gate.entranceTo
room 3 shaft "Shaft", pic 1
	newRoom 2 garden "Garden", script 3 0x0032 shaft::handleEvent
	newRoom 4 vault "Vault", script 10 0x001c mine::doit
room 4 vault "Vault", pic 1
script 0 digger "Main"
	newRoom 1 burrow "Burrow", script 0 0x0041 digger::init'
	expect 0 sci-script --rooms --script 2 --format dot "$digger"
	is dot "$output" 'digraph rooms {
	node [shape=box];
	2 [label="2 Garden\npic 1"];
	2 -> 1 [label="west"];
	2 -> 3 [label="entranceTo"];
}'
	expect 0 sci-script --rooms -o rooms.json "$digger"
	holds rooms.json '(.rooms | length) == 4 and .rooms[2].author_name == "Shaft" and
		(.exits | map(select(.from == 3 and .script == 10)) | .[0] | .to == 4 and .as == "newRoom" and .is_room == 1)'
	expect 0 sci-script --rooms --format tsv "$digger"
	[ "${#lines[@]}" = 8 ]
}

@test "who uses what, and what nothing uses" {
	expect 0 sci-script --xref --only view --only sound "$digger"
	is uses "$output" 'view 1
	script 1 0x0037 burrow::handleEvent call icon
	script 1 0x00ac lamp.view property view
	script 2 0x008c gate.view property view
sound 0
	script 0 0x0029 digger::init send number
sound 1
	script 3 0x0022 shaft::init send number
	script 3 0x008c knock.number property number
script 0 digger uses
	sound 0
script 1 burrow uses
	view 1
script 2 garden uses
	view 1
script 3 shaft uses
	sound 1
unused view 2
unused sound 2'
	expect 0 sci-script --xref --only text:1-3 "$digger"
	[[ $output == *'text 1:1 "The burrow: walls of clay, and a way down."'* && $output != *'text 0'* ]]
	expect 0 sci-script --xref -o uses.json "$digger"
	holds uses.json '.unused == {view: [2], sound: [2]} and (.uses | map(select(.kind == "kernel" and .name == "Said")) | length) == 7 and
		(.uses | map(select(.kind == "global" and .number == 8)) | map(.manner)) == ["read", "write", "read"]'
	expect 0 sci-script --xref --script 3 --only room --format tsv "$digger"
	is rows "$output" $'kind\tnumber\tindex\tname\tstatus\tscript\toffset\tplace\tmanner\tas
room\t2\t\tgarden\t\t3\t50\tshaft::handleEvent\tsend\tnewRoom'
	expect 0 sci-script --xref --only room --format dot "$digger"
	[[ $output == *'"script 2" -> "script 3";'* ]]
	expect 2 sci-script --xref --only door "$digger"
	says "no such kind"
	expect 2 sci-script --only view "$digger"
}

@test "missing resources are said to be missing" {
	game
	sed 's/pToa	x/ldi	77/; s/callk	Display, 2/callk	DrawPic, 2/; s/lofsa	greeting/ldi	44/; s/link	1/push1/' 5.txt >pic.txt
	expect 0 sci-script g --assemble pic.txt -o script.005
	mv script.005 g
	expect 0 sci-script g --xref --only pic
	[[ $output == "pic 44 (missing)"* ]]
	expect 0 sci-script g --lint
	[[ $output == *'script 5 0x0'*' door::init: the game has no pic 44 [missing-resource]'* ]]
	expect 0 sci-script g/script.005 --lint --format json
	holds - '.findings | map(.kind) | index("missing-resource")' <<<"$output"
}

@test "calls of the kernel with their arguments" {
	expect 0 sci-script --kernel --script 1-3 "$digger"
	is calls "$output" "37 Said, 7 calls
	script 1 0x0029 burrow::handleEvent('look,light/lamp')
	script 1 0x0041 burrow::handleEvent('look[/shaft]')
	script 1 0x0053 burrow::handleEvent('dig[/shaft]')
	script 2 0x001e garden::handleEvent('open/door')
	script 2 0x0037 garden::handleEvent('talk,ask[/snail]')
	script 3 0x0028 shaft::handleEvent('climb[<up]')
	script 3 0x0037 shaft::handleEvent('get/fossil[<deep]')"
	expect 0 sci-script --kernel --script 0 --format tsv "$digger"
	[[ $output == *$'40\tSetCursor\t0\t28\tdigger::init\t999 1'* ]]
	expect 0 sci-script --kernel --format json "$digger"
	holds - '.calls[0] == {number: 2, name: "ScriptID", script: 994, offset: 125, place: "Game::startRoom", arguments: "param1"}' <<<"$output"
	expect 2 sci-script --kernel --format dot "$digger"
}

@test "everything about one object, and what classes add" {
	expect 0 sci-script --classes --object garden "$digger"
	[[ $output == *"object garden, script 2 0x0052
	superclasses Rm Rgn Obj
	properties
		species = 8 (Obj)"* ]]
	[[ $output == *"		west = 1 (Rm)
	methods
		init, script 2 0x0"*"		doit, script 994 0x"*" (Rm)"*"		new, script 999 0x000c (Obj)
	used by
		script 1 0x0082 burrow.east property
		script 3 0x0032 shaft::handleEvent send" ]]
	expect 0 sci-script --classes --object Door --format json "$digger"
	holds - '.objects[0] | .superclasses == ["Prop", "View", "Obj"] and (.all_methods | map(select(.name == "init")) | .[0].of) == "View"' <<<"$output"
	expect 0 sci-script --hierarchy "$digger"
	[[ $output == *"      Door (class 5, script 998) gate:2
          properties: entranceTo=0 isOpen=0
          methods: open setCel
          overrides: doit"* ]]
	expect 1 sci-script --classes --object nobody "$digger"
}

@test "strings of scripts go to a table and back" {
	expect 0 sci-script --strings "$digger" -o strings.tsv
	grep -qP '^script\t2\t0\t194\ttext\tThe gate creaks\.$' strings.tsv
	grep -qP '^script\t2\t3\t254\tname\tgate$' strings.tsv
	expect 0 sci-script --strings --pack strings.tsv "$digger" -o same/
	says "no string differs"
	[ ! -e same ]
	sed 's/The gate creaks\./Die Gartentür knarrt, und dann öffnet sie sich doch./' strings.tsv >new.tsv
	expect 0 sci-script --strings --pack new.tsv "$digger" -o new/
	is files "$(ls new)" script.002
	expect 0 sci-script --strings new/script.002 --names "$digger"
	[[ $output == *'Gartentür'*$'name\tgarden'* ]]
	expect 0 sci-script --strings --format json -o new.json "$digger"
	sed -i 's/Rubies, as far/Rubine hier, so weit/' new.json
	expect 0 sci-script --strings --pack new.json "$digger" -o vault.scr --json
	holds - '.results[0].packed == [{number: 4, size: 148, old_size: 142}]' <<<"$output"
	# A table of text-dump is one, too.
	expect 0 text-dump --type script --format tsv -o dump.tsv "$digger"
	sed -i 's/creaks/sings/' dump.tsv
	expect 0 sci-script --strings --pack dump.tsv "$digger" -o sings/
	grep -aq 'The gate sings\.' sings/script.002
	# The interpreter finds everything in a packed game.
	cp -r "$digger" packed
	cp new/script.002 packed
	expect 0 sci-unpack --verify packed
	expect 0 sci-script --lint packed
	is lint "$(grep -v 'script 255.*unset-temporary' <<<"$output")" ""
}

@test "tables with mistakes" {
	expect 0 sci-script --strings "$digger" -o strings.tsv
	sed 's/^script\t2\t0/script\t2\t99/' strings.tsv >bad.tsv
	expect 1 sci-script --strings --pack bad.tsv "$digger" -o bad/
	says "line 7: script 2 has 5 strings, none of index 99"
	sed 's/^script\t2\t0/script\t77\t0/' strings.tsv >bad.tsv
	expect 1 sci-script --strings --pack bad.tsv "$digger" -o bad/
	says "line 7: the game has no such script"
	sed 's/The gate creaks/The 門/' strings.tsv >bad.tsv
	expect 1 sci-script --strings --pack bad.tsv "$digger" -o bad/
	says "line 7, column"
	sed 's/garden$/yard/' strings.tsv >name.tsv
	expect 0 sci-script --strings --pack name.tsv "$digger" -o name/
	says "changes the name of an object"
	long=$(printf '%66000s' x)
	while IFS= read -r line; do printf '%s\n' "${line/The gate creaks/"$long"}"; done <strings.tsv >long.tsv
	expect 1 sci-script --strings --pack long.tsv "$digger" -o long/
	says "65535"
	[ ! -e long ] && [ ! -e bad ]
	expect 2 sci-script --strings --pack strings.tsv "$digger"
	expect 2 sci-script --pack strings.tsv "$digger" -o x/
	expect 2 sci-script --strings --encoding nonsense "$digger"
	says "nonsense"
}

@test "a room that no longer fits the heap is reported" {
	expect 0 sci-script --strings "$digger" -o strings.tsv
	long=$(printf '%32000s' x)
	while IFS= read -r line; do
		line=${line/The gate creaks/"$long"}
		printf '%s\n' "${line/music/"$long"}"
	done <strings.tsv >long.tsv
	expect 0 sci-script --strings --pack long.tsv "$digger" -o long/
	says "room 2 needs at least"
	cp -r "$digger" packed
	cp long/* packed
	expect 0 sci-script --lint packed
	[[ $output == *'room needs at least'*'[heap-full]'* ]]
}

@test "what is probably wrong" {
	game
	cat >6.txt <<'END'
.script	6

.exports
	a

.code
a:
	push1
	lofss	one
	callk	Said, 2
	bnt	more
	ret
more:
	push1
	lofss	two
	callk	Said, 2
	ret
	ldi	1
	ret

.said
one:
	.spec	'{0x010}/{0x020}'
two:
	.spec	'{0x010}/{0x020}<{0x030}'
END
	expect 0 sci-script g --assemble 6.txt -o g/script.006
	expect 0 sci-script g --lint --script 6
	is lint "$output" "script 6 0x0018 export_0: '{0x010}/{0x020}<{0x030}' is never true: '{0x010}/{0x020}' at 0x000f comes before and takes all of it [said-shadowed]
script 6 0x001c export_0: code is never reached: 2 instructions, 3 bytes [unreached-code]"
	expect 0 sci-script g --lint --script 6 --format tsv
	is columns "${lines[0]}" $'script\toffset\tplace\tkind\ttext'
	# Known findings are left out; others fail.
	expect 0 sci-script g --lint --script 6 --write-known known
	is known "$(<known)" "script 6: said-shadowed 0x0018
script 6: unreached-code 0x001c"
	expect 0 sci-script g --lint --script 6 --known known
	is rest "$output" ""
	says "2 known findings left out"
	sed -i 1d known
	printf '%s\n' '# later' 'script 6: heap-full 0x0000 # gone' 'room 6: missing view 1' \
		'script 7: heap-full 0x0000' 'script 6: nothing 0x0000' >>known
	expect 1 sci-script g --lint --script 6 --known known
	[[ $output == "script 6 0x0018 export_0: "* && ${#lines[@]} == 1 ]]
	says "known: 1 finding is not known" "line 3: no longer found: script 6: heap-full 0x0000" \
		"line 6: 'script 6: nothing 0x0000': no finding is written so"
	[ "$(grep -c 'no longer found' <<<"$stderr")" = 1 ]
	expect 2 sci-script g --rooms --known known
	says "--known and --write-known need --lint"
	expect 0 sci-script --lint "$digger"
	# Print leaves its place and font to chance where its caller gives none.
	is clean "$(grep -v 'export_0: temporary [123] is read, .*unset-temporary' <<<"$output")" ""
}

@test "of a group the word is shown that the game's texts use most" {
	sample sci0 g
	printf '\x83\x00The tunnel, the tunnel, the tunnel.\x00' >g/text.009
	expect 0 sci-script g --script 0 -o frequent.txt
	expect 0 sci-script g --script 0 --words first -o first.txt
	grep -qF ".spec	'look[/tunnel]'" frequent.txt
	grep -qF ".spec	'look[/shaft]'" first.txt
	for words in frequent first; do
		expect 0 sci-script g --assemble $words.txt -o $words.000
	done
	cmp frequent.000 first.000
	expect 0 sci-script g --script 0 --format json
	prints 'look[/tunnel]'
	expect 2 sci-script g --words last
	expect 2 sci-script g --words first --assemble first.txt -o x
}

@test "--charmap: strings and specs in UTF-8, and back" {
	charmap map
	printf '6c=л\n6f=о\n6b=к\n' >>map
	expect 0 sci-script --strings --script 1 --charmap map "$digger" -o strings.tsv
	grep -q '	лamp$' strings.tsv
	sed 's/лamp$/лАШ"/' strings.tsv >edited.tsv
	expect 0 sci-script --strings --pack edited.tsv --charmap map "$digger" -o script.001
	expect 0 sci-script --charmap map --names "$digger" script.001 -o script.txt
	grep -qF '.string	"лАШ\""' script.txt
	grep -qF ".spec	'лоок,лight/лamp'" script.txt
	expect 0 sci-script --assemble script.txt --charmap map "$digger" -o again.001
	cmp script.001 again.001
	# Without the map strings are codes, as before.
	expect 0 sci-script --names "$digger" script.001
	[[ $output == *'"l\x80[\""'* ]]
	sed 's/лАШ/лАé/' script.txt >bad.txt
	expect 1 sci-script --assemble bad.txt --charmap map "$digger" -o bad.001
	says "found 'é' (U+00E9)"
	[[ $stderr == *"bad.txt: line "*", column 13: expected characters of the character map"* ]]
	expect 1 sci-script --assemble bad.txt "$digger" -o bad.001
	says "U+043B is not in code page 437"
}
