#!/usr/bin/env bats
# The page that exhume extract writes, in a browser.

load ../testdata/cli/helper
load ../testdata/cli/browser

setup_file() {
	browser_start
}

teardown_file() {
	browser_stop
}

# nothing_in_the_log: no error of a script, nothing that the page's policy forbids.
nothing_in_the_log() {
	browser_log >log # once: the browser then forgets it
	cat log
	[ ! -s log ]
}

@test "cards, only those that can be seen; kinds, words, damage" {
	expect 0 extract -q -o all "$archives/dreams"
	grep -q "style-src 'sha256-[^']*'; script-src 'self' file: 'sha256-[^']*'\"" all/index.html
	! grep -q '<[^>]* on[a-z]*=' all/index.html
	browser_open all/index.html
	browser_wait 'document.querySelector(".card img")'
	[ "$(browser_run 'return title.textContent + " " + count.textContent')" = "dreams 635 of 635" ]
	cards=$(browser_run 'return document.querySelectorAll(".card").length')
	[ "$cards" -gt 20 ] && [ "$cards" -lt 100 ]
	browser_run 'byId("scroll").scrollTop = 1e6'
	browser_wait '[...document.querySelectorAll(".kind")].some((kind) => kind.textContent === "adlib_effect:27")'
	browser_run 'document.querySelectorAll("#kinds button")[2].click()'
	[ "$(browser_run 'return count.textContent')" = "297 of 635" ]
	browser_run 'search.value = "sprite 004"; filter()'
	[ "$(browser_run 'return count.textContent')" = "1 of 635" ]
	browser_run 'byId("only-bad").click()'
	[ "$(browser_run 'return count.textContent')" = "0 of 635" ]
	nothing_in_the_log
}

@test "an asset: hit box, bytes, commands; by keys to the next one, and back" {
	cp -r "$archives/dreams" dreams
	expect 0 extract -q -o all dreams
	browser_open 'all/index.html#sprite:4'
	browser_wait 'document.querySelector(".box")'
	[ "$(browser_run 'const s = document.querySelector(".box").style; return [s.left, s.top, s.width, s.height].join(" ")')" = "8px -2px 32px 64px" ]
	browser_run 'document.querySelector("[aria-label=Larger]").click()'
	[ "$(browser_run 'return document.querySelector(".picture img").style.width')" = 72px ]
	text=$(browser_run 'return byId("detail-body").textContent')
	[[ $text == *"DREAMS.EGA, offset 0x1171, 237 bytes packed"* ]]
	[[ $text == *"exhume extract --only sprite:4 $PWD/dreams"* ]]
	bytes=$(xxd -s 0x1171 -l 16 -g 1 "$archives/dreams/DREAMS.EGA" | cut -c 11-57)
	[[ $text == *"00001171  $bytes"* ]]
	browser_run 'byId("detail").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })); byId("next").click()'
	browser_wait 'byId("detail-body").textContent.includes("sprite/006.png")'
	browser_run 'byId("close").click()'
	browser_wait 'document.activeElement.classList.contains("card")'
	nothing_in_the_log
}

@test "a loop of a view plays around its origin" {
	expect 0 extract -q -o all "$archives/digger"
	browser_open 'all/index.html#view:0'
	browser_wait 'document.querySelector(".origin")'
	browser_run '[...document.querySelectorAll(".tools button")].find((b) => b.textContent === "Play loop").click()'
	browser_wait 'document.querySelector(".tools code").textContent === "view.000/00-02.png"'
	browser_wait 'document.querySelector(".origin").style.left'
	[ "$(browser_run 'return [running.size, document.querySelector(".picture").style.marginTop !== ""].join()')" = 1,true ]
	browser_run 'byId("close").click()'
	browser_wait 'running.size === 0'
	nothing_in_the_log
}

@test "texts, and tables with a search" {
	expect 0 extract -q -o all "$archives/digger"
	browser_open 'all/index.html#text:3'
	browser_wait 'document.querySelector(".text").textContent.includes("A fossil of a mole")'
	browser_open 'all/index.html#vocab:0'
	browser_wait 'document.querySelector(".rows td")'
	browser_run 'const input = document.querySelector(".text input"); input.value = "abo"; input.dispatchEvent(new Event("input"))'
	[ "$(browser_run 'return document.querySelector(".rows tbody").textContent')" = about810 ]
	browser_open all/index.html
	browser_wait 'document.querySelector(".card")'
	browser_run 'byId("in-texts").checked = true; search.value = "fossil mole smiles"; filter()'
	browser_wait 'count.textContent === "2 of 31"'
	nothing_in_the_log
}

