#!/usr/bin/env bats
# exhume text-dump: texts made here by hand, and those of real games.

load ../testdata/cli/helper

sci0=$data/sci0
tab=$'\t'

# game FOLDER: text 1 of three strings, text 20 of one, script 5 of two.
game() {
	mkdir "$1"
	printf '\x83\0Look at\nthe %%s.\0\0r\x82sum\x82 \\ \1\0' >"$1/TEXT.001"
	printf '\x83\0lamp, Lamp and LAMP\0' >"$1/text.020"
	printf '\x82\0\5\0\20\0lamp\0switch\0\0\0' >"$1/script.005"
}

@test "texts and scripts of a game: a line a string" {
	game g
	expect 0 text-dump g
	is text "$output" 'text.001:0: Look at\nthe %s.
text.001:1: 
text.001:2: résumé \\ \x01
text.020:0: lamp, Lamp and LAMP
script.005:0: lamp
script.005:1: switch'
	is quiet "$stderr" ""
	expect 0 text-dump --type script g
	is scripts "$output" "script.005:0: lamp
script.005:1: switch"
	expect 0 text-dump --type text --type script --number 5,20 g
	is numbers "$(wc -l <<<"$output")" 3
	expect 1 text-dump --number 998 g
	says "g: the game has no text or script with such a number"
	expect 2 text-dump --type view g
	says "--type view: expected text or script"
}

@test "tables and JSON" {
	game g
	expect 0 text-dump --format tsv --number 1,5 g
	is table "$output" "#type${tab}number${tab}index${tab}offset${tab}text
text${tab}1${tab}0${tab}0${tab}Look at\\nthe %s.
text${tab}1${tab}1${tab}16${tab}
text${tab}1${tab}2${tab}17${tab}résumé \\\\ \\x01
script${tab}5${tab}0${tab}4${tab}lamp
script${tab}5${tab}1${tab}9${tab}switch"
	expect 0 text-dump --json g
	printf '%s' "$output" >json
	holds json '. as {$format} | .results[0] | $format == "text-dump" and .input == "g" and .status == "ok" and
		[.resources[] | [.type, .number, .name, .size, .strings]] == [["text", 1, "text.001", 28, 3],
			["text", 20, "text.020", 20, 1], ["script", 5, "script.005", 18, 2]] and
		.strings[0] == {type: "text", number: 1, index: 0, offset: 0, text: "Look at\nthe %s."} and
		.strings[2].text == "résumé \\ ☺" and (.strings | length) == 6'
	for format in tsv json text; do
		expect 0 text-dump -o "out.$format" --format $format g
		silent
	done
	expect 0 text-dump -o auto.tsv g
	cmp auto.tsv out.tsv
	expect 0 text-dump -o auto.json g
	cmp auto.json out.json
	expect 1 text-dump -o auto.json g
	says "auto.json: exists"
	expect 0 text-dump --format json -o - g
	is same "$output" "$(cat out.json)"
}

@test "single files: by name, --type or their first byte" {
	game g
	expect 0 text-dump g/script.005
	is script "$output" "script.005:0: lamp
script.005:1: switch"
	cp g/script.005 s
	expect 0 text-dump s
	is script "$output" "s:0: lamp
s:1: switch"
	tail -c +3 s >bare
	expect 0 text-dump --type script bare
	prints "bare:1: switch"
	expect 0 text-dump - <g/text.020
	is stdin "$output" "text:0: lamp, Lamp and LAMP"
	expect 0 text-dump --format tsv - <g/text.020
	prints "text${tab}-${tab}0${tab}0${tab}lamp"
	expect 0 text-dump g/text.020 g s
	prints "g/text.020:0: lamp" "g/text.001:1:" "s:0: lamp"
	cp g/text.020 view.020
	expect 1 text-dump view.020
	says "by its name it is a view, neither a text nor a script"
	expect 1 text-dump g/text.999
	says "g/text.999"
	expect 2 text-dump
	expect 1 text-dump g/text.999 g/text.020
	prints "lamp, Lamp"
}

