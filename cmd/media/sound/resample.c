#include "sound.h"

#ifdef EXH_HAVE_SOXR

#include "lazy_sound.h"

#include <soxr.h>

/* soxr_t is an opaque pointer. */
static soxr_t inside(struct resampler *resampler)
{
	return (soxr_t)(void *)resampler;
}

const char *resampler_version(void)
{
#ifdef EXH_SOXR_SONAME
	if (!lazy_soxr_is_there())
		return NULL;
#endif
	return soxr_version();
}

static enum exh_status create(uint32_t from_hz, uint32_t to_hz, struct resampler **out,
			      struct exh_error *err)
{
	const soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
	const soxr_quality_spec_t quality = soxr_quality_spec(SOXR_HQ, 0);
	const soxr_runtime_spec_t runtime = soxr_runtime_spec(1);
	soxr_error_t error = NULL;
	soxr_t soxr = soxr_create(from_hz, to_hz, 1, &error, &io, &quality, &runtime);

	*out = (struct resampler *)(void *)soxr;
	if (soxr && !error)
		return EXH_OK;
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "libsoxr: %s",
			soxr_strerror(error));
}

enum exh_status resampler_run(struct resampler *resampler, struct resampling *piece,
			      struct exh_error *err)
{
	const soxr_error_t error =
		soxr_process(inside(resampler), piece->in, piece->in_count, &piece->taken,
			     piece->out, piece->capacity, &piece->given);

	if (error)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "libsoxr: %s",
				soxr_strerror(error));
	return EXH_OK;
}

void resampler_free(struct resampler *resampler)
{
	if (resampler)
		soxr_delete(inside(resampler));
}

#else

const char *resampler_version(void)
{
	return NULL;
}

static enum exh_status create(uint32_t from_hz, uint32_t to_hz, struct resampler **out,
			      struct exh_error *err)
{
	(void)from_hz;
	(void)to_hz;
	(void)out;
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET, "libsoxr is missing");
}

enum exh_status resampler_run(struct resampler *resampler, struct resampling *piece,
			      struct exh_error *err)
{
	(void)resampler;
	(void)piece;
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET, "libsoxr is missing");
}

void resampler_free(struct resampler *resampler)
{
	(void)resampler;
}

#endif

enum exh_status resampler_start(uint32_t from_hz, uint32_t to_hz, struct resampler **out,
				struct exh_error *err)
{
	*out = NULL;
	if (resampler_version())
		return create(from_hz, to_hz, out, err);
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
			"resampling to %u Hz from %u needs libsoxr, which is not built "
			"in or not installed; use --rate native",
			(unsigned)to_hz, (unsigned)from_hz);
}
