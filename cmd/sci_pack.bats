#!/usr/bin/env bats
# exhume sci-pack: games of resources made here, by hand and there and back.

load ../testdata/cli/helper

# three FOLDER: patch files of view 3, script 5 and text 1042.
three() {
	mkdir "$1"
	printf '\x80\0ab' >"$1/VIEW.003"
	printf '\x82\2xxABABABA' >"$1/script.005"
	printf '\x83\0' >"$1/text.1042"
	echo nothing >"$1/README"
}

# plenty FOLDER: resources of all kinds of content.
plenty() {
	local i
	mkdir "$1"
	for ((i = 0; i < 40; i++)); do
		{ printf '\x80\0'; head -c $((i * i * 39 + 1)) /dev/urandom; } >"$1/view.$(printf %03d $i)"
		{ printf '\x82\0'; seq $((i * i * 3)); } >"$1/script.$(printf %03d $((i * 25)))"
		{ printf '\x81\0'; head -c $((i * 1600 + 1)) /dev/zero; } >"$1/pic.$(printf %03d $i)"
	done
	{ printf '\x86\0'; head -c 65535 /dev/zero; } >"$1/vocab.999"
	{ printf '\x87\0'; head -c 65531 /dev/urandom; } >"$1/font.2047"
}

@test "map and volume are as they would be by hand" {
	three in
	expect 0 sci-pack -o out in
	silent
	is files "$(files_in out | xargs)" "RESOURCE.001 RESOURCE.MAP"
	{
		printf '\3\0\6\0\2\0\0\0ab'
		printf '\5\x10\x0a\0\7\0\1\0\x41\x84\x08\x24\x18\x10'
		printf '\x12\x1c\4\0\0\0\0\0'
	} | cmp - out/RESOURCE.001
	printf '\3\0\0\0\0\4\5\x10\x0a\0\0\4\x12\x1c\x18\0\0\4\xff\xff\xff\xff\xff\xff' | cmp - out/RESOURCE.MAP
	expect 0 sci-unpack --verify --containers --strict out
	expect 0 sci-pack --method stored -o stored in/script.005 in/VIEW.003
	printf '\5\x10\x0b\0\7\0\0\0ABABABA\3\0\6\0\2\0\0\0ab' | cmp - stored/RESOURCE.001
	expect 0 sci-pack --method lzw -o lzw in
	is methods "$("$EXHUME" sci-unpack --format tsv lzw 2>/dev/null | tail -n +2 | cut -f 7 | xargs)" "1 1 1"
	expect 0 sci-pack --method huffman -o huffman in
	is methods "$("$EXHUME" sci-unpack --format tsv huffman 2>/dev/null | tail -n +2 | cut -f 7 | xargs)" "2 2 2"
}

@test "what goes in comes out, by any method, in any volumes" {
	plenty in
	for options in '' '--method lzw' '--method huffman' '--volume-size 70000' '--volume-size 65539 -j4'; do
		rm -rf game out
		# Packed random bytes may be too long for a record.
		if [[ $options == --method* ]]; then
			expect 1 sci-pack $options -o game in
			says "in/font.2047: number 2047 of 65531 bytes, "
			absent game
			continue
		fi
		expect 0 sci-pack $options -o game in
		silent
		expect 0 sci-unpack -q -o out game
		silent
		same_tree in out
		expect 0 sci-unpack --strict --verify --containers game
	done
	expect 0 sci-pack --volume-size 65539 -o again in
	same_tree game again
	[ -f game/RESOURCE.010 ]
	is sizes "$(find game -size +65539c)" ""
	rm in/font.2047 in/view.03[6-9]
	for method in lzw huffman; do
		expect 0 sci-pack --method $method -o $method in
		expect 0 sci-unpack -q -o $method.out $method
		same_tree in $method.out
	done
	expect 1 sci-pack --method stored -o stored in
	says "in/vocab.999: number 999 of 65535 bytes, 65535 packed: a record holds"
	absent stored
}

