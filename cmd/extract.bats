#!/usr/bin/env bats
# exhume extract

load ../testdata/cli/helper

# same_files FOLDER FOLDER: the same names and bytes, but for the index and its page.
same_files() {
	diff -r -x 'index*' "$1" "$2"
}

@test "SCI0: the files of sci-unpack --convert, and an index" {
	expect 0 extract --formats wav -o all "$archives/digger"
	[ -z "$output" ]
	expect 0 sci-unpack --convert -o converted "$archives/digger"
	same_files all converted
	index=all/index.json
	[ "$(jq -r '.format, .is_complete, .game.type, .game.path' $index | xargs)" = "extract true sci digger" ]
	[ "$(jq -c '[.counts.view, .counts.script, (.assets | length)]' $index)" = '[3,11,31]' ]
	# Each file is listed, with its size and hash.
	jq -r '.assets[] | [.files, .files_sha256] | transpose[] | "\(.[1])  \(.[0])"' $index >sums
	jq -r '.assets[] | select(.original) | "\(.original_sha256)  \(.original)"' $index >>sums
	jq -r '.assets[] | select(.more) | "\(.more_sha256)  \(.more)"' $index >>sums
	jq -r '.documents[] | "\(.sha256)  \(.file)"' $index >>sums
	(cd all && sha256sum --quiet --check ../sums)
	[ "$(wc -l <sums)" = "$(find all -type f ! -name index.json ! -name index-place | wc -l)" ]
	[ "$(jq -c '.assets[] | select(.id == "view:1") | [.kind, .family, .number, .name, .source, .offset, .packed_size, .size]' $index)" = \
		'["view","sci0",1,"view.001","RESOURCE.001",1566,1152,1152]' ]
	jq -r '.sources[] | "\(.sha256)  \(.name)"' $index >sums
	(cd "$archives/digger" && sha256sum --quiet --check "$BATS_TEST_TMPDIR/work/sums")
	[ "$(jq -c '[.others[] | .name]' $index)" = '["GAME.INI","RESOURCE.MAP"]' ]
}

@test "sci-pack packs what extract made" {
	expect 0 extract -o all "$archives/digger"
	expect 0 sci-pack -o packed all
	for game in packed "$archives/digger"; do
		"$EXHUME" sci-unpack --list --format tsv "$game" | cut -f 1,2,8 | sort >"list.${game##*/}"
	done
	cmp list.packed list.digger
}

@test "Keen: the files of egagrab, mapdump and snd2wav, in a folder each" {
	game=$archives/dreams
	expect 0 extract -q --formats wav -o all "$game"
	expect 0 egagrab -q -o graphics "$game/DREAMS.EGA"
	diff -r -x manifest.json all/graphics graphics
	expect 0 mapdump -q --format tmj -o levels/ "$game/DREAMS.MAP"
	for file in levels/*; do
		cmp "$file" "all/$file"
	done
	expect 0 mapdump -q --format png -o pictures/ "$game/DREAMS.MAP"
	for file in pictures/*.png; do
		cmp "$file" "all/levels/${file##*/}"
	done
	expect 0 snd2wav -q --raw -o sounds "$game/DREAMS.AUD"
	diff -r -x manifest.json all/sounds sounds
	for folder in graphics sounds; do
		for place in "$folder" "all/$folder"; do
			jq 'del(.warnings, .errors)' "$place/manifest.json" >"${place%%/*}.json"
		done
		cmp all.json "$folder.json"
	done
	[ "$(jq -c '.assets[] | select(.id == "sprite:4") | [.width, .height, .shifts, .source, .offset]' all/index.json)" = \
		'[24,31,4,"DREAMS.EGA",4465]' ]
	[ "$(jq -r '.assets[] | select(.id == "level:0") | .title' all/index.json)" = 'MOLE LAND' ]
}

@test "a second run finds nothing to do, and makes what is missing" {
	expect 0 extract -o all "$archives/digger"
	touch -d 2001-01-01 all/*.* all/*/*
	expect 0 extract -v -o all "$archives/digger"
	[[ $stderr == *"nothing changed"* ]]
	cp -r all before
	rm all/text.001.tsv
	expect 0 extract -o all "$archives/digger"
	diff -r all before
	# Unchanged files are not written again.
	[ -z "$(find all -newermt 2002-01-01 -type f ! -name 'index*' ! -name text.001.tsv)" ]
}

@test "a file that was edited is kept; -f overwrites it" {
	expect 0 extract -o all "$archives/digger"
	cp -r all before
	echo edited >all/text.001.tsv
	expect 0 extract -o all "$archives/digger"
	rm all/text.003.tsv # so that there is something to do
	expect 0 extract -o all "$archives/digger"
	[[ $stderr == *"all/text.001.tsv: warning: was edited"* ]]
	[ "$(cat all/text.001.tsv)" = edited ]
	[ -f all/text.003.tsv ]
	expect 0 extract -f -o all "$archives/digger"
	diff -r all before
}

@test "a game that changed: what changed is made again" {
	cp -r "$archives/digger" game
	expect 0 extract -o all game
	touch -d 2001-01-01 all/*.* all/*/*
	printf '\203\0Another text.\0' >game/text.003
	expect 0 extract -o all game
	grep -q 'Another text' all/text.003.tsv
	[ "$(find all -newermt 2002-01-01 -type f | sort | xargs)" = "all/index-data/0000.js all/index-texts.js all/index.js all/index.json all/original/text.003 all/script.003.txt all/text.003.tsv" ]
}

