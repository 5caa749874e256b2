#!/usr/bin/env bats
# exhume sci-unpack: games made here, byte by byte.

load ../testdata/cli/helper

# record TYPE NUMBER METHOD UNPACKED_SIZE PAYLOAD: PAYLOAD as for printf.
record() {
	local size
	size=$(printf "$5" | wc -c)
	printf "$(le16 $(($1 << 11 | $2)))$(le16 $((size + 4)))$(le16 "$4")$(le16 "$3")$5"
}

# entry TYPE NUMBER VOLUME OFFSET
entry() {
	printf "$(le16 $(($1 << 11 | $2)))$(le32 $(($3 << 26 | $4)))"
}

mark() {
	printf '\xff\xff\xff\xff\xff\xff'
}

# small FOLDER: view 3 (stored) and script 5 (LZW) in volume 1, text 1042 (Huffman) in 2;
# patch files of view 3 and vocab 0.
small() {
	mkdir "$1"
	{
		record 0 3 0 2 ab
		record 2 5 1 7 '\x41\x84\x08\x24\x18\x10'
	} >"$1/RESOURCE.001"
	record 3 1042 2 4 '\x04\x00\x00\x12\x41\x00\x00\x10\x42\x00\x4d\x0f\x00' >"$1/Resource.002"
	{ entry 0 3 1 0; entry 2 5 1 10; entry 3 1042 2 0; mark; } >"$1/resource.map"
	printf '\x80\0patched' >"$1/VIEW.003"
	printf '\x86\1!word' >"$1/vocab.000"
	echo nothing >"$1/README"
}

sha() {
	printf "$1" | sha256sum | cut -d ' ' -f 1
}

@test "resources are written as patch files, those that the game would use" {
	small game
	expect 0 sci-unpack -v game
	says "exhume sci-unpack: game: numbers above 999 need four digits, in the names of 1 of the files; the game itself looks for three"
	is files "$(files_in game.resources | xargs)" "script.005 text.1042 view.003 vocab.000"
	is stored "$(od -An -c game.resources/view.003 | xargs)" '200 0 p a t c h e d'
	is header "$(od -An -tx1 game.resources/vocab.000 | xargs)" '86 00 77 6f 72 64'
	is lzw "$(tail -c +3 game.resources/script.005)" ABABABA
	is huffman "$(tail -c +3 game.resources/text.1042)" ABAC
	expect 0 sci-unpack -q --volumes --bare -o out game
	silent
	is volumes "$(files_in out | xargs)" "script.005 text.1042 view.003"
	is bare "$(cat out/view.003 out/text.1042)" "abABAC"
}

@test "--list: a table for people, one for programs, JSON" {
	small game
	expect 0 sci-unpack --list game
	is table "$output" "type       no.  volume     offset    packed  unpacked  method     source
view         3       1  0x0000000         2         2  stored     map, overridden
script       5       1  0x000000A         6         7  lzw        map
text      1042       2  0x0000000        13         4  huffman    map
view         3       -  0x0000002         7         7  stored     VIEW.003
vocab        0       -  0x0000003         4         4  stored     vocab.000
5 resources, 24 bytes unpacked, layout sci0"
	expect 0 sci-unpack --list --format tsv game
	is tsv "$output" "#type	number	volume	offset	packed_size	unpacked_size	method	sha256	source	author_name
view	3	1	0	2	2	0	$(sha ab)	map	
script	5	1	10	6	7	1	$(sha ABABABA)	map	
text	1042	2	0	13	4	2	$(sha ABAC)	map	
view	3	0	2	7	7	0	$(sha patched)	patch	
vocab	0	0	3	4	4	0	$(sha word)	patch	"
	"$EXHUME" sci-unpack --format tsv -o list game/resource.map
	is file "$(cat list)" "$output"
	expect 0 sci-unpack --list --json game
	is json "$(command jq -c '. as {$format} | .results[0] | [$format, .layout, .resources[0], .resources[4].file, [.resources[] | .source]]' <<<"$output")" \
		'["sci-unpack","sci0",{"type":"view","number":3,"volume":1,"offset":0,"packed_size":2,"unpacked_size":2,"method":0,"packing":"stored","sha256":"'"$(sha ab)"'","source":"map","overridden":true,"whole":true},"game/vocab.000",["map","map","map","patch","patch"]]'
	expect 0 sci-unpack --json -o out game
	is outputs "$(jq -c '.results[0] | [.output, .status, [.resources[] | .output]]' <<<"$output")" \
		'["out","ok",["out/script.005","out/text.1042","out/view.003","out/vocab.000"]]'
}

