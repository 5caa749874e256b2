#include "sound_options.h"

#include "opt.h"
#include "task/text.h"

#include <exhume/opl2.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	LONGEST = 24 * 60 * 60, /* most seconds for an option */
	LOUDEST_GAIN = 1000,
	LOWEST_RATE = 1000,
	HIGHEST_RATE = 384000,
	MAX_DIGITS = 9, /* digits of a rate of ticks, so that it stays below 2^32 */
	MAX_TICKS = 65535,
};

const char *const sound_rate_words[] = { "native", "44100", "48000", NULL };
const char *const sound_tick_words[] = { "280", "560", "700", "1193182/2128", NULL };

/* Parses a plain decimal number, no words like "inf"; *end is the text after it. */
static bool parse_number(const char *text, double *value, const char **end)
{
	char *stop;
	const char *digits = *text == '-' || *text == '+' ? text + 1 : text;

	if (!isdigit((unsigned char)*digits) && *digits != '.')
		return false;
	if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
		return false;
	*value = strtod(text, &stop);
	*end = stop;
	return stop != text && isfinite(*value);
}

bool sound_parse_time(const char *text, uint64_t *samples)
{
	const char *end;
	double value;

	if (!parse_number(text, &value, &end) || *text == '-')
		return false;
	if (strcmp(end, "n") == 0) {
		*samples = strtoull(text, NULL, 10);
		return text[strspn(text, "0123456789")] == 'n' &&
		       *samples <= (uint64_t)LONGEST * EXH_OPL2_RATE;
	}
	*samples = (uint64_t)floor(value * EXH_OPL2_RATE + 0.5);
	return (!*end || strcmp(end, "s") == 0) && value <= LONGEST;
}

bool sound_parse_gain(const char *text, double *gain)
{
	const char *end;

	if (!parse_number(text, gain, &end))
		return false;
	if (strcasecmp(end, "dB") == 0)
		*gain = pow(10, *gain / 20);
	else if (*end || *text == '-')
		return false;
	return *gain <= LOUDEST_GAIN;
}

bool sound_parse_rate(const char *text, uint32_t *rate_hz)
{
	const char *end;
	double value;

	if (strcmp(text, "native") == 0) {
		*rate_hz = EXH_OPL2_RATE;
		return true;
	}
	if (!parse_number(text, &value, &end) || *end || value < LOWEST_RATE ||
	    value > HIGHEST_RATE || floor(value) < value)
		return false;
	*rate_hz = (uint32_t)value;
	return true;
}

/* Parses digits with at most one point; moves *text after them. */
static bool parse_decimal(const char **text, struct exh_keen_imf_rate *rate)
{
	unsigned digits = 0;
	bool point = false;

	*rate = (struct exh_keen_imf_rate){ 0, 1 };
	for (; isdigit((unsigned char)**text) || (**text == '.' && !point); ++*text) {
		if (**text == '.') {
			point = true;
			continue;
		}
		if (++digits > MAX_DIGITS)
			return false;
		rate->numerator = rate->numerator * 10 + (uint32_t)(**text - '0');
		rate->denominator *= point ? 10 : 1;
	}
	return digits > 0;
}

bool sound_parse_ticks(const char *text, struct exh_keen_imf_rate *rate)
{
	struct exh_keen_imf_rate divisor = { 1, 1 };

	if (!parse_decimal(&text, rate))
		return false;
	if (*text == '/') {
		text++;
		if (rate->denominator != 1 || !parse_decimal(&text, &divisor) ||
		    divisor.denominator != 1 || !divisor.numerator)
			return false;
		rate->denominator = divisor.numerator;
	}
	return !*text && rate->numerator >= rate->denominator &&
	       rate->numerator / rate->denominator <= MAX_TICKS;
}

bool sound_parse_channels(const char *text, unsigned count, unsigned *channels)
{
	struct range *ranges = NULL;
	size_t range_count = 0;
	bool good = !ranges_parse_numbers(text, &ranges, &range_count);

	*channels = 0;
	for (size_t i = 0; i < range_count && good; i++)
		good = ranges[i].first < count &&
		       (ranges[i].last < count || ranges[i].last == UINT32_MAX);
	for (unsigned c = 0; c < count && good; c++)
		*channels |= (unsigned)ranges_have(ranges, range_count, c) << c;
	free(ranges);
	return good;
}

/*
 * Parses all options.
 */

static int wrong(const struct command *self, const char *option, const char *text,
		 const char *expected)
{
	return opt_usage_error(self, "--%s %s: expected %s", option, text, expected);
}

static const char time_words[] = "seconds, or samples of the chip such as 1000n";

int sound_max_length_parse(const struct command *self, const char *text,
			   uint64_t *samples)
{
	return text && (!sound_parse_time(text, samples) || !*samples)
		       ? wrong(self, "max-length", text, time_words)
		       : EXIT_DONE;
}

int sound_options_parse(const struct command *self, struct sound_options *options)
{
	struct sound_settings *settings = &options->settings;
	struct sound_shape *shape = &settings->shape;

	*shape = sound_shape_of(settings);
	settings->has_tail = options->tail_text != NULL;
	if (options->rate_text && !sound_parse_rate(options->rate_text, &shape->rate_hz))
		return wrong(self, "rate", options->rate_text,
			     "native, or 1000 to 384000");
	if (options->tail_text && !sound_parse_time(options->tail_text, &settings->tail))
		return wrong(self, "tail", options->tail_text, time_words);
	if (sound_max_length_parse(self, options->max_length_text, &settings->max_length))
		return EXIT_USAGE;
	if (options->fade_text && !sound_parse_time(options->fade_text, &shape->fade))
		return wrong(self, "fade", options->fade_text, time_words);
	if (options->gain_text && !sound_parse_gain(options->gain_text, &shape->gain))
		return wrong(self, "gain", options->gain_text,
			     "a factor, or decibels such as -6dB");
	if (options->tick_text &&
	    !sound_parse_ticks(options->tick_text, &options->tick_rate))
		return wrong(self, "tick", options->tick_text,
			     "280, 560, 700 or Hz, such as 560.7 or 1193182/2128");
	return EXIT_DONE;
}
