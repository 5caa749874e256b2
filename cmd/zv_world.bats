#!/usr/bin/env bats
# exhume zv-world: a world of our own.

load ../testdata/cli/helper

# go PUZZLE "W, R, NV" [CRITERION]: a puzzle that leads there.
go() {
	printf 'puzzle:%s {\n' "$1"
	[ $# -lt 3 ] || printf 'criteria {\n%s\n}\n' "$3"
	printf 'results {\nevent:change_location(%s, 0)\n}\n}\n' "$2"
}

# gary - garb - hall, back from the hall; the room leads to the attic; the moon is not reached;
# a file is missing, and one is not named.
world() {
	sample shaft
	rm shaft/sign.tga
	{
		go 10 'G, A, RB' '[20] = 1'
		printf 'puzzle:11 {\nresults {\na:set_screen(SHAFT.TGA)\na:music:12(1 gone.raw 1)\n}\n}\n'
		printf 'control:20 push_toggle {\nflat_hotspot(1, 2, 3, 4)\n}\n'
		printf 'control:21 pana {\n}\n'
	} >shaft/GARY.SCR
	{
		go 10 'h, a, ll' '[30] > 2'
		go 13 'v, o, id'
	} >shaft/garb.scr
	go 10 '0, 0, 00' >shaft/hall.scr
	go 10 'a, t, tc' >shaft/ga.scr
	printf 'control:1 tilt {\n}\n' >shaft/attc.scr
	go 10 'g, a, ry' >shaft/moon.scr
}

@test "places, ways, dead ends and what is missing" {
	world
	expect 0 zv-world shaft
	is text "$output" "$(cat <<-'END'
		places: 6
		  attc  tilt
		  garb  flat
		  gary  pana  SHAFT.TGA
		  hall  flat
		  mole  pana  shaft.tga
		  moon  flat
		ways: 6
		  ga -> attc  ga.scr:3 puzzle 10
		  garb -> hall  garb.scr:6 puzzle 10  if [30] > 2
		  garb -> void  garb.scr:11 puzzle 13
		  gary -> garb  GARY.SCR:6 puzzle 10  if [20] = 1
		  hall -> back  hall.scr:3 puzzle 10
		  moon -> gary  moon.scr:3 puzzle 10
		dead ends: 2
		  attc
		  mole
		places that the start does not lead to: 2
		  mole
		  moon
		files that are missing: 1
		  gone.raw  GARY.SCR:12
		files that neither a script nor a lever names: 2
		  ARROW
		  SIGN.TGA
	END
	)"
}

@test "JSON has criteria and hotspots" {
	world
	expect 0 zv-world --json shaft
	printf '%s' "$output" >json
	holds json '.results[0] | .start == "gary" and (.places | length) == 6'
	holds json '.results[0].ways[] | select(.to == "garb") |
		.criteria == [["[20] = 1"]] and .controls[0].type == "push_toggle" and
		.controls[0].parameters == ["flat_hotspot(1, 2, 3, 4)"] and .has_script'
	holds json '.results[0].ways[] | select(.to == "void") | .has_script == false'
	holds json '.results[0].ways[] | select(.is_back) | .from == "hall"'
	holds json '.results[0].places[] | select(.place == "gary") |
		.controls == 1 and .ways == 2 and .entries == 1 and .kind == "pana"'
	holds json '.results[0] | .unreached == ["mole", "moon"] and .dead_ends == ["attc", "mole"]'
	expect 0 zv-world -o map.json shaft
	holds map.json '.results == null or true'
	rm shaft/GARY.SCR
	expect 0 zv-world --json shaft
	printf '%s' "$output" >json
	holds json '.results[0] | .start == null and .unreached == null'
}

@test "the shortest path" {
	world
	expect 0 zv-world --path GARY,hall shaft
	is path "$output" "$(printf '%s\n' 'ways of the path: 2' \
		'  gary -> garb  GARY.SCR:6 puzzle 10  if [20] = 1' \
		'  garb -> hall  garb.scr:6 puzzle 10  if [30] > 2')"
	expect 0 zv-world --path moon,attc --json shaft
	printf '%s' "$output" >json
	holds json '.results[0].path | map(.to) == ["gary", "attc"]'
	expect 1 zv-world --path attc,gary shaft
	says "--path attc,gary: no ways lead there"
	expect 1 zv-world --path gary,void shaft
	says "the game has no script of void"
	expect 0 zv-world --path gary,gary shaft
	prints "ways of the path: 0"
}

@test "a graph" {
	world
	expect 0 zv-world --path gary,hall -o map.dot shaft
	is head "$(head -n 1 map.dot)" "digraph world {"
	is lines "$(wc -l <map.dot)" 14
	grep -qF $'\t"attc" [shape=house, peripheries=2];' map.dot
	grep -qF $'\t"gary" -> "garb" [label="10", penwidth=3];' map.dot
	grep -qF $'\t"hall" -> "back" [label="10", style=dashed];' map.dot
	if command -v dot; then
		dot -Tsvg map.dot >map.svg
	fi
}

@test "scripts that can't be read are left out" {
	world
	printf 'no puzzle at all\n' >shaft/junk.scr
	: >shaft/void.scr
	expect 0 zv-world shaft
	says "junk.scr"
	prints "places: 6"
	expect 1 zv-world --strict shaft
	expect 0 zv-world -q --start moon shaft
	says_not "junk"
	prints "places that the start does not lead to: 1"
}

@test "wrong usage is refused" {
	world
	expect 2 zv-world
	expect 2 zv-world shaft shaft
	expect 2 zv-world --path gary shaft
	says "--path gary: expected two places"
	expect 2 zv-world --path gary,hallo shaft
	expect 2 zv-world --start ga shaft
	says "--start ga: expected a place"
	expect 1 zv-world --start zzzz shaft
	says "--start zzzz: the game has no script of this place"
	expect 1 zv-world nowhere
	says "no game"
}
