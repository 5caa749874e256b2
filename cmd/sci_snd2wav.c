#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "assets/sci/sound/sound.h"
#include "cli/opt.h"
#include "cli/sound_options.h"
#include "task/file.h"
#include "task/outputs.h"

enum { MAX_PASSES = 100000 };

struct request {
	struct sci_command command; /* must be the first member */
	struct sci_sound_options options;
	struct sound_options sound;
};

static const struct file_ending endings[] = {
	{ ".wav", SCI_SOUND_WAV },   { ".flac", SCI_SOUND_FLAC },
	{ ".raw", SCI_SOUND_RAW },   { ".s16", SCI_SOUND_RAW },
	{ ".pcm", SCI_SOUND_RAW },   { ".mid", SCI_SOUND_MIDI },
	{ ".midi", SCI_SOUND_MIDI }, { ".vgm", SCI_SOUND_VGM },
	{ ".dro", SCI_SOUND_DRO },   { ".opl2log", SCI_SOUND_OPL2LOG },
	{ ".json", SCI_SOUND_JSON }, { 0 },
};

static int parse_channels(const struct command *self, struct sci_sound_options *options)
{
	unsigned solo = ~0u, muted = 0;

	if (options->solo_text &&
	    !sound_parse_channels(options->solo_text, EXH_SCI_CHANNELS, &solo))
		return opt_usage_error(
			self, "--solo %s: expected channels 0 to 15, such as 1,3-5",
			options->solo_text);
	if (options->mute_text &&
	    !sound_parse_channels(options->mute_text, EXH_SCI_CHANNELS, &muted))
		return opt_usage_error(
			self, "--mute %s: expected channels 0 to 15, such as 1,3-5",
			options->mute_text);
	options->hidden = ~solo | muted;
	return EXIT_DONE;
}

static int check_device(const struct command *self,
			const struct sci_sound_options *options)
{
	const char *device = sci_sound_device_choices[options->device];

	if (sci_sound_is_log(options) && options->device != SCI_DEVICE_ADLIB &&
	    !(options->device == SCI_DEVICE_TANDY && options->format == SCI_SOUND_VGM))
		return opt_usage_error(self, "--format %s: not for %s",
				       sci_sound_format_choices[options->format], device);
	if (sci_sound_is_heard(options) && options->device > SCI_DEVICE_TANDY)
		return opt_usage_error(
			self,
			"--device %s can't be played; --format mid has its channels",
			device);
	return EXIT_DONE;
}

static int check_format(const struct command *self,
			const struct sci_sound_options *options,
			const struct sound_options *sound)
{
	const char *name = sci_sound_format_choices[options->format];

	if (!sci_sound_is_heard(options) &&
	    (sound->rate_text || sound->gain_text || sound->fade_text ||
	     options->sound.normalize || options->sound.shape.channel_count > 1))
		return opt_usage_error(self,
				       "--rate, --gain, --fade, --normalize and "
				       "--channels are for sound, not for %s",
				       name);
	if (options->format == SCI_SOUND_JSON && (options->stems || options->pass_count))
		return opt_usage_error(self, "--stems and --loops: not for %s", name);
	if (!sci_sound_is_heard(options) && !sci_sound_is_log(options) &&
	    sound->tail_text)
		return opt_usage_error(self, "--tail: not for %s, which has no sound",
				       name);
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct request *request = context;
	struct sci_sound_options *options = &request->options;
	int status = sound_options_parse(self, &request->sound);

	if (!request->command.packs && (options->is_bare || options->like))
		return opt_usage_error(self, "--bare and --header need --pack");
	if (request->command.packs &&
	    (options->is_listed || options->stems || options->format))
		return opt_usage_error(self, "--pack takes no --list, --stems, --format");
	if (request->command.packs)
		return status;

	request->command.is_listed = options->is_listed;
	options->sound = request->sound.settings;
	if (options->format == SCI_SOUND_AUTO)
		options->format = file_ending_value(request->command.common.output,
						    endings, SCI_SOUND_WAV);
	if (!status)
		status = parse_channels(self, options);
	if (!status)
		status = check_format(self, options, &request->sound);
	return status ? status : check_device(self, options);
}

/* Words of enum sci_sound_voices. */
static const char *const voices_choices[] = { "default", "auto", "header", NULL };

