#!/usr/bin/env bats
# exhume said-compile: a vocabulary and a script made here, byte by byte; real games where
# they are at hand.

load ../testdata/cli/helper

# word KEPT REST CLASS GROUP: an entry of vocab.000. REST as for printf, without its last
# character, which is given in hexadecimal behind it.
word() {
	printf '%b' "\\x$(printf %02x "$1")$2\\x$(printf %02x $((0x$3 | 0x80)))"
	printf '%b' "\\x$(printf %02x $((0x$4 >> 4)))\\x$(printf %02x $(((0x$4 & 15) << 4 | 0x$5 >> 8)))\\x$(printf %02x $((0x$5 & 255)))"
}

# vocabulary: at, door, get, look, take; the letters' offsets are of the first words.
vocabulary() {
	local -A first=([0]=52 [3]=58 [6]=66 [11]=73 [19]=81)
	for letter in $(seq 0 25); do printf "$(le16 "${first[$letter]:-0}")"; done
	word 0 a 74 010 0ca
	word 0 doo 72 100 83e
	word 0 ge 74 800 426
	word 0 loo 6b 900 421
	word 0 tak 65 800 426
}

# script: a section of said with look>, 222 (no word), look door, and padding.
script() {
	printf '\x04\x00\x12\x00\x04\x21\xf9\xff\x02\x22\xff\x04\x21\x08\x3e\xff\xff\x00\x00\x00'
}

@test "specs become bytes, as digits" {
	vocabulary >vocab.000
	expect 0 said-compile --vocab vocab.000 'look[/door]' "'look < at / DOOR >'" '[/!*]' '{0x222}'
	is hex "$output" "0421f5f2083ef6ff
0421f800caf2083ef9ff
f5f20ffef6ff
0222ff"
	is stderr "$stderr" ""
	expect 0 said-compile '421[/83e]' '*'
	is hex "$output" "0421f5f2083ef6ff
0fffff"
}

@test "a mistake is told by its column, and its line of output is empty" {
	vocabulary >vocab.000
	printf 'look\nlook/dor\r\nget,\n\nget\n' >specs
	expect 1 said-compile --vocab vocab.000 --specs specs
	is hex "$output" "0421ff



0426ff"
	says "exhume said-compile: specs:2:6: unknown word dor; nearest: door" \
		"specs:3:5: a word, '(' or '[' expected, not the end" "specs:4:1: a spec without words"
	run --separate-stderr -- "$EXHUME" said-compile --vocab vocab.000 <specs
	check_run 1 "standard input"
	says "-:2:6: unknown word dor"
	expect 1 said-compile --vocab vocab.000 look 'look&door' 'look/a/b/c'
	says "spec 2:5: '&' has a code but no meaning" "spec 3:6: unknown word a"
	expect 1 said-compile look
	says "spec 1:1: a word needs a vocabulary"
}

@test "characters are counted, not bytes" {
	vocabulary >vocab.000
	expect 1 said-compile --vocab vocab.000 $'\xc3\xa9t\xc3\xa9,dor' $'look,\xd0\x96'
	says $'spec 1:1: unknown word \xc3\xa9t\xc3\xa9' "spec 2:6:"
	expect 1 said-compile $'421/\xc3\xa9'
	says "spec 1:5:"
}

