// Debian keeps libpq's headers in a folder of their own.
#ifndef CPOSTGRESQL_SHIM_H
#define CPOSTGRESQL_SHIM_H

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#error "CoreDataPostgreSQL needs libpq: apt-get install libpq-dev"
#endif

#endif
