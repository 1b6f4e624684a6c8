import Dispatch
import Foundation
import SectionedTerminal

/// Handles signals that end the tool: removes temporary folders and restores the terminal.
enum Interruption {
  private nonisolated(unsafe) static var sources: [any DispatchSourceSignal] = []

  /// - Parameter endsWatch: whether a signal is the regular end of the command, so that the exit status is 0.
  static func handle(endsWatch: Bool) {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let before = signal(number, SIG_IGN)
      // `nohup` starts a process with SIGHUP ignored, so keep ignoring it then. Handle SIGINT even if it was ignored: a
      // shell script ignores it for background processes, and may end a watch with it.
      if number == SIGHUP, unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        RunFolder.removeAll()
        // Restore the terminal last, because the browser may draw until then.
        CursesScreen.restoreTerminal()
        _exit(endsWatch ? 0 : 128 + number)
      }
      source.resume()
      sources.append(source)
    }
  }
}
