#include "CPCRE2.h"

#include <CLoader.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

const char *const drumdub_pcre2_package = "libpcre2-8-0";

/// The steps of a search from one place of the text, and the KiB of memory that it may use.
enum { MOST_STEPS = 20000, MOST_KIBIBYTES = 1024 };

#define FUNCTIONS(X)      \
  X(compile)              \
  X(code_free)            \
  X(get_error_message)    \
  X(match)                \
  X(match_context_create) \
  X(match_context_free)   \
  X(match_data_create)    \
  X(match_data_free)      \
  X(set_heap_limit)       \
  X(set_match_limit)

#define DECLARE(name) static __typeof__(&pcre2_##name##_8) p_##name;
FUNCTIONS(DECLARE)

#define FIND(name) {(void **)&p_##name, "pcre2_" #name "_8"},
static const drumdub_symbol symbols[] = {FUNCTIONS(FIND)};

struct drumdub_expression {
  pcre2_code *code;
  pcre2_match_context *limits;
};

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("libpcre2-8.so.0", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_pcre2_load(void) {
  pthread_once(&once, load);
  return reason;
}

drumdub_expression *drumdub_expression_compile(
    const char *expression, size_t count, int ignores_case, char *message, size_t room) {
  int error = 0;
  PCRE2_SIZE place = 0;
  uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_DOTALL | PCRE2_NO_AUTO_CAPTURE | PCRE2_NEVER_BACKSLASH_C;
  if (ignores_case) options |= PCRE2_CASELESS;
  snprintf(message, room, "memory is short");
  pcre2_code *code = p_compile((PCRE2_SPTR)expression, count, options, &error, &place, NULL);
  if (!code) {
    p_get_error_message(error, (PCRE2_UCHAR *)message, room);
    return NULL;
  }
  drumdub_expression *result = malloc(sizeof *result);
  pcre2_match_context *limits = p_match_context_create(NULL);
  if (!result || !limits) {
    p_code_free(code);
    p_match_context_free(limits);
    free(result);
    return NULL;
  }
  p_set_match_limit(limits, MOST_STEPS);
  p_set_heap_limit(limits, MOST_KIBIBYTES);
  *result = (drumdub_expression){.code = code, .limits = limits};
  return result;
}

void drumdub_expression_free(drumdub_expression *expression) {
  p_code_free(expression->code);
  p_match_context_free(expression->limits);
  free(expression);
}

int drumdub_expression_search(const drumdub_expression *expression, const char *text, size_t count) {
  pcre2_match_data *data = p_match_data_create(1, NULL);
  if (!data) return -1;
  int result =
      p_match(expression->code, (PCRE2_SPTR)text, count, 0, PCRE2_NO_UTF_CHECK, data, expression->limits);
  p_match_data_free(data);
  return result >= 0 ? 1 : result == PCRE2_ERROR_NOMATCH ? 0 : -1;
}
