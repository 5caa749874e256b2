# A JSON Schema of exhume as a part of a manual page: a heading for the document and each of its rows,
# and an entry for each field.
def roff: gsub("\\\\"; "\\e") | gsub("-"; "\\-") | gsub("(?<line>^|\n)(?<c>['.])"; "\(.line)\\&\(.c)");

def name: sub("^#/\\$defs/"; "");

# Name of a value's kind: "number", "list of cel".
def kind:
	if .["$ref"] then .["$ref"] | name
	elif .anyOf then [.anyOf[] | kind] | unique | join(" or ")
	elif .enum then [.enum[] | "\"\(.)\""] | join(", ")
	elif .const then .const | tojson
	elif .type == "array" and .prefixItems then "list of \(.prefixItems | length) values"
	elif .type == "array" then "list of \(.items | if . == {} then "values" else kind end)"
	elif .type == "object" and (.additionalProperties | type) == "object" then
		"object, by key: \(.additionalProperties | kind)"
	elif .type == "boolean" then "true or false"
	elif .type == "integer" then "whole number"
	elif .pattern == "^([0-9A-Fa-f]{2})*$" then "hexadecimal digits"
	elif .pattern then "\(.pattern | capture("{(?<n>[0-9]+)}").n) hexadecimal digits"
	elif .type then .type
	else "any value"
	end;

def sentence: if . == null or . == "" then "" else (.[:1] | ascii_upcase) + .[1:] + "." end;

def entry($name; $required):
	([kind, (.unit // empty)] | join(", ")) as $what |
	".TP\n.BR \($name | roff) \" (\($what | roff | gsub("\""; "\\(dq"))\(
		if $required then "" else "; may be missing" end))\"\n\(.description | sentence | roff)";

def fields($hidden):
	(.required // []) as $required |
	if .prefixItems then .prefixItems | to_entries[] | .key as $i | .value | entry("\($i + 1)"; true)
	elif .properties then
		.properties | to_entries[] | select(.key | IN($hidden[]) | not) |
		.key as $key | .value | entry($key; $key | IN($required[]))
	else empty
	end;

def heading: ".SS \(roff)";

def document:
	. as $schema |
	(if .properties.results then empty else (.title | "Fields of \(.)" | heading), fields($common) end),
	((.["$defs"] // {}) | to_entries[] |
		select((.value.properties or .value.prefixItems) and .key != "message") |
		(if .key == "result" then $schema.title | "Fields of results" else .key end | heading),
		.key as $row | (.value | fields(if $row == "result" then $common else [] end)));

# Prints each of several documents that share a format.
if .anyOf then .anyOf[] | document else document end
