/// A screen of characters with keys: a terminal, or memory in tests.
///
/// What is drawn is seen at the next ``flush()``. Nothing traps on a place that is not on the screen: what stands beyond
/// its edges is cut off.
@MainActor
public protocol TerminalScreen: AnyObject {
  /// How large the screen is now.
  var size: TerminalSize { get }

  /// Whether it has colours.
  var hasColors: Bool { get }

  /// Makes every place a space.
  func clear()

  /// Draws text from a place on, to the right edge at most. What it is made of is said by ``TerminalText``: a character
  /// of two columns that would be cut is a space.
  func draw(_ text: String, _ style: TerminalStyle, at point: TerminalPoint)

  /// Where the terminal's cursor stands; nil hides it.
  var cursor: TerminalPoint? { get set }

  /// Shows what was drawn.
  func flush()

  /// The next key; nil while there is none. Never waits.
  func nextKey() -> TerminalKey?

  /// Waits until there is a key, until ``wake()`` is called, or for some time at most. The main actor is free meanwhile.
  ///
  /// - Parameter milliseconds: how long to wait at most; nil for no limit.
  func wait(upTo milliseconds: Int?) async

  /// Ends ``wait(upTo:)``, or the next one at once where nothing waits: there is something to show.
  func wake()
}
