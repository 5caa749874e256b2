#include "screen.h"

#include <stdlib.h>
#include <string.h>

enum { PHASE_DOIT = 1, PHASE_DELETE };

/* Indices of values that a pending Animate keeps. */
enum { KEPT_NOT_VALID, KEPT_INDEX, KEPT_GENERATION };

/*
 * Drawing.
 */

static const struct rect window = { 0, STAGE_TOP, STAGE_WIDTH, STAGE_HEIGHT };

static struct rect on_screen(struct rect seen)
{
	return stage_rect_moved(seen, 0, STAGE_TOP);
}

static void draw(stage *s, const struct cast_member *m)
{
	struct drawn_cel cel;

	if (exh_stage_cel(s, m->view, (int16_t)m->loop, (int16_t)m->cel, &cel))
		exh_stage_draw_cel(s, &cel, m->seen.left, m->seen.top + STAGE_TOP,
				   m->priority, window);
}

static reg save_under(stage *s, const struct cast_member *m, unsigned maps)
{
	return exh_stage_save(s, exh_stage_clip(on_screen(m->seen), window), maps);
}

/* Sets a control where an object stands: from the first row of its priority on. */
static void set_control(stage *s, const struct cast_member *m, int32_t control)
{
	struct rect r = m->seen;
	int32_t top = exh_stage_first_row(s, m->priority) - 1;

	if (top < r.top)
		top = r.top;
	if (top > r.bottom - 1)
		top = r.bottom - 1;
	r.top = top;
	exh_stage_fill(s, exh_stage_clip(on_screen(r), window), MAP_CONTROL, -1, -1,
		       control);
}

/* Blocks other actors where the object stands, unless it allows them. */
static void block(stage *s, const struct cast_member *m)
{
	if (!(m->signal & SIGNAL_IGNORE_ACTOR))
		set_control(s, m, 15);
}

/*
 * The cast.
 */

/* Corrects an invalid view or loop. A negative number stands for the last one, this time.
 */
static int32_t checked(stage *s, reg object, enum stage_selector selector, int32_t count)
{
	const int32_t value = exh_stage_get(s, object, selector);

	if (value < 0)
		return count - 1;
	if (value < count)
		return value;
	exh_stage_set(s, object, selector, 0);
	return 0;
}

static void look_at(stage *s, reg object, struct cast_member *m)
{
	*m = (struct cast_member){
		.object = object,
		.y = exh_stage_get(s, object, SEL_Y),
		.z = exh_stage_get(s, object, SEL_Z),
		.view = (uint16_t)exh_stage_get(s, object, SEL_VIEW),
		.loop = (uint16_t)exh_stage_get(s, object, SEL_LOOP),
		.cel = (uint16_t)exh_stage_get(s, object, SEL_CEL),
		.signal = (uint16_t)exh_stage_get(s, object, SEL_SIGNAL),
		.under = exh_stage_get_reg(s, object, SEL_UNDER_BITS),
	};
}

/* Step 5. */
static void check(stage *s, struct cast_member *m)
{
	const struct cached_view *view = exh_stage_view(s, m->view);
	const reg object = m->object;

	m->loop = m->cel = 0;
	if (!view || !view->view.loop_count)
		return;
	m->loop = (uint16_t)checked(s, object, SEL_LOOP, (int32_t)view->view.loop_count);
	m->cel = (uint16_t)checked(s, object, SEL_CEL,
				   (int32_t)view->view.loops[m->loop].cel_count);
}

static void set_seen(stage *s, struct cast_member *m)
{
	m->seen = exh_stage_seen(s, m->object, m->view, m->loop, m->cel);
	exh_stage_set_rect(s, m->object, SEL_NS_TOP, m->seen);
	if (m->signal & SIGNAL_FIX_PRIORITY) {
		m->priority = (uint8_t)(exh_stage_get(s, m->object, SEL_PRIORITY) & 15);
	} else {
		m->priority = (uint8_t)exh_stage_priority_at(s, m->y);
		exh_stage_set(s, m->object, SEL_PRIORITY, m->priority);
	}
}

