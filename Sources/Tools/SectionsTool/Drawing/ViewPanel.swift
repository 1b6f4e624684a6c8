/// A drawing of a list as one kind of view shows it: a heading, and rows below.
struct ViewPanel {
  enum Kind: String, CaseIterable {
    case table
    case cards
    case collection
    case picker
    case terminal

    var heading: String {
      switch self {
      case .table: "table"
      case .cards: "list in SwiftUI"
      case .collection: "collection"
      case .picker: "picker"
      case .terminal: "terminal"
      }
    }
  }

  private let kind: Kind
  private let x: Double
  private let width: Double
  private(set) var elements: [SVGElement]
  /// The lower edge of the last row.
  private(set) var bottom: Double

  private static let row = 22.0
  private static let margin = 8.0
  private static let gap = 6.0
  /// The number of visible rows of a picker above and below the picked row.
  private static let rowsBeside = 2

  init(_ kind: Kind, _ list: DrawnList, x: Double, y: Double, width: Double) {
    (self.kind, self.x, self.width) = (kind, x, width)
    elements = [.text(kind.heading, x: x, y: y + 11, class: "heading")]
    bottom = y + 18
    let top = bottom
    if kind == .picker { drawWheel(list.sections.flatMap(\.items)) } else { drawSections(of: list) }
    guard [.table, .picker, .terminal].contains(kind) else { return }
    elements.append(
      SVGElement(
        "rect",
        [
          "class": "edge", "x": SVG.number(x), "y": SVG.number(top), "width": SVG.number(width),
          "height": SVG.number(bottom - top),
        ]))
  }

  /// Returns the width that a list needs in each kind of view.
  static func width(of list: DrawnList) -> Double {
    let sections = list.sections.map(\.name.columns).max() ?? 0
    let items = list.sections.flatMap(\.items).map(\.columns).max() ?? 0
    let tile = Double(items) * SVG.columnWidth + 2 * margin
    return max(2 * tile + gap, Double(sections + 5) * SVG.columnWidth + 2 * margin, 150)
  }

  private mutating func drawSections(of list: DrawnList) {
    let isPlain = kind == .cards || kind == .collection
    for (index, section) in list.sections.enumerated() {
      add(
        "\(index)", section.name, box: isPlain ? "header paper" : "header row", text: "heading name",
        note: kind == .terminal ? "\(section.items.count)" : nil)
      bottom += Self.row
      for (item, name) in section.items.enumerated() {
        let place = "\(index)-\(item)"
        if kind == .collection {
          let tile = (width - Self.gap) / 2
          let isLeft = item.isMultiple(of: 2)
          add(place, name, box: "item row", text: "name", from: isLeft ? 0 : tile + Self.gap, width: tile)
          if !isLeft || item == section.items.count - 1 { bottom += Self.row + Self.gap }
        } else {
          add(place, name, box: kind == .terminal ? "item paper" : "item row", text: "name")
          bottom += Self.row
        }
      }
      if isPlain { bottom += Self.gap }
    }
  }

  /// Draws the picked item, in the middle, and the items around it.
  private mutating func drawWheel(_ items: [String]) {
    let picked = items.count / 2
    for index in picked - Self.rowsBeside...picked + Self.rowsBeside {
      if items.indices.contains(index) {
        let isPicked = index == picked
        add(
          "\(index)", items[index], box: isPicked ? "item move row" : "item paper",
          text: isPicked ? "name" : "faint name")
      }
      bottom += Self.row
    }
  }

  /// Adds a row at the bottom. Its place is a part of its element ID.
  private mutating func add(
    _ place: String, _ name: String, box: String, text: String, note: String? = nil, from offset: Double = 0,
    width: Double? = nil
  ) {
    let (left, width) = (x + offset, width ?? self.width)
    var parts = [
      SVGElement(
        "rect",
        [
          "class": box, "x": SVG.number(left), "y": SVG.number(bottom), "width": SVG.number(width),
          "height": SVG.number(Self.row), "rx": kind == .cards || kind == .collection ? "6" : "0",
        ]),
      .text(name, x: left + Self.margin, y: bottom + 15, class: text),
    ]
    if let note {
      parts.append(.text(note, x: left + width - Self.margin, y: bottom + 15, class: "faint note", endsThere: true))
    }
    elements.append(SVGElement("g", ["id": "\(kind.rawValue)-\(place)"], parts))
  }
}
