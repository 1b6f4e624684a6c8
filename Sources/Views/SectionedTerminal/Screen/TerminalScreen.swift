/// A screen of character cells with an input: a terminal, or memory in tests.
///
/// Drawing becomes visible at the next ``flush()``. Places outside of the screen are allowed: text beyond the edges is
/// cut off.
@MainActor
public protocol TerminalScreen: AnyObject {
  /// The current size of the screen.
  var size: TerminalSize { get }

  /// Whether it has colours.
  var hasColors: Bool { get }

  /// Fills the screen with spaces.
  func clear()

  /// Draws text beginning at a place, at most to the right edge, in the form that ``TerminalText`` describes. A wide
  /// character that would be cut is drawn as a space.
  func draw(_ text: String, _ style: TerminalStyle, at point: TerminalPoint)

  /// The place of the terminal's cursor; nil hides it.
  var cursor: TerminalPoint? { get set }

  /// Shows everything drawn since the last flush.
  func flush()

  /// Returns the next key; nil if there is none. Never waits.
  func nextKey() -> TerminalKey?

  /// Waits until a key comes, until ``wake()`` is called, or until a time has passed. The main actor is free meanwhile.
  ///
  /// - Parameter milliseconds: the maximum time; nil for no limit.
  func wait(upTo milliseconds: Int?) async

  /// Ends ``wait(upTo:)``, because there is something to show. If nothing waits, the next call ends at once.
  func wake()
}
