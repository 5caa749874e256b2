#!/usr/bin/env bats
# exhume view2png: views made by hand, and those of real games.

load ../testdata/cli/helper
load ../testdata/cli/views

template=$data/sci0/companion-template
redux=$data/sci0/template-redux

@test "each cel becomes a PNG with its own transparent colour, mirrored as it is drawn" {
	view view.003
	expect 0 view2png --strict view.003
	silent
	cd view.003.extracted/view.003
	is files "$(files_in . | xargs)" \
		"00-00.png 00-01.png 01-00.png 01-01.png 02-00.png manifest.json"
	is 00-00 "$(ega 00-00.png)" 11.2/.333
	is 00-01 "$(ega 00-01.png)" .4/.4/44
	is 01-00 "$(ega 01-00.png)" 2.11/333.
	is 01-01 "$(ega 01-01.png)" 4./4./44
	is 02-00 "$(ega 02-00.png)" 98.
	whole_pngs .
	# EGA's 16 colours in their order, four bits a pixel; the key's entry is transparent.
	is kind "$(pngcheck -v 02-00.png | grep -c '4-bit palette')" 1
	is colours "$(pngcheck -v 02-00.png | grep -c 'PLTE.*: 16 palette entries')" 1
	is transparent "$(pngcheck -v 02-00.png | grep -c 'tRNS.*: 8 transparency entries')" 1
}

@test "the manifest has what the pictures do not tell" {
	view view.003
	expect 0 view2png --strict -o out view.003
	cd out/view.003
	holds manifest.json '.format == "sci-view" and .number == 3 and .size == 64 and .mirror_mask == 6'
	is loops "$(jq -c '[.loops[] | [.mirrored, .source, .unused, [.cels[].file]]]' manifest.json)" \
		'[[false,null,null,["00-00.png","00-01.png"]],[true,0,null,["01-00.png","01-01.png"]],[true,null,48042,["02-00.png"]]]'
	is cels "$(jq -c '[.loops[].cels[] | select(.width) | [.width, .height, .dx, .dy, .key, .packing, .rle]]' manifest.json)" \
		'[[4,2,1,2,0,null,null],[2,3,-1,0,15,null,null],[3,1,5,-3,7,null,null]]'
	is nothing_else "$(jq -c '[.palette, .tail, .bytes, .scale]' manifest.json)" '[null,null,null,null]'
}

@test "what is packed or laid out in another way is kept in the manifest" {
	view view.001
	printf '\x1a' >>view.001 # behind all
	view view.002
	poke view.002 8 '\x40' # a palette there, and nothing in it
	view view.003
	poke view.003 62 '\x18\x18\x19' # a run more, for which nothing is left
	printf '\x29' >>view.003
	view view.004
	poke view.004 8 '\x3f' # a palette in the last cel
	expect 0 view2png -q -o out view.001
	holds out/view.001/manifest.json '.tail == "1a" and .bytes == null'
	expect 0 view2png -q -o out view.002
	holds out/view.002/manifest.json '.tail == null and .bytes == null and .palette == ""'
	expect 0 view2png -q -o out view.003
	holds out/view.003/manifest.json '.bytes == null and .tail == "1929" and .loops[2].cels[0].rle == "181819"'
	expect 0 view2png -q -o out view.004
	holds out/view.004/manifest.json '.palette == null and (.bytes | length == 128)'
	# Runs that end with the rows; and runs of 0.
	printf '\x80\0\2\0\0\0\0\0\0\0\x0c\0\x20\0\1\0\0\0\x12\0\2\0\2\0\0\0\0\0\x21\x21\0\0\0\0\1\0\0\0\x26\0\2\0\1\0\0\0\0\x0f\x21' >view.005
	expect 0 view2png -q -o out view.005
	holds out/view.005/manifest.json '.loops[1].cels[0].rle == "0f21"'
}

