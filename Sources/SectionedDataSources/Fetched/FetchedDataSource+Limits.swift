import CoreData
import SectionedChanges
import SectionedFetchedResults

/// The limits of the controller's sections: its `itemLimit`, or one of a section's own.
extension FetchedDataSource: LimitedDataSource {
  public func totalNumberOfItems(inSection section: Int) -> Int {
    section >= 0 && section < controller.allSections.count
      ? controller.allSections[section].totalNumberOfObjects : 0
  }

  public func limit(ofSectionAt section: Int) -> ItemLimit {
    section >= 0 && section < controller.allSections.count ? controller.itemLimit(ofSectionAt: section) : .all
  }

  public func setLimit(_ limit: ItemLimit, ofSectionAt section: Int) {
    guard section >= 0, section < controller.allSections.count else { return }
    controller.setItemLimit(limit, ofSectionAt: section)
  }
}
