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

@test "extract says that scripts name files and places that the game lacks" {
	world
	expect 0 extract --no-page -o out shaft
	says "warning: line 12 names gone.raw: the game has no such file, nor those of 1 other uses"
	rm shaft/GARY.SCR
	touch shaft/universe.scr
	expect 0 extract --no-page -o other shaft
	says "gary.scr: warning: missing: games begin there"
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

@test "a path by what it needs, and one that can't be" {
	mkdir game
	{
		go 10 'a, t, tc' '[50] = 1'
		go 11 'g, a, rb' '[20] = 1'
		printf 'control:20 push_toggle {\nflat_hotspot(1, 2, 3, 4)\n}\n'
	} >game/gary.scr
	go 12 'a, t, tc' >game/garb.scr
	{
		printf 'puzzle:13 {\nresults {\na:assign(50 1)\n}\n}\n'
		go 14 'l, o, ft' '[60] = 1'
	} >game/attc.scr
	printf 'control:21 tilt {\n}\n' >game/loft.scr
	expect 0 zv-world --path gary,attc game
	is ways "$output" "$(printf '%s\n' 'ways of the path: 1' \
		'  gary -> attc  gary.scr:6 puzzle 10  if [50] = 1')"
	expect 0 zv-world --path gary,attc --by needs --json game
	printf '%s' "$output" >json
	holds json '.results[0] | [.path[].to] == ["garb", "attc"] and [.path[].needs] == [0, 0] and
		(.ways[] | select(.puzzle == 10) | .needs == 1 and .is_possible) and
		(.ways[] | select(.puzzle == 14) | .is_possible == false)'
	expect 0 zv-world --path gary,loft game
	says "attc.scr: warning: line 11: its puzzle never fires; no other way leads there"
	expect 1 zv-world --strict --path gary,loft game
	expect 2 zv-world --by needs game
	says "--by needs --path"
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

@test "GraphML" {
	world
	expect 0 zv-world -q --path gary,hall -o map.graphml shaft
	silent
	if command -v xmllint; then
		xmllint --noout map.graphml
	fi
	# Places, and ends of ways that are none: a room, a place without a script, back.
	is nodes "$(grep -c '<node' map.graphml)" 9
	is edges "$(grep -c '<edge' map.graphml)" 6
	is path "$(grep -c '"edge.is_on_path">true' map.graphml)" 2
	grep -qF '<data key="edge.criteria">[30] &#62; 2</data>' map.graphml
	grep -qF '<data key="node.kind">tilt</data>' map.graphml
}

@test "places have what their scripts use" {
	expect 0 zv-world --json "$archives/beacon"
	printf '%s' "$output" >json
	holds json '.results[0].places[] | select(.place == "gbce") | .levers == ["pump.lev"] and
		.animations == ["CANDLE.RLF", "DIAL.RLF"] and .items == ["add 5"] and .view == null and
		[.hotspots[].type] == ["push_toggle", "push_toggle", "push_toggle", "safe", "lever"] and
		(.reads | index(562)) != null and (.writes | index(562)) != null'
	holds json '.results[0].places[] | select(.place == "galm") | .view.linscale == 0.9'
	holds json '.results[0].ways[] | select(.to == "galm") | .offset == 320'
	holds json '.results[0] | .dead_ends == [] and .unreached == [] and .missing_files == []'
}

@test "a page shows the places, turns, and leads from one to the next" {
	expect 0 zv-world -o page.html "$archives/beacon"
	silent
	expect 0 zv-world -j 1 -o one.html "$archives/beacon"
	cmp page.html one.html
	is network "$(grep -cE '(src|href)="?https?:' page.html)" 0
	cat >drive.js <<-'END'
		<script>
		const tell = (name, value) => document.body.setAttribute('data-' + name, value);
		const later = async () => {
			do await new Promise(done => setTimeout(done, 50));
			while (!document.getElementById('view')?.dataset.location);
		};
		const press = (element, key) => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
		function light(color) {
			const c = color.match(/[\d.]+/g).slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
			return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
		}
		function ground(element) {
			for (; element; element = element.parentElement) {
				const color = getComputedStyle(element).backgroundColor;
				if (!/, 0\)$/.test(color)) return color;
			}
			return 'rgb(255,255,255)';
		}
		function least() {
			let worst = 99;
			for (const element of document.querySelectorAll('body *'))
				if ([...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()) && element.offsetWidth) {
					const two = [light(getComputedStyle(element).color), light(ground(element))].sort((a, b) => b - a);
					worst = Math.min(worst, (two[0] + 0.05) / (two[1] + 0.05));
				}
			return worst;
		}
		(async () => {
			await later();
			tell('start', document.querySelector('h2').textContent);
			// The door of the lighthouse.
			const view = document.getElementById('view'), box = view.getBoundingClientRect();
			const at = { clientX: box.left + 390 * box.width / 512, clientY: box.top + 255 * box.height / 320, pointerId: 1, bubbles: true };
			view.setPointerCapture = () => {};
			view.dispatchEvent(new PointerEvent('pointerdown', at));
			view.dispatchEvent(new PointerEvent('pointerup', at));
			await later();
			tell('clicked', location.hash);
			tell('offset', document.getElementById('view').dataset.location);
			[...document.querySelectorAll('.ways button')].find(button => button.textContent === 'galm').click();
			await later();
			const lamp = document.getElementById('view');
			lamp.focus();
			tell('focus', document.activeElement === lamp);
			press(lamp, 'ArrowLeft'); press(lamp, 'ArrowLeft');
			await later();
			tell('turned', location.hash + ' ' + lamp.dataset.location);
			const pixels = lamp.getContext('2d').getImageData(0, 0, 512, 320).data;
			tell('colors', new Set(new Uint32Array(pixels.buffer)).size > 20);
			tell('contrast', least() >= 4.5);
			document.getElementById('theme').click();
			tell('contrast2', least() >= 4.5);
			const search = document.getElementById('search');
			search.value = 'pump.lev'; search.oninput();
			tell('found', document.getElementById('count').textContent);
		})();
		</script>
	END
	cat page.html drive.js >driven.html
	in_browser driven.html
	grep -q 'data-start="gary flat, the start"' dom
	grep -q 'data-clicked="#gath"' dom
	grep -q 'data-offset="200"' dom
	grep -q 'data-focus="true"' dom
	grep -q 'data-turned="#galm 300"' dom
	grep -q 'data-colors="true"' dom
	grep -q 'data-contrast="true"' dom
	grep -q 'data-contrast2="true"' dom
	grep -q 'data-found="1 of 6 places"' dom
}

@test "a page without pictures, and one of a game with pictures that are damaged" {
	expect 0 zv-world --no-pictures -o page.html "$archives/beacon"
	is pictures "$(grep -c data:image page.html)" 0
	world
	head -c 20 "$archives/shaft/sign.tga" >shaft/cut.tga
	printf 'puzzle:1 {\nresults {\na:set_screen(cut.tga)\n}\n}\n' >shaft/hall.scr
	printf 'puzzle:1 {\nresults {\na:set_screen(</script>.tga)\n}\n}\n' >shaft/attc.scr
	expect 0 zv-world -q -o other.html shaft
	is scripts "$(grep -c '</script>' other.html)" 2
	in_browser other.html
	grep -q '6 of 6 places' dom
}

@test "the path as an animation" {
	expect 0 zv-world -q --path gath,galm --walk walk/ "$archives/beacon"
	is last "$(ls walk | tail -n 1)" 00079.png
	is size "$("$EXHUME_PIXELS" size walk/00000.png)" "512 320"
	# It ends as zv-run shows the place.
	printf '9 column 1 row 1\n' >away # the mouse is not in the window
	expect 0 zv-run -q --start galm:320 --input away --frames 3 --range 2 -o screen/ "$archives/beacon"
	cmp <("$EXHUME_PIXELS" text screen/00002.png 64 80 512 320) <("$EXHUME_PIXELS" text walk/00079.png)
	for name in a.apng b.gif c.y4m; do
		expect 0 zv-world -q --path gary,gbst --walk $name "$archives/beacon"
		[ -s $name ]
	done
	expect 1 zv-world -q --path gary,gbst --walk a.apng "$archives/beacon"
	says "a.apng"
	expect 2 zv-world --walk a.apng "$archives/beacon"
	says "--walk needs --path"
	# Places without pictures are black.
	world
	rm shaft/S*.ZFS
	expect 0 zv-world -q --path gary,hall --walk black/ shaft
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

# puzzle KEY CRITERIA RESULTS: each a line, or several
puzzle() {
	printf 'puzzle:%s {\n' "$1"
	[ -z "$2" ] || printf 'criteria {\n%b\n}\n' "$2"
	printf 'results {\n%b\n}\n}\n' "$3"
}
button() { printf 'control:%s push_toggle {\nflat_hotspot(1, 2, 3, 4)\n}\n' "$1"; }

# An item in gary opens the hall; without it the player can fall into a pit, where it is needed.
locks() {
	mkdir game
	{
		puzzle 200 '[20] = 1' 'a:inventory(add 5)'
		puzzle 201 '[9] = 5\n[21] = 1\n[21] > 0' 'a:change_location(h, a, ll, 0)'
		puzzle 202 '[22] = 1' 'a:change_location(p, i, tt, 0)'
		puzzle 203 '[20] = 3' 'a:change_location(v, o, id, 0)'
		button 20
		button 21
		button 22
	} >game/GARY.SCR
	puzzle 210 '' 'a:change_location(0, 0, 00, 0)' >game/hall.scr
	puzzle 220 '[9] = 5' 'a:change_location(e, n, dd, 0)' >game/pitt.scr
	button 30 >game/endd.scr
}

@test "--logic: what places and items need, what can't be reached, what can be lost" {
	locks
	expect 0 zv-world --logic text game
	is text "$output" "$(cat <<-'END'
		places: 5
		  endd
		    pitt  pitt.scr:6 puzzle 220  if [9] = 5
		    requires item 5
		    needs item 5
		  gary
		  hall
		    gary  GARY.SCR:16 puzzle 201  if [9] = 5, [21] = 1
		    requires item 5
		    needs item 5
		  pitt
		    gary  GARY.SCR:24 puzzle 202  if [22] = 1
		  void  can't be reached
		items: 1
		  item 5
		    gary  GARY.SCR:6 puzzle 200  if [20] = 1
		puzzles that never fire: 1
		  GARY.SCR:27 puzzle 203
		can be lost forever: 1
		  item 5  left by gary  GARY.SCR:24 puzzle 202  if [22] = 1
		    needed for endd by pitt  pitt.scr:1 puzzle 220  if [9] = 5
		ways without a way back: 2
		  gary -> pitt  GARY.SCR:24 puzzle 202  if [22] = 1
		  pitt -> endd  pitt.scr:6 puzzle 220  if [9] = 5
	END
	)"
}

@test "--logic as JSON and as a graph" {
	locks
	expect 0 zv-world --logic json -o logic.json game
	holds logic.json '.results[0] | .start == "gary" and .places == null'
	holds logic.json '.results[0].logic.places[] | select(.place == "hall") |
		.is_reached and .requires == [["item 5"]] and .needs == ["item 5"] and
		(.sources | length) == 1 and .sources[0].puzzle == 201 and .sources[0].line == 16'
	holds logic.json '.results[0].logic.places[] | select(.place == "hall") | .sources[0].any ==
		[[{text: "[9] = 5", key: 9, op: "=", value: 5, set_by: [200]},
		  {text: "[21] = 1", key: 21, op: "=", value: 1, set_by: [21]}]]'
	holds logic.json '[.results[0].logic.places[] | select(.is_reached | not) | .place] == ["void"]'
	holds logic.json '.results[0].logic.never | map(.puzzle) == [203]'
	holds logic.json '.results[0].logic.items == [{item: 5, is_reached: true, requires: [[]],
		is_whole: true, needs: [], sources: .results[0].logic.items[0].sources}]'
	holds logic.json '.results[0].logic.losses | length == 1 and .[0].lost == "item 5" and
		.[0].is_one_way and .[0].by.puzzle == 202 and .[0].needed_by.puzzle == 220 and
		.[0].loses == "endd"'
	holds logic.json '.results[0].logic.one_ways | map(.to) == ["pitt", "endd"]'
	expect 0 zv-world --json --logic dot game
	expect 0 zv-world --logic dot game
	prints '"void" [shape=box, style=dashed];'
	prints '"gary" -> "hall" [label="[9] = 5, [21] = 1"];'
	prints '"gary" -> "item 5" [label="[20] = 1"];'
}

