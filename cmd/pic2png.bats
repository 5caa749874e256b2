#!/usr/bin/env bats
# exhume pic2png: drawing programs made here byte by byte, and those of real games.

load ../testdata/cli/helper

template=$data/sci0/companion-template
redux=$data/sci0/template-redux

# at X Y: a point as F6, F8 and FA have it, for printf.
at() {
	printf '\\x%02x\\x%02x\\x%02x' $(($1 >> 8 << 4 | $2 >> 8)) $(($1 & 255)) $(($2 & 255))
}

# pic FILE BYTES: as a patch file; BYTES as for printf.
pic() {
	printf '\x81\0'"$2" >"$1"
}

# All of it in colour 17, which is black and blue in turn; a line over the priority map
# alone; a rectangle of 16 by 15 in light red, priority 4 and control 9.
small=
small+="\\xf0\\x11\\xf8$(at 0 0)"
small+="\\xf1\\xf2\\x05\\xf6$(at 0 2)$(at 319 2)"
small+="\\xf0\\x0c\\xf2\\x04\\xfb\\x09\\xf9\\x17\\xfa$(at 160 100)\\xff"

# The colours of a PNG file's pixels, and how many there are of each.
colors() {
	pngtopnm "$1" | tail -c $((3 * $2)) | od -An -v -tx1 -w3 | sort | uniq -c |
		tr -s ' ' | sed 's/^ //' | xargs
}

# pixel FILE X Y
pixel() {
	pngtopnm "$1" | tail -c $((3 * 60800)) | tail -c +$((3 * ($3 * 320 + $2) + 1)) |
		head -c 3 | od -An -tx1 | tr -d ' '
}

@test "the three maps, to the pixel" {
	pic pic.007 "$small"
	expect 0 pic2png pic.007
	silent
	is files "$(ls | xargs)" "pic.007 pic.007.control.png pic.007.priority.png pic.007.visual.png"
	whole_pngs .
	is visual "$(colors pic.007.visual.png 60800)" \
		"30280 00 00 00 30280 00 00 aa 240 ff 55 55"
	is priority "$(colors pic.007.priority.png 60800)" \
		"60240 00 00 00 240 aa 00 00 320 aa 00 aa"
	is control "$(colors pic.007.control.png 60800)" "60560 00 00 00 240 55 55 ff"
	# The low nibble where x and y are both even, or both odd.
	is dither "$(pixel pic.007.visual.png 0 0) $(pixel pic.007.visual.png 1 0) $(pixel pic.007.visual.png 1 1)" \
		"0000aa 000000 0000aa"
	is line "$(pixel pic.007.priority.png 319 2) $(pixel pic.007.priority.png 319 3)" "aa00aa 000000"
	is corners "$(pixel pic.007.control.png 153 93) $(pixel pic.007.control.png 168 107)" "5555ff 5555ff"
	is outside "$(pixel pic.007.control.png 152 93) $(pixel pic.007.control.png 169 107)" "000000 000000"
	for map in visual priority control; do
		[[ $(file pic.007.$map.png) == *"320 x 190, 4-bit colormap"* ]]
	done
}

@test "a bare resource, standard input, a game; names of what comes out" {
	pic pic.007 "$small"
	tail -c +3 pic.007 >bare
	cp pic.007 house.pic
	expect 0 pic2png bare house.pic
	is names "$(ls *.png | xargs)" "bare.control.png bare.priority.png bare.visual.png house.control.png house.priority.png house.visual.png"
	same_pixels bare.visual.png house.visual.png
	"$EXHUME" pic2png --screens visual -o - - <bare >in.png
	same_pixels bare.visual.png in.png
	mkdir game
	cp pic.007 game
	cp pic.007 game/PIC.012
	expect 0 pic2png game
	is game "$(files_in game.extracted | xargs)" "pic.007.control.png pic.007.priority.png pic.007.visual.png pic.012.control.png pic.012.priority.png pic.012.visual.png"
	expect 0 pic2png -o out --number 12- --screens control,visual game/ bare
	is several "$(files_in out | xargs)" "bare.control.png bare.visual.png game/pic.012.control.png game/pic.012.visual.png"
	expect 1 pic2png --number 3 -o none game
	says "the game has no pic with such a number"
}

