#!/usr/bin/env bats
# exhume png2view: views made by hand, there and back, and edited.

load ../testdata/cli/helper
load ../testdata/cli/views

template=$data/sci0/companion-template
redux=$data/sci0/template-redux

# extract: the view of views.bash, in ./view.003/.
extract() {
	view original
	cp original view.003.orig
	"$EXHUME" view2png -q -o . - <original
	mv view view.003
}

# draw FILE WIDTH HEIGHT RRGGBBAA...: a PNG of true colour.
draw() {
	local file=$1 width=$2 height=$3 pixel
	shift 3
	for pixel; do
		printf "\\x${pixel:0:2}\\x${pixel:2:2}\\x${pixel:4:2}\\x${pixel:6:2}"
	done >rgba
	{ printf 'P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n' "$width" "$height"; cat rgba; } |
		pamtopng >"$file"
}

# edit FILE JQ: a manifest.
edit() {
	jq "$2" "$1" >edited && mv edited "$1"
}

@test "what nobody changed comes back to the byte" {
	extract
	expect 0 png2view --strict -o new view.003
	silent
	cmp new original
	"$EXHUME" png2view -o - view.003/ | cmp - original
	"$EXHUME" png2view --bare -o - view.003/manifest.json | cmp - <(tail -c +3 original)
	expect 0 png2view --json -o out/ view.003
	is json "$(jq -c '.results[0] | [.output, .size, .loops, .cels, .changed_cels, .changed, .status]' <<<"$output")" \
		'["out/view.003",64,3,3,0,false,"ok"]'
	expect 0 png2view --changed -v -o changed/ view.003
	is sum "$stderr" "exhume png2view: 0 views written, 1 unchanged"
	absent changed
	expect 0 png2view --changed -o changed/ view.003
	silent
	# Whole folders of them; the folder's name counts.
	cp -r view.003 view.012
	mkdir other notes
	touch notes/x.png
	echo '{"format": "sci-font"}' >other/manifest.json
	expect 0 png2view -o all .
	is all "$(files_in all | xargs)" "view.003 view.012"
	cmp all/view.012 original
	mv view.012 hero
	edit hero/manifest.json '.number = 77'
	expect 0 png2view -o named/ hero
	is named "$(files_in named)" view.077
	edit hero/manifest.json 'del(.number)'
	expect 0 png2view -o named/ hero
	is named "$(files_in named | xargs)" "view view.077"
}

@test "odd and damaged views come back to the byte, too" {
	mkdir in
	i=0
	for change in '8 \x40' '8 \x3f' '62 \x18\x18\x19' '4 \xff\xff' '30 \x10' '31 \x11\x11' '12 \x0f' \
		'16 \x09' '20 \x17' '28 \xf0' '24 \xff\xff' '10 \x80' '3 \x40' '6 \1' '45 \xff' '60 \x41'; do
		view in/view.0$((++i + 10))
		poke in/view.0$((i + 10)) $change
	done
	view in/view.050
	printf '\x1a\x1a' >>in/view.050
	for size in $(seq 10 3 66); do
		view in/view.1$size
		cut_to in/view.1$size "$size"
	done
	printf '\x80\0\1\0\0\0\0\0\0\0\x0a\0\2\0\0\0\x12\0\x19\0\xff\xff\1\0\0\0\0\xff\xff\xff\xff\0\0\0\0' >in/view.201
	printf '\x80\0\1\0\0\0\0\0\0\0\x0a\0\2\0\0\0\x12\0\x1a\0\0\0\5\0\0\0\3\0\1\0\0\0\0\0\0\0' >in/view.202
	printf '\x80\0\0\0\0\0\0\0\0\0' >in/view.203
	"$EXHUME" view2png -q -o out in || true
	expect 0 png2view -o back out
	for file in back/*; do
		cmp "$file" "in/${file##*/}"
	done
	is how_many "$(count_files back)" 37
}

