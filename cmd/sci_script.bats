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
	expect 0 sci-script g --assemble 5.txt -o g/script.005 -f
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
	expect 0 sci-script g --assemble loop.txt -o g/script.000 -f
	expect 0 sci-script g --classes
	is circle "$output" "Room (class 0, script 0) its superclasses are a circle door:5"
	expect 2 sci-script g --classes --disasm
	expect 2 sci-script g --format dot
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
