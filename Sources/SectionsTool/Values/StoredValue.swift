import CoreData
import Foundation

/// The value of an attribute, as a person looks at it, copies it, or writes it to a file.
struct StoredValue {
  /// The bytes: data as the store has it, any other value as text in UTF-8.
  let bytes: Data
  let kind: DataKind
  /// The kind and the size in words: `PNG picture, 640 × 480; 12345 bytes`.
  let summary: String

  /// The greatest number of characters that are shown of a text.
  static let textLimit = 100_000
  /// The greatest number of lines that are shown of what is decoded.
  static let lineLimit = 20_000

  /// - Returns: nil where the attribute has no value.
  /// - Throws: an error when the object's row cannot be read.
  init?(of object: NSManagedObject, _ attribute: NSAttributeDescription) throws {
    switch attribute.attributeType {
    case .binaryDataAttributeType, .transformableAttributeType:
      // The data, not what a transformer makes of it: the tool has none of the program's transformers.
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

  /// The value in lines of any length: text as it is, JSON with a member a line, archives and property lists decoded,
  /// everything else as bytes.
  ///
  /// - Parameter width: the columns that there are.
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

  /// The value as text, to be copied: what is decoded of an archive, and Base64 of what is no text.
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
  /// The data that is stored of an attribute; nil where there is none, or where a value was set that is no data yet.
  ///
  /// - Throws: an error when the object's row cannot be read, or is gone.
  func shownData(_ key: String) throws -> Data? {
    guard let slot = NSManagedObject.slot(named: key, of: entity) else { return nil }
    return try shown { data(at: slot) }
  }
}
