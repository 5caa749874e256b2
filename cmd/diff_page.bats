#!/usr/bin/env bats
# The page of exhume diff, in a browser.

load ../testdata/cli/helper
load ../testdata/cli/browser

setup_file() {
	browser_start
}

teardown_file() {
	browser_stop
}

@test "pictures side by side, blinking, and what differs" {
	expect 0 extract -q -o work "$archives/dreams"
	cp work/graphics/tile16m/0011.png work/graphics/tile16m/0010.png
	expect 0 build -o new work
	expect 1 diff --page page "$archives/dreams" new
	prints "tile16m:10: changed"
	expect 2 diff --page page "$archives/dreams" new
	[[ $stderr == *"page/index.html: exists; -f overwrites it"* ]]
	expect 1 diff -f --page page "$archives/dreams" new
	"$EXHUME_PIXELS" look page/a/tile16m/tile16m/0010.png page/b/tile16m/tile16m/0010.png && false
	"$EXHUME_PIXELS" look page/b/tile16m/tile16m/0010.png work/graphics/tile16m/0011.png
	browser_open page/index.html
	browser_wait 'document.querySelectorAll(".sides img").length === 2 && document.querySelector(".sides img").naturalWidth === 16'
	browser_run 'byId("way").value = "blink"; filter()'
	browser_wait 'document.querySelector(".layers.second")'
	browser_run 'byId("way").value = "overlay"; filter()'
	browser_wait 'document.querySelector(".overlay img").style.width === "32px"'
	browser_run 'byId("search").value = "sprite"; filter()'
	[ "$(browser_run 'return byId("count").textContent')" = "0 of 1" ]
	[ -z "$(browser_log)" ]
}

@test "lines, and assets that came" {
	expect 1 diff --page page "$archives/burrow" "$archives/digger"
	browser_open page/index.html
	browser_wait 'document.querySelector("ins") && document.querySelector("del")'
	# Links have the names of both games.
	[ "$(browser_run 'return title.textContent')" = "burrow and digger" ]
	[ "$(browser_run 'return [...document.querySelectorAll(".difference a")].slice(0, 2).map((a) => a.textContent).join()')" = "burrow,digger" ]
	browser_run 'byId("change").value = "added"; filter()'
	[[ $(browser_run 'return byId("list").textContent') == *"script:1: added"* ]]
	[ -z "$(browser_log)" ]
}

@test "the same games: a page that says so" {
	expect 0 diff --page page "$archives/digger" "$archives/digger"
	[ -f page/index.html ]
}
