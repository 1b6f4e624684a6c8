import Foundation
import ProcessTesting
import SectionedTesting

/// A run of a program that was built with the tests, or of a tool of the toolchain.
struct ProgramRun {
  let status: Int32
  /// The program's output, including errors.
  let output: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  init(_ program: URL, _ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    // The output goes to a file, because a long one would fill a pipe.
    let file = folder.file("output")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    let process = ChildProcess()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOf: file, encoding: .utf8)
  }

  /// The folder of build products, which is that of the test program.
  static var products: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  }

  static func product(_ name: String, _ arguments: String...) throws -> ProgramRun {
    try ProgramRun(built(name), arguments)
  }

  /// Returns a built program by its name.
  static func built(_ name: String) throws -> URL {
    var folder = products
    for _ in 0..<4 {
      let candidate = folder.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSLocalizedDescriptionKey: "\(name) was not built"])
  }

  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL
}