static const struct opt option_table[] = {
	SCI_NUMBER_OPTION(struct request, command),
	{ FLAG_OPTION("list", struct request, options.is_listed),
	  .help = "list the sounds instead of writing files" },
	{ CHOICE_OPTION("device", "NAME", struct request, options.device,
			sci_sound_device_choices),
	  .aliases = device_aliases,
	  .help = "adlib (default), speaker, tandy; of MIDI any, or all" },
	{ CHOICE_OPTION("voices", "RULE", struct request, options.voices, voices_choices),
	  .help = "auto: as notes come; header; default: auto if that names none" },
	{ TEXT_OPTION("bank", "FILE", struct request, options.bank),
	  .help = "AdLib's instruments; default: the game's patch.003" },
	{ NUMBER_OPTION("loops", "N", struct request, options.pass_count, 1, MAX_PASSES),
	  .help = "play it N times, from the loop point on; default 1" },
	{ TEXT_OPTION("max-length", "S", struct request, sound.max_length_text),
	  .help = "cut sounds that last longer than S seconds; default: 600" },
	{ TEXT_OPTION("tail", "S", struct request, sound.tail_text),
	  .help = "seconds (Nn: samples) after the end; default: until silence" },
	{ TEXT_OPTION("rate", "HZ", struct request, sound.rate_text),
	  .choices = sound_rate_words,
	  .help = "samples per second; native is 49716; default 44100" },
	{ TEXT_OPTION("fade", "S", struct request, sound.fade_text),
	  .help = "fade out the last S seconds (Nn: samples)" },
	{ TEXT_OPTION("gain", "G", struct request, sound.gain_text),
	  .help = "change the volume: a factor, or decibels such as -6dB" },
	{ FLAG_OPTION("normalize", struct request, sound.settings.normalize),
	  .help = "make each as loud as possible without clipping" },
	{ NUMBER_OPTION("channels", "N", struct request,
			sound.settings.shape.channel_count, 1, 2),
	  .help = "1 (default), or 2 with the same sound on both" },
	{ TEXT_OPTION("solo", "RANGE", struct request, options.solo_text),
	  .help = "select channels of the sound: 1,3-5" },
	{ TEXT_OPTION("mute", "RANGE", struct request, options.mute_text),
	  .help = "drop these channels" },
	{ FLAG_OPTION("stems", struct request, options.stems),
	  .help = "write a file per channel: sound.001.00.wav and so on" },
	{ CHOICE_OPTION("format", "NAME", struct request, options.format,
			sci_sound_format_choices),
	  .help = "wav, flac, raw, mid, vgm, dro, opl2log, json; auto: by -o" },
	{ FLAG_OPTION("pack", struct request, command.packs),
	  .help = "pack JSON of --format json, or MIDI, into sounds" },
	{ TEXT_OPTION("header", "FILE", struct request, options.like),
	  .help = "with --pack of MIDI: a sound whose header it gets" },
	{ FLAG_OPTION("bare", struct request, options.is_bare),
	  .help = "with --pack: write the resource without a patch file's header" },
	{ 0 },
};

/* Selects the song, without its digital sample. */
static bool narrow(void *context)
{
	struct sci_sound_options *options = context;

	options->no_sample = !options->stems;
	return options->no_sample;
}

static const char *pack_ending(const char *input)
{
	return file_has_ending(input, SCI_SOUND_SAMPLE_ENDING) ? SCI_SOUND_SAMPLE_ENDING
							       : NULL;
}

static const struct request defaults = {
	.command = { SCI_KIND(sci_sound_kind, struct request, options), .check = check,
		     .pack = sci_sound_pack, .pack_ending = pack_ending,
		     .list = sci_snd2wav_list, .narrow = narrow },
};

const struct command cmd_sci_snd2wav = {
	.name = "sci-snd2wav",
	.family = FAMILY_SCI,
	.brief = "convert sounds of SCI0 games to WAV, FLAC, MIDI, register logs",
	.usage = "[OPTION]... GAME|SOUND...",
	.options = option_table,
	.results =
		(const struct fields *const[]){
			SCI_RESOURCES(&sci_sound_fields, &sci_sound_made_fields), NULL },
	.documents = (const struct document *const[]){ &sci_sound_document, NULL },
	.common = COMMON_ALL | COMMON_BUDGET | COMMON_LOOSE,
	COMMAND_REQUEST(struct request, command.common),
	.defaults = &defaults,
	.converter = &sci_converter,
	.run = convert_main,
};
