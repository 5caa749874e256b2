#!/usr/bin/env bats
# exhume identify

load ../testdata/cli/helper

@test "an archive is known by the head beside it" {
	for name in ega cga keen4; do
		sample "$name"
		cp "$name/$(archive_of "$name")" "$name/noname"
		rm "$name/$(archive_of "$name")"
		format=keen-egagraph
		[ "$name" != cga ] || format=keen-cgagraph
		expect 0 identify "$name/noname"
		prints "$name/noname: $format: "
		[ "${#lines[@]}" = 1 ]
		[ -z "$stderr" ]
	done
}

@test "facts of an archive: video, size of offsets, chunks" {
	sample ega
	expect 0 identify ega/SAMPLE.EGA
	prints "video ega" "offset_size 4" "chunks 155" "present 133"
	sample keen4
	expect 0 identify keen4/EGAGRAPH.SMP
	prints "video ega" "offset_size 3" "chunks 159" "present 137"
	sample cga
	expect 0 identify cga/SAMPLE.CGA
	prints "video cga" "chunks 155"
}

@test "the head is found in any case" {
	sample ega
	mv ega/EGAHEAD.SMP ega/egaHead.smp
	mv ega/SAMPLE.EGA ega/noname
	expect 0 identify ega/noname
	prints keen-egagraph
}

@test "of several heads the one that belongs to the archive counts" {
	sample ega
	cp "$archives/keen4/EGAHEAD.SMP" ega/EGAHEAD.AAA
	expect 0 identify ega/SAMPLE.EGA
	prints keen-egagraph "chunks 155"
	mv ega/SAMPLE.EGA ega/noname
	expect 0 identify ega/noname
	prints keen-egagraph "chunks 155"
}

@test "a name alone is weak evidence, but enough" {
	mkdir alone
	cp "$archives/ega/SAMPLE.EGA" alone
	expect 0 identify --json alone/SAMPLE.EGA
	[ "$(jq -c '.results[0] | [.format, .score]' <<<"$output")" = '["keen-egagraph",4]' ]
}

@test "a head is known" {
	for name in ega cga keen4; do
		for file in "$archives/$name"/?GAHEAD.SMP; do
			expect 0 identify "$file"
			prints "$file: keen-head: "
		done
		expect 0 identify "$archives/$name/MAPHEAD.SMP"
		prints "$archives/$name/MAPHEAD.SMP: keen-maphead: "
	done
}

@test "a dictionary is known, whatever its name and with or without padding" {
	for name in ega cga keen4; do
		cat "$archives/$name"/?GADICT.SMP >"padded.$name"
		head -c 1020 "padded.$name" >"tight.$name"
		for file in "padded.$name" "tight.$name"; do
			expect 0 identify "$file"
			prints "$file: keen-dict: " shortest_code_bits longest_code_bits
		done
	done
}

