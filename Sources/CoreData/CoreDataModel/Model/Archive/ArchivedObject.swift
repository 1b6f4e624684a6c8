import Foundation

/// An object of a keyed archive, with its class and its values by key.
///
/// An accessor returns nil for a missing key and for an archived nil. It throws if the value has another type.
struct ArchivedObject {
  let archive: KeyedArchive
  let reference: Int
  let fields: [String: Int]

  /// The name of the object's class.
  var className: String {
    get throws {
      guard let type = self.reference(for: "$class"),
        case .string(let name)? = try archive.object(type).value(for: "$classname")
      else { throw ModelReadingError("the object \(reference) of the archive has no class") }
      return name
    }
  }

  /// The value under a key. If it is a reference, the referenced value is returned.
  func value(for key: String) throws -> BinaryPropertyList.Object? {
    guard let index = fields[key] else { return nil }
    switch archive.listObject(index) {
    case .uid(let target):
      return target == KeyedArchive.null ? nil : try archive.plain(target)
    case let value: return value
    }
  }

  /// The reference under a key; nil if it is missing or refers to nil.
  func reference(for key: String) -> Int? {
    guard let index = fields[key], case .uid(let target) = archive.listObject(index) else { return nil }
    return target == KeyedArchive.null ? nil : target
  }

  /// The object under a key; nil if it is missing or refers to nil.
  func object(for key: String) throws -> ArchivedObject? {
    try reference(for: key).map { try archive.object($0) }
  }

  func string(for key: String) throws -> String? {
    switch try value(for: key) {
    case nil: return nil
    case .string(let text): return text
    case .dictionary:
      // An `NSMutableString` is archived as an object.
      guard case .string(let text)? = try object(for: key)?.value(for: "NS.string") else { throw mismatch(key) }
      return text
    default: throw mismatch(key)
    }
  }

  func integer(for key: String) throws -> Int64? {
    switch try value(for: key) {
    case nil: return nil
    case .integer(let number): return number
    case .bool(let flag): return flag ? 1 : 0
    case .real(let number):
      guard let integer = Int64(exactly: number) else { throw mismatch(key) }
      return integer
    default: throw mismatch(key)
    }
  }

  func flag(for key: String) throws -> Bool {
    try integer(for: key).map { $0 != 0 } ?? false
  }

  /// The references in an array or set under a key; empty if there is none.
  func list(for key: String) throws -> [Int] {
    guard let object = try object(for: key) else { return [] }
    return try object.references(in: "NS.objects")
  }

  /// The texts in an array or set under a key.
  func strings(for key: String) throws -> [String] {
    guard let object = try object(for: key) else { return [] }
    return try object.references(in: "NS.objects").map { try archive.string($0) }
  }

  /// The entries of a dictionary under a key, in the archive's order; empty if there is none.
  func entries(for key: String) throws -> [(key: String, reference: Int)] {
    guard let object = try object(for: key) else { return [] }
    if object.fields["NS.keys"] != nil {
      let keys = try object.references(in: "NS.keys").map { try archive.string($0) }
      let values = try object.references(in: "NS.objects")
      guard keys.count == values.count else { throw mismatch(key) }
      return Array(zip(keys, values)).map { (key: $0, reference: $1) }
    }
    // Apple's dictionary class for a fixed set of keys, which holds a model's entities.
    guard let keys = try object.object(for: "searchMapping")?.strings(for: "keys") else { throw mismatch(key) }
    let values = try object.list(for: "values")
    guard keys.count == values.count else { throw mismatch(key) }
    return Array(zip(keys, values)).map { (key: $0, reference: $1) }
  }

  func references(in key: String) throws -> [Int] {
    guard let index = fields[key], case .array(let elements) = archive.listObject(index) else { throw mismatch(key) }
    try archive.visit(elements.count)
    return try elements.map { element in
      guard case .uid(let target) = archive.listObject(element) else { throw mismatch(key) }
      return target
    }
  }

  /// The property itself, or the one that a proxy refers to. Older frameworks archive a proxy without a name for each
  /// property that a subentity inherits.
  func underlyingProperty() throws -> ArchivedObject {
    var object = self
    for _ in 0..<Self.proxyLimit {
      guard try object.className == "_NSPropertyDescriptionProxy" else { return object }
      guard let next = try object.object(for: "NSUnderlyingProperty") else {
        throw object.mismatch("NSUnderlyingProperty")
      }
      object = next
    }
    throw mismatch("NSUnderlyingProperty")
  }

  /// The greatest number of proxies to follow, which is the greatest depth of inheritance.
  private static let proxyLimit = 100

  func mismatch(_ key: String) -> ModelReadingError {
    ModelReadingError("the object \(reference) of the archive has a wrong value for \(key)")
  }
}

extension KeyedArchive {
  /// The text that a reference refers to, an `NSString` or `NSMutableString`.
  func string(_ reference: Int) throws -> String {
    switch try plain(reference) {
    case .string(let text): return text
    case .dictionary:
      if case .string(let text)? = try object(reference).value(for: "NS.string") { return text }
    default: break
    }
    throw ModelReadingError("the object \(reference) of the archive should be a text")
  }
}
