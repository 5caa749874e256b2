#!/usr/bin/env bats
# exhume pano2png: pictures that the tests make, and a renderer in awk that was written from
# the description alone.

load ../testdata/cli/helper

# Colour of each pixel of a picture, in 5 bits a channel; functions to read and write pictures.
functions='
function color(x, y) {
	return x % 32 " " y % 32 " " (int(x / 32) + 7 * int(y / 32)) % 32
}
function floor(v) { return v < int(v) ? int(v) - 1 : int(v) }
function mod(a, b) { return (a % b + b) % b }
function tan(v) { return sin(v) / cos(v) }
'

# picture FILE WIDTH HEIGHT [transposed]: a PNG file of WIDTH by HEIGHT pixels as stored. Each is
# made but once.
picture() {
	local made=$BATS_FILE_TMPDIR/$2x$3${4-}.png
	[ -e "$made" ] || awk -v w="$2" -v h="$3" -v t="${4:+1}" "$functions"'
	function eight(c,  a) { split(c, a); return a[1] * 8 " " a[2] * 8 " " a[3] * 8 }
	BEGIN { print "P3"; print w, h, 255
		for (y = 0; y < h; y++) for (x = 0; x < w; x++)
			print eight(t ? color(y, x) : color(x, y)) }' |
		pnmtopng -force 2>/dev/null >"$made"
	cp "$made" "$1"
}

# reckoned KIND W H IW IH ANGLE LINSCALE LOCATION: the view, three numbers a line.
reckoned() {
	awk -v kind="$1" -v w="$2" -v h="$3" -v iw="$4" -v ih="$5" -v angle="$6" -v l="$7" \
		-v at="$8" "$functions"'
	function show(x, y) {
		print (x < 0 || x >= iw || y < 0 || y >= ih ? "0 0 0" : color(x, y))
	}
	BEGIN { pi = atan2(0, -1)
		length_ = kind == "pana" ? w : h; breadth = kind == "pana" ? h : w
		r = breadth / 2 / tan(angle * pi / 180)
		for (i = 0; i < length_; i++) {
			a = atan2((i - length_ / 2 + 0.01) / r, 1)
			along[i] = floor(r * l * a + length_ / 2)
			near[i] = cos(a)
		}
		for (y = 0; y < h; y++) for (x = 0; x < w; x++)
			if (kind == "pana")
				show(mod(along[x] - int(w / 2) + at, iw),
					floor(h / 2 + (y - h / 2) * near[x]))
			else
				show(floor(w / 2 + (x - w / 2) * near[y]),
					along[y] - int(h / 2) + at) }'
}

# The pixels of a PNG file, likewise.
shown() {
	pngtopnm -plain "$1" 2>/dev/null | tail -n +4 | tr -s ' ' '\n' | sed '/^$/d' | paste -d ' ' - - -
}

# samples FILE X Y: of a picture of 16 bits a channel.
samples() {
	local width
	width=$(pngtopnm "$1" 2>/dev/null | head -n 2 | tail -n 1 | cut -d ' ' -f 1)
	pngtopnm "$1" 2>/dev/null | tail -n +4 | tail -c "+$((($3 * width + $2) * 6 + 1))" |
		head -c 6 | od -An -v -tu1 | awk '{ print $1 * 256 + $2, $3 * 256 + $4, $5 * 256 + $6 }'
}

# told FILTER: of the JSON that was printed.
told() {
	jq -c "$1" <<<"$output"
}

size_of() {
	pngcheck "$1" | grep -o '[0-9]*x[0-9]*'
}

@test "a panorama is shown as the description reckons it, across its seam" {
	picture p.png 320 650 transposed
	expect 0 pano2png -v p.png
	says "panorama (shape), Nemesis (shape), 650 by 320 pixels, stored transposed; angle 27 (default), linscale 0.55 (default)"
	cmp <(shown p.view.png) <(reckoned pana 512 320 650 320 27 0.55 0)
	expect 0 pano2png -f --angle 60 --linscale 1.2 --pos 433 p.png
	cmp <(shown p.view.png) <(reckoned pana 512 320 650 320 60 1.2 433)
}

