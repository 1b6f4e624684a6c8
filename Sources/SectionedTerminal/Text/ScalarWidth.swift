import CNCurses
import Foundation

/// How a terminal shows a scalar.
enum ScalarWidth: Hashable {
  /// It takes columns of its own.
  case columns(Int)
  /// It stands on the character before it.
  case mark
  /// It is not shown, and left out.
  case invisible
  /// It is not sent to a terminal: this stands in its place.
  case replaced(String)

  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x20..<0x7F: self = .columns(1)
    // The pictures of control characters.
    case 0..<0x20: self = .replaced(Unicode.Scalar(0x2400 + value).map { String($0) } ?? "\u{FFFD}")
    case 0x7F: self = .replaced("\u{2421}")
    case 0xAD: self = .replaced("-")
    // Selectors of variants.
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: self = .invisible
    default: self.init(other: scalar)
    }
  }

  private init(other scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    // Directions, joiners, invisible operators: a terminal may obey them.
    case .format: self = .invisible
    case .control, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: self = .replaced("\u{FFFD}")
    default:
      let width = SystemWidth.width(of: scalar)
      self = width < 0 ? .replaced("\u{FFFD}") : width == 0 ? .mark : .columns(width)
    }
  }
}

/// The system's table of widths, whatever language the process speaks.
private enum SystemWidth {
  /// `locale_t` is a pointer that is made once and never freed; `uselocale` only reads what it points to.
  private struct Table: @unchecked Sendable { let locale: locale_t? }
  private static let table = Table(locale: newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))

  static func width(of scalar: Unicode.Scalar) -> Int {
    guard let locale = table.locale else { return 1 }
    return Int(cncurses_width(wchar_t(bitPattern: scalar.value), locale))
  }
}
