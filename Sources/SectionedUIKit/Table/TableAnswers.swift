#if canImport(UIKit) && !os(watchOS)
  import SectionedViews
  import UIKit

  /// The answers that a table needs beside those for its cells.
  @MainActor
  protocol TableAnswers: AnyObject {
    var content: any ListAnswers { get }
    var animations: TableAnimations { get }
    var showsHeadersOfEmptySections: Bool { get }
    var hidesSeparatorsOfPlaceholder: Bool { get }
    /// The title of a section's header or footer; nil where it has none.
    func title(_ role: ViewRole, ofSection section: Int) -> String?
    /// Whether a section has a header or a footer, a title or a view.
    func hasView(_ role: ViewRole, ofSection section: Int) -> Bool
  }
#endif
