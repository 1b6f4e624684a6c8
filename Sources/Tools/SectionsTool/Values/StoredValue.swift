import CoreData
import Foundation

/// The value of an attribute, for display, copying, or a file.
struct StoredValue {
  /// The bytes: data unchanged, any other value as UTF-8 text.
  let bytes: Data
  let kind: DataKind
  /// The kind and size in words, as `PNG picture, 640 × 480; 12345 bytes`.
  let summary: String

  /// The largest number of characters of a text that are shown.
  static let textLimit = 100_000
  /// The largest number of lines of a decoded value that are shown.
  static let lineLimit = 20_000

  /// - Returns: nil if the attribute has no value.
  /// - Throws: an error if the object's row cannot be read.
  init?(of object: NSManagedObject, _ attribute: NSAttributeDescription) throws {
    switch attribute.attributeType {
    case .binaryDataAttributeType, .transformableAttributeType:
      // Read the stored data, because the tool does not have the program's transformers.
      if let data = try object.shownData(attribute.name) {
        self.init(data: data)
      } else if let value = try object.shownValue(attribute.name) {
        self.init(text: ValueText.json(value).plainText, of: attribute)
      } else {
        return nil
      }
    default:
      guard let value = try object.shownValue(attribute.name) else { return nil }
      self.init(text: ValueText.json(value).plainText, of: attribute)
    }
  }

  private init(data: Data) {
    bytes = data
    kind = DataKind(of: data)
    summary = kind.words + "; " + ListTotals.count(data.count, "byte")
  }

  private init(text: String, of attribute: NSAttributeDescription) {
    bytes = Data(text.utf8)
    let isString = attribute.attributeType == .stringAttributeType
    let isStructure =
      attribute.attributeType == .compositeAttributeType
      || isString && text.utf8.count <= DataKind.structureLimit && JSON(structureIn: text) != nil
    kind = isStructure ? .json : .text
    summary =
      isString
      ? (isStructure ? "JSON; " : "") + ListTotals.count(text.count, "character") : attribute.attributeType.word
  }

  /// The value in lines of any length: text unchanged, JSON with a line for each member, archives and property lists
  /// decoded, and other data as a hexadecimal dump.
  ///
  /// - Parameter width: the available columns, for the dump.
  func lines(width: Int = 80) -> [String] {
    switch kind {
    case .text: return Self.lines(of: String(decoding: bytes, as: UTF8.self))
    case .json: return Self.cut(JSON.lines(ofStructure: String(decoding: bytes, as: UTF8.self)))
    case .archive:
      return ArchiveOutline(bytes).map { Self.cut(JSON($0).lines) } ?? HexDump.lines(of: bytes, width: width)
    case .propertyList:
      let list = try? NestedPropertyList.read(bytes, allowsXML: true)
      return list.map { Self.cut(JSON(propertyList: $0).lines) } ?? HexDump.lines(of: bytes, width: width)
    case .picture, .file, .bytes: return HexDump.lines(of: bytes, width: width)
    }
  }

  /// The value as text for the clipboard: a decoded archive or property list as its lines, and other data as Base64.
  var copiedText: String {
    switch kind {
    case .text, .json: String(decoding: bytes, as: UTF8.self)
    case .archive, .propertyList: lines().joined(separator: "\n")
    case .picture, .file, .bytes: bytes.base64EncodedString()
    }
  }

  private static func cut(_ lines: [String]) -> [String] {
    guard lines.count > lineLimit else { return lines }
    return lines.prefix(lineLimit) + ["… and \(ListTotals.count(lines.count - lineLimit, "line")) more"]
  }

  private static func lines(of text: String) -> [String] {
    let shown = text.prefix(textLimit)
    var lines = shown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if shown.endIndex < text.endIndex {
      let rest = text.distance(from: shown.endIndex, to: text.endIndex)
      lines.append("… and \(ListTotals.count(rest, "character")) more")
    }
    return lines
  }
}

extension NSManagedObject {
  /// The stored data of an attribute; nil if there is none, or if an unsaved value has not been encoded yet.
  ///
  /// - Throws: an error if the object's row is missing or cannot be read.
  func shownData(_ key: String) throws -> Data? {
    guard let slot = NSManagedObject.slot(named: key, of: entity) else { return nil }
    return try shown { data(at: slot) }
  }
}
