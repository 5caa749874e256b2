#!/usr/bin/env bats
# exhume vocab-dump: vocabularies made here by hand, and those of real games.

load ../testdata/cli/helper

sci0=$data/sci0
tab=$'\t'

# words FILE: apple, athlete, atrocious, as the seed packs them, and door.
words() {
	{
		printf "$(le16 52)\0\0\0\0$(le16 82)"
		head -c 44 /dev/zero
		printf '\0appl\xe5\x10\x07\xd0\1thlet\xe5\x10\x07\xd1\2rociou\xf3\x04\x01\xf4'
		printf '\0doo\xf2\x10\x08\x3e'
	} >"$1"
}

# game: a folder with a words' patch file and one of suffix rules.
game() {
	mkdir game
	words bare
	{
		printf '\x86\0'
		cat bare
	} >game/Vocab.000
	printf '\x86\0*s\0\1\0*\0\1\0*ly\0\4\0*\0\0\x40\0' >game/VOCAB.901
}

@test "words: text, tables, JSON" {
	words vocab.000
	expect 0 vocab-dump vocab.000
	prints "words: 4 in 4 groups" "atrocious   40  1f4  adjective" "door       100  83e  noun"
	expect 0 vocab-dump --tsv vocab.000
	is table "$output" "#word${tab}class${tab}group
apple${tab}100${tab}7d0
athlete${tab}100${tab}7d1
atrocious${tab}40${tab}1f4
door${tab}100${tab}83e"
	expect 0 vocab-dump --json vocab.000
	printf '%s' "$output" >json
	holds json '. as {$format} | .results[0] | $format == "vocab-dump" and .vocabularies[0].kind == "words" and
		.vocabularies[0].words[2] ==
		{word: "atrocious", class: 64, class_names: ["adjective"], group: 500}'
	expect 0 vocab-dump -o - --format json vocab.000
	holds <(printf '%s' "$output") '.results[0] | .vocabularies[0].words | length == 4'
	expect 0 vocab-dump -o out.tsv vocab.000
	is first "$(head -n 1 out.tsv)" "#word${tab}class${tab}group"
	expect 1 vocab-dump -o out.tsv vocab.000
	says "out.tsv: exists"
}

@test "a file's kind is told by --kind, its name or its bytes" {
	words words.bin
	expect 0 vocab-dump words.bin
	expect 0 vocab-dump - <words.bin
	prints "words: 4"
	printf '%b' "$(le16 5)$(le16 4)" >VOCAB.994
	expect 0 vocab-dump --tsv VOCAB.994
	is table "$output" "#number${tab}index
0${tab}5
1${tab}4"
	cp VOCAB.994 x
	expect 1 vocab-dump x
	says "neither its name nor its contents"
	expect 0 vocab-dump --kind properties x
	expect 1 vocab-dump --kind words x
	says "x:" "expected 52 bytes of offsets"
	expect 2 vocab-dump --kind nothing x
	expect 2 vocab-dump
	expect 2 vocab-dump --tsv --format json x
	expect 1 vocab-dump missing
	head -c 100 /dev/urandom >VOCAB.123
	expect 1 vocab-dump VOCAB.123
}

@test "a game's folder: patch files in any case, kinds by number" {
	game
	expect 0 vocab-dump game
	prints "vocab.000: words: 4" "vocab.901: suffixes: 2"
	expect 0 vocab-dump --tsv --kind suffixes --kind words game
	is table "$output" "#word${tab}class${tab}group
apple${tab}100${tab}7d0
athlete${tab}100${tab}7d1
atrocious${tab}40${tab}1f4
door${tab}100${tab}83e

#output_suffix${tab}first_class${tab}input_suffix${tab}second_class
*s${tab}100${tab}*${tab}100
*ly${tab}400${tab}*${tab}40"
	expect 1 vocab-dump --kind grammar game
	says "the game has no grammar"
	mkdir empty
	expect 1 vocab-dump empty
}

@test "words of a volume are told with its name" {
	game
	expect 0 sci-pack -o packed game/Vocab.000
	expect 0 vocab-dump --json packed
	printf '%s' "$output" >json
	holds json '.results[0] | .vocabularies[0].file == "packed/RESOURCE.001"'
	printf '\x86\0nothing' >vocab.500
	expect 0 sci-pack -f -o packed game/Vocab.000 vocab.500
	expect 0 vocab-dump packed
	says "packed/RESOURCE.001: warning: vocab.500: left out: unknown kind"
}

