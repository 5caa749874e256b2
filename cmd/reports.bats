#!/usr/bin/env bats
# Reports of users: rows of tables in testdata/reports/, whose README.md describes them.

load ../testdata/cli/helper
load ../testdata/cli/sound

reports=$EXHUME_TESTDATA/reports

# bytes_of FILE.hex: what it describes.
bytes_of() {
	# The result is a format for printf, which alone writes zeros portably.
	# shellcheck disable=SC2059
	printf "$(awk '
		function bad() { print "line " NR ": " $0 > "/dev/stderr"; exit failed = 1 }
		function hex(digits,    i, out) {
			for (i = 1; i < length(digits); i += 2)
				out = out "\\x" substr(digits, i, 2)
			return out
		}
		{
			for (rest = $0; sub(/^[ \t]+/, "", rest) + 1 && rest != "" && rest !~ /^#/; rest = substr(rest, RLENGTH + 1)) {
				count = 1
				if (match(rest, /^[0-9]+\*/)) {
					count = substr(rest, 1, RLENGTH - 1)
					rest = substr(rest, RLENGTH + 1)
				}
				if (match(rest, /^"[^"]*"/)) {
					out = substr(rest, 2, RLENGTH - 2)
					gsub(/\\/, "\\\\", out)
					gsub(/%/, "%%", out)
				} else if (match(rest, /^([0-9a-fA-F][0-9a-fA-F])+/)) {
					out = hex(substr(rest, 1, RLENGTH))
				} else {
					bad()
				}
				while (count--)
					printf "%s", out
			}
		}' "$1")"
}

# The inputs of a row, in the current folder.
bring() {
	local path name
	for path in "$reports/$1/$2".*; do
		[ -e "$path" ] || continue
		name=${path##*/}
		case $name in
		*.hex) bytes_of "$path" >"${name%.hex}" ;;
		*) cp -R "$path" . && chmod -R u+w "$name" ;;
		esac
	done
}

# result CONDITION: of the first result of a run with --json.
result() {
	holds <(echo "$output") ".results[0] | $1"
}

# sum FILE SHA256
sum() {
	is "checksum of $1" "$(hash_of "$1")" "$2"
}

# hz FILE HZ: a tone in a raw file at the chip's own rate, between the first and the last time that it rises
# through zero; within a half of a percent.
hz() {
	samples "$1" | awk -v native="$native" -v wanted="$2" '
		before < -64 { low = 1 }
		low && before <= 0 && $1 > 0 { if (!count++) first = NR; last = NR; low = 0 }
		{ before = $1 }
		END {
			found = last > first ? (count - 1) * native / (last - first) : 0
			printf "tone of %.1f Hz, expected %s\n", found, wanted
			exit !(found > wanted * 0.995 && found < wanted * 1.005)
		}'
}

# One row, in a folder of its own. Its columns come one a line.
run_row() {
	local subject=$1 name=$2 step
	read -r # the name
	mkdir "$name" && cd "$name" && bring "$subject" "$name" || return
	while read -r step; do
		[[ $step == [0-9]* ]] && step="expect $step"
		eval "$step" </dev/null && continue
		echo "in the column: $step"
		return 1
	done
}

# rows_of TABLE: its rows, with those lines that continue them.
rows_of() {
	sed -e '/^#/d' -e '/^[[:space:]]*$/d' "$1" | awk '
		/^[ \t]*\|\|/ { sub(/^[ \t]*/, " "); row = row $0; next }
		NR > 1 { print row }
		{ row = $0 }
		END { print row }'
}

# All rows are run, whatever becomes of one.
run_table() {
	local row name out failed=
	while IFS= read -r row; do
		name=${row%% *}
		[[ $name == ${REPORT-*} ]] || continue
		out=$(run_row "$1" "$name" 2>&1 <<<"${row//' || '/$'\n'}") && continue
		printf '%s of %s: %s\n\n' "$name" "$1.txt" "$out"
		failed=1
	done < <(rows_of "$reports/$1.txt")
	[ -z "$failed" ]
}

@test "music" { run_table music; }

@test "sound" { run_table sound; }

@test "songs of archives" { run_table songs; }

@test "Keen, pictures and Tiled" { run_table keen; }

@test "ZVision" { run_table zvision; }

@test "each table has a test, and each input a row" {
	local table path name rows tests
	tests=$(<"$BATS_TEST_FILENAME")
	for table in "$reports"/*.txt; do
		name=${table##*/}
		name=${name%.txt}
		[[ $tests == *"run_table $name;"* ]]
		rows=$'\n'$(rows_of "$table")
		for path in "$reports/$name"/*; do
			path=${path##*/}
			[[ $rows == *$'\n'"${path%%.*} || "* ]] && continue
			echo "$name/$path is in no row"
			return 1
		done
	done
}
