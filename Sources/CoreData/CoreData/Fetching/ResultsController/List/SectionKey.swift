import Foundation

/// The value at the section key path that the items of a section share, compared like any other values.
package struct SectionKey: Hashable, Sendable {
  let value: Value
  private let identity: EqualityKey

  init(value: Value) {
    self.value = value
    identity = EqualityKey(value)
  }

  /// The key of the only section of a list without a section key path.
  static let whole = SectionKey(value: .null)

  package static func == (left: SectionKey, right: SectionKey) -> Bool { left.identity == right.identity }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// The text of the key in the form that key-value coding returns; empty for nil.
  ///
  /// - Parameter uri: returns the URI of an object, for a path that ends in a relationship.
  func name(uri: (RowKey) -> String) -> String {
    switch value {
    case .null: ""
    case .int(let number): String(number)
    case .double(let number): NSNumber(value: number).stringValue
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds).description
    case .string(let text): text
    case .data(let data): data.description
    case .uuid(let uuid): uuid.uuidString
    case .decimal(let box): box.number.description
    case .reference(let key): uri(key)
    case .opaque(let box): String(describing: box.object)
    }
  }
}

extension Value {
  /// Converts the value of a computed property to a section key. A value of an unsupported type is converted to text.
  init(sectionKey value: Any?) {
    self =
      switch value {
      case nil: .null
      case let text as String: .string(text)
      case let flag as Bool: .int(flag ? 1 : 0)
      case let number as any BinaryInteger: .int(Int64(clamping: number))
      case let number as any BinaryFloatingPoint: .double(Double(number))
      case let date as Date: .date(date.timeIntervalSinceReferenceDate)
      case let uuid as UUID: .uuid(uuid)
      case let number as Decimal: .decimal(number)
      case let object as NSManagedObject: .reference(object.objectID.key)
      case let value?: .string("\(value)")
      }
  }
}
