#!/usr/bin/env bats
# exhume zfs-unpack: archives made here, byte by byte.

load ../testdata/cli/helper

# entry NAME OFFSET SIZE [TIME [FLAGS]]: NAME as for printf.
entry() {
	printf -- "$1" >name
	cat name
	head -c $((16 - $(stat -c %s name))) /dev/zero
	printf "$(le32 "$2")$(le32 0)$(le32 "$3")$(le32 "${4:-0}")$(le32 "${5:-0}")"
}

# header PER_BLOCK FILES [KEY]
header() {
	printf "ZFSF$(le32 1)$(le32 16)$(le32 "$1")$(le32 "$2")${3:-$(le32 0)}$(le32 28)"
}

# small: "One" in A.TXT, "Second" in B.SCR, nothing in C; two entries a block.
small() {
	header 2 3
	printf "$(le32 113)"
	entry A.TXT 104 3 77
	entry B.SCR 107 6
	printf 'OneSecond'
	printf "$(le32 0)"
	entry C 189 0
	head -c 36 /dev/zero
}

# with_names NAME...: members of a byte each, all of them the archive's first.
with_names() {
	local name
	header $# $#
	printf "$(le32 0)"
	for name; do entry "$name" 0 1; done
}

@test "members are written as they are" {
	small >small.zfs
	expect 0 zfs-unpack small.zfs
	silent
	is files "$(files_in small.zfs.extracted | xargs)" "A.TXT B.SCR C"
	is one "$(cat small.zfs.extracted/A.TXT)" One
	is second "$(cat small.zfs.extracted/B.SCR)" Second
	is size "$(stat -c %s small.zfs.extracted/C)" 0
}

@test "a member of several pieces is written as it is, to its last byte" {
	seq 400000 >long
	{
		header 1 1
		printf "$(le32 0)"
		entry LONG 68 "$(stat -c %s long)"
		cat long
	} >long.zfs
	expect 0 zfs-unpack long.zfs
	silent
	cmp long.zfs.extracted/LONG long
}

@test "the key turns members, not the directory; --tail leaves the last bytes" {
	{
		header 1 1 '\x01\x02\x03\x80'
		printf "$(le32 0)"
		entry M 68 6
		printf '\x62\x62\x62\xe1\x62\x62'
	} >crypt.zfs
	expect 0 zfs-unpack crypt.zfs
	is bytes "$(cat crypt.zfs.extracted/M)" 'c`aac`'
	expect 0 zfs-unpack --tail words -o words crypt.zfs
	is words "$(cat words/M)" 'c`aabb'
	expect 0 zfs-unpack --list crypt.zfs
	prints "1 member, 6 bytes, key 01020380"
	expect 2 zfs-unpack --tail none crypt.zfs
}

@test "--list is a table, --json tells all" {
	small >small.zfs
	expect 0 zfs-unpack --list small.zfs
	is table "$output" "name                   size  offset      time (UTC)
A.TXT                     3  0x00000068  1970-01-01 00:01:17
B.SCR                     6  0x0000006B  -
C                         0  0x000000BD  -
3 members, 9 bytes, not encrypted"
	absent small.zfs.extracted
	expect 0 zfs-unpack --list --json small.zfs
	is json "$(jq -c '.results[0] | [.encrypted, .key, .entries_per_block, .blocks, .declared, .status, [.members[] | [.index, .name, .file, .offset, .size, .time, .output]]]' <<<"$output")" \
		'[false,"00000000",2,2,3,"ok",[[0,"A.TXT","A.TXT",104,3,77,null],[1,"B.SCR","B.SCR",107,6,0,null],[2,"C","C",189,0,0,null]]]'
	expect 0 zfs-unpack --json -o out small.zfs
	is outputs "$(jq -c '[.format, .results[0].output, [.results[0].members[].output]]' <<<"$output")" \
		'["zfs-unpack","out",["out/A.TXT","out/B.SCR","out/C"]]'
}

