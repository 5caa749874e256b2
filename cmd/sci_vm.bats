#!/usr/bin/env bats
# exhume sci-vm: scripts run without screen and sound.

load ../testdata/cli/helper

digger=$archives/digger sci0data=$data/sci0

@test "our own game begins, and goes on" {
	expect 0 sci-vm --until burrow::init "$digger"
	is where "$output" "stopped after 105 instructions
step 105, acc S001+0072, prev #0000, sp 12, rest 0
  001:000c burrow::init (0 arguments)
  994:0087 digger::startRoom (1 argument)
  994:0077 digger::newRoom (1 argument)
  000:0041 digger::init (0 arguments)
  994:0012 digger::play (0 arguments)
  from outside"
	expect 0 sci-vm --steps 1000000 "$digger"
	[[ $output == "runs after 1000000 instructions"* ]]
	expect 0 sci-vm --json "$digger"
	holds - '.results[0] | .state == "runs" and .steps == 100000 and .ticks > 0 and (has("fault") | not)' <<<"$output"
}

@test "a trace has each instruction and each kernel call" {
	expect 0 sci-vm --trace --steps 14 "$digger"
	is lines "${#lines[@]}" 16
	is head "${lines[0]}" "V sci0trace 1 digger ipt=0 seed=1"
	is first "${lines[1]}" "I 1 994:000c 5c selfID a=#0000 p=#0000 sp=2 r=0 x=1 s=S000+00b8"
	is send "${lines[5]}" "I 5 994:0012 54 self 4 a=S000+00b8 p=#0000 sp=4 r=0 x=1 s=S000+00b8"
	is clone "${lines[15]}" "K 14 Clone 1 S999+00ee = C1"
	expect 0 sci-vm --trace --steps 5000 -o a "$digger"
	expect 0 sci-vm --trace --steps 5000 -o b "$digger"
	cmp a b
}

@test "a trace of level 2 has changes, each level has sums" {
	expect 0 sci-vm --trace-level 2 --steps 1001 -o a "$digger"
	is change "$(grep -m1 ^M a)" "M 2 G1 #0000 S000+00b8"
	is property "$(grep -m1 '^M [0-9]* P' a | cut -d' ' -f3)" "PC1.elements"
	is sum "$(grep -c ^Z a)" 1
	expect 0 sci-vm --trace --steps 1001 -o b "$digger"
	is none "$(grep -c ^M b)" 0
	cmp <(grep -v ^M a) b
}

@test "traces are packed by their name, or when asked" {
	expect 0 sci-vm --trace --steps 5000 -o a "$digger"
	expect 0 sci-vm --trace --steps 5000 -o a.gz "$digger"
	expect 0 sci-vm --gzip --steps 5000 -o b "$digger"
	cmp a <(gzip -dc a.gz)
	cmp a <(gzip -dc <b)
	expect 1 sci-vm --trace -o a "$digger"
	expect 1 sci-vm --trace -o /dev/full -f "$digger"
}

@test "the first difference of two traces" {
	expect 0 sci-vm --trace --steps 500 -o a "$digger"
	expect 0 sci-vm --trace-level 2 --steps 500 -o b.gz "$digger"
	expect 0 sci-vm --trace-diff a a
	is same "$output" "the same $(wc -l <a) lines"
	expect 1 sci-vm --trace-diff a b.gz
	expect 0 sci-vm --trace-diff --ignore-changes a b.gz
	sed '200s/ a=[^ ]*/ a=#1234/' a >c
	expect 1 sci-vm --trace-diff a c
	is first "${lines[0]}" "first difference in line 200 of a, line 200 of c"
	is context "${lines[1]}" "  $(sed -n 180p a)"
	is theirs "${lines[21]}" "- $(sed -n 200p a)"
	is ours "${lines[22]}" "+ $(sed -n 200p c)"
	is calls "$(grep -c 'the last one first:' <<<"$output")" 2
	expect 1 sci-vm --trace-diff --json a c
	holds - '.results[0] | .same == false and .lines == [200, 200]' <<<"$output"
	head -n 300 a >d
	expect 1 sci-vm --trace-diff a d
	[[ $output == *"+ (the trace ends)"* ]]
	sed '1s/digger/other/' a >e
	expect 0 sci-vm --trace-diff a e
	expect 2 sci-vm --trace-diff a nothing
	expect 2 sci-vm --trace-diff a
	expect 2 sci-vm --ignore-changes "$digger"
	head -c 500 b.gz >f.gz
	expect 2 sci-vm --trace-diff b.gz f.gz
}

