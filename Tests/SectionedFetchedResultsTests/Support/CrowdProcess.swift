#if !canImport(Darwin)
  import Foundation
  import ProcessTesting
  import SectionedTesting

  /// Runs the test program once more, as one member of a crowd.
  ///
  /// It is no exit test, because exit tests wait for their processes on the threads that all tests share, and there are
  /// only as many threads as cores.
  final class CrowdProcess {
    static let (role, address) = ("CROWD_ROLE", "CROWD_ADDRESS")

    private let process = ChildProcess()
    private let file: URL

    init(_ name: String, _ role: [String], _ url: URL, in folder: TemporaryFolder) throws {
      file = folder.file(name)
      try Data().write(to: file)
      let output = try FileHandle(forWritingTo: file)
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = ["--testing-library", "swift-testing", "--filter", "ServerCrowdTests/member"]
      process.environment = ProcessInfo.processInfo.environment.merging([
        Self.role: role.joined(separator: " "), Self.address: "\(url.absoluteString)&application_name=\(name)",
      ]) { $1 }
      (process.standardOutput, process.standardError) = (output, output)
      try process.run()
    }

    var isRunning: Bool { process.isRunning }

    var hasNotFailed: Bool { process.isRunning || process.terminationStatus == 0 }

    var output: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    func kill() { if process.isRunning { process.terminate() } }
  }
#endif
