import Foundation
import FoundationXML
import Testing

@testable import SectionsTool

/// A picture, parsed as XML, with its elements by identifier.
struct DrawnPicture {
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""
    var children: [Element] = []

    var kinds: [Substring] { (attributes["class"] ?? "").split(separator: " ") }
    /// The element and its descendants.
    var all: [Element] { [self] + children.flatMap(\.all) }

    func number(_ attribute: String) throws -> Double {
      try #require(attributes[attribute].flatMap { Double($0) }, "\(name) has no number \(attribute)")
    }

    /// Returns the first text of a kind in the element.
    func text(_ kind: Substring) -> String? { all.first { $0.name == "text" && $0.kinds.contains(kind) }?.text }
  }

  let root: Element

  init(_ xml: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    let isWellFormed = parser.parse()
    try #require(isWellFormed, "no XML: \(parser.parserError.map { "\($0)" } ?? "")\n\(xml)")
    root = try #require(reader.root)
    #expect(root.name == "svg" && root.attributes["xmlns"] == "http://www.w3.org/2000/svg")
    // Identifiers are unique.
    let ids = root.all.compactMap { $0.attributes["id"] }
    #expect(ids.count == Set(ids).count, "\(ids)")
  }

  /// Draws a picture and parses it.
  init(drawing arguments: String...) async throws {
    let run = await InProcessRun(["draw"] + arguments)
    try #require(run.status == 0 && run.error.isEmpty, "\(run.error)")
    try self.init(run.output)
  }

  func element(_ id: String) throws -> Element {
    try #require(root.all.first { $0.attributes["id"] == id }, "no element \(id)")
  }

  var texts: [String] { root.all.filter { $0.name == "text" }.map(\.text) }

  /// Returns the rows of a column as text: `[0, 1] a2 update: title`.
  func rows(of column: String) -> [String] {
    groups(of: column).map { group in group.children.filter { $0.name == "text" }.map(\.text).joined(separator: " ") }
  }

  /// Returns the list in a column, in the notation of scenarios: `A: a1 a2`.
  func list(_ column: String) -> [String] {
    var list: [String] = []
    for group in groups(of: column) {
      let name = group.text("name") ?? ""
      if group.all.contains(where: { $0.kinds.contains("header") }) {
        list.append("\(name):")
      } else if !list.isEmpty {
        list[list.count - 1] += " \(name)"
      }
    }
    return list
  }

  /// Returns the indices of a column's rows of a kind: `2`, `[0, 1]`.
  func indices(_ kind: Substring, of column: String) -> [String] {
    groups(of: column).filter { $0.all.contains { $0.name == "rect" && $0.kinds.contains(kind) } }
      .compactMap { $0.text("index") }
  }

  private func groups(of column: String) -> [Element] {
    root.children.filter { $0.name == "g" && ($0.attributes["id"] ?? "").hasPrefix("\(column)-") }
  }

  /// Returns the arrows as `old-0-1→new-2-0`, after it has checked that each leads from the end of the one row to the
  /// beginning of the other.
  func arrows(_ kind: Substring? = nil) throws -> [String] {
    let elements = root.children
    return try elements.indices.compactMap { index -> String? in
      let arrow = elements[index]
      guard arrow.kinds.contains("arrow"), kind.map(arrow.kinds.contains) ?? true else { return nil }
      let (from, to) = try (#require(arrow.attributes["data-from"]), #require(arrow.attributes["data-to"]))
      let (start, end) = try (box(of: from), box(of: to))
      let line = try Self.numbers(#require(arrow.attributes["d"]))
      let head = try Self.numbers(#require(elements[index + 1].attributes["d"]))
      try #require(line.count == 8 && head.count == 5)
      #expect(Self.areNear((line[0], line[1]), (start.right, start.middle)), "\(from)→\(to)")
      #expect(Self.areNear((head[0], head[1]), (end.x, end.middle)), "\(from)→\(to)")
      // The line ends at the beginning of the arrowhead.
      #expect(Self.areNear((line[6], line[7]), (head[2], end.middle)), "\(from)→\(to)")
      return "\(from)→\(to)"
    }
  }

  struct Box {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    var right: Double { x + width }
    var bottom: Double { y + height }
    var middle: Double { y + height / 2 }

    func overlaps(_ other: Box) -> Bool {
      x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }
  }

  func box(of id: String) throws -> Box {
    let box = try #require(element(id).all.first { $0.name == "rect" })
    return try Box(
      x: box.number("x"), y: box.number("y"), width: box.number("width"), height: box.number("height"))
  }

  /// Compares points with the precision of one decimal place with which coordinates are written.
  private static func areNear(_ first: (Double, Double), _ second: (Double, Double)) -> Bool {
    abs(first.0 - second.0) < 0.11 && abs(first.1 - second.1) < 0.11
  }

  static func numbers(_ path: String) -> [Double] {
    path.split { !($0.isNumber || $0 == "." || $0 == "-") }.compactMap { Double($0) }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    private var open: [Element] = []
    private(set) var root: Element?

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      open[open.count - 1].text += text
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      let element = open.removeLast()
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }
  }
}
