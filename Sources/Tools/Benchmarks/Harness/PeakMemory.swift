import Foundation

/// The peak memory of a separate process, which is this program again with the arguments of one task.
enum PeakMemory {
  private static let argument = "--browse"

  /// Opens a library and scrolls in a process of its own.
  ///
  /// - Returns: the peak memory in bytes.
  static func ofBrowsing(_ kind: BrowsedBooks.Kind, _ url: URL) throws -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [argument, kind.rawValue, url.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let bytes = Int(text.trimmingCharacters(in: .newlines)) else {
      throw BenchmarkError("What a browser takes was not measured: \(text)")
    }
    return bytes
  }

  /// Runs the task that the arguments name, and prints the peak memory.
  ///
  /// - Returns: whether the arguments name a task.
  @MainActor
  static func runTask(_ arguments: [String]) throws -> Bool {
    guard arguments.count == 3, arguments[0] == argument, let kind = BrowsedBooks.Kind(rawValue: arguments[1]) else {
      return false
    }
    let books = try BrowsedBooks(kind, at: URL(fileURLWithPath: arguments[2]))
    try books.watch()
    for _ in 0..<50 { books.scroll() }
    try books.check()
    print(try peak())
    return true
  }

  /// Returns the peak resident memory of this process (`VmHWM`), in bytes.
  private static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = Int(line.filter(\.isNumber))
    else { throw BenchmarkError("The kernel does not say how much memory was in use.") }
    return kilobytes * 1024
  }
}
