#include "assets/convert.h"
#include "assets/song/song.h"
#include "cli/opt.h"
#include "cli/sound_options.h"
#include "task/file.h"
#include "task/outputs.h"

#include <string.h>

enum { MAX_PASSES = 100000 };

static const char *const writes_choices[] = { "auto", "spaced", "immediate", NULL };

static const char *const programs_choices[] = { "nearest", "own", NULL };

static const struct file_ending endings[] = {
	{ ".wav", SONG_WAV },  { ".flac", SONG_FLAC }, { ".raw", SONG_RAW },
	{ ".s16", SONG_RAW },  { ".pcm", SONG_RAW },   { ".dro", SONG_DRO },
	{ ".vgm", SONG_VGM },  { ".vgz", SONG_VGM },   { ".opl2log", SONG_OPL2LOG },
	{ ".png", SONG_PNG },  { ".imf", SONG_IMF },   { ".wlf", SONG_IMF },
	{ ".mid", SONG_MIDI }, { ".midi", SONG_MIDI }, { 0 },
};

static void choose_format(struct imf2wav_request *request)
{
	request->is_format_given = request->options.format != SONG_AUTO;
	if (!request->is_format_given)
		request->options.format =
			file_ending_value(request->common.output, endings, SONG_WAV);
}

/* Parses a range; keeps channels if the option is not given. */
static int parse_range(const struct command *self, const char *option, const char *text,
		       unsigned *channels)
{
	if (!text || sound_parse_channels(text, EXH_OPL2_CHANNEL_COUNT, channels))
		return EXIT_DONE;
	return opt_usage_error(self, "--%s %s: expected channels 0 to 8, such as 1,3-5",
			       option, text);
}

static int parse_channels(const struct command *self, struct imf2wav_request *request)
{
	unsigned solo = EXH_OPL2_ALL_CHANNELS, muted = 0;
	int status = parse_range(self, "solo", request->solo_text, &solo);

	if (!status)
		status = parse_range(self, "mute", request->mute_text, &muted);
	request->options.channels = solo & ~muted;
	return status;
}

static int check_banks(const struct command *self, const struct imf2wav_request *request)
{
	struct song_bank_part part;

	for (size_t i = 0; i < request->banks.count; i++)
		if (!song_bank_parse(request->banks.items[i], &part))
			return opt_usage_error(
				self,
				"--bank %s: expected FILE, N=FILE for program N (0 to "
				"127), or dN=FILE for the drum of note N (35 to 81)",
				request->banks.items[i]);
	return EXIT_DONE;
}

static int check_format(const struct command *self, const struct imf2wav_request *request)
{
	const char *name = song_format_names[request->options.format];

	if (request->options.stems && !song_format_is_sound(request->options.format))
		return opt_usage_error(self, "--stems: for sound, not for %s", name);
	if (!song_format_is_sound(request->options.format) &&
	    (request->options.sound.rate_text || request->options.sound.gain_text ||
	     request->options.sound.fade_text ||
	     request->options.sound.settings.normalize || request->solo_text ||
	     request->mute_text ||
	     request->options.sound.settings.shape.channel_count > 1))
		return opt_usage_error(self,
				       "--rate, --gain, --fade, --normalize, --channels, "
				       "--solo and --mute are for sound, not for %s",
				       name);
	return EXIT_DONE;
}

static int check_outputs(const struct command *self,
			 const struct imf2wav_request *request)
{
	const char *output = request->common.output;
	const bool standard = output && strcmp(output, "-") == 0;
	const bool is_file = output && !output_is_folder(output, false);
	const bool is_known = file_ending_value(output, endings, SONG_AUTO) != SONG_AUTO;
	const size_t count = request->common.operand_count;

	if (standard && request->options.stems)
		return opt_usage_error(self, "-o - takes one output");
	if (count == 1 && is_file && !standard && !request->is_format_given &&
	    !is_known && strrchr(file_name(output), '.') && !file_is_special(output))
		return opt_usage_error(
			self, "-o %s: unknown file extension: give --format", output);
	if (count > 1 && is_file && is_known)
		return opt_usage_error(self, "-o %s: must be a folder for several inputs",
				       output);
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct imf2wav_request *request = context;
	int status;

	choose_format(request);
	status = sound_options_parse(self, &request->options.sound);
	if (!status)
		status = parse_channels(self, request);
	if (!status)
		status = check_banks(self, request);
	if (!status)
		status = check_format(self, request);
	return status ? status : check_outputs(self, request);
}

