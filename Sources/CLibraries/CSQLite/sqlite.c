#include <CLazy.h>

#define FUNCTIONS(X)                                                                                \
  X(sqlite3_bind_blob) X(sqlite3_bind_double) X(sqlite3_bind_int64) X(sqlite3_bind_null)            \
  X(sqlite3_bind_text) X(sqlite3_bind_zeroblob) X(sqlite3_busy_timeout) X(sqlite3_close_v2)         \
  X(sqlite3_column_blob) X(sqlite3_column_bytes) X(sqlite3_column_double) X(sqlite3_column_int64)   \
  X(sqlite3_column_text) X(sqlite3_column_type) X(sqlite3_create_function_v2) X(sqlite3_db_handle)  \
  X(sqlite3_config) X(sqlite3_errmsg) X(sqlite3_errstr) X(sqlite3_exec) X(sqlite3_finalize)         \
  X(sqlite3_get_autocommit)                                                                         \
  X(sqlite3_last_insert_rowid) X(sqlite3_open_v2) X(sqlite3_prepare_v3) X(sqlite3_progress_handler) \
  X(sqlite3_reset) X(sqlite3_result_blob) X(sqlite3_result_int) X(sqlite3_result_int64)             \
  X(sqlite3_result_null) X(sqlite3_step) X(sqlite3_system_errno) X(sqlite3_total_changes)           \
  X(sqlite3_value_blob) X(sqlite3_value_bytes) X(sqlite3_value_type)

DRUMDUB_LAZY_LIBRARY("libsqlite3.so.0", FUNCTIONS)