@test "--type and --number choose, and add up" {
	small game
	expect 0 sci-unpack -q --type View --type text -o out game
	is types "$(files_in out | xargs)" "text.1042 view.003"
	expect 0 sci-unpack --format tsv --number 0-3 --number 7,1042- game
	is numbers "$(cut -f 1,2 <<<"$output" | tail -n +2 | tr '\t\n' '  ')" "view 3 text 1042 view 3 vocab 0 "
	expect 1 sci-unpack --format tsv --number 5 --type view game
	is none "${#lines[@]}" 1
	says "game: none of the 5 resources has such a type and number"
	says_not warning
	expect 2 sci-unpack --type viewer game
	says "--type viewer: expected view, pic"
	expect 2 sci-unpack --number 3-x game
}

@test "of several entries for a resource the first one counts" {
	small game
	record 0 3 0 2 cd >>game/RESOURCE.001
	{ entry 0 3 1 24; cat game/resource.map; } >map && mv map game/resource.map
	rm game/VIEW.003
	expect 0 sci-unpack -q --bare -o out game
	is first "$(cat out/view.003)" cd
	expect 0 sci-unpack --format tsv game
	is listed "$(grep -c ^view <<<"$output")" 2
	expect 0 sci-unpack --list --volumes game
	is once "$(grep -c ^view <<<"$output")" 1
	expect 0 sci-unpack --list game
	prints "view         3       1  0x0000000         2         2  stored     map, shadowed"
	expect 0 sci-unpack --list --json game
	is json "$(jq -c '.results[0] | [.resources[] | select(.type == "view") | [.offset, .shadowed]]' <<<"$output")" '[[24,null],[0,true]]'
	expect 0 sci-unpack --verify --containers game
	says "game/resource.map:0x6: warning: another entry for view.003, with different bytes: the first one is used"
	prints "game: 4 entries (1 shadowed), 4 records in 2 volumes, 1 patch file (0 override the map): no damage, 1 oddity"
	poke game/RESOURCE.001 32 ab
	expect 0 sci-unpack --strict --verify --containers -v game
	says "game/resource.map:0x6: another entry for view.003, with the same bytes"
}

@test "an entry that a patch file overrides must lead to its record" {
	small game
	record 0 4 0 2 cd >>game/RESOURCE.001
	{ entry 0 3 1 24; cat game/resource.map; } >map && mv map game/resource.map
	expect 1 extract -q -o out game
	says "game/resource.map:0x0: the entry is of view 3, which a patch file overrides, but leads to the record of view 4, which no entry has: that resource is lost, --rebuild-map finds it"
	is complete "$(jq .is_complete out/index.json)" false
	printf '\x80\0patched' >game/VIEW.004
	expect 0 sci-unpack -o found game
	says "game/resource.map:0x0: warning: the entry of view 3 leads to no record of it: a patch file overrides it, but another resource's entry may have become this one"
}

@test "several games get a folder each, and one that is none fails alone" {
	small a
	small b
	mkdir c
	expect 1 sci-unpack -q -o all a/ c missing b
	says "c: neither RESOURCE.MAP nor a patch file in this folder" "missing: expected the folder of a game"
	is folders "$(files_in all | cut -d / -f 1 | uniq -c | xargs)" "4 a 4 b"
	expect 0 sci-unpack --format tsv a b
	is heads "$(grep -c '^#' <<<"$output")" 2
	cd a
	expect 0 sci-unpack -q .
	[ -f ../a.resources/view.003 ]
}

@test "a folder of patch files alone, in SCI1's names, too" {
	mkdir game
	printf '\x80\0seven' >game/7.V56
	printf '\x82\0five' >game/script.005
	expect 0 sci-unpack game
	is files "$(files_in game.resources | xargs)" "script.005 view.007"
	expect 1 sci-unpack --manifest -o out game
	says "--manifest needs a map of SCI0's layout"
	absent out
}

