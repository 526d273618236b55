#pragma once
// PCRE2. It is loaded at first use, since only filters of other programs have regular expressions.
#include <CLoader.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_pcre2_load(void);

/// The Debian package that contains the library.
extern const char *const drumdub_pcre2_package;

// The functions of the library, under its names with the prefix drumdub_. See its documentation.
#define DRUMDUB_PCRE2_FUNCTIONS(X)                                                                             \
  X(pcre2_code *, pcre2_compile_8,                                                                             \
    (PCRE2_SPTR, PCRE2_SIZE, uint32_t, int *, PCRE2_SIZE *, pcre2_compile_context *))                          \
  X(void, pcre2_code_free_8, (pcre2_code *))                                                                   \
  X(int, pcre2_get_error_message_8, (int, PCRE2_UCHAR *, PCRE2_SIZE))                                          \
  X(int, pcre2_match_8,                                                                                        \
    (const pcre2_code *, PCRE2_SPTR, PCRE2_SIZE, PCRE2_SIZE, uint32_t, pcre2_match_data *, pcre2_match_context *)) \
  X(pcre2_match_context *, pcre2_match_context_create_8, (pcre2_general_context *))                            \
  X(void, pcre2_match_context_free_8, (pcre2_match_context *))                                                 \
  X(pcre2_match_data *, pcre2_match_data_create_8, (uint32_t, pcre2_general_context *))                        \
  X(void, pcre2_match_data_free_8, (pcre2_match_data *))                                                       \
  X(int, pcre2_set_heap_limit_8, (pcre2_match_context *, uint32_t))                                            \
  X(int, pcre2_set_match_limit_8, (pcre2_match_context *, uint32_t))

DRUMDUB_PCRE2_FUNCTIONS(DRUMDUB_DECLARE)
