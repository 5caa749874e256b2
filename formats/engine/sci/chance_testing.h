/* Code by chance, for tests that run it. */
#ifndef EXH_ENGINE_SCI0_CHANCE_TESTING_H
#define EXH_ENGINE_SCI0_CHANCE_TESTING_H

#include "../../sci/program_testing.h"

enum { CHANCE_LINES = 40, CHANCE_CODE = 8192 };

static const char chance_system[] =
	".exports\nother\n"
	".code\nother:\n lap 1\n push\n lap 0\n add\n ret\n"
	".self Obj\n"
	"Obj::init:\n pTos x\n ldi 1\n add\n aTop x\n ret\n"
	"Obj::doit:\n link 2\n lsp 1\n pToa number\n bnt no\n ldi 7\n add\n sat 1\n lat "
	"1\n"
	"no:\n ret\n"
	".class Obj\n species = 0\n superClass = -1\n -info- = $8000\n name = @obj\n"
	" x = 5\n number = 0\n .method init = Obj::init\n .method doit = Obj::doit\n"
	".strings\nobj: .string \"Obj\"\n.relocations\n";

static const char chance_data[] =
	".object thing\n species = 0\n superClass = 0\n -info- = 0\n name = @name\n"
	" x = 7\n number = 3\n"
	".strings\nname: .string \"thing\"\n"
	".locals\n .word 1, 2, 3\n .fill 9, 0\n.relocations\n";

/* %u: a small number or the line that a branch leads to. */
static const char *const chance_pieces[] = {
	"ldi %u",
	"pushi %u",
	"push0",
	"push1\n push1",
	"pushi 3\n pushi %u",
	"push",
	"dup",
	"toss",
	"push1\n lst %u",
	"lat %u\n bnt line%u",
	"not\n bnt line%u",
	"pushi %u\n eq?\n bnt line%u",
	"eq?\n bnt line%u",
	"+at %u\n bt line%u",
	"-at %u\n bt line%u",
	"ldi 4\n sat %u",
	"+sg %u",
	"+st %u",
	"+sl %u",
	"lag %u\n add",
	"sag %u",
	"lsl %u",
	"sal %u",
	"lsp %u",
	"lap %u",
	"add",
	"sub",
	"and",
	"or",
	"lt?",
	"ult?",
	"ge?",
	"ne?",
	"pprev",
	"gt?",
	"le?",
	"ugt?",
	"uge?",
	"ule?",
	"mul",
	"div",
	"mod",
	"pushi 2\n shr",
	"shl",
	"xor",
	"bnot",
	"pushi -7\n ldi %u\n mod",
	"ipToa 8",
	"dpToa 8",
	"ipTos 10",
	"dpTos 8",
	"sTop 8",
	"ldi %u\n lapi 0",
	"ldi 2\n lsti 1",
	"push1\n ldi 2\n sali %u",
	"push2\n ssli %u",
	"ldi 1\n +ali %u",
	"-sp %u",
	"+ap %u",
	"lea $04, %u",
	"lea $02, 1",
	"ldi 1\n lea $12, %u",
	"push1\n push2\n callb %u, 2",
	"push0\n push0\n lofsa thing\n send %u",
	"push1\n lofsa thing\n push\n callk DisposeClone, 2",
	"pushi 2\n pushi 0\n pushi 9\n callk Random, 4",
	"pushi 2\n lea $04, %u\n push\n pushi 77\n callk StrAt, 4",
	"pushi 3\n lea $02, %u\n push\n pushi 1\n pushi 77\n callk StrAt, 6",
	"pushi 2\n lea $04, 0\n push\n lofss name\n callk StrCpy, 4",
	"push1\n pushi 999\n callk DisposeScript, 2",
	"push1\n pushi 999\n callk ScriptID, 2",
	"push1\n lofss thing\n callk Clone, 2\n send %u",
	"pushi #x\n push1\n push2\n push1\n lofss thing\n callk Clone, 2\n send 6",
	"jmp line%u",
	"bt line%u",
	"selfID",
	"pushSelf",
	"lofsa thing",
	"lofss name",
	"pToa 8",
	"aTop 8",
	"pTos 10",
	"class Obj",
	"neg",
	"&rest %u",
	"link %u",
	"pushi #init\n push0\n lofsa thing\n send 4",
	"pushi #x\n push0\n lofsa thing\n send 4",
	"pushi #x\n push1\n pushi %u\n class Obj\n send 6",
	"pushi #doit\n push1\n pushi %u\n lofsa thing\n send 6",
	"pushi #doit\n push1\n pushi %u\n pushi #init\n push0\n lofsa thing\n send 10",
	"pushi #number\n push0\n send %u",
	"pushi #init\n push0\n self 4",
	"pushi #doit\n push1\n push1\n super Obj, 6",
	"pushi #x\n push0\n super Obj, 4",
	"push2\n pushi %u\n push1\n calle 999, 0, 4",
	"push0\n call line%u, 0",
	"push1\n pushi -5\n callk Abs, 2",
	"push1\n lofss name\n callk StrLen, 2",
	"push1\n pushi %u\n callk StrLen, 2",
	"push0\n callk NewList, 0",
	"push1\n class Obj\n push\n callk Clone, 2",
	"push1\n push\n callk IsObject, 2",
	"push0\n callk %u, 0",
	"callk NewList, 0",
	"ret",
};

/* Script 0, which exports a function of two arguments. */
static inline void make_code(uint64_t *seed, char *out, size_t room)
{
	const uint32_t count = sizeof chance_pieces / sizeof *chance_pieces;
	size_t size = (size_t)snprintf(out, room, ".exports\na\n.code\na:\n link 6\n");

	for (unsigned i = 0; i < CHANCE_LINES; i++) {
		const char *piece = chance_pieces[roll(seed, count)];
		const bool is_line = strstr(piece, "line%u");
		const unsigned a = roll(seed, 7), line = roll(seed, CHANCE_LINES);

		size += (size_t)snprintf(out + size, room - size, "line%u:\n ", i);
		size += (size_t)(is_line && !strstr(piece, " %u")
					 ? snprintf(out + size, room - size, piece, line)
					 : snprintf(out + size, room - size, piece, a,
						    line));
		size += (size_t)snprintf(out + size, room - size, "\n");
	}
	snprintf(out + size, room - size, " ret\n%s", chance_data);
}

#endif
