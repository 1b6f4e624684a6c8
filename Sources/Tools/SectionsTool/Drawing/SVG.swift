/// A drawing as an SVG file, for light and dark backgrounds. The same drawing always has the same text.
struct SVG: Sendable {
  /// A description of the drawing for readers who cannot see it.
  let title: String
  let width: Double
  let height: Double
  let elements: [SVGElement]

  /// The width of a character in a monospaced font.
  static let columnWidth = 7.3

  var text: String {
    let (width, height) = (Self.number(width), Self.number(height))
    let root = SVGElement(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": width, "height": height, "viewBox": "0 0 \(width) \(height)",
        "role": "img", "aria-labelledby": "title",
      ],
      [
        SVGElement("title", ["id": "title"], text: title), SVGElement("style", text: Self.style),
        SVGElement("rect", ["class": "paper", "width": width, "height": height]),
      ] + elements)
    var xml = ""
    root.write(to: &xml)
    return xml
  }

  /// Returns a coordinate as text, rounded to a tenth.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }

  /// The style sheet of every drawing, in one line. It has no characters that XML must escape.
  private static let style =
    "svg{font:12px ui-monospace,Menlo,Consolas,monospace}"
    + rules(
      text: "#1f2328", faint: "#656d76", paper: "#fff", row: "#f6f8fa", section: "#e2e8ee", edge: "#d0d7de",
      hues: ["#ffebe9 #cf222e", "#dafbe1 #1a7f37", "#ddf4ff #0969da", "#fff8c5 #9a6700"])
    + ".heading{font-weight:bold}.edge,.line,.arrow{fill:none}.arrow,.line{stroke-width:1.5}"
    + ".update.arrow{stroke-dasharray:4 3}"
    + "@media (prefers-color-scheme:dark){"
    + rules(
      text: "#e6edf3", faint: "#8d96a0", paper: "#0d1117", row: "#161b22", section: "#262c36", edge: "#30363d",
      hues: ["#3c1618 #ff7b72", "#12301c #56d364", "#0c2d4d #79c0ff", "#33270a #e3b341"])
    + "}"

  /// - Parameter hues: the fill and stroke colors of deleted, inserted, moved and updated rows.
  private static func rules(
    text: String, faint: String, paper: String, row: String, section: String, edge: String, hues: [String]
  ) -> String {
    var rules = "text{fill:\(text)}.faint{fill:\(faint)}.paper{fill:\(paper)}.row{fill:\(row);stroke:\(edge)}"
    rules += ".header.row{fill:\(section)}.edge{stroke:\(edge)}.arrow{stroke:\(faint)}.head{fill:\(faint)}"
    for (kind, hue) in zip(["delete", "insert", "move", "update"], hues) {
      let colors = hue.split(separator: " ")
      rules += ".\(kind).row{fill:\(colors[0]);stroke:\(colors[1])}.\(kind).arrow,.\(kind).line{stroke:\(colors[1])}"
      rules += ".\(kind).head,.\(kind).note{fill:\(colors[1])}"
    }
    return rules
  }
}
