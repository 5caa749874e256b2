/*
 * A game as ZVision has them: the mole's shaft. Loose files, one of which replaces that
 * of an archive, and two archives, one of them encrypted.
 */
#include "sample.h"
#include "samples.h"

#include <exhume/advanced/zvision_archive.h>
#include <exhume/advanced/zvision_picture.h>
#include <exhume/codec.h>
#include <exhume/zvision.h>

#include <stdlib.h>
#include <string.h>

enum {
	LIMIT = 1 << 20,
	MAX_MEMBERS = 8,
	SIDE = 16, /* pixels of the door */
	DOOR_FRAMES = 4,
	HIGH = 320, /* pixels, as Nemesis's window is */
	AROUND = 640,
	SAMPLES = 4000,
	PERIOD = 50, /* samples of the hum */
};

/*
 * Texts.
 */

/* The scene's picture goes round, and the door stands in it. */
static const char script[] = "puzzle:1 {\r\n"
			     "    criteria {\r\n"
			     "        [9] = 1\r\n"
			     "    }\r\n"
			     "    results {\r\n"
			     "        action:set_screen(shaft.tga)\r\n"
			     "        background:music:2(1 hum000g.raw 1)\r\n"
			     "    }\r\n"
			     "}\r\n"
			     "\r\n"
			     "control:3 pana {\r\n"
			     "    angle(60)\r\n"
			     "}\r\n"
			     "\r\n"
			     "control:4 lever {\r\n"
			     "    descfile(door.lev)\r\n"
			     "}\r\n";

static const char lever[] = "animation_id:4~\r\n"
			    "filename:door.rlf~\r\n"
			    "skipcolor:0~\r\n"
			    "anim_coords:10 20 25 35~\r\n"
			    "mirrored:0~\r\n"
			    "frames:4~\r\n"
			    "elsewhere:0 0 511 319~\r\n"
			    "out_of_control:0 0 511 319~\r\n"
			    "start_pos:0~\r\n"
			    "hotspot_deltas:16 8~\r\n"
			    "0:10 28 D=1,90 ^=E(0)~\r\n"
			    "1:10 24 D=2,90 D=0,270 ^=P(1 to 0) E(0)~\r\n"
			    "2:10 22 D=3,90 D=1,270 ^=P(2 to 0) E(0)~\r\n"
			    "3:10 20 D=2,270 ^=P(3 to 0) E(0)~\r\n";

static const char subtitles[] = "Initialization:none~\r\n"
				"Rectangle:40 330 470 389~\r\n"
				"TextFile:talk.txt~\r\n"
				"start:(0,14)=0~\r\n"
				"next:(15,29)=1~\r\n";

static const char lines[] = "<FONT \"Mole\" POINT 14>Who digs there?\r\n"
			    "A mole.\r\n";

/* As the games have it: two bytes a letter, three for the end of a line. */
static void write_wide(struct exh_writer *out)
{
	for (const char *c = lines; *c; c++) {
		exh_write_u8(out, (uint8_t)*c);
		if (*c != '\r')
			exh_write_u8(out, 0);
	}
}

/*
 * Pictures and sounds.
 */

/* Layers of earth, and a light that goes round in them. */
static void write_picture(struct exh_writer *out)
{
	static uint16_t pixels[HIGH * AROUND], stored[HIGH * AROUND];
	const struct exh_zv_picture picture = { AROUND, HIGH, pixels };
	const struct exh_zv_picture turned = { HIGH, AROUND, stored };
	struct exh_error err;

	for (unsigned y = 0; y < HIGH; y++)
		for (unsigned x = 0; x < AROUND; x++) {
			const unsigned light = x < AROUND / 2 ? x : AROUND - x;

			pixels[y * AROUND + x] =
				(uint16_t)((4 + light / 32) << 10 |
					   (2 + light / 64) << 5 | (y / 40 % 2 ? 3 : 1));
		}
	exh_zv_transpose(&picture, stored);
	sample_check(exh_zv_tgz_write(&turned, out, &err), &err, "SHAFT.TGA");
}

/* A small one: a flat sign. */
static void write_sign(unsigned color, struct exh_writer *out)
{
	uint16_t pixels[SIDE * SIDE];
	const struct exh_zv_picture picture = { SIDE, SIDE, pixels };
	struct exh_error err;

	for (unsigned i = 0; i < SIDE * SIDE; i++)
		pixels[i] = (uint16_t)(i % SIDE && i / SIDE ? color : 0x7fff);
	sample_check(exh_zv_tgz_write(&picture, out, &err), &err, "SIGN.TGA");
}