@test "--decompile takes digits, lines of them, and bytes" {
	vocabulary >vocab.000
	expect 0 said-compile --vocab vocab.000 --decompile 0421f5f2083ef6ff --decompile '04 26 FF'
	is text "$output" "look[/door]
get"
	expect 0 said-compile --decompile 0421f5f2083ef6ff
	is text "$output" "{0x421}[/{0x83e}]"
	printf '0421ff\r\n04 26 f2 0f ff ff\n' >digits
	printf '\x04\x21\xff\x04\x26\xff\x00' >bytes
	expect 0 said-compile --vocab vocab.000 --decompile digits --decompile bytes
	is text "$output" "look
get/*
look
get"
	expect 1 said-compile --decompile 0421 --decompile '04 21 f' --decompile '04 21 fa ff' --decompile '0421ff 00'
	is text "${output//$'\n'/}" ""
	says "spec 1:5: no 0xff at the end" "spec 2:7: expected two hexadecimal digits per byte" \
		"spec 3:7: 0xfa is not an operator" "spec 4:8: 1 byte after"
	printf '\x04\x21\xff\x30\x00\xff' >bad
	script >game_script
	expect 1 said-compile --decompile bad
	says "bad:0x3: a group from 0x3000"
	is first "$(head -n 1 <<<"$output")" "{0x421}"
	expect 0 identify game_script
	prints "sci-script: SCI0 script (sections 1, saids 4, strings 0)"
	expect 1 said-compile --decompile missing
	says "--decompile missing: neither hexadecimal digits nor a file"
	expect 1 said-compile --decompile zz --decompile 0421ff
	says "--decompile zz: neither hexadecimal digits nor a file"
	is other "$output" "{0x421}"
}

@test "a mark in front of UTF-8 is skipped" {
	vocabulary >vocab.000
	printf '\xef\xbb\xbflook\nget/dor\n' >specs
	expect 1 said-compile --vocab vocab.000 --specs specs
	is hex "$output" 0421ff
	says "specs:2:5: unknown word dor"
	says_not "specs:1:"
	printf '\xef\xbb\xbf0421ff\n' >digits
	expect 0 said-compile --vocab vocab.000 --decompile digits
	is text "$output" look
	printf '\xef\xbb\xbf' >specs
	expect 0 said-compile --specs specs
	is none "$output" ""
	expect 1 said-compile --vocab vocab.000 --check zz
	is plural "$output" "1 spec: 1 does not compile to the original bytes"
}

@test "a spec that no game takes is decompiled and told of" {
	vocabulary >vocab.000
	expect 0 said-compile --vocab vocab.000 --decompile '0421083eff'
	is text "$output" "look door"
	says "warning: no game accepts this spec"
	expect 1 said-compile --strict --vocab vocab.000 --decompile '0421083eff'
	expect 1 said-compile --vocab vocab.000 'look door'
	says "spec 1:6: "
	expect 0 said-compile --vocab vocab.000 --lenient 'look door'
	is hex "$output" 0421083eff
}

@test "--compiler companion drops blanks within a word" {
	vocabulary >vocab.000
	expect 0 said-compile --vocab vocab.000 --compiler companion "'/do or'" ' LO ok / d oor [ < a t ] '
	is hex "$output" "f2083eff
0421f2083ef5f800caf6ff"
	expect 0 said-compile --vocab vocab.000 --compiler companion --lenient 'do or&'
	is lenient "$output" 083ef1ff
	expect 1 said-compile --vocab vocab.000 "'/metal bar'" 'look door' 'look , dor' "look 'at'"
	says "spec 1:3: unknown word metal" "spec 2:6: ',', '<', '[', '/', '>' or the end expected, not a word (--compiler companion drops the blanks within a word)"
	is hints "$(grep -c -- '(--compiler companion drops' <<<"$stderr")" 2
	expect 1 said-compile --vocab vocab.000 --compiler companion 'look/metal bar'
	says "spec 1:6: unknown word metalbar"
	says_not "--compiler"
	expect 2 said-compile --compiler companion --decompile 0421ff
	expect 2 said-compile --compiler other 421
}

@test "--tree is the tree that the game makes" {
	vocabulary >vocab.000
	expect 0 said-compile --vocab vocab.000 --tree 'look[/door]'
	is tree "$output" "(141 13f (141 149 (141 14f (141 153 421))) (152 142 (142 14a (141 14f (141 153 83e)))))"
}

@test "--format" {
	vocabulary >vocab.000
	expect 0 said-compile --vocab vocab.000 --format tsv --tree look 'look,get'
	is tsv "$output" "$(printf '#spec_no\thex\ttext\ttree\n0\t0421ff\tlook\t(141 13f (141 149 (141 14f (141 153 421))))\n1\t0421f00426ff\tlook,get\t(141 13f (141 149 (141 14f (141 153 421) (141 153 426))))')"
	expect 0 said-compile --vocab vocab.000 -o specs.bin look get
	is binary "$(od -An -tx1 specs.bin | tr -d ' \n')" 0421ff0426ff
	expect 1 said-compile --vocab vocab.000 -o specs.bin look
	says "exist"
	expect 0 said-compile --vocab vocab.000 --format c '*/*' -o specs.c
	is c "$(cat specs.c)" "// '*/*'
static const unsigned char said_0[] = {
	0x0f, 0xff, 0xf2, 0x0f, 0xff, 0xff,
};"
	expect 1 said-compile --vocab vocab.000 --format json --tree look dor
	is json "$(command jq -c . <<<"$output")" '{"exhume":"0.1.0","format":"said","schema":1,"specs":[{"line":1,"hex":"0421ff","text":"look","tree":"(141 13f (141 149 (141 14f (141 153 421))))"},{"line":2,"column":1,"error":"unknown word dor; nearest: door"}]}'
	expect 0 said-compile --vocab vocab.000 --format text ' take ,look '
	is text "$output" "get,look"
	expect 0 said-compile --json 421
	is result "$(jq -c '. as {$format} | .results[0] | [$format, .count, .specs[0].hex, .status]' <<<"$output")" '["said-compile",1,"0421ff","ok"]'
}

