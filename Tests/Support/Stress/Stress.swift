import Dispatch
import Foundation
import SectionedTesting

/// Random events in great numbers, for work on the package: `swift run -c release Stress --events 1000000`.
@main
struct Stress {
  /// Leaves the main queue free, because some seeds have a context of that queue.
  static func main() {
    Thread.detachNewThread { exit(run(Array(CommandLine.arguments.dropFirst()))) }
    dispatchMain()
  }

  /// Runs the command with its arguments.
  ///
  /// - Returns: the exit status.
  private static func run(_ arguments: [String]) -> Int32 {
    if arguments.contains("--help") {
      write(StressCommand.help, to: .standardOutput)
      return 0
    }
    let showsProgress = isatty(STDERR_FILENO) == 1
    do {
      let command = try StressCommand(arguments: arguments)
      let succeeded = try command.run { line in
        write(line + "\n", to: .standardOutput)
      } progress: { done, total in
        if showsProgress { write("\r\u{1b}[K" + (done < total ? "\(done)/\(total)" : ""), to: .standardError) }
      }
      return succeeded ? 0 : 1
    } catch {
      write("\(error)\n", to: .standardError)
      return error is StressCommand.UsageError ? 2 : 1
    }
  }

  /// Writes without a buffer, so that a failure can be read while other seeds run.
  private static func write(_ text: String, to stream: FileHandle) { stream.write(Data(text.utf8)) }
}
