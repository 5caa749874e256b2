#include "exhume/advanced/sci_program.h"

#include "exhume/sci.h"
#include "basics.h"

#include <stdlib.h>
#include <string.h>

enum {
	VOCAB_WORDS = 0,
	VOCAB_CLASSES = 996,
	VOCAB_SELECTORS = 997,
	VOCAB_KERNEL = 999,
	MAX_CLASSES = 65535,
};

/* The kernel functions by number. Source: sci0-vm 4.4. */
static const char *const kernel_names[] = {
	"Load",
	"UnLoad",
	"ScriptID",
	"DisposeScript",
	"Clone",
	"DisposeClone",
	"IsObject",
	"RespondsTo",
	"DrawPic",
	"Show",
	"PicNotValid",
	"Animate",
	"SetNowSeen",
	"NumLoops",
	"NumCels",
	"CelWide",
	"CelHigh",
	"DrawCel",
	"AddToPic",
	"NewWindow",
	"GetPort",
	"SetPort",
	"DisposeWindow",
	"DrawControl",
	"HiliteControl",
	"EditControl",
	"TextSize",
	"Display",
	"GetEvent",
	"GlobalToLocal",
	"LocalToGlobal",
	"MapKeyToDir",
	"DrawMenuBar",
	"MenuSelect",
	"AddMenu",
	"DrawStatus",
	"Parse",
	"Said",
	"SetSynonyms",
	"HaveMouse",
	"SetCursor",
	"FOpen",
	"FPuts",
	"FGets",
	"FClose",
	"SaveGame",
	"RestoreGame",
	"RestartGame",
	"GameIsRestarting",
	"DoSound",
	"NewList",
	"DisposeList",
	"NewNode",
	"FirstNode",
	"LastNode",
	"EmptyList",
	"NextNode",
	"PrevNode",
	"NodeValue",
	"AddAfter",
	"AddToFront",
	"AddToEnd",
	"FindKey",
	"DeleteKey",
	"Random",
	"Abs",
	"Sqrt",
	"GetAngle",
	"GetDistance",
	"Wait",
	"GetTime",
	"StrEnd",
	"StrCat",
	"StrCmp",
	"StrLen",
	"StrCpy",
	"Format",
	"GetFarText",
	"ReadNumber",
	"BaseSetter",
	"DirLoop",
	"CanBeHere",
	"OnControl",
	"InitBresen",
	"DoBresen",
	"DoAvoider",
	"SetJump",
	"SetDebug",
	"InspectObj",
	"ShowSends",
	"ShowObjs",
	"ShowFree",
	"MemoryInfo",
	"StackUsage",
	"Profiler",
	"GetMenu",
	"SetMenu",
	"GetSaveFiles",
	"GetCWD",
	"CheckFreeSpace",
	"ValidPath",
	"CoordPri",
	"StrAt",
	"DeviceInfo",
	"GetSaveDir",
	"CheckSaveGame",
	"ShakeScreen",
	"FlushResources",
	"SinMult",
	"CosMult",
	"SinDiv",
	"CosDiv",
	"Graph",
	"Joystick",
};
enum { KERNEL_NAMES = sizeof kernel_names / sizeof *kernel_names };

/* Functions of older and later games, without a usual number. Source: sci0-vm 4.1,
 * 4.4. */
static const char *const other_kernel_names[] = { "TimesSin", "TimesCos",   "TimesTan",
						  "TimesCot", "CantBeHere", "Memory" };

/*
 * Vocabularies.
 */

static const struct exh_sci_part *find_part(const struct exh_sci_part *parts,
					    size_t count, unsigned type, unsigned number)
{
	for (size_t i = 0; i < count; i++)
		if (parts[i].type == type && parts[i].number == number)
			return &parts[i];
	return NULL;
}

struct opening {
	const struct exh_sci_part *parts;
	size_t count;
	struct exh_arena *arena;
	struct exh_sci_program *program;
	struct exh_notes *notes;
	struct exh_error *err;
};

static bool lacks_memory(const struct opening *o)
{
	exh_fail(o->err, EXH_NO_MEMORY, EXH_NO_OFFSET,
		 "the scripts need more than %zu bytes of memory", o->arena->limit);
	return false;
}

/* False only when out of memory; unreadable data are noted. */
static bool is_readable(const struct opening *o, enum exh_status status, unsigned number,
			const struct exh_error *error)
{
	if (status && status != EXH_NO_MEMORY)
		exh_note(o->notes, EXH_DAMAGE, error->offset, "vocab.%03u: %s", number,
			 error->text);
	return status != EXH_NO_MEMORY || lacks_memory(o);
}

static bool read_names(const struct opening *o, unsigned number,
		       enum exh_sci_names_layout layout, struct exh_sci_names *out)
{
	const struct exh_sci_part *part =
		find_part(o->parts, o->count, EXH_SCI_VOCAB, number);
	struct exh_error error = { .status = EXH_OK };
	enum exh_status status;