@test "two runs are compared while they run" {
	exhume=$EXHUME
	is same "$("$exhume" sci-vm --trace-diff <("$exhume" sci-vm --trace --steps 20000 "$digger") \
		<("$exhume" sci-vm --trace --steps 20000 "$digger"))" "the same 21925 lines"
}

@test "a run takes what comes from outside from a trace" {
	expect 0 sci-vm --trace-level 2 --steps 20000 -o a.gz "$digger"
	expect 0 sci-vm --replay a.gz "$digger"
	expect 0 sci-vm --replay a.gz --trace-level 2 --steps 20000 -o b "$digger"
	cmp b <(gzip -dc a.gz)
	"$EXHUME" sci-vm --trace --steps 3000 "$digger" | expect 0 sci-vm --replay - "$digger"
	# Another clock is taken over, though the game's own would say something else.
	gzip -dc a.gz >a
	grep -q '^X [0-9]* tick' a
	sed '/^X [0-9]* tick/s/[0-9]*$/77/' a >c
	expect 0 sci-vm --replay c --trace-level 2 --steps 20000 -o d "$digger"
	cmp c d
	# The game's own calls must be the same.
	n=$(grep -n -m1 '^K .* NewNode ' a | cut -d: -f1)
	sed "${n}s/= N.*/= N9/" a >e
	expect 1 sci-vm --replay e "$digger"
	says "the run leaves the trace in its line $n"
	[[ $output == "parted from line $n of e"* ]]
	sed "${n}d" a >e
	expect 1 sci-vm --replay e "$digger"
	expect 1 sci-vm --replay nothing "$digger"
	expect 2 sci-vm --replay a "$digger" "$digger"
}

@test "a trace has messages and changes of another host" {
	mkdir g
	cat >a.txt <<-'END'
		.exports
		a
		.code
		a:
		 lofsa Thing
		 push0
		 callk GetPort, 0
		 ret
		.self Thing
		Thing::init:
		 ldi 7
		 ret
		.class Thing
		 species = 0
		 superClass = -1
		 -info- = $8000
		 name = @t
		 .method init = Thing::init
		.strings
		t: .string "Thing"
		.locals
		 .word 5
		.relocations
	END
	expect 0 sci-script --assemble a.txt -o g/script.000 "$digger"
	expect 0 sci-vm --trace-level 2 --run 0:0 -o a g
	object=$(sed -n '/^I 2 /s/.* a=\(S[^ ]*\).*/\1/p' a)
	# Another host's GetPort writes, sends a message, and answers something else.
	sed -n '1,/^I 3 /p' a >b
	cat >>b <<-END
		M 3 G0 #0005 $object
		X 3 event 1 2 3 4 5
		X 3 send $object state
		I 4 000:0013 35 ldi 7 a=$object p=#0000 sp=4 r=0 x=3 s=$object
		I 5 000:0015 48 ret a=#0007 p=#0000 sp=4 r=0 x=3 s=$object
		M 5 Y1.0 #0000 #0041
		K 3 GetPort 0 = $object
		I 6 000:0012 48 ret a=$object p=#0000 sp=1 r=0 x=1 s=#0000
	END
	expect 0 sci-vm --replay b --trace-level 2 --run 0:0 -o c g
	cmp b c
	for wrong in 's/init//;s/X 3 send .*/X 3 send #0001 32/' 's/X 3 send .*/X 3 send/' 's/G0/G7/' 's/^K 3.*/K 3 GetPort 0/' \
		's/Y1.0/Q/' 's/GetPort/GetPart/'; do
		sed "$wrong" b >d
		expect 1 sci-vm --replay d --run 0:0 g
		says "the run leaves the trace"
	done
}

@test "places where it stops" {
	expect 0 sci-vm --until kernel:Wait "$digger"
	[[ $output == "stopped after "*"994:001e digger::play"* ]]
	expect 0 sci-vm --until 994:0x20 "$digger"
	expect 0 sci-vm --until 994:32 "$digger"
	expect 1 sci-vm --until nobody::init --steps 500 "$digger"
	says "nobody::init was not reached: the game runs after 500 instructions"
	for wrong in burrow 1:x ::init burrow:: kernel: 70000:1; do
		expect 2 sci-vm --until "$wrong" "$digger"
	done
}

