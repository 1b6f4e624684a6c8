#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  extension TableBinding: TableAnswers {
    var content: any ListAnswers { list }

    func title(_ role: ViewRole, ofSection section: Int) -> String? {
      guard let title = role == .header ? headerTitle : footerTitle, isShown(section) else { return nil }
      return presenter.section(at: section).flatMap { title($0, section) }
    }

    func hasView(_ role: ViewRole, ofSection section: Int) -> Bool {
      guard isShown(section) else { return false }
      return title(role, ofSection: section) != nil
        || list.choice(role, at: ItemPlace(section: section, item: 0)).rule != nil
    }

    /// Whether a section shows its header and footer.
    func isShown(_ section: Int) -> Bool {
      showsHeadersOfEmptySections || presenter.numberOfItems(inSection: section) > 0
    }
  }
#endif
