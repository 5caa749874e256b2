#!/usr/bin/env bats
# exhume zv-run: rooms of our own, made here from the sample of a game.

load ../testdata/cli/helper

# Two places: the shaft, a panorama with its door, and a room with the sign. The player goes
# from one to the other by a click, and back after a second.
house() {
	sample shaft
	cat >shaft/gary.scr <<-'END'
		puzzle:300 {
		  results {
		    action:set_screen(sign.tga)
		    action:assign(301, 5)
		    action:frobnicate(1)
		    action:frobnicate(2)
		  }
		  flags {
		    DO_ME_NOW
		    ONCE_PER_INST
		  }
		}
		puzzle:302 {
		  criteria {
		    [303] = 1
		    [301] > 4
		  }
		  results {
		    action:change_location(m, o, le, 100)
		    action:assign(303, 0)
		  }
		  flags {
		    ONCE_PER_INST
		  }
		}
		control:303 push_toggle {
		  flat_hotspot(0, 0, 100, 100)
		}
	END
	cat >shaft/mo.scr <<-'END'
		puzzle:310 {
		  results {
		    action:assign(9, 1)
		    action:random:311(100000)
		    action:timer:312(1)
		  }
		  flags {
		    DO_ME_NOW
		    ONCE_PER_INST
		  }
		}
		puzzle:313 {
		  criteria {
		    [312] = 2
		  }
		  results {
		    action:change_location(0, 0, 00, 0)
		  }
		  flags {
		    ONCE_PER_INST
		  }
		}
	END
	printf '5 column 150 row 90\n1 click\n44 R\n' >walk
}

# column NAME: of the table on standard input.
column() {
	awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) n = i; next }
		{ print $n }'
}

@test "a click leads to the next place, and a timer back" {
	house
	expect 0 zv-run -q --input walk --state state shaft
	silent
	is names "$(head -n 1 state | tr '\t' ' ')" \
		"frame place offset effects waits fired keys crc32"
	is lines "$(wc -l <state)" 51
	# Down in frame 5, up in 6, fired in 7, there in 9; a second later, and two ticks, back.
	is places "$(column place <state | uniq -c | awk '{ print $2, $1 }' | paste -sd ' ')" \
		"gary 9 mole 32 gary 9"
	is turned "$(awk -F'\t' '$1 == 12 { print $3 }' state)" 130
	expect 0 zv-run -q --input walk --state - shaft
	is "the same" "$output" "$(cat state)"
}

@test "JSON has the place, the keys and what happened" {
	house
	expect 0 zv-run --input walk --frames 7 --json shaft
	printf '%s' "$output" >json
	holds json '.format == "zv-run" and (.results | length) == 1'
	holds json '.results[0] | .game == "nemesis" and .game_from == "sounds" and .ended == "frames"'
	holds json '.results[0] | .place == "gary" and .keys["301"] == 5 and .keys["303"] == 1'
	holds json '.results[0] | .frames == 7 and .seconds == 0.231 and .fired == 1'
	holds json '.results[0] | .unknown_actions == 2 and (.warnings | length) == 1'
}

@test "faults are warnings, each once with script and line" {
	house
	expect 0 zv-run --frames 3 shaft
	says "gary.scr: line 5: frobnicate: no such action is known"
	is warnings "$(grep -c frobnicate <<<"$stderr")" 1
	prints "nemesis, place gary, offset 0: frames 0 to 2, 0.10 s; end: frames"
	expect 1 zv-run --strict --frames 3 shaft
}

@test "the trace says what was checked, fired and done" {
	house
	expect 0 zv-run -q --input walk --frames 10 --trace - shaft
	prints $'0\t1\tplace\tplace=gary\toffset=0' \
		$'0\t1\tfire\tpuzzle=300\tscope=nodeview\tscript=gary.scr\tline=1' \
		$'0\t1\tdo\taction=assign\targs=301, 5\tscript=gary.scr\tline=4' \
		$'0\t1\tkey\tkey=301\tvalue=5\tbefore=0' \
		$'7\t8\tleave\tplace=mole\toffset=100' \
		$'9\t10\tplace\tplace=mole\toffset=100' \
		$'9\t10\tstart\teffect=timer\tkey=312'
}

@test "--why says which criterion fails" {
	house
	expect 0 zv-run -q --frames 4 --why 302 shaft
	is why "$output" "$(printf '%s\n' 'gary.scr, line 13 (nodeview): criteria fail' \
		'  line 15, block 1: [303] = 1: fails: 0' '  line 16, block 1: [301] > 4: holds: 5')"
	expect 0 zv-run -q --frames 4 --why 302 --json shaft
	printf '%s' "$output" >json
	holds json '.results[0].why[0] | .verdict == "criteria fail" and .line == 13 and
		[.criteria[].holds] == [false, true]'
	expect 0 zv-run -q --frames 4 --why 300 shaft
	prints "done"
	expect 1 zv-run -q --frames 4 --why 999 shaft
	says "--why 999: no puzzle of the place's scripts has this key"
}

# debug COMMAND...: in the debugger, with the options and the game in the array run.
debug() {
	printf '%s\n' "$@" >commands
	capture "$EXHUME" zv-run --debug "${run[@]}" <commands
}

