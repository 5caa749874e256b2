#!/usr/bin/env bats
# Tables out of programs: --exe, and programs beside the data.

load ../testdata/cli/helper

other_bytes() {
	head -c "$1" "$manual/exhume-egagrab.1"
}

# make_program NAME PACKING TABLE...: tables at odd places, other bytes and the tables of
# another archive around them. PACKING: 0.90, 0.91 or none.
make_program() {
	local name=$1 packing=$2 table
	shift 2
	{
		other_bytes 5001
		cat "$archives/cga/CGADICT.SMP"
		other_bytes 3
		cat "$archives/cga/CGAHEAD.SMP"
		for table; do
			other_bytes 1002
			cat "$table"
		done
		head -c 777 /dev/zero
		other_bytes 40000
	} >image
	program plain.tmp image
	mkdir -p "$(dirname "$name")"
	if [ "$packing" = none ]; then
		mv plain.tmp "$name"
	else
		expect 0 unlzexe -f --pack-as "$packing" -o "$name" plain.tmp
		rm plain.tmp
	fi
	rm image
}

# An archive alone, in a folder of its own.
bare() {
	mkdir -p "$1"
	cp "$archives/$1/$(archive_of "$1")" "$archives/$1/layout.json" "$1"
}

tables_of() {
	echo "$archives/$1/"?GAHEAD.SMP "$archives/$1/"?GADICT.SMP
}

@test "--exe extracts what the files of tables do, however the program is packed" {
	for name in ega keen4; do
		bare $name
		expect 0 egagrab --layout $name/layout.json -o whole.$name "$archives/$name/$(archive_of $name)"
		for packing in none 0.90 0.91; do
			make_program games/$packing.exe $packing $(tables_of $name)
			expect 0 egagrab --exe games/$packing.exe --layout $name/layout.json -o out.$name.$packing \
				"$name/$(archive_of $name)"
			silent
			diff -r --exclude manifest.json whole.$name out.$name.$packing
			diff <(jq .chunks whole.$name/manifest.json) <(jq .chunks out.$name.$packing/manifest.json)
		done
	done
}

@test "what a program's tables extracted packs to the archive and the files of tables" {
	for name in ega keen4; do
		bare $name
		make_program $name/GAME.EXE 0.91 $(tables_of $name)
		expect 0 egagrab --layout $name/layout.json -o out.$name "$name/$(archive_of $name)"
		expect 0 egagrab --pack out.$name -o new.$name/ARCHIVE
		cmp new.$name/ARCHIVE "$archives/$name/$(archive_of $name)"
		cmp new.$name/ARCHIVE.EGAHEAD "$archives/$name/EGAHEAD.SMP"
		cmp new.$name/ARCHIVE.EGADICT "$archives/$name/EGADICT.SMP"
	done
}

@test "mapdump finds the tables of levels, given and beside, and packs to the same archive" {
	mkdir levels
	cp "$archives/ega/SAMPLE.MAP" levels
	for packing in none 0.90 0.91; do
		make_program $packing.exe $packing "$archives/ega/MAPHEAD.SMP" "$archives/ega/MAPDICT.SMP"
		expect 0 mapdump --exe $packing.exe --layout "$archives/ega/layout.json" \
			--format json levels/SAMPLE.MAP
		jq -c '.maps' <<<"$output" >$packing.json
		expect 0 mapdump --layout "$archives/ega/layout.json" --format json "$archives/ega/SAMPLE.MAP"
		diff <(jq -c '.maps' <<<"$output") $packing.json
	done
	cp 0.91.exe levels/Sample.Exe
	expect 0 mapdump -v --layout "$archives/ega/layout.json" --format json -o all.json levels/SAMPLE.MAP
	says "Sample.Exe (unpacked) at 0x"
	holds all.json '.archive.tables.head | .file == "Sample.Exe" and .exe_packing == "lzexe-0.91" and .offset > 0'
	expect 0 mapdump --pack all.json -o packed/SAMPLE.MAP
	cmp packed/SAMPLE.MAP "$archives/ega/SAMPLE.MAP"
	cmp packed/MAPHEAD.KDR "$archives/ega/MAPHEAD.SMP"
	cmp packed/MAPDICT.KDR "$archives/ega/MAPDICT.SMP"
	make_program 0.90.exe 0.90 "$archives/keen4/MAPHEAD.SMP" "$archives/keen4/TILEINFO.SMP"
	expect 0 mapdump --exe 0.90.exe --layout "$archives/keen4/layout.json" --format json \
		"$archives/keen4/GAMEMAPS.SMP"
	expect 1 mapdump --exe plain.none levels/SAMPLE.MAP
}