@test "--script takes specs out of scripts" {
	mkdir game
	{ printf '\x86\x00' && vocabulary; } >game/vocab.000
	{ printf '\x82\x00' && script; } >game/script.007
	script >bare
	expect 0 said-compile --script all game
	is tsv "$output" "$(printf '#script\toffset\thex\ttext\n7\t4\t0421f9ff\tlook>\n7\t8\t0222ff\t{0x222}\n7\t11\t0421083eff\tlook door\n7\t16\tff\t')"
	says "game/script.007" "no game accepts this spec"
	expect 0 said-compile -q --script 7 --check game
	is check "$output" "4 specs of 1 script: all compile to the original bytes"
	expect 0 said-compile -q --script all --format text bare
	is bare "$output" "{0x421}>
{0x222}
{0x421} {0x83e}"
	expect 1 said-compile --script 8 game
	says "the game has no script 8"
	printf '\x04\x00\x08\x00\x04\x21\x04\x21\x00\x00' >unended
	expect 1 said-compile --script all unended
	says "unended:0x8: a spec at 0x4: no 0xff at the end"
	says_not "script 0"
	head -c 9 bare >short
	expect 1 said-compile --script all short
	says "the last section (said) is truncated"
	expect 1 said-compile --script all --vocab missing game
	is nothing "$output" ""
	expect 1 said-compile --script all -o out.tsv missing
	absent out.tsv
}

@test "--script tells of offsets in the file, and in tables in the script" {
	mkdir game
	{ printf '\x86\x00' && vocabulary; } >game/vocab.000
	{ printf '\x82\x00' && script; } >game/script.007
	expect 0 said-compile --script all game
	says "game/script.007:0x12: warning: script 7: no game accepts this spec"
	prints "$(printf '7\t16\tff')"
	expect 0 sci-pack --method stored -o packed game
	expect 0 said-compile --script all packed
	says "packed/RESOURCE.001:0x18: warning: script 7: no game accepts this spec"
	prints "$(printf '7\t16\tff')"
	expect 0 said-compile --script 7 game/script.007
	says "game/script.007:0x12: warning: script 7: no game accepts this spec"
}

@test "--script with a file: its number is that of its name" {
	script >bare
	{ printf '\x82\x00' && script; } >script.000
	expect 0 said-compile --script 5 script.000
	says "script.000: warning: it is script 0, which was not selected" "script 0: no game"
	prints "$(printf '0\t16\tff')"
	expect 0 said-compile --script 0-5 script.000
	says_not "asked for"
	expect 0 said-compile --script all bare
	says "bare:0x10: warning: no game accepts this spec"
	expect 0 said-compile --script 5 bare
	says "bare:0x10: warning: script 5: no game accepts this spec"
	prints "$(printf '5\t16\tff')"
}

@test "a damaged vocabulary is warned of" {
	{ vocabulary && printf '\x09\xe1\x10\x00\x01'; } >vocab.000
	expect 0 said-compile --vocab vocab.000 take
	is hex "$output" 0426ff
	says "vocab.000:0x59: warning:"
	expect 1 said-compile --strict --vocab vocab.000 take
}

@test "wrong usage" {
	expect 2 said-compile --script all
	expect 2 said-compile --script x game
	expect 2 said-compile --script all --specs file game
	expect 2 said-compile --decompile ff look
	expect 2 said-compile --specs file look
	expect 2 said-compile --tree --format c 1
	expect 2 said-compile --json -o - 1
	expect 2 said-compile --format none 1
	expect 1 said-compile --vocab missing 1
	run --separate-stderr -- bash -c "'$EXHUME' said-compile 421 >/dev/full"
	check_run 1 "a full disk"
	says "standard output"
}

