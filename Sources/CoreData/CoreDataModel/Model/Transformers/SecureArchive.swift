import Foundation

/// Reads and writes keyed archives, decoding only objects of allowed classes.
///
/// Values of Foundation's classes are read and written by this package, because Foundation's unarchiver on this
/// platform traps at an object of a wrong class, and its archiver at some values. Foundation is used only for archives
/// with objects of the program's classes, after all class names in the archive were checked.
enum SecureArchive {
  /// - Throws: a `SecureArchiveError` if the data cannot be read.
  static func value(in data: Data, allowed: [AnyClass]) throws -> Any {
    guard let archive = try? KeyedArchive(data) else {
      throw SecureArchiveError("it is no keyed archive, or a damaged one")
    }
    let names = archive.classNames
    let foreign = names.subtracting(PlainArchive.classNames)
    guard !foreign.isEmpty else {
      var reader = PlainArchiveReader(archive)
      guard let value = reader.value(archive.root) else {
        throw SecureArchiveError("its archive is damaged")
      }
      try require(PlainArchive.object(value), allowed)
      return value
    }
    for name in foreign.sorted() {
      guard let type = NSKeyedUnarchiver.class(forClassName: name) ?? ClassLookup.anyClass(named: name, of: []) else {
        throw SecureArchiveError("the program has no class \(name)")
      }
      guard allowed.contains(where: { isClass(type, orBelow: $0) }) else {
        throw SecureArchiveError("\(name) is no allowed class")
      }
      guard (type as? any NSSecureCoding.Type)?.supportsSecureCoding == true else {
        throw SecureArchiveError("\(name) does not support secure coding")
      }
    }
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    // Foundation's own check traps. All classes in the archive were checked above.
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    defer { unarchiver.finishDecoding() }
    let value = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    guard let value else { throw SecureArchiveError("its archive is damaged") }
    try require(PlainArchive.object(value), allowed)
    return value
  }

  /// - Throws: a `SecureArchiveError` if the value cannot be archived.
  static func data(of value: Any, allowed: [AnyClass]) throws -> Data {
    let object = PlainArchive.object(value)
    try require(object, allowed)
    if PlainArchive.isTooDeep(object) { throw SecureArchiveError("it is nested too deeply") }
    if let data = PlainArchive.data(of: object) { return data }
    try requireSecureCoding(object, allowed)
    return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  }

  private static func require(_ object: AnyObject, _ allowed: [AnyClass]) throws {
    guard allowed.contains(where: { isClass(Swift.type(of: object), orBelow: $0) }) else {
      throw SecureArchiveError("\(type(of: object)) is no allowed class")
    }
  }

  /// Checks the members of an object that is not too deep.
  private static func requireSecureCoding(_ object: AnyObject, _ allowed: [AnyClass]) throws {
    if let members = PlainArchive.members(of: object) {
      for member in members { try requireSecureCoding(PlainArchive.object(member), allowed) }
    } else if !PlainArchive.classes.contains(where: { isClass(Swift.type(of: object), orBelow: $0) }) {
      try require(object, allowed)
      guard (type(of: object) as? any NSSecureCoding.Type)?.supportsSecureCoding == true else {
        throw SecureArchiveError("\(type(of: object)) does not support secure coding")
      }
    }
  }
}

/// The reason why a value cannot be archived or an archive cannot be read. The text continues a sentence about the
/// value.
struct SecureArchiveError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Whether a class is the given class or inherits from it.
private func isClass(_ type: AnyClass, orBelow other: AnyClass) -> Bool {
  var type: AnyClass? = type
  while let next = type {
    if next == other { return true }
    type = _getSuperclass(next)
  }
  return false
}
