/*
 * What the library's unit tests use of cmocka, for machines that cmocka is not built for:
 * 32 bits, big-endian, another libc. CMake takes it with -DEXH_OWN_CMOCKA=ON.
 */
#ifndef EXH_OWN_CMOCKA_H
#define EXH_OWN_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct CMUnitTest {
	const char *name;
	void (*run)(void **state);
	int (*set_up)(void **state);
	int (*tear_down)(void **state);
};

#define cmocka_unit_test(f)       \
	{                         \
#f, f, NULL, NULL \
	}
#define cmocka_unit_test_setup(f, up) \
	{                             \
#f, f, up, NULL       \
	}
#define cmocka_unit_test_teardown(f, down) \
	{                                  \
#f, f, NULL, down          \
	}
#define cmocka_unit_test_setup_teardown(f, up, down) \
	{                                            \
#f, f, up, down                      \
	}

enum { OWN_FAILED = 1, OWN_SKIPPED };

static jmp_buf own_way_out;

static inline _Noreturn void own_skip(void)
{
	longjmp(own_way_out, OWN_SKIPPED);
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static inline _Noreturn void
own_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	longjmp(own_way_out, OWN_FAILED);
}

static inline void own_same(uintmax_t a, uintmax_t b, bool same, const char *file,
			    int line)
{
	if ((a == b) != same)
		own_fail(file, line, "%#jx %s %#jx", a, same ? "!=" : "==", b);
}

static inline void own_same_text(const char *a, const char *b, bool same,
				 const char *file, int line)
{
	if ((strcmp(a, b) == 0) != same)
		own_fail(file, line, "\"%s\" %s \"%s\"", a, same ? "!=" : "==", b);
}

static inline void own_same_bytes(const void *a, const void *b, size_t size,
				  const char *file, int line)
{
	const uint8_t *p = a, *q = b;

	for (size_t i = 0; i < size; i++)
		if (p[i] != q[i])
			own_fail(file, line, "byte %zu of %zu: %#x != %#x", i, size, p[i],
				 q[i]);
}

static inline void own_in_range(uintmax_t value, uintmax_t least, uintmax_t most,
				const char *file, int line)
{
	if (value < least || value > most)
		own_fail(file, line, "%ju is not from %ju to %ju", value, least, most);
}

static inline void own_true(bool value, const char *text, const char *file, int line)
{
	if (!value)
		own_fail(file, line, "%s", text);
}

#define OWN_PLACE __FILE__, __LINE__
#define assert_true(x) own_true((x) != 0, #x, OWN_PLACE)
#define assert_false(x) own_true((x) == 0, "!" #x, OWN_PLACE)
#define assert_null(x) own_true((x) == NULL, #x " is NULL", OWN_PLACE)
#define assert_non_null(x) own_true((x) != NULL, #x " is not NULL", OWN_PLACE)
#define assert_ptr_equal(a, b) own_true((a) == (b), #a " == " #b, OWN_PLACE)
#define assert_ptr_not_equal(a, b) own_true((a) != (b), #a " != " #b, OWN_PLACE)
#define assert_int_equal(a, b) own_same((uintmax_t)(a), (uintmax_t)(b), true, OWN_PLACE)
#define assert_int_not_equal(a, b) \
	own_same((uintmax_t)(a), (uintmax_t)(b), false, OWN_PLACE)
#define assert_in_range(x, least, most) \
	own_in_range((uintmax_t)(x), (uintmax_t)(least), (uintmax_t)(most), OWN_PLACE)
#define assert_string_equal(a, b) own_same_text(a, b, true, OWN_PLACE)
#define assert_string_not_equal(a, b) own_same_text(a, b, false, OWN_PLACE)
#define assert_memory_equal(a, b, size) own_same_bytes(a, b, size, OWN_PLACE)
#define fail() own_fail(OWN_PLACE, "failed")
#define fail_msg(...) own_fail(OWN_PLACE, __VA_ARGS__)
#define skip() own_skip()
#define print_error(...) fprintf(stderr, __VA_ARGS__)
#define print_message(...) fprintf(stderr, __VA_ARGS__)

/* 0 or how it ended. */
static inline int own_run(const struct CMUnitTest *test, void *group_state)
{
	void *state = group_state;
	const int end = setjmp(own_way_out);

	if (end) {
		fprintf(stderr, "%s %s\n", end == OWN_SKIPPED ? "skipped" : "FAILED",
			test->name);
		return end;
	}
	if (test->set_up && test->set_up(&state))
		own_fail(OWN_PLACE, "%s: set up", test->name);
	test->run(&state);
	if (test->tear_down && test->tear_down(&state))
		own_fail(OWN_PLACE, "%s: tear down", test->name);
	return 0;
}

static inline int own_run_all(const struct CMUnitTest *tests, size_t count,
			      int (*set_up)(void **), int (*tear_down)(void **))
{
	static void *state;
	static int failed; /* as longjmp leaves them */

	state = NULL;
	failed = 0;
	/* A failure in the set-up of all leads here. */
	if (setjmp(own_way_out) || (set_up && set_up(&state)))
		return 1;
	for (size_t i = 0; i < count; i++)
		failed += own_run(&tests[i], state) == OWN_FAILED;
	if (tear_down)
		tear_down(&state);
	return failed;
}

#define cmocka_run_group_tests(tests, set_up, tear_down) \
	own_run_all(tests, sizeof(tests) / sizeof(tests)[0], set_up, tear_down)

#endif
