# Makes a table of a text's lines, for C.
BEGIN {
	print "#include \"page.h\"\n\nconst char *const page_lines[] = {"
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	gsub(/\t/, "\\t")
	print "\t\"" $0 "\\n\","
}
END {
	print "\tNULL,\n};"
}
