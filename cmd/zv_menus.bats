#!/usr/bin/env bats
# exhume zv-run: menus, saved games, settings and typed words, in the foyer of our own.

load ../testdata/cli/helper

# play GAME [OPTION]...: with acts from standard input.
play() {
	local game=$1
	shift
	cat >acts
	rm -rf p
	expect 0 zv-run -q --input acts --json "$@" "$archives/foyer-$game"
	printf '%s' "$output" >json
}

# art MEMBER: as text, from a game's archive; box: where it is on the screen of a frame.
art() {
	[ -d parts ] || "$EXHUME" zfs-unpack -q -o parts "$archives/foyer-$game/SCRIPTS.ZFS"
	[ -f "$1.png" ] || "$EXHUME" tgz2png -q --transpose no -o "$1.png" "parts/$1.TGA"
	"$EXHUME_PIXELS" text "$1.png" ${2-}
}
box() { "$EXHUME_PIXELS" text "p/000$1.png" $2; }

@test "Nemesis: the bar slides, and the button under the mouse shines" {
	game=nemesis
	printf '%s\n' 'wait 3' 'move 20,20' 'wait 20' 'move 250,28' 'wait 30' 'menu save' 'wait 2' |
		play nemesis --range 0- -o p/
	is "one tick" "$(box 03 '64 0 512 2')" "$(art BAR '0 30 512 2')"
	is "below it" "$(box 03 '64 2 512 30' | tr ' ' '\n' | sort -u)" 000000ff
	is "ten ticks" "$(box 12 '64 0 512 20')" "$(art BAR '0 12 512 20')"
	is "all" "$(box 20 '64 0 512 32')" "$(art BAR '0 0 512 32')"
	# The mouse comes in frame 24; a picture lasts 200 ms.
	frames=()
	for n in $(seq 24 52); do
		for f in 0 1 2 3 4 5; do
			[ "$(box "$n" '184 0 60 32')" != "$(art "BUTFRM2$f" '0 0 60 32')" ] || frames+=("$f")
		done
	done
	is frames "${frames[*]}" "0 0 0 0 0 0 0 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4"
	is clicked "$(box 57 '64 0 40 32')" "$(art BUTFRM15 '0 0 40 32')"
}

@test "Grand Inquisitor: tabs, and three menus that slide" {
	game=zgi
	printf '%s\n' 'wait 3' 'move 300,36' 'wait 1' 'move 5,5' 'wait 40' 'move 300,200' 'wait 1' \
		'move 630,5' 'wait 40' 'move 300,200' 'wait 1' 'move 300,3' 'wait 20' 'wait 1' |
		play zgi --range 0- -o p/
	is tabs "$(box 03 '30 0 64 18'; box 03 '0 0 28 32'; box 03 '612 0 28 32')" \
		"$(art GMZAU131; art GMZAU111; art GMZAU121)"
	# Items: 19 columns a tick.
	is "first tick" "$(box 05 '10 21 9 11')" "$(art GMZAU011 '563 21 9 11')"
	is items "$(box 42 '40 0 60 32')" "$(art GMZAU011 '40 0 60 32')"
	is "places of 572 / 11" "$(box 42 '522 16 24 1')" "$(art GMZWU031 '2 16 24 1')"
	is closed "$(box 47 '40 0 60 32' | tr ' ' '\n' | sort -u)" 000000ff
	is spells "$(box 88 '50 0 10 32')" "$(art GMZAU021 '10 0 10 32')"
	is "the third" "$(box 88 '164 16 24 1')" "$(art GMZWUE21 '2 16 24 1')"
	is "last spell" "$(box 88 '587 16 24 1')" "$(art GMZWUEB1 '2 16 24 1')"
	# The main menu begins as high as its tab.
	is "main, one tick" "$(box 91 '590 0 20 20')" "$(art GMZAU031 '560 12 20 20')"
	is "idle, hovered" "$(box 99 '50 10 135 22'; box 99 '185 20 135 12')" \
		"$(art GMZMU001 '0 10 135 22'; art GMZNU011 '0 20 135 12')"
}

