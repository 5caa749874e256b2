/* What SCI0's tags, symbols and classes are called, and grammars printed by these names.
 */
#ifndef CMD_ASSETS_SCI0_PARSE_GRAMMAR_NAMES_H
#define CMD_ASSETS_SCI0_PARSE_GRAMMAR_NAMES_H

#include <exhume/sci0_parser.h>
#include <jansson.h>

/* "ROOT", "VERB" ...; NULL for one without a name. */
const char *grammar_tag_name(unsigned tag);
const char *grammar_symbol_name(unsigned symbol);

/* Appends the name, or the number in hexadecimal. */
void grammar_put_tag(struct exh_writer *out, unsigned tag);
void grammar_put_symbol(struct exh_writer *out, unsigned symbol);

/* Class bits from the lowest to the highest; NULL from GRAMMAR_CLASSES on. */
enum { GRAMMAR_CLASSES = 12 };
const char *grammar_class_name(unsigned bit);

/* Appends "noun, adjective or verb"; nothing for no class that has a name. Returns how
 * many there are. */
size_t grammar_put_classes(struct exh_writer *out, unsigned mask,
			   const char *last_separator);

/* The records as the parser uses them, and FreeSCI's normal form of them. */
void grammar_print(const struct exh_sci0_parser *parser, const struct exh_sci0_gnf *gnf,
		   struct exh_writer *out);
void grammar_to_json(const struct exh_sci0_parser *parser, const struct exh_sci0_gnf *gnf,
		     json_t *result);

#endif
