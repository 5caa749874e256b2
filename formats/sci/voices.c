#include "voices.h"

/* Controllers. */
enum {
	VOLUME = 0x07,
	PAN = 0x0a,
	PEDAL = 0x40,
	VOICE_COUNT = 0x4b,
	USE_VELOCITY = 0x4e,
	NOTES_OFF = 0x7b, /* also all controllers above */
	PEDAL_DOWN = 64,
};

/* Kinds of events. */
enum { NOTE_OFF = 8, NOTE_ON, CONTROLLER = 11, PROGRAM, BEND = 14 };

static bool sounds(const struct exh_sci_voice *voice)
{
	return voice->note != EXH_SCI_NO_NOTE;
}

static void end(struct exh_sci_voices *voices, size_t i,
		const struct exh_sci_voice_device *device)
{
	device->end(device->driver, i);
	voices->items[i].note = EXH_SCI_NO_NOTE;
	voices->items[i].is_held = false;
}

/*
 * Dealing.
 */

void exh_sci_voices_start(struct exh_sci_voices *voices, size_t count, unsigned played)
{
	*voices = (struct exh_sci_voices){
		.count = count,
		.played = played,
		.heard = ~0u,
		.master_volume = EXH_SCI_LOUDEST,
	};
	for (size_t i = 0; i < count; i++)
		voices->items[i] = (struct exh_sci_voice){
			.channel = EXH_SCI_NO_CHANNEL,
			.note = EXH_SCI_NO_NOTE,
		};
	for (size_t i = 0; i < EXH_SCI_CHANNELS; i++)
		voices->channels[i] = (struct exh_sci_voice_channel){
			.patch = EXH_SCI_DEFAULT_PATCH,
			.volume = 127,
			.pan = 64,
			.bend = EXH_SCI_BEND_MIDDLE,
			.last_voice = (uint8_t)(count - 1),
		};
}

static size_t count_voices(const struct exh_sci_voices *voices, size_t channel)
{
	size_t count = 0;

	for (size_t i = 0; i < voices->count; i++)
		count += voices->items[i].channel == channel;
	return count;
}

void exh_sci_voices_deal(struct exh_sci_voices *voices)
{
	size_t channel = 0, missing = 0;

	for (size_t i = 0; i < voices->count; i++) {
		if (voices->items[i].channel != EXH_SCI_NO_CHANNEL)
			continue;
		while (!missing && channel < EXH_SCI_CONTROL_CHANNEL) {
			const size_t has = count_voices(voices, channel);
			const size_t wanted = voices->channels[channel].wanted;

			missing = has < wanted ? wanted - has : 0;
			channel += !missing;
		}
		if (!missing)
			return;
		voices->items[i].channel = (uint8_t)channel;
		channel += !--missing;
	}
}

/* Returns the voice that a channel can spare: its last silent one, or else the one that
 * sounds longest. */
static size_t find_spare(const struct exh_sci_voices *voices, size_t channel)
{
	size_t spare = voices->count;

	for (size_t i = 0; i < voices->count; i++) {
		const struct exh_sci_voice *voice = &voices->items[i];

		if (voice->channel != channel)
			continue;
		if (spare == voices->count || !sounds(voice) ||
		    (sounds(&voices->items[spare]) &&
		     voice->age < voices->items[spare].age))
			spare = i;
	}
	return spare;
}

static void want(struct exh_sci_voices *voices, size_t channel, uint8_t wanted,
		 const struct exh_sci_voice_device *device)
{
	if (!device->is_dealt_anew || voices->open_count)
		return;
	voices->channels[channel].wanted = wanted;
	for (size_t has = count_voices(voices, channel); has > wanted; has--) {
		const size_t spare = find_spare(voices, channel);

		if (sounds(&voices->items[spare]))
			end(voices, spare, device);
		voices->items[spare].channel = EXH_SCI_NO_CHANNEL;
	}
	exh_sci_voices_deal(voices);
}

