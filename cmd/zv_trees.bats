#!/usr/bin/env bats
# Games of ZVision as they were sold: one game in many folders and archives. Source:
# zvision-2 1.

load ../testdata/cli/helper

# archive FILE NAME...: of the files in the folder scripts.
archive() {
	local file=$1

	shift
	mkdir -p "$(dirname "$file")"
	(cd scripts && "$EXHUME" zfs-pack -q -f -o packed.zfs "$@")
	mv scripts/packed.zfs "$file"
}

# picture FILE RED: 48 by 64 pixels.
picture() {
	mkdir -p "$(dirname "$1")"
	{
		printf '\0\0\2\0\0\0\0\0\0\0\0\0\60\0\100\0\20\40'
		for ((i = 0; i < 48 * 64; i++)); do printf "$2"; done
	} >"$1"
}

# puzzle ACTION...: done at once.
puzzle() {
	printf 'puzzle:60 {\nresults {\n'
	printf 'action:%s\n' "$@"
	printf '}\nflags {\nDO_ME_NOW\n}\n}\n'
}

# sound FILE SIZE
sound() {
	mkdir -p "$(dirname "$1")"
	head -c "$2" /dev/zero >"$1"
}

# nemesis FOLDER: three disks side by side. Of two pictures of a name, that of DATA3 counts.
nemesis() {
	mkdir -p scripts
	(
		cd scripts
		puzzle 'assign(1 1)' >universe.scr
		puzzle 'change_location(t, e, 1e, 0)' >gary.scr
		for name in g ga gj gjse t te; do echo '# nothing' >$name.scr; done
		{
			puzzle 'set_screen(te1ea.tga)'
			printf 'control:101 pana {\nangle(27)\n}\n'
		} >te1e.scr
		cp "$EXHUME_TESTDATA"/archives/zvision/00IDLEA.ZCR .
	)
	archive "$1"/ZNEMSCR/GSCR.ZFS universe.scr g.scr ga.scr gary.scr gj.scr gjse.scr
	archive "$1"/ZNEMSCR/TSCR.ZFS t.scr te.scr te1e.scr
	archive "$1"/ZNEMSCR/CURSOR.ZFS 00IDLEA.ZCR
	picture "$1"/DATA1/ZASSETS/TEMPLE/TE1EA.TGA '\37\0'
	picture "$1"/DATA3/ZASSETS/TEMPLE/TE1EA.TGA '\0\174'
	cp "$EXHUME_TESTDATA"/archives/zvision/SWING.RLF "$1"/DATA1/ZASSETS/TEMPLE/TE1EB.RLF
	sound "$1"/DATA1/ZASSETS/GLOBAL/G000H1TC.RAW 256
	sound "$1"/DATA2/ZASSETS/MONAST/M000H1TC.RAW 256
	mkdir -p "$1"/DATA3/ZASSETS/ENDGAME
	echo 'The end.' >"$1"/DATA3/ZASSETS/ENDGAME/ENDNOTE.TXT
}

# index LINE...: of the disks; lines after the second dashes.
index() {
	printf '%s\r\n' 'Index of the disk' ---------- 'DIR: znemesis\znemscr\gscr.zfs' \
		'CD0: \data1\zassets\temple' 'CD2: \data3\zassets\temple' 'DIR: znemesis\' "$@"
}

