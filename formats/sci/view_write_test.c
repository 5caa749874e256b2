#include "view_testing.h"

enum { MAX_LOOPS = 300, LIMIT = 1 << 20 };

/* Sources of a view that was read, with the bytes up to the end of each cel. */
struct sources {
	struct exh_sci_loop_source loops[MAX_LOOPS];
	struct exh_sci_cel_source cels[100];
	size_t cel_count;
	struct exh_sci_view_source view;
};

/* Returns the offset where the data after a cel begin: tables and cels do not overlap. */
static size_t find_end(const struct exh_sci_view *view, size_t from, size_t end)
{
	for (size_t i = 0; i < view->loop_count; i++) {
		const struct exh_sci_loop *loop = &view->loops[i];

		if (loop->offset > from && loop->offset < end)
			end = loop->offset;
		for (size_t k = 0; k < loop->cel_count; k++)
			if (loop->cels[k].offset > from && loop->cels[k].offset < end)
				end = loop->cels[k].offset;
	}
	return end;
}

static void take_loop(struct sources *s, const struct exh_sci_view *view, size_t index,
		      size_t size)
{
	const struct exh_sci_loop *loop = &view->loops[index];
	struct exh_sci_cel_source *cels = &s->cels[s->cel_count];

	s->loops[index] =
		(struct exh_sci_loop_source){ loop->is_mirrored, loop->source,
					      loop->unused, cels, loop->cel_count };
	if (loop->source != index)
		return;
	for (size_t k = 0; k < loop->cel_count; k++) {
		const struct exh_sci_cel *cel = &loop->cels[k];
		const size_t at = cel->offset + EXH_SCI_CEL_HEADER_SIZE;

		cels[k] =
			(struct exh_sci_cel_source){ cel->width, cel->height, cel->dx,
						     cel->dy,	 cel->key,    cel->rle };
		cels[k].rle.size = find_end(view, cel->offset, size) - at;
	}
	s->cel_count += loop->cel_count;
}

static void take_view(struct sources *s, const struct exh_sci_view *view,
		      struct exh_bytes in)
{
	size_t size = in.size;

	*s = (struct sources){ .view = { view->flags,
					 view->mirror_mask,
					 view->unused,
					 s->loops,
					 view->loop_count,
					 { 0 } } };
	if (view->palette_offset) {
		assert_true(exh_bytes_slice(in, view->palette_offset,
					    in.size - view->palette_offset,
					    &s->view.palette));
		size = view->palette_offset;
	}
	for (size_t i = 0; i < view->loop_count; i++)
		take_loop(s, view, i, size);
}

static void assert_rewrites(const void *data, size_t size)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err = { 0 };
	struct opened_view o;
	struct sources s;

	assert_int_equal(open_view(&o, data, size), EXH_OK);
	take_view(&s, &o.view, (struct exh_bytes){ data, size, 0 });
	exh_write_u8(&out, 0x5a); /* makes offsets differ from the writer's */
	assert_int_equal(exh_sci_view_write(&s.view, &out, &err), EXH_OK);
	assert_same_bytes((struct exh_bytes){ out.data + 1, out.size - 1, 0 }, data,
			  size);
	exh_writer_free(&out);
	close_view(&o);
}

static void what_was_read_is_written_again(void **state)
{
	(void)state;
	assert_rewrites(small_view, sizeof small_view);
}

static void a_palette_lies_at_the_end(void **state)
{
	uint8_t view[sizeof small_view + 16];

	(void)state;
	memcpy(view, small_view, sizeof small_view);
	memset(view + sizeof small_view, 0x1f, 16);
	view[6] = sizeof small_view;
	assert_rewrites(view, sizeof view);
}

/* Mirror bits of missing loops, flags and unused words are kept, too. */
static void mirror_bits_are_kept(void **state)
{
	uint8_t view[sizeof small_view];

	(void)state;
	memcpy(view, small_view, sizeof view);
	memcpy(view + 1, (uint8_t[]){ 0x7f, 0xf5, 0xff, 0x34, 0x12 }, 5);
	assert_rewrites(view, sizeof view);
}

static void real_views_are_the_same_bytes_again(void **state)
{
	(void)state;
	for (size_t g = 0; g < sizeof games_views / sizeof games_views[0]; g++)
		for (size_t v = 0; v < games_views[g].count; v++) {
			const struct exh_bytes in = load_view(&games_views[g], v);

			assert_rewrites(in.data, in.size);
			free((void *)in.data);
		}
}

/* Makes a loop with one empty cel, which the other loops share. */
static void make_sources(struct sources *s, size_t loops)
{
	*s = (struct sources){ .view = { .loops = s->loops, .loop_count = loops } };
	for (size_t i = 0; i < loops; i++)
		s->loops[i] =
			(struct exh_sci_loop_source){ .cels = s->cels, .cel_count = 1 };
	s->cels[0].rle = (struct exh_bytes){ small_view, 0, 0 };
}

