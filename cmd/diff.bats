#!/usr/bin/env bats
# exhume diff

load ../testdata/cli/helper

# changed EDIT...: ./new is the game digger after these sed commands on files: FILE COMMAND ...
changed() {
	expect 0 extract -q -o work "$archives/digger"
	while [ $# -gt 0 ]; do
		sed "$2" "work/$1" >edited
		mv edited "work/$1"
		shift 2
	done
	expect 0 build -o new work
}

@test "the same games" {
	for game in digger dreams shaft opl2; do
		expect 0 diff "$archives/$game" "$archives/$game"
		[[ ${lines[-1]} == *" same, 0 changed, 0 added, 0 removed" ]]
		[ "${#lines[@]}" = 1 ]
	done
	cp -r "$archives/digger" copy
	expect 0 diff "$archives/digger" copy
}

@test "texts line by line, scripts by disassembly" {
	changed text.003.tsv 's/fossil of a mole/tooth of a vole/' script.001.txt 's/callb	1, 2/callb	1, 4/'
	expect 1 diff "$archives/digger" new
	prints "text:3: changed" "  text.003.tsv: 1 line removed, 1 added" "A tooth of a vole"
	prints "script:1: changed" "    - 	callb	1, 2" "    + 	callb	1, 4"
	[ "${lines[-1]}" = "29 same, 2 changed, 0 added, 0 removed" ]
	expect 1 diff --brief "$archives/digger" new
	[[ $output != *vole* ]]
	expect 1 diff --only text "$archives/digger" new
	[ "${lines[-1]}" = "2 same, 1 changed, 0 added, 0 removed" ]
	expect 0 diff --except text --except script:1 "$archives/digger" new
	expect 1 diff --json "$archives/digger" new
	[ "$(command jq -c '.results[0].games[0].counts' <<<"$output")" = '{"same":29,"changed":2,"added":0,"removed":0}' ]
	[ "$(jq -c '.results[0].games[0].assets[] | select(.id == "text:3") | .files[0] | [.lines_removed, .lines_added]' <<<"$output")" = '[1,1]' ]
}

@test "code that moved shows what is new only" {
	expect 0 extract -q -o work "$archives/digger"
	awk '{ print } /^	callk	Said, 2/ && !n++ { print "	ldi	0"; print "	ldi	1" }' work/script.001.txt >edited
	mv edited work/script.001.txt
	expect 0 build -o new work
	expect 1 diff "$archives/digger" new
	prints "  script.001.txt: 0 lines removed, 2 added" "    + 	ldi	0"
}

@test "pictures: how many pixels, and where" {
	expect 0 extract -q -o work "$archives/dreams"
	cp work/graphics/tile16m/0011.png work/graphics/tile16m/0010.png
	expect 0 build -o new work
	expect 1 diff "$archives/dreams" new
	prints "tile16m:10: changed" "  tile16m/0010.png: " " of 256 pixels differ, within "
	[ "${lines[-1]}" = "634 same, 1 changed, 0 added, 0 removed" ]
	expect 1 diff --json "$archives/dreams" new
	jq -e '.results[0].games[0].assets[0].files[0] | .pixels_changed > 0 and .pixels == 256 and (.box | length == 4)' <<<"$output"
}

@test "levels cell by cell" {
	expect 0 extract -q -o work "$archives/dreams"
	command jq -c '.layers[0].data[45] += 1' work/levels/00.tmj >edited
	mv edited work/levels/00.tmj
	expect 0 build -o new work
	expect 1 diff "$archives/dreams" new
	prints "level:0: changed" "  00.background.csv: 1 of 1496 cells differ" "    x 1, y 1: "
}

@test "sounds: level, spectrum, samples" {
	mkdir a b
	cp "$archives/opl2/notes.opl2log" a/song.opl2log
	cp "$archives/opl2/keys.opl2log" b/song.opl2log
	expect 1 diff a b
	prints "song:song.opl2log: changed" " frames differ, the first at " " Hz: " " dB, now "
}

@test "what came and went" {
	expect 1 diff "$archives/burrow" "$archives/digger"
	prints "script:1: added"
	expect 1 diff "$archives/digger" "$archives/burrow"
	prints "script:1: removed"
	expect 1 diff "$archives/digger" "$archives/dreams"
	prints "game of sci: removed" "game of keen: added"
	mkdir -p a/x b/x
	cp -r "$archives/digger" a/x
	cp -r "$archives/digger" "$archives/shaft" b/x
	expect 1 diff a b
	prints "x/digger: 31 same" "x/shaft: game of zvision: added"
}

@test "an archive that one side lacks" {
	cp -r "$archives/dreams" with
	cp -r with without
	rm without/DREAMS.EGA
	expect 1 diff with without
	is graphics "${lines[-1]}" "60 same, 0 changed, 0 added, 575 removed"
	expect 1 diff without with
	is graphics "${lines[-1]}" "60 same, 0 changed, 575 added, 0 removed"
	rm without/DREAMS.MAP with/DREAMS.AUD
	expect 1 diff --json with without
	is all "$(command jq -c '.results[0].games[0].counts' <<<"$output")" '{"same":0,"changed":0,"added":56,"removed":579}'
	is first "$(jq -c '[.results[0].games[0].assets[] | .change] | unique' <<<"$output")" '["added","removed"]'
	expect 0 diff --only sound:1- without without
	for archive in SCENES.ZFS SCRIPTS.ZFS; do
		cp -r "$archives/shaft" $archive.d
		rm $archive.d/$archive
		expect 1 diff "$archives/shaft" $archive.d
		is $archive "${lines[-1]}" "5 same, 0 changed, 0 added, 4 removed"
	done
}

@test "archives of games are compared as extract reads them" {
	need_libarchive
	mkdir tmp
	export TMPDIR=$PWD/tmp
	cp -r "$archives/digger" game
	chmod -R u+w game
	tar -czf a.tgz game
	zip_of b.zip other "$archives/digger"
	expect 0 diff a.tgz b.zip
	prints "31 same"
	expect 0 diff b.zip "$archives/digger"
	rm game/RESOURCE.002
	zip_of c.zip other game
	expect 1 diff b.zip c.zip
	says "c.zip: other/"
	says_not "$TMPDIR"
	expect 2 diff a.tgz game.missing
	is left "$(ls tmp)" ""
}

@test "names in upper or lower case are the same" {
	mkdir a b
	cp "$archives/shaft/sign.tga" a
	cp "$archives/shaft/sign.tga" b/SIGN.TGA
	expect 0 diff a b
}

@test "a damaged asset" {
	cp -r "$archives/digger" bad
	chmod u+w bad/*
	printf '\377\377\377' | dd of=bad/RESOURCE.001 bs=1 seek=3000 conv=notrunc status=none
	expect 1 diff "$archives/digger" bad
	[[ $output == *" changed"* ]]
}

@test "trouble has status 2" {
	mkdir empty
	expect 2 diff "$archives/digger" empty
	[[ $stderr == *"empty: no game that is known"* ]]
	expect 2 diff "$archives/digger" missing
	expect 2 diff "$archives/digger"
	expect 2 diff a b c
	expect 2 diff - "$archives/digger"
	expect 2 diff --only nothing "$archives/digger" "$archives/digger"
	expect 2 diff -o missing/folder/. "$archives/digger" "$archives/digger"
}

@test "-o writes a file" {
	expect 1 diff -o out.txt "$archives/burrow" "$archives/digger"
	[ -z "$output" ]
	grep -q 'script:1: added' out.txt
	expect 2 diff -o out.txt "$archives/burrow" "$archives/digger"
	expect 1 diff -f -o out.txt "$archives/burrow" "$archives/digger"
}

@test "the page has the files of a game in folders with long names" {
	local long=$(printf 'x%.0s' {1..200})
	local inner=$long/$long/$long
	expect 0 extract -q -o work "$archives/dreams"
	cp work/graphics/tile16m/0011.png work/graphics/tile16m/0010.png
	mkdir -p "one/$inner" "two/$inner"
	cp "$archives"/dreams/* "one/$inner"
	expect 0 build -q -o new work
	cp new/* "two/$inner"
	expect 1 diff --json --page page one two
	holds <(echo "$output") 'first(.. | .files? // empty)[0].b == "b/\($inner)/tile16m/tile16m/0010.png"' --arg inner "$inner"
	cmp work/graphics/tile16m/0010.png "page/b/$inner/tile16m/tile16m/0010.png"
}
