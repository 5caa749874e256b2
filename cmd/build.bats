#!/usr/bin/env bats
# exhume build

load ../testdata/cli/helper

@test "what was not edited becomes the game again, byte for byte" {
	for game in digger dreams keen4 shaft zvision opl2 burrow; do
		expect $(extract_status $game) extract -q -o "$game" "$archives/$game"
		expect 0 build -o "$game.new" "$game"
		diff -r "$archives/$game" "$game.new"
	done
}

@test "a text of SCI that was edited" {
	expect 0 extract -o work "$archives/digger"
	sed 's/A fossil of a mole/A tooth of a mole/' work/text.003.tsv >edited
	mv edited work/text.003.tsv
	expect 0 build -o new work
	[ -f new/GAME.INI ]
	expect 0 text-dump new/RESOURCE.MAP
	[[ $output == *"A tooth of a mole"* ]]
	expect 0 extract -q -o again new
	diff again/script.001.txt work/script.001.txt
	diff again/text.003.tsv work/text.003.tsv
	expect 0 sci-run --frames 10 new
}

@test "texts of SCI that a spreadsheet would take for formulas" {
	cp -r "$archives/digger" game
	printf '\x83\x00=1+1\0-x\0-5\0'"'"'tis\0'"'"'=1\0end\0' >game/text.050
	expect 0 extract -q --no-page -o all game
	is cells "$(tail -n +2 all/text.050.tsv | cut -f 5 | xargs -d '\n')" "'=1+1 '-x -5 ''tis ''=1 end"
	sed -i 's/end$/End/' all/text.050.tsv
	expect 0 build -q -o new all
	expect 0 sci-unpack -q --type text -o again new
	cmp again/text.050 <(sed s/end/End/ game/text.050)
	expect 0 text-dump --format tsv -o plain.tsv game/text.050
	is cells "$(tail -n +2 plain.tsv | cut -f 5 | xargs -d '\n')" "=1+1 -x -5 'tis ''=1 end"
	expect 0 text-dump --safe-cells --format tsv -o safe.tsv game/text.050
	cmp <(cut -f 3- safe.tsv) <(cut -f 3- all/text.050.tsv | sed 's/End$/end/')
}

@test "texts and words of SCI as JSON" {
	expect 0 extract -q --formats json -o work "$archives/digger"
	sed 's/A fossil of a mole/A tooth of a mole/' work/text.003.json >edited
	mv edited work/text.003.json
	expect 0 build -o new work
	expect 0 text-dump new/RESOURCE.MAP
	[[ $output == *"A tooth of a mole"* ]]
	expect 0 extract -q --formats json -o again new
	cmp work/text.003.json again/text.003.json
	expect 0 extract -q --formats json,tsv -o both "$archives/digger"
	sed 's/A fossil of a mole/A tooth of a mole/' both/text.003.json >edited
	mv edited both/text.003.json
	sed 's/A fossil of a mole/A horn of a mole/' both/text.003.tsv >edited
	mv edited both/text.003.tsv
	expect 1 build -o none both
	[[ $stderr == *"text.003.json and text.003.tsv were both edited"* ]]
}

# Files that an earlier build left in the folder are removed, since the game would take them.
@test "a digital sample of SCI that was edited" {
	expect 0 sci-unpack -q -o game "$archives/digger"
	expect 0 extract -q --no-page -o work game
	expect 0 build -o new work
	cmp game/sound.002 new/sound.002
	# The document is read again, and is the same but for a line end.
	poke work/sound.002.sample.wav 2000 '\x11'
	echo >>work/sound.002.json
	expect 0 build -f -o new work
	expect 0 sci-unpack -q --type sound -o sounds new
	is bytes "$(cmp -l game/sound.002 sounds/sound.002 | awk '{ print $3 }')" 21
	cmp game/sound.000 sounds/sound.000
	rm work/sound.002.sample.wav
	expect 1 build -o none work
	absent none
}

@test "a new resource of SCI" {
	expect 0 extract -o work "$archives/digger"
	cp "$archives/digger/"* .
	printf '\203\0New.\0' >work/text.077
	expect 0 build -o new work
	expect 0 text-dump --number 77 new/RESOURCE.MAP
	[[ $output == *New.* ]]
}

