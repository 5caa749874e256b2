/* libsndfile, opened when FLAC is read or written. */
#include "lazy_sound.h"

#ifdef EXH_SNDFILE_SONAME
#include <sndfile.h>

static struct lazy_library sndfile = { .name = EXH_SNDFILE_SONAME };

bool lazy_sndfile_is_there(void)
{
	return lazy_is_there(&sndfile);
}

LAZY(sndfile, const char *, sf_version_string, (void), ())
LAZY(sndfile, SNDFILE *, sf_open_virtual,
     (SF_VIRTUAL_IO * io, int mode, SF_INFO *info, void *context),
     (io, mode, info, context))
LAZY(sndfile, int, sf_set_string, (SNDFILE * file, int which, const char *text),
     (file, which, text))
LAZY(sndfile, const char *, sf_strerror, (SNDFILE * file), (file))
LAZY(sndfile, sf_count_t, sf_writef_short,
     (SNDFILE * file, const short *samples, sf_count_t count), (file, samples, count))
LAZY(sndfile, sf_count_t, sf_readf_short,
     (SNDFILE * file, short *samples, sf_count_t count), (file, samples, count))
LAZY(sndfile, int, sf_command, (SNDFILE * file, int command, void *data, int size),
     (file, command, data, size))
LAZY(sndfile, int, sf_error, (SNDFILE * file), (file))
LAZY(sndfile, int, sf_close, (SNDFILE * file), (file))
#endif
