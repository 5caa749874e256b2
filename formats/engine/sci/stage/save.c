/* Saved states: the machine's (sci_vm.h), and what the stage has beside it. */
#include "exhume/advanced/sci_files.h"
#include "exhume/advanced/sci_pic.h"

#include "save_parts.h"
#include "screen.h"

#include <stdlib.h>

enum {
	VERSION = 3,
	PLACE_LIMIT = 1 << 20,
};

static void walk_place(struct save_walk *w, int32_t *place)
{
	WALK_WITHIN(w, *place, int32_t, -PLACE_LIMIT, PLACE_LIMIT);
}

static void walk_rect(struct save_walk *w, struct rect *r)
{
	walk_place(w, &r->left);
	walk_place(w, &r->top);
	walk_place(w, &r->right);
	walk_place(w, &r->bottom);
}

/*
 * The clock, events, functions that go on.
 */

static void walk_clock(struct save_walk *w, stage *s)
{
	walk_u64(w, &s->tick);
	walk_u64(w, &s->last_wait);
	walk_u64(w, &s->counted);
	walk_u64(w, &s->steps);
	walk_u64(w, &s->cycles);
	walk_u64(w, &s->missing);
	walk_bool(w, &s->has_ended);
	if (s->counted > exh_sci_vm_steps(s->vm) || s->last_wait > s->tick)
		walk_fail(w, "its clock is ahead of itself");
}

static void walk_events(struct save_walk *w, stage *s)
{
	s->event_count = walk_count(w, s->event_count, EXH_SCI_QUEUED_EVENTS);
	for (size_t i = 0; i < s->event_count; i++) {
		struct exh_sci_event *event = &s->events[i];

		walk_u16(w, &event->type);
		walk_u16(w, &event->message);
		walk_u16(w, &event->modifiers);
		walk_u16(w, (uint16_t *)&event->x);
		walk_u16(w, (uint16_t *)&event->y);
	}
	walk_u16(w, (uint16_t *)&s->mouse_x);
	walk_u16(w, (uint16_t *)&s->mouse_y);
	walk_u16(w, &s->joystick_rate);
	walk_u16(w, &s->cursor);
	walk_bool(w, &s->is_cursor_shown);
}

static void walk_pending(struct save_walk *w, stage *s)
{
	s->pending_count = walk_count(w, s->pending_count, STAGE_PENDING);
	for (size_t i = 0; i < s->pending_count; i++) {
		struct pending *p = &s->pending[i];

		walk_u16(w, &p->number);
		walk_u32(w, &p->phase);
		walk_reg(w, &p->at);
		walk_u64(w, &p->until);
		for (size_t k = 0; k < sizeof p->values / sizeof *p->values; k++)
			walk_i32(w, &p->values[k]);
	}
}

/*
 * The screen.
 */

static void walk_canvas(struct save_walk *w, struct exh_sci_pic_canvas *c)
{
	walk_bytes(w, c->visual, sizeof c->visual);
	exh_walk_map(w, c->priority, sizeof c->priority);
	exh_walk_map(w, c->control, sizeof c->control);
	walk_bool(w, &c->visual_on);
	walk_bool(w, &c->priority_on);
	walk_bool(w, &c->control_on);
	walk_u8(w, &c->visual_number);
	walk_u8(w, &c->visual_color);
	exh_walk_map(w, &c->priority_value, 1);
	exh_walk_map(w, &c->control_value, 1);
	walk_u8(w, &c->pattern_code);
	walk_u8(w, &c->palette);
	walk_bytes(w, c->palettes, sizeof c->palettes);
	walk_bytes(w, c->bands, sizeof c->bands);
	c->palette %= EXH_SCI_PIC_PALETTES;
	if (walk_loads(w))
		exh_sci_pic_restore(c);
}

static void walk_port(struct save_walk *w, struct port *p)
{
	walk_bool(w, &p->is_open);
	walk_place(w, &p->origin_x);
	walk_place(w, &p->origin_y);
	walk_rect(w, &p->rect);
	walk_place(w, &p->pen_x);
	walk_place(w, &p->pen_y);
	walk_u16(w, &p->font);
	exh_walk_map(w, &p->pen, 1);
	exh_walk_map(w, &p->back, 1);
	walk_bool(w, &p->is_gray);
	walk_u16(w, &p->style);
	walk_rect(w, &p->outer);
	walk_reg(w, &p->saved);
}

static void walk_ports(struct save_walk *w, stage *s)
{
	for (size_t i = 0; i < STAGE_PORTS && !w->fault; i++)
		walk_port(w, &s->ports[i]);
	walk_port(w, &s->menu_port);
	walk_u16(w, &s->port);
	if (s->port != PORT_MENU && s->port >= STAGE_PORTS) {
		walk_fail(w, "its port does not exist");
		s->port = 0;
	}
	s->stack_count = walk_count(w, s->stack_count, STAGE_PORTS - 1);
	for (size_t i = 0; i < s->stack_count; i++)
		WALK_WITHIN(w, s->stack[i], uint16_t, 0, STAGE_PORTS - 1);
}