@test "where files go: nothing is touched without -f" {
	pic pic.007 "$small"
	echo mine >pic.007.control.png
	remember .
	expect 1 pic2png pic.007
	says "pic.007.control.png: exists; -f overwrites it"
	unchanged .
	expect 1 pic2png --screens visual,control -o one.png pic.007
	says "it becomes 2 files: -o one.png must be a folder"
	unchanged .
	expect 0 pic2png -o seen.png pic.007
	"$EXHUME" pic2png -o - pic.007 >seen2.png
	"$EXHUME" pic2png --screens visual -o visual.png pic.007
	cmp seen.png visual.png
	cmp seen2.png visual.png
	[ "$(files_in . | grep -c png)" = 4 ]
	expect 0 pic2png -o one.png --screens priority pic.007
	expect 0 pic2png -f pic.007
	same_pixels one.png pic.007.priority.png
	expect 1 pic2png --screens visual -o /dev/full pic.007
	says /dev/full
	no_part_left
}

@test "--dither, --palette" {
	pic a.pic "$small"
	expect 0 pic2png --screens visual --dither average -o average.png a.pic
	is average "$(colors average.png 60800)" "60560 00 00 55 240 ff 55 55"
	[[ $(file average.png) == *"8-bit colormap"* ]]
	expect 0 pic2png --screens visual --dither none -o none.png a.pic
	is none "$(colors none.png 60800)" "60560 00 00 aa 240 ff 55 55"
	# Colour 3 of palette 2 becomes green; the game draws with palette 2.
	pic b.pic "\\xfe\\x00\\x53\\x22\\xf0\\x03\\xf8$(at 0 0)\\xff"
	expect 0 pic2png --screens visual -o zero.png b.pic
	expect 0 pic2png --screens visual --palette 2 -o two.png b.pic
	is palettes "$(colors zero.png 60800), $(colors two.png 60800)" "60800 00 aa aa, 60800 00 aa 00"
}

@test "--overlay, --bands, --scale, --aspect" {
	pic a.pic "$small"
	expect 0 pic2png --overlay priority a.pic
	is name "$(ls *.png)" a.visual-priority.png
	# Black and blue with magenta, light red with red.
	is mixed "$(colors a.visual-priority.png 60800)" \
		"30120 00 00 00 30120 00 00 aa 160 55 00 55 160 55 00 aa 240 d4 2a 2a"
	expect 0 pic2png --overlay control -o control.png a.pic
	is mixed "$(colors control.png 60800)" "30280 00 00 00 30280 00 00 aa 240 aa 55 aa"
	expect 0 pic2png --screens control --bands -o bands.png a.pic
	is dashes "$(pixel bands.png 40 42)$(pixel bands.png 43 42)$(pixel bands.png 44 42) $(pixel bands.png 47 180)" \
		"000000000000ffffff ffffff"
	expect 0 pic2png --screens visual --scale 3 --aspect -o large.png a.pic
	[[ $(file large.png) == *"960 x 684, 4-bit"* ]]
	expect 0 pic2png --screens visual --aspect -o tall.png a.pic
	is tall "$(pngtopnm tall.png | head -2 | tail -1)" "320 228"
}

@test "--over: another pic is drawn upon" {
	mkdir game
	pic game/pic.001 "$small"
	pic game/pic.002 "\\xf0\\x02\\xf6$(at 0 50)$(at 319 50)\\xff"
	expect 0 pic2png --number 2 --over 1 --screens visual -o over.png game
	is over "$(colors over.png 60800)" "30120 00 00 00 30120 00 00 aa 320 00 aa 00 240 ff 55 55"
	expect 0 pic2png --over game/pic.001 --screens visual -o file.png game/pic.002
	same_pixels over.png file.png
	expect 0 pic2png --format text --plain -o under.txt game/pic.001
	expect 0 pic2png --over under.txt --screens visual -o text.png game/pic.002
	same_pixels over.png text.png
	head -c 20 game/pic.001 >cut
	expect 1 pic2png --over cut game/pic.002
	says "cut:0x14: --over cut: the pic ends without FF"
	expect 1 pic2png --over 9 -o out game
	says "--over: the game has no pic 9"
	absent out
}