@test "an edited cel is packed anew, the others stay" {
	extract
	# The second cel of loop 0 grows; drawn in true colour, with its transparent pixels black.
	draw view.003/00-01.png 3 2 00000000 aa0000ff aa0000ff ff5555ff 00000000 00000000
	expect 0 png2view --json -o view.004 view.003
	is json "$(jq -c '.results[0] | [.changed_cels, .changed]' <<<"$output")" '[1,true]'
	expect 0 view2png --strict -o again view.004
	is other "$(ega again/view.004/00-00.png)" 11.2/.333
	is edited "$(ega again/view.004/00-01.png)" .44/c..
	is mirrored "$(ega again/view.004/01-01.png)" 44./..c
	is fields "$(jq -c '[.loops[0].cels[1] | .dx, .dy, .key]' again/view.004/manifest.json)" '[-1,0,15]'
	is bytes "$(tail -c +38 view.004 | head -c 12 | od -An -tx1 | tr -d ' ')" 03000200ff000f001f241c2f
	# A cel that is edited back to the original gives the same bytes.
	cp again/view.004/00-00.png view.003/
	view second
	"$EXHUME" view2png -q -f -o fresh/ second
	cp fresh/second/00-01.png view.003/
	"$EXHUME" png2view -o - view.003 | cmp - original
}

@test "a mirrored loop's file may be edited in place of the source's" {
	extract
	draw view.003/01-00.png 4 2 00aa00ff 00000000 0000aaff 0000aaff 00aaaaff 00aaaaff ff55ffff 00000000
	expect 0 png2view --strict -o view.004 view.003
	"$EXHUME" view2png -q -o again view.004
	is source "$(ega again/view.004/00-00.png)" 11.2/.d33
	is mirrored "$(ega again/view.004/01-00.png)" 2.11/33d.
	# The same change in both; then another one.
	cp again/view.004/00-00.png view.003/
	"$EXHUME" png2view -o - view.003 | cmp - view.004
	draw view.003/00-00.png 1 1 00aa00ff
	expect 1 png2view -o never view.003
	says "view.003/01-00.png: it differs from view.003/00-00.png: both are the same cel in the view, and both were edited"
	absent never
	rm view.003/01-00.png
	expect 0 png2view -o view.005 view.003
	says "view.003/01-00.png: warning: missing: view.003/00-00.png shows the same cel"
	expect 1 png2view --strict -o never view.003
	rm view.003/00-00.png
	expect 1 png2view -o never view.003
	says "view.003/01-00.png: missing, although manifest.json lists it"
	absent never
}

@test "colours that EGA does not have, and those that will not be seen" {
	extract
	draw view.003/02-00.png 3 1 5555ffff 0000a9ff aa5500ff
	expect 1 png2view -o never view.003
	says "view.003/02-00.png: pixel (1, 0): #0000A9 is not one of the 16 colours"
	absent never
	expect 0 png2view --quantize -o view.004 view.003
	"$EXHUME" view2png -q -o again view.004
	is quantized "$(ega again/view.004/02-00.png)" 916
	draw view.003/02-00.png 3 1 5555ff80 0000aaff aa5500ff
	expect 1 png2view -o never view.003
	says "pixel (0, 0): alpha 128, expected 0 or 255"
	# Key 7, opaque.
	draw view.003/02-00.png 3 1 5555ffff aaaaaaff aaaaaaff
	expect 0 png2view -o view.005 view.003
	says "view.003/02-00.png: warning: pixel (1, 0) and others: colour 7 is the cel's key and transparent in the game"
	expect 1 png2view --strict -o never view.003
	absent never
	edit view.003/manifest.json 'del(.loops[2].cels[0].key)'
	expect 0 png2view --strict -o view.006 view.003
	"$EXHUME" view2png -q -o again view.006
	is seen "$(ega again/view.006/02-00.png)" 977
	holds again/view.006/manifest.json '.loops[2].cels[0].key == 0'
	draw view.003/02-00.png 17 1 000000ff 0000aaff 00aa00ff 00aaaaff aa0000ff aa00aaff aa5500ff aaaaaaff \
		555555ff 5555ffff 55ff55ff 55ffffff ff5555ff ff55ffff ffff55ff ffffffff 00000000
	expect 1 png2view -o never view.003
	says "view.003/02-00.png: it has all 16 colours, and its cel has no \"key\" in manifest.json"
	absent never
}

