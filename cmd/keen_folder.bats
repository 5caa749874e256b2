#!/usr/bin/env bats
# Finds the files of a folder that belong to a game of Keen: several games, backups, strangers, missing and renamed
# archives, archives in two files.

load ../testdata/cli/helper

# The games of the last extract -o all, and whether they are complete.
games() {
	jq -r '.games[] | .folder' all/games.json | sort | xargs
}

is_complete() {
	is is_complete "$(jq .is_complete "$1/index.json")" "$2"
}

# dreams NAME, keen4 NAME: a copy of a small game.
dreams() {
	mkdir -p "$1"
	cp "$archives/dreams"/* "$1"
}

# The same without sounds, which are half of its time.
silent_dreams() {
	dreams "$1"
	rm "$1"/*AUD*
}

keen4() {
	mkdir -p "$1"
	cp "$archives/keen4"/*.SMP "$1"
}

# program_of FILE TABLE...: a program with tables.
program_of() {
	local table
	{
		head -c 1000 "$manual/exhume-egagrab.1"
		for table in "${@:2}"; do
			cat "$archives/$table"
			head -c 502 "$manual/exhume-egagrab.1"
		done
	} >image
	program "$1" image
	rm image
}

# The program of the small Keen 4, with all of its tables.
keen4_program() {
	program_of "$1" keen4/{EGAHEAD,EGADICT,MAPHEAD,AUDIOHHD,AUDIODCT}.SMP
}

@test "two games in one folder: each by the ending of its tables" {
	dreams both
	keen4 both
	expect 1 extract -q --no-page -o all both
	is games "$(games)" "keen-mol keen-smp"
	expect 0 extract -q --no-page -o mol "$archives/dreams"
	expect 1 extract -q --no-page -o smp "$archives/keen4"
	for name in mol smp; do
		same_tree "all/keen-$name/levels" "$name/levels"
		same_tree "all/keen-$name/sounds" "$name/sounds"
		same_tree "all/keen-$name/graphics" "$name/graphics"
	done
	expect 0 identify both
	is lines "$(grep -c '^both: game of keen' <<<"$output")" 2
	prints " sprite, " " music; "
	expect 0 identify --json both
	is levels "$(jq -c '[.results[].assets.level] | sort' <<<"$output")" '[3,4]'
	expect 0 diff both both
	for name in mol smp; do
		expect 0 build -q -o "new.$name" "all/keen-$name"
		diff -r both "new.$name"
	done
}

@test "an archive that is edited in one of two games" {
	silent_dreams both
	keen4 both
	expect 1 extract -q --no-page -o all both
	sed '0,/"data":\[/s//&/; s/MOLE LAND/DEEP LAND/' all/keen-mol/levels/00.tmj >edited
	mv edited all/keen-mol/levels/00.tmj
	expect 0 build -q -o new all/keen-mol
	cmp both/GAMEMAPS.SMP new/GAMEMAPS.SMP
	run ! cmp -s both/DREAMS.MAP new/DREAMS.MAP
	expect 0 mapdump --list new/DREAMS.MAP
	prints "DEEP LAND"
}

@test "tables of one game and a program of another" {
	dreams both
	keen4_program both/KEEN4E.EXE
	for name in EGAGRAPH GAMEMAPS AUDIO; do
		cp "$archives/keen4/$name.SMP" "both/$name.CK4"
	done
	expect 1 extract -q --no-page -o all both
	is games "$(games)" "keen-ck4 keen-mol"
	is_complete all/keen-mol true
	is levels "$(find all/keen-mol/levels -name '*.tmj' | wc -l) $(jq '.counts.level' all/keen-ck4/index.json)" "4 3"
}

@test "an archive without its tables: named, and status 1" {
	local head archive
	while read -r head archive; do
		keen4 game
		rm "game/$head"
		expect 1 identify game
		says "game/$archive: no "
		rm -rf game
	done <<-END
		EGAHEAD.SMP EGAGRAPH.SMP
		MAPHEAD.SMP GAMEMAPS.SMP
		AUDIOHHD.SMP AUDIO.SMP
		AUDIODCT.SMP AUDIO.SMP
	END
	dreams game
	rm game/AUDIODCT.MOL
	printf 'A mole\0digs.~' >game/STORY.MOL
	printf 'mole' >game/DREAMS.CMP
	expect 1 extract --no-page --except sprite --except tile16m -o all game
	says "game/DREAMS.AUD: no AUDIOHHD with AUDIODCT, or AUDIOHED, that fits beside it"
	says "game/STORY.MOL:0x6: warning: left out: not text: byte 00"
	says "game/DREAMS.CMP: not a Softdisk library of pictures"
	is_complete all false
}

@test "a head without its archive: named, and status 1" {
	while read -r head archive; do
		rm -rf game all
		[ "$archive" = DREAMS.AUD ] && dreams game || silent_dreams game
		rm "game/$archive"
		expect 1 identify game
		says "game/$head: its archive is missing"
		expect 1 extract -q --no-page -o all game
		says "game/$head: its archive is missing"
		is_complete all false
		cp "$archives/dreams/$archive" game
		expect 0 extract -q --no-page -o all game
		is_complete all true
	done <<-END
		EGAHEAD.MOL DREAMS.EGA
		MAPHEAD.MOL DREAMS.MAP
		AUDIOHHD.MOL DREAMS.AUD
	END
	while read -r head archive; do
		rm -rf game all
		keen4 game
		rm "game/$archive"
		expect 1 extract -q --no-page -o all game
		says "game/$head: its archive is missing"
		is_complete all false
	done <<-END
		EGAHEAD.SMP EGAGRAPH.SMP
		MAPHEAD.SMP GAMEMAPS.SMP
		AUDIOHHD.SMP AUDIO.SMP
	END
	# Heads for EGA and for CGA go with one archive of graphics.
	dreams cards
	cp "$archives/dreams-cga/"CGA* cards
	expect 0 identify cards
}

@test "backups belong to no game" {
	dreams game
	keen4 four
	expect 0 extract -q --no-page -o whole game
	for name in "DREAMS - Copy.EGA" "Copy of DREAMS.EGA" "DREAMS (1).EGA" DREAMS.EGA~ DREAMS.BAK AUDIO.OLD \
		"DREAMS copy 2.map" egagraph.orig; do
		head -c 300 "$manual/exhume-egagrab.1" >"game/$name"
	done
	cp game/MAPHEAD.MOL game/MAPHEAD.BAK
	cp game/MAPHEAD.MOL "game/MAPHEAD - Copy.MOL"
	cp game/DREAMS.MAP game/GAMEMAPS.BAK
	expect 0 extract -q --no-page -o all game
	is_complete all true
	for name in graphics levels sounds; do
		same_tree all/$name whole/$name
	done
	expect 0 keen-run --map 1 --frames 2 game
	for name in EGAHEAD MAPHEAD AUDIOHHD EGADICT; do
		head -c 999 "$manual/exhume-egagrab.1" >"four/$name.BAK"
	done
	cp four/GAMEMAPS.SMP four/backup.map
	echo 'Start Stop Length Name Class' >four/KEEN.MAP
	expect 1 extract -q --no-page -o four.all four
	is source "$(jq -r '[.assets[] | select(.kind == "level") | .source] | unique[]' four.all/index.json)" GAMEMAPS.SMP
}

@test "two archives that fit are both named, and none is taken" {
	silent_dreams game
	cp game/DREAMS.MAP game/backup.map
	expect 1 identify game
	says "backup.map" "DREAMS.MAP fits as well: two archives of levels"
	expect 1 extract -q --no-page -o all game
	says "backup.map" "DREAMS.MAP fits as well"
	is_complete all false
	absent all/levels
	# One that does not fit is no rival.
	head -c 200 "$manual/exhume-egagrab.1" >game/backup.map
	expect 0 extract -q --no-page -o more game
	is source "$(jq -r '[.assets[] | select(.kind == "level") | .source] | unique[]' more/index.json)" DREAMS.MAP
}

@test "files that end as archives do, without tables, are no game" {
	mkdir -p game/sub lone
	cp "$archives/digger"/* game
	echo '{"version":3}' >game/bundle.js.map
	cp game/RESOURCE.MAP game/old.map
	cp "$archives/dreams/DREAMS.EGA" game/LONELY.EGA
	cp game/bundle.js.map game/sub
	cp game/bundle.js.map lone
	expect 0 extract -q --no-page -o all game
	is_complete all true
	expect 0 identify game
	is games "$(grep -c 'game of' <<<"$output")" 1
	expect 1 identify lone
	prints "lone: a folder without a known game"
	silent_dreams keen
	cp game/*.map keen
	printf ' Start  Stop   Length Name\n' >keen/KEEN.MAP
	expect 0 extract -q --no-page -o keen.all keen
	is_complete keen.all true
}

@test "of heads that fit, one with a known layout is taken" {
	silent_dreams game
	expect 0 extract -q --no-page -o whole game
	# As the editor TED5 writes it: offsets of 3 bytes, without absent chunks.
	printf '%b' "$(od -An -v -tx1 -w4 game/EGAHEAD.MOL | grep -v 'ff ff ff ff' | cut -c 1-9 | sed 's/ /\\x/g' | tr -d '\n')" \
		>game/EGAHEAD.AAA
	cp game/EGADICT.MOL game/EGADICT.AAA
	expect 0 extract -q --no-page -o all game
	same_tree all/graphics whole/graphics
	# One that lacks the last chunks.
	{ head -c 4000 game/EGAHEAD.MOL; tail -c 4 game/EGAHEAD.MOL; } >game/EGAHEAD.AAA
	expect 0 extract -q --no-page -o cut game
	same_tree cut/graphics whole/graphics
	# Without any layout chunks stay as they are, which is said.
	keen4 four
	expect 1 extract --no-page -o four.all four
	says "four/EGAHEAD.SMP: no known layout"
	is_complete four.all false
	expect 0 extract --no-page --layout "$archives/keen4/layout.json" -o four.known four
	is_complete four.known true
	is pictures "$(jq .counts.sprite four.known/index.json)" "$(jq '.classes.sprite.count' "$archives/keen4/layout.json")"
}

@test "renamed archives beside their program" {
	mkdir game
	keen4_program game/KEEN4E.EXE
	cp "$archives/keen4/EGAGRAPH.SMP" game/MYGFX.CK4
	cp "$archives/keen4/GAMEMAPS.SMP" game/levels.ck4
	cp "$archives/keen4/AUDIO.SMP" game/SND.CK4
	head -c 600 "$manual/exhume-egagrab.1" >game/CONFIG.CK4
	expect 1 extract -q --no-page -o all game
	is sources "$(jq -r '[.assets[].source] | unique | join(" ")' all/index.json)" "MYGFX.CK4 SND.CK4 levels.ck4"
	expect 0 identify game
	prints "game: game of keen: 137 chunk, 3 level, 6 pc_effect, 6 adlib_effect, 2 music;"
	expect 0 build -q -o new all
	diff -r game new
	expect 0 diff game new
	# Tables in files of their own, too.
	keen4 more
	mv more/EGAGRAPH.SMP more/MYGFX.SMP
	expect 0 identify more
	prints "137 chunk, 3 level"
}

@test "graphics in two files" {
	keen4 game
	expect 1 extract -q --no-page -o whole game
	head -c 3001 game/EGAGRAPH.SMP >game/EGA1.SMP
	tail -c +3002 game/EGAGRAPH.SMP >game/ega2.smp
	rm game/EGAGRAPH.SMP
	expect 1 extract -q --no-page -o all game
	diff -r -x '*.json' -x raw whole/graphics all/graphics
	diff -r whole/graphics/raw all/graphics/raw
	is sources "$(jq -r '[.assets[] | select(.kind == "chunk") | .source] | unique | join(" ")' all/index.json)" \
		"EGA1.SMP ega2.smp"
	is parts "$(jq -c '.archive | [.file, .second_file, .first_size]' all/graphics/manifest.json)" \
		'["EGA1.SMP","ega2.smp",3001]'
	expect 0 build -q -o new all
	diff -r game new
	expect 0 egagrab -q --pack all/graphics -o again/EGA1.SMP
	for name in EGA1.SMP ega2.smp EGAHEAD.SMP; do
		cmp "again/$name" "game/$name"
	done
	# Under another name it is one file.
	expect 0 egagrab -q --pack all/graphics -o one/EGAGRAPH.SMP
	cmp one/EGAGRAPH.SMP "$archives/keen4/EGAGRAPH.SMP"
	absent one/ega2.smp
	# An edit: the first file keeps its size.
	first=$(find all/graphics/raw -name '0*' | sort | tail -1)
	printf 'abcdefghijklmnopqrstuvwxyz' >"$first"
	expect 0 build -q -f -o edited all
	is size "$(stat -c %s edited/EGA1.SMP)" 3001
	expect 0 diff edited edited
	expect 1 diff game edited
	# Named by the second one, in which the first asset may begin.
	expect 0 egagrab -q --pack all/graphics -o named/EGA2.SMP
	diff -r edited/ named -x 'A*' -x '*MAP*' -x 'TILE*'
	# The first alone is no archive.
	mv game/ega2.smp kept
	expect 1 identify game
	says "game/EGAHEAD.SMP: its archive is missing"
}

@test "the work file of the editor TED5 and its head" {
	mkdir game
	cp "$archives/keen4/GAMEMAPS.SMP" game/MAPTEMP.SMP
	cp "$archives/keen4/MAPHEAD.SMP" game/MAPTHEAD.SMP
	expect 0 mapdump --list game/MAPTEMP.SMP
	prints "MAPTEMP.SMP: 3 levels"
	expect 0 identify game
	prints "game: game of keen: 3 level;"
	# Files that the game reads come before work files.
	keen4 both
	cp game/* both
	expect 1 extract -q --no-page -o all both
	is source "$(jq -r '[.assets[] | select(.kind == "level") | .source] | unique[]' all/index.json)" GAMEMAPS.SMP
}

@test "real data: Keen Dreams and Keen 4 in one folder" {
	need_game "$dreams"
	need_game "$keen4"
	mkdir both
	cp "$dreams"/K* "$dreams"/*.KDR "$keen4"/*.CK4 both
	expect 0 identify both
	prints "layout keen4-1.4): 3 font" "20 level, 52 pc_effect" "layout keen-dreams-ega): 1 font" "18 level, 28 pc_effect"
}

@test "real data: Keen 4 as it was first sold, with its graphics in two files" {
	need_game "$keen4"
	mkdir game
	cp "$keen4"/*.CK4 game
	chmod -R u+w game
	head -c 400000 game/EGAGRAPH.CK4 >game/EGA1.CK4
	tail -c +400001 game/EGAGRAPH.CK4 >game/EGA2.CK4
	rm game/EGAGRAPH.CK4
	expect 0 egagrab --json --list game/EGA1.CK4
	is chunks "$(jq '.results[0].manifest.chunks | length' <<<"$output")" 4751
	expect 0 diff game "$keen4"
}

@test "texts and the title picture of Keen Dreams are parts of the game" {
	silent_dreams game
	printf 'THE STORY\r\nof a mol\x84.~rest' >game/story.mol
	printf 'no text\x01' >game/CONTEXT.MOL
	cp -r "$archives/softdisk" softdisk
	expect 0 softdisk --pack -q -o game/DREAMS.CMP softdisk/MOLE.LBM
	expect 0 extract -q --no-page -o all game
	is_complete all true
	absent all/games.json
	is text "$(cat all/texts/story.mol.txt)" $'THE STORY\nof a molä.'
	expect 0 lbm2png -q -o mole.png softdisk/MOLE.LBM
	same_pixels mole.png all/pictures/DREAMS.CMP.png
	is sources "$(jq -c '[.assets[] | select(.kind == "text" or .kind == "picture") | [.id, .source]]' all/index.json)" \
		'[["text:story.mol","story.mol"],["picture:DREAMS.CMP","DREAMS.CMP"]]'
	expect 0 identify game
	prints " 1 text, 1 picture;"
	expect 0 build -q -o new all
	diff -r game new
	sed 's/mol/mouse/' all/texts/story.mol.txt >edited
	mv edited all/texts/story.mol.txt
	expect 0 build -q -f -o new all
	printf 'THE STORY\r\nof a mouse\x84.~rest' | cmp - new/story.mol
	cmp game/DREAMS.CMP new/DREAMS.CMP
	expect 1 diff game new
	prints "text:story.mol: changed"
	echo 'x~' >>all/texts/story.mol.txt
	expect 1 build -q -f -o new all
	says "all/texts/story.mol.txt: the text contains a tilde"
	# A library with anything else, or beside no such game, is one by itself.
	cp softdisk/SAMPLE.CMP game/OTHER.CMP
	expect 0 extract -q --no-page -o more game
	is folders "$(jq -c '[.games[].folder]' more/games.json)" '["","OTHER.CMP"]'
	keen4 four
	cp game/DREAMS.CMP four
	expect 1 extract -q --no-page -o four.all four
	is folders "$(jq -c '[.games[].folder]' four.all/games.json)" '["","DREAMS.CMP"]'
}

@test "real data: texts and title picture of Keen Dreams" {
	need_game "$dreams"
	mkdir game
	cp "$dreams"/K* "$dreams"/*.KDR game
	expect 0 extract -q --no-page -o all game
	is files "$(cd all && echo texts/* pictures/*)" \
		"texts/CONTEXT.KDR.txt texts/GAMETEXT.KDR.txt texts/STORY.KDR.txt pictures/KDREAMS.CMP.png"
	is width "$(jq '.assets[] | select(.kind == "picture") | .width' all/index.json)" 320
	expect 0 build -q -o new all
	diff -r game new
}

# object TABLE SYMBOL: an object file as MakeOBJ writes it, on standard output; only the record of data has
# a checksum.
object() {
	local size data
	size=$(stat -c %s "$1")
	data="\\xa0$(le16 $((size + 4)))\\x01\\x00\\x00"
	printf '\x80\x03\x00\x01T\x00\x88\x0f\x00\x00\x00MakeOBJ v1.1\x00\x96\x0d\x00\x00\x01D\x08FAR_DATA\x00'
	printf "\\x98\\x07\\x00\\x60$(le16 "$size")\\x02\\x03\\x01\\x00\\x90$(le16 $((${#2} + 7)))"
	printf "\\x00\\x01\\x$(printf %02x "${#2}")$2\\x00\\x00\\x00\\x00$data"
	cat "$1"
	printf "\\x$({ printf "$data" && cat "$1"; } | od -An -v -tu1 |
		awk '{ for (i = 1; i <= NF; i++) sum += $i } END { printf "%02x", (256 - sum % 256) % 256 }')"
	printf '\x8a\x02\x00\x00\x00'
}

# The small Keen 4 with its tables in object files, named for the ending given.
with_objects() {
	mkdir "$1"
	cp "$archives/keen4"/{EGAGRAPH,GAMEMAPS,AUDIO}.SMP "$1"
	while read -r table symbol name; do
		object "$archives/keen4/$table.SMP" "$symbol" >"$1/$name.OBJ"
	done <<-END
		EGAHEAD _EGAhead ${2}EHEAD
		EGADICT _EGAdict ${2}EDICT
		MAPHEAD _maphead ${2}MHEAD
		AUDIOHHD _audiohead ${2}AHEAD
		AUDIODCT _audiodict ${2}ADICT
		TILEINFO _tileinfo ${2}TINFO
	END
}

@test "tables in object files: named by their contents, read, and written back into them" {
	with_objects game SMP
	expect 0 identify game/*.OBJ game/*.SMP
	prints "SMPEHEAD.OBJ: keen-object: Keen table in an object file (table graphics head, size 480" \
		"SMPMHEAD.OBJ: keen-object: Keen table in an object file (table map head, size 402, levels 3" \
		"(table Huffman dictionary, size 1024" "(table sound head, size 84" \
		"GAMEMAPS.SMP: keen-maps: Keen levels (levels 3, packing carmack)" \
		"EGAGRAPH.SMP: keen-egagraph: " "chunks 159" "AUDIO.SMP: keen-audio: "
	capture "$EXHUME" extract -q --no-page -o work game
	capture "$EXHUME" extract -q --no-page -o plain "$archives/keen4"
	for folder in graphics levels sounds; do
		diff -r -x manifest.json work/$folder plain/$folder
	done
	# An edit reaches the new table; all other bytes of its file stay.
	sed -i '2s/^[0-9]*/7/' work/levels/00.background.csv
	printf '\x00\x00' >>work/sounds/music-01.imf
	expect 0 build -q -o new work
	for name in SMPEHEAD SMPEDICT SMPADICT SMPTINFO; do
		cmp game/$name.OBJ new/$name.OBJ
	done
	run ! cmp -s game/SMPMHEAD.OBJ new/SMPMHEAD.OBJ
	is files "$(ls new | xargs)" "$(ls game | xargs)"
	capture "$EXHUME" extract -q --no-page -o again new
	cmp work/levels/00.background.csv again/levels/00.background.csv
	cmp work/sounds/music-01.imf again/sounds/music-01.imf
	# CKPatch loads tables, no object files.
	expect 0 build -q --patch SMP.PAT -o patched work
	grep -qx '%maphead MAPHEAD.SMP' patched/SMP.PAT
	cmp game/SMPMHEAD.OBJ patched/SMPMHEAD.OBJ
	expect 0 identify patched/MAPHEAD.SMP
	prints "keen-maphead: "
}

