/*
 * Any text as the JSON of scr-inspect: it is refused with a reason, or gives a script
 * that reads as it asks for. A script as it comes from scr-inspect, not edited, is packed
 * to the same bytes.
 *
 * Input: the text, or a script
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "zv_script.h"
#include "task/json.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIMIT = 1 << 26 };

static enum exh_status pack(struct exh_bytes json, struct exh_writer *out,
			    struct exh_error *err)
{
	static const struct common common = { .verbosity = -1 };
	struct report report;
	enum exh_status status;

	report_start(&report, "fuzz", &common);
	status = scr_pack(json, "fuzz", &report, out, err);
	report_end(&report);
	return status;
}

static void check_script(struct exh_bytes in, const struct exh_zv_script *script)
{
	struct exh_writer text = { .limit = LIMIT }, out = { .limit = LIMIT };
	struct exh_error err = { 0 };
	struct json *result = json_new_object();

	scr_to_json(script, result);
	/* NUL can't be read from JSON. */
	if (!memchr(in.data, 0, in.size) &&
	    !json_append(json_result("scr-inspect", result), &text, NULL)) {
		assert(!pack(exh_writer_bytes(&text), &out, &err));
		assert(out.size == in.size && memcmp(out.data, in.data, in.size) == 0);
	}
	json_free(result);
	exh_writer_free(&text);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = { data, size, 0 };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err = { 0 };
	struct exh_zv_script script;

	if (pack(in, &out, &err))
		assert(err.status && err.text[0]);
	if (size && !exh_zv_script_parse(in, &arena, &script, &notes, NULL))
		check_script(in, &script);
	exh_writer_free(&out);
	exh_arena_free(&arena);
	return 0;
}