@test "programs that break off are drawn as far as they go" {
	pic a.pic "$small"
	cut_to a.pic 24
	expect 1 pic2png a.pic
	says "a.pic:0x18: the pic ends without FF: drawn up to the damage"
	is drawn "$(colors a.visual.png 60800), $(colors a.priority.png 60800)" \
		"30400 00 00 00 30400 00 00 aa, 60480 00 00 00 320 aa 00 aa"
	rm ./*.png
	expect 1 pic2png --strict a.pic
	says "--strict rejects salvaged data"
	expect 1 pic2png --list --json a.pic
	is json "$(jq -c '.results[0] | [.resources[0].whole, (.resources[0].steps | length), .errors[0].offset]' <<<"$output")" "[false,9,24]"
	expect 1 pic2png --list a.pic
	is last "$(tail -1 <<<"$output")" "# 0x0016: the pic ends without FF"
	is nothing "$(ls)" a.pic
	pic b.pic "\\xf0\\x01\\xf8$(at 3 3)\\xfe\\x09\\xff"
	expect 1 pic2png --screens visual b.pic
	says "b.pic:0x8: unknown extended command FE 09: drawn up to the damage"
	pic c.pic "\\xf0\\x01\\xf8$(at 3 3)\\xff\\x00"
	expect 0 pic2png --screens visual c.pic
	says "c.pic:0x9: warning: 1 byte after the end of the drawing program"
	expect 1 pic2png -f --strict --screens visual c.pic
}

@test "what is no pic" {
	: >empty
	expect 1 pic2png empty
	says "empty"
	printf '\x12\0\0\0' >other
	expect 1 pic2png other
	says "other:0x0: byte 0x12 where a command is expected"
	printf '\x26\0\2\1' >other
	expect 1 pic2png other
	says "other:0x0: header 26 00: a pic of SCI1.1"
	pic nothing '\xff'
	expect 0 pic2png nothing
	is white "$(colors nothing.visual.png 60800)" "60800 ff ff ff"
	pic cut '\xf0'
	expect 1 pic2png cut
	says "cut:0x2"
	cp nothing view.007
	expect 1 pic2png view.007
	says "by its name it is a view, not a pic"
	is files "$(ls | xargs)" "cut empty nothing nothing.control.png nothing.priority.png nothing.visual.png other view.007"
}

@test "pics being drawn" {
	pic a.pic "$small"
	# Empty, the fill, the pattern; then two seconds of the last.
	expect 0 pic2png --format y4m -o - a.pic
	"$EXHUME" pic2png --format y4m --fps 10 -o - a.pic >a.y4m
	is head "$(head -1 a.y4m | head -c 30)" "YUV4MPEG2 W320 H190 F10:1 Ip A"
	is frames "$(grep -ao FRAME a.y4m | wc -l)" 23
	expect 0 pic2png --format png --steps 1 a.pic
	is pictures "$(files_in a.pic.extracted | xargs)" "a/visual.00000.png a/visual.00001.png a/visual.00002.png"
	is empty "$(colors a.pic.extracted/a/visual.00000.png 60800)" "60800 ff ff ff"
	is filled "$(colors a.pic.extracted/a/visual.00001.png 60800)" "30400 00 00 00 30400 00 00 aa"
	expect 0 pic2png --screens visual -o still.png a.pic
	same_pixels still.png a.pic.extracted/a/visual.00002.png
	expect 0 pic2png --steps 2 --screens priority -o a.apng a.pic
	is apng "$(od -An -tu1 -j 44 -N 1 a.apng | xargs)" 2
	pngcheck -q a.apng
	expect 0 pic2png -o a.gif a.pic
	giftopnm -image=all a.gif >frames
	expect 0 pic2png --screens visual,priority --format gif a.pic
	cmp a.visual.gif a.gif
	[ -e a.priority.gif ]
	expect 0 pic2png --overlay control --bands --scale 2 --aspect -o b.apng a.pic
	expect 1 pic2png -o b.apng a.pic
	says "b.apng: exists"
}

@test "--list and --format text" {
	pic pic.007 "$small"
	expect 0 pic2png --list pic.007
	is text "$output" "# pic.007
visual 17                         # 0x0000 F0
fill 0,0                          # 0x0002 F8
visual off                        # 0x0006 F1
priority 5                        # 0x0007 F2
move 0,2                          # 0x0009 F6
line 319,2                        # 0x000d
visual 12                         # 0x0010 F0
priority 4                        # 0x0012 F2
control 9                         # 0x0014 FB
pattern-code rectangle 7          # 0x0016 F9
pattern 160,100                   # 0x0018 FA
end                               # 0x001c FF"
	expect 0 pic2png --format text --plain pic.007
	is plain "$(cat pic.007.txt)" "$(sed 's/ *# 0x.*//' <<<"# pic.007
visual 17
fill 0,0
visual off
priority 5
move 0,2
line 319,2
visual 12
priority 4
control 9
pattern-code rectangle 7
pattern 160,100
end")"
	expect 0 pic2png --list --json pic.007
	is json "$(jq -c '.results[0] | [.resources[0].steps[] | [.kind, .offset, .op, .x, .from_x, .number, .on]] | .[0,5,9]' <<<"$output" | xargs)" \
		"[visual,0,240,null,null,17,true] [line,13,246,319,0,null,null] [pattern-code,22,249,null,null,23,null]"
	is counts "$(command jq -c '.results[0] | .resources[0].step_counts' <<<"$output")" \
		'{"line":1,"fill":1,"pattern":1,"move":1,"visual":3,"priority":2,"control":1,"pattern_code":1,"end":1}'
	expect 1 pic2png --list -o /dev/full pic.007
}

