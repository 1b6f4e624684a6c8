import Foundation

/// The use of the C library's heap, as the library reports it.
enum MallocUse {
  /// Returns the number of bytes that the program has allocated by `malloc` and not freed.
  static func bytes() throws -> Int {
    let report = try report()
    return total(report, #"<system type="current""#) - total(report, #"<total type="fast""#)
      - total(report, #"<total type="rest""#) + total(report, #"<total type="mmap""#)
  }

  /// Returns the report of `malloc_info`, whose header Swift does not import.
  private static func report() throws -> String {
    typealias Function = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let symbol = dlsym(nil, "malloc_info"), let stream = open_memstream(&text, &length) else {
      throw BenchmarkError("This C library does not say how much memory is in use.")
    }
    _ = unsafeBitCast(symbol, to: Function.self)(0, stream)
    fclose(stream)
    defer { free(text) }
    return text.map { String(cString: $0) } ?? ""
  }

  /// Returns the size in the last element of a kind, which is the sum over all arenas.
  private static func total(_ report: String, _ element: String) -> Int {
    guard let start = report.range(of: element, options: .backwards),
      let size = report[start.upperBound...].range(of: "size=\"")
    else { return 0 }
    return Int(report[size.upperBound...].prefix { $0.isNumber }) ?? 0
  }
}
