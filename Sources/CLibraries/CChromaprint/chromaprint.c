#include "CChromaprint.h"

DRUMDUB_TYPED_LIBRARY(drumdub_chromaprint_load, "libchromaprint.so.1", DRUMDUB_CHROMAPRINT_FUNCTIONS, (void)0)
DRUMDUB_CHROMAPRINT_FUNCTIONS(DRUMDUB_FORWARD)
