#include "assets/sci/sci.h"

#include "assets/sci/pic/pic.h"
#include "assets/sci/script/script.h"
#include "assets/sci/sound/sound.h"
#include "assets/sci/text/text.h"
#include "assets/sci/view/view.h"
#include "assets/sci/vocab/vocab.h"
#include "task/json.h"

#include <exhume/advanced/sci_names.h>

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 16 << 20, PIC_LIMIT = 1 << 20, PIC_MEMORY = 64 << 20 };

/* A call of a packer. */
struct run {
	const struct sci_packer_input *resource;
	const char *path, *output;
	struct common common; /* options of its request */
	struct report *report;
	struct json *result;
};

static void pack_bytes(const struct run *run)
{
	struct file file;

	if (!report_read(run->report, run->path, FILE_LIMIT, &file))
		return;
	report_write(run->report, run->output, file_bytes(&file));
	free(file.data);
}

static void pack_view(const struct run *run)
{
	struct png2view_request request = { .common = run->common };
	char *folder = file_join(run->resource->folder, run->resource->name);

	png2view_run_input(&request, folder, run->output, run->report, run->result);
	free(folder);
}

static enum exh_status assemble_pic(struct exh_bytes text, struct exh_writer *out,
				    struct exh_error *err)
{
	struct exh_arena arena = { .limit = PIC_MEMORY };
	enum exh_status status;

	if (!sci_pic_is_text(text))
		return exh_fail(err, EXH_INVALID, 0,
				"expected the text of a pic, as written by pic2png");
	exh_sci_patch_write_header(EXH_SCI_PIC, out);
	status = sci_pic_assemble(text, &arena, out, err);
	exh_arena_free(&arena);
	return status;
}

static void pack_pic(const struct run *run)
{
	struct exh_writer out = { .limit = PIC_LIMIT };
	struct exh_error err;
	struct file file;

	if (!report_read(run->report, run->path, FILE_LIMIT, &file))
		return;
	if (assemble_pic(file_bytes(&file), &out, &err))
		report_failure(run->report, run->path, &err);
	else
		report_write(run->report, run->output, exh_writer_bytes(&out));
	exh_writer_free(&out);
	free(file.data);
}

static void pack_text(const struct run *run)
{
	struct range only = { .first = run->resource->number,
			      .last = run->resource->number };
	struct text_dump_request request = {
		.common = run->common, .choice = { .ranges = &only, .range_count = 1 }
	};

	text_pack_run_input(&request, run->path, run->output, run->report, run->result);
}

/* Packs MIDI with the header of the replaced sound. */
static void pack_midi(const struct run *run)
{
	char *like = file_join(run->resource->originals, run->resource->name);
	const struct sci_sound_options options = {
		.like = file_exists(like) ? like : NULL,
	};

	sci_sound_pack(&options, run->path, run->output, run->report, run->result);
	free(like);
}

static void pack_vocab(const struct run *run)
{
	struct vocab_pack_request request = { .common = run->common,
					      .kind = EXH_SCI_VOCAB_KINDS,
					      .patch = true };

	vocab_pack_run_input(&request, run->path, run->output, run->report, run->result);
}

/* Packs a script; names of classes, selectors and kernel functions are those of the
 * original game. */
static void pack_script(const struct run *run)
{
	struct sci_script_request request = { .common = run->common,
					      .assemble = run->path };

	sci_script_run_input(&request, run->resource->originals, run->output, run->report,
			     run->result);
}

/* Packs strings; writes no file if all strings are unchanged. */
static void pack_strings(const struct run *run)
{
	struct range only = { .first = run->resource->number,
			      .last = run->resource->number };
	struct sci_script_request request = { .common = run->common,
					      .strings = true,
					      .pack = run->path,
					      .numbers = &only,
					      .number_count = 1 };

	sci_script_run_input(&request, run->resource->originals, run->output, run->report,
			     run->result);
}

enum {
	NO_PACKER,
	BYTES,
	VIEW,
	PIC,
	LAYERS,
	TEXT,
	TEXT_JSON,
	FONT,
	FONT_BDF,
	CURSOR,
	CUR,
	SOUND,
	MIDI,
	FROM_VOCAB_JSON,
	FROM_VOCAB_TABLE,
	SCRIPT,
	STRINGS,
	BANK,
};

static const struct sci_pic_options pic_options;
static const struct sci_font_pack_options font_request;
static const struct sci_cursor_options cursor_options = { .scale = 1 };
static const struct sci_sound_options sound_options;
static const struct sci_bank_options bank_options;

