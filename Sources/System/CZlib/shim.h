// inflateInit2 is a macro, which Swift does not see.
#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

/// Prepares to inflate raw DEFLATE data, without a zlib or gzip header.
static inline int czlib_inflate_init_raw(z_stream *stream) { return inflateInit2(stream, -15); }

/// Prepares to deflate into raw DEFLATE data, without a zlib or gzip header.
static inline int czlib_deflate_init_raw(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}

#endif
