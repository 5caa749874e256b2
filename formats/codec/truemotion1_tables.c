/* The three tables of vectors and the four sets of deltas, as truemotion1 5 and 6 have
 * them. */
#include "truemotion1.h"

#include "exhume/advanced/base.h"

/* One word for each vector: two digits for each entry, its indices into the deltas. */
static const char *const tables[EXH_TRUEMOTION1_MAX_TABLE] = {
	"00000000 00000000 10000000 01000000 00100000 00010000 00001000 00000100 "
	"00000010 00000001 000000 100000 010000 001000 000100 000001 000010 "
	"000002 000020 201000 000201 002010 020100 110000 002000 000200 200000 "
	"011000 020000 010002 100020 000102 100100 001020 101000 100001 200010 "
	"020001 010100 010010 001100 100002 000110 000011 100010 010001 000022 "
	"020101 102010 010201 201010 010020 001001 211000 100201 120100 012010 "
	"010200 102000 001002 000120 000221 000220 000012 000021 201100 000101 "
	"111000 002012 002011 201002 020120 002211 001010 021100 002110 000203 "
	"201001 001201 1100 0022 2000 0110 0220 0020 0200 1001 0011 0201 0221 "
	"0002 2002 0101 1010 1002 2200 1000 0100 2100 1200 0010 2012 0111 0001 "
	"0102 1102 1101 1020 2001 2211 0012 2010 2201 0120 0021 1011 2110 1022 "
	"0203 1201 2011 1110 2030 1120 0210 2210 1111 3020 3000 0122 0112 0211 "
	"0302 0300 1021 1220 0000 1221 2111 0222 1012 3100 2020 0003 0202 2220 "
	"0121 2102 2112 1122 0030 1211 2022 3120 2130 2202 2222 2031 1302 0310 "
	"1112 0013 2101 1203 1300 1310 0213 3001 1210 2213 0312 3101 3022 0031 "
	"0131 0223 0130 1121 2221 0113 1003 2203 3021 2131 3300 1312 1131 3002 "
	"1202 1113 1222 2032 1013 2231 2120 0133 3310 2013 3122 1330 0103 1133 "
	"2021 1331 0322 3102 0024 00 10 20 30 40 50 60 01 11 21 31 41 51 61 02 "
	"12 22 32 42 52 62 03 13 23 33 43 53 63 04 14 24 34 44 54 64 05 15 25 35 "
	"45 55 65 06 16 26 36 46 56 66 ",
	"000000 000000 000001 000010 000011 000100 000101 000110 000111 001000 "
	"001001 001010 001011 001100 001101 001110 001111 010000 010001 010010 "
	"010011 010100 010101 010110 010111 011000 011001 011010 011011 011100 "
	"011101 011110 011111 100000 100001 100010 100011 100100 100101 100110 "
	"100111 101000 101001 101010 101011 101100 101101 101110 101111 110000 "
	"110001 110010 110011 110100 110101 110110 110111 111000 111001 111010 "
	"111011 111100 111101 111110 0000 0001 0002 0003 0010 0011 0012 0013 "
	"0020 0021 0022 0023 0030 0031 0032 0033 0100 0101 0102 0103 0110 0111 "
	"0112 0113 0120 0121 0122 0123 0130 0131 0132 0133 0200 0201 0202 0203 "
	"0210 0211 0212 0213 0220 0221 0222 0223 0230 0231 0232 0233 0300 0301 "
	"0302 0303 0310 0311 0312 0313 0320 0321 0322 0323 0330 0331 0332 0333 "
	"1000 1001 1002 1003 1010 1011 1012 1013 1020 1021 1022 1023 1030 1031 "
	"1032 1033 1100 1101 1102 1103 1110 1111 1112 1113 1120 1121 1122 1123 "
	"1130 1131 1132 1133 1200 1201 1202 1203 1210 1211 1212 1213 1220 1221 "
	"1222 1223 1230 1231 1232 1233 1300 1301 1302 1303 1310 1311 1312 1313 "
	"1320 1321 1322 1323 1330 1331 1332 1333 00 10 20 30 40 50 60 70 01 11 "
	"21 31 41 51 61 71 02 12 22 32 42 52 62 72 03 13 23 33 43 53 63 73 04 14 "
	"24 34 44 54 64 74 05 15 25 35 45 55 65 75 06 16 26 36 46 56 66 76 07 17 "
	"27 37 47 57 67 77 ",
	"00000000 00000000 20000000 00000001 10000000 00000002 01000000 00000010 "
	"02000000 000000 200000 000001 100000 000002 001000 002000 000200 000100 "
	"010000 000020 020000 000010 100020 010002 200010 020001 201000 001200 "
	"000201 020100 002100 000102 002010 000021 000012 000120 120000 001020 "
	"012000 021000 102000 010200 210000 000210 200100 002200 100200 001002 "
	"110000 001100 220000 200002 100001 002001 022000 011000 010020 002002 "
	"012002 100100 020010 001001 100120 200210 000022 100002 000220 200200 "
	"000011 021001 000110 000211 0102 0201 0100 1020 2010 2000 1100 0200 "
	"1200 0021 2200 0012 2100 0211 0001 1002 0220 2011 0110 2110 1000 1022 "
	"2020 0022 0122 2001 0202 0020 0010 0011 2201 1120 1201 1220 1102 1010 "
	"0101 0221 2012 0112 2211 2112 2210 2102 2002 1001 0002 1021 0120 1122 "
	"1221 2220 0210 0222 1110 2202 2021 0111 1101 1012 0212 2022 2120 0121 "
	"1202 2111 1222 1210 2221 1011 2101 1112 1211 6666 2222 1121 1111 2122 "
	"0000 2212 1212 2121 4200 0004 4000 3000 3100 0003 0014 0013 0124 2013 "
	"0142 1420 4202 1300 0024 3120 2213 1124 1266 3001 0213 1242 4010 4002 "
	"0104 2400 4210 2113 1312 3121 2124 0040 1024 1042 3201 1142 2031 1240 "
	"00 10 20 30 40 50 60 70 01 11 21 31 41 51 61 71 02 12 22 32 42 52 62 72 "
	"03 13 23 33 43 53 63 73 04 14 24 34 44 54 64 74 05 15 25 35 45 55 65 75 "
	"06 16 26 36 46 56 66 76 07 17 27 37 47 57 67 77 ",
};