static const struct opt option_table[] = {
	{ TEXT_OPTION("tick", "HZ", struct imf2wav_request, options.sound.tick_text),
	  .choices = sound_tick_words,
	  .help = "ticks per second of an IMF: 280, 560, 700 or any other" },
	{ TEXT_OPTION("rate", "HZ", struct imf2wav_request, options.sound.rate_text),
	  .choices = sound_rate_words,
	  .help = "samples per second; native is 49716; default 44100" },
	{ NUMBER_OPTION("loops", "N", struct imf2wav_request, options.pass_count, 1,
			MAX_PASSES),
	  .help = "play it N times; default 1" },
	{ TEXT_OPTION("max-length", "S", struct imf2wav_request,
		      options.sound.max_length_text),
	  .help = "cut sounds that last longer than S seconds; default: 600" },
	{ TEXT_OPTION("tail", "S", struct imf2wav_request, options.sound.tail_text),
	  .help = "seconds (Nn: samples) after the end; default: until silence" },
	{ TEXT_OPTION("fade", "S", struct imf2wav_request, options.sound.fade_text),
	  .help = "fade out the last S seconds (Nn: samples)" },
	{ TEXT_OPTION("gain", "G", struct imf2wav_request, options.sound.gain_text),
	  .help = "change the volume: a factor, or decibels such as -6dB" },
	{ FLAG_OPTION("normalize", struct imf2wav_request,
		      options.sound.settings.normalize),
	  .help = "make it as loud as possible without clipping" },
	{ NUMBER_OPTION("channels", "N", struct imf2wav_request,
			options.sound.settings.shape.channel_count, 1, 2),
	  .help = "1 (default), or 2 with the same sound on both" },
	{ TEXT_OPTION("solo", "RANGE", struct imf2wav_request, solo_text),
	  .help = "select channels of the chip: 1,3-5" },
	{ TEXT_OPTION("mute", "RANGE", struct imf2wav_request, mute_text),
	  .help = "drop these channels" },
	{ FLAG_OPTION("stems", struct imf2wav_request, options.stems),
	  .help = "write a file per channel: NAME.ch0.wav and so on" },
	{ CHOICE_OPTION("writes", "WHEN", struct imf2wav_request, options.writes,
			writes_choices),
	  .help = "timing of writes: spaced (songs), immediate (logs), auto" },
	{ LIST_OPTION("bank", "FILE", struct imf2wav_request, banks),
	  .help = "MIDI: instruments (.op2, .sbi), or N=FILE: one program" },
	{ NUMBER_OPTION("imf-type", "TYPE", struct imf2wav_request, options.imf_type, 0,
			1),
	  .help = "write an IMF of type 0, or 1; default: 1, or as the IMF was" },
	{ CHOICE_OPTION("programs", "HOW", struct imf2wav_request, options.programs,
			programs_choices),
	  .help = "write MIDI with the nearest programs, or its own numbers" },
	{ CHOICE_OPTION("format", "NAME", struct imf2wav_request, options.format,
			song_format_names),
	  .help = "wav, flac, raw, dro, vgm, opl2log, png, imf, midi; auto: by -o" },
	{ 0 },
};

static const struct imf2wav_request defaults = { .options.pass_count = 1,
						 .options.imf_type = SONG_IMF_USUAL };

static struct converter_endings endings_for(const void *context, const char *input)
{
	const struct imf2wav_request *request = context;

	(void)input;
	return (struct converter_endings){ .new_ending = song_format_ending(
						   request->options.format) };
}

static const struct converter converter = {
	.input_name = "song",
	.check = check,
	.endings_for = endings_for,
	.is_parallel = true,
	.run = imf2wav_run_input,
};

const struct command cmd_imf2wav = {
	.name = "imf2wav",
	.family = FAMILY_SOUND,
	.brief = "convert OPL2 music (IMF, DRO, VGM) and MIDI, to sound and back",
	.usage = "[OPTION]... SONG...",
	.options = option_table,
	.results = (const struct fields *const[]){ &song_fields, &song_made_fields,
						   &sound_fields, NULL },
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct imf2wav_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
