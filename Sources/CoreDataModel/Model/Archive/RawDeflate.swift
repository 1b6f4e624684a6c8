import CZlib
import Foundation

/// DEFLATE data without a header, as `Z_MODELCACHE` holds it.
enum RawDeflate {
  /// Inflates data.
  ///
  /// - Parameters:
  ///   - data: the compressed bytes.
  ///   - limit: the largest result; more is an error and not allocated.
  /// - Throws: a `ModelReadingError` when the data is damaged, cut off or too large.
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

  /// Feeds all input to a stream and hands on its output piece by piece, until it ends, fails or stands still.
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
