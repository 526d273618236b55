#include "CExpat.h"

#include <CLoader.h>
#include <expat.h>
#include <pthread.h>

#define FUNCTIONS(X)             \
  X(ParserCreate)                \
  X(ParserFree)                  \
  X(SetUserData)                 \
  X(SetElementHandler)           \
  X(SetCharacterDataHandler)     \
  X(SetStartDoctypeDeclHandler)  \
  X(StopParser)                  \
  X(Parse)                       \
  X(GetErrorCode)                \
  X(ErrorString)                 \
  X(GetCurrentLineNumber)

#define DECLARE(name) static __typeof__(&XML_##name) p_##name;
FUNCTIONS(DECLARE)

#define FIND(name) {(void **)&p_##name, "XML_" #name},
static const drumdub_symbol symbols[] = {FUNCTIONS(FIND)};

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("libexpat.so.1", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_expat_load(void) {
  pthread_once(&once, load);
  return reason;
}

typedef struct {
  XML_Parser parser;
  drumdub_expat_handlers handlers;
  int had_doctype;
} reading;

static void on_start(void *context, const XML_Char *name, const XML_Char **attributes) {
  reading *state = context;
  size_t line = p_GetCurrentLineNumber(state->parser);
  state->handlers.start(state->handlers.context, name, (const char *const *)attributes, line);
}

static void on_end(void *context, const XML_Char *name) {
  reading *state = context;
  state->handlers.end(state->handlers.context, name);
}

static void on_text(void *context, const XML_Char *text, int count) {
  reading *state = context;
  state->handlers.text(state->handlers.context, text, count, p_GetCurrentLineNumber(state->parser));
}

static void on_doctype(
  void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public, int has_subset
) {
  reading *state = context;
  (void)name, (void)system, (void)public, (void)has_subset;
  state->had_doctype = 1;
  p_StopParser(state->parser, XML_FALSE);
}

/// Passes bytes to XML_Parse in pieces, since it has int lengths.
static int feed(XML_Parser parser, const char *bytes, size_t count) {
  while (count > 1 << 20) {
    if (p_Parse(parser, bytes, 1 << 20, 0) != XML_STATUS_OK) return 0;
    bytes += 1 << 20;
    count -= 1 << 20;
  }
  return p_Parse(parser, bytes, (int)count, 1) == XML_STATUS_OK;
}

drumdub_expat_result drumdub_expat_parse(
  const char *bytes, size_t count, const char *encoding, drumdub_expat_handlers handlers
) {
  drumdub_expat_result result = {NULL, 0};
  reading state = {p_ParserCreate(encoding), handlers, 0};
  if (!state.parser) {
    result.error = "out of memory";
    return result;
  }
  p_SetUserData(state.parser, &state);
  p_SetElementHandler(state.parser, on_start, on_end);
  p_SetCharacterDataHandler(state.parser, on_text);
  p_SetStartDoctypeDeclHandler(state.parser, on_doctype);
  if (!feed(state.parser, bytes, count)) {
    result.error = state.had_doctype ? "document types are not read" : p_ErrorString(p_GetErrorCode(state.parser));
    result.line = p_GetCurrentLineNumber(state.parser);
  }
  p_ParserFree(state.parser);
  return result;
}
