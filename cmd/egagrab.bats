#!/usr/bin/env bats
# exhume egagrab, on sample archives of our own art and, where they are, on the games.

load ../testdata/cli/helper

# Each sample, extracted whole with --raw, to compare with: $whole/ega and so on.
setup_file() {
	local name
	mkdir "$BATS_FILE_TMPDIR/whole" "$BATS_FILE_TMPDIR/real"
	cd "$BATS_FILE_TMPDIR/whole" || return
	for name in ega cga keen4; do
		"$EXHUME" egagrab --raw --layout "$archives/$name/layout.json" -o "$name" \
			"$archives/$name/$(archive_of "$name")" >"$name.out" 2>"$name.err"
		echo $? >"$name.status"
	done
	cd "$BATS_FILE_TMPDIR/real" || return
	if [ -d "$dreams" ]; then
		"$EXHUME" egagrab -o dreams "$dreams/KDREAMS.EGA" >dreams.out 2>dreams.err
		echo $? >dreams.status
	fi
	if [ -d "$keen4" ]; then
		"$EXHUME" egagrab -o keen4 "$keen4/EGAGRAPH.CK4" >keen4.out 2>keen4.err
		echo $? >keen4.status
	fi
}

whole=$BATS_FILE_TMPDIR/whole
real=$BATS_FILE_TMPDIR/real

# grab STATUS NAME ARGUMENT...: the copy of sample NAME in ./NAME, with its layout.
grab() {
	local wanted=$1 name=$2
	shift 2
	expect "$wanted" egagrab --layout "$name/layout.json" "$@" "$name/$(archive_of "$name")"
}

# One number of a chunk of a sample: `chunk ega 4 .offset`.
chunk() {
	jq -r --argjson n "$2" ".chunks[\$n] | $3" "$whole/$1/manifest.json"
}

