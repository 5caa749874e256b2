#!/usr/bin/env bats
# exhume parse-tree: a vocabulary and grammars made here, byte by byte; the spec's vectors on
# a real game where there is one.

load ../testdata/cli/helper

template=$data/sci0/companion-template

# be24 NUMBER: three bytes for printf, the highest first.
be24() {
	printf '\\x%02x\\x%02x\\x%02x' $(($1 >> 16 & 255)) $(($1 >> 8 & 255)) $(($1 & 255))
}

# vocab WORD:CLASS:GROUP...: a vocab.000 of words in order, in hexadecimal.
vocab() {
	local item text class group letter last at=52 words= offsets= index=0
	local -A first
	for item; do
		IFS=: read -r text class group <<<"$item"
		letter=${text:0:1}
		: "${first[$letter]:=$at}"
		last=$(printf '%d' "'${text: -1}")
		words+="\\x00${text%?}$(printf '\\x%02x' $((last | 128)))$(be24 $((0x$class << 12 | 0x$group)))"
		at=$((at + 4 + ${#text}))
	done
	for letter in {a..z}; do offsets+=$(le16 "${first[$letter]:-0}"); done
	printf "$offsets$words"
}

# grammar: standard input has records as "symbol tag.symbol...", in hexadecimal.
grammar() {
	local symbol pairs pair count bytes
	while read -r symbol pairs; do
		bytes=$(le16 "0x$symbol")
		count=1
		for pair in $pairs; do
			bytes+=$(le16 "0x${pair%.*}")$(le16 "0x${pair#*.}")
			count=$((count + 2))
		done
		for (( ; count < 10; count++)); do bytes+='\x00\x00'; done
		printf "$bytes"
	done
	head -c 20 /dev/zero
}

# The wiki's example, as patch files of a game.
toy() {
	mkdir game
	{
		printf '\x86\x00'
		vocab door:100:917 gate:100:917 is:200:1 it:080:5 key:100:7e7 open:800:842
	} >game/vocab.000
	{
		printf '\x86\x00'
		grammar <<-END
			13f 141.13c
			13c 141.13b 142.134
			13c 141.13b 141.13d 141.133
			13c 141.13b 141.13d
			13c 141.13b
			13c 141.13b 141.13d 141.13b 141.13d
			13b 141.131 141.134
			13b 141.131 141.13d 141.13d
			13b 141.131
			13d 141.134
			131 146.800
			133 146.200
			134 146.100
		END
	} >game/VOCAB.900
	printf '\x86\x00*s\x00\x01\x00*\x00\x01\x00\x00' >game/vocab.901
}

open_door="(141 13f (141 13b (141 131 842)) (142 134 917))"

@test "the wiki's example" {
	toy
	expect 0 parse-tree --format seed game "open door"
	is tree "$output" "$open_door"
	is words "$stderr" ""
	expect 0 parse-tree game "Open doors"
	is words "$output" "(ROOT S (ROOT CVERB (ROOT ART open)) (DOBJ PRON doors))"
	expect 0 parse-tree --all --most 1 game "open door"
	prints "0: 1 8 10 12: (ROOT S (ROOT CVERB (ROOT ART open)) (DOBJ PRON door))"
	expect 0 parse-tree --format seed --all game "open door"
	is all "$output" "open door: 3 derivations
0: 1 8 10 12: $open_door
1: 3 8 10 9 12: (141 13f (141 13b (141 131 842)) (141 13d (141 134 917)))
2: 4 6 10 12: (141 13f (141 13b (141 131 842) (141 134 917)))"
	expect 0 parse-tree --format seed --all --most 1 game "open door"
	is one "$output" "open door: 3 derivations, of which the first are
0: 1 8 10 12: $open_door"
}

@test "a table, with words that are unknown and sentences that are none" {
	toy
	printf 'open door\nOpen\tGATES!\r\nopen oepn\nopn doors\n\nopen open\ndoor open' >lines
	expect 0 parse-tree --format tsv game --sentences lines
	is table "$output" "#sentence	status	unknown	tokens	tree
open door	ok		800:842 100:917	$open_door
Open GATES!	ok		800:842 100:917	$open_door
open oepn	unknown	oepn		
opn doors	unknown	opn		
	empty			
open open	syntax		800:842 800:842	
door open	syntax		100:917 800:842	"
	is messages "$stderr" ""
	is pipe "$("$EXHUME" parse-tree --format tsv game <lines)" "$output"
	is dash "$("$EXHUME" parse-tree --format tsv --sentences - game <lines)" "$output"
	expect 0 parse-tree --format tsv game "opne door" "a b"
	prints "opne door	unknown	opne" "a b	unknown	a"
}

@test "rejections are told, and trees stay a line a sentence" {
	toy
	printf 'open door\nopen gte\n\nopen open\nopen key is open\n' >lines
	expect 0 parse-tree game --sentences lines
	"$EXHUME" parse-tree --format seed -q game --sentences lines >trees
	printf '%s\n\n\n\n\n' "$open_door" | diff - trees
	says "line 2: 'open gte': unknown word 'gte', nearest: gate" \
		"line 4: 'open open': can't parse it from word 2 on, 'open': expected noun or the end" \
		"line 5: 'open key is open': can't parse it from word 4 on, 'open': expected the end"
	expect 0 parse-tree -q game --sentences lines
	is quiet "$stderr" ""
	for ((i = 0; i < 30; i++)); do echo "open open"; done >many
	expect 0 parse-tree game --sentences many
	says "10 more were rejected; -v shows why"
	printf 'open\a \033[2J\177 \303\274 x\nopen x\374\n' >odd
	expect 0 parse-tree game --sentences odd
	says "line 1: 'open? ?[2J? ü x': unknown word '2j'" "line 2: 'open x?': "
	expect 0 parse-tree game "open it"
	says "'open it': can't parse it from word 2 on, 'it'"
}

@test "drawings" {
	toy
	expect 0 parse-tree --format ascii game "Open doors" "look 7"
	is ascii "$output" 'Open doors
  open   800:842  verb
  doors  100:917  noun (of door)
  by records 1 8 10 12
ROOT S
|-- ROOT CVERB
|   `-- ROOT ART "open" 842
`-- DOBJ PRON "doors" 917

look 7
  look  unknown
  7     100:ffd  noun (a number)'
	expect 0 parse-tree --format dot game "open door" 'say "no"' key
	prints "digraph s0 {" 'label="open door";' 'n0 -> n1;' 'label="door\n917"'
	is graphs "$(grep -c digraph <<<"$output")" 1
}

@test "JSON" {
	toy
	expect 0 parse-tree --json game "open gates" "open gtae" "open" "open open" ""
	printf '%s' "$output" >json
	holds json '.format == "parse-tree" and (has("sentences") | not) and (.results[0].sentences | length) == 5'
	holds json '.results[0] | .sentences[0] | .status == "ok" and .tree == $tree and .rules == [1, 8, 10, 12]' \
		--arg tree "$open_door"
	holds json '.results[0] | .sentences[0].root == {"tag": 321, "symbol": 319, "children": [{"tag": 321, "symbol": 315,
		"children": [{"tag": 321, "symbol": 305, "group": 2114}]}, {"tag": 322, "symbol": 308, "group": 2327}]}'
	holds json '.results[0] | .sentences[0].tokens[1] == {"text": "gates", "offset": 5, "size": 5, "way": "suffix",
		"class": 256, "group": 2327, "root": "gate"}'
	holds json '.results[0] | .sentences[1].status == "unknown" and .sentences[1].tokens[1].nearest == ["gate"]'
	holds json '.results[0] | .sentences[3] | .status == "syntax" and .fit == 1 and .expected == ["noun"] and .expects_end'
	holds json '.results[0] | .sentences[4].status == "empty"'
	expect 0 parse-tree --format json -o tree.json game "open door"
	silent
	holds tree.json '.results[0] | .sentences[0].status == "ok"'
	expect 1 parse-tree --format json -o tree.json game "open door"
	says "tree.json: exists; -f overwrites it"
	expect 0 parse-tree -o a.json game "open door"
	cmp a.json tree.json
	expect 0 parse-tree -o a.tsv game "open door"
	expect 0 parse-tree -o a.dot game "open door"
	is first "$(head -qn1 a.tsv a.dot | cut -c1-9 | xargs)" "#sentence digraph s"
	expect 0 parse-tree --json --all game "open door"
	printf '%s' "$output" >json
	holds json '.results[0] | .sentences[0] | .derivation_count == 3 and (.derivations | map(.rules[0])) == [1, 3, 4]'
}