@test "--sheet: loops as rows, the object at one place of each cell" {
	view view.003
	expect 0 view2png --strict --sheet -o out view.003
	is files "$(files_in out | xargs)" "view.003.json view.003.png"
	# From 6 to the left to 3 to the right, from 3 above to 3 below: cells of 9 by 6.
	is sheet "$(ega out/view.003.png)" "$(tr '\n' / <<-'END' | sed 's,/$,,'
		..................
		..............4...
		..............4...
		.............44...
		.....11.2.........
		......333.........
		..................
		...............4..
		...............4..
		...............44.
		...2.11...........
		...333............
		98................
		..................
		..................
		..................
		..................
		..................
	END
	)"
	is frames "$(command jq -c '.frames | to_entries[] | [.key, (.value | [.frame[]], [.spriteSourceSize[]], [.sourceSize[]], .trimmed)]' out/view.003.json | xargs)" \
		"[00-00,[5,4,4,2],[5,4,4,2],[9,6],true] [00-01,[13,1,2,3],[4,1,2,3],[9,6],true] [01-00,[3,10,4,2],[3,4,4,2],[9,6],true] [01-01,[15,7,2,3],[6,1,2,3],[9,6],true] [02-00,[0,12,3,1],[0,0,3,1],[9,6],true]"
	is more "$(jq -c '.frames[] | [.loop, .cel, .mirrored, [.displacement[]], [.origin[]], .key, .duration]' out/view.003.json | xargs)" \
		"[0,0,false,[1,2],[1,-1],0,100] [0,1,false,[-1,0],[2,2],15,100] [1,0,true,[-1,2],[3,-1],0,100] [1,1,true,[1,0],[0,2],15,100] [2,0,true,[-5,-3],[6,3],7,100]"
	is tags "$(jq -c '[.meta.image, .meta.frameTags[] | (.name?, .from?, .to?)?]' out/view.003.json)" \
		'["00",0,1,"01",2,3,"02",4,4]'
	holds out/view.003.json '.meta.image == "view.003.png" and .meta.size == {"w": 18, "h": 18}'
	expect 0 view2png --sheet --scale 2 --fps 4 --loop 1 -f -o out view.003
	holds_in_order out/view.003.json '.meta.scale == "2" and [.frames[] | [.frame[]]] == [[0,6,8,4],[16,0,4,6]]
		and ([.frames[].duration] | unique) == [250]'
	is scaled "$(ega out/view.003.png | tr / '\n' | sed -n 8p)" 22..1111............
}

@test "animations: a loop on one canvas, its cels at their places" {
	view view.003
	expect 0 view2png --strict --format apng -o out view.003
	silent
	is files "$(files_in out | xargs)" "view.003/00.apng view.003/01.apng view.003/02.apng"
	ffmpeg -v error -i out/view.003/00.apng -vsync passthrough -frames:v 2 %d.png
	is first "$(ega 1.png)" ...../...../...../.11.2/..333
	is second "$(ega 2.png)" .4.../.4.../44.../...../.....
	# In which second one frame leaves nothing of the first: GIF's way to say so.
	expect 0 view2png --loop 0 --fps 4 -o walk.gif view.003
	is gif "$(od -An -tx1 -v walk.gif | tr -d ' \n' | grep -o '21f904........' | xargs)" "21f90409190010 21f90409190010"
	giftopnm -image=2 walk.gif >2.ppm 2>/dev/null
	is size "$(head -n 2 2.ppm | tail -n 1)" "5 5"
	expect 0 view2png --loop 0 --format gif -o - view.003
	"$EXHUME" view2png --loop 0 --format gif --fps 4 -o - view.003 | cmp - walk.gif
	expect 0 view2png --loop 0 -o walk.apng view.003
	cmp <(tail -c +9 walk.apng | head -c 8) <(tail -c +9 out/view.003/00.apng | head -c 8)
}

