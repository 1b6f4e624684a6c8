import Foundation
import ProcessTesting
import SectionedTesting

/// A run of the built `sections` tool, as from a shell.
struct ToolRun {
  let status: Int32
  let output: String
  let error: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs the tool that was built with the tests.
  init(_ arguments: String...) throws {
    try self.init(arguments: arguments)
  }

  /// - Parameters:
  ///   - environment: variables that replace those of the test.
  ///   - redirections: redirections of the shell, such as `>&-`, which closes standard output.
  ///   - before: a shell command that runs before the tool.
  init(
    arguments: [String], environment: [String: String] = [:], redirections: String? = nil, before: String = ":"
  ) throws {
    let process = ChildProcess()
    let tool = try Self.tool()
    process.executableURL = redirections == nil ? tool : URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      (redirections.map { ["-c", before + "; exec \"$0\" \"$@\" \($0)", tool.path] } ?? []) + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = try TemporaryFile()
    let error = try TemporaryFile()
    process.standardOutput = output.handle
    process.standardError = error.handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    self.output = try output.text()
    self.error = try error.text()
  }

  /// Returns the tool beside the test bundle.
  static func tool() throws -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appendingPathComponent("sections")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSLocalizedDescriptionKey: "the tool 'sections' was not built"])
  }

  /// A file for the output. A pipe could block a tool with a long output.
  private final class TemporaryFile {
    private let folder: TemporaryFolder
    private let url: URL
    let handle: FileHandle

    init() throws {
      folder = try TemporaryFolder()
      url = folder.file("output")
      try Data().write(to: url)
      handle = try FileHandle(forWritingTo: url)
    }

    func text() throws -> String {
      try handle.close()
      return String(decoding: try Data(bytesOf: url), as: UTF8.self)
    }
  }
}
