#include "exhume/engine.h"
#include "exhume/advanced/engine.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

void exh_audio_track_start(struct exh_audio_track *track, uint64_t first_service)
{
	exh_audio_track_free(track);
	track->first_service = first_service;
}

void exh_audio_track_free(struct exh_audio_track *track)
{
	free(track->writes);
	*track = (struct exh_audio_track){ 0 };
}

static bool make_room(struct exh_audio_track *track)
{
	const size_t capacity = track->capacity ? 2 * track->capacity : FIRST_CAPACITY;
	struct exh_audio_write *more;

	if (track->count < track->capacity)
		return true;
	more = capacity > SIZE_MAX / sizeof *more
		       ? NULL
		       : realloc(track->writes, capacity * sizeof *more);
	if (!more)
		return false;
	track->writes = more;
	track->capacity = capacity;
	return true;
}

void exh_audio_track_take(struct exh_audio_track *track,
			  const struct exh_audio_write *write)
{
	const uint64_t time = write->time - track->first_service;

	/* first_service may be "below 0": a clock that was set back. */
	if (time > INT64_MAX || track->failed)
		return;
	track->failed = !make_room(track);
	if (track->failed)
		return;
	track->writes[track->count] = *write;
	track->writes[track->count++].time = time;
}

/* Feeds what is in force for the next count samples. Returns how many of them may be made
 * before there is room for more. */
static size_t feed(const struct exh_audio_track *track, size_t *next,
		   struct exh_audio_player *player, size_t count)
{
	for (; *next < track->count; ++*next) {
		const struct exh_audio_write *write = &track->writes[*next];
		const uint64_t at = exh_audio_length(player, write->time);

		if (at >= player->position + count)
			return count;
		/* More at once than a player can hold are not heard. */
		if (!exh_audio_feed(player, write) && at > player->position)
			return (size_t)(at - player->position);
	}
	return count;
}

void exh_audio_track_render(const struct exh_audio_track *track, size_t *next,
			    struct exh_audio_player *player, int16_t *mono, size_t count)
{
	while (count) {
		const size_t some = feed(track, next, player, count);

		exh_audio_render(player, mono, some);
		mono += some;
		count -= some;
	}
}

void exh_audio_track_forget(struct exh_audio_track *track, size_t *next)
{
	track->count -= *next;
	if (track->count)
		memmove(track->writes, track->writes + *next,
			track->count * sizeof *track->writes);
	*next = 0;
}