@test "--only and --exclude choose, in any case" {
	small >small.zfs
	expect 0 zfs-unpack --only '*.txt' --only c -o some small.zfs
	is some "$(files_in some | xargs)" "A.TXT C"
	expect 0 zfs-unpack --exclude '?.?*' -o few small.zfs
	is few "$(files_in few | xargs)" C
	expect 0 zfs-unpack --list --only '*.*' --exclude 'a*' small.zfs
	is lines "${#lines[@]}" 3
	expect 1 zfs-unpack --only nothing -o none small.zfs
	says "small.zfs: none of the 3 members has such a name"
	says_not warning
	is none "$(files_in none)" ""
	# At least one of several archives must have it.
	small >other.zfs
	printf 'one' >D.TXT
	expect 0 zfs-pack -o more.zfs D.TXT
	expect 0 zfs-unpack --only d.txt -o several small.zfs more.zfs other.zfs
	says "other.zfs: warning: none of the 3 members has such a name"
	is files "$(files_in several | xargs)" more.zfs/D.TXT
	expect 1 zfs-unpack -q --only nothing -o nowhere small.zfs other.zfs
	is words "$stderr" "exhume zfs-unpack: no input has what was selected"
}

@test "several archives get a folder each, and one that is bad fails alone" {
	small >a.zfs
	small >b.zfs
	echo nothing >c.zfs
	expect 1 zfs-unpack -o all a.zfs c.zfs missing.zfs b.zfs
	says "c.zfs:0x0: not a ZFS archive: expected ZFSF" "missing.zfs: can't open"
	is all "$(files_in all | xargs)" "a.zfs/A.TXT a.zfs/B.SCR a.zfs/C b.zfs/A.TXT b.zfs/B.SCR b.zfs/C"
	expect 1 zfs-unpack .
	says ".: a folder, expected a file"
}

@test "standard input may be a file or a pipe" {
	small >small.zfs
	expect 0 zfs-unpack -o want small.zfs
	"$EXHUME" zfs-unpack -o file - <small.zfs
	cat small.zfs | "$EXHUME" zfs-unpack -o pipe -
	{ head -c 5 small.zfs >/dev/null; cat small.zfs; } | "$EXHUME" zfs-unpack -j 4 -o rest -
	same_tree want file
	same_tree want pipe
	same_tree want rest
	mkfifo fifo
	cat small.zfs >fifo &
	expect 0 zfs-unpack --list fifo
	expect 2 zfs-unpack -
	says "standard input has no name"
}

@test "what exists is not touched without -f" {
	small >small.zfs
	mkdir out
	echo mine >out/B.SCR
	remember out
	expect 1 zfs-unpack -o out small.zfs
	says "out/B.SCR: exists; -f overwrites it"
	unchanged out
	expect 0 zfs-unpack --only A.TXT -o out small.zfs
	expect 0 zfs-unpack -f -o out small.zfs
	is second "$(cat out/B.SCR)" Second
	echo mine >folder
	expect 1 zfs-unpack -o folder small.zfs
	is folder "$(cat folder)" mine
	no_part_left
}

@test "names never lead out of the folder, and none is lost" {
	with_names '../../evil' '/etc/passwd' '..' '.' '.hidden' 'a\\b' 'c:d' 'CON' 'com1.txt' \
		'a\x01\x1b[2J' 'end.' 'end ' 'caf\xe9\x85' '-rf' 'sixteen.letters!' >names.zfs
	mkdir deep
	expect 0 zfs-unpack -v -o deep/er names.zfs
	says "names.zfs:0x20: warning: not a safe file name: renamed to _._.._evil"
	files_in . | grep ^deep | sed 's,deep/er/,,' | sort >found
	printf '%s\n' _._.._evil _etc_passwd __ _ _hidden 'a_b' c_d _CON _com1.txt 'a__[2J' end_ \
		end_~11 'café_' -rf 'sixteen.letters!' | sort | diff - found
	is files "$(files_in . | grep -c -v -e ^deep -e ^name)" 1 # the list itself
	expect 0 zfs-unpack --list --json names.zfs
	is names "$(command jq -ac '[.results[0].members[0,9,12] | [.name, .file]]' <<<"$output")" \
		'[["../../evil","_._.._evil"],["a\u0001\u001b[2J","a__[2J"],["caf\u00e9\u0085","caf\u00e9_"]]'
	is safe "$("$EXHUME" zfs-unpack --list names.zfs 2>/dev/null | tr -d '\n' | tr -cd '[:cntrl:]' | wc -c)" 0
}

