#!/usr/bin/env bats
# scripts/batch: many games on many hosts

load ../testdata/cli/helper

batch=$BATS_TEST_DIRNAME/../scripts/batch

need_parallel() {
	command -v parallel >/dev/null || skip "no GNU parallel"
}

# run_batch STATUS ARGUMENT...: standard input is the list.
run_batch() {
	local wanted=$1
	shift
	capture "$batch" "$@"
	check_run "$wanted" "batch $*"
}

@test "batch: damage, quarantine, a fetch command, and a summary" {
	need_parallel
	cp -r "$archives/digger" damaged
	poke damaged/RESOURCE.001 3000 '\377\377\377'
	cat >program <<-END
		#!/bin/bash
		case \${!#} in
		*slow*) exec sleep 20 ;;
		*crash*) kill -SEGV \$\$ ;;
		esac
		exec '$EXHUME' "\$@"
	END
	chmod +x program
	printf '%s\n' shaft slow crash missing "it's" damaged shaft >list
	fetch='case $1 in missing) exit 1 ;; shaft) cp -r "$ARCHIVES/shaft" "$2" ;; damaged) cp -r "$HERE/damaged" "$2" ;; *) mkdir "$2" ;; esac'
	limits=(--timeout 2)
	EXHUME=$PWD/program ARCHIVES=$archives HERE=$PWD run_batch 1 -o all --fetch "$fetch" "${limits[@]}" \
		-j 8 -- --no-page <list
	is quarantine "$(cut -f 2,3,12 all/quarantine.tsv | sort -k3 | tr '\t' : | xargs -d '\n')" \
		"failed:crash:crash failed:no-game:it's failed:fetch:missing failed:timeout:slow"
	is done "$(awk -F '\t' '$2 != "failed" { print $2, $4, $12 }' all/results.tsv | xargs -d '\n')" \
		"damaged sci damaged done zvision shaft"
	grep -q '^ *1 zvision$' all/summary.txt
	grep -A 9 'Damaged assets' all/summary.txt | grep -q '[a-z]: '
	is assets "$(jq -r 'select(.kind == "lever") | .id' all/catalogue.jsonl)" lever:DOOR.LEV
	# Nothing is done twice; a line that is new is done, and --again tries those in quarantine.
	echo more >>list
	EXHUME=$PWD/program ARCHIVES=$archives HERE=$PWD run_batch 1 -o all --fetch "$fetch" \
		"${limits[@]}" -- --no-page <list
	is jobs "$(wc -l <all/jobs.log)" 8
	EXHUME=$EXHUME run_batch 0 -o all --fetch "cp -r '$archives/shaft' \"\$2\"" --again -- --no-page <list
	is jobs "$(wc -l <all/jobs.log)" 8
	absent all/in/*.tar*
}

@test "batch: too much memory" {
	need_parallel
	printf '#!/bin/bash\nhead -c 400M /dev/zero | tail -c 400M | wc -c\nexit "${PIPESTATUS[1]}"\n' >program
	chmod +x program
	EXHUME=$PWD/program run_batch 1 -o all --memory 100M <<<game
	is why "$(cut -f 3 all/quarantine.tsv)" memory
	for wrong in 0 1X M; do
		run_batch 2 -o wrong --memory "$wrong" </dev/null
	done
	run_batch 2 -o wrong --timeout soon </dev/null
	absent wrong
}

@test "batch: a disk that fills here: nothing is lost" {
	need_parallel
	mkdir bin
	printf '#!/bin/sh\ncase "$*" in *-xf*3.tar*) echo full >&2; exit 1 ;; esac\nexec %s "$@"\n' "$(command -v tar)" >bin/tar
	chmod +x bin/tar
	for number in 1 2 3 4; do
		cp -r "$archives/shaft" game$number
	done
	ls -d game? >list
	PATH=$PWD/bin:$PATH run_batch 3 -o all -j 1 -- --no-page <list
	says "still to do"
	run_batch 0 -o all -- --no-page <list
	is games "$(ls all/games | wc -l) $(wc -l <all/results.tsv)" "4 4"
}

# server NAME: an sshd on a port of the loopback, and what ssh needs to find it. Another HOME keeps
# out what this user's shell does when it starts.
server() {
	local port sshd
	sshd=$(command -v sshd || command -v /usr/sbin/sshd) || skip "no sshd"
	for port in $(shuf -i 20000-32000 -n 5); do
		printf '%s\n' "Port $port" "ListenAddress 127.0.0.1" "HostKey $keys/key" "AuthorizedKeysFile $keys/key.pub" \
			"PidFile $keys/$1.pid" "StrictModes no" "UsePAM no" "PermitRootLogin yes" "MaxSessions 50" \
			"SetEnv HOME=$keys" >"$keys/$1.conf"
		"$sshd" -f "$keys/$1.conf" 2>"$keys/$1.err" || continue
		wait_for [ -s "$keys/$1.pid" ] || continue
		printf '%s\n' "Host $1" "Port $port" "HostName 127.0.0.1" "IdentityFile $keys/key" "IdentitiesOnly yes" \
			"StrictHostKeyChecking no" "UserKnownHostsFile /dev/null" "LogLevel ERROR" "BatchMode yes" \
			"ControlMaster auto" "ControlPath $keys/%n" "ControlPersist 60" >>"$keys/config"
		ssh -F "$keys/config" "$1" true && return
	done
	skip "no sshd can be used here"
}

# stop_server NAME: with what it is doing.
stop_server() {
	local pid
	pid=$(cat "$keys/$1.pid" 2>/dev/null) || return 0
	kill $(pgrep -P "$pid") "$pid" 2>/dev/null || true
}

teardown() {
	[ -n "${keys-}" ] || return 0
	for host in one two; do
		ssh -F "$keys/config" -O exit "$host" 2>/dev/null || true
		stop_server "$host"
	done
	rm -rf "$keys"
}

# collected COUNT: waits until there are so many, as long as it goes on.
collected() {
	local last=-1 now=0
	while ((now < $1 && now > last)); do
		last=$now
		wait_for more_than "$now"
		now=$(ls all/results.d/*.tsv | wc -l)
	done
	((now >= $1))
}

more_than() {
	set -- "$1" all/results.d/*.tsv
	[ -e "$2" ] && (($# - 1 > $1))
}

@test "batch: 200 games on two hosts, of which one dies; gone on with, each asset is there once" {
	need_parallel
	command -v ssh >/dev/null || skip "no ssh"
	keys=$(mktemp -d /tmp/batch-XXXXXX)
	ssh-keygen -q -t ed25519 -N '' -f "$keys/key"
	[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
	server one
	server two
	mkdir games
	for number in {000..199}; do
		mkdir "games/$number"
		cp "$archives/shaft/sign.tga" "$archives/zvision/00IDLEA.ZCR" "games/$number"
		echo "PRINT $number" >"games/$number/NOTE$number.TXT"
	done
	ls -d games/* >list
	options=(-o all --ssh "ssh -F $keys/config")
	"$batch" "${options[@]}" --sshlogin 2/one,2/two -- --no-page <list >log 2>&1 &
	job=$!
	collected 40
	stop_server one
	collected $(($(ls all/results.d/*.tsv | wc -l) + 20))
	kill -TERM $job
	status=0
	wait $job || status=$?
	is status $status 3
	grep -q 'still to do: stopped; the same command goes on' log
	run_batch 0 "${options[@]}" --sshlogin 4/two -- --no-page <list
	# Every game and every asset, exactly once.
	is games "$(ls all/games | wc -l) $(cut -f 1 all/results.tsv | sort -u | wc -l) $(cut -f 2 all/results.tsv | sort | uniq -c | xargs)" \
		"200 200 200 done"
	"$EXHUME" extract -q --no-page --index jsonl -o single games/000
	jq -r .id single/index.jsonl | sed 's/NOTE000/NOTE/' | sort >wanted
	jq -r '[.place, .id] | @tsv' all/catalogue.jsonl >found
	is "each once" "$(sort found | uniq -d)" ""
	for number in {000..199}; do
		sed "s/^/$number /" wanted
	done >all.wanted
	sed -E 's/^([0-9]{3})-[0-9a-f]{12}\t/\1 /; s/NOTE[0-9]{3}/NOTE/' found | sort >all.found
	diff all.wanted all.found
	jq -r '[(input_filename | split("/")[2] | .[0:3]), (.sources[] | select(.name | startswith("NOTE")).sha256)] | @tsv' \
		all/games/*/index.json | sort >all.found
	for number in {000..199}; do
		echo "PRINT $number" | sha256sum | sed "s/^/$number\t/; s/ .*//"
	done | diff - all.found
	[ ! -f all/catalogue.sqlite ] || is rows "$(sqlite3 all/catalogue.sqlite 'SELECT count(*) FROM asset')" "$(wc -l <found)"
	grep -q '200 inputs, 0 to do' all/summary.txt
	absent all/in/*.tar*
}