@test "files of their own instead of a game" {
	toy
	expect 0 parse-tree --format seed --vocab game/vocab.000 --grammar game/VOCAB.900 "open door"
	is tree "$output" "$open_door"
	expect 0 parse-tree --format seed --vocab game/vocab.000 --grammar game/VOCAB.900 "open doors"
	says "unknown word 'doors', nearest: door"
	expect 0 parse-tree --format seed --vocab game/vocab.000 --grammar game/VOCAB.900 --suffixes game/vocab.901 "open doors"
	is tree "$output" "$open_door"
	tail -c +3 game/vocab.000 >bare
	mkdir other
	cp game/VOCAB.900 game/vocab.901 other
	expect 1 parse-tree other "open door"
	says "other: the game has no words: vocab 0 is missing"
	expect 0 parse-tree --format seed --vocab bare other "open door"
	is tree "$output" "$open_door"
	rm game/vocab.901
	expect 0 parse-tree game "open door"
	says "game: warning: no suffix rules: vocab 901 is missing"
	expect 1 parse-tree --strict game "open door"
}

@test "what interpreters make of a line" {
	toy
	expect 0 parse-tree --format seed -q game "o'pen -door-" "open - door" "op.en,door"
	is sierra "$output" "$open_door
(141 13f (141 13b (141 131 842)))"
	expect 0 parse-tree --format seed -q --interpreter freesci game "open - door" "open,door"
	is freesci "$output" "$open_door
$open_door"
	expect 0 parse-tree --format seed -q --interpreter scummvm game "open ? door"
	is scummvm "$output" "$open_door"
	words="open door key door key door key door key door key door"
	expect 0 parse-tree --format tsv game "$words"
	says "warning: 1 sentence has more than 11 words, the most that Sierra's interpreter reads (--words 11)"
	expect 1 parse-tree --strict --format tsv game "$words"
	expect 0 parse-tree --words 2 --format tsv game "$words"
	is words "$stderr" ""
	prints "800:842 100:917	$open_door"
	expect 0 parse-tree --format tsv game "$(yes door | head -70 | xargs)"
	prints "	syntax	"
	expect 0 parse-tree game "$(yes door | head -70 | xargs)"
	says "70 words, at most 63 are parsed"
}

