/*
 * Reads any text as the manifest of extracted resources. If it is accepted, no name leads
 * out of its folder, and places are within the data; written and read again it is the
 * same.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "sci.h"
#include "task/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_name(const char *name)
{
	assert(name && *name && !strchr(name, '/'));
	assert(strcmp(name, ".") != 0 && strcmp(name, "..") != 0);
}

static void check_piece(const struct exh_sci_piece *piece)
{
	if (!piece->is_record) {
		assert(!piece->file && !piece->packed.data);
		return;
	}
	check_name(piece->file);
	assert(piece->type < EXH_SCI_TYPES && piece->number < EXH_SCI_NUMBERS);
	assert(piece->method <= EXH_SCI_PACK_SMALLEST);
	assert(!piece->packed.data ||
	       (piece->has_sha256 && piece->method < EXH_SCI_PACK_SMALLEST));
}

static void check_plan(const struct exh_sci_plan *plan)
{
	size_t next = 0;

	check_name(plan->map_name);
	for (size_t i = 0; i < plan->volume_count; i++) {
		check_name(plan->volumes[i].name);
		assert(plan->volumes[i].number <= EXH_SCI_MAX_VOLUME);
		assert(plan->volumes[i].first == next);
		next += plan->volumes[i].count;
	}
	assert(next == plan->piece_count);
	for (size_t i = 0; i < plan->piece_count; i++)
		check_piece(&plan->pieces[i]);
	for (size_t i = 0; i < plan->entry_count; i++) {
		const struct exh_sci_plan_entry *entry = &plan->entries[i];

		assert(entry->type < EXH_SCI_TYPES && entry->number < EXH_SCI_NUMBERS);
		assert(entry->piece == EXH_SCI_NO_PIECE ||
		       entry->piece < plan->piece_count);
		assert(entry->offset < EXH_SCI_VOLUME_LIMIT);
	}
}

/* Pieces without a hash get one of zeros. */
static void check_again(const struct exh_sci_plan *plan)
{
	char *text, *same;
	struct json *json = sci_manifest_to_json(plan);
	struct exh_sci_plan again;

	text = json_print(json);
	json_free(json);
	assert(text);
	assert(!sci_manifest_read(
		(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 }, &again,
		NULL));
	check_plan(&again);
	json = sci_manifest_to_json(&again);
	same = json_print(json);
	json_free(json);
	assert(same && strcmp(same, text) == 0);
	free(text);
	free(same);
	exh_sci_plan_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_sci_plan plan;
	struct exh_error err = { 0 };

	if (sci_manifest_read((struct exh_bytes){ data, size, 0 }, &plan, &err)) {
		assert(err.status && err.text[0]);
	} else {
		check_plan(&plan);
		check_again(&plan);
	}
	exh_sci_plan_free(&plan);
	return 0;
}