	*out = (struct exh_sci_names){ .layout = layout };
	if (!part)
		return true;
	status = exh_sci_names_read(part->bytes, layout, o->arena, out, o->notes, &error);
	if (status && status != EXH_NO_MEMORY && number == VOCAB_KERNEL)
		status = exh_sci_names_read(part->bytes, EXH_SCI_NAMES_ZEROS, o->arena,
					    out, o->notes, NULL);
	if (status)
		out->count = 0;
	return is_readable(o, status, number, &error);
}

static bool is_among(struct exh_bytes name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (text_is(name, names[i]))
			return true;
	return false;
}

static bool is_kernel_name(struct exh_bytes name)
{
	return is_among(name, kernel_names, KERNEL_NAMES) ||
	       is_among(name, other_kernel_names,
			sizeof other_kernel_names / sizeof *other_kernel_names);
}

/* The interpreter dispatches by number: functions without a name in the game, or with a
 * name that no function has, get the usual name of their number. */
static bool complete_kernel(const struct opening *o)
{
	struct exh_sci_names *kernel = &o->program->kernel;
	const size_t named = kernel->count;
	const size_t count = named > KERNEL_NAMES ? named : KERNEL_NAMES;
	struct exh_sci_name *items = exh_alloc(o->arena, count, sizeof *items);
	size_t unknown_count = 0, first = 0;

	if (!items)
		return lacks_memory(o);
	if (named)
		memcpy(items, kernel->items, named * sizeof *items);
	for (size_t i = 0; i < KERNEL_NAMES; i++) {
		if (i < named && is_kernel_name(items[i].text))
			continue;
		if (i < named && !unknown_count++)
			first = i;
		items[i].text = bytes_of_text(kernel_names[i]);
	}
	if (unknown_count)
		exh_note(o->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "vocab.999: %zu unknown name%s of kernel functions, bound by "
			 "number; first: %zu \"%.*s\" is %s",
			 unknown_count, unknown_count == 1 ? "" : "s", first,
			 (int)kernel->items[first].text.size,
			 (const char *)kernel->items[first].text.data,
			 kernel_names[first]);
	kernel->items = items;
	kernel->count = count;
	return true;
}

static bool read_words(const struct opening *o)
{
	struct exh_sci_program *program = o->program;
	const struct exh_sci_part *part =
		find_part(o->parts, o->count, EXH_SCI_VOCAB, VOCAB_WORDS);
	struct exh_error error = { .status = EXH_OK };
	enum exh_status status;

	if (!part)
		return true;
	program->lexicon = exh_alloc(o->arena, 1, sizeof *program->lexicon);
	if (!program->lexicon)
		return lacks_memory(o);
	status = exh_sci_words_read(part->bytes, o->arena, &program->words, o->notes,
				    &error);
	if (!status)
		status = exh_sci_lexicon_open(&program->words, NULL, o->arena,
					      program->lexicon, &error);
	if (status)
		program->lexicon = NULL;
	return is_readable(o, status, VOCAB_WORDS, &error);
}

/*
 * Scripts and texts.
 */

