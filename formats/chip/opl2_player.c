#include "opl2_parts.h"
#include "exhume/advanced/opl2.h"

/*
 * Writes in time.
 */

void exh_opl2_space_write(uint64_t *free, struct exh_opl2_write *write)
{
	if (write->position < *free)
		write->position = *free;
	*free = write->position + 2;
	write->position++;
}

static bool next_spaced(void *context, struct exh_opl2_write *write)
{
	struct exh_opl2_spacing *spacing = context;

	if (!spacing->source.next(spacing->source.context, write))
		return false;
	exh_opl2_space_write(&spacing->free, write);
	return true;
}

struct exh_opl2_source exh_opl2_space(struct exh_opl2_spacing *spacing)
{
	spacing->free = 2;
	return (struct exh_opl2_source){ next_spaced, spacing };
}

void exh_opl2_player_start(struct exh_opl2_player *player, struct exh_opl2_source source)
{
	*player = (struct exh_opl2_player){ .source = source };
	exh_opl2_reset(&player->chip);
	player->waiting = source.next(source.context, &player->next);
}

/* Makes the writes that are due; returns samples to the next one, at most most. */
static uint64_t write_due(struct exh_opl2_player *player, uint64_t most)
{
	while (player->waiting && player->next.position <= player->chip.position) {
		exh_opl2_write(&player->chip, player->next.reg, player->next.value);
		player->waiting =
			player->source.next(player->source.context, &player->next);
	}
	if (player->waiting && player->next.position - player->chip.position < most)
		return player->next.position - player->chip.position;
	return most;
}

void exh_opl2_player_mix(struct exh_opl2_player *player, unsigned channels, int32_t *sums,
			 size_t count)
{
	while (count) {
		const size_t some = (size_t)write_due(player, count);

		exh_opl2_mix(&player->chip, channels, sums, some);
		sums += some;
		count -= some;
	}
}

void exh_opl2_player_skip(struct exh_opl2_player *player, uint64_t count)
{
	while (count) {
		const uint64_t some = write_due(player, count);

		exh_opl2_skip(&player->chip, some);
		count -= some;
	}
}