# zgi FOLDER: ADDON counts before all others.
zgi() {
	mkdir -p scripts
	(
		cd scripts
		puzzle 'assign(1 1)' >universe.scr
		puzzle 'set_screen(x.tga)' 'music:61(0 c000h01q.raw 0)' \
			'music:62(0 me00h62p.raw 0)' >gary.scr
		for name in g ga; do echo '# nothing' >$name.scr; done
		cp "$EXHUME_TESTDATA"/archives/zvision/00IDLEA.ZCR .
	)
	archive "$1"/SCRIPTS.ZFS universe.scr g.scr ga.scr gary.scr
	archive "$1"/CURSOR.ZFS 00IDLEA.ZCR
	picture scripts/x.tga '\0\174'
	archive "$1"/ADDON/P.ZFS x.tga
	picture "$1"/ADDON/Y.TGA '\0\174'
	picture "$1"/ZASSETS1/GLOBAL/X.TGA '\37\0'
	picture "$1"/ZASSETS1/GLOBAL/Y.TGA '\37\0'
	sound "$1"/ZASSETS1/GLOBAL/Z0000H1Q.RAW 4
	sound "$1"/ZASSETS2/GLOBAL/Z0000H1Q.RAW 100
	sound "$1"/ZASSETS2/MONAST2/C000H01Q.SRC 200
	printf '%s\r\n' 'Index of the disk' ---------- 'DIR: zgi\scripts.zfs' \
		'CD0: \zassets1\global' 'CD1: \zassets2\monast2' ---------- '1 gary.scr' \
		'2 x.tga' '2 y.tga' '2 z0000h1q.raw' '3 c000h01q.src' >"$1"/INQUIS.ZIX
}

# builds FOLDER: what was extracted gives it back.
builds() {
	expect 0 build -q "$1.extracted" -o "$1.built"
	diff -r "$1" "$1.built"
}

# source INDEX NAME: where the asset of that name is.
source_of() {
	jq -r --arg name "$2" '.assets[] | select(.name | ascii_downcase == $name).source' "$1"
}

# shadowed INDEX: what is left out, and what counts instead.
shadowed() {
	jq -r '.left_out[]? | select(.reason == "shadowed") | "\(.source) \(.instead)"' "$1"
}

@test "three disks side by side are one game, with its scripts" {
	nemesis game
	expect 0 extract game
	[ "$(find game.extracted -name index.json)" = game.extracted/index.json ]
	is assets "$(jq '.assets | length' game.extracted/index.json)" 15
	is place "$(source_of game.extracted/index.json te1ea.tga)" DATA3/ZASSETS/TEMPLE/TE1EA.TGA
	is shadowed "$(shadowed game.extracted/index.json)" \
		"DATA1/ZASSETS/TEMPLE/TE1EA.TGA DATA3/ZASSETS/TEMPLE/TE1EA.TGA"
	expect 0 tgz2png -q --transpose yes -o x.png game/DATA3/ZASSETS/TEMPLE/TE1EA.TGA
	cmp x.png game.extracted/TE1EA.TGA.png
	builds game
	expect 0 zv-run -q --frames 30 --json game
	holds - '.results[0] | .game == "nemesis" and .place == "te1e" and .warnings == []' \
		<<<"$output"
	expect 0 zv-world game
	prints "gary -> te1e"
}

@test "a file in the tree of a game is read with the scripts that lie elsewhere" {
	nemesis game
	expect 0 rlf2png -v -o film game/DATA1/ZASSETS/TEMPLE/TE1EB.RLF
	says "transposed: te1e.scr"
	expect 0 tgz2png -v -o x.png game/DATA1/ZASSETS/TEMPLE/TE1EA.TGA
	says "transposed: te1e.scr"
	expect 0 raw2wav -v -o x.wav game/DATA2/ZASSETS/MONAST/M000H1TC.RAW
	says "as in Nemesis"
	mkdir alone
	cp game/DATA1/ZASSETS/TEMPLE/TE1EB.RLF alone
	expect 0 rlf2png -v -o film2 --data game alone/TE1EB.RLF
	says "transposed: te1e.scr"
}

@test "the index of the disks says which of a name counts, in the root or beside the scripts" {
	for place in ZNEMSCR/MEDIUM.ZIX NEMESIS.ZIX ZNEMSCR/nemesis.zix; do
		rm -rf game*
		nemesis game
		index ---------- '1 gary.scr' '9 te1ea.tga' '2 gone.tga' '2 te1ea.tga' '3 te1ea.tga' >game/$place
		expect 0 extract -q game
		is $place "$(source_of game.extracted/index.json te1ea.tga)" \
			DATA1/ZASSETS/TEMPLE/TE1EA.TGA
		builds game
	done
}

