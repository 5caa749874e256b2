#!/usr/bin/env bats
# exhume egagrab --pack: the way back, on the samples and, where they are, on the games.

load ../testdata/cli/helper

# Each sample, extracted: $whole/ega and so on; tests work on copies of them.
setup_file() {
	local name
	mkdir "$BATS_FILE_TMPDIR/whole"
	cd "$BATS_FILE_TMPDIR/whole" || return
	for name in ega cga keen4; do
		"$EXHUME" egagrab --layout "$archives/$name/layout.json" -o "$name" \
			"$archives/$name/$(archive_of "$name")"
	done
}

whole=$BATS_FILE_TMPDIR/whole

# extracted NAME: a copy of the folder, in ./NAME
extracted() {
	cp -r "$whole/$1" "$1"
}

# pack STATUS NAME ARGUMENT...: ./NAME to ./new/, under the old names.
pack() {
	local wanted=$1 name=$2
	shift 2
	expect "$wanted" egagrab --pack "$name" -o "new/$(archive_of "$name")" "$@"
}

# again NAME: what was packed, extracted to ./again
again() {
	expect 0 egagrab -f --layout "$archives/$1/layout.json" -o again "new/$(archive_of "$1")"
}

# edit_manifest NAME FILTER [JQ_OPTION...]
edit_manifest() {
	local name=$1 filter=$2
	shift 2
	jq "$@" "$filter" "$name/manifest.json" >edited.json && mv edited.json "$name/manifest.json"
}

# The pixels of a picture the other way round, in a PNG of RGB or, with alpha, of RGBA.
flip() {
	pngtopnm "$1" | pnmflip -lr >flip.ppm
	pngtopnm -alpha "$1" | pnmflip -lr >flip.pgm
	if [ "${2-}" = alpha ]; then
		pnmtopng -force -alpha flip.pgm flip.ppm >"$1" 2>/dev/null
	else
		pnmtopng -force flip.ppm >"$1" 2>/dev/null
	fi
}

# Colours and mask of a picture, whatever kind of PNG it is.
look() {
	pngtopnm "$1" | ppmtoppm | pnmdepth 255 2>/dev/null
	pngtopnm -alpha "$1" | ppmtoppm | pnmdepth 255 2>/dev/null
}

same_look() {
	cmp <(look "$1") <(look "$2")
}

# ppm WIDTH HEIGHT FILE [R G B]...: a PNG of these colours, over and over again.
ppm() {
	local width=$1 height=$2 file=$3
	shift 3
	awk -v count=$((width * height)) -v colors="$*" 'BEGIN {
		n = split(colors, c, " ") / 3
		for (i = 0; i < count; i++)
			print c[i % n * 3 + 1], c[i % n * 3 + 2], c[i % n * 3 + 3]
	}' | cat <(printf 'P3\n%d %d\n255\n' "$width" "$height") - | pnmtopng >"$file" 2>/dev/null
}

#
# Nothing changed.
#

