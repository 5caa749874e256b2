/*
 * All of libexhume: the formats of the three families, and the engines.
 *
 * Structures that a caller allocates may grow with the second number of the version, as
 * long as the first is 0. Programs in other languages, which don't see the headers, ask
 * exh_sizeof how large they are in the library that runs. Structures of options and of
 * functions that are called back end in reserved members: set all of one to zeros first.
 */
#ifndef EXHUME_EXHUME_H
#define EXHUME_EXHUME_H

#include "avi.h"
#include "base.h"
#include "cga.h"
#include "codec.h"
#include "cp437.h"
#include "ega.h"
#include "engine.h"
#include "facts.h"
#include "formats.h"
#include "ilbm.h"
#include "input.h"
#include "keen.h"
#include "keen_audio.h"
#include "keen_binary.h"
#include "keen_engine.h"
#include "keen_exe.h"
#include "keen_files.h"
#include "keen_input.h"
#include "keen_map.h"
#include "keen_memory.h"
#include "keen_tile_stats.h"
#include "opl2.h"
#include "opl2_instrument.h"
#include "opl2_log.h"
#include "opl2_midi.h"
#include "panorama.h"
#include "psg.h"
#include "psg_log.h"
#include "sci0.h"
#include "sci0_cache.h"
#include "sci0_check.h"
#include "sci0_code.h"
#include "sci0_coverage.h"
#include "sci0_disasm.h"
#include "sci0_engine.h"
#include "sci0_executed.h"
#include "sci0_files.h"
#include "sci0_flow.h"
#include "sci0_font.h"
#include "sci0_game.h"
#include "sci0_lint.h"
#include "sci0_look.h"
#include "sci0_midi.h"
#include "sci0_names.h"
#include "sci0_opcode.h"
#include "sci0_parser.h"
#include "sci0_pic.h"
#include "sci0_plan.h"
#include "sci0_profile.h"
#include "sci0_program.h"
#include "sci0_project.h"
#include "sci0_query.h"
#include "sci0_rooms.h"
#include "sci0_said.h"
#include "sci0_script.h"
#include "sci0_sound.h"
#include "sci0_source.h"
#include "sci0_strings.h"
#include "sci0_tones.h"
#include "sci0_tree.h"
#include "sci0_usage.h"
#include "sci0_view.h"
#include "sci0_vm.h"
#include "sci0_vocab.h"
#include "sci0_xref.h"
#include "smf.h"
#include "softdisk.h"
#include "zv_engine.h"
#include "zv_letters.h"
#include "zv_mixer.h"
#include "zvision.h"
#include "zvision_archive.h"
#include "zvision_atlas.h"
#include "zvision_lever.h"
#include "zvision_picture.h"
#include "zvision_script.h"
#include "zvision_script_set.h"
#include "zvision_text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a public structure, by its name without "struct": "exh_opl2_player". 0 for
 * any other name, and for structures that only the library sees into. */
EXH_API size_t exh_sizeof(const char *name);

#ifdef __cplusplus
}
#endif
#endif
