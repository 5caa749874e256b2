/* Kernel functions for scripts, objects and memory. */
#include "kernel.h"
#include "messages.h"

#include <stdlib.h>
#include <string.h>

enum {
	LOAD_MEMORY = 0x85,
	IS_CLONE = 1, /* bit of -info- */
	NO_DISPOSE = 2,
	IS_CLASS = 0x8000,
	FREE_HEAP = 0x7fea,
	LARGEST_BLOCK = 0x7fe8,
};

/* A resource is loaded on first use: only its handle must not be 0. */
static bool load(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;

	if (call->args[0].offset != LOAD_MEMORY) {
		call->result = vm_int((call->args[0].offset & 0x0fu) << 12 |
				      (call->args[1].offset & 0x7ffu) | 0x800);
		return true;
	}
	call->result = exh_sci_vm_add_hunk(vm, call->args[1].offset);
	return !vm_is_null(call->result) || exh_vm_out_of(vm, "blocks of memory");
}

static bool unload(struct vm_call *call)
{
	if (call->args[0].offset == LOAD_MEMORY && call->count > 1)
		exh_sci_vm_free_hunk(call->vm, call->args[1]);
	return true;
}

/* Returns a script's export; for an object, the object itself. */
static bool script_id(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;
	const unsigned number = call->args[0].offset;
	const unsigned export = call->count > 1 ? call->args[1].offset : 0;
	uint16_t segment;

	call->result = call->args[0];
	if (call->args[0].segment)
		return true;
	call->result = vm_int(0);
	segment = exh_vm_load(vm, number);
	if (!segment)
		return exh_vm_fault(vm, EXH_SCI_BADEXPORT, "the game has no script %u",
				    number);
	if (exh_vm_export(vm, segment, export, &call->result) ||
	    !vm->segments[segment].source->code.export_count)
		return true;
	return exh_vm_fault(vm, EXH_SCI_BADEXPORT, "no export %u of script %u", export,
			    number);
}

static bool dispose_script(struct vm_call *call)
{
	exh_vm_dispose(call->vm, call->args[0].offset);
	call->keeps = call->count < 2;
	if (call->count > 1)
		call->result = call->args[1];
	return true;
}

static bool clone(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;
	const reg entry = exh_vm_add_entry(vm, &vm->clone_segment);
	const struct vm_object *origin = exh_vm_object(vm, call->args[0]);
	struct vm_object *made;

	if (vm_is_null(entry))
		return exh_vm_out_of(vm, "clones");
	made = &vm->segments[entry.segment].objects[entry.offset];
	*made = *origin;
	made->address = entry.offset;
	made->values = malloc((origin->count + 1) * sizeof *made->values);
	if (!made->values) {
		made->is_live = false;
		return exh_vm_out_of(vm, "clones");
	}
	memcpy(made->values, origin->values, origin->count * sizeof *made->values);
	if (made->count > EXH_SCI_INFO) {
		const uint16_t info = origin->values[EXH_SCI_INFO].offset;

		/* The object of a script that the clone was made of, through other
		 * clones, too. */
		if (exh_sci_vm_type(vm, call->args[0]) != EXH_SCI_SEGMENT_CLONES)
			made->values[EXH_SCI_SPECIES] = call->args[0];
		if (info & IS_CLASS)
			made->values[EXH_SCI_SUPERCLASS] = made->values[EXH_SCI_SPECIES];
		made->values[EXH_SCI_INFO] =
			vm_int((info & ~(unsigned)IS_CLASS) | IS_CLONE);
	}
	call->result = entry;
	return true;
}

static bool dispose_clone(struct vm_call *call)
{
	struct vm_object *object = exh_vm_object(call->vm, call->args[0]);

	if (object &&
	    exh_sci_vm_type(call->vm, call->args[0]) == EXH_SCI_SEGMENT_CLONES &&
	    object->count > EXH_SCI_INFO &&
	    (object->values[EXH_SCI_INFO].offset & (IS_CLONE | NO_DISPOSE)) == IS_CLONE) {
		object->is_live = false;
		free(object->values);
		object->values = NULL;
	}
	return true;
}

static bool look_is_object(const struct exh_sci_vm *vm, reg at, reg *out)
{
	*out = at.offset != UINT16_MAX && exh_vm_object(vm, at) ? vm_int(1) : vm_int(0);
	return true;
}

static bool responds_to(struct vm_call *call)
{
	const struct exh_sci_vm *vm = call->vm;
	const struct vm_object *object = exh_vm_object(vm, call->args[0]);
	const unsigned selector = vm_selector_of(vm, vm_top(vm), call->args[1]);

	call->result = vm_int(object && exh_vm_lookup(call->vm, object, selector));
	return true;
}

static bool memory_info(struct vm_call *call)
{
	call->result = vm_int(call->args[0].offset ? FREE_HEAP : LARGEST_BLOCK);
	return true;
}

static bool restarting(struct vm_call *call)
{
	call->result = vm_int(call->vm->restarting);
	if (call->count && !call->args[0].offset)
		call->vm->restarting = 0;
	return true;
}

static bool save_folder(struct vm_call *call)
{
	call->result = (reg){ call->vm->string_segment, 0 };
	return true;
}

static bool current_folder(struct vm_call *call)
{
	char folder[VM_STRING_SIZE + 1] = "";

	/* Scripts may have filled it without a NUL. */
	memcpy(folder, call->vm->strings[0], VM_STRING_SIZE);
	exh_sci_vm_write(
		call->vm, call->args[0],
		(struct exh_bytes){ (const uint8_t *)folder, strlen(folder) + 1, 0 });
	call->result = call->args[0];
	return true;
}

static bool nothing(struct vm_call *call)
{
	(void)call;
	return true;
}

const struct vm_kernel exh_vm_kernel_objects[] = {
	{ "Load", "ii.*", load, false, NULL },
	{ "UnLoad", "i.*", unload, true, NULL },
	{ "ScriptID", "[io]i*", script_id, false, NULL },
	{ "DisposeScript", "i.*", dispose_script, true, NULL },
	{ "Clone", "o", clone, false, NULL },
	{ "DisposeClone", "o", dispose_clone, true, NULL },
	{ 0 },
};

const struct vm_kernel exh_vm_kernel_machine[] = {
	{ "IsObject", ".", exh_vm_run_look, false, look_is_object },
	{ "RespondsTo", ".i", responds_to, false, NULL },
	{ "MemoryInfo", "i", memory_info, false, NULL },
	{ "GameIsRestarting", "i*", restarting, false, NULL },
	{ "GetSaveDir", "", save_folder, false, NULL },
	{ "GetCWD", "r", current_folder, false, NULL },
	{ "FlushResources", ".*", nothing, true, NULL },
	{ "SetDebug", "i*", nothing, true, NULL },
	{ "InspectObj", ".*", nothing, false, NULL },
	{ "ShowSends", ".*", nothing, false, NULL },
	{ "ShowObjs", ".*", nothing, false, NULL },
	{ "ShowFree", ".*", nothing, false, NULL },
	{ "StackUsage", ".*", nothing, false, NULL },
	{ "Profiler", ".*", nothing, false, NULL },
	{ 0 },
};
