#!/usr/bin/env bats
# exhume png2lbm: pictures there and back, and what does not fit.

load ../testdata/cli/helper

own=$archives/softdisk

@test "an unchanged picture comes back byte for byte" {
	for file in MOLE.LBM MOLE.PBM; do
		expect 0 lbm2png "$own/$file" -o mole.png -f
		expect 0 png2lbm mole.png --like "$own/$file" -o mole.lbm -f
		is silent "$output$stderr" ""
		cmp mole.lbm "$own/$file"
	done
}

@test "the title of Keen Dreams comes back byte for byte" {
	need_game "$dreams"
	expect 0 softdisk -q --extract "$dreams/KDREAMS.CMP" -o cmp
	expect 0 lbm2png cmp/TITLESCR.LBM -o title.png
	expect 0 png2lbm title.png --like cmp/TITLESCR.LBM -o title.lbm
	cmp title.lbm cmp/TITLESCR.LBM
}

@test "a picture of its own looks the same" {
	for file in MOLE.LBM MOLE.PBM; do
		"$EXHUME" lbm2png "$own/$file" -o mole.png -f
		expect 0 png2lbm mole.png -o own.lbm -f
		"$EXHUME" lbm2png own.lbm -o again.png -f
		pixels look mole.png again.png
	done
}

@test "an edited picture keeps the palette and all other chunks" {
	"$EXHUME" lbm2png "$own/MOLE.LBM" -o mole.png
	pngtopnm mole.png | pnmflip -lr | pnmtopng -force >flip.png 2>/dev/null
	expect 0 png2lbm flip.png --like "$own/MOLE.LBM" -o flip.lbm
	"$EXHUME" lbm2png flip.lbm -o again.png
	cmp <(pngtopnm again.png | pnmdepth 255 2>/dev/null) <(pngtopnm flip.png | pnmdepth 255 2>/dev/null)
	is palettes "$("$EXHUME" lbm2png --json -f flip.lbm -o x.png | jq -c '.results[0].pictures[0].palette[:16]')" \
		"$("$EXHUME" lbm2png --json -f "$own/MOLE.LBM" -o x.png | jq -c '.results[0].pictures[0].palette[:16]')"
	# A colour that the palette does not have.
	printf 'P3 2 1 255 1 2 3 0 0 0\n' | pnmtopng -force >odd.png 2>/dev/null
	expect 1 png2lbm odd.png --like "$own/MOLE.LBM" -o odd.lbm
	says "odd.png: pixel (0, 0): its colour is not in the palette of --like"
	absent odd.lbm
}

@test "planes and formats" {
	printf 'P3 3 1 255 0 0 0 255 255 255 1 2 3\n' | pnmtopng -force >three.png 2>/dev/null
	planes() {
		"$EXHUME" png2lbm "$@" --json -f -o x.lbm | jq -c '.results[0] | [.kind, .planes]'
	}
	is fewest "$(planes three.png)" '["ilbm",2]'
	is given "$(planes three.png --planes 5)" '["ilbm",5]'
	is bytes "$(planes three.png --format pbm)" '["pbm",8]'
	expect 1 png2lbm three.png --planes 1 -o y.lbm
	says "3 colours need 2 planes, and --planes is 1"
	# EGA's colours alone: its palette.
	printf 'P3 2 1 255 170 85 0 255 255 255\n' | pnmtopng -force >ega.png 2>/dev/null
	is ega "$(planes ega.png)" '["ilbm",4]'
	"$EXHUME" lbm2png x.lbm -o ega2.png
	is colours "$("$EXHUME" lbm2png --json -f x.lbm -o ega2.png | jq -c '.results[0].pictures[0].palette[6]')" '[170,85,0]'
}

@test "damaged input, wrong usage" {
	"$EXHUME" lbm2png "$own/MOLE.LBM" -o mole.png
	head -c 300 mole.png >cut.png
	expect 1 png2lbm cut.png -o cut.lbm
	says cut.png
	expect 1 png2lbm mole.png --like cut.png -o cut.lbm
	says cut.png
	head -c 900 "$own/MOLE.LBM" >cut.iff
	expect 1 png2lbm mole.png --like cut.iff -o part.lbm
	expect 1 png2lbm missing.png
	cp mole.png exists.lbm
	expect 1 png2lbm mole.png -o exists.lbm
	expect 2 png2lbm
	expect 2 png2lbm mole.png --planes 9
	expect 2 png2lbm mole.png --like x --planes 3
	expect 2 png2lbm mole.png --format pbm --planes 3
}