@test "real games' specs compile to themselves" {
	local game
	need_game "$data/sci0"
	for game in companion-template template-redux; do
		expect 0 said-compile --script all --check "$data/sci0/$game"
		prints ": all compile to the original bytes"
		expect 0 said-compile --script all "$data/sci0/$game"
		tail -n +2 <<<"$output" | cut -f3 >hex
		tail -n +2 <<<"$output" | cut -f4 >text
		expect 0 said-compile --vocab "$data/sci0/$game" --specs text
		is hex "$output" "$(cat hex)"
		expect 0 said-compile --vocab "$data/sci0/$game" --decompile hex
		is text "$output" "$(cat text)"
	done
	expect 0 said-compile --vocab "$data/sci0/companion-template" 'look[/door]'
	is hex "$output" 0421f5f2083ef6ff
}

@test "--script with a file: the words are those of the game around it" {
	mkdir -p x/patches x.extracted alone/below
	{ printf '\x82\x00' && script; } >x/script.018
	{ printf '\x86\x00' && vocabulary; } >x/vocab.000
	cp x/script.018 x/patches/script.018
	cp x/script.018 x.extracted/script.018
	cp x/script.018 alone/below/script.018
	for file in x/script.018 x/patches/script.018 x.extracted/script.018; do
		expect 0 said-compile -q --script 18 --format text "$file"
		is "$file" "$(head -n 3 <<<"$output")" "look>
{0x222}
look door"
	done
	(
		cd x
		expect 0 said-compile -q --script 18 --format text script.018
		prints "look door"
	)
	vocabulary >x/vocab.000
	expect 0 said-compile -q --script 18 --format text x/script.018
	prints "look door"
	{ printf '\x86\x00' && vocabulary; } >x/vocab.000
	# In volumes, and of a game that has none.
	"$EXHUME" sci-pack -q -o packed x
	cp x/script.018 packed/script.019
	expect 0 said-compile -q --script all --format text packed/script.019
	prints "look door"
	expect 0 said-compile -q --script 18 --format text alone/below/script.018
	prints "{0x421}"
	# Faults of the folder alone are not reported.
	printf x >alone/resource.map
	expect 0 said-compile --script 18 --format text alone/below/script.018
	says_not "resource.map"
}

@test "of a group the word is printed that the game's texts use most" {
	sample sci0 game
	expect 0 said-compile --vocab game --decompile 03ec07d8ff
	is counted "$output" "get shaft"
	printf '\x83\x00Take the tunnel, the TUNNEL! Tunnels, tunnel\x27s end.\x00Take, take.\x00' >game/text.009
	expect 0 said-compile --vocab game --decompile 03ec07d8ff
	is patched "$output" "take tunnel"
	expect 0 said-compile --vocab game --words first --decompile 03ec07d8ff
	is first "$output" "get shaft"
	expect 0 said-compile --script 0 --words frequent game
	prints $'0\t14\t03eff5f207d8f6ff\tlook[/tunnel]'
	expect 0 said-compile --script 0 --words first game
	prints $'0\t14\t03eff5f207d8f6ff\tlook[/shaft]'
	expect 0 said-compile --script 0 --check game
	# words and a script in files of their own, with the game around them
	"$EXHUME" sci-unpack -q game -o game.extracted
	expect 0 said-compile --script 0 game.extracted/script.000
	prints $'\tlook[/tunnel]'
	rm -r game
	expect 0 said-compile --script 0 game.extracted/script.000
	prints $'\tlook[/tunnel]'
	expect 0 said-compile --vocab game.extracted/vocab.000 --decompile 07d8ff
	is none "$output" shaft
	# damaged texts are no reason to refuse
	printf '\x82' >game.extracted/script.000
	expect 0 said-compile --vocab game.extracted --decompile 07d8ff
	is damaged "$output" tunnel
	is silent "$stderr" ""
	expect 2 said-compile --words last 1
}

@test "--charmap: specs in the letters of a translation" {
	printf '6c=л\n6f=о\n6b=к\n5b=Ш\n' >map
	expect 0 said-compile --charmap map --vocab "$archives/digger" --format hex 'лоок[/лamp]'
	hex=$output
	expect 0 said-compile --vocab "$archives/digger" --format hex 'look[/lamp]'
	is bytes "$output" "$hex"
	expect 0 said-compile --charmap map --vocab "$archives/digger" --decompile "$hex"
	is text "$output" 'лоок[/лamp]'
	expect 1 said-compile --charmap map --vocab "$archives/digger" 'лоокk'
	says "U+006B has no byte"
}
