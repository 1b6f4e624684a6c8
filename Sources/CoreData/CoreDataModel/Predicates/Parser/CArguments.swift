import CSwiftRuntime
import Foundation

/// The arguments of a format from a C argument list. Only the placeholders define their types.
struct CArguments {
  let values: [Any?]

  /// - Parameter list: contains an argument for each placeholder.
  init(of format: String, _ list: CVaListPointer) {
    let placeholders = Self.placeholders(in: format)
    let kinds = placeholders.map(Self.kind)
    var words = [UInt64](repeating: 0, count: kinds.count)
    // Read all arguments in one call. If a `va_list` is a structure, the caller does not see how far a callee has read.
    cswift_read_arguments(list, kinds.map { CChar(bitPattern: UInt8(ascii: $0)) }, kinds.count, &words)
    values = zip(zip(placeholders, kinds), words).map { Self.value($0.0, $0.1, $1) }
  }

  /// The letters of the placeholders, up to an invalid part of the format, which the parser reports later.
  private static func placeholders(in format: String) -> [String] {
    var lexer = Lexer(format)
    var placeholders: [String] = []
    while let token = try? lexer.next(), token.kind != .end {
      if case .placeholder(let letters) = token.kind { placeholders.append(letters) }
    }
    return placeholders
  }

  /// The C type of a placeholder's argument: an `i`nt, a `l`ong, a `d`ouble or a `p`ointer.
  private static func kind(_ letters: String) -> Unicode.Scalar {
    switch letters.last {
    case "@", "K", "s": "p"
    case "f", "F", "e", "E", "g", "G", "a", "A": "d"
    default: letters.dropLast().contains { "lqzjt".contains($0) } ? "l" : "i"
    }
  }

  private static func value(_ letters: String, _ kind: Unicode.Scalar, _ word: UInt64) -> Any? {
    switch kind {
    case "p":
      guard letters != "s", let pointer = UnsafeRawPointer(bitPattern: UInt(word)) else { return nil }
      return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    case "d": return Double(bitPattern: word)
    case "l": return isUnsigned(letters) ? NSNumber(value: word) : NSNumber(value: Int64(bitPattern: word))
    default:
      let bits = UInt32(truncatingIfNeeded: word)
      return isUnsigned(letters) ? NSNumber(value: bits) : NSNumber(value: Int32(bitPattern: bits))
    }
  }

  private static func isUnsigned(_ letters: String) -> Bool { letters.last.map { "uUxXo".contains($0) } ?? false }
}
