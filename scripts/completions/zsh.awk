# The table of options to a completion for zsh.
function quoted(text) {
	gsub(/'/, "'\\''", text)
	return "'" text "'"
}
function explained(text) {
	gsub(/\[/, "(", text)
	gsub(/\]/, ")", text)
	return text
}
function action() {
	if ($7 == "words")
		return "(" $8 ")"
	return $7 == "files" ? "_files" : $7 == "folders" ? "_files -/" : " "
}
function spec(name, sign) {
	if ($5 == "-")
		return quoted(star name "[" explained($9) "]")
	argument = $5
	gsub(/[][]/, "", argument)
	gsub(/:/, " ", argument)
	return quoted(star name sign "[" explained($9) "]:" argument ":" action())
}
BEGIN {
	FS = "\t"
	print "#compdef exhume"
	print "# zsh completion for exhume. Generated from its tables of options."
	print ""
	print "_exhume_subcommands()"
	print "{"
	print "\tlocal -a subcommands"
	print "\tsubcommands=("
}
$2 == "command" {
	print "\t\t" quoted($1 ":" $4)
	names[++count] = $1
}
$2 == "option" {
	star = $6 == "repeated" ? "*" : ""
	specs[$1] = specs[$1] "\t\t\t" spec("--" $4, "=") "\n"
	if ($3 != "-")
		specs[$1] = specs[$1] "\t\t\t" spec("-" $3, "+") "\n"
}
END {
	print "\t)"
	print "\t_describe -t subcommands subcommand subcommands"
	print "}"
	print ""
	print "_exhume()"
	print "{"
	print "\tlocal -a specs"
	print ""
	print "\tif (( CURRENT == 2 )); then"
	print "\t\tif [[ $words[2] == -* ]]; then"
	print "\t\t\t_arguments '--help[list the subcommands]' '--version[print the version]'"
	print "\t\telse"
	print "\t\t\t_exhume_subcommands"
	print "\t\tfi"
	print "\t\treturn"
	print "\tfi"
	print "\tif [[ $words[2] == help && $words[CURRENT] != -* ]]; then"
	print "\t\t_exhume_subcommands"
	print "\t\treturn"
	print "\tfi"
	print "\tcase $words[2] in"
	for (i = 1; i <= count; i++) {
		print "\t" names[i] ")"
		print "\t\tspecs=("
		printf "%s", specs[names[i]]
		print "\t\t) ;;"
	}
	print "\tesac"
	print "\tshift words"
	print "\t(( CURRENT-- ))"
	print "\t_arguments -s -S $specs '*:file:_files'"
	print "}"
	print ""
	print "_exhume \"$@\""
}