static bool is_before(const struct cast_member *a, const struct cast_member *b)
{
	return a->y < b->y || (a->y == b->y && a->z < b->z);
}

/* Insertion sort: stable, and fast since casts are nearly in order. */
static void sort(struct cast_member *cast, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		const struct cast_member m = cast[i];
		size_t k = i;

		for (; k && is_before(&m, &cast[k - 1]); k--)
			cast[k] = cast[k - 1];
		cast[k] = m;
	}
}

size_t exh_stage_gather(stage *s, reg list, struct cast_member *cast)
{
	struct exh_sci_node_values node;
	size_t count = 0;
	reg at;

	for (exh_sci_vm_first_node(s->vm, list, &at);
	     count < STAGE_CAST && exh_sci_vm_node(s->vm, at, &node); at = node.next)
		look_at(s, node.value, &cast[count++]);
	sort(cast, count);
	return count;
}

/*
 * Still actors that have to be redrawn (steps 9 and 10).
 */

static void begin_view(stage *s, struct cast_member *m, int32_t *not_valid)
{
	const bool is_seed = s->start.animate == EXH_SCI_ANIMATE_SEED;
	const unsigned signal = m->signal;
	const bool is_hidden = signal & SIGNAL_HIDDEN,
		   is_removed = signal & SIGNAL_REMOVE;

	if (signal & SIGNAL_NO_UPDATE) {
		*not_valid +=
			(signal & (SIGNAL_UPDATED | SIGNAL_FORCE_UPDATE)) ||
			(is_seed ? !is_hidden && is_removed : is_hidden != is_removed) ||
			(signal & SIGNAL_ALWAYS_UPDATE);
		m->signal &= (uint16_t)~SIGNAL_STOP_UPDATE;
	} else {
		const bool stops = signal & SIGNAL_STOP_UPDATE;
		const bool always = signal & SIGNAL_ALWAYS_UPDATE;

		*not_valid += is_seed ? stops != always : stops || always;
		m->signal &= (uint16_t)~SIGNAL_FORCE_UPDATE;
	}
}

/* Sub-algorithm, 1 to 5. */
static void begin_update(stage *s, struct cast_member *m)
{
	const bool is_seed = s->start.animate == EXH_SCI_ANIMATE_SEED;
	const bool is_removed = m->signal & SIGNAL_REMOVE;

	if (!(m->signal & SIGNAL_NO_UPDATE)) {
		if (is_seed || m->signal & SIGNAL_STOP_UPDATE) {
			m->signal &= (uint16_t)~SIGNAL_STOP_UPDATE;
			m->signal |= SIGNAL_NO_UPDATE;
		}
		return;
	}
	if (is_removed == is_seed) {
		if (is_seed ? !s->pic_not_valid : s->pic_not_valid != 1)
			m->is_shown |= exh_stage_restore(s, m->under, NULL);
		exh_sci_vm_free_hunk(s->vm, m->under);
		m->under = stage_int(0);
		exh_stage_set(s, m->object, SEL_UNDER_BITS, 0);
	}
	m->signal &= (uint16_t)~SIGNAL_FORCE_UPDATE;
	if (m->signal & SIGNAL_UPDATED)
		m->signal &= (uint16_t) ~(SIGNAL_UPDATED | SIGNAL_NO_UPDATE);
}

/* Sub-algorithm, 6 to 10: actors that become part of the picture. */
static void add_to_picture(stage *s, struct cast_member *m)
{
	const bool is_seed = s->start.animate == EXH_SCI_ANIMATE_SEED;

	if (!is_seed && !(m->signal & SIGNAL_ALWAYS_UPDATE))
		return;
	draw(s, m);
	m->is_shown = true;
	if (m->signal & SIGNAL_ALWAYS_UPDATE)
		m->signal &= (uint16_t) ~(SIGNAL_STOP_UPDATE | SIGNAL_UPDATED |
					  SIGNAL_NO_UPDATE | SIGNAL_FORCE_UPDATE);
	block(s, m);
}