/* Deltas for pixels of 16 bits, and for those of 24 bits without an escape. */
static const struct {
	int16_t y[DIGITS], c[DIGITS];
} sets[EXH_TRUEMOTION1_MAX_DELTA_SET + 1] = {
	{ { 0, -1, 1, -3, 3, -6, 6, -6 }, { 0, -1, 1, -2, 3, -4, 5, -4 } },
	{ { 0, -1, 2, -3, 4, -6, 6, -6 }, { 0, -1, 1, -2, 3, -4, 5, -4 } },
	{ { 2, -3, 10, -10, 23, -23, 47, -47 }, { 0, -4, 3, -16, 20, -32, 36, -32 } },
	{ { 0, -2, 2, -8, 8, -18, 18, -40 }, { 0, -2, 2, -8, 8, -18, 18, -40 } },
};

/* Deltas after an escape, in 24 bits: for the sets 0 to 2, and for set 3. */
static const struct {
	int16_t y[DIGITS], c[DIGITS];
} bigs[2] = {
	{ { 0, -15, 50, -50, 115, -115, 235, -235 },
	  { 0, -20, 15, -80, 100, -160, 180, -160 } },
	{ { 0, 40, 80, -76, 160, -154, 236, -236 },
	  { 0, 40, 80, -76, 160, -154, 236, -236 } },
};

enum {
	FACTOR_16 = 5, /* for deltas after an escape, in 16 bits */
	GRAY = 1057,   /* the same step in blue, green and red */
};

void exh_truemotion1_deltas(unsigned depth, unsigned set,
			    struct exh_truemotion1_deltas *deltas)
{
	const bool big = set == 3;

	for (size_t i = 0; i < DIGITS; i++) {
		deltas->small.y[i] = sets[set].y[i];
		deltas->small.c[i] = sets[set].c[i];
		deltas->big.y[i] =
			depth == 24 ? bigs[big].y[i] : FACTOR_16 * sets[set].y[i];
		deltas->big.c[i] =
			depth == 24 ? bigs[big].c[i] : FACTOR_16 * sets[set].c[i];
	}
}

uint32_t exh_truemotion1_bright(unsigned depth, int high, int low)
{
	const uint32_t left = (uint32_t)high, right = (uint32_t)low;

	if (depth == 24)
		return left + (right << 8) + (right << 16);
	return left * GRAY + (right * GRAY << 16);
}

uint32_t exh_truemotion1_color(unsigned depth, int high, int low)
{
	const uint32_t red = (uint32_t)high, blue = (uint32_t)low;

	if (depth == 24)
		return blue + (red << 16);
	return (blue + (red << 10)) * 0x10001u;
}

void exh_truemotion1_words(unsigned table, struct exh_truemotion1_words *words)
{
	const char *at = tables[table - 1];

	for (size_t i = 0; i < VECTORS; i++, at++) {
		words->counts[i] = 0;
		for (; *at != ' '; at += 2)
			words->entries[i][words->counts[i]++] =
				(uint8_t)(((unsigned)at[0] - '0') * DIGITS +
					  ((unsigned)at[1] - '0'));
	}
}

static struct step step_of(unsigned depth, const struct truemotion1_digits *digits,
			   unsigned entry)
{
	const unsigned high = entry / DIGITS, low = entry % DIGITS;

	return (struct step){
		exh_truemotion1_bright(depth, digits->y[high], digits->y[low]),
		exh_truemotion1_color(depth, digits->c[high], digits->c[low])
	};
}

void exh_truemotion1_vectors(const struct exh_truemotion1_header *header,
			     struct exh_truemotion1_vectors *v)
{
	struct exh_truemotion1_words words;
	struct exh_truemotion1_deltas deltas;

	if (v->depth == header->depth && v->delta_set == header->delta_set &&
	    v->table == header->table)
		return;
	v->depth = header->depth;
	v->delta_set = header->delta_set;
	v->table = header->table;
	exh_truemotion1_words(v->table, &words);
	exh_truemotion1_deltas(v->depth, v->delta_set, &deltas);
	for (size_t i = 0; i < VECTORS; i++) {
		v->counts[i] = words.counts[i];
		v->big[i] = step_of(v->depth, &deltas.big, words.entries[i][0]);
		for (size_t k = 0; k < v->counts[i]; k++)
			v->vectors[i].steps[k] =
				step_of(v->depth, &deltas.small, words.entries[i][k]);
	}
}