@test "SCI1's layout: its index, its methods" {
	mkdir game
	# Views from 9 on: number 2000 in volume 1 at 0; texts from 15 on: 1 at 11.
	printf '\x80\x09\0\x83\x0f\0\xff\x15\0\xd0\x07\0\0\0\x10\1\0\x0b\0\0\x10' >game/RESOURCE.MAP
	# Stored; LZW1: codes 41, 42 and 101 of nine bits, the highest first.
	printf '\x80\xd0\x07\6\0\2\0\0\0ab\x83\1\0\x08\0\2\0\2\0\x20\x90\xa0\x20' >game/RESOURCE.001
	expect 0 sci-unpack --list --json game
	is json "$(jq -c '.results[0] | [.layout, [.resources[] | [.type, .number, .method, .packing, .whole]]]' <<<"$output")" \
		'["sci1",[["view",2000,0,"stored",true],["text",1,2,"lzw1",true]]]'
	expect 0 sci-unpack -q --bare -o out game
	is bytes "$(cat out/view.2000 out/text.001)" "abAB"
	poke game/RESOURCE.001 18 '\x12'
	expect 1 sci-unpack --list game
	says "text.001: packed by method 18 (dcl), which is unsupported"
	prints "dcl"
	# As another layout there is nothing that makes sense.
	expect 1 sci-unpack --layout sci0 --list game
	expect 2 sci-unpack --layout sci2 --list game
}

@test "what is left of damaged resources is written, and said" {
	small game
	rm game/VIEW.003
	poke game/RESOURCE.001 18 '\x41\x84\x08\xff\xff\xff' # the third code is none
	expect 1 sci-unpack -q --bare -o out game
	says "game/RESOURCE.001:0x1" "script.005: " "of 7 bytes saved"
	is size "$(stat -c %s out/script.005)" 7
	is other "$(cat out/view.003)" ab
	expect 1 sci-unpack -q --strict -o strict game
	is strict "$(files_in strict | xargs)" "text.1042 view.003 vocab.000"
	expect 1 sci-unpack --format tsv game
	is hash "$(grep ^script <<<"$output" | cut -f 5-9)" "6	7	1	-	map"
	expect 1 sci-unpack --list --json game
	is json "$(jq -c '.results[0] | .resources[1] | [.whole, .sha256]' <<<"$output")" '[false,null]'
}

@test "each kind of damage is told, with file and offset" {
	small good
	rm good/VIEW.003
	# damage FILE OFFSET BYTES MESSAGE
	damage() {
		rm -rf game out
		cp -r good game
		[ "$2" = cut ] && cut_to "game/$1" "$3" || poke "game/$1" "$2" "$3"
		expect 1 sci-unpack --verify game
		says "$4"
		expect 1 sci-unpack -q -o out game
		says "$4"
	}
	damage RESOURCE.001 0 '\4' 'game/RESOURCE.001:0x0: view.003: the record is of view 4, the map has view 3'
	damage RESOURCE.001 2 '\3' 'game/RESOURCE.001:0x2: view.003: packed size 3, expected at least 4'
	damage RESOURCE.001 4 '\3' 'game/RESOURCE.001:0x8: view.003: stored, but 2 bytes packed and 3 unpacked'
	damage RESOURCE.001 6 '\7' 'view.003: packed by method 7 (unknown), which is unsupported'
	damage RESOURCE.001 1 '\xf8' 'game/RESOURCE.001:0x0: view.003: a record of type 31, expected one below 18'
	damage RESOURCE.001 cut 20 'game/RESOURCE.001:0x14: script.005: '
	damage RESOURCE.001 cut 14 'game/RESOURCE.001:0xA: script.005: 4 bytes of a record'
	damage RESOURCE.001 cut 5 'script.005: a record at 0xA, the file has 5 bytes'
	damage Resource.002 8 '\0' 'text.1042: '
	damage resource.map 5 '\x0c' 'game/resource.map:0x0: view.003: it is in volume 3: no file RESOURCE.003'
	damage resource.map 1 '\xf8' 'game/resource.map:0x0: type 31, expected one below 18: entry left out'
	damage resource.map cut 10 'game/resource.map:0x6: an entry of 4 bytes, expected 6: left out'
	damage vocab.000 0 '\x81' 'game/vocab.000:0x0: vocab.000: a patch of type 1 (pic), expected 6 (vocab)'
	damage vocab.000 1 '\x20' 'game/vocab.000:0x1: vocab.000: 32 bytes of an extra header, the file has 5'
	damage vocab.000 cut 2 'vocab.000: 2 bytes, a patch file has at least 3'
}

