import CNCurses
import Foundation

/// The widths of characters in columns, as a terminal counts them: for each scalar, by the system's table.
enum SystemColumns {
  /// The system's table. Unchecked, because it is made once, never freed, and only read.
  private struct Table: @unchecked Sendable { let locale: locale_t? }
  private static let table = Table(locale: newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))

  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return 1 }
    guard let locale = table.locale else { return 1 }
    return Int(cncurses_width(wchar_t(bitPattern: scalar.value), locale))
  }

  static func of(_ text: String) -> Int { text.unicodeScalars.first.map { of($0) } ?? 0 }
}