/* Sub-algorithm, 11 to 13. */
static void save_still(stage *s, struct cast_member *m)
{
	const unsigned control = m->signal & SIGNAL_IGNORE_ACTOR ? 0 : MAP_CONTROL;

	if (!(m->signal & SIGNAL_NO_UPDATE))
		return;
	if (m->signal & SIGNAL_HIDDEN) {
		m->signal |= SIGNAL_REMOVE;
		return;
	}
	m->signal &= (uint16_t)~SIGNAL_REMOVE;
	m->under = save_under(s, m, MAP_VISUAL | MAP_PRIORITY | control);
	exh_stage_set_reg(s, m->object, SEL_UNDER_BITS, m->under);
}

/* Sub-algorithm, 14 and 15. */
static void draw_still(stage *s, struct cast_member *m)
{
	if (!(m->signal & SIGNAL_NO_UPDATE) || m->signal & SIGNAL_HIDDEN)
		return;
	draw(s, m);
	m->is_shown = true;
	if (s->start.animate != EXH_SCI_ANIMATE_SEED)
		block(s, m);
}

static void update_stills(stage *s)
{
	struct cast_member *cast = s->cast;
	const size_t count = s->cast_count;

	if (s->start.animate == EXH_SCI_ANIMATE_SEED)
		for (size_t i = 0; i < count; i++)
			begin_update(s, &cast[i]);
	else
		for (size_t i = count; i-- > 0;)
			begin_update(s, &cast[i]);
	for (size_t i = 0; i < count; i++)
		add_to_picture(s, &cast[i]);
	for (size_t i = 0; i < count; i++)
		save_still(s, &cast[i]);
	for (size_t i = 0; i < count; i++)
		draw_still(s, &cast[i]);
}

/*
 * Moving actors (steps 11 to 23).
 */

static void draw_moving(stage *s, struct cast_member *m)
{
	const unsigned gone = SIGNAL_NO_UPDATE | SIGNAL_HIDDEN | SIGNAL_ALWAYS_UPDATE;

	if (m->signal & gone)
		return;
	m->under = save_under(s, m, MAP_VISUAL | MAP_PRIORITY | MAP_CONTROL);
	exh_stage_set_reg(s, m->object, SEL_UNDER_BITS, m->under);
	draw(s, m);
	if (s->start.animate != EXH_SCI_ANIMATE_SEED)
		m->signal &= (uint16_t)~SIGNAL_REMOVE;
	s->backup[s->backup_count++] = *m;
}

static bool intersect(struct rect a, struct rect b)
{
	return !stage_rect_is_empty(exh_stage_clip(a, b));
}

static struct rect united(struct rect a, struct rect b)
{
	return (struct rect){ a.left < b.left ? a.left : b.left,
			      a.top < b.top ? a.top : b.top,
			      a.right > b.right ? a.right : b.right,
			      a.bottom > b.bottom ? a.bottom : b.bottom };
}

static void show(stage *s, struct cast_member *m)
{
	const bool is_seed = s->start.animate == EXH_SCI_ANIMATE_SEED;
	const bool moves = !(m->signal & (SIGNAL_REMOVE | SIGNAL_NO_UPDATE));
	const struct rect last = exh_stage_get_rect(s, m->object, SEL_LS_TOP);
	const struct rect seen = exh_stage_get_rect(s, m->object, SEL_NS_TOP);

	if (is_seed ? !m->is_shown || !moves : !m->is_shown && !moves)
		return;
	if (!is_seed && intersect(last, seen)) {
		exh_stage_show(s, exh_stage_clip(on_screen(united(last, seen)), window));
	} else {
		exh_stage_show(s, exh_stage_clip(on_screen(last), window));
		exh_stage_show(s, exh_stage_clip(on_screen(seen), window));
	}
	exh_stage_set_rect(s, m->object, SEL_LS_TOP, seen);
	if (m->signal & SIGNAL_HIDDEN)
		m->signal |= SIGNAL_REMOVE;
}

