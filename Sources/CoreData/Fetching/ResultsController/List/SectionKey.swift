import Foundation

/// What the items of one section have in common: the value at the section key path, compared by value and type.
///
/// Two strings are one key when their UTF-8 bytes agree, as in every comparison of values.
struct SectionKey: Hashable, Sendable {
  let value: Value

  /// The key of the only section of a list without a section key path.
  static let whole = SectionKey(value: .null)

  static func == (left: SectionKey, right: SectionKey) -> Bool {
    switch (left.value, right.value) {
    case (.null, .null): true
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.decimal(let left), .decimal(let right)): left.number == right.number
    case (.reference(let left), .reference(let right)): left == right
    case (.opaque(let left), .opaque(let right)): left.identity == right.identity
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch value {
    case .null: break
    case .int(let number): hasher.combine(number)
    case .double(let number), .date(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .data(let data): hasher.combine(data)
    case .uuid(let uuid): hasher.combine(uuid)
    case .decimal(let box): hasher.combine(box.number)
    case .reference(let key): hasher.combine(key)
    case .opaque(let box): hasher.combine(box.identity)
    }
  }

  /// The text of the key, as key-value coding would give it; empty for nil.
  ///
  /// - Parameter uri: gives the URI of an object, for a path that ends in a relationship.
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

extension OpaqueBox {
  /// Tells objects apart by their own equality, or, where they have none, by identity of the box.
  fileprivate var identity: AnyHashable { object as? AnyHashable ?? AnyHashable(ObjectIdentifier(self)) }
}