@test "manifest, JSON and -v tell where the tables were found" {
	bare ega
	make_program GAME.EXE 0.91 $(tables_of ega)
	expect 0 egagrab -v --json --exe GAME.EXE --layout ega/layout.json -o out ega/SAMPLE.EGA
	printf '%s' "$output" >json
	# The tables of CGA, then EGAHEAD.SMP (624 bytes), then EGADICT.SMP.
	cga=$(cat "$archives"/cga/CGA{HEAD,DICT}.SMP | wc -c)
	head=$((5001 + 3 + cga + 1002))
	dict=$((head + 624 + 1002))
	for where in '.results[0].tables' '.results[0].manifest.tables'; do
		holds json "$where.head == {file: \"GAME.EXE\", offset: $head, exe_packing: \"lzexe-0.91\"}"
		holds json "$where.dict == {file: \"GAME.EXE\", offset: $dict, exe_packing: \"lzexe-0.91\"}"
	done
	holds out/manifest.json '.tables.head.file == "GAME.EXE"'
	says "head GAME.EXE (unpacked) at $(printf '0x%X' $head)" \
		"dictionary GAME.EXE (unpacked) at $(printf '0x%X' $dict)"
	expect 0 egagrab --json --layout ega/layout.json -o plain "$archives/ega/SAMPLE.EGA"
	printf '%s' "$output" >json
	holds json '.results[0].tables == {head: {file: "EGAHEAD.SMP"}, dict: {file: "EGADICT.SMP"}}'
}

@test "a program beside is found in any case, one of the game's name first" {
	bare ega
	make_program ega/zzz.exe 0.90 $(tables_of keen4)
	make_program ega/other.EXE none $(tables_of ega)
	expect 0 egagrab -v --layout ega/layout.json -o one ega/SAMPLE.EGA
	says "head ega/other.EXE (image) at "
	make_program ega/SampleX.Exe 0.91 $(tables_of ega)
	expect 0 egagrab -v --layout ega/layout.json -o two ega/SAMPLE.EGA
	says "head ega/SampleX.Exe (unpacked) at "
	rm ega/SampleX.Exe ega/other.EXE
	expect 1 egagrab -v --layout ega/layout.json -o three ega/SAMPLE.EGA
	says "ega/zzz.exe: no head" "no readable egahead beside it" "give --head FILE or --exe FILE"
	absent three
}

@test "files beside go before a program beside, --exe before files, --head before all" {
	sample ega
	make_program ega/SAMPLE.EXE 0.91 $(tables_of ega)
	expect 0 egagrab -v --layout ega/layout.json -o one ega/SAMPLE.EGA
	says "head ega/EGAHEAD.SMP, dictionary ega/EGADICT.SMP"
	expect 0 egagrab -v --exe ega/SAMPLE.EXE --layout ega/layout.json -o two ega/SAMPLE.EGA
	says "head ega/SAMPLE.EXE (unpacked) at" "dictionary ega/SAMPLE.EXE (unpacked) at"
	expect 0 egagrab -v --exe ega/SAMPLE.EXE --head ega/EGAHEAD.SMP --layout ega/layout.json -o three ega/SAMPLE.EGA
	says "head ega/EGAHEAD.SMP, dictionary ega/SAMPLE.EXE (unpacked) at"
	expect 0 egagrab -v --exe nowhere.exe --head ega/EGAHEAD.SMP --dict ega/EGADICT.SMP \
		--layout ega/layout.json -o four ega/SAMPLE.EGA
	same_tree one/sprite two/sprite
	same_tree one/sprite three/sprite
}

@test "a program supplies the one table that is missing" {
	sample ega
	rm ega/EGADICT.SMP
	make_program ega/SAMPLE.EXE 0.91 $(tables_of ega)
	expect 0 egagrab -v --layout ega/layout.json -o one ega/SAMPLE.EGA
	says "head ega/EGAHEAD.SMP, dictionary ega/SAMPLE.EXE (unpacked) at"
}

@test "a program goes before the head of another archive" {
	bare ega
	cp "$archives/keen4/EGAHEAD.SMP" "$archives/keen4/EGADICT.SMP" ega
	make_program ega/SAMPLE.EXE 0.91 $(tables_of ega)
	expect 0 egagrab -v --layout ega/layout.json -o one ega/SAMPLE.EGA
	says "head ega/SAMPLE.EXE (unpacked) at"
}