/* Scripts called for other actors may have changed its signal. */
static void take_away(stage *s, struct cast_member *m)
{
	if (exh_stage_has(s, m->object, SEL_SIGNAL))
		m->signal = (uint16_t)exh_stage_get_bits(s, m->object, SEL_SIGNAL);
	if (m->signal & (SIGNAL_NO_UPDATE | SIGNAL_REMOVE))
		return;
	exh_stage_restore(s, m->under, NULL);
	m->under = stage_int(0);
	exh_stage_set(s, m->object, SEL_UNDER_BITS, 0);
}

static void draw_cast(stage *s, reg list, int32_t not_valid)
{
	s->cast_count = exh_stage_gather(s, list, s->cast);
	s->backup_count = 0;
	s->cycles++;
	for (size_t i = 0; i < s->cast_count; i++)
		check(s, &s->cast[i]);
	for (size_t i = 0; i < s->cast_count; i++)
		set_seen(s, &s->cast[i]);
	for (size_t i = 0; i < s->cast_count; i++)
		begin_view(s, &s->cast[i], &not_valid);
	if (not_valid > 0)
		update_stills(s);
	for (size_t i = 0; i < s->cast_count; i++)
		draw_moving(s, &s->cast[i]);
	if (s->pic_not_valid) {
		exh_stage_show_picture(s);
		s->pic_not_valid = 0;
	}
	for (size_t i = 0; i < s->cast_count; i++)
		show(s, &s->cast[i]);
	for (size_t i = 0; i < s->cast_count; i++)
		exh_stage_set(s, s->cast[i].object, SEL_SIGNAL, s->cast[i].signal);
}

/*
 * Animate: the cast's doit, drawing, and the delete of those that are to be disposed of.
 */

static void no_cast(stage *s)
{
	s->backup_count = 0;
	if (!s->pic_not_valid)
		return;
	exh_stage_show_picture(s);
	s->pic_not_valid = 0;
}

/* True if the pending call belongs to the cast drawn last. */
static bool is_of_this_cast(const stage *s, const struct pending *p)
{
	return p->values[KEPT_GENERATION] == (int32_t)(s->cycles & INT32_MAX);
}

/* Another Animate, within a delete, draws when the rest of the outer cast is removed. */
static void take_rest_away(stage *s, const kernel_call *call)
{
	for (size_t i = 0; i < s->pending_count; i++) {
		struct pending *p = &s->pending[i];

		if (p->number != call->number || p->phase != PHASE_DELETE ||
		    !is_of_this_cast(s, p))
			continue;
		while (p->values[KEPT_INDEX] > 0)
			take_away(s, &s->cast[--p->values[KEPT_INDEX]]);
	}
}

/* Sends the next doit. False: no more. */
static bool send_doit(stage *s, kernel_call *call, struct pending *p)
{
	struct exh_sci_node_values node;

	while (exh_sci_vm_node(s->vm, p->at, &node)) {
		/* While it runs p->at is its node: the next node is read afterwards. */
		if (!p->until &&
		    !(exh_stage_get_bits(s, node.value, SEL_SIGNAL) & SIGNAL_FROZEN)) {
			p->until = 1;
			exh_stage_send(s, call, node.value, SEL_DOIT, NULL, 0);
			return true;
		}
		p->until = 0;
		p->at = node.next;
	}
	return false;
}

/* Steps 22 to 24 up to the next actor to be disposed of. False: no more. */
static bool send_delete(stage *s, kernel_call *call, struct pending *p)
{
	const bool is_seed = s->start.animate == EXH_SCI_ANIMATE_SEED;

	while (p->values[KEPT_INDEX] > 0 && is_of_this_cast(s, p)) {
		struct cast_member *m = &s->cast[--p->values[KEPT_INDEX]];

		take_away(s, m);
		if (m->signal & SIGNAL_DISPOSE) {
			exh_stage_send(s, call, m->object,
				       is_seed ? SEL_DISPOSE : SEL_DELETE, NULL, 0);
			return true;
		}
	}
	return false;
}

