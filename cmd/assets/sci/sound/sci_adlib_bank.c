#include "sound.h"

#include "assets/sci/sci.h"
#include "task/memory.h"

#include <exhume/sci.h>

#include <string.h>

enum {
	OPERATORS = 2,
	/* size as stored, without its wave: the waves of both come last */
	OPERATOR_SIZE = 13,
	HALF = 48,
};

/*
 * The document.
 */

struct adlib { /* an operator as stored */
	uint8_t key_scale_level, multiple, feedback, attack, sustain_level, sustains,
		decay, release, total_level, tremolo, vibrato, key_scale,
		frequency_modulation, wave;
};

static const struct field operator_field[] = {
	FIELD(struct adlib, key_scale_level, NULL, "attenuation of high notes"),
	FIELD(struct adlib, multiple, NULL, "multiple of the note's frequency"),
	FIELD(struct adlib, feedback, NULL,
	      "feedback; only that of the modulator counts"),
	FIELD(struct adlib, attack, NULL, "attack rate"),
	FIELD(struct adlib, sustain_level, NULL, "sustain level"),
	FIELD(struct adlib, sustains, NULL, "not 0: the note holds its level"),
	FIELD(struct adlib, decay, NULL, "decay rate"),
	FIELD(struct adlib, release, NULL, "release rate"),
	FIELD(struct adlib, total_level, NULL, "attenuation; 0 is loudest"),
	FIELD(struct adlib, tremolo, NULL, "not 0: tremolo"),
	FIELD(struct adlib, vibrato, NULL, "not 0: vibrato"),
	FIELD(struct adlib, key_scale, NULL, "not 0: high notes decay faster"),
	FIELD(struct adlib, frequency_modulation, NULL,
	      "0: the operators add up; only that of the modulator counts"),
	FIELD(struct adlib, wave, NULL, "wave form, 0 to 3"),
};
static const struct fields operator_table =
	FIELDS("operator", struct adlib, operator_field);

struct instrument {
	uint8_t number;
	bool has_number;
	struct adlib operators[OPERATORS];
};

static const struct field instrument_field[] = {
	FIELD(struct instrument, number, NULL, "number of the instrument",
	      FIELD_HAS(struct instrument, has_number)),
	FIELD_ARRAY_OF("operators", FIELD_ROW, struct instrument, operators, NULL,
		       "the modulator, then the carrier", .of = &operator_table),
};
static const struct fields instrument_table =
	FIELDS("instrument", struct instrument, instrument_field);

struct bank {
	struct instrument *instruments;
	size_t count;
	struct exh_bytes rest;
};

static const struct field bank_field[] = {
	FIELD_ROWS(struct bank, instruments, count, &instrument_table,
		   "the instruments, 48 or 96"),
	FIELD(struct bank, rest, NULL, "bytes after the instruments",
	      .flags = FIELD_OMITTED),
};
static const struct fields bank_table = FIELDS("bank", struct bank, bank_field);

const struct document sci_bank_document = {
	.format = "sci-adlib-bank",
	.schema = 1,
	.made_by = "sci-bank",
	.meaning = "AdLib's instruments of a game of SCI (patch.003)",
	.fields = &bank_table,
};

/* Reads a bank. A game's patches for other devices get no bank. */
static enum exh_status read_bank(const void *options, struct asset *asset,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci_adlib_bank *bank;

	(void)options;
	if (asset->number != SCI_BANK_NUMBER && sci_game_of(asset->assets))
		return EXH_OK;
	bank = mem_arena(asset->arena, 1, sizeof *bank);
	asset->thing = bank;
	return exh_sci_adlib_bank_read(asset->bytes, bank, notes, err);
}

static void plan(const void *options, const struct asset *asset,
		 struct asset_files *files)
{
	(void)options;
	if (asset->thing)
		asset_files_add(files, 0, 0, ".json");
}

/* Returns the bytes after the instruments; for a driver that contains a bank, none. */
static struct exh_bytes rest_of(const struct exh_sci_adlib_bank *bank,
				struct exh_bytes in)
{
	struct exh_writer written = { .limit = 1 << 12 };
	struct exh_bytes rest = { 0 };

	exh_sci_adlib_bank_write(bank, &written);
	mem_check(&written);
	if (in.size > written.size && memcmp(in.data, written.data, written.size) == 0)
		exh_bytes_slice(in, written.size, in.size - written.size, &rest);
	exh_writer_free(&written);
	return rest;
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct exh_sci_adlib_bank *bank = asset->thing;
	enum exh_status status;
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct bank row = { .count = bank->count, .rest = rest_of(bank, asset->bytes) };

	(void)options;
	(void)file;
	row.instruments = mem_arena(&arena, row.count, sizeof *row.instruments);
	for (size_t i = 0; i < row.count; i++) {
		struct instrument *to = &row.instruments[i];
		const uint8_t *from = bank->instruments[i];

		to->number = (uint8_t)i;
		to->has_number = true;
		for (size_t k = 0; k < OPERATORS; k++) {
			memcpy(&to->operators[k], from + k * OPERATOR_SIZE,
			       OPERATOR_SIZE);
			to->operators[k].wave = from[OPERATORS * OPERATOR_SIZE + k];
		}
	}
	status = json_append(document_to_json(&sci_bank_document, &row), out, err);
	exh_arena_free(&arena);
	return status;
}

static void take_instrument(struct json_reading *r, const struct instrument *from,
			    size_t number, uint8_t *to)
{
	if (from->has_number && from->number != number)
		json_read_wrong(r, "number",
				"the instruments in the order of their numbers");
	for (size_t k = 0; k < OPERATORS; k++) {
		memcpy(to + k * OPERATOR_SIZE, &from->operators[k], OPERATOR_SIZE);
		to[OPERATORS * OPERATOR_SIZE + k] = from->operators[k].wave;
	}
	json_read_within(r, "instrument", number);
}

enum exh_status sci_bank_read(struct exh_bytes text, struct exh_arena *arena,
			      struct exh_sci_adlib_bank *bank, struct exh_bytes *rest,
			      struct exh_error *err)
{
	struct json_reading r = { .arena = arena, .err = err };
	struct bank row = { 0 };

	document_read_text(&r, &sci_bank_document, text, &row);
	if (!r.status && row.count != HALF && row.count != EXH_SCI_INSTRUMENTS)
		json_read_wrong(&r, "instruments", "a list of 48 or 96");
	for (size_t i = 0; !r.status && i < row.count; i++)
		take_instrument(&r, &row.instruments[i], i, bank->instruments[i]);
	bank->count = row.count;
	*rest = row.rest;
	return r.status;
}

static const struct field described[] = {
	FIELD_AS("instruments", struct exh_sci_adlib_bank, count, NULL,
		 "number of instruments in the bank; missing for other devices"),
};
const struct fields sci_bank_fields =
	FIELDS("bank_summary", struct exh_sci_adlib_bank, described);

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	const struct exh_sci_adlib_bank *bank = asset->thing;

	(void)options;
	if (bank)
		fields_put(&sci_bank_fields, bank, object);
}

const struct asset_kind sci_bank_kind = {
	.name = "patch",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_PATCH,
	.read = read_bank,
	.plan = plan,
	.make = make,
	.describe = describe,
};
