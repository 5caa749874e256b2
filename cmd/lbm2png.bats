#!/usr/bin/env bats
# exhume lbm2png, on samples of our own art and, where it is, on Keen Dreams' title.

load ../testdata/cli/helper

# depth and colour type, as pngcheck has them
kind_of() {
	pngcheck "$1" | sed 's/.*(\([^,]*\), \([^,]*\),.*/\1, \2/'
}

@test "a picture stands beside its file, with all of the name" {
	sample softdisk
	expect 0 lbm2png softdisk/MOLE.LBM softdisk/MOLE.PBM
	silent
	is files "$(files_in softdisk | grep png | tr '\n' ' ')" "MOLE.LBM.png MOLE.PBM.png "
	whole_pngs softdisk
	is LBM "$(kind_of softdisk/MOLE.LBM.png)" "40x40, 8-bit palette+trns"
	is PBM "$(kind_of softdisk/MOLE.PBM.png)" "39x40, 8-bit palette+trns"
	no_part_left
}

@test "the pixels of both are those of the archive of graphics" {
	sample softdisk
	expect 0 lbm2png softdisk/MOLE.LBM softdisk/MOLE.PBM
	expect 0 egagrab --layout "$archives/ega/layout.json" --head "$archives/ega/EGAHEAD.SMP" \
		--dict "$archives/ega/EGADICT.SMP" -o ega --only picm:0 --no-sheets "$archives/ega/SAMPLE.EGA"
	for part in "" -alpha; do
		is "LBM $part" "$(pngtopnm $part softdisk/MOLE.LBM.png | sha256sum)" "$(pngtopnm $part ega/picm/000.png | sha256sum)"
	done
	is "PBM" "$(pngtopnm -mix -background=white softdisk/MOLE.PBM.png | sha256sum)" \
		"$(pngtopnm -mix -background=white ega/picm/000.png | pnmcut -width 39 | sha256sum)"
}

@test "a mask takes one more entry for a colour that is seen, too; a colour takes none" {
	expect 0 lbm2png --list --json "$archives/softdisk/MOLE.LBM" "$archives/softdisk/MOLE.PBM"
	echo "$output" >said
	holds said '.format == "lbm2png" and (.results | length) == 2 and .results[0].status == "ok"'
	holds said '.results[0].pictures[0] | .masking == "mask" and .transparent_entries == [16] and (.palette | length) == 17 and .planes == 4 and .palette[16] == [0, 0, 0]'
	holds said '.results[1].pictures[0] | .masking == "color" and .transparent == 16 and .transparent_entries == [16] and (.palette | length) == 256 and .kind == "pbm" and .width == 39'
	holds said '[.results[].pictures[0] | .hidden_pixels > 100 and .page == [320, 200] and .aspect == [5, 6] and .cycles == [] and (has("output") | not)] | all'
}

@test "the pictures of a library go to a folder, what is none is passed over" {
	sample softdisk
	expect 0 lbm2png --json softdisk/SAMPLE.CMP
	is files "$(files_in softdisk/SAMPLE.CMP.extracted | tr '\n' ' ')" "MOLE.LBM.png MOLE.PBM.png "
	[ -z "$stderr" ]
	is outputs "$(jq -c '[.results[0].pictures[] | [.member, .output]]' <<<"$output")" \
		'[["MOLE.LBM","softdisk/SAMPLE.CMP.extracted/MOLE.LBM.png"],["MOLE.PBM","softdisk/SAMPLE.CMP.extracted/MOLE.PBM.png"]]'
	expect 0 lbm2png softdisk/MOLE.LBM
	cmp softdisk/MOLE.LBM.png softdisk/SAMPLE.CMP.extracted/MOLE.LBM.png
}

