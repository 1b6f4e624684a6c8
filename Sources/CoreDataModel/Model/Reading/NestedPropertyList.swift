import Foundation

/// Reads property lists that come from outside, in files, stores and archives.
///
/// Foundation's parsers follow nested values until the stack overflows, and accept text as a property list in a third
/// form. So the depth of a list is checked first, and bytes that are no text are an error with their offset.
package enum NestedPropertyList {
  /// The lists that are read nest a few levels.
  static let depthLimit = 200

  /// - Parameter allowsXML: whether a list in XML is read, too. A store and an archive have binary ones.
  /// - Throws: a `ModelReadingError`.
  package static func read(_ data: Data, allowsXML: Bool) throws -> Any {
    var data = data
    if data.starts(with: BinaryPropertyList.magic) {
      try BinaryPropertyList(data).requireDepth(below: depthLimit)
    } else {
      guard allowsXML else { throw ModelReadingError("it is no binary property list") }
      let root = try XMLTree.parse(data, documentType: "<!DOCTYPE plist")
      guard root.name == "plist" else { throw ModelReadingError("it is no property list: its root is \(root.name)") }
      data = try XMLText.utf8(data)
    }
    do {
      return try PropertyListSerialization.propertyList(from: data, format: nil)
    } catch {
      throw ModelReadingError("the property list cannot be read: \((error as NSError).debugText)")
    }
  }

  /// A small dictionary of names in a file, as they lie in a model's bundle.
  ///
  /// - Returns: nil where there is no such file.
  /// - Throws: a `ModelReadingError` with the file.
  package static func dictionary(at url: URL) throws -> [String: Any]? {
    guard FileStamp(url.path) != nil else { return nil }
    do {
      let data = try ModelFile.bytes(of: url, orElse: "it is not a file")
      guard let dictionary = try read(data, allowsXML: true) as? [String: Any] else {
        throw ModelReadingError("the property list is no dictionary")
      }
      return dictionary
    } catch let error as ModelReadingError {
      throw error.url == nil ? ModelReadingError(error.reason, url: url) : error
    }
  }
}

extension NSError {
  fileprivate var debugText: String { userInfo[NSDebugDescriptionErrorKey] as? String ?? localizedDescription }
}

extension BinaryPropertyList {
  /// The greatest number of values. A value that several values contain is counted each time, because reading repeats
  /// it.
  private static var valueLimit: Int { 5_000_000 }

  /// - Throws: where values are nested deeper, hold themselves, or are too many when they are taken apart.
  func requireDepth(below limit: Int) throws {
    // The greatest depth below each object, once it is known.
    var depths = [Int](repeating: -1, count: objects.count)
    var sizes = [Int](repeating: 0, count: objects.count)
    var path = [(object: top, next: 0, members: Self.members(objects[top]), depth: 0, size: 1)]
    while let last = path.last {
      if last.next < last.members.count {
        path[path.count - 1].next += 1
        let member = last.members[last.next]
        if depths[member] < 0 {
          guard path.count < limit else { throw Self.tooDeep(limit) }
          path.append((object: member, next: 0, members: Self.members(objects[member]), depth: 0, size: 1))
        } else {
          path[path.count - 1].depth = max(last.depth, depths[member] + 1)
          path[path.count - 1].size = last.size + sizes[member]
        }
      } else {
        (depths[last.object], sizes[last.object]) = (last.depth, last.size)
        path.removeLast()
        if !path.isEmpty {
          path[path.count - 1].depth = max(path[path.count - 1].depth, last.depth + 1)
          path[path.count - 1].size += last.size
        }
        guard last.depth < limit else { throw Self.tooDeep(limit) }
        guard last.size < Self.valueLimit else {
          throw ModelReadingError("the property list has more than \(Self.valueLimit) values")
        }
      }
    }
  }

  private static func members(_ object: Object) -> [Int] {
    switch object {
    case .array(let members): members
    case .dictionary(let keys, let values): keys + values
    default: []
    }
  }

  private static func tooDeep(_ limit: Int) -> ModelReadingError {
    ModelReadingError("the property list is nested deeper than \(limit) levels")
  }
}
