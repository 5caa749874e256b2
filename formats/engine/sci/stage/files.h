/* Files that scripts open, and saved games among them. */
#ifndef EXH_ENGINE_SCI0_STAGE_FILES_H
#define EXH_ENGINE_SCI0_STAGE_FILES_H

#include "exhume/sci_files.h"

#include "stage.h"

/* As exh_sci_files_write, and the host keeps it. False: nothing is changed. */
bool exh_stage_write_file(stage *s, const char *name, struct exh_bytes bytes);

/* The name of the file of a saved game. */
void exh_stage_save_name(const char *id, int32_t slot, char name[EXH_SCI_FILE_NAME + 1]);

#endif