@test "odd and damaged object files, and ones that only their public names tell" {
	with_objects game SMP
	mv game/SMPMHEAD.OBJ game/LEVELS.OBJ
	mv game/SMPADICT.OBJ game/CODES.OBJ
	expect 0 mapdump -v --list game/GAMEMAPS.SMP
	says "head game/LEVELS.OBJ, dictionary none, tile information game/SMPTINFO.OBJ"
	expect 0 snd2wav -v --list game/AUDIO.SMP
	says "head game/SMPAHEAD.OBJ, dictionary game/CODES.OBJ"
	poke game/LEVELS.OBJ 476 '\x01'
	expect 0 mapdump --list game/GAMEMAPS.SMP
	says "game/LEVELS.OBJ:0x44: warning: record 0xa0: checksum 0x01, expected 0x"
	cut_to game/LEVELS.OBJ 400
	expect 1 mapdump --list --head game/LEVELS.OBJ game/GAMEMAPS.SMP
	says "game/LEVELS.OBJ:0x190: the object file ends before its end record"
	expect 1 mapdump --list game/GAMEMAPS.SMP
	# In files of the games' own names, too.
	mv game/SMPEHEAD.OBJ game/EGAHEAD.OBJ
	object "$archives/keen4/MAPHEAD.SMP" x >game/MAPHEAD.SMP
	expect 0 mapdump --list game/GAMEMAPS.SMP
	expect 0 egagrab --layout "$archives/keen4/layout.json" --list game/EGAGRAPH.SMP
}

