#include "CExpat.h"

#include <CLoader.h>
#include <expat.h>

#define FUNCTIONS(X)                \
  X(XML_ParserCreate)               \
  X(XML_ParserFree)                 \
  X(XML_SetUserData)                \
  X(XML_SetElementHandler)          \
  X(XML_SetCharacterDataHandler)    \
  X(XML_SetStartDoctypeDeclHandler) \
  X(XML_StopParser)                 \
  X(XML_Parse)                      \
  X(XML_GetErrorCode)               \
  X(XML_ErrorString)                \
  X(XML_GetCurrentLineNumber)

DRUMDUB_LIBRARY(drumdub_expat_load, "libexpat.so.1", FUNCTIONS, (void)0)

typedef struct {
  XML_Parser parser;
  drumdub_expat_handlers handlers;
  int had_doctype;
} reading;

static void on_start(void *context, const XML_Char *name, const XML_Char **attributes) {
  reading *state = context;
  size_t line = p_XML_GetCurrentLineNumber(state->parser);
  state->handlers.start(state->handlers.context, name, (const char *const *)attributes, line);
}

static void on_end(void *context, const XML_Char *name) {
  reading *state = context;
  state->handlers.end(state->handlers.context, name);
}

static void on_text(void *context, const XML_Char *text, int count) {
  reading *state = context;
  state->handlers.text(state->handlers.context, text, count, p_XML_GetCurrentLineNumber(state->parser));
}

static void on_doctype(
  void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public, int has_subset
) {
  reading *state = context;
  (void)name, (void)system, (void)public, (void)has_subset;
  state->had_doctype = 1;
  p_XML_StopParser(state->parser, XML_FALSE);
}

/// Passes bytes to XML_Parse in pieces, since it has int lengths.
static int feed(XML_Parser parser, const char *bytes, size_t count) {
  while (count > 1 << 20) {
    if (p_XML_Parse(parser, bytes, 1 << 20, 0) != XML_STATUS_OK) return 0;
    bytes += 1 << 20;
    count -= 1 << 20;
  }
  return p_XML_Parse(parser, bytes, (int)count, 1) == XML_STATUS_OK;
}

drumdub_expat_result drumdub_expat_parse(
  const char *bytes, size_t count, const char *encoding, drumdub_expat_handlers handlers
) {
  drumdub_expat_result result = {NULL, 0};
  reading state = {p_XML_ParserCreate(encoding), handlers, 0};
  if (!state.parser) {
    result.error = "out of memory";
    return result;
  }
  p_XML_SetUserData(state.parser, &state);
  p_XML_SetElementHandler(state.parser, on_start, on_end);
  p_XML_SetCharacterDataHandler(state.parser, on_text);
  p_XML_SetStartDoctypeDeclHandler(state.parser, on_doctype);
  if (!feed(state.parser, bytes, count)) {
    const char *error = p_XML_ErrorString(p_XML_GetErrorCode(state.parser));
    result.error = state.had_doctype ? "document types are not read" : error;
    result.line = p_XML_GetCurrentLineNumber(state.parser);
  }
  p_XML_ParserFree(state.parser);
  return result;
}
