# Turns manual pages in man(7) roff into a C table of plain text, for `exhume help`.
# Knows the requests that our pages use: .TH .SH .SS .PP .TP .IP .RS .RE .nf .fi .br
# .B .I .BR .RB .BI .IB .IR .RI .EX .EE and the escapes \fX \- \(co \(bu \(aq \e \& \(em.

function strip(text)
{
	gsub(/\\f[BIRP]/, "", text)
	gsub(/\\\(bu/, "*", text)
	gsub(/\\\(em/, "--", text)
	gsub(/\\\(aq/, "'", text)
	gsub(/\\&/, "", text)
	gsub(/\\-/, "-", text)
	gsub(/\\ /, " ", text)
	gsub(/\\e/, "\\", text)
	return text
}

# The arguments of a request, split as roff does.
function arguments(line, list,    count, word)
{
	count = 0
	sub(/^\.[A-Za-z]+[ \t]*/, "", line)
	while (line != "") {
		if (line ~ /^"/) {
			match(line, /^"[^"]*"?/)
			word = substr(line, 2, RLENGTH - 1)
			sub(/"$/, "", word)
		} else {
			match(line, /^[^ \t]+/)
			word = substr(line, 1, RLENGTH)
		}
		line = substr(line, RLENGTH + 1)
		sub(/^[ \t]+/, "", line)
		list[++count] = strip(word)
	}
	return count
}

function emit(text)
{
	sub(/[ \t]+$/, "", text)
	gsub(/\\/, "\\\\&", text) # \\& is a backslash and the match, in every awk
	gsub(/"/, "\\\"", text)
	printf "\t\"%s\\n\"\n", text
}

function spaces(count,    text)
{
	text = sprintf("%" count "s", "")
	return count > 0 ? text : ""
}

# Fills the paragraph that was gathered to lines of 78 characters.
function flush_text(    count, i, words, line, first)
{
	if (paragraph == "" && tag == "")
		return
	line = spaces(indent)
	first = 1
	if (tag != "") {
		line = spaces(indent - hang) tag
		if (length(line) + 1 > indent || paragraph == "") {
			emit(line)
			line = spaces(indent)
		} else
			line = line spaces(indent - length(line))
	}
	count = split(paragraph, words, /[ \t]+/)
	for (i = 1; i <= count; i++) {
		if (words[i] == "")
			continue
		if (!first && length(line) + 1 + length(words[i]) > 78) {
			emit(line)
			line = spaces(indent)
			first = 1
		}
		line = line (first ? "" : " ") words[i]
		first = 0
	}
	if (!first)
		emit(line)
	paragraph = tag = ""
}

function gather(text)
{
	after_heading = 0
	if (tag_next) {
		tag_next = 0
		tag = text
		indent = base + hang
		return
	}
	paragraph = paragraph == "" ? text : paragraph " " text
}

# A new paragraph, parted by a line from what is above it, unless that is a heading.
function part()
{
	flush_text()
	if (!after_heading)
		emit("")
	after_heading = 0
}

function heading(depth, list, count,    text, i)
{
	flush_text()
	for (i = 1; i <= count; i++)
		text = text (i > 1 ? " " : "") list[i]
	if (!at_start)
		emit("")
	at_start = 0
	emit(spaces(depth) text)
	after_heading = 1
	base = 7
	indent = 7
	hang = 0
}

function end_page()
{
	flush_text()
	if (page != "")
		print "\t},"
}

BEGIN {
	print "#include \"manual.h\"\n"
	print "/* A page is one string, far longer than the 4095 bytes that all compilers take. */"
	print "#if defined(__GNUC__)"
	print "#pragma GCC diagnostic ignored \"-Woverlength-strings\""
	print "#endif\n"
	print "const struct manual_page manual_pages[] = {"
}

FNR == 1 {
	end_page()
	page = FILENAME
	sub(/.*\//, "", page)
	section = page
	sub(/.*\./, "", section)
	sub(/\.[0-9]$/, "", page)
	if (section != "1")
		page = page "." section
	print "\t{"
	printf "\t\"%s\",\n", page
	base = indent = 7
	hang = literal = tag_next = after_heading = 0
	paragraph = tag = ""
	at_start = 1
}

/^\.\\"/ { next }

/^\./ {
	split("", argument)
	count = arguments($0, argument)
	request = $1
	if (request == ".TH") {
		emit(argument[1] "(" argument[2] ")" spaces(20) argument[5])
		at_start = 0
	} else if (request == ".SH")
		heading(0, argument, count)
	else if (request == ".SS")
		heading(3, argument, count)
	else if (request == ".PP") {
		part()
		indent = base
		hang = 0
	} else if (request == ".TP") {
		part()
		hang = 8
		tag_next = 1
	} else if (request == ".IP") {
		part()
		hang = count > 1 ? argument[2] : 8
		indent = base + hang
		tag = argument[1]
	} else if (request == ".RS") {
		flush_text()
		base += 4
		indent = base
	} else if (request == ".RE") {
		flush_text()
		base -= 4
		indent = base
	} else if (request == ".nf" || request == ".EX") {
		flush_text()
		literal = 1
		after_heading = 0
	} else if (request == ".fi" || request == ".EE")
		literal = 0
	else if (request == ".br")
		flush_text()
	else if (request ~ /^\.(B|I)$/) {
		text = ""
		for (i = 1; i <= count; i++)
			text = text (i > 1 ? " " : "") argument[i]
		if (literal)
			emit(spaces(indent) text)
		else
			gather(text)
	} else if (request ~ /^\.(BR|RB|BI|IB|IR|RI)$/) {
		text = ""
		for (i = 1; i <= count; i++)
			text = text argument[i]
		gather(text)
	}
	next
}

literal { emit(spaces(indent) strip($0)); next }
{ gather(strip($0)) }

END {
	end_page()
	print "\t{ 0, 0 },"
	print "};"
}