@test "--verify tells of what hurts nobody, too" {
	small game
	expect 0 sci-unpack --verify --containers --strict game
	is line "$output" "game: 3 entries (0 shadowed), 3 records in 2 volumes, 2 patch files (1 override the map): no damage, 0 oddities"
	printf xyz >>game/resource.map
	{ record 4 9 0 1 s; printf '\1\2\3'; } >>game/Resource.002
	: >game/resource.009
	expect 0 sci-unpack --verify --containers game
	says "game/resource.map:0x18: warning: 3 bytes after the end mark, which no game reads" \
		"game/Resource.002:0x15: warning: a record of sound.009, 9 bytes, without an entry in the map" \
		"game/Resource.002:0x1E: warning: 3 bytes that belong to no record" \
		"game/resource.009: warning: a volume without an entry in the map"
	expect 1 sci-unpack --verify --containers --strict game
	expect 0 sci-unpack --verify --containers --json game
	is json "$(jq -c '.results[0] | [.entries, .shadowed, .patch_files, .overridden, .volumes, .records, .unnamed_records, .odd_bytes, .damaged_resources, (.warnings | length)]' <<<"$output")" \
		'[3,0,2,1,2,3,1,3,0,5]'
	cut_to game/resource.map 18
	expect 1 sci-unpack --verify --containers game
	says "game/resource.map:0x12: the map's end mark is missing"
	expect 0 sci-unpack --list game
	says "warning: no end mark"
}

@test "a map out of step with its volumes is one line, and --rebuild-map does without it" {
	cp -r "$archives/digger" game
	for n in 1 2; do { printf 'any junk' && cat "$archives/digger/RESOURCE.00$n"; } >game/RESOURCE.00$n; done
	expect 1 sci-unpack -o none game
	is lines "$(wc -l <<<"$stderr")" 1
	says "game/RESOURCE.MAP: out of step with the volumes: 31 of its 31 entries" "--rebuild-map"
	absent none
	expect 0 sci-unpack -q -o was "$archives/digger"
	expect 0 sci-unpack --rebuild-map -o new game
	same_tree was new
	# Some entries alone: the others are used.
	head -c 120 "$archives/digger/RESOURCE.MAP" | cat - <(tail -c +121 game/RESOURCE.MAP) >map
	cp "$archives/digger/RESOURCE.001" game
	cp map game/RESOURCE.MAP
	expect 1 sci-unpack -o some game
	is lines "$(wc -l <<<"$stderr")" 1
	[ "$(count_files some)" -gt 5 ]
	# No map, names in lower case, each resource in both volumes.
	rm game/RESOURCE.MAP
	cat "$archives/digger/RESOURCE.002" >>game/RESOURCE.001
	for n in 1 2; do mv game/RESOURCE.00$n game/resource.00$n; done
	expect 1 extract --dry-run game
	says "game/resource.001: its map, RESOURCE.MAP, is missing: --rebuild-map finds the resources without it"
	expect 0 extract -q --no-page --rebuild-map -o all game
	is assets "$(jq '.assets | length' all/index.json)" 31
	expect 0 build -o built all
	expect 0 sci-unpack -q -o again built
	same_tree was again
	expect 1 sci-unpack --rebuild-map -o none "$archives/sci0-sounds"
	says "--rebuild-map: no resource of SCI0 in it: there is no volume"
}