@test "an index that is cut is said to be, and not used" {
	nemesis game
	index '2 te1ea.tga' >game/NEMESIS.ZIX
	expect 0 extract game
	says "game/NEMESIS.ZIX: warning: the index is not used"
	is place "$(source_of game.extracted/index.json te1ea.tga)" DATA3/ZASSETS/TEMPLE/TE1EA.TGA
}

@test "ADDON counts before all, a file of a few bytes after all, with an index or without" {
	zgi game
	expect 0 tgz2png -q -o red.png scripts/x.tga
	for round in index walk case; do
		expect 0 extract -q game
		for name in x y; do
			cmp game.extracted/$name.tga.png red.png ||
				cmp game.extracted/${name^}.TGA.png red.png
		done
		is "a long one" "$(source_of game.extracted/index.json z0000h1q.raw | tr a-z A-Z)" \
			ZASSETS2/GLOBAL/Z0000H1Q.RAW
		is shadowed "$(jq '.left_out | length' game.extracted/index.json)" 3
		builds game
		expect 0 zv-run -q --frames 60 --json game
		holds - '.results[0] | .keys["61"] == 2 and .keys["62"] == 2 and .game == "zgi"' \
			<<<"$output"
		rm -rf game.*
		[ $round = index ] && rm game/INQUIS.ZIX
		if [ $round = walk ]; then
			mv game/ADDON game/aDDoN
			mv game/aDDoN/P.ZFS game/aDDoN/p.ZfS
			mv game/ZASSETS2 game/zassets2
			mv game/SCRIPTS.ZFS game/scripts.zfs
		fi
	done
}

@test "two games beside each other stay two, at the top or deeper" {
	zgi both/ZGI
	nemesis both/ZNEMESIS
	expect 0 extract -q both
	is games "$(jq -r '.games[].folder' both.extracted/games.json | sort | tr '\n' ' ')" "ZGI ZNEMESIS "
	for game in ZGI ZNEMESIS; do
		expect 0 build -q both.extracted/$game -o built
		diff -r both/$game built
		rm -r built
	done
	expect 1 zv-run --frames 3 both
	says "2 games"
	# One of them two levels down is the game.
	mkdir shop
	mv both/ZGI shop/app
	expect 0 zv-run -q --frames 3 shop
	# The disc of one game with the other in a folder of its own.
	mv both/ZNEMESIS shop/app
	expect 0 extract -q shop
	is games "$(jq -r '.games[].folder' shop.extracted/games.json | sort | tr '\n' ' ')" "app app/ZNEMESIS "
}

@test "which game it is is asked for, not guessed" {
	zgi game
	rm -r game/INQUIS.ZIX game/ADDON game/ZASSETS*
	expect 1 zv-run --frames 3 game
	says "give --game nemesis or --game zgi"
	expect 0 zv-run -q --frames 3 --game zgi game
	: >game/nemesis.exe
	expect 0 zv-run -q --frames 3 game
}

@test "files without scripts are converted, which is said" {
	mkdir files
	picture files/BAR.TGA '\37\0'
	sound files/G000H1TC.RAW 256
	expect 0 extract files
	says "files only, no scripts"
	says "taken for nemesis"
	is assets "$(jq -r '.assets[].id' files.extracted/index.json | tr '\n' ' ')" \
		"picture:BAR.TGA sound:G000H1TC.RAW "
	mkdir sounds
	sound sounds/c000h01q.raw 256
	expect 0 extract sounds
	says "taken for zgi"
	[ -f sounds.extracted/c000h01q.raw.flac ] || [ -f sounds.extracted/c000h01q.raw.wav ]
}

