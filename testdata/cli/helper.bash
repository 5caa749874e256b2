# What the command-line tests share: `load ../testdata/cli/helper` in cmd/*.bats.
#
# EXHUME           the program
# EXHUME_PIXELS    what pixels.c becomes, which is beside the program
# EXHUME_TESTDATA  testdata/ of the source
# EXHUME_DATA      real games, optional: keen-dreams-1.13/ and keen4-1.4/
# EXHUME_LEAKS     1: each run looks for leaks, 0: none does. Unless it is set, the first run of a test does, and
#                  those that are to fail: to look costs as much as the start of the program.
# UPDATE=1         rewrites the goldens instead of comparing

bats_require_minimum_version 1.5.0

# This file is read once for each test: what it starts costs as much as some of them.
if [ -z "${EXHUME_HELPER-}" ]; then
	EXHUME_TESTDATA=$(realpath "${EXHUME_TESTDATA:-$BATS_TEST_DIRNAME/../testdata}")
	EXHUME=$(realpath "${EXHUME:-$EXHUME_TESTDATA/../build/dev/exhume}")
	EXHUME_PIXELS=${EXHUME_PIXELS:-${EXHUME%/*}/pixels}
	export EXHUME EXHUME_PIXELS EXHUME_TESTDATA EXHUME_HELPER=1
fi
test_level=99
data=${EXHUME_DATA:-$EXHUME_TESTDATA/../../shared/data}
archives=$EXHUME_TESTDATA/archives
golden=$EXHUME_TESTDATA/golden
manual=$EXHUME_TESTDATA/../man
dreams=$data/keen-dreams-1.13
keen4=$data/keen4-1.4

# A sanitizer's own exit status must not pass for one of ours.
export ASAN_OPTIONS=${ASAN_OPTIONS-}:exitcode=99:detect_leaks=${EXHUME_LEAKS:-0}
export UBSAN_OPTIONS=halt_on_error=1:exitcode=99
export LC_ALL=C
unset POSIXLY_CORRECT

# bats keeps files of its own in the folder above. It notes the place of each command before it
# runs, which takes about a fifth of a test's time: here only commands of the test itself are noted, not those
# of functions that it calls.
setup() {
	runs=0 test_level=$BASH_SUBSHELL
	set +T
	declare -ft "$BATS_TEST_NAME"
	mkdir "$BATS_TEST_TMPDIR/work"
	cd "$BATS_TEST_TMPDIR/work" || return
}

# The archive of a sample; its folder is named after the layout.
archive_of() {
	case $1 in
	ega) echo SAMPLE.EGA ;;
	cga) echo SAMPLE.CGA ;;
	keen4) echo EGAGRAPH.SMP ;;
	esac
}

# What extract ends with for a sample game: no layout is known for the graphics of the small Keen 4.
extract_status() { [ "$1" = keen4 ] && echo 1 || echo 0; }

# sample NAME [FOLDER]: a copy that may be damaged, in ./FOLDER or ./NAME.
sample() {
	local folder=${2:-$1}
	mkdir -p "$folder"
	cp "$archives/$1"/* "$folder"
	chmod u+w "$folder"/*
}

# jq 1.6 starts in 30 ms, gojq in 3. But gojq sorts keys: jq edits documents, gojq answers questions, which are
# those with -c, -e and -r and those in $(), <() and pipes. Where the order of keys counts, a test calls
# `command jq`.
if command -v gojq >/dev/null; then
	jq() {
		if [[ $1 = -[cer]* ]] || ((BASH_SUBSHELL > test_level)); then
			gojq "$@"
		else
			command jq "$@"
		fi
	}
fi

need_game() {
	[ -d "$1" ] || skip "no real data"
}

# For a test that takes many seconds, of which the suite has a small twin. `scripts/test-reach real` runs it.
need_time() {
	[ "${EXHUME_REACH-}" ] || skip "takes long: scripts/test-reach real runs it"
}

# What the last run left in $status, $output and $stderr, for the one who reads a failure.
show_run() {
	echo "status: $status"
	echo "standard output: ${output:0:3000}"
	echo "standard error: ${stderr:0:3000}"
}

# capture COMMAND...: what `run --separate-stderr` of bats does, without the three programs that it
# starts and the system call that it makes for each byte.
capture() {
	local - IFS=$'\n'
	output=$(ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=${leaks:-${EXHUME_LEAKS:-0}} "$@" 2>"$BATS_TEST_TMPDIR/capture.err") &&
		status=0 || status=$?
	stderr=
	IFS=$' \t\n' read -d '' -r stderr <"$BATS_TEST_TMPDIR/capture.err" || true
	set -f
	# Blank lines are left out, as `run` leaves them out.
	lines=($output)
	stderr_lines=($stderr)
}

# expect STATUS ARGUMENT...: runs the program and fails unless it exits so.
expect() {
	local wanted=$1 leaks=${EXHUME_LEAKS-}
	shift
	[ "$leaks" ] || leaks=$((wanted || ! runs++))
	capture "$EXHUME" "$@"
	check_run "$wanted" "exhume $*"
}

# check_run STATUS WHAT: the same for a run that was made by hand.
check_run() {
	if [[ ${stderr-} == *Sanitizer:* || ${stderr-} == *"runtime error:"* ||
		$output == *Sanitizer:* ]]; then
		echo "a sanitizer complains of: $2"
		show_run
		return 1
	fi
	[ "$status" -eq "$1" ] && return
	echo "exit status $status, expected $1: $2"
	show_run
	return 1
}

# says TEXT...: all of them are on standard error.
says() {
	local text
	for text; do
		[[ $stderr == *"$text"* ]] && continue
		echo "standard error lacks: $text"
		show_run
		return 1
	done
}

says_not() {
	local text
	for text; do
		[[ $stderr != *"$text"* ]] && continue
		echo "standard error has: $text"
		show_run
		return 1
	done
}

prints() {
	local text
	for text; do
		[[ $output == *"$text"* ]] && continue
		echo "standard output lacks: $text"
		show_run
		return 1
	done
}

silent() {
	[ -z "$output$stderr" ] && return
	echo "it was to be silent"
	show_run
	return 1
}

absent() {
	local path
	for path; do
		[ ! -e "$path" ] && [ ! -L "$path" ] && continue
		echo "is there: $path"
		return 1
	done
}

# is WHAT FOUND EXPECTED
is() {
	[ "$2" = "$3" ] && return
	printf '%s: found, then expected:\n%s\n%s\n' "$1" "$2" "$3"
	return 1
}

# holds FILE JQ_CONDITION [JQ_OPTION...]
holds() {
	local file=$1 condition=$2
	shift 2
	jq -e "$@" "$condition" "$file" >/dev/null && return
	echo "does not hold in $file: $condition"
	return 1
}

# The same, where the order of keys counts.
holds_in_order() { (unset -f jq && holds "$@"); }

files_in() {
	(cd "$1" && find . -type f | sed 's,^\./,,' | sort)
}

count_files() {
	find "$@" -type f | wc -l
}

# Names, contents and times of all below a folder.
fingerprint() {
	(cd "$1" && find . -printf '%y %p %m %T@\n' | sort && find . -type f -exec sha256sum {} + | sort)
}

remember() {
	fingerprint "$1" >"$BATS_TEST_TMPDIR/before"
}

# That nothing was touched since `remember FOLDER`.
unchanged() {
	fingerprint "$1" | diff "$BATS_TEST_TMPDIR/before" - && return
	echo "$1 has changed"
	return 1
}

same_tree() {
	diff -r "$1" "$2" && return
	echo "trees differ: $1 $2"
	return 1
}

no_part_left() {
	local left
	left=$(find "${1:-.}" -name '*.part')
	[ -z "$left" ] && return
	echo "left behind: $left"
	return 1
}

whole_pngs() {
	local bad
	bad=$(find "$1" -name '*.png' -exec pngcheck -q {} + 2>&1) && [ -z "$bad" ] && return
	echo "pngcheck: $bad"
	return 1
}

# poke FILE OFFSET BYTES: BYTES as for printf.
poke() {
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# A number as four bytes for printf, the lowest first.
le32() {
	printf '\\x%02x\\x%02x\\x%02x\\x%02x' \
		$(($1 & 255)) $(($1 >> 8 & 255)) $(($1 >> 16 & 255)) $(($1 >> 24 & 255))
}

le16() {
	printf '\\x%02x\\x%02x' $(($1 & 255)) $(($1 >> 8 & 255))
}

# charmap FILE: letters of a translation, a line in each of the forms that are in use.
charmap() {
	printf '%s\n' '# Kyrilliza' '80=А' '0x82 Б' $'0x5B\t0x0428\t# CYRILLIC CAPITAL LETTER SHA' '0x01 U+0434' >"$1"
}

# program FILE IMAGE: a DOS program that is not packed; its header has 512 bytes and two
# relocations, at 3 and 11.
program() {
	local size word words=
	size=$(($(stat -c %s "$2") + 512))
	for word in $((size % 512)) $(((size + 511) / 512)) 2 32 16 65535 3 128 0 7 1 28 0 3 0 11 0; do
		words+=$(le16 $word)
	done
	{
		printf "MZ$words"
		head -c $((512 - 2 - 34)) /dev/zero
		cat "$2"
	} >"$1"
}

cut_to() {
	head -c "$2" "$1" >"$1.cut" && mv "$1.cut" "$1"
}

# zip_of ARCHIVE [MEMBER FILE|FOLDER]...: a ZIP with these names in UTF-8, whatever they are.
zip_of() {
	command -v python3 >/dev/null || skip "no python3"
	PYTHONUTF8=1 python3 - "$@" <<-'END'
		import os, sys, zipfile
		with zipfile.ZipFile(sys.argv[1], "w") as archive:
		    for name, path in zip(sys.argv[2::2], sys.argv[3::2]):
		        for file in sorted(os.listdir(path)) if os.path.isdir(path) else [""]:
		            with open(os.path.join(path, file) if file else path, "rb") as f:
		                archive.writestr(os.path.join(name, file) if file else name, f.read())
	END
}

has_flac() {
	[[ $("$EXHUME" --version) != *"without libsndfile"* ]]
}

need_flac() {
	has_flac || skip "no libsndfile"
	command -v flac >/dev/null || skip "no flac"
}

need_libarchive() {
	"$EXHUME" --version | grep -q 'without libarchive' && skip "no libarchive"
	return 0
}

# What `pixels` of pixels.c tells of PNG files.
pixels() {
	"$EXHUME_PIXELS" "$@"
}

# same_pixels A B [A B]...: of the same kind of PNG file, too.
same_pixels() {
	pixels same "$@"
}

# A line "PATH SHA-256" for each file below a folder: of the pixels of pictures, of JSON
# without the program's version, of the bytes of others. The manifest is left out.
hash_tree() {
	local all=$BATS_TEST_TMPDIR/hash_tree
	mkdir -p "$all"
	(
		cd "$1"
		files_in . | grep -v '^manifest.json$' >"$all/files"
		grep '\.png$' "$all/files" >"$all/png" &&
			xargs -d '\n' "$EXHUME_PIXELS" hash <"$all/png" | paste -d ' ' "$all/png" -
		# jq starts slowly, so that it takes all files at once.
		grep '\.json$' "$all/files" >"$all/json" &&
			xargs -d '\n' jq -S 'del(.exhume, .meta.version)' <"$all/json" |
			awk -v name="$all/document." 'BEGIN { count = 100000 }
				{ print > (name count) }
				/^([]}]|[{]}|[[]])$/ { close(name count++) }' &&
			sha256sum "$all"/document.* | cut -d ' ' -f 1 | paste -d ' ' "$all/json" -
		grep -v '\.\(json\|png\)$' "$all/files" | xargs -r -d '\n' sha256sum |
			sed -E 's/^([^ ]*)  (.*)/\2 \1/'
	) | sort
	rm -r "$all"
}

# matches_golden FILE: standard input is what golden/FILE holds.
matches_golden() {
	cat >"$BATS_TEST_TMPDIR/found.txt"
	if [ -n "${UPDATE-}" ]; then
		mkdir -p "$golden"
		cp "$BATS_TEST_TMPDIR/found.txt" "$golden/$1"
		return
	fi
	diff -u "$golden/$1" "$BATS_TEST_TMPDIR/found.txt" && return
	echo "not as in $golden/$1; UPDATE=1 rewrites it"
	return 1
}

# wait_for CONDITION...: up to ten seconds.
wait_for() {
	local i
	for ((i = 0; i < 500; i++)); do
		"$@" >/dev/null 2>&1 && return
		sleep 0.02
	done
	echo "never came true: $*"
	return 1
}

ended() {
	! kill -0 "$1" 2>/dev/null
}

# Whether a process is the program, and handles SIGINT by now; the shell that becomes the program
# handles it, too. It starts no program: a test may have a second only.
catches_int() {
	local name mask
	[ "/proc/$1/exe" -ef "$EXHUME" ] || return
	while read -r name mask; do
		[ "$name" = SigCgt: ] && ((0x$mask & 2)) && return
	done <"/proc/$1/status"
	return 1
}

# end_by SIGNAL PID: sends it, and sets $status to how the program ended.
end_by() {
	kill -s "$1" "$2"
	if ! wait_for ended "$2"; then
		kill -9 "$2"
		return 1
	fi
	status=0
	wait "$2" || status=$?
}

# As somebody without rights; skips the test where that can't be had.
as_nobody() {
	if [ "$(id -u)" != 0 ]; then
		run --separate-stderr -- "$@"
		return
	fi
	run --separate-stderr -- setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}

need_nobody() {
	[ "$(id -u)" != 0 ] && return
	command -v setpriv >/dev/null || skip "no setpriv"
	setpriv --reuid=65534 --regid=65534 --clear-groups "$EXHUME" --version >/dev/null 2>&1 ||
		skip "an ordinary user can't run the program"
	setpriv --reuid=65534 --regid=65534 --clear-groups cat "$archives"/ega/* >/dev/null 2>&1 ||
		skip "an ordinary user can't read the samples"
}

# in_browser PAGE: what becomes of its elements; messages of its scripts fail.
in_browser() {
	local browser
	browser=$(command -v chromium || command -v chromium-browser) || skip "no chromium"
	timeout 60 "$browser" --headless --no-sandbox --disable-gpu --window-size=1200,800 \
		--virtual-time-budget=5000 --enable-logging=stderr --dump-dom "file://$PWD/$1" >dom 2>log || skip "no browser runs here"
	! grep 'CONSOLE' log
}
