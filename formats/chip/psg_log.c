#include "exhume/advanced/psg_log.h"

#include "opl2_log_file.h"

/* Writes of the other chip with no register. */
static bool next(void *context, struct exh_opl2_write *write)
{
	const struct exh_psg_source *source = context;
	struct exh_psg_write own;

	if (!source->next(source->context, &own))
		return false;
	*write = (struct exh_opl2_write){ own.position, 0, own.value };
	return true;
}

enum exh_status exh_psg_log_write(const struct exh_psg_recording *recording,
				  struct exh_writer *out, struct exh_error *err)
{
	struct exh_psg_source source = recording->source;
	const struct exh_opl2_recording own = { .source = { next, &source },
						.length = recording->length,
						.tags = recording->tags };

	struct log_recorder recorder = { .recording = &own, .is_psg = true };

	return exh_opl2_log_record(&recorder, EXH_OPL2_LOG_VGM, out, err);
}