@test "an edited file is built where it counts" {
	zgi game
	expect 0 extract -q game
	sed -i 's/c000h01q/c000h01r/' game.extracted/gary.scr.txt
	expect 0 build -q game.extracted -o built
	grep -q c000h01r built/ADDON/gary.scr
	cmp game/SCRIPTS.ZFS built/SCRIPTS.ZFS
	expect 0 zv-run -q --frames 9 --json built
	expect 0 extract -q built
	grep -q c000h01r built.extracted/gary.scr.txt
	# A file in an archive of ADDON can't be hidden.
	cp game.extracted/00IDLEA.ZCR.png game.extracted/x.tga.png
	expect 1 build -f game.extracted -o built2
	says "pack that archive anew"
	[ ! -e built2 ]
	# A loose file stays where it is.
	nemesis other
	expect 0 extract -q other
	picture blue.tga '\37\0'
	expect 0 tgz2png -q --transpose yes -o blue.png blue.tga
	cp blue.png other.extracted/TE1EA.TGA.png
	expect 0 build -q other.extracted -o other.built
	cmp other/DATA1/ZASSETS/TEMPLE/TE1EA.TGA other.built/DATA1/ZASSETS/TEMPLE/TE1EA.TGA
	! cmp -s other/DATA3/ZASSETS/TEMPLE/TE1EA.TGA other.built/DATA3/ZASSETS/TEMPLE/TE1EA.TGA
	is files "$(find other.built -type f | wc -l)" "$(find other -type f | wc -l)"
}

@test "files of a few bytes that stand for others are listed, not failed" {
	nemesis game
	printf 'dummy\r\n' >game/DATA1/ZASSETS/GLOBAL/TEST.TGA
	for name in empty.rlf empty.avi b000h1tc.raw; do : >game/DATA1/ZASSETS/GLOBAL/$name; done
	expect 0 extract -q game
	is placeholders "$(jq -r '.left_out[] | select(.reason == "placeholder").name' \
		game.extracted/index.json | tr '\n' ' ')" "b000h1tc.raw empty.avi empty.rlf TEST.TGA "
	builds game
}

@test "what can't be read is missed, a pipe is left out" {
	nemesis game
	mkfifo game/DATA1/ZASSETS/GLOBAL/pipe.tga
	expect 0 extract game
	says "left out: 1 that are neither files nor folders"
	rm -r game.extracted game/DATA1/ZASSETS/GLOBAL/pipe.tga
	need_nobody
	chmod 777 .
	chmod 000 game/ZNEMSCR/TSCR.ZFS
	as_nobody "$EXHUME" extract game
	check_run 1 "extract of an unreadable archive"
	says "game/ZNEMSCR/TSCR.ZFS: can't open: Permission denied"
	is complete "$(jq .is_complete game.extracted/index.json)" false
	as_nobody "$EXHUME" zv-run -q --frames 3 game
	check_run 1 "a run without an archive"
	chmod 644 game/ZNEMSCR/TSCR.ZFS
	chmod 000 game/DATA1/ZASSETS/GLOBAL
	as_nobody "$EXHUME" extract -f game
	check_run 1 "extract of an unreadable folder"
	says "can't list this folder"
	is complete "$(jq .is_complete game.extracted/index.json)" false
	chmod 755 game/DATA1/ZASSETS/GLOBAL
}

@test "an archive with a damaged mark is named, and the index is not complete" {
	nemesis game
	printf 'XXXX' | dd of=game/ZNEMSCR/TSCR.ZFS conv=notrunc status=none
	expect 1 extract game
	says "game/ZNEMSCR/TSCR.ZFS:0x0: left out: not a ZFS archive: expected ZFSF"
	is complete "$(jq .is_complete game.extracted/index.json)" false
	: >game/ZNEMSCR/TSCR.ZFS
	expect 0 extract -f game
	says "game/ZNEMSCR/TSCR.ZFS: warning: left out: 0 bytes, expected a ZFS archive"
}

@test "what a Mac leaves beside the files is no part of the game" {
	nemesis game
	cp -r game clean
	find game -type f | while read -r file; do
		printf '\0\5\26\7\0\2\0\0Mac OS X' >"$(dirname "$file")/._$(basename "$file")"
	done
	mkdir game/__MACOSX
	cp game/DATA1/ZASSETS/TEMPLE/._* game/__MACOSX
	expect 0 extract -q game
	is assets "$(jq '.assets | length' game.extracted/index.json)" 15
	expect 0 build -q game.extracted -o game.built
	diff -r clean game.built
}
