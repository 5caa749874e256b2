#!/usr/bin/env bats
# exhume sub2srt: texts and subtitles of our own.

load ../testdata/cli/helper

# talk FOLDER: subtitles and their text, in another case.
talk() {
	mkdir -p "$1"
	printf '%s~\r\n' Initialization:none 'Rectangle:40 330 470 389' TextFile:talk.txt \
		'a:(0,25)=0' 'b:(26,60)=1' 'c:(70,95)=2' >"$1/talk.sub"
	{
		printf '<\0R\0E\0D\0 \0001\0000\0>\0O\0n\0e\0\r\n\0'
		printf 'T\0w\0o\0,\0 \0\374\0\r\n\0'
		printf '\023\004;\0040\004\r\n\0'
	} >"$1/TALK.TXT"
}

@test "cues become SRT, with the text beside them in any case" {
	talk .
	expect 0 sub2srt -v talk.sub
	says "talk.sub: times are frames, 15 per second: assumed"
	is srt "$(cat talk.srt)" "1
00:00:00,000 --> 00:00:01,733
One

2
00:00:01,733 --> 00:00:04,067
Two, ü

3
00:00:04,667 --> 00:00:06,400
Гла"
	expect 1 sub2srt talk.sub
	says "talk.srt: exists; -f overwrites it"
	expect 0 sub2srt -o new/ talk.sub
	cmp new/talk.srt talk.srt
	"$EXHUME" sub2srt -q -o - talk.sub | cmp - talk.srt
	"$EXHUME" sub2srt -q --text TALK.TXT -o - - <talk.sub | cmp - talk.srt
}

@test "JSON has rectangle, lines and cues, in results alone" {
	talk .
	expect 0 sub2srt --json talk.sub
	printf '%s' "$output" >json
	is dump "$(command jq -c '.results[0] | {rectangle, lines, cues}' json)" \
		'{"rectangle":[40,330,470,389],"lines":["<RED 10>One","Two, ü","Гла"],"cues":[[0,25,0],[26,60,1],[70,95,2]]}'
	is keys "$(jq -c keys json)" '["exhume","format","results","schema"]'
	holds json '.results[0] | .unit == "frames" and .fps == 15 and .text_file == "talk.txt" and .encoding == "wide"'
	is files "$(ls | xargs)" "TALK.TXT json talk.sub"
	expect 0 sub2srt -q --format json talk.sub
	is file "$(jq -c '.results[0] | .cues' talk.sub.json)" '[[0,25,0],[26,60,1],[70,95,2]]'
}

@test "units and rates" {
	talk .
	: >TALK.raw
	expect 0 sub2srt -v -o - talk.sub
	says "times are tenths of a second: a sound has the same name"
	prints "00:00:00,000 --> 00:00:02,600"
	: >talk.AVI
	expect 0 sub2srt -v -o - talk.sub
	says "times are frames, 15 per second: a video has the same name"
	expect 0 sub2srt --unit tenths -o - talk.sub
	prints "00:00:00,000 --> 00:00:02,600"
	expect 0 sub2srt --unit frames --fps 30000/1001 -o - talk.sub
	prints "00:00:00,000 --> 00:00:00,868" # 26 * 1001 / 30000
	expect 0 sub2srt --fps 12.5 -o - talk.sub
	prints "00:00:00,000 --> 00:00:02,080"
	for rate in 0 x 15x 1/0 -1 1.; do
		expect 2 sub2srt "--fps=$rate" -o - talk.sub
	done
}

@test "of cues that overlap the first in the file is seen" {
	printf 'one\ntwo\n<NEWLINE><NEWLINE>\n' >t.txt
	printf 'TextFile:t.txt~\na:(10,19)=1~\nb:(0,29)=0~\nc:(40,41)=2~\nd:(9,8)=0~\n' >t.sub
	expect 0 sub2srt --fps 10 -o - t.sub
	is srt "$output" "1
00:00:00,000 --> 00:00:01,000
one

2
00:00:01,000 --> 00:00:02,000
two

3
00:00:02,000 --> 00:00:03,000
one"
	says "line 5: from 9 to 8, so it is never shown"
}

