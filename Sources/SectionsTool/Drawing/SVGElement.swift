/// An element of a drawing: its name, attributes, and either a text or other elements.
struct SVGElement: Sendable {
  let name: String
  private let attributes: [(name: String, value: String)]
  private let text: String?
  private let children: [SVGElement]

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [SVGElement] = []) {
    self.init(name, attributes, text: nil, children)
  }

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
    self.init(name, attributes, text: text, [])
  }

  private init(
    _ name: String, _ attributes: KeyValuePairs<String, String>, text: String?, _ children: [SVGElement]
  ) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    self.text = text
    self.children = children
  }

  /// Writes the element as XML: a line each for itself and what is in it.
  func write(to xml: inout String, indent: String = "") {
    xml += "\(indent)<\(name)"
    for attribute in attributes { xml += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
    if let text {
      xml += ">\(Self.escaped(text))</\(name)>\n"
    } else if children.isEmpty {
      xml += "/>\n"
    } else {
      xml += ">\n"
      for child in children { child.write(to: &xml, indent: indent + " ") }
      xml += "\(indent)</\(name)>\n"
    }
  }

  /// A text as XML has it. What would move a cursor is written as its escape, as in lists; what XML cannot have at all
  /// is U+FFFD.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{fffe}", "\u{ffff}": escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension SVGElement {
  /// A text that begins at a point of its base line, or ends there.
  static func text(
    _ text: String, x: Double, y: Double, class kind: String = "label", endsThere: Bool = false
  ) -> SVGElement {
    let (x, y) = (SVG.number(x), SVG.number(y))
    if endsThere {
      return SVGElement("text", ["class": kind, "x": x, "y": y, "text-anchor": "end"], text: text)
    }
    return SVGElement("text", ["class": kind, "x": x, "y": y], text: text)
  }
}