/* A door that goes up. */
static void write_door(struct exh_writer *out)
{
	const struct exh_zv_rlf header = {
		.frame_count = DOOR_FRAMES, .width = SIDE, .height = SIDE, .tenths = 1000
	};
	struct exh_writer records = { .limit = LIMIT };
	uint16_t pixels[2][SIDE * SIDE];

	for (unsigned i = 0; i < DOOR_FRAMES; i++) {
		for (unsigned k = 0; k < SIDE * SIDE; k++)
			pixels[i % 2][k] = k / SIDE < SIDE - i * SIDE / DOOR_FRAMES
						   ? 0x3d06
						   : 0x0421;
		exh_zv_rlf_write_record(i ? EXH_ZV_RLF_MASKED : EXH_ZV_RLF_SIMPLE,
					pixels[1 - i % 2], pixels[i % 2],
					(size_t)SIDE * SIDE, &records);
	}
	exh_zv_rlf_write_header(&header,
				(uint32_t)(EXH_ZV_RLF_HEADER_SIZE + records.size), out);
	exh_write_bytes(out, records.data, records.size);
	exh_writer_free(&records);
}

/* A triangle wave. */
static void write_hum(struct exh_writer *out)
{
	static struct exh_zork_adpcm adpcm;
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	static int16_t samples[SAMPLES];
	static uint8_t bytes[SAMPLES];

	for (int i = 0; i < SAMPLES; i++) {
		const int at = i % PERIOD;

		samples[i] = (int16_t)(400 * (at < PERIOD / 2 ? at : PERIOD - at) - 5000);
	}
	exh_zork_adpcm_start(&adpcm);
	exh_zork_adpcm_encode(&adpcm, states, 1, samples, SAMPLES, bytes);
	exh_write_bytes(out, bytes, sizeof bytes);
}

/*
 * The files.
 */

static struct sample shaft = { .folder = "shaft" };

struct member {
	const char *name;
	struct exh_writer content;
};

static struct exh_writer *add(struct member *members, size_t *count, const char *name)
{
	members[*count] = (struct member){ name, { .limit = LIMIT } };
	return &members[(*count)++].content;
}

static void add_text(struct member *members, size_t *count, const char *name,
		     const char *text)
{
	exh_write_bytes(add(members, count, name), text, strlen(text));
}

/* Frees the members' content. */
static void save_archive(const char *root, const char *name, const char *key,
			 struct member *members, size_t count)
{
	struct exh_zv_zfs_member list[MAX_MEMBERS] = { { .size = 0 } };
	struct exh_zv_zfs zfs = { .per_block = EXH_ZV_ZFS_PER_BLOCK,
				  .members = list,
				  .member_count = count };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err;
	size_t size;

	memcpy(zfs.key, key, sizeof zfs.key);
	for (size_t i = 0; i < count; i++) {
		sample_check(
			exh_zv_zfs_name_from_utf8(members[i].name, list[i].name, &err),
			&err, members[i].name);
		list[i].size = (uint32_t)members[i].content.size;
		list[i].id = (uint32_t)i;
	}
	sample_check(exh_zv_zfs_plan(&zfs, &size, &err), &err, name);
	exh_zv_zfs_write_header(&zfs, &out);
	exh_zv_zfs_write_block(&zfs, 0, &out);
	for (size_t i = 0; i < count; i++) {
		struct exh_writer *content = &members[i].content;

		exh_zv_zfs_crypt(zfs.key, EXH_ZV_ZFS_TAIL_BYTES, content->size, 0,
				 content->data, content->size);
		exh_write_bytes(&out, content->data, content->size);
		exh_writer_free(content);
	}
	sample_save(&shaft, root, name, out.data, out.size);
	exh_writer_free(&out);
}

void make_shaft(const char *root)
{
	struct exh_writer out = { .limit = LIMIT };
	struct member members[MAX_MEMBERS];
	size_t count = 0;

	/* Names without an ending are told by how the files begin. */
	write_picture(add(members, &count, "SHAFT.TGA"));
	write_sign(0x7c00, add(members, &count, "SIGN.TGA"));
	write_sign(0x001f, add(members, &count, "ARROW"));
	write_door(add(members, &count, "DOOR.RLF"));
	write_hum(add(members, &count, "HUM000G.RAW"));
	save_archive(root, "SCENES.ZFS", "\x5a\x10\xc3\x77", members, count);

	count = 0;
	add_text(members, &count, "MOLE.SCR", script);
	add_text(members, &count, "DOOR.LEV", lever);
	add_text(members, &count, "TALK.SUB", subtitles);
	write_wide(add(members, &count, "TALK.TXT"));
	write_sign(0x03e0, add(members, &count, "SIGN.TGA"));
	save_archive(root, "SCRIPTS.ZFS", "\0\0\0", members, count);

	write_sign(0x7fe0, &out);
	sample_save(&shaft, root, "sign.tga", out.data, out.size);
	exh_writer_free(&out);
}