@test "nothing packed is ever larger than stored" {
	plenty in
	expect 0 sci-pack --json -o game in
	is larger "$(jq '.results[0] | [.resources[] | select(.packed_size > .unpacked_size)] | length' <<<"$output")" 0
	is stored "$(jq '.results[0] | [.resources[] | select(.type == "view" and .method == 0)] | length > 30' <<<"$output")" true
	is packed "$(jq '.results[0] | [.resources[] | select(.type == "pic" and .unpacked_size > 1000) | .packed_size * 9 < .unpacked_size] | all' <<<"$output")" true
}

@test "--json tells what was written" {
	three in
	expect 0 sci-pack --json -o out in
	is json "$(command jq -c '. as {$format} | .results[0] | [$format, .output, .files, .resources[1], [.resources[].offset]]' <<<"$output")" \
		'["sci-pack","out",[{"file":"out/RESOURCE.MAP","size":24},{"file":"out/RESOURCE.001","size":32}],{"type":"script","number":5,"input":"in/script.005","volume":1,"offset":10,"packed_size":6,"unpacked_size":7,"method":1,"packing":"lzw"},[0,10,24]]'
	"$EXHUME" help sci-pack >page
	for word in $(jq -r '.results[] | del(.input, .status, .warnings, .errors) | .. | objects | keys[]' <<<"$output" | sort -u); do
		grep -qw -- "$word" page || { echo "not in the manual: $word"; return 1; }
	done
}

@test "--bare takes what sci-unpack --bare wrote" {
	three in
	expect 0 sci-pack -o one in
	expect 0 sci-unpack -q --bare -o bare one
	expect 0 sci-pack --bare -o two bare
	same_tree one two
	expect 1 sci-pack -v -o three bare
	says "bare/view.003:0x2: 2 bytes, a patch file has at least 3" "with --bare, files have no header"
}

@test "what does not fit or is there twice is refused, and nothing is written" {
	three in
	printf '\x80\0other' >in/view.003
	expect 1 sci-pack -o out in
	says "in/view.003: view 3 is already in in/VIEW.003"
	expect 1 sci-pack -o out in/VIEW.003 in/view.003
	rm in/view.003
	printf '\x81\0xx' >in/view.004
	expect 1 sci-pack -o out in
	says "in/view.004:0x0: a patch of type 1 (pic), expected 0 (view)"
	rm in/view.004
	head -c 65538 /dev/zero | tr '\0' '\200' >in/view.005
	expect 1 sci-pack -o out --bare in
	says "in/view.005: a resource of 65538 bytes, a record has room for 65535"
	head -c 2000000 /dev/zero >in/view.005
	expect 1 sci-pack -o out --bare in
	says "in/view.005:0x100000: larger than the limit of 1 MiB"
	rm in/view.005
	expect 1 sci-pack -o out in in/README
	says "in/README: not the name of a resource, such as view.003"
	expect 1 sci-pack -o out in/3000.v56
	says "in/3000.v56: number 3000, a map can hold numbers below 2048"
	expect 1 sci-pack -o out in missing/view.009
	says "missing/view.009: can't open"
	mkdir empty
	expect 1 sci-pack -o out empty
	says "empty: no resource in this folder"
	head -c 3000 /dev/urandom >view.007
	expect 1 sci-pack --bare --volume-size 2000 -o out view.007
	says "view.007: a record of 3008 bytes, --volume-size allows 2000"
	absent out
	no_part_left
}

@test "files with numbers that no resource has are told of, not dropped" {
	three in
	printf '\x80\0x' | tee in/view.2048 >in/View.99999
	printf '\x80\0x' | tee in/view.1 in/view.bak in/myview.1 >in/view.1.old
	expect 1 sci-pack -o out in
	absent out
	says "in/view.2048: number 2048, a map can hold numbers below 2048" \
		"in/View.99999: number 99999, a map can hold numbers" \
		"in/view.1: names of resources have at least three digits, such as view.003"
	says_not myview bak view.1.old
	expect 1 sci-pack -o out in/view.2048 in/view.1
	says "in/view.2048: number 2048, a map can hold" "in/view.1: names of resources have at least three digits"
	# Files that a manifest lists may have any names.
	rm in/view.2048 in/View.99999 in/view.1
	expect 0 sci-pack -o game in
	expect 0 sci-unpack -q --manifest -o work game
	mv work/view.003 work/view.1
	sed -i 's/view.003/view.1/' work/sci.json
	expect 0 sci-pack -v -o new work
	says ": new: 3 records in 1 volume"
	same_tree game new
	expect 0 sci-pack -v -o one in/VIEW.003
	says "one: 1 record in 1 volume"
}