# salvaged NAME FOLDER CONDITION: those chunks of the sample for which the condition holds
# came out of the damaged one, in FOLDER, just as out of the whole one. Chunks of which
# that can't be said must be said to be damaged or lost. With `false` only this is asked.
salvaged() {
	local from=$whole/$1 to=$2 bad
	[ -s "$to/manifest.json" ] || { echo "there is no manifest in $to"; return 1; }
	bad=$(jq -n -r --slurpfile a "$from/manifest.json" --slurpfile b "$to/manifest.json" "
		\$a[0].chunks[] | select((.absent | not) and ($3)) | . as \$x |
		\$b[0].chunks[.number] |
		select(.sha256 != \$x.sha256 or .damaged or .lost or .class != \$x.class) |
		\"chunk \\(.number) is not as in the whole archive\"")
	bad+=$(jq -n -r --slurpfile a "$from/manifest.json" --slurpfile b "$to/manifest.json" '
		$b[0].chunks[] | . as $x | $a[0].chunks[.number] |
		select(.sha256 != $x.sha256 and ($x.damaged or $x.lost | not)) |
		"chunk \(.number) differs, and is not called damaged"')
	[ -z "$bad" ] || { echo "$bad" | head -n 5; show_run; return 1; }
	[ "$3" != false ] || return 0
	(cd "$from" && jq -r ".chunks[] | select((.absent | not) and ($3)) | .files // [.file] | .[]" \
		manifest.json | xargs -r sha256sum) >files.sum
	(cd "$to" && sha256sum --quiet -c -) <files.sum
}

# same_but_manifest A B
same_but_manifest() {
	diff -r -x manifest.json "$1" "$2" || { echo "trees differ: $1 $2"; return 1; }
	diff <(jq -S "del(.warnings, .errors, .layout_origin)" "$1/manifest.json") \
		<(jq -S "del(.warnings, .errors, .layout_origin)" "$2/manifest.json")
}

# glyph SHEET CODE: the pixels of a glyph on a font's sheet.
glyph() {
	# shellcheck disable=SC2046
	pixels text "$1.png" $(command jq ".frames[] | select(.code == $2).frame | .x, .y, .w, .h" "$1.json")
}

@test "--text is set in a font of the archive, masked ones too" {
	local n sheet w h
	sample keen4
	for n in 0 1 2; do
		sheet=$whole/keen4/$(cut -d ' ' -f $((n + 1)) <<<"font/000 font/001 fontm/000")
		grab 0 keen4 --text A --font $n -o a$n.png
		silent
		is "A of font $n" "$(pixels text a$n.png)" "$(glyph "$sheet" 65)"
		grab 0 keen4 --text 'A!\nA' --font $n -o t$n.png
		w=$(command jq '[.frames[] | select(.code == 65 or .code == 33).frame.w] | add' "$sheet.json")
		h=$(command jq '[.frames[]][0].frame.h' "$sheet.json")
		is "size with font $n" "$(pixels size t$n.png)" "$w $((2 * h))"
		read -r w h <<<"$(pixels size a$n.png)"
		is "first line" "$(pixels text t$n.png 0 0 "$w" "$h")" "$(pixels text a$n.png)"
		is "second line" "$(pixels text t$n.png 0 "$h" "$w" "$h")" "$(pixels text a$n.png)"
	done
	# The first font is the default; a name of its own, a larger scale, standard output.
	grab 0 keen4 --text 'A!
A' -o default.png
	cmp default.png t0.png
	grab 0 keen4 --text A --scale 3
	is name "$(ls keen4/*.text.png)" keen4/EGAGRAPH.SMP.text.png
	is scaled "$(pixels size keen4/EGAGRAPH.SMP.text.png)" "$(pixels size a0.png | awk '{ print $1 * 3, $2 * 3 }')"
	"$EXHUME" egagrab --layout keen4/layout.json --text A -o - keen4/EGAGRAPH.SMP | cmp - a0.png
	# Characters that the font lacks are named, once.
	grab 0 keen4 --text 'A\x01A\x01' -o lacks.png
	says "warning: the font has no glyph for code 1, which the text uses"
	is once "$(grep -c "no glyph" <<<"$stderr")" 1
	is "left out" "$(pixels size lacks.png | cut -d ' ' -f 1)" $((2 * $(pixels size a0.png | cut -d ' ' -f 1)))
	grab 1 keen4 --strict --text b --font 1 -o strict.png
	says "code 98, which the text uses: 'b'"
	grab 1 keen4 --text A --font 3 -o none.png
	says "no font 3: the archive has 3, counted from 0"
	[ ! -e none.png ]
	expect 1 egagrab --text A -o none.png keen4/EGAGRAPH.SMP
	says "no layout is known"
	expect 2 egagrab --font 1 keen4/EGAGRAPH.SMP
	says "--font needs --text"
	expect 2 egagrab --text A --list keen4/EGAGRAPH.SMP
	says "--text excludes --pack, --list"
	expect 2 egagrab --text 'a\q' keen4/EGAGRAPH.SMP
	says '--text: "\q": expected'
}

@test "texts come as pages, with pictures; faults of their commands are named with the line" {
	expect 0 egagrab --layout "$archives/keen4/layout.json" -o out "$archives/keen4/EGAGRAPH.SMP"
	n=$(command jq '.chunks[] | select(.class == "pic" and .index == 0).number' out/manifest.json)
	printf '^P\r\n^G16,8,%s\r\n^cF!!\r\n^p\r\n^cG!\r\n^G1,2,900\r\n^Q\r\n^E\r\n' "$n" >out/binary/000.bin
	expect 0 egagrab --pack out -o new/EGAGRAPH.SMP
	expect 0 egagrab --layout "$archives/keen4/layout.json" --only binary:0 -o pages new/EGAGRAPH.SMP
	chunk=$(command jq '.chunks[] | select(.class == "binary" and .index == 0).number' out/manifest.json)
	says "warning: chunk $chunk: line 5: ^C: expected a hexadecimal digit, found code 71" \
		"warning: chunk $chunk: line 6: the archive has no picture in chunk 900" \
		"warning: chunk $chunk: line 7: no such command: ^Q"
	is files "$(files_in pages/binary | tr '\n' ' ')" "000.bin 000.page01.png 000.page02.png 000.txt "
	is size "$(pixels size pages/binary/*.png | uniq)" "320 200"
	read -r w h <<<"$(pixels size out/pic/000.png)"
	is picture "$(pixels text pages/binary/000.page01.png 8 16 "$w" "$h")" "$(pixels text out/pic/000.png)"
	# The text stands beside it, white on red.
	is colours "$(pixels text pages/binary/000.page01.png $((w + 16)) 10 16 10 | tr ' ' '\n' | sort -u | grep . | xargs)" "aa0000ff ffffffff"
	expect 1 egagrab --strict --layout "$archives/keen4/layout.json" --only binary:0 -o strict new/EGAGRAPH.SMP
	expect 0 egagrab --layout "$archives/keen4/layout.json" --only binary:0 --scale 2 -o large new/EGAGRAPH.SMP
	is large "$(pixels size large/binary/*.png | uniq)" "640 400"
	holds pages/manifest.json "[.chunks[$chunk].files[] | select(endswith(\".png\"))] == [\"binary/000.page01.png\", \"binary/000.page02.png\"]"
	# They are not packed, and no obstacle.
	expect 0 egagrab --layout "$archives/keen4/layout.json" -o again new/EGAGRAPH.SMP
	expect 0 egagrab --pack again -o again.smp
	cmp again.smp new/EGAGRAPH.SMP
}

@test "pages of Keen 4 are as the game shows them" {
	[ -d "$keen4/user" ] || skip "no Keen 4"
	same_pixels_as() { pixels look "$keen4/user/$1.png" "$real/keen4/binary/$2.png"; }
	same_pixels_as help-wrist-1 004.page01
	same_pixels_as help-story-1 005.page01
	same_pixels_as help-game-1 006.page01
	same_pixels_as help-about-1 007.page01
	is pages "$(files_in "$real/keen4/binary" | grep page | cut -d . -f 1 | uniq -c | xargs)" \
		"15 004 9 005 21 006 2 007 16 008 1 009 20 010"
}

#
# Output.
#

@test "the samples come out without a word, with exit status 0" {
	for name in ega cga keen4; do
		is "status of $name" "$(cat "$whole/$name.status")" 0
		is "words of $name" "$(cat "$whole/$name.out" "$whole/$name.err")" ""
	done
}

@test "counts: files of each class" {
	for name in ega cga keen4; do
		is "$name" "$(files_in "$whole/$name" | grep -v '^sheet/\|^font\|^raw/\|^binary/' | sed 's,/.*,,' | uniq -c | tr -s ' \n' ' ')" \
			" 1 manifest.json 11 pic 2 picm 24 sprite 53 tile16 37 tile16m 24 tile8 12 tile8m "
		is "sheets of $name" "$(files_in "$whole/$name/sheet" | tr '\n' ' ')" \
			"pic.json pic.png picm.json picm.png sprite.json sprite.png tile16.json tile16.png tile16m.json tile16m.png tile8.json tile8.png tile8m.json tile8m.png "
	done
	is fonts "$(files_in "$whole/ega" | grep ^font | tr '\n' ' ')" "font/000.bdf font/000.json font/000.png "
	is fonts "$(files_in "$whole/keen4" | grep '^font\|^binary' | tr '\n' ' ')" \
		"binary/000.bin binary/001.bin font/000.bdf font/000.json font/000.png font/001.bdf font/001.json font/001.png fontm/000.bdf fontm/000.json fontm/000.png "
	is "raw of ega" "$(count_files "$whole/ega/raw")" 133
	is "raw of keen4" "$(count_files "$whole/keen4/raw")" 137
}

@test "counts: the manifest tells the same" {
	for name in ega cga; do
		is "$name" "$(command jq -c .counts "$whole/$name/manifest.json")" \
			'{"pictable":1,"picmtable":1,"spritetable":1,"font":1,"pic":11,"picm":2,"sprite":24,"tile8":24,"tile8m":12,"tile16":53,"tile16m":37,"present":133,"absent":22,"lost":0}'
	done
	holds "$whole/keen4/manifest.json" '.counts | .font == 2 and .fontm == 1 and .binary == 2 and .present == 137 and .absent == 22'
}

@test "names are the class and the number in it, of three digits at least" {
	for name in ega cga keen4; do
		if files_in "$whole/$name" | grep -vE '^(pic|picm|sprite|tile8|tile8m|tile16|tile16m)/[0-9]{3}\.png$|^fontm?/[0-9]{3}\.(png|bdf|json)$|^binary/[0-9]{3}\.bin$|^raw/[0-9]{4}\.bin$|^sheet/[a-z0-9]+\.(png|json)$|^manifest\.json$'; then
			return 1
		fi
	done
	[ -e "$whole/ega/sprite/023.png" ]
	[ -e "$whole/ega/tile8/023.png" ]
	[ -e "$whole/ega/raw/0154.bin" ]
}

@test "absent chunks leave a gap in the numbers" {
	holds "$whole/ega/manifest.json" '.chunks[58] == {"number":58,"class":"tile16","index":15,"absent":true}'
	absent "$whole/ega/tile16/015.png" "$whole/ega/raw/0058.bin"
	[ -e "$whole/ega/tile16/016.png" ]
	holds "$whole/ega/manifest.json" '[.chunks[] | select(.absent)] | length == 22 and all(.[]; keys == ["absent","class","index","number"])'
	holds "$whole/ega/sheet/tile16.json" '.frames | has("tile16/015.png") | not'
}

@test "every PNG file is whole, with a palette" {
	for name in ega cga keen4; do
		whole_pngs "$whole/$name"
		[ "$(find "$whole/$name" -name '*.png' -exec pngcheck {} + | grep -c palette)" = \
			"$(find "$whole/$name" -name '*.png' | wc -l)" ]
	done
}

@test "pixels of EGA are those of the golden" {
	hash_tree "$whole/ega" | matches_golden ega.txt
}

@test "pixels of CGA are those of the golden" {
	hash_tree "$whole/cga" | matches_golden cga.txt
}

# Its pictures are those of EGA: see "samples for EGA hold the same art".
@test "fonts and chunks of Keen 4's kind are those of the golden" {
	mkdir some
	cp -r "$whole"/keen4/{font,fontm,binary,raw} some
	hash_tree some | matches_golden keen4.txt
}

@test "chunks in the manifests are those of the golden" {
	for name in ega cga keen4; do
		echo "# $name: number, class, index, offset, packed and expanded length, width, height, origin, hit box, shifts, SHA-256"
		jq -r '.chunks[] | if .absent then [.number, .class, .index, "absent"] else
			[.number, .class, .index, .offset, .packed_length, .expanded_length,
			.width, .height, (.origin_units // [] | map(tostring) | join(",")),
			(.hitbox_units // [] | map(tostring) | join(",")), .shifts, .sha256] end |
			map(. // "-" | tostring | if . == "" then "-" else . end) | join(" ")' \
			"$whole/$name/manifest.json"
	done | matches_golden chunks.txt
}

@test "enlarged, overlaid and CGA pictures are those of the golden" {
	sample ega
	sample cga
	grab 0 ega -o look/hitbox --overlay hitbox --only sprite
	grab 0 ega -o look/hitbox-x3 --overlay hitbox --scale 3 --only sprite:0,9,12-13,20-
	grab 0 ega -o look/x2 --scale 2 --only picm --only font --only tile8m:0-3
	for palette in 0 1 0i 1i; do
		grab 0 cga -o "look/palette-$palette" --palette "$palette" --only pic:0 --only sprite:20
	done
	find look -name manifest.json -delete
	hash_tree look | matches_golden looks.txt
}

@test "samples for EGA hold the same art whatever the kind of head" {
	for class in pic picm sprite tile8 tile8m tile16 tile16m sheet; do
		same_tree "$whole/ega/$class" "$whole/keen4/$class"
	done
}

@test "transparent pixels only where a mask is" {
	for name in ega cga; do
		for class in pic tile8 tile16; do
			[ -z "$(pngcheck -v "$whole/$name/$class"/*.png | grep tRNS)" ]
		done
		for class in picm sprite tile8m tile16m; do
			is "tRNS of $name $class" "$(pngcheck -v "$whole/$name/$class"/*.png | grep -c 'chunk tRNS')" \
				"$(count_files "$whole/$name/$class")"
		done
	done
}

@test "binary chunks: texts to read, demos to play, screens for softdisk, names of the layout" {
	jq '.classes.binary.names = ["shaft", "walk"]' "$archives/keen4/layout.json" >named.json
	expect 0 egagrab --layout named.json -o out "$archives/keen4/EGAGRAPH.SMP"
	holds out/manifest.json '[.chunks[] | select(.class == "binary") | [.name, .content]] == [["shaft", "other"], ["walk", "other"]]'
	printf '^P\r\n^G20,224,8\r\n^cFDIG\r\n^cE\r\nDown the shaft.\r\n^E\r\n' >out/binary/000.bin
	printf '%b' '\1\0\6\0\36\011\2\031\12\5' >out/binary/001.bin
	expect 0 egagrab --pack out -o new/EGAGRAPH.SMP
	expect 0 egagrab --layout named.json -o again new/EGAGRAPH.SMP
	is files "$(files_in again/binary | tr '\n' ' ')" "000.bin 000.page01.png 000.txt 001.bin 001.in "
	is text "$(cat again/binary/000.txt)" "--- page 1 ---
[pic 2 at 224,20]
DIG

Down the shaft."
	is demo "$(cat again/binary/001.in)" "# A demo of level 1: 42 frames
30 R
2 RA
10 N"
	holds again/manifest.json '[.chunks[] | select(.class == "binary") | .content] == ["text", "demo"]'
	expect 0 keen-run --map 1 --input again/binary/001.in --state state.tsv "$archives/dreams"
	is last "$(tail -n 1 state.tsv | cut -f 1)" 41
	# Packed again, the same.
	expect 0 egagrab --pack again -o again.smp
	cmp again.smp new/EGAGRAPH.SMP
	# Edited texts and scripts go back.
	sed -i 's/DIG/MOLE/; s/the shaft/the drain/' again/binary/000.txt
	sed -i 's/level 1/level 2/; s/30 R/300 RB/' again/binary/001.in
	expect 0 egagrab --pack again -o edited/EGAGRAPH.SMP --json
	holds <(echo "$output") '.results[0].packed.changed | length == 2'
	expect 0 egagrab --layout named.json --only binary -o edited/out edited/EGAGRAPH.SMP
	is text "$(cat edited/out/binary/000.bin)" "$(printf '^P\r\n^G20,224,8\r\n^cFMOLE\r\n^cE\r\nDown the drain.\r\n^E\r\n')"
	is demo "$(od -An -tx1 -v edited/out/binary/001.bin)" " 02 00 08 00 ff 29 2d 29 02 19 0a 05"
	# A script needs no bytes, a text does.
	rm again/binary/001.bin
	expect 0 egagrab -f --pack again -o edited/EGAGRAPH.SMP
	expect 0 egagrab -f --layout named.json --only binary -o edited/out edited/EGAGRAPH.SMP
	is demo "$(od -An -tx1 -v edited/out/binary/001.bin)" " 02 00 08 00 ff 29 2d 29 02 19 0a 05"
	mv again/binary/000.bin kept
	expect 1 egagrab --pack again -o none.smp
	says "again/binary/000.txt: a text without the .bin file that it was made from"
	mv kept again/binary/000.bin
	# Faults are named; edited bytes come first.
	cp again/binary/000.txt kept
	sed -i 's/pic 2/pic 3/' again/binary/000.txt
	echo '5 X' >again/binary/001.in
	expect 1 egagrab --pack again -o none.smp
	says 'again/binary/000.txt: expected "[pic 2 at 224,20]", which only the bytes of the text can change' \
		"again/binary/001.in: line 1: expected the keys L, R, U, D, A, B or N"
	absent none.smp
	printf '# A demo of level 2\n5 L' >again/binary/001.in
	printf '^P\r\nOther.\r\n^E\r\n' >again/binary/000.bin
	expect 0 egagrab -f --pack again -o edited/EGAGRAPH.SMP
	says "its bytes were edited, and its text or script is not theirs; the bytes are used"
	expect 0 egagrab -f --layout named.json --only binary -o edited/out edited/EGAGRAPH.SMP
	cmp edited/out/binary/000.bin again/binary/000.bin
	{ printf '\375\0\270\0\0\240\017'; head -c 4000 /dev/zero; } >out/binary/000.bin
	expect 0 egagrab --pack out -o screen/EGAGRAPH.SMP
	expect 0 egagrab --layout named.json --only binary -o screen/out screen/EGAGRAPH.SMP
	holds screen/out/manifest.json '[.chunks[] | select(.content == "screen") | .command] == ["softdisk"]'
	expect 0 softdisk -o - screen/out/binary/000.bin
	jq '.classes.binary.names = ["'"$(printf '%024d' 0)"'"]' "$archives/keen4/layout.json" >long.json
	expect 1 egagrab --layout long.json -o long "$archives/keen4/EGAGRAPH.SMP"
	says 'binary: key "names": expected a string of at most 23 bytes'
}

@test "real data: texts, demos and screens of Keen 4" {
	need_game "$keen4"
	expect 0 egagrab -q --only binary --no-sheets -o out "$keen4/EGAGRAPH.CK4"
	is files "$(files_in out/binary | grep -v 'bin$\|page' | tr '\n' ' ')" \
		"004.txt 005.txt 006.txt 007.txt 008.txt 009.txt 010.txt 011.in 012.in 013.in 014.in 015.in "
	holds out/manifest.json '[.chunks[] | select(.content == "screen") | .name] == ["order-screen", "no-memory-screen"]'
	! grep -q '\^[A-Z]' out/binary/*.txt
	grep -q '^\[pic 73 at 224,20\]$' out/binary/007.txt
	for script in out/binary/*.in; do
		expect 0 keen-run --map 1 --input "$script" "$archives/dreams"
	done
	# Without their bytes all demos come back as they were, but for what follows one.
	expect 0 egagrab -f -q --no-sheets -o out "$keen4/EGAGRAPH.CK4"
	expect 0 egagrab -q --pack out -o new/EGAGRAPH.CK4
	cmp new/EGAGRAPH.CK4 "$keen4/EGAGRAPH.CK4"
	for script in out/binary/*.in; do
		mv "${script%.in}.bin" .
	done
	sed -i 's/Keen/KEEN/' out/binary/007.txt
	expect 0 egagrab -f -q --pack out -o new/EGAGRAPH.CK4
	expect 0 egagrab -q --only binary --no-sheets -o again new/EGAGRAPH.CK4
	for script in out/binary/*.in; do
		bytes=$(basename "$script" .in).bin
		cmp -n $((4 + $(od -An -tu2 -j 2 -N 2 "$bytes"))) "$bytes" "again/binary/$bytes"
	done
	diff out/binary/007.txt again/binary/007.txt
	grep -q KEEN again/binary/007.bin
}

@test "binary chunks are as the game has them" {
	is text "$(cat "$whole/keen4/binary/000.bin")" $'Down the shaft, where the fossils sleep.\r'
	cmp "$whole/keen4/binary/001.bin" <(printf 'Mind the snails.\r\n')
	cmp "$whole/keen4/binary/001.bin" "$whole/keen4/raw/0158.bin"
}

#
# The manifest.
#

@test "SHA-256 and length of the manifest are those of the raw files" {
	for name in ega cga keen4; do
		cd "$whole/$name"
		jq -r '.chunks[] | select(.absent | not) |
			"\(.sha256)  raw/\("000\(.number)"[-4:]).bin"' manifest.json >"$BATS_TEST_TMPDIR/sums"
		sha256sum --quiet -c "$BATS_TEST_TMPDIR/sums"
		diff <(jq -r '.chunks[] | select(.absent | not) | .expanded_length' manifest.json) \
			<(stat -c %s raw/*.bin)
	done
}

@test "the files of the manifest are those that exist" {
	for name in ega cga keen4; do
		diff <(jq -r '.chunks[] | .file // empty, (.files // [])[]' "$whole/$name/manifest.json" | sort -u |
			grep -v '^tile8') \
			<(files_in "$whole/$name" | grep -v '^sheet/\|^manifest.json$\|^tile8')
		holds "$whole/$name/manifest.json" '[.chunks[] | select(.class == "tile8") | .files | length] == [25]'
		holds "$whole/$name/manifest.json" 'all(.chunks[] | select(.files); .file == .files[0])'
	done
}

@test "keys of the manifest" {
	m=$whole/ega/manifest.json
	is keys "$(command jq -c keys_unsorted "$m")" \
		'["exhume","format","schema","archive","head","dictionary","tables","layout","layout_origin","layout_definition","video","palette","scale","overlay","closed_streams","counts","chunks","warnings","errors"]'
	holds "$m" '.format == "keen-graphics" and .layout == "sample-ega" and .layout_origin == "given" and .video == "ega"'
	holds "$m" '.archive.file == "SAMPLE.EGA" and .head.file == "EGAHEAD.SMP" and .dictionary.file == "EGADICT.SMP"'
	holds "$m" '.archive.size == 24490 and .head.size == 624 and .dictionary.size == 1024'
	for pair in archive:SAMPLE.EGA head:EGAHEAD.SMP dictionary:EGADICT.SMP; do
		is "${pair%:*}" "$(jq -r ".${pair%:*}.sha256" "$m")" \
			"$(sha256sum <"$archives/ega/${pair#*:}" | cut -d ' ' -f 1)"
	done
	is "CRC-32 of the head" "$(jq -r .head.crc32 "$m")" "$(jq -r .head.crc32 "$archives/ega/layout.json")"
	holds "$m" '.palette | length == 16 and .[6] == [170,85,0] and .[15] == [255,255,255]'
	holds "$whole/cga/manifest.json" '.video == "cga" and .palette == [[0,0,0],[85,255,255],[255,85,255],[255,255,255]]'
	holds "$m" '[.chunks[].number] == [range(155)]'
	holds "$m" '.warnings == [] and .errors == []'
}

@test "the manifest has a picture's size and a sprite's boxes" {
	m=$whole/ega/manifest.json
	holds "$m" '.chunks[4] | .width == 96 and .height == 40 and .class == "pic" and .file == "pic/000.png"'
	holds "$m" '.chunks[27] | .origin_units == [-8,-128] and .origin == [-0.5,-8] and .hitbox_units == [64,8,256,368] and .hitbox == [4,0.5,16,23] and .shifts == 2'
	holds "$m" '.chunks[41] | .tiles == 24 and .width == 8 and .height == 8'
	jq -r '.chunks[] | select(.file // "" | test("^(pic|picm|sprite)/")) | "\(.file) \(.width) \(.height)"' "$m" >sizes
	[ -s sizes ]
	cut -d ' ' -f 1 sizes | sed "s|^|$whole/ega/|" | xargs -d '\n' "$EXHUME_PIXELS" size |
		diff - <(cut -d ' ' -f 2- sizes)
}

@test "numbers in the manifest match those in the head" {
	diff <(jq -r '.chunks[] | .offset // 4294967295' "$whole/ega/manifest.json") \
		<(od -An -v -tu4 -w4 "$archives/ega/EGAHEAD.SMP" | tr -d ' ' | head -n 155)
	# Chunks follow each other without gaps, to the end of the archive.
	holds "$whole/ega/manifest.json" '[.chunks[] | select(.absent | not)] | . as $c |
		all(range(1; length); . as $i | $c[$i].offset == $c[$i - 1].offset + $c[$i - 1].packed_length)
		and ($c[-1] | .offset + .packed_length == 24490)'
}

#
# Sheets and fonts.
#

@test "frames lie inside their sheet, and none over another" {
	sample ega
	grab 0 ega -o x3 --scale 3
	jq -r '[.frames[].frame] as $f | .meta.size as $s |
		(($f | length > 0) and
		all($f[]; .x >= 0 and .y >= 0 and .w > 0 and .h > 0 and .x + .w <= $s.w and .y + .h <= $s.h) and
		all(range(0; $f | length) as $i | range(0; $i) as $k | [$f[$i], $f[$k]];
			(.[0].x + .[0].w <= .[1].x) or (.[1].x + .[1].w <= .[0].x) or
			(.[0].y + .[0].h <= .[1].y) or (.[1].y + .[1].h <= .[0].y))) as $good |
		"\(input_filename) \($good) \(.meta.image) \($s.w) \($s.h)"' \
		{"$whole"/ega,"$whole"/cga,"$whole"/keen4,x3}/{sheet,font}/*.json \
		"$whole"/keen4/fontm/*.json >sheets
	[ "$(wc -l <sheets)" = 34 ]
	while read -r json good image size; do
		is "frames of $json" "$good" true
		is "image of $json" "$image" "$(basename "$json" .json).png"
		is "size of $image" "$(pixels size "${json%.json}.png")" "$size"
	done <sheets
}

@test "keys of a sheet" {
	for class in pic picm sprite tile8 tile8m tile16 tile16m; do
		json=$whole/ega/sheet/$class.json
		holds "$json" '.format == "sheet" and .meta.app == "exhume" and .meta.format == "I8" and .meta.scale == "1" and .meta.version == .exhume'
		is "frames of $class" "$(command jq -r '.frames | keys_unsorted[]' "$json")" \
			"$(files_in "$whole/ega" | grep "^$class/")"
		holds "$json" 'all(.frames[]; .rotated == false and .trimmed == false and
			.sourceSize == {w: .frame.w, h: .frame.h} and
			.spriteSourceSize == {x: 0, y: 0, w: .frame.w, h: .frame.h})'
	done
	holds "$whole/ega/sheet/sprite.json" '.frames["sprite/010.png"] | .origin_units == [-8,-128] and .hitbox == [4,0.5,16,23] and .shifts == 2'
	holds "$whole/ega/sheet/pic.json" 'all(.frames[]; has("hitbox") | not)'
}

@test "each picture is on its sheet, where the JSON has it" {
	for class in ega/picm ega/sprite ega/tile16m cga/sprite; do
		tree=$whole/${class%/*} class=${class#*/}
		jq -r --arg tree "$tree" '.frames | to_entries[] |
			"\($tree)/\(.key) \(.value.frame | "\(.x) \(.y) \(.w) \(.h)")"' "$tree/sheet/$class.json" |
			pixels parts "$tree/sheet/$class.png"
	done
}

@test "tiles keep the place of their number on the sheet, 32 a row" {
	holds "$whole/ega/sheet/tile16.json" 'all(.frames | to_entries[]; (.key[7:10] | tonumber) as $n |
		.value.frame == {x: ($n % 32 * 16), y: (($n - $n % 32) / 32 * 16), w: 16, h: 16})'
	holds "$whole/ega/sheet/tile8.json" '.frames["tile8/023.png"].frame == {x: 184, y: 0, w: 8, h: 8}'
}

@test "a font is a picture, a BDF file and widths that agree" {
	for font in ega/font/000 cga/font/000 keen4/font/000 keen4/font/001 keen4/fontm/000; do
		bdf=$whole/$font.bdf json=$whole/$font.json
		is first "$(head -n 1 "$bdf")" "STARTFONT 2.1"
		is last "$(tail -n 1 "$bdf")" ENDFONT
		count=$(grep -c ^STARTCHAR "$bdf")
		is CHARS "$(sed -n 's/^CHARS //p' "$bdf")" "$count"
		is ENDCHAR "$(grep -c ^ENDCHAR "$bdf")" "$count"
		is properties "$(sed -n '/^STARTPROPERTIES/,/^ENDPROPERTIES/p' "$bdf" | sed '1d;$d' | wc -l)" \
			"$(sed -n 's/^STARTPROPERTIES //p' "$bdf")"
		# code, width, height; by glyph
		diff <(awk '/^ENCODING/ { c = $2 } /^DWIDTH/ { w = $2 } /^BBX/ { print c, w, $2, $3 }' "$bdf") \
			<(jq -r '.frames | to_entries[] | "\(.value.code) \(.value.advance) \(.value.frame.w) \(.value.frame.h)"' "$json")
		holds "$json" 'all(.frames | to_entries[]; .key == "00\(.value.code)"[-3:])'
		# 10 rows of as many bytes as the width takes
		awk '/^DWIDTH/ { w = int(($2 + 7) / 8) * 2 } /^ENDCHAR/ { on = 0; if (rows != 10) exit 1 }
			on { rows++; if (length($0) != w) exit 1 } /^BITMAP/ { on = 1; rows = 0 }' "$bdf"
	done
}

@test "glyphs of the BDF are those of the picture" {
	cutter=pamcut
	command -v pamcut >/dev/null || cutter=pnmcut
	bdf=$whole/ega/font/000.bdf
	for code in 033 065 087 103 128; do
		read -r x y w h < <(jq -r --arg c "$code" '.frames[$c].frame | "\(.x) \(.y) \(.w) \(.h)"' "$whole/ega/font/000.json")
		pngtopnm "$whole/ega/font/000.png" |
			$cutter -left "$x" -top "$y" -width "$w" -height "$h" | pnmtoplainpnm |
			tail -n +4 | tr -s ' \n' '\n' | grep . | sed 's/255/1/' |
			tr -d '\n' | fold -w "$w" >picture
		echo >>picture
		awk -v code=$((10#$code)) -v w="$w" '/^ENCODING/ { its = $2 == code }
			/^ENDCHAR/ { on = 0 }
			on && its {
				bits = ""
				for (i = 1; i <= length($0); i++)
					bits = bits substr("0000000100100011010001010110011110001001101010111100110111101111", index("0123456789ABCDEF", substr($0, i, 1)) * 4 - 3, 4)
				print substr(bits, 1, w)
			}
			/^BITMAP/ { on = 1 }' "$bdf" >bitmap
		[ "$(wc -l <bitmap)" = 10 ]
		diff picture bitmap
	done
}

#
# Options.
#

@test "the default folder is beside the archive and named after it" {
	sample ega "a folder"
	expect 0 egagrab --layout "a folder/layout.json" --raw "a folder/SAMPLE.EGA"
	silent
	same_tree "a folder/SAMPLE.EGA.extracted" "$whole/ega"
	is "new in the folder" "$(ls "a folder" | wc -l)" $(($(ls "$archives/ega" | wc -l) + 1))
	cd "a folder"
	rm -r SAMPLE.EGA.extracted
	expect 0 egagrab --layout layout.json --raw SAMPLE.EGA
	same_tree SAMPLE.EGA.extracted "$whole/ega"
}

@test "-o and --output name a folder that is made with those above it" {
	sample ega
	grab 0 ega -o a/b/c --raw
	same_tree a/b/c "$whole/ega"
	grab 0 ega --output=d/ --raw
	same_tree d "$whole/ega"
	mkdir empty
	grab 0 ega --raw --output empty
	same_tree empty "$whole/ega"
	is "nothing else" "$(ls | tr '\n' ' ')" "a d ega empty "
}

@test "-o without a name writes nothing" {
	sample ega
	mkdir here
	cd here
	expect 2 egagrab --layout ../ega/layout.json -o "" ../ega/SAMPLE.EGA
	is "written" "$(ls)" ""
}

@test "raw/ is there with --raw alone" {
	sample ega
	grab 0 ega -o out
	absent out/raw
	grab 0 ega -o raw --raw
	rm -r raw/raw
	diff -r -x manifest.json out raw
}

@test "--no-sheets leaves out the sheets and nothing else" {
	sample ega
	grab 0 ega -o out --raw --no-sheets
	absent out/sheet
	diff -r -x sheet out "$whole/ega"
}

@test "files of another subcommand: it is named" {
	local reader file
	mkdir all
	cp "$archives/ega"/*.SMP "$archives/ega"/SAMPLE.* "$archives/keen4"/AUDIO* "$archives/keen4"/GAMEMAPS.SMP all
	cp "$archives/audiot/DEEP.IMF" "$archives/softdisk/MOLE.LBM" "$archives/softdisk/SAMPLE.CMP" "$archives/zvision/EVENING.RLF" all
	chmod u+w all/*
	while read -r reader file; do
		for wrong in egagrab snd2wav imf2wav lbm2png zfs-unpack; do
			[ $wrong = "$reader" ] || [ "$wrong $file" = "lbm2png SAMPLE.CMP" ] && continue
			expect 1 $wrong -o out/ all/$file
			says "exhume $wrong: all/$file: it is of the format " ": use exhume $reader"
			rm -rf out
		done
	done <<-END
		mapdump SAMPLE.MAP
		snd2wav AUDIO.SMP
		imf2wav DEEP.IMF
		lbm2png MOLE.LBM
		softdisk SAMPLE.CMP
		rlf2png EVENING.RLF
	END
	# For unknown inputs, and for the right ones, no subcommand is named.
	echo nonsense >all/NONSENSE
	expect 1 egagrab -o out all/NONSENSE
	says_not "use exhume"
	expect 1 mapdump --json all/SAMPLE.EGA
	holds <(echo "$output") '.results[0].errors[-1].text == "it is of the format keen-egagraph (Keen graphics archive, EGA): use exhume egagrab"'
}

@test "--only CLASS, CLASS:RANGE, lists of ranges, and several of them" {
	sample ega
	n=0
	while IFS='|' read -r options expected; do
		n=$((n + 1))
		grab 0 ega -o "o$n" --no-sheets $options
		silent
		is "$options" "$(files_in "o$n" | grep -v manifest | tr '\n' ' ')" "$expected "
	done <<-'END'
		--only sprite:3|sprite/003.png
		--only sprite:0-2|sprite/000.png sprite/001.png sprite/002.png
		--only sprite:22-|sprite/022.png sprite/023.png
		--only sprite:-1|sprite/000.png sprite/001.png
		--only sprite:1,4,22-|sprite/001.png sprite/004.png sprite/022.png sprite/023.png
		--only=picm|picm/000.png picm/001.png
		--only sprite:5 --only picm:1 --only sprite:5-6|picm/001.png sprite/005.png sprite/006.png
		--only tile8:3,10-11|tile8/003.png tile8/010.png tile8/011.png
		--only tile16:14-16|tile16/014.png tile16/016.png
		--only font|font/000.bdf font/000.json font/000.png
		--only sprite:23-4294967295|sprite/023.png
		--raw --only sprite:3|raw/0020.bin sprite/003.png
		--raw --only spritetable|raw/0002.bin
		--raw --only tile8m:2|raw/0042.bin tile8m/002.png
	END
	[ "$n" = 14 ]
}

@test "--only of what the archive has none of is an error, and writes the manifest alone" {
	sample ega
	for only in sprite:24 sprite:1000- tile32 binary unknown tile16:15; do
		rm -rf out
		grab 1 ega -o out --only "$only"
		says "SAMPLE.EGA: --only $only: the archive has no such chunk"
		says_not warning
		is "$only" "$(files_in out)" manifest.json
	done
	# Existing assets are written; of several archives at least one must have a match.
	rm -rf out
	grab 1 ega -o out --no-sheets --only sprite:24 --only picm
	is files "$(files_in out | xargs)" "manifest.json picm/000.png picm/001.png"
	mkdir second
	cp ega/* second
	mv second/SAMPLE.EGA second/OTHER.EGA
	expect 1 egagrab --layout ega/layout.json --only binary -o none ega/SAMPLE.EGA second/OTHER.EGA
	says "OTHER.EGA: warning: --only binary: the archive has no such chunk" \
		"exhume egagrab: no input has what was selected"
}

@test "--only makes sheets of what was chosen, and the same pictures as ever" {
	sample ega
	grab 0 ega -o out --only sprite:0-2 --only tile16:33
	is files "$(files_in out | tr '\n' ' ')" "manifest.json sheet/sprite.json sheet/sprite.png sheet/tile16.json sheet/tile16.png sprite/000.png sprite/001.png sprite/002.png tile16/033.png "
	holds out/sheet/sprite.json '.frames | keys == ["sprite/000.png","sprite/001.png","sprite/002.png"]'
	holds out/sheet/tile16.json '.frames["tile16/033.png"].frame | .x == 16 and .y == 16'
	for picture in sprite/000.png sprite/002.png tile16/033.png; do
		cmp "out/$picture" "$whole/ega/$picture"
	done
	diff <(jq 'del(.chunks[] | .file, .files)' out/manifest.json) \
		<(jq 'del(.chunks[] | .file, .files)' "$whole/ega/manifest.json")
}

@test "wrong forms of --only are errors of usage" {
	sample ega
	for only in nothing SPRITE "" : :3 sprite: sprite:a sprite:3-x sprite:1,,2 sprite:1, sprite:, sprite:- sprite:3:4 sprite:99999999999 "sprite:1 2" "sprite: 1" sprite:+1 sprite:1- sprites; do
		[ "$only" != sprite:1- ] || continue
		grab 2 ega -o out --only "$only"
		says --only "exhume egagrab --help"
		absent out
	done
	grab 2 ega -o out --only nothing
	says nothing tile16m spritetable
}

@test "--scale repeats pixels, and the places on sheets with them" {
	sample ega
	enlarge=pamenlarge
	command -v pamenlarge >/dev/null || enlarge=pnmenlarge
	grab 0 ega -o x3 --scale 3
	for path in pic/000.png picm/000.png sprite/020.png tile8m/003.png tile16/000.png; do
		cmp <(pngtopnm "$whole/ega/$path" | $enlarge 3) <(pngtopnm "x3/$path")
		cmp <(pngtopnm -alpha "$whole/ega/$path" | $enlarge 3) <(pngtopnm -alpha "x3/$path")
	done
	whole_pngs x3
	holds x3/sheet/sprite.json '.meta.scale == "3" and .frames["sprite/000.png"].frame.w == 72'
	holds x3/sheet/sprite.json '.frames["sprite/010.png"].origin_units == [-8,-128]'
	holds x3/font/000.json '.frames["065"] | .frame.h == 30 and .frame.w == .advance * 3'
	cmp x3/font/000.bdf "$whole/ega/font/000.bdf"
	holds x3/manifest.json '.chunks[4] | .width == 96 and .height == 40'
	grab 0 ega -o x1 --scale 1 --raw
	same_tree x1 "$whole/ega"
	grab 0 ega -o x64 --scale 64 --only sprite:21
	is size "$(pngtopnm x64/sprite/021.png | sed -n 2p)" "512 512"
}

@test "--overlay hitbox draws a frame over sprites alone" {
	sample ega
	grab 0 ega -o out --overlay hitbox --raw
	# Inside sprite 16 (16x16, origin 0, 1.5) the box is 1, 1.5 to 15, 12.5.
	pngtopnm out/sprite/016.png | pnmtoplainpnm | tail -n +4 | tr -s ' \n' '\n' | grep . | paste - - - |
		awk '$0 == "255\t0\t128" { print (NR - 1) % 16, int((NR - 1) / 16) }' >pink
	for ((x = 1; x <= 15; x++)); do echo "$x 1"; echo "$x 12"; done >frame
	for ((y = 2; y <= 11; y++)); do echo "1 $y"; echo "15 $y"; done >>frame
	diff <(sort pink) <(sort frame)
	# Other pixels stay.
	cmp <(pngtopnm -alpha out/pic/000.png) <(pngtopnm -alpha "$whole/ega/pic/000.png")
	for class in pic picm tile8 tile8m tile16 tile16m; do
		for png in "$whole/ega/$class"/*0.png; do
			same_pixels "$png" "out/$class/$(basename "$png")"
		done
	done
	same_tree out/raw "$whole/ega/raw"
	whole_pngs out
	grab 0 ega -o none --overlay none --raw
	same_tree none "$whole/ega"
}

@test "the overlay is on the sheet as well" {
	sample ega
	grab 0 ega -o out --overlay hitbox --only sprite
	pngtopnm out/sheet/sprite.png | pamcut -left 0 -top 0 -width 24 -height 24 >cut
	holds out/sheet/sprite.json '.frames["sprite/000.png"].frame == {x: 0, y: 0, w: 24, h: 24}'
	cmp cut <(pngtopnm out/sprite/000.png)
}

@test "--palette chooses the colours of CGA, in pictures and manifest" {
	sample cga
	while IFS='|' read -r palette colors; do
		grab 0 cga -o "p$palette" --palette "$palette" --only pic:0 --only sprite:0
		is "$palette" "$(pngcheck -p "p$palette/pic/000.png" | sed -n 's/^ *[0-9]*: *( *\([0-9]*\), *\([0-9]*\), *\([0-9]*\)).*/\1,\2,\3/p' | tr '\n' ' ')" "$colors "
		is "manifest of $palette" "$(jq -r '.palette[] | map(tostring) | join(",")' "p$palette/manifest.json" | tr '\n' ' ')" "$colors "
	done <<-'END'
		0|0,0,0 0,170,0 170,0,0 170,85,0
		1|0,0,0 0,170,170 170,0,170 170,170,170
		0i|0,0,0 85,255,85 255,85,85 255,255,85
		1i|0,0,0 85,255,255 255,85,255 255,255,255
	END
	same_tree p1i/pic/000.png "$whole/cga/pic/000.png"
	is "transparent entry" "$(pngcheck -p "p0/sprite/000.png" | grep -c '^ *[0-9]*: *(')" 5
	same_pixels "$whole/cga/pic/000.png" p1i/pic/000.png
}

@test "--palette leaves EGA alone" {
	sample ega
	grab 0 ega -o out --raw --palette 0
	same_tree out "$whole/ega"
}

@test "pictures hold no more colours than they have" {
	is EGA "$(pngcheck -p "$whole/ega/pic/000.png" | grep -c '^ *[0-9]*: *(')" 16
	is "EGA, masked" "$(pngcheck -p "$whole/ega/sprite/000.png" | grep -c '^ *[0-9]*: *(')" 17
	[[ "$(pngcheck "$whole/cga/pic/000.png")" == *"2-bit palette"* ]]
	[[ "$(pngcheck "$whole/ega/pic/000.png")" == *"4-bit palette"* ]]
}

@test "--print-layout writes the layout, which is a layout" {
	for name in ega cga keen4; do
		sample "$name"
		remember .
		grab 0 "$name" --print-layout
		unchanged .
		[ -z "$stderr" ]
		echo "$output" >"mine.$name"
		diff <(jq -S 'del(.exhume, .format, .schema)' "mine.$name") <(jq -S . "$name/layout.json")
		holds "mine.$name" '.format == "keen-layout" and .exhume'
		expect 0 egagrab --raw -o "out.$name" --layout "mine.$name" "$name/$(archive_of "$name")"
		same_tree "out.$name" "$whole/$name"
	done
}

@test "--print-layout prints any layout that is asked for, to begin another with" {
	sample keen4
	expect 0 egagrab --layout keen4-1.4 --print-layout keen4/EGAGRAPH.SMP
	is name "$(jq -r .name <<<"$output")" keen4-1.4
}

@test "--print-layout of an unknown layout fails, and promises no raw/" {
	sample ega
	for raw in "" --raw; do
		expect 1 egagrab --print-layout $raw ega/SAMPLE.EGA
		[ -z "$output" ]
		says "ega/EGAHEAD.SMP: " "no layout is known"
		says_not "written to raw/"
	done
	is files "$(ls ega | wc -l)" "$(ls "$archives/ega" | wc -l)"
}

@test "--print-layout takes one archive and no --json" {
	sample ega
	expect 2 egagrab --print-layout ega/SAMPLE.EGA ega/SAMPLE.EGA
	[ -z "$output" ]
	expect 2 egagrab --print-layout --json ega/SAMPLE.EGA
	[ -z "$output" ]
}

@test "--layout takes the name of a built-in one; a file of that name goes before" {
	sample ega
	expect 1 egagrab -o out --layout keen-dreams-ega ega/SAMPLE.EGA
	says "chunks"
	cp ega/layout.json keen-dreams-ega
	rm -rf out
	expect 0 egagrab -o out --raw --layout keen-dreams-ega ega/SAMPLE.EGA
	same_tree out "$whole/ega"
	expect 1 egagrab -o out2 --layout no-such-layout ega/SAMPLE.EGA
	says "no-such-layout: "
	absent out2
}

@test "-f overwrites, and leaves alone what it does not write" {
	sample ega
	grab 0 ega -o out --raw
	echo mine >out/mine
	echo broken >out/sprite/003.png
	rm out/sheet/pic.png
	grab 0 ega -o out --raw -f
	silent
	is mine "$(cat out/mine)" mine
	rm out/mine
	same_tree out "$whole/ega"
	grab 0 ega -o out --raw --force
	same_tree out "$whole/ega"
}

@test "without -f an existing output is an error and nothing is touched" {
	sample ega
	grab 0 ega -o out
	echo mine >out/sprite/003.png
	remember .
	grab 1 ega -o out
	says "exhume egagrab: out/font/000.png: exists, and so do" "-f"
	unchanged .
	# A single file in the way is enough, or a link to nowhere.
	mkdir -p one/tile16m two/pic three
	echo mine >one/tile16m/001.png
	ln -s nowhere two/pic/000.png
	echo mine >three/manifest.json
	remember .
	for folder in one two three; do
		grab 1 ega -o "$folder"
		says "exhume egagrab: $folder/" "-f"
	done
	says manifest.json
	unchanged .
	absent nowhere
}

@test "files of others do not hinder" {
	sample ega
	mkdir out
	echo mine >out/README
	grab 0 ega -o out --raw
	rm out/README
	same_tree out "$whole/ega"
}

@test "an output folder that is a file" {
	sample ega
	echo mine >out
	for force in "" -f; do
		grab 1 ega -o out $force
		says "exhume egagrab: out"
		is content "$(cat out)" mine
		grab 1 ega -o out/below $force
		says "exhume egagrab: out/below"
	done
	mkdir some
	echo mine >some/sprite
	grab 1 ega -o some
	says some sprite
	is content "$(cat some/sprite)" mine
	no_part_left
}

@test "a folder where a file is to be" {
	sample ega
	mkdir -p out/sprite/003.png
	grab 1 ega -o out -f --raw
	says out/sprite/003.png
	no_part_left
	rmdir out/sprite/003.png
	diff -r -x manifest.json -x 003.png out "$whole/ega"
	holds out/manifest.json '.chunks[20] | (.file // "") != "sprite/003.png"'
	holds out/manifest.json '.errors | length == 1'
}

@test "a folder that can't be written to" {
	need_nobody
	open=$(mktemp -d)
	chmod 755 "$open"
	mkdir -p "$open/out/sprite"
	chmod -R a+rX,a-w "$open"
	as_nobody "$EXHUME" egagrab --layout "$archives/ega/layout.json" -o "$open/new" "$archives/ega/SAMPLE.EGA"
	new=$status said=$stderr
	as_nobody "$EXHUME" egagrab --layout "$archives/ega/layout.json" --only sprite --no-sheets -o "$open/out" "$archives/ega/SAMPLE.EGA"
	chmod -R u+w "$open"
	left=$(files_in "$open")
	rm -rf "$open"
	check_run 1 "a closed folder"
	says "/out/sprite/000.png: " "Permission denied"
	is new "$new" 1
	[[ $said == *"/new"*"Permission denied"* ]] || { echo "$said"; return 1; }
	is left "$left" ""
}

@test "an archive that may not be read" {
	need_nobody
	open=$(mktemp -d)
	cp "$archives/ega"/* "$open"
	chmod 755 "$open"
	chmod 0 "$open/SAMPLE.EGA"
	as_nobody "$EXHUME" egagrab -o "$open/out" "$open/SAMPLE.EGA"
	rm -rf "$open"
	check_run 1 "a closed archive"
	says "SAMPLE.EGA: " "Permission denied"
}

@test "-j1 and -j8 give the same files, messages and JSON" {
	sample ega
	poke ega/SAMPLE.EGA "$(chunk ega 6 .offset)" '\xff\xff\xff\xff'
	poke ega/EGAHEAD.SMP $((20 * 4)) '\xfe\xff\xff\xff'
	cut_to ega/SAMPLE.EGA 24000
	grab 1 ega -o a -j1 --raw --scale 2 --overlay hitbox --json
	one=${output//\"output\": \"a\"/} said=$stderr
	for jobs in 8 256; do
		rm -rf b
		grab 1 ega -o b --jobs "$jobs" --raw --scale 2 --overlay hitbox --json
		same_tree a b
		is messages "$stderr" "$said"
		is JSON "${output//\"output\": \"b\"/}" "$one"
	done
}

@test "--progress draws a bar only when asked to" {
	sample ega
	grab 0 ega -o a --progress always -j 1
	says "SAMPLE.EGA [" "180/180"
	grab 0 ega -o b --progress never
	silent
	grab 0 ega -o c --progress auto
	silent
	grab 0 ega -o d
	silent
}

@test "the bar reaches its end, with several jobs too" {
	sample ega
	for run in 1 2 3 4 5 6; do
		grab 0 ega -f -o out --progress always -j 4 --no-sheets
		says "166/166"
	done
}

@test "-v tells what is used, -q keeps warnings back" {
	sample ega
	poke ega/SAMPLE.EGA "$(chunk ega 6 .offset)" '\xff\xff\xff\xff'
	grab 0 ega -o a
	says "warning: chunk 6"
	grab 0 ega -o b -q
	silent
	grab 0 ega -o b2 --quiet
	silent
	grab 0 ega -o c -v
	says "warning: chunk 6" ega/EGAHEAD.SMP ega/EGADICT.SMP sample-ega "files written"
	[ -z "$output" ]
	grab 0 ega -o d --verbose
	says "files written"
	# Errors are told even so.
	expect 1 egagrab -q missing
	says "missing: "
	# The manifest has the warning whatever was told.
	same_tree a b
	holds b/manifest.json '.warnings | length == 1 and .[0].offset == 3133 and (.[0].file | endswith("SAMPLE.EGA"))'
}

@test "--strict makes an error of a warning, and writes the same" {
	sample ega
	poke ega/SAMPLE.EGA "$(chunk ega 6 .offset)" '\xff\xff\xff\xff'
	grab 0 ega -o a
	grab 1 ega -o b --strict
	says "ega/SAMPLE.EGA:0xC3D: chunk 6"
	says_not "warning:"
	same_but_manifest a b
	grab 1 ega -o c --strict -q
	says "ega/SAMPLE.EGA:0xC3D: chunk 6"
	rm -r ega
	sample ega
	grab 0 ega -o d --strict --raw
	same_tree d "$whole/ega"
}

@test "wrong usage is told, and nothing is done" {
	sample ega
	remember .
	expect 2 egagrab
	says "exhume egagrab --help"
	while read -r options; do
		grab 2 ega $options
		says "exhume egagrab" "exhume egagrab --help"
		[ -z "$output" ]
	done <<-'END'
		--scale 0
		--scale 65
		--scale x
		--scale 1.5
		--scale -1
		--scale +2
		--scale 0x10
		--scale 99999999999999999999
		-j 0
		-j 257
		--jobs many
		--overlay boxes
		--palette 2
		--palette 1I
		--progress sometimes
		--format png
		--raw=yes
		-o -
		--nonsense
		-z
	END
	expect 2 egagrab ega/SAMPLE.EGA --only
	expect 2 egagrab ega/SAMPLE.EGA -o
	expect 2 egagrab ega/SAMPLE.EGA --scale ""
	unchanged .
}

@test "options may follow inputs, be short, and end with --" {
	sample ega
	cp -r ega/. .
	mv SAMPLE.EGA ./-SAMPLE.EGA
	expect 0 egagrab --lay layout.json --raw -ofirst -- -SAMPLE.EGA
	diff -r -x manifest.json -x '*.bdf' first "$whole/ega"
	expect 0 egagrab ega/SAMPLE.EGA --layout ega/layout.json --raw -fqj2 -o second
	same_tree second "$whole/ega"
}

#
# JSON.
#

@test "--json is one document, alone on standard output" {
	sample ega
	sample cga
	grab 0 ega --json -v -o out --raw
	is documents "$(jq -s length <<<"$output")" 1
	echo "$output" >found.json
	is keys "$(command jq -c keys_unsorted found.json)" '["exhume","format","schema","results"]'
	holds found.json '.format == "egagrab" and (.results | length == 1)'
	holds found.json '.results[0] | .input == "ega/SAMPLE.EGA" and .output == "out" and .status == "ok" and .warnings == [] and .errors == []'
	diff <(jq -S '.results[0].manifest' found.json) <(jq -S . out/manifest.json)
	same_tree out "$whole/ega"
}

@test "--json has an object for each input, good or bad" {
	sample ega
	mkdir lone
	cp ega/SAMPLE.EGA lone/LONE.EGA
	cut_to ega/EGADICT.SMP 100
	sample keen4
	expect 1 egagrab --json --layout keen4/layout.json -o out missing lone/LONE.EGA ega/SAMPLE.EGA keen4/EGAGRAPH.SMP
	is documents "$(jq -s length <<<"$output")" 1
	echo "$output" >found.json
	is inputs "$(jq -c '[.results[] | [.input, .status]]' found.json)" \
		'[["missing","failed"],["lone/LONE.EGA","failed"],["ega/SAMPLE.EGA","failed"],["keen4/EGAGRAPH.SMP","ok"]]'
	holds found.json 'all(.results[0:3][]; (.errors | length > 0) and (has("manifest") | not))'
	holds found.json '.results[2].errors[0] | (.file | endswith("EGADICT.SMP")) and .offset == 100'
	holds found.json '.results[3] | .output == "out/EGAGRAPH.SMP" and .manifest.counts.present == 137'
}

@test "--json tells of outputs that exist, with a null manifest" {
	sample ega
	grab 0 ega -o out
	grab 1 ega --json -o out
	jq -e '.results[0] | .status == "failed" and .manifest == null and has("manifest") and (.errors | length == 1)' <<<"$output"
}

@test "--json of names that are not UTF-8 is valid" {
	sample ega
	name=$'ega/caf\xe9.EGA'
	mv ega/SAMPLE.EGA "$name"
	expect 0 egagrab --json --layout ega/layout.json "$name"
	jq -e '.results[0] | .status == "ok" and (.input | endswith(".EGA"))' <<<"$output"
	jq -e '.archive.file' "$name.extracted/manifest.json"
}

#
# Several inputs, and standard input.
#

@test "several archives go to folders named after them" {
	sample ega
	sample ega more
	mv more/SAMPLE.EGA more/OTHER.EGA
	expect 0 egagrab --raw --layout ega/layout.json -o out ega/SAMPLE.EGA more/OTHER.EGA
	silent
	is folders "$(ls out | tr '\n' ' ')" "OTHER.EGA SAMPLE.EGA "
	same_tree out/SAMPLE.EGA "$whole/ega"
	expect 0 egagrab --raw --layout ega/layout.json ega/SAMPLE.EGA more/OTHER.EGA
	same_tree ega/SAMPLE.EGA.extracted "$whole/ega"
	diff -r -x manifest.json -x '*.bdf' more/OTHER.EGA.extracted "$whole/ega"
}

@test "one bad input does not stop the others" {
	sample ega
	expect 1 egagrab --raw --layout ega/layout.json -o out missing ega/SAMPLE.EGA ega
	says "exhume egagrab: missing: " "exhume egagrab: ega: "
	same_tree out/SAMPLE.EGA "$whole/ega"
	is folders "$(ls out)" SAMPLE.EGA
}

@test "of inputs with the same name the first is extracted, the others are errors" {
	sample ega
	sample ega more
	expect 1 egagrab --raw --layout ega/layout.json -o out ega/SAMPLE.EGA more/SAMPLE.EGA
	says "exhume egagrab: more/SAMPLE.EGA: " out/SAMPLE.EGA
	same_tree out/SAMPLE.EGA "$whole/ega"
	# -f is no permission to write one over the other.
	rm -r out
	expect 1 egagrab -f --raw --layout ega/layout.json -o out ega/SAMPLE.EGA more/SAMPLE.EGA
	same_tree out/SAMPLE.EGA "$whole/ega"
	expect 1 egagrab --raw --layout ega/layout.json ega/SAMPLE.EGA ega/SAMPLE.EGA
	same_tree ega/SAMPLE.EGA.extracted "$whole/ega"
}

@test "--json has inputs with the same name too" {
	sample ega
	sample ega more
	expect 1 egagrab --json --layout ega/layout.json -o out ega/SAMPLE.EGA more/SAMPLE.EGA
	is inputs "$(jq -c '[.results[] | [.input, .status]]' <<<"$output")" \
		'[["ega/SAMPLE.EGA","ok"],["more/SAMPLE.EGA","failed"]]'
}

@test "an archive from standard input, with --head and --dict" {
	sample ega
	mkdir tables
	mv ega/EGAHEAD.SMP tables/the-head
	mv ega/EGADICT.SMP tables/the-dict
	expect 0 egagrab --raw --layout ega/layout.json --head tables/the-head --dict tables/the-dict -o out - <ega/SAMPLE.EGA
	silent
	diff -r -x manifest.json -x '*.bdf' out "$whole/ega"
	holds out/manifest.json '.head.file == "the-head" and .dictionary.file == "the-dict"'
	# Through a pipe, in small pieces.
	expect 0 egagrab --raw --layout ega/layout.json --head tables/the-head --dict tables/the-dict -o out2 - < <(
		head -c 100 ega/SAMPLE.EGA
		sleep 0.1
		tail -c +101 ega/SAMPLE.EGA
	)
	same_tree out out2
}

@test "tables from standard input" {
	sample ega
	expect 0 egagrab --raw --layout ega/layout.json --head - -o a ega/SAMPLE.EGA <ega/EGAHEAD.SMP
	diff -r -x manifest.json a "$whole/ega"
	expect 0 egagrab --raw --layout ega/layout.json --dict - -o b ega/SAMPLE.EGA <ega/EGADICT.SMP
	diff -r -x manifest.json b "$whole/ega"
}

@test "what standard input can't be" {
	sample ega
	cd ega
	expect 2 egagrab --head EGAHEAD.SMP --dict EGADICT.SMP - <SAMPLE.EGA
	says "-o"
	expect 2 egagrab --head - --dict EGADICT.SMP -o out - <SAMPLE.EGA
	expect 2 egagrab -o out - - <SAMPLE.EGA
	# Nothing lies beside it, whatever is in this folder.
	expect 1 egagrab -o out - <SAMPLE.EGA
	says "exhume egagrab: -: " --head
	expect 1 egagrab --head EGAHEAD.SMP -o out - <SAMPLE.EGA
	says "exhume egagrab: -: " --dict
	absent out
}

#
# Finding the tables.
#

@test "tables are found in any case" {
	for pair in egahead.smp:EgaDict.Smp EGAHEAD.smp:egadict.SMP EgaHead:egadict egahead.CK4:EGADICT.ck4; do
		sample ega
		mv ega/EGAHEAD.SMP "ega/${pair%:*}.tmp" && mv "ega/${pair%:*}.tmp" "ega/${pair%:*}"
		mv ega/EGADICT.SMP "ega/${pair#*:}.tmp" && mv "ega/${pair#*:}.tmp" "ega/${pair#*:}"
		grab 0 ega -o out --raw
		diff -r -x manifest.json out "$whole/ega"
		holds out/manifest.json '.head.file == $h and .dictionary.file == $d' --arg h "${pair%:*}" --arg d "${pair#*:}"
		rm -r ega out
	done
}

@test "of several heads the one that belongs to the archive is taken, and its dictionary" {
	sample ega
	mv ega/EGAHEAD.SMP ega/egahead.smp
	mv ega/EGADICT.SMP ega/EgaDict.Smp
	for ending in AAA EGA ZZZ; do
		cp "$archives/keen4/EGAHEAD.SMP" "ega/EGAHEAD.$ending"
		cp "$archives/keen4/EGADICT.SMP" "ega/EGADICT.$ending"
	done
	cp "$archives/cga/CGAHEAD.SMP" "$archives/cga/CGADICT.SMP" ega
	: >ega/EGAHEAD
	mkdir ega/EGAHEAD.DIR
	grab 0 ega -o out --raw
	silent
	diff -r -x manifest.json out "$whole/ega"
	holds out/manifest.json '.head.file == "egahead.smp" and .dictionary.file == "EgaDict.Smp"'
}

@test "names that only begin like a table's are none" {
	sample ega
	cp "$archives/keen4/EGAHEAD.SMP" ega/EGAHEADS.SMP
	cp "$archives/keen4/EGADICT.SMP" ega/EGADICT.SMP.BAK
	grab 0 ega -o out --raw
	diff -r -x manifest.json out "$whole/ega"
}

@test "archives of EGA and of CGA in one folder find each their own" {
	mkdir both
	cp "$archives"/ega/{SAMPLE.EGA,EGA*.SMP} "$archives"/cga/{SAMPLE.CGA,CGA*.SMP} both
	expect 0 egagrab --raw --layout "$archives/cga/layout.json" -o cga both/SAMPLE.CGA
	same_tree cga "$whole/cga"
	expect 0 egagrab --raw --layout "$archives/ega/layout.json" -o ega both/SAMPLE.EGA
	same_tree ega "$whole/ega"
}

@test "--head and --dict go before what lies beside" {
	sample ega
	sample ega good
	echo nonsense >ega/EGAHEAD.SMP
	echo nonsense >ega/EGADICT.SMP
	grab 1 ega -o bad
	grab 0 ega -o out --raw --head good/EGAHEAD.SMP --dict good/EGADICT.SMP
	diff -r -x manifest.json out "$whole/ega"
}

@test "tables that are missing are named, with the option that gives them" {
	mkdir lone
	cp "$archives/ega/SAMPLE.EGA" lone
	expect 1 egagrab lone/SAMPLE.EGA
	says "lone/SAMPLE.EGA: " egahead --head
	cp "$archives/ega/EGAHEAD.SMP" lone
	expect 1 egagrab lone/SAMPLE.EGA
	says "lone/SAMPLE.EGA: " egadict --dict
	cp "$archives/cga/SAMPLE.CGA" lone
	mv lone lone2
	rm lone2/EGAHEAD.SMP
	expect 1 egagrab lone2/SAMPLE.CGA
	says "lone2/SAMPLE.CGA: " cgahead --head
	is files "$(ls lone2 | tr '\n' ' ')" "SAMPLE.CGA SAMPLE.EGA "
}

#
# Without a layout.
#

@test "without a layout all chunks go to raw/, and a message says what is missing" {
	for name in ega cga keen4; do
		sample "$name"
		rm "$name/layout.json"
		archive=$name/$(archive_of "$name")
		expect 1 egagrab -o "out.$name" "$archive"
		says "HEAD.SMP: no layout is known" --layout raw/
		is "files of $name" "$(ls "out.$name" | tr '\n' ' ')" "manifest.json raw "
		is "chunks of $name" "$(ls "out.$name/raw")" "$(ls "$whole/$name/raw")"
		# A few bytes too many may stand at the end.
		while read -r size path; do
			cmp -n "$size" "$whole/$name/$path" "out.$name/$path"
		done < <(cd "$whole/$name" && stat -c '%s %n' raw/*)
		holds "out.$name/manifest.json" '.layout == null and .layout_origin == "none" and (has("palette") | not) and .counts.unknown == .counts.present'
		holds "out.$name/manifest.json" '.errors | length == 1'
	done
}

@test "the head that no layout is known for is named by length and CRC-32" {
	sample ega
	rm ega/layout.json
	expect 1 egagrab -o out ega/SAMPLE.EGA
	says 624 1bdf58aa
}

@test "without a layout but with --raw it is no error" {
	sample ega
	rm ega/layout.json
	expect 0 egagrab --raw -o out ega/SAMPLE.EGA
	says "warning: " "no layout is known"
	is chunks "$(ls out/raw)" "$(ls "$whole/ega/raw")"
	holds out/manifest.json '.errors == [] and (.warnings | length == 1)'
	expect 1 egagrab --raw --strict -o out2 ega/SAMPLE.EGA
	same_but_manifest out out2
}

#
# No room, no time.
#

@test "a full disk behind standard output is an error" {
	sample ega
	for line in "--json -o out" --print-layout; do
		run --separate-stderr bash -c '"$0" "$@" >/dev/full' "$EXHUME" egagrab \
			--layout ega/layout.json $line --raw ega/SAMPLE.EGA
		check_run 1 "$line >/dev/full"
		says "exhume egagrab: standard output: " "No space left"
	done
	same_tree out "$whole/ega"
}

@test "files that find no room are named, the others are whole, no half one is left" {
	sample ega
	run bash -c 'ulimit -f 1; exec "$0" "$@"' "$EXHUME" egagrab -v \
		--layout ega/layout.json --raw -o out ega/SAMPLE.EGA
	stderr=$output
	check_run 1 "ulimit -f 1"
	no_part_left
	(cd "$whole/ega" && find . -type f -size -1025c) | sed 's,^\./,,' | sort >small
	[ "$(wc -l <small)" -gt 100 ]
	is "what is there" "$(files_in out)" "$(cat small)"
	(cd "$whole/ega" && xargs sha256sum) <small >sums
	(cd out && sha256sum --quiet -c -) <sums
	while read -r path; do
		says "out/$path: "
	done < <(files_in "$whole/ega" | grep -vxFf small | grep -v manifest.json)
	says manifest.json
}

@test "more than 20 messages are counted, not shown, unless -v asks for them" {
	sample ega
	run bash -c 'ulimit -f 0; exec "$0" "$@"' "$EXHUME" egagrab \
		--layout ega/layout.json -o out ega/SAMPLE.EGA
	stderr=$output
	check_run 1 "ulimit -f 0"
	is messages "${#lines[@]}" 22
	says "160 more messages"
	is files "$(count_files out)" 0
}

@test "a signal ends it while it waits for its archive" {
	sample ega
	mkfifo pipe
	for signal in INT:130 TERM:143 HUP:129; do
		env --default-signal=INT,TERM,HUP "$EXHUME" egagrab --layout ega/layout.json \
			--head ega/EGAHEAD.SMP --dict ega/EGADICT.SMP -o out - <pipe 2>err 3>&- &
		pid=$!
		exec 9>pipe
		head -c 5000 ega/SAMPLE.EGA >&9
		sleep 0.3
		end_by "${signal%:*}" "$pid"
		exec 9>&-
		is "status after $signal" "$status" "${signal#*:}"
		absent out
	done
}

@test "a signal ends it while it opens a pipe that nobody writes to" {
	sample ega
	mkfifo pipe
	env --default-signal=INT "$EXHUME" egagrab --head ega/EGAHEAD.SMP \
		--dict ega/EGADICT.SMP -o out pipe 2>err 3>&- &
	pid=$!
	sleep 0.3
	end_by INT "$pid"
	is status "$status" 130
	absent out
}

# In mid-writing: see that a first picture is there, then send the signal.
interrupt_writing() {
	env --default-signal=INT,TERM "$EXHUME" egagrab --layout ega/layout.json --scale 64 \
		--only sprite --only pic -j "$2" -o out ega/SAMPLE.EGA 2>err 3>&- &
	pid=$!
	wait_for sh -c 'find out -name "*.png" | grep -q .'
	end_by "$1" "$pid"
	cat err
	if grep Sanitizer err; then
		return 1
	fi
	no_part_left
	absent out/manifest.json
	whole_pngs out
	count=$(find out -name '*.png' | wc -l)
	[ "$count" -gt 0 ]
	[ "$count" -lt 37 ]
	count=$(find out -type f | wc -l)
	grep "exhume egagrab: interrupted: $count of 40 files" err
}

@test "SIGINT in mid-writing leaves whole files only" {
	sample ega
	interrupt_writing INT 1
	is status "$status" 130
	# The run can be done again.
	grab 0 ega -o out -f --only sprite --only pic
}

@test "SIGTERM in mid-writing with several jobs leaves whole files only" {
	sample ega
	interrupt_writing TERM 4
	is status "$status" 143
}

@test "a signal that is ignored from the start stays so" {
	sample ega
	(
		trap '' INT
		exec "$EXHUME" egagrab --layout ega/layout.json --scale 24 --only sprite --only pic \
			-j 1 -o out ega/SAMPLE.EGA 2>err 3>&-
	) &
	pid=$!
	wait_for test -e out/sprite
	kill -s INT "$pid"
	wait "$pid"
	whole_pngs out
	[ -e out/manifest.json ]
}

#
# Damage: nothing is lost that is sound.
#

@test "an archive that ends early loses the chunks behind, and says where it ends" {
	for size in 24488 16164 10600 1330 300 272 100; do
		sample ega
		cut_to ega/SAMPLE.EGA "$size"
		grab 1 ega -o out --raw
		says "$(printf 'ega/SAMPLE.EGA:0x%X: ' "$size")"
		salvaged ega out ".offset + .packed_length <= $size"
		holds out/manifest.json 'all(.chunks[] | select(.offset); if .lost then .offset >= $n else .offset < $n end)' --argjson n "$size"
		whole_pngs out
		no_part_left
		rm -r ega out
	done
}

@test "an archive of Keen 4's kind that ends early" {
	for size in 26649 20001 5000 700; do
		sample keen4
		cut_to keen4/EGAGRAPH.SMP "$size"
		grab 1 keen4 -o out --raw
		says "$(printf 'keen4/EGAGRAPH.SMP:0x%X: ' "$size")"
		salvaged keen4 out ".offset + .packed_length <= $size"
		rm -r keen4 out
	done
}

@test "an archive that ends early, without a layout" {
	sample ega
	cut_to ega/SAMPLE.EGA 22000
	expect 1 egagrab -o out ega/SAMPLE.EGA
	says "ega/SAMPLE.EGA:0x55F0: " "no layout is known"
	for number in 0000 0004 0012 0016 0099; do
		cmp -n "$(stat -c %s "$whole/ega/raw/$number.bin")" \
			"out/raw/$number.bin" "$whole/ega/raw/$number.bin"
	done
	absent out/raw/0154.bin
}

@test "a layout that fits nothing but a few lengths is not taken for the right one" {
	sample ega
	cut_to ega/SAMPLE.EGA 10600
	expect 1 egagrab -o out ega/SAMPLE.EGA
	says "no layout is known"
	says_not "using it"
	for number in 0000 0004 0012 0016; do
		cmp "out/raw/$number.bin" "$whole/ega/raw/$number.bin"
	done
}

@test "an empty archive" {
	sample ega
	: >ega/SAMPLE.EGA
	grab 1 ega -o out
	says "ega/SAMPLE.EGA"
	is pictures "$(find . -name '*.png' | wc -l)" 0
}

@test "bytes behind the last chunk are a warning" {
	sample ega
	printf 'surplus' >>ega/SAMPLE.EGA
	grab 0 ega -o out --raw
	says "ega/SAMPLE.EGA:0x5FAA: warning: "
	salvaged ega out true
}

@test "a head that ends early keeps what it still tells" {
	# As many bytes as hold N whole entries, and some that end inside one.
	for size in 619 400 202 100 20; do
		sample ega
		cut_to ega/EGAHEAD.SMP "$size"
		grab 1 ega -o out --raw
		says "$(printf 'ega/EGAHEAD.SMP:0x%X: ' "$size")"
		# The end of the last chunk is unknown; with a length of its own it doesn't matter.
		salvaged ega out ".number < $((size / 4)) and (.number < $((size / 4 - 1)) or .number > 2)"
		holds out/manifest.json '.counts.lost == $n' --argjson n $((155 - size / 4))
		rm -r ega out
	done
}

@test "a head without its last entry, the archive's length, loses nothing" {
	sample ega
	cut_to ega/EGAHEAD.SMP 620
	grab 0 ega -o out --raw
	says "ega/EGAHEAD.SMP:0x26C: warning: "
	salvaged ega out true
}

@test "a head of next to nothing, or of nothing" {
	for size in 7 4 3 1 0; do
		sample ega
		cut_to ega/EGAHEAD.SMP "$size"
		grab 1 ega -o out
		says ega/EGAHEAD.SMP
		is pictures "$(find . -name '*.png' | wc -l)" 0
		rm -rf ega out
	done
}

@test "a dictionary that ends early is refused, with its name and end" {
	for size in 1019 1000 512 1 0; do
		sample ega
		cut_to ega/EGADICT.SMP "$size"
		grab 1 ega -o out
		says "$(printf 'ega/EGADICT.SMP:0x%X: ' "$size")" "$size bytes" 1020
		absent out
		rm -r ega
	done
}

@test "a dictionary without its padding is as good, a longer one draws a warning" {
	sample ega
	cut_to ega/EGADICT.SMP 1020
	grab 0 ega -o out --raw
	silent
	diff -r -x manifest.json out "$whole/ega"
	cat "$archives/ega/EGADICT.SMP" "$archives/ega/EGADICT.SMP" >ega/EGADICT.SMP
	grab 0 ega -o out2 --raw
	says "ega/EGADICT.SMP:0x3FC: warning: "
	diff -r -x manifest.json out2 "$whole/ega"
}

@test "a dictionary's link that leads outside is told, and only chunks that need it suffer" {
	sample ega
	# Nodes 0 and 64 are deep ones: their bytes are rare.
	poke ega/EGADICT.SMP 2 '\xff\x01'
	poke ega/EGADICT.SMP 256 '\xff\xff'
	grab 1 ega -o out --raw
	says "ega/EGADICT.SMP:0x2: dictionary node 0: bit 1 leads to node 255" "ega/EGADICT.SMP:0x100: "
	salvaged ega out false
	holds out/manifest.json '[.chunks[] | select(.damaged)] | length > 5 and length < 20'
	whole_pngs out
	bad=$(jq '[.chunks[] | select(.damaged)][0].number' out/manifest.json)
	says "chunk $bad: "
}

@test "a bad link near the root of the dictionary leaves what does not need it" {
	sample ega
	poke ega/EGADICT.SMP 962 '\xff\xff'
	grab 1 ega -o out --raw
	says "ega/EGADICT.SMP:0x3C2: dictionary node 240: bit 1"
	salvaged ega out false
	holds out/manifest.json '[.chunks[] | select(.sha256 and (.damaged | not))] | length > 9'
	holds out/manifest.json '[.chunks[] | select(.damaged)] | length > 70'
}

@test "an offset that is wrong but in order is damage to its chunk" {
	sample ega
	offset=$(jq '.chunks[20].offset' "$whole/ega/manifest.json")
	poke ega/EGAHEAD.SMP 80 "$(le32 $((offset + 5)))"
	grab 1 ega -o out
	says "chunk 20: "
	holds out/manifest.json '.chunks[20].damaged and ([.chunks[] | select(.damaged)] | length == 1)'
}

@test "a dictionary's link that leads back is a loop, and is told" {
	for offset in 0 402 1018; do
		sample ega
		poke ega/EGADICT.SMP "$offset" '\xfe\x01'
		run --separate-stderr -- timeout 20 "$EXHUME" egagrab --layout ega/layout.json --raw -o out ega/SAMPLE.EGA
		check_run 1 "a loop at $offset"
		says "$(printf 'ega/EGADICT.SMP:0x%X: ' "$offset")" loop
		[ ! -e out ] || salvaged ega out false
		rm -rf ega out
	done
}

@test "an offset out of order loses its chunk alone" {
	for number in 5 20 153; do
		for value in 4294967040 1 24490; do
			sample ega
			offset=$(jq ".chunks[$number].offset // empty" "$whole/ega/manifest.json")
			[ -n "$offset" ]
			poke ega/EGAHEAD.SMP $((number * 4)) "$(le32 "$value")"
			grab 1 ega -o out --raw --no-sheets
			says "$(printf 'ega/EGAHEAD.SMP:0x%X: chunk %d: ' $((number * 4)) "$number")"
			salvaged ega out ".number != $number"
			holds out/manifest.json '.counts.lost == 1'
			rm -r ega out
		done
	done
}

@test "pictures whose table is lost go to raw/, the others come out" {
	sample ega
	poke ega/EGAHEAD.SMP 8 '\xfe\xff\xff\xff'
	grab 1 ega -o out
	says "ega/EGAHEAD.SMP:0x8: chunk 2: " "chunk 17: "
	is raw "$(ls out/raw | wc -l)" 24
	for number in 0017 0030 0040; do
		cmp "out/raw/$number.bin" "$whole/ega/raw/$number.bin"
	done
	for class in pic picm tile8 tile8m tile16 tile16m font; do
		same_tree "out/$class" "$whole/ega/$class"
	done
	absent out/sprite
}

@test "offsets that are swapped, or equal, lose one chunk" {
	sample ega
	# 30 and 31 swapped
	poke ega/EGAHEAD.SMP 120 "$(le32 "$(chunk ega 31 .offset)")"
	poke ega/EGAHEAD.SMP 124 "$(le32 "$(chunk ega 30 .offset)")"
	grab 1 ega -o out --raw
	says "ega/EGAHEAD.SMP:0x7" "out of order"
	salvaged ega out '.number < 30 or .number > 31'
	holds out/manifest.json '.counts.lost == 1'
	rm -r ega out
	sample ega
	poke ega/EGAHEAD.SMP 124 "$(le32 "$(chunk ega 30 .offset)")"
	grab 1 ega -o out --raw
	says "ega/EGAHEAD.SMP:0x7C: chunk 31: "
	salvaged ega out '.number != 31'
}

@test "an offset that was overwritten by the mark of absence leaves the others alone" {
	sample ega
	poke ega/EGAHEAD.SMP 120 '\xff\xff\xff\xff'
	grab 0 ega -o out --raw
	holds out/manifest.json '.chunks[30].absent'
	same_tree out/sprite/012.png "$whole/ega/sprite/012.png"
	same_tree out/sprite/014.png "$whole/ega/sprite/014.png"
}

@test "a chunk that declares 4 GB is expanded to the size that the tables have" {
	sample ega
	for number in 0 2 4 17 38; do
		poke ega/SAMPLE.EGA "$(chunk ega "$number" .offset)" '\xff\xff\xff\xff'
	done
	grab 0 ega -o out --raw
	says "ega/SAMPLE.EGA:0x531: warning: chunk 4: 4294967295 bytes declared" "chunk 38: "
	salvaged ega out true
}

@test "a font that declares 4 GB is expanded as far as it goes" {
	sample ega
	poke ega/SAMPLE.EGA "$(chunk ega 3 .offset)" '\xff\xff\xff\xff'
	grab 0 ega -o out --raw
	says "ega/SAMPLE.EGA:0x112: warning: chunk 3: "
	cmp -n 1800 out/raw/0003.bin "$whole/ega/raw/0003.bin"
	diff -r -x manifest.json -x 0003.bin out "$whole/ega"
}

@test "a chunk that declares too few bytes is kept as it is" {
	sample ega
	poke ega/SAMPLE.EGA "$(chunk ega 4 .offset)" '\x10\x00\x00\x00'
	grab 1 ega -o out --raw
	says "ega/SAMPLE.EGA:0x531: chunk 4: 16 bytes declared" 1920
	salvaged ega out '.number != 4'
	cmp -n 16 out/raw/0004.bin "$whole/ega/raw/0004.bin"
}

@test "changed bits in a chunk spoil that chunk alone" {
	sample ega
	poke ega/SAMPLE.EGA $(($(chunk ega 37 .offset) + 500)) '\x5a\xa5\x5a'
	run --separate-stderr -- "$EXHUME" egagrab --layout ega/layout.json --raw -o out ega/SAMPLE.EGA
	[ "$status" -le 1 ]
	check_run "$status" "changed bits"
	diff -r -x manifest.json -x 0037.bin -x 020.png -x sprite.png out "$whole/ega"
}

@test "pictures that disagree with their table go to raw/, the others come out" {
	sample ega
	jq '.classes.pictable.first = 1 | .classes.picmtable.first = 0' ega/layout.json >swapped.json
	expect 1 egagrab --layout swapped.json -o out ega/SAMPLE.EGA
	says "ega/SAMPLE.EGA:0x531: chunk 4: "
	for class in sprite tile8 tile8m tile16 tile16m; do
		same_tree "out/$class" "$whole/ega/$class"
	done
	same_tree out/font "$whole/ega/font"
	for number in 0004 0005 0010 0014 0015 0016; do
		cmp "out/raw/$number.bin" "$whole/ega/raw/$number.bin"
	done
	absent out/raw/0017.bin
	holds out/manifest.json '.chunks[4].file == "raw/0004.bin"'
	whole_pngs out
}

@test "a picture that is not in the table goes to raw/" {
	sample ega
	jq '.classes.pic.count = 12 | .classes.picm.first = 16 | .classes.picm.count = 1' ega/layout.json >more.json
	expect 1 egagrab --layout more.json -o out ega/SAMPLE.EGA
	says "chunk 15"
	same_tree out/pic "$whole/ega/pic"
	same_tree out/sprite "$whole/ega/sprite"
	cmp out/raw/0015.bin "$whole/ega/raw/0015.bin"
}

@test "a layout that is off by one is refused, or says that pictures are off" {
	sample ega
	jq '.classes |= with_entries(if .value.first > 3 then .value.first += 1 else . end) | .classes.tile16m.count -= 1' ega/layout.json >off.json
	expect 1 egagrab --layout off.json -o out ega/SAMPLE.EGA
	says "ega/SAMPLE.EGA"
	[ ! -e out ] || whole_pngs out
}

@test "chunks of no class go to raw/" {
	sample ega
	jq 'del(.classes.tile8, .classes.picm)' ega/layout.json >less.json
	expect 0 egagrab --layout less.json -o out ega/SAMPLE.EGA
	is raw "$(ls out/raw | tr '\n' ' ')" "0015.bin 0016.bin 0041.bin "
	cmp -n 768 out/raw/0041.bin "$whole/ega/raw/0041.bin"
	same_tree out/sprite "$whole/ega/sprite"
	same_tree out/tile8m "$whole/ega/tile8m"
	absent out/tile8 out/picm
}

@test "fewer small tiles than the layout has are a warning" {
	sample ega
	jq '.classes.tile8.tiles = 30 | .classes.tile8m.tiles = 65536' ega/layout.json >more.json
	expect 0 egagrab --raw --layout more.json -o out ega/SAMPLE.EGA
	says "warning: chunk 41: 24 tiles found" 30 "warning: chunk 42: 12 tiles found"
	holds out/manifest.json '.counts.tile8 == 24 and .counts.tile8m == 12'
	for path in $(files_in "$whole/ega" | grep '^tile8m\?/.*'); do
		new=$(find "out/${path%/*}" -name "*$(basename "$path")")
		cmp "$new" "$whole/ega/$path"
	done
	jq '.classes.tile8.tiles = 20' ega/layout.json >fewer.json
	expect 0 egagrab --layout fewer.json -o fewer ega/SAMPLE.EGA
	says "warning: chunk 41: "
	is tiles "$(count_files fewer/tile8)" 20
}

#
# Wrong files.
#

@test "any file in the place of another is told by name" {
	sample ega
	yes "This is a text." | head -n 1700 >text
	head -c 30000 /dev/zero >zeros
	head -c 30000 /dev/zero | tr '\0' '\377' >ones
	: >empty
	mkdir folder
	a=ega/SAMPLE.EGA h=ega/EGAHEAD.SMP d=ega/EGADICT.SMP
	for role in archive head dict; do
		for wrong in "$a" "$h" "$d" text zeros ones empty folder missing; do
			archive=$a head=$h dict=$d
			[ "${!role}" != "$wrong" ] || continue
			printf -v "$role" %s "$wrong"
			for layout in "--layout ega/layout.json" ""; do
				rm -rf out
				run --separate-stderr -- timeout 20 "$EXHUME" egagrab $layout --head "$head" --dict "$dict" -o out "$archive"
				check_run 1 "$wrong as $role $layout"
				[[ $stderr == *"$wrong"* || $stderr == *"$archive"* ]]
				is "pictures of $wrong as $role $layout" "$(find . -name '*.png' | wc -l)" 0
				no_part_left
			done
		done
	done
}

@test "a folder and a missing file are told for what they are" {
	sample ega
	mkdir folder
	expect 1 egagrab folder
	says "exhume egagrab: folder: a folder"
	expect 1 egagrab missing
	says "exhume egagrab: missing: " "No such file"
	grab 1 ega --head folder -o out
	says "exhume egagrab: folder: a folder"
	grab 1 ega --head missing -o out
	says "exhume egagrab: missing: "
	grab 1 ega --dict missing -o out
	says "exhume egagrab: missing: "
	expect 1 egagrab ""
	expect 1 egagrab --layout folder -o out ega/SAMPLE.EGA
	says "exhume egagrab: folder: "
	absent out
}

@test "the dictionary of another archive is refused" {
	sample ega
	grab 1 ega -o out --dict "$archives/keen4/EGADICT.SMP"
	says "ega/SAMPLE.EGA: " "don't match"
	absent out
}

@test "the head of another archive is refused" {
	sample ega
	grab 1 ega -o out --head "$archives/cga/CGAHEAD.SMP" --dict ega/EGADICT.SMP
	says "ega/SAMPLE.EGA: " "don't match"
	absent out
}

@test "a device that never ends is not read to the end" {
	sample ega
	run --separate-stderr -- timeout 30 "$EXHUME" egagrab --head ega/EGAHEAD.SMP --dict ega/EGADICT.SMP -o out /dev/zero
	check_run 1 /dev/zero
	says "exhume egagrab: /dev/zero:0x4000000: larger than"
	absent out
}

@test "bad layouts are refused, with the file and what is wrong" {
	sample ega
	n=0
	while IFS='|' read -r change text; do
		n=$((n + 1))
		jq -c "$change" ega/layout.json >bad.json
		expect 1 egagrab --layout bad.json -o out ega/SAMPLE.EGA
		says "exhume egagrab: bad.json: " "$text"
		absent out
	done <<-'END'
		del(.video)|video
		.video = "vga"|video
		.video = 4|video
		del(.offset_size)|offset_size
		.offset_size = 5|offset_size
		.offset_size = 0|offset_size
		.offset_size = "4"|offset_size
		del(.chunks)|chunks
		.chunks = 0|chunks
		.chunks = -1|chunks
		.chunks = 1.5|chunks
		.chunks = 1048577|chunks
		.chunks = 1e30|chunks
		.chunks = 4294967297|chunks
		.chunks = null|chunks
		.chunks = 100|tile16
		del(.classes)|classes
		.classes = []|classes
		.classes.nonsense = {first: 0, count: 0}|nonsense
		.classes.unknown = {first: 0, count: 0}|unknown
		.classes.pic = 5|pic
		del(.classes.pic.first)|first
		del(.classes.pic.count)|count
		.classes.pic.first = -1|first
		.classes.pic.count = "11"|count
		.classes.pic.count = 99999999|count
		.classes.sprite.count = 25|overlap
		.classes.font.first = 2|overlap
		.classes.tile16m.first = 108|tile16m
		.classes.tile16m.count = 1048576|tile16m
		.classes.tile8.count = 2|tile8
		del(.classes.tile8.tiles)|tiles
		.classes.tile8.tiles = 65537|tiles
		del(.classes.pictable)|pictable
		del(.classes.picmtable)|picmtable
		del(.classes.spritetable)|spritetable
		.classes.pictable.count = 0|pictable
		.name = 5|name
		.name = "a name that is longer than what there is room for"|name
		.title = [1]|title
		.head = {size: 624, crc32: "xyz"}|crc32
		.head = {size: 624, crc32: "f04a98fx"}|crc32
		.head = {size: -1, crc32: "1bdf58aa"}|size
		.head = {crc32: "1bdf58aa"}|size
		[.]|object
	END
	[ "$n" = 45 ]
}

@test "layouts that are no JSON are refused, with the place" {
	sample ega
	printf '{ "name": "x",\n  "video" "ega" }\n' >comma.json
	expect 1 egagrab --layout comma.json -o out ega/SAMPLE.EGA
	says "exhume egagrab: comma.json:0x" "line 2"
	head -c 300 ega/layout.json >half.json
	expect 1 egagrab --layout half.json -o out ega/SAMPLE.EGA
	says "exhume egagrab: half.json:0x12C: "
	: >empty.json
	yes '[' | head -n 100000 | tr -d '\n' >deep.json
	printf '{"chunks": 1, "chunks": 2}' >twice.json
	cat ega/layout.json ega/layout.json >two.json
	printf '\xff\xfe{}' >utf.json
	for file in empty deep twice two utf; do
		expect 1 egagrab --layout "$file.json" -o out ega/SAMPLE.EGA
		says "exhume egagrab: $file.json"
		absent out
	done
	for file in SAMPLE.EGA EGAHEAD.SMP EGADICT.SMP; do
		expect 1 egagrab --layout "ega/$file" -o out ega/SAMPLE.EGA
		says "exhume egagrab: ega/$file"
		absent out
	done
}

@test "a layout with more chunks than the head keeps those that there are" {
	sample ega
	jq '.chunks = 5000' ega/layout.json >more.json
	expect 1 egagrab --raw --layout more.json -o out ega/SAMPLE.EGA
	says "ega/EGAHEAD.SMP:0x270: "
	salvaged ega out true
}

@test "a layout of fewer chunks says that some are left over" {
	sample ega
	jq '.chunks = 107 | del(.classes.tile16m)' ega/layout.json >fewer.json
	run --separate-stderr -- "$EXHUME" egagrab --raw --layout fewer.json -o out ega/SAMPLE.EGA
	check_run "$status" "fewer chunks"
	[ "$status" -le 1 ]
	says "exhume egagrab: ega/"
	same_tree out/sprite "$whole/ega/sprite"
	same_tree out/tile16 "$whole/ega/tile16"
}

#
# The games.
#

@test "real data: Keen Dreams 1.13 comes out whole" {
	need_game "$dreams"
	is status "$(cat "$real/dreams.status")" 0
	m=$real/dreams/manifest.json
	is counts "$(jq -c '.counts | [.pic, .picm, .sprite, .font, .tile8, .tile8m, .tile16, .tile16m, .absent]' "$m")" \
		'[65,2,297,1,40,30,795,591,1260]'
	for pair in pic:65 picm:2 sprite:297 tile8:40 tile8m:30 tile16:795 tile16m:591 font:3 sheet:14; do
		is "${pair%:*}" "$(count_files "$real/dreams/${pair%:*}")" "${pair#*:}"
	done
	holds "$m" '.layout == "keen-dreams-ega" and .layout_origin == "head" and .errors == []'
	[ -e "$real/dreams/tile16/0000.png" ] || [ -e "$real/dreams/tile16/0001.png" ]
	absent "$real/dreams/raw"
	whole_pngs "$real/dreams"
}

@test "real data: Keen Dreams draws two warnings, of its short chunks of tiles" {
	need_game "$dreams"
	is lines "$(wc -l <"$real/dreams.err")" 2
	grep -q "KDREAMS.EGA:0x18B8D: warning: chunk 368: 40 tiles found" "$real/dreams.err"
	grep -q "KDREAMS.EGA:0x18F44: warning: chunk 369: 30 tiles found" "$real/dreams.err"
	is stdout "$(cat "$real/dreams.out")" ""
	holds "$real/dreams/manifest.json" '[.warnings[].offset] == [101261, 102212]'
	expect 1 egagrab --strict --only font -o out "$dreams/KDREAMS.EGA"
	says "0x18B8D: chunk 368" "0x18F44: chunk 369"
	cmp out/font/000.bdf "$real/dreams/font/000.bdf"
}

@test "real data: Keen 4 1.4 comes out whole, without a word" {
	need_game "$keen4"
	is status "$(cat "$real/keen4.status")" 0
	is words "$(cat "$real/keen4.out" "$real/keen4.err")" ""
	m=$real/keen4/manifest.json
	is counts "$(jq -c '.counts | [.pic, .picm, .sprite, .tile16, .tile16m, .present]' "$m")" \
		'[115,3,397,1127,1822,3488]'
	holds "$m" '.layout == "keen4-1.4" and .layout_origin == "head" and .warnings == [] and .errors == []'
	for pair in pic:115 picm:3 sprite:397 tile16:1127 tile16m:1822; do
		is "${pair%:*}" "$(count_files "$real/keen4/${pair%:*}")" "${pair#*:}"
	done
	whole_pngs "$real/keen4"
}

@test "real data: a named layout, a printed one and the one of the head are one" {
	need_game "$dreams"
	expect 0 egagrab --print-layout "$dreams/KDREAMS.EGA"
	echo "$output" >mine.json
	for layout in keen-dreams-ega mine.json; do
		expect 0 egagrab --layout "$layout" --only sprite -o "out.$layout" "$dreams/KDREAMS.EGA"
		same_tree "out.$layout/sprite" "$real/dreams/sprite"
		same_tree "out.$layout/sheet/sprite.json" "$real/dreams/sheet/sprite.json"
		diff <(jq 'del(.layout_origin, .chunks[].file, .chunks[].files)' "out.$layout/manifest.json") \
			<(jq 'del(.layout_origin, .chunks[].file, .chunks[].files)' "$real/dreams/manifest.json")
	done
}

@test "real data: a damaged head still finds its layout, and loses one chunk" {
	need_game "$dreams"
	mkdir game
	cp "$dreams"/{KDREAMS.EGA,EGAHEAD.KDR,EGADICT.KDR} game
	chmod u+w game/*
	poke game/EGAHEAD.KDR $((100 * 4)) '\xfe\xff\xff\xff'
	expect 1 egagrab -o out game/KDREAMS.EGA
	says "game/EGAHEAD.KDR:0x190: chunk 100: " "warning: not the head of a known release" keen-dreams-ega
	holds out/manifest.json '.layout_origin == "fit" and .layout == "keen-dreams-ega" and .chunks[100].lost and .counts.lost == 1'
	lost=$(jq -r '.chunks[100].file' "$real/dreams/manifest.json")
	diff -r -x manifest.json -x sprite.png -x sprite.json -x pic.png -x pic.json out "$real/dreams" >diff || true
	is differences "$(wc -l <diff)" 1
	grep -q "$(basename "$lost")" diff
}

@test "real data: an archive that ends early keeps what is there" {
	need_game "$keen4"
	mkdir game
	cp "$keen4"/{EGAGRAPH.CK4,EGAHEAD.CK4,EGADICT.CK4} game
	chmod u+w game/*
	cut_to game/EGAGRAPH.CK4 300000
	expect 1 egagrab -o out --no-sheets game/EGAGRAPH.CK4
	says "game/EGAGRAPH.CK4:0x493E0: "
	jq -r '.chunks[] | select(.offset and .offset + .packed_length <= 300000) | .files // [.file] | .[] // empty' \
		"$real/keen4/manifest.json" >sound
	[ "$(wc -l <sound)" -gt 1000 ]
	(cd "$real/keen4" && xargs sha256sum) <sound >sums
	(cd out && sha256sum --quiet -c -) <sums
}

@test "bdftopcf takes the fonts" {
	command -v bdftopcf >/dev/null || skip "no bdftopcf"
	for bdf in "$whole"/{ega,cga,keen4}/font/*.bdf "$whole"/keen4/fontm/*.bdf; do
		bdftopcf -o font.pcf "$bdf"
		[ -s font.pcf ]
	done
}

# other_size HEAD FROM: the same offsets with 3 bytes instead of 4, or 4 instead of 3.
other_size() {
	if [ "$2" = 4 ]; then
		od -An -v -tx1 -w4 "$1" | awk '{ printf "%s%s%s", $1, $2, $3 }'
	else
		od -An -v -tx1 -w3 "$1" | awk '{ $4 = ($1 $2 $3 == "ffffff") ? "ff" : "00"; printf "%s%s%s%s", $1, $2, $3, $4 }'
	fi | xxd -r -p >other.head
	cp other.head "$1"
}

@test "a head with the other size of offsets is read by what is in it" {
	local root=${EXHUME_TESTDATA}/archives
	while read -r name archive head size layout; do
		mkdir game && cp "$root/$name"/* game && chmod u+w game/*
		# shellcheck disable=SC2086
		expect 0 egagrab -q $layout -o before game/$archive
		other_size game/$head $size
		# shellcheck disable=SC2086
		expect 0 egagrab -q $layout -o after game/$archive
		diff -r --exclude manifest.json before after
		expect 0 egagrab -q --pack after -o new/$archive
		cmp new/$archive game/$archive
		cmp new/$head game/$head
		rm -r game before after new
	done <<-'END'
		dreams DREAMS.EGA EGAHEAD.MOL 4
		ega SAMPLE.EGA EGAHEAD.SMP 4 --layout game/layout.json
		keen4 EGAGRAPH.SMP EGAHEAD.SMP 3 --layout game/layout.json
	END
}
