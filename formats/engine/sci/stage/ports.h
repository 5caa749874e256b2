/* Ports and windows. Source: sci0-vm 6.5, sci0-vm-notes 3. */
#ifndef EXH_ENGINE_SCI0_STAGE_PORTS_H
#define EXH_ENGINE_SCI0_STAGE_PORTS_H

#include "stage.h"

/* The ports that are always there; the picture window is current. */
void exh_stage_ports_start(stage *s);

/* The current one. */
struct port *exh_stage_port(stage *s);

/* Makes a port current; one that is not open becomes the window manager's. */
void exh_stage_set_port(stage *s, unsigned number);

#endif