@test "--format svg" {
	pic 'a&b.pic' "$small"
	expect 0 pic2png -o a.svg 'a&b.pic'
	is svg "$(tail -n +4 a.svg)" '<rect width="320" height="190" fill="white"/>
<g id="at2" class="fills" fill="#000055" data-pair="01">
<path d="M0,0h320v190h-320z"/>
</g>
<g id="at24" class="patterns" fill="#ff5555">
<rect x="153" y="93" width="16" height="15"/>
</g>
</svg>'
	is title "$(sed -n 3p a.svg)" '<title>a&#38;b.visual</title>'
	expect 0 pic2png --format svg --screens priority -o b.svg 'a&b.pic'
	is line "$(grep -c '<polyline points="0.5,2.5 319.5,2.5"/>' b.svg)" 1
	# Two areas of one fill, which touch in a corner, and a hole.
	pic hole.pic "\\xf6$(at 10 10)$(at 10 14)$(at 14 14)$(at 14 10)$(at 10 10)\\xf0\\x01\\xf8$(at 12 12)$(at 0 0)\\xff"
	expect 0 pic2png -o c.svg hole.pic
	is paths "$(grep path c.svg)" '<path d="M11,11h3v3h-3z"/>
<path d="M0,0h320v190h-320zM10,15h5v-5h-5z"/>'
	! command -v xmllint >/dev/null || xmllint --noout a.svg b.svg
}

@test "texts are drawn, and made pics" {
	pic pic.007 "$small"
	expect 0 pic2png --format text pic.007
	expect 0 pic2png --format pic -o back pic.007.txt
	expect 0 pic2png --format pic -o again pic.007
	cmp back again
	is size "$(stat -c %s back)" "$(stat -c %s pic.007)"
	expect 0 pic2png pic.007
	expect 0 pic2png -o drawn pic.007.txt
	is names "$(files_in drawn | xargs)" "pic.007.control.png pic.007.priority.png pic.007.visual.png"
	for map in visual priority control; do
		same_pixels pic.007.$map.png drawn/pic.007.$map.png
	done
	# Shorter, and the same picture.
	pic long.pic "\\xf6$(at 10 10)$(at 12 12)$(at 15 17)$(at 20 17)\\xff"
	expect 0 pic2png --format pic -o short.pic long.pic
	[ "$(stat -c %s short.pic)" -lt "$(stat -c %s long.pic)" ]
	expect 0 pic2png --screens visual long.pic short.pic
	same_pixels long.visual.png short.visual.png
	# A text written by hand, with DOS line ends, no end and no line end.
	printf 'visual 0x11 # both\r\n\r\n\tfill 0,0\r\nvisual off' |
		"$EXHUME" pic2png --format pic -o - - | od -An -tx1 >bytes
	is bytes "$(xargs <bytes)" "81 00 f0 11 f8 00 00 00 f1 ff"
}

