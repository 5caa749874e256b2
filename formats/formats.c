#include "exhume/identify.h"

#define FORMAT(name) extern const struct exh_format name##_format;
#include "formats_list.h"
#undef FORMAT

static const struct exh_format *const formats[] = {
#define FORMAT(name) &name##_format,
#include "formats_list.h"
#undef FORMAT
};

const struct exh_format *const *exh_formats(size_t *count)
{
	*count = sizeof formats / sizeof formats[0];
	return formats;
}

const struct exh_format *exh_identify(const struct exh_probe *probe, unsigned *score)
{
	const struct exh_format *best = NULL;

	*score = 0;
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		const unsigned own = formats[i]->score(probe);

		if (own <= *score)
			continue;
		*score = own;
		best = formats[i];
	}
	return best;
}
