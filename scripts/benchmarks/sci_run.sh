#!/bin/bash
# SCI0 games played by whole processes: the cycles of a room in a second, with nothing
# written, with the CRC of each frame and with a row of --state, all less the time to the
# room; that time; the sound of a scene that is played again and again, less the time without
# sound; and the peak memory.
. "$BENCH_SOURCE/scripts/benchmarks/shared/bench.sh"

lodge=$samples/lodge template=$BENCH_DATA/sci0/companion-template
cycles=50000 scenes=100
[ -z "$BENCH_SMOKE" ] || cycles=50 scenes=2

# script GAME LINE...: the way to the room, and a long time there
script() {
	printf '%s\n' "${@:2}" > "$1.boot"
	cat "$1.boot" <(echo "wait 10000000") > "$1.stay"
}
script lodge "wait until room=1" "wait 10"
script template "wait until text ~ /Opening Screen/" "wait 5" "press enter" \
	"wait until room=1" "wait 10"
games=(lodge)
[ ! -d "$template" ] || games+=(template)

# play GAME SCRIPT ARGUMENT...: prints seconds
play() { seconds "$exhume" sci-run -q -f --input "$1.$2" "${!1}" "${@:3}"; }

cat > lodge.scene <<END
wait until room=1
wait 10
type "take lamp" enter
wait until text ~ /takes/
dismiss
wait 2
save start
repeat $scenes {
	type "open door" enter
	wait until text ~ /lifts/
	dismiss
	wait until text ~ /bolt falls/
	goto start
}
END

for _ in $(loops 5); do
	for game in "${games[@]}"; do
		play "$game" boot >> "boot.$game"
		play "$game" stay --cycles "$cycles" >> "plain.$game"
		play "$game" stay --cycles "$cycles" --format hash -o crc >> "crc.$game"
		play "$game" stay --cycles "$((cycles / 10))" --state state >> "state.$game"
	done
	play lodge scene >> silent
	for device in adlib tandy speaker; do
		play lodge scene --device $device --wav $device.wav >> "wav.$device"
	done
done
# rate CYCLES KIND GAME: cycles a second
rate() { figure "$1 / (\$1 > \$2 ? \$1 - \$2 : 1e-6)" "$2.$3" "boot.$3"; }
for game in "${games[@]}"; do
	row "$game: to the first room" "$(median "boot.$game")" s lower "" 0.05
	row "$game: nothing written" "$(rate "$cycles" plain "$game")" cycles/s higher "" 3000
	row "$game: CRC of each frame" "$(rate "$cycles" crc "$game")" cycles/s higher "" 1000
	row "$game: a row a frame" "$(rate $((cycles / 10)) state "$game")" cycles/s higher
	row "$game: memory" "$(peak "$exhume" sci-run -q -f --input "$game.stay" \
		--cycles "$cycles" --format hash -o crc "${!game}")" MiB lower "" 64
done
length=$("$exhume" sci-run -q -f --input lodge.scene --wav sound.wav --json "$lodge" |
	jq '.results[0].seconds')
for device in adlib tandy speaker; do
	row "WAV, $device" "$(figure "$length / (\$1 > \$2 ? \$1 - \$2 : 1e-6)" \
		"wav.$device" silent)" "x real time" higher "" 300
done
