#!/usr/bin/env bats
# exhume scr-inspect: scripts of our own, and large and odd ones.

load ../testdata/cli/helper

# room FILE: puzzles, a control and a way, with CRLF.
room() {
	printf '%s\r\n' '# a room' 'puzzle:10 {' 'CRITERIA {' '[20] = 1' '[21]![22]' '}' \
		'results {' 'action:assign(23, [24])' 'event:change_location(G, a, RY, 0)' \
		'action:music:25(1 a.raw 1)' '}' 'flags {' 'ONCE_PER_INST' 'DISABLED' '}' '}' \
		'control:20 push_toggle {' 'flat_hotspot(1, 2, 3, 4)' '}' >"$1"
}

dump() {
	command jq -c '.results[0] | {puzzles, controls}' "$1"
}

@test "JSON has the dump form, in results alone" {
	room GN10.SCR
	expect 0 scr-inspect --json GN10.SCR
	printf '%s' "$output" >json
	is dump "$(dump json)" '{"puzzles":[{"key":10,"criteria":[[{"key":20,"op":"=","arg":1,"arg_is_key":false},{"key":21,"op":"!","arg":22,"arg_is_key":true}]],"results":[{"action":"assign","slot":null,"args":["23","[24]"]},{"action":"change_location","slot":null,"args":["g","a","ry","0"]},{"action":"music","slot":25,"args":["1","a.raw","1"]}],"flags":["disabled","once_per_inst"]}],"controls":[{"key":20,"type":"push_toggle","params":[["flat_hotspot",["1","2","3","4"]]]}]}'
	is keys "$(jq -c keys json)" '["exhume","format","results","schema"]'
	holds json '. as {$format} | .results[0] | $format == "scr-inspect" and .puzzle_lines == [2]'
	expect 0 scr-inspect --json GN10.SCR GN10.SCR
	printf '%s' "$output" >two
	holds two '(has("puzzles") | not) and (.results | length) == 2'
}

@test "the canonical form reads the same, and keeps comments" {
	room a.scr
	expect 0 scr-inspect a.scr
	prints "# a room
puzzle:10 {
    criteria {
        [20] = 1
        [21] ! [22]
    }
    results {
        action:assign(23, [24])
        event:change_location(G, a, RY, 0)"
	expect 0 scr-inspect -o b.scr a.scr
	is same "$("$EXHUME" scr-inspect --json b.scr | jq -c '.results[0] | .puzzles,.controls')" \
		"$("$EXHUME" scr-inspect --json a.scr | jq -c '.results[0] | .puzzles,.controls')"
	expect 1 scr-inspect -o b.scr a.scr
	says "b.scr: exists; -f overwrites it"
	expect 0 scr-inspect -o c.scr b.scr
	cmp b.scr c.scr
	"$EXHUME" scr-inspect - <b.scr | cmp - b.scr
	expect 0 scr-inspect -o new/ a.scr b.scr
	cmp new/a.scr new/b.scr
	expect 0 scr-inspect --format json -o out/ a.scr b.scr
	holds out/a.scr.json '.results[0] | .puzzles[0].key == 10'
}

@test "line ends do not matter, letters are Latin-1 in lower case" {
	printf 'control:1 \311T {\nx(\304, \327)\n}\n' >lf.scr
	tr '\n' '\r' <lf.scr >cr.scr
	sed 's/$/\r/' lf.scr >crlf.scr
	for file in lf cr crlf; do
		expect 0 scr-inspect -q --json $file.scr
		is $file "$(command jq -c '.results[0] | .controls' <<<"$output")" '[{"key":1,"type":"ét","params":[["x",["ä","×"]]]}]'
	done
}

@test "an empty script is one" {
	: >ga.scr
	expect 0 scr-inspect --json ga.scr
	is empty "$(jq -c '.results[0] | [.puzzles, .controls]' <<<"$output")" '[[],[]]'
	expect 0 scr-inspect ga.scr
	silent
}

@test "a script that is cut off is salvaged, and fails" {
	printf 'puzzle:10 {\r\n    results {\r\n        action:assign(1, 1)\r\n        action:frob(2' >cut.scr
	run --separate-stderr -- "$EXHUME" scr-inspect --json cut.scr
	check_run 1 cut
	says "line 4: the file ends in results that began in line 2, expected }" \
		'line 4, column 9: unknown action "frob"' "arguments without their )"
	is results "$(jq -c '.results[0] | [.puzzles[0].results[].args]' <<<"$output")" '[["1","1"],["2"]]'
	expect 1 scr-inspect cut.scr
	prints "        action:frob(2)
    }
}"
}