@test "acts use the menus as a player would" {
	printf '%s\n' 'wait 3' 'menu items 2' 'expect key 9=2' 'menu items 0' 'expect key 9=1' \
		'expect key 151=2' 'menu items 3' 'expect key 154=1' 'spell 0xe2' 'wait 2' 'expect key 903=226' \
		'set 206=1' 'spell 249' 'wait 2' 'expect key 903=249' 'menu magic 0' 'wait 2' \
		'expect key 903=238' 'menu exit' 'expect waits=1' 'key n' 'expect waits=0' 'menu settings' \
		'wait until location=gjpe' | play zgi
	holds json '.results[0] | .place == "gjpe" and .keys["46"] == 97'
	printf '%s\n' 'wait 3' 'menu restore' 'wait until location=gjre' 'click 480,375' 'wait 3' 'menu exit' 'key y' \
		'wait 5' | play nemesis --record again --state one
	holds json '.results[0] | .ended == "quit" and .keys["39"] == 1'
	play nemesis --state two <again
	cmp one two
	is clicked "$(grep -c click again)" 3
}

@test "a run with menus is recorded, and goes on from a saved state" {
	printf '%s\n' 'wait 3' 'menu items 2' 'wait 3' 'spell 0' 'wait 3' 'key ctrl-s' 'wait 4' |
		play zgi --record again --state one
	play zgi --state two <again
	cmp one two
	holds json '.results[0] | .place == "gjse"'
	for n in 15 60 70; do
		expect 0 zv-run -q --input again --frames $n --save-state half -f "$archives/foyer-zgi"
		expect 0 zv-run -q --input again --load-state half --state rest -f "$archives/foyer-zgi"
		cmp <(tail -n +$((n + 2)) one) <(tail -n +2 rest)
	done
}

@test "entries that can't be used are refused, with line and reason" {
	local game act message at
	while IFS='|' read -r game act message; do
		at=380,290
		[ $game = nemesis ] || at=330,290
		printf '%s\n' 'wait 3' "click $at" 'wait 2' "$act" >acts
		rm -f acts.4.png
		expect 1 zv-run -q --input acts "$archives/foyer-$game"
		says "acts: line 4" "$message"
	done <<-'END'
		zgi|menu exit|the menu does not have this entry now
		zgi|menu items 2|the menu does not have this entry now
		nemesis|menu items 0|the menu does not have this entry now
		nemesis|menu magic 0|the menu does not have this entry now
		zgi|spell 0xe2|the player does not have this spell now
		zgi|menu|expected save, restore, settings, exit, items N or magic N
		zgi|menu items -1|expected save, restore
		zgi|spell rain|expected the number of a spell
	END
	printf '%s\n' 'wait 3' 'menu items 11' >acts
	expect 1 zv-run -q --input acts "$archives/foyer-zgi"
	says "acts: line 2: menu items 11: the menu does not have this entry now"
	printf '%s\n' 'wait 3' 'spell 0xe1' >acts
	expect 1 zv-run -q --input acts "$archives/foyer-zgi"
	says "acts: line 2: spell 0xe1: the player does not have this spell now"
}

@test "the list of saved games: titles, questions, messages, the game as it was before" {
	mkdir saves
	printf '%s\n' 'wait 3' 'set 600=5' 'menu save' 'wait until location=gjse' 'set 600=6' 'key enter' \
		'expect waits=1' 'key space' 'expect waits=0' 'type "LAMP" enter' 'expect waits=1' 'wait 62' \
		'wait until location=gary' 'set 600=7' 'key ctrl-s' 'wait until location=gjse' \
		'type "X" enter' 'expect waits=1' 'key n' 'expect waits=0' 'click 450,355' 'wait 3' |
		play zgi --saved-games saves
	is names "$(ls saves)" inqsav1.sav
	is title "$(tail -c 12 saves/inqsav1.sav | tr '\0\4' '..')" NAME....LAMP
	# A later run shows its title, and a click restores it.
	printf '%s\n' 'wait 3' 'key ctrl-r' 'wait until location=gjre' 'wait 3' 'click 100,220' 'wait 5' \
		'expect location=gjre' 'click 100,170' 'wait until location=gary' 'expect key 600=5' \
		'expect key 20=1' | play zgi --saved-games saves --range 3- -o p/
	is title "$(box 08 '64 160 300 26' | tr ' ' '\n' | sort -u | wc -l)" 2
	is "no title" "$(box 08 '64 210 300 26' | tr ' ' '\n' | sort -u | wc -l)" 1
	printf '%s\n' 'wait 3' 'key ctrl-s' 'wait until location=gjse' 'type "A" enter' 'wait 70' |
		play nemesis --saved-games .
	test -s nemsav1.sav
}