/*
 * Notes.
 */

/* Returns count if no voice plays the note. */
static size_t find_note(const struct exh_sci_voices *voices, size_t channel, uint8_t note)
{
	size_t i = 0;

	while (i < voices->count &&
	       (voices->items[i].channel != channel || voices->items[i].note != note))
		i++;
	return i;
}

/* Open voices may be used by all channels without a voice of their own. */
static bool may_use(const struct exh_sci_voices *voices, size_t i, size_t channel)
{
	if (i >= voices->open_count)
		return voices->items[i].channel == channel;
	for (size_t own = voices->open_count; own < voices->count; own++)
		if (voices->items[own].channel == channel)
			return false;
	return true;
}

/* Returns the next silent voice after the last used one, or the one that sounds
 * longest. */
static size_t find_turn(const struct exh_sci_voices *voices, size_t channel,
			bool is_shared)
{
	size_t oldest = voices->count;

	for (size_t turn = 1; turn <= voices->count; turn++) {
		const size_t i =
			(voices->channels[channel].last_voice + turn) % voices->count;
		const struct exh_sci_voice *voice = &voices->items[i];

		if (!is_shared && !may_use(voices, i, channel))
			continue;
		if (!sounds(voice))
			return i;
		if (oldest == voices->count || voice->age < voices->items[oldest].age)
			oldest = i;
	}
	return oldest;
}

static void note_on(struct exh_sci_voices *voices, size_t channel, uint8_t note,
		    uint8_t velocity, const struct exh_sci_voice_device *device)
{
	struct exh_sci_voice *voice;
	size_t i = find_note(voices, channel, note);

	if (note < device->lowest_note || note > device->highest_note)
		return;
	if (i == voices->count)
		i = find_turn(voices, channel, device->is_shared);
	if (i == voices->count)
		return;
	voice = &voices->items[i];
	if (sounds(voice))
		end(voices, i, device);
	voice->channel = (uint8_t)channel;
	voice->note = note;
	voice->velocity = velocity;
	voice->age = voices->notes++;
	voices->channels[channel].last_voice = (uint8_t)i;
	device->begin(device->driver, i);
}

static void note_off(struct exh_sci_voices *voices, size_t channel, uint8_t note,
		     const struct exh_sci_voice_device *device)
{
	const size_t i = find_note(voices, channel, note);

	if (i == voices->count)
		return;
	if (voices->channels[channel].has_pedal)
		voices->items[i].is_held = true;
	else
		end(voices, i, device);
}

/* Ends all notes of a channel, or only those held by its pedal. */
static void end_notes(struct exh_sci_voices *voices, size_t channel, bool held_alone,
		      const struct exh_sci_voice_device *device)
{
	for (size_t i = 0; i < voices->count; i++)
		if (voices->items[i].channel == channel && sounds(&voices->items[i]) &&
		    (voices->items[i].is_held || !held_alone))
			end(voices, i, device);
}

static void change_notes(struct exh_sci_voices *voices, size_t channel,
			 void (*change)(void *driver, size_t voice), void *driver)
{
	for (size_t i = 0; i < voices->count; i++)
		if (voices->items[i].channel == channel && sounds(&voices->items[i]))
			change(driver, i);
}

/*
 * Events.
 */

static void control(struct exh_sci_voices *voices, size_t channel, const uint8_t data[2],
		    const struct exh_sci_voice_device *device)
{
	struct exh_sci_voice_channel *own = &voices->channels[channel];

	switch (data[0]) {
	case VOLUME:
		own->volume = data[1];
		if (device->level)
			change_notes(voices, channel, device->level, device->driver);
		return;
	case PAN:
		own->pan = data[1];
		return;
	case PEDAL:
		own->has_pedal = data[1] >= PEDAL_DOWN;
		if (!own->has_pedal)
			end_notes(voices, channel, true, device);
		return;
	case VOICE_COUNT:
		want(voices, channel, data[1], device);
		return;
	case USE_VELOCITY:
		own->uses_velocity = data[1] != 0;
		return;
	default:
		if (data[0] >= NOTES_OFF)
			end_notes(voices, channel, false, device);
	}
}