@test "--word says how a word is looked up" {
	game
	expect 0 vocab-dump --word doors --word 'Door!' --word 77 --word appless game
	prints "doors: class 100 (noun), group 83e
  it is not listed
  rule 0, *s from *: 'door' is listed, class 100 (noun); class 100 required: it fits" \
		"door: class 100 (noun), group 83e
  it is listed" "77: class 100 (noun), group ffd" "appless: unknown" \
		"rule 0, *s from *: 'apples' is not listed" "nearest: apple"
	expect 0 vocab-dump --tsv --word doors --word x game
	is table "$output" "#word${tab}status${tab}class${tab}group${tab}root${tab}rule
doors${tab}suffix${tab}100${tab}83e${tab}door${tab}0
x${tab}unknown${tab}${tab}${tab}${tab}"
	expect 0 vocab-dump --json --word doorly game
	printf '%s' "$output" >json
	holds json '.results[0] | .lookups[0] | .status == "unknown" and .steps[0].root == "door" and
		.steps[0].listed and (.steps[0].fits | not) and .nearest[0].word == "door"'
	# A bare file finds the rules beside it.
	expect 0 vocab-dump --word doors game/Vocab.000
	prints "doors: class 100 (noun), group 83e"
	expect 1 vocab-dump --word doors game/VOCAB.901
	says "no words: --word"
	expect 2 vocab-dump --word doors --kind words game
}

@test "--group and --nearest" {
	game
	for group in 83e 0x83E 2110; do
		expect 0 vocab-dump --tsv --group $group game
		is "group $group" "$output" "#word${tab}class${tab}group
door${tab}100${tab}83e"
	done
	expect 1 vocab-dump --group 1 game
	says "no word has group 1"
	expect 2 vocab-dump --group 5000 game
	expect 2 vocab-dump --group xyz game
	expect 0 vocab-dump --nearest dorr game
	prints "near dorr:" "door  100  83e  noun"
	expect 0 vocab-dump --tsv --nearest aple game
	is table "$output" "#asked${tab}word${tab}class${tab}group
aple${tab}apple${tab}100${tab}7d0"
	expect 0 vocab-dump --json --nearest qqqqqq --group 7d0 game
	holds <(printf '%s' "$output") '.results[0] | .nearest[0].nearest == [] and .groups[0].words[0].word == "apple"'
}

@test "an empty line is between the tables of several questions" {
	game
	expect 0 vocab-dump --tsv --word door --word at --group 83e --group 7d0 --nearest dorr game
	is tables "$output" "#word${tab}status${tab}class${tab}group${tab}root${tab}rule
door${tab}word${tab}100${tab}83e${tab}door${tab}
at${tab}unknown${tab}${tab}${tab}${tab}

#word${tab}class${tab}group
door${tab}100${tab}83e
apple${tab}100${tab}7d0

#asked${tab}word${tab}class${tab}group
dorr${tab}door${tab}100${tab}83e"
	expect 0 vocab-dump --tsv --nearest dorr game
	is alone "$(head -c 6 <<<"$output")" "#asked"
}

@test "what is damaged is told, and the rest is there" {
	words whole
	head -c 70 whole >vocab.000
	expect 1 vocab-dump --tsv vocab.000
	says "vocab.000:0x3D: word 1: the data end inside it"
	prints "apple${tab}100"
	words vocab.000 # the copy count of athlete
	poke vocab.000 61 '\x09'
	expect 1 vocab-dump vocab.000
	says "word 1: 9 characters of the previous word should be kept, but it has 5"
	prints "words: 4" "applethlete"
	words vocab.000 # the offset of a
	poke vocab.000 0 '\x35'
	expect 0 vocab-dump vocab.000
	says "warning" "initial a: offset 0x35"
	expect 1 vocab-dump --strict vocab.000
	head -c 20 whole >vocab.000
	expect 1 vocab-dump vocab.000
	is output "$output" ""
}