@test "samples that were not edited pack to the very same three files, without a word" {
	for name in ega cga keen4; do
		rm -rf new
		extracted $name
		pack 0 $name
		silent
		rm new/layout.json 2>/dev/null || :
		for file in new/*; do cmp "$file" "$archives/$name/${file#new/}"; done
		is files "$(count_files new)" 3
	done
}

@test "--dict with the old dictionary makes no difference" {
	extracted ega
	pack 0 ega --dict "$archives/ega/EGADICT.SMP"
	for file in new/*; do cmp "$file" "$archives/ega/${file#new/}"; done
}

@test "Keen Dreams and Keen 4 pack to the very same three files" {
	need_game "$dreams"
	expect 0 egagrab -q -o dreams "$dreams/KDREAMS.EGA"
	expect 0 egagrab --pack dreams --dict "$dreams/EGADICT.KDR" -o new/KDREAMS.EGA
	for file in KDREAMS.EGA EGAHEAD.KDR EGADICT.KDR; do cmp "new/$file" "$dreams/$file"; done
	absent dreams/raw
	need_game "$keen4"
	expect 0 egagrab -q -o keen4 "$keen4/EGAGRAPH.CK4"
	expect 0 egagrab --pack keen4 -o new/EGAGRAPH.CK4
	for file in EGAGRAPH.CK4 EGAHEAD.CK4 EGADICT.CK4; do cmp "new/$file" "$keen4/$file"; done
}

@test "a folder with raw/ packs to the same" {
	expect 0 egagrab --raw --layout "$archives/keen4/layout.json" -o keen4 "$archives/keen4/EGAGRAPH.SMP"
	pack 0 keen4
	for file in new/*; do cmp "$file" "$archives/keen4/${file#new/}"; done
}

@test "an archive without a layout packs to the same" {
	sample ega
	expect 0 egagrab --raw -q -o unknown ega/SAMPLE.EGA
	expect 0 egagrab --pack unknown -o new/SAMPLE.EGA
	for file in new/*; do cmp "$file" "ega/${file#new/}"; done
}

@test "damaged archives pack to the same damage" {
	for damage in 'cut_to ega/SAMPLE.EGA 20000' 'poke ega/SAMPLE.EGA 9000 abcdefgh' \
		'poke ega/EGAHEAD.SMP 100 \377\177\1\0' 'cut_to ega/EGAHEAD.SMP 500' \
		'poke ega/EGADICT.SMP 40 \377\377' 'poke ega/EGAHEAD.SMP 620 \0\0\0\0'; do
		rm -rf new ega.out
		sample ega
		$damage
		run "$EXHUME" egagrab -q --layout ega/layout.json -o ega.out ega/SAMPLE.EGA
		expect 0 egagrab -q --pack ega.out -o new/SAMPLE.EGA
		for file in new/*; do cmp "$file" "ega/${file#new/}"; done
	done
}

@test "a damaged archive that was edited is repaired, with a warning" {
	sample ega
	poke ega/EGAHEAD.SMP 100 '\377\177\1\0'
	run "$EXHUME" egagrab -q --layout ega/layout.json -o ega.out ega/SAMPLE.EGA
	flip ega.out/pic/001.png
	expect 0 egagrab --pack ega.out -o new/SAMPLE.EGA
	says 'chunk 25' 'lost' 'absent'
	expect 0 egagrab --layout ega/layout.json -o again new/SAMPLE.EGA
	holds again/manifest.json '.chunks[25].absent'
	same_look ega.out/pic/001.png again/pic/001.png
}

@test "pictures whose bytes they can't tell are kept in raw/, too" {
	sample cga
	# Masks with one bit of two: found where the mask of sprite 0 begins to change.
	expect 0 egagrab --raw --layout cga/layout.json -o plain cga/SAMPLE.CGA
	poke plain/raw/0017.bin 0 '\131'
	expect 0 egagrab --pack plain -o odd/SAMPLE.CGA
	expect 0 egagrab --layout cga/layout.json -o odd.out odd/SAMPLE.CGA
	is files "$(files_in odd.out/raw)" 0017.bin
	expect 0 egagrab --pack odd.out -o again/SAMPLE.CGA
	for file in odd/*; do cmp "$file" "again/${file#odd/}"; done
	# Drawn anew, the picture counts.
	flip odd.out/sprite/000.png alpha
	expect 0 egagrab --pack odd.out -o drawn/SAMPLE.CGA
	expect 0 egagrab --layout cga/layout.json -o drawn.out drawn/SAMPLE.CGA
	same_look odd.out/sprite/000.png drawn.out/sprite/000.png
}

#
# Edited.
#

@test "edited pictures go through, and nothing else changes" {
	for name in ega cga keen4; do
		rm -rf new again
		extracted $name
		flip $name/pic/000.png
		flip $name/sprite/003.png alpha
		flip $name/tile16/002.png
		flip $name/tile8/005.png
		flip $name/tile8m/005.png alpha
		pack 0 $name --json
		is changed "$(jq -c '.results[0].packed.changed | length' <<<"$output")" 5
		again $name
		for picture in pic/000 sprite/003 tile16/002 tile8/005 tile8m/005; do
			same_look $name/$picture.png again/$picture.png
		done
		jq '.chunks[] | {number, sha256}' "$whole/$name/manifest.json" >a
		jq '.chunks[] | {number, sha256}' again/manifest.json >b
		is differing "$(diff a b | grep -c '^>.*sha256')" 5
	done
}

@test "a changed sprite keeps origin, hit box and shifts; the manifest can change them" {
	extracted ega
	flip ega/sprite/010.png alpha
	edit_manifest ega '.chunks[28].hitbox_units = [16,-32,333,444] | .chunks[28].origin_units = [-5,7] |
		.chunks[28].shifts = 1 | del(.chunks[28] | .origin, .hitbox)'
	pack 0 ega
	is words "$(grep -vc 'chunk 28: it has fewer shifts' <<<"$stderr")" 0
	again ega
	is 'sprite 10' "$(jq -c '.chunks[27] | [.origin_units, .hitbox_units, .shifts]' again/manifest.json)" \
		'[[-8,-128],[64,8,256,368],2]'
	is 'sprite 11' "$(jq -c '.chunks[28] | [.origin_units, .hitbox_units, .shifts]' again/manifest.json)" \
		'[[-5,7],[16,-32,333,444],1]'
	same_look ega/sprite/011.png again/sprite/011.png
}

@test "fewer shifts than a sprite had are told, and such as the game has not" {
	extracted ega
	jq '[.chunks[] | select(.class == "sprite" and .shifts == 4)][0].number' ega/manifest.json >number
	number=$(cat number)
	[ "$number" != null ]
	for words in "1:at every eighth pixel only" "2:at every fourth pixel only" "3:are not 1, 2 or 4"; do
		edit_manifest ega ".chunks[$number].shifts = ${words%%:*}"
		pack 0 ega -f
		says "warning: chunk $number: " "${words#*:}"
		expect 1 egagrab --strict --pack ega -o strict/SAMPLE.EGA
		rm -rf strict
	done
	edit_manifest ega ".chunks[$number].shifts = 4"
	pack 0 ega -f
	silent
	# More than before are none.
	number=$(jq '[.chunks[] | select(.class == "sprite" and .shifts == 1)][0].number // empty' ega/manifest.json)
	[ -n "$number" ] || return 0
	edit_manifest ega ".chunks[$number].shifts = 4"
	pack 0 ega -f
	silent
}

@test "pixels and units that disagree are told, and units count" {
	extracted ega
	edit_manifest ega '.chunks[27].hitbox_units = [0,0,160,160]'
	pack 0 ega
	says 'warning: chunk 27' 'origin_units and hitbox_units, which are used'
}

@test "pictures and sprites may change their size" {
	extracted ega
	ppm 24 7 ega/pic/002.png 170 85 0 255 255 255
	ppm 16 33 ega/sprite/004.png 0 0 170
	pack 0 ega
	again ega
	for picture in pic/002 sprite/004; do same_look ega/$picture.png again/$picture.png; done
	is boxes "$(jq -c '.chunks[21] | .hitbox_units' again/manifest.json)" \
		"$(jq -c '.chunks[21] | .hitbox_units' ega/manifest.json)"
}

@test "widths between bytes and tiles of other sizes are refused" {
	extracted ega
	ppm 12 8 ega/pic/002.png 0 0 0
	ppm 16 17 ega/tile16/003.png 0 0 0
	pack 1 ega
	says 'ega/pic/002.png: 12x8 pixels, expected a width that is a multiple of 8' \
		'ega/tile16/003.png: 16x17 pixels, a tile16 has 16x16'
	absent new
	extracted cga
	ppm 12 8 cga/pic/002.png 0 0 0
	pack 0 cga
}

@test "colours are matched whatever the kind of PNG: RGB, RGBA, gray, 16 bit, interlaced, other palettes" {
	extracted ega
	pngtopnm ega/pic/003.png >p.ppm
	pnmtopng -force -interlace p.ppm >ega/pic/003.png 2>/dev/null
	pngtopnm ega/pic/004.png | ppmtopgm | pnmdepth 1 2>/dev/null >gray.pgm
	pnmtopng gray.pgm >ega/pic/004.png 2>/dev/null
	pngtopnm ega/pic/005.png | pnmdepth 65535 2>/dev/null | pnmtopng -force >ega/pic/005.png.new 2>/dev/null
	mv ega/pic/005.png.new ega/pic/005.png
	# pnmtopng sorts a palette of its own.
	pngtopnm ega/pic/006.png | pnmtopng >p.png 2>/dev/null
	cp p.png ega/pic/006.png
	pngtopnm ega/tile16/001.png | pnmtopng -interlace >p.png 2>/dev/null
	cp p.png ega/tile16/001.png
	pack 0 ega --json
	is changed "$(jq -c '.results[0].packed.changed' <<<"$output")" '[8]'
	again ega
	for picture in pic/003 pic/004 pic/005 pic/006 tile16/001; do
		same_look ega/$picture.png again/$picture.png
	done
}

@test "random pictures come out as they were packed" {
	extracted ega
	awk 'BEGIN { srand(7); n = split("0 0 0,0 0 170,0 170 0,0 170 170,170 0 0,170 0 170,170 85 0,170 170 170," \
		"85 85 85,85 85 255,85 255 85,85 255 255,255 85 85,255 85 255,255 255 85,255 255 255", c, ",")
		for (i = 0; i < 40000; i++) print c[int(rand() * 16) + 1] }' >colors
	for ((i = 0; i < 24; i++)); do
		width=$((8 + i % 5 * 8)) height=$((1 + i * 7 % 40))
		path=$(printf 'ega/sprite/%03d.png' $i)
		tail -n +$((i * 1000 + 1)) colors | head -n $((width * height)) |
			cat <(printf 'P3\n%d %d\n255\n' $width $height) - >p.ppm
		awk -v n=$((width * height)) -v seed=$i 'BEGIN { srand(seed); for (i = 0; i < n; i++) print rand() < 0.5 ? 0 : 255 }' |
			cat <(printf 'P2\n%d %d\n255\n' $width $height) - >p.pgm
		pnmtopng -force -alpha p.pgm p.ppm >"$path" 2>/dev/null
	done
	pack 0 ega --optimize
	again ega
	for ((i = 0; i < 24; i++)); do
		path=$(printf 'sprite/%03d.png' $i)
		# Under the mask there is no colour any more.
		cmp <(pngtopnm -alpha "ega/$path") <(pngtopnm -alpha "again/$path")
		cmp <(pnmarith -multiply <(pngtopnm "ega/$path") <(pngtopnm -alpha "ega/$path" | pgmtoppm white)) \
			<(pnmarith -multiply <(pngtopnm "again/$path") <(pngtopnm -alpha "again/$path" | pgmtoppm white))
	done
}

@test "a colour outside the palette is refused, with its place" {
	extracted ega
	ppm 8 8 ega/pic/000.png 170 85 0 170 85 0 1 2 255 0 0 0
	pack 1 ega
	says 'ega/pic/000.png: pixel (2, 0): #0102FF is not one of the 16 colours'
	absent new
	extracted cga
	ppm 8 8 cga/pic/000.png 85 255 255 0 0 170
	pack 1 cga
	says 'cga/pic/000.png: pixel (1, 0): #0000AA is not one of the 4 colours'
}

@test "--quantize takes the nearest colour" {
	extracted ega
	ppm 8 2 ega/pic/000.png 160 90 10 250 250 250 1 2 160 100 80 80
	pack 0 ega --quantize
	again ega
	ppm 8 2 expected.png 170 85 0 255 255 255 0 0 170 85 85 85
	same_look expected.png again/pic/000.png
}

@test "pixels that are half transparent are refused, or decided by --quantize" {
	extracted ega
	pngtopnm ega/sprite/000.png >p.ppm
	pngtopnm -alpha ega/sprite/000.png | pnmdepth 255 2>/dev/null | ppmtopgm >p.pgm
	pamfunc -multiplier=0.7 p.pgm >half.pgm
	pnmtopng -force -alpha half.pgm p.ppm >ega/sprite/000.png 2>/dev/null
	pack 1 ega
	says 'ega/sprite/000.png: pixel (' 'expected 0 or 255'
	pack 0 ega --quantize
	again ega
	cmp <(pngtopnm -alpha "$whole/ega/sprite/000.png") <(pngtopnm -alpha again/sprite/000.png)
}

@test "a hole in a picture without a mask is refused" {
	extracted ega
	cp ega/sprite/000.png ega/pic/000.png
	pack 1 ega
	says 'ega/pic/000.png: pixel (' 'transparent, but this picture has no mask'
}

@test "what is no PNG, or cut off, is refused" {
	extracted ega
	echo hello >ega/pic/000.png
	cut_to ega/pic/001.png 60
	pack 1 ega
	says 'ega/pic/000.png: not a PNG file' 'ega/pic/001.png' 'PNG:'
	absent new
}

@test "fonts go through: glyphs drawn anew, and widths" {
	extracted keen4
	pngtopnm keen4/font/000.png >p.ppm
	pngtopnm -alpha keen4/font/000.png >p.pgm
	# An A that is all ink.
	read -r x y w h < <(jq -r '.frames["065"].frame | "\(.x) \(.y) \(.w) \(.h)"' keen4/font/000.json)
	ppmmake white "$w" "$h" | pnmpaste - "$x" "$y" p.ppm >q.ppm
	pnmtopng -force -alpha p.pgm q.ppm >keen4/font/000.png 2>/dev/null
	edit=".frames[\"066\"].frame.w = 3 | .frames[\"066\"].advance = 3 | del(.frames[\"067\"])"
	jq "$edit" keen4/font/000.json >j && mv j keen4/font/000.json
	pack 0 keen4 --json
	is changed "$(jq -c '.results[0].packed.changed' <<<"$output")" '[3]'
	again keen4
	jq '.frames | map_values([.advance, .frame.h])' keen4/font/000.json >a
	jq '.frames | map_values([.advance, .frame.h])' again/font/000.json | diff a -
	read -r x2 y2 < <(jq -r '.frames["065"].frame | "\(.x) \(.y)"' again/font/000.json)
	cmp <(pamcut -left "$x" -top "$y" -width "$w" -height "$h" q.ppm | ppmtoppm) \
		<(pngtopnm again/font/000.png | ppmtoppm | pnmdepth 255 2>/dev/null | pamcut -left "$x2" -top "$y2" -width "$w" -height "$h")
}

# An A of full rows: the BDF of a font, to standard output.
inked() {
	awk '/^ENCODING/ { a = $2 == 65 } /^ENDCHAR/ { b = 0 } a && b { $0 = "F0" } /^BITMAP/ { b = 1 } { print }' "$1"
}

@test "fonts go through as BDF: edited alone, with the picture, and without it" {
	extracted keen4
	pack 0 keen4 --json
	is changed "$(jq -c '.results[0].packed.changed' <<<"$output")" '[]'
	inked keen4/font/000.bdf >b && ! cmp -s b keen4/font/000.bdf
	cp b keen4/font/000.bdf
	pack 0 keen4 -f --json
	is changed "$(jq -c '.results[0].packed.changed' <<<"$output")" '[3]'
	again keen4
	cmp again/font/000.bdf <(inked "$whole/keen4/font/000.bdf")
	rm keen4/font/000.png keen4/font/000.json
	pack 0 keen4 -f
	again keen4
	cmp again/font/000.bdf <(inked "$whole/keen4/font/000.bdf")
	cp "$whole"/keen4/font/000.* keen4/font
	cp b keen4/font/000.bdf
	jq 'del(.frames["067"])' keen4/font/000.json >j && mv j keen4/font/000.json
	pack 0 keen4 -f
	says 'its picture and its BDF were both edited; the picture is used'
	cut_to keen4/font/000.bdf 200
	pack 1 keen4 -f
	says 'keen4/font/000.bdf:'
}

@test "fonts that make no sense are refused" {
	extracted keen4
	jq '.frames["065"].advance = 99' keen4/font/000.json >j && mv j keen4/font/000.json
	jq '.frames["065"].frame.x = 9999' keen4/font/001.json >j && mv j keen4/font/001.json
	rm keen4/fontm/000.json
	pack 1 keen4
	says 'keen4/font/000.json: glyph "065": key "advance"' 'keen4/font/001.json: glyph "065": key "frame"' \
		"keen4/fontm/000.json: can't open"
	absent new
}

@test "binaries go through, longer ones too" {
	extracted keen4
	yes hello | head -c 5000 >keen4/binary/000.bin
	pack 0 keen4
	again keen4
	cmp keen4/binary/000.bin again/binary/000.bin
}

@test "raw bytes count when they alone were edited, and drawn pictures do when both were" {
	expect 0 egagrab --raw --layout "$archives/ega/layout.json" -o ega "$archives/ega/SAMPLE.EGA"
	poke ega/raw/0043.bin 0 abcd
	pack 0 ega
	again ega
	is bytes "$(jq -r '.chunks[43].sha256' again/manifest.json)" "$(sha256sum <ega/raw/0043.bin | cut -d ' ' -f 1)"
	flip ega/tile16/000.png
	pack 0 ega -f
	says 'warning: chunk 43' 'the picture is used'
	again ega
	same_look ega/tile16/000.png again/tile16/000.png
}

#
# Present and absent chunks.
#

@test "a picture for an absent chunk is a new one" {
	extracted ega
	cp ega/tile16/016.png ega/tile16/015.png
	pack 0 ega -v
	says 'chunk 58: new, tile16 15'
	again ega
	same_look ega/tile16/015.png again/tile16/015.png
}

@test "a chunk that the manifest calls absent is left out" {
	extracted ega
	edit_manifest ega '.chunks[44].absent = true'
	pack 0 ega --json
	is removed "$(jq -c '.results[0].packed.removed' <<<"$output")" '[44]'
	again ega
	holds again/manifest.json '.chunks[44].absent'
	absent again/tile16/001.png
}

@test "a file that is missing is named" {
	extracted ega
	rm ega/pic/003.png ega/tile8/004.png
	pack 1 ega
	says 'ega/pic/003.png: chunk 7: missing, and so is raw/0007.bin' 'ega/tile8/004.png: chunk 41'
	absent new
}

@test "folders that hold a part of the archive are not packed" {
	expect 0 egagrab --only sprite --layout "$archives/ega/layout.json" -o ega "$archives/ega/SAMPLE.EGA"
	pack 1 ega
	says ': missing'
	absent new
}

@test "--scale is undone, --overlay refused" {
	for name in ega keen4; do
		rm -rf new
		expect 0 egagrab --scale 3 --layout "$archives/$name/layout.json" -o $name "$archives/$name/$(archive_of $name)"
		pack 0 $name
		for file in new/*; do cmp "$file" "$archives/$name/${file#new/}"; done
	done
	ppm 25 24 ega/pic/000.png 0 0 0
	ppm 24 24 ega/pic/001.png 0 0 0 0 0 0 0 0 0 0 0 0 255 255 255 0 0 0
	pack 1 ega -f
	says "ega/pic/000.png: 25x24 pixels, expected multiples of the manifest's scale 3" 'ega/pic/001.png: pixel (4, 0)'
	expect 0 egagrab -v --overlay hitbox --layout "$archives/cga/layout.json" -o cga "$archives/cga/SAMPLE.CGA"
	pack 1 cga
	says 'key "overlay"' 'extract them again without --overlay'
}

#
# The dictionary.
#

@test "--optimize builds a dictionary, says what it saves, and keeps all pictures" {
	extracted ega
	for path in ega/tile16/*.png; do ppm 16 16 "$path" 255 85 85 85 85 255; done
	pack 0 ega
	before=$(stat -c %s new/SAMPLE.EGA)
	pack 0 ega -v -f --optimize --json
	after=$(stat -c %s new/SAMPLE.EGA)
	[ "$after" -lt "$before" ]
	is saved "$(jq -c '.results[0].packed | [.size_before, .saved_bytes, .archive.size]' <<<"$output")" \
		"[$before,$((before - after)),$after]"
	says "new/SAMPLE.EGA: the new dictionary saves $((before - after)) bytes: $after instead of $before"
	is 'size of the dictionary' "$(stat -c %s new/EGADICT.SMP)" 1024
	is padding "$(tail -c 4 new/EGADICT.SMP | od -An -tx1)" ' 00 00 00 00'
	again ega
	for path in $(files_in ega | grep '^[a-rt-z].*png\|^sprite.*png'); do same_look "ega/$path" "again/$path"; done
}

@test "a dictionary's nodes come before those that lead to them, and each byte has one code" {
	extracted ega
	ppm 64 64 ega/pic/000.png 255 85 85 85 85 255 0 0 0
	pack 0 ega --optimize
	od -An -v -tu2 -w4 -N1020 new/EGADICT.SMP | awk '
		{ for (i = 1; i <= 2; i++) { seen[$i]++; if ($i >= 256 && $i - 256 >= NR - 1) exit 1 } }
		END { for (i = 0; i < 510; i++) if (seen[i] != 1) exit 1 }'
}

@test "--optimize saves nothing where the dictionary is the best already, and then keeps it" {
	extracted keen4
	pack 0 keen4 -v --optimize
	says 'saves 0 bytes'
	for file in new/*; do cmp "$file" "$archives/keen4/${file#new/}"; done
}

@test "bytes without a code in the dictionary are told, and --optimize gives them one" {
	extracted ega
	# Byte 255 leads nowhere.
	cp "$archives/ega/EGADICT.SMP" dict
	at=$(od -An -v -tu2 -w2 dict | awk '$1 == 255 { print NR - 1; exit }')
	poke dict $((at * 2)) '\376\0'
	pack 1 ega --dict dict
	says 'no code' '--optimize'
	absent new
	pack 0 ega --dict dict --optimize --json
	is saved "$(jq -c '.results[0].packed.saved_bytes' <<<"$output")" null
	again ega
}

@test "a file that is no dictionary is refused" {
	extracted ega
	echo short >dict
	pack 1 ega --dict dict
	says 'dict:' 'Huffman dictionary'
	absent new
}

# As Keen 4's packer does it, which no sample was made by.
@test "streams are closed, and marks kept, by the rule that the archive follows" {
	extracted keen4
	edit_manifest keen4 '.closed_streams = true | .chunks[2].tail = "21494421" | .chunks[6].tail = "21494421"'
	pack 0 keen4
	mv new closed
	expect 0 egagrab --layout "$archives/keen4/layout.json" -o out closed/EGAGRAPH.SMP
	silent
	holds out/manifest.json '.closed_streams and ([.chunks[] | select(.packed)] == [])'
	is marks "$(jq -c '[.chunks[] | select(.tail) | [.number, .tail]]' out/manifest.json)" '[[2,"21494421"],[6,"21494421"]]'
	expect 0 egagrab --pack out -o new/EGAGRAPH.SMP
	for file in new/*; do cmp "$file" "closed/${file#new/}"; done
	# Tiles of one colour: codes of one length fill the last byte, and so does a mark's chunk.
	for path in out/tile16/*.png out/pic/001.png; do
		ppm "$(pngtopnm "$path" | pamfile | sed 's/.* \([0-9]*\) by .*/\1/')" 16 "$path" 0 0 0
	done
	expect 0 egagrab --pack out -f -o new/EGAGRAPH.SMP
	expect 0 egagrab --layout "$archives/keen4/layout.json" -o again new/EGAGRAPH.SMP
	silent
	holds again/manifest.json '.closed_streams and ([.chunks[] | select(.packed)] == [])'
	is marks "$(jq -c '[.chunks[] | select(.tail) | [.number, .tail]]' again/manifest.json)" '[[2,"21494421"],[6,"21494421"]]'
}