@test "sounds: archives by the head beside them, heads by their names" {
	cp "$archives"/keen4/AUDIO* .
	expect 0 identify AUDIO.SMP AUDIOHHD.SMP AUDIODCT.SMP
	is formats "$(cut -d : -f 1,2 <<<"$output")" "AUDIO.SMP: keen-audio
AUDIOHHD.SMP: keen-audiohead
AUDIODCT.SMP: keen-dict"
	prints "packing huffman" "sounds 6" "songs 2" "chunks 20" "present 15" "archive_size"
	mv AUDIO.SMP noname
	rm AUDIODCT.SMP
	expect 0 identify noname
	is line "$output" "noname: keen-audio: Keen sound archive"
	cp "$archives"/audiot/* .
	mv AUDIOT.SMP noname
	expect 0 identify noname
	prints "packing none" "sounds 6" "songs 2"
}

@test "music and effects are known by their content" {
	expect 0 identify "$archives/audiot/MOLE.WLF"
	prints "imf: id music (IMF) (type 1" "title Mole Hill" "composer The Mole"
	cat "$archives/audiot/DEEP.IMF" >noname
	expect 0 identify noname
	prints "imf: id music (IMF) (type 0"
	printf '%b' '\3\0\0\0\24\0\40\50\60' >effect
	expect 0 identify effect
	prints "keen-effect: " "device speaker" "priority 20" "ticks 3"
}

@test "levers are known by their keys" {
	printf '%s~\r\n' filename:a.rlf mirrored:1 frames:2 '0:1 2' '1:3 4' >noname
	expect 0 identify noname
	is line "$output" "noname: lev: ZVision lever (positions 2, mirrored yes, animation a.rlf)"
	printf 'filename:a\nhello\nworld\n' >text
	expect 1 identify text
	printf 'frames are:none\n' >text
	expect 1 identify text
}

@test "register logs are known by their marks, and text by its lines" {
	expect 0 identify "$archives/opl2/keys.opl2log"
	prints "opl2log: OPL2 register log (text)" "writes 501" "samples 15000"
	"$EXHUME" imf2wav -q "$archives/audiot/MOLE.WLF" -o noname.dro
	"$EXHUME" imf2wav -q "$archives/audiot/MOLE.WLF" -o noname.vgm
	mv noname.dro a
	mv noname.vgm b
	expect 0 identify a b
	prints "a: dro: OPL2 register log of DOSBox (DRO) (version 2.0" \
		"b: vgm: Video Game Music (VGM) (" "title Mole Hill" "composer The Mole"
	printf '12 o clock\n' >text
	expect 1 identify text
	is line "$output" "text: unknown"
}

@test "a damaged dictionary is no dictionary" {
	sample ega
	cp ega/EGADICT.SMP dict
	poke dict 0 '\xff\x01'
	expect 1 identify dict
	prints "dict: unknown"
}

@test "what is unknown is told so, with exit status 1" {
	echo "Neither fish nor fowl." >text
	: >empty
	for file in text empty "$archives/ega/layout.json"; do
		expect 1 identify "$file"
		is line "$output" "$file: unknown"
		[ -z "$stderr" ]
	done
}

@test "several files are named in their order; one bad one makes the status 1" {
	sample ega
	echo text >text
	expect 1 identify ega/SAMPLE.EGA missing text ega/EGAHEAD.SMP ega/EGADICT.SMP
	is order "$(cut -d : -f 1,2 <<<"$output")" "ega/SAMPLE.EGA: keen-egagraph
text: unknown
ega/EGAHEAD.SMP: keen-head
ega/EGADICT.SMP: keen-dict"
	says "exhume identify: missing: "
	expect 0 identify ega/SAMPLE.EGA ega/EGAHEAD.SMP ega/EGADICT.SMP
	[ "${#lines[@]}" = 3 ]
}

@test "a missing file, a folder" {
	mkdir folder
	expect 1 identify missing
	says "exhume identify: missing: " "No such file"
	[ -z "$output" ]
	expect 1 identify folder
	prints "folder: a folder without a known game"
}

@test "a folder of a game: its type, what it has, which subcommands apply" {
	expect 0 identify "$archives/burrow" "$archives/dreams" "$archives/shaft"
	prints "burrow: game of sci (layout sci0): 3 view, 1 pic, 1 text, 3 sound, 1 font, 2 cursor, 1 patch; subcommands: " \
		"dreams: game of keen: " " sprite, " " level, " "; subcommands: " " keen-run" \
		"shaft: game of zvision: " " script"
	expect 0 identify "$archives/opl2"
	prints "opl2: game of songs: 6 song; subcommands: imf2wav"
	expect 0 identify --json "$archives/burrow"
	is json "$(jq -c '.results[0] | [.game, .family, .assets.view, (.subcommands | index("view2png") != null)]' <<<"$output")" \
		'["sci","sci0",3,true]'
	expect 0 identify --json "$archives/burrow" "$archives/dreams" "$archives/shaft"
	jq -r '.results[].subcommands[]' <<<"$output" >named
	[ "$(wc -l <named)" -gt 20 ]
	while read -r name; do
		"$EXHUME" "$name" --help >/dev/null || { echo "no $name"; return 1; }
	done <named
}

@test "an archive: its games, as extract reads them" {
	need_libarchive
	zip_of one.zip digger "$archives/digger"
	zip_of two.zip a/digger "$archives/digger" b "$archives/zvision"
	zip_of root.zip RESOURCE.MAP "$archives/digger/RESOURCE.MAP" RESOURCE.001 "$archives/digger/RESOURCE.001"
	echo text >file
	zip_of none.zip file file
	expect 1 identify one.zip two.zip none.zip "$archives/digger/RESOURCE.MAP"
	is names "$(cut -d : -f 1,2 <<<"$output" | sed "s,$archives/,," | tr '\n' ';')" \
		"one.zip/digger: game of sci (layout sci0);two.zip/a/digger: game of sci (layout sci0);two.zip/b: game of zvision;none.zip: an archive without a known game;digger/RESOURCE.MAP: sci-map;"
	expect 0 identify --json root.zip
	[ "$(jq -r '.results[0] | "\(.folder) \(.game) \(.assets.view)"' <<<"$output")" = "root.zip sci 3" ]
}

@test "a folder of a game: its release, as far as the files say it" {
	cp -r "$archives/burrow" game
	printf '1.000.111 \r\nJanuary 1990\r\n' >game/version
	printf 'MZ\0\0Sierra\0\0000.000.685\0' >game/SCIV.EXE
	printf '9.999.999' >game/other.exe
	expect 0 identify game
	prints "game: game of sci (release 1.000.111, interpreter 0.000.685, layout sci0): 3 view"
	expect 0 identify --json game "$archives/burrow"
	is json "$(jq -c '.results[] | [.game, .family, .release, .facts.interpreter, .facts.layout]' <<<"$output")" \
		'["sci","sci0","1.000.111","0.000.685","sci0"]
["sci","sci0",null,null,"sci0"]'
	# A file that is no line of text shows no version, and neither does a packed program.
	head -c 100 /dev/zero >game/version
	printf 'MZ\0\0Sierra' >game/SCIV.EXE
	expect 0 identify game
	prints "game: game of sci (layout sci0): 3 view"
}

@test "real data: the release of a folder of Keen" {
	need_game "$dreams"
	expect 0 identify "$dreams"
	prints ": game of keen (release Keen Dreams, EGA, all releases, layout keen-dreams-ega): "
}

@test "a file that may not be read" {
	need_nobody
	open=$(mktemp -d)
	chmod 755 "$open"
	echo text >"$open/closed"
	chmod 0 "$open/closed"
	as_nobody "$EXHUME" identify "$open/closed"
	rm -rf "$open"
	check_run 1 "identify closed"
	says "closed: " "Permission denied"
}

@test "standard input is read, and has nothing beside it" {
	sample ega
	cd ega
	expect 0 identify - <EGADICT.SMP
	prints "-: keen-dict: "
	expect 1 identify - <SAMPLE.EGA
	prints "-: unknown"
	expect 1 identify - </dev/null
	prints "-: unknown"
}

@test "--json: one document with files, facts and errors" {
	sample ega
	echo text >text
	expect 1 identify --json ega/SAMPLE.EGA ega/EGADICT.SMP text missing
	[ "$(jq -s length <<<"$output")" = 1 ]
	echo "$output" >found.json
	holds found.json '.format == "identify" and (.exhume | type == "string")'
	is formats "$(jq -c '[.results[] | .format]' found.json)" '["keen-egagraph","keen-dict",null]'
	is names "$(jq -c '[.results[] | .file]' found.json)" '["ega/SAMPLE.EGA","ega/EGADICT.SMP","text"]'
	is sizes "$(jq -c '[.results[] | .size]' found.json)" '[24490,1024,5]'
	holds found.json '.results[0].facts | .chunks == 155 and .present == 133 and .offset_size == 4 and .video == "ega"'
	holds found.json '.results[0].score > 30 and .results[1].score >= 64 and .results[2].score == 0'
	holds found.json '.results[2] | has("facts") or has("title") | not'
	holds found.json '.errors | length == 1 and (.[0].file == "missing") and (.[0].text | length > 0)'
}

@test "--json of what is all known exits with 0 and has no errors" {
	expect 0 identify --json "$archives/ega/EGADICT.SMP"
	[ "$(jq -c .errors <<<"$output")" = '[]' ]
	[ -z "$stderr" ]
}

@test "--json of names that are not UTF-8 is valid" {
	name=$'caf\xe9.dict'
	cp "$archives/ega/EGADICT.SMP" "$name"
	expect 0 identify --json "$name"
	[ "$(jq -r '.results[0].file' <<<"$output")" = $'caf\xee\xbf\xa9.dict' ]
}

@test "names with spaces, and with a dash in front" {
	cp "$archives/ega/EGADICT.SMP" ./-d
	cp "$archives/ega/EGADICT.SMP" "a dictionary"
	expect 0 identify -- -d "a dictionary"
	prints "-d: keen-dict" "a dictionary: keen-dict"
}

@test "wrong usage" {
	expect 2 identify
	says "exhume identify --help"
	for option in --json=yes --strict --format=x --nonsense "-j 0" "-j x" --progress=maybe -o; do
		expect 2 identify "$archives/ega/EGADICT.SMP" $option
		says "exhume identify"
		[ -z "$output" ]
	done
}

@test "files of every length up to 64 and heads of nonsense are survived" {
	for ((n = 0; n <= 64; n += 3)); do
		head -c "$n" /dev/zero >"zero.$n"
		head -c "$n" "$archives/ega/EGAHEAD.SMP" >"EGAHEAD.$n"
		head -c "$n" "$archives/keen4/EGAGRAPH.SMP" >"EGAGRAPH.$n"
	done
	head -c 70000 /dev/zero >EGAHEAD.BIG
	run --separate-stderr -- "$EXHUME" identify *
	[ "$status" -le 1 ]
	check_run "$status" "identify *"
	is lines "${#lines[@]}" 67
}

@test "-o writes a whole file, and nothing over one that exists without -f" {
	expect 0 identify -o found.txt "$archives/ega/EGADICT.SMP"
	silent
	grep -q "EGADICT.SMP: keen-dict: " found.txt
	echo mine >mine
	before=$(sha256sum mine found.txt)
	for options in "-o mine" "-o mine --json" "-o found.txt"; do
		expect 1 identify $options "$archives/ega/EGADICT.SMP"
		says "exhume identify: ${options:3:4}" "-f"
		[ -z "$output" ]
	done
	is files "$(sha256sum mine found.txt)" "$before"
	expect 0 identify --json --output mine -f "$archives/ega/EGADICT.SMP"
	silent
	holds mine '.format == "identify" and .results[0].format == "keen-dict"'
	expect 0 identify -o - "$archives/ega/EGADICT.SMP"
	is text "$output" "$(cat found.txt)"
	no_part_left
}

@test "-o where nothing can be written is an error that leaves nothing behind" {
	mkdir folder
	for path in missing/found.txt folder ""; do
		expect 1 identify -o "$path" "$archives/ega/EGADICT.SMP"
		says "exhume identify: $path"
		[ -z "$output" ]
	done
	is files "$(find . -type f)" ""
}

@test "-j1 and -j8 give the same lines, in the order of the files" {
	sample ega
	sample keen4
	echo text >text
	set -- ega/* missing keen4/* text keen4 ega/SAMPLE.EGA
	for json in "" --json; do
		expect 1 identify -j1 $json "$@"
		one=$output said=$stderr
		for jobs in 8 256; do
			expect 1 identify -j "$jobs" $json "$@"
			is output "$output" "$one"
			is messages "$stderr" "$said"
		done
	done
}

@test "--progress draws a bar only when asked to" {
	expect 0 identify --progress always "$archives/ega/EGADICT.SMP"
	says "[" "1/1"
	[ "${#lines[@]}" = 1 ]
	expect 0 identify --progress never "$archives/ega/EGADICT.SMP"
	[ -z "$stderr" ]
}

@test "a signal ends it while several files are waited for" {
	mkfifo one two
	env --default-signal=INT "$EXHUME" identify -j 2 one two >out 2>err 3>&- &
	pid=$!
	exec 8>one 9>two
	sleep 0.3
	end_by INT "$pid"
	exec 8>&- 9>&-
	is status "$status" 130
}

@test "a signal ends it while it waits for input" {
	mkfifo pipe
	for signal in INT:130 TERM:143; do
		env --default-signal=INT,TERM "$EXHUME" identify pipe >out 2>err 3>&- &
		pid=$!
		exec 9>pipe
		sleep 0.3
		end_by "${signal%:*}" "$pid"
		exec 9>&-
		is status "$status" "${signal#*:}"
	done
}

@test "real data: archives, heads and dictionaries of Keen Dreams and Keen 4" {
	need_game "$dreams"
	expect 0 identify "$dreams/KDREAMS.EGA" "$dreams/EGAHEAD.KDR" "$dreams/EGADICT.KDR"
	is formats "$(sed 's/.*: \(keen-[a-z]*\): .*/\1/' <<<"$output")" "keen-egagraph
keen-head
keen-dict"
	prints "layout keen-dreams-ega"
	need_game "$keen4"
	expect 0 identify "$keen4/EGAGRAPH.CK4" "$keen4/EGAHEAD.CK4" "$keen4/EGADICT.CK4"
	prints "layout keen4-1.4" "chunks 4751" "present 3488"
}

