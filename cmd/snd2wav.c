#include "assets/convert.h"
#include "assets/keen/sound/sound.h"
#include "cli/opt.h"
#include "cli/sound_options.h"
#include "media/sound/sound.h"
#include "task/outputs.h"

#include <stdio.h>
#include <string.h>

static const char *const device_choices[] = { "both", "speaker", "adlib", NULL };
static const char *const imf_type_choices[] = { "stored", "0", "1", NULL };

static int check_output(const struct command *self, const char *output, size_t count)
{
	if (output && sound_is_foreign(output) && !output_is_folder(output, false))
		return opt_usage_error(self,
				       "-o %s: unknown format: sounds are written as "
				       ".wav, .flac or .raw; %s/ is a folder",
				       output, output);
	if (output && count > 1 && snd2wav_names_file(output) && strcmp(output, "-") != 0)
		return opt_usage_error(self, "-o %s: must be a folder for several inputs",
				       output);
	return EXIT_DONE;
}

static int check_inputs(const struct command *self, const struct snd2wav_request *request)
{
	const size_t count = request->common.operand_count;

	if (!count)
		return opt_usage_error(self, "no archive or effect given");
	if (request->common.output && request->list)
		return opt_usage_error(self, "--list writes nothing: -o can't be used");
	if (request->options.imf_type && !request->options.raw)
		return opt_usage_error(self, "--imf-type is for music of --raw");
	return check_output(self, request->common.output, count);
}

static const struct opt option_table[] = {
	{ TEXT_OPTION("head", "FILE", struct snd2wav_request, tables.head),
	  .help = "offsets of the chunks; default: the file beside the archive" },
	{ TEXT_OPTION("dict", "FILE", struct snd2wav_request, tables.dict),
	  .help = "Huffman dictionary; default: the file beside the archive" },
	{ TEXT_OPTION("exe", "FILE", struct snd2wav_request, tables.exe),
	  .help = "the game's program, for both tables" },
	{ CHOICE_OPTION("device", "NAME", struct snd2wav_request, device, device_choices),
	  .aliases = device_aliases, .help = "speaker, adlib or both (default)" },
	{ TEXT_OPTION("pack", "DIR", struct snd2wav_request, pack),
	  .help = "pack the chunks of --raw, edited .pc.wav, .pc.flac into -o FILE" },
	{ TEXT_OPTION("base", "ARCHIVE", struct snd2wav_request, base),
	  .help = "--pack: the archive that DIR was extracted from" },
	{ TEXT_OPTION("exe-out", "FILE", struct snd2wav_request, tables_out.exe_out),
	  .files = OPT_MADE,
	  .help = "--pack --exe: write the program with the new head" },
	{ TEXT_OPTION("patch", "FILE", struct snd2wav_request, tables_out.patch),
	  .files = OPT_MADE, .help = "--pack: write a patch file for CKPatch" },
	{ FLAG_OPTION("list", struct snd2wav_request, list),
	  .help = "list the sounds, write nothing" },
	{ FLAG_OPTION("raw", struct snd2wav_request, options.raw),
	  .help = "also write the bytes of each chunk: .pcsnd, .alsnd, .imf" },
	{ FLAG_OPTION("extract", struct snd2wav_request, options.raw), .is_hidden = true,
	  .help = "another name for --raw" },
	{ CHOICE_OPTION("imf-type", "TYPE", struct snd2wav_request, options.imf_type,
			imf_type_choices),
	  .help = "write .imf as stored (default), without a size (0), with it (1)" },
	{ FLAG_OPTION("naive", struct snd2wav_request, options.naive),
	  .help = "render the speaker's square wave with its aliasing" },
	{ TEXT_OPTION("rate", "HZ", struct snd2wav_request, sound.rate_text),
	  .choices = sound_rate_words,
	  .help = "samples per second; native is 49716; default 44100" },
	{ TEXT_OPTION("max-length", "S", struct snd2wav_request, sound.max_length_text),
	  .help = "cut sounds that last longer than S seconds; default: 600" },
	{ TEXT_OPTION("tail", "S", struct snd2wav_request, sound.tail_text),
	  .help = "seconds (Nn: samples) after the last tick" },
	{ TEXT_OPTION("gain", "G", struct snd2wav_request, sound.gain_text),
	  .help = "change the volume: a factor, or decibels such as -6dB" },
	{ FLAG_OPTION("normalize", struct snd2wav_request, sound.settings.normalize),
	  .help = "make each as loud as possible without clipping" },
	{ TEXT_OPTION("tick", "HZ", struct snd2wav_request, sound.tick_text),
	  .choices = sound_tick_words,
	  .help = "ticks per second of music; default: by the name" },
	{ CHOICE_OPTION("format", "NAME", struct snd2wav_request, options.format,
			sound_format_choices),
	  .help = "wav, flac, raw; auto: by the extension of -o, else wav" },
	{ 0 },
};