@test "--find tells the place of each hit" {
	game g
	expect 0 text-dump -v --find lamp g
	is hits "$output" "text.020:0:1: lamp, Lamp and LAMP
script.005:0:1: lamp"
	is said "$stderr" "exhume text-dump: g: 2 hits in 2 strings"
	expect 0 text-dump --find lamp -i -q --json g
	holds <(printf '%s' "$output") '.results[0] | .hits == 4 and (.strings | length) == 2 and
		.strings[0].hits == [{line: 1, column: 1, text: "lamp"}, {line: 1, column: 7, text: "Lamp"},
			{line: 1, column: 16, text: "LAMP"}]'
	# Lines are those of the string; a table has the line's first hit.
	expect 0 text-dump --find the --format tsv g
	is table "$output" "#type${tab}number${tab}index${tab}offset${tab}line${tab}column${tab}text
text${tab}1${tab}0${tab}0${tab}2${tab}1${tab}the %s."
	expect 0 text-dump -v --find nothing g
	is none "$output" ""
	is said "$stderr" "exhume text-dump: g: 0 hits in 0 strings"
	# As it is, and as an expression.
	expect 0 text-dump -q --find '%s.' g
	prints "text.001:0:2: the %s."
	expect 0 text-dump -q --find 'a.p' g
	is none "$output" ""
	expect 0 text-dump -q --regex --find 'a.p|^sw' g
	is regex "$output" "text.020:0:1: lamp, Lamp and LAMP
script.005:0:1: lamp
script.005:1:1: switch"
	expect 0 text-dump -q --regex --find '^$' g
	is empty "$output" "text.001:1:1: "
	expect 0 text-dump -q --regex --json --find 'e *$' g
	holds <(printf '%s' "$output") '.results[0] | .hits == 0'
	expect 0 text-dump -q --regex --json --find 'x*' --number 20 g
	holds <(printf '%s' "$output") '.results[0] | .hits == 1'
	# Letters beyond ASCII are letters.
	expect 0 text-dump -q -i --find 'RÉSUMÉ' g
	prints "text.001:2:1: résumé"
	expect 0 text-dump -q --regex --json --find 'r.s' g
	holds <(printf '%s' "$output") '.results[0] | .strings[0].hits[0] == {line: 1, column: 1, text: "rés"}'
	expect 2 text-dump --regex --find '(' g
	says "--find (: "
	expect 2 text-dump -i g
	says "--ignore-case and --regex need --find"
}

@test "--encoding" {
	printf '\x83\0\xe9t\xe9\0' >text.001
	expect 0 text-dump --encoding latin1 text.001
	is latin "$output" "text.001:0: été"
	# A byte that is no character is written as a byte, and reported.
	expect 0 text-dump --encoding ascii text.001
	is ascii "$output" 'text.001:0: \xe9t\xe9'
	says "text.001: 2 bytes are not characters of ascii"
	expect 0 text-dump -q --json --encoding ascii text.001
	holds <(printf '%s' "$output") '.results[0] | .strings[0] | .bytes == "e974e9" and .text == "\ufffdt\ufffd"'
	expect 2 text-dump --encoding martian text.001
}

@test "--pack makes the very same texts of what nobody changed" {
	game g
	for format in tsv json; do
		expect 0 text-dump --type text -o "all.$format" g
		expect 0 text-dump --pack -f -o new "all.$format"
		silent
		cmp new/text.001 g/TEXT.001
		cmp new/text.020 g/text.020
	done
	expect 0 text-dump -f -o all.tsv g
	expect 0 text-dump --json --pack -f -o new all.tsv
	says "warning: 2 strings of scripts are left out: exhume sci-script --strings --pack packs them"
	holds <(printf '%s' "$output") '.results[0] | .texts == [{strings: 3, output: "new/text.001", number: 1},
		{strings: 1, output: "new/text.020", number: 20}]'
	expect 0 text-dump -q --pack --number 20 --bare -o bare all.tsv
	cmp bare <(tail -c +3 g/text.020)
	# The original folder already has texts.
	expect 0 text-dump --type text -o g/all.tsv g
	expect 1 text-dump --pack g/all.tsv
	says "g/text.020: exists"
	printf '\x83\0\xe9t\xe9\0' >text.003
	for format in tsv json; do
		expect 0 text-dump -q --encoding ascii -o "odd.$format" text.003
		expect 0 text-dump --encoding ascii --pack -o "odd-$format" "odd.$format"
		cmp text.003 "odd-$format"
	done
}

