# The table of options to a completion for bash.
BEGIN { FS = "\t" }
$2 == "command" { subcommands = subcommands " " $1 }
$2 == "option" {
	names = ($3 == "-" ? "" : "-" $3 " ") "--" $4
	options[$1] = options[$1] " " names
	if ($5 == "-")
		next
	pattern = "\"" $1 " --" $4 "\"" ($3 == "-" ? "" : " | \"" $1 " -" $3 "\"")
	value = $7 == "words" ? "words " $8 : $7
	if (value in values) {
		values[value] = values[value] " | " pattern
	} else {
		values[value] = pattern
		order[++count] = value
	}
}
END {
	print "# bash completion for exhume. Generated from its tables of options."
	print ""
	print "_exhume_subcommands=\"" substr(subcommands, 2) "\""
	print ""
	print "# The options of a subcommand."
	print "_exhume_options()"
	print "{"
	print "\tcase $1 in"
	n = split(substr(subcommands, 2), list, " ")
	for (i = 1; i <= n; i++)
		print "\t" list[i] ") echo \"" substr(options[list[i]], 2) "\" ;;"
	print "\tesac"
	print "}"
	print ""
	print "# What an option of a subcommand takes: files, folders, words and those, nothing that can"
	print "# be completed; no output: no argument."
	print "_exhume_values()"
	print "{"
	print "\tcase \"$1 $2\" in"
	for (i = 1; i <= count; i++)
		print "\t" values[order[i]] ") echo \"" order[i] "\" ;;"
	print "\tesac"
	print "}"
	print ""
	while ((getline line < tail) > 0)
		print line
}