@test "resources and what is made of them do not collide" {
	cp -r "$archives/burrow" game
	expect 0 sci-unpack game
	expect 0 view2png game
	expect 0 sci-unpack --convert -f game
	is folders "$(ls | xargs)" "game game.extracted game.resources"
	rm -r game.*
	# The map stands for its folder.
	expect 0 sci-unpack game/RESOURCE.MAP
	expect 0 pic2png game/RESOURCE.MAP
	is folders "$(ls | xargs)" "game game.extracted game.resources"
	is game "$(ls game | xargs)" "RESOURCE.001 RESOURCE.002 RESOURCE.MAP"
	expect 1 text-dump game/RESOURCE.001
	says "game/RESOURCE.001: a volume of a game, of no use without its map: give the game's folder"
	is output "$output" ""
	expect 1 vocab-dump game/RESOURCE.001
	says "a volume of a game"
}

# spoil FILE: the game p of all that is in extracted, with 400 bytes of EE in one file
spoil() {
	rm -rf e p
	cp -r extracted e
	{ head -c 2 "extracted/$1"; yes $'\xee' | tr -d '\n' | head -c 400; } >"e/$1"
	tail -c +403 "extracted/$1" >>"e/$1"
	"$EXHUME" sci-pack -q -o p e
}

@test "--verify decodes each resource" {
	"$EXHUME" sci-unpack -q -o extracted "$archives/burrow"
	"$EXHUME" sci-unpack -q -f --type vocab --type script -o extracted "$archives/sci0"
	"$EXHUME" sci-pack -q -o whole extracted
	expect 0 sci-unpack --verify whole
	says
	# FILE MESSAGE
	while IFS='|' read -r file message; do
		spoil "$file"
		expect 1 sci-unpack --verify p
		says "$file$message"
		expect 0 sci-unpack --verify --containers p
	done <<-'EOF'
		view.001| can't be decoded: flags 0xee
		pic.001| can't be decoded: byte 0xEE where a command is expected
		font.000| can't be decoded: 61166 glyphs: expected 1 to 256
		sound.001| can't be decoded: a sound's first byte is 0xEE, expected 0 or 2
		vocab.900| can't be decoded: rule 0: symbols above 0xFFF
		script.000| can't be decoded: no section begins
		vocab.000|: word 0:
	EOF
	expect 2 sci-unpack --containers whole
	says "--containers goes with --verify"
}

@test "--verify fails where --convert does: in code, and without instruments" {
	"$EXHUME" sci-unpack -q --type script -o e "$archives/sci0"
	"$EXHUME" sci-pack -q --method stored -o p e
	expect 0 sci-unpack --verify p
	# Somewhere in its code, byte by byte: both say the same of each.
	for at in $(seq 8 6 200); do
		rm -rf q out
		cp -r p q
		poke q/RESOURCE.001 $at '\xff'
		run --separate-stderr -- "$EXHUME" sci-unpack --convert -q -o out q
		convert=$status
		run --separate-stderr -- "$EXHUME" sci-unpack --verify q
		is "status with a byte at $at" "$status" "$convert"
	done
	"$EXHUME" sci-unpack -q -o s "$archives/burrow"
	rm s/patch.003
	expect 1 sci-unpack --verify s
	says "s: sounds, but no patch.003, which has their instruments for AdLib"
	expect 0 sci-unpack --verify --containers s
}

@test "--verify tells of records that overlap, and of all damage at once" {
	small game
	# Script 5's record lies within that of view 3, which has grown.
	poke game/RESOURCE.001 2 '\x0a\0\x06'
	rm game/Resource.002
	poke game/vocab.000 0 '\x80'
	expect 1 sci-unpack --verify --containers game
	says "game/RESOURCE.001:0xA: script.005: the record begins within that of view.003, which is at 0x0" \
		"it is in volume 2: no file RESOURCE.002" "a patch of type 0 (view), expected 6 (vocab)"
	prints "3 errors, 2 resources damaged"
}

@test "a game cut anywhere is survived" {
	small whole
	for file in RESOURCE.001 Resource.002 resource.map VIEW.003 vocab.000; do
		for ((n = 0; n < $(stat -c %s "whole/$file"); n++)); do
			rm -rf game
			cp -r whole game
			head -c $n "whole/$file" >"game/$file"
			run --separate-stderr -- "$EXHUME" sci-unpack -f -o out game
			[ "$status" -le 1 ] || check_run 0 "$file cut to $n"
			run --separate-stderr -- "$EXHUME" sci-unpack --verify game
			# Only a patch file may be shorter.
			[[ "$status" = 1 || $n -gt 2 && $file = [Vv]* ]] ||
				check_run 1 "$file cut to $n"
		done
	done
	no_part_left
}