@test "more volumes than a map can tell" {
	mkdir in
	for ((i = 0; i < 63; i++)); do head -c 1000 /dev/urandom >in/view.$(printf %03d $i); done
	expect 1 sci-pack --bare --volume-size 1024 -o out in
	says "more than 62 volumes"
	absent out
	rm in/view.062
	expect 0 sci-pack --bare --volume-size 1024 -o out in
	expect 0 sci-unpack --strict --verify --containers out
	prints "62 records in 62 volumes"
}

@test "what exists is not touched without -f, whatever the case of its name" {
	three in
	mkdir out
	echo mine >out/resource.map
	remember out
	expect 1 sci-pack -o out in
	says "out/resource.map: exists; -f overwrites it"
	unchanged out
	echo old >out/resource.002
	expect 0 sci-pack -f -o out in
	says "out/resource.002: warning: a volume of another game; not changed"
	is files "$(files_in out | xargs)" "RESOURCE.001 resource.002 resource.map"
	echo mine >file
	expect 1 sci-pack -o file in
	is file "$(cat file)" mine
	no_part_left
}

@test "a game's own folder: the loose files, and it is said" {
	three game
	expect 0 sci-pack -o game game
	expect 0 sci-pack -o out game
	says "game/RESOURCE.MAP: warning: the map of a game: only the loose files are packed"
	cmp out/RESOURCE.001 game/RESOURCE.001
	expect 1 sci-pack --strict -o strict game
	absent strict
}

# odd FOLDER: a game as packers would not make one: lower-case names, junk in between and
# behind, an end mark with bytes behind, shadowed entries, one that leads nowhere, one into a
# record, a volume that is missing, packed in another way than ours.
odd() {
	mkdir "$1"
	{
		printf 'junk'
		printf '\3\0\6\0\2\0\0\0ab'
		printf '\3\0\6\0\2\0\0\0cd'
		printf '\5\x10\x0b\0\7\0\1\0\x00\x83\x08\x11\x48\x30\x20' # with a reset in front
		printf '\7\x10\6\0\3\0\0\0xy' # sizes that differ
		printf 'tail'
	} >"$1/resource.001"
	printf '\2\x18\5\0\1\0\0\0t' >"$1/Resource.000"
	{
		printf '\2\x18\0\0\0\0'
		printf '\3\0\x0e\0\0\4\3\0\4\0\0\4'
		printf '\5\x10\x18\0\0\4\7\x10\x27\0\0\4'
		printf '\1\0\x10\0\0\4\2\0\0\1\0\4\4\0\0\0\0\x14'
		printf '\xff\xff\xff\xff\xff\xffbehind'
	} >"$1/resource.map"
	printf '\x80\0patch' >"$1/view.003"
}

@test "by the manifest the same map and volumes are made, to the byte" {
	odd game
	expect 1 sci-unpack --manifest -o work game
	says_not "laid out"
	# A damaged resource is in the manifest as it is.
	says "script.007: stored, but 2 bytes packed and 3 unpacked"
	is files "$(files_in work | xargs)" "sci.json script.005 text.002 view.003"
	is counts "$(tail -c 2 work/view.003)" cd
	holds work/sci.json '.format == "sci" and .map.behind == "626568696e64" and .volumes[1].pieces[0] == { bytes: "6a756e6b03000600020000006162" }'
	holds work/sci.json '[.volumes[].pieces[] | select(.packed) | .file] == ["script.005"]'
	expect 0 sci-pack -o new work
	silent
	rm game/view.003
	same_tree game new
	expect 0 sci-pack -f -j3 -o new work
	same_tree game new
}

