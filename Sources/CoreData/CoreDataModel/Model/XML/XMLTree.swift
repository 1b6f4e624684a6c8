import Foundation
import FoundationXML

/// An XML element with its attributes and children.
package final class XMLTree {
  package let name: String
  package let attributes: [String: String]
  package let line: Int
  package fileprivate(set) var children: [XMLTree] = []
  /// The text directly in the element, without that of its children.
  package fileprivate(set) var text = ""

  fileprivate init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  package func children(named name: String) -> [XMLTree] { children.filter { $0.name == name } }

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - data: the document, in UTF-8 or in a single-byte encoding that it declares.
  ///   - documentType: the beginning of the only document type declaration that is allowed. It is removed, and must not
  ///     declare entities.
  /// - Throws: a `ModelReadingError` with the line if the document is not well-formed or nested too deeply, with the
  ///   offset of an invalid byte, or if the document has another document type declaration or encoding.
  package static func parse(_ data: Data, documentType: String? = nil) throws -> XMLTree {
    var data = try XMLText.utf8(data)
    if let documentType { try removeDeclaration(documentType, from: &data) }
    // Entities could expand to any size, and models have none. Foundation here does not report entity declarations.
    guard data.range(of: Data("<!DOCTYPE".utf8)) == nil else {
      throw ModelReadingError("the file has a document type declaration, which no model has")
    }
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    let builder = Builder()
    parser.delegate = builder
    // `parse()` returns true here even for some damaged files, but their errors are reported to the delegate.
    let parsed = parser.parse()
    if let refusal = builder.refusal { throw ModelReadingError(refusal) }
    guard parsed, let root = builder.root else { throw ModelReadingError("the file is not well-formed XML") }
    return root
  }

  /// Removes a document type declaration, but keeps its line breaks.
  private static func removeDeclaration(_ beginning: String, from data: inout Data) throws {
    guard let start = data.range(of: Data(beginning.utf8)), let end = data[start.upperBound...].firstIndex(of: 0x3E)
    else { return }
    guard !data[start.upperBound..<end].contains(UInt8(ascii: "[")) else {
      throw ModelReadingError("the file declares entities of its own, which are not read")
    }
    data.replaceSubrange(start.lowerBound...end, with: data[start.lowerBound...end].filter { $0 == 0x0A })
  }

  private final class Builder: NSObject, XMLParserDelegate {
    /// The greatest depth. Models have five levels.
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