@test "real data: maps, libraries and texts are known for what they are" {
	need_game "$dreams"
	cd "$dreams"
	expect 0 identify KDREAMS.MAP MAPHEAD.KDR MAPDICT.KDR KDREAMS.CMP STORY.KDR KDREAMS.AUD \
		AUDIOHHD.KDR AUDIODCT.KDR
	is formats "$(cut -d : -f 1,2 <<<"$output")" "KDREAMS.MAP: keen-maps
MAPHEAD.KDR: keen-maphead
MAPDICT.KDR: keen-dict
KDREAMS.CMP: slib
STORY.KDR: keen-text
KDREAMS.AUD: keen-audio
AUDIOHHD.KDR: keen-audiohead
AUDIODCT.KDR: keen-dict"
	prints "packing huffman" "sounds 28" "songs 0" "chunks 84" "present 56"
	expect 1 identify README.md
	is line "$output" "README.md: unknown"
}

@test "a program with tables: which it has, and where" {
	{
		head -c 1000 /dev/zero
		cat "$archives/keen4/MAPHEAD.SMP"
		printf x
		cat "$archives/keen4/EGADICT.SMP" "$archives/keen4/AUDIODCT.SMP"
		head -c 500 /dev/zero
	} >image
	program KEEN4E.EXE image
	"$EXHUME" unlzexe --pack-as 0.91 -o KEEN4P.EXE KEEN4E.EXE
	head -c 3000 /dev/zero >image
	program PLAIN.EXE image
	expect 0 identify KEEN4E.EXE KEEN4P.EXE PLAIN.EXE
	prints "KEEN4E.EXE: keen-exe: program of a Keen game, with its tables (release unknown, game_by_name Keen 4" \
		"packing none, image_size 3951, relocations 2, maphead_offset 1000, dicts 2)" \
		"KEEN4P.EXE: keen-exe: " "packing lzexe-0.91" "PLAIN.EXE: exe: DOS program"
}

@test "a head of levels without tile information, and one with" {
	expect 0 identify "$archives/keen4/MAPHEAD.SMP" "$archives/ega/MAPHEAD.SMP"
	prints "keen4/MAPHEAD.SMP: keen-maphead: Keen level head (offsets of the levels) (levels 3, tile_information none (in a TILEINFO file or in the program))" \
		"tile_information unknown, tile_information_size 464)"
}

