import CZlib
import Foundation

/// Compresses and decompresses raw DEFLATE data without a header, the format of `Z_MODELCACHE`.
enum RawDeflate {
  /// Inflates data.
  ///
  /// - Parameters:
  ///   - data: the compressed bytes.
  ///   - limit: the greatest size of the result. A larger result is an error, and no memory is allocated for it.
  /// - Throws: a `ModelReadingError` if the data is damaged, incomplete or too large.
  static func inflate(_ data: Data, limit: Int) throws -> Data {
    var stream = z_stream()
    guard czlib_inflate_init_raw(&stream) == Z_OK else { throw ModelReadingError("zlib cannot be started") }
    defer { inflateEnd(&stream) }
    var result = Data()
    let status = try run(&stream, over: data) { output in
      result.append(contentsOf: output)
      guard result.count <= limit else {
        throw ModelReadingError("the compressed model inflates to more than \(limit) bytes")
      }
    } step: {
      CZlib.inflate(&$0, Z_NO_FLUSH)
    }
    guard status == Z_STREAM_END else { throw ModelReadingError("the compressed model is damaged or cut off") }
    return result
  }

  /// Deflates data.
  static func deflate(_ data: Data) throws -> Data {
    var stream = z_stream()
    guard czlib_deflate_init_raw(&stream) == Z_OK else { throw ModelReadingError("zlib cannot be started") }
    defer { deflateEnd(&stream) }
    var result = Data()
    let status = try run(&stream, over: data) {
      result.append(contentsOf: $0)
    } step: {
      CZlib.deflate(&$0, Z_FINISH)
    }
    guard status == Z_STREAM_END else { throw ModelReadingError("the model cannot be compressed") }
    return result
  }

  /// Passes all input to a zlib stream and its output to a closure, piece by piece, until the stream ends, fails or
  /// makes no progress.
  private static func run(
    _ stream: inout z_stream, over data: Data, output: (UnsafeBufferPointer<UInt8>) throws -> Void,
    step: (inout z_stream) -> Int32
  ) throws -> Int32 {
    guard let size = UInt32(exactly: data.count) else { throw ModelReadingError("the model is too large") }
    var input = [UInt8](data)
    return try input.withUnsafeMutableBufferPointer { input in
      try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { buffer in
        stream.next_in = input.baseAddress
        stream.avail_in = size
        var status = Z_OK
        while status == Z_OK {
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          status = step(&stream)
          try output(
            UnsafeBufferPointer(rebasing: UnsafeBufferPointer(buffer)[..<(buffer.count - Int(stream.avail_out))]))
        }
        return status
      }
    }
  }
}