static int check_pack(const struct command *self, const struct snd2wav_request *request)
{
	const char *output = request->common.output;

	if (!request->pack || !request->base)
		return opt_usage_error(self, "--pack DIR and --base ARCHIVE go together");
	if (request->common.operand_count)
		return opt_usage_error(self, "--pack DIR takes no archive but --base");
	if (!output || !*output || strcmp(output, "-") == 0)
		return opt_usage_error(self,
				       "--pack DIR needs -o FILE for the new archive");
	if (request->tables_out.exe_out && !request->tables.exe)
		return opt_usage_error(self, "--exe-out FILE needs --exe FILE");
	return EXIT_DONE;
}

static void release_json(void *value)
{
	json_free(value);
}

static int check(const struct command *self, void *context)
{
	struct snd2wav_request *request = context;
	int status;

	if (request->pack || request->base)
		return check_pack(self, request);
	if (request->tables_out.exe_out || request->tables_out.patch)
		return opt_usage_error(self, "--exe-out and --patch need --pack DIR");
	status = sound_options_parse(self, &request->sound);
	if (!status)
		status = check_inputs(self, request);
	request->taken = json_new_object();
	common_keep(&request->common, request->taken, release_json);
	request->common.prints = request->list;
	request->options.format =
		sound_format_choose(request->options.format, request->common.output);
	request->options.sound = request->sound.settings;
	request->options.tick_rate = request->sound.tick_rate;
	return status;
}

static void pack(void *context, const char *input, const char *output,
		 struct report *report, struct json *result)
{
	const struct snd2wav_request *request = context;
	const struct sound_pack options = { .folder = request->pack,
					    .base = request->base,
					    .tables = request->tables,
					    .tables_out = request->tables_out };

	(void)input;
	sound_pack(&options, output, report, result);
}

static const struct converter packer = {
	.makes_one = true,
	.checks_streams = true,
	.run = pack,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct snd2wav_request *request = context;

	return request->pack ? &packer : &converter;
}

static const struct converter converter = {
	.check = check,
	.choose = choose,
	.folder_ending = ".extracted",
	.input_size = files_size_at,
	.run = snd2wav_run_input,
};

static const struct fields *const results[] = { &keen_sounds_fields, &sound_pack_fields,
						NULL };
static const struct document *const documents[] = { &keen_sound_document, NULL };

const struct command cmd_snd2wav = {
	.name = "snd2wav",
	.family = FAMILY_SOUND,
	.brief = "convert the effects and music of a Keen archive to sound files",
	.usage = "[OPTION]... ARCHIVE|EFFECT... | --pack DIR --base ARCHIVE -o FILE",
	.options = option_table,
	.results = results,
	.documents = documents,
	.common = COMMON_ALL | COMMON_BUDGET,
	.files = COMMAND_WRITES_AROUND,
	COMMAND_REQUEST(struct snd2wav_request, common),
	.converter = &converter,
	.run = convert_main,
};