@test "an archive from standard input takes --exe" {
	make_program GAME.EXE 0.90 $(tables_of ega)
	run --separate-stderr -- "$EXHUME" egagrab --exe GAME.EXE --layout "$archives/ega/layout.json" -o out - \
		<"$archives/ega/SAMPLE.EGA"
	check_run 0 "egagrab -"
	[ -s out/sprite/000.png ]
	expect 2 egagrab --exe - --layout "$archives/ega/layout.json" -o out2 -
	says "only one input may be standard input"
}

@test "a program without the tables, and what is no program, are told" {
	bare ega
	make_program GAME.EXE 0.91 $(tables_of keen4)
	expect 1 egagrab --exe GAME.EXE --layout ega/layout.json -o out ega/SAMPLE.EGA
	says "GAME.EXE: no head" "an archive of 24490 bytes found in it"
	expect 1 egagrab --exe "$archives/ega/SAMPLE.EGA" -o out ega/SAMPLE.EGA
	says "not a DOS program"
	expect 1 egagrab --exe nowhere.exe -o out ega/SAMPLE.EGA
	says "nowhere.exe: can't open"
	make_program CUT.EXE 0.91 $(tables_of ega)
	cut_to CUT.EXE 2000
	expect 1 egagrab --exe CUT.EXE --layout ega/layout.json -o out ega/SAMPLE.EGA
	says "CUT.EXE" "no head"
	absent out
}

@test "a program that is cut behind the tables serves, and that it is cut is told" {
	bare ega
	make_program CUT.EXE 0.91 $(tables_of ega)
	cut_to CUT.EXE $(($(stat -c %s CUT.EXE) - 700))
	expect 1 egagrab --exe CUT.EXE --layout ega/layout.json -o out ega/SAMPLE.EGA
	says "CUT.EXE" "the program ends early"
	[ -s out/sprite/000.png ]
}

@test "real data: the tables of both games are found in one program" {
	need_game "$dreams"
	need_game "$keen4"
	mkdir games
	cp "$dreams/KDREAMS.EGA" "$keen4/EGAGRAPH.CK4" games
	expect 0 egagrab -q --only font --no-sheets -o whole "$dreams/KDREAMS.EGA" "$keen4/EGAGRAPH.CK4"
	for packing in 0.90 0.91 none; do
		make_program games/START.EXE $packing "$dreams/EGAHEAD.KDR" "$dreams/MAPHEAD.KDR" \
			"$dreams/AUDIOHHD.KDR" "$keen4/EGAHEAD.CK4" "$keen4/EGADICT.CK4" "$keen4/TILEINFO.CK4" \
			"$dreams/AUDIODCT.KDR" "$dreams/EGADICT.KDR" "$dreams/MAPDICT.KDR"
		for archive in KDREAMS.EGA EGAGRAPH.CK4; do
			expect 0 egagrab -q --only font --no-sheets -o out.$packing.$archive games/$archive
			diff <(jq .chunks whole/$archive/manifest.json) <(jq .chunks out.$packing.$archive/manifest.json)
			holds out.$packing.$archive/manifest.json '.layout_origin == "head" and .tables.dict.file == "START.EXE"'
		done
	done
}

