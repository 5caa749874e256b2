/*
 * Reads any pic, or any text of one. The listing of a pic, assembled again, draws the
 * same picture; an assembled text can be read, and its listing gives the same pic. Vector
 * pictures and JSON are made of all.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "pic.h"

#include "searching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY = 1 << 24, MAX_SIZE = SMALLER(250, 1 << 24) };

static enum exh_status assemble_again(struct exh_bytes pic, struct exh_writer *out)
{
	const struct sci_pic_options options = { .plain = pic.size % 2 };
	const struct asset asset = { .name = "pic.001", .bytes = pic };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_writer text = { .limit = MEMORY };
	enum exh_status status;

	sci_pic_text(&options, &asset, &text);
	assert(!text.failed);
	assert(sci_pic_is_text(exh_writer_bytes(&text)));
	status = sci_pic_assemble(exh_writer_bytes(&text), &arena, out, NULL);
	exh_writer_free(&text);
	exh_arena_free(&arena);
	return status;
}

static void check_others(struct exh_bytes pic)
{
	const struct sci_pic_options options = { 0 };
	const struct asset asset = { .name = "pic.001", .bytes = pic };

	for (unsigned screen = 0; screen <= SCI_PIC_CONTROL; screen++) {
		struct exh_writer svg = { .limit = MEMORY };

		/* Each is drawn anew: searches by the fuzzer draw only one of them. */
		if (SMALLER(pic.size % (SCI_PIC_CONTROL + 1) != screen, false))
			continue;
		sci_pic_svg(&options, &asset, screen, &svg);
		assert(!svg.failed);
		assert(!memcmp(svg.data + svg.size - 7, "</svg>\n", 7));
		exh_writer_free(&svg);
	}
	json_free(sci_pic_steps_to_json(&asset));
}

static enum exh_status draw(struct exh_bytes pic, struct exh_sci_pic_canvas *canvas)
{
	exh_sci_pic_clear(canvas, 0);
	return exh_sci_pic_draw(pic, canvas, NULL, NULL);
}

/* Points far outside do not fit some lists. */
static void check_pic(struct exh_bytes pic)
{
	struct exh_writer out = { .limit = MEMORY };
	const enum exh_status status = assemble_again(pic, &out);
	static _Thread_local struct exh_sci_pic_canvas one, other;

	assert(!status || status == EXH_LIMIT);
	if (!status) {
		(void)!draw(pic, &one);
		assert(!draw(exh_writer_bytes(&out), &other));
		assert(!memcmp(one.visual, other.visual, sizeof one.visual));
		assert(!memcmp(one.priority, other.priority, sizeof one.priority));
		assert(!memcmp(one.control, other.control, sizeof one.control));
		assert(!memcmp(one.bands, other.bands, sizeof one.bands));
	}
	exh_writer_free(&out);
	check_others(pic);
}

static void check_text(struct exh_bytes text)
{
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_writer pic = { .limit = MEMORY }, again = { .limit = MEMORY };

	if (!sci_pic_assemble(text, &arena, &pic, NULL)) {
		assert(!assemble_again(exh_writer_bytes(&pic), &again));
		assert(again.size == pic.size);
		assert(!memcmp(again.data, pic.data, pic.size));
		check_pic(exh_writer_bytes(&pic));
	}
	exh_writer_free(&again);
	exh_writer_free(&pic);
	exh_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = { data, size, 0 };

	if (size > MAX_SIZE)
		return 0;
	if (sci_pic_is_text(in))
		check_text(in);
	else
		check_pic(in);
	return 0;
}
