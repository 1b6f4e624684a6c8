/// An element of a drawing: a name, attributes, and either a text or children.
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

  /// Writes the element as XML, with one line for each tag.
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

  /// Escapes a text for XML. Control characters are written as visible escapes, as in lists. Characters that XML does
  /// not allow become U+FFFD.
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
  /// Makes a text that begins at a point of its baseline, or ends there.
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
