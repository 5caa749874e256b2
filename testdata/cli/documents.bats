#!/usr/bin/env bats
# Every document that the program reads, damaged: one clear message each, nothing written, no crash.

EXHUME_TESTDATA=${EXHUME_TESTDATA:-$BATS_TEST_DIRNAME/..}
load helper

# Readers: a name, the document, and the run that reads it. Made by make_documents.
readers() {
	cat <<'END'
keen-graphics|g/manifest.json|egagrab --pack g -o out/SAMPLE.EGA
keen-layout|layout.json|egagrab --layout layout.json -o out ega/SAMPLE.EGA
keen-maps|levels.json|mapdump --layout ega/layout.json --pack levels.json -o out/SAMPLE.MAP
snd2wav|s/manifest.json|snd2wav --pack s --base k/AUDIO.SMP -o out/AUDIO.SMP
sci|u/sci.json|sci-pack -o out u
sci-view|v/view.001/manifest.json|png2view -o out v/view.001
sheet|sheet/view.001.json|png2view -o out sheet/view.001.json
font|f/font.000.json|font2png --pack -o out f/font.000.json
cursor|cursor.999.json|cursor2png --pack -o out cursor.999.json
vocabulary|words.json|vocab-pack -o out words.json
texts|texts.json|text-dump --pack -o out texts.json
strings|strings.json|sci-script --strings --pack strings.json -o out lodge
coverage|coverage.json|sci-vm --steps 10 --coverage out --coverage-merge coverage.json lodge
bank|bank.json|sci-bank --pack -o out bank.json
zfs|z/zfs.json|zfs-pack -o out z
script|x.scr.json|scr-inspect --pack -o out x.scr.json
index|index/index.json|build -o out index
END
}

make_documents() {
	sample ega
	sample keen4 k
	cp ega/layout.json .
	expect 0 egagrab -q --layout layout.json --raw -o g ega/SAMPLE.EGA
	expect 0 mapdump -q --layout layout.json --format json -o levels.json ega/SAMPLE.MAP
	expect 0 snd2wav -q --raw --rate 8000 --tail 0 -o s k/AUDIO.SMP
	expect 0 sci-unpack -q --manifest -o u "$archives/digger"
	expect 0 view2png -q --number 1 -o v "$archives/digger"
	expect 0 view2png -q --number 1 --sheet -o sheet "$archives/digger"
	expect 0 font2png -q --number 0 -o f "$archives/digger"
	expect 0 cursor2png -q -o . "$archives/digger"
	expect 0 vocab-dump -q --format json -o words.json u/vocab.000
	cp -r "$archives/lodge" .
	expect 0 text-dump -q --type text --format json -o texts.json lodge
	expect 0 sci-script -q --strings --script 0 --format json -o all.json lodge
	jq '.strings |= [.[] | .text += "!"]' all.json >strings.json
	expect 0 sci-vm -q --steps 10 --coverage coverage.json lodge
	expect 0 sci-bank -q -o bank.json u/patch.003
	expect 0 zfs-unpack -q --manifest -o z "$archives/shaft/SCRIPTS.ZFS"
	cp "$(find z -iname '*.scr' | head -n 1)" x.scr
	capture "$EXHUME" scr-inspect --json x.scr
	printf '%s\n' "$output" >x.scr.json
	expect 0 extract -q --no-page -o index "$archives/digger"
}

# refused NAME DOCUMENT COMMAND...: it fails, names the document or what is in it, and leaves nothing.
refused() {
	local name=$1 document=$2
	shift 2
	rm -rf out
	capture "$EXHUME" "$@"
	check_run 1 "$name: exhume $*" || { cat "$document" | head -c 2000; return 1; }
	[ -n "$stderr" ] || { echo "$name: no message"; return 1; }
	[ "$(grep -c . <<<"$stderr")" -le 2 ] || { echo "$name: more than one message"; show_run; return 1; }
	[ ! -e out ] || [ -z "$(find out -type f)" ] || { echo "$name: something was written"; return 1; }
}

# For each reader: runs a function with its document, of which it may write another.
for_readers() {
	local name document run
	while IFS='|' read -r name document run; do
		cp "$document" good
		# shellcheck disable=SC2086
		"$1" "$name" "$document" $run || return 1
		cp good "$document"
	done < <(readers)
}

accepted() {
	local name=$1
	shift 2
	rm -rf out
	capture "$EXHUME" "$@"
	check_run 0 "$name: exhume $*"
}

without_number() {
	command jq 'del(.schema)' good >"$2"
	accepted "$@"
}

no_json() {
	local text
	for text in '' '{' '[]' '7' '"text"' 'null' '{"format": 7}' '{"format": "nothing"}' "$(head -c 40 good)"; do
		printf '%s' "$text" >"$2"
		refused "$@" || return 1
	done
}

deep() {
	# A list in a list, and so on.
	{
		printf '{"format": "%s", "a": ' "$(jq -r '.format // ""' good)"
		head -c 10000 /dev/zero | tr '\0' '['
	} >"$2"
	refused "$@"
}

doubled() {
	{
		printf '{"a": 1, "a": 2,'
		tail -c +2 good
	} >"$2"
	refused "$@" && says 'duplicate object key'
}

newer() {
	[ "$(jq 'has("schema")' good)" = true ] || return 0
	command jq '.schema = 99' good >"$2"
	refused "$@" && says 'key "schema": expected'
}

# Keys of the document, and of the first rows of its lists, with a value of another type.
wrong_types() {
	local count=0 number=0
	command jq -c '. as $good | [paths | select(length <= 5 and all(.[]; type == "string" or . == 0))] |
		map(select(.[0] | IN("exhume", "format", "schema") | not)) | .[:18][] as $path |
		({ a: [1] }, -7.5) as $value | $good | setpath($path; $value)' good >changed
	[ -s changed ]
	while IFS= read -r line; do
		printf '%s' "$line" >"$2"
		number=$((number + 1))
		rm -rf out
		capture "$EXHUME" "${@:3}"
		# What is not read is not looked at.
		if [ "$status" = 0 ]; then
			check_run 0 "$1: line $number" || return 1
		else
			refused "$@" || { echo "$line" | head -c 1000; return 1; }
			count=$((count + 1))
		fi
	done <changed
	echo "$1: $count of $number refused" >>counts
	[ "$count" -gt 3 ] || { echo "$1: only $count of $number are refused"; return 1; }
}

@test "documents are read, with and without the number of their schema" {
	make_documents
	for_readers accepted
	for_readers without_number
}

@test "what is no JSON, or of another format, too deep, doubled or newer is refused" {
	make_documents
	for_readers no_json
	for_readers deep
	for_readers doubled
	for_readers newer
}

@test "values of another type are refused, or not read" {
	make_documents
	for_readers wrong_types
}