@test "a tilt picture likewise, and it stops where the engine stops" {
	picture t.png 512 500
	expect 0 pano2png -v --pos 200 t.png
	says "tilt (shape), Nemesis (shape), 512 by 500 pixels; angle 27 (default), linscale 0.65 (default)"
	cmp <(shown t.view.png) <(reckoned tilt 512 320 512 500 27 0.65 200)
	expect 0 pano2png -f --pos 480 t.png
	says "the engine limits location 480 to 400"
	cmp <(shown t.view.png) <(reckoned tilt 512 320 512 500 27 0.65 400)
	expect 0 pano2png -f --pos 480 --unclamped t.png
	says_not "for the engine"
	cmp <(shown t.view.png) <(reckoned tilt 512 320 512 500 27 0.65 480)
	expect 0 pano2png -f --json t.png
	is location "$(told '.results[0] | [.location, .locations]')" '[100,[100,400]]'
}

@test "a panorama of Grand Inquisitor, in its true orientation" {
	picture z.png 700 344
	expect 0 pano2png --json --pos -1 z.png
	is facts "$(told '.results[0] | [.kind, .game, .transposed, .location, .window_width]')" \
		'["pana","zgi",false,699,640]'
	cmp <(shown z.view.png) <(reckoned pana 640 344 700 344 27 0.55 699)
}

@test "a flat picture is shown as it is" {
	picture f.png 512 320
	expect 0 pano2png -v f.png
	says "flat (shape), Nemesis (shape), 512 by 320 pixels"
	cmp <(shown f.view.png) <(awk "$functions"'BEGIN { for (y = 0; y < 320; y++)
		for (x = 0; x < 512; x++) print color(x, y) }')
}

@test "plain TGA is read as PNG is" {
	# type 2, 16 bits, the top row first; 3 by 2 pixels
	printf '\0\0\2\0\0\0\0\0\0\0\0\0\3\0\2\0\20\40\x00\x7c\xe0\x03\x1f\x00\x01\x00\x02\x00\x03\x80' >a.tga
	expect 0 pano2png --kind flat a.tga
	is first "$(shown a.view.png | head -n 4 | paste -sd ,)" "31 0 0,0 31 0,0 0 31,0 0 0"
	is second "$(shown a.view.png | tail -n +513 | head -n 4 | paste -sd ,)" \
		"0 0 1,0 0 2,0 0 3,0 0 0"
	cut_to a.tga 28
	expect 1 pano2png -f --kind flat a.tga
	says "a.tga:0x1C: the data end after 5 of 6 pixels"
	is first "$(shown a.view.png | head -n 1)" "31 0 0"
}

@test "the shape tells the kind, or options do" {
	picture odd.png 100 90
	expect 1 pano2png odd.png
	says "odd.png: 100 by 90 pixels: the shape of neither a panorama nor a tilt picture; give --kind"
	absent odd.view.png
	expect 0 pano2png --json --kind pana --game zgi odd.png
	is why "$(told '.results[0].why | [.kind, .game, .transposed, .angle]')" \
		'["option","option","shape","default"]'
	cmp <(shown odd.view.png) <(reckoned pana 640 344 100 90 27 0.55 0)
	expect 0 pano2png -f --json --kind pana --transpose yes odd.png
	is facts "$(told '.results[0] | [.width, .height, .transposed, .why.transposed, .why.game]')" \
		'[90,100,true,"option","default"]'
	picture p.png 320 650 transposed
	expect 1 pano2png --game zgi p.png
	says "nor a tilt picture of this game"
	expect 1 pano2png --transpose no p.png
	# Narrower than the window, it still lies on its side.
	picture low.png 320 100 transposed
	expect 0 pano2png --json --kind pana low.png
	is low "$(told '.results[0] | [.width, .height, .transposed, .game]')" \
		'[100,320,true,"nemesis"]'
}