@test "functions are called with arguments" {
	expect 0 sci-vm --run 0:1,5 --json "$digger"
	holds - '.results[0] | .state == "ended" and .steps > 10' <<<"$output"
	expect 1 sci-vm --run 0:9 "$digger"
	says "BADEXPORT: no export 9 of script 0"
	for wrong in 0 0:x 0:1,x 0:1, 70000:1; do
		expect 2 sci-vm --run "$wrong" "$digger"
	done
}

@test "faults stop it, or are passed and counted" {
	mkdir g
	printf '.exports\na\n.code\na:\n lofss text\n ldi 2\n mul\n ldi 7\n ret\n.strings\ntext: .string "x"\n' >a.txt
	expect 0 sci-script --assemble a.txt -o g/script.000 "$digger"
	expect 1 sci-vm --run 0:0 g
	says "g: step 3: PTRARITH: arithmetic with a pointer"
	expect 0 sci-vm --run 0:0 --lenient g
	[[ $output == "ended after 5 instructions, 1 faults passed"* ]]
	expect 1 sci-vm --run 0:0 --lenient --assert-clean g
	says "1 faults were passed"
	printf '.exports\na\n.code\na: push0\n jmp a\n' >b.txt
	expect 0 sci-script --assemble b.txt -f -o g/script.000 "$digger"
	expect 1 sci-vm --run 0:0 --lenient g
	says "STACK: the stack is full"
	expect 1 sci-vm nothing
	mkdir empty
	expect 1 sci-vm empty
}

@test "real games take the known steps to their first kernel calls" {
	need_game "$sci0data/companion-template"
	while read -r game name step; do
		expect 0 sci-vm --until "kernel:$name" --json "$sci0data/$game"
		is "$game $name" "$(jq '.results[0].steps + 1' <<<"$output")" "$step"
	done <<-END
		companion-template GetSaveDir 4
		companion-template GameIsRestarting 7
		companion-template GetCWD 12
		companion-template SetCursor 26
		companion-template NewList 60
		companion-template DoSound 237
		companion-template AddMenu 250
		companion-template Graph 274
		companion-template SetMenu 283
		companion-template Load 524
		companion-template FOpen 651
		companion-template Animate 831
		template-redux GetSaveDir 4
		template-redux GetCWD 12
		template-redux SetCursor 26
		template-redux NewList 59
		template-redux AddMenu 312
		template-redux DoSound 334
		template-redux Animate 863
		template-redux Clone 939
		template-redux DrawPic 1890
	END
	for game in companion-template template-redux; do
		expect 0 sci-vm --steps 2000000 "$sci0data/$game"
	done
}

@test "code that is assembled on the spot" {
	expect 0 sci-vm --eval 'pushi 3|ldi 4|add' "$archives/lodge"
	is where "${lines[1]}" "step 4, acc #0007, prev #0000, sp 0, rest 0"
	expect 1 sci-vm --eval $'push0\nfoo 4' "$archives/lodge"
	says "exhume sci-vm: --eval: instruction 2, column 1: no instruction has this name: foo"
	expect 2 sci-vm --eval ret --run 0:0 "$archives/lodge"
}

@test "all that the machine holds, as JSON" {
	expect 0 sci-vm --until hall::init --state-json s -o o "$archives/lodge"
	holds s '.format == "sci-vm-state" and .globals[1] == "S000+02da" and (.globals | length) == 100'
	holds s '[.scripts[].objects[] | select(.name == "hall") | .superclass, .properties.number] == ["Rm", "#0000"]'
	holds s '.clones[0].superclass == "Set" or .clones[0].superclass == "List"'
	holds s '.calls[-1].selector == "init" and .calls[0].outside'
	expect 0 sci-vm --steps 5000 --state-json t -o p "$archives/lodge"
	holds t '.lists[0].nodes[0].value | startswith("S")'
	expect 1 sci-vm --state-json s "$archives/lodge"
	expect 0 sci-vm --steps 10 --state-json - "$archives/lodge"
	holds - '.step == 10' <<<"$output"
	expect 2 sci-vm --json --state-json - "$archives/lodge"
}