@test "an archive of levels that was cut has the levels that are left, with a warning" {
	for name in ega:SAMPLE.MAP keen4:GAMEMAPS.SMP; do
		archive=${name#*:} name=${name%:*}
		mkdir cut.$name
		cp "$archives/$name/$archive" cut.$name
		size=$(stat -c %s cut.$name/$archive)
		cut_to cut.$name/$archive $((size * 3 / 4))
		make_program cut.$name/GAME.EXE 0.91 $(find "$archives/$name" -name 'MAP[HD]*' | sort -r)
		expect 1 mapdump --layout "$archives/$name/layout.json" --format json -o $name.json cut.$name/$archive
		says "GAME.EXE: warning: only " "levels of $archive fit the likeliest tables"
		holds $name.json '.maps | length > 0'
	done
}

@test "an edited archive of graphics keeps its tables, and gets none that do not fit" {
	bare keen4
	make_program keen4/GAME.EXE 0.91 $(tables_of ega) $(tables_of keen4) \
		"$archives/keen4/AUDIOHHD.SMP" "$archives/keen4/AUDIODCT.SMP"
	# A quarter of it: other bytes.
	other_bytes 7000 | dd of=keen4/EGAGRAPH.SMP bs=1 seek=9000 conv=notrunc status=none
	expect 1 egagrab --layout keen4/layout.json -o out keen4/EGAGRAPH.SMP
	says "GAME.EXE: warning: only " "chunks of EGAGRAPH.SMP fit the likeliest tables"
	holds out/manifest.json '.tables.head.file == "GAME.EXE"'
	expect 0 egagrab -q --only font --layout keen4/layout.json -o whole "$archives/keen4/EGAGRAPH.SMP"
	diff -r whole/font out/font
	# Something before it: no chunk is where the head says.
	{ printf 'x'; cat "$archives/keen4/EGAGRAPH.SMP"; } >keen4/EGAGRAPH.SMP
	expect 1 egagrab --layout keen4/layout.json -o none keen4/EGAGRAPH.SMP
	says "no readable egahead beside it"
	absent none
}

@test "real data: archives that were cut or edited" {
	need_game "$dreams"
	need_game "$keen4"
	mkdir games
	make_program games/START.EXE 0.91 "$dreams/EGAHEAD.KDR" "$dreams/MAPHEAD.KDR" "$dreams/AUDIOHHD.KDR" \
		"$keen4/EGAHEAD.CK4" "$keen4/EGADICT.CK4" "$dreams/AUDIODCT.KDR" "$dreams/EGADICT.KDR" "$dreams/MAPDICT.KDR"
	head -c 40000 "$dreams/KDREAMS.MAP" >games/KDREAMS.MAP
	expect 1 mapdump --format json -o maps.json games/KDREAMS.MAP
	says "START.EXE: warning: only " "levels of KDREAMS.MAP fit the likeliest tables"
	holds maps.json '.maps | length >= 8'
	{ head -c 300000 "$keen4/EGAGRAPH.CK4"; other_bytes 30000; tail -c 190581 "$keen4/EGAGRAPH.CK4"; } >games/EGAGRAPH.CK4
	expect 1 egagrab -q --only binary --no-sheets -o out games/EGAGRAPH.CK4
	holds out/manifest.json '.layout == "keen4-1.4" or .layout.name == "keen4-1.4"'
	{ printf 'x'; head -c 520580 "$keen4/EGAGRAPH.CK4"; } >games/EGAGRAPH.CK4
	expect 1 egagrab -q --only binary --no-sheets -o none games/EGAGRAPH.CK4
	says "no readable egahead beside it"
	absent none
}

@test "--exe-out puts the new tables into the program, --patch names their files" {
	for packing in none 0.91; do
		mkdir game && cp "$archives/ega/SAMPLE.EGA" "$archives/ega/layout.json" game/
		make_program GAME.EXE $packing $(tables_of ega)
		expect 0 egagrab --exe GAME.EXE --layout game/layout.json -o out game/SAMPLE.EGA
		# Two tiles swap their pictures, and all sizes move.
		mv out/tile16/001.png t.png && mv out/tile16/000.png out/tile16/001.png && mv t.png out/tile16/000.png
		mkdir new
		expect 0 egagrab --pack out --optimize --exe GAME.EXE --exe-out new/NEW.EXE --patch new/new.pat \
			--head-out new/HEAD.CK4 --dict-out new/DICT.CK4 -o new/SAMPLE.EGA
		is patch "$(cat new/new.pat)" "%ext ega
%version ALL

%egahead HEAD.CK4
%egadict DICT.CK4

%end"
		# The new program has what its own tables need.
		expect 0 egagrab --exe new/NEW.EXE --layout game/layout.json -o again new/SAMPLE.EGA
		diff -r --exclude manifest.json --exclude sheet out again
		if [ $packing = none ]; then
			is size "$(stat -c %s new/NEW.EXE)" "$(stat -c %s GAME.EXE)"
			[ "$(cmp -l new/NEW.EXE GAME.EXE | wc -l)" -le $((624 + 1020)) ]
		else
			expect 1 unlzexe new/NEW.EXE -o x.exe
		fi
		rm -r game new out again GAME.EXE
	done
}

@test "a program without the archive's tables, and tables that do not fit, are refused" {
	mkdir game && cp "$archives/ega/SAMPLE.EGA" "$archives/ega/layout.json" game/
	make_program GAME.EXE none $(tables_of ega)
	make_program OTHER.EXE none $(tables_of keen4)
	expect 0 egagrab --exe GAME.EXE --layout game/layout.json -o out game/SAMPLE.EGA
	expect 1 egagrab --pack out --exe OTHER.EXE --exe-out NEW.EXE -o new.ega
	says "OTHER.EXE: the program does not contain the head and the dictionary of the extracted archive"
	absent NEW.EXE new.ega
	expect 1 egagrab --pack out --exe game/SAMPLE.EGA --exe-out NEW.EXE -o new.ega
	says game/SAMPLE.EGA
	absent NEW.EXE new.ega
	touch NEW.EXE
	expect 1 egagrab --pack out --exe GAME.EXE --exe-out NEW.EXE -o new.ega
	absent new.ega
	expect 2 egagrab --pack out --exe-out NEW.EXE -o new.ega
	says "--pack needs --exe FILE for --exe-out FILE"
	expect 2 egagrab --exe-out NEW.EXE game/SAMPLE.EGA
	expect 2 egagrab --patch x.pat game/SAMPLE.EGA
}

@test "mapdump: tile information goes back, from JSON or CSV, beside the archive and into the program" {
	for packing in none 0.91; do
		for name in ega keen4; do
			mkdir game
			[ $name = keen4 ] && levels=GAMEMAPS.SMP || levels=SAMPLE.MAP
			cp "$archives/$name/$levels" "$archives/$name/layout.json" game/
			# shellcheck disable=SC2046
			make_program GAME.EXE $packing $(ls "$archives/$name"/MAPHEAD.SMP "$archives/$name"/MAPDICT.SMP "$archives/$name"/TILEINFO.SMP 2>/dev/null)
			tiles=
			[ $name = ega ] || tiles="--tileinfo-file $archives/keen4/TILEINFO.SMP"
			base="--base game/$levels --exe GAME.EXE --layout game/layout.json $tiles"
			expect 0 mapdump --tileinfo --exe GAME.EXE --layout game/layout.json $tiles -o tiles.json game/$levels
			expect 0 mapdump --tileinfo --format csv --exe GAME.EXE --layout game/layout.json $tiles -o tiles.csv game/$levels
			# Unedited, all is the same.
			for file in tiles.json tiles.csv; do
				expect 0 mapdump $base --pack-tileinfo $file --exe-out same/NEW.EXE -o same/$levels
				cmp same/$levels game/$levels
				[ $packing != none ] || cmp same/NEW.EXE GAME.EXE
				rm -r same
			done
			# Two tiles get walls.
			jq '.tile_info.foreground[2:4][] |= (.north = 5 | .animation = -1)' tiles.json >edited.json
			awk -F, -v OFS=, '$1 == "foreground" && ($2 == 2 || $2 == 3) { $3 = 5; $8 = -1 } { print }' tiles.csv >edited.csv
			for file in edited.json edited.csv; do
				expect 0 mapdump $base --pack-tileinfo $file --exe-out new/NEW.EXE -o new/$levels
				[ $name = ega ] || new="--tileinfo-file new/TILEINFO.SMP"
				[ $name = keen4 ] || new=
				expect 0 mapdump --tileinfo --exe new/NEW.EXE --layout game/layout.json $new -o again.json new/$levels
				is "tiles of $file" "$(jq -S .tile_info.foreground again.json)" "$(jq -S .tile_info.foreground edited.json)"
				if [ $packing = none ]; then
					is "bytes of $file" "$(cmp -l new/NEW.EXE GAME.EXE | wc -l)" "$(jq -n --slurpfile a tiles.json --slurpfile b edited.json '[range(2; 4) as $i | $a[0].tile_info.foreground[$i], $b[0].tile_info.foreground[$i]] | [([.[0], .[1]], [.[2], .[3]]) | (.[0].north != .[1].north), (.[0].animation != .[1].animation) | select(.)] | length')"
				fi
				rm -r new again.json
			done
			rm -r game GAME.EXE tiles.*
		done
	done
}

@test "mapdump: tile information that is wrong is refused" {
	cp -r "$archives/ega" game
	base="--base game/SAMPLE.MAP --layout game/layout.json"
	expect 0 mapdump --tileinfo --layout game/layout.json -o tiles.json game/SAMPLE.MAP
	expect 0 mapdump --tileinfo --format csv --layout game/layout.json -o tiles.csv game/SAMPLE.MAP
	while IFS='~' read -r program message; do
		awk -F, -v OFS=, "$program" tiles.csv >bad.csv
		expect 1 mapdump $base --pack-tileinfo bad.csv -o new/SAMPLE.MAP
		says "bad.csv: $message"
	done <<-'END'
		{ print $1, $2, $3 }~line 1: expected the columns plane, tile, north, east, south, west, inside, animation and speed
		NR != 5~background tile 3 has no line
		NR == 5 { print } { print }~line 6: background tile 3 has a line already
		NR == 2 { $8 = 128 } { print }~line 2: animation: expected a whole number from -128 to 127
		NR == 2 { $9 = "" } { print }~line 2: speed: expected a whole number from 0 to 255
		NR == 2 { $3 = 1 } { print }~line 2: expected no walls and insides of a background tile
		NR == 2 { $1 = "front" } { print }~line 2: expected the plane background or foreground
		NR == 2 { $2 = 9999 } { print }~line 2: tile: expected a number from 0 to
	END
	jq '.tile_info.background_count += 1' tiles.json >bad.json
	expect 1 mapdump $base --pack-tileinfo bad.json -o new/SAMPLE.MAP
	says "bad.json: tile_info: " " background and " " foreground tiles, the archive has "
	echo '{}' >bad.json
	expect 1 mapdump $base --pack-tileinfo bad.json -o new/SAMPLE.MAP
	says 'bad.json: key "tile_info": expected an object'
	expect 1 mapdump $base --pack-tileinfo none.json -o new/SAMPLE.MAP
	says "none.json: can't open"
	# The tables must be in the program.
	make_program GAME.EXE none $(tables_of keen4)
	expect 1 mapdump --head game/MAPHEAD.SMP $base --exe GAME.EXE --pack-tileinfo tiles.json --exe-out NEW.EXE -o new/SAMPLE.MAP
	absent new
	absent NEW.EXE
	expect 2 mapdump $base --pack-tileinfo tiles.json --exe-out NEW.EXE -o new/SAMPLE.MAP
	expect 2 mapdump --pack-tileinfo tiles.json game/SAMPLE.MAP
}

# sold FOLDER PACKING SAMPLE: its archives and GAME.EXE, without files of tables.
sold() {
	local file tables=()
	mkdir "$1"
	for file in "$archives/$3"/*; do
		case ${file##*/} in
		*HEAD.* | AUDIOHHD.*)
			tables+=("$file")
			;;
		*DICT.* | AUDIODCT.*)
			tables+=("$file")
			;;
		TILEINFO.* | layout.json) ;;
		*) cp "$file" "$1" ;;
		esac
	done
	make_program "$1/GAME.EXE" "$2" "${tables[@]}"
}