@test "scaled pictures are shrunk again" {
	view original
	"$EXHUME" view2png -q --scale 3 -o . - <original
	"$EXHUME" png2view -o - view | cmp - original
	draw view/02-00.png 3 3 5555ffff 5555ffff 5555ffff 5555ffff 5555ffff 5555ffff 5555ffff 5555ffff 0000aaff
	expect 1 png2view -o never view
	says "view/02-00.png: pixel (2, 2): differs within a block of 3x3 pixels"
}

@test "a manifest by hand, with no more than it needs" {
	mkdir hand
	draw hand/a.png 2 1 000000ff ffffff00
	draw hand/b.png 1 1 0000aaff
	echo '{"format": "sci-view", "loops": [{"cels": [{"file": "a.png", "dy": -1}, {"file": "b.png"}]}, {"mirrored": true, "source": 0}, {"cels": []}, {"cels": [{"width": 5, "height": 0}]}]}' >hand/manifest.json
	expect 0 png2view --strict -o view.100 hand
	is bytes "$(od -An -v -tx1 view.100 | tr -d ' \n')" \
		80000400020000000000100010002b002f0002000000180022000200010000ff01001011010001000000000011000000000100000035000500000000000000
	expect 0 view2png --strict -o again view.100
	is a "$(ega again/view.100/00-00.png)" 0.
	is mirrored "$(ega again/view.100/01-00.png)" .0
	is b "$(ega again/view.100/00-01.png)" 1
	is cels "$(jq -c '[.loops[] | [.cels[] | [.width, .height, .dy, .key]]]' again/view.100/manifest.json)" \
		'[[[2,1,-1,1],[1,1,0,0]],[[null,null,null,null],[null,null,null,null]],[],[[5,0,0,0]]]'
	# Without check sums nobody knows which of two was edited: they must agree.
	edit hand/manifest.json '.loops[1].cels = [{"file": "b.png"}, {"file": "b.png"}]'
	expect 1 png2view -o never hand
	says "hand/b.png: it differs from hand/a.png"
	echo '{"format": "sci-view", "loops": []}' >hand/manifest.json
	"$EXHUME" png2view --bare -o - hand | cmp - <(printf '\0\0\0\0\0\0\0\0')
}

@test "wrong manifests are told by place" {
	extract
	while IFS='|' read -r change text; do
		cp -r view.003 bad
		edit bad/manifest.json "$change"
		expect 1 png2view -o never bad
		says "bad/manifest.json: $text"
		rm -r bad
	done <<-'END'
		.format = "sci"|key "format": expected "sci-view", as written by view2png
		del(.loops)|key "loops": expected a list of at most 255
		.loops = [range(256)]|key "loops": expected a list of at most 255
		.loops[1] = 3|loop 1: expected an object
		del(.loops[0].cels)|loop 0: key "cels": expected a list
		.loops[1].source = 2|loop 1: key "source": expected an earlier loop that has its own cels
		.loops[2].source = 1|loop 2: key "source": expected an earlier loop that has its own cels
		.loops[1].cels = [{}]|loop 1: key "cels": expected none, or as many as
		.loops[0].mirrored = 1|loop 0: key "mirrored": expected true or false
		.loops[16] = {"cels": [], "mirrored": true}|loop 3: expected an object
		.loops[0].cels[1].file = "../x"|loop 0: cel 1: key "file": expected the name of a file, without folders
		del(.loops[0].cels[1].file)|loop 0: cel 1: key "file": expected a PNG file: the cel has pixels
		.loops[0].cels[1] = {}|loop 0: cel 1: key "file": expected a PNG file, or keys "width" and "height"
		.loops[0].cels[1].dx = 128|loop 0: cel 1: key "dx": expected a whole number from -128 to 127
		.loops[0].cels[1].key = 16|loop 0: cel 1: key "key": expected a number from 0 to 15
		.loops[0].cels[1].crc32 = "12"|loop 0: cel 1: key "crc32": expected 8 hexadecimal digits
		.loops[0].cels[1].packing = "zip"|loop 0: cel 1: key "packing": expected "shortest" or "rows"
		.loops[0].cels[1].rle = "0"|loop 0: cel 1: key "rle": expected pairs of hexadecimal digits
		.scale = 0|key "scale": expected a number from 1 to 64
		.flags = 256|key "flags": expected a number from 0 to 255
		.bytes = 5|key "bytes": expected pairs of hexadecimal digits
	END
	absent never
	echo '{"format": ' >view.003/manifest.json
	expect 1 png2view -o never view.003
	says "view.003/manifest.json:0xC: line 2 column 0: "
}