@test "a script tells what the room is like, and options count more" {
	picture p.png 320 650 transposed
	printf 'control:7 PANA {\r\n\tangle(60.0)\r\n\tLinScale( 1.10 )\r\n\treversepana(1)\r\n\tzeropoint(-12)\r\n}\r\n' >r.scr
	expect 0 pano2png --json --scr r.scr --pos 5 p.png
	is facts "$(told '.results[0] | [.kind, .angle == 60, .linscale, .reverse, .zeropoint]')" \
		'["pana",true,1.1,true,-12]'
	is why "$(told '.results[0].why | [.kind, .angle, .linscale, .reverse, .zeropoint]')" \
		'["script","script","script","script","script"]'
	cmp <(shown p.view.png) <(reckoned pana 512 320 650 320 60 1.1 5)
	expect 0 pano2png -f --json --scr r.scr --angle 45 --zeropoint 3 p.png
	is facts "$(told '.results[0] | [.angle == 45, .why.angle, .zeropoint, .why.zeropoint, .why.linscale]')" \
		'[true,"option",3,"option","script"]'
	# For another kind of room its numbers mean nothing.
	picture t.png 512 500
	expect 0 pano2png -f --json --kind tilt --scr r.scr t.png
	is facts "$(told '.results[0] | [.kind, .why.kind, .angle == 27, .linscale, .reverse]')" \
		'["tilt","option",true,0.65,false]'
}

@test "scripts without sense are told" {
	picture p.png 320 650 transposed
	printf 'control:7 pana {\n\tangle(ninety)\n}\n' >bad.scr
	expect 1 pano2png --scr bad.scr p.png
	says "bad.scr:0x12: line 2, column 2: angle(ninety), expected a number from 0.01 to 89.99"
	printf 'control:7 pana {\n\tlinscale(0)\n}\n' >bad.scr
	expect 1 pano2png --scr bad.scr p.png
	says "linscale(0), expected a number from 0.001 to 1000"
	expect 1 pano2png --scr p.png p.png
	says "p.png:"
	expect 1 pano2png --scr missing.scr p.png
	says "missing.scr: can't open"
	absent p.view.png
	printf 'control:7 slot {\n}\n' >flat.scr
	expect 0 pano2png -v --scr flat.scr p.png
	says "flat (script)"
}

@test "the mouse is told what is under it" {
	picture p.png 320 650 transposed
	picture t.png 512 500
	expect 0 pano2png -q --mouse 183,91 --pos 256 --angle 58 --linscale 0.32 p.png
	is point "$output" "235,104"
	absent p.view.png
	expect 0 pano2png -q --mouse 600,91 p.png
	is outside "$output" "0,0"
	expect 0 pano2png -q --mouse -1,5 p.png t.png
	is several "$output" $'0,0\n0,0'
	expect 0 pano2png -q --mouse 600,91 --mouse 183,91 --pos 256 --angle 58 --linscale 0.32 p.png
	is both "$output" $'0,0\n235,104'
	expect 0 pano2png --json --mouse 600,91 --mouse 183,91 p.png
	is points "$(jq -c '[.results[0].mouse[] | [.x, .inside]]' <<<"$output")" '[[600,false],[183,true]]'
	expect 0 pano2png --json --mouse 10,20 -o view.png t.png
	is inside "$(told '.results[0].mouse[0].inside')" true
	local at
	at=$(told '.results[0].mouse[0] | .picture_y * 512 + .picture_x')
	is same "$(shown view.png | tail -n +$((20 * 512 + 11)) | head -n 1)" \
		"$(shown t.png | awk -v at="$at" 'NR == at + 1 { print $1 / 8, $2 / 8, $3 / 8 }')"
	for bad in 5 5,6,7 5,x ,5 5, ' 5,6' 5,2147483648 --5,1; do
		expect 2 pano2png "--mouse=$bad" p.png
	done
}

