#!/usr/bin/env bats
# exhume softdisk, on samples of our own and, where they are, on Keen Dreams' files.

load ../testdata/cli/helper

library=softdisk/SAMPLE.CMP

# Offsets of the entries of the sample's directory, and of its first chunk.
entry() {
	echo $((8 + $1 * 30))
}

@test "--list tells of each member" {
	sample softdisk
	expect 0 softdisk --list $library
	is lines "${#lines[@]}" 3
	prints "$library/MOLE.LBM: picture, 1410 bytes, 689 packed, lzh" \
		"$library/MOLE.PBM: picture, 1878 bytes, 1527 packed, lzss" \
		"$library/TUNNEL.SCN: screen, 4008 bytes, 4008 packed, store"
	expect 0 softdisk --list --json $library
	is json "$(jq -c '.results[0] | [.library, .version, .status, [.members[] | [.index, .name, .method, .method_number, .size, .packed_size, .kind]]]' <<<"$output")" \
		'["slib",2,"ok",[[0,"MOLE.LBM","lzh",2,1410,689,"picture"],[1,"MOLE.PBM","lzss",1,1878,1527,"picture"],[2,"TUNNEL.SCN","store",0,4008,4008,"screen"]]]'
	expect 0 softdisk --list --only '*.lbm' --only 'tunnel*' $library
	is lines "${#lines[@]}" 2
	for way in --list --extract ""; do
		expect 1 softdisk $way --only 'nix*' $library
		says "$library: none of the 3 members has such a name"
		is nothing "$output" ""
		absent $library.extracted
	done
}

@test "--extract gives the files that went in" {
	sample softdisk
	expect 0 softdisk --extract $library
	silent
	is files "$(files_in $library.extracted | tr '\n' ' ')" "MOLE.LBM MOLE.PBM TUNNEL.SCN "
	for name in MOLE.LBM MOLE.PBM TUNNEL.SCN; do
		cmp "softdisk/$name" "$library.extracted/$name"
	done
	expect 0 softdisk --extract --only 'mole.*' --only 'x' -o some $library
	is some "$(files_in some | tr '\n' ' ')" "MOLE.LBM MOLE.PBM "
	cp $library other.cmp
	expect 0 softdisk --extract -o both $library other.cmp
	is both "$(files_in both | tr '\n' ' ')" "SAMPLE.CMP/MOLE.LBM SAMPLE.CMP/MOLE.PBM SAMPLE.CMP/TUNNEL.SCN other.cmp/MOLE.LBM other.cmp/MOLE.PBM other.cmp/TUNNEL.SCN "
	"$EXHUME" softdisk --extract -o standard - <$library
	same_tree standard $library.extracted
	expect 1 softdisk --extract softdisk/MOLE.LBM
	says "not a library: expected SLIB, COMP or CMP1"
}

@test "what exists is not touched without -f" {
	sample softdisk
	mkdir out
	echo mine >out/MOLE.PBM
	remember out
	expect 1 softdisk --extract -o out $library
	says "out/MOLE.PBM: exists; -f overwrites it"
	unchanged out
	expect 0 softdisk --extract --only '*.LBM' -o out $library
	expect 0 softdisk --extract -f -o out $library
	cmp out/MOLE.PBM softdisk/MOLE.PBM
	echo mine >out.txt
	expect 1 softdisk -o out.txt softdisk/SHAFT.KDR
	says "out.txt: exists; -f overwrites it"
	is text "$(cat out.txt)" mine
}

@test "--pack and --extract are each other's way back, by each method" {
	sample softdisk
	for method in store lzss lzh; do
		expect 0 softdisk --pack --method $method -o $method.cmp softdisk/MOLE.LBM softdisk/TUNNEL.SCN softdisk/MOLE.PBM
		silent
		expect 0 softdisk --list --json $method.cmp
		is members "$(jq -c '[.results[0].members[] | [.name, .method]]' <<<"$output")" \
			"[[\"MOLE.LBM\",\"$method\"],[\"TUNNEL.SCN\",\"$method\"],[\"MOLE.PBM\",\"$method\"]]"
		expect 0 softdisk --extract -o $method $method.cmp
		cmp $method/MOLE.LBM softdisk/MOLE.LBM
		cmp $method/TUNNEL.SCN softdisk/TUNNEL.SCN
	done
	expect 0 softdisk --pack -o folder.cmp lzh
	expect 0 softdisk --extract -o again folder.cmp
	same_tree lzh again
	expect 1 softdisk --pack -o lzh.cmp lzh
	says "lzh.cmp: exists"
	"$EXHUME" softdisk --pack -o - lzh >standard.cmp
	cmp standard.cmp folder.cmp
}