@test "extract takes a program with tables, and one game of several" {
	mkdir game
	cp "$archives/dreams"/DREAMS.??? game
	program_of TABLES.BIN dreams/{EGAHEAD,EGADICT,MAPHEAD,MAPDICT,AUDIOHHD,AUDIODCT}.MOL
	expect 1 extract -q --no-page -o none game
	says "give --exe FILE"
	says_not "exhume egagrab"
	expect 0 extract -q --no-page --exe TABLES.BIN -o all game
	expect 0 extract -q --no-page -o whole "$archives/dreams"
	for folder in graphics levels sounds; do
		diff -r -x manifest.json all/$folder whole/$folder
	done
	# Tables that it lacks are still found beside the archives; one of no use is an error.
	cp "$archives/dreams"/*.MOL game
	program_of FEW.BIN dreams/{MAPHEAD,MAPDICT}.MOL
	expect 0 extract -q -f --no-page --exe FEW.BIN -o all game
	is head "$(jq -r .tables.head.file all/graphics/manifest.json)" EGAHEAD.MOL
	expect 1 extract -q --no-page --exe "$archives/dreams/DREAMS.MAP" -o all2 game
	says "DREAMS.MAP:0x0: not a DOS program"
	expect 1 extract -q --exe FEW.BIN -o digger "$archives/digger"
	says "no game of Keen"
	dreams both
	keen4 both
	expect 0 extract -q --no-page --game mol -o mol both
	is games "$(cd mol && echo keen-*)" keen-mol
	expect 1 extract -q --game three -o three both
	says "both: no game is called three; there are: keen-"
	expect 1 extract -q --game zgi -o three both
	# Without a sign which game it is, the two read the names of sounds differently.
	mkdir loud
	cp "$archives/zvision/EVENING.RLF" loud
	head -c 3000 "$archives/zvision/HILLS.TGA" >loud/a001n2ab.raw
	for name in nemesis zgi; do
		expect 0 extract -q --no-page --game $name -o loud.$name loud
	done
	run ! cmp -s loud.*/a001n2ab.raw.wav
}

