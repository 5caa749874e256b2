# Makes a table of a text's lines, for C.
BEGIN {
	print "extern const char *const " name "[];\nconst char *const " name "[] = {"
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	gsub(/\t/, "\\t")
	print "\t\"" $0 "\\n\","
}
END {
	print "\t0,\n};"
}