@test "texts with mistakes" {
	wrong() {
		printf "$1" >bad.txt
		expect 1 pic2png bad.txt
		says "exhume pic2png: bad.txt: " "$2"
		is files "$(ls)" bad.txt
	}
	wrong 'visual 1\n\n  fil 3,4\n' 'line 3, column 3: "fil", expected visual, line, fill or another command'
	wrong 'fill 3' 'line 1, column 6: "3", expected a point such as 10,20'
	wrong 'fill 3,4 5\n' 'line 1, column 10: "5", expected nothing more'
	wrong 'fill # 3,4\n' 'line 1, column 6: end of line, expected a point such as 10,20'
	wrong 'visual 256' 'expected off, or a number, 0 to 255'
	wrong 'line 1,2' 'expected a move first: the line has no start'
	wrong 'pattern 1,2 3' 'line 1: a pattern with code 00 and a texture'
	wrong 'pattern-code circle 2 textured\npattern 1,2' 'line 2'
	wrong 'pattern-code circle 8' 'expected a size, 0 to 7'
	wrong 'entry 3 0x1g' 'expected two colours, 0 to 255'
	wrong 'palette 0 12 3' 'expected bytes of two hexadecimal digits'
	wrong 'palette 0 12' 'line 1'
	wrong 'bands 1 2 3' 'expected 14 lines at which bands begin'
	wrong 'fill 5000,3' 'line 1'
	wrong 'end\nvisual 1' 'expected nothing after end'
}

@test "--pack: pictures of the maps become a pic that draws them" {
	hill=$EXHUME_TESTDATA/drawings/hill.txt
	expect 0 pic2png -o l "$hill"
	expect 0 pic2png --format pic -o hill.was "$hill"
	# Any of the three stands for all.
	for map in visual priority control; do
		expect 0 pic2png --pack -f -o pic.001 l/hill.$map.png
		expect 0 pic2png -f -o again pic.001
		for k in visual priority control; do same_pixels l/hill.$k.png again/pic.001.$k.png; done
	done
	expect 0 pic2png --pack --bare --json --against hill.was -o bare l/hill.visual.png
	tail -c +3 pic.001 | cmp - bare
	is sizes "$(jq -r '.results[0] | [.size, .original_size, (.ratio - .size / .original_size | fabs < 0.001)] | @text' <<<"$output")" \
		"[$(stat -c %s bare),$(($(stat -c %s hill.was) - 2)),true]"
	expect 0 pic2png --pack -f --against hill.was -o bare l/hill.visual.png
	says "bare: $(stat -c %s pic.001 | awk '{ print $1 - 2 }') bytes, " " times the $(($(stat -c %s hill.was) - 2)) of hill.was"
	# Names: of each map, and of a picture alone.
	expect 0 pic2png --pack -f l/hill.visual.png
	cmp l/hill pic.001
	mkdir alone
	cp l/hill.visual.png alone/pic.005.png
	expect 0 pic2png --pack -o alone/ alone/pic.005.png
	expect 0 pic2png -o alone alone/pic.005
	same_pixels alone/pic.005.visual.png l/hill.visual.png
	is priorities "$(colors alone/pic.005.priority.png 60800)" "60800 00 00 00"
	cp l/hill.priority.png alone/pic.005.priority.png
	expect 0 pic2png --pack -f -o alone/ alone/pic.005.png
	expect 0 pic2png -f -o alone alone/pic.005
	same_pixels alone/pic.005.priority.png l/hill.priority.png
}

@test "--pack: enlarged pictures, and means of two colours" {
	hill=$EXHUME_TESTDATA/drawings/hill.txt
	expect 0 pic2png -o l "$hill"
	expect 0 pic2png --scale 3 -o big "$hill"
	expect 0 pic2png --pack -o from.big big/hill.visual.png
	expect 0 pic2png --pack -o from.small l/hill.visual.png
	cmp from.big from.small
	expect 0 pic2png --dither average -o mean "$hill"
	expect 0 pic2png --pack -o mean/hill mean/hill.visual.png
	expect 0 pic2png --dither average -o again mean/hill
	same_pixels again/hill.visual.png mean/hill.visual.png
	# Without the palette the means say which colours, but not where each of them is.
	pngtopnm mean/hill.visual.png | pnmtopng >rgb.png 2>/dev/null
	expect 0 pic2png --pack -o rgb rgb.png
	expect 0 pic2png --dither average --screens visual -o rgb.again.png rgb
	is means "$(pngtopnm rgb.again.png | md5sum)" "$(pngtopnm rgb.png | md5sum)"
}