/* Scripts and texts both begin with their number. */
static int compare_numbers(const void *a, const void *b)
{
	const uint16_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static size_t count_parts(const struct opening *o, unsigned type)
{
	size_t count = 0;

	for (size_t i = 0; i < o->count; i++)
		count += o->parts[i].type == type;
	return count;
}

/* True if this is the first part with its number. */
static bool is_first(const struct opening *o, const struct exh_sci_part *part)
{
	return find_part(o->parts, o->count, part->type, part->number) == part;
}

static bool read_script(const struct opening *o, const struct exh_sci_part *part,
			void *to)
{
	struct exh_sci_program_script *out = to;
	enum exh_status status;

	*out = (struct exh_sci_program_script){ .number = (uint16_t)part->number,
						.notes.arena = o->arena };
	status = exh_sci_code_read(part->bytes, o->arena, &out->code, &out->notes,
				   &out->error);
	out->is_open = status == EXH_OK;
	return status != EXH_NO_MEMORY || lacks_memory(o);
}

static bool read_text(const struct opening *o, const struct exh_sci_part *part, void *to)
{
	struct exh_sci_program_text *out = to;
	struct exh_sci_text text;

	if (exh_sci_text_read(part->bytes, o->arena, &text, NULL, NULL))
		return lacks_memory(o);
	*out = (struct exh_sci_program_text){ (uint16_t)part->number, text.strings,
					      text.count };
	return true;
}

/* Reads all parts of a type, sorted by number; NULL when out of memory. */
static void *read_parts(const struct opening *o, unsigned type, size_t size,
			size_t *count,
			bool (*read)(const struct opening *o,
				     const struct exh_sci_part *part, void *to))
{
	char *list = exh_alloc(o->arena, count_parts(o, type) + 1, size);

	if (!list) {
		lacks_memory(o);
		return NULL;
	}
	for (size_t i = 0; i < o->count; i++)
		if (o->parts[i].type == type && is_first(o, &o->parts[i]) &&
		    !read(o, &o->parts[i], list + size * (*count)++))
			return NULL;
	if (*count)
		qsort(list, *count, size, compare_numbers);
	return list;
}

static bool read_scripts(const struct opening *o)
{
	struct exh_sci_program *program = o->program;

	program->scripts = read_parts(o, EXH_SCI_SCRIPT, sizeof *program->scripts,
				      &program->script_count, read_script);
	return program->scripts;
}

static bool read_texts(const struct opening *o)
{
	struct exh_sci_program *program = o->program;

	program->texts = read_parts(o, EXH_SCI_TEXT, sizeof *program->texts,
				    &program->text_count, read_text);
	return program->texts;
}

/*
 * Classes.
 */

static bool is_numbered_class(const struct exh_sci_object *object)
{
	return object->is_class && object->property_count > EXH_SCI_SUPERCLASS &&
	       object->properties[EXH_SCI_SPECIES] != EXH_SCI_NO_CLASS;
}

/* Returns one more than the highest number of a class. */
static size_t class_end(const struct exh_sci_program *program, size_t listed)
{
	size_t end = listed;

	for (size_t i = 0; i < program->script_count; i++) {
		const struct exh_sci_code *code = &program->scripts[i].code;

		for (size_t k = 0; k < code->object_count; k++)
			if (is_numbered_class(&code->objects[k]) &&
			    code->objects[k].properties[EXH_SCI_SPECIES] >= end)
				end = code->objects[k].properties[EXH_SCI_SPECIES] + 1u;
	}
	return end;
}

/* If vocab.996 gives a script without the class, the class that was found is used. */
static void add_class(struct exh_sci_program *program,
		      const struct exh_sci_program_script *script,
		      const struct exh_sci_object *object)
{
	const unsigned number = object->properties[EXH_SCI_SPECIES];
	struct exh_sci_program_class *class = &program->classes[number];
	const bool is_listed = number < program->listed_class_count;

	if (class->object && (!is_listed || class->script != script->number ||
			      class->owner->number == class->script))
		return;
	class->owner = script;
	class->object = object;
	class->name = object->name;
	if (!is_listed)
		class->script = script->number;
}

static bool read_classes(const struct opening *o)
{
	struct exh_sci_program *program = o->program;
	const struct exh_sci_part *part =
		find_part(o->parts, o->count, EXH_SCI_VOCAB, VOCAB_CLASSES);
	struct exh_sci_classes listed = { 0 };

	if (part && exh_sci_classes_read(part->bytes, o->arena, &listed, o->notes, NULL))
		return lacks_memory(o);
	program->listed_class_count =
		listed.count < MAX_CLASSES ? listed.count : MAX_CLASSES;
	program->class_count = class_end(program, program->listed_class_count);
	program->classes =
		exh_alloc(o->arena, program->class_count + 1, sizeof *program->classes);
	if (!program->classes)
		return lacks_memory(o);
	for (size_t i = 0; i < program->listed_class_count; i++)
		program->classes[i].script = listed.items[i].script;
	for (size_t i = 0; i < program->script_count; i++) {
		const struct exh_sci_program_script *script = &program->scripts[i];

		for (size_t k = 0; k < script->code.object_count; k++)
			if (is_numbered_class(&script->code.objects[k]))
				add_class(program, script, &script->code.objects[k]);
	}
	return true;
}

enum exh_status exh_sci_program_open(const struct exh_sci_part *parts, size_t count,
				     struct exh_arena *arena, struct exh_sci_program *out,
				     struct exh_notes *notes, struct exh_error *err)
{
	const struct opening o = { parts, count, arena, out, notes, err };

	*out = (struct exh_sci_program){ .scripts = NULL };
	return read_names(&o, VOCAB_SELECTORS, EXH_SCI_NAMES_MAX_INDEX,
			  &out->selectors) &&
			       read_names(&o, VOCAB_KERNEL, EXH_SCI_NAMES_COUNTED,
					  &out->kernel) &&
			       complete_kernel(&o) && read_words(&o) &&
			       read_scripts(&o) && read_texts(&o) && read_classes(&o)
		       ? EXH_OK
		       : EXH_NO_MEMORY;
}

/*
 * Queries.
 */

const struct exh_sci_program_script *
exh_sci_program_script(const struct exh_sci_program *program, unsigned number)
{
	const struct exh_sci_program_script key = { .number = (uint16_t)number };

	return program->script_count && number <= UINT16_MAX
		       ? bsearch(&key, program->scripts, program->script_count,
				 sizeof *program->scripts, compare_numbers)
		       : NULL;
}

const struct exh_sci_program_class *
exh_sci_program_class(const struct exh_sci_program *program, unsigned number)
{
	return number < program->class_count ? &program->classes[number] : NULL;
}

int exh_sci_program_class_named(const struct exh_sci_program *program,
				struct exh_bytes name)
{
	int found = -1;

	for (size_t i = 0; i < program->class_count; i++)
		if (program->classes[i].object &&
		    same_bytes(program->classes[i].name, name)) {
			if (found >= 0)
				return -1;
			found = (int)i;
		}
	return found;
}

const uint16_t *exh_sci_program_selectors(const struct exh_sci_program *program,
					  const struct exh_sci_object *object,
					  size_t *count)
{
	const struct exh_sci_program_class *class;
	const struct exh_sci_object *from = object;

	*count = 0;
	if (!object->is_class) {
		class = object->property_count
				? exh_sci_program_class(
					  program, object->properties[EXH_SCI_SPECIES])
				: NULL;
		from = class ? class->object : NULL;
	}
	if (!from || !from->selectors)
		return NULL;
	*count = from->property_count < object->property_count ? from->property_count
							       : object->property_count;
	return from->selectors;
}

static struct exh_bytes name_at(const struct exh_sci_names *names, unsigned number)
{
	return number < names->count ? names->items[number].text
				     : (struct exh_bytes){ .size = 0 };
}

struct exh_bytes exh_sci_program_selector(const struct exh_sci_program *program,
					  unsigned number)
{
	return name_at(&program->selectors, number);
}

struct exh_bytes exh_sci_program_kernel(const struct exh_sci_program *program,
					unsigned number)
{
	return name_at(&program->kernel, number);
}

static int named(const struct exh_sci_names *names, struct exh_bytes name)
{
	for (size_t i = 0; i < names->count && name.size; i++)
		if (same_bytes(names->items[i].text, name))
			return (int)i;
	return -1;
}

int exh_sci_program_selector_named(const struct exh_sci_program *program,
				   struct exh_bytes name)
{
	return named(&program->selectors, name);
}

int exh_sci_program_kernel_named(const struct exh_sci_program *program,
				 struct exh_bytes name)
{
	return named(&program->kernel, name);
}

bool exh_sci_program_text(const struct exh_sci_program *program, unsigned number,
			  unsigned index, struct exh_bytes *out)
{
	const struct exh_sci_program_text key = { .number = (uint16_t)number };
	const struct exh_sci_program_text *text =
		program->text_count && number <= UINT16_MAX
			? bsearch(&key, program->texts, program->text_count,
				  sizeof *program->texts, compare_numbers)
			: NULL;

	if (!text || index >= text->string_count)
		return false;
	*out = text->strings[index];
	return true;
}

static const struct exh_sci_program_class *
superclass(const struct exh_sci_program *program, const struct exh_sci_object *object)
{
	return object->property_count > EXH_SCI_SUPERCLASS
		       ? exh_sci_program_class(program,
					       object->properties[EXH_SCI_SUPERCLASS])
		       : NULL;
}

bool exh_sci_program_method(const struct exh_sci_program *program,
			    const struct exh_sci_program_script *script,
			    const struct exh_sci_object *object, unsigned selector,
			    struct exh_sci_found_method *out)
{
	const struct exh_sci_program_class *class;

	for (size_t depth = 0; object && depth <= program->class_count; depth++) {
		for (size_t i = 0; i < object->method_count; i++)
			if (object->methods[i].selector == selector) {
				*out = (struct exh_sci_found_method){
					script, object, object->methods[i].code
				};
				return true;
			}
		class = superclass(program, object);
		object = class ? class->object : NULL;
		script = class ? class->owner : NULL;
	}
	return false;
}

bool exh_sci_program_is_kind(const struct exh_sci_program *program,
			     const struct exh_sci_object *object, unsigned class_number)
{
	const struct exh_sci_program_class *class;

	for (size_t depth = 0; object && depth <= program->class_count; depth++) {
		if (object->property_count <= EXH_SCI_SUPERCLASS)
			return false;
		if (object->properties[EXH_SCI_SPECIES] == class_number)
			return true;
		class = superclass(program, object);
		object = class ? class->object : NULL;
	}
	return false;
}

bool exh_sci_program_is_circular(const struct exh_sci_program *program,
				 unsigned class_number)
{
	const struct exh_sci_program_class *class =
		exh_sci_program_class(program, class_number);

	for (size_t depth = 0; class && class->object; depth++) {
		if (depth > program->class_count)
			return true;
		class = superclass(program, class->object);
	}
	return false;
}