@test "the tile information of Keen 6 1.5, which has a tail" {
	head -c 27934 /dev/zero >TILEINFO.CK6
	expect 0 identify TILEINFO.CK6
	prints "keen-tileinfo: " "layout keen6-1.5, background_tiles 2376, foreground_tiles 2736"
}

# As that of Keen 4: 52 sounds for each device, of which the digitised are empty and lie past the
# songs' begin, then 6 songs.
audio_head() {
	local i
	for ((i = 0; i <= 104; i++)); do printf "$(le32 $((i * 84)))"; done
	for ((i = 0; i < 51; i++)); do printf "$(le32 $((104 * 84)))"; done
	for ((i = 0; i <= 6; i++)); do printf "$(le32 $((7812 + i * 5000)))"; done
}

@test "the head of Keen 4's sounds steps back at the first song" {
	audio_head >AUDIOHHD.CK4
	cp AUDIOHHD.CK4 noname
	expect 0 identify AUDIOHHD.CK4 noname
	prints "AUDIOHHD.CK4: keen-audiohead: Keen sound head (offsets of the chunks) (game Keen 4, chunks 162, present 110, archive_size 37812)" \
		"noname: keen-audiohead: "
}

@test "real data: programs around the tables of Keen Dreams and of Keen 4" {
	need_game "$dreams"
	need_game "$keen4"
	cat "$manual/exhume-mapdump.1" "$keen4/EGAHEAD.CK4" <(audio_head) "$keen4/EGADICT.CK4" "$dreams/AUDIODCT.KDR" >image
	program KEEN4E.EXE image
	cat "$dreams/EGAHEAD.KDR" "$dreams/MAPHEAD.KDR" "$dreams/AUDIOHHD.KDR" "$dreams/CONTEXT.KDR" \
		"$dreams/EGADICT.KDR" "$dreams/MAPDICT.KDR" "$dreams/AUDIODCT.KDR" >image
	program plain.tmp image
	"$EXHUME" unlzexe --pack-as 0.91 -o KDREAMS.EXE plain.tmp
	expect 0 identify KEEN4E.EXE KDREAMS.EXE
	at=$(stat -c %s "$manual/exhume-mapdump.1")
	prints "release Keen 4: Secret of the Oracle 1.4, EGA, layout keen4-1.4, packing none" \
		"egahead_offset $at, audiohhd_offset $((at + 14256)), dicts 2)" \
		"release Keen Dreams 1.13, EGA, layout keen-dreams-ega, packing lzexe-0.91" \
		"egahead_offset 0, maphead_offset 12068, audiohhd_offset 23892, dicts 3)"
}

# zfs KEY: an archive of a member of two bytes and an entry without a name.
zfs() {
	printf "ZFSF$(le32 1)$(le32 16)$(le32 2)$(le32 1)$1$(le32 28)$(le32 0)"
	printf "NAME.TXT$(le32 0)$(le32 0)$(le32 104)$(le32 0)$(le32 2)$(le32 0)$(le32 0)"
	head -c 36 /dev/zero
	printf 'hi'
}

@test "ZFS archives are known by their mark, encrypted or not" {
	zfs '\0\0\0\0' >one.zfs
	zfs '\0\1\0\0' >two
	head -c 40 two >cut
	head -c 4 two >mark
	expect 0 identify one.zfs two cut mark
	is lines "$output" "one.zfs: zfs: ZVision archive (members 1, encrypted no)
two: zfs: ZVision archive (members 1, encrypted yes)
cut: zfs: ZVision archive (members 0, encrypted yes)
mark: zfs: ZVision archive"
	expect 1 identify - < <(head -c 3 two)
}

@test "-o to a pipe writes into it and does not replace it" {
	mkfifo pipe
	cat pipe >got &
	expect 0 identify -o pipe "$archives/ega/EGADICT.SMP"
	wait
	[ -p pipe ]
	grep -q keen-dict got
}

