#include "play_sci.h"

#include "task/memory.h"

#include <exhume/cp437.h>

enum { TEXT_LIMIT = 1 << 20 };

char *sci_list_calls(const struct exh_sci_vm *vm)
{
	struct exh_writer calls = { .limit = TEXT_LIMIT }, line = { .limit = SIZE_MAX },
			  text = { .limit = SIZE_MAX };

	exh_sci_vm_backtrace(vm, &calls);
	for (size_t i = 0; i < calls.size; i++) {
		if (calls.data[i] != '\n') {
			exh_write_u8(&line, calls.data[i]);
			continue;
		}
		while (i + 1 < calls.size && calls.data[i + 1] == ' ')
			i++;
		if (i + 1 < calls.size)
			exh_write_bytes(&line, "; ", 2);
	}
	exh_cp437_to_utf8(exh_writer_bytes(&line), EXH_CP437_TEXT, &text);
	exh_write_u8(&text, 0);
	mem_check(&text);
	exh_writer_free(&calls);
	exh_writer_free(&line);
	return (char *)text.data;
}
