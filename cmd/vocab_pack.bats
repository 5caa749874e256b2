#!/usr/bin/env bats
# exhume vocab-pack: vocabularies there and back.

load ../testdata/cli/helper

sci0=$data/sci0
kinds="words suffixes grammar properties help classes selectors opcodes kernel"

# table KIND: one of a few lines.
table() {
	case $1 in
	words) printf '#word\tclass\tgroup\n!*\t0\tffe\napple\t100\t7d0\nathlete\t100\t7d1\nzoo\tfff\tfff\n' ;;
	suffixes) printf '#output_suffix\tfirst_class\tinput_suffix\tsecond_class\n*ly\t400\t*\t40\nun*\t40\t*\t40\n' ;;
	grammar) printf '#id\td0\td1\td2\td3\td4\td5\td6\td7\td8\n319\t321\t316\t0\t0\t0\t0\t0\t0\t0\n316\t326\t2048\t0\t0\t0\t0\t0\t0\t1\n' ;;
	synonyms) printf '#group\treplacement\n1\t2\n83e\t7d0\n' ;;
	properties) printf '#number\tindex\n0\t5\n1\t4\n' ;;
	help) printf '#number\ttext\n0\tq - quit\\nb - \\\\set\n1\t\xc3\xa4\\x01\n' ;;
	classes) printf '#number\tscript\tfirst\n0\t999\t0\n1\t998\t0\n' ;;
	selectors) printf '#number\tname\n0\ty\n1\tBAD SELECTOR\n2\tBAD SELECTOR\n3\tx\n' ;;
	opcodes) printf '#number\ttype\tname\n0\t0\tbnot\n1\t3\t\n' ;;
	kernel) printf '#number\tname\n0\tLoad\n1\tUnLoad\n' ;;
	esac
}

@test "tables and JSON of every kind come back" {
	for kind in $kinds synonyms; do
		table $kind >$kind.tsv
		expect 0 vocab-pack -o $kind.bin $kind.tsv
		silent
		expect 0 vocab-dump --kind $kind --tsv $kind.bin
		is $kind "$output" "$(cat $kind.tsv)"
		expect 0 vocab-dump --kind $kind --json $kind.bin
		printf '%s' "$output" >$kind.json
		holds $kind.json '.results[0] | .vocabularies[0] | has("original") | not'
		expect 0 vocab-pack -o - $kind.json
		"$EXHUME" vocab-pack -o - $kind.json | cmp - $kind.bin
	done
}

@test "control characters are codes, or the signs that code page 437 has for them" {
	printf '#number\ttext\n0\t\xe2\x98\xba\xe2\x86\x92\n' >signs.tsv
	printf '#number\ttext\n0\t\\x01\\x1a\n' >codes.tsv
	expect 0 vocab-pack -o signs.bin signs.tsv
	expect 0 vocab-pack -o codes.bin codes.tsv
	cmp signs.bin codes.bin
	expect 0 vocab-dump --kind help --tsv signs.bin
	is codes "$output" "$(cat codes.tsv)"
	printf '#number\ttext\n0\t\\x1\n' >bad.tsv
	expect 1 vocab-pack -o bad.bin bad.tsv
	says "bad.tsv" "line 2, column 3: expected" "\\xff"
}

@test "the bytes are those of the format" {
	table words >a.tsv
	expect 0 vocab-pack -o a.bin a.tsv
	{
		printf "$(le16 58)"
		head -c 48 /dev/zero
		printf "$(le16 77)"
		printf '\0!\xaa\0\x0f\xfe\0appl\xe5\x10\x07\xd0\1thlet\xe5\x10\x07\xd1\0zo\xef\xff\xff\xff'
	} >hand
	cmp a.bin hand
	table selectors >s.tsv
	expect 0 vocab-pack -o s.bin s.tsv
	printf "$(le16 3)$(le16 10)$(le16 13)$(le16 13)$(le16 27)$(le16 1)y$(le16 12)BAD SELECTOR$(le16 1)x" >hand
	cmp s.bin hand
}