@test "missing braces are seen, what is not understood is kept but not dumped" {
	printf '%s\n' 'puzzle:1 {' 'results {' 'a:b(1)' 'no colon' 'puzzle:2' '{' 'criteria {' \
		'[1] == 2' '[1] = 2' '}' 'odd {' 'x' '}' '}' '}' >odd.scr
	expect 0 scr-inspect --json odd.scr
	printf '%s' "$output" >json
	is puzzles "$(command jq -c '.results[0] | [.puzzles[] | [.key, (.results | length), .criteria]]' json)" \
		'[[1,1,[]],[2,0,[[{"key":1,"op":"=","arg":2,"arg_is_key":false}]]]]'
	is unread "$(jq -c '.results[0] | [.unread[] | [.line, .text]]' json)" \
		'[[4,"no colon"],[8,"[1] == 2"],[11,"odd"],[12,"x"],[15,"}"]]'
	says "line 1, column 1: a block without its }" 'a block "odd" is skipped'
	expect 0 scr-inspect -q odd.scr
	prints "no colon" "[1] == 2" "odd {"
	expect 1 scr-inspect -q --strict odd.scr
}

@test "other files are refused" {
	printf 'hello\nworld\n' >a.txt
	head -c 3000 /dev/zero >zero
	printf 'puzzle:1 {\n}\n' >good.scr
	expect 1 scr-inspect a.txt good.scr missing.scr
	says "a.txt:0x0: not a script: in 2 lines no puzzle:KEY {" "missing.scr: "
	prints "# good.scr" "puzzle:1 {"
	expect 1 scr-inspect --json a.txt good.scr
	is status "$(jq -c '[.results[].status]' <<<"$output")" '["failed","ok"]'
}

@test "lint tells what can't work, with file, line and column" {
	room gn10.scr
	printf '%s\n' 'puzzle:10 {' '}' 'puzzle:30 {' 'criteria {' '[31] = 1' '[31] = 2' '}' \
		'results {' 'a:enable_control(10)' 'a:enable_control(99)' 'a:add(1)' \
		'a:frob()' '}' '}' 'puzzle:30 {' '}' >other.scr
	expect 0 scr-inspect -v --lint gn10.scr other.scr
	prints "gn10.scr:5:1: key 21 is read, but nothing in these scripts writes it [never-written]" \
		"gn10.scr:5:6: key 22 is read" "gn10.scr:8:19: key 24 is read" \
		"other.scr:3:1: puzzle 30 never runs: none of its criteria can be true [unreached]" \
		"other.scr:6:1: never true: criteria of key 31 contradict each other [criteria]" \
		"other.scr:10:18: no puzzle and no control 99 in these scripts [nothing-to-switch]" \
		"other.scr:11:1: add: 1 arguments, expected 2 [arguments]" \
		'other.scr:12:1: unknown action "frob" [unknown-action]' \
		"other.scr:15:1: puzzle 30 is already in line 3"
	says "findings"
	[[ $output != *"key 20 "* && $output != *"DISABLED"* ]]
	expect 0 scr-inspect --lint gn10.scr
	prints "gn10.scr:2:1: puzzle 10 never runs: it is DISABLED"
	expect 1 scr-inspect --lint --strict gn10.scr
	expect 0 scr-inspect -q --lint --json gn10.scr
	is kinds "$(jq -c '.results[0] | [.findings[].kind] | unique' <<<"$output")" '["never-written","unreached"]'
	printf 'puzzle:1 {\n}\n' >good.scr
	expect 0 scr-inspect --lint --strict good.scr
	is nothing "$output" ""
}

@test "lint looks for files in any case and below the folders" {
	room gn10.scr
	mkdir -p game/deep
	expect 0 scr-inspect --lint --data game gn10.scr
	prints 'gn10.scr:10:19: no file "a.raw" in the folders [no-file]' \
		"gn10.scr:9:23: no gary.scr in the folders or among the scripts [no-place]"
	: >game/deep/A.SRC
	: >game/GARY.SCR
	expect 0 scr-inspect --lint --data game gn10.scr
	[[ $output != *no-file* && $output != *no-place* ]]
	expect 1 scr-inspect --lint --data none gn10.scr
	says "none: not a readable folder"
}