@test "a map that was made to fill memory is refused" {
	mkdir game
	record 0 0 1 65535 '\x41\x84' >game/resource.001
	for ((i = 0; i < 1100; i++)); do entry 0 $i 1 0; done >game/resource.map
	mark >>game/resource.map
	expect 1 sci-unpack --format tsv game
	says "72088500 bytes unpacked are declared, more than any game has: select some"
	expect 1 sci-unpack --format tsv --number 0 game
	says "view.000: "
}

@test "what exists is not touched without -f" {
	small game
	mkdir out
	echo mine >out/script.005
	remember out
	expect 1 sci-unpack -o out game
	says "out/script.005: exists; -f overwrites it"
	unchanged out
	expect 0 sci-unpack -q -f -o out game
	echo mine >folder
	expect 1 sci-unpack -q -o folder game
	is folder "$(cat folder)" mine
	no_part_left
}

@test "the result does not depend on -j" {
	small game
	expect 0 sci-unpack -q -j1 -o one game
	expect 0 sci-unpack -q -j8 -o eight game
	same_tree one eight
	poke game/RESOURCE.001 18 '\xff\xff'
	rm game/Resource.002
	expect 1 sci-unpack -j1 --format tsv game
	first=$output$stderr
	expect 1 sci-unpack -j8 --format tsv game
	is same "$output$stderr" "$first"
}

@test "wrong usage" {
	small game
	expect 2 sci-unpack
	expect 2 sci-unpack -
	expect 2 sci-unpack -o - game
	expect 2 sci-unpack -o '' game
	expect 2 sci-unpack --list --verify game
	expect 2 sci-unpack --list --manifest game
	expect 2 sci-unpack --verify --type view game
	expect 2 sci-unpack --manifest --number 3 game
	expect 2 sci-unpack --list --bare game
	expect 2 sci-unpack --format tsv --json game
	expect 2 sci-unpack --verify -o out game
	expect 2 sci-unpack --list -o out game game
	expect 1 sci-unpack game/README
	says "game/README: expected the folder of a game"
}

@test "what can't be written or read is told" {
	need_nobody
	small game
	expect 1 sci-unpack --list -o /dev/full game
	says "/dev/full"
	chmod 755 . && chmod -R a+rX game
	as_nobody "$EXHUME" sci-unpack -q -o out game
	check_run 1 "as nobody"
	absent out
	chmod 000 game/Resource.002
	as_nobody "$EXHUME" sci-unpack --list game
	check_run 1 "a volume that may not be read"
	says "Resource.002: can't open" "text.1042: it is in Resource.002, which can't be read"
	chmod 644 game/Resource.002
}

@test "the manual names all keys" {
	small game
	"$EXHUME" help sci-unpack >page
	for arguments in --list "--verify --containers" "-q -o out"; do
		expect 0 sci-unpack $arguments --json game
		for word in $(jq -r '.results[] | del(.input, .status, .warnings, .errors) | .. | objects | keys[]' <<<"$output" | sort -u); do
			grep -qw -- "$word" page || { echo "not in the manual: $word"; return 1; }
		done
	done
}

@test "help has no markup" {
	for command in sci-unpack sci-pack vocab-dump vocab-pack said-compile; do
		"$EXHUME" help $command >page
		if grep -nF -e '\|' -e ' ", " ' page; then return 1; fi
	done
}