static void animate(stage *s, kernel_call *call)
{
	const reg list = exh_stage_arg_reg(call, 0);
	struct pending *p;

	if (!list.segment) {
		if (!call->is_again)
			no_cast(s);
		if (exh_stage_is_in_transition(s) && !call->is_again)
			exh_stage_wait(call);
		return;
	}
	p = exh_stage_pending(s, call);
	if (!p->phase) {
		exh_stage_report_room(s);
		p->phase = PHASE_DOIT;
		p->values[KEPT_NOT_VALID] = s->pic_not_valid;
		if (exh_stage_arg(call, 1, 0))
			exh_sci_vm_first_node(s->vm, list, &p->at);
	}
	if (p->phase == PHASE_DOIT) {
		if (send_doit(s, call, p))
			return;
		take_rest_away(s, call);
		draw_cast(s, list, p->values[KEPT_NOT_VALID]);
		p->phase = PHASE_DELETE;
		p->values[KEPT_INDEX] = (int32_t)s->cast_count;
		p->values[KEPT_GENERATION] = (int32_t)(s->cycles & INT32_MAX);
		if (exh_stage_is_in_transition(s) && !call->is_nested) {
			exh_stage_wait(call);
			return;
		}
	}
	if (!send_delete(s, call, p))
		exh_stage_done(s);
}

/*
 * Views that stay in the picture.
 */

/* Uses memory of its own: a script called by Animate may still need the cast. */
static void add_list(stage *s, reg list)
{
	struct cast_member *added = calloc(STAGE_CAST, sizeof *added);
	const size_t count = added ? exh_stage_gather(s, list, added) : 0;

	for (size_t i = 0; i < count; i++) {
		struct cast_member *m = &added[i];
		const int32_t priority = exh_stage_get(s, m->object, SEL_PRIORITY);

		m->seen = exh_stage_seen(s, m->object, m->view, (int16_t)m->loop,
					 (int16_t)m->cel);
		m->priority = (uint8_t)(priority == -1 ? exh_stage_priority_at(s, m->y)
						       : priority & 15);
		draw(s, m);
		block(s, m);
	}
	free(added);
}

/* Arguments: view, loop, cel, x, y, priority, control. */
static void add_view(stage *s, const kernel_call *call)
{
	const int32_t y = exh_stage_arg(call, 4, 0);
	const int32_t priority = exh_stage_arg(call, 5, -1);
	const int32_t control = exh_stage_arg(call, 6, -1);
	struct cast_member m = { .view = (uint16_t)exh_stage_arg(call, 0, 0) };
	struct drawn_cel cel;

	if (!exh_stage_cel(s, m.view, exh_stage_arg(call, 1, 0),
			   exh_stage_arg(call, 2, 0), &cel))
		return;
	m.seen = exh_stage_place(s, &cel, exh_stage_arg(call, 3, 0), y, 0);
	m.priority =
		(uint8_t)(priority == -1 ? exh_stage_priority_at(s, y) : priority & 15);
	exh_stage_draw_cel(s, &cel, m.seen.left, m.seen.top + STAGE_TOP, m.priority,
			   window);
	if (control != -1)
		set_control(s, &m, control & 15);
}

static void add_to_pic(stage *s, kernel_call *call)
{
	const reg list = exh_stage_arg_reg(call, 0);

	if (list.segment)
		add_list(s, list);
	else if (call->count >= 6)
		add_view(s, call);
	else
		return;
	s->pic_not_valid = 1;
}

void exh_stage_reanimate(stage *s, struct rect rect)
{
	reg under[STAGE_CAST];

	for (size_t i = 0; i < s->backup_count; i++) {
		under[i] = save_under(s, &s->backup[i], MAP_VISUAL | MAP_PRIORITY);
		draw(s, &s->backup[i]);
	}
	exh_stage_show(s, rect);
	for (size_t i = s->backup_count; i-- > 0;)
		exh_stage_restore(s, under[i], NULL);
}

const struct stage_function exh_stage_animate[] = {
	{ "Animate", animate },
	{ "AddToPic", add_to_pic },
	{ 0 },
};