@test "graphics and levels of Keen that were edited" {
	expect 0 extract -q -o work "$archives/dreams"
	cp work/graphics/sprite/005.png work/graphics/sprite/004.png
	expect 0 build -o new work
	cmp "$archives/dreams/DREAMS.MAP" new/DREAMS.MAP
	cmp "$archives/dreams/DREAMS.AUD" new/DREAMS.AUD
	run ! cmp -s "$archives/dreams/DREAMS.EGA" new/DREAMS.EGA
	expect 0 extract -q -o again new
	"$EXHUME_PIXELS" look again/graphics/sprite/004.png work/graphics/sprite/005.png
	sed '0,/"data":\[/s//&/; s/MOLE LAND/DEEP LAND/' work/levels/00.tmj >edited
	mv edited work/levels/00.tmj
	expect 0 build -f -o new work
	expect 0 mapdump new/DREAMS.MAP
	[[ $output == *"DEEP LAND"* ]]
}

@test "sounds of Keen that were edited" {
	expect 0 extract -q --formats wav -o work "$archives/dreams"
	cp work/sounds/03-*.alsnd "$(echo work/sounds/01-*.alsnd)"
	expect 0 build -q -o new work
	cmp new/DREAMS.EGA "$archives/dreams/DREAMS.EGA"
	expect 0 snd2wav -q --raw -o again new/DREAMS.AUD
	cmp again/01-*.alsnd work/sounds/03-*.alsnd
	echo x >>"$(echo work/sounds/02-*.wav | cut -d ' ' -f 1)"
	expect 1 build -q -o none work
	[[ $stderr == *"sounds are packed from"* ]]
}

@test "files of ZVision that were edited lie beside the archives" {
	expect 0 extract -q -o work "$archives/shaft"
	cp work/ARROW.png work/sign.tga.png
	sed 's/60/61/' work/MOLE.SCR.txt >edited
	mv edited work/MOLE.SCR.txt
	expect 0 build -o new work
	cmp "$archives/shaft/SCENES.ZFS" new/SCENES.ZFS
	[ -f new/MOLE.SCR ]
	expect 0 extract -q -o again new
	diff again/MOLE.SCR.txt work/MOLE.SCR.txt
	"$EXHUME_PIXELS" look again/sign.tga.png work/ARROW.png
}

@test "names that are not UTF-8 are distinct in documents, and come back" {
	mkdir game
	cp "$archives/zvision/PLAIN.TGA" $'game/caf\xe9.tga'
	cp "$archives/zvision/HILLS.TGA" $'game/caf\xea.tga'
	cp "$archives/zvision/FLAT.TGA" $'game/\xee\xbf\xa9.tga'
	cp "$archives/zvision/EVENING.RLF" $'game/\xff\xfe\xc3.rlf'
	cp "$archives/zvision/SWING.RLF" 'game/Tür.rlf'
	if ! [ -e $'game/caf\xe9.tga' ]; then skip "names are UTF-8 here"; fi
	for folder in game $'s\xf6hne'; do
		[ "$folder" = game ] || cp -r game "$folder"
		expect 0 extract -q --index jsonl -o "$folder.out" "$folder"
		is names "$(command jq -r '[.sources[].name] | unique | length' "$folder.out/index.json")" 5
		[ "$(command jq -r '.sources[].name' "$folder.out/index.json" | grep -c $'^caf\xee\xbf\xa9.tga$')" = 1 ]
		[ "$(command jq -r '.sources[].name' "$folder.out/index.json" | grep -c $'^\xee\xbf\xae\xee\xbe\xbf\xee\xbe\xa9.tga$')" = 1 ]
		[ "$(command jq -r .id "$folder.out/index.jsonl" | grep -c $'^picture:caf\xee\xbf\xaa.tga$')" = 1 ]
		expect 0 extract -v -o "$folder.out" --index jsonl "$folder"
		says "nothing changed"
		expect 0 build -o "$folder.new" "$folder.out"
		same_tree "$folder" "$folder.new"
		cp "$folder.out/"$'caf\xe9.tga.png' "$folder.out/"$'caf\xea.tga.png'
		expect 0 build -o "$folder.edited" "$folder.out"
		cmp "$folder.edited/"$'caf\xe9.tga' game/$'caf\xe9.tga'
		! cmp -s "$folder.edited/"$'caf\xea.tga' game/$'caf\xea.tga'
		expect 1 diff "$folder" "$folder.edited"
		prints "1 changed, 0 added, 0 removed"
	done
	expect 0 extract -q --index sqlite -o sqlite game
	expect 0 identify --json game/caf*
	[ "$(command jq -r '.results[0].file' <<<"$output")" = $'game/caf\xee\xbf\xa9.tga' ]
}