/* A packer: either a function, or a subcommand with options. */
static const struct packer {
	void (*run)(const struct run *run);
	void (*pack)(const void *options, const char *input, const char *output,
		     struct report *report, struct json *result);
	const void *options;
} packers[] = {
	[BYTES] = { .run = pack_bytes },
	[VIEW] = { .run = pack_view },
	[PIC] = { .run = pack_pic },
	[LAYERS] = { .pack = sci_pic_pack, .options = &pic_options },
	[TEXT] = { .run = pack_text },
	[TEXT_JSON] = { .run = pack_text },
	[FONT] = { .pack = sci_font_pack, .options = &font_request },
	[FONT_BDF] = { .pack = sci_font_pack, .options = &font_request },
	[CURSOR] = { .pack = sci_cursor_pack, .options = &cursor_options },
	[CUR] = { .pack = sci_cursor_pack, .options = &cursor_options },
	[SOUND] = { .pack = sci_sound_pack, .options = &sound_options },
	[MIDI] = { .run = pack_midi },
	[FROM_VOCAB_JSON] = { .run = pack_vocab },
	[FROM_VOCAB_TABLE] = { .run = pack_vocab },
	[SCRIPT] = { .run = pack_script },
	[STRINGS] = { .run = pack_strings },
	[BANK] = { .pack = sci_bank_pack, .options = &bank_options },
};

/* after: the end of a name; beginning with a slash, of any file in the resource's
 * folder. */
static const struct {
	unsigned type;
	const char *after;
	unsigned group;
} readers[] = {
	{ EXH_SCI_VIEW, "/.png", VIEW },
	{ EXH_SCI_VIEW, "/.json", VIEW },
	{ EXH_SCI_PIC, ".txt", PIC },
	{ EXH_SCI_PIC, ".visual.png", LAYERS },
	{ EXH_SCI_PIC, ".priority.png", LAYERS },
	{ EXH_SCI_PIC, ".control.png", LAYERS },
	{ EXH_SCI_TEXT, ".tsv", TEXT },
	{ EXH_SCI_TEXT, ".json", TEXT_JSON },
	{ EXH_SCI_FONT, ".json", FONT },
	{ EXH_SCI_FONT, ".png", FONT },
	{ EXH_SCI_FONT, ".bdf", FONT_BDF },
	{ EXH_SCI_SOUND, ".json", SOUND },
	{ EXH_SCI_SOUND, SCI_SOUND_SAMPLE_ENDING, SOUND },
	{ EXH_SCI_SOUND, ".mid", MIDI },
	{ EXH_SCI_CURSOR, ".json", CURSOR },
	{ EXH_SCI_CURSOR, ".png", CURSOR },
	{ EXH_SCI_CURSOR, ".cur", CUR },
	{ EXH_SCI_PATCH, ".json", BANK },
	{ EXH_SCI_VOCAB, ".json", FROM_VOCAB_JSON },
	{ EXH_SCI_VOCAB, ".tsv", FROM_VOCAB_TABLE },
	{ EXH_SCI_SCRIPT, ".txt", SCRIPT },
	{ EXH_SCI_SCRIPT, ".strings.tsv", STRINGS },
};

static const char *const instead_of[EXH_SCI_TYPES] = {
	[EXH_SCI_PIC] = ".txt",
	[EXH_SCI_SOUND] = ".json",
	[EXH_SCI_FONT] = ".png",
};

static bool reads(size_t reader, const char *after)
{
	const char *wanted = readers[reader].after;

	return *wanted == '/' ? *after == '/' && file_has_ending(after, wanted + 1)
			      : strcmp(wanted, after) == 0;
}

unsigned sci_packers_group(unsigned type, const char *after, const char **instead)
{
	*instead = NULL;
	if (!*after)
		return BYTES;
	for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
		if (readers[i].type == type && reads(i, after))
			return readers[i].group;
	*instead = type < EXH_SCI_TYPES ? instead_of[type] : NULL;
	return NO_PACKER;
}

bool sci_packers_run(unsigned group, const struct sci_packer_input *resource,
		     const char *path, const char *output, struct report *report)
{
	const struct packer *packer = &packers[group];
	const bool failed = report->failed;
	struct run run = { .resource = resource,
			   .path = path,
			   .output = output,
			   .common = *report->common,
			   .report = report,
			   .result = json_new_object() };
	bool good;

	run.common.output = output;
	run.common.operand_count = 1;
	report->failed = false;
	if (packer->run)
		packer->run(&run);
	else
		packer->pack(packer->options, path, output, report, run.result);
	good = !report->failed;
	report->failed |= failed;
	json_free(run.result);
	return good;
}
