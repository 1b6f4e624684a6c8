import Foundation

/// The arguments of a format, consumed in the order of the placeholders.
struct FormatArguments {
  private let arguments: [Any?]
  private var taken = 0

  init(_ arguments: [Any?]) { self.arguments = arguments }

  /// Returns the constant or key path for a placeholder.
  ///
  /// - Parameter letters: the letters after the percent sign.
  /// - Throws: a `Mismatch` that says what was expected.
  mutating func next(_ letters: String) throws(Mismatch) -> ExpressionSyntax {
    guard taken < arguments.count else {
      throw Mismatch("there are \(arguments.count) arguments, and %\(letters) needs one more")
    }
    let argument = arguments[taken]
    taken += 1
    switch letters.last {
    case "@":
      if let expression = argument as? any SyntaxProviding { return expression.expressionSyntax }
      return .constant(ConstantSyntax(argument: argument))
    case "K":
      guard case .value(.string(let path)) = ConstantSyntax(argument: argument) else {
        throw mismatch(letters, "a string, the key path")
      }
      let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard keys.allSatisfy({ !$0.isEmpty }) else { throw mismatch(letters, "a key path; “\(path)” is none") }
      return .keyPath(keys)
    case "f", "F", "e", "E", "g", "G", "a", "A":
      // Not-a-number has the value null, but is accepted because of its type.
      guard case .value(let value) = ConstantSyntax(argument: argument),
        value.valueClass == .number || (value.valueClass == .null && !value.isNull)
      else { throw mismatch(letters, "a number") }
      return .constant(.value(.double(value.doubleValue)))
    case "s": throw Mismatch("C strings are not supported: write %@ and pass a string")
    default:
      guard case .value(let value) = ConstantSyntax(argument: argument), value.valueClass == .number else {
        throw mismatch(letters, "an integer")
      }
      switch EqualityKey(value) {
      case .int(let number): return .constant(.value(.int(number)))
      // An unsigned 64-bit integer that exceeds `Int64.max`.
      case .double(let number) where number == number.rounded(): return .constant(.value(.double(number)))
      default: throw mismatch(letters, "an integer")
      }
    }
  }

  private func mismatch(_ letters: String, _ wanted: String) -> Mismatch {
    Mismatch("argument \(taken) must be \(wanted) to stand for %\(letters)")
  }

  /// The reason why an argument does not fit its placeholder.
  struct Mismatch: Error {
    let expectation: String
    init(_ expectation: String) { self.expectation = expectation }
  }
}
