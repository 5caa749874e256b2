#include "pic.h"

#include "task/memory.h"

#include <exhume/sci.h>

#include <stdlib.h>

enum {
	MAPS = 3,
	FILE_LIMIT = 1 << 26,
	MEMORY_LIMIT = 1 << 28,
};

struct packing {
	const struct sci_pic_options *options;
	const char *input, *output;
	struct report *report;
	struct json *result;
	struct exh_arena arena;
	uint8_t *maps[MAPS]; /* colours or values of each map; NULL: no picture */
	enum sci_pic_pixels kind;
};

/*
 * Names.
 */

static const char *const endings[2][MAPS] = {
	{ ".visual.png", ".priority.png", ".control.png" },
	{ ".visual.svg", ".priority.svg", ".control.svg" },
};

static bool is_vector(const char *input)
{
	return file_has_ending(input, ".svg");
}

/* Returns the ending of a map's picture that belongs to an input. */
static const char *ending_of(const char *input, unsigned map)
{
	return endings[is_vector(input)][map];
}

/* Returns the map that an input is named after; MAPS: none. */
static unsigned map_of(const char *input)
{
	unsigned map = 0;

	while (map < MAPS && !file_has_ending(input, ending_of(input, map)))
		map++;
	return map;
}

const char *sci_pic_pack_ending(const char *input)
{
	const unsigned map = map_of(input);

	return map < MAPS ? ending_of(input, map) : NULL;
}

/* Returns the path of a map's picture, to be freed. */
static char *layer_of(const char *input, unsigned map)
{
	const char *own = sci_pic_pack_ending(input);

	return own || map ? file_with_ending(input, own, ending_of(input, map))
			  : mem_text(input);
}

/*
 * Pictures.
 */

static enum exh_status decode_layer(struct packing *p, struct exh_bytes bytes,
				    unsigned map, enum sci_pic_pixels *kind,
				    struct exh_error *err)
{
	p->maps[map] = mem_arena(&p->arena, EXH_SCI_PIC_PIXELS, 1);
	if (!is_vector(p->input))
		return sci_pic_layer_read(bytes, map == 0, p->maps[map], kind, err);
	*kind = SCI_PIC_PAIRS;
	return sci_pic_svg_read(bytes, map == 0, p->maps[map], err);
}

static bool read_layer(struct packing *p, const char *path, unsigned map)
{
	enum sci_pic_pixels kind = SCI_PIC_INDICES;
	struct exh_error err;
	enum exh_status status;
	struct file file;

	if (!report_read(p->report, path, FILE_LIMIT, &file))
		return false;
	status = decode_layer(p, file_bytes(&file), map, &kind, &err);
	free(file.data);
	if (status)
		report_failure(p->report, path, &err);
	if (!map)
		p->kind = kind;
	return !status;
}

static bool read_layers(struct packing *p)
{
	bool good = true;

	for (unsigned map = 0; map < MAPS && good; map++) {
		char *path = layer_of(p->input, map);

		good = (map && !file_exists(path)) || read_layer(p, path, map);
		free(path);
	}
	return good;
}

/*
 * The program.
 */

struct packed_pic {
	size_t size, original_size;
	double ratio;
};

static const struct field packed_field[] = {
	FIELD(struct packed_pic, size, "bytes",
	      "with --pack: size of the pic, without the header of a patch file"),
	FIELD(struct packed_pic, original_size, "bytes",
	      "size of the pic of --against, without the header of a patch file",
	      .flags = FIELD_OMITTED),
	FIELD(struct packed_pic, ratio, NULL, "size divided by original_size",
	      .flags = FIELD_OMITTED),
};
const struct fields sci_pic_pack_fields =
	FIELDS("packed", struct packed_pic, packed_field);

/* Compares the size with that of the replaced pic, and reports it. */
static void compare(const struct packing *p, size_t size)
{
	struct packed_pic row = { .size = size };
	struct exh_bytes original;
	struct exh_arena arena = { .limit = MEMORY_LIMIT };

	if (p->options->against &&
	    sci_resource_open(p->options->against, EXH_SCI_PIC, ASSET_NO_NUMBER, &arena,
			      &original, p->report) &&
	    original.size) {
		row.original_size = original.size;
		row.ratio = (double)size / (double)original.size;
		report_say(p->report, "%s: %zu bytes, %.2f times the %zu of %s",
			   p->output, size, row.ratio, original.size,
			   p->options->against);
	}
	fields_put(&sci_pic_pack_fields, &row, p->result);
	exh_arena_free(&arena);
}

static void trace(struct packing *p)
{
	const struct exh_sci_pic_target target = { .visual = p->maps[0],
						   .is_dithered =
							   p->kind == SCI_PIC_INDICES,
						   .priority = p->maps[1],
						   .control = p->maps[2] };
	struct exh_writer program = { .limit = EXH_SCI_PIC_TRACE_LIMIT };
	struct exh_error err;

	if (exh_sci_pic_trace(&target, &p->arena, &program, &err))
		report_failure(p->report, p->input, &err);
	else if (sci_resource_write(exh_writer_bytes(&program), EXH_SCI_PIC,
				    p->options->is_bare, p->input, p->output, p->report,
				    p->result))
		compare(p, program.size);
	exh_writer_free(&program);
}

void sci_pic_pack(const void *options, const char *input, const char *output,
		  struct report *report, struct json *result)
{
	struct packing p = { .options = options,
			     .input = input,
			     .output = output,
			     .report = report,
			     .result = result,
			     .arena.limit = MEMORY_LIMIT };

	if (!file_has_ending(input, ".png") && !is_vector(input))
		report_error(report, input, EXH_NO_OFFSET,
			     "neither a .png nor an .svg, of which a pic is made");
	else if (read_layers(&p))
		trace(&p);
	exh_arena_free(&p.arena);
}
