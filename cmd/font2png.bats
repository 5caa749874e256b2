#!/usr/bin/env bats
# exhume font2png: fonts made here by hand, and those of real games.

load ../testdata/cli/helper

sci0=$data/sci0

# tiny FILE: glyphs of 3 by 2 and 10 by 1 pixels, and one of none; lines of 4.
tiny() {
	printf '\x87\0\0\0\3\0\4\0\14\0\20\0\24\0\3\2\xa0\x40\12\1\xff\x80\0\0' >"$1"
}

# letter FILE: codes up to A, of which A alone has pixels: 2 by 3, in lines of 2.
letter() {
	local i
	{
		printf '\x87\0\0\0\102\0\2\0'
		for ((i = 0; i < 65; i++)); do printf '\0\0'; done
		printf "$(le16 138)\2\3\x40\xc0\xc0"
	} >"$1"
}

# values FILE [OPTION]: of its pixels, gray or alpha, a line each.
values() {
	pngtopnm ${2-} "$1" | pnmtoplainpnm | tail -n +4 | tr -s ' \n' '\n' | grep .
}

# The pixels of a picture in rows: # is white, . is black, _ is clear.
rows() {
	paste -d ' ' <(values "$1") <(values "$1" -alpha) |
		sed 's/.* 0$/_/; s/^[1-9].*/#/; s/^0.*/./' | tr -d '\n' |
		fold -w "$(pngtopnm "$1" | sed -n '2s/ .*//p')"
}

sheet="#.#________#########.____________
.#.______________________________
_________________________________"

@test "a font is a sheet, its JSON and BDF" {
	tiny FONT.007
	expect 0 font2png FONT.007
	silent
	is files "$(files_in . | xargs)" "FONT.007 font.007.bdf font.007.json font.007.png"
	is sheet "$(rows font.007.png)" "$sheet"
	holds font.007.json '.format == "sheet" and .meta.image == "font.007.png" and
		.font == {first: 0, line_height: 4, glyphs: 3} and
		[.frames[].frame | [.x, .y, .w, .h]] == [[0, 0, 3, 2], [11, 0, 10, 1], [22, 0, 0, 0]] and
		[.frames[] | [.code, .advance, .unicode]] == [[0, 3, 0], [1, 10, 1], [2, 0, 2]] and
		(.frames | keys) == ["000", "001", "002"]'
	is bdf "$(grep -A 6 'ENCODING 0' font.007.bdf | xargs)" \
		"ENCODING 0 SWIDTH 750 0 DWIDTH 3 0 BBX 3 2 0 2 BITMAP A0 40"
	is chars "$(grep "^CHARS " font.007.bdf)" "CHARS 2"
	whole_pngs .
	expect 1 font2png FONT.007
	says "font.007.png: exists, and so do 2 more files; -f overwrites them"
	expect 0 font2png -f FONT.007
}

@test "bare files, standard streams, names that ask for a format" {
	tiny font.001
	tail -c +3 font.001 >bare
	expect 0 font2png -o x.png bare
	is sheet "$(rows x.png)" "$sheet"
	"$EXHUME" font2png -o - - <bare | cmp - x.png
	expect 0 font2png -o x.bdf font.001
	is first "$(head -n 1 x.bdf)" "STARTFONT 2.1"
	expect 0 font2png -o - --format bdf font.001
	is same "$output" "$(cat x.bdf)"
	expect 0 font2png -o x.json font.001
	holds x.json '.meta.image == "font.001.png"'
	expect 0 font2png --format png -o out/ font.001 bare
	is several "$(files_in out | xargs)" "bare.png font.001.png"
	expect 0 font2png --format all -o y.png bare
	is all "$(ls y.* | xargs)" "y.bdf y.json y.png"
}