@test "--pack takes tables of other programs, and what was edited" {
	printf 'text\tindex\r\nzw\xc3\xb6lf\\n\t1\r\n\r\neins\t0\r\n' >t.tsv
	expect 0 text-dump --pack -o text.007 t.tsv
	cmp text.007 <(printf '\x83\0eins\0zw\x94lf\n\0')
	expect 0 text-dump --pack t.tsv
	cmp text text.007
	game g
	expect 0 text-dump --number 1 --encoding ascii -q -o one.json g
	jq '.results[0].strings[2].text = "new"' one.json >two.json
	expect 0 text-dump --pack --encoding ascii -o text.008 two.json
	cmp text.008 <(printf '\x83\0Look at\nthe %%s.\0\0new\0')
}

@test "--pack says what is wrong" {
	bad() {
		printf "$1" >t.tsv
		expect 1 text-dump --pack -o out t.tsv
		says "t.tsv: $2"
		absent out
	}
	bad 'index\ttext\n0\ta\\q\n' 'line 2, column 4: expected \t, \n, \r, \\ or \x01 to \xff'
	bad 'index\ttext\n0\taé€\n' "line 2, column 5: expected characters of cp437, found '€' (U+20AC)"
	bad 'index\ttext\n0\ta\x80\n' 'line 2, column 4: expected characters of cp437, found the byte 0x80, which is not UTF-8'
	bad '{"strings": [{"index": 0, "text": "aé→€"}]}' "string 1: key \"text\", character 4: expected characters of cp437, found '€' (U+20AC)"
	bad 'index\ttext\n0\ta\\x00\n' 'line 2: a NUL, which would end the string'
	bad 'index\ttext\n0\n' 'line 2, column 2: expected as many columns as in the first line'
	bad 'index\ttext\n1\ta\n' 'text lacks string 0, which comes before the one of line 2'
	bad 'index\ttext\n0\ta\n0\tb\n' 'line 3: text already has a string 0'
	bad 'index\ttext\nx\ta\n' 'line 2, column 1: expected index: a number up to 65535'
	bad 'number\tindex\ttext\n65535\t0\ta\n' 'line 2, column 1: expected a number up to 65534, or -'
	bad 'type\tindex\ttext\nview\t0\ta\n' 'line 2, column 1: expected type: text or script'
	bad 'a\tb\n' 'line 1, column 1: expected column names that include index and text'
	bad '' 'the file is empty: expected a table or JSON from text-dump'
	bad 'index\ttext\n' 'the file has no strings of texts'
	bad '{"strings": [{"index": 0}]}' 'string 1: key "text": expected a string'
	bad '{"strings": 1}' 'key "strings": expected a list'
	printf '{"strings": [' >t.json
	expect 1 text-dump --pack -o out t.json
	says "t.json:0xD: line 1 column 13:"
	game g
	expect 0 text-dump -q --find lamp -o found.tsv g
	expect 1 text-dump --pack -o out found.tsv
	says "expected a table of whole strings, not the hits of --find"
	{
		printf 'index\ttext\n'
		for ((i = 0; i < 700; i++)); do printf '%d\t%0100d\n' $i $i; done
	} >long.tsv
	expect 1 text-dump --pack -o out long.tsv
	says "70700 bytes, a resource has at most 65535"
	absent out
	expect 2 text-dump --pack --find a long.tsv
	expect 2 text-dump --bare g
}

@test "damage is told, and what is left is listed" {
	printf '\x83\0one\0two' >text.001
	expect 0 text-dump text.001
	is both "$output" "text.001:0: one
text.001:1: two"
	says "text.001:0x6: warning: string 1 has no end"
	expect 1 text-dump --strict text.001
	expect 1 text-dump -o /dev/full text.001
	says "No space left on device"
	printf '\x82\0\5\0\xff\0lamp\0' >script.001
	expect 1 text-dump script.001
	is lamp "$output" "script.001:0: lamp"
	says "the last section (strings) is truncated"
	: >text.002
	expect 0 text-dump text.002
	is nothing "$output" ""
}