@test "new words are sorted in, unless told not to" {
	table words >a.tsv
	printf 'door\t100\t83e\n' >>a.tsv
	expect 0 vocab-pack -o a.bin a.tsv
	expect 0 vocab-dump --tsv a.bin
	is words "$(cut -f 1 <<<"$output" | tr '\n' ' ')" "#word !* apple athlete door zoo "
	says_not warning
	expect 0 vocab-pack --keep-order -o b.bin a.tsv
	expect 0 vocab-dump --json b.bin
	says "out of order"
	printf '%s' "$output" >b.json
	is words "$(jq -r '.results[0] | .vocabularies[0].words[].word' b.json | tr '\n' ' ')" "!* apple athlete zoo door "
	expect 0 vocab-pack -f -o c.bin b.json
	cmp b.bin c.bin
}

@test "what is damaged comes back unless it is changed" {
	table words >a.tsv
	expect 0 vocab-pack -o a.bin a.tsv
	poke a.bin 0 '\x11'
	poke a.bin 67 '\x07'
	expect 1 vocab-dump --kind words -o a.json a.bin
	holds a.json '.results[0] | .vocabularies[0] | has("original")'
	expect 0 vocab-pack -o b.bin a.json
	cmp a.bin b.bin
	jq '.results[0].vocabularies[0].words += [{word: "door", class: 256, group: 1}]' a.json >c.json
	expect 0 vocab-pack -o c.bin c.json
	expect 0 vocab-dump c.bin
	is messages "$stderr" ""
	prints "door"
}

@test "words that nobody can type are warned about" {
	printf '#word\tclass\tgroup\nfoo bar\t100\t10\nice-cream\t100\t11\n!*\t0\t12\nplain\t100\t13\n' >signs.tsv
	expect 0 vocab-pack --kind words -o signs.vocab signs.tsv
	says "signs.tsv: warning: 'foo bar' can't be typed: games keep only the letters and digits of a line" \
		"'ice-cream' can't be typed"
	[[ $stderr != *"!*"* && $stderr != *plain* ]]
}

@test "words that no game finds are warned of" {
	table words >a.tsv
	printf 'Key\t100\t7d2\ndoor\t100\t7d3\ndoor\t10\t7d4\ndoor\t10\t7d3\n' >>a.tsv
	expect 0 vocab-pack -o a.bin a.tsv
	is warnings "$stderr" "exhume vocab-pack: a.tsv: warning: 'Key' has upper-case letters: games look up words in lower case and never find it
exhume vocab-pack: a.tsv: warning: 'door' occurs twice: the first one is used
exhume vocab-pack: a.tsv: warning: 'door' occurs twice: the first one is used"
	expect 1 vocab-pack --strict -f -o a.bin a.tsv
	# SCI01 has words of several groups.
	expect 0 vocab-pack -f --layout sci01 -o a.bin a.tsv
	says_not twice
	printf '#word\tclass\tgroup\nat\t100\t7d0\n' >one.tsv
	expect 0 vocab-pack -o one.bin one.tsv
	expect 0 vocab-dump --kind words one.bin
	prints "words: 1 in 1 group"
}

@test "patch files by name, or as told" {
	table words >vocab.000.tsv
	expect 0 vocab-pack vocab.000.tsv
	is header "$(head -c 2 vocab.000 | od -An -tx1)" " 86 00"
	expect 0 vocab-pack --bare -o bare vocab.000.tsv
	tail -c +3 vocab.000 | cmp - bare
	expect 0 vocab-pack --patch -o patch vocab.000.tsv
	cmp patch vocab.000
	expect 0 vocab-pack --bare -f vocab.000.tsv
	cmp bare vocab.000
	expect 1 vocab-pack vocab.000.tsv
	says "vocab.000: exists; -f overwrites it"
	expect 2 vocab-pack --bare --patch vocab.000.tsv
	expect 0 vocab-pack -o out/ vocab.000.tsv
	cmp out/vocab.000 patch
	"$EXHUME" vocab-pack -o - - <vocab.000.tsv | cmp - bare
	expect 2 vocab-pack - <vocab.000.tsv
	expect 2 vocab-pack
}