@test "--debug stops at puzzles, keys, results, places, effects and lines" {
	house
	run=(-q --input walk shaft)
	debug "break puzzle 302" "break key 301 =5" "break action SET_SCREEN" "break location mole" \
		"break effect timer" "break line gary.scr:19" "watch 303" "break check 313" \
		c c c c c c c c c breaks "delete 8" breaks q
	is status "$status" 0
	is stops "$(grep '^tick .*:' <<<"$output" | sed 's/ before.*//')" "$(cat <<-'END'
		tick 1: do action=set_screen args=sign.tga script=gary.scr line=3
		tick 1: key key=301 value=5
		tick 7: key key=303 value=1
		tick 8: fire puzzle=302 scope=nodeview script=gary.scr line=13
		tick 8: do action=change_location args=m, o, le, 100 script=gary.scr line=19
		tick 8: key key=303 value=0
		tick 10: place place=mole offset=100
		tick 10: start effect=timer key=312
		tick 10: check puzzle=313 scope=room script=mo.scr line=12
	END
	)"
	prints "1: puzzle 302, 1 time" "2: key 301 =5, 1 time" "7: watch 303, 2 times"
	is deleted "$(grep -c '^8: check 313, 1 time' <<<"$output")" 1
}

@test "--debug with a closed standard input takes no file of the game for commands" {
	mkdir game
	printf 'picture pwned.png\nquit\n' >game/aaa.scr
	printf 'puzzle:1 {\n}\n' >game/zzz.scr
	capture bash -c '"$0" zv-run --debug --frames 2 game <&-' "$EXHUME"
	says_not "there is no command"
	absent pwned.png game/pwned.png
}

@test "--debug steps, looks, sets keys and presses" {
	house
	run=(--record again shaft)
	debug n t where "list gary.scr 5" "tick 3" "set 301=9" "p 301 302" "click 150,90" \
		"break key 303" c "why 302" next "delete 1" effects items puzzles "tick 40" effects \
		"picture p.png" quit
	is status "$status" 0
	prints "the game is about to begin" "tick 1 is over: place gary, offset 0" \
		"  gary.scr:5:     action:frobnicate(1)" "[301] = 9" "[302] = 0" \
		"tick 7: key key=303 value=1 before=0" "  line 15, block 1: [303] = 1: fails: 0" \
		"tick 8: fire puzzle=302" "> gary.scr:13: puzzle:302 {" "0 items:" \
		"302: gary.scr, line 13 (nodeview): fires in the next run" \
		"tick 47 is over: place gary, offset 0"
	is size "$("$EXHUME_PIXELS" size p.png)" "640 480"
	is clicked "$(grep -c click again)" 1
	# A wrong line of a script of commands is an error, and the other lines are run.
	run=(shaft)
	debug fly "break moon 3" "p 30000" "set 5" "why 999" "list nowhere.scr" "move 900,3" "t 0" \
		"delete 7" "set 12 3" "p 12" "list gary.scr 2147483647"
	is status "$status" 1
	says "line 1: there is no command fly" "line 2: expected puzzle N" \
		"line 3: 30000: the game has no such key" "line 4: set: expected a key and its value" \
		"line 5: 999: no puzzle" "line 6: nowhere.scr: the game has no such script" \
		"line 7: move 900,3: expected a place" "line 8: 0: expected a number of ticks" \
		"line 9: there is no breakpoint 7"
	prints "[12] = 3"
	printf 'puzzle:400 {\nresults {\na:quit(1)\n}\n}\n' >shaft/universe.scr
	debug c
	prints "the run is over: quit"
	expect 2 zv-run --debug --input - shaft
	expect 2 zv-run --debug --json shaft
	expect 2 zv-run --debug --state - shaft
}

@test "pictures, hashes and the table's CRC agree" {
	house
	"$EXHUME" zv-run -q --input walk --frames 14 --state state -o a.raw shaft
	"$EXHUME" zv-run -q --input walk --frames 14 --format hash -o a.hash shaft
	"$EXHUME" zv-run -q --input walk --frames 14 --every 2 -o b.hash shaft
	is size "$(stat -c %s a.raw)" $((14 * 640 * 480 * 2))
	is hashes "$(cut -d ' ' -f 2 a.hash)" "$(column crc32 <state)"
	is "every second" "$(cut -d ' ' -f 2 b.hash)" "$(column crc32 <state | awk 'NR % 2')"
	tail -c $((640 * 480 * 2)) a.raw >one
	is CRC "$(gzip -c one | tail -c 8 | head -c 4 | od -An -tx4 | tr -d ' ')" \
		"$(column crc32 <state | tail -n 1)"
}

@test "PNG, APNG, GIF and Y4M are written" {
	house
	expect 0 zv-run -q --input walk --frames 14 --range 12-13 -o last/ shaft
	is files "$(ls last | paste -sd ' ')" "00012.png 00013.png"
	is size "$("$EXHUME_PIXELS" size last/00013.png)" "640 480"
	for name in a.apng c.gif d.y4m; do
		expect 0 zv-run -q --input walk --frames 14 --range 12-13 -o $name shaft
		[ -s $name ]
	done
	is "uncompressed" "$(($(stat -c %s d.y4m) > 2 * 3 * 640 * 480))" 1
}