@test "--pack refuses names that don't fit, and writes nothing then" {
	mkdir in other
	echo x >in/SEVENTEEN.LETTERS
	expect 1 softdisk --pack -o out.cmp in
	says "in/SEVENTEEN.LETTERS: its name is longer than 16 characters"
	echo x >'other/20€'
	expect 1 softdisk --pack -o out.cmp other
	says "U+20AC is not in code page 437"
	echo x >a
	mkdir upper
	echo x >upper/A
	expect 1 softdisk --pack -o out.cmp a upper
	says "upper/A: another file has this name"
	expect 1 softdisk --pack -o out.cmp nothing-there
	absent out.cmp
	echo x >'NAïVE.TXT'
	expect 0 softdisk --pack -o out.cmp a NAïVE.TXT
	expect 0 softdisk --extract -o out out.cmp
	is files "$(files_in out | tr '\n' ' ')" "NAïVE.TXT a "
	head -c 70000 /dev/zero >large
	expect 0 softdisk --pack --method store -o large.cmp large
	says "warning: 70000 bytes when stored, the game reads at most 65535"
}

@test "names never lead out of the folder" {
	sample softdisk
	poke $library "$(entry 0)" '../../../evil\x00'
	poke $library "$(entry 1)" '/etc/passwd\x00'
	poke $library "$(entry 2)" '..\x00'
	mkdir deep
	expect 0 softdisk --extract -o deep/er $library
	is files "$(files_in . | grep -v ^softdisk | tr '\n' ' ')" "deep/er/_. deep/er/_._.._.._evil deep/er/_etc_passwd "
	expect 0 softdisk --list --json $library
	is names "$(jq -c '[.results[0].members[].name]' <<<"$output")" '["../../../evil","/etc/passwd",".."]'
	expect 0 lbm2png -o png $library
	is pictures "$(files_in png | tr '\n' ' ')" "_._.._.._evil.png _etc_passwd.png "
}

@test "names with control characters, empty ones, and ones of 16 bytes" {
	sample softdisk
	poke $library "$(entry 0)" 'A\x1b[2J\x07B\x00'
	poke $library "$(entry 1)" '\x00'
	poke $library "$(entry 2)" '\x8ebcdefghijklmnop'
	expect 0 softdisk --extract -o out $library
	is files "$(files_in out | tr '\n' ' ')" "A_[2J_B unnamed Äbcdefghijklmnop "
	expect 0 softdisk --list $library
	[[ $output != *$'\e'* ]]
}

@test "of members of one name each gets a file" {
	sample softdisk
	poke $library "$(entry 1)" 'mole.lbm\x00'
	poke $library "$(entry 2)" 'MOLE.LBM\x00\x00\x00'
	expect 0 softdisk --extract -o out $library
	is files "$(files_in out | tr '\n' ' ')" "MOLE.LBM MOLE~2.LBM mole~1.lbm "
	cmp out/MOLE.LBM softdisk/MOLE.LBM
	cmp out/mole~1.lbm softdisk/MOLE.PBM
	cmp out/MOLE~2.LBM softdisk/TUNNEL.SCN
}

@test "a damaged member leaves the others whole" {
	for damage in "$(($(entry 1) + 16)) \\xff\\xff\\xff\\x7f" "$(($(entry 1) + 20)) \\x03\\x00\\x00\\x00" \
		"807 XXXX\\x00" "$((98 + 699 + 6)) \\x00\\x00\\x09\\x00"; do
		sample softdisk
		rm -rf out
		# shellcheck disable=SC2086
		poke $library $damage
		run --separate-stderr -- "$EXHUME" softdisk --extract -o out $library
		cmp out/MOLE.LBM softdisk/MOLE.LBM
		cmp out/TUNNEL.SCN softdisk/TUNNEL.SCN
	done
	sample softdisk
	poke $library $(($(entry 1) + 28)) '\x05'
	poke $library $((98 + 699 + 8)) '\x05'
	rm -rf out
	expect 1 softdisk --extract -o out $library
	says "member 1: method 5, expected 0, 1 or 2"
	is files "$(files_in out | tr '\n' ' ')" "MOLE.LBM TUNNEL.SCN "
}

