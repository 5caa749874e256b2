# The table of options to a completion for fish.
function quoted(text) {
	gsub(/[\\']/, "\\\\&", text) # \\& is a backslash and the match, in every awk
	return "'" text "'"
}
function action() {
	if ($5 == "-")
		return ""
	if ($7 == "words")
		return " -x -a " quoted($8)
	if ($7 == "files")
		return " -r -F"
	return $7 == "folders" ? " -x -a '(__fish_complete_directories (commandline -ct))'" : " -x"
}
BEGIN {
	FS = "\t"
	print "# fish completion for exhume. Generated from its tables of options."
	print ""
	print "# True if the subcommand that is typed already is this one; without one, if none is."
	print "function __exhume_is"
	print "    set -l words (commandline -opc)"
	print "    set -e words[1]"
	print "    set -l typed (string match -v -- '-*' $words)"
	print "    test \"$typed[1]\" = \"$argv[1]\""
	print "end"
	print ""
	print "complete -c exhume -n '__exhume_is' -f -l help -d 'list the subcommands'"
	print "complete -c exhume -n '__exhume_is' -f -l version -d 'print the version'"
}
$2 == "command" {
	print "complete -c exhume -n '__exhume_is' -f -a " $1 " -d " quoted($4)
	print "complete -c exhume -n '__exhume_is help' -f -a " $1
}
$2 == "option" {
	print "complete -c exhume -n '__exhume_is " $1 "' -l " $4 ($3 == "-" ? "" : " -s " $3) \
		action() " -d " quoted($9)
}