@test "the texts of real games" {
	need_game "$sci0"
	expect 0 text-dump --json "$sci0/template-redux"
	printf '%s' "$output" >json
	holds json '.results[0] | ([.resources[] | select(.type == "text")] | length) == 8 and
		([.strings[] | select(.type == "text")] | length) == 19'
	expect 0 text-dump -q --type text --find 'interpreter' "$sci0/template-redux"
	is hit "$output" "text.994:1:1: That game was saved under a different interpreter. It cannot be restored."
	expect 0 text-dump --type text -o all.tsv "$sci0/template-redux"
	expect 0 text-dump --pack -o new all.tsv
	for text in new/*; do
		cmp "$text" "$sci0/template-redux/$(basename "$text")"
	done
	# As many strings as scripts have, counted by identify.
	expect 0 text-dump --type script --json "$sci0/companion-template"
	count=$(jq '.results[0] | .strings | length' <<<"$output")
	expect 0 sci-unpack -q --type script -o scripts "$sci0/companion-template"
	expect 0 identify --json scripts/*
	is strings "$(jq '[.results[].facts.strings // 0] | add' <<<"$output")" "$count"
}

@test "--charmap: letters of a translation, and back" {
	game g
	charmap map
	expect 0 text-dump --number 1 --charmap map g
	is text "${lines[2]}" 'text.001:2: rБsumБ \\ д'
	for format in tsv json; do
		expect 0 text-dump --number 1 --charmap map -o "t.$format" g
		expect 0 text-dump --pack --charmap map -o text.001 "t.$format"
		cmp text.001 g/TEXT.001
		rm text.001
	done
	sed 's/Look at/ШАБ [/' t.tsv >edited.tsv
	expect 1 text-dump --pack --charmap map -o text.001 edited.tsv
	says "edited.tsv: line 2, column 16: expected characters of the character map, found '[' (U+005B)"
	sed 's/Look at/ШАБд/' t.tsv >edited.tsv
	expect 0 text-dump --pack --charmap map -o text.001 edited.tsv
	expect 0 text-dump text.001
	is bytes "${lines[0]}" 'text.001:0: [Çé\x01\nthe %s.'
}

@test "--charmap: what is no map is refused" {
	game g
	printf '80=А\n82=А\n' >twice
	expect 1 text-dump --charmap twice g
	says "twice: line 2: U+0410 belongs to byte 80 since line 1"
	expect 1 text-dump --charmap none g
	says "none: can't open"
	expect 2 text-dump --charmap twice --encoding cp866 g
	says "--encoding and --charmap exclude each other"
}

# glyphs FILE LAST: a font of codes up to LAST; from ! on each is one pixel.
glyphs() {
	local i
	{
		printf "\x87\0\0\0$(le16 $(($2 + 1)))\2\0"
		for ((i = 0; i <= $2; i++)); do printf "$(le16 $((8 + 2 * $2 + 2 * (i > 32))))"; done
		printf '\0\0\1\1\x80'
	} >"$1"
}

@test "--lint: letters that fonts can't draw" {
	game g
	charmap map
	glyphs g/font.000 129
	glyphs g/font.004 126
	glyphs g/font.009 64
	expect 0 text-dump --lint --charmap map g
	is letters "$output" "text.001:2: byte 0x82, 'Б': no glyph in font 0, 4
text.001:2: byte 0x01, 'д': no glyph in font 0, 4"
	glyphs g/font.000 130
	expect 0 text-dump --lint --format tsv g
	is table "$output" "#type${tab}number${tab}index${tab}offset${tab}byte${tab}character${tab}fonts
text${tab}1${tab}2${tab}17${tab}82${tab}é${tab}[4]"
	expect 0 text-dump --lint --json g
	holds <(printf '%s' "$output") '.results[0].lacks == [{type: "text", number: 1, index: 2, offset: 17, byte: 130, character: "é", fonts: [4]}]'
	expect 2 text-dump --lint --find x g
	expect 1 text-dump --lint g/TEXT.001
	says "--lint needs a game, for its fonts"
}
