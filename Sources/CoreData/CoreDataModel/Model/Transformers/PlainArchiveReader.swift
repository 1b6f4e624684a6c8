import Foundation

/// Reads the value of an archive that contains only objects of Foundation's classes.
struct PlainArchiveReader {
  /// The greatest number of values. Several collections can contain the same object, so a small file could describe a
  /// huge value.
  static let valueLimit = 1_000_000

  private let archive: KeyedArchive
  /// The objects that contain the current one.
  private var open: Set<Int> = []
  private var count = 0
  /// The number of open collections, counted from the outermost one that is hashed, see
  /// `PlainArchive.hashedDepthLimit`.
  private var hashedDepth = 0

  init(_ archive: KeyedArchive) { self.archive = archive }

  /// The value of a reference; nil if it is damaged, contains itself, is nested too deeply or is too large.
  mutating func value(_ reference: Int) -> Any? {
    count += 1
    guard count <= Self.valueLimit, open.count < PlainArchive.depthLimit, open.insert(reference).inserted else {
      return nil
    }
    defer { open.remove(reference) }
    guard let object = try? archive.object(reference), let name = try? object.className else {
      return ArchivedValue.value(reference, in: archive)
    }
    let isHashed =
      PlainArchive.setNames.contains(name) || hashedDepth > 0 && PlainArchive.listNames.contains(name)
    if isHashed {
      guard hashedDepth < PlainArchive.hashedDepthLimit else { return nil }
      hashedDepth += 1
    }
    defer { if isHashed { hashedDepth -= 1 } }
    switch name {
    case "NSNull": return NSNull()
    case "NSArray": return members(of: object).map { NSArray(array: $0) }
    case "NSMutableArray": return members(of: object).map { NSMutableArray(array: $0) }
    case "NSSet": return members(of: object).map { NSSet(array: $0) }
    case "NSMutableSet": return members(of: object).map { NSMutableSet(array: $0) }
    case "NSOrderedSet": return numberedMembers(of: object).map { NSOrderedSet(array: $0) }
    case "NSMutableOrderedSet": return numberedMembers(of: object).map { NSMutableOrderedSet(array: $0) }
    case "NSDictionary": return entries(of: object)?.copy()
    case "NSMutableDictionary": return entries(of: object)
    case "NSURL": return url(object)
    default: return ArchivedValue.value(reference, in: archive)
    }
  }

  private mutating func members(of object: ArchivedObject, _ key: String = "NS.objects") -> [Any]? {
    guard let references = try? object.references(in: key) else { return nil }
    var values: [Any] = []
    for reference in references {
      guard let value = value(reference) else { return nil }
      values.append(value)
    }
    return values
  }

  /// The members of an ordered set, each of which has its own key.
  private mutating func numberedMembers(of object: ArchivedObject) -> [Any]? {
    if object.fields["NS.objects"] != nil { return members(of: object) }
    var values: [Any] = []
    while let reference = object.reference(for: "NS.object.\(values.count)") {
      guard let value = value(reference) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func entries(of object: ArchivedObject) -> NSMutableDictionary? {
    // A dictionary inside a hashed collection is counted itself.
    let addition = hashedDepth == 0 ? 1 : 0
    hashedDepth += addition
    let keys = members(of: object, "NS.keys")
    hashedDepth -= addition
    guard let keys, let values = members(of: object), keys.count == values.count else { return nil }
    let entries = NSMutableDictionary()
    for (key, value) in zip(keys, values) {
      guard let key = PlainArchive.object(key) as? NSObject else { return nil }
      entries.setObject(value, forKey: key)
    }
    return entries
  }

  private mutating func url(_ object: ArchivedObject) -> URL? {
    guard let text = try? object.string(for: "NS.relative") else { return nil }
    guard let reference = object.reference(for: "NS.base") else { return URL(string: text) }
    return (value(reference) as? URL).flatMap { URL(string: text, relativeTo: $0) }
  }
}