@test "--origin marks the object's place, --scale enlarges" {
	view view.003
	expect 0 view2png --strict --origin -o out view.003
	cd out/view.003
	is files "$(files_in . | xargs)" "00-00.png 00-01.png 01-00.png 01-01.png 02-00.png"
	is 00-00 "$(ega 00-00.png)" ..X../..X../XXXXX/.1X.2/..X33
	is 01-00 "$(ega 01-00.png)" ...X../...X../.XXXXX/2.1X../333X..
	is 02-00 "$(ega 02-00.png)" 98......./......X../......X../....XXXXX/......X../......X..
	cd ../..
	expect 0 view2png --origin --scale 3 --loop 0 --cel 1 -o big.png view.003
	is big "$(ega big.png | tr / '\n' | sed -n '7,10p' | xargs)" "444444.X....... XXXXXXXXXXXXXXX 444444.X....... .......X......."
	expect 0 view2png --scale 2 -f -o out view.003
	is two "$(ega out/view.003/01-01.png)" 44../44../44../44../4444/4444
	holds out/view.003/manifest.json '.scale == 2'
	expect 0 view2png --origin --format gif -f -o out view.003
	expect 0 view2png --origin --sheet -f -o out view.003
}

@test "loops and cels can be chosen, and standard streams work" {
	view view.003
	expect 0 view2png --loop 1- --cel 1 -o out/ view.003
	is files "$(files_in out | xargs)" "view.003/01-01.png"
	"$EXHUME" view2png --loop 2 --cel 0 -o - - <view.003 >one.png
	is one "$(ega one.png)" 98.
	tail -c +3 view.003 >bare
	expect 0 view2png -o out bare
	is files "$(files_in out/bare | wc -l)" 6
	holds out/bare/manifest.json '.number == null'
	expect 0 view2png --loop 7 -o none view.003
	says "view.003: warning: none of the selected cels has a pixel"
	expect 1 view2png --strict --loop 7 -o none view.003
	expect 0 view2png --json --loop 2 -f -o out/ view.003
	is json "$(command jq -c '. as {$format} | .results[0] | [$format, .resources[0].name, .resources[0].files, .resources[0].loops[2], .status]' <<<"$output")" \
		'["view2png","view.003",["view.003/02-00.png"],{"mirrored":true,"offset":47,"cels":[{"width":3,"height":1,"dx":5,"dy":-3,"key":7,"offset":53}]},"ok"]'
}

@test "what makes no sense is refused" {
	view view.003
	expect 2 view2png
	expect 2 view2png --format bmp view.003
	says "--format bmp: expected one of auto, png, apng, gif"
	expect 2 view2png --sheet --format gif view.003
	says "--sheet and --format gif exclude each other"
	expect 2 view2png --fps 10 view.003
	says "--fps needs --format apng or gif, or --sheet"
	expect 2 view2png --sheet --fps 0 view.003
	expect 2 view2png --loop x view.003
	says '--loop x: expected numbers and ranges'
	expect 2 view2png --scale 65 view.003
	expect 1 view2png -o out.png view.003
	says "it becomes 6 files: -o out.png must be a folder"
	absent out.png
	printf '\x81\0abc' >pic.003
	expect 1 view2png pic.003
	says "pic.003: by its name it is a pic, not a view"
	expect 1 view2png missing.003
	expect 0 view2png --loop 0 --cel 0 -o cel.png view.003
	expect 1 view2png -o of-png cel.png
	says "cel.png:0x0: a PNG file, expected a view"
	absent of-png
	mkdir -p out/view.003 && touch out/view.003/01-00.png
	expect 1 view2png -o out view.003
	is kept "$(files_in out | xargs)" view.003/01-00.png
}