@test "names that differ in case alone, or not at all, are told apart" {
	with_names A.TXT a.txt b A.Txt 'A~3.TXT' B '\xc4' '\xe4' >same.zfs
	expect 0 zfs-unpack -o out same.zfs
	says "same.zfs:0x44: warning: the file name is already used: renamed to a~1.txt"
	is files "$(files_in out | xargs)" "A.TXT A~3.TXT A~~3.Txt B~5 a~1.txt b Ä ä~7"
	expect 0 zfs-unpack --json -f -o out same.zfs
	is json "$(jq -c '[.results[0].members[1] | [.name, .file, .output]]' <<<"$output")" \
		'[["a.txt","a~1.txt","out/a~1.txt"]]'
}

@test "what is left of damaged members is written, and said" {
	small >small.zfs
	poke small.zfs $((32 + 24)) "$(le32 4294967295)" # A.TXT has 4 GiB
	expect 1 zfs-unpack small.zfs
	says "small.zfs:0x20: A.TXT: 4294967295 bytes at 0x68 declared, 85 are in the file"
	is size "$(stat -c %s small.zfs.extracted/A.TXT)" 85
	is other "$(cat small.zfs.extracted/B.SCR)" Second
	expect 0 zfs-unpack --only B.SCR -o good small.zfs
	silent
	poke small.zfs $((32 + 16)) "$(le32 4294967295)" # and lies elsewhere
	expect 1 zfs-unpack --json -o out small.zfs
	says "at 0xFFFFFFFF declared, 0 are in the file"
	is files "$(files_in out | xargs)" "B.SCR C"
	is json "$(jq -c '.results[0] | [.status, .members[0].size_found, .members[0].output]' <<<"$output")" '["failed",0,null]'
}

@test "a file cut anywhere gives what is left of it" {
	small >small.zfs
	for ((n = 0; n < 189; n++)); do
		head -c $n small.zfs >cut.zfs
		# From 153 on an entry is cut that is not used.
		expect $((n < 153)) zfs-unpack -f -o out cut.zfs
		[ $n -lt 107 ] || is whole "$(cat out/A.TXT)" One
		[ $n -lt 153 ] || says "warning: the file ends within this block"
	done
	no_part_left
}

@test "a directory that loops ends" {
	small >small.zfs
	poke small.zfs 113 "$(le32 28)"
	expect 0 zfs-unpack small.zfs
	says "small.zfs:0x71: warning: a block of the directory at 0x1C, which was already read: the chain loops"
	poke small.zfs 28 "$(le32 28)"
	expect 1 zfs-unpack -o out small.zfs
	says "1 members salvaged by their entries"
	is files "$(files_in out | xargs)" "A.TXT B.SCR C"
	poke small.zfs 12 "$(le32 4294967295)"
	poke small.zfs 28 "$(le32 0)"
	poke small.zfs 16 "$(le32 100)"
	expect 1 zfs-unpack -o huge small.zfs
	says "the file ends within this block of 4294967295 entries"
	poke small.zfs 12 "$(le32 0)"
	expect 1 zfs-unpack -o no small.zfs
	says "small.zfs:0xC: blocks of 0 entries"
}

@test "a directory of nothing, with a file behind it, is not taken for an empty archive" {
	small >small.zfs
	for at in 16 24; do poke small.zfs $at "$(le32 0)"; done
	expect 0 zfs-unpack -o out small.zfs
	says "small.zfs:0x1C: warning: 161 bytes follow that the directory of 0 members does not lead to"
	is files "$(files_in out | xargs)" "A.TXT B.SCR C"
	expect 1 zfs-unpack --strict --list small.zfs
}

@test "members may share bytes, but not without end" {
	{
		header 2000 2000
		printf "$(le32 0)"
		for ((i = 0; i < 20; i++)); do entry "$i" 0 200000; done
		head -c 200000 /dev/zero
	} >share.zfs
	expect 0 zfs-unpack -o out share.zfs
	is files "$(count_files out)" 20
	truncate -s 40M share.zfs
	for ((i = 0; i < 10; i++)); do poke share.zfs $((32 + 36 * i + 24)) "$(le32 41943040)"; done
	expect 1 zfs-unpack -o bomb share.zfs
	says "members share bytes, so " "select some with --only"
	absent bomb
}