@test "a pic being drawn: its pixels at the end, and before" {
	expect 0 extract -q -o all "$archives/digger"
	browser_open 'all/index.html#pic:1'
	browser_wait 'document.querySelector("canvas.pic")'
	for map in visual priority control; do
		browser_run "const c = document.querySelector('select'); c.value = '$map'; c.dispatchEvent(new Event('change'))"
		browser_run 'return document.querySelector("canvas.pic").toDataURL()' | cut -d , -f 2 | base64 -d >drawn.png
		"$EXHUME_PIXELS" look drawn.png "all/pic.001.$map.png"
	done
	browser_run 'const c = document.querySelector("select"); c.value = "visual"; c.dispatchEvent(new Event("change"))'
	browser_run 'const s = document.querySelector("[aria-label=Steps]"); s.value = 9; s.dispatchEvent(new Event("input"))'
	browser_wait 'document.querySelector(".step").textContent === "9 of 205: line 319,58"'
	browser_run '[...document.querySelectorAll(".tools button")].find((b) => b.textContent === "Draw it").click()'
	browser_wait 'Number(document.querySelector("[aria-label=Steps]").value) > 12'
	nothing_in_the_log
}

@test "sounds as waves, songs as notes" {
	expect 1 extract -q -o all "$archives/keen4"
	browser_open 'all/index.html#music:0'
	browser_wait 'document.querySelectorAll("canvas.wave").length === 2'
	[[ $(browser_run 'return byId("detail-body").textContent') == *"8.31 s"*"Notes (56)"* ]]
	# Its first two notes, in half tones, as the score has them.
	[ "$(browser_run 'return more.get("music:0").roll.notes.slice(0, 2).map((n) => n.slice(0, 4).join(" ")).join("; ")')" = "2 0.002 0.125 36.01; 1 0.002 0.25 60.01" ]
	# Silence is a line in the middle, and the loudest sample is where it is.
	[ "$(browser_run 'return /^(7f|80){1600}$/.test(more.get("music:0").waves[0].peaks)')" = false ]
	browser_run 'document.querySelector("canvas.wave").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }))'
	# The browser plays the file, FLAC where that is built in.
	browser_run 'const a = document.querySelector("audio"); a.preload = "auto"; a.load()'
	browser_wait 'Math.abs(document.querySelector("audio").duration - 8.31) < 0.01'
	nothing_in_the_log
}

@test "a level: its planes, as the picture of it has them" {
	expect 0 extract -q -o all "$archives/dreams"
	browser_open 'all/index.html#level:0'
	browser_wait 'document.querySelector("canvas.level")'
	browser_run '[...document.querySelectorAll(".tools label")].find((l) => l.textContent.includes("info")).firstChild.click()'
	browser_wait '[...document.querySelectorAll(".tools label")].length === 4'
	browser_shot_of canvas.level level.png
	cmp <("$EXHUME_PIXELS" text level.png 0 0 320 200) <("$EXHUME_PIXELS" text all/levels/00.png 0 0 320 200)
	browser_run '[...document.querySelectorAll(".tools label")].find((l) => l.textContent.includes("foreground")).firstChild.click()'
	sleep 0.1
	browser_shot_of canvas.level other.png
	! cmp -s level.png other.png
	nothing_in_the_log
}

