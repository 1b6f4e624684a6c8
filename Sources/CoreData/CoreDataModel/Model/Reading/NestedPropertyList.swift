import Foundation

/// Reads untrusted property lists from files, stores and archives.
///
/// Foundation's parsers recurse into nested values until the stack overflows, and also accept old-style text property
/// lists. So this type checks the depth and the format first. Bytes that are not valid text are reported with their
/// offset.
package enum NestedPropertyList {
  /// The greatest depth. Real lists have a few levels.
  static let depthLimit = 200

  /// Reads a property list, after a check of its depth and size.
  ///
  /// - Parameter allowsXML: whether XML is accepted, too. Stores and archives contain binary lists only.
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

  /// Reads a small dictionary from a file of a model's bundle.
  ///
  /// - Returns: nil if the file does not exist.
  /// - Throws: a `ModelReadingError` with the file's URL.
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
  /// The greatest number of values. A value that several values contain counts each time, because reading creates it
  /// each time.
  private static var valueLimit: Int { 5_000_000 }

  /// Checks the depth and the number of values of the list.
  ///
  /// - Throws: a `ModelReadingError` if values are nested too deeply, contain themselves, or exceed `valueLimit`.
  func requireDepth(below limit: Int) throws {
    // The greatest depth below each object; -1 until it is known.
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