@test "the real games: counts, hashes, patch files" {
	[ -d "$data/sci0" ] || skip "no real data"
	template=$data/sci0/companion-template redux=$data/sci0/template-redux
	expect 0 sci-unpack --verify --strict "$template" "$redux"
	prints "60 entries (0 shadowed), 60 records in 1 volume, 0 patch files (0 override the map): no damage" \
		"113 entries (0 shadowed), 113 records in 1 volume, 123 patch files (113 override the map): no damage"
	expect 0 sci-unpack --format tsv "$template"
	is types "$(tail -n +2 <<<"$output" | cut -f 1 | sort | uniq -c | xargs)" \
		"2 cursor 5 font 6 patch 2 pic 31 script 3 sound 2 view 9 vocab"
	is unpacked "$(awk -F '\t' '{ n += $6 } END { print n }' <<<"$output")" 109606
	is script "${lines[1]}" "script	0	1	0	2970	2970	0	$(tail -c +9 "$template/resource.001" | head -c 2970 | sha256sum | cut -d ' ' -f 1)	map	"
	expect 0 sci-unpack --format tsv "$redux"
	is rows "${#lines[@]}" 237
	# Ten resources are patch files' alone, 58 of the others differ.
	is differ "$(tail -n +2 <<<"$output" | cut -f 1,2,8 | sort -u | cut -f 1,2 | uniq -d | wc -l)" 58
	expect 0 sci-unpack -o out "$redux"
	is files "$(count_files out)" 123
	for file in out/*; do
		same=$(find "$redux" -iname "$(basename "$file")")
		cmp "$file" "$same"
	done
}

#
# --convert.
#

# listed_in INDEX: all that it lists, in order of names.
listed_in() {
	jq -r '.resources[] | .files[]?, .original // empty' "$1" | sort
}

@test "--convert makes of each type what its own command makes, and an index of all" {
	game=$EXHUME_TESTDATA/archives/burrow
	expect 0 sci-unpack --convert -o out "$game"
	is files "$(listed_in out/index.json)" "$(cd out && find . -type f ! -name index.json | cut -c 3- | sort)"
	is counts "$(command jq -c '.counts' out/index.json)" \
		'{"view":3,"pic":1,"text":1,"sound":3,"font":1,"cursor":2,"patch":1}'
	is resources "$(jq '.resources | length' out/index.json)" 12
	is failed "$(jq '[.resources[] | select(.error)] | length' out/index.json)" 0
	for command in view2png pic2png font2png cursor2png sci-snd2wav; do
		expect 0 $command -q -o alone "$game"
	done
	expect 0 sci-unpack --type patch -o alone "$game"
	expect 0 pic2png -q --format text -o alone "$game"
	expect 0 sci-snd2wav -q --format json -o alone "$game"
	expect 0 sci-unpack -q -o was "$game"
	for file in out/original/*; do cmp "$file" "was/${file##*/}"; done
	is originals "$(ls out/original | wc -l)" 11
	rm -r out/index.json out/text.000.tsv out/original
	diff -r out alone
}

