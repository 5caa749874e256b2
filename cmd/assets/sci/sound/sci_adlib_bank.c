#include "sound.h"

#include "assets/sci/sci.h"
#include "task/json.h"
#include "task/memory.h"

#include <exhume/sci.h>

#include <string.h>

enum { OPERATOR_SIZE = 13 };

const char *const sci_bank_keys[SCI_BANK_FIELDS] = {
	"key_scale_level",	"multiple", "feedback", "attack",
	"sustain_level",	"sustains", "decay",	"release",
	"total_level",		"tremolo",  "vibrato",	"key_scale",
	"frequency_modulation", "wave",
};

/* The waves of both operators come last. */
size_t sci_bank_field(size_t operator, size_t field)
{
	return field < OPERATOR_SIZE ? operator* OPERATOR_SIZE + field
	    : SCI_BANK_OPERATORS * OPERATOR_SIZE +
	      operator;
}

/* Patches for other devices become nothing. */
static enum exh_status read_bank(const void *options, struct asset *asset,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci_adlib_bank *bank;

	(void)options;
	if (asset->number != SCI_BANK_NUMBER && asset->number != ASSET_NO_NUMBER)
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

static struct json *instrument_to_json(const uint8_t *stored, size_t number)
{
	struct json *object = json_new_object(), *operators = json_new_list();

	for (size_t i = 0; i < SCI_BANK_OPERATORS; i++) {
		struct json *fields = json_new_object();

		for (size_t k = 0; k < SCI_BANK_FIELDS; k++)
			json_set_number(fields, sci_bank_keys[k],
					stored[sci_bank_field(i, k)]);
		json_push(operators, fields);
	}
	json_set_number(object, "number", number);
	json_set(object, "operators", operators);
	return object;
}

/* What follows the instruments; of a driver that contains a bank, nothing. */
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
	const struct exh_bytes rest = rest_of(bank, asset->bytes);
	struct json *document = json_document(SCI_BANK_FORMAT, 1);
	struct json *list = json_set(document, "instruments", json_new_list());

	(void)options;
	(void)file;
	for (size_t i = 0; i < bank->count; i++)
		json_push(list, instrument_to_json(bank->instruments[i], i));
	if (rest.size)
		json_set(document, "rest", json_of_hex(rest));
	return json_append(document, out, err);
}

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	const struct exh_sci_adlib_bank *bank = asset->thing;

	(void)options;
	if (bank)
		json_set_number(object, "instruments", bank->count);
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