@test "games: all of their fonts, or those of --number" {
	mkdir game
	tiny game/font.001
	letter game/FONT.300
	expect 0 font2png --format png game
	is files "$(files_in game.extracted | xargs)" "font.001.png font.300.png"
	expect 0 font2png --json --number 300 -o out game
	holds <(printf '%s' "$output") '. as {$format} | .results[0] | $format == "font2png" and (.resources | length) == 1 and
		(.resources[0] | .number == 300 and .glyphs == 66 and .line_height == 2 and
		 .widest == 2 and .tallest == 3 and (.files | length) == 3)'
	expect 1 font2png --number 2 game
	says "the game has no font with such a number"
	rm game/*
	printf '\x88\0' >game/cursor.000
	head -c 68 /dev/zero >>game/cursor.000
	expect 0 font2png game
	is line "$stderr" "exhume font2png: game: warning: the game has no font"
}

@test "--scale" {
	tiny font.001
	expect 0 font2png --scale 2 font.001
	is sheet "$(rows font.001.png | head -n 3 | cut -c 1-8)" "##..##__
##..##__
..##..__"
	holds font.001.json '.meta.scale == "2" and .meta.size == {w: 66, h: 6} and
		.frames["001"].frame == {x: 22, y: 0, w: 20, h: 2} and .frames["001"].advance == 10'
	expect 2 font2png --scale 65 font.001
	# 255 by 255 pixels, 256 times: too much at 64.
	{
		printf '\x87\0\0\0\0\1\1\0'
		for ((i = 0; i < 256; i++)); do printf '\x06\2'; done
		printf '\xff\xff'
		head -c 8160 /dev/zero
	} >font.002
	expect 0 font2png --format png font.002
	expect 1 font2png -f --scale 64 --format png font.002
	says "is larger than 268435456 pixels: use a smaller scale"
}

@test "--text is set in the font" {
	tiny font.001
	letter font.065
	expect 0 font2png --text 'A A\nA' font.065
	is lines "$(rows font.065.text.png)" ".#.#
####
####
##..
##.."
	expect 0 font2png --text '\x00\x01\x00' -o - font.001
	expect 0 font2png --text '\x00\x01\x00' -o t.png font.001
	is glyphs "$(rows t.png)" "#.##########.#.#
.#............#.
................
................"
	expect 0 font2png --text "A"$'\n'"A" --scale 3 -o t3.png font.065
	is size "$(pngtopnm t3.png | sed -n 2p)" "6 15"
	expect 0 font2png --text é -o t4.png font.065
	says "warning: the font has no glyph for code 130, which the text uses"
	expect 1 font2png --strict --text é -o t5.png font.065
	expect 0 font2png --text '' -o t6.png font.065
	is empty "$(rows t6.png)" "."$'\n'"."
	expect 2 font2png --text 'a\q' font.001
	says '--text: "\q": expected \n, \t, \r, \\ or \x00 to \xff'
	expect 2 font2png --text 'a€' font.001
	says "a character that code page 437 does not have"
	expect 2 font2png --text a --format bdf font.001
}

@test "--pack makes the very same font of what nobody changed" {
	tiny font.001
	letter font.065
	for scale in 1 3; do
		expect 0 font2png -f --scale $scale -o sheets font.001
		expect 0 font2png -f --scale $scale -o sheets font.065
		expect 0 font2png -f --pack -o packed/ sheets/font.001.json sheets/font.065.png
		cmp font.001 packed/font.001
	done
	# Glyphs that shared their place get each its own.
	expect 0 font2png --scale 3 -o again packed/font.065
	cmp again/font.065.json sheets/font.065.json
	same_pixels again/font.065.png sheets/font.065.png
	expect 0 font2png --pack --bare -o bare sheets/font.001.json
	cmp bare <(tail -c +3 font.001)
	expect 0 font2png --pack sheets/font.001.json
	cmp font.001 sheets/font.001
	expect 1 font2png --pack sheets/font.001.json
	says "sheets/font.001: exists"
}

@test "--pack takes what was drawn and what was written" {
	tiny font.001
	expect 0 font2png font.001
	# One more pixel, a line of 9, glyph 2 gone, glyph 5 a copy of part of glyph 1.
	pngtopnm font.001.png | pnmtoplainpnm >color.pnm
	pngtopnm -alpha font.001.png >alpha.pnm
	sed '4s/255 0 255/255 255 255/' color.pnm | pnmtopng -force -alpha=alpha.pnm >new.png 2>/dev/null
	mv new.png font.001.png
	jq '.font.line_height = 9 | del(.font.glyphs) | del(.frames["002"]) |
		.frames["005"] = {frame: {x: 18, y: 0, w: 3, h: 1}, code: 5}' font.001.json >new.json
	mv new.json font.001.json
	expect 0 font2png --json --pack -f font.001.png
	holds <(printf '%s' "$output") '.results[0] | .glyphs == 6 and .line_height == 9 and .size == 35 and .output == "font.001"'
	is bytes "$(od -An -tx1 -v font.001 | xargs)" "87 00 00 00 06 00 09 00 12 00 16 00 1a 00 1c 00 1e 00 20 00 03 02 e0 40 0a 01 ff 80 00 00 00 00 00 00 03 01 c0"
}

@test "--pack says what is wrong with a sheet" {
	tiny font.001
	expect 0 font2png font.001
	cp font.001.json good.json
	broken() {
		jq "$1" good.json >font.001.json
		expect 1 font2png --pack -o no font.001.json
		says "$2"
		absent no
	}
	broken 'del(.font)' 'font.001.json: key "font": expected an object with line_height'
	broken '.font.line_height = 70000' 'key "line_height"'
	broken '.frames["001"].code = 0' 'glyph "001": key "code": expected a code that no other glyph has'
	broken '.frames["001"].frame.w = 300 | del(.frames["001"].advance)' 'glyph "001": key "frame": expected sides of 0 to 255 pixels'
	broken '.frames["001"].frame.x = 30' "it passes the picture's 33x3 pixels"
	broken '.meta.scale = "2"' 'font.001.png'
	broken '.meta.scale = "0"' 'key "scale"'
	broken '.frames = {}' 'key "frames": expected at least one glyph'
	cp good.json font.001.json
	rm font.001.png
	expect 1 font2png --pack -o no font.001.json
	says "font.001.png: can't open: No such file"
	expect 1 font2png --pack -o no good.txt
	says "neither a"
	expect 2 font2png --pack --text a font.001.json
	expect 2 font2png --bare font.001
	says "--bare and --quantize need --pack"
}

# bdf FILE: of an editor, with glyphs no larger than their ink; é, and a thing that no code
# stands for.
bdf() {
	printf '%s\n' 'STARTFONT 2.1' 'FONT test' 'SIZE 8 72 72' 'FONTBOUNDINGBOX 4 5 0 -1' \
		'STARTPROPERTIES 2' 'FONT_ASCENT 4' 'FONT_DESCENT 1' 'ENDPROPERTIES' 'CHARS 3' \
		'STARTCHAR A' 'ENCODING 65' 'DWIDTH 4 0' 'BBX 3 3 0 0' BITMAP 40 A0 A0 ENDCHAR \
		'STARTCHAR eacute' 'ENCODING 233' 'DWIDTH 2 0' 'BBX 1 1 0 -1' BITMAP 80 ENDCHAR \
		'STARTCHAR euro' 'ENCODING 8364' 'DWIDTH 4 0' 'BBX 0 0 0 0' BITMAP ENDCHAR ENDFONT >"$1"
}

@test "--pack makes fonts of BDF files" {
	tiny font.001
	letter font.065
	cp font.001 was.001
	expect 0 font2png --format bdf font.001
	expect 0 font2png --format bdf font.065
	expect 0 font2png --pack -f -o font.001 font.001.bdf
	silent
	cmp font.001 was.001
	# None of the letters below A is one: they are not in the file either.
	cp font.065.bdf first.bdf
	expect 0 font2png --pack -f font.065.bdf
	says "font.065.bdf: warning: no glyphs for 33 characters of ASCII: space ! \" # \$ % & ' ..."
	expect 0 font2png font.065 -f
	cmp font.065.bdf first.bdf
	bdf other.bdf
	expect 0 font2png --pack --json -o other other.bdf
	says "other.bdf: warning: 1 glyphs are left out: their characters have no code"
	says "other.bdf: warning: no glyphs for 94 characters of ASCII"
	holds <(printf '%s' "$output") '.results[0] | .glyphs == 131 and .line_height == 5 and .size == 539'
	expect 0 font2png --format png other
	is A "$(rows other.png | sed -n '25,28p' | cut -c 6-9)" "...."$'\n'".#.."$'\n'"#.#."$'\n'"#.#."
	is acute "$(rows other.png | sed -n '49,53p' | cut -c 11-12)" ".."$'\n'".."$'\n'".."$'\n'".."$'\n'"#."
	# Glyphs of another character set stay at their codes.
	sed 's/^FONT_ASCENT/CHARSET_REGISTRY "KOI8"\n&/; /^STARTCHAR euro/,/^ENDCHAR/d; s/CHARS 3/CHARS 2/' other.bdf >koi8.bdf
	expect 0 font2png --pack --json -o koi8 koi8.bdf
	holds <(printf '%s' "$output") '.results[0].glyphs == 234'
}

@test "--pack says what is wrong with a BDF file" {
	bad() {
		bdf bad.bdf
		sed -i "$1" bad.bdf
		expect 1 font2png --pack -o no bad.bdf
		says "bad.bdf:$2"
		absent no
	}
	bad 1d '0x0: line 1: expected STARTFONT'
	bad 's/^CHARS.*/CHARS many/' '0x7B: line 9: expected CHARS with a number'
	bad 's/^BBX 3 3 0 0/BBX 3 3/' '0xA6: line 13: expected BBX with 4 numbers'
	bad 's/^A0$/A/' '0xBC: line 16: 1 hexadecimal digits, a row of 3 pixels has 2'
	bad '/^BITMAP/d' '0xBB: line 17: expected BITMAP before ENDCHAR'
	bad 's/^A0$/A0\nA0/' '0xC2: line 18: expected ENDCHAR after the last row'
	bad 's/^DWIDTH 4 0/DWIDTH 300 0/' '0x83: line 10: glyph A takes 300x4 pixels, expected 0 to 255'
	bad '12,$d' '0x9A: 11 lines: the file ends before the rows of a glyph'
	bad 's/^ENCODING.*/ENCODING 8364/' ' no glyph with a code below 256 or in code page 437'
	bad 's/^FONT_ASCENT.*/FONT_ASCENT -1/' ' FONT_ASCENT and FONT_DESCENT make a line of 0 pixels'
	bdf bad.bdf
	sed -i 's/^DWIDTH 4 0/DWIDTH 2 0/; /^ENDFONT/d; s/ENCODING 233/ENCODING 65/; s/^CHARS.*/CHARS 9/' bad.bdf
	expect 0 font2png --pack -o yes bad.bdf
	says "bad.bdf:0x83: warning: line 10: glyph A: 2 pixels of ink outside its 2x4 are cut off"
	says "warning: line 19: glyph eacute has a code that an earlier one has: 65"
	says "warning: the file ends before ENDFONT"
	says "warning: CHARS says 9 glyphs, found 3"
	expect 1 font2png --pack -f --strict -o no bad.bdf
	absent no
}