@test "what is made no more is removed, unless it was edited" {
	for game in digger shaft keen4; do
		cp -r "$archives/$game" "$game"
		chmod -R u+w "$game"
		expect $(extract_status $game) extract -q --index jsonl -o "$game.out" "$game"
	done
	cp "$archives/zvision/PLAIN.TGA" shaft/EXTRA.TGA
	mkdir -p shaft/deep/below
	cp shaft/EXTRA.TGA shaft/deep/below/LOW.TGA
	expect 0 extract -q -o shaft.out shaft
	made=$(jq -r '.assets[] | select(.name | test("EXTRA|LOW"; "i")) | .files[]' shaft.out/index.json)
	for file in $made; do [ -e "shaft.out/$file" ]; done
	rm -r shaft/EXTRA.TGA shaft/deep
	expect 0 extract -q -o shaft.out shaft
	silent
	for file in $made; do absent "shaft.out/$file"; done
	expect 0 extract -q -o shaft.new shaft
	same_files shaft.out shaft.new
	expect 0 build -q -o shaft.built shaft.out
	same_tree shaft shaft.built
	cp "$archives/zvision/PLAIN.TGA" shaft/EXTRA.TGA
	expect 0 extract -q -o shaft.out shaft
	file=$(jq -r '.assets[] | select(.name | test("EXTRA"; "i")) | .files[0]' shaft.out/index.json)
	echo edited >>"shaft.out/$file"
	rm shaft/EXTRA.TGA
	expect 0 extract -o shaft.out shaft
	says "shaft.out/$file: warning: was edited, and nothing in the game makes it any more"
	[ -e "shaft.out/$file" ]
	# A file that can't be read has not gone.
	cp -r keen4 broken
	: >broken/AUDIO.SMP
	mv keen4 keen4.whole
	mv broken keen4
	find keen4.out -type f | sort >before
	capture "$EXHUME" extract -q -o keen4.out keen4
	[ "$status" = 0 ] || find keen4.out -type f | sort | diff before -
	# A view fewer: its folder is no more. --only leaves the others alone.
	[ -d digger.out/view.002 ]
	mkdir fewer
	cp digger/GAME.INI fewer
	(cd fewer && "$EXHUME" sci-unpack -q -o all ../digger && rm -f all/view.002 all/manifest.json && "$EXHUME" sci-pack -q -o packed all && mv packed/* . && rm -r packed all)
	rm -r digger && mv fewer digger
	expect 0 extract -q --only text -o digger.out digger
	[ -d digger.out/view.002 ]
	expect 0 extract -q -o digger.out digger
	absent digger.out/view.002 digger.out/index.jsonl
	expect 0 extract -q -o digger.new digger
	same_files digger.out digger.new
	# Other formats.
	expect 0 extract -q --formats gif -o digger.out digger
	expect 0 extract -q --formats gif -o digger.gif digger
	same_files digger.out digger.gif
}

# advice COMMAND TEXT: each option in the text is one of the command, or of those that are named before it.
advice() {
	local match owners owner option
	while read -r match; do
		option=${match##*--}
		owners=$1
		[[ $match != exhume* ]] || owners=$(cut -d ' ' -f 2 <<<"$match")
		for owner in ${owners//\// }; do
			grep -qP "^$owner\toption\t.\t$option\t" options || {
				echo "$owner has no option --$option: $2"
				return 1
			}
		done
		seen+=("$match")
	done < <(grep -oE '(exhume [a-z0-9/-]+ )?--[a-z][a-z0-9-]*' <<<"$2")
}

@test "messages advise options that the command has, or name the command that has them" {
	"$EXHUME" --options >options
	seen=()
	mkdir no-dict no-tables no-head loud
	cp "$archives"/keen4/{EGAGRAPH,EGAHEAD}.SMP no-dict
	cp "$archives"/keen4/{EGAGRAPH,GAMEMAPS,AUDIO}.SMP no-tables
	cp "$archives"/keen4/{GAMEMAPS,MAPHEAD}.SMP no-head
	cp "$archives/zvision/EVENING.RLF" loud
	head -c 3000 "$archives/zvision/HILLS.TGA" >loud/a001n2ab.raw
	for game in no-dict no-tables no-head loud "$archives/softdisk" "$archives/dreams-cga" "$archives/lodge"; do
		capture "$EXHUME" extract -v -o "${game##*/}.out" "$game"
		advice extract "$stderr"
		advice extract "$(cat "${game##*/}.out/index.json" 2>/dev/null | tr '\n' ' ')"
		capture "$EXHUME" diff "$game" "$archives/keen4"
		advice diff "$stderr"
	done
	expect 0 extract -q -o digger "$archives/digger"
	rm digger/pic.001.txt
	expect 1 build -o digger.new digger
	says "with exhume sci-pack --partial it is left out"
	advice build "$stderr"
	expect 1 extract -q -o keen4 "$archives/keen4"
	advice extract "$stderr"
	rm -r keen4/sounds
	capture "$EXHUME" build -o keen4.new keen4
	advice build "$stderr"
	expect 1 extract -q -o again no-dict
	says "give --exe FILE"
	holds loud.out/index.json '.assets[] | select(.kind == "sound") | .why | test("; --game zgi")'
	[ "${#seen[@]}" -ge 4 ]
}

@test "another game is not extracted over one" {
	cp -r "$archives/digger" digger
	expect 0 extract -q -o out digger
	remember out
	for game in lodge keen4 shaft; do
		expect 1 extract -o out "$archives/$game"
		says "out: holds another game, digger (sci): choose another folder with -o"
		unchanged out
	done
	mkdir two
	cp -r "$archives/digger" "$archives/lodge" two
	expect 1 extract -o out two
	says "out: holds other games"
	unchanged out
	expect 0 extract -q -o several two
	remember several
	expect 1 extract -o several "$archives/lodge"
	says "several: holds other games"
	unchanged several
	# The same game elsewhere, and a later release of it.
	mkdir elsewhere
	mv digger elsewhere/moved
	chmod -R u+w elsewhere
	expect 0 extract -v -o out elsewhere/moved
	echo later >>elsewhere/moved/GAME.INI
	expect 0 extract -q -o out elsewhere/moved
	expect 0 extract -q -f -o out "$archives/lodge"
	expect 0 extract -q -o fresh "$archives/lodge"
	same_files out fresh
}

@test "files of someone else are in the way: an error, and they stay" {
	mkdir all
	echo mine >all/text.001.tsv
	expect 1 extract -o all "$archives/digger"
	[[ $stderr == *"all/text.001.tsv: exists with another content; -f overwrites it"* ]]
	[ "$(cat all/text.001.tsv)" = mine ]
	rm -r all
	mkdir all
	echo '{}' >all/index.json
	expect 1 extract -o all "$archives/digger"
	[[ $stderr == *"all/index.json: exists, and is no index of extract"* ]]
	[ "$(cat all/index.json)" = '{}' ]
	[ "$(ls all)" = index.json ]
}

@test "--only and --except choose, and later runs add to the index" {
	expect 0 extract -o all --only view:0-1 --only pic "$archives/digger"
	[ "$(jq -r '.assets[].id' all/index.json | xargs)" = "view:0 view:1 pic:1" ]
	[ ! -e all/view.002 ]
	expect 0 extract -o all --only text "$archives/digger"
	[ "$(jq -r '.assets[].id' all/index.json | xargs)" = "text:0 text:1 text:3 view:0 view:1 pic:1" ]
	expect 0 extract -o all "$archives/digger"
	expect 0 extract -o other "$archives/digger"
	diff -r all other
	expect 0 extract -o some --except script --except view:1- "$archives/digger"
	[ "$(jq -c '[.counts.script, .counts.view]' some/index.json)" = '[null,1]' ]
	expect 0 extract -o one --only picture:sign.tga "$archives/shaft"
	[ "$(jq -r '.assets[].id' one/index.json)" = "picture:sign.tga" ]
	for wrong in nothing view: :3; do
		expect 2 extract -o wrong --only "$wrong" "$archives/digger"
	done
}

@test "--formats and --max-size" {
	expect 0 extract -q -o all --formats wav,gif "$archives/shaft"
	[ -f all/DOOR.RLF.gif ]
	[ -f all/HUM000G.RAW.wav ]
	[ ! -f all/HUM000G.RAW.flac ]
	expect 0 extract -q -o dreams --only level --formats tmx "$archives/dreams"
	[ -f dreams/levels/00.tmx ]
	[ ! -f dreams/levels/00.tmj ]
	expect 0 extract -q --no-page -o cells --only level:0 --formats csv "$archives/dreams"
	is levels "$(files_in cells/levels | xargs)" "00.background.csv 00.foreground.csv 00.info.csv 00.png"
	expect 0 extract -q --no-page -o songs --formats midi "$archives/opl2"
	cmp songs/notes.opl2log.mid <("$EXHUME" imf2wav -q --format midi -o - "$archives/opl2/notes.opl2log")
	expect 0 extract -q -o small --max-size 1K "$archives/digger"
	[ -z "$(find small -type f -size +1k ! -path '*/index*')" ]
	jq -e '.assets[] | select(.id == "sound:0") | .is_too_large' small/index.json
	[ ! -e small/sound.000.wav ] && [ ! -e small/sound.000.flac ]
	holds small/index.json '.is_complete | not'
	expect 0 extract -q -o json --only text --only vocab --formats json "$archives/digger"
	[ -f json/text.000.json ]
	[ -z "$(find json -name '*.tsv')" ]
	jq -e '.results[0].strings | length > 0' json/text.000.json
	expect 0 extract -q -o tsv --only vocab --formats png,tsv "$archives/digger"
	[ -f tsv/vocab.000.tsv ]
	[ -z "$(find tsv -name 'vocab*.json')" ]
	expect 0 extract -q -o both --only text --formats json,tsv "$archives/digger"
	[ -f both/text.000.json ]
	[ -f both/text.000.tsv ]
	expect 2 extract --formats exe "$archives/digger"
	says "--formats: expected a list of png, apng, gif, flac, wav, "
	for wrong in 0 K 1X 1KK -5 99999999999999999999; do
		expect 2 extract --max-size "$wrong" "$archives/digger"
	done
}

@test "sounds are FLAC with what WAV has, which gives way unless it was edited" {
	need_flac
	expect 0 extract -q --no-page --only sound --formats wav -o all "$archives/digger"
	cp -r all wavs
	echo edited >>all/sound.001.wav
	expect 0 extract --no-page --only sound -o all "$archives/digger"
	says "all/sound.001.wav: warning: was edited, and nothing in the game makes it any more"
	is sounds "$(cd all && echo *.flac *.wav)" "sound.000.flac sound.001.flac sound.002.flac sound.001.wav sound.002.sample.wav"
	is formats "$(jq -c .options.sounds all/index.json wavs/index.json | xargs)" "flac null"
	for name in sound.000; do
		cmp <(sox "all/$name.flac" -e signed -t raw -) <(sox "wavs/$name.wav" -e signed -t raw -)
	done
	flac -s -d --keep-foreign-metadata -o restored.wav all/sound.000.flac
	cmp restored.wav wavs/sound.000.wav
	expect 0 extract -v --no-page --only sound -o all "$archives/digger"
	says "nothing changed"
	# A rate that FLAC does not have.
	expect 0 zfs-unpack -q -o game "$archives/beacon/BEACON.ZFS"
	poke game/KEEPER.AVI 300 "$(le32 70001)"
	expect 0 extract --no-page --only video -o odd game
	says "KEEPER.AVI: warning: its sound becomes WAV: FLAC can't hold 70001 Hz"
	[ -f odd/KEEPER.AVI.wav ]
	# An effect by itself.
	expect 0 snd2wav -q --raw --device speaker -o effects "$archives/keen4/AUDIO.SMP"
	expect 0 extract -q --no-page -o one effects/01.pcsnd
	[ -f one/01.pcsnd.pc.flac ]
}

@test "without libsndfile sounds are WAV, which is said" {
	has_flac && skip "it is built in"
	expect 0 extract --no-page --only sound -o all "$archives/digger"
	says "sounds are WAV files: FLAC needs libsndfile"
	[ -f all/sound.000.wav ]
	expect 0 extract --no-page --only sound --formats wav -o said "$archives/digger"
	says_not libsndfile
	expect 2 extract --no-page --formats flac -o none "$archives/digger"
	says "FLAC needs libsndfile"
	printf fLaC >a.flac
	expect 1 wav2raw a.flac
	says "a.flac: FLAC needs libsndfile"
}

@test "videos of more colours than GIF has" {
	mkdir game
	cp "$archives/zvision/SWING.RLF" game
	expect 0 rlf2png -q --frames 0-3 --format apng -o a.png "$archives/zvision/EVENING.RLF"
	expect 0 png2avi -q --codec truemotion1 -o game/A.AVI a.png
	expect 0 extract -q --no-page --only video --formats gif -o out game
	expect 0 avi2png -o a.gif game/A.AVI
	says "of GIF's 256"
	cmp a.gif out/A.AVI.gif
}

@test "videos: their sound, and pictures that are not compressed" {
	expect 0 extract -q --no-page --only video --formats wav -o all "$archives/beacon"
	expect 0 zfs-unpack -q -o files "$archives/beacon/BEACON.ZFS"
	expect 0 avi2wav -q -o sound.wav files/KEEPER.AVI
	expect 0 avi2png -q -o pictures.apng files/KEEPER.AVI
	cmp sound.wav all/KEEPER.AVI.wav
	cmp pictures.apng all/KEEPER.AVI.apng
	expect 0 extract -q --no-page --only video --formats gif,wav -o others "$archives/beacon"
	[ "$(cd others && echo KEEPER*)" = "KEEPER.AVI.gif KEEPER.AVI.wav" ]

	# A codec of pictures that is not decoded; and a file that is cut within a frame.
	mkdir game
	cp "$archives/zvision/SWING.RLF" game
	cp files/KEEPER.AVI game/INDEO.AVI
	printf IV32 | dd of=game/INDEO.AVI bs=1 seek=188 conv=notrunc status=none
	head -c 30000 files/KEEPER.AVI >game/CUT.AVI
	expect 1 extract --no-page --formats wav -o bad game
	[[ $stderr == *"INDEO.AVI: "*"its pictures are not converted: "*IV32* ]]
	[[ $stderr == *"CUT.AVI"* ]]
	[ "$(cd bad && echo INDEO*)" = INDEO.AVI.wav ]
	cmp sound.wav bad/INDEO.AVI.wav
	[ "$(cd bad && echo CUT*)" = "CUT.AVI.apng CUT.AVI.wav" ]
	jq -e '.assets[] | select(.id == "video:CUT.AVI") | .is_damaged' bad/index.json
	[ "$(jq -r -f "$EXHUME_TESTDATA/cli/index.jq" bad/index.json)" = "as it should be" ]
}

@test "--dry-run writes nothing, and lists what is made" {
	expect 0 extract --dry-run -o all "$archives/digger"
	[ ! -e all ]
	cut -f 3 <<<"$output" | sort >planned
	expect 0 extract -o all "$archives/digger"
	find all -type f ! -path '*/index*' ! -path '*/original/*' | sort | diff planned -
}

@test "games in folders below, each in a folder of its own" {
	mkdir -p games/old
	cp -r "$archives/digger" games/old
	cp -r "$archives/shaft" games
	cp "$archives/softdisk/SAMPLE.CMP" games
	ln -s .. games/old/round
	expect 0 extract -o all games
	[ "$(jq -r '.games[] | .folder + " " + .type' all/games.json | sort | xargs)" = \
		"SAMPLE.CMP softdisk old/digger sci shaft zvision" ]
	expect 0 extract -o digger "$archives/digger"
	same_files all/old/digger digger
	grep -q exhumeGames all/index.js
	[ -f all/SAMPLE.CMP/index.json ]
}

@test "two games in one folder" {
	mkdir both
	cp "$archives/digger"/* "$archives/dreams"/* both
	expect 0 extract -q -o all both
	[ "$(jq -r '.games[].folder' all/games.json | sort | xargs)" = "keen sci" ]
	expect 0 extract -q -o digger "$archives/digger"
	same_files all/sci digger
}

@test "the output may be in the game's folder" {
	cp -r "$archives/digger" game
	expect 0 extract game
	[ -f game.extracted/index.json ]
	expect 0 extract -o game/all game
	expect 0 extract -v -o game/all game
	[[ $stderr == *"nothing changed"* ]] || true
	[ "$(find game -name index.json | wc -l)" = 1 ]
}

@test "what can't be read of an SCI resource is a warning: it lies in original" {
	expect 0 sci-unpack -q -o game "$archives/digger"
	printf '\x80\0\1\x80\0\0\0\0\0\0\0\0' >game/view.001
	truncate -s -3 game/view.000
	printf '\x81\0\5\5' >game/pic.001
	truncate -s -30 game/font.000
	truncate -s -9 game/script.001
	expect 0 extract -q --no-page -o all game
	for name in view.000 view.001 pic.001 font.000 script.001; do
		cmp game/$name all/original/$name
	done
	jq -e '[.assets[] | select(.is_damaged or .error)] | length == 4' all/index.json
	expect 0 extract --dry-run game
	says "game/view.001:0x3: warning: view.001: " "warning: view.000: " "warning: pic.001: "
	expect 1 extract --strict --dry-run game
	expect 1 extract --only level -o none "$archives/digger"
	says "digger: --only and --except leave nothing of the game"
}

@test "damage is in the index, and the status 1" {
	cp -r "$archives/digger" game
	chmod u+w game/*
	printf '\377\377\377' | dd of=game/RESOURCE.001 bs=1 seek=3000 conv=notrunc status=none
	expect 1 extract -o all game
	jq -e '[.assets[] | select(.is_damaged or .error)] | length > 0' all/index.json
	[ -f all/text.001.tsv ]
	holds all/index.json '.is_complete | not'
	# The next run has not forgotten it, and what is built has the same damage.
	expect 1 extract -q -o all game
	expect 1 build -q -o new all
	says "all: index.json: is_complete is false (1 damaged): what extract did not convert is as in the original in the new game"
	cmp game/RESOURCE.001 new/RESOURCE.001
}

@test "a sound that lasts longer than ten minutes is cut, and that is told" {
	mkdir game
	printf 'rate 49716\nlength 30000000\n10 A0 98\n20 B0 31\n' >game/long.opl2log
	expect 1 extract --dry-run game
	says "long.opl2log: it lasts 603 seconds: it is cut off after 600 (--max-length)"
	expect 0 extract --dry-run --max-length 700 game
	says_not "cut off"
	expect 2 extract --dry-run --max-length 0 game
	says "--max-length 0: expected seconds, or samples of the chip such as 1000n"
	# A game of each family that has music.
	cp "$archives/burrow"/* "$archives/keen4"/* game
	expect 1 extract -q --no-page --formats wav --max-length 0.25 --only sound --only music --only song -o out game
	for file in $(find out -name '*.wav' ! -name '*.sample.wav'); do
		[ "$(stat -c %s "$file")" -le 110400 ] || is "size of" "$(stat -c %s "$file")" "$file"
	done
	says "it is cut off after 0 (--max-length)"
}

@test "names that differ by case only get a folder" {
	mkdir game
	cp "$archives/shaft/sign.tga" game/sign.tga
	cp "$archives/shaft/sign.tga" game/SIGN.TGA
	cp "$archives/zvision/FLAT.TGA" game/Sign.tga
	expect 0 extract -q -o all game
	find all -type f | tr '[:upper:]' '[:lower:]' | sort | uniq -d >twice
	[ ! -s twice ]
}

@test "nothing that is a game" {
	mkdir empty
	expect 1 extract -o all empty
	[[ $stderr == *"no game that is known is in 1 folder"* ]]
	[ ! -e all ]
	echo hello >file
	expect 1 extract -o all file
	expect 1 extract -o all missing
	[[ $stderr == *"no such file or folder"* ]]
	expect 2 extract
	expect 2 extract -
	expect 2 extract -o - "$archives/digger"
}

@test "a file by itself is converted, or what it lacks is named" {
	mkdir one
	cp "$archives"/zvision/{SWING.RLF,PLAIN.TGA} "$archives"/softdisk/{SHAFT.KDR,TUNNEL.SCN} "$archives/audiot/MOLE.WLF" one
	cp "$EXHUME_TESTDATA"/make/beacon/{gary.scr,pump.lev} one
	"$EXHUME" sci-unpack -q -o unpacked "$archives/digger"
	cp unpacked/{view.000,pic.001,font.000} one
	find unpacked -name 'script.*' ! -name '*.txt' | head -1 | xargs -I{} cp {} one
	cp one/MOLE.WLF one/song.dat
	for file in one/*; do
		capture "$EXHUME" extract -q --no-page -o "out/${file#one/}" "$file"
		check_run 0 "extract $file"
		holds "out/${file#one/}/index.json" '.is_complete and (.assets | length) == 1 and (.assets[0].files | length) > 0'
	done
	# Archives and tables without what belongs to them, and files of others.
	mkdir alone
	cp "$archives"/keen4/{GAMEMAPS,EGAGRAPH,AUDIO,EGADICT}.SMP "$archives/sci0/RESOURCE.001" alone
	mv alone/GAMEMAPS.SMP alone/GAMEMAPS.CK4 && mv alone/EGAGRAPH.SMP alone/EGAGRAPH.CK4 && mv alone/AUDIO.SMP alone/AUDIO.CK4
	printf '\211PNG\r\n\032\n' >alone/picture
	expect 1 extract alone/GAMEMAPS.CK4 alone/EGAGRAPH.CK4 alone/AUDIO.CK4 alone/EGADICT.SMP alone/RESOURCE.001 alone/picture
	says "GAMEMAPS.CK4: no MAPHEAD beside it" "EGAGRAPH.CK4: no readable egahead beside it" "AUDIO.CK4: no AUDIOHHD with AUDIODCT, or AUDIOHED" \
		"RESOURCE.001: sci-volume" "the map (RESOURCE.MAP), which is missing" "picture: png (PNG picture)"
	says_not "the output is in"
	absent alone/GAMEMAPS.CK4.extracted
	# With its head an archive is read.
	expect 0 extract -q --no-page -o levels "$archives/keen4/GAMEMAPS.SMP"
	holds levels/index.json '.counts == { level: (.assets | length) }'
}

@test "an output that is no folder, or can't be written" {
	echo mine >all
	expect 1 extract -o all "$archives/digger"
	[ "$(cat all)" = mine ]
	[ -c /dev/full ] || skip
	if [ "$(id -u)" != 0 ]; then
		mkdir locked
		chmod a-w locked
		expect 1 extract -o locked/all "$archives/digger"
	fi
}

@test "interrupted, and gone on with" {
	expect 0 extract -q -o whole "$archives/dreams"
	"$EXHUME" extract -q -j 1 -o all "$archives/dreams" 2>/dev/null &
	program=$!
	for _ in $(seq 200); do
		[ "$(find all -type f 2>/dev/null | wc -l)" -lt 50 ] || break
		sleep 0.01
	done
	kill -INT $program
	wait $program || true
	[ -z "$(find all -name '.exhume-*')" ]
	expect 0 extract -q -o all "$archives/dreams"
	diff -r all whole
}

@test "a disk that fills: an error, no halves, and the next run goes on" {
	expect 0 extract -q -o whole "$archives/digger"
	for limit in 2 8 60; do
		(
			trap '' XFSZ
			ulimit -f $limit
			capture "$EXHUME" extract -q -o "all$limit" "$archives/digger"
			check_run 1 "extract within $limit KiB"
			says "can't write: File too large"
		)
		[ -z "$(find "all$limit" -name '*.exhume*' -o -name '.exhume*')" ]
		# Files that exist are complete.
		(cd "all$limit" && find . -type f ! -name 'index*' ! -path './index-data/*') | while read -r file; do
			cmp "all$limit/$file" "whole/$file"
		done
		[ ! -e "all$limit/index.json" ] || holds "all$limit/index.json" '.is_complete | not'
		expect 0 extract -q -o "all$limit" "$archives/digger"
		same_tree whole "all$limit"
	done
}

@test "after the first file for which the disk has no room, no other is begun" {
	mkdir small
	mount -t tmpfs -o size=512k small small 2>/dev/null || skip "no file system can be mounted"
	run "$EXHUME" extract --progress always -j 1 -o small/all "$archives/dreams"
	umount small
	[ "$status" = 1 ]
	[ "$(grep -c "can't write: No space left" <<<"$output")" -le 2 ]
	[[ $output =~ "the disk is full: "([0-9]+)" of "([0-9]+)" files were written" ]]
	((BASH_REMATCH[1] > 20 && BASH_REMATCH[1] < BASH_REMATCH[2]))
	# Other commands, and several inputs.
	mount -t tmpfs -o size=64k small small
	run "$EXHUME" view2png -j 1 -o small/a "$archives/digger" "$archives/lodge"
	umount small
	[ "$status" = 1 ]
	[ "$(grep -c "can't write: No space left" <<<"$output")" = 1 ]
	[[ $output == *"the disk is full: "*" files were written"*"the disk is full: 1 of 2 inputs were not read"* ]]
}

@test "the bar of progress counts the files of all kinds" {
	expect 0 extract --progress always -j 1 -o all "$archives/digger"
	counted=$(tr '\r' '\n' <<<"$stderr" | sed -n '/^\(reading\|identify\)/d; s/^.* \[.*\] \([0-9]*\)\/\([0-9]*\)$/\1 \2/p')
	# It never goes back, is whole at the end, and nearly knows at the beginning.
	sort -nc <<<"$counted"
	[ "$(tail -n 1 <<<"$counted")" = "$(find all -type f ! -name index.json ! -name index-place | wc -l | sed 's/.*/& &/')" ]
	first=$(head -n 1 <<<"$counted") last=$(tail -n 1 <<<"$counted")
	[ "${last#* }" = "${first#* }" ]
}

@test "no folder of the machine is in an index, a page or a database: two of them give the same bytes" {
	mkdir -p one two/deeper/still
	cp -r "$archives/digger" one/game
	cp -r "$archives/digger" two/deeper/still/game
	(cd one && "$EXHUME" extract -q --index sqlite -o out game)
	(cd two && "$EXHUME" extract -q -j 1 --index sqlite -o deeper/still/out "$PWD/deeper/still/game/")
	diff -r one/out two/deeper/still/out
	[ "$(jq -r .game.path one/out/index.json)" = ../game ]
	! grep -rqF "$PWD" one/out
	# If paths have only the root in common, indexes contain only the name.
	"$EXHUME" extract -q --index sqlite -o far "$archives/digger"
	[ "$(jq -r .game.path far/index.json)" = digger ]
	! grep -rqF "${archives%/*}" far --exclude=index-place
	[ "$(cat far/index-place)" = "$(realpath "$archives")/digger" ]
	# Several games, and a page of what differs.
	mkdir games
	cp -r "$archives/digger" "$archives/burrow" games
	"$EXHUME" extract -q -o all "$PWD/games"
	run -1 "$EXHUME" diff --page page "$PWD/games/burrow" "$PWD/games/digger"
	! grep -rqF "$PWD" all page
	[ "$(jq -r '.games[].path' all/games.json | xargs)" = "../games/burrow ../games/digger" ]
}

@test "the game is found again: from its output, by an older index, and at its new place" {
	mkdir place
	cp -r "$archives/digger" place/game
	(cd place && "$EXHUME" extract -q -o out game)
	mkdir elsewhere
	mv place elsewhere
	(cd / && "$EXHUME" build -o "$OLDPWD/built" "$OLDPWD/elsewhere/place/out")
	same_tree "$archives/digger" built
	expect 0 extract -v -o elsewhere/place/out elsewhere/place/game
	says "nothing changed"
	# Far away.
	expect 0 extract -q -o far "$archives/digger"
	expect 0 build -o again far
	same_tree "$archives/digger" again
	expect 0 extract -v -o far "$archives/digger"
	says "nothing changed"
	# As versions wrote it that named the game as it was given.
	for path in "$archives/digger" elsewhere/place/game; do
		rm -rf far/index-place old
		jq --arg path "$path" '.game.path = $path' far/index.json >index && cp index far/index.json
		expect 0 build -o old far
		same_tree "$archives/digger" old
	done
	expect 0 extract -q -o far elsewhere/place/game
	[ "$(jq -r .game.path far/index.json)" = ../elsewhere/place/game ]
	[ ! -e far/index-place ]
}

@test "the last line is the page to open, or the folder without one" {
	expect 0 extract -o ba "$archives/beacon"
	[ "${stderr_lines[-1]}" = "exhume extract: open ba/index.html" ]
	expect 0 extract -o ba "$archives/beacon"
	[ "${stderr_lines[-1]}" = "exhume extract: open ba/index.html" ]
	expect 0 extract --no-page -o bare "$archives/beacon"
	[ "${stderr_lines[-1]}" = "exhume extract: the output is in bare" ]
}

@test "killed at any time, and gone on with" {
	expect 0 extract -q -o whole "$archives/digger"
	for delay in 0.005 0.01 0.02 0.03 0.04 0.06 0.08; do
		rm -rf all
		timeout -s KILL $delay "$EXHUME" extract -q -o all "$archives/digger" || true
		expect 0 extract -q -o all "$archives/digger"
		diff -r -x '.exhume*' -x '*.part' whole all
	done
}

@test "a file that can't be read: named, in the index, and the others are made" {
	need_nobody
	cp -r "$archives/digger" game
	chmod 0 game/RESOURCE.002
	chmod 777 .
	as_nobody "$EXHUME" extract -q -o all game
	check_run 1 "extract of an unreadable file"
	says "game/RESOURCE.002: can't open: Permission denied"
	holds all/index.json '[.sources[] | select(.error)] | map(.name) == ["RESOURCE.002"]'
	holds all/index.json '(.is_complete | not) and any(.assets[]; .id == "view:0" and (.files | length) > 0)'
	chmod 644 game/RESOURCE.002
	expect 0 extract -q -f -o all game
	expect 0 extract -q -o whole game
	same_tree all whole
}

@test "a name that says something else than the contents" {
	mkdir game
	cp "$archives/digger"/* game
	cp "$archives/digger/RESOURCE.001" game/view.007
	capture "$EXHUME" extract -q --no-page -o both game
	check_run 1 "extract of a view that is none"
	holds both/index.json '(.is_complete | not) and any(.assets[]; .id == "view:7" and .error) and .counts.text == 3'
}

@test "a run that is killed leaves an index that says so, and its temporary folder to the next one" {
	expect 0 extract -q --no-page --only text -o all "$archives/digger"
	mkdir tmp
	TMPDIR=$PWD/tmp "$EXHUME" extract -q -f --no-page -j 1 -o all "$archives/dreams" 2>err 3>&- &
	pid=$!
	wait_for grep -q '"is_complete": false' all/index.json
	kill -9 $pid
	wait $pid 2>/dev/null || :
	holds all/index.json '(.is_complete | not) and .game.type == "sci"'
	is folders "$(find tmp -mindepth 1 -maxdepth 1 | wc -l)" 1
	TMPDIR=$PWD/tmp expect 0 identify "$archives/digger/RESOURCE.MAP"
	is folders "$(find tmp -mindepth 1 | wc -l)" 0
}

@test "many files that are nothing" {
	mkdir -p game/{00..39}
	for folder in game/*; do
		(cd "$folder" && touch {000..049}.dat)
	done
	ln -s .. game/00/up
	ln -s . game/01/here
	expect 1 extract -o all game
	says "no game that is known is in 41 folders"
	absent all
	cp -r "$archives/shaft" game/20/shaft
	expect 0 extract -q --no-page -o all game
	holds all/20/shaft/index.json '.is_complete'
}

@test "the page: --no-page, and one of someone else" {
	expect 0 extract -q --no-page -o all "$archives/shaft"
	[ ! -e all/index.html ]
	echo mine >all/index.html
	expect 1 extract -q -o all "$archives/shaft"
	[ "$(cat all/index.html)" = mine ]
}

@test "which assets use which" {
	expect 0 extract -q -o sci "$archives/digger"
	[ "$(jq -c '.assets[] | select(.id == "script:3") | .uses' sci/index.json)" = \
		'["pic:1","script:2","script:10","script:255","script:989","script:994","text:3","sound:1"]' ]
	[ "$(jq -c '.assets[] | select(.id == "text:3") | .used_by' sci/index.json)" = '["script:3"]' ]
	expect 0 extract -q -o keen "$archives/dreams"
	[ "$(jq -c '.assets[] | select(.id == "tile16:16") | .used_by' keen/index.json)" = '["level:1","level:2"]' ]
	expect 0 extract -q -o zv "$archives/shaft"
	[ "$(jq -c '.assets[] | select(.id == "script:MOLE.SCR") | .uses' zv/index.json)" = \
		'["picture:SHAFT.TGA","sound:HUM000G.RAW","lever:DOOR.LEV"]' ]
}

@test "--json has all of it" {
	expect 0 extract --json -o all "$archives/digger"
	jq -e '.results[0].games[0].assets | length == 31' <<<"$output"
	expect 0 extract --json --dry-run -o none "$archives/digger" "$archives/shaft"
	jq -e '.results | length == 2' <<<"$output"
	[ ! -e none ]
}

@test "a game gives the same with any -j" {
	expect 1 extract -q -j 1 -o one "$archives/keen4"
	expect 1 extract -q -j 7 -o two "$archives/keen4"
	diff -r one two
}

@test "games in a ZIP archive" {
	need_libarchive
	mkdir games
	cp -r "$archives/digger" "$archives/shaft" games
	tar -czf games.tgz games
	expect 0 extract -q -o all games.tgz
	[ "$(jq -r '.games[].path' all/games.json | xargs)" = "../games.tgz/games/digger ../games.tgz/games/shaft" ]
	[ "$(jq -r '.game.path' all/games/digger/index.json)" = ../../../games.tgz/games/digger ]
	expect 0 extract -q -o one "$archives/digger"
	same_files all/games/digger one
	expect 0 extract -v -o all games.tgz
	[[ $stderr == *"nothing changed"* ]]
	[ -z "$(ls -d "${TMPDIR:-/tmp}"/exhume-??????/games 2>/dev/null)" ]
	expect 0 build --original games/digger -o new all/games/digger
	cmp new/RESOURCE.001 games/digger/RESOURCE.001
}

@test "links that lead out of a game are not followed" {
	cp -r "$archives/burrow" game
	cp -r "$archives/lodge" "$archives/zvision/EVENING.RLF" .
	expect 0 extract -q -o plain game
	ln -s / game/all
	ln -s ../lodge game/lodge
	ln -s ../EVENING.RLF game/EVENING.RLF
	ln -s .. game/up
	mkdir game/sub
	ln -s .. game/sub/round
	ln -s ../RESOURCE.001 game/sub/inside
	ln -s game linked
	for sandbox in '' --no-sandbox; do
		expect 0 extract $sandbox -f -o out linked
		is messages "$stderr" "exhume extract: warning: 4 links lead out of the game and were not followed: linked/EVENING.RLF, linked/all, linked/lodge and 1 more; --follow-links follows them
exhume extract: open out/index.html"
		same_files plain/original out/original
		is files "$(cd out; echo *)" "$(cd plain; echo *)"
	done
	expect 1 extract --strict -q -f -o out game
	rm game/all game/up
	expect 0 extract -q --follow-links -o followed game
	[ -e followed/lodge/index.json ]
	# A file that is named is read, and its neighbours are beside what it leads to.
	mkdir links
	ln -s "$PWD"/game/* links
	expect 0 sci-unpack -q --volumes -o unpacked links/RESOURCE.MAP
	expect 0 build -q -o new out
	cmp new/RESOURCE.001 game/RESOURCE.001
}

@test "folders that are too deep are reported" {
	mkdir game
	cp "$archives/zvision/EVENING.RLF" game
	(cd game; for i in {1..33}; do mkdir a; cd a; done; cp ../../EVENING.RLF . 2>/dev/null || :)
	expect 1 extract -q -o out game
	says "game: left out: 1 folder more than 32 folders deep"
	is complete "$(jq .is_complete out/index.json)" false
}

@test "a game of more bytes than any has is not read to its end" {
	cp -r "$archives/burrow" game
	truncate -s 1T game/large
	expect 1 extract -q -o out game
	is messages "$stderr" "exhume extract: game/large: left out: with it the game's files have more than 16 GiB, the limit"
	holds out/index.json '.is_complete == false and (.sources[] | select(.name == "large") | .error != null)'
}

@test "archives that are damaged, escape, or unpack to too much" {
	need_libarchive
	mkdir game
	cp "$archives/digger"/* game
	ln -s /etc/passwd game/link
	tar -cf evil.tar --transform 's#game/GAME.INI#../escaped#' -P game
	expect 0 extract -q -o all evil.tar
	[ ! -e escaped ] && [ ! -e ../escaped ]
	! find . -path ./game -prune -o -name '*link*' -print | grep .
	tar -czf cut.tgz game
	head -c 3000 cut.tgz >short.tgz
	expect 1 extract -q -o short short.tgz
	[ -n "$stderr" ]
	mkdir bomb
	truncate -s 300M bomb/RESOURCE.MAP
	tar -czf bomb.tgz bomb
	expect 1 extract -o all2 bomb.tgz
	[[ $stderr == *"unpacks to more than 200 times its size"* ]]
	[ ! -e all2 ]
}

@test "archives with names in UTF-8, in any locale" {
	need_libarchive
	zip_of names.zip 'Grün/Höhle' "$archives/digger" 'Spiel' "$archives/zvision" 'Spiel/Tür.tga' "$archives/zvision/PLAIN.TGA"
	for locale in C POSIX C.UTF-8 de_DE.ISO-8859-1; do
		LC_ALL=$locale expect 0 extract -q --no-page -o "$locale" names.zip
		is games "$(jq -r '[.games[].folder] | join(" ")' "$locale/games.json")" "Grün/Höhle Spiel"
		same_files "$locale/Grün/Höhle" "$BATS_TEST_TMPDIR/work/C/Grün/Höhle"
		whole_pngs "$locale/Spiel/Tür.tga.png"
		LC_ALL=$locale expect 0 identify names.zip
		prints "names.zip/Grün/Höhle: game of sci" "names.zip/Spiel: game of zvision"
	done
}

@test "members that can't be unpacked are left out with an error, and the others are made" {
	need_libarchive
	echo text >file
	long=$(printf 'n%.0s' {1..300})
	zip_of in.zip game "$archives/digger"
	zip_of long.zip g "$archives/digger" "g/$long" file "$long/x" file
	zip_of both.zip g "$archives/digger" g/sub file g/sub/x file h/sub/x file h/sub file
	zip_of nested.zip g "$archives/digger" g/IN.ZIP in.zip
	for name in long both nested; do
		expect 1 extract -q --no-page -o "$name" "$name.zip"
		is assets "$(jq '.assets | length' "$name/g/index.json")" 31
		is complete "$(jq .is_complete "$name/g/index.json")" false
		says_not "(null)" "${TMPDIR:-/tmp}/exhume-"
		case $name in
		long) says "long.zip: g/$long: left out: a name of 300 bytes, expected 255 at most" "/x: left out: " "long.zip: 2 of 6 members left out" ;;
		both) says "both.zip: g/sub/x: left out: " "both.zip: h/sub: left out: " ;;
		nested) says "nested.zip: g/IN.ZIP: left out: an archive in an archive" ;;
		esac
	done
}

@test "a file whose output would have too long a name is left out, and the others are made" {
	mkdir game
	cp "$archives/zvision/EVENING.RLF" game
	cp "$archives/zvision/SWING.RLF" "game/$(printf 'n%.0s' {1..230}).RLF"
	expect 0 extract -q --no-page -o out game
	mv game/n* "game/$(printf 'm%.0s' {1..251}).RLF"
	expect 1 extract -q --no-page -o out game
	says "mmm.RLF.apng: a name of 260 bytes, expected 255 at most"
	[ -e out/EVENING.RLF.apng ]
}

@test "files around games that are no archives of them are told by name" {
	need_libarchive
	zip_of in.zip game "$archives/digger"
	zip_of outer.zip in.zip in.zip
	expect 1 extract outer.zip
	says "outer.zip: in.zip: left out: an archive in an archive" "outer.zip: no game that is known is in 1 folder"
	printf '7z\xbc\xaf\x27\x1c\0\4abcdefgh\0\0\1\0\0\0\0\0P\0\0\0\0\0\0\0abcdzzzzzzzzzzzzzzz' >game.7z.001
	expect 1 extract game.7z.001
	says "game.7z.001: one of several volumes of an archive: join them"
	cp game.7z.001 cut.7z
	expect 1 extract cut.7z
	says "cut.7z: "
	says_not "(null)"
	printf '\0\377\377\377\377\377\377\377\377\377\377\0\0\2\0\1' >game.bin
	head -c 20000 /dev/zero >>game.bin
	echo 'FILE "game.bin" BINARY' >game.cue
	expect 1 extract game.bin game.cue
	says "game.bin: a CD image of raw sectors" "game.cue: the table of contents of a CD image"
	says_not "0 folders"
	head -c 500 /dev/urandom >noise
	expect 1 extract noise
	says "noise: no game, and no archive of games"
	cp noise last.zip
	expect 1 extract last.zip
	says "last.zip: no ZIP archive, or the last of several volumes"
	says_not "0 folders"
}

@test "an archive of the Finder is one game, and messages name its members" {
	need_libarchive
	cp -r "$archives/digger" game
	chmod -R u+w game
	mkdir finder
	for file in game/*; do
		printf '\0\5\x16\7\0\2\0\0Mac OS X        ' >"finder/._${file##*/}"
	done
	printf 'no AppleDouble' >game/._other
	zip_of mac.zip digger game __MACOSX/digger finder
	zip_of beside.zip digger game digger finder
	for name in mac beside; do
		expect 0 extract -q --no-page -o "$name" "$name.zip"
		is assets "$(jq '.assets | length' "$name/digger/index.json")" 31
		absent "$name/__MACOSX"
		is files "$(jq -r '[.sources[].name | select(startswith("._"))] | join(" ")' "$name/digger/index.json")" ._other
	done
	cut_to game/RESOURCE.002 3000
	zip_of cut.zip digger game
	expect 1 extract --no-page -o cut cut.zip
	says "cut.zip: digger/RESOURCE.002"
	says_not "${TMPDIR:-/tmp}"
	[ "$("$EXHUME" extract --json --no-page -o cut2 cut.zip 2>/dev/null | grep -c "${TMPDIR:-/tmp}/")" = 0 ]
}

