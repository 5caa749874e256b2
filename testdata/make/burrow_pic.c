/*
 * The burrow from outside and inside. The program is written down here in a short form, a
 * command in front of its points:
 *
 *   v11 v-   visual: colour of the palette, or off     L  lines through points
 *   p5 p-    priority                                  F  fills
 *   c2 c-    control                                   S  patterns
 *   b0x27    pattern code; one with a texture takes    E  palette entry, value
 *            a third number at each point
 */
#include "burrow.h"
#include "sci_volume.h"

#include <exhume/advanced/sci_pic.h>
#include <exhume/sci.h>

#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
static const char *const program[] = {
	/* The sky over the hills, and the sun in it. */
	"v3 L 0,84 26,70 58,61 92,66 130,52 172,45 214,57 250,71 288,66 319,58",
	"v27 F 10,10",
	"v14 b7 S 268,24 L 268,10 268,4 L 268,38 268,44 L 254,24 248,24 L 282,24 288,24 "
		"L 258,14 254,10 L 278,14 282,10 L 258,34 254,38 L 278,34 282,38 v31 b0x02 S 265,21",
	"v31 b4 S 60,22 b6 S 70,18 82,20 b5 S 92,23 b3 S 176,34 b4 S 184,31 b3 S 192,33",
	"v7 b0x24 S 62,26,3 b0x25 S 74,24,91 84,25,17 b0x23 S 180,36,201 188,36,44",
	/* The hills: far ones, then the meadow. */
	"v2 L 0,96 34,88 60,92 96,84 140,90 176,82 214,88 258,84 290,91 319,86",
	"v34 F 160,70 0,90 319,70",
	"v6 L 0,113 40,109 80,112 96,111 112,110 150,111 190,107 236,112 280,109 319,113",
	"v10 F 160,100",
	/* Earth under it, with the burrow left open: a hall, a shaft and a larder. */
	"v0 L 96,111 97,126 94,140 78,143 66,150 60,160 64,172 78,180 110,183 150,181 "
		"164,176 196,175 214,179 246,181 272,176 282,166 278,154 266,146 244,143 "
		"222,147 212,155 196,161 168,160 156,150 136,142 116,139 113,126 112,110",
	"v22 F 10,150",
	"v6 L 66,171 90,173 140,172 166,169 198,168 220,171 260,172 279,167",
	"v8 F 100,160",
	/* How far one may walk, and where one falls. */
	"v- p2 c1 L 66,170 90,172 140,171 166,168 198,167 220,170 260,171 279,166",
	"p- c2 L 97,126 112,126 c4 F 100,160",
	"c-",
	/* A ladder in the shaft. */
	"v7 p6 L 100,110 100,171 L 109,110 109,171 L 100,118 109,118 L 100,126 109,126 "
		"L 100,134 109,134 L 100,142 109,142 L 100,150 109,150 L 100,158 109,158 L 100,166 109,166",
	"p-",
	/* Roots and stones in the earth. */
	"v6 L 20,113 22,120 19,128 23,136 L 22,120 27,126 L 300,112 297,122 302,131 298,140 "
		"L 297,122 291,129 L 180,110 183,120 179,129 L 183,120 188,127",
	"v7 b0x01 S 36,160 28,175 296,150 306,178 50,132 236,128 b0x03 S 18,150 150,130 310,164",
	"v8 b0x00 S 37,161 19,151 151,131 297,151",
	/* A table with a lamp on it, a bed, and what is stored. */
	"v6 p9 b0x12 S 124,168 142,168 v14 b0x12 S 124,162 130,162 136,162 142,162",
	"v12 b0x11 S 133,157 v14 b0x01 S 133,153 v31 b0 S 133,152",
	"v4 p10 b0x13 S 76,169 83,169 90,169 v12 b0x12 S 76,164 82,164 88,164 v31 b0x12 S 74,162",
	"v5 p11 b0x14 S 234,167 v13 b0x13 S 248,168 v10 b0x03 S 262,168 v12 S 256,160 v14 b0x02 S 243,160",
	"p-",
	/* A tree: its trunk hides anyone who passes behind it. */
	"v6 p5 b0x14 S 46,106 46,97 b0x13 S 46,90 46,83 b0x12 S 42,77 51,76 40,73 54,71",
	"v4 L 42,110 43,86 L 49,110 48,88",
	"v2 b7 S 46,52 36,62 58,62 b6 S 30,68 64,68 46,66 b0x27 v10 S 44,50,77 34,60,181 58,60,33 "
		"v14 b0x26 S 30,66,219 62,66,147 v0 S 46,70,61 36,70,99",
	"v12 p- b0x01 S 30,66 44,50 58,58 66,70 38,60",
	/* Flowers and grass. */
	"v2 L 130,110 128,104 L 132,110 133,103 L 150,110 152,105 L 210,108 208,103 L 214,109 216,104 "
		"L 262,109 260,104 L 266,109 268,103 L 84,110 82,106",
	"v13 b0x01 S 128,103 216,103 v12 S 133,102 260,103 v31 S 152,104 82,105 v14 S 208,102 268,102",
	/* A door in the hill, in colours of its own. */
	"E 20,100 21,76",
	"v20 p4 b0x14 S 293,105 293,97 b7 S 293,94 v21 b0x13 S 293,106 293,99 b5 S 293,94 "
		"v20 L 293,89 293,109",
	"v14 b0x00 S 297,100",
	"p-",
	NULL,
};
/* clang-format on */

