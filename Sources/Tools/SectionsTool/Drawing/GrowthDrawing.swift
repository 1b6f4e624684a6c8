import Foundation

/// A log-log diagram of costs by the number of rows. A constant cost is a horizontal line; a cost that grows like the
/// number of rows is a diagonal.
struct GrowthDrawing {
  let figures: GrowthFigures
  let title: String

  /// The length of a power of ten on both axes.
  private static let square = 60.0
  private static let (left, top) = (70.0, 20.0)
  private static let hues = ["delete", "insert", "move", "update"]

  var svg: SVG {
    let points = figures.lines.flatMap(\.points)
    let columns = Self.powers(points.map { Double($0.rows) })
    let rows = Self.powers(points.map(\.nanoseconds))
    let width = Double(columns.count - 1) * Self.square
    let height = Double(rows.count - 1) * Self.square
    func x(_ rows: Int) -> Double { Self.left + (log10(Double(rows)) - Double(columns.lowerBound)) * Self.square }
    func y(_ time: Double) -> Double { Self.top + (Double(rows.upperBound) - log10(time)) * Self.square }

    var elements = columns.flatMap { power in
      let x = Self.left + Double(power - columns.lowerBound) * Self.square
      return Self.gridLine("M\(SVG.number(x)) \(SVG.number(Self.top))V\(SVG.number(Self.top + height))")
        + [.text(Self.count(power), x: x - 10, y: Self.top + height + 18, class: "faint")]
    }
    elements += rows.flatMap { power in
      let y = Self.top + Double(rows.upperBound - power) * Self.square
      return Self.gridLine("M\(SVG.number(Self.left)) \(SVG.number(y))H\(SVG.number(Self.left + width))")
        + [.text(Self.time(power), x: Self.left - 8, y: y + 4, class: "faint", endsThere: true)]
    }
    elements.append(.text("rows", x: Self.left + width + 20, y: Self.top + height + 18, class: "faint"))

    let names = Self.shortNames(figures.lines.map(\.name))
    let labels = Self.apart(figures.lines.map { line in line.points.last.map { y($0.nanoseconds) } ?? Self.top })
    for (number, (line, label)) in zip(figures.lines, labels).enumerated() {
      let hue = Self.hues[number % Self.hues.count]
      let path = line.points.map { "\(SVG.number(x($0.rows))) \(SVG.number(y($0.nanoseconds)))" }
      var parts = [SVGElement("path", ["class": "\(hue) line", "d": "M" + path.joined(separator: "L")])]
      parts += line.points.map { point in
        SVGElement(
          "circle",
          ["class": "\(hue) head", "cx": SVG.number(x(point.rows)), "cy": SVG.number(y(point.nanoseconds)), "r": "3"],
          [SVGElement("title", text: "\(line.name), \(point.rows) rows: \(Self.text(point.nanoseconds))")])
      }
      let end = line.points.last.map { x($0.rows) } ?? Self.left
      parts.append(.text(names[number], x: end + 8, y: label + 4, class: "\(hue) note"))
      elements.append(SVGElement("g", ["id": "line\(number)"], parts))
    }
    let nameWidth = names.map { Double($0.columns) * SVG.columnWidth }.max() ?? 0
    return SVG(
      title: title, width: Self.left + width + 8 + max(nameWidth, 50) + 12, height: Self.top + height + 30,
      elements: elements)
  }

  /// Removes the part before the first full stop if it is the same in all names.
  private static func shortNames(_ names: [String]) -> [String] {
    guard let first = names.first, let end = first.firstIndex(of: ".") else { return names }
    let prefix = first[...end]
    return names.allSatisfy { $0.hasPrefix(prefix) } ? names.map { String($0.dropFirst(prefix.count)) } : names
  }

  private static func gridLine(_ path: String) -> [SVGElement] { [SVGElement("path", ["class": "edge", "d": path])] }

  /// Returns the range of powers of ten that includes all values. It has at least two powers.
  private static func powers(_ values: [Double]) -> ClosedRange<Int> {
    let low = Int(log10(values.min() ?? 1).rounded(.down))
    let high = Int(log10(values.max() ?? 1).rounded(.up))
    return low...max(high, low + 1)
  }

  /// Moves labels down so that none overlaps another.
  private static func apart(_ places: [Double]) -> [Double] {
    var places = places
    let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    for (upper, lower) in zip(order, order.dropFirst()) { places[lower] = max(places[lower], places[upper] + 14) }
    return places
  }

  private static func count(_ power: Int) -> String { "10" + superscript(power) }

  private static func superscript(_ power: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return String("\(power)".compactMap { $0.wholeNumberValue.map { digits[$0] } })
  }

  /// The label of a power of ten of nanoseconds.
  private static func time(_ power: Int) -> String {
    let units = ["ns", "µs", "ms", "s"]
    let unit = min(max(power / 3, 0), units.count - 1)
    return power < 0 ? "" : "1" + String(repeating: "0", count: power - unit * 3) + " \(units[unit])"
  }

  private static func text(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: String(format: "%.0f ns", nanoseconds)
    case ..<1_000_000: String(format: "%.1f µs", nanoseconds / 1_000)
    case ..<1_000_000_000: String(format: "%.1f ms", nanoseconds / 1_000_000)
    default: String(format: "%.2f s", nanoseconds / 1_000_000_000)
    }
  }
}
