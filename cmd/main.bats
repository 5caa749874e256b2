#!/usr/bin/env bats
# The program as a whole: its help, its manual, what it says of mistakes.

load ../testdata/cli/helper

# All subcommands that --help lists.
subcommands() {
	"$EXHUME" --help | sed -n 's/^  \([a-z][a-z0-9_-]*\)  .*/\1/p'
}

# Long options that --help of a subcommand lists.
options_of_help() {
	"$EXHUME" "$1" --help | grep '^ ' | sed 's/^ *\(-[a-z0-9], \)\?\(--[a-z0-9-]*\).*/\2/' |
		grep -- ^-- | sort -u
}

# Long options in the OPTIONS of a manual page.
options_of_page() {
	sed 's/\\f[BIRP]//g; s/\\f(..//g; s/\\-/-/g' "$1" |
		awk '/^\.SH/ { inside = /OPTIONS/ } inside' |
		grep -o -- '--[a-z][a-z0-9-]*' | sort -u
}

@test "without arguments it shows how to begin, and exits with 2" {
	expect 2
	[ -z "$output" ]
	says "exhume extract " "exhume identify " "exhume build " "exhume diff " \
		"'exhume --help' lists all subcommands"
	[ "$(wc -l <<<"$stderr")" -le 10 ]
	[ "$(wc -L <<<"$stderr")" -le 80 ]
	# The page that it names exists.
	expect 0 help tour
}

@test "--help and -h list all subcommands, those for whole games first" {
	expect 0 --help
	prints "usage: exhume" egagrab identify help
	is first "$(subcommands | head -n 4 | xargs)" "extract identify build diff"
	is all "$(subcommands | sort)" "$("$EXHUME" --options | awk -F '\t' '$2 == "command" { print $1 }' | sort)"
	[ -z "$stderr" ]
	long=$output
	expect 0 -h
	is help "$output" "$long"
}

