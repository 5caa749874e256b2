#include "tones.h"
#include "voices.h"

enum {
	STEPS = 48,	    /* an octave */
	OCTAVE = 10,	    /* of the table; that of note 60 is 5 */
	TABLE_UNITS = 4000, /* of its numbers, a Hz */
	ROOM = 2,	    /* octaves above it that notes may have */
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
	/* Both are shifted by ROOM, so that no octave shifts the other way. */
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
