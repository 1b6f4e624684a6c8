import CoreData
import SectionedTerminal

/// The lines of an attribute's value, wrapped at the width of the screen.
final class ValuePane: RowsPane {
  let object: NSManagedObject
  let attribute: NSAttributeDescription
  private let layout: Layout

  /// The width at which lines are wrapped, and the summary of the value.
  private final class Layout {
    var width = 80
    var summary = ""
  }

  /// - Parameters:
  ///   - object: the object.
  ///   - attribute: the attribute.
  ///   - revision: returns the revision of the context. The value is read again when it changes.
  init(_ object: NSManagedObject, _ attribute: NSAttributeDescription, revision: @escaping () -> Int) {
    let layout = Layout()
    (self.object, self.attribute, self.layout) = (object, attribute, layout)
    super.init(attribute.name.printable, columns: [TerminalColumn()], revision: revision) {
      [PaneSection(id: attribute.name, rows: Self.rows(of: object, attribute, layout))]
    }
  }

  override var title: String {
    guard DetailsPane.isThere(object) else { return super.title }
    return "\(super.title) of \((try? ObjectTitle.text(of: object)) ?? ObjectTitle.shortName(of: object.objectID))"
  }

  override var summary: String { layout.summary }

  override func layOut(width: Int) {
    guard width != layout.width else { return }
    layout.width = width
    fetchAgain()
    // Do not mark lines that were only wrapped at another width.
    list.clearMarks()
  }

  private static func rows(
    of object: NSManagedObject, _ attribute: NSAttributeDescription, _ layout: Layout
  ) -> [PaneRow] {
    layout.summary = ""
    guard DetailsPane.isThere(object) else {
      return [PaneRow(id: "", texts: ["This object is deleted."], style: .failed)]
    }
    do {
      guard let value = try StoredValue(of: object, attribute) else { return [PaneRow(id: "", texts: ["–"])] }
      layout.summary = value.summary
      // A list shows marks in two cells at its left.
      let width = max(1, layout.width - 2)
      let lines = value.lines(width: width).flatMap { TerminalLines.broken($0, to: width) }
      return lines.enumerated().map { PaneRow(id: String($0), texts: [$1]) }
    } catch {
      return [PaneRow(id: "", texts: [describe(error).printable], style: .failed)]
    }
  }
}