@test "an edited Keen 4 keeps its packer's rule" {
	need_game "$keen4"
	expect 0 egagrab -q -o keen4 "$keen4/EGAGRAPH.CK4"
	flip keen4/pic/000.png
	for path in keen4/tile16/000[0-9].png; do ppm 16 16 "$path" 0 0 170; done
	expect 0 egagrab --pack keen4 -o new/EGAGRAPH.CK4
	expect 0 egagrab --layout keen4-1.4 -o again new/EGAGRAPH.CK4
	silent
	holds again/manifest.json '.closed_streams and ([.chunks[] | select(.packed)] == [])'
	same_look keen4/pic/000.png again/pic/000.png
}

#
# Manifests.
#

# refused FILTER WORDS...: a manifest that is edited so is not packed.
refused() {
	local filter=$1
	shift
	rm -rf ega
	extracted ega
	edit_manifest ega "$filter"
	pack 1 ega
	says "$@"
	absent new
}

@test "manifests that make no sense are refused, each with what is wrong" {
	refused 'del(.format)' 'key "format"'
	refused '.chunks |= .[1:]' 'chunk'
	refused 'del(.chunks[154])' 'key "chunks": 154 chunks, the layout has 155'
	refused '.chunks[4].number = 5' 'chunk 4: key "number"'
	refused '.chunks[4].class = "sprite"' 'chunk 4: key "class": expected pic'
	refused '.chunks[4].file = "../secret.png"' 'chunk 4: key "file"'
	refused '.chunks[4].file = "/etc/passwd"' 'chunk 4: key "file"'
	refused '.chunks[41].files[3] = "a/../../b.png"' 'chunk 41: key "files"'
	refused '.chunks[27].hitbox_units = [1,2,3]' 'chunk 27: key "hitbox_units"'
	refused '.chunks[27].hitbox_units = [1,2,3,40000]' 'chunk 27: key "hitbox_units"'
	refused '.chunks[27].origin_units = ["a", 1]' 'chunk 27: key "origin_units"'
	refused '.chunks[27].shifts = 1.5' 'chunk 27: key "shifts"'
	refused '.chunks[27].sha256 = "12"' 'chunk 27: key "sha256"'
	refused '.chunks[4].tail = "xyz"' 'chunk 4: key "tail"'
	refused '.chunks[0].data = 7' 'chunk 0: key "data"'
	refused '.chunks[4] = 1' 'chunk 4: expected an object'
	refused '.scale = 0' 'key "scale"'
	refused '.scale = 1e9' 'key "scale"'
	refused '.palette = [[0,0,0]]' 'key "palette"'
	refused '.palette[3] = [0,0,999]' 'palette: color 3: key "blue"'
	refused '.head.file = "../EGAHEAD.SMP"' 'head: key "file"'
	refused 'del(.archive)' 'key "archive"'
	refused '.layout_definition.chunks = 0' 'layout_definition'
	refused 'del(.layout_definition)' '--layout'
	refused 'del(.head.file)' '--head-out'
	refused 'del(.dictionary.data)' '--dict'
}

