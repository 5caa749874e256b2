/* Levers (.lev) as assets. */
#ifndef CMD_ASSETS_ZVISION_LEVER_ZV_LEVERS_H
#define CMD_ASSETS_ZVISION_LEVER_ZV_LEVERS_H

#include "assets/zvision/zv_source.h"
#include "lever_file.h"

enum lever_game { LEVER_GAME_AUTO, LEVER_GAME_NEMESIS, LEVER_GAME_ZGI };

/* The window of a game, as lever_file_check takes it; AUTO: the larger one. */
struct exh_zv_lever_known lever_window(enum lever_game game);

struct zv_lever_options {
	bool as_graph; /* for Graphviz, not as words */
};

/* Each becomes a text. The thing is a struct lever_file; those of a game are checked. */
extern const struct asset_kind zv_lever_kind;

#endif