# edit_sold FOLDER: a picture, a level and a sound of an extracted sample.
edit_sold() {
	if [ -d "$1/graphics/sprite" ]; then
		cp "$1/graphics/sprite/005.png" "$1/graphics/sprite/004.png"
		sed 's/MOLE LAND/DEEP LAND/' "$1/levels/00.tmj" >edited
		mv edited "$1/levels/00.tmj"
		cp "$(echo "$1"/sounds/03-*.alsnd)" "$(echo "$1"/sounds/01-*.alsnd)"
	else
		head -c 90 "$manual/exhume.1" >>"$(find "$1/graphics/raw" -name '*.bin' | sort | head -n 1)"
		awk 'NR == 1 { sub(/[0-9]+/, "77") } { print }' "$1/levels/03.background.csv" >edited
		mv edited "$1/levels/03.background.csv"
		cp "$1/sounds/03.pcsnd" "$1/sounds/01.pcsnd"
	fi
}

# Edited files come back; manifests have new offsets, and sheets and sounds are derived from them.
same_edits() {
	diff -r --exclude manifest.json --exclude sheet --exclude 'index*' --exclude '*.wav' --exclude '*.flac' --exclude '*.tmj' \
		--exclude '*.png' "$1" "$2"
}

@test "build puts the tables back into the program, and writes no files of tables" {
	for name in keen4 dreams; do
		for packing in $([ $name = keen4 ] && echo none || echo 0.91); do
			sold game $packing $name
			expect $(extract_status $name) extract -q --no-page -o work game
			expect 0 build -q -o same work
			diff -r game same
			edit_sold work
			expect 0 build -o new work
			is "files of $name" "$(files_in new)" "$(files_in game)"
			run ! cmp -s new/GAME.EXE game/GAME.EXE
			if [ $packing = none ]; then
				is size "$(stat -c %s new/GAME.EXE)" "$(stat -c %s game/GAME.EXE)"
				says_not "LZEXE"
			else
				says "GAME.EXE: packed by LZEXE; it is written unpacked"
				expect 1 unlzexe -o x.exe new/GAME.EXE
			fi
			mkdir moved && mv new moved/new
			expect $(extract_status $name) extract -q --no-page -o again moved/new
			same_edits work again
			expect 0 build -q -o third again
			diff -r moved/new third
			rm -r game work same moved again third
		done
	done
}