@test "what makes no sense is refused" {
	extract
	expect 2 png2view
	expect 2 png2view view.003
	says "no output given: use -o FILE or -o FOLDER/"
	expect 2 png2view -o - .
	expect 2 png2view -o - --json view.003
	expect 1 png2view -o never missing
	says "missing: expected a folder with a manifest.json, as written by view2png"
	mkdir empty
	expect 1 png2view -o never empty
	says "empty/manifest.json: "
	expect 0 png2view -o new view.003
	expect 1 png2view -o new view.003
	says "new: "
	expect 0 png2view -f -o new view.003
	echo garbage >view.003/00-00.png
	expect 1 png2view -f -o new view.003
	says "view.003/00-00.png: "
	cmp new original
	extract_large
	expect 1 png2view -o never large
	says "large: loop 0: cel 1: at byte "
	absent never
	no_part_left
}

# A view of more than 64 KiB, in ./large/.
extract_large() {
	mkdir large
	awk 'BEGIN { printf "P3\n300 300\n255\n"; for (i = 0; i < 90000; i++) print (i % 2 ? "0 0 0" : "255 255 255") }' |
		pnmtopng >large/a.png 2>/dev/null
	echo '{"format": "sci-view", "loops": [{"cels": [{"file": "a.png"}, {"file": "a.png"}]}]}' >large/manifest.json
}

@test "all views of our own game come back to the byte" {
	"$EXHUME" sci-unpack -q --type view -o resources "$archives/burrow"
	"$EXHUME" view2png -q -o out "$archives/burrow"
	expect 0 png2view --strict -o back out
	same_tree resources back
}

@test "all views of the real games come back to the byte" {
	need_game "$template"
	for game in "$template" "$redux"; do
		rm -rf resources out back
		"$EXHUME" sci-unpack -q --type view -o resources "$game"
		expect 0 view2png --strict -o out "$game"
		expect 0 png2view --strict -o back out
		same_tree resources back
		expect 0 png2view --changed -o none out
		absent none
	done
}

@test "animations become loops, frames cels" {
	view original
	for format in apng gif; do
		"$EXHUME" view2png -q -f --format "$format" -o "$format/" original
		expect 0 png2view --strict --json --origin 2,2 -o "$format.view" "$format/original/00.$format"
		is json "$(jq -c '.results[0] | [.loops, .cels, .status]' <<<"$output")" '[1,2,"ok"]'
		"$EXHUME" view2png -q -o again "$format.view"
		is first "$(ega "again/$format.view/00-00.png")" 11.2/.333
		is second "$(ega "again/$format.view/00-01.png")" .4/.4/44
		is places "$(jq -c '[.loops[0].cels[] | .dx, .dy]' "again/$format.view/manifest.json")" '[1,2,-1,0]'
	done
	cmp apng.view gif.view
	"$EXHUME" png2view --bare --origin 2,2 -o - apng/original/00.apng | cmp - <(tail -c +3 apng.view)
	# Without a place: the middle of the last row, which is (2, 4) here.
	expect 0 png2view -o usual apng/original/00.apng
	"$EXHUME" view2png -q -o usual.out usual
	is places "$(jq -c '[.loops[0].cels[] | .dx, .dy]' usual.out/usual/manifest.json)" '[1,0,-1,-2]'
	"$EXHUME" view2png -q --format gif --scale 3 -o large/ original
	expect 0 png2view --scale 3 --origin 7,8 -o large.view large/original/00.gif
	cmp large.view gif.view
}

