#include "exhume/advanced/softdisk.h"

#include "../base/common.h"
#include "../base/name.h"
#include "../base/reader.h"

#include <string.h>

enum {
	BSAVE_MARK = 0xfd,
	BSAVE_SIZE = 7,
	COLOR_SEGMENT = 0xb800,
	MONO_SEGMENT = 0xb000,
	LEAST_GRAPHICS = 16000, /* bytes; a CGA picture, not a page of text */
	WIDE = 80,
	NARROW = 40,
	CELL_SIZE = 2,
	PAGE_SIZE = WIDE * 25 * CELL_SIZE,
	PAGE_SPAN = 4096, /* from page to page in memory; and with 40 columns: */
	NARROW_PAGE_SIZE = NARROW * 25 * CELL_SIZE,
	NARROW_PAGE_SPAN = 2048,
	END_MARK = 0x1a,
	BLANK = ' ',
	LIGHT_GREY = 7,
};

/* Lines of text, up to a tilde or the end mark. Cells may all be bytes that texts have,
 * such as black on grey (70), but no line ends. */
static bool is_text(struct exh_bytes file)
{
	size_t line_count = 0;

	for (size_t i = 0; i < file.size; i++) {
		const uint8_t byte = file.data[i];

		if (byte == '~' || byte == END_MARK)
			break;
		if (!is_text_byte(byte))
			return false;
		line_count += byte == '\n';
	}
	return line_count > 0;
}

/* A page is saved as long as it is shown, or as long as it is in memory. */
static void measure(struct exh_text_screen *screen, size_t size)
{
	size_t columns = WIDE;

	if (size >= NARROW_PAGE_SIZE && size <= NARROW_PAGE_SPAN) {
		columns = NARROW;
		size = NARROW_PAGE_SIZE;
	} else if (size >= PAGE_SIZE && size <= PAGE_SPAN) {
		size = PAGE_SIZE;
	}
	screen->columns = columns;
	screen->rows = (size + columns * CELL_SIZE - 1) / (columns * CELL_SIZE);
	if (screen->cells.size > size)
		screen->cells.size = size;
}

static enum exh_status open_bsave(struct exh_bytes file, struct exh_text_screen *out,
				  struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = file, .pos = 1 };
	size_t size;

	out->has_header = true;
	out->segment = rd_u16le(&r);
	out->offset = rd_u16le(&r);
	size = rd_u16le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, file.base + file.size,
				"%zu bytes, the header alone has %d", file.size,
				BSAVE_SIZE);
	if (out->segment != COLOR_SEGMENT && out->segment != MONO_SEGMENT)
		return exh_fail(err, EXH_UNSUPPORTED, file.base + 1,
				"memory of segment %04x, expected b800 or b000, "
				"the text page",
				out->segment);
	if (size >= LEAST_GRAPHICS || size < CELL_SIZE)
		return exh_fail(err, EXH_UNSUPPORTED, file.base + 5,
				"%zu bytes are not a page of text", size);
	exh_bytes_slice(file, BSAVE_SIZE, rd_left(&r) < size ? rd_left(&r) : size,
			&out->cells);
	if (out->cells.size < size)
		exh_note(notes, EXH_DAMAGE, file.base + file.size,
			 "%zu bytes of cells declared, %zu found", size, out->cells.size);
	measure(out, size);
	return EXH_OK;
}

enum exh_status exh_text_screen_open(struct exh_bytes file, struct exh_text_screen *out,
				     struct exh_notes *notes, struct exh_error *err)
{
	const bool is_page = file.size == PAGE_SIZE || (file.size == PAGE_SIZE + 1 &&
							file.data[PAGE_SIZE] == END_MARK);
	enum exh_status status = EXH_INVALID;

	*out = (struct exh_text_screen){ 0 };
	if (file.size && file.data[0] == BSAVE_MARK)
		status = open_bsave(file, out, notes, err);
	if (!status)
		return EXH_OK;
	if (is_page && !is_text(file)) {
		*out = (struct exh_text_screen){ .cells = file };
		measure(out, PAGE_SIZE);
		return EXH_OK;
	}
	if (file.size && file.data[0] == BSAVE_MARK)
		return status;
	return exh_fail(err, file.size ? EXH_INVALID : EXH_TRUNCATED, file.base,
			"not a text screen: expected FD, the mark of BSAVE, or %d bytes",
			PAGE_SIZE);
}

struct exh_text_cell exh_text_screen_cell(const struct exh_text_screen *screen,
					  size_t column, size_t row)
{
	const size_t at = (row * screen->columns + column) * CELL_SIZE;

	if (at + 1 >= screen->cells.size)
		return (struct exh_text_cell){ BLANK, LIGHT_GREY };
	return (struct exh_text_cell){ screen->cells.data[at],
				       screen->cells.data[at + 1] };
}

static bool is_blank(struct exh_text_cell cell)
{
	return cell.code == BLANK || cell.code == 0 || cell.code == 255;
}

static void write_cells(const struct exh_text_screen *screen, size_t row, size_t columns,
			struct exh_writer *out)
{
	for (size_t x = 0; x < columns; x++) {
		const uint8_t code = exh_text_screen_cell(screen, x, row).code;

		exh_cp437_to_utf8((struct exh_bytes){ &code, 1, 0 }, EXH_CP437_SCREEN,
				  out);
	}
}

void exh_text_screen_row(const struct exh_text_screen *screen, size_t row,
			 struct exh_writer *out)
{
	write_cells(screen, row, screen->columns, out);
}

void exh_text_screen_to_utf8(const struct exh_text_screen *screen, struct exh_writer *out)
{
	for (size_t y = 0; y < screen->rows; y++) {
		size_t columns = screen->columns;

		while (columns && is_blank(exh_text_screen_cell(screen, columns - 1, y)))
			columns--;
		write_cells(screen, y, columns, out);
		exh_write_u8(out, '\n');
	}
}

/* The PC counts blue, green, red from the lowest bit; terminals red, green, blue. */
static unsigned terminal_color(unsigned color)
{
	return (color & 2) | (color >> 2 & 1) | (color << 2 & 4);
}

static void write_attribute(struct exh_writer *out, unsigned attribute)
{
	const bool bright = attribute & 8, blinks = attribute & 0x80;

	exh_write_format(out, "\033[0%s;%u;%um", blinks ? ";5" : "",
			 (bright ? 90 : 30) + terminal_color(attribute & 7),
			 40 + terminal_color(attribute >> 4 & 7));
}

void exh_text_screen_to_ansi(const struct exh_text_screen *screen, struct exh_writer *out)
{
	for (size_t y = 0; y < screen->rows; y++) {
		unsigned attribute = 0x100; /* none yet */

		for (size_t x = 0; x < screen->columns; x++) {
			const struct exh_text_cell cell =
				exh_text_screen_cell(screen, x, y);

			if (cell.attribute != attribute)
				write_attribute(out, cell.attribute);
			attribute = cell.attribute;
			exh_cp437_to_utf8((struct exh_bytes){ &cell.code, 1, 0 },
					  EXH_CP437_SCREEN, out);
		}
		write_text(out, "\033[0m\n");
	}
}