@test "a session remembers what was named" {
	toy
	expect 0 parse-tree --format seed -q --session game "open it" "open key" "open it" "open door" "open it"
	is trees "$output" "
${open_door/917/7e7}
${open_door/917/7e7}
$open_door
$open_door"
	# The message names the referent at the time of the sentence.
	expect 0 parse-tree --session game "open door" "it it" "open key"
	says "'it it': can't parse it from word 1 on, 'it': expected verb"
	run -0 --separate-stderr "$EXHUME" parse-tree --format seed "$EXHUME_TESTDATA/archives/sci0" "light it"
	[[ $stderr == *"'it': expected "*"; a pronoun has nothing to refer to yet (see --session)" ]]
}

@test "synonyms of a script" {
	toy
	# Sections: synonyms (917 becomes 7e7), Said (/7e7), the end.
	printf "\x82\x00$(le16 3)$(le16 10)$(le16 0x917)$(le16 0x7e7)\xff\xff$(le16 4)$(le16 8)\xf2\x07\xe7\xff$(le16 0)" \
		>game/script.007
	expect 0 parse-tree --format seed --synonyms 7 game "open door"
	is tree "$output" "${open_door/917/7e7}"
	expect 1 parse-tree --synonyms 8 game "open door"
	says "game: no script 8"
	expect 2 parse-tree --synonyms x game "open door"
	says "--synonyms x: expected numbers and ranges"
	expect 0 parse-tree --synonyms 0-9 game "open door"
	expect 0 parse-tree -q --said-script 7 --format tsv game "open key"
	one=$output
	expect 0 parse-tree -q --said-script 6-9 --format tsv game "open key"
	is range "$output" "$one"
	expect 0 parse-tree --format seed --said-script 7 game "open key" "open door"
	is matches "$output" "${open_door/917/7e7}
  match               /key  (script 7, offset 14)
$open_door
  no match            /key  (script 7, offset 14)"
	expect 0 parse-tree --said-script all --matrix game "open key"
	is all "$output" "#sentence_no	spec_no	result
0	0	2"
	rm game/script.007
	expect 0 parse-tree --said-script all game "open key"
	says "game: warning: no script has Said specs"
	expect 2 parse-tree --said-script every game "open key"
}

