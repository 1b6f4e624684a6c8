import Foundation

/// The arguments of a format, taken one after the other by its placeholders.
struct FormatArguments {
  private let arguments: [Any?]
  private var taken = 0

  init(_ arguments: [Any?]) { self.arguments = arguments }

  /// The constant or the keys that a placeholder stands for.
  ///
  /// - Parameter letters: what follows the percent sign.
  /// - Throws: what would have been right, as text.
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
      // What is not a number by its value, as 0 / 0, is one by its type.
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
      // An unsigned one that takes all of 64 bits.
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