void exh_sci_voices_event(struct exh_sci_voices *voices,
			  const struct exh_sci_sound_event *event,
			  const struct exh_sci_voice_device *device)
{
	const size_t channel = event->status & 15;
	const uint8_t data[2] = { event->data[0] & 0x7f, event->data[1] & 0x7f };

	if (!(voices->played >> channel & 1))
		return;
	switch (event->status >> 4) {
	case NOTE_OFF:
		note_off(voices, channel, data[0], device);
		return;
	case NOTE_ON:
		if (data[1])
			note_on(voices, channel, data[0], data[1], device);
		else
			note_off(voices, channel, data[0], device);
		return;
	case CONTROLLER:
		control(voices, channel, data, device);
		return;
	case PROGRAM:
		voices->channels[channel].patch = data[0];
		return;
	case BEND:
		voices->channels[channel].bend = (uint16_t)(data[1] << 7 | data[0]);
		change_notes(voices, channel, device->bend, device->driver);
		return;
	}
}

void exh_sci_voices_stop(struct exh_sci_voices *voices,
			 const struct exh_sci_voice_device *device)
{
	for (size_t i = 0; i < voices->count; i++)
		if (sounds(&voices->items[i]))
			end(voices, i, device);
}

void exh_sci_voices_volume(struct exh_sci_voices *voices, unsigned volume,
			   const struct exh_sci_voice_device *device)
{
	voices->master_volume =
		(uint8_t)(volume < EXH_SCI_LOUDEST ? volume : EXH_SCI_LOUDEST);
	for (size_t i = 0; i < voices->count; i++)
		if (sounds(&voices->items[i]))
			device->level(device->driver, i);
}

/*
 * Pitch.
 */

enum {
	STEPS = 48,	    /* an octave */
	OCTAVE = 10,	    /* octave of the table; that of note 60 is 5 */
	TABLE_UNITS = 4000, /* units of its numbers in a Hz */
	ROOM = 2,	    /* most octaves of notes above the table */
};

/* Notes 120 to 131.75: 440 Hz * 2^((i + 204) / 48), in TABLE_UNITS. */
static const uint32_t frequencies[STEPS] = {
	33488072, 33975168, 34469348, 34970716, 35479377, 35995436, 36519002, 37050183,
	37589090, 38135836, 38690535, 39253301, 39824254, 40403511, 40991194, 41587424,
	42192327, 42806029, 43428657, 44060341, 44701214, 45351408, 46011059, 46680305,
	47359286, 48048143, 48747019, 49456061, 50175416, 50905234, 51645668, 52396871,
	53159001, 53932217, 54716679, 55512551, 56320000, 57139193, 57970302, 58813499,
	59668961, 60536867, 61417396, 62310732, 63217063, 64136576, 65069464, 66015921,
};

uint32_t exh_sci_tone_divisor(unsigned note, unsigned bend, uint32_t clock_hz,
			      uint32_t step_clocks, uint32_t most)
{
	const unsigned index = exh_sci_bent_note(note, bend);
	/* Both are shifted by ROOM, so that no octave needs a shift in the other
	 * direction. */
	const uint64_t frequency = step_clocks * (uint64_t)frequencies[index % STEPS]
				   << ROOM;
	const uint64_t clock = (uint64_t)clock_hz * TABLE_UNITS;
	unsigned shift = OCTAVE + ROOM - index / STEPS;
	uint64_t divisor;

	do
		divisor = ((clock << shift) + frequency / 2) / frequency;
	while (divisor > most && shift--);
	return (uint32_t)divisor;
}
