/* Any bytes as instruments: accepted ones have OPL2's waves and connections. */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/advanced/opl2_instrument.h"

#include "../base/fuzzing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(enum exh_status status, const struct exh_opl2_instrument *instrument,
		  const struct exh_error *err)
{
	if (status) {
		assert(err->text[0]);
		return;
	}
	assert(instrument->operators[0][4] < 4 && instrument->operators[1][4] < 4);
	assert(instrument->connection < 16);
	assert(!instrument->name[EXH_OPL2_NAME_SIZE - 1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_opl2_instrument instrument;
	struct exh_error err;

	check(exh_sbi_read(in, &instrument, &err), &instrument, &err);
	for (unsigned i = 0; i <= EXH_OP2_INSTRUMENTS; i++)
		check(exh_op2_read(in, i, &instrument, NULL, &err), &instrument, &err);
	discard(in);
	return 0;
}