@test "the table is a picture that can be read" {
	picture p.png 320 650 transposed
	expect 0 pano2png --json --angle 58 --linscale 0.32 --table t.png p.png
	absent p.view.png
	is table "$(told '.results[0].table')" '"t.png"'
	is size "$(size_of t.png)" 512x320
	is offset "$(samples t.png 183 91)" "$((32768 + 52 * 32)) $((32768 + 13 * 32)) 32768"
	local least
	least=$(told '.results[0].displacement.dx[0]')
	is least "$(pngtopnm t.png | tail -n +4 | od -An -v -w6 -tu1 |
		awk '{ d = ($1 * 256 + $2 - 32768) / 32; if (d < least) least = d } END { print least }')" \
		"$least"
	expect 2 pano2png --table t.png p.png p.png
	expect 1 pano2png --table t.png p.png
	says "t.png: exists; -f overwrites it"
}

@test "a sweep has a frame for each location" {
	picture p.png 320 650 transposed
	expect 0 pano2png --sweep 640-670:10 -o out/ p.png
	is names "$(ls out | xargs)" "0640.png 0650.png 0660.png 0670.png"
	cmp <(shown out/0660.png) <(reckoned pana 512 320 650 320 27 0.55 10)
	expect 0 pano2png --sweep 640-670:10 -o on.raw p.png
	expect 0 pano2png --sweep 670-640:10 -o back.raw p.png
	expect 0 pano2png --reverse --sweep 640-670:10 -o reverse.raw p.png
	cmp back.raw reverse.raw
	local frame=$((512 * 320 * 2))
	cmp <(head -c $frame on.raw) <(tail -c $frame back.raw)
	run cmp -s on.raw back.raw
	is differ "$status" 1
	expect 0 pano2png --sweep 0-2 --time 40 -o s.y4m p.png
	is head "$(head -n 1 s.y4m | grep -o 'F[0-9]*:[0-9]*')" F25:1
	expect 0 pano2png -f --json --sweep 0-2 -o s.y4m p.png
	is head "$(head -n 1 s.y4m | grep -o 'F[0-9]*:[0-9]*')" F1000:33
	is sweep "$(told '.results[0] | [.sweep, .location]')" \
		'[{"first":0,"last":2,"step":1},null]'
	for bad in 5 -5 5-6:0 a-b 1-2:3: 0-2147483648 0-2147483647; do
		expect 2 pano2png "--sweep=$bad" p.png
	done
}

@test "a sweep past the ends of a tilt picture stands still, or goes on" {
	picture t.png 512 500
	expect 0 pano2png --sweep 80-120:20 -o still.raw t.png
	expect 0 pano2png --sweep 80-120:20 --unclamped -o on.raw t.png
	local frame=$((512 * 320 * 2))
	cmp <(head -c $frame still.raw) <(tail -c +$((frame + 1)) still.raw | head -c $frame)
	run cmp -s <(head -c $frame on.raw) <(head -c $frame still.raw)
	is differ "$status" 1
	cmp <(tail -c $((2 * frame)) on.raw) <(tail -c $((2 * frame)) still.raw)
}