@test "what can't be packed is named, and nothing is written" {
	expect 0 extract -q -o work "$archives/shaft"
	echo x >>work/DOOR.LEV.txt
	echo x >>work/TALK.SUB.srt
	echo x >work/new.png
	expect 1 build -o new work
	[[ $stderr == *"work/DOOR.LEV.txt: there is no packer"* ]]
	[[ $stderr == *"work/TALK.SUB.srt: there is no packer"* ]]
	[[ $stderr == *"work/new.png: warning: new, and left out"* ]]
	[ "$(ls)" = work ]
	expect 0 extract -q --formats wav -o songs "$archives/opl2"
	echo x >>songs/notes.opl2log.wav
	expect 1 build -o new songs
	[[ $stderr == *"songs/notes.opl2log.wav: edited, but there is no packer"* ]]
	expect 0 extract -q -o damaged "$archives/digger"
	echo nonsense >damaged/script.001.txt
	expect 1 build -o new damaged
	[[ $stderr == *script.001.txt* ]]
	[ "$(ls | xargs)" = "damaged songs work" ]
}

@test "files of editors and systems are ignored, other new files are warned of, refused with --strict" {
	for game in digger lodge keen4 zvision shaft; do
		expect $(extract_status $game) extract -q --no-page -o "$game" "$archives/$game"
		for folder in $(cd "$game" && find . -type d); do
			for name in Thumbs.db THUMBS.DB desktop.ini .DS_Store a.png~ '#a.png#' .a.png.swp x.xcf x.PSD all.tiled-project .tiled-session ._a.png pic.001.visual.png~ view.003.bak; do
				echo stray >"$game/$folder/$name"
			done
		done
		mkdir "$game/.git" "$game/__MACOSX"
		touch "$game/.git/a.png" "$game/__MACOSX/view.003"
		expect 0 build -q --strict -o "$game.new" "$game"
		silent
		same_tree "$archives/$game" "$game.new"
		folder=$(cd "$game" && find * -type d -not -name __MACOSX | sort | tail -1)
		for name in notes.md "${folder:-new}/new.txt" "sub folder/picture.png"; do
			mkdir -p "$(dirname "$game/$name")"
			echo new >"$game/$name"
			expect 0 build -o "$game.$((++count))" "$game"
			says "$game/$name: warning: new, "
			says_not "--partial"
			same_tree "$archives/$game" "$game.$count"
			expect 1 build --strict -o refused "$game"
			says "$game/$name: new, "
			absent refused
			rm "$game/$name"
		done
	done
}

@test "the original game is gone, changed or elsewhere" {
	cp -r "$archives/dreams" game
	cp -r "$archives/shaft" other
	expect 0 extract -q -o work game
	expect 0 extract -q -o zv other
	mv game moved
	rm -r other
	expect 0 build --original moved -o new work
	diff -r new moved
	expect 1 build -o none work
	[[ $stderr == *"--original"* ]]
	expect 1 build --original "$archives/digger" -o none work
	[[ $stderr == *"not the game that was extracted"* ]]
	expect 1 build -o none zv
	[ ! -e none ]
	cp -r "$archives/digger" sci
	expect 0 extract -o text sci
	rm -r sci
	expect 0 build -o none text
	[[ $stderr == *"warning: the game it came from is not there"* ]]
	expect 0 sci-run --frames 3 none
}

@test "no folder of extract" {
	mkdir empty
	expect 1 build -o new empty
	[[ $stderr == *"empty: no index of exhume extract"* ]]
	echo '{"format": "extract"}' >empty/index.json
	expect 1 build -o new empty
	echo '{"format": "extract", "game": {"type": "zvision"}, "assets": [{"kind": "picture", "name": "../../x", "files": ["../../etc/passwd"], "files_sha256": ["00"]}]}' >empty/index.json
	expect 1 build -o new empty
	[ "$(ls)" = empty ]
	expect 2 build
	expect 2 build -
	expect 2 build --original x a b
}