@test "absurd lengths cost no memory" {
	sample softdisk
	for i in 0 1 2; do
		poke $library $(($(entry $i) + 24)) '\xff\xff\xff\xff'
	done
	poke $library 102 '\xff\xff\xff\xff'
	expect 1 softdisk --extract -o out $library
	says "member 0: " "bytes expanded, 4294967295 declared"
	cmp -n 1410 out/MOLE.LBM softdisk/MOLE.LBM
	cmp out/MOLE.PBM softdisk/MOLE.PBM
}

@test "a library that is cut anywhere gives what there is, and exit status 1" {
	local n
	for n in 0 3 4 7 8 20 37 38 97 98 100 108 500 900 2000 6351; do
		head -c "$n" "$archives/softdisk/SAMPLE.CMP" >cut.cmp
		rm -rf out
		expect 1 softdisk --extract -o out cut.cmp
		[ -n "$stderr" ]
		no_part_left
	done
	cmp out/MOLE.LBM "$archives/softdisk/MOLE.LBM"
	cmp -n 4007 out/TUNNEL.SCN "$archives/softdisk/TUNNEL.SCN"
	is cut "$(stat -c %s out/TUNNEL.SCN)" 4007
	sample softdisk
	poke $library 4 '\x09'
	expect 1 softdisk --list $library
	says "library of version 9, expected at most 2"
}

@test "files that are packed alone" {
	printf 'COMP\x05\x00\x00\x00\xffmole~' >comp
	expect 0 softdisk comp
	is text "$output" mole
	printf 'CMP1\x00\x00\x05\x00\x00\x00\x05\x00\x00\x00mole~' >cmp1
	expect 0 softdisk cmp1
	is text "$output" mole
	expect 0 softdisk --extract cmp1
	is files "$(files_in cmp1.extracted)" cmp1
	is content "$(cat cmp1.extracted/cmp1)" mole~
	expect 0 softdisk --list --json comp cmp1
	is kinds "$(jq -c '[.results[] | [.library, .members[0].method, .members[0].kind]]' <<<"$output")" '[["comp","lzss","text"],["cmp1","store","text"]]'
	expect 0 identify comp cmp1
	prints "comp: comp: " "cmp1: cmp1: "
}

@test "a text comes out as UTF-8 with the line ends of today" {
	sample softdisk
	expect 0 softdisk softdisk/SHAFT.KDR
	is text "$output" $'THE SHAFT\n\nDown the shaft, where the fossils sleep, the mole digs on.\nNaïve snails ─ beware!'
	[ -z "$stderr" ]
	expect 0 softdisk --json softdisk/SHAFT.KDR
	is json "$(jq -c '.results[0].texts[0] | [.kind, .ended, (.lines | length), .lines[3]]' <<<"$output")" '["text",true,4,"Naïve snails ─ beware!"]'
	"$EXHUME" softdisk --format raw softdisk/SHAFT.KDR | cmp - softdisk/SHAFT.KDR
	head -c 30 softdisk/SHAFT.KDR >cut
	expect 0 softdisk cut
	says "warning: the text ends without a tilde"
	expect 1 softdisk --strict cut
}

@test "a screen comes out as text, in colours, as JSON" {
	sample softdisk
	expect 0 softdisk softdisk/TUNNEL.SCN
	prints "                    ║ THE  MOLE ☺║"
	is rows "$("$EXHUME" softdisk softdisk/TUNNEL.SCN | wc -l)" 25
	expect 0 softdisk --format ansi softdisk/TUNNEL.SCN
	prints $'\e[0;93;44m║ T\e[0;5;91;44mHE' $'\e[0;33;40m▓'
	is rows "$("$EXHUME" softdisk --format ansi softdisk/TUNNEL.SCN | wc -l)" 25
	expect 0 softdisk -o screen.ans softdisk/TUNNEL.SCN
	cmp screen.ans <("$EXHUME" softdisk --format ansi softdisk/TUNNEL.SCN)
	expect 0 softdisk --json softdisk/TUNNEL.SCN
	is json "$(jq -c '.results[0].texts[0] | [.kind, .columns, .rows, ([.lines[] | length] | unique), ([.attributes[] | length] | unique), .attributes[24][0:4]]' <<<"$output")" '["screen",80,25,[80],[160],"0606"]'
	expect 0 softdisk --format json softdisk/TUNNEL.SCN
	is json "$(jq -r '.results[0].texts[0].lines[5][20:34]' <<<"$output")" "║ THE  MOLE ☺║"
	cut_to softdisk/TUNNEL.SCN 2000
	expect 1 softdisk softdisk/TUNNEL.SCN
	says "TUNNEL.SCN:0x7D0: 4000 bytes of cells declared, 1993 found"
	prints "║ THE  MOLE ☺║"
}

