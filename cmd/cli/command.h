/* A subcommand, as the dispatcher sees it. */
#ifndef CMD_CLI_COMMAND_H
#define CMD_CLI_COMMAND_H

#include "task/work.h"

struct command {
	const char *name;
	const char *family; /* heading in `exhume --help` */
	const char *brief;  /* one line, no full stop */
	const char *usage;  /* what follows the name */
	int (*run)(const struct command *self, int argc, char **argv);
};

extern const struct command cmd_egagrab;
extern const struct command cmd_lbm2png;
extern const struct command cmd_softdisk;
extern const struct command cmd_identify;
extern const struct command cmd_unlzexe;
extern const struct command cmd_help;
extern const struct command cmd_mapdump;
extern const struct command cmd_imf2wav;
extern const struct command cmd_snd2wav;
extern const struct command cmd_keen_run;
extern const struct command cmd_tile_refresh;
extern const struct command cmd_raw2wav;
extern const struct command cmd_pano2png;
extern const struct command cmd_rlf2png;
extern const struct command cmd_tgz2png;
extern const struct command cmd_png2tgz;
extern const struct command cmd_zcr2png;
extern const struct command cmd_zfs_unpack;
extern const struct command cmd_zfs_pack;
extern const struct command cmd_lev_inspect;
extern const struct command cmd_avi2wav;
extern const struct command cmd_avi2png;
extern const struct command cmd_scr_inspect;
extern const struct command cmd_sub2srt;
extern const struct command cmd_sci_unpack;
extern const struct command cmd_sci_pack;
extern const struct command cmd_view2png;
extern const struct command cmd_png2view;
extern const struct command cmd_sci_snd2wav;
extern const struct command cmd_pic2png;
extern const struct command cmd_vocab_dump;
extern const struct command cmd_vocab_pack;
extern const struct command cmd_said_compile;
extern const struct command cmd_parse_tree;
extern const struct command cmd_font2png;
extern const struct command cmd_cursor2png;
extern const struct command cmd_text_dump;

#endif