@test "loops that show the same, or the same mirrored, share their cels" {
	draw one.png 4 2 0000aaff 00000000 00000000 aa0000ff 0000aaff 0000aaff aa0000ff aa0000ff
	draw other.png 4 2 aa0000ff 00000000 00000000 0000aaff aa0000ff aa0000ff 0000aaff 0000aaff
	cp one.png same.png
	expect 0 png2view --json -o shared one.png other.png same.png
	is json "$(jq -c '.results[0] | [.loops, .cels]' <<<"$output")" '[3,1]'
	"$EXHUME" view2png -q -o out shared
	is loops "$(jq -c '[.loops[] | [.source, .mirrored]]' out/shared/manifest.json)" '[[null,false],[0,true],[0,false]]'
	for loop in 0:one 1:other 2:same; do
		"$EXHUME_PIXELS" look "out/shared/0${loop%:*}-00.png" "${loop#*:}.png"
	done
	# A frame with nothing in it is a cel of one transparent pixel.
	draw empty.png 4 2 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000
	expect 0 png2view -o empty.view empty.png
	"$EXHUME" view2png -q -o empty.out empty.view
	is empty "$(ega empty.out/empty.view/00-00.png)" .
}

@test "GIF of other programs, interlaced and cut" {
	draw one.png 4 9 $(for color in 0000aa 00aa00 00aaaa aa0000 aa00aa aa5500 aaaaaa 555555 5555ff; do
		echo "000000ff ${color}ff 000000ff 00aa00ff"
	done)
	pngtopnm one.png | ppmtogif -interlace >one.gif 2>/dev/null
	expect 0 png2view -o png.view one.png
	expect 0 png2view -o gif.view one.gif
	cmp png.view gif.view
	for size in $(seq 1 7 "$(($(wc -c <one.gif) - 2))"); do
		head -c "$size" one.gif >cut.gif
		expect 1 png2view -o never cut.gif
		[[ $stderr == *"cut.gif:0x"* ]]
		absent never
	done
	echo text >text.gif
	expect 1 png2view -o never text.gif
	says "text.gif:0x0: neither a PNG nor a GIF file"
}

@test "pictures that no view can be made of" {
	draw far.png 300 1 0000aaff $(for i in $(seq 299); do echo 00000000; done)
	expect 1 png2view -o never far.png
	[[ $stderr == *"far.png: its pixels lie (-150, 0) away from the object's place (150, 0), expected -128 to 127: see --origin"* ]]
	expect 0 png2view --origin 0,0 -o near far.png
	draw other.png 1 1 123456ff
	expect 1 png2view -o never other.png
	says "other.png: pixel (0, 0): #123456 is not one of the 16 colours"
	expect 0 png2view --quantize -o nearest other.png
	draw all.png 16 1 $(for i in 000000 0000aa 00aa00 00aaaa aa0000 aa00aa aa5500 aaaaaa 555555 5555ff 55ff55 55ffff ff5555 ff55ff ffff55 ffffff; do echo ${i}ff; done)
	expect 1 png2view -o never all.png
	[[ $stderr == *"it has all 16 colours"* ]]
	absent never
	mkdir folder
	expect 2 png2view -o never folder other.png
	expect 2 png2view -o folder other.png
	expect 2 png2view -o never --origin 1 other.png
	expect 2 png2view -o never --origin 1,x other.png
	expect 2 png2view -o never --changed other.png
	expect 2 png2view -o never --scale 2 folder
}