@test "--convert: scripts become text and strings, vocabularies JSON and tables, which lead back" {
	game=$archives/digger
	expect 0 sci-unpack --convert --type script --type vocab -o out "$game"
	is files "$(listed_in out/index.json)" "$(cd out && find . -type f ! -name index.json | cut -c 3- | sort)"
	is failed "$(jq '[.resources[] | select(.error)] | length' out/index.json)" 0
	is name "$(jq -c '.resources[] | select(.name == "script.002") | [.author_name, .objects, .strings]' out/index.json)" \
		'["Garden",2,5]'
	"$EXHUME" sci-unpack -q -o raw "$game"
	for script in out/script.*.txt; do
		name=${script##*/}
		expect 0 sci-script --assemble "$script" -o made -f "$game"
		cmp made "raw/${name%.txt}"
	done
	for vocab in out/vocab.*.json; do
		name=${vocab##*/}
		expect 0 vocab-pack -f --patch -o made "$vocab"
		cmp made "raw/${name%.json}"
	done
	expect 0 sci-script --strings "$game" --script 2
	diff out/script.002.strings.tsv - <<<"$output"
	# Other resources, and unknown vocabularies, stay unchanged.
	mkdir odd
	printf '\x82\0no script' >odd/script.001
	printf '\x86\0\1' >odd/vocab.555
	expect 1 sci-unpack --convert -o odd.out odd
	says "odd/script.001"
	cmp odd/script.001 odd.out/script.001
	cmp odd/vocab.555 odd.out/vocab.555
}

@test "names of GAME.INI are in lists" {
	expect 0 sci-unpack --list "$archives/digger"
	[[ $output == *'  map  "Things of the garden"'* ]]
	expect 0 sci-unpack --list --format tsv "$archives/digger"
	grep -qP '^script\t10\t.*\tmap\tMine$' <<<"$output"
	expect 0 sci-unpack --list --json "$archives/digger"
	holds - '.results[0].resources | map(select(.author_name == "Mole")) | .[0].type == "view"' <<<"$output"
	cp -r "$archives/digger" game
	printf '[View]\nn0=\x1b[31mM\xfcll\n' >game/GAME.INI
	expect 0 sci-unpack --list game
	[[ $output == *'"[31mMüll"'* ]]
}

@test "--convert tells in JSON what the index has" {
	game=$EXHUME_TESTDATA/archives/burrow
	expect 0 sci-unpack --convert --json -o out "$game"
	jq -e --slurpfile index out/index.json '.results[0].resources == $index[0].resources' <<<"$output" >/dev/null
	is loops "$(jq '.resources[] | select(.name == "view.000") | .loops | length' out/index.json)" 6
}

@test "--convert of chosen types and numbers alone" {
	game=$EXHUME_TESTDATA/archives/burrow
	expect 0 sci-unpack --convert --type cursor --number 999 -o out "$game"
	is files "$(ls out | tr '\n' ' ')" "cursor.999.json cursor.999.png index.json original "
}

@test "--convert: what is damaged is told, and the rest is converted" {
	mkdir game
	"$EXHUME" sci-unpack -q -o game "$EXHUME_TESTDATA/archives/burrow"
	head -c 100 game/view.001 >short && mv short game/view.001
	head -c -1 game/pic.001 >short && mv short game/pic.001
	printf '\x87\0\0' >game/font.000
	rm game/patch.003
	expect 1 sci-unpack --convert -o out game
	says "game/view.001" "game/pic.001" "game/font.000:0x3: " "no patch.003"
	[ -s out/view.000/00-00.png ]
	[ -s out/pic.001.visual.png ]
	# Sounds stay as they are, and so does nothing else.
	cmp game/sound.000 out/sound.000
	[[ "$(jq -r '.resources[] | select(.name == "font.000") | .error' out/index.json)" == *[a-z]* ]]
	absent out/font.000.png
	absent out/font.000
	# With --strict nothing that was salvaged is written.
	expect 1 sci-unpack --convert --strict -o strict game
	absent strict/pic.001.visual.png
	[ -s strict/view.000/00-00.png ]
}

@test "--convert touches nothing that exists, unless told to" {
	game=$EXHUME_TESTDATA/archives/burrow
	mkdir -p out
	echo mine >out/pic.001.control.png
	expect 1 sci-unpack --convert -o out "$game"
	says "out/pic.001.control.png: exists"
	is files "$(ls out)" pic.001.control.png
	expect 0 sci-unpack --convert -f -o out "$game"
	pngcheck -q out/pic.001.control.png
	for option in --list --verify --manifest --bare --volumes; do
		expect 2 sci-unpack --convert $option "$game"
	done
}

@test "real data: both games become files, with the check sums that are known" {
	data=${EXHUME_DATA:-$EXHUME_TESTDATA/../../shared/data}/sci0
	[ -d "$data" ] || skip "no data"
	for game in companion-template template-redux; do
		expect 0 sci-unpack --convert -o $game "$data/$game"
		is files "$(listed_in $game/index.json)" "$(cd $game && find . -type f ! -name index.json | cut -c 3- | sort)"
	done
	is cels "$(ls companion-template/view.*/*.png | wc -l) $(ls template-redux/view.*/*.png | wc -l)" "27 33"
	is fonts "$(ls template-redux/font.*.png | wc -l)" 21
}

@test "a map without its entries, or some of them, is not taken for a whole one" {
	cp -r "$archives/digger" game
	chmod -R u+w game
	end='\377\377\377\377\377\377'
	printf "$end" | dd of=game/RESOURCE.MAP bs=1 seek=12 conv=notrunc status=none
	expect 0 sci-unpack -o out game
	says "game/RESOURCE.MAP:0x12: warning: 174 bytes follow the end mark after 2 entries" \
		"game/RESOURCE.001:0xAA6: warning: 5664 bytes follow the last resource of the map, and begin like one"
	printf "$end" >game/RESOURCE.MAP
	expect 1 sci-unpack --strict --list game
	says "game/RESOURCE.MAP:0x0: the map lists no resource of 2 volumes"
}
