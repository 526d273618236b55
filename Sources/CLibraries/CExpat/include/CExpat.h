#pragma once
// expat, loaded at its first use: only XSPF needs it.
#include <stddef.h>

/// Names and attributes are UTF-8, ended by a zero; attributes are names and values in turn, ended by NULL. Lines count
/// from 1.
typedef struct {
  void (*start)(void *context, const char *name, const char *const *attributes, size_t line);
  void (*end)(void *context, const char *name);
  void (*text)(void *context, const char *text, int count);
  void *context;
} drumdub_expat_handlers;

typedef struct {
  /// NULL where the document was read to its end.
  const char *error;
  /// Of the error, from 1.
  size_t line;
} drumdub_expat_result;

/// Loads the library; the other function may be called once this has returned NULL. Any thread.
/// Returns what the loader says where the library is missing.
const char *drumdub_expat_load(void);

/// Reads a document. Document types are refused, and with them all entities but the five of XML itself.
/// encoding: overrides what the document says; NULL leaves it.
drumdub_expat_result drumdub_expat_parse(
  const char *bytes, size_t count, const char *encoding, drumdub_expat_handlers handlers);
