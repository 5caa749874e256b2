#!/usr/bin/env bats
# --loose: patch files in another folder, as mods are given out, over a game of SCI.

load ../testdata/cli/helper

# modded: ./game with a folder of patch files, a text, a view and one that the volumes lack.
modded() {
	cp -r "$archives/digger" game
	mkdir game/Patches
	"$EXHUME" sci-unpack -q --type text --type view --number 1,3 -o game/Patches game
	sed -i 's/fossil of a mole/tooth of a mole/' game/Patches/text.003
	mv game/Patches/view.001 game/Patches/VIEW.001
	cp game/Patches/text.003 game/Patches/text.077
	rm -f game/Patches/text.001
}

@test "a folder of patches is named, and is no game of its own" {
	modded
	expect 0 identify game
	prints "patches 3 files in Patches, read by extract --loose DIR"
	expect 0 extract --no-page --only text -o out game
	says "game/Patches: 3 patch files, not read; --loose DIR"
	[ ! -e out/games.json ]
	holds out/index.json '.game.patches == "3 files in Patches, read by extract --loose DIR" and .counts.text == 3'
	expect 0 extract -q --only text -o quiet game
	silent
}

@test "extract reads them, says where they are, and build gives them back" {
	modded
	expect 0 extract --no-page --loose game/Patches/ -o work game
	[[ $stderr != *"not read"* ]]
	holds work/index.json '[.assets[] | select(.source | contains("/")) | .id + " " + .source] ==
		["view:1 Patches/VIEW.001", "text:3 Patches/text.003", "text:77 Patches/text.077"]'
	expect 0 extract -v --no-page --loose game/Patches/ -o work game
	says "nothing changed"
	expect 0 build -o new work
	diff -r game new
	# An edited loose file alone changes: the volumes stay.
	sed -i 's/tooth of a mole/horn of a goat/' work/text.003.tsv
	expect 0 build -o loose work
	is differing "$(diff -rq game loose)" "Files game/Patches/text.003 and loose/Patches/text.003 differ"
	grep -q 'horn of a goat' loose/Patches/text.003
	# New volumes have what lay below the loose files.
	sed -i 's/Score: /Points: /' work/text.000.tsv
	expect 0 build -o both work
	expect 0 text-dump both
	prints "Points: " "A fossil of a mole"
	[[ $output != *goat* ]]
	expect 0 text-dump --loose both/Patches both
	prints "Points: " "A horn of a goat"
}

@test "patches elsewhere, with and without the original" {
	modded
	mkdir mods
	mv game/Patches mods/mine
	expect 0 extract -q --no-page --loose mods/mine -o work game
	holds work/index.json '.options.loose == ["../mods/mine"] and any(.sources[]; .name == "mine/text.003")'
	expect 0 build -o new work
	diff -r mods/mine new/mine
	mv mods far
	expect 0 build --loose far/mine -o far.new work
	diff -r far/mine far.new/mine
	cmp game/RESOURCE.001 far.new/RESOURCE.001
	# The output and the loose files have only the root in common.
	away=$(mktemp -d /var/tmp/exhume-loose-XXXXXX)
	cp -r far/mine "$away"
	expect 0 extract -q --no-page --loose "$away/mine" -o remote game
	run ! grep -qF "$away" remote/index.json
	expect 0 build -o remote.new remote
	says_not "not there"
	rm -r "$away"
	diff -r far/mine remote.new/mine
	rm -r game
	expect 0 build -o alone work
	says "the game it came from is not there"
	expect 0 text-dump --loose alone/mine alone
	prints "A tooth of a mole"
}

@test "commands read them as if they lay in the game's folder" {
	modded
	expect 0 sci-unpack --loose game/Patches -q -o all game
	cmp game/Patches/text.003 all/text.003
	cmp game/Patches/VIEW.001 all/view.001
	expect 0 view2png --loose game/Patches --list --number 1 game
	prints view.001
	expect 0 sci-script --loose game/Patches --script 1 game
	expect 0 sci-run -q --loose game/Patches --frames 2 game
	# The game's own patch files come second, and of several folders the last comes first.
	mkdir more
	sed 's/tooth of a mole/wings of a bat/' game/Patches/text.003 >more/TEXT.003
	sed 's/tooth of a mole/scale of a cat/' game/Patches/text.003 >game/text.003
	expect 0 text-dump --loose more --loose game/Patches --number 3 game
	prints "A tooth of a mole"
	[[ $output != *"a cat"* && $output != *"a bat"* ]]
	expect 0 text-dump --loose game/Patches --loose more --number 3 game
	prints "A wings of a bat"
}

@test "folders without patch files, and games of others" {
	modded
	mkdir empty
	expect 1 extract --loose none -o out game
	says "none: --loose: expected a folder with patch files of an SCI game"
	expect 1 view2png --loose empty -o out game
	says "empty: --loose: expected a folder with patch files"
	expect 1 view2png --loose game/Patches -o out empty
	says "empty: neither RESOURCE.MAP nor a patch file"
	[ ! -e out ] || [ -z "$(files_in out)" ]
	expect 0 extract -o keen --only level --loose game/Patches "$archives/keen4"
	says "--loose is for games of SCI: not used"
}
