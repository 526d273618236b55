#include "CPCRE2.h"

#include <CLoader.h>
#include <stdio.h>
#include <stdlib.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

const char *const drumdub_pcre2_package = "libpcre2-8-0";

/// The steps of a search from one place of the text, and the KiB of memory that it may use.
enum { MOST_STEPS = 20000, MOST_KIBIBYTES = 1024 };

#define FUNCTIONS(X)              \
  X(pcre2_compile_8)              \
  X(pcre2_code_free_8)            \
  X(pcre2_get_error_message_8)    \
  X(pcre2_match_8)                \
  X(pcre2_match_context_create_8) \
  X(pcre2_match_context_free_8)   \
  X(pcre2_match_data_create_8)    \
  X(pcre2_match_data_free_8)      \
  X(pcre2_set_heap_limit_8)       \
  X(pcre2_set_match_limit_8)

DRUMDUB_LIBRARY(drumdub_pcre2_load, "libpcre2-8.so.0", FUNCTIONS, (void)0)

struct drumdub_expression {
  pcre2_code *code;
  pcre2_match_context *limits;
};

drumdub_expression *drumdub_expression_compile(
    const char *expression, size_t count, int ignores_case, char *message, size_t room) {
  int error = 0;
  PCRE2_SIZE place = 0;
  uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_DOTALL | PCRE2_NO_AUTO_CAPTURE | PCRE2_NEVER_BACKSLASH_C;
  if (ignores_case) options |= PCRE2_CASELESS;
  snprintf(message, room, "memory is short");
  pcre2_code *code = p_pcre2_compile_8((PCRE2_SPTR)expression, count, options, &error, &place, NULL);
  if (!code) {
    p_pcre2_get_error_message_8(error, (PCRE2_UCHAR *)message, room);
    return NULL;
  }
  drumdub_expression *result = malloc(sizeof *result);
  pcre2_match_context *limits = p_pcre2_match_context_create_8(NULL);
  if (!result || !limits) {
    p_pcre2_code_free_8(code);
    p_pcre2_match_context_free_8(limits);
    free(result);
    return NULL;
  }
  p_pcre2_set_match_limit_8(limits, MOST_STEPS);
  p_pcre2_set_heap_limit_8(limits, MOST_KIBIBYTES);
  *result = (drumdub_expression){.code = code, .limits = limits};
  return result;
}

void drumdub_expression_free(drumdub_expression *expression) {
  p_pcre2_code_free_8(expression->code);
  p_pcre2_match_context_free_8(expression->limits);
  free(expression);
}

int drumdub_expression_search(const drumdub_expression *expression, const char *text, size_t count) {
  pcre2_match_data *data = p_pcre2_match_data_create_8(1, NULL);
  if (!data) return -1;
  int result =
      p_pcre2_match_8(expression->code, (PCRE2_SPTR)text, count, 0, PCRE2_NO_UTF_CHECK, data, expression->limits);
  p_pcre2_match_data_free_8(data);
  return result >= 0 ? 1 : result == PCRE2_ERROR_NOMATCH ? 0 : -1;
}
