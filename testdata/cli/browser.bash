# A headless Chromium that tests drive, over WebDriver: chromedriver, curl and jq. One session a
# file of tests: browser_start in setup_file, browser_stop in teardown_file.

# browser_start: leaves EXHUME_BROWSER empty where no browser runs.
browser_start() {
	local browser
	export EXHUME_BROWSER="" EXHUME_DRIVER=""
	browser=$(command -v chromium || command -v chromium-browser) || return 0
	command -v chromedriver >/dev/null && command -v curl >/dev/null || return 0
	chromedriver --port=0 >"$BATS_FILE_TMPDIR/driver" 2>&1 3>&- 4>&- &
	EXHUME_DRIVER=$!
	for _ in $(seq 100); do
		port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' "$BATS_FILE_TMPDIR/driver")
		[ -z "$port" ] || break
		sleep 0.05
	done
	EXHUME_BROWSER=http://127.0.0.1:$port/session
	jq -n --arg binary "$browser" '{capabilities: {alwaysMatch: {"goog:loggingPrefs": {browser: "ALL"},
		"goog:chromeOptions": {binary: $binary, args: ["--headless=new", "--no-sandbox", "--disable-gpu",
			"--disable-dev-shm-usage", "--window-size=1200,800", "--force-prefers-reduced-motion"]}}}}' >"$BATS_FILE_TMPDIR/wish"
	EXHUME_BROWSER+=/$(curl -s -m 60 -d @"$BATS_FILE_TMPDIR/wish" "$EXHUME_BROWSER" | jq -r .value.sessionId)
	[[ $EXHUME_BROWSER != */null && $EXHUME_BROWSER != */ ]] || EXHUME_BROWSER=""
}

browser_stop() {
	[ -z "$EXHUME_BROWSER" ] || curl -s -m 20 -X DELETE "$EXHUME_BROWSER" >/dev/null
	[ -z "$EXHUME_DRIVER" ] || kill "$EXHUME_DRIVER"
}

# browser_do COMMAND JSON: what the browser answers.
browser_do() {
	curl -s -m 60 -d @- "$EXHUME_BROWSER/$1" <<<"$2" | jq -c .value
}

need_browser() {
	[ -n "$EXHUME_BROWSER" ] || skip "no chromium with a chromedriver"
}

# browser_open FILE[#ID]
browser_open() {
	need_browser
	# Another place of the same page would not load it again.
	browser_do url '{"url": "about:blank"}' >/dev/null
	browser_do url "$(jq -n --arg url "file://$PWD/$1" '{url: $url}')" >/dev/null
}

# browser_run SCRIPT: its value, as JSON; a string without quotes.
browser_run() {
	browser_do execute/sync "$(jq -n --arg script "$1" '{script: $script, args: []}')" | jq -r 'if type == "string" then . else tojson end'
}

# browser_wait EXPRESSION: until it is true.
browser_wait() {
	local value
	for _ in $(seq 100); do
		value=$(browser_run "return Boolean($1);")
		[ "$value" != true ] || return 0
		sleep 0.03
	done
	echo "never true: $1"
	browser_log
	return 1
}

# browser_log: what scripts, and what they may not do, left in the console.
browser_log() {
	browser_do se/log '{"type": "browser"}' | jq -r '.[] | .level + " " + .message'
}

# browser_shot FILE
browser_shot() {
	curl -s -m 60 "$EXHUME_BROWSER/screenshot" | jq -r .value | base64 -d >"$1"
}

# browser_shot_of SELECTOR FILE: of an element.
browser_shot_of() {
	local id
	id=$(browser_do element "$(jq -n --arg value "$1" '{using: "css selector", value: $value}')" | jq -r '.[]')
	curl -s -m 60 "$EXHUME_BROWSER/element/$id/screenshot" | jq -r .value | base64 -d >"$2"
}
