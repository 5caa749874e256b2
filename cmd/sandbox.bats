#!/usr/bin/env bats
# Limits of a run once its command line is read

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
	# A subcommand that writes no files can't write anywhere.
	only_without "write:$PWD/in/identified" identify in
	# The same if no output is named.
	only_without "write:$PWD/beside" view2png in -f
	only_without "write:$PWD/in.extracted.png" view2png in -f
	only_without "write:$PWD/aside" extract in -f
	misbehaves "write:$PWD/in.extracted/there" extract in -f
	says misbehaved
}

@test "the process of outputs reads and writes only where outputs are planned" {
	need_files
	mkdir -p in far above
	cp "$archives/zvision/FLAT.TGA" in
	echo secret >far/secret
	for what in "open:$PWD/far/secret" open:/etc/passwd "write:$PWD/far/new" "write:$PWD/new" "mode:$PWD/far/secret"; do
		MISBEHAVE=outputs:$what LD_PRELOAD=${EXHUME%/*}/misbehave.so expect 0 tgz2png in/FLAT.TGA -f
		says "refused: $what"
		says_not misbehaved
	done
	MISBEHAVE=outputs:write:$PWD/in/there LD_PRELOAD=${EXHUME%/*}/misbehave.so expect 0 tgz2png in/FLAT.TGA -f
	says "misbehaved: write:$PWD/in/there"
}

@test "folders of outputs are made first, and only they can be written" {
	need_files
	cp -r "$archives/burrow" in
	cp "$archives/dreams"/* .
	for made in "sci-unpack in:in.resources" "egagrab DREAMS.EGA:DREAMS.EGA.extracted" "sci-unpack in -o new/deep:new/deep"; do
		misbehaves "write:$PWD/aside" ${made%:*} -f
		says refused
		misbehaves "write:$PWD/${made#*:}/there" ${made%:*} -f
		says misbehaved
	done
	# -o DIR/, several inputs into one folder, and patterns for any name, if no other file is there.
	cp "$archives/zvision/FLAT.TGA" one.tga
	cp one.tga two.tga
	mkdir blank full
	touch full/other
	for made in "one.tga -o first/:first" "one.tga two.tga -o second:second" "one.tga two.tga -o third/%d.png:third" \
		"one.tga -o blank/%d.png:blank"; do
		misbehaves "write:$PWD/aside" tgz2png ${made%:*} -f
		says refused
		rm -rf "${made#*:}"/*
		misbehaves "write:$PWD/${made#*:}/there" tgz2png ${made%:*} -f
		says misbehaved
	done
	# -f may replace earlier outputs of the pattern.
	misbehaves "write:$PWD/third/there" tgz2png one.tga two.tga -o third/%d.png -f
	says refused
	rm third/there
	misbehaves "write:$PWD/third/there" tgz2png one.tga two.tga -o third/%d.png -f
	says misbehaved
	cp one.tga blank/7.png # an input, so none that may be replaced
	rm blank/there
	misbehaves "write:$PWD/blank/7.png" tgz2png blank/7.png -o blank/%d.png -f
	says refused
	for made in "one.tga -o full/%d.png" "one.tga -o third.png" "one.tga -o blank/x%d.png"; do
		misbehaves "write:$PWD/full/there" tgz2png $made -f
		says refused
		misbehaves "write:$PWD/blank/.hidden" tgz2png $made -f
		says refused
	done
	# Where nothing is written there is no folder.
	rm -rf *.extracted in.resources
	for command in "sci-unpack --list in" "sci-unpack --verify in" "egagrab --list DREAMS.EGA" "egagrab --print-layout DREAMS.EGA" \
		"zfs-unpack DREAMS.EGA"; do
		run -0 --separate-stderr bash -c "\"\$EXHUME\" $command || true"
		[ ! -e DREAMS.EGA.extracted ] && [ ! -e in.resources ]
	done
}

@test "an index lets build read no file whose content it does not have" {
	need_files
	mkdir far
	cp -r "$archives/burrow" game
	echo secret >far/secret
	expect 0 extract -q -o far/out game
	export MISBEHAVE_INSIDE=1 # the index is read before
	# The game itself, wherever it is.
	misbehaves "open:$PWD/game/RESOURCE.MAP" build far/out -o built
	says misbehaved
	diff -r game built
	misbehaves "open:$PWD/far/secret" build far/out -o built2
	says refused
	for place in "$PWD/far" .. ../../far; do
		jq --arg path "$place" '.game.path = $path' far/out/index.json >index
		cp index far/out/index.json
		misbehaves "open:$PWD/far/secret" build far/out -f -o "built-$RANDOM"
		says refused
		jq '.sources = [{name: "secret", size: 7, sha256: ("0" * 64)}]' index >far/out/index.json
		MISBEHAVE="open:$PWD/far/secret" LD_PRELOAD=${EXHUME%/*}/misbehave.so run "$EXHUME" build far/out -f -o "built-$RANDOM"
		[[ $output = *refused* && $output != *misbehaved* ]]
		cp index far/out/index.json
	done
	# A file whose content is known is read.
	jq --arg sum "$(sha256sum <far/secret | cut -d ' ' -f 1)" '.sources = [{name: "secret", size: 7, sha256: $sum}]' index >far/out/index.json
	MISBEHAVE="open:$PWD/far/secret" LD_PRELOAD=${EXHUME%/*}/misbehave.so run "$EXHUME" build far/out -f -o "built-$RANDOM"
	[[ $output = *misbehaved* ]]
}

@test "a decoder uses no network, starts no program and signals nobody" {
	need_calls
	cp -r "$archives/burrow" in
	touch "$BATS_TEST_TMPDIR/mode"
	for what in run "kill:$PPID" "mode:$BATS_TEST_TMPDIR/mode"; do
		only_without "$what" identify in
	done
	# A call that no library makes ends the program: 128 and SIGSYS.
	MISBEHAVE=connect LD_PRELOAD=${EXHUME%/*}/misbehave.so expect 159 identify in
	misbehaves connect identify --no-sandbox in
	says misbehaved
	misbehaves type identify in </dev/null
	says "refused: type: Operation not permitted"
	misbehaves type identify --no-sandbox in </dev/null
	says "refused: type: Inappropriate ioctl"
}

# probe WHAT: the lines of probe.c in ./tried, "NUMBER NAME RESULT". A process that is killed is followed by
# another one, which goes on after what killed it.
probe() {
	local from=0 result part
	: >tried
	while ((from >= 0)); do
		PROBE=$1 PROBE_FROM=$from PROBE_PID=$other LD_PRELOAD=${EXHUME%/*}/probe.so \
			"$EXHUME" view2png in -o out -f 2>part && result=0 || result=$?
		mapfile -t part <part
		from=-1
		if [ "$result" = 159 ]; then
			part[-1]+=killed
			from=$((${part[-1]%% *} + 1))
		fi
		[ ${#part[@]} = 0 ] || printf '%s\n' "${part[@]}" >>tried
	done
	is result "$result" 0
}

need_probe() {
	need_files
	need_calls
	[ -e "${EXHUME%/*}/probe.so" ] || skip "the probe is not built"
	! grep -q __asan_init "$EXHUME" || skip "a sanitizer needs more calls"
	cp -r "$archives/burrow" in
	mkdir out temporary
	echo secret >victim
	export TMPDIR=$PWD/temporary # for what killed runs leave
	sleep 60 3>&- &
	other=$!
}

@test "a program that is taken over can do what SECURITY.md lists, and nothing else" {
	local -A listed
	local number name result wrong= probes=0
	need_probe
	while IFS='|' read -r _ _ names result _; do
		for name in ${names//\`/}; do listed[$name]=${result// /}; done
	done < <(grep '| `' "$manual/../SECURITY.md")
	probe attacks
	while read -r number name result _; do
		probes=$((probes + 1))
		[ "${listed[$name]-}" = "$result" ] || wrong+="$number $name: $result, listed as ${listed[$name]-nothing}"$'\n'
		unset "listed[$name]"
	done <tried
	is wrong "$wrong" ""
	is "not tried" "${!listed[*]}" ""
	[ "$probes" -gt 100 ]
	# The same attacks succeed where there is no sandbox, as far as this user may do them.
	PROBE=attacks PROBE_FROM=0 PROBE_PID=$other LD_PRELOAD=${EXHUME%/*}/probe.so \
		"$EXHUME" view2png --no-sandbox in -o out -f 2>free || true
	kill "$other"
	[ "$(grep -c allowed free)" -gt 60 ]
	for name in write fchmodat truncate socket_inet execve clone kill prlimit64_own mmap_run shmget; do
		grep -q " $name allowed" free
	done
}

@test "no system call is known that SECURITY.md does not list" {
	need_probe
	probe calls
	kill "$other"
	is last "$(tail -n 1 tried | cut -d ' ' -f 1)" 600
	is unlisted "$(grep 'unlisted known' tried || true)" ""
	# The kernel's newest ones: fchmodat2, setxattrat, file_setattr.
	for call in 452 463 469; do grep -q "^$call unlisted unknown" tried; done
	[ "$(grep -c ' known' tried)" -gt 90 ]
	[ "$(grep -c 'unlisted killed' tried)" -gt 40 ]
}

@test "SECURITY.md lists the system calls of the filter" {
	local source=$manual/../cmd/task/sandbox_calls.c
	is "the filter's, then listed" \
		"$(sed -n '/^static const char \*const allowed/,/EXH_SANITIZED/s/.*(__NR_\(.*\)).*/\1/p' "$source" |
			cat - <(printf 'mmap\nmmap2\n') | sort)" \
		"$(awk -f "$EXHUME_TESTDATA/cli/probe_allowed.awk" "$manual/../SECURITY.md" | sed 's/.*(\(.*\))/\1/' | sort)"
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

# on_older_kernel STATUS PART ARGUMENT...: expects that of a run where the kernel lacks landlock or seccomp.
on_older_kernel() {
	local wanted=$1 part=$2
	shift 2
	leaks=0 capture "${EXHUME%/*}/older_kernel" "$part" "$EXHUME" "$@"
	check_run "$wanted" "without $part: exhume $*"
}

@test "--require-sandbox fails where the kernel lacks a part, which -v reports" {
	need_files
	need_calls
	cp -r "$archives/burrow" in
	expect 0 identify --require-sandbox in
	on_older_kernel 1 landlock identify --require-sandbox in
	is standard_error "$stderr" "exhume identify: --require-sandbox: files not restricted (Landlock is not available), system calls restricted"
	is standard_output "$output" ""
	on_older_kernel 1 seccomp view2png --require-sandbox in -o out
	says "--require-sandbox: files restricted, system calls not restricted (seccomp is not available)"
	[ ! -e out ]
	on_older_kernel 0 landlock identify -v in
	is reports "${stderr_lines[0]}" "exhume identify: sandbox: files not restricted (Landlock is not available), system calls restricted"
	is reports "$(grep -c sandbox <<<"$stderr")" 1
	on_older_kernel 0 seccomp identify in
	says_not sandbox
	expect 2 identify --require-sandbox --no-sandbox in
	says "exclude each other"
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
	# The default output beside the input is a link of the input's author.
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
