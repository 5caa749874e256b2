#include "assets/convert.h"
#include "cli/opt.h"
#include "task/fields.h"
#include "task/memory.h"

#include <exhume/advanced/codec.h>
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

/* The program, and its packing. */
struct unpacked {
	struct exh_mz program;
	struct exh_lzexe how;
	const char *version;
	size_t file_size, output_size;
};

static const struct field entry_fields[] = {
	FIELD(struct exh_mz, cs, NULL, "segment"),
	FIELD(struct exh_mz, ip, NULL, "offset"),
};
static const struct field stack_fields[] = {
	FIELD(struct exh_mz, ss, NULL, "segment"),
	FIELD(struct exh_mz, sp, NULL, "offset"),
};
static const struct field relocation_fields[] = {
	FIELD(struct exh_mz_relocation, segment, NULL, "segment of the word"),
	FIELD(struct exh_mz_relocation, offset, "bytes", "its offset in the segment"),
};
static const struct fields entry_table = FIELDS("entry", struct exh_mz, entry_fields);
static const struct fields stack_table = FIELDS("stack", struct exh_mz, stack_fields);
static const struct fields relocation_table =
	FIELDS("relocation", struct exh_mz_relocation, relocation_fields);

#define PROGRAM(name, member, unit, meaning) \
	FIELD_AS(name, struct unpacked, program.member, unit, meaning)

static const char *const versions[] = { "0.90", "0.91", NULL };
static const struct field program_fields[] = {
	FIELD(struct unpacked, version, NULL, "version of LZEXE", .names = versions),
	FIELD_AS("input_size", struct unpacked, file_size, "bytes", "size of the input"),
	FIELD(struct unpacked, output_size, "bytes", "size of the output"),
	PROGRAM("image_size", image.size, "bytes", "size of the unpacked image"),
	PROGRAM("rest_size", rest.size, "bytes", "size of the data after the image"),
	FIELD_OF("entry", FIELD_ROW, struct unpacked, program, NULL,
		 "where the unpacked program starts", .of = &entry_table),
	FIELD_OF("stack", FIELD_ROW, struct unpacked, program, NULL,
		 "where the stack of the unpacked program is", .of = &stack_table),
	PROGRAM("min_alloc", min_alloc, "16 bytes",
		"memory that it needs after its image"),
	PROGRAM("max_alloc", max_alloc, "16 bytes",
		"memory that it wants after its image"),
	FIELD_LIST_OF("relocations", FIELD_ROW, struct unpacked, program.relocations,
		      program.relocation_count, NULL,
		      "words that hold segments of the program", .of = &relocation_table),
};
static const struct fields program_table =
	FIELDS("program", struct unpacked, program_fields);
static const struct fields *const results[] = { &program_table, NULL };

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
	unpacked->output_size = out->size;
	unpacked->version = version_name(unpacked->how.version);
	fields_put(&program_table, unpacked, c->result);
	return EXH_OK;
}

static void written(struct conversion *c, size_t size)
{
	const struct request *request = c->request;
	const struct unpacked *unpacked = c->thing;

	result_output(c->result, c->output);
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
	.family = FAMILY_OTHER,
	.brief = "unpack programs that were packed by LZEXE",
	.usage = "[OPTION]... PROGRAM...",
	.options = option_table,
	.results = results,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct request, common),
	.converter = &converter,
	.run = convert_main,
};