@test "sheets of view2png come back with places and keys" {
	view original
	for scale in 1 3; do
		"$EXHUME" view2png -q -f --sheet --scale "$scale" -o sheet/ original
		expect 0 png2view --json -f -o again sheet/original.json
		is json "$(jq -c '.results[0] | [.loops, .cels, .status]' <<<"$output")" '[3,3,"ok"]'
		"$EXHUME" view2png -q -f -o out again
		"$EXHUME" view2png -q -f -o out original
		for cel in 00-00 00-01 01-00 01-01; do
			is "$cel" "$(ega "out/again/$cel.png")" "$(ega "out/original/$cel.png")"
		done
		is whole "$(ega out/original/02-00.png), $(ega out/again/02-00.png)" "98., 98."
		is places "$(jq -c '[.loops[0,2].cels[] | .dx, .dy, .key]' out/again/manifest.json)" '[1,2,0,-1,0,15,-5,-3,7]'
		is sharing "$(jq -c '[.loops[] | [.source, .mirrored]]' out/again/manifest.json)" '[[null,false],[0,true],[null,false]]'
	done
	for game in digger burrow; do
		"$EXHUME" view2png -q --sheet -o "$game" "$EXHUME_TESTDATA/archives/$game"
		for sheet in "$game"/*.json; do
			expect 0 png2view --strict -f -o "made/$(basename "$sheet" .json)" "$sheet"
		done
		"$EXHUME" view2png -q -f -o drawn made/view.*
		"$EXHUME" view2png -q -f -o wanted "$EXHUME_TESTDATA/archives/$game"
		for picture in wanted/*/*.png; do
			"$EXHUME_PIXELS" look "drawn${picture#wanted}" "$picture"
		done
		rm -r made drawn wanted
	done
}

@test "sheets of other programs, and wrong ones" {
	draw sheet.png 4 2 0000aaff aa0000ff 00aa00ff 00000000 0000aaff 0000aaff 00aa00ff 00aa00ff
	cat >sheet.json <<-'E'
		{"frames": [
			{"filename": "hero 0.aseprite", "frame": {"x": 0, "y": 0, "w": 2, "h": 2}, "duration": 100},
			{"filename": "hero 1.aseprite", "frame": {"x": 2, "y": 0, "w": 2, "h": 2},
				"trimmed": true, "spriteSourceSize": {"x": 0, "y": 2, "w": 2, "h": 2}, "sourceSize": {"w": 2, "h": 4}},
			{"filename": "hero 2.aseprite", "rotated": true, "frame": {"x": 1, "y": 0, "w": 2, "h": 1}}],
		 "meta": {"image": "sheet.png", "size": {"w": 4, "h": 2}, "scale": "1",
			"frameTags": [{"name": "walk", "from": 0, "to": 1}]}}
	E
	expect 0 png2view -o hero sheet.json
	"$EXHUME" view2png -q -o out hero
	is loops "$(jq -c '[.loops[].cels | length]' out/hero/manifest.json)" '[2,1]'
	is first "$(ega out/hero/00-00.png)" 14/11
	is second "$(ega out/hero/00-01.png)" 2./22
	is turned "$(ega out/hero/01-00.png)" 41
	edit sheet.json '.frames[0].frame.x = 3'
	expect 1 png2view -o never sheet.json
	[[ $stderr == *"sheet.json: frame hero 0.aseprite: it should be at (3, 0) with 2x2 pixels, and the sheet has 4x2"* ]]
	edit sheet.json '.frames[0].frame.x = 0 | .meta.size.w = 5'
	expect 1 png2view -o never sheet.json
	[[ $stderr == *"sheet.png: meta.size is 5x2 pixels, and sheet.png has 4x2"* ]]
	edit sheet.json '.meta.image = "../sheet.png"'
	expect 1 png2view -o never sheet.json
	edit sheet.json '.meta.image = "none.png"'
	expect 1 png2view -o never sheet.json
	echo '{' >cut.json
	expect 1 png2view -o never cut.json
	absent never
}
