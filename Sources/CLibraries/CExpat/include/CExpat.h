#pragma once
// expat. It is loaded at first use, since only XSPF and kits of Hydrogen need it.
#include <CLoader.h>
#include <expat.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_expat_load(void);

// The functions of the library, under its names with the prefix drumdub_. See its documentation.
#define DRUMDUB_EXPAT_FUNCTIONS(X)                                                             \
  X(XML_Parser, XML_ParserCreate, (const char *))                                              \
  X(void, XML_ParserFree, (XML_Parser))                                                        \
  X(void, XML_SetUserData, (XML_Parser, void *))                                               \
  X(void, XML_SetElementHandler, (XML_Parser, XML_StartElementHandler, XML_EndElementHandler)) \
  X(void, XML_SetCharacterDataHandler, (XML_Parser, XML_CharacterDataHandler))                 \
  X(void, XML_SetStartDoctypeDeclHandler, (XML_Parser, XML_StartDoctypeDeclHandler))           \
  X(enum XML_Status, XML_StopParser, (XML_Parser, XML_Bool))                                   \
  X(enum XML_Status, XML_Parse, (XML_Parser, const char *, int, int))                          \
  X(enum XML_Error, XML_GetErrorCode, (XML_Parser))                                            \
  X(const char *, XML_ErrorString, (enum XML_Error))                                           \
  X(XML_Size, XML_GetCurrentLineNumber, (XML_Parser))

DRUMDUB_EXPAT_FUNCTIONS(DRUMDUB_DECLARE)
