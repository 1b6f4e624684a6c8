import SectionedChanges
import SectionedDataSources

// A header may show how many items its section has. No view asks for it again when items come or go, and no change of
// the section is reported: so the presenter names the sections.
extension ListPresenter {
  /// The number of items of a section of the view, as it is at the end of the plan that the view performs; 0 for a
  /// section that is gone then.
  package func finalCount(ofSection index: Int) -> Int {
    guard let stage else { return numberOfItems(inSection: index) }
    guard index >= 0, index < stage.numberOfSections, let new = stage.newSection(of: index) else { return 0 }
    return shown.numberOfItems(inSection: new)
  }

  /// Has the headers and footers of sections configured whose number of items changed. Within a batch of the program's
  /// own that waits for its end.
  func configureCounts(ofSections sections: [Int], in view: any ListView) {
    if sections.isEmpty { return }
    if view.hasOpenBatch { countsAreWanted = true } else { view.configureCounts(ofSections: sections) }
  }

  /// The same for all sections, while nothing else is shown: of what changed meanwhile the places are not kept.
  func configureAllCounts() {
    countsAreWanted = false
    guard let view, hasShown else { return }
    configure(view) { view.configureCounts(ofSections: Array(0..<numberOfSections)) }
  }
}