# nemesis: places of the game that have its known faults, and places that were put right.
nemesis() {
	mkdir -p nem
	: >nem/NEMESIS.STR
	printf 'puzzle:19398 {\r\nresults {\r\naction:assign(1, 2)\r\n}\r\n}\r\n' >nem/VE5E.SCR
	printf '%s\n' 'puzzle:3582 {' 'criteria {' '[568] = 2' '}' '}' 'puzzle:3583 {' 'criteria {' '[567] = 2' '}' \
		'}' 'puzzle:3594 {' '}' 'control:3600 fist {' '}' >nem/td9e.scr
	printf '%s\n' 'puzzle:1 {' 'results {' 'a:playpreload:1282(9 146 142 298 236 16 31 1)' \
		'a:playpreload:1289(9 1 1 2 2 0 99 1)' '}' '}' >nem/tl9e.scr
}

# states FILE: of the faults in JSON.
states() {
	jq -c '[.results[0].shipped_bugs[] | [.id, .state]]' "$1"
}

@test "known faults of a game are named, with their place, and whether they are there" {
	nemesis
	expect 0 scr-inspect -v --lint --shipped-bugs nem
	prints "nem/VE5E.SCR:1:1: puzzle 19398: the box closes when the player leaves, but its state stays open; fix: put the result action:assign(19397, 0) at its end [faulty]" \
		"nem/td9e.scr:1:1: puzzle 3582: it waits for the animation of the other fist; fix: test another key on the left of its criteria (old and new key: 568 567) [faulty]" \
		"nem/tl9e.scr:4:1: playpreload 1289: wrong rectangle" "mc30: puzzle 16418: the rumble starts again"
	says "4 known faults"
	expect 1 scr-inspect --lint --shipped-bugs --strict nem
	expect 0 scr-inspect -q --lint --shipped-bugs --json nem
	printf '%s' "$output" >json
	is states "$(states json)" '[["19398","faulty"],["3582","faulty"],["3583","fixed"],["3594","differs"],["1282","fixed"],["1289","faulty"],["14822","not found"],["16418","not found"],["2411,2408,4652","not found"],["*","faulty"]]'
	holds json '.results[0].shipped_bugs[5] | .file == "nem/tl9e.scr" and .line == 4 and .game == "nemesis" and .edition == "*" and .kind == "playpreload"'
	expect 0 scr-inspect --lint nem
	[[ $output != *19398* ]]
}

@test "known faults need a game that is recognised" {
	nemesis
	mv nem/VE5E.SCR .
	expect 1 scr-inspect --lint --shipped-bugs VE5E.SCR
	says "VE5E.SCR: --shipped-bugs: nothing shows which game's it is: give --game nemesis or --game zgi"
	expect 0 scr-inspect --lint --shipped-bugs --game nemesis VE5E.SCR
	prints "VE5E.SCR:1:1: puzzle 19398"
	expect 0 scr-inspect --lint --shipped-bugs --game zgi --json VE5E.SCR
	printf '%s' "$output" >json
	is none "$(jq '[.results[0].shipped_bugs[] | select(.state == "faulty")] | length' json)" 0
	# The game around a script shows it, too.
	mkdir -p around/x/y around/ZNEMSCR
	: >around/ZNEMSCR/MEDIUM.ZIX
	cp VE5E.SCR around/x/y
	expect 0 scr-inspect --lint --shipped-bugs around/x/y/VE5E.SCR
	prints "around/x/y/VE5E.SCR:1:1: puzzle 19398"
	expect 2 scr-inspect --shipped-bugs VE5E.SCR
	expect 2 scr-inspect --lint --game zgi VE5E.SCR
}

@test "known faults in an archive, and those of one edition" {
	mkdir zgi
	printf 'puzzle:10836 {\nresults {\na:assign(1, 2)\n}\n}\n' >pp1f.scr
	printf 'puzzle:1 {\nresults {\na:animplay:9(me1ga011.avi 0 0 300 213 0 9 1)\n}\n}\n' >me1g.scr
	expect 0 zfs-pack -q --key 5a10c377 -o zgi/SCRIPTS.ZFS pp1f.scr me1g.scr
	: >zgi/INQUIS.STR
	expect 0 scr-inspect --lint --shipped-bugs zgi
	prints "zgi/SCRIPTS.ZFS/me1g.scr:3:1: animplay me1ga011.avi:" \
		"zgi/SCRIPTS.ZFS/pp1f.scr:1:1: puzzle 10836: the flag of the video stays 1, and the room is dark later (only in the dvd edition)"
	# The size of the archive shows the edition.
	truncate -s 8336944 zgi/SCRIPTS.ZFS
	expect 0 scr-inspect --lint --shipped-bugs zgi
	[[ $output != *10836* ]]
	truncate -s 8433326 zgi/SCRIPTS.ZFS
	expect 0 scr-inspect --lint --shipped-bugs zgi
	prints "puzzle 10836"
}

