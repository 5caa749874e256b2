# Shared by the tests of sound, loaded after the helper: `load ../testdata/cli/sound`.

native=49716 # samples a second

opl2=$data/opl2
sums=$golden/opl2.txt

# The known answers next to the real data, as "NAME SAMPLES SHA-256 KIND FILE" a line.
known_sounds() {
	jq -r '.items[] | "\(.name) \(.samples) \(.sha256) \(.kind) \(.file)"' "$opl2/manifest.json"
}

has_soxr() {
	[[ $("$EXHUME" --version) != *"without libsoxr"* ]]
}

need_soxr() {
	has_soxr || skip "no libsoxr"
}

# numbers FILE TYPE [OFFSET [COUNT]]: of a binary file, one a line; TYPE as od has them.
numbers() {
	local size=${2:1}
	od --endian=little -An -v -t"$2" -w"$size" -j "${3:-0}" ${4:+-N $((size * $4))} "$1" | tr -d ' '
}

# samples FILE: those of a raw file, one a line.
samples() {
	numbers "$1" d2
}

hash_of() {
	local sum
	sum=$(sha256sum <"$1")
	echo "${sum%% *}"
}

# frames NATIVE RATE: as many samples of the chip are at that rate.
frames() {
	echo $((($1 * $2 + native - 1) / native))
}

# wav_chunks FILE: "NAME SIZE OFFSET" a line, the offset of what is in it.
wav_chunks() {
	local at=12 size file_size
	file_size=$(stat -c %s "$1")
	while ((at < file_size)); do
		size=$(numbers "$1" u4 $((at + 4)) 1)
		echo "$(tail -c +$((at + 1)) "$1" | head -c 4) $size $((at + 8))"
		at=$((at + 8 + size + size % 2))
	done
}

# is_wav FILE RATE CHANNELS FRAMES: that every field is right, and that the chunks fill it.
is_wav() {
	local size last frame=$((2 * $3))
	size=$(stat -c %s "$1")
	is "$1: magic" "$(head -c 4 "$1")$(head -c 12 "$1" | tail -c 4)" RIFFWAVE
	is "$1: size" "$(numbers "$1" u4 4 1)" $((size - 8))
	is "$1: format" "$(head -c 16 "$1" | tail -c 4)$(numbers "$1" u4 16 1)" "fmt 16"
	is "$1: fields" "$(echo $(numbers "$1" u2 20 2) $(numbers "$1" u4 24 2) $(numbers "$1" u2 32 2))" \
		"1 $3 $2 $(($2 * frame)) $frame 16"
	last=$(wav_chunks "$1" | tail -n 1)
	is "$1: samples" "${last% *}" "data $(($4 * frame))"
	is "$1: end" $((${last##* } + $4 * frame)) "$size"
}

# wav_data FILE: its samples as they are in a raw file.
wav_data() {
	tail -c +$(($(wav_chunks "$1" | sed -n 's/^data [0-9]* //p') + 1)) "$1"
}

# wav_info FILE: "NAME SIZE TEXT" for each text of its LIST.
wav_info() {
	local name size offset at
	wav_chunks "$1" | grep '^LIST ' | while read -r name size offset; do
		[ "$(tail -c +$((offset + 1)) "$1" | head -c 4)" = INFO ] || return
		for ((at = offset + 4; at < offset + size; at += 8 + name + name % 2)); do
			name=$(numbers "$1" u4 $((at + 4)) 1)
			echo "$(tail -c +$((at + 1)) "$1" | head -c 4) $name $(tail -c +$((at + 9)) "$1" | head -c "$name" | tr -d '\0')"
		done
	done
}

# near FOUND EXPECTED MOST: two files of numbers differ by that much at most, line by line.
near() {
	paste -d ' ' "$1" "$2" | awk -v most="$3" '
		NF != 2 || $1 - $2 > most || $2 - $1 > most { print "line " NR ": " $0; bad = 1; exit }
		END { if (!NR) print "nothing"; exit bad || !NR }' && return
	echo "$1 and $2 differ by more than $3"
	return 1
}

# writes_of FILE: a log's lines "POSITION REGISTER VALUE".
writes_of() {
	grep '^[0-9]' "$1"
}

length_of() {
	sed -n 's/^length //p' "$1"
}

# space LENGTH: writes as they are issued, as "POSITION REGISTER VALUE", to a log of what
# the chip's port makes of them.
space() {
	echo "rate $native"
	echo "length $1"
	awk -v length_="$1" '
		BEGIN { free = 2 }
		{ free = $1 > free ? $1 : free; at = free + 1; free += 2 }
		at < length_ { print at, $2, $3 }'
}
