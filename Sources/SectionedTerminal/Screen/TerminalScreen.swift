/// A screen of characters with keys: a terminal, or memory in tests.
///
/// Drawing becomes visible at the next ``flush()``. A place outside of the screen does not trap: text beyond the edges
/// is cut off.
@MainActor
public protocol TerminalScreen: AnyObject {
  /// The current size of the screen.
  var size: TerminalSize { get }

  /// Whether it has colours.
  var hasColors: Bool { get }

  /// Makes every place a space.
  func clear()

  /// Draws text from a place on, to the right edge at most, in the form of ``TerminalText``. A character of two columns
  /// that would be cut is a space.
  func draw(_ text: String, _ style: TerminalStyle, at point: TerminalPoint)

  /// The place of the terminal's cursor; nil hides it.
  var cursor: TerminalPoint? { get set }

  /// Shows what was drawn.
  func flush()

  /// The next key; nil while there is none. Never waits.
  func nextKey() -> TerminalKey?

  /// Waits for a key, for a call of ``wake()``, or for some time at most. The main actor is free meanwhile.
  ///
  /// - Parameter milliseconds: how long to wait at most; nil for no limit.
  func wait(upTo milliseconds: Int?) async

  /// Ends ``wait(upTo:)``, or the next call at once if nothing waits, because there is something to show.
  func wake()
}
