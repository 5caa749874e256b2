# What tests of SCI0's views share: `load ../testdata/cli/views`.

# view FILE: a patch file. Loop 0: a cel of 4x2 pixels, 11.2/.333 (dots: key 0) at (1, 2),
# one of 2x3, .4/.4/44 (key 15) at (-1, 0); loop 1 mirrors it; loop 2, mirrored itself, has
# one of 3x1, .89 (key 7) at (5, -3), and an unused word.
view() {
	{
		printf '\x80\0\3\0\6\0\0\0\0\0\x0e\0\x0e\0\x2f\0'
		printf '\2\0\0\0\x16\0\x23\0'
		printf '\4\0\2\0\1\2\0\0\x21\x10\x12\x10\x33'
		printf '\2\0\3\0\xff\0\x0f\0\x1f\x14\x1f\x34'
		printf '\1\0\xaa\xbb\x35\0\3\0\1\0\5\xfd\7\0\x17\x18\x19'
	} >"$1"
}

# ega FILE: a PNG's rows as EGA's colours in hexadecimal, a dot for transparent ones, X for
# that of marks.
ega() {
	pngtopnm -mix -background '#010203' "$1" 2>/dev/null | pnmtoplainpnm | awk '
	BEGIN {
		split("000 00a 0a0 0aa a00 a0a a50 aaa 555 55f 5f5 5ff f55 f5f ff5 fff", names)
		for (i = 1; i <= 16; i++)
			letters[names[i]] = substr("0123456789abcdef", i, 1)
		letters["f08"] = "X"
		digit[0] = "0"; digit[85] = "5"; digit[170] = "a"; digit[255] = "f"; digit[128] = "8"
	}
	{ for (i = 1; i <= NF; i++) word[count++] = $i }
	END {
		for (i = 4; i + 2 < count; i += 3) {
			rgb = word[i] " " word[i + 1] " " word[i + 2]
			key = digit[word[i]] digit[word[i + 1]] digit[word[i + 2]]
			line = line (rgb == "1 2 3" ? "." : key in letters ? letters[key] : "?")
			if (++x % word[1] == 0) { printf "%s%s", sep, line; line = ""; sep = "/" }
		}
		print ""
	}'
}
