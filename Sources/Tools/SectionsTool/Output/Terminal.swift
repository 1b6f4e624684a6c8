import Foundation

/// The kind of the output: a terminal, with or without colors, or a file or pipe, which must get none.
struct Terminal: Sendable {
  let usesColour: Bool
  private let measure: @Sendable () -> Int?

  /// The terminal's current number of columns; nil for a file or pipe, whose lines are not cut.
  var width: Int? { measure() }

  /// - Parameters:
  ///   - usesColour: whether the terminal shows colors.
  ///   - width: the number of columns. It is evaluated for each line, because the user may resize the window during a
  ///     watch.
  init(usesColour: Bool, width: @autoclosure @escaping @Sendable () -> Int?) {
    self.usesColour = usesColour
    measure = width
  }

  static let standard = Terminal(
    // An empty `NO_COLOR` has no effect, as in the browser.
    usesColour: isatty(1) == 1 && !isDumb && (environment["NO_COLOR"] ?? "").isEmpty,
    width: isatty(1) == 1 ? Terminal.columns() : nil)

  /// The output to a file or a pipe.
  static let none = Terminal(usesColour: false, width: nil)

  static let showsProgress = isatty(2) == 1 && !isDumb

  private static let environment = ProcessInfo.processInfo.environment

  /// Whether the terminal shows escape sequences as text, like a terminal within an editor.
  private static let isDumb = environment["TERM"] == "dumb"

  /// The terminal's current number of rows; nil for a file or pipe.
  static var rows: Int? { size.map { Int($0.ws_row) } }

  private static func columns() -> Int { size.map { Int($0.ws_col) } ?? 80 }

  private static var size: winsize? {
    var size = winsize()
    return ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 && size.ws_col > 0 ? size : nil
  }

  enum Style: String, CaseIterable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  func styled(_ text: String, _ style: Style) -> String {
    usesColour ? "\(Self.sequence(style.rawValue))\(text)\(Self.sequence("0"))" : text
  }

  /// All escape sequences that the tool writes for colors.
  static let sequences = (Style.allCases.map(\.rawValue) + ["0"]).map { Array(sequence($0).unicodeScalars) }

  private static func sequence(_ code: String) -> String { "\u{1b}[\(code)m" }

  /// Cuts a text to the width that remains beside `used` columns.
  func cut(_ text: String, used: Int = 0) -> String {
    guard let width else { return text }
    let room = max(width - used, 1)
    guard text.columns > room else { return text }
    var cut = ""
    var columns = 0
    for character in text {
      columns += character.columns
      guard columns < room else { break }
      cut.append(character)
    }
    return cut + "…"
  }
}

/// Shows the progress of long work on a terminal. It is silent if standard error is no terminal.
struct Progress {
  let label: String
  private let start = Date()
  private var shown = false

  init(_ label: String) { self.label = label }

  mutating func update(_ done: Int, of total: Int) {
    guard Terminal.showsProgress, shown || Date().timeIntervalSince(start) > 0.5 else { return }
    shown = true
    StandardStreams.complain("\r\u{1b}[K\(label) \(done)/\(total)")
  }

  func end() {
    if shown { StandardStreams.complain("\r\u{1b}[K") }
  }
}
