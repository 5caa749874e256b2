/* Values and changes of a trace, read back. */
#include "../../sci/program_testing.h"
#include "machine.h"

static const char script_text[] =
	".exports\nthing\n"
	".class Obj\n species = 0\n superClass = -1\n -info- = $8000\n name = @obj\n"
	" x = 5\n number = 0\n"
	".object thing\n species = 0\n superClass = 0\n -info- = 0\n name = @obj\n x = "
	"7\n"
	" number = 3\n"
	".strings\nobj: .string \"Obj\"\n"
	".locals\n .word 1, 2, 3\n"
	".relocations\n";

struct bed {
	struct test_program program;
	struct exh_writer lines;
	struct exh_sci_vm *vm;
};

static void add_line(void *context, const char *line, size_t size)
{
	struct bed *bed = context;

	exh_write_bytes(&bed->lines, line, size);
	exh_write_u8(&bed->lines, '\n');
}

static void start(struct bed *bed)
{
	const struct exh_sci_host host = { .context = bed,
					   .trace = add_line,
					   .trace_level = 2 };
	const struct exh_sci_vm_options options = { .stack_size = 100 };

	*bed = (struct bed){ .lines.limit = 1 << 20 };
	test_start(&bed->program);
	test_script(&bed->program, 0, script_text);
	assert_int_equal(
		exh_sci_vm_new(&bed->program.program, &options, &host, &bed->vm, NULL),
		EXH_OK);
}

static void end(struct bed *bed)
{
	exh_sci_vm_free(bed->vm);
	exh_writer_free(&bed->lines);
	exh_arena_free(&bed->program.arena);
}

static void values_are_read_as_they_were_printed(void **state)
{
	struct bed bed;
	struct exh_sci_reg values[10], found;
	size_t count = 0;

	(void)state;
	start(&bed);
	values[count++] = vm_int(0);
	values[count++] = vm_int(0xfedc);
	values[count++] = (reg){ exh_sci_vm_script(bed.vm, 0), 0x1a };
	values[count++] = (reg){ bed.vm->globals, 4 };
	values[count++] = (reg){ bed.vm->stack_segment, 10 };
	values[count++] = exh_sci_vm_add_hunk(bed.vm, 3);
	values[count++] = exh_vm_add_entry(bed.vm, &bed.vm->list_segment);
	values[count++] = exh_sci_vm_string(bed.vm, 1);
	values[count++] = (reg){ 0x1234, 0x5678 };
	for (size_t i = 0; i < count; i++) {
		struct exh_writer text = { .limit = 64 };

		exh_sci_vm_print(bed.vm, values[i], &text);
		assert_int_equal(
			exh_sci_vm_value(bed.vm, exh_writer_bytes(&text), &found),
			text.size);
		assert_true(vm_equal(found, values[i]));
		exh_writer_free(&text);
	}
	end(&bed);
}

static void what_is_no_value_is_refused(void **state)
{
	static const char *const texts[] = {
		"",	   "#",	     "#xyz", "#12345", "S001+0000",    "S000",
		"S000+",   "S+0000", "C1",   "K0",     "N99999999999", "Y2",
		"D1+0000", "Q",	     "!12"
	};
	struct exh_sci_reg found;
	struct bed bed;

	(void)state;
	start(&bed);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (exh_sci_vm_value(bed.vm, test_text(texts[i]), &found))
			fail_msg("%s was read", texts[i]);
	end(&bed);
}

static void changes_are_made_and_have_a_line(void **state)
{
	static const char *const lines[] = { "G1 #0002 #1234", "T9 #0000 S000+0008",
					     "PS000+%04x.x #0007 #0008",
					     "Y1.3 #0000 #0041" };
	struct exh_writer expected = { .limit = 1 << 16 };
	struct bed bed;
	char line[64];

	(void)state;
	start(&bed);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		snprintf(line, sizeof line, lines[i],
			 test_code(&bed.program, 0)->exports[0]);
		assert_true(exh_sci_vm_change(bed.vm, test_text(line)));
		exh_write_bytes(&expected, "M 0 ", 4);
		exh_write_bytes(&expected, line, strlen(line));
		exh_write_u8(&expected, '\n');
		/* The state is so already. */
		assert_true(exh_sci_vm_change(bed.vm, test_text(line)));
	}
	assert_same_bytes(exh_writer_bytes(&bed.lines), expected.data, expected.size);
	exh_writer_free(&expected);
	end(&bed);
}

static void changes_of_what_is_not_there_are_refused(void **state)
{
	static const char *const lines[] = {
		"",
		"G3 #0000 #0001",
		"G1 #0000",
		"G1 #0000 #",
		"L001.0 #0000 #0001",
		"T100 #0000 #0001",
		"PS000+0000.x #0000 #0001",
		"PC1.x #0000 #0001",
		"PS000+0008",
		"Y0.64 #0000 #0001",
		"D1+0000 #0000 #0001",
		"Z 1",
	};
	struct bed bed;

	(void)state;
	start(&bed);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (exh_sci_vm_change(bed.vm, test_text(lines[i])))
			fail_msg("%s was done", lines[i]);
	assert_int_equal(bed.lines.size, 0);
	end(&bed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_read_as_they_were_printed),
		cmocka_unit_test(what_is_no_value_is_refused),
		cmocka_unit_test(changes_are_made_and_have_a_line),
		cmocka_unit_test(changes_of_what_is_not_there_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
