import Dispatch
import Foundation
import SectionedTerminal

/// Ends the tool on a signal of a user or the system, and leaves nothing behind.
enum Interruption {
  private nonisolated(unsafe) static var sources: [any DispatchSourceSignal] = []

  /// - Parameter endsWatch: whether to be interrupted is how the command ends: its status is 0 then.
  static func handle(endsWatch: Bool) {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let before = signal(number, SIG_IGN)
      // So `nohup` begins what goes on without its terminal. An interrupt is heeded all the same: a script has it
      // ignored by what it puts into the background, and ends a watch by one.
      if number == SIGHUP, unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        RunFolder.removeAll()
        // At last, since the browser may draw until then.
        CursesScreen.restoreTerminal()
        _exit(endsWatch ? 0 : 128 + number)
      }
      source.resume()
      sources.append(source)
    }
  }
}
