# The tables of the OPL2, as a C header: from the formulas of its two ROMs.
#
# waves[w][i]: what waveform w is at i of 1,024 steps of a period: the logarithm of its
#   amplitude, 256 an octave; OFF where it is none; NEGATIVE more where it is below zero.
# outputs[i]: the sample for that, plus 8 times the envelope's attenuation.
#
# Source: opl2-audio 3 and 7. The values keep away from the rounding borders by more than
# the arithmetic of any machine errs.

function round(x) { return int(x + 0.5) }

function log_sine(i) {
	i = i % 512 < 256 ? i % 256 : 255 - i % 256
	return round(-256 * log(sin((i + 0.5) * PI / 512)) / log(2))
}

function wave(w, i) {
	if (w == 0)
		return log_sine(i) + (i >= 512 ? NEGATIVE : 0)
	if (w == 1)
		return i >= 512 ? OFF : log_sine(i)
	if (w == 2)
		return log_sine(i)
	return i % 512 >= 256 ? OFF : log_sine(i % 256)
}

function magnitude(t) {
	return int(2 * round(1024 * 2 ^ ((255 - t % 256) / 256)) / 2 ^ int(t / 256))
}

function put(number, i) {
	printf "%s%d,", i % 12 ? " " : "\n\t", number
}

BEGIN {
	PI = atan2(0, -1)
	OFF = 3072		# from here on nothing is heard
	NEGATIVE = 2 * OFF + 1	# above the largest sum
	print "/* Made by opl2_tables.awk. */"
	print "#include <stdint.h>\n"
	printf "enum { ATTENUATION_OFF = %d, OUTPUT_COUNT = %d };\n", OFF, 2 * NEGATIVE
	for (w = 0; w < 4; w++) {
		printf "%s", w ? "},\n\t{" : "\nstatic const uint16_t waves[4][1024] = {\n\t{"
		for (i = 0; i < 1024; i++)
			put(wave(w, i), i)
	}
	printf "},\n};\n\nstatic const int16_t outputs[OUTPUT_COUNT] = {"
	for (i = 0; i < NEGATIVE; i++)
		put(magnitude(i), i)
	for (i = 0; i < NEGATIVE; i++)
		put(-magnitude(i) - 1, i)
	print "\n};"
}