@test "what is left of a damaged view is written, and said" {
	printf '\x80\0\2\0\0\0\0\0\0\0\x0c\0\x0c\1' >view.001
	expect 1 view2png -o out/ view.001
	says "view.001:0xE: loop 0: it passes the end" "view.001:0x10E: loop 1: it passes the end"
	is files "$(files_in out | xargs)" view.001/manifest.json
	# 65,535 pixels of which 60 are there, and a cel of 2^32.
	printf '\x80\0\1\0\0\0\0\0\0\0\x0a\0\2\0\0\0\x12\0\x19\0\xff\xff\1\0\0\0\0\xff\xff\xff\xff\0\0\0\0' >view.002
	expect 1 view2png -o out view.002
	says "view.002:0x23: loop 0: cel 0: the data end at 60 of 65535 pixels" \
		"view.002:0x1B: loop 0: cel 1: 65535x65535 pixels, at most 64 million are drawn"
	is side "$(pngtopnm out/view.002/00-00.png 2>/dev/null | sed -n 2p)" "65535 1"
	expect 1 view2png --strict -o strict view.002
	absent strict
	# Cels without pixels are in the manifest alone.
	printf '\x80\0\1\0\0\0\0\0\0\0\x0a\0\2\0\0\0\x12\0\x1a\0\0\0\5\0\0\0\3\0\1\0\0\0\0\0\0\0' >view.003
	expect 0 view2png -o out/ view.003
	is files "$(files_in out/view.003 | xargs)" manifest.json
	is sizes "$(jq -c '[.loops[0].cels[] | [.width, .height, .file]]' out/view.003/manifest.json)" '[[0,5,null],[1,0,null]]'
	expect 0 view2png -o alone view.003
	is files "$(files_in alone | xargs)" view.003/manifest.json
	expect 0 view2png --sheet --format auto -o sheet view.003
	absent sheet
	for size in $(seq 2 1 64); do
		view whole.003
		head -c "$size" whole.003 >view.009
		"$EXHUME" view2png -q -f -o short view.009 2>/dev/null || [ $? -eq 1 ]
	done
	# Cels that share their data are not to fill the disk.
	{
		printf '\x80\0\xff\0\0\0\0\0\0\0'
		for ((i = 0; i < 255; i++)); do printf '\6\2'; done
		printf '\x10\0\0\0'
		for ((i = 0; i < 16; i++)); do printf '\x2a\2'; done
		printf '\xff\x7f\x40\0\0\0\0\0\x11'
	} >view.010
	expect 1 view2png -o bomb view.010
	says "view.010: loops 0 to " "at most 32768 and 64 million are drawn"
	absent bomb
}

@test "our own views, as they were looked at" {
	expect 0 view2png --strict -o out "$archives/burrow"
	silent
	expect 0 view2png --strict --sheet --origin --scale 2 -o out "$archives/burrow"
	expect 0 view2png --strict --format gif -o out "$archives/burrow"
	whole_pngs out
	hash_tree out | matches_golden views.txt
	expect 0 view2png --number 0 --loop 0 --scale 4 -o digger.gif "$archives/burrow"
	cmp digger.gif "$golden/digger.gif"
}

# manifest_counts FOLDER: views, loops and cels.
manifest_counts() {
	jq -s -c '[length, ([.[].loops | length] | add), ([.[].loops[].cels | length] | add)]' \
		"$1"/view.*/manifest.json
}

@test "all views of the real games, counted as in the spec" {
	need_game "$template"
	expect 0 view2png --strict -o t "$template"
	silent
	is template "$(manifest_counts t)" '[2,5,27]'
	whole_pngs t
	expect 0 view2png --strict -o r "$redux"
	is names "$(ls r | xargs)" "view.000 view.799 view.800 view.900 view.950"
	holds t/view.000/manifest.json '.bytes == null and .tail == null and [.loops[].mirrored] == [false, true, false, false]'
	for format in apng gif; do
		expect 0 view2png --strict --origin --format $format -o t "$template"
	done
	expect 0 view2png --strict --sheet -o t "$template"
	is gifs "$(find t -name '*.gif' | wc -l)" 5
}

@test "--sheet -o x.png: the JSON is x.json, and speaks of x.png" {
	expect 0 view2png --sheet --number 0 -o sheets/hero.png "$EXHUME_TESTDATA/archives/burrow"
	is files "$(ls sheets | xargs)" "hero.json hero.png"
	is image "$(jq -r .meta.image sheets/hero.json)" hero.png
	expect 1 view2png --sheet -o all.png "$EXHUME_TESTDATA/archives/burrow"
	says "it becomes 6 files"
	absent all.png
}

@test "a view without loops, with bytes behind its header, is told" {
	printf '\x80\x00\0\0\0\0\0\0\0\0\x0a\0' >view.001
	capture "$EXHUME" view2png view.001
	says "warning: no loops, and 2 bytes: loops may be missing"
}