@test "Said specs, as text and as bytes, and why they fail" {
	toy
	expect 0 parse-tree --format seed --why --said 'open/door' --said 'F2 09 17 ff' --said 'open>' --said 'open/key' game "open gate"
	is matches "$output" "$open_door
  match               open/door
  match               /door
  match, not claimed  open>
  no match            open/key  (fails: /key)"
	expect 0 parse-tree --json --why --said 'open/key' game "open gate" "open key"
	printf '%s' "$output" >json
	holds json '.results[0] | .specs == [{"spec_no": 0, "hex": "0842f207e7ff", "text": "open/key", "given": "open/key"}]'
	holds json '.results[0] | [.sentences[].said[0]] == [{"spec_no": 0, "result": 0, "fails": "/key"}, {"spec_no": 0, "result": 2}]'
	expect 1 parse-tree --said 'open<' --said 'open/dor' --said open game "open gate"
	says "--said: column 6 of 'open<'" "--said: column 6 of 'open/dor'"
	prints "  match               open"
	# as it was written, not as the first words of groups have it
	run -0 --separate-stderr "$EXHUME" parse-tree --why --said 'look / pail <red' --said "'GRAB/hat'" \
		"$EXHUME_TESTDATA/archives/sci0" "look at the door"
	[[ ${lines[1]} == *"look / pail <red  (fails: / pail)" ]]
	[[ ${lines[2]} == *"'GRAB/hat'  (fails: GRAB)" ]]
}

