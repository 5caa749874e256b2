#include "assets/convert.h"
#include "cli/opt.h"
#include "task/json.h"
#include "task/memory.h"

#include <exhume/codec.h>

enum { PACKED_LIMIT = EXH_MZ_FILE_LIMIT + (4 << 20) };

enum pack_choice { UNPACK, PACK_90, PACK_91 };

struct request {
	struct common common;
	unsigned pack; /* enum pack_choice */
};

static const char *version_name(unsigned version)
{
	return version == 90 ? "0.90" : "0.91";
}

static struct json *pair_to_json(const char *a, unsigned a_value, const char *b,
				 unsigned b_value)
{
	struct json *json = json_new_object();

	json_set_number(json, a, a_value);
	json_set_number(json, b, b_value);
	return json;
}

static void describe_program(const struct exh_mz *program, struct json *result)
{
	struct json *relocations = json_new_list();

	json_set_number(result, "image_size", program->image.size);
	json_set_number(result, "rest_size", program->rest.size);
	json_set(result, "entry", pair_to_json("cs", program->cs, "ip", program->ip));
	json_set(result, "stack", pair_to_json("ss", program->ss, "sp", program->sp));
	json_set_number(result, "min_alloc", program->min_alloc);
	json_set_number(result, "max_alloc", program->max_alloc);
	for (size_t i = 0; i < program->relocation_count; i++)
		json_push(relocations,
			  pair_to_json("segment", program->relocations[i].segment,
				       "offset", program->relocations[i].offset));
	json_set(result, "relocations", relocations);
}

/* The program, and how it is or was packed. */
struct unpacked {
	struct exh_mz program;
	struct exh_lzexe how;
	size_t file_size;
};

static enum exh_status convert(struct conversion *c, struct exh_bytes in,
			       struct unpacked *unpacked, struct exh_writer *out,
			       struct exh_error *err)
{
	const struct request *request = c->request;
	struct exh_mz *program = &unpacked->program;
	struct exh_lzexe *how = &unpacked->how;
	enum exh_status status;

	if (!request->pack) {
		status = exh_lzexe_unpack(in, &c->arena, program, how, &c->notes, err);
		return status ? status : exh_mz_write(program, out, err);
	}
	how->version = request->pack == PACK_90 ? 90 : 91;
	status = exh_mz_open(in, &c->arena, program, &c->notes, err);
	return status ? status : exh_lzexe_pack(program, how->version, out, err);
}

static enum exh_status encode(struct conversion *c, struct exh_bytes in,
			      struct exh_writer *out, struct exh_error *err)
{
	struct unpacked *unpacked = mem_arena(&c->arena, 1, sizeof *unpacked);
	const enum exh_status status = convert(c, in, unpacked, out, err);

	if (status)
		return status;
	c->thing = unpacked;
	unpacked->file_size = in.size;
	json_set_string(c->result, "version", version_name(unpacked->how.version));
	json_set_number(c->result, "input_size", in.size);
	json_set_number(c->result, "output_size", out->size);
	describe_program(&unpacked->program, c->result);
	return EXH_OK;
}

static void written(struct conversion *c, size_t size)
{
	const struct request *request = c->request;
	const struct unpacked *unpacked = c->thing;

	json_set_text(c->result, "output", c->output);
	report_info(c->report,
		    "%s: %s LZEXE %s: %zu bytes to %zu, an image of %zu with %zu "
		    "relocations, in %s",
		    c->input, request->pack ? "packed by" : "unpacked from",
		    version_name(unpacked->how.version), unpacked->file_size, size,
		    unpacked->program.image.size, unpacked->program.relocation_count,
		    c->output);
}

static const char *const pack_choices[] = { "none", "0.90", "0.91", NULL };

static struct converter_endings endings_for(const void *context, const char *input)
{
	const struct request *request = context;

	(void)input;
	return (struct converter_endings){ ".exe", request->pack ? ".packed.exe"
								 : ".unpacked.exe" };
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("pack-as", "VERSION", struct request, pack, pack_choices),
	  .help = "pack as 0.90 or 0.91 instead (the result does not run)" },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "program",
	.endings_for = endings_for,
	.encode = encode,
	.written = written,
	.file_limit = EXH_MZ_FILE_LIMIT,
	.output_limit = PACKED_LIMIT,
};

const struct command cmd_unlzexe = {
	.name = "unlzexe",
	.family = FAMILY_ALL,
	.brief = "unpack programs that were packed by LZEXE",
	.usage = "[OPTION]... PROGRAM...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct request, common),
	.converter = &converter,
	.run = convert_main,
};