@test "lint of a game knows its places and the sizes of its films" {
	sample shaft
	printf '%s\n' 'puzzle:1 {' 'criteria {' '[8]=65' '}' 'results {' 'a:change_location(x, x, 1x, 0)' \
		'a:animplay:9(film.rlf 0 0 7 5 0 1 1)' '}' '}' >shaft/gary.scr
	{
		printf 'FELR'
		head -c 152 /dev/zero
		printf '\4\0\0\0\4\0\0\0'
		head -c 50 /dev/zero
	} >shaft/FILM.RLF
	expect 0 scr-inspect --lint shaft
	prints "shaft/gary.scr:6:19: no xx1x.scr in the folders" \
		"shaft/gary.scr:7:1: 8 by 6 pixels, but film.rlf doubled has 8 by 8: it is not doubled [rectangle]"
	[[ $output != *no-file* && $output != *blanks* ]]
	expect 0 scr-inspect --lint --data shaft shaft/gary.scr
	prints "[rectangle]" "[no-place]"
	expect 0 scr-inspect --lint --shipped-bugs --game zgi shaft
	prints 'shaft/gary.scr:3:1: no blanks around the "=" after [8] [blanks]'
}

@test "the cross-reference tells who reads, who writes, and which place leads where" {
	room gn10.scr
	printf '%s\n' 'puzzle:40 {' 'criteria {' '[23] > 0' '}' 'results {' \
		'a:change_location(0, 0, 00, 0)' '}' '}' >gary.scr
	expect 0 scr-inspect --xref gn10.scr gary.scr
	prints "key 23
  write   gn10.scr:8:15 puzzle 10 assign
  read    gary.scr:3:1 puzzle 40 criteria" "key 20 (just restored)
  read    gn10.scr:4:1 puzzle 10 criteria
  write   gn10.scr:17:1 control 20 push_toggle
  control gn10.scr:17:1 push_toggle" "gn10 -> gary  gn10.scr:9 puzzle 10" \
		"gary -> back  gary.scr:6 puzzle 40"
	expect 0 scr-inspect --xref --format dot gn10.scr gary.scr
	is dot "$output" 'digraph places {
	"gn10";
	"gary";
	"gn10" -> "gary" [label="10"];
	"gary" -> "back" [label="40", style=dashed];
}'
	expect 0 scr-inspect --xref -o g.dot gn10.scr gary.scr
	is file "$(cat g.dot)" "$("$EXHUME" scr-inspect --xref --format dot gn10.scr gary.scr)"
	expect 0 scr-inspect --xref --json gn10.scr gary.scr
	printf '%s' "$output" >json
	holds json '.results[0] | .keys[] | select(.key == 23) | .writes[0] == {file: "gn10.scr", line: 8, column: 15, how: "assign", puzzle: 10}'
	holds json '.results[0] | [.places[] | [.from, .to]] == [["gn10", "gary"], ["gary", "0000"]]'
	[ -z "$(command -v dot)" ] || dot -Tsvg g.dot >/dev/null
}

@test "all scripts of a game, loose ones and those in archives" {
	sample shaft
	room shaft/GN10.SCR
	expect 0 scr-inspect -q shaft
	prints "# shaft/GN10.SCR" "# shaft/SCRIPTS.ZFS/MOLE.SCR" "puzzle:10 {"
	expect 0 scr-inspect -q --json shaft
	is scripts "$(jq -c '.results[0].scripts | [.[] | [.file, (.puzzles | length)]]' <<<"$output")" \
		'[["shaft/GN10.SCR",1],["shaft/SCRIPTS.ZFS/MOLE.SCR",1]]'
	expect 0 scr-inspect --lint shaft
	prints "shaft/GN10.SCR:5:1: key 21 is read, but nothing in these scripts writes it"
	expect 0 scr-inspect --xref shaft
	prints "shaft/SCRIPTS.ZFS/MOLE.SCR:7:"
	printf 'a' >shaft/bad.scr
	expect 1 scr-inspect --json shaft
	is good "$(jq -c '.results[0] | [.status, (.scripts | length)]' <<<"$output")" '["failed",2]'
	mkdir empty
	expect 1 scr-inspect empty
	says "empty: no game"
}

