#include "sound.h"

#include "assets/sci/sci.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/opl2_instrument.h>
#include <exhume/sci.h>

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 16 << 20, MEMORY = 1 << 24 };

/* A bank being packed, and the bytes after its instruments. */
struct packing {
	const struct sci_bank_options *options;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_adlib_bank bank;
	struct exh_bytes rest;
};

/*
 * Instruments of other programs.
 */

static void put(struct packing *p, size_t at, const struct exh_opl2_instrument *from)
{
	struct exh_sci_adlib_registers registers = { .connection = from->connection };

	memcpy(registers.operators, from->operators, sizeof registers.operators);
	exh_sci_adlib_instrument(&registers, p->bank.instruments[at]);
}

static enum exh_status take_sbi(struct packing *p, struct exh_bytes in,
				struct exh_error *err)
{
	struct exh_opl2_instrument instrument;
	const enum exh_status status = exh_sbi_read(in, &instrument, err);

	if (!status)
		put(p, p->options->at, &instrument);
	return status;
}

/* Takes the selected instrument, or as many as there is room for, from the first one
 * on. */
static enum exh_status take_op2(struct packing *p, struct exh_bytes in,
				struct exh_error *err)
{
	const size_t at = p->options->at;
	const size_t count = p->options->takes_one ? 1 : p->bank.count - at;

	for (size_t i = 0; i < count; i++) {
		const unsigned number =
			p->options->takes_one ? p->options->take : (unsigned)i;
		struct exh_opl2_instrument instrument;
		const enum exh_status status =
			exh_op2_read(in, number, &instrument, &p->notes, err);

		if (status)
			return status;
		put(p, at + i, &instrument);
	}
	return EXH_OK;
}

/* Opens the bank that instruments are put into; without it an OP2 bank fills a bank of
 * 96. */
static bool open_base(struct packing *p, bool is_whole, const char *input,
		      struct report *report)
{
	struct exh_bytes bytes;
	struct exh_error err;

	p->bank.count = EXH_SCI_INSTRUMENTS;
	if (!p->options->bank && !is_whole) {
		report_error(report, input, EXH_NO_OFFSET,
			     "one instrument; give --bank FILE, the bank that it is "
			     "put into");
		return false;
	}
	if (p->options->bank &&
	    !sci_resource_open(p->options->bank, EXH_SCI_PATCH, SCI_BANK_NUMBER,
			       &p->arena, &bytes, report))
		return false;
	if (p->options->bank &&
	    exh_sci_adlib_bank_read(bytes, &p->bank, &p->notes, &err)) {
		report_failure(report, p->options->bank, &err);
		return false;
	}
	if (p->options->at < p->bank.count)
		return true;
	report_error(report, input, EXH_NO_OFFSET,
		     "--at %u: the bank has instruments 0 to %zu", p->options->at,
		     p->bank.count - 1);
	return false;
}

/*
 * Packing.
 */

/* Fails for values that can't be stored in an instrument. */
static enum exh_status check_values(const struct exh_sci_adlib_bank *bank,
				    struct exh_error *err)
{
	struct exh_writer out = { .limit = MEMORY };
	struct exh_sci_adlib_bank again;
	enum exh_status status;

	exh_sci_adlib_bank_write(bank, &out);
	mem_check(&out);
	status = exh_sci_adlib_bank_read(exh_writer_bytes(&out), &again, NULL, err);
	exh_writer_free(&out);
	return status;
}

static void finish(const struct packing *p, const char *output, struct report *report,
		   struct json *result)
{
	struct exh_writer out = { .limit = MEMORY };

	if (!p->options->is_bare)
		exh_sci_patch_write_header(EXH_SCI_PATCH, &out);
	exh_sci_adlib_bank_write(&p->bank, &out);
	exh_write_bytes(&out, p->rest.data, p->rest.size);
	if (output_write_text(report, output, &out)) {
		result_output(result, output);
		fields_put(&sci_bank_fields, &p->bank, result);
	}
}

static bool take(struct packing *p, struct exh_bytes in, const char *input,
		 struct report *report)
{
	const bool is_op2 = exh_op2_is(in), is_sbi = exh_sbi_is(in);
	struct exh_error err = { 0 };
	enum exh_status status;

	if ((is_op2 || is_sbi) &&
	    !open_base(p, is_op2 && !p->options->takes_one, input, report))
		return false;
	status = is_op2	  ? take_op2(p, in, &err)
		 : is_sbi ? take_sbi(p, in, &err)
			  : sci_bank_read(in, &p->arena, &p->bank, &p->rest, &err);
	if (!status)
		status = check_values(&p->bank, &err);
	if (status)
		report_failure(report, input, &err);
	else
		report_notes(report, input, &p->notes);
	return !status;
}

void sci_bank_pack(const void *options, const char *input, const char *output,
		   struct report *report, struct json *result)
{
	struct packing p = { .options = options, .arena.limit = MEMORY };
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	p.notes.arena = &p.arena;
	if (take(&p, file_bytes(&file), input, report))
		finish(&p, output, report, result);
	free(file.data);
	exh_arena_free(&p.arena);
}