@test "--pack: vector pictures, as pic2png writes them" {
	expect 0 pic2png --format svg --screens visual,priority,control -o v "$EXHUME_TESTDATA/drawings/hill.txt"
	expect 0 pic2png --dither average -o was "$EXHUME_TESTDATA/drawings/hill.txt"
	expect 0 pic2png --pack -o hill v/hill.priority.svg
	expect 0 pic2png --dither average -o now hill
	for map in visual priority control; do same_pixels was/hill.$map.png now/hill.$map.png; done
	# All 256 pairs, a cel, textures.
	bytes="\\xf9\\x37\\xfd\\x11$(at 60 60)\\x22\\x10\\x08\\xfe\\x07$(at 200 20)\\x0b\\x00\\x04\\x00\\x02\\x00\\x00\\x00\\x05\\x21\\x15\\x34\\x22"
	for i in {0..39}; do
		bytes+="$(printf '\\xfe\\x00\\x05\\x%02x\\xf0\\x05\\xf6' $((i * 13 % 256)))$(at $((i * 8)) 100)$(at $((i * 7)) 180)"
	done
	pic all.pic "$bytes\\xff"
	expect 0 pic2png --format svg --screens visual -o all.visual.svg all.pic
	expect 0 pic2png --pack -o all all.visual.svg
	expect 0 pic2png --dither average --screens visual -o was.png all.pic
	expect 0 pic2png --dither average --screens visual -o now.png all
	same_pixels was.png now.png
}

# svg SHAPES: a vector picture of them.
svg() {
	echo "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 320 190'>$1</svg>"
}

@test "--pack: vector pictures, as editors write them" {
	svg '<sodipodi:namedview><x/></sodipodi:namedview><g style="stroke:none; fill:#0000aa">
		<path d="m 10,20 30,0 0,10 -30,0 z"/><rect x="100" y="100" width="20" height="10" fill="#a00"/>
		</g><polygon points="0,0 10,0 10,10 0,10" fill="#000055"/><line x1="5" y1="50" x2="5" y2="59" stroke="black"/>' >room.svg
	expect 0 pic2png --pack -o room room.svg
	expect 0 pic2png --screens visual -o room.png room
	is colors "$(colors room.png 60800)" "60 00 00 00 350 00 00 aa 200 aa 00 00 60190 ff ff ff"
	is corners "$(pixel room.png 10 20) $(pixel room.png 39 29) $(pixel room.png 40 29) $(pixel room.png 119 109)" \
		"0000aa 0000aa ffffff aa0000"
	refused() {
		svg "$1" >bad.svg
		expect 1 pic2png --pack -o bad bad.svg
		says "$2"
		absent bad
	}
	refused '<rect width="9" height="9" fill="#010203"/>' \
		"bad.svg:0x5F: colour #010203: expected none, or one that pics have as #rrggbb, also the mean of two"
	refused '<rect width="9" height="9" transform="scale(2)"/>' "a transform: apply it to the shapes"
	refused '<path d="M0,0c1,1 2,2 3,3"/>' "a path with curves: make lines of them"
	refused '<text>a</text>' "element text: expected g, rect, circle, line, polyline, polygon or path"
	refused '<path d="M0,x"/>' "a path has no valid points"
	refused '<g><g>' "an element has no end"
	refused '<g a=b/>' "expected an attribute or the end of a tag"
	echo "<svg viewBox='0 0 320 200'/>" >bad.svg
	expect 1 pic2png --pack -o bad bad.svg
	says 'expected a picture with viewBox="0 0 320 190"'
	echo text >bad.svg
	expect 1 pic2png --pack -o bad bad.svg
	says "expected an SVG picture"
}

# picture WIDTH HEIGHT PIXEL COLOR: white, but for one pixel; as PNG.
picture() {
	{
		printf 'P6 %d %d 255\n' "$1" "$2"
		head -c $(($3 * 3)) /dev/zero | tr '\0' '\377'
		printf "$4"
		head -c $((($1 * $2 - $3 - 1) * 3)) /dev/zero | tr '\0' '\377'
	} | pnmtopng 2>/dev/null
}

