import Foundation

/// A hashable form of a value. Two keys are equal exactly if the values compare as equal.
package enum EqualityKey: Hashable, Sendable {
  case null
  case int(Int64)
  case double(Double)
  case text(UTF8Text)
  case data(Data)
  case uuid(UUID)
  /// The primary key is enough, because only references to rows of one root entity are compared.
  case reference(Int64)
  case object(ObjectIdentifier)

  /// - Parameter options: the differences between strings to ignore.
  package init(_ value: Value, _ options: StringOptions = []) {
    switch value {
    case .null: self = .null
    case .int(let number): self = .int(number)
    case .double, .date, .decimal:
      switch value.number {
      case .int(let number): self = .int(number)
      case .double(let number):
        self = number.isNaN ? .null : Int64(exactly: number).map { .int($0) } ?? .double(number)
      }
    case .string(let text): self = .text(UTF8Text(text.folded(options)))
    case .data(let data): self = .data(data)
    case .uuid(let uuid): self = .uuid(uuid)
    case .reference(let key): self = .reference(key.primaryKey)
    case .opaque(let box): self = .object(ObjectIdentifier(box))
    }
  }
}
