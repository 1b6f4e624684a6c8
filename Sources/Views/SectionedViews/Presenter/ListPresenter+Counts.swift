import SectionedChanges
import SectionedDataSources

// A header may show the number of items of its section. No view asks for the header again when items are inserted or
// deleted, and the section is not reported as changed. So the presenter passes such sections to the view.
extension ListPresenter {
  /// The number of items of a section of the view at the end of the plan that the view performs; 0 if the section is
  /// deleted then.
  package func finalCount(ofSection index: Int) -> Int {
    guard let stage else { return numberOfItems(inSection: index) }
    guard index >= 0, index < stage.numberOfSections, let new = stage.newSection(of: index) else { return 0 }
    return shown.numberOfItems(inSection: new)
  }

  /// Configures the headers and footers of sections whose number of items changed. If the program has a batch update of
  /// the view open, all headers and footers are configured when it has ended.
  func configureCounts(ofSections sections: [Int], in view: any ListView) {
    if sections.isEmpty { return }
    if view.hasOpenBatch { countsAreWanted = true } else { view.configureCounts(ofSections: sections) }
  }

  /// Configures the headers and footers of all sections, because the sections whose number changed were not recorded.
  func configureAllCounts() {
    countsAreWanted = false
    guard let view, hasShown else { return }
    configure(view) { view.configureCounts(ofSections: Array(0..<numberOfSections)) }
  }
}
