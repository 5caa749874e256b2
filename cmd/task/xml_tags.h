/* The tags of an XML text, one after another, and the text between them. */
#ifndef CMD_TASK_XML_TAGS_H
#define CMD_TASK_XML_TAGS_H

#include <exhume/base.h>

enum { XML_ATTRIBUTES = 32 };

/* Parts of the text. */
struct xml_attribute {
	struct exh_bytes name, value;
};

struct xml_tag {
	struct exh_bytes name;
	size_t offset;	    /* of its < */
	bool opens, closes; /* <a>, </a>, or both: <a/> */
	size_t count;	    /* of attributes; more than there is room for are left out */
	struct xml_attribute attributes[XML_ATTRIBUTES];
};

struct xml_reader {
	struct exh_bytes in;
	size_t at;
};

/* The next tag; comments, declarations and instructions are skipped. *is_end: there is
 * none. EXH_TRUNCATED inside one, EXH_INVALID where one is no tag. */
enum exh_status xml_next(struct xml_reader *reader, struct xml_tag *tag, bool *is_end,
			 struct exh_error *err);

/* The text from the end of a tag to the next <, with entities as they stand. */
struct exh_bytes xml_text(struct xml_reader *reader);

/* Appends a value or a text with its entities resolved: XML's own five, and characters by
 * number. EXH_INVALID for another, or an & alone. */
enum exh_status xml_decode(struct exh_bytes part, struct exh_writer *out,
			   struct exh_error *err);

bool xml_is(struct exh_bytes part, const char *text);

/* data is NULL if there is no such attribute. */
struct exh_bytes xml_attribute(const struct xml_tag *tag, const char *name);

#endif
