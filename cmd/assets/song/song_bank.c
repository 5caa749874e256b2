#include "song.h"

#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>

enum { FILE_LIMIT = 1 << 20 };

bool song_bank_parse(const char *text, struct song_bank_part *out)
{
	const bool is_drum = text[0] == 'd' && text[1] >= '0' && text[1] <= '9';
	const char *at = text + is_drum;
	unsigned number = 0;

	*out = (struct song_bank_part){ .path = text };
	while (*at >= '0' && *at <= '9' && number < EXH_OPL2_PROGRAMS)
		number = number * 10 + (unsigned)(*at++ - '0');
	if (at == text + is_drum || *at != '=')
		return *text; /* a file whose name begins with digits */
	out->path = at + 1;
	out->is_one = true;
	out->is_drum = is_drum;
	out->number = is_drum ? number - EXH_OPL2_FIRST_DRUM : number;
	return *out->path && out->number < (is_drum ? EXH_OPL2_DRUMS : EXH_OPL2_PROGRAMS);
}

static enum exh_status read_one(const struct song_bank_part *part, struct exh_bytes in,
				struct exh_opl2_instrument *out, struct exh_error *err)
{
	const struct exh_opl2_instrument before = *out;
	enum exh_status status;

	if (exh_op2_is(in)) {
		struct exh_opl2_bank *bank = mem_alloc(1, sizeof *bank);

		status = exh_opl2_bank_read(in, bank, err);
		*out = (part->is_drum ? bank->drums : bank->programs)[part->number];
		free(bank);
		return status;
	}
	status = exh_sbi_read(in, out, err);
	/* The drum still plays its old note. */
	out->is_fixed = before.is_fixed;
	out->note = before.note;
	return status;
}

static enum exh_status read_bank(const struct song_bank_part *part, struct exh_bytes in,
				 struct exh_opl2_bank *bank, struct exh_error *err)
{
	enum exh_status status;

	if (part->is_one)
		return read_one(part, in,
				(part->is_drum ? bank->drums : bank->programs) +
					part->number,
				err);
	if (exh_op2_is(in))
		return exh_opl2_bank_read(in, bank, err);
	if (!exh_sbi_is(in))
		return exh_fail(err, EXH_INVALID, 0,
				"expected a bank (.op2) or an instrument (.sbi)");
	status = exh_sbi_read(in, &bank->programs[0], err);
	for (size_t i = 1; i < EXH_OPL2_PROGRAMS; i++)
		bank->programs[i] = bank->programs[0];
	return status;
}

bool song_bank_load(const struct strings *texts, struct exh_opl2_bank *bank,
		    struct report *report)
{
	exh_opl2_bank_default(bank);
	for (size_t i = 0; i < texts->count; i++) {
		struct song_bank_part part;
		struct exh_error err;
		struct file file;
		bool good;

		song_bank_parse(texts->items[i], &part);
		if (!report_read(report, part.path, FILE_LIMIT, &file))
			return false;
		good = read_bank(&part, file_bytes(&file), bank, &err) == EXH_OK;
		free(file.data);
		if (!good) {
			report_failure(report, part.path, &err);
			return false;
		}
	}
	return true;
}
