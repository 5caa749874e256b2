#include "exhume/identify.h"

#include "exhume/sci.h"
#include "resource.h"

/* Bits of evidence. */
enum {
	CEL_FITS = 8,	 /* runs end with the last pixel */
	MAX_FIT = 40,	 /* highest score of all cels */
	MAX_SIDE = 1024, /* pixels; the screen has 320 x 200 */
	MAX_SIZE = 1 << 17,
	MEMORY_LIMIT = 8 << 20,
	/* factor by which shared bytes of cels may exceed the view's size */
	MAX_SHARING = 8,
};

struct counts {
	size_t cels, mirrored, widest, highest;
	size_t fitting; /* cels with pixels, in loops that are not shared */
	size_t used;	/* bytes of those cels */
};

/* True if runs end with the last pixel, within "most" bytes. */
static bool fits(const struct exh_sci_cel *cel, size_t most, size_t *used)
{
	const size_t count = (size_t)cel->width * cel->height;
	size_t done = 0;

	if (most > cel->rle.size)
		most = cel->rle.size;
	for (*used = 0; done < count && *used < most; (*used)++)
		done += cel->rle.data[*used] >> 4;
	return done == count;
}

static bool count_loop(const struct exh_sci_loop *loop, bool is_own, size_t most,
		       struct counts *counts)
{
	counts->cels += loop->cel_count;
	counts->mirrored += loop->is_mirrored;
	for (size_t i = 0; is_own && i < loop->cel_count; i++) {
		const struct exh_sci_cel *cel = &loop->cels[i];
		size_t used;

		if (cel->width > MAX_SIDE || cel->height > MAX_SIDE ||
		    !fits(cel, most - counts->used, &used))
			return false;
		counts->used += used;
		counts->fitting += used > 0;
		if (counts->widest < cel->width)
			counts->widest = cel->width;
		if (counts->highest < cel->height)
			counts->highest = cel->height;
	}
	return true;
}

/* True if the view is complete, and without oddities that real views never have. The
 * caller always frees the arena. */
static bool count_view(struct exh_bytes in, struct exh_arena *arena,
		       struct exh_sci_view *view, struct counts *counts)
{
	struct exh_notes notes = { .arena = arena };

	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	*counts = (struct counts){ 0 };
	if (in.size > MAX_SIZE || exh_sci_view_open(in, arena, view, &notes, NULL) ||
	    notes.damage_count || notes.warning_count || view->flags || view->unused)
		return false;
	for (size_t i = 0; i < view->loop_count; i++)
		if (view->loops[i].offset <
			    EXH_SCI_VIEW_HEADER_SIZE + 2 * view->loop_count ||
		    !count_loop(&view->loops[i], view->loops[i].source == i,
				MAX_SHARING * in.size, counts))
			return false;
	return counts->fitting > 0;
}

static unsigned view_score(const struct exh_probe *probe)
{
	const struct probed in = look_inside(probe, EXH_SCI_VIEW);
	struct exh_arena arena;
	struct exh_sci_view view;
	struct counts counts;
	unsigned score = 0;

	if (count_view(in.data, &arena, &view, &counts))
		score = in.score + evidence_of(counts.fitting, CEL_FITS, MAX_FIT);
	exh_arena_free(&arena);
	return score;
}

static void view_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena;
	struct exh_sci_view view;
	struct counts counts;
	const struct probed in = look_inside(probe, EXH_SCI_VIEW);

	if (count_view(in.data, &arena, &view, &counts)) {
		exh_fact_number(facts, "loops", view.loop_count);
		exh_fact_number(facts, "cels", counts.cels);
		exh_fact_number(facts, "mirrored", counts.mirrored);
		exh_fact_number(facts, "widest", counts.widest);
		exh_fact_number(facts, "highest", counts.highest);
		add_patch_fact(in.is_patch, facts);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_sci_view_format = {
	.name = "sci-view",
	.title = "SCI0 view",
	.family = "sci0",
	.score = view_score,
	.describe = view_describe,
};