@test "build --patch leaves the program, and names the new tables' files" {
	sold game 0.91 keen4
	expect 1 extract -q -o work game
	edit_sold work
	expect 0 build --patch GAME.PAT -o new work
	cmp new/GAME.EXE game/GAME.EXE
	says_not "LZEXE"
	is patch "$(cat new/GAME.PAT)" "%ext smp
%version ALL

%egahead EGAHEAD.SMP
%egadict EGADICT.SMP
%maphead MAPHEAD.SMP
%audiohed AUDIOHED.SMP
%audiodct AUDIODCT.SMP

%end"
	for file in $(sed -n 's/^%[a-z]* \([A-Z]*\..*\)$/\1/p' new/GAME.PAT); do
		[ -s "new/$file" ]
	done
	expect 1 extract -q -o again new
	same_edits work again
	# Nothing was edited: a patch file that loads nothing.
	expect 1 extract -q -o work2 game
	expect 0 build --patch same/GAME.PAT -o same work2
	is files "$(files_in same)" "$({ files_in game; echo GAME.PAT; } | sort)"
	expect 2 build --patch other/GAME.PAT -o none work
	expect 2 build --patch .. -o none work
	expect 0 extract -q -o digger "$archives/digger"
	expect 1 build --patch GAME.PAT -o none digger
	says "--patch is for games of Keen"
	absent none
}

