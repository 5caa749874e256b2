/* The sound of AVI files as samples, and as files of sound. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_AVI_SOUND_H
#define CMD_ASSETS_ZVISION_VIDEO_AVI_SOUND_H

#include "media/sound/wav.h"

#include <exhume/avi.h>
#include <exhume/codec.h>

/* EXH_UNSUPPORTED: its codec is not decoded, or it has too many channels; EXH_INVALID: no
 * rate that makes sense. The other functions take streams that were checked. */
enum exh_status avi_sound_check(const struct exh_avi_stream *stream,
				struct exh_error *err);

uint64_t avi_sound_frame_count(const struct exh_avi_stream *stream);
/* Is a part of a sample left over at the end? */
bool avi_sound_has_rest(const struct exh_avi_stream *stream);

enum exh_status avi_sound_write(const struct exh_source *source,
				const struct exh_avi_stream *stream,
				const struct exh_zork_adpcm *adpcm,
				enum sound_format format, const char *path, bool force,
				struct exh_error *err);

#endif