@test "settings are kept in the game's file of them" {
	mkdir saves
	printf '%s\n' 'wait 3' 'menu settings' 'wait until location=gjpe' 'click 100,170' 'wait 3' |
		play zgi --saved-games saves
	is names "$(ls saves)" inquis.ini
	is line "$(grep -c $'^ShowSubtitles=0\r$' saves/inquis.ini)" 1
	is head "$(head -n 1 saves/inquis.ini)" $'[ZorkGrandInquisitor]\r'
	cp -r "$archives/foyer-zgi" game
	chmod -R u+w game
	printf '[ZorkGrandInquisitor]\nBrightness=9\nShowSubtitles=7\n' >game/Inquis.INI
	expect 0 zv-run -q --frames 3 --json game
	holds - '.results[0].keys | .["77"] == 9 and .["51"] == 7 and .["78"] == 2' <<<"$output"
	# An earlier run's come before it.
	expect 0 zv-run -q --frames 3 --json --saved-games saves game
	holds - '.results[0].keys | .["77"] == null and .["51"] == null' <<<"$output"
}

@test "questions are answered in the edition's language" {
	printf '%s\n' 'wait 3' 'key ctrl-q' 'key y' 'expect waits=1' 'key j' 'wait 3' |
		play zgi --language german
	holds json '.results[0].ended == "quit"'
	cp -r "$archives/foyer-nemesis" game
	chmod -R u+w game
	printf '%s\n' 'wait 3' 'key ctrl-q' 'key a' 'expect waits=0' 'key ctrl-q' 'key f4' 'wait 3' >acts
	truncate -s 9219 game/NEMESIS.STR
	expect 0 zv-run -q --input acts --json game
	holds - '.results[0].ended == "quit"' <<<"$output"
	truncate -s 9505 game/NEMESIS.STR
	printf '%s\n' 'wait 3' 'key ctrl-q' 'key j' 'wait 3' >acts
	expect 0 zv-run -q --input acts --json game
	holds - '.results[0].ended == "quit"' <<<"$output"
	cp -r "$archives/foyer-zgi" spanish
	chmod -R u+w spanish
	truncate -s 8338141 spanish/SCRIPTS.ZFS
	printf '%s\n' 'wait 3' 'key ctrl-q' 'key s' 'wait 3' >acts
	expect 0 zv-run -q --input acts --json spanish
	holds - '.results[0].ended == "quit"' <<<"$output"
	truncate -s 8338133 spanish/SCRIPTS.ZFS # German, as it does not begin as the French one
	printf '%s\n' 'wait 3' 'key ctrl-q' 'key s' 'expect waits=1' 'key j' 'wait 3' >acts
	expect 0 zv-run -q --input acts --json spanish
	holds - '.results[0].ended == "quit"' <<<"$output"
}

@test "words that are typed lead to places" {
	printf '%s\n' 'wait 3' 'type "GOGJPE"' 'wait 3' 'expect location=gjpe' 'type "CHLOE"' 'wait 3' \
		'expect location=gjpe' 'goto gary' 'type "CHLOE"' 'wait 3' 'expect location=tm2g' \
		'expect key 224=1' 'key /' 'wait 3' 'expect location=gjhe' | play nemesis
}