@test "tables in files stay files, even if a program has others" {
	sold game none keen4
	cp "$archives/keen4/AUDIOHHD.SMP" "$archives/keen4/AUDIODCT.SMP" game
	expect 1 extract -q -o work game
	cp work/sounds/03.pcsnd work/sounds/01.pcsnd
	expect 0 build -o new work
	is files "$(files_in new)" "$(files_in game)"
	cmp new/GAME.EXE game/GAME.EXE
	run ! cmp -s new/AUDIOHHD.SMP game/AUDIOHHD.SMP
	expect 0 snd2wav -q --raw -o again new/AUDIO.SMP
	cmp again/01.pcsnd work/sounds/03.pcsnd
}

@test "a head that grew does not fit into the program, but a patch file loads it" {
	sold game none keen4
	expect 1 extract -q -o work game
	jq '.chunks += [.chunks[-1] | {number: (.number + 1), class, index: (.index + 1), state: "absent"}]' \
		work/graphics/manifest.json >edited
	mv edited work/graphics/manifest.json
	printf x >>"$(find work/graphics/raw -name '*.bin' | sort | head -n 1)"
	expect 1 build -o new work
	says "GAME.EXE: the new head has " "its place in the program" "--patch"
	absent new
	expect 0 build --patch GAME.PAT -o new work
	cmp new/GAME.EXE game/GAME.EXE
	[ "$(stat -c %s new/EGAHEAD.SMP)" -gt "$(stat -c %s "$archives/keen4/EGAHEAD.SMP")" ]
}

@test "mapdump and snd2wav: --exe-out and --patch, as egagrab has them" {
	for packing in none 0.90; do
		sold game $packing keen4
		expect 0 snd2wav -q --raw --exe game/GAME.EXE -o sounds game/AUDIO.SMP
		cp sounds/03.pcsnd sounds/01.pcsnd
		expect 1 snd2wav --pack sounds --base game/AUDIO.SMP -o new/AUDIO.SMP
		says "its head is in the program: give --exe FILE with --exe-out FILE"
		expect 0 snd2wav --pack sounds --base game/AUDIO.SMP --exe game/GAME.EXE --exe-out new/GAME.EXE \
			--patch new/game.pat -o new/AUDIO.SMP
		is patch "$(cat new/game.pat)" "%ext smp
%version ALL

%audiohed AUDIOHED.SMP
%audiodct AUDIODCT.SMP

%end"
		mkdir alone && cp new/AUDIO.SMP new/GAME.EXE alone
		expect 0 snd2wav -q --raw -o again alone/AUDIO.SMP
		cmp again/01.pcsnd sounds/03.pcsnd
		# The files do what the program does.
		mkdir files && cp new/AUDIO* files
		expect 0 snd2wav -q --raw -o files.out files/AUDIO.SMP
		diff -r --exclude manifest.json again files.out
		expect 0 mapdump -q --format json --exe new/GAME.EXE -o maps.json game/GAMEMAPS.SMP
		command jq '.maps[0].name = "Deeper"' maps.json >edited.json
		expect 0 mapdump --pack edited.json --base game/GAMEMAPS.SMP --exe new/GAME.EXE --exe-out both/GAME.EXE \
			--patch both/game.pat -o both/LEVELS.CK4
		is patch "$(cat both/game.pat)" "%ext ck4
%version ALL

%gamemaps LEVELS.CK4
%maphead LEVELS.CK4.MAPHEAD
%tileinfo LEVELS.CK4.TILEINFO

%end"
		cp new/AUDIO.SMP both
		is head "$(stat -c %s both/LEVELS.CK4.MAPHEAD)" 402
		rm both/LEVELS.CK4.*
		expect 0 mapdump --exe both/GAME.EXE both/LEVELS.CK4
		prints "Deeper"
		expect 0 snd2wav -q --raw --exe both/GAME.EXE -o third both/AUDIO.SMP
		cmp third/01.pcsnd sounds/03.pcsnd
		rm -r game sounds new alone again files files.out both third *.json
	done
	expect 2 snd2wav --exe-out x.exe "$archives/keen4/AUDIO.SMP"
	expect 2 snd2wav --pack a --base b --exe-out x.exe -o c
	expect 2 mapdump --patch x.pat "$archives/keen4/GAMEMAPS.SMP"
}