@test "an archive that is unpacked leaves nothing, whatever ends the program" {
	need_libarchive
	cp -r "$archives/digger" game
	chmod u+w game
	head -c 50M /dev/zero >game/pad
	tar -cf big.tar game
	mkdir tmp
	export TMPDIR=$PWD/tmp
	[ "$("$EXHUME" extract --dry-run --formats wav big.tar 2>err | head -1 | cut -f 1)" = view:0 ]
	is left "$(ls tmp)" ""
	[ ! -s err ]
	unpacks() { [ -n "$(ls tmp)" ]; }
	for signal in INT TERM HUP QUIT ABRT PIPE; do
		"$EXHUME" extract -q -o "$signal" big.tar &
		wait_for unpacks
		end_by "$signal" $! || true
		is "left by $signal" "$(ls tmp)" ""
	done
}

@test "--index: lines, and a database with full-text search" {
	expect 0 extract -q --index jsonl -o all "$archives/digger"
	[ "$(wc -l <all/index.jsonl)" = 31 ]
	[ "$(jq -s 'length' all/index.jsonl)" = 31 ]
	"$EXHUME" --version | grep -q 'without SQLite' && skip "no SQLite"
	# The disassembly of a script quotes the texts that it shows.
	expect 0 extract -q --index sqlite -o db "$archives/digger"
	command -v sqlite3 >/dev/null || skip "no sqlite3"
	[ "$(sqlite3 db/index.sqlite "SELECT asset FROM texts WHERE texts MATCH 'fossil AND mole AND smiles' AND asset LIKE 'text:%'")" = text:3 ]
	[ "$(sqlite3 db/index.sqlite "SELECT count(*) FROM asset")" = 31 ]
	[ "$(sqlite3 db/index.sqlite "SELECT used FROM use WHERE asset='script:3' AND used LIKE 'text:%'")" = text:3 ]
	[ "$(sqlite3 db/index.sqlite "SELECT value FROM game WHERE key='type'")" = sci ]
}

