import CNCurses
import Foundation

/// The way in which a terminal shows a Unicode scalar.
enum ScalarWidth: Hashable {
  /// The scalar takes a number of columns.
  case columns(Int)
  /// The scalar is a mark on the character before it.
  case mark
  /// The scalar is invisible and left out.
  case invisible
  /// The scalar must not be sent to a terminal. The associated text replaces it.
  case replaced(String)

  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x20..<0x7F: self = .columns(1)
    // Replaced by the Unicode symbols for control characters.
    case 0..<0x20: self = .replaced(Unicode.Scalar(0x2400 + value).map { String($0) } ?? "\u{FFFD}")
    case 0x7F: self = .replaced("\u{2421}")
    case 0xAD: self = .replaced("-")
    // Variation selectors.
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: self = .invisible
    default: self.init(other: scalar)
    }
  }

  private init(other scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    // Direction marks, joiners and invisible operators, which a terminal may obey.
    case .format: self = .invisible
    case .control, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: self = .replaced("\u{FFFD}")
    default:
      let width = SystemWidth.width(of: scalar)
      self = width < 0 ? .replaced("\u{FFFD}") : width == 0 ? .mark : .columns(width)
    }
  }
}

/// The system's table of widths, independent of the process's locale.
private enum SystemWidth {
  /// `locale_t` is a pointer that is made once and never freed; `uselocale` only reads what it points to.
  private struct Table: @unchecked Sendable { let locale: locale_t? }
  private static let table = Table(locale: newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))

  static func width(of scalar: Unicode.Scalar) -> Int {
    guard let locale = table.locale else { return 1 }
    return Int(cncurses_width(wchar_t(bitPattern: scalar.value), locale))
  }
}