@test "an output that is the input is refused, and nothing is lost" {
	table words >words.tsv
	cp words.tsv noext
	ln words.tsv other.tsv
	ln -s words.tsv link
	for options in noext '-o words.tsv words.tsv' '-o link words.tsv' '-o other.tsv words.tsv' \
		'-o ./words.tsv link'; do
		expect 1 vocab-pack -f $options
		says ": this is an input: choose another name for the output"
	done
	expect 1 vocab-pack noext
	table words | cmp - words.tsv
	table words | cmp - noext
	expect 0 vocab-pack -f -o noext words.tsv
}

@test "other layouts, and one of several" {
	printf '#word\tclass\tgroup\napple\t100\t1\napple\t800\t2\n\xc3\xa4rger\t100\t3\n' >a.tsv
	expect 1 vocab-pack -o a.bin a.tsv
	says "words[2]: character 0x84"
	absent a.bin
	expect 0 vocab-pack --layout sci01 -o a.bin a.tsv
	expect 0 vocab-dump --tsv a.bin
	is table "$output" "$(cat a.tsv)"
	is messages "$stderr" ""
	expect 0 vocab-dump --json a.bin
	printf '%s' "$output" >a.json
	holds a.json '.results[0] | .vocabularies[0].layout == "sci01"'
	"$EXHUME" vocab-pack -o - a.json | cmp - a.bin
	expect 1 vocab-pack --layout counted -f -o a.bin a.tsv
	table kernel >k.tsv
	expect 0 vocab-pack --layout zeros -o k.bin k.tsv
	expect 0 vocab-dump --kind kernel --tsv k.bin
	is table "$output" "$(cat k.tsv)"
	{
		table words
		echo
		table grammar
	} >all.tsv
	expect 1 vocab-pack -o x all.tsv
	says "2 vocabularies: choose one with --kind or --number"
	expect 0 vocab-pack --kind grammar -o x all.tsv
	expect 0 vocab-dump x
	prints "grammar: 2"
	expect 0 vocab-pack --number 0 -f -o x all.tsv
	expect 1 vocab-pack --kind help -f -o x all.tsv
	tail -n +2 all.tsv | head -n 4 >bare.tsv
	expect 0 vocab-pack --kind words -f -o x bare.tsv
	expect 1 vocab-pack -f -o x bare.tsv
	says "line 1, column 1: expected a line of column names"
}

@test "mistakes are told with line and column, or the key" {
	table words >a.tsv
	while IFS='|' read -r line says; do
		{
			cat a.tsv
			printf "$line\n"
		} >b.tsv
		expect 1 vocab-pack -o x b.tsv
		says "line 6, column $says"
	done <<-'END'
		b|2: expected a tab, and another column
		b\t100|6: expected a tab, and another column
		b\t1000\t1|3: expected class: a hexadecimal number up to fff
		b\tg\t1|3: expected class: a hexadecimal number
		b\t\t1|3: expected class
		b\t1\t1\t1|6: expected the end of the line
		b\\q\t1\t1|2: expected \t
		\xc4\x80\t1\t1|1: expected characters of cp437, found 'Ā' (U+0100)
	END
	absent x
	table selectors | sed 's/^2/3/' >b.tsv
	expect 1 vocab-pack -o x b.tsv
	says "line 4, column 1: expected number: 2, its index in the list"
	table suffixes | sed 's/un\*/un/' >b.tsv
	expect 1 vocab-pack -o x b.tsv
	says "line 3, column 1: expected a pattern, with a *"
	printf '{"kind": "words", "words": [{"word": "a", "class": 4096, "group": 1}]}' >b.json
	expect 1 vocab-pack -o x b.json
	says 'words[0]: key "class": expected a number from 0 to 4095'
	printf '{"kind": "words", "words": [{"word": "a", "class": 1, "group": 1}]}' >b.json
	expect 0 vocab-pack -o x b.json
	printf '{"kind": "words" "words": []}' >b.json
	expect 1 vocab-pack -f -o x b.json
	says "line 1 column"
	: >b.json
	expect 1 vocab-pack -f -o x b.json
}

