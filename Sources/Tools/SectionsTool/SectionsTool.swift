import CoreData
import Dispatch
import Foundation

/// The command line tool `sections`. It shows sectioned lists from any Core Data store.
@main
struct SectionsTool {
  /// Runs the tool. `main` is not asynchronous, because the runtime of an asynchronous one opens files before it. These
  /// would get the descriptors of closed standard streams.
  static func main() {
    StandardStreams.fillClosed()
    // A write to a closed pipe then fails with an error instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    DeveloperLog.silence()
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Check before the first task, because the queues that run tasks open files, too.
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

  /// Runs the tool with arguments.
  ///
  /// - Returns: the exit status, and the text for standard error.
  static func run(_ arguments: [String], output: Output) async -> (status: Int32, message: String) {
    do {
      try await Command(arguments: arguments).run(output)
      try output.flush()
      return (0, "")
    } catch is OutputClosed {
      return (0, "")
    } catch {
      let error = ToolError(error)
      // Write the buffered output before the error.
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
