import CSwiftRuntime
import Foundation

/// The arguments of a format that were given as a C argument list. Their types are known from the placeholders alone.
struct CArguments {
  let values: [Any?]

  /// - Parameter list: it holds at least what the placeholders stand for.
  init(of format: String, _ list: CVaListPointer) {
    let placeholders = Self.placeholders(in: format)
    let kinds = placeholders.map(Self.kind)
    var words = [UInt64](repeating: 0, count: kinds.count)
    // All in one call: where a list is a structure, a callee's steps are not seen by the caller.
    cswift_read_arguments(list, kinds.map { CChar(bitPattern: UInt8(ascii: $0)) }, kinds.count, &words)
    values = zip(zip(placeholders, kinds), words).map { Self.value($0.0, $0.1, $1) }
  }

  /// The letters of the placeholders, up to where the format is wrong, which the parser reports.
  private static func placeholders(in format: String) -> [String] {
    var lexer = Lexer(format)
    var placeholders: [String] = []
    while let token = try? lexer.next(), token.kind != .end {
      if case .placeholder(let letters) = token.kind { placeholders.append(letters) }
    }
    return placeholders
  }

  /// The type that C passes for a placeholder: an `i`nt, a `l`ong, a `d`ouble or a `p`ointer.
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