@test "--version tells its version and those of the libraries" {
	expect 0 --version
	[[ ${lines[0]} =~ ^exhume\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
	is licence "${lines[1]}" "licence: MIT"
	for library in libpng zlib jansson nettle libdeflate libgif libsoxr libsndfile libarchive SQLite libedit; do
		grep -qE "^($library [0-9][0-9.]*|without $library \(.*\))$" <<<"$output" ||
			{ echo "no line of $library"; show_run; return 1; }
	done
	is last "${lines[-1]%%:*}" sandbox
	[ -z "$stderr" ]
}

@test "the version is the one that JSON documents bear" {
	expect 0 identify --json "$archives/ega/EGADICT.SMP"
	is version "exhume $(jq -r .exhume <<<"$output")" "$("$EXHUME" --version | head -n 1)"
}

@test "an unknown subcommand is an error of usage, with a suggestion" {
	expect 2 egagrap
	says "'egagrap'" "did you mean 'egagrab'"
	[ -z "$output" ]
	expect 2 indentify
	says "did you mean 'identify'"
	expect 2 idnetify
	says "did you mean 'identify'"
	expect 2 ega
	says "did you mean 'egagrab'"
}

@test "what resembles no subcommand gets no suggestion" {
	expect 2 xyzzy
	says "'xyzzy'" --help
	says_not "did you mean"
	expect 2 ""
	says_not "did you mean"
	expect 2 "$(printf 'x%.0s' {1..5000})"
	says_not "did you mean"
}

@test "an unknown option of the program itself is an error of usage" {
	for option in --nonsense -x --; do
		expect 2 "$option"
		says "$option"
		[ -z "$output" ]
	done
}

@test "an unknown option of a subcommand is an error of usage" {
	for sub in $(subcommands); do
		expect 2 "$sub" --nonsense
		says "exhume $sub" nonsense "exhume $sub --help"
		[ -z "$output" ]
	done
}

@test "every subcommand has --help, also in mid-line" {
	for sub in $(subcommands); do
		expect 0 "$sub" --help
		prints "usage: exhume $sub" --help
		[ -z "$stderr" ]
		long=$output
		expect 0 "$sub" something -h
		is "$sub -h" "$output" "$long"
	done
}

@test "lines of help fit a terminal" {
	for sub in $(subcommands); do
		widest=$("$EXHUME" "$sub" --help | wc -L)
		[ "$widest" -le 90 ]
	done
	[ "$("$EXHUME" --help | wc -L)" -le 80 ]
}

@test "a subcommand's --help and its manual page list the same options" {
	for sub in $(subcommands); do
		page=$manual/exhume-$sub.1
		[ "$sub" != help ] || continue
		[ -s "$page" ]
		diff <(options_of_help "$sub") <(options_of_page "$page") || {
			echo "< only in exhume $sub --help, > only in $page"
			return 1
		}
	done
}

@test "the manual page of exhume has all subcommands and its own options" {
	page=$(sed 's/\\f[BIRP]//g; s/\\-/-/g' "$manual/exhume.1")
	for word in $(subcommands) --version --help; do
		[[ $page == *"$word"* ]] || { echo "lacks $word"; return 1; }
	done
}

@test "help is the manual page of exhume" {
	expect 0 help
	prints NAME SYNOPSIS egagrab identify
	[ -z "$stderr" ]
	all=$output
	expect 0 help exhume
	is page "$output" "$all"
}

@test "help SUBCOMMAND is its manual page, with all sections and options" {
	for sub in $(subcommands); do
		[ "$sub" != help ] || continue
		expect 0 help "$sub"
		prints NAME SYNOPSIS DESCRIPTION "EXIT STATUS"
		for option in $(options_of_help "$sub"); do
			prints "$option"
		done
		while read -r heading; do
			prints "$heading"
		done < <(sed -n 's/^\.SH "\?\([^"]*\)"\?$/\1/p' "$manual/exhume-$sub.1")
	done
}

@test "help leaves no roff in its text" {
	for topic in exhume exhume.3 exhume-input.5 exhume.7 tour egagrab identify; do
		expect 0 help "$topic"
		if grep -nE '\\f[BIRP]|\\-|\\\((em|bu|aq|co)|\\&|^\.[A-Z]{1,2} ' <<<"$output"; then
			return 1
		fi
	done
}

@test "help knows the pages of formats" {
	expect 0 help exhume-input.5
	whole=$output
	expect 0 help input
	[[ $output == "EXHUME-INPUT(5)"* ]]
	[ "$output" = "$whole" ]
	expect 0 help tour
	[[ $output == "EXHUME-TOUR(7)"* ]]
	expect 2 help inpu
	expect 2 help .5
}

@test "help --zvision lists what scripts of ZVision say, and what is played" {
	expect 0 help --zvision
	prints $'action\tassign\tboth\tthere\t' $'control\ttilt\tnemesis\tthere\t' \
		$'flag\tDO_ME_NOW\tboth\tthere\t'
	is columns "$(awk -F'\t' '{ print NF }' <<<"$output" | sort -u)" 5
	# Each word that is missing or partly there says what is missing.
	is reasons "$(awk -F'\t' '($4 == "there") != ($5 == "")' <<<"$output")" ""
	expect 0 help 7
	prints "clear_system_message  missing  no game uses it"
}

@test "what --help calls the manual exists" {
	for sub in $(subcommands); do
		line=$("$EXHUME" "$sub" --help | grep -i '^The manual:') || continue
		expect 0 ${line#The manual: exhume }
	done
}

@test "help of nothing we have is an error of usage" {
	expect 2 help nothing
	says nothing
	[ -z "$output" ]
	expect 2 help egagrab identify
}

@test "a full disk behind standard output is told" {
	for line in --help --version help "help egagrab" "egagrab --help" \
		"identify $archives/ega/EGADICT.SMP" \
		"identify --json $archives/ega/EGADICT.SMP" ; do
		run --separate-stderr bash -c '"$0" "$@" >/dev/full' "$EXHUME" $line
		check_run 1 "exhume $line >/dev/full"
		says exhume "standard output"
	done
}

@test "a closed standard output is told" {
	for line in --help --version "help egagrab" "identify $archives/ega/EGADICT.SMP" \
		"identify --json $archives/ega/EGADICT.SMP"; do
		run --separate-stderr bash -c '"$0" "$@" >&-' "$EXHUME" $line
		check_run 1 "exhume $line >&-"
		says "standard output"
	done
}

# Each command on a sample, as it is used most.
@test "a run that succeeds is silent; -v says what was done" {
	local z=$archives/zvision
	quiet() {
		expect 0 "$@"
		! grep -v ' warning: ' <<<"$stderr" | grep . || { echo "not silent: $*"; return 1; }
	}
	spoken() {
		quiet "$@"
		expect 0 "$1" -v -f "${@:2}"
		[ -n "$stderr" ] || { echo "says nothing with -v: $*"; return 1; }
	}
	sample sci0
	sample dreams
	spoken egagrab -o g dreams/DREAMS.EGA
	quiet egagrab --pack g -o packed/DREAMS.EGA
	spoken mapdump --format json -o maps.json dreams/DREAMS.MAP
	spoken mapdump --pack maps.json -o packed/DREAMS.MAP
	spoken snd2wav --rate native -o s dreams/DREAMS.AUD
	spoken imf2wav --rate native -o m.wav "$archives/audiot/MOLE.WLF"
	spoken lbm2png -o l.png "$archives/softdisk/MOLE.LBM"
	spoken softdisk --pack -o d.slb "$archives/softdisk/MOLE.LBM" "$archives/softdisk/TUNNEL.SCN"
	quiet identify dreams/DREAMS.EGA
	quiet keen-run --map 1 --frames 2 --state state dreams
	quiet tile-refresh --map 1 --frames 2 -o t.png dreams
	spoken zfs-unpack --manifest -o shaft "$archives/shaft/SCENES.ZFS"
	spoken zfs-pack -o again.zfs shaft
	spoken tgz2png -o hills.png $z/HILLS.TGA
	spoken png2tgz -o hills.tga hills.png
	spoken zcr2png -o idle.png $z/00IDLEA.ZCR
	spoken rlf2png --mirrored auto --frames 1-0 -o s.gif $z/SWING.RLF
	spoken pano2png -o p.png $z/HILLS.TGA
	spoken sci-unpack -o r sci0
	quiet sci-unpack --verify sci0
	spoken view2png -o v "$archives/burrow"
	spoken pic2png -o p "$archives/burrow"
	spoken font2png -o f "$archives/burrow"
	spoken cursor2png -o c "$archives/burrow"
	spoken text-dump --find e -o text.txt sci0
	quiet vocab-dump sci0
	quiet parse-tree sci0 "look"
	quiet said-compile --vocab sci0 "look"
	spoken sci-snd2wav --rate native -o w "$archives/sci0-sounds/sound.001" "$archives/sci0-sounds/sound.002"
}

@test "JSON of each command has its results in a list, and nowhere else" {
	local z=$archives/zvision
	shape() {
		expect 0 "$@"
		jq -e --arg name "$1" '.format == $name and (.results | length == 1) and
			(keys - ["errors"] == ["exhume", "format", "results", "schema"])' <<<"$output" >/dev/null ||
			{ echo "another shape: $*"; show_run; return 1; }
	}
	sample sci0
	sample dreams
	sample shaft
	printf 'look\n' >specs
	shape egagrab --json -o g dreams/DREAMS.EGA
	shape mapdump --json --format csv -o maps dreams/DREAMS.MAP
	shape snd2wav --rate native --json -o s dreams/DREAMS.AUD
	shape imf2wav --rate native --json -o m.wav "$archives/audiot/MOLE.WLF"
	shape lbm2png --json -o l.png "$archives/softdisk/MOLE.LBM"
	shape softdisk --list --json "$archives/softdisk/SAMPLE.CMP"
	shape identify --json dreams/DREAMS.EGA
	shape keen-run --map 1 --frames 2 --json dreams
	shape tile-refresh --map 1 --frames 2 --json dreams
	shape zfs-unpack --json -o shaft.x shaft/SCENES.ZFS
	shape zfs-pack --json -o again.zfs shaft.x
	shape tgz2png --json -o hills.png $z/HILLS.TGA
	shape png2tgz --json -o hills.tga hills.png
	shape zcr2png --json -o idle.png $z/00IDLEA.ZCR
	shape rlf2png --list --json $z/SWING.RLF
	shape pano2png --json -o p.png $z/HILLS.TGA
	shape sci-unpack --list --json sci0
	shape view2png --json -o v "$archives/burrow"
	shape pic2png --json -o p "$archives/burrow"
	shape font2png --json -o f "$archives/burrow"
	shape cursor2png --json -o c "$archives/burrow"
	shape text-dump --json sci0
	shape text-dump --format json sci0
	shape vocab-dump --json sci0
	shape vocab-dump --format json sci0
	shape parse-tree --json sci0 look
	shape parse-tree --format json sci0 look
	shape said-compile --json --vocab sci0 look
	shape sci-snd2wav --list --json "$archives/sci0-sounds/sound.001"
}

@test "--scale repeats each pixel, in every command that draws" {
	local z=$archives/zvision
	scaled() {
		local command=$1 input=${!#}
		expect 0 "$command" "${@:2:$#-2}" -f -o plain.png "$input"
		expect 0 "$command" --scale 3 "${@:2:$#-2}" -f -o large.png "$input"
		cmp <(pngtopnm plain.png 2>/dev/null | pnmenlarge 3) <(pngtopnm large.png 2>/dev/null) ||
			{ echo "not three times as large: $*"; return 1; }
		expect 2 "$command" --scale 65 "${@:2:$#-2}" -f -o large.png "$input"
	}
	sample dreams
	sample sci0
	scaled tgz2png $z/FLAT.TGA
	scaled zcr2png $z/00IDLEA.ZCR
	scaled pano2png $z/HILLS.TGA
	scaled rlf2png --frames 0 $z/EVENING.RLF
	scaled lbm2png "$archives/softdisk/MOLE.LBM"
	scaled mapdump --map 1 dreams/DREAMS.MAP
	scaled keen-run --map 1 --frames 1 dreams
	scaled pic2png --number 1 "$archives/burrow"
	scaled view2png --number 0 --loop 0 --cel 0 "$archives/burrow"
	scaled cursor2png --number 0 --format png "$archives/burrow"
}

@test "--list writes no file, in every command that lists" {
	sample dreams
	listed() {
		local expected=$1
		shift
		remember .
		expect 0 "$@"
		[[ $output == *"$expected"* ]] || { echo "lacks $expected: $*"; show_run; return 1; }
		unchanged .
		expect 0 "$@" --json
		jq -e '.results | length == 1' <<<"$output" >/dev/null
	}
	listed "sprite" egagrab --list dreams/DREAMS.EGA
	listed "MOLE GARDEN" mapdump --list dreams/DREAMS.MAP
	listed "adlib" snd2wav --list dreams/DREAMS.AUD
	listed "view.001        1152" view2png --list --number 1 "$archives/burrow"
	listed "font." font2png --list "$archives/burrow"
	listed "cursor.999        68" cursor2png --list "$archives/burrow"
	listed "view" sci-unpack --list "$archives/burrow"
	listed "sound.001" sci-snd2wav --list "$archives/sci0-sounds/sound.001"
	listed "16 frames" rlf2png --list "$archives/zvision/EVENING.RLF"
	listed "MOLE" softdisk --list "$archives/softdisk/SAMPLE.CMP"
	listed "MOLE.LBM" lbm2png --list "$archives/softdisk/SAMPLE.CMP"
	listed "" zfs-unpack --list "$archives/shaft/SCENES.ZFS"
	expect 2 egagrab --list -o x dreams/DREAMS.EGA
	expect 2 mapdump --list -o x.json dreams/DREAMS.MAP
	expect 2 font2png --list --pack x.png
}

# Prints bash's completions of the last word; the words as bash splits them.
completed() {
	# shellcheck source=/dev/null
	source "$(dirname "$EXHUME")/completions/exhume.bash"
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_exhume
	printf '%s\n' "${COMPREPLY[@]}"
}

@test "the completions of all shells are valid" {
	folder=$(dirname "$EXHUME")/completions
	[ -s "$folder/exhume.bash" ]
	[ -s "$folder/_exhume" ]
	[ -s "$folder/exhume.fish" ]
	bash -n "$folder/exhume.bash"
	! command -v zsh >/dev/null || zsh -n "$folder/_exhume"
	! command -v fish >/dev/null || fish --no-execute "$folder/exhume.fish"
}

@test "bash completes subcommands, options, choices, files and folders" {
	is subcommands "$(completed exhume egag)" egagrab
	[ "$(completed exhume '' | grep -vc -- '^--')" -eq "$(subcommands | wc -l)" ]
	is options "$(completed exhume egagrab --no-sh)" --no-sheets
	is choices "$(completed exhume egagrab --palette '')" $'0\n1\n0i\n1i'
	is choices "$(completed exhume lbm2png --palette '')" $'file\nega'
	is choices "$(completed exhume rlf2png --format = g)" gif
	is choices "$(completed exhume rlf2png -v --format=g)" gif
	is numbers "$(completed exhume raw2wav --channels '')" $'1\n2'
	is words "$(completed exhume mapdump --layers f)" fore
	is nothing "$(completed exhume egagrab --scale '')" ""
	cd "$archives"
	is files "$(completed exhume egagrab --head ega/EGAHEAD)" ega/EGAHEAD.SMP
	is folders "$(completed exhume egagrab --pack eg)" ega
	is files "$(completed exhume identify ega/EGAHEAD)" ega/EGAHEAD.SMP
}

@test "--device has the same words everywhere, and takes pc and pcspeaker for speaker" {
	sample dreams
	for name in speaker pc pcspeaker; do
		expect 0 snd2wav --list --device $name dreams/DREAMS.AUD
		expect 0 keen-run --map 1 --frames 1 --device $name dreams
		expect 0 sci-snd2wav --list --device $name "$archives/sci0-sounds/sound.001"
		expect 2 snd2wav --device "${name}s" dreams/DREAMS.AUD
		says "expected one of both, speaker, adlib"
	done
}

@test "a terminal is not steered by names and texts of files; a pipe gets them as they are" {
	command -v script >/dev/null || skip "no script(1)"
	esc=$'\e[31m'
	printf '\x83\0he\x1b[31mllo\0' >text.001
	printf '# by hand\nrate 49716\nlength 3\n0 01 20\n' >"a${esc}b.opl2log"
	printf '\x86\0\0\0\4\0\7\0ab\x1b[31m' >vocab.997
	printf 'puzzle:1 {\n\tcriteria {\n\t\t[2] = 1\n\t}\n\tresults {\n\t\taction:x\x1b[31m(1)\n\t}\n}\n' >a.scr
	printf 'animation_id:4~\nfilename:d\x1b[31m.rlf~\nframes:1~\n0:1~\n' >a.lev
	printf '{\n(0) = Hello\x1b[31m;\n}\n' >a.sub
	jq --arg esc "$esc" '.name = "a" + $esc' "$archives/ega/layout.json" >layout.json
	for arguments in "text-dump text.001" "identify a*b.opl2log" "imf2wav -f -o out.wav a*b.opl2log --json" \
		"vocab-dump vocab.997" "scr-inspect a.scr" "lev-inspect a.lev" \
		"egagrab --print-layout --layout layout.json '$archives/ega/SAMPLE.EGA'" \
		"egagrab --layout no${esc}where '$archives/ega/SAMPLE.EGA'"; do
		# shellcheck disable=SC2086
		script -qc "'$EXHUME' $arguments" /dev/null </dev/null >seen
		! grep -qF "$esc" seen
		grep -q 'x1[Bb]\[31m\|u001[Bb]\[31m\|?\[31m' seen || { echo "$arguments" && cat seen && false; }
	done
	"$EXHUME" identify a*b.opl2log >piped
	grep -qF "$esc" piped
	# Text screens have colours for a terminal.
	script -qec "'$EXHUME' softdisk '$archives/softdisk/TUNNEL.SCN'" /dev/null </dev/null >seen
	grep -qF $'\e[' seen
}

@test "an option that has one value is not given twice" {
	expect 2 identify --jobs 1 -j 2 x
	says "--jobs is given twice, and has one value"
	expect 2 extract --index sqlite --index jsonl x
	says "--index is given twice"
	expect 1 extract -q -f -f --only view --only pic nothing
}

@test "binary output is not written to a terminal" {
	cp "$archives/ega"/* .
	printf '\0\0\0\0\x20\x21\x01\0\xc0\x01\0\0\xa0\x98\x0a\0\xb0\x31\x64\0' >note.imf
	script -qec "'$EXHUME' imf2wav -q -o - note.imf" /dev/null >said && status=0 || status=$?
	is status "$status" 1
	grep -q "standard output: a terminal can't show binary data" said
	script -qec "'$EXHUME' identify SAMPLE.EGA" /dev/null >said
	grep -q "^SAMPLE.EGA: " said
}

@test "what is overwritten keeps its rights" {
	cp "$archives/dreams"/* .
	umask 022
	"$EXHUME" egagrab -q --only font -o out DREAMS.EGA
	is new "$(stat -c %a "$(echo out/font/*.png)")" 644
	for mode in 600 666 755; do
		chmod $mode out/font/*.png
		"$EXHUME" egagrab -q -f --only font -o out DREAMS.EGA
		is mode "$(stat -c %a "$(echo out/font/*.png)")" $mode
	done
}

@test "a folder that can't be written to is told once" {
	[ "$(id -u)" = 0 ] && run_as=(setpriv --reuid 65534 --regid 65534 --clear-groups) || run_as=()
	"${run_as[@]}" true || skip "no right to become somebody else"
	cp "$archives/dreams"/*.AUD "$archives/dreams"/*HHD* "$archives/dreams"/*DCT* . 2>/dev/null || cp "$archives/dreams"/* .
	mkdir closed
	chmod 555 closed
	chmod 755 . .. 2>/dev/null || true
	capture "${run_as[@]}" "$EXHUME" snd2wav -o closed/ ./*.AUD
	is status "$status" 1
	is lines "$(grep -c "Permission denied" <<<"$stderr")" 1
	says "more messages; -v shows all"
}

@test "names of inputs may come from a file" {
	cp "$archives/ega"/* .
	printf 'SAMPLE.EGA\n\nEGAHEAD.SMP' >names
	expect 0 identify --files-from names EGADICT.SMP
	is files "$(cut -d : -f 1 <<<"$output" | xargs)" "EGADICT.SMP SAMPLE.EGA EGAHEAD.SMP"
	mv SAMPLE.EGA $'two\nlines'
	printf 'EGAHEAD.SMP\0two\nlines\0' >names
	capture "$EXHUME" identify -0 --files-from - <names
	is status "$status" 0
	is files "$(cut -d : -f 1 <<<"$output" | xargs -d '\n')" 'EGAHEAD.SMP two\nlines'
	expect 1 identify --files-from names
	says "--files-from names: a name has a NUL in it: -0 is for such lists"
	: >names
	expect 1 identify --files-from names
	says "--files-from names: there is no name in it"
	expect 1 identify --files-from missing
	says "--files-from missing: can't open"
	expect 2 identify -0 names
	says "-0 without --files-from"
	expect 2 identify --files-from - -
}