static enum exh_status write(const struct sources *s, struct exh_error *err)
{
	struct exh_writer out = { .limit = LIMIT };
	const enum exh_status status = exh_sci_view_write(&s->view, &out, err);

	if (status)
		assert_true(err->status == status && err->text[0] &&
			    err->offset == EXH_NO_OFFSET);
	exh_writer_free(&out);
	return status;
}

/* From the mask only the bits of missing loops are used. */
static void loops_tell_their_own_mirror_bits(void **state)
{
	struct exh_writer out = { .limit = LIMIT };
	struct sources s;

	(void)state;
	make_sources(&s, 3);
	s.view.mirror_mask = 0x8003;
	s.loops[1].is_mirrored = s.loops[2].is_mirrored = true;
	assert_int_equal(exh_sci_view_write(&s.view, &out, NULL), EXH_OK);
	assert_int_equal(load_u16le(out.data + 2), 0x8006);
	exh_writer_free(&out);
}

static void limits_of_a_view_are_reported(void **state)
{
	struct exh_error err;
	struct sources s;

	(void)state;
	make_sources(&s, 255);
	assert_int_equal(write(&s, &err), EXH_OK);
	s.view.loop_count = 256;
	assert_int_equal(write(&s, &err), EXH_LIMIT);
	make_sources(&s, 17);
	s.loops[15].is_mirrored = true;
	assert_int_equal(write(&s, &err), EXH_OK);
	s.loops[16].is_mirrored = true;
	assert_int_equal(write(&s, &err), EXH_LIMIT);
	make_sources(&s, 1);
	s.view.flags = 0x80;
	assert_int_equal(write(&s, &err), EXH_INVALID);
	make_sources(&s, 1);
	s.cels[0].key = 16;
	assert_int_equal(write(&s, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "loop 0: cel 0: colour key 16"));
}

static void a_loop_shares_one_before_it(void **state)
{
	struct exh_error err;
	struct sources s;

	(void)state;
	make_sources(&s, 3);
	s.loops[1].source = 2;
	assert_int_equal(write(&s, &err), EXH_INVALID);
	s.loops[1].source = 400;
	assert_int_equal(write(&s, &err), EXH_INVALID);
	s.loops[1].source = 0;
	s.loops[2].source = 1;
	assert_int_equal(write(&s, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "loop 2: it shares the cels of loop 1"));
	s.loops[1].source = 1;
	assert_int_equal(write(&s, &err), EXH_OK);
}

static void offsets_end_at_65535(void **state)
{
	static uint8_t rle[65536];
	struct exh_error err;
	struct sources s;

	(void)state;
	make_sources(&s, 2);
	s.loops[1].source = 1;
	s.cels[0].rle = (struct exh_bytes){ rle, 65535 - 12 - 6 - 7, 0 };
	assert_int_equal(write(&s, &err), EXH_LIMIT); /* the second loop's cel */
	assert_non_null(strstr(err.text, "loop 1: cel 0: at byte 65541"));
	s.loops[1].cel_count = 0;
	assert_int_equal(write(&s, &err), EXH_OK);
	s.cels[0].rle.size++;
	assert_int_equal(write(&s, &err), EXH_LIMIT);
	assert_non_null(strstr(err.text, "loop 1: at byte 65536"));
	s.view.loop_count = 1;
	s.view.palette = (struct exh_bytes){ rle, 16, 0 };
	s.cels[0].rle.size = 65535;
	assert_int_equal(write(&s, &err), EXH_LIMIT);
	assert_non_null(strstr(err.text, "palette"));
	s.view.palette.data = NULL;
	s.view.palette.size = 0;
	assert_int_equal(write(&s, &err), EXH_OK);
	s.loops[0].cel_count = 65536;
	s.loops[0].cels = calloc(65536, sizeof *s.loops[0].cels);
	assert_non_null(s.loops[0].cels);
	assert_int_equal(write(&s, &err), EXH_LIMIT);
	free((void *)s.loops[0].cels);
}

static void a_full_writer_is_reported(void **state)
{
	struct exh_writer out = { .limit = 20 };
	struct exh_error err;
	struct sources s;

	(void)state;
	make_sources(&s, 1);
	assert_int_equal(exh_sci_view_write(&s.view, &out, &err), EXH_LIMIT);
	assert_non_null(strstr(err.text, "more than 20 bytes"));
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_read_is_written_again),
		cmocka_unit_test(a_palette_lies_at_the_end),
		cmocka_unit_test(mirror_bits_are_kept),
		cmocka_unit_test(real_views_are_the_same_bytes_again),
		cmocka_unit_test(loops_tell_their_own_mirror_bits),
		cmocka_unit_test(limits_of_a_view_are_reported),
		cmocka_unit_test(a_loop_shares_one_before_it),
		cmocka_unit_test(offsets_end_at_65535),
		cmocka_unit_test(a_full_writer_is_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