# edit_level FOLDER NAME: other background cells in a level.
edit_level() {
	if [ -e "$1/$2.tmj" ]; then
		jq '.layers[0].data[0] += 1 | .layers[0].data[7] += 3' "$1/$2.tmj" >edited
		mv edited "$1/$2.tmj"
	else
		sed -i '1s/^[0-9]*/7/' "$1/$2.background.csv"
	fi
}

# changes BEFORE AFTER: the assets that differ.
changes() {
	"$EXHUME" diff "$1" "$2" 2>/dev/null | sed -n 's/^\([a-z].*\): changed$/\1/p' | sort | xargs
}

@test "a part of a game: the original has the rest" {
	local game graphics level changed
	dreams game
	mkdir program
	keen4_program program/KEEN4E.EXE
	for name in EGAGRAPH GAMEMAPS AUDIO; do
		cp "$archives/keen4/$name.SMP" "program/$name.CK4"
	done
	while read -r game graphics level changed; do
		rm -rf part new
		# A game without a known layout, and its chunks.
		"$EXHUME" extract -q --no-page $graphics --only "level:$level" --only pc_effect:0-3 -o part $game || [ $game = program ]
		is manifests "$(find part -name manifest.json)" ""
		expect 0 build -q -o new part
		diff -r new $game
		for folder in raw sprite tile8; do
			[ ! -d part/graphics/$folder ] || cp part/graphics/$folder/*3.* "$(ls part/graphics/$folder/*1.*)"
		done
		edit_level part/levels "0$level"
		cp part/sounds/02*.pcsnd "$(ls part/sounds/00*.pcsnd)"
		cp part/sounds/03*.pc.flac "$(ls part/sounds/01*.pc.flac)"
		rm -rf new
		expect 0 build -q -o new part
		is "$game" "$(changes $game new)" "$changed"
		rm -rf new part/graphics/*/*3.*
		expect 1 build -q -o new part
		[[ $stderr == "exhume build: part/graphics/"*"3."*": missing: extract the game again" ]]
		[ ! -e new ]
	done <<-END
		game --only=sprite:0-5 1 level:1 pc_effect:0 pc_effect:1 sprite:1
		game --only=tile8:0-3 1 level:1 pc_effect:0 pc_effect:1 tile8:1
		program --only=chunk:8-13 3 chunk:11 level:3 pc_effect:0 pc_effect:1
	END
}

@test "a folder of which all was extracted has its manifest, and needs no original" {
	silent_dreams game
	expect 0 extract -q --no-page --except level:2-99 -o part game
	is manifests "$(find part -name manifest.json)" part/graphics/manifest.json
	rm -rf game
	expect 1 build -q -o new part
	says "part/levels/manifest.json: missing, since extract left out a part of this folder: give the original game with --original"
	silent_dreams other
	expect 0 extract -q --no-page --only level --only sprite:1 --only tile16 --only tile16m -o part2 other
	is manifests "$(find part2 -name manifest.json)" part2/levels/manifest.json
}
