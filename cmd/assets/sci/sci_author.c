#include "sci.h"

#include "task/json.h"

void sci_author_put(struct exh_bytes name, struct exh_writer *out)
{
	for (size_t i = 0; i < name.size; i++) {
		const uint8_t c = name.data[i];

		if (c >= ' ' && c < 0x7f) {
			exh_write_u8(out, c);
		} else if (c >= 0xa0) {
			exh_write_u8(out, (uint8_t)(0xc0 | c >> 6));
			exh_write_u8(out, (uint8_t)(0x80 | (c & 0x3f)));
		}
	}
}

json_t *sci_author_json(struct exh_bytes name)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };
	json_t *value;

	sci_author_put(name, &utf8);
	value = json_written(&utf8);
	exh_writer_free(&utf8);
	return value;
}
