#!/usr/bin/env bats
# exhume zfs-pack: archives of files made here, by hand and there and back.

load ../testdata/cli/helper

@test "an archive is as it would be by hand" {
	printf One >A.TXT
	printf Second >B.SCR
	: >C
	expect 0 zfs-pack --block 2 --key 010203ff -o out.zfs A.TXT B.SCR C
	silent
	{
		printf "ZFSF$(le32 1)$(le32 16)$(le32 2)$(le32 3)\x01\x02\x03\xff$(le32 28)$(le32 113)"
		printf "A.TXT\0\0\0\0\0\0\0\0\0\0\0$(le32 104)$(le32 0)$(le32 3)$(le32 0)$(le32 0)"
		printf "B.SCR\0\0\0\0\0\0\0\0\0\0\0$(le32 107)$(le32 1)$(le32 6)$(le32 0)$(le32 0)"
		printf 'NlfRg`\x90of' # One, Second
		printf "$(le32 0)"
		printf "C\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0$(le32 189)$(le32 2)$(le32 0)$(le32 0)$(le32 0)"
		head -c 36 /dev/zero
	} >hand.zfs
	cmp out.zfs hand.zfs
}

@test "what goes in comes out, for any sizes, keys and blocks" {
	mkdir in
	for ((i = 0; i < 60; i++)); do
		head -c $((i * i * 7 % 5000)) /dev/urandom >in/file$i.bin
	done
	head -c 3000001 /dev/urandom >in/large.bin
	for options in '' '--block 1' '--block 61' '--block 7 --key 5A10c377' \
		'--key 00000001 --tail words' '--block 65535'; do
		expect 0 zfs-pack -f $options -o x.zfs in
		rm -rf out
		expect 0 zfs-unpack $(grep -o -- '--tail words' <<<"$options") -j 3 -o out x.zfs
		silent
		same_tree in out
	done
	expect 0 zfs-pack --key 01020304 -o key.zfs in
	expect 0 zfs-unpack -o out2 key.zfs
	same_tree in out2
}

@test "the order, the key and all fields come from the manifest" {
	mkdir in
	for ((i = 20; i > 0; i--)); do echo "member $i" >in/m$i; done
	cd in
	expect 0 zfs-pack --block 3 --key deadbeef -o ../one.zfs m9 m20 m1 m3
	cd ..
	poke one.zfs $((32 + 28)) "$(le32 123456)$(le32 $((0x5A60)))"  # time and flags of m9
	poke one.zfs $((32 + 36 + 20)) "$(le32 4294967295)"   # id of m20
	poke one.zfs $((32 + 36 + 5)) 'junk'                  # behind the NUL
	expect 0 zfs-unpack --manifest -o out one.zfs
	silent
	expect 0 zfs-pack -o two.zfs out
	silent
	cmp one.zfs two.zfs
	echo new >out/a.new
	rm out/m1
	expect 0 zfs-pack -o three.zfs out
	says "out/m1: warning: missing, although zfs.json lists it: left out"
	expect 0 zfs-unpack --list --json three.zfs
	is members "$(jq -c '.results[0] | [.key, .entries_per_block, [.members[].name]]' <<<"$output")" \
		'["deadbeef",3,["m9","m20","m3","a.new"]]'
	expect 1 zfs-pack --strict -o four.zfs out
	absent four.zfs
	expect 0 zfs-pack -q --key 00000000 --block 9 -o five.zfs out
	expect 0 zfs-unpack --list --json five.zfs
	is header "$(jq -c '.results[0] | [.encrypted, .entries_per_block, .blocks]' <<<"$output")" '[false,9,1]'
}

@test "names of an archive that are no names of files come back" {
	{
		printf "ZFSF$(le32 1)$(le32 16)$(le32 4)$(le32 4)$(le32 0)$(le32 28)$(le32 0)"
		printf "../x\0\0\0\0\0\0\0\0\0\0\0\0$(le32 176)$(le32 0)$(le32 1)$(le32 0)$(le32 0)"
		printf "A\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0$(le32 177)$(le32 1)$(le32 1)$(le32 0)$(le32 0)"
		printf "a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0$(le32 178)$(le32 2)$(le32 0)$(le32 0)$(le32 0)"
		printf "\xe4\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0$(le32 178)$(le32 3)$(le32 1)$(le32 0)$(le32 0)"
		printf xyz
	} >odd.zfs
	expect 0 zfs-unpack -q --manifest odd.zfs
	is files "$(files_in odd.zfs.extracted | xargs)" "A _._x a~2 zfs.json ä_"
	expect 0 zfs-pack -o again.zfs odd.zfs.extracted
	says "a~2: warning: the previous member has the same name, as zfs.json says"
	cmp odd.zfs again.zfs
}

@test "folders are taken by their names, without hidden files and folders" {
	mkdir -p in/deep
	echo b >in/b
	echo a >in/a
	echo C >in/C
	echo x >in/.hidden
	expect 0 zfs-pack --json -o x.zfs in
	says "in/deep: warning: a subfolder, left out"
	is json "$(jq -c '.results[0] | [.output, .size, .key, .entries_per_block, .blocks, [.members[] | [.name, .input, .offset, .size]]]' <<<"$output")" \
		'["x.zfs",3638,"00000000",100,1,[["C","in/C",3632,2],["a","in/a",3634,2],["b","in/b",3636,2]]]'
}

