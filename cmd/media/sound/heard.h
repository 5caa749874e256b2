/* Is anything heard of what is written to a chip? Logs without it are silent. */
#ifndef CMD_MEDIA_SOUND_HEARD_H
#define CMD_MEDIA_SOUND_HEARD_H

#include <exhume/opl2.h>
#include <exhume/psg.h>

/* It presses a key: of a channel, or of a drum. */
bool opl2_presses_key(uint8_t reg, uint8_t value);

/* It sets how loud a tone or the noise is, and not to nothing. */
bool psg_is_turned_up(uint8_t value);

/* The same writes, and whether something is heard of those that were taken so far. */
struct opl2_heard {
	struct exh_opl2_source source;
	bool is_heard;
};

struct psg_heard {
	struct exh_psg_source source;
	bool is_heard;
};

struct exh_opl2_source opl2_hear(struct opl2_heard *heard);
struct exh_psg_source psg_hear(struct psg_heard *heard);

#endif
