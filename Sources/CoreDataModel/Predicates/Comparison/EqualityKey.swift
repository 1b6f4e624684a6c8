import Foundation

/// A hashable form of a value: two keys are equal exactly when the values are under the one comparison.
package enum EqualityKey: Hashable, Sendable {
  case null
  case int(Int64)
  case double(Double)
  case text(UTF8Text)
  case data(Data)
  case uuid(UUID)
  /// By primary key: what it is compared with is a row of the same root entity.
  case reference(Int64)
  case object(ObjectIdentifier)

  /// - Parameter options: what is disregarded in strings.
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