@test "a map without its volume, and entries that can't be written" {
	three in
	expect 0 sci-pack -o game in
	rm game/RESOURCE.001
	expect 1 sci-unpack --manifest -o work game
	says "it is in volume 1: no file RESOURCE.001"
	says_not "laid out"
	expect 0 sci-pack -o new work
	same_tree game new
	poke game/RESOURCE.MAP 5 '\xfc' # volume 63
	expect 1 sci-unpack -f --manifest -o work game
	says "warning: its layout is not supported by sci-pack"
	expect 0 sci-pack -f -o new work
	is size "$(stat -c %s new/RESOURCE.MAP)" 18
}

@test "volumes that no entry leads to are kept to the byte" {
	three in
	expect 0 sci-pack -o game in
	printf 'left \0\xff over' >game/RESOURCE.002
	: >game/resource.007
	expect 0 sci-unpack -q --manifest -o out game
	silent
	holds out/sci.json '.volumes[1] | .number == 2 and .pieces == [{bytes: "6c6566742000ff206f766572"}]'
	expect 0 sci-pack -o new out
	silent
	same_tree new game
	# 63 is the volume of the end mark.
	mv game/RESOURCE.002 game/RESOURCE.063
	expect 0 sci-unpack --manifest -o further game
	says "game/RESOURCE.063: warning: a volume number that sci-pack does not support: not in sci.json"
}

@test "what can't be read of a volume that no entry leads to is no volume of nothing" {
	need_nobody
	three in
	expect 0 sci-pack -o game in
	echo left >game/RESOURCE.002
	chmod 755 . && chmod -R a+rX game && chmod 0 game/RESOURCE.002
	mkdir out && chmod 777 out
	as_nobody "$EXHUME" sci-unpack --manifest -o out game
	check_run 1 "as nobody"
	holds out/sci.json '.volumes | length == 1'
}

@test "a map without its end mark is made without it again" {
	three in
	expect 0 sci-pack -o game in
	cut_to game/RESOURCE.MAP 18
	expect 0 sci-unpack -q --manifest -o work game
	holds work/sci.json '.map.end_mark == false'
	expect 0 sci-pack -o new work
	same_tree game new
}

@test "changed, new and missing files of a manifest" {
	odd game
	expect 1 sci-unpack --manifest -o work game
	printf '\x80\0changed, and longer' >work/view.003
	printf '\x88\0new' >work/cursor.001
	rm work/text.002
	expect 0 sci-pack -o new work
	says "work/text.002: warning: missing, although sci.json lists it: left out"
	expect 1 sci-unpack --bare -q -o out new
	is changed "$(cat out/view.003)" "changed, and longer"
	is same "$(cat out/script.005)" ABABABA
	is new "$(cat out/cursor.001)" new
	absent out/text.002
	expect 1 sci-unpack --format tsv new
	is first "$(sed -n 2p <<<"$output" | cut -f 1,2)" "cursor	1"
	# Shadowed as before, in its new place.
	expect 1 sci-unpack --list new
	is shadowed "$(grep -c shadowed <<<"$output")" 1
	expect 1 sci-pack --strict -o strict work
	absent strict
}

@test "options count more than the manifest" {
	three in
	expect 0 sci-pack -o game in
	expect 0 sci-unpack -q --manifest -o work game
	expect 0 sci-pack --method stored -o stored work
	expect 0 sci-pack --method stored -o direct in
	same_tree stored direct
	expect 1 sci-pack --volume-size 5000 -o out work
	says "work: sci.json lists the volumes"
	printf '\x81\0pic' >pic.001
	expect 0 sci-pack -o more work pic.001
	expect 1 sci-pack -o out pic.001 work
	says "work/sci.json: only the first input may be a folder with a manifest"
	absent out
}