@test "all of a panorama on a picture of 2 to 1" {
	picture p.png 320 701 transposed
	expect 0 pano2png --equirect p.png
	is size "$(size_of p.equirect.png)" 701x351
	pngtopnm p.equirect.png 2>/dev/null | pnmcut -left 0 -top 15 -width 701 -height 320 >all.ppm
	pnmtopng all.ppm 2>/dev/null >all.png
	cmp <(shown all.png) <(awk "$functions"'BEGIN { for (y = 0; y < 320; y++)
		for (x = 0; x < 701; x++) print color(x, y) }')
	is black "$(shown p.equirect.png | head -n $((701 * 15)) | sort -u)" "0 0 0"
	# Column 5 in the middle, the one at 350.
	expect 0 pano2png -f --equirect --pos 5 p.png
	is middle "$(shown p.equirect.png | tail -n +$((701 * 15 + 351)) | head -n 1)" "5 0 0"
	is left "$(shown p.equirect.png | tail -n +$((701 * 15 + 1)) | head -n 1)" \
		"$(awk "$functions"'BEGIN { print color(5 - 350 + 701, 0) }')"
	picture t.png 512 500
	expect 1 pano2png --equirect t.png
	says "t.png: --equirect: not a panorama"
	picture n.png 320 600 transposed
	expect 1 pano2png --equirect n.png
	says "nor a tilt picture"
	expect 1 pano2png --equirect --kind pana n.png
	says "n.png: 600 by 320 pixels: the height is more than half of the width"
	absent n.equirect.png t.equirect.png
}

@test "outputs go where they are told" {
	picture p.png 320 650 transposed
	cp p.png q.PNG
	expect 0 pano2png -q p.png q.PNG
	silent
	cmp p.view.png q.view.png
	expect 1 pano2png -q p.png
	says "p.view.png: exists; -f overwrites it"
	expect 0 pano2png -q -o new/folder/ p.png
	cmp new/folder/p.view.png p.view.png
	"$EXHUME" pano2png -q -o - p.png | cmp - p.view.png
	"$EXHUME" pano2png -q -o - - <p.png | cmp - p.view.png
	expect 2 pano2png - <p.png
	expect 2 pano2png --json -o - p.png
	expect 2 pano2png --mouse 1,1 -o - p.png
	expect 2 pano2png --table - -o - p.png
	"$EXHUME" pano2png -q --table - p.png | pngcheck -q
	expect 1 pano2png -f --json -o out p.png missing.png
	is status "$(told '[.results[].status]')" '["ok","failed"]'
	is files "$(ls out)" p.view.png
}

@test "wrong use is told" {
	picture p.png 320 650 transposed
	expect 2 pano2png
	for bad in --angle=0 --angle=90 --angle=nan --angle=0x10 --angle= --linscale=-1 --linscale=inf \
		--linscale=1e9 --pos=1.5 --pos=2147483648 --pos=- --zeropoint=x --kind=round --game=zork \
		--time=40 --format=gif; do
		expect 2 pano2png "$bad" p.png
	done
	expect 2 pano2png --sweep 1-2 --equirect p.png
	expect 2 pano2png --sweep 1-2 --pos 3 p.png
	absent p.view.png
	expect 0 pano2png --pos -2147483648 p.png
	expect 0 pano2png -f --pos 2147483647 --angle +6e1 p.png
}

@test "a full disk and a bad picture are told" {
	picture p.png 320 650 transposed
	run --separate-stderr -- bash -c '"$0" pano2png -q -o - p.png >/dev/full' "$EXHUME"
	check_run 1 "a full disk"
	says "standard output: can't write: No space left on device"
	cut_to p.png 500
	expect 1 pano2png p.png
	says "p.png:0x"
	: >empty.tga
	expect 1 pano2png empty.tga
	absent p.view.png empty.view.png
	no_part_left
}

@test "a room of the samples" {
	need_game "$data/zvision"
	expect 0 pano2png --json --scr "$data/zvision/pana/gn10.scr" --pos 700 -o v.png \
		"$data/zvision/tgz/pana_nem.tga"
	is facts "$(told '.results[0] | [.kind, .width, .height, .angle == 60, .linscale == 1, .transposed]')" \
		'["pana",1440,320,true,true,true]'
	is size "$(size_of v.png)" 512x320
	# The hot spot of the script lies at 700,120; it is near the middle of the view.
	expect 0 pano2png -q --mouse 256,129 --pos 700 --scr "$data/zvision/pana/gn10.scr" \
		"$data/zvision/tgz/pana_nem.tga"
	is point "$output" 700,129
}
