#include "script.h"

#include "assets/sci/text/text.h"
#include "task/text.h"

const char *string_table_kind(const struct exh_sci_code *code, const uint8_t *uses,
			      size_t i)
{
	if (!uses[i] && !code->script.strings[i].size)
		return NULL;
	if (uses[i] & EXH_SCI_STRING_IS_NAME)
		return uses[i] & EXH_SCI_STRING_IN_CODE ? "name and text" : "name";
	return uses[i] ? "text" : "unused";
}

void string_table_put_columns(struct exh_writer *out)
{
	text_put(out, "#type\tnumber\tindex\toffset\tkind\ttext\n");
}

void string_table_put_row(const struct exh_sci_program_script *script, size_t i,
			  const char *kind, const struct text_encoding *encoding,
			  struct exh_writer *out)
{
	const struct exh_bytes text = script->code.script.strings[i];

	text_put(out, "script\t%u\t%zu\t%zu\t%s\t", script->number, i,
		 text.base - script->code.bytes.base, kind);
	text_escape_bytes(encoding, text, out);
	exh_write_u8(out, '\n');
}

enum exh_status string_table_write(const struct exh_sci_program_script *script,
				   const struct text_encoding *encoding,
				   struct exh_writer *out, struct exh_error *err)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	uint8_t *uses;
	const enum exh_status status =
		exh_sci_string_uses(&script->code, &arena, &uses, err);

	string_table_put_columns(out);
	for (size_t i = 0; i < script->code.script.string_count && !status; i++) {
		const char *kind = string_table_kind(&script->code, uses, i);

		if (kind)
			string_table_put_row(script, i, kind, encoding, out);
	}
	exh_arena_free(&arena);
	return status;
}
