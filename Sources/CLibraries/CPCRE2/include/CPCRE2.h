#pragma once
// PCRE2. It is loaded at first use, since only filters of other programs have regular expressions.
#include <stddef.h>

typedef struct drumdub_expression drumdub_expression;

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_pcre2_load(void);

/// The Debian package that contains the library.
extern const char *const drumdub_pcre2_package;

/// Compiles an expression in the syntax of Perl, in UTF-8; `.` matches line ends too, and groups capture nothing.
/// Returns NULL if it is malformed, with the reason in `message`, a C string of at most `room` bytes.
drumdub_expression *drumdub_expression_compile(
    const char *expression, size_t count, int ignores_case, char *message, size_t room);

void drumdub_expression_free(drumdub_expression *expression);

/// Searches a text of valid UTF-8 for a part that matches. Any thread.
/// Returns 1, 0 if there is none, or -1 if the search takes more than 20,000 steps from one place of the text.
int drumdub_expression_search(const drumdub_expression *expression, const char *text, size_t count);