@test "indexes are as the manual says, and as somebody looked at them" {
	for game in digger lodge sci0 keen4 shaft zvision opl2 softdisk/SAMPLE.CMP audiot; do
		name=${game##*/}
		expect $(extract_status $game) extract -q --no-page --formats wav -o "$name" "$archives/$game"
		[ "$(jq -r -f "$EXHUME_TESTDATA/cli/index.jq" "$name/index.json")" = "as it should be" ]
	done
	for name in digger keen4 shaft zvision SAMPLE.CMP; do
		echo "== $name"
		jq -r '.assets[] | [.id, .format // "", .title // .author_name // "", .source, .offset, .packed_size, .size, (.files | join(" ")), (.uses // [] | join(" "))] | map(tostring) | join("|")' "$name/index.json"
		jq -r '.documents[] | "document|\(.kind)|\(.file)"' "$name/index.json"
		jq -r '.others[] | "other|\(.name)|\(.format)"' "$name/index.json"
	done | matches_golden indexes.txt
	need_game "$data/sci0/template-redux"
	for game in "$data/sci0/companion-template" "$data/sci0/template-redux"; do
		run -0 "$EXHUME" extract -q --no-page -o "real-${game##*/}" "$game"
		[ "$(jq -r -f "$EXHUME_TESTDATA/cli/index.jq" "real-${game##*/}/index.json")" = "as it should be" ]
	done
}

@test "the output lies beside the folder, however it is called, and the last line says where" {
	mkdir place
	cp -r "$archives/digger" place/game
	files_in place/game >before
	for name in place/game place/game/ place/game/. place/../place/game//; do
		expect 0 extract "$name"
		[[ ${stderr_lines[-1]} == "exhume extract: open "*"place/game.extracted/index.html" ]]
		is made "$(ls -A place | tr '\n' ' ')" "game game.extracted "
		expect 0 build "${name/game/game.extracted}"
		[[ ${stderr_lines[-1]} == "exhume build: the output is in "*"place/game.extracted.built" ]]
		is made "$(ls -A place | tr '\n' ' ')" "game game.extracted game.extracted.built "
		same_tree place/game place/game.extracted.built
		rm -r place/game.extracted.built
		rm -r place/game.extracted
	done
	cd place/game
	for name in . ./ ../game .//.; do
		expect 0 extract "$name"
		[[ ${stderr_lines[-1]} == "exhume extract: open ../game.extracted/index.html" ]]
		cd ../game.extracted
		expect 0 build .
		[[ ${stderr_lines[-1]} == "exhume build: the output is in ../game.extracted.built" ]]
		cd ../game
		is made "$(ls -A .. | tr '\n' ' ')" "game game.extracted game.extracted.built "
		same_tree . ../game.extracted.built
		rm -r ../game.*
	done
	mkdir below
	cd below
	expect 0 extract ..
	cd ..
	rmdir below
	is made "$(ls -A .. | tr '\n' ' ')" "game game.extracted "
	files_in . | diff ../../before -
	# Several inputs below one folder.
	cd ../..
	cp -r "$archives/lodge" place/other
	expect 0 extract -o all place/game/ place/other/.
	is made "$(ls -A all | tr '\n' ' ')" "game other "
	expect 0 extract -q -o quiet place/game/
	silent
}

@test "what is made of a game has a limit" {
	expect 1 extract -q --max-output 20K -o out "$archives/burrow"
	is messages "$(sed 's/: [0-9]* of /: N of /' <<<"$stderr")" "exhume extract: out: stopped at the limit of 20 KiB: N of 74 files were written; --max-output raises it"
	holds out/index.json '.is_complete == false and any(.assets[]; .is_too_large)'
	[ "$(jq '[.assets[].files_size[]?] | add' out/index.json)" -le 20480 ]
	[ -e out/index.html ]
	while read -r file; do
		[ -e "out/$file" ]
	done < <(jq -r '.assets[] | .files[]?, .original // empty' out/index.json)
	# The next run makes the rest.
	expect 0 extract -q -o out "$archives/burrow"
	is complete "$(jq .is_complete out/index.json)" true
	expect 2 extract --max-output 20Q -o out "$archives/burrow"
	says "--max-output: expected a number of bytes, or one with K, M or G"
}

@test "what other commands make of an input has a limit" {
	cp "$archives/ega"/* "$archives/audiot"/* "$archives/softdisk/SAMPLE.CMP" .
	expect 0 zfs-pack -q -o some.zfs EGADICT.SMP EGAHEAD.SMP SAMPLE.EGA
	while read -r limit line; do
		expect 1 $line --max-output "$limit" -o out
		[[ $stderr =~ "out: stopped at the limit of ${limit/K/ KiB}: "([0-9]+)" of "([0-9]+)" files were written; --max-output raises it" ]]
		((BASH_REMATCH[1] < BASH_REMATCH[2]))
		is written "$(find out -type f | wc -l)" "${BASH_REMATCH[1]}"
		rm -r out
	done <<-end
		4K softdisk --extract SAMPLE.CMP
		2K zfs-unpack some.zfs
		9K sci-unpack $archives/burrow
		9K sci-unpack --convert $archives/burrow
		90K sci-snd2wav $archives/burrow
		9K egagrab SAMPLE.EGA
		300K snd2wav AUDIOT.SMP
	end
	# One file that is larger by far, and written piece by piece.
	expect 1 sci-snd2wav --max-output 5K "$archives/burrow" -o out
	says "0 of 4 files were written"
	is files "$(ls -A out)" ""
}

# Runs as expect does, while another process holds the folder of the first argument.
while_locked() {
	local folder=$1
	shift
	flock -F "$folder" sleep 60 3>&- &
	until ! flock -n "$folder" true; do :; done
	"$@" || {
		kill $!
		return 1
	}
	kill $!
	wait $! || :
}

@test "a folder that another run writes into is left alone until that ends" {
	command -v flock >/dev/null || skip "no flock"
	in_use="another exhume writes into this folder: wait until it is done, or choose another with -o"
	expect 0 extract -q --no-page -o out "$archives/burrow"
	expect 0 sci-unpack -q --convert -o some "$archives/burrow"
	expect 0 build -q -o new out
	find out some new -type f -exec sha256sum {} + | sort >before
	while_locked out expect 1 extract -f -o out "$archives/lodge"
	is messages "$stderr" "exhume extract: out: $in_use"
	while_locked some expect 1 sci-unpack -f --convert -o some "$archives/burrow"
	says "some: $in_use"
	while_locked new expect 1 build -f -o new out
	says "new: $in_use"
	is files "$(find out some new -type f -exec sha256sum {} + | sort)" "$(cat before)"
	# Nothing is locked after a process has ended.
	expect 0 extract -q --no-page -f -o out "$archives/lodge"
}

@test "of two runs into one folder one is refused, or comes after the other" {
	expect 0 extract -q -o one "$archives/burrow"
	for name in a b; do
		"$EXHUME" extract -q -f -o two "$archives/burrow" 2>"$name" &
	done
	wait
	[ -z "$(cat a b | grep -v 'another exhume writes into this folder')" ]
	diff -r -x index-place one two
}

@test "a page needs a folder for temporary files" {
	TMPDIR=$PWD/missing expect 1 extract -q -o out "$archives/digger"
	says 'out: can'"'"'t make a temporary file in $TMPDIR or /tmp: No such file or directory'
	TMPDIR=$PWD/missing expect 0 extract -q --no-page -o out "$archives/digger"
}