@test "instructions and time by function" {
	expect 0 sci-vm --steps 1000 --profile p --state-json /dev/null -f "$archives/lodge"
	is head "$(head -n 1 p | tr -s ' ')" "instructions % with calls calls ms with calls function"
	is sum "$(awk '{ sum += $1 } END { print sum }' p)" 1000
	is all "$(awk '/994:Game::play/ { print $3, $4 }' p)" "1000 1"
	is kernel "$(awk '/kernel:AddMenu/ { print $1, $4 }' p)" "0 2"
	expect 0 sci-vm --steps 1000 --profile p.folded "$archives/lodge"
	is folded "$(awk '{ sum += $NF } END { print sum }' p.folded)" 1000
	grep -qx '994:Game::play;0:lodge::init;999:Obj::new 7' p.folded
	expect 0 sci-vm --steps 1000 --profile p.json "$archives/lodge"
	holds p.json '[.functions[].instructions] | add == 1000'
	holds p.json '.functions[] | select(.name == "0:lodge::init") | .calls == 1 and .script == 0 and .offset == 14'
	# The instructions are the same with and without calls if no function is called.
	expect 0 sci-vm --profile - --eval 'pushi 3|ldi 4|add' "$archives/lodge"
	[[ $output == *" 4 100.00            4          1 "*"export_0"* ]]
	expect 1 sci-vm --profile p "$archives/lodge"
	expect 2 sci-vm --profile p --debug "$archives/lodge"
}

@test "what of the code has run" {
	expect 0 sci-vm --steps 1000 --coverage all "$archives/lodge"
	expect 0 sci-vm --steps 1000 --coverage a.json "$archives/lodge"
	# The profile knows by another way which functions were called.
	expect 0 sci-vm --steps 1000 --profile p.json "$archives/lodge"
	is functions "$(jq -c '[.scripts[] | .number as $n | .functions[] | select(.run > 0) | "\($n):\(.offset)"] | sort' a.json)" \
		"$(jq -c '[.functions[] | select(.script != null) | "\(.script):\(.offset)"] | sort' p.json)"
	holds a.json '[.scripts[] | .run == (.executed | length)] | all'
	holds a.json '[.scripts[] | .gone == (.branched | length) + (.passed | length)] | all'
	holds a.json '.scripts[] | (.branched + .passed) - .executed == []'
	holds a.json 'has("rooms") | not'
	is sum "$(awk '/^all/ { print $2, $4, $10 }' all)" \
		"$(jq -r '[.scripts[]] | "\([.[].run] | add) \([.[].instructions] | add) \([.[].gone] | add)"' a.json)"
}

@test "coverage adds up over runs" {
	expect 0 sci-vm --steps 10 --coverage a.json "$archives/lodge"
	expect 0 sci-vm --coverage b.json --eval 'pushi 3|ldi 4|add' "$archives/lodge"
	expect 0 sci-vm --steps 10 --coverage c.json --coverage-merge a.json "$archives/lodge"
	cmp a.json c.json
	expect 1 sci-vm --steps 10 --coverage d.json --coverage-merge b.json "$archives/lodge"
	says "is not that of this game"
	[ ! -e d.json ]
	jq '.scripts[0].executed += [70000]' a.json >e.json
	expect 1 sci-vm --coverage d.json --coverage-merge e.json "$archives/lodge"
	says "e.json: script 0: executed: expected a list of its offsets"
	expect 1 sci-vm --coverage d.json --coverage-merge "$archives/lodge/vocab.000" "$archives/lodge"
	expect 2 sci-vm --coverage-merge a.json "$archives/lodge"
	expect 2 sci-vm --coverage a --profile b "$archives/lodge"
}

