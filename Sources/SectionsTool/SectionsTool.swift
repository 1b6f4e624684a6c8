import Foundation

/// `sections`: lists made of sections, from any Core Data store, on the command line.
@main
struct SectionsTool {
  static func main() async {
    // A reader that goes away is told by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    Interruption.handle(endsWatch: arguments.first == "watch")
    let (status, message) = await run(arguments, output: .standard)
    FileHandle.standardError.write(Data(message.utf8))
    TemporaryFolder.removeAll()
    exit(status)
  }

  /// Runs a call of the tool.
  ///
  /// - Returns: the exit status, and what belongs on standard error.
  static func run(_ arguments: [String], output: Output) async -> (status: Int32, message: String) {
    do {
      try await Command(arguments: arguments).run(output)
      try output.flush()
      return (0, "")
    } catch is OutputClosed {
      return (0, "")
    } catch {
      let error = error as? ToolError ?? .data(describe(error))
      // What was written before it stands before it.
      try? output.flush()
      return (error.status, error.report)
    }
  }
}
