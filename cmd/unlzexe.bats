#!/usr/bin/env bats
# exhume unlzexe: programs packed by our own encoder, unpacked again.

load ../testdata/cli/helper

# PLAIN.EXE, and what LZEXE of both versions would make of it: P90.EXE, P91.EXE.
make_programs() {
	cat "$manual/exhume.1" "$manual/exhume.7" >image
	head -c 70000 /dev/zero >>image
	cat "$manual/exhume.3" >>image
	program PLAIN.EXE image
	expect 0 unlzexe --pack-as 0.90 -o P90.EXE PLAIN.EXE
	expect 0 unlzexe --pack-as 0.91 -o P91.EXE PLAIN.EXE
}

@test "what is packed unpacks to the same bytes, in both versions" {
	make_programs
	for version in 90 91; do
		expect 0 unlzexe P$version.EXE
		silent
		cmp P$version.unpacked.exe PLAIN.EXE
		[ "$(stat -c %s P$version.EXE)" -lt "$(($(stat -c %s PLAIN.EXE) / 3))" ]
	done
	is signature "$(head -c 32 P90.EXE | tail -c 4)" LZ09
	is signature "$(head -c 32 P91.EXE | tail -c 4)" LZ91
}

@test "bytes behind the image are kept" {
	make_programs
	printf 'an overlay' >>PLAIN.EXE
	expect 0 unlzexe --pack-as 0.91 PLAIN.EXE
	is tail "$(tail -c 10 PLAIN.packed.exe)" "an overlay"
	expect 0 unlzexe -o out.exe PLAIN.packed.exe
	cmp out.exe PLAIN.EXE
}

@test "entry, stack, memory and relocations are told in JSON" {
	make_programs
	expect 0 unlzexe --json P90.EXE P91.EXE -o out
	printf '%s' "$output" >json
	holds json '.format == "unlzexe" and (.results | length) == 2'
	holds json '[.results[].version] == ["0.90", "0.91"]'
	holds json 'all(.results[]; .entry == {cs: 1, ip: 7} and .stack == {ss: 3, sp: 128})'
	holds json 'all(.results[]; .min_alloc == 16 and .max_alloc == 65535 and .status == "ok")'
	holds json '[.results[].relocations[] | .segment * 16 + .offset] == [3, 11, 3, 11]'
	holds json 'all(.results[]; .image_size == $n)' --argjson n "$(stat -c %s image)"
	holds json '[.results[].output] == ["out/P90.unpacked.exe", "out/P91.unpacked.exe"]'
	cmp out/P90.unpacked.exe PLAIN.EXE
	cmp out/P91.unpacked.exe PLAIN.EXE
}

@test "standard input and output serve" {
	make_programs
	"$EXHUME" unlzexe -o - - <P91.EXE >out.exe
	cmp out.exe PLAIN.EXE
	expect 2 unlzexe -
	says "standard input has no name"
	expect 2 unlzexe -o - --json P91.EXE
	expect 2 unlzexe -o - P90.EXE P91.EXE
	expect 2 unlzexe
	says "no program given"
	expect 2 unlzexe --pack-as 0.92 PLAIN.EXE
}

@test "what exists is not overwritten without -f" {
	make_programs
	echo mine >P91.unpacked.exe
	expect 1 unlzexe P91.EXE
	says "P91.unpacked.exe: exists"
	is content "$(cat P91.unpacked.exe)" mine
	expect 0 unlzexe -f P91.EXE
	cmp P91.unpacked.exe PLAIN.EXE
	no_part_left
}

@test "two inputs with one output: the later is an error" {
	make_programs
	mkdir a
	cp P91.EXE a/P91.EXE
	expect 1 unlzexe -o out P91.EXE a/P91.EXE
	says "is already used by P91.EXE"
	cmp out/P91.unpacked.exe PLAIN.EXE
}

@test "a program that is not packed, and what is no program, are errors" {
	make_programs
	expect 1 unlzexe PLAIN.EXE
	says "PLAIN.EXE:0x1C: not packed by LZEXE"
	expect 1 unlzexe image
	says "image:0x0: not a DOS program"
	: >empty
	expect 1 unlzexe empty nowhere.exe P91.EXE -o out
	says "not a DOS program" "can't open"
	cmp out/P91.unpacked.exe PLAIN.EXE
	absent PLAIN.unpacked.exe image.unpacked.exe out/empty.unpacked.exe
}

@test "a file that ends early is unpacked as far as it goes" {
	make_programs
	cut_to P91.EXE 3000
	expect 1 unlzexe P91.EXE
	says "the program ends early" "entry, stack and relocations are lost" "without an end mark"
	size=$(($(stat -c %s P91.unpacked.exe) - 512))
	[ "$size" -gt 3000 ]
	cmp -n "$size" <(tail -c +513 P91.unpacked.exe) image
	expect 0 identify P91.unpacked.exe
}

@test "lost relocations are an error, the program is there" {
	make_programs
	cut_to P91.EXE $(($(stat -c %s P91.EXE) - 2))
	expect 1 unlzexe P91.EXE
	says "no table of relocations"
	cmp <(tail -c +513 P91.unpacked.exe) image
}

@test "identify names programs, packed or not" {
	make_programs
	expect 0 identify PLAIN.EXE P90.EXE P91.EXE
	prints "PLAIN.EXE: exe: DOS program (image_size" "P90.EXE: exe-lzexe" "version 0.90" \
		"version 0.91" "relocations 2"
}