@test "coverage over the lines of the disassembled scripts" {
	expect 0 sci-unpack --convert -o u "$archives/lodge"
	expect 0 sci-vm --steps 1000 --coverage u/run.info "$archives/lodge"
	expect 0 sci-vm --steps 1000 --coverage run.json "$archives/lodge"
	is lines "$(grep -c '^DA:.*,1$' u/run.info)" "$(jq '[.scripts[].run] | add' run.json)"
	is ways "$(grep -c '^BRDA:.*,1$' u/run.info)" "$(jq '[.scripts[].gone] | add' run.json)"
	# Each line is an instruction, each function begins after its label.
	cd u
	awk -F'[:,]' '/^SF/ { n = 0; while ((getline t[++n] < $2) > 0); close($2) }
		/^DA/ && t[$2] !~ /^\t[-+a-z]/ { print t[$2]; bad = 1 }
		/^FN:/ && t[$2 - 1] !~ /:(\t; export [0-9]+)?$/ && t[$2 - 1] !~ /^$|^\.self/ { print t[$2 - 1]; bad = 1 }
		END { exit bad }' run.info
}

debug() {
	printf '%s\n' "$@" >commands
	capture "$EXHUME" sci-vm --steps 20000 --debug "$archives/lodge" <commands
}

@test "the debugger stops, and goes back" {
	debug "break lodge::init" go bt s rs rs finish "sg 2" rgo so snk goto\ 4
	is status "$status" 0
	is answers "$output" "0 lodge::play  994:000c  selfID
1: lodge::init
breakpoint 1: lodge::init
5 lodge::init  000:000e  pushi 31
2: 000:000e lodge::init()
1: 994:0012 lodge::play()
0: messages from outside
6 lodge::init  000:0010  push0
5 lodge::init  000:000e  pushi 31
4 lodge::play  994:0012  self 4
breakpoint 1: lodge::init
5 lodge::init  000:000e  pushi 31
87 lodge::startRoom  994:00a5  pushi 32
5 lodge::init  000:000e  pushi 31
6 lodge::init  000:0010  push0
13 List::new  999:0011  callk 4, 2  ; Clone
4 lodge::play  994:0012  self 4"
}

@test "what the debugger shows" {
	debug "watch g2" "break said door" "break text 0,0" "break kernel AddMenu" "bpe 255 0" bplist go go go go \
		"vr \$ACC" "vo ?lodge" "stack 1" "vmvars g 2" "type ?lodge" "seginfo 2" segtable \
		clonetable classtable "disasm ?lodge status" "disasm-addr &994:000c 2" "parse look at door" \
		"bpdel 1" registers obj "help s"
	is status "$status" 0
	is watch "$(grep 'g2: .*->' <<<"$output")" "g2: #0000 (0) -> S001+0134 hall"
	[[ $output == *"4: kernel AddMenu, 0 times"*"callk 34, 4  ; AddMenu"* ]]
	[[ $output == *"  name S000+0402"* && $output == *"lodge::status:"* ]]
	[[ $output == *"callk"*"994:000c  selfID"*"994:000d  sag 1"* ]]
	[[ $output == *"noun, verb"*"(141 13f"* ]]
}

@test "what the debugger changes" {
	debug "break lodge::status" go "set_acc 7" registers "vmvars g 15 9" "vmvars g 15" "set ?lodge name 0" \
		"send ?mole x" "snap s" "s 50" "restore s" "vmvars g 15" quit
	is status "$status" 0
	[[ $output == *"acc   #0007 (7)"* && $output == *"g15: #0009 (9)"*"g15: #0009 (9)"*"g15: #0009 (9)"* ]]
	mkdir src
	printf '(script 0)\n(local gEgo gGame gRoom [gRest 12] gScore)\n' >src/Main.sc
	capture "$EXHUME" sci-vm --debug --sources src "$archives/lodge" <<<"vmvars g 15"
	is name "${lines[1]}" "g15 gScore: #0000 (0)"
	expect 1 sci-vm --debug --sources . "$archives/lodge" </dev/null
	says "there is no source of a script"
}

@test "commands that are wrong" {
	debug foo "s x" "break" "break 1:x" "watch q" "watch g999" "vo 5" "vo ?none" "vo ?mole.7" "snk None" \
		"disasm ?lodge none" "restore none" "seginfo 99" "bpdel 9" "vmvars x" "vmvars g 999" "send ?lodge none" \
		"set ?lodge none 1" "type &1:0" "type \$XY" accobj rgo "stack x"
	is status "$status" 1
	[[ $stderr == *"line 3: expected: break PLACE"*"line 20: \$XY: expected \$PC"* ]]
	expect 2 sci-vm --debug --json "$archives/lodge" </dev/null
	expect 2 sci-vm --sources . "$archives/lodge"
}
