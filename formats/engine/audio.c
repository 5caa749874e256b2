#include "exhume/engine.h"

#include "exhume/keen_audio.h"
#include "exhume/advanced/engine.h"

#include "../chip/speaker.h"

#include <string.h>

enum { SAMPLE_CLOCKS = EXH_PIT_CLOCKS_PER_SAMPLE };

void exh_audio_start(struct exh_audio_player *player, unsigned clocks)
{
	*player = (struct exh_audio_player){ .clocks = clocks, .free = 2 };
	exh_opl2_reset(&player->chip);
	exh_psg_reset(&player->tandy_chip);
}

uint64_t exh_audio_length(const struct exh_audio_player *player, uint64_t service)
{
	return service * player->clocks / SAMPLE_CLOCKS;
}

/*
 * Writes that wait.
 */

/* False: there is no room. */
static bool push(struct exh_audio_queue *queue, const struct exh_audio_write *write,
		 uint64_t at)
{
	if (queue->count == EXH_AUDIO_WAITING)
		return false;
	queue->items[(queue->first + queue->count++) % EXH_AUDIO_WAITING] =
		(struct exh_audio_item){ at, write->value, write->reg };
	return true;
}

/* NULL: nothing waits. */
static const struct exh_audio_item *front(const struct exh_audio_queue *queue)
{
	return queue->count ? &queue->items[queue->first] : NULL;
}

static void pop(struct exh_audio_queue *queue)
{
	queue->first = (uint16_t)((queue->first + 1) % EXH_AUDIO_WAITING);
	queue->count--;
}

bool exh_audio_feed(struct exh_audio_player *player, const struct exh_audio_write *write)
{
	struct exh_opl2_write spaced = { .position =
						 exh_audio_length(player, write->time) };

	switch (write->device) {
	case EXH_AUDIO_SPEAKER:
		return push(&player->speaker, write, write->time * player->clocks);
	case EXH_AUDIO_ADLIB:
		if (player->adlib.count == EXH_AUDIO_WAITING)
			return false;
		exh_opl2_space_write(&player->free, &spaced);
		return push(&player->adlib, write, spaced.position);
	case EXH_AUDIO_TANDY:
		return push(&player->tandy, write, spaced.position);
	default:
		return true;
	}
}

/*
 * AdLib.
 */

static void make_adlib(struct exh_audio_player *player, int16_t *mono, size_t count)
{
	const struct exh_audio_item *item;

	while (count) {
		size_t some = count;

		while ((item = front(&player->adlib)) &&
		       item->at <= player->chip.position) {
			exh_opl2_write(&player->chip, item->reg, (uint8_t)item->value);
			pop(&player->adlib);
		}
		if (item && item->at - player->chip.position < some)
			some = (size_t)(item->at - player->chip.position);
		exh_opl2_render(&player->chip, mono, some);
		mono += some;
		count -= some;
	}
}

/* Makes silence, without cost: there is no card, or it has made no sound yet. */
static void make_no_adlib(struct exh_audio_player *player, int16_t *mono, size_t count)
{
	memset(mono, 0, count * sizeof *mono);
	exh_opl2_skip(&player->chip, count);
}

/*
 * The speaker.
 */

/* The writes that are due; returns at which clock the next one will be. */
static uint64_t write_due(struct exh_audio_player *player, uint64_t clock)
{
	const struct exh_audio_item *item;

	while ((item = front(&player->speaker)) && item->at <= clock) {
		player->started = clock;
		player->divisor = item->value;
		pop(&player->speaker);
	}
	return item ? item->at : UINT64_MAX;
}

static int64_t sum_of_sample(struct exh_audio_player *player, uint64_t clock)
{
	const uint64_t end = clock + SAMPLE_CLOCKS;
	int64_t sum = 0;

	while (clock < end) {
		const uint64_t next = write_due(player, clock);
		const uint64_t until = next < end ? next : end;
		const struct speaker_wave wave = { player->started, player->divisor };

		sum += speaker_sum(&wave, clock, until);
		clock = until;
	}
	return sum;
}

static int16_t clip(int32_t sum)
{
	return (int16_t)(sum < INT16_MIN ? INT16_MIN : sum > INT16_MAX ? INT16_MAX : sum);
}

/* Samples from the first one on in which the speaker surely is off. */
static uint64_t quiet(struct exh_audio_player *player, uint64_t clock)
{
	const uint64_t next = write_due(player, clock);

	return player->divisor ? 0 : (next - clock) / SAMPLE_CLOCKS;
}

static void add_speaker(struct exh_audio_player *player, int16_t *mono, size_t count)
{
	uint64_t clock = player->position * SAMPLE_CLOCKS;

	for (size_t i = 0; i < count; i++, clock += SAMPLE_CLOCKS) {
		const uint64_t off = quiet(player, clock);

		if (off >= count - i)
			return;
		i += (size_t)off;
		clock += off * SAMPLE_CLOCKS;
		mono[i] = clip(mono[i] +
			       speaker_mean(sum_of_sample(player, clock), SAMPLE_CLOCKS));
	}
}

/*
 * The Tandy.
 */

enum { PIECE = 256 };

static void add_tandy(struct exh_audio_player *player, int16_t *mono, size_t count)
{
	const struct exh_audio_item *item;
	uint64_t at = player->position;
	int32_t sums[PIECE];

	while (count) {
		size_t some = count < PIECE ? count : PIECE;

		while ((item = front(&player->tandy)) && item->at <= at) {
			exh_psg_write(&player->tandy_chip, (uint8_t)item->value);
			player->has_tandy = true;
			pop(&player->tandy);
		}
		if (item && item->at - at < some)
			some = (size_t)(item->at - at);
		/* The clock of the Tandy chip begins with the first write. */
		if (player->has_tandy)
			exh_psg_mix(&player->tandy_chip, EXH_PSG_ALL_CHANNELS, sums,
				    some);
		for (size_t i = 0; i < some && player->has_tandy; i++)
			mono[i] = clip(mono[i] + sums[i]);
		mono += some;
		at += some;
		count -= some;
	}
}

void exh_audio_render(struct exh_audio_player *player, int16_t *mono, size_t count)
{
	if (player->chip.touched || player->adlib.count)
		make_adlib(player, mono, count);
	else
		make_no_adlib(player, mono, count);
	add_speaker(player, mono, count);
	if (player->has_tandy || player->tandy.count)
		add_tandy(player, mono, count);
	player->position += count;
}
