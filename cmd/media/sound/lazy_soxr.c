/* libsoxr, opened when sound is resampled. */
#include "lazy_sound.h"

#ifdef EXH_SOXR_SONAME
#include <soxr.h>

static struct lazy_library soxr = { .name = EXH_SOXR_SONAME };

bool lazy_soxr_is_there(void)
{
	return lazy_is_there(&soxr);
}

LAZY(soxr, char const *, soxr_version, (void), ())
LAZY(soxr, soxr_t, soxr_create,
     (double in, double out, unsigned channels, soxr_error_t *error,
      soxr_io_spec_t const *io, soxr_quality_spec_t const *quality,
      soxr_runtime_spec_t const *runtime),
     (in, out, channels, error, io, quality, runtime))
LAZY(soxr, soxr_io_spec_t, soxr_io_spec, (soxr_datatype_t in, soxr_datatype_t out),
     (in, out))
LAZY(soxr, soxr_quality_spec_t, soxr_quality_spec,
     (unsigned long recipe, unsigned long flags), (recipe, flags))
LAZY(soxr, soxr_runtime_spec_t, soxr_runtime_spec, (unsigned threads), (threads))
LAZY(soxr, soxr_error_t, soxr_process,
     (soxr_t resampler, soxr_in_t in, size_t in_size, size_t *in_done, soxr_out_t out,
      size_t out_size, size_t *out_done),
     (resampler, in, in_size, in_done, out, out_size, out_done))
LAZY_VOID(soxr, soxr_delete, (soxr_t resampler), (resampler))
#endif