@test "names that don't fit are refused, and nothing is written" {
	echo x >seventeen.letters
	echo x >'20€'
	echo x >a
	mkdir upper
	echo x >upper/A
	printf x >"$(printf 'bad\xff')"
	expect 1 zfs-pack -o x.zfs seventeen.letters '20€' a upper "$(printf 'bad\xff')"
	says "seventeen.letters: its name is longer than 16 characters" \
		"20€: its name has a character outside Latin-1, number 3" \
		"upper/A: a has the same name"
	absent x.zfs
	echo x >sixteen.letters!
	echo x >Äpfel
	expect 0 zfs-pack -o x.zfs sixteen.letters! Äpfel
	expect 0 zfs-unpack -o out x.zfs
	is files "$(files_in out | xargs)" "sixteen.letters! Äpfel"
	echo x >äpfel
	expect 1 zfs-pack -f -o x.zfs Äpfel äpfel
}

@test "what is no file, or too large, is refused" {
	mkfifo fifo
	echo a >a
	expect 1 zfs-pack -o x.zfs a fifo missing
	says "fifo: neither a file nor a folder" "missing: can't read"
	truncate -s 4G large
	expect 1 zfs-pack -o x.zfs a large
	says "large: 4 GiB or more"
	truncate -s 2G large
	cp --sparse=always large larger
	expect 1 zfs-pack -o x.zfs large larger
	says "x.zfs: the members take 4 GiB or more"
	expect 0 zfs-pack -o x.zfs a
	expect 1 zfs-pack -f -o x.zfs a x.zfs
	says "x.zfs: this is an input: choose another name for the output"
	expect 1 zfs-pack -o x.zfs a
	says "x.zfs: exists; -f overwrites it"
	mkdir other
	echo '{"format": "zfs", "members": []}' | tee other/zfs.json >zfs.json
	expect 1 zfs-pack -o y.zfs other .
	says "./zfs.json: a second manifest, after the one in other"
	absent y.zfs
	no_part_left
}

@test "manifests that are wrong are refused with their place" {
	mkdir in
	echo a >in/a
	try() {
		printf '%s' "$1" >in/zfs.json
		expect 1 zfs-pack -o x.zfs in
		says "in/zfs.json: $2"
		absent x.zfs
	}
	printf '{ "format": "zfs", "members": [ }' >in/zfs.json
	expect 1 zfs-pack -o x.zfs in
	says "in/zfs.json:" "line 1"
	try '[]' 'key "format": expected'
	try '{ "format": "egagrab", "members": [] }' 'key "format": expected'
	try '{ "format": "zfs" }' 'key "members": expected a list'
	try '{ "format": "zfs", "key": "12345", "members": [] }' 'key "key": expected 8 hexadecimal digits'
	try '{ "format": "zfs", "tail": "none", "members": [] }' 'key "tail": expected'
	try '{ "format": "zfs", "entries_per_block": 0, "members": [] }' 'key "entries_per_block": expected'
	try '{ "format": "zfs", "blocks": -1, "members": [] }' 'key "blocks": expected'
	try '{ "format": "zfs", "members": [ 1 ] }' 'member 0: expected an object'
	try '{ "format": "zfs", "members": [ { "file": "../a", "name": "a" } ] }' 'member 0: key "file": expected'
	try '{ "format": "zfs", "members": [ { "file": "..", "name": "a" } ] }' 'member 0: key "file": expected'
	try '{ "format": "zfs", "members": [ { "file": "a" } ] }' 'member 0: key "name": expected'
	try '{ "format": "zfs", "members": [ { "file": "a", "name": "" } ] }' 'member 0: an empty name'
	try '{ "format": "zfs", "members": [ { "file": "a", "name": "a", "stored_name": "00" } ] }' 'member 0: key "stored_name": expected'
	try '{ "format": "zfs", "members": [ { "file": "a", "name": "a", "id": 4294967296 } ] }' 'member 0: key "id": expected'
	echo '{ "format": "zfs", "members": [ { "file": "a", "name": "NEW" } ] }' >in/zfs.json
	expect 0 zfs-pack -o x.zfs in
	expect 0 zfs-unpack --list x.zfs
	prints "NEW "
}

@test "standard output and folders that are not there yet" {
	echo a >a
	"$EXHUME" zfs-pack -o - a >x.zfs
	expect 0 zfs-pack -o new/folder/y.zfs a
	cmp x.zfs new/folder/y.zfs
	"$EXHUME" zfs-pack -o - a | "$EXHUME" zfs-unpack -o out -
	cmp a out/a
	[ ! -e /dev/full ] && return
	run --separate-stderr -- bash -c '"$1" zfs-pack -o - a >/dev/full' - "$EXHUME"
	check_run 1 "a full disk"
	says "standard output: can't write"
}

@test "an empty folder makes an archive of nothing" {
	mkdir in
	expect 0 zfs-pack --block 1 -o x.zfs in
	is size "$(stat -c %s x.zfs)" 68
	expect 0 zfs-unpack --list x.zfs
	prints "0 members"
}

@test "wrong usage" {
	echo a >a
	expect 2 zfs-pack
	expect 2 zfs-pack a
	expect 2 zfs-pack -o '' a
	expect 2 zfs-pack -o x.zfs -
	expect 2 zfs-pack --json -o - a
	expect 2 zfs-pack --key 123 -o x.zfs a
	expect 2 zfs-pack --key 0x123456 -o x.zfs a
	expect 2 zfs-pack --tail none -o x.zfs a
	expect 2 zfs-pack --block 0 -o x.zfs a
	absent x.zfs
}