static const char *skip_blanks(const char *at)
{
	while (*at == ' ')
		at++;
	return at;
}

static unsigned take_number(const char **at)
{
	char *end;
	const unsigned long number = strtoul(*at, &end, 0);

	if (end == *at) {
		fprintf(stderr, "make_testdata: burrow: no number at \"%s\"\n", *at);
		exit(1);
	}
	*at = *end == ',' ? end + 1 : end;
	return (unsigned)number;
}

struct pen {
	struct exh_sci_pic_writer writer;
	unsigned code;
	char command;
	bool has_point;
};

static void write_step(struct pen *pen, const struct exh_sci_pic_step *step)
{
	struct exh_error err;

	sci_check(exh_sci_pic_write(&pen->writer, step, &err), &err, "pic");
}

static void point(struct pen *pen, const char **at)
{
	struct exh_sci_pic_step step = { 0 };
	const int16_t from_x = pen->writer.x, from_y = pen->writer.y;

	step.x = (int16_t)take_number(at);
	step.y = (int16_t)take_number(at);
	if (pen->command == 'L') {
		step.kind = pen->has_point ? EXH_SCI_PIC_LINE : EXH_SCI_PIC_MOVE;
		step.from_x = from_x;
		step.from_y = from_y;
		pen->has_point = true;
	} else if (pen->command == 'F') {
		step.kind = EXH_SCI_PIC_FILL;
	} else if (pen->command == 'E') {
		step.kind = EXH_SCI_PIC_ENTRY;
		step.number = (uint8_t)step.x;
		step.value = (uint8_t)step.y;
	} else {
		step.kind = EXH_SCI_PIC_PATTERN;
		step.is_textured = pen->code & 0x20;
		step.texture = step.is_textured ? (uint8_t)take_number(at) : 0;
	}
	write_step(pen, &step);
}

static void setting(struct pen *pen, char name, const char **at)
{
	struct exh_sci_pic_step step = { .kind = EXH_SCI_PIC_VISUAL };

	if (name == 'p')
		step.kind = EXH_SCI_PIC_PRIORITY;
	else if (name == 'c')
		step.kind = EXH_SCI_PIC_CONTROL;
	else if (name == 'b')
		step.kind = EXH_SCI_PIC_PATTERN_CODE;
	step.is_on = **at != '-';
	if (step.is_on)
		step.number = (uint8_t)take_number(at);
	else
		++*at;
	if (name == 'b')
		pen->code = step.number;
	write_step(pen, &step);
}

void burrow_pic(struct exh_writer *out)
{
	struct pen pen = { .writer = { .out = out } };

	for (size_t i = 0; program[i]; i++)
		for (const char *at = skip_blanks(program[i]); *at;
		     at = skip_blanks(at)) {
			const char c = *at;

			if (c >= '0' && c <= '9') {
				point(&pen, &at);
				continue;
			}
			at++;
			if (c >= 'A' && c <= 'Z') {
				pen.command = c;
				pen.has_point = false;
			} else {
				setting(&pen, c, &at);
			}
		}
	write_step(&pen, &(struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_END });
}
