import Foundation
import ProcessTesting
import SectionedTesting

/// A program on the PATH that reads output of the tool: a shell, or `groff`.
enum ShellProgram: String {
  case bash, zsh, fish, groff

  var url: URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(rawValue) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  var isThere: Bool { url != nil }

  /// Runs the program in a folder.
  ///
  /// - Returns: its standard output and its standard error.
  func run(_ arguments: [String], in folder: TemporaryFolder) throws -> (output: String, error: String) {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    let files = ["output", "error"].map { folder.file(".\($0)") }
    for file in files { try Data().write(to: file) }
    let process = ChildProcess()
    process.executableURL = url
    process.arguments = arguments
    // With this HOME, the program neither reads nor changes the user's settings.
    process.environment = ProcessInfo.processInfo.environment.merging(["HOME": folder.url.path, "LC_ALL": "C"]) { $1 }
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    return (try String(contentsOf: files[0], encoding: .utf8), try String(contentsOf: files[1], encoding: .utf8))
  }
}