@test "-o: a file, a folder, standard output" {
	sample softdisk
	expect 0 lbm2png -o one.png softdisk/MOLE.LBM
	expect 0 lbm2png -o folder softdisk/MOLE.LBM
	"$EXHUME" lbm2png -o - softdisk/MOLE.LBM >standard.png
	"$EXHUME" lbm2png -o - - <softdisk/MOLE.LBM >both.png
	cmp one.png folder/MOLE.LBM.png
	cmp one.png standard.png
	cmp one.png both.png
	expect 0 lbm2png -o library softdisk/SAMPLE.CMP
	is library "$(files_in library | tr '\n' ' ')" "MOLE.LBM.png MOLE.PBM.png "
	expect 0 lbm2png -o all softdisk/SAMPLE.CMP softdisk/MOLE.PBM
	is all "$(files_in all | tr '\n' ' ')" "MOLE.PBM.png SAMPLE.CMP/MOLE.LBM.png SAMPLE.CMP/MOLE.PBM.png "
	expect 1 lbm2png -o two.png softdisk/SAMPLE.CMP
	says "2 pictures: -o must be a folder"
	absent two.png
}

@test "jobs change nothing" {
	sample softdisk
	expect 1 lbm2png --json -j 1 -o one softdisk/*
	printf '%s' "$output" | sed 's,one/,two/,' >one.json
	expect 1 lbm2png --json -j 4 -o two softdisk/*
	is json "$output" "$(cat one.json)"
	same_tree one two
}

@test "what exists is not touched without -f" {
	sample softdisk
	mkdir softdisk/SAMPLE.CMP.extracted
	echo mine >softdisk/SAMPLE.CMP.extracted/MOLE.PBM.png
	remember softdisk
	expect 1 lbm2png softdisk/SAMPLE.CMP
	says "MOLE.PBM.png: exists; -f overwrites it"
	unchanged softdisk
	expect 0 lbm2png -f softdisk/SAMPLE.CMP
	whole_pngs softdisk
}

@test "two inputs of one output: the later is an error" {
	sample softdisk
	sample softdisk other
	expect 1 lbm2png -o out softdisk/MOLE.LBM other/MOLE.LBM softdisk/MOLE.PBM
	says "other/MOLE.LBM: its output out/MOLE.LBM.png is already used by softdisk/MOLE.LBM"
	is files "$(files_in out | tr '\n' ' ')" "MOLE.LBM.png MOLE.PBM.png "
}

@test "a picture that is cut keeps its whole rows, and every cut has its status" {
	sample softdisk
	local size n
	size=$(stat -c %s softdisk/MOLE.LBM)
	"$EXHUME" lbm2png -o whole.png softdisk/MOLE.LBM
	for n in 0 1 7 11 12 19 30 47 60 100 103 104 105 300 700 $((size - 1)); do
		head -c "$n" softdisk/MOLE.LBM >cut.lbm
		rm -f cut.png
		expect 1 lbm2png -o cut.png cut.lbm
		[ -n "$stderr" ]
		[ "$n" -gt 105 ] || absent cut.png
	done
	whole_pngs .
	head -c 700 softdisk/MOLE.LBM >cut.lbm
	expect 1 lbm2png -f -o cut.png cut.lbm
	says "cut.lbm:0x2BC: the body has" "of 40 rows"
	rows=$(sed 's/.*has \([0-9]*\) of 40 rows.*/\1/;t;d' <<<"$stderr")
	[ "$rows" -gt 5 ]
	is "whole rows" "$(pngtopnm cut.png | pnmcut -height "$rows" | sha256sum)" "$(pngtopnm whole.png | pnmcut -height "$rows" | sha256sum)"
	expect 1 lbm2png -f --json -o cut.png cut.lbm
	is status "$(jq -c '.results[0] | [.status, (.pictures | length), (.errors | length)]' <<<"$output")" '["failed",1,1]'
}

@test "a library that is cut gives what there is of its pictures" {
	sample softdisk
	cut_to softdisk/SAMPLE.CMP 2000
	expect 1 lbm2png -o out softdisk/SAMPLE.CMP
	says "member 1: 1527 packed bytes declared" "SAMPLE.CMP/MOLE.PBM" "rows" "member 2: "
	is files "$(files_in out | tr '\n' ' ')" "MOLE.LBM.png MOLE.PBM.png "
	"$EXHUME" lbm2png -o whole.png softdisk/MOLE.LBM
	same_pixels out/MOLE.LBM.png whole.png
}