@test "several games, each into its folder" {
	mkdir games
	cp -r "$archives"/{digger,opl2,shaft} games
	expect 0 extract -q --no-page -o work games
	expect 0 build -o new work
	says "work: 3 of 3 games built"
	diff -r games new
	sed -i 's/fossil of a mole/tooth of a mole/' work/digger/text.003.tsv
	rm work/shaft/index.json
	mv games moved
	expect 1 build --json --original moved -o again work
	says "work/shaft: no index of exhume extract in this folder" "work: 2 of 3 games built"
	is built "$(jq -c '.results[0] | [.status, (.games[] | .folder, .edited_files)]' <<<"$output")" \
		'["failed","digger",1,"opl2",0]'
	diff -r moved/opl2 again/opl2
	expect 1 build -o again work
	says "again: exists; -f"
	# A game in the folder itself, with others below it.
	cp "$archives"/digger/* moved
	expect 0 extract -q --no-page -o root moved
	expect 0 build -o root.new root
	diff -r moved root.new
	echo '{"format": "extract-games", "games": [{"folder": "../out"}]}' >work/games.json
	expect 1 build -o out work
	says 'key "folder"'
	echo '[' >work/games.json
	expect 1 build -o out work
	[ ! -e out ]
}

@test "an output that exists" {
	expect 0 extract -q -o work "$archives/digger"
	mkdir new
	echo mine >new/mine
	expect 1 build -o new work
	[[ $stderr == *"new: exists"* ]]
	[ "$(ls new)" = mine ]
	expect 0 build -f -o new work
	[ "$(cat new/mine)" = mine ]
	cmp new/RESOURCE.MAP "$archives/digger/RESOURCE.MAP"
	[ "$(ls | xargs)" = "new work" ]
}

@test "the original is never built over" {
	for game in digger shaft dreams; do
		cp -r "$archives/$game" $game
		expect 0 extract -q -o $game.work $game
		ln -s $game link
		for output in $game link ./$game/; do
			expect 1 build -f -o "$output" $game.work
			says "this is an input"
			same_tree "$archives/$game" $game
		done
		rm link
	done
}

@test "videos of ZVision that were edited" {
	expect 0 extract -q --formats wav -o work "$archives/beacon"
	expect 0 zfs-unpack -q -o files "$archives/beacon/BEACON.ZFS"
	# Half as loud.
	sox work/KEEPER.AVI.wav -r 8000 edited.wav vol 0.5
	mv edited.wav work/KEEPER.AVI.wav
	expect 0 build -q -o new work
	cmp new/BEACON.ZFS "$archives/beacon/BEACON.ZFS"
	expect 0 avi2png -q -o old.apng files/KEEPER.AVI
	expect 0 avi2png -q -o new.apng new/KEEPER.AVI
	cmp old.apng new.apng
	expect 0 avi2wav --json new/KEEPER.AVI
	[ "$(jq -r '.results[0].codec' <<<"$output")" = "$("$EXHUME" avi2wav --json files/KEEPER.AVI -o x.wav | jq -r '.results[0].codec')" ]
	expect 0 extract -q -o again new
	[ "$(jq -c '.assets[] | select(.id == "video:KEEPER.AVI") | [.frame_count, .seconds, .rate]' again/index.json)" = '[15,1,8000]' ]
	rm work/KEEPER.AVI.apng
	expect 1 build -q -o none work
	[ ! -e none ]
	expect 0 extract -q --formats gif -o gif "$archives/beacon"
	echo x >>gif/KEEPER.AVI.gif
	expect 1 build -q -o none gif
	says "only videos of TrueMotion 1 or with uncompressed pictures of 15 bits are packed, of APNG and sound files"
}

@test "videos of TrueMotion 1 come back, and edited ones are compressed again" {
	expect 0 zfs-unpack -q -o files "$archives/beacon/BEACON.ZFS"
	expect 0 avi2png -q -o k.apng files/KEEPER.AVI
	expect 0 avi2wav -q -o k.wav files/KEEPER.AVI
	mkdir game
	cp "$archives/zvision/SWING.RLF" game
	expect 0 png2avi -q --codec truemotion1 --compression 4 --sound k.wav -o game/K.AVI k.apng
	expect 0 png2avi -q --codec truemotion1 --depth 24 --compression 14 -o game/WIDE.AVI k.apng
	# One whose size changes has no animation; damaged frames stay as they were before.
	cp "$EXHUME_TESTDATA"/fuzz/zvision_avi/truemotion1-sizes game/SIZES.AVI
	expect 0 extract --no-page --formats wav -o work game
	says "SIZES.AVI: warning: its pictures are not converted: frame 2 has 8 by 8 pixels, frame 0 16 by 8"
	[ "$(jq -c '.assets[] | select(.kind == "video") | [.id, .picture_codec, .bits, .compression_type, .width]' work/index.json | xargs)" = \
		'[video:K.AVI,truemotion1,16,4,48] [video:SIZES.AVI,truemotion1,16,2,16] [video:WIDE.AVI,truemotion1,24,14,48]' ]
	expect 0 avi2png -q -o again.apng game/K.AVI
	cmp again.apng work/K.AVI.apng
	expect 0 build -q -o same work
	diff -r same game
	expect 0 avi2png -q --frames 4-9 -o work/K.AVI.apng -f game/K.AVI
	expect 0 avi2png -q --frames 3 --format apng -o work/WIDE.AVI.apng -f game/WIDE.AVI
	expect 0 build -q -o new work
	expect 0 avi2png --list new/K.AVI new/WIDE.AVI
	prints "new/K.AVI: stream 0: video, truemotion1, 48 by 32 pixels, 6 frames" "16 bits, 1 key frame" \
		"new/WIDE.AVI: stream 0: video, truemotion1, 48 by 32 pixels, 1 frames" "24 bits, 1 key frame"
	expect 0 avi2wav -q -o new.wav new/K.AVI
	cmp new.wav k.wav
	cp "$EXHUME_TESTDATA"/fuzz/zvision_avi/truemotion1 game/BAD.AVI
	expect 1 extract --no-page --only video -o bad game
	says "BAD.AVI:0x3C6: frame 4: first byte of a TrueMotion packet is 1"
	jq -e '.assets[] | select(.id == "video:BAD.AVI") | .is_damaged' bad/index.json
}

@test "of a FLAC and a WAV beside each other the newer one counts" {
	need_flac
	expect 0 extract -q --no-page -o work "$archives/beacon"
	sound=work/KEEPER.AVI
	sox $sound.flac -b 16 same.wav
	sox same.wav half.wav vol 0.5
	cp same.wav $sound.wav
	expect 0 build -o same work
	says "$sound.wav has the samples of KEEPER.AVI.flac"
	same_tree "$archives/beacon" same
	cp half.wav $sound.wav
	touch -d 2001-01-01 $sound.wav
	expect 0 build -o older work
	says "$sound.wav: warning: left out: KEEPER.AVI.flac is newer"
	same_tree "$archives/beacon" older
	touch $sound.wav
	expect 0 build -o newer work
	says "$sound.wav counts: KEEPER.AVI.flac is older"
	expect 0 zfs-unpack -q -o files "$archives/beacon/BEACON.ZFS"
	expect 0 avi2png -q -o pictures.apng files/KEEPER.AVI
	expect 0 png2avi -q --sound half.wav -o half.avi pictures.apng
	cmp half.avi newer/KEEPER.AVI
	touch -r $sound.wav $sound.flac
	expect 0 build -o equal work
	says "$sound.wav counts: KEEPER.AVI.flac is as old"
	same_tree newer equal
	rm $sound.flac
	expect 0 build -o gone work
	says "$sound.wav counts: KEEPER.AVI.flac is gone"
	same_tree newer gone
}

@test "levels with tiles that the graphics lack are refused, unless --force-tiles insists" {
	expect 0 extract -q -o work "$archives/dreams"
	first=$(jq '.tilesets[] | select(.name == "background") | .firstgid' work/levels/00.tmj)
	command jq --argjson gid $((first + 230)) '(.layers[] | select(.name == "background") | .data[1 + 2 * .width]) = $gid' \
		work/levels/00.tmj >edited
	mv edited work/levels/00.tmj
	expect 1 build -o new work
	says "work/levels: level 0: background: cell 1,2: tile 230: the graphics have 1440 tiles, "
	absent new
	expect 0 build --force-tiles -o new work
	says "warning: level 0: background: cell 1,2: tile 230: "
	rm -r new
	expect 1 build --force-tiles -o new "$archives/dreams"
	# The picture that was missing is there now.
	cp work/graphics/tile16/0000.png work/graphics/tile16/0230.png
	expect 0 build -o new work
	expect 0 extract -q -o again new
	[ -f again/graphics/tile16/0230.png ]
}

@test "pages of Keen's texts are not packed: the text is to be edited" {
	need_game "$keen4"
	mkdir game
	cp "$keen4"/EGA* "$keen4/KEEN4E.EXE" game
	expect 0 extract -q --no-page --only binary game
	cp game.extracted/graphics/binary/004.page0{2,1}.png
	expect 1 build game.extracted -o built
	says "graphics/binary/004.page01.png: a picture of a text's page: edit the text itself"
}

@test "SCI: texts in the letters of a translation" {
	charmap map
	expect 0 extract -q --charmap map -o work "$archives/digger"
	expect 0 build -o same work
	diff -r "$archives/digger" same
	sed 's/A fossil/БШд fossil/' work/text.003.tsv >edited
	mv edited work/text.003.tsv
	sed 's/"burrow"/"АШ"/' work/script.001.txt >edited
	mv edited work/script.001.txt
	expect 0 build -o new work
	expect 0 text-dump --charmap map new
	[[ $output == *"text.003:0: БШд fossil"* && $output == *"script.001:0: АШ"* ]]
	# Another map makes the files anew; one that is for no text is told.
	printf '41=Д\n' >map
	expect 0 extract -q --charmap map -o again "$archives/digger"
	printf '41=Ж\n' >map
	expect 0 extract -q --charmap map -o again "$archives/digger"
	grep -q 'Ж fossil' again/text.003.tsv
	expect 0 extract --dry-run --charmap map "$archives/dreams"
	says "--charmap is for games of SCI: not used"
}

# A game with a loose script and two in an encrypted archive, all of them odd.
scripted() {
	mkdir nem
	: >nem/NEMESIS.STR
	printf '# head\r\n\r\nPuzzle:1 {  # first\r\n  CRITERIA {\r\n\t[1]=2\r\n\r\n   [3] ! [4]\r\n  }\r\n  results { \r\n\taction:ASSIGN(1,1)\r\n\r\n  event:Add(2 , 3)\r\n }\r\n}\r\n\r\n \r\n# l\344st\r\nPUZZLE:2\r\n{\r\n}' >nem/GARY.SCR
	printf 'puzzle:7 {\nresults {\nA:B( 1 )\nlost\nA:b(2)\n}\n}\n' >te1e.scr
	printf 'puzzle:8 {\r}\r\r\rpuzzle:9 {\r}\r' >te1f.scr
	expect 0 zfs-pack -q --key 5a10c377 -o nem/SCRIPTS.ZFS te1e.scr te1f.scr
	expect 0 extract -q -o work nem
}

# edited FILE SED...: the lines by which a built file differs from the original.
edited() {
	local file=$1 text=$2
	shift 2
	rm -rf new
	cp -r work work2
	sed -i "$@" "work2/$text.txt"
	expect 0 build -q -o new work2
	rm -rf work2
	diff --text "$file" "new/$(basename "$file")" | sed 's/\r$/^/'
}

@test "of an edited script only the edited lines are printed" {
	scripted
	is value "$(edited nem/GARY.SCR GARY.SCR 's/\[1\] = 2/[1] = 5/')" '5c5
< 	[1]=2^
---
>         [1] = 5^'
	is removed "$(edited nem/GARY.SCR GARY.SCR '/event:add/d')" '12d11
<   event:Add(2 , 3)^'
	is added "$(edited nem/GARY.SCR GARY.SCR '/l.st/i puzzle:5 {\n}\n')" '16a17,19
> puzzle:5 {^
> }^
> ^'
	is "last line" "$(edited nem/GARY.SCR GARY.SCR '$a puzzle:5 {\n}' | tr -d '\n')" '19a20,21> }^> puzzle:5 {^'
	is "in an archive" "$(edited te1e.scr te1e.scr 's/b(2)/b(3)/')" '5c5
< A:b(2)
---
>         A:b(3)'
	edited te1f.scr te1f.scr '/puzzle:8/,/^$/d' >diff || true
	printf 'puzzle:9 {\r}\r' | cmp - new/te1f.scr
}

@test "an edited script that is none is refused" {
	scripted
	echo nonsense >work/GARY.SCR.txt
	expect 1 build -o new work
	says "GARY.SCR.txt" "not a script"
	absent new/GARY.SCR
}
