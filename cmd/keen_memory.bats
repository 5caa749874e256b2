#!/usr/bin/env bats
# exhume keen-run --memory: what the game's managers do, for our own game and the real one.

load ../testdata/cli/helper

mole=$archives/dreams

# mole OPTION...: one frame of it.
run_mole() {
	expect 0 keen-run --map 1 --frames 1 "$@" "$mole"
}

@test "a table is printed, a line a step" {
	run_mole --memory 640K --memory-levels 0,1,0 --memory-panel
	is steps "$(awk '/^step/ { on = 1; next } on { print $1 }' <<<"$output" | paste -sd ' ')" \
		"start panel back level panel back level panel back level panel back"
	prints "640 KB of memory, 440 KB of them free for the game; everything fits"
	is "as little as it needs" "$(grep -c '^[0-9]* KB are enough for everything$' <<<"$output")" 1
	# Resident chunks stay where they are.
	is locked "$(awk '/^(start|level|panel|back) / { print $(NF - 5) }' <<<"$(sed '1,/^step/d' <<<"$output")" | sort -u | wc -l)" 1
}

@test "JSON has the same, and adds up" {
	run_mole --memory 640K --memory-levels 0,1 --json
	is kinds "$(jq -c '.results[0] | [.memory.steps[] | .step, .map]' <<<"$output")" '["start",null,"level",0,"level",1]'
	is sums "$(jq -c '.results[0] | [.memory.steps[] | .fixed_bytes + .locked_bytes + .kept_bytes
		+ .purgeable_bytes + .free_bytes] | unique' <<<"$output")" '[1048560]'
	is fits "$(jq -c '.results[0] | [.memory.fits, .memory.warns, .memory.memory_bytes, .memory.program_bytes,
		.memory.free_bytes]' <<<"$output")" '[true,false,655360,204800,450560]'
	is "kept blocks" "$(jq '.results[0] | [.memory.steps[] | .allocated - .freed - .purged] | add + 3' <<<"$output")" \
		"$(jq '.results[0] | .memory.steps[-1].blocks' <<<"$output")"
	is name "$(jq -r '.results[0] | .memory.steps[2].map_name' <<<"$output")" "MOLE GARDEN"
	is "other keys" "$(jq '.results[0] | .frames' <<<"$output")" 1
	expect 0 keen-run --map 1 --frames 1 --json "$mole"
	is "not asked for" "$(jq '.results[0] | .memory' <<<"$output")" null
}

@test "with the least memory it fits, and with a paragraph less it does not" {
	run_mole --memory 640K --memory-levels 0,1,0 --json
	least=$(jq '.results[0] | .memory.least_bytes' <<<"$output")
	run_mole --memory "$least" --memory-levels 0,1,0 --json
	is fits "$(jq '.results[0] | .memory.fits' <<<"$output")" true
	run_mole --memory $((least - 16)) --memory-levels 0,1,0 --json
	is fits "$(jq '.results[0] | .memory.fits' <<<"$output")" false
	is "told why" "$(jq -r '.results[0] | .memory.text' <<<"$output" | grep -c "out of memory: ")" 1
	is "the last step failed" "$(jq -c '.results[0] | [.memory.steps[].fits] | index(false) == length - 1' <<<"$output")" true
	is "but it is told what would do" "$(jq '.results[0] | .memory.least_bytes' <<<"$output")" "$least"
	run_mole --memory 100K --program 60K
	prints "out of memory"
	prints "which warns below 335 KB"
}

@test "the program's share is what it takes" {
	run_mole --memory 640K --json
	a=$(jq '.results[0] | .memory.least_bytes' <<<"$output")
	run_mole --memory 640K --program 100K --json
	b=$(jq '.results[0] | .memory.least_bytes' <<<"$output")
	is difference $((a - b)) 102400
}

@test "the levels that are played are replayed" {
	run_mole --memory 640K --json
	is "one level" "$(jq -c '.results[0] | [.memory.steps[] | .map]' <<<"$output")" '[null,1]'
	# From the world map into the garden.
	expect 0 keen-run --world --input <(printf '10 N\n60 R\n4 A\n40 N\n') --memory 640K --json "$mole"
	is "level at the end" "$(jq -c '.results[0] | .map' <<<"$output")" 1
	is "both levels" "$(jq -c '.results[0] | [.memory.steps[].map]' <<<"$output")" '[null,0,1]'
	# A run that is made twice, for its sound, has its levels once.
	"$EXHUME" keen-run --map 1 --frames 4 --memory 640K --memory-events events --wav a.wav \
		--format raw -o - "$mole" >/dev/null
	is steps "$(tail -n +2 events | cut -f 1,2 | uniq | paste -sd , | tr '\t' ' ')" "0 start,1 level 1"
	# A saved state has its level.
	expect 0 keen-run --map 1 --frames 5 --save-state s "$mole"
	expect 0 keen-run --load-state s --frames 5 --memory 640K --json "$mole"
	is "saved level" "$(jq -c '.results[0] | .memory.steps[1].map' <<<"$output")" 1
}