@test "the window is what pano2png shows" {
	house
	printf '%s\n' 'puzzle:300 {' 'results {' 'a:set_screen(shaft.tga)' '}' 'flags {' 'DO_ME_NOW' \
		'}' '}' 'control:301 pana {' 'angle(60)' '}' >shaft/view.scr
	"$EXHUME" zfs-unpack -q -o unpacked shaft/SCENES.ZFS
	for place in 0 77 639; do
		expect 0 zv-run -q -f --start VIEW:$place --frames 3 --range 2 -o screen/ shaft
		expect 0 pano2png -q -f --kind pana --game nemesis --angle 60 --transpose yes \
			--pos $place -o window.png unpacked/SHAFT.TGA
		cmp <("$EXHUME_PIXELS" text screen/00002.png 64 80 512 320) \
			<("$EXHUME_PIXELS" text window.png)
	done
}

@test "a tilt room's window is what pano2png shows, too" {
	house
	"$EXHUME" zfs-unpack -q -o unpacked shaft/SCENES.ZFS
	printf '%s\n' 'puzzle:300 {' 'results {' 'a:set_screen(shaft.tga)' '}' 'flags {' 'DO_ME_NOW' \
		'}' '}' 'control:301 tilt {' 'angle(50)' 'linscale(0.8)' '}' >shaft/view.scr
	for place in 0 250 639; do
		expect 0 zv-run -q -f --start VIEW:$place --frames 3 --range 2 -o screen/ shaft
		expect 0 pano2png -q -f --kind tilt --game nemesis --angle 50 --linscale 0.8 --transpose no \
			--pos $place -o window.png unpacked/SHAFT.TGA
		cmp <("$EXHUME_PIXELS" text screen/00002.png 64 80 512 320) \
			<("$EXHUME_PIXELS" text window.png)
	done
}