@test "wrong usage" {
	room a.scr
	expect 2 scr-inspect
	expect 2 scr-inspect --lint --xref a.scr
	expect 2 scr-inspect --format dot a.scr
	expect 2 scr-inspect --data . a.scr
	expect 2 scr-inspect --format pdf a.scr
	expect 2 scr-inspect -o - a.scr a.scr
}

@test "a full disk and a closed pipe are told" {
	room a.scr
	run --separate-stderr -- bash -c '"$0" scr-inspect a.scr >/dev/full' "$EXHUME"
	check_run 1 "a full disk"
	says "standard output: can't write: No space left on device"
}

# It takes a second; the limits are for a busy machine, with sanitizers.
@test "a million lines are read in a moment" {
	awk 'BEGIN { for (i = 0; i < 100000; i++) { k = i % 20000; printf "puzzle:%d {\r\n criteria {\r\n  [%d] = 0\r\n }\r\n results {\r\n  action:assign(%d, 1)\r\n  action:timer:%d(5)\r\n }\r\n\r\n}\r\n", k, k, k, k } }' >large.scr
	is lines "$(wc -l <large.scr)" 1000000
	run --separate-stderr -- timeout 300 "$EXHUME" scr-inspect -q -o out.scr large.scr
	check_run 0 "a million lines"
	is puzzles "$(grep -c '^puzzle' out.scr)" 100000
	run --separate-stderr -- timeout 300 "$EXHUME" scr-inspect -q --lint -o lint.txt large.scr
	check_run 0 "lint of a million lines"
	is findings "$(grep -c 'duplicate-key' lint.txt)" 80000
}

@test "odd files neither hang nor take more memory than there is" {
	{ echo 'puzzle:1 {'; yes 'a {' | head -n 300000; } >deep.scr
	run --separate-stderr -- timeout 300 "$EXHUME" scr-inspect -q deep.scr
	check_run 1 "blocks in blocks"
	{ echo 'puzzle:1 {'; echo 'results {'; yes x | head -n 300000; } >unread.scr
	run --separate-stderr -- timeout 300 "$EXHUME" scr-inspect -q unread.scr
	check_run 1 "lines that are dropped"
	{ printf 'puzzle:1 {\nresults {\na:b('; head -c 4000000 /dev/zero | tr '\0' '['; } >long.scr
	run --separate-stderr -- timeout 300 "$EXHUME" scr-inspect -q long.scr
	check_run 1 "a long line"
	{ echo 'puzzle:1 {'; echo 'criteria {'; yes '[5] ! 1' | head -n 300000; } >same.scr
	run --separate-stderr -- timeout 300 "$EXHUME" scr-inspect -q --lint same.scr
	check_run 1 "criteria of one key"
}

@test "a graph's ending without --xref is wrong usage" {
	printf 'puzzle:1 {\n}\n' >ga.scr
	expect 2 scr-inspect -o ga.dot ga.scr
	says "--format dot is only for --xref"
	absent ga.dot
}

# edit FILTER: a.json through jq, packed to b.scr.
edit() {
	jq "$1" a.json >b.json
	expect 0 scr-inspect --pack -f -o b.scr b.json
}

