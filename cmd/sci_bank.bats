#!/usr/bin/env bats
# exhume sci-bank: AdLib's instruments to JSON and back, and from SBI and OP2.

load ../testdata/cli/helper

redux=$data/sci0/template-redux

# bank FILE COUNT: a patch whose byte i is i mod 4; the mark where 96 are.
bank() {
	local i bytes=
	for ((i = 0; i < 1344; i++)); do
		printf -v bytes '%s\\x%02x' "$bytes" $((i % 4))
	done
	{
		printf '\x89\0'
		printf "$bytes"
		[ "$2" = 48 ] || { printf '\xab\xcd' && printf "$bytes"; }
	} >"$1"
}

# sbi FILE MARK WAVE
sbi() {
	{ printf "$2\x1aReed" && head -c 28 /dev/zero && printf "\x21\x31\x4f\x80\xf1\xf2\x53\x74\1\x$3\6"; } >"$1"
}

# op2 FILE: 175 times the same instrument; number 2 has two voices.
op2() {
	local i
	{
		printf '#OPL_II#'
		for ((i = 0; i < 175; i++)); do
			printf "\\x$([ $i = 2 ] && echo 4 || echo 0)\0\0\0"
			printf '\x21\xf1\x53\1\x40\x0f\6\x31\xf2\x74\2\x80\0\0\0\0'
			printf '\x21\xf1\x53\1\x40\x0f\6\x31\xf2\x74\2\x80\0\0\0\0'
		done
		head -c 5600 /dev/zero
	} >"$1"
}

@test "banks become the same bytes again" {
	for count in 48 96; do
		bank patch.003 $count
		expect 0 sci-bank --strict -f patch.003
		silent
		holds patch.003.json ".format == \"sci-adlib-bank\" and (.instruments | length) == $count and
			.instruments[1].operators[1].wave == 3 and .instruments[0].operators[0].feedback == 2"
		expect 0 sci-bank --pack -o back patch.003.json
		cmp back patch.003
		"$EXHUME" sci-bank --pack --bare -o - patch.003.json | cmp - <(tail -c +3 patch.003)
		rm back
	done
	printf 'more' >>patch.003
	expect 0 sci-bank -f patch.003
	says "warning: 4 bytes after the instruments"
	expect 0 sci-bank --pack -o back patch.003.json
	cmp back patch.003
}

@test "an edited instrument is another one" {
	bank patch.003 48
	expect 0 sci-bank patch.003
	jq '.instruments[3].operators[0].wave = 1' patch.003.json >new.json
	expect 0 sci-bank --pack -o new new.json
	is bytes "$(cmp -l new patch.003 | wc -l)" 1
	jq '.instruments[3].operators[0].wave = 300' patch.003.json >bad.json
	expect 1 sci-bank --pack -o bad bad.json
	says 'instrument 3: operator 0: key "wave": expected'
	jq '.instruments[3].operators[0].wave = 4' patch.003.json >bad.json
	expect 1 sci-bank --pack -o bad bad.json
	says 'instrument 3: a wave of 4, expected at most 3'
	jq 'del(.instruments[3])' patch.003.json >bad.json
	expect 1 sci-bank --pack -o bad bad.json
	says 'key "instruments": expected a list of 48 or 96'
	jq '.instruments[3].number = 4' patch.003.json >bad.json
	expect 1 sci-bank --pack -o bad bad.json
	says 'instrument 3: key "number": expected the instruments in the order'
	jq '.format = "x"' patch.003.json >bad.json
	expect 1 sci-bank --pack -o bad bad.json
	says 'key "format": expected "sci-adlib-bank"'
	echo '{' >bad.json
	expect 1 sci-bank --pack -o bad bad.json
	head -c 900 patch.003 >short.003
	expect 1 sci-bank short.003
	says "AdLib's instruments have 1344"
	absent bad
}

@test "SBI and OP2 instruments take their places" {
	bank patch.003 48
	sbi reed.sbi SBI 2
	expect 0 sci-bank --strict --pack --bank patch.003 --at 12 -o new reed.sbi
	is before "$(head -c 338 new | md5sum)" "$(head -c 338 patch.003 | md5sum)"
	is after "$(tail -c +367 new | md5sum)" "$(tail -c +367 patch.003 | md5sum)"
	is instrument "$(tail -c +339 new | head -c 28 | od -An -v -tx1 | xargs)" \
		"01 01 03 0f 05 01 01 03 0f 00 00 00 01 02 01 00 0f 07 01 02 04 00 00 00 01 01 01 02"
	op2 bank.op2
	expect 0 sci-bank --pack -o whole bank.op2
	says "warning: instrument 2 has two voices; the second is left out"
	is size "$(stat -c %s whole)" 2692
	expect 0 sci-bank --strict --pack --bank patch.003 --take 5 --at 12 -o same bank.op2
	cmp same new
	expect 0 sci-bank --strict --pack --bank patch.003 --take 174 --at 47 -o last bank.op2
	expect 1 sci-bank --pack --bank patch.003 --at 48 -o no reed.sbi
	says "--at 48: the bank has instruments 0 to 47"
	expect 1 sci-bank --pack -o no reed.sbi
	says "give --bank FILE"
	absent no
}

@test "instruments of OPL3, and broken ones, are refused" {
	bank patch.003 48
	for mark in 2OP 4OP; do
		sbi x.sbi $mark 2
		expect 1 sci-bank --pack --bank patch.003 -o no x.sbi
		says "an OPL3 instrument ($mark), expected one of OPL2 (SBI)"
	done
	sbi x.sbi SBI 5
	expect 1 sci-bank --pack --bank patch.003 -o no x.sbi
	says "operator 1 has wave 5, an OPL3 instrument"
	head -c 40 x.sbi >y.sbi
	expect 1 sci-bank --pack --bank patch.003 -o no y.sbi
	says "40 bytes, an SBI has at least 47"
	op2 bank.op2
	head -c 9000 bank.op2 >short.op2
	expect 1 sci-bank --pack -o no short.op2
	says "9000 bytes, an OP2 bank has 11908"
	for args in "--at 3" "--take 3" "--bare" "--bank x"; do
		expect 2 sci-bank $args patch.003
		says "need --pack"
	done
	absent no
}

@test "a real game's bank comes back, and sci-pack takes an edited one" {
	[ -d "$redux" ] || skip "no game"
	expect 0 sci-bank -o out "$redux"
	is files "$(files_in out)" patch.003.json
	expect 0 sci-bank --pack -o back out/patch.003.json
	cmp back "$redux/patch.003"
	expect 0 sci-unpack -q --convert -o whole "$redux"
	jq '.instruments[3].operators[0].wave = 3' out/patch.003.json >whole/patch.003.json
	expect 0 sci-pack -o packed whole
	expect 0 sci-unpack -q --type patch --number 3 -o again packed
	is bytes "$(cmp -l again/patch.003 back | wc -l)" 1
}