@test "the map of rooms: boxes, ways, and the room's asset" {
	expect 0 extract -q -o all "$archives/digger"
	jq -e '[.rooms[] | .id + "," + .picture + "," + (.ways | join(" "))] ==
		["script:1,pic:1,script:2 script:3", "script:2,pic:1,script:1 script:3", "script:3,pic:1,script:2 script:4", "script:4,pic:1,"]' all/index.json
	browser_open all/index.html
	browser_wait 'document.querySelector(".card img")'
	browser_run 'byId("rooms").click()'
	browser_wait 'document.querySelectorAll("#map .room").length === 4'
	# Both ways are one line with two arrows.
	[ "$(browser_run 'return [...document.querySelectorAll("#map .way")].map((w) => w.dataset.ends + (w.hasAttribute("marker-start") ? " both" : "")).join("; ")')" = "0 1 both; 0 2; 1 2 both; 2 3" ]
	[ "$(browser_run 'return [...document.querySelectorAll("#map .room text:first-of-type")].map((t) => t.textContent).join()')" = Burrow,Garden,Shaft,Vault ]
	browser_run 'document.querySelectorAll("#map .room")[2].dispatchEvent(new Event("focus"))'
	[ "$(browser_run 'return document.querySelectorAll("#map .way.on").length')" = 3 ]
	browser_run 'document.querySelectorAll("#map .room")[2].dispatchEvent(new MouseEvent("click", { cancelable: true }))'
	browser_wait 'byId("detail").open && !byId("map").open && byId("detail-title").textContent.startsWith("script:3")'
	expect 0 extract -q -o beacon "$archives/beacon"
	[ "$(jq -r '.rooms[] | select(.is_start) | .id, .ways[]' beacon/index.json | xargs)" = "script:gary.scr script:gath.scr" ]
	# Without rooms there is no map.
	expect 0 extract -q -o keen "$archives/dreams"
	browser_open keen/index.html
	browser_wait 'document.querySelector(".card img")'
	[ "$(browser_run 'return byId("rooms").hidden')" = true ]
	nothing_in_the_log
}

@test "an address for each asset: it follows what is shown, and Back works" {
	need_browser
	expect 0 extract -q -o all "$archives/digger"
	browser_open all/index.html
	browser_wait 'document.querySelector(".card")'
	browser_run 'document.querySelector(".card").click()'
	browser_run 'byId("next").click()'
	browser_wait 'location.hash === "#view:1" && byId("detail-title").textContent.startsWith("view:1")'
	browser_do back '{}'
	browser_wait 'location.hash === "#view:0" && byId("detail-title").textContent.startsWith("view:0")'
	browser_do back '{}'
	browser_wait 'location.hash === "" && !byId("detail").open'
	browser_do forward '{}'
	browser_wait 'byId("detail").open && byId("detail-title").textContent.startsWith("view:0")'
	browser_run 'byId("close").click()'
	browser_wait 'location.hash === "" && !byId("detail").open'
	browser_run 'byId("rooms").click()'
	browser_wait 'location.hash === "#rooms" && byId("map").open'
	browser_run 'document.querySelectorAll("#map .room")[1].dispatchEvent(new MouseEvent("click", { cancelable: true }))'
	browser_wait 'location.hash === "#script:2" && byId("detail").open && !byId("map").open'
	browser_do back '{}'
	browser_wait 'byId("map").open && !byId("detail").open'
	browser_open 'all/index.html#view:777'
	browser_wait 'count.textContent === "no asset view:777 is here"'
	nothing_in_the_log
}

@test "the map opens at the room where the game begins, with others and ways in view" {
	expect 0 extract -q -o all "$archives/digger"
	[ "$(jq -c '[.rooms[] | select(.is_start) | .id, .title]' all/index.json)" = '["script:1","burrow"]' ]
	jq '.rooms = [range(97) as $i | {id: "script:\($i)", title: "room\($i)", picture: "pic:1", ways: ["script:\($i * 2 + 1)", "script:\($i * 2 + 2)"]}]
		| .rooms[40].is_start = true | .rows = ([range(97) | "script:\(.)\tscript.\(.)\t\t\u000b\t\t"] | join("\n")) + "\npic:1\tpic.001\t\t\u000bpic.001.visual.png\t\t"' \
		<(sed 's/^exhumeIndex(//; s/);$//' all/index.js) >index
	{ printf 'exhumeIndex('; cat index; echo ');'; } >all/index.js
	browser_open 'all/index.html#rooms'
	browser_wait 'document.querySelectorAll("#map .room image").length === 97'
	browser_run 'window.seen = (box) => { const b = box.getBoundingClientRect(), w = byId("map-body").getBoundingClientRect(); return b.left >= w.left && b.right <= w.right && b.top >= w.top && b.bottom <= w.bottom; }'
	[ "$(browser_run 'const rooms = [...document.querySelectorAll("#map .room")]; return [seen(rooms[40]), rooms.filter(seen).length > 12, [...document.querySelectorAll("#map .way")].filter(seen).length > 5, rooms[40].querySelector("text").textContent, rooms[40].querySelector("rect").getBoundingClientRect().width >= 100].join()')" = true,true,true,room40,true ]
	nothing_in_the_log
}

@test "an animation pauses and steps; thumbnails have whole factors" {
	need_browser
	expect 0 extract -q -o all "$archives/beacon"
	browser_open 'all/index.html#animation:BEAM.RLF'
	browser_wait 'document.querySelector(".picture canvas").dataset.frame === "0"'
	[ "$(browser_run 'return [document.querySelector(".frame").textContent, document.querySelectorAll(".picture img").length].join()')" = "1 of 8,0" ]
	browser_shot_of '.picture canvas' first.png
	browser_run 'document.querySelector("[aria-label=\"Next frame\"]").click()'
	browser_wait 'document.querySelector(".picture canvas").dataset.frame === "1"'
	browser_shot_of '.picture canvas' second.png
	! cmp -s first.png second.png
	browser_run 'const s = document.querySelector("[aria-label=Frame]"); s.value = 7; s.dispatchEvent(new Event("input"))'
	browser_wait 'document.querySelector(".picture canvas").dataset.frame === "7"'
	browser_run 'window.play = [...document.querySelectorAll(".tools button")].find((b) => b.textContent === "Play loop"); play.click()'
	browser_wait 'Number(document.querySelector(".picture canvas").dataset.frame) < 7 && play.textContent === "Pause"'
	browser_run 'play.click()'
	[ "$(browser_run 'return running.size')" = 0 ]
	browser_run 'byId("close").click()'
	browser_wait '[...document.querySelectorAll(".checked img")].length > 5 && [...document.querySelectorAll(".checked img")].every((i) => i.style.width)'
	[ "$(browser_run 'return [...document.querySelectorAll(".checked img")].every((i) => { const s = parseInt(i.style.width) / i.naturalWidth; return s >= 1 ? s % 1 === 0 : Math.abs(1 / s - Math.round(1 / s)) < 0.1; })')" = true ]
	nothing_in_the_log
}

@test "a pic and a level show their picture once; waves and notes have one axis" {
	need_browser
	expect 0 extract -q -o all "$archives/digger"
	browser_open 'all/index.html#pic:1'
	browser_wait 'document.querySelector("canvas.pic")'
	[ "$(browser_run 'return byId("detail-body").querySelectorAll("img, canvas").length')" = 1 ]
	expect 0 extract -q --only level -o levels "$archives/dreams"
	browser_open 'levels/index.html#level:0'
	browser_wait 'document.querySelector("canvas.level")'
	[ "$(browser_run 'return byId("detail-body").querySelectorAll("img, canvas").length')" = 1 ]
	expect 0 extract -q --only music -o songs "$archives/keen4"
	browser_open 'songs/index.html#music:0'
	browser_wait 'document.querySelectorAll("canvas.wave, canvas.axis").length === 3'
	[ "$(browser_run 'return new Set([...document.querySelectorAll("canvas.wave, canvas.axis")].map((c) => c.dataset.seconds)).size')" = 1 ]
	nothing_in_the_log
}

@test "several games on one page: each of them, and the names of all" {
	need_browser
	mkdir games
	cp -r "$archives/digger" "$archives/shaft" "$archives/dreams" games
	expect 0 extract -q --only view --only script --only level --only picture -o all games
	browser_open all/index.html
	browser_wait 'document.querySelector("#games a[href=\"#shaft!\"]")'
	browser_run 'search.value = "gard"; filter()'
	browser_wait 'document.querySelectorAll(".found").length === 3'
	[ "$(browser_run 'return [...document.querySelectorAll(".found")].map((a) => a.getAttribute("href")).sort().join()')" = "#digger!script:2,#digger!view:1,#dreams!level:1" ]
	# Beginnings of words only, and of all that are typed.
	browser_run 'search.value = "arden"; filter()'
	browser_wait 'document.querySelectorAll(".found").length === 0'
	browser_run 'search.value = "mole garden"; filter()'
	browser_wait 'document.querySelectorAll(".found").length === 1'
	browser_run 'document.querySelector(".found").click()'
	browser_wait 'location.hash === "#dreams!level:1" && document.querySelector("canvas.level")'
	browser_run 'byId("close").click()'
	browser_wait 'location.hash === "#dreams!" && document.querySelector(".card")'
	# Parts of words in the game that is shown.
	browser_run 'search.value = "arden"; filter()'
	[ "$(browser_run 'return count.textContent')" = "1 of 4" ]
	browser_do back '{}'
	browser_do back '{}'
	browser_wait '!byId("games").hidden && location.hash === ""'
	browser_open 'all/index.html#digger!view:1'
	browser_wait 'document.querySelector(".picture img").naturalWidth && byId("title").textContent === "digger"'
	[[ $(browser_run 'return byId("detail-body").textContent') == *"--only view:1 $PWD/games/digger"* ]]
	browser_open 'all/index.html#nowhere!view:1'
	browser_wait 'count.textContent === "no game nowhere is here"'
	nothing_in_the_log
	# A game in the folder itself is one of them; fewer games have fewer words.
	cp -r "$archives/shaft/." games
	expect 0 extract -q --only picture -o root games
	[ -e root/games.js ] && [ -e root/index-words/0000.js ]
	browser_open root/index.html
	browser_wait 'document.querySelectorAll("#games li").length === 3'
	browser_open "root/index.html#$(jq -r '.assets[0].id' root/index.json)"
	browser_wait 'byId("detail").open'
	nothing_in_the_log
}

@test "100,000 assets of 1,000 games: a search within a tenth of a second, a heap below 50 MB" {
	need_browser
	expect 0 extract -q -o big --only font:0 "$archives/dreams"
	mkdir big/index-words
	awk 'BEGIN { for (i = 0; i < 100000; i++) { row = "tile:" i "\ttiles/" i "\tA tile of mole" i % 500 "\t\v\t" i " bytes\t"; game = int(i / 100)
		print "tile\t" game "\t" row; print "tiles\t" game "\t" row; print i "\t" game "\t" row; print "mole" i % 500 "\t" game "\t" row } }' |
		LC_ALL=C sort -S 64M -t "$(printf '\t')" -k 1,1 | awk -F '\t' -v limit=250000 '
		function finish() { if (n) { print "\");" >file; close(file); counts = counts (k ? "," : "") n; k++; n = size = 0 } }
		{ if (!n) { file = sprintf("big/index-words/%04d.js", k); printf "exhumeWords(%d,\"", k >file; starts = starts (k ? "," : "") "\"" $1 "\"" }
		  else printf "\\n" >file
		  line = $0; gsub(/\t/, "\\t", line); gsub(/\v/, "\\u000b", line); printf "%s", line >file; n++; size += length(line); if (size > limit) finish() }
		END { finish(); printf "exhumeGames({\"games\":[" >"big/index.js"
			for (i = 0; i < 1000; i++) printf "%s{\"folder\":\"g%d\",\"type\":\"keen\",\"path\":\"../g%d\",\"counts\":{\"tile\":100}}", i ? "," : "", i, i >"big/index.js"
			printf "],\"words\":{\"starts\":[%s],\"counts\":[%s]}});\n", starts, counts >"big/index.js" }'
	browser_open big/index.html
	browser_wait 'document.querySelectorAll("#games li").length'
	for word in tile mole49 99998 "tile mole123"; do
		browser_run "search.value = '$word'; performance.clearMeasures(); filter()"
		browser_wait 'performance.getEntriesByName("search").length'
		# Its shard is loaded now.
		browser_run 'performance.clearMeasures(); filter()'
		browser_wait 'performance.getEntriesByName("search").length'
		browser_run 'return performance.getEntriesByName("search")[0].duration + " ms, " + performance.memory.usedJSHeapSize + " bytes: " + count.textContent' >&2
		[ "$(browser_run 'return performance.getEntriesByName("search")[0].duration < 100 && document.querySelectorAll(".found").length > 0')" = true ]
	done
	[ "$(browser_run 'return performance.memory.usedJSHeapSize < 50e6')" = true ]
	nothing_in_the_log
}

@test "100,000 assets are there in a second" {
	need_browser
	expect 0 extract -q -o big --only font:0 "$archives/dreams"
	awk 'BEGIN {
		printf "exhumeIndex({\"game\":{\"path\":\"big\"},\"counts\":{\"tile\":100000},\"shown_keys\":[],\"chunks\":[0],\"rows\":\""
		for (i = 0; i < 100000; i++)
			printf "%stile:%d\\ttiles/%05d\\tA tile of moles\\t\\u000b\\t%d bytes\\t", i ? "\\n" : "", i, i, i
		print "\"});"
	}' >big/index.js
	browser_open big/index.html
	browser_wait 'document.querySelector(".card")'
	browser_run 'return performance.getEntriesByName("shown")[0].startTime' >&2
	[ "$(browser_run 'return performance.getEntriesByName("shown")[0].startTime < 1000')" = true ]
	browser_run 'search.value = "99998"; filter()'
	[ "$(browser_run 'return document.querySelectorAll(".card").length + count.textContent')" = "11 of 100000" ]
	nothing_in_the_log
}
