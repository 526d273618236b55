#include "CPCRE2.h"

const char *const drumdub_pcre2_package = "libpcre2-8-0";

DRUMDUB_TYPED_LIBRARY(drumdub_pcre2_load, "libpcre2-8.so.0", DRUMDUB_PCRE2_FUNCTIONS, (void)0)
DRUMDUB_PCRE2_FUNCTIONS(DRUMDUB_FORWARD)