@test "many files of one folder are quick" {
	mkdir many
	for ((i = 0; i < 3000; i++)); do echo "$i" >"many/$i"; done
	run --separate-stderr -- timeout 20 "$EXHUME" identify many/*
	[ "$status" = 1 ]
	[ "${#lines[@]}" = 3000 ]
}

@test "the manual names every format and every fact" {
	"$EXHUME" help identify >page
	"$EXHUME" identify --json "$archives"/{ega,cga,keen4,softdisk,audiot,opl2}/* >found.json || true
	# "device", "priority": of an effect, which is told by nothing but its sizes.
	printf '%b' '\3\0\0\0\24\0\40\50\60' >effect
	"$EXHUME" identify --json effect >effect.json
	"$EXHUME" imf2wav -q "$archives/audiot/MOLE.WLF" -o song.dro
	"$EXHUME" imf2wav -q "$archives/audiot/MOLE.WLF" -o song.vgm
	zfs '\0\0\0\0' >member.zfs
	"$EXHUME" identify --json song.dro song.vgm member.zfs "$EXHUME_TESTDATA"/fuzz/zvision_avi/duck \
		"$archives/zvision/SWING.RLF" >logs.json
	jq -s '{ results: [ .[].results[] ] }' found.json effect.json logs.json >all.json
	jq -r '.results[] | select(.format) | .format, (.facts | keys[])' all.json | sort -u >words
	[ "$(wc -l <words)" -gt 20 ]
	while read -r word; do
		grep -qw -- "$word" page || { echo "not in the page: $word"; return 1; }
	done <words
}

@test "pictures and cursors of ZVision are known" {
	printf 'TGZ\0\2\0\0\0\1\0\0\0\1\0\0\0\3\1\2' >a
	printf '\0\0\2\0\0\0\0\0\0\0\0\0\1\0\2\0\20\0\37\0\0\174' >b
	printf '\0\0\12\0\0\0\0\0\0\0\0\0\1\0\2\0\20\0\201\37\0' >c.TGA
	printf 'ZCR1\1\0\2\0\1\0\1\0\0\0' >g0gbc011.zcr
	expect 0 identify --json a b c.TGA g0gbc011.zcr
	printf '%s' "$output" >json
	is formats "$(jq -c '[.results[] | [.format, .facts.width, .facts.height]]' json)" \
		'[["tgz",1,1],["tga",1,2],["tga",1,2],["zcr",1,1]]'
	is plain "$(jq -c '[.results[1, 2].facts | [.type, .bits]]' json)" '[[2,16],[10,16]]'
	is cursor "$(jq -c '.results[3].facts | [.hot_x, .hot_y, .cursor]' json)" '[1,2,"active"]'
	mv c.TGA c # nothing but a header that could be one
	printf '%s' more >>b
	run --separate-stderr -- "$EXHUME" identify b c
	[[ $output != *tga* ]]
	printf '%s' 'xxxxxxxxTRUEVISION-XFILE.' >>c
	printf '\0' >>c
	expect 0 identify c
	prints "c: tga: "
	"$EXHUME" help identify >page
	for word in $(jq -r '.results[].facts | keys[]' json); do grep -qw -- "$word" page; done
}

@test "videos have their codecs told" {
	local videos=$EXHUME_TESTDATA/fuzz/zvision_avi
	expect 0 identify "$videos/duck" "$videos/rgb555-and-adpcm"
	prints "duck: avi: AVI video (video truemotion1, width 256, height 160, frames 1, sound adpcm_zork, rate 22050, channels 2)" \
		"(video rgb555, width 1, height 2, frames 1, sound adpcm_zork, rate 22050, channels 1)"
	head -c 100 "$videos/duck" >cut
	expect 0 identify cut
	prints "cut: avi: AVI video"
}

@test "ZVision scripts, subtitles and wide texts" {
	printf '# c\r\npuzzle:1 {\r\n}\r\ncontrol:2 lever {\r\n}\r\n' >script
	printf 'Rectangle:1 2 3 4~\r\nTextFile:talk.txt~\r\na:(0,9)=1~\r\n' >subtitles
	printf 'a\0b\0\r\n\0c\0\r\n\0' >wide
	expect 0 identify script subtitles wide
	prints "script: scr: ZVision script (puzzles 1, controls 1)" \
		"subtitles: sub: ZVision subtitles (cues 1, text talk.txt)" \
		"wide: zvtext: ZVision text (UTF-16) (lines 2)"
	: >ga.SCR
	expect 0 identify ga.SCR
	prints "ga.SCR: scr: ZVision script (puzzles 0, controls 0)"
	mv ga.SCR ga.dat
	expect 1 identify ga.dat
	# Bytes of 0 in front of it: something that has a script in it.
	{ printf 'WXYZ\1\0\0\0\n' && cat script; } >container
	expect 1 identify container
}

@test "sounds of ZVision are known by their names, if they may be sounds" {
	printf 'abcdefgh' >a000efq.raw
	cp a000efq.raw a000efzq.SRC # the 8th letter
	cp a000efq.raw a000efz.raw
	printf '' >a000efr.raw
	expect 0 identify a000efq.raw a000efzq.SRC
	prints "a000efq.raw: zvsound: ZVision sound (by its name) (game nemesis, rate 22050, channels 1, packing adpcm)" \
		"a000efzq.SRC: zvsound: ZVision sound (by its name) (game zgi, rate 22050, channels 2, packing adpcm)"
	# A name that is a word or too long, a text, a capture of registers.
	cp a000efq.raw abcdefq.raw
	cp a000efq.raw a000efq-long.raw
	echo "func main() { return }" >b000efq.src
	printf 'RAWADATA\1\2\3\4' >crusader.raw
	printf 'RAWADATA\1\2\3\4' >c000efr.raw
	expect 1 identify a000efz.raw a000efr.raw abcdefq.raw a000efq-long.raw b000efq.src crusader.raw c000efr.raw
	is unknown "$(grep -c ': unknown$' <<<"$output")" 5
	is named "$(grep -c ': rdos-raw: ' <<<"$output")" 2
}

@test "files of others are named, and never taken for a game's" {
	printf '\211PNG\r\n\032\n' >a.png
	printf 'GIF89a\1\0\1\0' >b.gif
	printf 'RIFF\44\0\0\0WAVEfmt ' >c.raw
	printf 'MThd\0\0\0\6\0\0\0\1\0\140' >d.imf
	printf 'RIFF\44\0\0\0RMIDdata' >e.rmi
	printf 'MUS\032\1\2\3\4' >f.mus
	printf '#OPL_II#\0\0' >g.op2
	printf 'SBI\032name' >h.sbi
	printf 'FORM\0\0\0\4ACBM' >i.iff
	printf 'FORM\0\0\0\4ANIM' >j.anm
	printf 'LIST\0\0\0\4ILBM' >k.iff
	printf '%%PDF-1.4' >l.bin
	printf 'BZh91AY&SY' >m
	printf 'MZ' >n.exe
	head -c 58 /dev/zero >>n.exe
	printf '\100\0\0\0PE\0\0' >>n.exe
	sed 's/PE/NE/' n.exe >o.exe
	sed 's/PE/LX/' n.exe >p.exe
	printf '\0\1\5\1\1\0RESOURCE.001\0' >RESOURCE.MAP
	expect 0 identify a.png b.gif c.raw d.imf e.rmi f.mus g.op2 h.sbi i.iff j.anm k.iff l.bin m n.exe o.exe p.exe RESOURCE.MAP
	is names "$(cut -d : -f 2 <<<"$output" | tr -d '\n')" \
		" png gif wav midi rmi mus op2 sbi acbm anim iff pdf bzip2 pe ne lx dynamix-map"
	prints "(group LIST, type ILBM)"
	# Words that begin as a mark does.
	printf 'FORMAT of a file: text\n' >a
	printf 'COMPILE_DEFINITIONS are text\n' >b
	printf 'Vgm is a format of music\n' >c
	printf 'MZ is a short word for this\n' >d
	expect 1 identify a b c d
	is unknown "$(grep -c ': unknown$' <<<"$output")" 4
}

@test "pictures that can't be drawn have their mode told" {
	# BMHD of 2 by 1 pixels; CAMG; a palette for each line; BODY.
	picture() {
		printf 'FORM\0\0\0\200ILBMBMHD\0\0\0\24\0\2\0\1\0\0\0\0'
		printf "\\$1"
		printf '\0\0\0\0\0\1\1\0\2\0\1CAMG\0\0\0\4\0\0'
		printf "$2"
		printf "$3"
		printf 'BODY\0\0\0\2\0\0'
	}
	picture 6 '\10\0' '' >ham6.iff
	picture 10 '\10\0' '' >ham8.iff
	picture 6 '\10\0' 'SHAM\0\0\0\2\0\0' >sham.iff
	picture 30 '\0\0' '' >deep.iff
	picture 6 '\0\200' '' >half.iff
	expect 0 identify ham6.iff ham8.iff sham.iff deep.iff half.iff
	is modes "$(sed 's/.*(width 2, height 1, //' <<<"$output" | tr '\n' ' ')" \
		"planes 6, mode ham6) planes 8, mode ham8) planes 6, mode sham) planes 24, mode true_color) planes 6, mode half_brite) "
}

@test "music has notes, and is done within an hour" {
	# A register log, packed as .vgz is.
	"$EXHUME" imf2wav -q "$archives/audiot/MOLE.WLF" -o song.vgm
	gzip -c song.vgm >song.vgz
	# Pictures: bytes of one colour, or few; writes that key no note; a note after days.
	head -c 64000 /dev/zero | tr '\0' '\10' >picture.raw
	for _ in {1..100}; do printf '\40\1\2\0\100\3\0\0'; done >silent.imf
	{ cat silent.imf && printf '\260\61\377\77'; } >song.imf
	{ cat silent.imf && for _ in {1..200}; do printf '\260\61\377\77'; done; } >days.imf
	expect 0 identify song.vgz song.imf
	prints "song.vgz: vgm: Video Game Music (VGM) (packing gzip)" "song.imf: imf: "
	expect 1 identify picture.raw silent.imf days.imf
	is unknown "$(grep -c ': unknown$' <<<"$output")" 3
}

@test "500 texts of our own tree, with line ends of both kinds, are no game's" {
	local root=$EXHUME_TESTDATA/.. lf crlf
	mkdir lf crlf
	find "$root/formats" "$root/cmd" "$root/include" "$root/man" -name '*.[ch17]' | LC_ALL=C sort | head -500 >list
	[ "$(wc -l <list)" = 500 ]
	awk '{
		n++
		while ((getline line < $0) > 0) {
			print line > ("lf/" n)
			printf "%s\r\n", line > ("crlf/" n)
		}
		close($0); close("lf/" n); close("crlf/" n)
	}' list
	run --separate-stderr -- "$EXHUME" identify lf/* crlf/*
	[ "$status" = 1 ]
	is named "$(grep -v ': unknown$' <<<"$output")" ""
	is count "${#lines[@]}" 1000
	# A text of Keen ends with its only tilde, after a line.
	printf 'One\r\nTwo\r\n~' >text
	printf 'a = ~b;\r\n' >source
	printf 'One\r\nTwo ~' >inside
	expect 0 identify text
	prints "text: keen-text: "
	expect 1 identify source inside
}

@test "folders of what is no SCI0 game" {
	mkdir random agi2 agi3 sci01
	awk 'BEGIN { srand(5); for (i = 0; i < 3000; i++) printf "%c", 1 + int(rand() * 254) }' >random/RESOURCE.MAP
	head -c 2000 random/RESOURCE.MAP >random/RESOURCE.001
	expect 1 identify random
	is message "$(grep -c . <<<"$stderr")" 1
	says "no SCI0 game"
	expect 1 extract random
	is message "$(grep -c . <<<"$stderr")" 1
	expect 1 identify random/RESOURCE.MAP random/RESOURCE.001
	touch agi2/{LOGDIR,PICDIR,VIEWDIR,SNDDIR,VOL.0} agi3/{MHDIR,MHVOL.0}
	expect 0 identify agi2 agi3
	is games "$output" "agi2: game of agi (version 2); no subcommand reads it
agi3: game of agi (version 3); no subcommand reads it"
	expect 1 extract agi3 -o out
	says "a game of AGI"
	[ ! -e out ]
	# A map alone names what it lacks.
	sci_game RESOURCE
	rm RESOURCE.001
	expect 1 extract RESOURCE.MAP
	is message "$(grep -c . <<<"$stderr")" 1
	says "resource.001 is missing"
	cp "$archives"/burrow/* sci01
	printf '\206\0words' >sci01/vocab.900
	expect 0 identify sci01
	prints "version sci01"
}

@test "animations of ZVision, whole and cut" {
	expect 0 identify "$archives"/zvision/*.RLF
	prints "EVENING.RLF: rlf: ZVision animation (RLF) (frames 16, width 96, height 64, milliseconds 80)" \
		"SWING.RLF: rlf: ZVision animation (RLF) (frames 8, width 12, height 12, milliseconds 66)"
	head -c 100 "$archives/zvision/SWING.RLF" >cut
	expect 0 identify --json cut
	is cut "$(jq -c '.results[0] | [.format, .facts]' <<<"$output")" '["rlf",{}]'
	printf 'FEL' >other
	expect 1 identify other
}

# Two resources of SCI0 in a volume: view 3 of 2 bytes, script 5 of 1.
sci_game() {
	printf '\3\0\6\0\2\0\0\0ab\5\x10\5\0\1\0\0\0c' >"$1.001"
	printf '\3\0\0\0\0\4\5\x10\12\0\0\4\377\377\377\377\377\377' >"$1.MAP"
}

@test "maps and volumes of SCI are known whatever their names" {
	sci_game RESOURCE
	expect 0 identify RESOURCE.MAP RESOURCE.001
	is whole "$output" "RESOURCE.MAP: sci-map: SCI resource map (layout sci0, entries 2, shadowed 0, volumes 1)
RESOURCE.001: sci-volume: SCI resource volume (layout sci0, records 2, packed 0)"
	mv RESOURCE.MAP a && mv RESOURCE.001 b
	expect 0 identify a b
	prints "a: sci-map: " "b: sci-volume: "
	{ head -c 6 a; cat a; } >twice
	expect 0 identify twice
	prints "entries 3, shadowed 1"
	# Packed, and of a method that there is.
	printf '\3\0\6\0\11\0\1\0ab' >lzw
	expect 0 identify lzw
	prints "records 1, packed 1"
	poke lzw 6 '\7'
	expect 1 identify lzw
	# Only as far as it goes to the end, unless it is named so.
	printf x >>b
	head -c 12 a >no-mark
	printf '\3\0\6\0\3\0\0\0ab' >differs
	expect 1 identify b no-mark differs
	is unknown "$(grep -c ': unknown$' <<<"$output")" 3
	mv b Resource.001 && mv no-mark resource.map
	expect 0 identify Resource.001 resource.map
	prints "Resource.001: sci-volume: SCI resource volume (records 2, packed 0)" \
		"resource.map: sci-map: SCI resource map"
	# Volume 0 is none.
	printf '\3\0\0\0\0\0\377\377\377\377\377\377' >zero
	expect 1 identify zero
}

@test "maps and volumes of SCI1" {
	# Views from 9 on: number 2 in volume 1 at 0x10.
	printf '\x80\6\0\377\14\0\2\0\x10\0\0\x10' >map
	expect 0 identify map
	prints "map: sci-map: SCI resource map (layout sci1, entries 1, shadowed 0, volumes 1)"
	printf '\x80\2\0\6\0\2\0\0\0ab' >volume
	expect 0 identify volume
	prints "volume: sci-volume: SCI resource volume (layout sci1, records 1, packed 0)"
}

@test "resources of SCI in files of their own: name and first byte agree" {
	printf '\x82\0abc' >Script.255
	printf '\x86\3xyzabcd' >VOCAB.000
	printf '\x80\0abc' >7.v56
	expect 0 identify Script.255 VOCAB.000 7.v56
	prints "Script.255: sci-patch: SCI resource in a file of its own (type script, number 255, unpacked_size 3)" \
		"(type vocab, number 0, unpacked_size 4)" "(type view, number 7, unpacked_size 3)"
	cp Script.255 view.255
	cp Script.255 script.12
	printf '\2\0abc' >script.002
	printf '\x82\4abc' >script.003
	expect 1 identify view.255 script.12 script.002 script.003
	is unknown "$(grep -c ': unknown$' <<<"$output")" 4
}

@test "vocabularies of SCI: bare or as patch files, by their content" {
	printf '#word\tclass\tgroup\napple\t100\t1\nathlete\t100\t2\n' >words.tsv
	printf '#output_suffix\tfirst_class\tinput_suffix\tsecond_class\n*ly\t400\t*\t40\n' >suffixes.tsv
	printf '#id\td0\td1\td2\td3\td4\td5\td6\td7\td8\n319\t321\t316\t0\t0\t0\t0\t0\t0\t0\n' >grammar.tsv
	printf '#number\tname\n0\tspecies\n1\tsuperClass\n' >selectors.tsv
	printf '#number\ttype\tname\n0\t0\tbnot\n1\t3\tadd\n' >opcodes.tsv
	printf '#number\tname\n0\tLoad\n1\tUnLoad\n' >kernel.tsv
	printf '#number\ttext\n0\tq - quit\\nb\n1\tx\n' >help.tsv
	printf '#number\tscript\tfirst\n0\t999\t0\n1\t0\t0\n2\t2\t0\n3\t3\t0\n' >classes.tsv
	for kind in words suffixes grammar selectors opcodes kernel help classes; do
		"$EXHUME" vocab-pack -o $kind $kind.tsv
		"$EXHUME" vocab-pack --patch -o $kind.patch $kind.tsv
		expect 0 identify $kind
		prints "$kind: sci-vocab-$kind: SCI vocabulary: " "patch_file no"
		expect 0 identify $kind.patch
		prints "$kind.patch: sci-vocab-$kind: " "patch_file yes"
	done
	expect 0 identify words suffixes.patch
	prints "(layout sci0, words 2, groups 2, patch_file no)" "(rules 1, patch_file yes)"
	printf x >>grammar
	head -c -1 opcodes >less
	head -c -2 less >opcodes
	expect 1 identify opcodes
}

@test "pics of SCI" {
	# Blue lines from 1, 1 to 9, 9 and back, a fill, two patterns, then a step too few.
	printf '\xf0\1\xf6\0\1\1\0\11\11\0\1\1\xf8\0\40\40\xf9\3\xf4\0\50\50\21\xf1\xff' >pic
	{ printf '\x81\0'; cat pic; } >pic.patch
	{ cat pic; printf '\x1a'; } >dos
	expect 0 identify pic pic.patch dos
	is whole "$output" "pic: sci-pic: SCI pic (commands 7, lines 2, fills 1, patterns 2, cels 0, patch_file no)
pic.patch: sci-pic: SCI pic (commands 7, lines 2, fills 1, patterns 2, cels 0, patch_file yes)
dos: sci-pic: SCI pic (commands 7, lines 2, fills 1, patterns 2, cels 0, patch_file no)"
	head -c -1 pic >cut
	{ cat pic; printf 'x'; } >more
	expect 1 identify cut more
}

@test "fonts, cursors and texts of SCI" {
	# Two glyphs: of 1 by 1 and 3 by 2 pixels.
	printf '\0\0\2\0\11\0\12\0\15\0\1\1\x80\3\2\xa0\x40' >font
	{ printf '\0\0\0\1'; head -c 64 /dev/zero; } >cursor
	for kind in 7:font 8:cursor; do
		{ printf "\x8${kind%:*}\0"; cat "${kind#*:}"; } >"${kind#*:}.patch"
	done
	printf '\x83\0Hello\nthere\0\0' >text
	expect 0 identify font font.patch cursor cursor.patch text
	is whole "$output" "font: sci-font: SCI font (glyphs 2, line_height 9, patch_file no)
font.patch: sci-font: SCI font (glyphs 2, line_height 9, patch_file yes)
cursor: sci-cursor: SCI mouse cursor (hot_x 8, hot_y 8, stored_x 0, stored_y 256, patch_file no)
cursor.patch: sci-cursor: SCI mouse cursor (hot_x 8, hot_y 8, stored_x 0, stored_y 256, patch_file yes)
text: sci-text: SCI text (strings 2)"
	# A damaged file is a patch file by its name at most.
	head -c -1 font.patch >FONT.007
	printf '\x83\0Hello' >text.001
	expect 0 identify FONT.007 text.001
	prints "FONT.007: sci-patch: " "text.001: sci-patch: "
	printf x >>font
	printf '\xff\xff\xff\xff' | dd of=cursor conv=notrunc status=none
	tail -c +3 text >strings
	expect 1 identify font cursor strings
	is unknown "$(grep -c ': unknown$' <<<"$output")" 3
}

@test "views of SCI0: by their structure" {
	# Two loops, the second the first mirrored, of cels of 4 by 2 and 1 by 3 pixels.
	printf '\2\0\2\0\0\0\0\0\14\0\14\0' >view
	printf '\2\0\0\0\24\0\36\0' >>view
	printf '\4\0\2\0\0\0\17\0\121\62' >>view
	printf '\1\0\3\0\0\0\3\0\63' >>view
	{ printf '\x80\0'; cat view; } >view.patch
	cp view.patch view.007
	expect 0 identify view view.patch view.007
	is whole "$output" "view: sci-view: SCI0 view (loops 2, cels 4, mirrored 1, widest 4, highest 3, patch_file no)
view.patch: sci-view: SCI0 view (loops 2, cels 4, mirrored 1, widest 4, highest 3, patch_file yes)
view.007: sci-view: SCI0 view (loops 2, cels 4, mirrored 1, widest 4, highest 3, patch_file yes)"
	# Runs that end before or behind the last pixel, and offsets outside, are no view's.
	head -c -1 view >short
	{ head -c -1 view; printf '\103'; } >long
	cp view outside
	printf '\377' | dd of=outside bs=1 seek=19 conv=notrunc status=none
	printf '\0\0\0\0\0\0\0\0' >empty
	expect 1 identify short long outside empty
	is unknown "$(grep -c ': unknown$' <<<"$output")" 4
	head -c -1 view.patch >view.008
	expect 0 identify view.008
	prints "view.008: sci-patch: "
}

@test "sounds and instruments of SCI" {
	# AdLib has channel 0, the speaker 1: a note, and the loop point behind it.
	{
		printf '\0\1\4\0\40'
		head -c 28 /dev/zero
		printf '\5\220\74\100\12\74\0\0\317\177\3\374'
	} >sound
	{ printf '\x84\0'; cat sound; } >sound.patch
	# The same as the first games had it: a byte a channel.
	{
		printf '\0\21\24'
		head -c 14 /dev/zero
		printf '\0\220\74\100\12\74\0\3\374'
	} >early
	instrument='\1\2\3\4\5\1\6\7\10\1\0\1\1\2\3\0\11\12\0\13\14\15\0\1\0\1\2\3'
	for _ in {1..48}; do
		printf "$instrument"
	done >half
	{ printf '\x89\0'; cat half; printf '\xab\xcd'; cat half; } >bank.patch
	expect 0 identify sound sound.patch early half bank.patch
	is whole "$output" "sound: sci-sound: SCI0 sound (layout sci0, devices adlib speaker, events 4, ticks 18, loop_tick 15, patch_file no)
sound.patch: sci-sound: SCI0 sound (layout sci0, devices adlib speaker, events 4, ticks 18, loop_tick 15, patch_file yes)
early: sci-sound: SCI0 sound (layout early, devices adlib speaker, events 3, ticks 13, patch_file no)
half: sci-adlib-bank: SCI0 instruments of AdLib (instruments 48, patch_file no)
bank.patch: sci-adlib-bank: SCI0 instruments of AdLib (instruments 96, patch_file yes)"
	# A digital sound at 8000 Hz behind the end.
	{
		printf '\2\1\4'
		head -c 30 /dev/zero
		printf '\0\300\1\0\374\x1a\0\1\0'
		head -c 10 /dev/zero
		printf '\x40\x1f'
		head -c 16 /dev/zero
		printf '\2\0'
		head -c 10 /dev/zero
		printf 'xy'
	} >digital
	expect 0 identify digital
	prints "(layout sci0, devices adlib, events 2, ticks 0, rate 8000, samples 2, patch_file no)"
	# One that has nothing to play but that; without it there is too little to go by.
	{
		printf '\2\1\4'
		head -c 30 /dev/zero
		printf '\0\374'
	} >alone
	expect 1 identify alone
	tail -c +38 digital >>alone
	expect 0 identify alone
	prints "(layout sci0, devices adlib, events 1, ticks 0, rate 8000, samples 2, patch_file no)"
	# A damaged file is a patch file by its name at most.
	head -c -1 sound.patch >sound.001
	{ cat bank.patch; printf x; } >patch.003
	expect 0 identify sound.001 patch.003
	prints "sound.001: sci-patch: " "patch.003: sci-patch: "
	printf x >>sound
	printf '\377' | dd of=half conv=notrunc status=none
	head -c -1 digital >less
	expect 1 identify sound half less
}

@test "no message of any command has a control character of a name" {
	name=$'a\e[31m\r\x9bb.ext'
	for command in $("$EXHUME" --help | sed -n 's/^  \([a-z0-9-]*\) .*/\1/p'); do
		run --separate-stderr -- "$EXHUME" "$command" "$name"
		[ "$status" != 0 ] || { echo "$command: status 0"; return 1; }
		[[ $stderr != *[$'\e\r\x9b']* ]] || { echo "$command: $stderr"; return 1; }
	done
	says '\x1B[31m'
	# In names that files have.
	printf 'puzzle:1 {\nresults {\na:fr\033[2Job()\n}\n}\n' >x.scr
	run --separate-stderr -- "$EXHUME" scr-inspect --strict x.scr
	[[ $stderr != *$'\e'* ]]
}