@test "what can't be drawn is refused by name" {
	sample softdisk
	poke softdisk/MOLE.LBM 28 '\x18'
	expect 1 lbm2png softdisk/MOLE.LBM
	says "24 planes: true colour is unsupported"
	poke softdisk/MOLE.LBM 28 '\x04\x01\x05'
	expect 1 lbm2png softdisk/MOLE.LBM
	says "compression 5, expected 0 (none) or 1 (ByteRun1)"
	poke softdisk/MOLE.LBM 20 '\xff\xff\xff\xff'
	expect 1 lbm2png softdisk/MOLE.LBM
	says "65535x65535 pixels, at most 64 million are drawn"
	expect 1 lbm2png softdisk/TUNNEL.SCN
	says "not a picture: expected FORM with ILBM or PBM"
	printf 'FORM\0\0\0\x048SVX' >sound
	expect 1 lbm2png sound
	says "not a picture: FORM with 8SVX, expected FORM with ILBM or PBM"
	printf 'LIST\0\0\0\x04IL\x1b[' >list
	expect 1 lbm2png list
	says "not a picture: expected FORM with ILBM or PBM"
	absent softdisk/*.png
}

@test "missing colours are a warning, an error with --strict" {
	sample softdisk
	poke softdisk/MOLE.LBM 40 'X'
	expect 0 lbm2png -o a.png softdisk/MOLE.LBM
	says "warning: the file has 0 colours of 16: the others are EGA's"
	expect 1 lbm2png --strict -o b.png softdisk/MOLE.LBM
	expect 0 lbm2png -q -o c.png softdisk/MOLE.LBM
	silent
	cmp a.png b.png
	cmp a.png c.png
}

@test "--palette ega puts the colours of EGA in" {
	sample softdisk
	poke softdisk/MOLE.LBM 48 '\x01\x02\x03'
	expect 0 lbm2png --list --json softdisk/MOLE.LBM
	is file "$(jq -c '.results[0].pictures[0].palette[0]' <<<"$output")" "[1,2,3]"
	expect 0 lbm2png --list --json --palette ega softdisk/MOLE.LBM
	is ega "$(jq -c '.results[0].pictures[0].palette[0]' <<<"$output")" "[0,0,0]"
}

@test "wrong usage" {
	for arguments in "" "--palette vga x" "-o x.png a b" "-o - --json a" "--list -o x a" "- -" "-" "--nonsense x"; do
		# shellcheck disable=SC2086
		expect 2 lbm2png $arguments
		[ -n "$stderr" ]
	done
	expect 1 lbm2png nothing-there
	says "nothing-there: can't open"
	# No folder of that name, unless it is meant.
	sample softdisk
	for name in tt.jpg tt.BMP tt.gif; do
		for input in MOLE.LBM SAMPLE.CMP; do
			expect 2 lbm2png -o $name softdisk/$input
			says "-o $name: unknown format: pictures are written as .png; $name/ is a folder"
			absent $name
		done
	done
	expect 0 lbm2png -o tt.jpg/ softdisk/MOLE.LBM
	expect 0 lbm2png -f -o tt.jpg softdisk/MOLE.LBM
	[ -s tt.jpg/MOLE.LBM.png ]
}

@test "Keen Dreams' title picture" {
	need_game "$dreams"
	expect 0 lbm2png -o title.png "$dreams/KDREAMS.CMP"
	silent
	is kind "$(kind_of title.png)" "320x200, 4-bit palette"
	# Colours 171 and 87 stay as they are in the file; the index of each is its place.
	expect 0 lbm2png --palette ega -o ega.png "$dreams/KDREAMS.CMP"
	is pixels "$(pngtopnm ega.png | sha256sum)" "f1bd095e1f1a851096c52ca87c6f5c7e1667ff8345fe8b878941b458f1f370ba  -"
}