@test "what is no manifest at all is refused" {
	mkdir ega
	pack 1 ega
	says "ega/manifest.json: can't open"
	echo '{' >ega/manifest.json
	pack 1 ega
	says 'ega/manifest.json' 'line 2'
	echo '[]' >ega/manifest.json
	pack 1 ega
	says 'key "format"'
	absent new
}

@test "--layout counts in place of the manifest's" {
	extracted ega
	edit_manifest ega 'del(.layout_definition)'
	pack 0 ega --layout "$archives/ega/layout.json"
	for file in new/*; do cmp "$file" "$archives/ega/${file#new/}"; done
	pack 1 ega -f --layout "$archives/keen4/layout.json"
	says 'chunks'
}

#
# Outputs.
#

@test "existing files are an error, and nothing is touched without -f" {
	extracted ega
	for name in SAMPLE.EGA EGAHEAD.SMP EGADICT.SMP; do
		rm -rf new
		mkdir new
		echo mine >new/$name
		remember new
		pack 1 ega
		says "new/$name: exists; -f overwrites it"
		unchanged new
	done
	pack 0 ega -f
	for file in new/*; do cmp "$file" "$archives/ega/${file#new/}"; done
}

@test "all three files are written or none" {
	extracted ega
	mkdir -p new/EGADICT.SMP
	echo mine >new/SAMPLE.EGA
	remember new
	pack 1 ega -f
	says 'new/EGADICT.SMP'
	unchanged new
	no_part_left
}

@test "--head-out and --dict-out name the other files" {
	extracted ega
	pack 0 ega --head-out h/HEAD --dict-out d/DICT
	cmp h/HEAD "$archives/ega/EGAHEAD.SMP"
	cmp d/DICT "$archives/ega/EGADICT.SMP"
	is files "$(files_in new)" SAMPLE.EGA
	pack 1 ega -f --head-out new/SAMPLE.EGA
	says 'two output files have this name'
}

@test "wrong usage is told" {
	extracted ega
	for arguments in '--pack ega' '--pack ega -o -' '--pack ega -o new/' '--pack ega -o x more.ega' '--optimize x' \
		'--quantize x' '--pack ega -o x --raw' '--pack ega -o x --scale 2' '--pack ega -o x --only pic' \
		'--pack ega -o x --head h'; do
		expect 2 egagrab $arguments
	done
	absent x new
}

@test "-j changes nothing" {
	extracted keen4
	pack 0 keen4 -j1
	mv new one
	pack 0 keen4 -j7
	same_tree one new
}

@test "--sheets packs what is on the sheets, byte for byte, at any scale" {
	for name in ega cga keen4; do
		archive=$(archive_of $name)
		for scale in 1 3; do
			"$EXHUME" egagrab -q --scale $scale --layout "$archives/$name/layout.json" -o tree "$archives/$name/$archive"
			rm -rf tree/pic tree/picm tree/sprite tree/tile*
			expect 0 egagrab --pack tree --sheets -o "$archive"
			is silent "$output$stderr" ""
			cmp "$archive" "$archives/$name/$archive"
			rm -rf tree "$archive" ./*HEAD* ./*DICT*
		done
	done
}

@test "an edited sheet goes before single files" {
	"$EXHUME" egagrab -q --layout "$archives/ega/layout.json" -o tree "$archives/ega/SAMPLE.EGA"
	# All tiles upside down, in 24 bits.
	pngtopnm tree/sheet/tile16.png | pnmflip -tb | pnmtopng -force >flip.png 2>/dev/null
	mv flip.png tree/sheet/tile16.png
	expect 0 egagrab --pack tree --optimize --sheets -o SAMPLE.EGA
	expect 0 egagrab -q --head EGAHEAD.SMP --dict EGADICT.SMP --layout "$archives/ega/layout.json" -o again SAMPLE.EGA
	jq -r '.frames | to_entries[] | "again/\(.key) \(.value.frame | "\(.x) \(.y) \(.w) \(.h)")"' tree/sheet/tile16.json |
		pixels parts tree/sheet/tile16.png
	pixels look tree/sheet/sprite.png again/sheet/sprite.png
	! pixels look tree/tile16/000.png again/tile16/000.png
}

@test "sheets that are damaged, of another size, or without their places" {
	"$EXHUME" egagrab -q --layout "$archives/ega/layout.json" -o tree "$archives/ega/SAMPLE.EGA"
	expect 2 egagrab --sheets tree
	cp tree/sheet/tile16.png whole.png
	pngtopnm whole.png | pamcut -width 100 -left 0 | pnmtopng >tree/sheet/tile16.png 2>/dev/null
	expect 1 egagrab --pack tree --sheets -o SAMPLE.EGA
	says "sheet/tile16.json: meta.size is " " pixels, and tile16.png has 100x"
	jq 'del(.meta.size)' "$whole/ega/sheet/tile16.json" >tree/sheet/tile16.json
	expect 1 egagrab --pack tree --sheets -o SAMPLE.EGA
	says "sheet/tile16.png: tile16/" "the sheet has 100x"
	head -c 100 whole.png >tree/sheet/tile16.png
	expect 1 egagrab --pack tree --sheets -o SAMPLE.EGA
	says "sheet/tile16.png"
	cp whole.png tree/sheet/tile16.png
	jq '.frames["tile16/003.png"].frame.x = "a"' tree/sheet/tile16.json >x.json && mv x.json tree/sheet/tile16.json
	expect 1 egagrab --pack tree --sheets -o SAMPLE.EGA
	says 'sheet/tile16.json: frame tile16/003.png: frame: key "x"'
	echo '{"frames": 3}' >tree/sheet/tile16.json
	expect 1 egagrab --pack tree --sheets -o SAMPLE.EGA
	says 'tile16.json: key "frames": expected an object or a list with the frames of a sheet'
	rm tree/sheet/tile16.json
	expect 1 egagrab --pack tree --sheets -o SAMPLE.EGA
	says tile16.json
	rm -r tree/sheet
	expect 1 egagrab --pack tree --sheets -o SAMPLE.EGA
	says "no sheet/CLASS.png"
	absent SAMPLE.EGA
}

# retold FILTER: the sheet's JSON, told in another way.
retold() {
	jq "$1" "$whole/ega/sheet/sprite.json" >"tools/${2:-sprite.json}"
}

@test "--from-sheet takes sheets of TexturePacker and Aseprite: lists, other names, rotated and trimmed frames" {
	extracted ega
	mkdir tools
	cp ega/sheet/sprite.png tools
	rm -r ega/sprite ega/sheet
	# Frames as a list; Aseprite's names; another folder, without endings; numbers alone; two sheets.
	while read -r filter; do
		retold "$filter"
		pack 0 ega --from-sheet tools/sprite.json -f
		cmp new/SAMPLE.EGA "$archives/ega/SAMPLE.EGA"
	done <<-'END'
		.frames |= [to_entries[] | .value + {filename: .key}]
		.frames |= [to_entries[] | .value + {filename: (.key | sub("/"; " ") | sub("png"; "aseprite")), duration: 100}]
		.frames |= with_entries(.key |= "my/art/" + rtrimstr(".png"))
		.frames |= with_entries(.key |= ltrimstr("sprite/"))
		.frames[] |= {frame}
	END
	retold '.frames |= with_entries(select(.key < "sprite/010"))' one.json
	retold '.frames |= with_entries(select(.key >= "sprite/010"))' two.json
	pack 0 ega --from-sheet tools/one.json --from-sheet tools/two.json -f
	cmp new/SAMPLE.EGA "$archives/ega/SAMPLE.EGA"
	# All of them a quarter clockwise.
	pngtopnm tools/sprite.png | pnmflip -cw >turned.ppm
	pngtopnm -alpha tools/sprite.png | pnmflip -cw >turned.pgm
	pnmtopng -force -alpha turned.pgm turned.ppm >tools/turned.png 2>/dev/null
	retold '.meta.size.h as $h | .frames[] |= (.rotated = true | .frame as $f | .frame.x = $h - $f.y - $f.h | .frame.y = $f.x) | .meta.size |= {w: .h, h: .w} | .meta.image = "turned.png"'
	pack 0 ega --from-sheet tools/sprite.json -f
	cmp new/SAMPLE.EGA "$archives/ega/SAMPLE.EGA"
	# Eight columns less, which come back transparent.
	name=$(jq -r '[.frames | to_entries[] | select(.value.frame.w > 16)][0].key' "$whole/ega/sheet/sprite.json")
	retold ".frames[\"$name\"] |= (.trimmed = true | .frame.x += 8 | .frame.w -= 8 | .spriteSourceSize.x = 8 | .spriteSourceSize.w -= 8)"
	pack 0 ega --from-sheet tools/sprite.json -f
	again ega
	read -r width height <<<"$(pixels size "$whole/ega/$name")"
	is size "$(pixels size "again/$name")" "$width $height"
	is rest "$(pixels text "again/$name" 8 0 $((width - 8)) "$height")" "$(pixels text "$whole/ega/$name" 8 0 $((width - 8)) "$height")"
	! pixels text "again/$name" 0 0 8 "$height" | grep -q 'ff\b'
	# Frames that are not there come from single files.
	rm -r ega
	extracted ega
	retold '.frames |= {"sprite/003.png": .["sprite/004.png"]}'
	pack 0 ega --from-sheet tools/sprite.json -f
	again ega
	same_pixels again/sprite/003.png "$whole/ega/sprite/004.png" again/sprite/004.png "$whole/ega/sprite/004.png"
}

@test "sheets that disagree with their pictures or the archive are refused" {
	extracted ega
	mkdir tools
	cp ega/sheet/sprite.png tools
	while IFS='~' read -r filter message; do
		retold "$filter"
		pack 1 ega --from-sheet tools/sprite.json
		says "tools/sprite.$message"
	done <<-'END'
		.frames["sprite/000.png"].frame.x = 5000~png: sprite/000.png: it should be at (5000, 0) with
		.frames["sprite/000.png"].sourceSize.w = 8~json: frame sprite/000.png: spriteSourceSize is
		.frames["sprite/000.png"].frame.w -= 1~json: frame sprite/000.png: frame has
		.frames["sprite/000.png"] |= {frame, trimmed: true}~json: frame sprite/000.png: key "spriteSourceSize": expected an object
		.frames["sprite/000.png"].frame.w = 0~json: frame sprite/000.png: key "w": expected at least 1 pixel
		.frames["sprite/99999.png"] = .frames["sprite/000.png"]~json: frame sprite/99999.png: the archive has no such picture
		.frames["hero.png"] = .frames["sprite/000.png"]~json: frame hero.png: the archive has no such picture; expected CLASS/NUMBER, such as sprite/012.png
		.frames["old/sprite/0.png"] = .frames["sprite/000.png"]~json: frame old/sprite/0.png: sprite/0 is on a sheet already
		.meta.size.w += 1~json: meta.size is
		.meta.scale = "2"~json: meta.scale is 2, and the folder's pictures have 1
		.meta.image = "../sprite.png"~json: key "meta.image": expected the name of a PNG file, without folders
		del(.meta)~json: key "meta.image"
		.frames = []~json: key "frames": expected an object or a list
		.frames = [{frame: {x: 0, y: 0, w: 8, h: 8}}]~json: key "filename": expected the name of the frame
	END
	retold .
	pack 1 ega --from-sheet tools/sprite.json --from-sheet tools/sprite.json
	says "is on a sheet already"
	pack 1 ega --from-sheet tools/none.json
	says "tools/none.json: can't open"
	# A picture that the sheets of egagrab have no frame for; a new one that they have.
	jq 'del(.frames["sprite/003.png"])' "$whole/ega/sheet/sprite.json" >ega/sheet/sprite.json
	pack 1 ega --sheets
	says "ega/sprite/003.png: chunk " ": the sheet of its class has no frame for it"
	absent new
	expect 2 egagrab --from-sheet tools/sprite.json ega
}