@test "--pack: what no pic can draw" {
	picture 320 190 645 '\x01\x02\x03' >odd.png
	expect 1 pic2png --pack -o odd odd.png
	says "odd.png: pixel (5, 2) is #010203: no pic can draw it, it is not one of EGA's 16 colours nor the mean of two"
	absent odd
	picture 320 190 645 '\xff\x55\x55' >room.png
	cp odd.png room.control.png
	expect 1 pic2png --pack -o odd room.png
	says "room.control.png: pixel (5, 2) is #010203: no pic can draw it, it is not one of EGA's 16 colours"
	picture 320 200 0 '\x00\x00\x00' >high.png
	expect 1 pic2png --pack -o odd high.png
	says "high.png: 320x200 pixels, expected 320x190 or a multiple"
	picture 640 380 1 '\x00\x00\x00' >square.png
	expect 1 pic2png --pack -o odd square.png
	says "square.png: pixel (1, 0) differs from (0, 0): at scale 2 they are one"
	echo text >text.png
	expect 1 pic2png --pack -o odd text.png
	says "text.png: "
	expect 1 pic2png --pack -o odd text.txt
	says "text.txt: neither a .png nor an .svg, of which a pic is made"
	mv odd.png only.priority.png
	expect 1 pic2png --pack -o odd only.priority.png
	says "only.visual.png: "
	absent odd
	expect 2 pic2png --pack --scale 2 room.png
	expect 2 pic2png --bare room.png
	expect 2 pic2png --against x room.png
	expect 2 pic2png --pack
	# Two pictures of one pic.
	cp room.png two.visual.png
	cp room.png two.priority.png
	expect 1 pic2png --pack -o out/ two.visual.png two.priority.png
	says "its output out/two is already used by two.visual.png"
}

@test "--pack: real pics are traced to the pixel" {
	need_game "$template"
	expect 0 pic2png -o l "$redux"
	expect 0 pic2png --pack -o traced/ l/*.visual.png
	is sums "$(sums traced)" "$(sums "$redux")"
}

@test "usage" {
	for args in "" "--screens visual,blue x" "--screens , x" "--overlay priority --screens visual x" \
		"--overlay priority --dither average x" "--list --format png x" "--plain x" \
		"--format svg --scale 2 x" "--list --palette 1 x" "--fps 20 x" "--palette 4 x" \
		"--steps 0 x" "--number 3-x x" "--dither random x" "--format svg --over 3 x"; do
		expect 2 pic2png $args
	done
	expect 1 pic2png nowhere
	expect 0 pic2png --help
	is wide "$(awk 'length > 90' <<<"$output")" ""
}

# sums GAME: number and check sums of each pic, a line each.
sums() {
	"$EXHUME" pic2png --list --json "$1" |
		jq -r '.results[0] | .resources[] | "\(.number) \(.crc32.visual) \(.crc32.priority) \(.crc32.control)"'
}

@test "our own picture, as it was looked at" {
	expect 0 pic2png -o out "$EXHUME_TESTDATA/drawings/hill.txt"
	expect 0 pic2png --overlay priority --bands -o out "$EXHUME_TESTDATA/drawings/hill.txt"
	expect 0 pic2png --steps 20 --dither average -o out "$EXHUME_TESTDATA/drawings/hill.txt"
	whole_pngs out
	hash_tree out | matches_golden pics.txt
	expect 0 pic2png --screens visual --scale 2 --aspect -o hill.png "$EXHUME_TESTDATA/drawings/hill.txt"
	same_pixels hill.png "$golden/hill.png"
}

@test "real games: the check sums of the spec" {
	need_game "$template"
	is template "$(sums "$template")" "1 c66df76d 36140c22 36140c22
800 36140c22 36140c22 36140c22"
	is redux "$(sums "$redux")" "98 c66df76d 36140c22 36140c22
99 36140c22 36140c22 36140c22"
	expect 0 pic2png -o out "$template" "$redux"
	is files "$(count_files out)" 12
	whole_pngs out
	expect 0 pic2png --format text -o text "$redux"
	expect 0 pic2png --format pic -o packed text/pic.098.txt text/pic.099.txt
	is again "$(sums packed)" "$(sums "$redux")"
}

@test "palettes that there are not are warned of" {
	# A colour of palette 4, an entry of palette 5, palette 4 as a whole; then a fill.
	{ printf '\360\240\376\0\310\21\376\1\4'; head -c 40 /dev/zero; printf '\370\0\5\5\377'; } >odd.pic
	expect 0 pic2png -o out/ odd.pic
	says "odd.pic:0x0: warning: palette 4, expected 0 to 3" "0x2: warning: palette 5" "0x6: warning: palette 4"
	expect 1 pic2png --strict -f -o out/ odd.pic
}

@test "--svg is --format svg" {
	drawing=$EXHUME_TESTDATA/drawings/hill.txt
	expect 0 pic2png --svg -o a/ "$drawing"
	expect 0 pic2png --format svg -o b/ "$drawing"
	diff -r a b
	grep -q "<polyline" a/hill.visual.svg
	expect 2 pic2png --svg --format gif "$drawing"
	expect 2 pic2png --svg --list "$drawing"
}