# The tests of build and --patch above do this with a small game.
@test "real data: a game as it is sold, edited and built, needs only its program and archives" {
	need_time
	need_game "$keen4"
	[ -f "$keen4/KEEN4E.EXE" ] || skip "no program"
	mkdir game
	cp "$keen4/KEEN4E.EXE" "$keen4/EGAGRAPH.CK4" "$keen4/GAMEMAPS.CK4" "$keen4/AUDIO.CK4" game
	expect 0 extract -q --no-page --formats midi -o work game
	cp work/graphics/tile16/0011.png work/graphics/tile16/0010.png
	command jq -c '.layers[0].data[0:3] = [11, 12, 13]' work/levels/01.tmj >edited
	mv edited work/levels/01.tmj
	cp work/sounds/03.pcsnd work/sounds/01.pcsnd
	expect 0 build -o new work
	is files "$(files_in new)" "$(files_in game)"
	is size "$(stat -c %s new/KEEN4E.EXE)" "$(stat -c %s game/KEEN4E.EXE)"
	expect 0 egagrab -q --only tile16:9-11 -o graphics new/EGAGRAPH.CK4
	cmp graphics/tile16/0010.png work/graphics/tile16/0011.png
	cmp graphics/tile16/0011.png work/graphics/tile16/0011.png
	expect 0 mapdump -q --map 1,2 --format tmj -o levels new/GAMEMAPS.CK4
	for level in 01 02; do
		cmp <(jq -c '.layers[].data' levels/$level.tmj) <(jq -c '.layers[].data' work/levels/$level.tmj)
	done
	expect 0 snd2wav -q --raw --device pc -o sounds new/AUDIO.CK4
	cmp sounds/01.pcsnd work/sounds/03.pcsnd
	cmp sounds/02.pcsnd work/sounds/02.pcsnd
	expect 0 build --patch KEEN4.PAT -o patched work
	cmp patched/KEEN4E.EXE game/KEEN4E.EXE
	is patch "$(cat patched/KEEN4.PAT)" "%ext ck4
%version ALL

%egahead EGAHEAD.CK4
%egadict EGADICT.CK4
%maphead MAPHEAD.CK4
%tileinfo TILEINFO.CK4
%audiohed AUDIOHED.CK4
%audiodct AUDIODCT.CK4

%end"
	cmp patched/TILEINFO.CK4 "$keen4/TILEINFO.CK4"
	is head "$(stat -c %s patched/MAPHEAD.CK4)" 402
}

# pklite FILE TEXT: a program with PKLITE's text in its header.
pklite() {
	other_bytes 900 >image
	program "$1" image
	printf '\x0c\x11%s Copr. 1990 PKWARE Inc.' "$2" | dd of="$1" bs=1 seek=28 conv=notrunc status=none
	rm image
}

@test "a program packed by PKLITE is named wherever a program is read" {
	for text in PKLITE PKlite; do
		pklite PK.EXE $text
		expect 0 identify PK.EXE
		prints "PK.EXE: exe-pklite: DOS program, packed by PKLITE: unpack it first"
		expect 1 unlzexe -o x.exe PK.EXE
		says "PK.EXE: packed by PKLITE, not by LZEXE"
		for command in egagrab:EGAGRAPH mapdump:GAMEMAPS snd2wav:AUDIO; do
			expect 1 "${command%:*}" --exe PK.EXE -o out "$archives/keen4/${command#*:}.SMP"
			says "PK.EXE: packed by PKLITE: unpack it first"
		done
		absent out x.exe
	done
	mkdir game
	cp "$archives/keen4/EGAGRAPH.SMP" "$archives/keen4/GAMEMAPS.SMP" game
	pklite game/Keen4e.exe PKLITE
	for command in egagrab:EGAGRAPH mapdump:GAMEMAPS; do
		expect 1 "${command%:*}" "game/${command#*:}.SMP"
		says "game/Keen4e.exe: packed by PKLITE: unpack it first" "no "
	done
	expect 1 extract -o all game
	says "EGAGRAPH.SMP: no table beside it" "GAMEMAPS.SMP: no table beside it"
	# If the tables are found, such a program does not matter.
	cp "$archives/keen4/MAPHEAD.SMP" game
	expect 0 mapdump game/GAMEMAPS.SMP
	says_not PKLITE
}
