#!/usr/bin/env bats
# What a run can't do once its command line is read

load ../testdata/cli/helper

setup_file() {
	EXHUME_SANDBOX=$("$EXHUME" --version | sed -n 's/^sandbox: //p')
	export EXHUME_SANDBOX
}

need_files() {
	[[ $EXHUME_SANDBOX == *Landlock\ [1-9]* ]] || skip "this kernel has no Landlock"
}

need_calls() {
	[[ $EXHUME_SANDBOX == *"calls (seccomp)"* ]] || skip "this kernel has no seccomp"
}

# misbehaves WHAT ARGUMENT...: the program does it when it reads its input.
misbehaves() {
	local MISBEHAVE=$1
	shift
	export MISBEHAVE
	LD_PRELOAD=${EXHUME%/*}/misbehave.so expect 0 "$@"
}

# only_without WHAT ARGUMENT...: it is refused, and done without the sandbox.
only_without() {
	misbehaves "$@"
	says "refused: $1"
	says_not misbehaved
	misbehaves "$@" --no-sandbox
	says "misbehaved: $1"
}

@test "a decoder reads neither the folder above its input's nor the machine's files" {
	need_files
	cp -r "$archives/zvision" in
	echo secret >secret
	only_without "open:$PWD/secret" sci-unpack --list "$archives/burrow"
	only_without open:/etc/passwd tgz2png in/FLAT.TGA -o - >/dev/null
	misbehaves "open:$PWD/in/EVENING.RLF" tgz2png in/FLAT.TGA -o -
	says misbehaved
}

@test "a decoder writes only where outputs go" {
	need_files
	cp -r "$archives/burrow" in
	mkdir out
	only_without "write:$PWD/elsewhere" view2png in -o out -f
	only_without "write:$PWD/in/RESOURCE.MAP" view2png in -o out -f
	misbehaves "write:$PWD/out/there" view2png in -o out -f
	says misbehaved
	# What does not write files writes nowhere.
	only_without "write:$PWD/in/identified" identify in
	# Where no output is named, too.
	only_without "write:$PWD/beside" view2png in -f
	only_without "write:$PWD/in.extracted.png" view2png in -f
	only_without "write:$PWD/aside" extract in -f
	misbehaves "write:$PWD/in.extracted/there" extract in -f
	says misbehaved
}

@test "a decoder uses no network, starts no program and signals nobody" {
	need_calls
	cp -r "$archives/burrow" in
	touch "$BATS_TEST_TMPDIR/mode"
	for what in connect run "kill:$PPID" "mode:$BATS_TEST_TMPDIR/mode"; do
		only_without "$what" identify in
	done
	misbehaves type identify in </dev/null
	says "refused: type: Operation not permitted"
	misbehaves type identify --no-sandbox in </dev/null
	says "refused: type: Inappropriate ioctl"
}

@test "a decoder forks no process, or a sanitizer looks for leaks in one" {
	need_calls
	cp -r "$archives/burrow" in
	if grep -q __asan_init "$EXHUME"; then
		misbehaves leak identify in || true
		is status "$status" 99
		[[ $stderr == *LeakSanitizer* ]]
	else
		only_without fork identify in
	fi
}

@test "-vv says what is restricted, -v that nothing is" {
	cp -r "$archives/burrow" in
	expect 0 identify -v --no-sandbox in
	says "no sandbox"
	expect 0 identify in
	says_not sandbox
	need_files
	need_calls
	expect 0 identify -vv in
	says "sandbox: files restricted, system calls restricted"
}

@test "what links lead to is read, with --follow-links" {
	mkdir game real
	cp "$archives/burrow"/* real
	ln -s "$PWD"/real/* game
	ln -s game linked
	expect 1 view2png linked -o out
	says "links lead out of the game and were not followed: linked/" "--follow-links follows them"
	expect 0 view2png --follow-links linked -o out
	# A link to one file, whose neighbours are beside the link.
	expect 0 sci-unpack --list "$PWD/game/RESOURCE.MAP"
	ln -s real/RESOURCE.MAP lone
	mkdir cellar
	ln -s ../real cellar/game
	expect 1 extract cellar -o all
	says "1 link leads out of the game and was not followed: cellar/game; --follow-links follows it"
	expect 0 extract --follow-links cellar -o all
	[ -n "$(ls all/game)" ]
}

@test "links in a folder of outputs lead nowhere, the folder itself may be one" {
	cp -r "$archives/burrow" in
	mkdir -p elsewhere real in.extracted
	ln -s "$PWD/elsewhere" in.extracted/view.000
	ln -s ../elsewhere real/view.000
	ln -s real out
	for run in "" "-f" "-o out" "-o out --no-sandbox" "-o real -f"; do
		expect 1 view2png in $run
		says "view.000: a link, and none is followed"
		is elsewhere "$(ls elsewhere)" ""
	done
	rm real/view.000
	expect 0 view2png in -o out
	[ -n "$(ls real/view.000)" ]
	# What would be made beside the input is a link of the input's author.
	rm -r in.extracted
	ln -s elsewhere in.extracted
	for run in "" "-f" "--no-sandbox"; do
		expect 1 view2png in $run
		says "none is followed"
		is elsewhere "$(ls elsewhere)" ""
	done
}

@test "devices, pipes and folders that are yet to be made" {
	cp "$archives/zvision"/*.RLF .
	rlf=$(ls | head -1)
	expect 0 rlf2png "$rlf" -o new/folder/of/%03d.png
	[ -n "$(ls new/folder/of)" ]
	expect 0 rlf2png --format apng -f "$rlf" -o /dev/null
	expect 0 rlf2png "$rlf" -o one.apng
	expect 0 rlf2png - -o two.apng <"$rlf"
	cmp one.apng two.apng
	expect 0 rlf2png <(cat "$rlf") -o three.apng
	cmp one.apng three.apng
	expect 0 rlf2png --format apng "$rlf" -f -o /dev/stdout
}

@test "temporary files have a folder of their own, which is gone in the end" {
	mkdir temporary in
	cp "$archives/burrow"/* in
	TMPDIR=$PWD/temporary expect 0 diff in in
	is left "$(ls temporary)" ""
	# Nobody reads the end of it.
	cp "$archives/zvision/EVENING.RLF" .
	(
		TMPDIR=$PWD/temporary "$EXHUME" rlf2png --format y4m - -o - <EVENING.RLF 2>/dev/null || true
		echo "${PIPESTATUS[0]}" >status
	) | true
	is left "$(ls temporary)" ""
	# Without one there are no temporary files.
	TMPDIR=/nowhere expect 2 diff in in
	says "temporary folder"
	need_files
	echo other >temporary/other
	TMPDIR=$PWD/temporary only_without "write:$PWD/temporary/other" diff in in
}

@test "build may read the game that an index names, in its place or moved" {
	mkdir games made
	cp -r "$archives/burrow" games/burrow
	expect 0 extract games/burrow -o made/burrow
	expect 0 build made/burrow -o made/again
	says_not "not there"
	cmp games/burrow/RESOURCE.001 made/again/RESOURCE.001
	mkdir made/folder
	expect 0 build made/burrow -f -o made/folder
	cmp games/burrow/RESOURCE.001 made/folder/RESOURCE.001
	is left "$(ls -A made | tr '\n' ' ')" "again burrow folder "
}
