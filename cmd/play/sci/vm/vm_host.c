#include "vm.h"

#include <stdarg.h>
#include <stdio.h>

enum { MINUTE = 60 * 60, HOUR = 60 * MINUTE, START_HOUR = 12 };

/* Results of functions that matter only with a screen, a mouse or files. */
static const struct answer {
	const char *name;
	int first; /* first argument to which the result applies; below 0: any */
	uint16_t result;
} answers[] = {
	{ "HaveMouse", -1, 0xffff }, { "Graph", 2, 16 },	  { "DoSound", 4, 1 },
	{ "NumLoops", -1, 1 },	     { "NumCels", -1, 1 },	  { "CelWide", -1, 1 },
	{ "CelHigh", -1, 1 },	     { "CanBeHere", -1, 1 },	  { "NewWindow", -1, 3 },
	{ "GetPort", -1, 2 },	     { "CheckFreeSpace", -1, 1 }, { "ValidPath", -1, 1 },
	{ "CoordPri", -1, 1 },
};

static uint16_t argument(const struct exh_sci_kernel_call *call, size_t i)
{
	return i < call->count ? call->arguments[i].offset : 0;
}

static uint16_t time_of(const struct vm_host *host,
			const struct exh_sci_kernel_call *call)
{
	const uint64_t hour = START_HOUR + host->ticks / HOUR;
	const uint64_t minute = host->ticks / MINUTE % 60, second = host->ticks / 60 % 60;

	if (!call->count)
		return (uint16_t)host->ticks;
	switch (argument(call, 0)) {
	case 1:
		return (uint16_t)((hour % 12) << 12 | minute << 6 | second);
	case 2:
		return (uint16_t)((hour % 24) << 11 | minute << 5 | second / 2);
	default:
		return 0;
	}
}

static void answer(const struct exh_sci_kernel_call *call, uint16_t *result)
{
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
		if (text_is(call->name, answers[i].name) &&
		    (answers[i].first < 0 || answers[i].first == argument(call, 0)))
			*result = answers[i].result;
}

static void note(struct exh_sci_vm *vm, const char *format, ...) EXH_PRINTF(2, 3);

static void note(struct exh_sci_vm *vm, const char *format, ...)
{
	char text[64];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	exh_sci_vm_note(vm, text);
}

/* All functions of files fail, since there are none. */
static bool is_file(const struct exh_sci_kernel_call *call)
{
	return text_is(call->name, "FOpen") || text_is(call->name, "FGets") ||
	       text_is(call->name, "FPuts") || text_is(call->name, "FClose");
}

bool vm_host_kernel(void *context, struct exh_sci_vm *vm,
		    struct exh_sci_kernel_call *call)
{
	struct vm_host *host = context;

	host->calls++;
	if (text_is(call->name, "Wait")) {
		host->ticks += argument(call, 0);
		call->result.offset = argument(call, 0);
		if (argument(call, 0))
			note(vm, "tick %llu", (unsigned long long)host->ticks);
	} else if (text_is(call->name, "GetTime")) {
		call->result.offset = time_of(host, call);
		note(vm, "time %u %u", argument(call, 0), call->result.offset);
	} else if (text_is(call->name, "GetEvent")) {
		note(vm, "event 0 0 0 0 0");
	} else if (is_file(call)) {
		note(vm, "file %.*s 0", (int)call->name.size,
		     (const char *)call->name.data);
	} else if (text_is(call->name, "PicNotValid")) {
		call->result.offset = host->pic_not_valid;
		if (call->count)
			host->pic_not_valid = argument(call, 0);
	} else {
		answer(call, &call->result.offset);
	}
	return true;
}