@test "a manifest that is none is refused, and tells where" {
	three in
	expect 0 sci-pack -o game in
	expect 0 sci-unpack -q --manifest -o work game
	cp work/sci.json good.json
	# wrong JQ_CHANGE MESSAGE
	wrong() {
		jq "$1" good.json >work/sci.json
		expect 1 sci-pack -o out work
		says "$2"
		absent out
	}
	wrong '.format = "zfs"' 'work/sci.json: key "format": expected "sci", as written by sci-unpack'
	wrong '.volumes = 3' 'work/sci.json: key "volumes": expected a list'
	wrong '.volumes[0].number = 63' 'work/sci.json: volume 0: key "number": expected a number from 0 to 62'
	wrong '.volumes[1] = .volumes[0]' 'work/sci.json: volume 1: key "number": expected a number that no other volume has'
	wrong '.volumes[0].name = "../x"' 'work/sci.json: volume 0: key "name": expected the name of a file, without folders'
	wrong '.volumes[0].pieces[1].file = "/etc/passwd"' 'work/sci.json: volume 0: piece 1: key "file": expected the name of a file'
	wrong '.volumes[0].pieces[1].type = "viewer"' 'work/sci.json: volume 0: piece 1: key "type": expected a resource type'
	wrong '.volumes[0].pieces[1].number = 2048' 'work/sci.json: volume 0: piece 1: key "number": expected a number from 0 to 2047'
	wrong '.volumes[0].pieces[1].method = "zip"' 'work/sci.json: volume 0: piece 1: key "method": expected "stored"'
	wrong '.volumes[0].pieces[1].sha256 = "00"' 'work/sci.json: volume 0: piece 1: key "sha256": expected 64'
	wrong '.volumes[0].pieces[1].packed = "0"' 'work/sci.json: volume 0: piece 1: key "packed": expected pairs'
	wrong '.volumes[0].pieces[1] |= (.packed = "00" | del(.sha256))' 'work/sci.json: volume 0: piece 1: key "packed": expected keys'
	wrong '.volumes[0].pieces[2] = 7' 'work/sci.json: volume 0: piece 2: expected an object'
	wrong 'del(.map)' 'work/sci.json: key "map": expected an object'
	wrong '.map.name = "resource.001" | .volumes[0].name = "resource.001"' 'out/resource.001: two output files have this name'
	wrong '.map.end_mark = 1' 'work/sci.json: map: key "end_mark": expected true or false'
	wrong '.map.entries[0].piece = 3' 'work/sci.json: map: entries: entry 0: key "piece": expected a number below that of the volume'
	wrong '.map.entries[0].volume = 2' 'work/sci.json: map: entries: entry 0: key "volume": expected a volume that has pieces'
	wrong 'del(.map.entries[0].piece)' 'work/sci.json: map: entries: entry 0: key "offset": expected a place in the volume'
	wrong '.map.entries[2].offset = 67108864' 'work/sci.json: map: entries: entry 2: key "offset"'
	wrong '.map.entries[2].offset = 67108863' 'out/RESOURCE.MAP: type '
	echo '{' >work/sci.json
	expect 1 sci-pack -o out work
}

# resources GAME OUT: all that it would use, as files.
resources() {
	rm -rf "$2"
	"$EXHUME" sci-unpack -q -o "$2" "$1"
}

# convert GAME: into the folder c; the resources as they were into was.
convert() {
	rm -rf c
	"$EXHUME" sci-unpack --convert -q -o c "$1"
	resources "$1" was
}

