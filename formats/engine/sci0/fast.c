#include "fast.h"

#include "fast_loop.h"
