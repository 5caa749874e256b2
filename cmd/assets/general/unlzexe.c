#include "general.h"

#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/codec.h>

#include <stdlib.h>

enum {
	/* A program's own relocations and those unpacked, its image, and notes. */
	MEMORY_LIMIT = 8 << 20,
	PACKED_LIMIT = EXH_MZ_FILE_LIMIT + (4 << 20),
};

enum pack_choice { UNPACK, PACK_90, PACK_91 };

static const char *version_name(unsigned version)
{
	return version == 90 ? "0.90" : "0.91";
}

char *unlzexe_output_for(void *context, const char *input, bool several)
{
	const struct unlzexe_request *request = context;
	const char *output = request->common.output;
	char *name, *path;

	if (output && !several)
		return mem_text(output);
	name = file_with_ending(input, ".exe",
				request->pack ? ".packed.exe" : ".unpacked.exe");
	if (!output)
		return name;
	path = file_join(output, file_name(name));
	free(name);
	return path;
}

static json_t *pair_to_json(const char *a, unsigned a_value, const char *b,
			    unsigned b_value)
{
	json_t *json = json_object();

	json_set_number(json, a, a_value);
	json_set_number(json, b, b_value);
	return json;
}

static void describe_program(const struct exh_mz *program, json_t *result)
{
	json_t *relocations = json_array();

	json_set_number(result, "image_size", program->image.size);
	json_set_number(result, "rest_size", program->rest.size);
	json_object_set_new(result, "entry",
			    pair_to_json("cs", program->cs, "ip", program->ip));
	json_object_set_new(result, "stack",
			    pair_to_json("ss", program->ss, "sp", program->sp));
	json_set_number(result, "min_alloc", program->min_alloc);
	json_set_number(result, "max_alloc", program->max_alloc);
	for (size_t i = 0; i < program->relocation_count; i++)
		json_array_append_new(
			relocations,
			pair_to_json("segment", program->relocations[i].segment, "offset",
				     program->relocations[i].offset));
	json_object_set_new(result, "relocations", relocations);
}

/* The program in file, packed or unpacked, to out. */
static enum exh_status convert(const struct unlzexe_request *request,
			       struct exh_bytes file, struct exh_arena *arena,
			       struct exh_mz *program, struct exh_lzexe *how,
			       struct exh_notes *notes, struct exh_writer *out,
			       struct exh_error *err)
{
	enum exh_status status;

	if (!request->pack) {
		status = exh_lzexe_unpack(file, arena, program, how, notes, err);
		return status ? status : exh_mz_write(program, out, err);
	}
	how->version = request->pack == PACK_90 ? 90 : 91;
	status = exh_mz_open(file, arena, program, notes, err);
	return status ? status : exh_lzexe_pack(program, how->version, out, err);
}

static void run_program(const struct unlzexe_request *request, const char *input,
			const struct file *file, const char *output,
			struct report *report, json_t *result)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = PACKED_LIMIT };
	struct exh_lzexe how = { 0 };
	struct exh_mz program;
	struct exh_error err;

	if (convert(request, file_bytes(file), &arena, &program, &how, &notes, &out,
		    &err)) {
		report_notes(report, input, &notes);
		report_failure(report, input, &err);
	} else {
		report_notes(report, input, &notes);
		json_set_string(result, "version", version_name(how.version));
		json_set_number(result, "input_size", file->size);
		json_set_number(result, "output_size", out.size);
		describe_program(&program, result);
		if (report_write(report, output, exh_writer_bytes(&out))) {
			json_set_text(result, "output", output);
			report_info(report,
				    "%s: %s LZEXE %s: %zu bytes to %zu, an image of %zu "
				    "with %zu relocations, in %s",
				    input, request->pack ? "packed by" : "unpacked from",
				    version_name(how.version), file->size, out.size,
				    program.image.size, program.relocation_count, output);
		}
	}
	exh_writer_free(&out);
	exh_arena_free(&arena);
}

void unlzexe_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	struct file file;

	if (report_read(report, input, EXH_MZ_FILE_LIMIT, &file))
		run_program(context, input, &file, output, report, result);
	free(file.data);
}
