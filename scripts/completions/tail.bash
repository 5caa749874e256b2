_exhume_words()
{
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_exhume_paths()
{
	compopt -o filenames 2>/dev/null
	mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}

_exhume()
{
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local subcommand= option= values i
	COMPREPLY=()
	for ((i = 1; i < COMP_CWORD; i++)); do
		[[ ${COMP_WORDS[i]} == -* ]] && continue
		subcommand=${COMP_WORDS[i]}
		break
	done

	# --option=value comes as three words if = separates words.
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
		_exhume_words "$_exhume_subcommands --help --version" "$word"
		return
	fi
	values=$(_exhume_values "$subcommand" "$option")
	case $values in
	words*) _exhume_words "${values#words}" "$word" ;;
	files) _exhume_paths -f "$word" ;;
	folders) _exhume_paths -d "$word" ;;
	nothing) ;;
	*)
		if [[ $word == -* ]]; then
			_exhume_words "$(_exhume_options "$subcommand")" "$word"
		elif [[ $subcommand == help ]]; then
			_exhume_words "$_exhume_subcommands tour input exhume.3 exhume.7" "$word"
		else
			_exhume_paths -f "$word"
		fi
		;;
	esac
}

complete -F _exhume exhume