@test "JSON is packed to the same bytes, odd lines and line ends included" {
	room a.scr
	printf 'puzzle:1 {\r# one\n  results {\n\ta:b(1)\r\nno colon\n}\n}\n\n\n stray\ncontrol:2 \311T {\n odd {\n x\n }\n}' >b.scr
	: >c.scr
	printf 'puzzle:1 {\npuzzle:2 {\ncriteria {\n[1] = [2]\n}\nflags {\nDISABLED\n}\n}\n}' >d.scr
	expect 0 scr-inspect -q --format json -o json/ a.scr b.scr c.scr d.scr
	expect 0 scr-inspect --pack -o back/ json/*.json
	silent
	for name in a b c d; do cmp $name.scr back/$name.scr; done
	expect 0 scr-inspect --pack json/a.scr.json
	is text "$output" "$(cat a.scr)"
}

@test "what is edited is printed, the rest keeps its lines" {
	printf '# head\r\npuzzle:1 {  # first\r\n  results { \r\n\ta:assign(1,1)\r\n }\r\n}\r\n\r\n\r\npuzzle:2 {\r\n# inside\r\nlost\r\n}\r\n\r\n# last\r\ncontrol:3 push_toggle {\r\n}\r\n' >a.scr
	expect 0 scr-inspect -q --format json -o a.json a.scr
	edit '.results[0].puzzles[1].results = [{action: "add", slot: 4, args: ["5", "[6]"]}]'
	{
		head -n 9 a.scr
		printf '%s\r\n' '    results {' '        action:add:4(5, [6])' '    }'
		tail -n +10 a.scr
	} | cmp - b.scr
	edit '.results[0].puzzles[0].results[0].args[1] = "2"'
	{
		head -n 3 a.scr
		printf '        action:assign(1, 2)\r\n'
		tail -n +5 a.scr
	} | cmp - b.scr
	edit '.results[0] |= (.puzzles = [{key: 9, criteria: [], results: [], flags: []}] + .puzzles | .puzzles[2].key = 5 | .controls[0].params = [["cursor", ["idle"]]])'
	{
		head -n 1 a.scr
		printf '%s\r\n' 'puzzle:9 {' '}'
		tail -n +2 a.scr | head -n 7
		printf 'puzzle:5 {\r\n'
		tail -n +10 a.scr | head -n 6
		printf '    cursor(idle)\r\n'
		tail -n 1 a.scr
	} | cmp - b.scr
	edit '.results[0].puzzles |= .[1:]'
	is removed "$(grep -c puzzle b.scr)" 1
	is "the rest" "$(head -n 1 b.scr)$(tail -n 7 b.scr | md5sum)" "$(head -n 1 a.scr)$(tail -n 7 a.scr | md5sum)"
	edit '.results[0] |= (.puzzles |= [{key: 9, criteria: [[{key: 1, op: "!", arg: 2, arg_is_key: true}], [{key: 1, op: ">", arg: -3, arg_is_key: false}]], results: [], flags: ["disabled"]}] + .
		| .controls += [{key: 7, type: "ét", params: [["x", ["ä"]]]}])'
	expect 0 scr-inspect -q --json b.scr
	is wanted "$(dump <(printf '%s' "$output"))" "$(dump b.json)"
	is kept "$(tail -n +11 b.scr | head -n 16 | grep -c 'first')" 1
	edit 'del(.results[0].source)'
	is plain "$(grep -c '^puzzle' b.scr)" 2
}

@test "JSON that no script reads as is refused" {
	printf 'puzzle:1 {\nflags {\nDISABLED\n}\nresults {\nodd {\nx\n}\na:b(1)\n}\n}\n' >a.scr
	expect 0 scr-inspect -q --format json -o a.json a.scr
	refuse() {
		jq "$1" a.json >b.json
		expect 1 scr-inspect --pack -o b.scr b.json
		says "$2"
		absent b.scr
	}
	refuse '.results[0].puzzles[0].results[0].action = "UPPER"' \
		"b.json: puzzles: no script reads as number 0"
	refuse '.results[0].puzzles[0].results[0].args = ["a b"]' "no script reads as number 0"
	refuse '.results[0].puzzles[0].results[0].args = ["x)\r\n}\r\n}\r\npuzzle:7 {"]' "no script reads as"
	refuse 'del(.results[0].puzzles)' 'key "puzzles": expected a list'
	refuse '.results[0].source = 3' 'key "source": expected a list of lines'
	refuse '.results[0].source[0] = "\u20ac"' 'line 1 of "source" has characters that Latin-1 lacks'
	refuse '.results = []' 'key "results"'
	expect 1 scr-inspect --pack a.scr
	jq '.results[0].puzzles[0].key = 2' a.json >b.json
	expect 0 scr-inspect --pack -o b.scr b.json
	says "line 6: a block of unknown meaning within an edited part is lost"
	expect 2 scr-inspect --pack --lint a.json
	expect 2 scr-inspect --pack --format json a.json
	expect 2 scr-inspect --pack --json a.json
}

@test "the samples" {
	need_game "$data/zvision"
	expect 0 scr-inspect --json "$data/zvision/text/tour.scr"
	holds <(printf '%s' "$output") '.results[0] | (.puzzles | length) == 2 and (.controls | length) == 3'
	says_not warning
	expect 1 scr-inspect --json "$data/zvision/text/bad_unclosed.scr"
}
