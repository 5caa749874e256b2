/* The samples besides the graphics archives; each writes below the folder root. */
#ifndef SAMPLES_H
#define SAMPLES_H

void make_softdisk(const char *root);
void make_logs(const char *root);
void make_sounds(const char *root);
void make_scenes(const char *root);
void make_animations(const char *root);
void make_sci(const char *root);
void make_sci_sounds(const char *root);
void make_burrow(const char *root);
void make_digger(const char *root);
void make_lodge(const char *root);
void make_dreams(const char *root);
void make_shaft(const char *root);
void make_beacon(const char *root);
void make_foyer(const char *root);

#endif