@test "of a file above 256 MiB only the head is read" {
	# An archive, a video and a volume of 512 records, which the head cuts.
	zfs '\0\0\0\0' >one.zfs
	cp "$EXHUME_TESTDATA"/fuzz/zvision_avi/duck one.avi
	{
		printf '\3\0\4\200\0\200\0\0'
		head -c 32768 /dev/zero
	} >volume
	for _ in {1..9}; do
		cat volume volume >twice
		mv twice volume
	done
	for _ in {1..16}; do cat volume; done >whole
	mv whole volume
	[ "$(stat -c %s volume)" -gt $((256 << 20)) ]
	truncate -s 300M one.zfs one.avi
	expect 0 identify --json one.zfs one.avi volume
	is facts "$(jq -c '.results[] | [.format, .size > 268435456, .facts.read_size]' <<<"$output")" \
		'["zfs",true,16777216]
["avi",true,16777216]
["sci-volume",true,16777216]'
	# The same for a pipe or a device, which have no size.
	{ cat volume || true; } 2>/dev/null | "$EXHUME" identify --json - >found.json
	is size "$(jq -c '.results[0] | [.format, .size, .facts.read_size]' found.json)" '["sci-volume",16777216,16777216]'
	expect 1 identify /dev/zero
	is line "$output" "/dev/zero: unknown"
	says "/dev/zero: warning: not a file, and its length is not known: only the first 16 MiB were read"
	# Nonsense is unknown as ever.
	truncate -s 300M nothing
	expect 1 identify nothing
	is line "$output" "nothing: unknown"
}

@test "a game lists the subcommands that take it, no others" {
	expect 0 identify --json "$archives/dreams" "$archives/keen4" "$archives/digger"
	is keen-run "$(jq -c '[.results[] | (.subcommands | index("keen-run") != null)]' <<<"$output")" '[true,false,false]'
	is sci-run "$(jq -c '[.results[] | (.subcommands | index("sci-run") != null)]' <<<"$output")" '[false,false,true]'
	expect 1 keen-run --map 0 --frames 1 "$archives/keen4"
	absent ./*.png
}
