#include "trace.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const names[EXH_SCI_FAULTS] = {
	"none",	   "BADOP",    "BADPC",	    "STACK",	 "DEPTH",  "BADSEL",
	"NOTOBJ",  "BADCLASS", "BADEXPORT", "BADKERNEL", "KSIG",   "VARRANGE",
	"BADPROP", "PTRARITH", "PTRCMP",    "BADALIGN",	 "BADREF", "LIMIT",
};

const char *exh_sci_fault_name(unsigned fault)
{
	return fault < EXH_SCI_FAULTS ? names[fault] : NULL;
}

static bool is_fatal(enum exh_sci_fault fault)
{
	return fault == EXH_SCI_STACK || fault == EXH_SCI_BADPC ||
	       fault == EXH_SCI_DEPTH || fault == EXH_SCI_LIMIT;
}

bool exh_vm_fault(struct exh_sci_vm *vm, enum exh_sci_fault fault, const char *format,
		  ...)
{
	const bool passes = vm->options.is_lenient && !is_fatal(fault);
	va_list args;

	if (vm->fault)
		return passes;
	va_start(args, format);
	vsnprintf(vm->fault_text, sizeof vm->fault_text, format, args);
	va_end(args);
	if (vm->host.trace)
		exh_vm_trace_fault(vm, names[fault]);
	if (!passes) {
		vm->fault = (uint8_t)fault;
		return false;
	}
	vm->passed_faults++;
	if (vm->host.fault)
		vm->host.fault(vm->host.context, vm, fault, vm->fault_text);
	return true;
}

enum exh_sci_fault exh_sci_vm_fault(const struct exh_sci_vm *vm, const char **text)
{
	if (text)
		*text = vm->fault_text;
	return (enum exh_sci_fault)vm->fault;
}

size_t exh_sci_vm_passed_faults(const struct exh_sci_vm *vm)
{
	return vm->passed_faults;
}
