import Foundation

/// The greatest memory of a process of its own: this program, run again for one task.
enum PeakMemory {
  private static let argument = "--browse"

  /// Opens a library and scrolls in a process of its own.
  ///
  /// - Returns: the most memory that it had at once, in bytes.
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

  /// Does the task, where the arguments name it, and prints what it took.
  ///
  /// - Returns: whether there was one.
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

  /// `VmHWM` of this process, in bytes.
  private static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = Int(line.filter(\.isNumber))
    else { throw BenchmarkError("The kernel does not say how much memory was in use.") }
    return kilobytes * 1024
  }
}
