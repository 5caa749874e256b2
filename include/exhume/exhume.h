/*
 * Includes all of libexhume: the formats of the three families, and the engines.
 *
 * While the version's major number is 0, structures that a caller allocates may grow with
 * its minor number. Programs in other languages, which do not see the headers, ask
 * exh_sizeof for the sizes in the library that runs. Structures of options, and
 * structures of callbacks, end in reserved members: set the whole structure to zeros
 * first.
 */
#ifndef EXHUME_EXHUME_H
#define EXHUME_EXHUME_H

#include "avi.h"
#include "base.h"
#include "cga.h"
#include "codec.h"
#include "code_page.h"
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
#include "keen_text.h"
#include "keen_tile_stats.h"
#include "opl2.h"
#include "opl2_instrument.h"
#include "opl2_log.h"
#include "opl2_midi.h"
#include "panorama.h"
#include "psg.h"
#include "psg_log.h"
#include "sci.h"
#include "sci_cache.h"
#include "sci_check.h"
#include "sci_code.h"
#include "sci_coverage.h"
#include "sci_disasm.h"
#include "sci_engine.h"
#include "sci_executed.h"
#include "sci_files.h"
#include "sci_flow.h"
#include "sci_font.h"
#include "sci_game.h"
#include "sci_lint.h"
#include "sci_look.h"
#include "sci_midi.h"
#include "sci_names.h"
#include "sci_opcode.h"
#include "sci_parser.h"
#include "sci_pic.h"
#include "sci_plan.h"
#include "sci_profile.h"
#include "sci_program.h"
#include "sci_project.h"
#include "sci_query.h"
#include "sci_rooms.h"
#include "sci_said.h"
#include "sci_script.h"
#include "sci_sound.h"
#include "sci_source.h"
#include "sci_strings.h"
#include "sci_tones.h"
#include "sci_tree.h"
#include "sci_usage.h"
#include "sci_view.h"
#include "sci_vm.h"
#include "sci_vocab.h"
#include "sci_xref.h"
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

/* Returns the size in bytes of a public structure, by its name without "struct"
 * ("exh_opl2_player"). 0 for any other name, and for opaque structures. */
EXH_API size_t exh_sizeof(const char *name);

#ifdef __cplusplus
}
#endif
#endif