@test "--logic begins where it is told, and takes the place of other formats" {
	locks
	expect 0 zv-world --logic text --start pitt game
	prints "  gary  can't be reached"
	rm game/GARY.SCR
	expect 1 zv-world --logic text game
	says "--logic: the game has no script of gary; expected --start"
	expect 2 zv-world --logic json --format dot game
	expect 2 zv-world --logic json --path pitt,endd game
}

# Each puzzle tests another value of one key, which any of them may give.
@test "--logic of a huge script says what it lacks, with status 1" {
	mkdir huge
	awk 'BEGIN { for (i = 0; i < 9000; i++) printf "puzzle:%d {\ncriteria {\n[300] = %d\n}\n" \
		"results {\na:assign(300 %d)\n}\n}\n", 1000 + i, i, i + 1 }' > huge/gary.scr
	expect 1 zv-world --logic json -o logic.json huge
	says "--logic: it would take too long"
	holds logic.json '.results[0].logic | .is_cut and .needs_left_out > 0'
	expect 1 zv-world --logic text huge
	prints "conditions not listed as needs: "
}

# Comments, 15 MB in each script.
@test "--logic refuses scripts that take more memory than it allows for" {
	mkdir huge
	awk 'BEGIN { while (length(line) < 8000) line = line "#########"
		print "puzzle:200 {\n}"; for (i = 0; i < 1900; i++) print line }' > huge/gary.scr
	for place in garz gbay gbaz gbaw; do cp huge/gary.scr huge/$place.scr; done
	expect 1 zv-world --logic text huge
	says "need more memory than the limit of 58720256 bytes"
	expect 0 zv-world huge
}

@test "--logic knows the positions of levers" {
	mkdir game
	cat > game/gary.scr <<-'END'
		control:20 lever {
		descfile(Crank.lev)
		}
		puzzle:200 {
		criteria {
		[20] = 2
		}
		results {
		a:assign(300 1)
		}
		}
		puzzle:201 {
		criteria {
		[20] = 3
		}
		results {
		a:assign(301 1)
		}
		}
	END
	printf 'filename:crank.rlf~\r\nframes:3~\r\n0:10 10 D=1,90~\r\n' > game/CRANK.LEV
	expect 0 zv-world --logic json -o logic.json game
	holds logic.json '.results[0].logic.never | map(.puzzle) == [201]'
	rm game/CRANK.LEV
	expect 0 zv-world --logic json -f -o logic.json game
	holds logic.json '.results[0].logic.never == []'
}
