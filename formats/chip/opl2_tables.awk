# The tables of the OPL2, as a C header: from the formulas of its two ROMs.
#
# waves[w][i]: what waveform w is at i of 1,024 steps of a period: the logarithm of its
#   amplitude, 256 an octave; OFF where it is none; NEGATIVE more where it is below zero.
# outputs[i]: the sample for that, plus 8 times the envelope's attenuation.
#
# Source: opl2-audio 3 and 7. The values keep away from the rounding borders by more than
# the arithmetic of any machine errs.

# The functions below are series, since not every awk has sin(), log() and powers: busybox can
# be built without.

# Of 0 to a right angle.
function sine(x,  term, sum, n) {
	term = sum = x
	for (n = 2; n < 24; n += 2) {
		term = -term * x * x / (n * (n + 1))
		sum += term
	}
	return sum
}

# Of 1/2 to 1, and of all below by halving.
function logarithm(x,  y, power, sum, n, halvings) {
	for (halvings = 0; x < 0.5; halvings++)
		x *= 2
	power = y = (x - 1) / (x + 1)
	for (n = 1; n < 60; n += 2) {
		sum += power / n
		power = power * y * y
	}
	return 2 * sum - halvings * LN2
}

# 2 to the power of 0 to 1.
function exponential(x,  term, sum, n) {
	x *= LN2
	term = sum = 1
	for (n = 1; n < 30; n++) {
		term = term * x / n
		sum += term
	}
	return sum
}

function halved(x, times) {
	while (times-- > 0)
		x /= 2
	return x
}

function round(x) { return int(x + 0.5) }

function log_sine(i) {
	i = i % 512 < 256 ? i % 256 : 255 - i % 256
	return round(-256 * logarithm(sine((i + 0.5) * PI / 512)) / LN2)
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
	return int(halved(2 * round(1024 * exponential((255 - t % 256) / 256)), int(t / 256)))
}

function put(number, i) {
	printf "%s%d,", i % 12 ? " " : "\n\t", number
}

BEGIN {
	PI = 3.14159265358979323846
	LN2 = 0.69314718055994530942
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