# repacked: c is packed, and has the same resources as before.
# repacked [WARNING]: the same resources come of it, without another word
repacked() {
	expect 0 sci-pack -f -o new c
	if [ $# = 0 ]; then silent; else says "$1"; fi
	resources new now
	same_tree was now
}

@test "a converted game becomes the same resources again, without the game" {
	for name in burrow sci0; do
		cp -r "$EXHUME_TESTDATA/archives/$name" game
		convert game
		rm -rf game new
		repacked
		expect 0 sci-pack -j 1 -f -o one c
		same_tree one new
	done
	# sci-pack alone says what there is.
	expect 0 sci-pack -f --json -o new c
	holds <(echo "$output") '.results[0].resources | length == '$(ls was | wc -l)
}

@test "what was edited goes through the packer of its type" {
	convert "$EXHUME_TESTDATA/archives/burrow"
	# Line ends and spaces: all is read again, and is the same.
	# Digital samples are not in the JSON of a sound.
	for file in $(grep -l '"first_byte": 0' c/sound.*.json) c/view.*/manifest.json c/font.*.json c/cursor.*.json c/pic.*.txt c/text.*.tsv; do
		echo >>"$file"
	done
	repacked
	# BDF instead of the sheet, CUR instead of PNG.
	convert "$EXHUME_TESTDATA/archives/burrow"
	for file in c/font.*.bdf; do echo >>"$file"; done
	for file in was/cursor.*; do expect 0 cursor2png --format cur -o c/ "$file"; done
	repacked
	convert "$EXHUME_TESTDATA/archives/sci0"
	for file in c/script.*[0-9].txt c/vocab.*.json; do
		echo >>"$file"
	done
	repacked 'first: 4 "Print" is Clone'
	# A string of a script, a word, a string of a text.
	convert "$EXHUME_TESTDATA/archives/sci0"
	script=$(ls c/script.*.strings.tsv | head -n 1)
	name=$(basename "$script" .strings.tsv)
	text=$(tail -n +2 "$script" | awk -F '\t' '$5 != "name" && length($NF) > 3 { print $NF; exit }')
	sed "s/\t$text\$/\t$text!/" "$script" >edited
	mv edited "$script"
	expect 0 sci-pack -f -o new c
	resources new now
	is changed "$(diff -rq was now | cut -d ' ' -f 2)" "was/$name"
	grep -qF "$text!" "now/$name"
}

@test "files of new resources, resources in place of what was made of them" {
	convert "$EXHUME_TESTDATA/archives/burrow"
	text=$(ls c/text.*.tsv)
	number=$(sed -n 2p "$text" | cut -f 2)
	sed "s/^text\t$number\t/text\t777\t/" "$text" >c/text.777.tsv
	cp -r c/view.001 c/view.778
	cp was/cursor.* c
	printf '\x81\0\xff' >c/pic.001
	expect 0 sci-pack -o new c
	resources new now
	cmp now/text.777 was/text.$(printf %03d "$number")
	cmp now/view.778 was/view.001
	is pic "$(od -An -tx1 now/pic.001 | xargs)" "81 00 ff"
	echo >>c/pic.001.txt
	expect 1 sci-pack -f -o new c
	says "were both edited, and a pic is made of one of them: undo one"
}

@test "an edited picture of a pic, or of its priorities, is traced" {
	convert "$EXHUME_TESTDATA/archives/burrow"
	for map in visual priority control; do cp c/pic.001.$map.png .; done
	"$EXHUME" pic2png -q --pack --bare -o bare pic.001.visual.png
	{ printf '\xf1\xf2\x09\xf6\x00\x20\x20\x00\x90\x50\xff'; } >line
	{ head -c -1 bare; cat line; } >changed
	"$EXHUME" pic2png -q -f -o c/pic.001.priority.png --screens priority changed
	expect 0 sci-pack -o new c
	resources new now
	expect 0 pic2png -o after now/pic.001
	same_pixels after/pic.001.priority.png c/pic.001.priority.png
	same_pixels after/pic.001.visual.png pic.001.visual.png
	same_pixels after/pic.001.control.png pic.001.control.png
}

@test "what is left out of a pack is an error, with --partial a warning" {
	# left MESSAGE
	left() {
		expect 1 sci-pack -o new c
		says "$1" "; with --partial it is left out"
		absent new
		expect 0 sci-pack --partial -o new c
		says "${1%%: *}: warning: ${1#*: }" ": left out"
		resources new now
		rm -r new
		expect 1 sci-pack --strict --partial -o new c
		absent new
	}
	convert "$EXHUME_TESTDATA/archives/burrow"
	echo >>c/sound.001.wav
	left "c/sound.001.wav: edited, but no packer reads it: edit sound.001.json, from which a sound is made"
	same_tree was now
	convert "$EXHUME_TESTDATA/archives/burrow"
	echo >c/pic.001.svg
	left "c/pic.001.svg: new, but no packer reads it: edit pic.001.txt, from which a pic is made"
	same_tree was now
	convert "$EXHUME_TESTDATA/archives/burrow"
	rm c/pic.001.*
	left "c/pic.001.txt: missing, although index.json lists it"
	rm was/pic.001
	same_tree was now
	# Without the index nobody knows of what these were made.
	convert "$EXHUME_TESTDATA/archives/burrow"
	rm c/index.json
	left "c/view.001: made of a resource, in a folder without the index of sci-unpack --convert"
	is packed "$(ls now)" patch.003
	# Files that belong to no resource do not matter.
	echo "to do" >c/notes.txt
	mkdir c/old
	left "c/pic.001.txt: made of a resource"
	says_not notes.txt
}

@test "originals and an index that are none" {
	convert "$EXHUME_TESTDATA/archives/burrow"
	echo >>c/original/pic.001
	expect 1 sci-pack -o new c
	says "c/original/pic.001: not the original resource any more"
	rm c/original/pic.001
	expect 1 sci-pack -o new c
	says "c/original/pic.001: "
	cp c/index.json good.json
	# wrong JQ_CHANGE MESSAGE
	wrong() {
		jq "$1" good.json >c/index.json
		expect 1 sci-pack -o new c
		says "$2"
		absent new
	}
	wrong '.resources[1].name = "../view.001"' 'index.json: resource 1: key "name": expected that of a resource'
	wrong '.resources[1] = .resources[0]' 'index.json: resource 1: key "name": expected that of a resource, each once'
	wrong 'del(.resources[0].sha256)' 'it has no hashes: convert the game again'
	wrong '.resources[0].files_sha256 = []' 'it has no hashes: convert the game again'
	wrong '.resources[0].original = "../x"' 'key "original": expected the name of a file in the folder'
	wrong '.resources[0].files[0] = "/etc/passwd"' 'key "files": expected names of its files in the folder'
}

@test "wrong usage" {
	three in
	expect 2 sci-pack
	expect 2 sci-pack in
	expect 2 sci-pack -o out
	expect 2 sci-pack -o - in
	expect 2 sci-pack -o out -
	expect 2 sci-pack --method zip -o out in
	expect 2 sci-pack --volume-size 100 -o out in
	absent out
}

@test "a folder that can't be written to" {
	need_nobody
	three in
	chmod 755 . && chmod -R a+rX in
	as_nobody "$EXHUME" sci-pack -o out in
	check_run 1 "as nobody"
	absent out
	expect 1 sci-pack -f -o /dev/full in
}

@test "the real games: there and back" {
	[ -d "$data/sci0" ] || skip "no real data"
	for map in "$data"/sci0/*/resource.map; do
		game=$(dirname "$map") name=$(basename "$(dirname "$map")")
		expect 0 sci-unpack --manifest -o "$name" "$game"
		silent
		expect 0 sci-pack -o "$name.new" "$name"
		silent
		is files "$(count_files "$name.new")" 2
		cmp "$name.new/resource.map" "$game/resource.map"
		cmp "$name.new/resource.001" "$game/resource.001"
		expect 0 sci-unpack -o "$name.files" "$game"
		expect 0 sci-pack -o "$name.packed" "$name.files"
		expect 0 sci-unpack --strict --verify "$name.packed"
		expect 0 sci-unpack -o "$name.again" "$name.packed"
		same_tree "$name.files" "$name.again"
	done
}

@test "sci-unpack --convert keeps the encoding for sci-pack" {
	expect 0 sci-unpack --convert --encoding cp866 -o work "$archives/digger"
	sed 's/A fossil/Жук fossil/' work/text.003.tsv >edited
	mv edited work/text.003.tsv
	expect 0 sci-pack -o new/ work
	expect 0 text-dump --encoding cp866 --number 3 --type text new
	is text "$output" "text.003:0: Жук fossil of a mole! It smiles."
	sed 's/"encoding": "cp866"/"encoding": "martian"/' work/index.json >edited
	mv edited work/index.json
	expect 1 sci-pack -o other/ work
	says 'index.json: key "encoding": the system does not know the encoding martian'
}