@test "damage is told, and what is left is drawn" {
	tiny font.001
	poke font.001 10 '\xff\xff'
	expect 1 font2png font.001
	says "font.001:0xA: glyph 1: it should lie at 0xffff, where it begins past the end"
	is sheet "$(rows font.001.png)" "#.#_________"$'\n'".#.________$(printf _)"$'\n'"____________"
	rm font.001.*
	expect 1 font2png --strict font.001
	absent font.001.png
	printf '\x87\0\0\0\1\1\4\0' >font.002
	expect 1 font2png font.002
	says "font.002:0x8: the table of 257 glyphs takes 514 bytes, found 0"
	printf '\x87\0\0\0\2\0' >font.003
	expect 1 font2png font.003
	says "font.003:0x6: 4 bytes: a font's header has 6"
	cp font.002 view.002
	expect 1 font2png view.002
	says "by its name it is a view, not a font"
	expect 2 font2png
	says "no game or file given"
	tiny font.004
	expect 1 font2png --format bdf -o /dev/full font.004
	says "/dev/full: can't write: No space left on device"
}

@test "the fonts of real games are what they are, and packed again they are the same" {
	need_game "$sci0"
	for game in companion-template:5 template-redux:21; do
		count=${game#*:} game=${game%:*}
		expect 0 font2png -o "$game" "$sci0/$game"
		is pictures "$(find "$game" -name '*.png' | wc -l)" "$count"
		whole_pngs "$game"
		expect 0 sci-unpack --type font -o whole "$sci0/$game"
		for json in "$game"/*.json; do
			expect 0 font2png --pack -f -o again "$json"
			cmp again "whole/$(basename "$json" .json)"
			expect 0 font2png --pack -f -o again "${json%.json}.bdf"
			silent
			cmp again "whole/$(basename "$json" .json)"
		done
		rm -r whole
	done
	# Set bits of font 0: its white pixels.
	is ink "$(values companion-template/font.000.png | grep -c 255)" 2752
}

@test "--encoding and --charmap" {
	tiny font.000
	printf '02=Ж\n01=ü\n' >map
	expect 0 font2png --charmap map --text 'Жü' -o charmap.png font.000
	expect 0 font2png --text '\x02\x01' -o codes.png font.000
	cmp charmap.png codes.png
	expect 2 font2png --charmap map --text 'Жə' -o no.png font.000
	says '"ə": a character that the character map does not have'
	expect 2 font2png --encoding cp866 --text 'Жé' -o no.png font.000
	says '"é": a character that cp866 does not have'
	expect 2 font2png --encoding utf-8 font.000
	# The characters of glyphs, and their way back.
	expect 0 font2png --charmap map --format all -o f/ font.000
	grep -q '^ENCODING 252$' f/font.000.bdf
	holds f/font.000.json '[.frames[] | .unicode] == [0, 252, 1046]'
	expect 0 font2png --pack --charmap map -o new.000 f/font.000.bdf
	cmp new.000 font.000
}
