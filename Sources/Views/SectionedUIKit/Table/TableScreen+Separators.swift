#if canImport(UIKit) && !os(watchOS)
  import SectionedViews
  import UIKit

  extension TableScreen {
    #if os(tvOS)
      func updateSeparators() {}
      func restoreSeparators() {}
    #else
      /// Hides the table's separators while a placeholder is its only row.
      func updateSeparators() {
        guard let table = view, let answers else { return }
        guard answers.hidesSeparatorsOfPlaceholder, answers.content.showsPlaceholder else {
          return restoreSeparators()
        }
        if separators == nil { separators = table.separatorStyle }
        table.separatorStyle = .none
      }

      func restoreSeparators() {
        if let separators { view?.separatorStyle = separators }
        separators = nil
      }
    #endif
  }
#endif
