# bash completion for exhume: asks the program itself what it knows.

# The long and short options that --help lists.
_exhume_options()
{
	"$@" --help 2>/dev/null |
		sed -n 's/^ *\(-[a-zA-Z]\), \(--[a-z-]*\).*/\1 \2/p; s/^  *\(--[a-z-]*\).*/\1/p'
}

# The subcommands: the indented words of exhume --help.
_exhume_subcommands()
{
	"$1" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z0-9-]*\)  .*/\1/p'
}

# The subcommand that is typed already, and nothing before it.
_exhume_subcommand()
{
	local i
	for ((i = 1; i < COMP_CWORD; i++)); do
		[[ ${COMP_WORDS[i]} == -* ]] && continue
		printf '%s\n' "${COMP_WORDS[i]}"
		return
	done
}

_exhume_words()
{
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_exhume()
{
	local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]}
	local before=${COMP_WORDS[COMP_CWORD - 1]} subcommand option=
	program=${program/#\~\//$HOME/}
	COMPREPLY=()
	subcommand=$(_exhume_subcommand)

	# --option=value comes as three words, if = parts words.
	if [[ $word == = ]]; then
		option=$before word=
	elif [[ $before == = ]]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}
	elif [[ $word == --*=* ]]; then
		option=${word%%=*} word=${word#*=}
	else
		option=$before
	fi

	if [[ -z $subcommand ]]; then
		_exhume_words "$(_exhume_subcommands "$program") --help --version" "$word"
		return
	fi
	case $option in
	--palette)
		case $subcommand in
		lbm2png) _exhume_words "file ega" "$word" ;;
		pic2png) _exhume_words "0 1 2 3" "$word" ;;
		*) _exhume_words "0 1 0i 1i" "$word" ;;
		esac
		return ;;
	--layers) _exhume_words "back fore info" "$word"; return ;;
	--method)
		[[ $subcommand == sci-pack ]] && _exhume_words "auto stored lzw huffman smallest" "$word" ||
			_exhume_words "lzh lzss store" "$word"
		return ;;
	--layout)
		[[ $subcommand == vocab-pack ]] &&
			{ _exhume_words "auto sci0 sci01 counted zeros" "$word"; return; }
		[[ $subcommand == sci-unpack ]] &&
			{ _exhume_words "auto sci0 sci1-early sci1 sci1.1" "$word"; return; } ;;
	--type)
		[[ $subcommand == text-dump ]] && _exhume_words "text script" "$word"
		[[ $subcommand == sci-unpack ]] && _exhume_words "view pic script text sound memory vocab
			font cursor patch" "$word"
		return ;;
	--format)
		case $subcommand in
		mapdump) _exhume_words "table json csv png tmj tmx" "$word" ;;
		imf2wav) _exhume_words "auto wav flac raw dro vgm opl2log png" "$word" ;;
		sci-snd2wav) _exhume_words "auto wav flac raw mid vgm dro opl2log json" "$word" ;;
		snd2wav | raw2wav | avi2wav) _exhume_words "auto wav flac raw" "$word" ;;
		rlf2png | avi2png | pano2png) _exhume_words "auto png apng gif y4m raw sheet" "$word" ;;
		view2png) _exhume_words "auto png apng gif" "$word" ;;
		keen-run) _exhume_words "auto png apng gif y4m raw hash" "$word" ;;
		png2tgz) _exhume_words "tgz tga" "$word" ;;
		lev-inspect) _exhume_words "auto text dot png apng gif y4m raw sheet" "$word" ;;
		scr-inspect) _exhume_words "auto text json dot" "$word" ;;
		said-compile) _exhume_words "auto hex text binary c json tsv" "$word" ;;
		parse-tree) _exhume_words "auto tree tsv ascii dot json" "$word" ;;
		sub2srt) _exhume_words "auto srt text json" "$word" ;;
		sci-unpack) _exhume_words "text tsv" "$word" ;;
		vocab-dump | text-dump) _exhume_words "auto text json tsv" "$word" ;;
		font2png) _exhume_words "auto all png json bdf" "$word" ;;
		cursor2png) _exhume_words "auto all png json cur" "$word" ;;
		pic2png) _exhume_words "auto png apng gif y4m svg text pic" "$word" ;;
		*) _exhume_words "auto text ansi raw json" "$word" ;;
		esac
		return ;;
	--hotspot)
		[[ $subcommand == cursor2png ]] && _exhume_words "sci0 stored" "$word"
		return ;;
	--both) _exhume_words "white gray" "$word"; return ;;
	--interpreter) _exhume_words "sierra freesci scummvm" "$word"; return ;;
	--game) _exhume_words "auto nemesis zgi" "$word"; return ;;
	--unit) _exhume_words "auto frames tenths" "$word"; return ;;
	--tags) _exhume_words "strip srt keep" "$word"; return ;;
	--encoding)
		[[ $subcommand == vocab-* || $subcommand == text-dump ]] && _exhume_words "cp437 latin1 cp850 utf-8" "$word" ||
			_exhume_words "auto wide latin1 cp1251 wide-cp1251" "$word"
		return ;;
	--fps)
		[[ $subcommand == view2png ]] && _exhume_words "10" "$word" || _exhume_words "15" "$word"
		return ;;
	--data)
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -d -- "$word")
		return ;;
	--packing) _exhume_words "auto adpcm pcm8 pcm16" "$word"; return ;;
	--transpose)
		# A flag of png2tgz.
		[[ $subcommand == png2tgz ]] || { _exhume_words "auto yes no" "$word"; return; } ;;
	--kind)
		[[ $subcommand == vocab-* ]] && _exhume_words "words suffixes grammar synonyms properties
			help classes selectors opcodes kernel" "$word" ||
			_exhume_words "auto pana tilt flat" "$word"
		return ;;
	--dither)
		[[ $subcommand == pic2png ]] && _exhume_words "ega average none" "$word" ||
			_exhume_words "none ordered floyd-steinberg" "$word"
		return ;;
	--screens) _exhume_words "visual priority control" "$word"; return ;;
	--mirrored | --smooth) _exhume_words "auto yes no" "$word"; return ;;
	--device)
		case $subcommand in
		keen-run) _exhume_words "speaker adlib none" "$word" ;;
		sci-snd2wav) _exhume_words "adlib pcspeaker tandy mt32 fb01 casio amiga gm all" "$word" ;;
		*) _exhume_words "both pc adlib" "$word" ;;
		esac
		return ;;
	--video) _exhume_words "ega cga" "$word"; return ;;
	--refresh) _exhume_words "dreams keen1 full" "$word"; return ;;
	--difficulty) _exhume_words "easy normal hard" "$word"; return ;;
	--show) _exhume_words "screen vram page0 page1 master updates clip" "$word"; return ;;
	--writes) _exhume_words "auto spaced immediate" "$word"; return ;;
	--rate) _exhume_words "native 44100 48000" "$word"; return ;;
	--tick) _exhume_words "280 560 700 1193182/2128" "$word"; return ;;
	--channels) _exhume_words "1 2" "$word"; return ;;
	--overlay)
		[[ $subcommand == pic2png ]] && _exhume_words "none priority control" "$word" ||
			_exhume_words "none hitbox" "$word"
		return ;;
	--pack-as) _exhume_words "none 0.90 0.91" "$word"; return ;;
	--progress) _exhume_words "auto always never" "$word"; return ;;
	--only)
		[[ $subcommand == softdisk || $subcommand == zfs-unpack ]] && return
		_exhume_words "pic picm sprite font fontm tile8 tile8m tile16 tile16m tile32
			tile32m binary pictable picmtable spritetable unknown" "$word"
		return ;;
	--tail)
		[[ $subcommand == zfs-* ]] && _exhume_words "bytes words" "$word"
		return ;;
	-j | --jobs | --map | --scale | --ticks | --loops | --fade | --gain | --solo | --mute | --background | --hot-spot | --exclude | --key | --block | --angle | --linscale | --zeropoint | --pos | --mouse | --sweep | --time | --stream | --frames | --number | --loop | --cel | --volume-size | --word | --group | --nearest | --most | --said | --said-script | --words | --synonyms | --flowers | --bombs | --lives | --keys | --score | --done | --world-pos | --random | --tic-step | --slow | --edit | --every | --steps | --range | --width | --height)
		return ;;
	--pack)
		compopt -o filenames 2>/dev/null
		[[ $subcommand == mapdump || $subcommand == zcr2png ]] && mapfile -t COMPREPLY < <(compgen -f -- "$word") ||
			mapfile -t COMPREPLY < <(compgen -d -- "$word")
		return ;;
	esac
	if [[ $word == -* && $option != -o && $option != --output ]]; then
		_exhume_words "$(_exhume_options "$program" "$subcommand")" "$word"
	elif [[ $subcommand == help ]]; then
		_exhume_words "$(_exhume_subcommands "$program") input exhume.3 exhume.7" "$word"
	else
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
	fi
}

complete -F _exhume exhume