static void walk_screen(struct save_walk *w, stage *s)
{
	exh_walk_map(w, s->shown, sizeof s->shown);
	exh_walk_map(w, s->visual, sizeof s->visual);
	exh_walk_map(w, s->priority, sizeof s->priority);
	exh_walk_map(w, s->control, sizeof s->control);
	walk_canvas(w, &s->canvas);
	walk_u16(w, &s->picture);
	walk_u16(w, &s->show_style);
	walk_u16(w, &s->pic_not_valid);
	walk_u8(w, &s->shown_map);
	exh_walk_map(w, s->bands, sizeof s->bands);
	WALK_WITHIN(w, s->bands_top, int32_t, 0, STAGE_HEIGHT);
	WALK_WITHIN(w, s->bands_bottom, int32_t, 0, STAGE_HEIGHT);
	walk_reg(w, &s->under_menu);
	exh_stage_walk_transition(w, s);
	walk_ports(w, s);
}

static void walk_member(struct save_walk *w, struct cast_member *m)
{
	walk_reg(w, &m->object);
	walk_i32(w, &m->y);
	walk_i32(w, &m->z);
	walk_u16(w, &m->view);
	walk_u16(w, &m->loop);
	walk_u16(w, &m->cel);
	walk_u16(w, &m->signal);
	exh_walk_map(w, &m->priority, 1);
	walk_rect(w, &m->seen);
	walk_reg(w, &m->under);
	walk_bool(w, &m->is_shown);
}

static void walk_casts(struct save_walk *w, stage *s)
{
	s->cast_count = walk_count(w, s->cast_count, STAGE_CAST);
	for (size_t i = 0; i < s->cast_count && !w->fault; i++)
		walk_member(w, &s->cast[i]);
	s->backup_count = walk_count(w, s->backup_count, STAGE_CAST);
	for (size_t i = 0; i < s->backup_count && !w->fault; i++)
		walk_member(w, &s->backup[i]);
}

static void walk_texts(struct save_walk *w, stage *s)
{
	const size_t count = walk_count(w, s->text_count, STAGE_TEXTS);

	for (size_t i = 0; i < count && !w->fault; i++) {
		struct shown_text *shown = &s->texts[i];

		exh_stage_walk_text(w, &shown->text);
		if (walk_loads(w) && !shown->text)
			walk_fail(w, "a text is not there");
		if (walk_loads(w) && shown->text)
			s->text_count = i + 1;
		walk_u16(w, &shown->port);
		WALK_WITHIN(w, shown->kind, uint8_t, 0, EXH_SCI_SHOWN_FIELD);
		walk_rect(w, &shown->rect);
	}
}

static void walk_stage(struct save_walk *w, stage *s)
{
	uint32_t version = VERSION, animate = s->start.animate;

	walk_u32(w, &version);
	if (!w->fault && version != VERSION)
		walk_fail(w, "it is of another version of this program");
	WALK_WITHIN(w, animate, uint32_t, 0, EXH_SCI_ANIMATE_SEED);
	s->start.animate = (enum exh_sci_animate)animate;
	WALK_WITHIN(w, s->start.instructions_a_tick, unsigned, 1, INT32_MAX);
	walk_bool(w, &s->start.has_no_mouse);
	walk_clock(w, s);
	walk_events(w, s);
	walk_pending(w, s);
	walk_screen(w, s);
	if (!w->fault)
		walk_casts(w, s);
	if (!w->fault)
		walk_texts(w, s);
	if (!w->fault)
		exh_stage_walk_menus(w, s);
	if (!w->fault)
		exh_stage_walk_parser(w, s);
	if (!w->fault)
		exh_stage_walk_sounds(w, s);
}

static void walk_file(struct save_walk *w, struct exh_sci_files *files, size_t i)
{
	const struct exh_sci_file file = exh_sci_files_at(files, i);
	char *name = walk_loads(w) ? NULL : exh_stage_copy(file.name);
	struct exh_bytes bytes = file.bytes;

	exh_stage_walk_text(w, &name);
	bytes.size = walk_count(w, bytes.size, EXH_SCI_FILE_SIZE);
	if (walk_loads(w)) {
		bytes.data = rd_take(&w->in, bytes.size);
		if (!name || !bytes.data || exh_sci_files_count(files) != i ||
		    !exh_sci_files_write(files, name, bytes) ||
		    exh_sci_files_count(files) != i + 1)
			walk_fail(w, "a file in it has no name, or the name of another");
	} else {
		walk_bytes(w, (uint8_t *)bytes.data, bytes.size);
	}
	free(name);
}

static void walk_files(struct save_walk *w, struct exh_sci_files *files)
{
	const size_t count = walk_count(w, exh_sci_files_count(files), EXH_SCI_FILES);

	for (size_t i = 0; i < count && !w->fault; i++)
		walk_file(w, files, i);
}

void exh_stage_walk_state(struct save_walk *w, stage *s, bool has_files)
{
	walk_stage(w, s);
	if (has_files && !w->fault)
		walk_files(w, s->files);
}

bool exh_stage_save_state(const stage *s, bool has_files, struct exh_writer *out)
{
	struct save_walk w = { .out = out };

	if (!exh_sci_vm_save(s->vm, out))
		return false;
	/* Saving changes nothing: only loading writes to the fields. */
	exh_stage_walk_state(&w, (stage *)s, has_files);
	return true;
}

bool exh_sci_engine_save(const struct exh_sci_engine *engine, struct exh_writer *out)
{
	return exh_stage_save_state(engine, true, out);
}

uint32_t exh_sci_engine_hash(const struct exh_sci_engine *engine)
{
	struct exh_writer out = { .limit = STAGE_STATE_LIMIT };
	uint32_t hash;

	exh_sci_engine_save(engine, &out);
	hash = exh_crc32(exh_writer_bytes(&out));
	exh_writer_free(&out);
	return hash;
}
