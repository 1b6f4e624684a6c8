/// A drawing of a list as each kind of view shows it, in two rows of panels.
struct ViewsDrawing {
  let list: DrawnList
  let title: String

  private static let columns = 3
  private static let margin = 12.0
  private static let gap = 20.0

  var svg: SVG {
    let width = ViewPanel.width(of: list)
    var elements: [SVGElement] = []
    var (top, bottom) = (Self.margin, Self.margin)
    for (index, kind) in ViewPanel.Kind.allCases.enumerated() {
      let column = index % Self.columns
      if column == 0, index > 0 { top = bottom + Self.gap }
      let x = Self.margin + Double(column) * (width + Self.gap)
      let panel = ViewPanel(kind, list, x: x, y: top, width: width)
      elements += panel.elements
      bottom = max(bottom, panel.bottom)
    }
    let all = Double(Self.columns) * (width + Self.gap) - Self.gap
    return SVG(title: title, width: all + 2 * Self.margin, height: bottom + Self.margin, elements: elements)
  }
}
