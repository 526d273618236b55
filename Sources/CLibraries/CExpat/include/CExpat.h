#pragma once
// expat. It is loaded at first use, since only XSPF and kits of Hydrogen need it.
#include <stddef.h>

/// Callbacks of the parser. Names and attributes are C strings in UTF-8. `attributes` alternates names and values and
/// ends with NULL. Lines count from 1.
typedef struct {
  void (*start)(void *context, const char *name, const char *const *attributes, size_t line);
  void (*end)(void *context, const char *name);
  void (*text)(void *context, const char *text, int count, size_t line);
  void *context;
} drumdub_expat_handlers;

typedef struct {
  /// The message of the parser; NULL if the document is valid.
  const char *error;
  /// The line of the error, from 1.
  size_t line;
} drumdub_expat_result;

/// Loads the library. The other function may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_expat_load(void);

/// Parses a document. A document type declaration is an error, so only the five predefined entities of XML exist.
/// `encoding`: overrides the encoding that the document declares; NULL does not.
drumdub_expat_result drumdub_expat_parse(
  const char *bytes, size_t count, const char *encoding, drumdub_expat_handlers handlers);