@test "an index of the disks says where files are" {
	house
	mkdir -p disk/zassets/one disk/zassets/Two disk/ADDON
	script() {
		printf 'puzzle:300 {\nresults {\na:assign(200 %s)\n}\nflags {\nDO_ME_NOW\n}\n}\n' "$1"
	}
	# value [PLACE]: what the script says that is read.
	value() {
		expect 0 zv-run -q --start "${1:-gary}" --frames 2 --json disk
		jq '.results[0].keys["200"]' <<<"$output"
	}
	script 1 >disk/zassets/one/gary.scr
	script 2 >disk/zassets/Two/GARY.SCR
	script 3 >disk/gary.scr
	script 0 >disk/universe.scr
	script 4 >disk/ADDON/gaaa.scr
	cp shaft/*.ZFS disk/zassets/one
	is "no index" "$(value)" 3
	dashes=--------------------
	printf '%s\r\n' "Index of the disk" $dashes 'DIR: \znemesis\nowhere\' 'CD0: \zassets\two\' \
		'DIR: ZASSETS\ONE' 'CD1: znemesis\zassets\one\scripts.zfs' 'DIR: ..\..\etc' $dashes \
		'2 other.scr' 'x' '99 gary.scr' >disk/NEMESIS.ZIX
	is "in no place" "$(value)" 3
	is "beside the places" "$(value gaaa)" 4
	expect 0 zv-run -q --start mole --frames 2 --json disk
	holds - '.results[0] | .game == "nemesis" and .game_from == "name" and .warnings == []' \
		<<<"$output"
	echo '3 Gary.scr' >>disk/NEMESIS.ZIX
	is "by its place" "$(value)" 1
	# Fewer than 10 bytes are no file where another one is.
	printf '# nothing' >disk/zassets/one/gary.scr
	is "not the short one" "$(value)" 3
	rm disk/NEMESIS.ZIX
	printf '%s\n' $dashes "DIR: zassets/two" $dashes "1 gary.scr" >disk/medium.zix
	is "another index" "$(value)" 2
	: >disk/medium.zix
	is "an empty index" "$(value)" 3
	rm disk/gary.scr
	is "without an index, by folders" "$(value)" 2
}

@test "archives that are cut off are said to be, and what is left is played" {
	house
	cp shaft/SCENES.ZFS whole
	for size in 10 28 40 100 3000 56968; do
		head -c $size whole >shaft/SCENES.ZFS
		expect 1 zv-run --game nemesis --start mole --frames 3 shaft
		says "shaft/SCENES.ZFS:0x"
		prints "place mole, offset 0: frames 0 to 2"
	done
	rm shaft/SCENES.ZFS
	expect 0 zv-run --game nemesis --start mole --frames 3 shaft
	says "no such file"
}

@test "a run is recorded, and played again" {
	house
	printf '5 mouse=-50:-30\n1 mouse=0:0:1\n3 N\n30 press=right\n' >devices
	expect 0 zv-run -q --input devices --record keys --state one shaft
	expect 0 zv-run -q --input keys --state two shaft
	cmp one two
	is "only words" "$(grep -cE 'mouse|press|scan' keys)" 0
}

@test "a saved run goes on as if it had not stopped" {
	house
	expect 0 zv-run -q --input walk --state whole shaft
	expect 0 zv-run -q --input walk --frames 20 --save-state half shaft
	expect 0 zv-run -q --input walk --load-state half --state rest shaft
	cmp <(tail -n +22 whole) <(tail -n +2 rest)
	head -c 100 half >cut
	expect 1 zv-run --frames 1 --load-state cut shaft
	says "it ends too early"
	expect 1 zv-run --frames 1 --load-state /dev/null shaft
	says "no saved state is as short"
	# A script that differs, one that is missing, and a new one.
	for change in 's/, 5)/, 6)/' d new; do
		rm -rf other
		cp -r shaft other
		case $change in
		s/*) sed -i "$change" other/gary.scr ;;
		d) rm other/gary.scr ;;
		new) cp other/gary.scr other/GAXX.SCR ;;
		esac
		expect 1 zv-run --frames 1 --load-state half --state other.tsv other
		case $change in
		s/*) says "half:0x" "another gary.scr" ;;
		d) says "half:0x" "this one has no gary.scr" ;;
		new) says "half: the state was saved with another game: that one had no GAXX.SCR" ;;
		esac
		absent other.tsv
	done
	expect 1 zv-run --frames 1 --game zgi --load-state half shaft
	says "it is of the other game"
}

@test "the game's own saved games, both ways" {
	house
	expect 0 zv-run -q --input walk --frames 20 --save-game mole.sav shaft
	is begins "$(head -c 4 mole.sav)" ZNSG
	is size "$(stat -c %s mole.sav)" $((12 + 16 + 16 + 2 * 60008))
	expect 0 zv-run -q --load-game mole.sav --frames 3 --json shaft
	printf '%s' "$output" >json
	holds json '.results[0] | .place == "mole" and .keys["301"] == 5 and .keys["20"] == 1'
	expect 1 zv-run -q --load-game mole.sav --frames 3 --game zgi shaft
	says "30000 keys, but this game has 20000"
	expect 1 zv-run -q --load-game walk --frames 3 shaft
	says "it does not begin with ZNSG"
	expect 2 zv-run --load-game mole.sav --start gary --frames 3 shaft
	expect 1 zv-run -q --frames 3 --save-game mole.sav shaft
	says "mole.sav"
}

@test "signs and both sides of shift and control are keys of acts" {
	house
	printf '%s\n' 'wait 3' 'key ;' 'expect key 8=186' "press '" 'expect key 8=222' 'press shift' \
		'expect key 8=160' 'press /' 'expect key 8=191' 'type ".["' 'expect key 8=219' >play
	expect 0 zv-run -q --input play shaft
	printf '3 N\n1 key 23\n1 N\n' >script
	expect 0 zv-run -q --input script --json shaft
	printf '%s' "$output" >json
	holds json '.results[0].keys["8"] == 186'
}

@test "what the game saves itself it restores, in this run or a later one" {
	house
	printf 'puzzle:400 {\ncriteria {\n[410] = 1\n}\nresults {\na:save_game(Quick.SAV)\n}\n}\n' \
		>shaft/universe.scr
	printf '%s\n' 'wait 3' 'set 305=9' 'set 410=1' 'wait 1' 'set 305=5' 'save_game second' \
		'restore_game quick.sav' 'wait 1' 'expect key 305=9' 'expect key 20=1' \
		'restore_game second' 'wait 1' 'expect key 305=5' >play
	expect 0 zv-run -q --input play --saved-games games shaft
	is names "$(ls games | paste -sd ' ')" "quick.sav second"
	expect 0 zv-run -q --load-game games/quick.sav --frames 3 --json shaft
	printf '%s' "$output" >json
	holds json '.results[0].keys["305"] == 9'
	printf '%s\n' 'wait 3' 'restore_game Quick.sav' 'wait 1' 'expect key 305=9' \
		'restore_game third' >later
	expect 1 zv-run -q --input later --saved-games games shaft
	says "later: line 5: restore_game third: the game has no saved game of this name"
	expect 1 zv-run -q --input play --saved-games games shaft
	says "games/quick.sav"
	head -c 70000 games/second >games/cut
	printf 'wait 1\nrestore_game cut\n' >later
	expect 1 zv-run -q --input later --saved-games games shaft
	says "restore_game cut: a part passes the end of the file"
	printf 'wait 1\nrestore_game ../cut\n' >later
	expect 1 zv-run -q --input later shaft
	says "expected the name of a saved game"
}

@test "chance follows from the seed, and keys can be set" {
	house
	for seed in 1 1 2; do
		"$EXHUME" zv-run -q --start mole --seed $seed --frames 2 --json shaft |
			jq '.results[0].keys["311"]' >>values
	done
	is "same seed" "$(sed -n 1p values)" "$(sed -n 2p values)"
	is "different values" "$(sort -u values | wc -l)" 2
	expect 0 zv-run -q --set 303=1 --set 301=9 --frames 6 --json shaft
	printf '%s' "$output" >json
	holds json '.results[0].place == "mole"'
}

@test "engines differ, and games by their names" {
	house
	expect 0 zv-run -q --engine zengine --frames 3 --json shaft
	prints '"engine": "zengine"' '"game": "nemesis"'
	expect 0 zv-run -q --game zgi --frames 3 --json shaft
	prints '"engine": "zgi"' '"game_from": "option"'
	touch shaft/INQUIS.STR
	expect 0 zv-run -q --frames 3 --json shaft
	prints '"engine": "zgi"' '"game_from": "name"'
	expect 1 zv-run -q --frames 3 --set 20000=1 shaft
	says "--set 20000=1: the game's keys are 0 to 19999"
}

@test "a game that ends ends the run" {
	house
	printf 'puzzle:400 {\ncriteria {\n[8] = 81\n}\nresults {\na:quit(1)\n}\n}\n' >shaft/universe.scr
	printf '5 N\n9 press=q\n' >bye
	expect 0 zv-run -q --input bye --json shaft
	printf '%s' "$output" >json
	holds json '.results[0] | .ended == "quit" and .frames == 6'
}

@test "a whole game is played from its start to the solved puzzle" {
	sample beacon
	cp "$BATS_TEST_DIRNAME/../testdata/scripts/beacon.in" .
	expect 0 zv-run -q --input beacon.in --state state --trace trace beacon
	is way "$(column place <state | uniq | paste -sd ' ')" \
		"gary gath gbce gbst gbce gath galm gary"
	# The video stops the puzzles for a second; the tilt picture and the panorama turn.
	is waits "$(awk -F'\t' '$2 == "gbst" { n += $5 } END { print (n > 10) }' state)" 1
	is tilts "$(awk -F'\t' '$2 == "gath" { print $3 }' state | sort -n | sed '1p;$!d' | paste -sd ' ')" \
		"100 300"
	is turns "$(awk -F'\t' '$2 == "galm" { print $3 }' state | sort -u | wc -l)" 31
	grep -q 'start.effect=timer.key=542' trace
	grep -q 'start.effect=music.key=501' trace
	grep -q 'start.effect=region.key=601' trace
	expect 0 zv-run -q --input beacon.in --json beacon
	printf '%s' "$output" >json
	holds json '.results[0] | .ended == "quit" and .place == "gary" and .unknown_actions == 0'
	holds json '.results[0].keys | .["599"] == 1 and .["560"] == 5 and .["550"] == 5 and .["655"] == 1'
}

@test "what is heard is written as exact samples, from the same clock" {
	sample beacon
	printf '3 N\n1 column 324 row 310, 1 click\n40 N\n' >film
	expect 0 zv-run -q --start gbst --input film --wav a.wav --json -o a.hash beacon
	printf '%s' "$output" >json
	# 45 ticks of 1455.3 frames, of two samples of two bytes.
	is size "$(stat -c %s a.wav)" $((44 + 4 * 65488))
	holds json '.results[0].sound | .frames == 65488 and .clipped_samples == 0 and .peak > 1000'
	"$EXHUME" zv-run -q --start gbst --input film --wav - beacon | cmp - a.wav
	# Pictures through a pipe are made in a second pass.
	"$EXHUME" zv-run -q --start gbst --input film --wav b.wav --format hash -o - beacon | cmp - a.hash
	cmp a.wav b.wav
	# A run in two parts sounds as one in a piece.
	expect 0 zv-run -q --start gbst --input film --frames 20 --save-state half --wav 1.wav beacon
	expect 0 zv-run -q --load-state half --input film --wav 2.wav beacon
	{ tail -c +45 1.wav && tail -c +45 2.wav; } >both
	tail -c +45 a.wav | cmp - both
	# The film has a sound of its own: without it there is music alone.
	expect 0 zv-run -q --start gbst --frames 45 --wav c.wav beacon
	cmp -n $((44 + 4 * 5821)) a.wav c.wav
	is differ "$(cmp -s a.wav c.wav; echo $?)" 1
	expect 1 zv-run -q --start gbst --frames 45 --wav c.wav beacon
	says "c.wav"
	expect 0 zv-run --frames 3 --wav none.wav "$EXHUME_TESTDATA/archives/shaft"
	says "none.wav: warning: silence from start to end"
}

# duck: the game's film as TrueMotion 1, as a loose file that counts before the archive's; frames in f/, four times
# as large, and half as large as that in h/.
duck() {
	expect 0 zfs-unpack -q -o files beacon/BEACON.ZFS
	"$EXHUME" avi2png -q -o film.apng files/KEEPER.AVI
	"$EXHUME" avi2wav -q -o film.wav files/KEEPER.AVI
	expect 0 png2avi -q --codec truemotion1 --key-step 4 --sound film.wav -o beacon/KEEPER.AVI film.apng
	"$EXHUME" avi2png -q --scale 4 -o f/ beacon/KEEPER.AVI
	"$EXHUME" avi2png -q --scale 2 --smooth no -o h/ beacon/KEEPER.AVI
}

@test "videos of TrueMotion 1 are shown in their rectangle, at their time, with their sound" {
	sample beacon
	printf '3 N\n1 column 324 row 310, 1 click\n40 N\n' >film
	expect 0 zv-run -q --start gbst --input film --wav plain.wav beacon
	duck
	expect 0 zv-run --start gbst --input film --range 6,20,30 --wav a.wav -o p/ beacon
	cmp plain.wav a.wav
	for pair in 06/00 20/06 30/11; do
		is "tick ${pair%/*}" "$(pixels text "p/000${pair%/*}.png" 224 132 192 128 | cksum)" \
			"$(pixels text "f/00${pair#*/}.png" | cksum)"
	done
	# A run in two parts.
	expect 0 zv-run -q --start gbst --input film --frames 20 --save-state half -o 1.hash beacon
	expect 0 zv-run -q --load-state half --input film -o 2.hash beacon
	expect 0 zv-run -q --start gbst --input film -o whole.hash beacon
	cat 1.hash 2.hash | cmp - whole.hash
	# An animation in a rectangle twice as large, and in one that is neither that nor smaller.
	expect 0 zfs-unpack -q -o scripts beacon/SCRIPTS.ZFS
	for to in '255, 115' '259, 115'; do
		sed "s/streamvideo(keeper.avi.*)/animplay:777(keeper.avi, 160, 52, $to, 0, 14, 1, 0, 0, 0, 0)/" \
			scripts/gbst.scr >beacon/gbst.scr
		grep -q animplay beacon/gbst.scr
		expect 0 zv-run -q --start gbst --input film --range 12 -f -o p/ beacon
		if [ "$to" = '255, 115' ]; then
			pixels text p/00012.png 224 132 96 64 >shown
		else
			"$EXHUME" avi2png -q -f -o h/ beacon/KEEPER.AVI
			pixels text p/00012.png 224 132 48 32 >shown
		fi
		found=
		for frame in h/*.png; do
			pixels text "$frame" | cmp -s - shown && found=$found${frame#h/}
		done
		[ "$found" ]
	done
}

@test "subtitles are on the screen while their video plays" {
	sample beacon
	printf '3 N\n1 column 324 row 310, 1 click\n40 N\n' >film
	# Below the window there is nothing else: rows 410 to 430, as Y4M has them.
	expect 0 zv-run -q --start gbst --input film --range 3,6,30,44 -o p/ beacon
	expect 0 zv-run -q --start gbst --set 51=0 --input film --range 6 -o off/ beacon
	for n in 3 6 30 44; do
		ink[n]=$(pixels p/000$(printf %02d $n).png | tail -c +$((640 * 405 * 3)) | tr -d '\0' | wc -c)
	done
	is none "${ink[3]} ${ink[44]}" "0 0"
	test "${ink[6]}" -gt 1000 && test "${ink[30]}" -gt 1000 && test "${ink[6]}" != "${ink[30]}"
	is off "$(pixels off/00006.png | tail -c +$((640 * 405 * 3)) | tr -d '\0' | wc -c)" 0
}

@test "the log book: titles are written and chosen, with cursor and menu" {
	sample beacon
	cp "$BATS_TEST_DIRNAME/../testdata/scripts/beacon-book.in" .
	expect 0 zv-run -q --start gbst --set 100=2 --set 101=5 --input beacon-book.in --state state \
		--saved-games . --range 3,41,70,106 -o p/ --json beacon
	printf '%s' "$output" >json
	is way "$(column place <state | uniq | paste -sd ' ')" "gbst gjlg gbst gjlg  gbst"
	holds json '.results[0] | .place == "gbst" and .unknown_actions == 0 and (.warnings | length) == 0'
	is game "$(head -c 24 nemsav1.sav | tail -c 4)" gbst
	is title "$(tail -c 12 nemsav1.sav | tr '\0\4' '..')" NAME....LAMP
	# Pixels of the ink of the pages, the titler's and the menu's letters, and the held item.
	count() { "$EXHUME_PIXELS" text p/00$1.png $2 | tr ' ' '\n' | grep -c "$3"; }
	test "$(count 041 "128 172 160 26" 29296bff)" -gt 100
	test "$(count 070 "348 172 160 26" 6b3118ff)" -gt 100
	test "$(count 003 "184 94 272 26" e7dea5ff)" -gt 1000
	test "$(count 106 "0 0 640 32" ffffffff)" -gt 100
	is "above the window" "$(count 106 "0 32 640 32" ffffffff)" 0
	# Another run has the title, too, from the file.
	expect 0 zv-run -q --start gjlg --frames 5 --range 4 --saved-games . -o p/00080.png beacon
	is "the same" "$(count 080 "348 172 160 26" 6b3118ff)" "$(count 070 "348 172 160 26" 6b3118ff)"
}

@test "oil that is gone does not light the lamp" {
	sample beacon
	printf '3 N\n1 column 320 row 240, 1 click\n%s N\n' 40 >lamp
	expect 0 zv-run -q --start galm:320 --set 9=5 --set 100=2 --set 101=5 --input lamp --json beacon
	printf '%s' "$output" >json
	holds json '.results[0] | .place == "galm" and .keys["550"] == 5 and .keys["530"] == null'
	expect 0 zv-run -q --start galm:320 --set 9=5 --set 100=2 --set 101=5 --set 542=1 --input lamp \
		--json beacon
	printf '%s' "$output" >json
	holds json '.results[0].place == "gary"'
}

@test "acts of the script: clicks, keys, waiting, places, assertions" {
	house
	cat >play <<-'END'
		wait until location=gary
		expect effects=0
		click 150,90
		wait until location=mole
		expect key 303=0 | key 301=5
		look 90
		expect offset=160
		look -90
		expect offset=480
		save there
		press left
		expect offset<480
		goto there
		expect offset=480
		wait until key 312=2
		wait until location=gary
		set 301=77
		expect key 301=77
		goto mole 320
		expect location=mole
		expect offset=320
		wait until idle
		wait 0.5s
		key q
		expect key 8=81
		type "ab" enter
		expect key 8=13
	END
	expect 0 zv-run -q --input play --tap --state one shaft
	is plan "${lines[1]}" 1..11
	is seventh "${lines[8]}" "ok 7 - play:18 expect key 301=77"
	expect 0 zv-run -q --input play --junit j.xml shaft
	grep -q 'tests="11" failures="0"' j.xml
	expect 1 zv-run -q --input play --junit j.xml shaft
	says "j.xml"
	# The recorded input is repeated, place by place, up to the first change from outside.
	expect 0 zv-run -q --input play --frames 30 --record again shaft
	is clicked "$(grep -c click again)" 1
	echo 'expect key 5=1 | frame crc=00000000' >>play
	expect 1 zv-run -q --input play shaft
	says "play: line 28: expect key 5=1 | frame crc=00000000" "found key 5=108; frame crc="
	pngcheck -q play.28.png
}

@test "acts that can't be done are refused, with line and place" {
	house
	while IFS='|' read -r act message; do
		printf 'wait 2\n%s\n' "$act" >play
		rm -f play.2.png
		expect 1 zv-run -q --input play shaft
		says "play: line 2" "$message"
	done <<-'END'
		click 640 3|expected a place on the screen, 1 to 639 and 1 to 479
		move 3|expected a place on the screen
		drag 3,4|expected two or more places
		key hyper|expected keys
		type "a!"|no key of the game types this character
		release me|expected nothing more
		set 5|expected a key and its value
		set 30000=1|the game has fewer keys
		goto gar 0|expected a place and maybe its offset
		goto nowhere|no state of this name was saved
		look up|expected an angle in degrees
		look 90|this place is no panorama and no tilt room
		expect room=3|room is not known; expected idle, key N, location, offset, effects, waits, tick, frame crc
		wait until text ~ /x/|text is not known
		expect key=3|key is not known
		expect key 5=high|expected a number
		expect location near 3,4|this is no place
		wait until key 30000=0|can't wait until key 30000=0; found key 30000 is not known
		hold X until key 5=1|expected keys of
		expect key 30000=0|key 30000 is not known
	END
}

@test "a lever is dragged, and the button held over other acts" {
	cat >pull <<-'END'
		wait 3
		drag 174,216 174,282
		wait until key 541=0
		expect key 10=0
		move 174,216
		press
		expect key 10=1
		move 174,238
		wait 3
		expect key 541=1
		save held
		release
		expect key 10=0
		goto held
		wait 1
		expect key 10=1
		release
	END
	expect 0 zv-run -q --start gbce --input pull --tap --state a --record again "$archives/beacon"
	is plan "${lines[1]}" 1..5
	expect 0 zv-run -q --start gbce --input again --state b "$archives/beacon"
}

@test "wrong usage is refused" {
	house
	expect 2 zv-run shaft
	says "no length given"
	expect 2 zv-run --frames 3
	says "no game given"
	expect 2 zv-run --frames 3 shaft shaft
	expect 2 zv-run --frames 3 --start gar shaft
	says "--start gar: expected a place"
	expect 2 zv-run --frames 3 --start gary:x shaft
	expect 2 zv-run --frames 3 --set 5 shaft
	says "--set 5: expected KEY=VALUE"
	expect 2 zv-run --frames 3 --set 30000=1 shaft
	expect 2 zv-run --frames 3 --engine zgi --game nemesis shaft
	says "--engine zgi plays only --game zgi"
	expect 2 zv-run --frames 3 --load-state x --seed 3 shaft
	expect 2 zv-run --frames 3 --state - --json shaft
	expect 2 zv-run --frames 3 --every 2 shaft
	expect 2 zv-run --frames 3 --wav - --json shaft
	expect 2 zv-run --frames 3 --rate 8000 --wav x.wav shaft
	mkdir empty
	expect 1 zv-run --frames 3 empty
	says "no game: expected a folder"
	expect 1 zv-run --frames 3 nowhere
}

@test "known faults are played as they are, or put right" {
	mkdir nem
	: >nem/NEMESIS.STR
	printf 'puzzle:19398 {\nresults {\na:assign(19397, 1)\n}\nflags {\nDO_ME_NOW\n}\n}\n' >nem/VE5E.SCR
	printf 'puzzle:1 {\n}\n' >nem/TD9E.SCR
	expect 0 zv-run --frames 4 --start ve5e --json --trace old nem
	printf '%s' "$output" >json
	holds json '.results[0] | .keys["19397"] == 1 and (has("fixes") | not)'
	[ "$(grep -c -P '\tfix\t' old)" = 0 ]
	expect 0 zv-run --fixes --frames 4 --start ve5e --json --trace new nem
	printf '%s' "$output" >json
	holds json '.results[0] | (.keys | has("19397") | not) and .fixes[0] == {kind: "puzzle", id: "19398", change: "append-result action:assign(19397, 0)", state: "applied", script: "ve5e.scr", line: 1}'
	holds json '.results[0].fixes[1].state == "not met"'
	is traced "$(grep -c -P '\tfix\tkind=puzzle\tid=19398\tchange=append-result action:assign\(19397, 0\)\tscript=ve5e.scr\tline=1' new)" 1
	expect 0 zv-run --fixes --frames 4 --start ve5e nem
	prints "known faults: 1 put right, 0 with nothing to change"
	expect 0 zv-run -v --fixes --frames 4 --start td9e nem
	prints "known faults: 0 put right, 4 with nothing to change"
	says "fixes: td9e.scr: nothing to change: no puzzle 3582" "fixes: puzzle 19398 of ve5e: no such script was read"
	# A state of one kind is none of the other.
	expect 0 zv-run -q --fixes --frames 4 --start ve5e --save-state saved nem
	expect 1 zv-run -q --frames 4 --load-state saved nem
	says "option --fixes"
	expect 0 zv-run -q --fixes --frames 4 --load-state saved nem
}

@test "a fault of the DVD edition is put right in no other" {
	mkdir zgi
	printf 'puzzle:10836 {\nresults {\na:assign(200, [10803])\n}\nflags {\nDO_ME_NOW\n}\n}\n' >pp1f.scr
	expect 0 zfs-pack -q -o zgi/SCRIPTS.ZFS pp1f.scr
	: >zgi/INQUIS.STR
	expect 0 zv-run --fixes --frames 3 --start pp1f --set 10803=7 --json zgi
	is "unknown edition" "$(jq -c '.results[0].keys["200"]' <<<"$output")" 7
	truncate -s 8336944 zgi/SCRIPTS.ZFS
	expect 0 zv-run --fixes --frames 3 --start pp1f --set 10803=7 --json zgi
	is cd "$(jq -c '.results[0].keys["200"]' <<<"$output")" 7
	truncate -s 8433326 zgi/SCRIPTS.ZFS
	expect 0 zv-run --fixes --frames 3 --start pp1f --set 10803=7 --json zgi
	is dvd "$(jq -c '.results[0].keys["200"]' <<<"$output")" null
}

# wave FILE: two frames of 8 bits, two channels, 22050 Hz.
wave() {
	mkdir -p "$(dirname "$1")"
	printf 'RIFF\50\0\0\0WAVEfmt \20\0\0\0\1\0\2\0\42\126\0\0\104\254\0\0\2\0\10\0data\4\0\0\0\300\100\300\100' >"$1"
}

@test "notes are the recordings of the game, or tones" {
	sample shaft
	wave shaft/Midi/11/60.WAV
	printf 'puzzle:1 {\nresults {\na:music:300(4 11 60 100)\n}\nflags {\nDO_ME_NOW\n}\n}\n' \
		>shaft/gary.scr
	expect 0 zv-run -q --frames 3 --wav note.wav shaft
	is recorded "$(od -An -td2 -j44 -N8 note.wav | tr -s ' ')" " 16384 -16384 16384 -16384"
	sed -i 's/4 11 60/4 12 69/' shaft/gary.scr
	expect 0 zv-run -q -f --frames 31 --wav note.wav shaft
	# 440 waves in a second, each with one rise through 0, in 45114 frames.
	is waves "$(od -An -v -w4 -td2 -j44 note.wav |
		awk '{ if (last < 0 && $1 >= 0) n++; last = $1 } END { print n }')" 450
	sed -i 's/4 12 69/4 0 69/' shaft/gary.scr
	expect 0 zv-run -q --frames 70 --json shaft
	holds - '.results[0].keys["300"] == 2' <<<"$output"
}

@test "settings are in the game's file of them, and in the folder of saved games" {
	sample shaft
	printf '[ZorkNemesis]\r\nKEYBOARDTURNSPEED=9\r\nShowSubtitles=0\r\n' >shaft/zNemesis.INI
	printf 'puzzle:1 {\ncriteria {\n[400] = 1\n}\nresults {\na:preferences(save)\n}\n}\n' \
		>shaft/gary.scr
	printf '%s\n' 'wait 3' 'expect key 50=9' 'expect key 51=0' 'expect key 53=540' 'set 50=7' \
		'set 400=1' 'wait 2' >play
	expect 0 zv-run -q --game nemesis --input play --saved-games games shaft
	is first "$(head -2 games/znemesis.ini)" $'[ZorkNemesis]\r\nKeyboardTurnSpeed=7\r'
	is lines "$(wc -l <games/znemesis.ini)" 18
	printf '%s\n' 'wait 1' 'expect key 50=7' >later
	expect 0 zv-run -q --game nemesis --input later --saved-games games shaft
	expect 1 zv-run -q --game nemesis --input later shaft
}

@test "the summary counts one puzzle as one" {
	expect 0 zv-run --frames 3 "$archives/foyer-zgi"
	is "one" "$(tail -n 1 <<<"$output")" "1 puzzle fired; 0 effects still running"
}