@test "random vocabularies come back, whatever the order they are written in" {
	for seed in 1 2 3 4 5; do
		awk -v seed=$seed 'BEGIN {
			srand(seed)
			print "#word\tclass\tgroup"
			for (i = 0; i < 300; i++) {
				word = ""
				for (k = int(rand() * 6) + 1; k; k--)
					word = word substr("abcdez0", int(rand() * 7) + 1, 1)
				if (!seen[word]++)
					printf "%s\t%x\t%x\n", word, rand() * 4096, rand() * 4096
			}
		}' >words.tsv
		{
			head -n 1 words.tsv
			tail -n +2 words.tsv | LC_ALL=C sort -t "$(printf '\t')" -k 1,1
		} >sorted.tsv
		expect 0 vocab-pack -f -o words.bin words.tsv
		expect 0 vocab-dump --strict --tsv -o - words.bin
		is words "$output" "$(cat sorted.tsv)"
		expect 0 vocab-dump -f -o words.json words.bin
		"$EXHUME" vocab-pack -o - words.json | cmp - words.bin
		expect 0 vocab-pack -f --layout sci01 -o other.bin words.tsv
		expect 0 vocab-dump --strict --tsv other.bin
		is words "$output" "$(cat sorted.tsv)"
	done
}

@test "the real games' vocabularies come back byte by byte" {
	need_game "$sci0"
	for game in companion-template template-redux; do
		expect 0 sci-unpack --bare --type vocab -o $game "$sci0/$game"
		"$EXHUME" vocab-dump --json "$sci0/$game" >$game.json
		for kind in $kinds; do
			number=$(jq -r ".results[0] | .vocabularies[] | select(.kind == \"$kind\") | .number" $game.json)
			original=$(find $game -iname "$(printf 'vocab.%03d' $number)")
			"$EXHUME" vocab-pack --kind $kind -o - $game.json | cmp - "$original"
			"$EXHUME" vocab-dump --tsv --kind $kind "$sci0/$game" >x.tsv
			"$EXHUME" vocab-pack -o - x.tsv | cmp - "$original"
		done
	done
	"$EXHUME" vocab-dump --tsv --kind words "$sci0/template-redux" >x.tsv
	expect 0 vocab-pack -o VOCAB.000 x.tsv
	cmp VOCAB.000 "$sci0/template-redux/vocab.000"
}

@test "--charmap: words of a translation, there and back" {
	printf '6c=л\n6f=о\n6b=к\n' >map
	expect 0 vocab-dump --charmap map --kind words --tsv -o words.tsv "$archives/digger"
	grep -q '^лоок	' words.tsv
	expect 0 vocab-pack --charmap map -o VOCAB.000 words.tsv
	expect 0 vocab-dump --tsv VOCAB.000
	grep -q '^look	' <<<"$output"
	expect 0 vocab-dump --charmap map --kind words --format json -o words.json "$archives/digger"
	expect 1 vocab-pack -o new/VOCAB.000 words.json
	says 'key "encoding": expected a character map, given with --charmap'
	expect 0 vocab-pack --charmap map -o new/VOCAB.000 words.json
	cmp VOCAB.000 new/VOCAB.000
	expect 1 vocab-pack --encoding cp866 --kind words -o no.000 <(sed 's/^лоок/ləək/' words.tsv)
	says "expected characters of cp866, found 'ə' (U+0259)"
	# Names of authors keep their ASCII.
	expect 0 vocab-dump --charmap map --kind selectors --tsv -o names.tsv "$archives/digger"
	grep -q 'loop' names.tsv
	expect 0 vocab-pack --charmap map -o VOCAB.997 names.tsv
	expect 0 vocab-dump --kind selectors --tsv "$archives/digger"
	is names "$output" "$(cat names.tsv)"
}