@test "tags are stripped, kept, or become those of SRT" {
	printf 'a <BOLD on RED 0>b<NEWLINE>c < d\n' >t.txt
	printf 'TextFile:t.txt~\na:(0,9)=0~\n' >t.sub
	expect 0 sub2srt -q -o - t.sub
	is strip "$(tail -n +3 <<<"$output")" "a b
c < d"
	expect 0 sub2srt -q --tags srt -o - t.sub
	is srt "$(tail -n +3 <<<"$output")" 'a <font color="#00ffff"><b>b
c < d</b></font>'
	expect 0 sub2srt -q --tags keep -o - t.sub
	is keep "$(tail -n +3 <<<"$output")" 'a <BOLD on RED 0>b<NEWLINE>c < d'
}

@test "texts by themselves" {
	talk .
	cp TALK.TXT INQUIS.STR
	expect 0 sub2srt -q TALK.TXT INQUIS.STR
	is text "$(cat TALK.TXT.utf8.txt)" "One
Two, ü
Гла"
	cmp TALK.TXT.utf8.txt INQUIS.STR.utf8.txt
	expect 0 sub2srt --json TALK.TXT
	is lines "$(jq -c '.results[0] | .lines, .plain' <<<"$output" | xargs -d '\n')" \
		'["<RED 10>One","Two, ü","Гла"] ["One","Two, ü","Гла"]'
	expect 1 sub2srt --format srt -o - TALK.TXT
	says "a text without times"
	printf '\317\360\270\r\n' >r.txt
	expect 0 sub2srt --encoding cp1251 -o - r.txt
	is russian "$output" "Прё"
	expect 0 sub2srt -o - r.txt
	is latin "$output" "Ïð¸"
}

@test "what is missing or damaged is told" {
	talk .
	rm TALK.TXT
	expect 1 sub2srt talk.sub
	says "talk.sub: its text talk.txt is not beside it; give --text"
	absent talk.srt
	run --separate-stderr -- "$EXHUME" sub2srt --json talk.sub
	check_run 1 json
	is cues "$(jq -c '.results[0] | [.cues, .lines]' <<<"$output")" '[[[0,25,0],[26,60,1],[70,95,2]],[]]'
	printf 'x\n' >talk.txt
	expect 1 sub2srt -o - talk.sub
	says "talk.sub:0x52: line 5: line 1 of a text of 1 lines"
	prints "x"
	printf 'a\0b' >cut.txt
	expect 1 sub2srt --encoding wide -o - cut.txt
	says "cut.txt:0x2: the file ends within a two-byte character"
	printf 'hello\n' >bad.sub
	expect 1 sub2srt bad.sub
	says "bad.sub:0x0: not subtitles"
	expect 2 sub2srt
	expect 2 sub2srt -
	expect 1 sub2srt missing.sub
}

@test "what a file is tells its output's name, where its ending does not" {
	printf 'hello\nworld\n' >notes.dat
	printf 'Rectangle:1 2 3 4~\na:(0,9)=0~\n' >cues.dat
	expect 0 sub2srt notes.dat
	is text "$(cat notes.dat.utf8.txt)" "hello
world"
	run -- "$EXHUME" sub2srt cues.dat
	absent notes.dat.srt cues.dat.utf8.txt
}

@test "the samples" {
	need_game "$data/zvision"
	expect 0 sub2srt --json "$data/zvision/text/talk.sub"
	is dump "$(command jq -c '.results[0] | {rectangle, cues}' <<<"$output")" \
		'{"rectangle":[40,330,470,389],"cues":[[0,25,0],[26,60,1],[70,95,2]]}'
	is third "$(jq -r '.results[0] | .lines[2]' <<<"$output")" "Глава"
}