@test "a terminal gets colours, a file does not" {
	sample softdisk
	command -v script >/dev/null || skip "no script"
	script -qec "$EXHUME softdisk softdisk/TUNNEL.SCN" /dev/null >said </dev/null
	grep -q $'\e\\[0;93;44m' said
	expect 0 softdisk softdisk/TUNNEL.SCN
	[[ $output != *$'\e'* ]]
}

@test "a library shows the screens in it; one without any is listed" {
	sample softdisk
	expect 0 softdisk $library
	is text "$output" "$("$EXHUME" softdisk softdisk/TUNNEL.SCN)"
	expect 0 softdisk --only '*.LBM' $library
	is list "$output" "$library/MOLE.LBM: picture, 1410 bytes, 689 packed, lzh"
	expect 0 softdisk --only '*.LBM' -o - $library
	is list "$output" "$library/MOLE.LBM: picture, 1410 bytes, 689 packed, lzh"
	expect 1 softdisk --only '*.LBM' -o pictures.txt $library
	says "$library: the library has no screen or text, so nothing is written"
	absent pictures.txt
	expect 0 softdisk -o texts $library softdisk/SHAFT.KDR
	is files "$(files_in texts | tr '\n' ' ')" "SAMPLE.CMP.txt SHAFT.KDR.txt "
}

@test "other files are none of these" {
	sample softdisk
	expect 1 softdisk softdisk/MOLE.LBM
	says "a picture; use exhume lbm2png"
	head -c 100 /dev/zero >zeros
	expect 1 softdisk zeros softdisk/SHAFT.KDR
	says "zeros:0x0: not a library, a text screen or a text"
	prints "THE SHAFT"
	: >empty
	expect 1 softdisk empty
	[ -n "$stderr" ]
	printf '\xfd\x00\xa0\x00\x00\xa0\x0f' >graphics
	expect 1 softdisk graphics
	says "memory of segment a000, expected b800 or b000"
}

@test "identify names all of them" {
	expect 0 identify "$archives"/softdisk/{MOLE.LBM,MOLE.PBM,SAMPLE.CMP,SHAFT.KDR,TUNNEL.SCN}
	prints "MOLE.LBM: ilbm: " "width 40, height 40, planes 4" "MOLE.PBM: pbm: " "SAMPLE.CMP: slib: " \
		"members 3" "SHAFT.KDR: keen-text: " "lines 4" "TUNNEL.SCN: text-screen: " "columns 80, rows 25"
}

@test "wrong usage" {
	for arguments in "" "--format html x" "--list --extract x" "--pack x" "--extract -o - x" "--list -o x x" \
		"-o - --json x" "- -" "--extract -" "--pack -o x -" "--method zip x" "--nonsense"; do
		# shellcheck disable=SC2086
		expect 2 softdisk $arguments
		[ -n "$stderr" ]
	done
}

@test "Keen Dreams' library extracts and packs to the same bytes" {
	need_game "$dreams"
	expect 0 softdisk --extract -o out "$dreams/KDREAMS.CMP"
	silent
	is title "$(sha256sum <out/TITLESCR.LBM)" "043154f51e30e8a8b2442d2bd3046049c3a78245f25ffedc1c961f09a4c492d2  -"
	expect 0 softdisk --pack -o new.cmp out
	cmp new.cmp "$dreams/KDREAMS.CMP"
}

@test "Keen Dreams' texts" {
	need_game "$dreams"
	for name in CONTEXT GAMETEXT STORY; do
		expect 0 softdisk "$dreams/$name.KDR"
		[ -z "$stderr" ]
		"$EXHUME" softdisk "$dreams/$name.KDR" >out
		sed 's/~.*//' "$dreams/$name.KDR" | iconv -f CP437 -t UTF-8 | tr -d '\r' | head -c "$(stat -c %s out)" | cmp - out
	done
}

@test "a library of no members, with bytes behind them, is not taken for an empty one" {
	{ printf 'SLIB\2\0\0\0'; tail -c +9 "$archives/softdisk/SAMPLE.CMP"; } >none.cmp
	expect 0 softdisk --list none.cmp
	says "none.cmp:0x8: warning: 6344 bytes follow the last of 0 members"
}