@test "events have ten fields, and no block lies on another" {
	run_mole --memory 640K --memory-levels 0,1,0,1 --json
	least=$(jq '.results[0] | .memory.least_bytes' <<<"$output")
	run_mole --memory "$least" --memory-levels 0,1,0,1 --memory-events events
	prints "; everything fits"
	is fields "$(awk -F'\t' '{ print NF }' events | sort -u)" 10
	is names "$(head -n 1 events | tr '\t' ' ')" \
		"number step event owner start length from purge offset size"
	# Played back: a map of paragraphs.
	awk -F'\t' '
		function put(from, count, owner) { for (i = from; i < from + count; i++) {
			if (owner && map[i]) { print "taken:", $0; exit 1 }
			if (owner) map[i] = owner; else delete map[i] } }
		$3 == "allocated" { put($5, $6, $4) }
		$3 == "freed" || $3 == "purged" { put($5, $6, "") }
		$3 == "moved" { put($7, $6, ""); put($5, $6, $4) }
		$3 == "purged" && !$8 { print "stays:", $0; exit 1 }' events
	for event in allocated freed locked purge purged moved compacted read; do
		[ "$(awk -F'\t' -v event=$event '$3 == event' events | wc -l)" -gt 0 ] || { echo "no $event"; false; }
	done
	is reads "$(awk -F'\t' '$3 == "read" && $10 > 4096' events | cut -f 4 | grep -vc '^chunk\|ground\|info' || true)" 0
	expect 0 keen-run --map 1 --frames 1 --memory "$least" --memory-levels 0,1,0,1 --memory-events - "$mole"
	is "the same" "$(md5sum <<<"$output")" "$(md5sum <events)"
}

@test "the picture is a PNG file, the same each time, and nothing is printed over it" {
	run_mole --memory 640K --memory-levels 0,1,0 --memory-panel --memory-map a.png
	"$EXHUME" keen-run --map 1 --frames 1 --memory 640K --memory-levels 0,1,0 --memory-panel \
		--memory-map - "$mole" >b.png
	cmp a.png b.png
	is signature "$(head -c 8 a.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
	expect 0 keen-run --map 1 --frames 1 --memory 99K --program 98K --memory-map small.png "$mole"
	[ -s small.png ]
	expect 1 keen-run --map 1 --frames 1 --memory 640K --memory-map a.png "$mole"
	says "exists"
	expect 1 keen-run --map 1 --frames 1 --memory 640K --memory-events a.png "$mole"
	cmp a.png b.png
	expect 1 keen-run --map 1 --frames 1 --memory 640K --memory-map /dev/full "$mole"
}

@test "CGA has a buffer for the screen" {
	expect 0 keen-run --video cga --map 1 --frames 1 --memory 640K --memory-events events "$archives/dreams-cga"
	is screen "$(awk -F'\t' '$4 == "screen" { print $3, $6 }' events)" "allocated 4097"
}

@test "sounds are those of the device" {
	for device in none speaker adlib; do
		run_mole --device $device --memory 640K --memory-events "$device"
	done
	is none "$(grep -c 'sound' none || true)" 0
	[ "$(grep -c 'allocated.sound' speaker)" -gt 0 ]
	[ "$(grep -c 'allocated.sound' adlib)" -gt 0 ]
	! cmp -s speaker adlib
}

@test "what makes no sense is a usage error" {
	for options in "--memory 640" "--memory 640Q" "--memory 640KB" "--memory 2M" "--memory -3" "--memory ''" \
		"--memory 640K --program x" "--memory 640K --program 640K" "--program 100K" "--memory-panel" \
		"--memory-map a.png" "--memory-events a" "--memory-levels 1" "--memory 640K --memory-levels x" \
		"--memory 640K --memory-levels 1-x" "--memory 640K --memory-levels 100" \
		"--memory 640K --memory-map a --memory-events a" \
		"--memory 640K --memory-map - --json" "--memory 640K --memory-map - --memory-events -"; do
		eval "expect 2 keen-run --map 1 --frames 1 $options \"\$mole\""
	done
	expect 1 keen-run --map 1 --frames 1 --memory 640K --memory-levels 0,77 "$mole"
	says "level 77 is not there"
	absent a a.png
}

@test "Keen Dreams: each level in 640K, and the least for it" {
	need_game "$dreams"
	expect 0 keen-run --map 1 --frames 1 --memory 640K \
		--memory-levels 0,1,2,3,4,5,7,9,10,12,14,15,16 --json "$dreams"
	is fits "$(jq '.results[0] | .memory.fits' <<<"$output")" true
	is least "$(jq -c '.results[0] | [.memory.steps[] | select(.map != null)
		| (.least_bytes - 204800 + 1023) / 1024 | floor]' <<<"$output")" \
		'[267,227,265,223,227,230,286,244,234,194,203,221,249]'
	is resident "$(jq -c '.results[0] | .memory.steps[0] | [.loaded, .locked_bytes, .reads, .read_bytes]' <<<"$output")" \
		'[176,147872,39,38911]'
	# The world map comes back before each level.
	expect 0 keen-run --map 1 --frames 1 --memory 490K --memory-levels 0,1,0,7 "$dreams"
	prints "level 7: info plane: out of memory"
}
