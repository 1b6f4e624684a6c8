import CoreData
import Dispatch
import Foundation

/// `sections`: lists made of sections, from any Core Data store, on the command line.
@main
struct SectionsTool {
  /// Not asynchronous: what runs before an asynchronous `main` opens files, and they take the numbers of streams that
  /// are closed.
  static func main() {
    StandardStreams.fillClosed()
    // That a reader is gone is reported by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    DeveloperLog.silence()
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Before the first task: the queues that run it need files, too.
    do { try OpenFileLimit.require() } catch { end(with: error, on: arguments) }
    Interruption.handle(endsWatch: arguments.first == "watch")
    Task {
      let (status, message) = await run(arguments, output: .standard)
      StandardStreams.complain(message)
      RunFolder.removeAll()
      exit(status)
    }
    dispatchMain()
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
      let error = ToolError(error)
      // What was written before it stands before it.
      try? output.flush()
      return (error.status, error.report(on: arguments))
    }
  }

  private static func end(with error: any Error, on arguments: [String]) -> Never {
    let error = ToolError(error)
    StandardStreams.complain(error.report(on: arguments))
    exit(error.status)
  }
}
