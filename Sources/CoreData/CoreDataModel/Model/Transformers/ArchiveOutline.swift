import Foundation

/// The contents of a keyed archive for display.
///
/// Only values of the Foundation classes in `PlainArchive` are decoded. An object of any other class is shown by its
/// class name and fields, without running its code.
package indirect enum ArchiveOutline {
  case null
  /// A text, number, date, UUID, URL or data.
  case value(Any)
  /// The members of an array or a set.
  case list([ArchiveOutline])
  /// The entries of a dictionary.
  case entries([(key: ArchiveOutline, value: ArchiveOutline)])
  case object(className: String, fields: [(name: String, value: ArchiveOutline)])
  /// An object that contains itself, is nested too deeply, or exceeds the number of values to show.
  case omitted

  /// The greatest number of values to show.
  package static let valueLimit = 20_000

  /// - Returns: nil if the data is not a keyed archive or is damaged.
  package init?(_ data: Data) {
    guard data.starts(with: BinaryPropertyList.magic), let archive = try? KeyedArchive(data) else { return nil }
    var reader = Reader(archive: archive)
    self = reader.outline(of: archive.root)
  }

  private struct Reader {
    /// The greatest depth to show.
    static let depthLimit = 60

    let archive: KeyedArchive
    /// The objects that contain the current one.
    var open: Set<Int> = []
    var count = 0

    mutating func outline(of reference: Int) -> ArchiveOutline {
      guard reference != KeyedArchive.null else { return .null }
      count += 1
      guard count <= ArchiveOutline.valueLimit, open.count < Self.depthLimit, open.insert(reference).inserted else {
        return .omitted
      }
      defer { open.remove(reference) }
      guard let object = try? archive.object(reference), let name = try? object.className else {
        return value(reference)
      }
      switch name {
      case "NSNull": return .null
      case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
        return members(of: object).map { .list($0) } ?? .omitted
      case "NSOrderedSet", "NSMutableOrderedSet": return .list(numberedMembers(of: object))
      case "NSDictionary", "NSMutableDictionary": return entries(of: object) ?? .omitted
      case _ where PlainArchive.classNames.contains(name): return value(reference)
      default: return .object(className: name, fields: fields(of: object))
      }
    }

    private func value(_ reference: Int) -> ArchiveOutline {
      ArchivedValue.value(reference, in: archive).map { .value($0) } ?? .omitted
    }

    private mutating func members(of object: ArchivedObject, _ key: String = "NS.objects") -> [ArchiveOutline]? {
      (try? object.references(in: key)).map { references in references.map { outline(of: $0) } }
    }

    private mutating func numberedMembers(of object: ArchivedObject) -> [ArchiveOutline] {
      if let members = members(of: object) { return members }
      var members: [ArchiveOutline] = []
      while let reference = object.reference(for: "NS.object.\(members.count)") {
        members.append(outline(of: reference))
      }
      return members
    }

    private mutating func entries(of object: ArchivedObject) -> ArchiveOutline? {
      guard let keys = members(of: object, "NS.keys"), let values = members(of: object), keys.count == values.count
      else { return nil }
      return .entries(zip(keys, values).map { (key: $0, value: $1) })
    }

    private mutating func fields(of object: ArchivedObject) -> [(name: String, value: ArchiveOutline)] {
      object.fields.sorted { $0.key < $1.key }.filter { $0.key != "$class" }.map { name, index in
        (name: name, value: listed(index))
      }
    }

    /// A field whose value is in the property list itself, or is a reference to another object of the archive.
    private mutating func listed(_ index: Int) -> ArchiveOutline {
      switch archive.listObject(index) {
      case .uid(let reference): return outline(of: reference)
      case .bool(let flag): return .value(NSNumber(value: flag))
      case .integer(let number): return .value(NSNumber(value: number))
      case .real(let number): return .value(NSNumber(value: number))
      case .date(let seconds): return .value(Date(timeIntervalSinceReferenceDate: seconds))
      case .data(let data): return .value(data)
      case .string(let text): return .value(text)
      case .null: return .null
      // Lists directly in lists are not shown, because they may contain themselves. Only references are followed.
      case .array(let members):
        return .list(
          members.map { member in
            guard case .uid(let reference) = archive.listObject(member) else { return .omitted }
            return outline(of: reference)
          })
      case .dictionary: return .omitted
      }
    }
  }
}
