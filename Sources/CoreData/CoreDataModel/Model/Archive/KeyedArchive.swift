import Foundation

/// A keyed archive as a table of objects. A reader looks up values by key and follows references itself.
///
/// Models contain many cycles (entity, property, inverse), and Foundation's unarchiver recurses through them until the
/// stack overflows. Here, an object is read only when a reader follows a reference to it.
struct KeyedArchive {
  /// The reference to nil.
  static let null = 0

  /// The greatest total number of fields and elements that may be read. Objects can contain each other or be contained
  /// repeatedly, and the limit ensures that following references ends.
  static let visitLimit = BinaryPropertyList.referenceLimit

  private final class Counter {
    var number = 0
  }

  /// The number of fields and elements read so far, shared by all copies of the archive.
  private let visited = Counter()
  private let list: BinaryPropertyList
  /// The indices of the archived objects in the list, by reference.
  private let places: [Int]
  /// The archive's root object.
  let root: Int

  init(_ data: Data) throws {
    list = try BinaryPropertyList(data)
    let top = try Self.fields(list.top, in: list)
    guard let objects = top["$objects"], case .array(let places) = list.objects[objects] else {
      throw ModelReadingError("the property list is no keyed archive: it has no $objects")
    }
    guard let entry = top["$top"], let root = try Self.fields(entry, in: list)["root"],
      case .uid(let reference) = list.objects[root], places.indices.contains(reference)
    else { throw ModelReadingError("the keyed archive has no root object") }
    self.places = places
    self.root = reference
  }

  /// The names of all classes in the archive.
  var classNames: Set<String> {
    Set(
      places.compactMap { place in
        guard let fields = try? Self.fields(place, in: list), let name = fields["$classname"],
          case .string(let text) = list.objects[name]
        else { return nil }
        return text
      })
  }

  /// The archived object of a reference.
  ///
  /// - Parameter reference: the reference of the object.
  /// - Throws: an error if there is no such object, if it has no keys, or if `visitLimit` is exceeded.
  func object(_ reference: Int) throws -> ArchivedObject {
    let place = try self.place(of: reference)
    if case .dictionary(let keys, _) = list.objects[place] { try visit(keys.count) }
    return ArchivedObject(archive: self, reference: reference, fields: try Self.fields(place, in: list))
  }

  /// Counts fields and elements, and throws if `visitLimit` is exceeded.
  func visit(_ count: Int) throws {
    visited.number += count
    guard visited.number <= Self.visitLimit else {
      throw ModelReadingError("more than \(Self.visitLimit) fields of the archive's objects would be read")
    }
  }

  /// The list's object that a reference refers to.
  func plain(_ reference: Int) throws -> BinaryPropertyList.Object {
    list.objects[try place(of: reference)]
  }

  /// The list's object at an index, which is not a reference of the archive.
  func listObject(_ index: Int) -> BinaryPropertyList.Object { list.objects[index] }

  private func place(of reference: Int) throws -> Int {
    guard places.indices.contains(reference) else {
      throw ModelReadingError("the archive refers to the object \(reference) of \(places.count)")
    }
    return places[reference]
  }

  private static func fields(_ index: Int, in list: BinaryPropertyList) throws -> [String: Int] {
    guard case .dictionary(let keys, let values) = list.objects[index] else {
      throw ModelReadingError("the archive has a value where an object should be")
    }
    var fields: [String: Int] = [:]
    for (key, value) in zip(keys, values) {
      if case .string(let name) = list.objects[key] { fields[name] = value }
    }
    return fields
  }
}