@test "specs of scripts have script and offset; --matching leaves the others out" {
	sample sci0 game
	expect 0 parse-tree --said-script 0-1 --said 'look/lamp' --matching game "look" "get the lamp" "xyzzy"
	is lines "$(grep -v '^(' <<<"$output")" "  match, not claimed  look>  (script 0, offset 10)
  match               look[/shaft]  (script 0, offset 14)
  match               get/lamp  (script 0, offset 53)"
	expect 0 parse-tree --said-script 0 --why --said 'look/lamp' game "look"
	prints "  no match            look/lamp  (fails: /lamp)" "  no match            get/lamp  (script 0, offset 53)  (fails: get)"
	expect 0 parse-tree --said-script 0 --matching --format tsv --said 'get/*' game "look" "get the lamp" "xyzzy"
	is table "$output" "#sentence_no	spec_no	result	script	offset	spec
0	1	1	0	10	look>
0	2	2	0	14	look[/shaft]
1	0	2			get/*
1	6	2	0	53	get/lamp"
	expect 0 parse-tree --said-script 0 --format tsv game "get the lamp"
	is all "$(wc -l <<<"$output")" 10
	prints $'0\t5\t2\t0\t53\tget/lamp' $'0\t0\t0\t0\t10\tlook>'
	expect 0 parse-tree --said-script 0 --matching --json --said 'get/*' game "get the lamp" "look"
	printf '%s' "$output" >json
	holds json '.results[0].sentences | map(.said) == [[{"spec_no": 0, "result": 2},
		{"spec_no": 6, "result": 2, "script": 0, "offset": 53, "spec": "get/lamp"}],
		[{"spec_no": 1, "result": 1, "script": 0, "offset": 10, "spec": "look>"},
		{"spec_no": 2, "result": 2, "script": 0, "offset": 14, "spec": "look[/shaft]"}]]'
	holds json '.results[0].specs | length == 10 and .[6].offset == 53 and (.[0] | has("offset") | not)'
	# the offsets are those of said-compile
	"$EXHUME" said-compile --script all game | tail -n +2 | cut -f1,2,4 >listed
	"$EXHUME" parse-tree --said-script all --format tsv game "look" | tail -n +2 | cut -f4- >shown
	cmp listed shown
	expect 2 parse-tree --matching game look
	expect 2 parse-tree --matching --why --said look game look
	expect 2 parse-tree --matching --matrix --said look game look
	expect 2 parse-tree --matching --coverage game
}

@test "--words is how many of a sentence, or which of a group" {
	sample sci0 game
	printf '\x83\x00The tunnel, the tunnel, the tunnel.\x00' >game/text.009
	expect 0 parse-tree --said 03eff207d8ff --said-script 0 game "look at the tunnel now"
	prints "look/tunnel" "look[/tunnel]"
	expect 0 parse-tree --words first --words 4 --said 03eff207d8ff game "look at the tunnel now"
	prints "  match               look/shaft"
	expect 0 parse-tree --words 4 --words frequent --said 03eff207d8ff game "look at the tunnel now"
	prints "  match               look/tunnel"
	expect 0 parse-tree --coverage --words first --said 03eff207d8ff --format tsv game
	prints $'\tlook/shaft\t'
	for words in 0 1048577 5x last ''; do
		expect 2 parse-tree --words "$words" game look
		says "--words $words: expected a number from 1 to 1048576, frequent or first"
	done
	expect 2 parse-tree --coverage --words 4 game
}

@test "a matrix" {
	toy
	printf 'open door\n\nopen\nxyzzy\n' >lines
	printf 'open\n\n/door\nopen>\n0842f207e7ff\r\n' >specs
	expect 0 parse-tree game --sentences lines --matrix --specs specs
	is matrix "$output" "#sentence_no	spec_no	result
0	0	2
0	2	2
0	3	1
0	4	0
1	0	0
1	2	0
1	3	0
1	4	0
2	0	2
2	2	0
2	3	1
2	4	0
3	0	0
3	2	0
3	3	0
3	4	0"
	is specs "$("$EXHUME" parse-tree game --sentences lines --matrix --specs - <specs)" "$output"
	expect 0 parse-tree game --sentences lines --matrix --specs specs --json
	printf '%s' "$output" >json
	holds json '.results[0] | .matrix == [[2,2,1,0],[0,0,0,0],[2,0,1,0],[0,0,0,0]] and (.specs | map(.spec_no)) == [0,2,3,4]'
	echo 'open/' >>specs
	echo 'open((' >>specs
	expect 1 parse-tree game --sentences lines --matrix --specs specs
	says "specs: line 7: column "
}

@test "a sentence for each spec of a game" {
	local own=$EXHUME_TESTDATA/archives/sci0
	run -0 --separate-stderr "$EXHUME" parse-tree -v --coverage --format tsv "$own"
	[ "${lines[0]}" = $'#script\toffset\tspec\tresult\tsentence' ]
	[ "${lines[1]}" = $'0\t10\tlook>\tfound\tlook' ]
	[ "${lines[7]}" = $'0\t59\t(put,drop)/bucket[<red]/shaft\tfound\tput bucket about shaft' ]
	[ "${#lines[@]}" -eq 16 ]
	[[ $stderr == *"15 of 15 specs can be triggered"* ]]
	# each sentence does it
	"$EXHUME" parse-tree --coverage --format tsv "$own" -o found.tsv
	tail -n +2 found.tsv | while IFS=$'\t' read -r script offset spec result sentence; do
		"$EXHUME" parse-tree -q --said "$spec" "$own" "$sentence" >out
		grep -q '^  match' out
	done
}

@test "specs that nothing triggers" {
	local own=$EXHUME_TESTDATA/archives/sci0
	run -0 --separate-stderr "$EXHUME" parse-tree --coverage --said 'look/!*' --said '{0x321}/door' \
		--said 'ask/mole<red/lamp<blue' "$own"
	[[ ${lines[0]} == 'look/!*  '*'(none of up to 4 words)' ]]
	[[ ${lines[1]} == '{0x321}/door  '*'(none: no word of group 321 exists)' ]]
	[[ ${lines[2]} == 'ask/mole<red/lamp<blue  '*'ask '* ]]
	run -0 --separate-stderr "$EXHUME" parse-tree --coverage --tries 2 --said 'ask/mole/lamp' --json "$own"
	[ "$(jq -c '.results[0] | .coverage[0] | [.spec, .result, .tries]' <<<"$output")" = '["ask/mole/lamp","gave-up",2]' ]
	run -2 "$EXHUME" parse-tree --coverage "$own" "look"
	[[ $output == *"no others"* ]]
	run -2 "$EXHUME" parse-tree --coverage --format dot "$own"
	run -2 "$EXHUME" parse-tree --coverage --synonyms 0 "$own"
	run -2 "$EXHUME" parse-tree --coverage --words 3 "$own"
}

@test "the grammar, and its normal form" {
	toy
	expect 0 parse-tree --cnf game
	prints "13 records" "  1  VP = ROOT.CVERB DOBJ.PRON" " 10  ART = class 800 (verb)" \
		"CVERB = (ROOT.ART class 800) (ROOT.PRON <PRON>)"
	expect 0 parse-tree --cnf --grammar game/VOCAB.900 --json
	printf '%s' "$output" >json
	holds json '.results[0] | (.records | length) == 13 and .gnf_round_sizes == [3, 4, 15]'
}

@test "grammars that can't be used" {
	toy
	printf '13f 141.13c\n13c 141.13d\n13d 141.13c\n' | grammar >left
	expect 1 parse-tree --grammar left game open
	says "left: grammar: record 2: left recursion, which no parser can finish: 13c, 13d, 13c"
	printf '13f 141.13c\n13c 141.13d\n' | grammar >undefined
	expect 1 parse-tree --grammar undefined game open
	says "undefined: grammar: record 1: symbol 13d is used, but no record defines it"
	: >empty
	expect 1 parse-tree --grammar empty game open
	expect 1 parse-tree --vocab empty game open
	for ((n = 1; n < 60; n += 7)); do
		head -c $n game/vocab.000 >cut
		expect 1 parse-tree --vocab cut game open
	done
}

@test "wrong usage, and what can't be written" {
	toy
	expect 2 parse-tree
	expect 2 parse-tree --cnf game open
	expect 2 parse-tree --matrix game open
	expect 2 parse-tree --specs x game open
	expect 2 parse-tree --why game open
	expect 2 parse-tree --sentences x game open
	expect 2 parse-tree --matrix --said open --format dot game open
	expect 2 parse-tree --matrix --specs - game
	expect 2 parse-tree --all --said open game open
	expect 2 parse-tree --most 0 game open
	expect 1 parse-tree nowhere open
	says "nowhere: "
	expect 1 parse-tree --sentences nowhere game
	mkdir none
	expect 1 parse-tree none open
	run --separate-stderr -- bash -c "'$EXHUME' parse-tree game open >/dev/full"
	check_run 1 "to a full disk"
	says "standard output"
}

@test "the order does not depend on -j" {
	toy
	for ((i = 0; i < 3000; i++)); do echo "open door key $((i % 7))"; done >lines
	expect 0 parse-tree -j1 --format tsv -o one game --sentences lines
	expect 0 parse-tree -j4 --format tsv -o four game --sentences lines
	cmp one four
	is lines "$(wc -l <one)" 3001
	expect 0 parse-tree -q --session -j4 --format tsv -o session game --sentences lines
	cmp one session
}

# The table of sci0-formats 4.5: a sentence, then specs with 2 claimed, 1 not claimed, 0.
vectors() {
	cat <<-'END'
		look|look=2 look/door=0 look[/door]=2 look[/!*]=2 /*=0 [look]/door=0
		look door|look=2 look[/door]=2 look[/!*]=0 /door=2 /*=2 look>=1 look<at/door=0 look[<at]/door=2 look/door<red=0 look/door[<!*]=2
		look man|look[/door]=0
		look at the door|look<at/door=2 look/door=2
		look under door|look[<at]/door=0
		look red door|look/door<red=2 look/door[<red]=2 look/door[<!*]=0
		look blue door|look/door[<red]=0
		get key|look,get/door,key=2
		open key|look,get/door,key=0
		unlock door with key|unlock/door/key=2 unlock/door/key<with=2 unlock/key/door=0
		ask man about key|ask/man/key=2 ask//key=2
		ask about key|ask//key=2
		ask man|ask//key=0
		put down key|put<down/key=2
		put key down|put<down/key=2
		put key in box|put/key/box=2 put<in/key/box=2 put/key/box<in=0
		get up|get<up=2 (look,get)[<(up,down)]=2
		get left|(look,get)[<(up,down)]=0
		get 77|get/unknownnumber=2
		get 5|get/unknownnumber=0
		give man key|give/key/man=0
		give the man the key|give/key/man=2
		give key to man|give/key/man=2
		door|[look]/door=2
		man open door|open/door=2
		open door quickly|open<quickly/door=2
	END
}

@test "the spec's vectors on a real game" {
	[ -d "$template" ] || skip "no real data"
	local sentence specs spec n=0
	while IFS='|' read -r sentence specs; do
		for spec in $specs; do
			echo "$sentence" >>sentences
			echo "${spec%=*}" >>specs
			printf '%d\t%d\t%s\n' $n $n "${spec##*=}" >>expected
			n=$((n + 1))
		done
	done < <(set -f && vectors)
	expect 0 parse-tree "$template" --sentences sentences --matrix --specs specs
	awk '$1 == $2 && !/^#/' <<<"$output" | diff expected -
	# Differences in FreeSCI, which the table marks, too.
	printf 'put key down\nput key in box\nget up\ndoor\nman open door\nopen door quickly\n' >sentences
	printf 'put<down/key\nput<in/key/box\n(look,get)[<(up,down)]\n[look]/door\nopen/door\nopen<quickly/door\n' >specs
	expect 0 parse-tree --interpreter freesci "$template" --sentences sentences --matrix --specs specs
	is freesci "$(awk '$1 == $2 && !/^#/ { print $3 }' <<<"$output" | xargs)" "0 0 0 0 0 0"
}

@test "the spec's trees on a real game" {
	[ -d "$template" ] || skip "no real data"
	expect 0 parse-tree --format seed "$template" "open door" "look at the door" "put key down"
	is trees "$output" "(141 13f (141 13b (141 12f 40b)) (142 13d (141 139 (141 130 83e))))
(141 13f (141 13b (141 12f 421) (144 133 ca)) (142 13d (145 131 1) (141 139 (141 130 83e))))
(141 13f (141 13b (141 12f 428)) (142 13d (141 139 (141 130 7e7))) (144 137 143))"
	expect 0 parse-tree --cnf "$template"
	prints "58 records" "Greibach normal form: 356 rules (rounds of 11 35 289 21)"
	expect 0 parse-tree --cnf "$data/sci0/template-redux"
	prints "62 records"
	expect 0 parse-tree --said-script 997 "$template" "restore game" "look"
	prints "  match               restore[/game]"
}

@test "--charmap: sentences and specs in the letters of a translation" {
	printf '6c=л\n6f=о\n6b=к\n' >map
	expect 0 parse-tree --charmap map --said 'лоок/лamp' --format ascii "$archives/digger" 'лоок лamp'
	[[ $output == *'лоок'*'"лamp"'*"match"*"лоок/лamp"* ]]
	expect 0 parse-tree --charmap map --said 'лоок/лamp' --format json "$archives/digger" 'лоок лamp'
	holds <(printf '%s' "$output") '.results[0] | .sentences[0].sentence == "лоок лamp" and .specs[0].text == "лоок/лamp"'
	expect 1 parse-tree --charmap map "$archives/digger" 'лоок lamp'
	says "sentence 1, column 6: expected characters of the character map, found 'l' (U+006C)"
}
