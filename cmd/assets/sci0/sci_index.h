/* The index of a game that sci-unpack --convert made files of, which sci-pack reads. */
#ifndef CMD_ASSETS_SCI0_SCI_INDEX_H
#define CMD_ASSETS_SCI0_SCI_INDEX_H

#define SCI_INDEX "index.json"
/* Its format. */
#define SCI_CONVERTED "sci-unpack"
/* That of a game that exhume extract made files of, which is packed the same way. */
#define SCI_EXTRACTED "extract"
/* The folder beside it with the resources as they were: patch files. */
#define SCI_ORIGINALS "original"

#endif
