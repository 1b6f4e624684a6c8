// sqlite3_db_config is variadic, which Swift cannot call: one plain function stands in for it.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/// Turns a Boolean connection option (SQLITE_DBCONFIG_…) on or off.
static inline int csqlite_db_config(sqlite3 *db, int option, int on) {
  int now = 0;
  return sqlite3_db_config(db, option, on, &now);
}

#endif
