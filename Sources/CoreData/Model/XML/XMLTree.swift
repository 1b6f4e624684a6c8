import Foundation
import FoundationXML

/// An element of a model's XML with what is inside it.
package final class XMLTree {
  package let name: String
  package let attributes: [String: String]
  package let line: Int
  package fileprivate(set) var children: [XMLTree] = []
  /// The text that is directly inside it.
  package fileprivate(set) var text = ""

  fileprivate init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  package func children(named name: String) -> [XMLTree] { children.filter { $0.name == name } }

  /// Parses a document.
  ///
  /// - Throws: a `ModelReadingError` with the line where it is not well-formed or nested too deeply, or when it
  ///   declares a document type or is in an encoding in which that could not be seen.
  ///
  /// - Parameter documentType: the one declaration of a document type that may be there; it is not read.
  package static func parse(_ data: Data, documentType: String? = nil) throws -> XMLTree {
    var data = data
    if let documentType, let range = data.range(of: Data(documentType.utf8)) { data.removeSubrange(range) }
    // Entities could expand to any size, and models have none. Foundation here does not report their declarations.
    guard data.range(of: Data("<!DOCTYPE".utf8)) == nil else {
      throw ModelReadingError("the file has a document type declaration, which no model has")
    }
    guard !data.starts(with: [0xFE, 0xFF]), !data.starts(with: [0xFF, 0xFE]) else {
      throw ModelReadingError("the file is in UTF-16; models are in UTF-8")
    }
    guard isReadable(data) else { throw ModelReadingError("the file is in an unknown encoding; models are in UTF-8") }
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    let builder = Builder()
    parser.delegate = builder
    // The result is true here even for some damaged files; all are reported to the delegate.
    let parsed = parser.parse()
    if let refusal = builder.refusal { throw ModelReadingError(refusal) }
    guard parsed, let root = builder.root else { throw ModelReadingError("the file is not well-formed XML") }
    return root
  }

  /// The encodings in which a declaration of a document type has the bytes of ASCII, by which it is looked for.
  private static let encodings: Set = ["utf-8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252"]

  /// Whether a document is in one of these encodings. The parser would take any other that the document names, and
  /// finds two kinds out by itself: those with zeros in each letter, and EBCDIC by its first bytes.
  private static func isReadable(_ data: Data) -> Bool {
    guard !data.contains(0), !data.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) else { return false }
    let head = String(decoding: data.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let start = head.range(of: "<?xml") else { return true }
    let declaration = head[start.upperBound...]
    guard let key = declaration.range(of: "encoding") else { return true }
    let value = declaration[key.upperBound...].drop { $0 == "=" || $0.isWhitespace }.dropFirst()
    return encodings.contains(value.prefix { $0 != "\"" && $0 != "'" }.lowercased())
  }

  private final class Builder: NSObject, XMLParserDelegate {
    /// Models nest five deep.
    static let depthLimit = 32

    var root: XMLTree?
    var refusal: String?
    private var open: [XMLTree] = []

    func parser(
      _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
      attributes attributeDict: [String: String]
    ) {
      let element = XMLTree(name: elementName, attributes: attributeDict, line: parser.lineNumber)
      if open.count == Self.depthLimit {
        refuse("line \(element.line): elements are nested deeper than \(Self.depthLimit)", parser)
        return
      }
      if let parent = open.last { parent.children.append(element) } else if root == nil { root = element }
      open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }

    func parser(
      _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
    ) {
      _ = open.popLast()
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
      if refusal == nil { refusal = "line \(parser.lineNumber): the file is not well-formed XML" }
    }

    private func refuse(_ reason: String, _ parser: XMLParser) {
      if refusal == nil { refusal = reason }
      parser.abortParsing()
    }
  }
}