@test "--manifest comes last, and is told when it can't give the same bytes" {
	small >small.zfs
	expect 0 zfs-unpack --manifest small.zfs
	silent
	holds small.zfs.extracted/zfs.json '.format == "zfs" and .entries_per_block == 2 and .blocks == 2 and .members[0] == { name: "A.TXT", file: "A.TXT", id: 0, time: 77, unknown: 0 }'
	printf x >>small.zfs
	expect 0 zfs-unpack -f --manifest small.zfs
	says "warning: its layout is not supported by zfs-pack"
	with_names ZFS.JSON >own.zfs
	expect 0 zfs-unpack --manifest own.zfs
	is files "$(files_in own.zfs.extracted | xargs)" "ZFS~0.JSON zfs.json"
	expect 2 zfs-unpack --list --manifest small.zfs
}

@test "an archive of nothing makes an empty folder" {
	{ header 1 0; printf "$(le32 0)"; head -c 36 /dev/zero; } >empty.zfs
	expect 0 zfs-unpack empty.zfs
	silent
	[ -d empty.zfs.extracted ]
	expect 0 zfs-unpack --list empty.zfs
	prints "0 members, 0 bytes"
}

@test "wrong usage" {
	expect 2 zfs-unpack
	expect 2 zfs-unpack --list -o out x.zfs
	expect 2 zfs-unpack -o - x.zfs
	expect 2 zfs-unpack -o '' x.zfs
}

@test "a folder that can't be written to" {
	need_nobody
	small >small.zfs
	chmod 755 . && chmod 644 small.zfs
	as_nobody "$EXHUME" zfs-unpack -o out small.zfs
	check_run 1 "as nobody"
	absent out
}

@test "the samples" {
	[ -d "$data/zvision" ] || skip "no samples"
	cp "$data"/zvision/zfs/*.zfs .
	expect 0 zfs-unpack --manifest plain.zfs crypt.zfs
	silent
	for name in plain crypt; do
		head -c 8 $name.zfs.extracted/ma0a.scr | grep -q '# member'
		expect 0 zfs-pack -o again.zfs $name.zfs.extracted
		cmp again.zfs $name.zfs
		rm again.zfs
	done
}

# A.TXT is deleted, then live; B.TXT is compressed, C.TXT has a size in its flags; all say "One".
marked() {
	header 5 5
	printf "$(le32 0)"
	entry A.TXT 0 4 0 1
	entry a.txt 212 3 847152000
	entry B.TXT 212 3 0 $((0x302))
	entry C.TXT 212 3 0 $((0x300))
	entry D.TXT 212 3 0 4
	printf One
}

@test "deleted members are left out, compressed ones are an error, times are set" {
	marked >marked.zfs
	expect 1 zfs-unpack -o out marked.zfs
	says "B.TXT is compressed (LZO1X)" "D.TXT is compressed (LZO1Y)" "1 member left out that the archive marks as deleted"
	says_not renamed
	is files "$(files_in out | xargs)" "C.TXT a.txt"
	is texts "$(cat out/*)" OneOne
	is time "$(TZ=UTC stat -c %y out/a.txt | cut -c 1-19)" "1996-11-05 00:00:00"
	expect 0 zfs-unpack --list marked.zfs
	prints "A~0.TXT                   4  0x00000000  -                    deleted" \
		"a.txt                     3  0x000000D4  1996-11-05 00:00:00" "-                    LZO1X"
	expect 0 zfs-unpack --deleted --only 'a*' -o both marked.zfs
	is files "$(files_in both | xargs)" "A~0.TXT a.txt"
	expect 0 identify marked.zfs
	prints "members 5, deleted 1, compressed 2"
	mkdir game
	cp marked.zfs game
	expect 1 extract -q --no-page -o game.out game
	is files "$(jq -c '[.assets[].name]' game.out/index.json)" '["a.txt","C.TXT"]'
}

@test "an archive with deleted members comes back whole from --deleted --manifest" {
	header 2 2 >dead.zfs
	{ printf "$(le32 0)"; entry A.TXT 104 3 7 1; entry B.TXT 107 3 0 0; printf OneTwo; } >>dead.zfs
	expect 0 zfs-unpack --deleted --manifest -o out dead.zfs
	silent
	expect 0 zfs-pack -o back.zfs out
	cmp back.zfs dead.zfs
	expect 0 zfs-unpack --manifest -o live dead.zfs
	says "its layout is not supported by zfs-pack"
}