@test "texts are UTF-8 of any encoding" {
	printf '%b' "$(le16 1)$(le16 6)$(le16 10)$(le16 2)\x84\\\\$(le16 3)a\tb" >VOCAB.997
	expect 0 vocab-dump --tsv VOCAB.997
	is cp437 "$output" "#number${tab}name
0${tab}ä\\\\
1${tab}a\\tb"
	expect 0 vocab-dump --tsv --encoding cp850 VOCAB.997
	prints "0${tab}ä"
	expect 0 vocab-dump --tsv --encoding iso-8859-5 VOCAB.997
	expect 0 vocab-dump --tsv --encoding utf-8 VOCAB.997
	says "1 byte is not a character of utf-8"
	expect 2 vocab-dump --encoding none VOCAB.997
}

@test "the real games' vocabularies" {
	need_game "$sci0"
	expect 0 vocab-dump --json "$sci0/companion-template"
	printf '%s' "$output" >json
	is counts "$(jq -c '.results[0] | [.vocabularies[] | [.number, .kind, .count]]' json)" \
		'[[0,"words",1390],[900,"grammar",58],[901,"suffixes",47],[994,"properties",48],[995,"help",2],[996,"classes",64],[997,"selectors",333],[998,"opcodes",128],[999,"kernel",113]]'
	holds json '.results[0] | [.vocabularies[0].words[] | select(.word == "door")] ==
		[{word: "door", class: 256, class_names: ["noun"], group: 2110}]'
	holds json '.results[0] | .vocabularies[8].kernel[37].name == "Said" and
		.vocabularies[7].opcodes[127].name == "-spi"'
	expect 0 vocab-dump --word looking --word knives --word redder "$sci0/companion-template"
	prints "looking: class 940 (adjective, noun, verb), group 421" \
		"knives: class 100 (noun), group 7d9" "redder: unknown"
	expect 0 vocab-dump --tsv --kind grammar "$sci0/template-redux"
	is records "$(wc -l <<<"$output")" 63
	expect 0 vocab-dump "$sci0"/template-redux/VOCAB.*
	prints "vocab.999: kernel: 114"
}

@test "control characters of damaged words are codes, one word a line" {
	words vocab.000
	poke vocab.000 54 '\n\2\\' # in the word apple
	expect 1 vocab-dump vocab.000
	says "vocab.000:0x34: warning: word 0 is damaged: players can't type what was before 'athlete'" \
		"vocab.000:0x34: word 0: garbled"
	prints 'a\n\x02\\e' "words: 4 in 4 groups"
	run --separate-stderr -- "$EXHUME" vocab-dump --tsv vocab.000
	is line "$(sed -n 2p <<<"$output")" "a\\n\\x02\\\\e${tab}100${tab}7d0"
}

@test "a letter overwritten by a sign: that no player can type the word" {
	words vocab.000
	poke vocab.000 54 '{'
	expect 0 vocab-dump vocab.000
	prints "a{ple"
	says "warning: word 0 is damaged: players can't type what was before 'athlete', the game does not know it" \
		"warning: word 0: probably damaged: 'a{ple' can't be typed"
	expect 1 vocab-dump --strict vocab.000
}

@test "extract and runs warn of a garbled vocabulary, once and counted" {
	local how
	expect 0 sci-unpack -q -o game "$archives/digger"
	# The second letters of some words.
	for at in 96 120 150; do
		printf '\5' | dd of=game/vocab.000 bs=1 seek=$at conv=notrunc status=none
	done
	for how in "extract --dry-run" "sci-run --frames 2" "sci-run --smoke" "sci-script --kernel -o -"; do
		expect 0 $how game
		is "$how" "$(grep -c 'warning: .* more; -v lists' <<<"$stderr")" 1
		says_not garbled
	done
	expect 0 extract -v --dry-run game
	[ "$(grep -c 'vocab.000: ' <<<"$stderr")" -gt 1 ]
	expect 1 extract --strict --dry-run game
	expect 1 sci-unpack --verify game
}

@test "sci-unpack --verify says the same of a garbled vocabulary" {
	game
	poke game/Vocab.000 56 '\1'
	expect 1 sci-unpack --verify game
	says "Vocab.000" "word 0 is damaged: players can't type what was before 'athlete'"
}

@test "a list without entries, with bytes behind it, is not taken for an empty one" {
	printf '\x86\x00\x00s\x00\x00\x10*\x00\x00\x10\x00' >vocab.901
	expect 0 vocab-dump vocab.901
	says "warning: 10 bytes follow the last of 0 suffix rules"
	printf '\x86\x00\x00\x00\x04\x00\x04\x00Load' >vocab.999
	expect 0 vocab-dump vocab.999
	says "warning: a count of 0 names, and 8 bytes"
}
