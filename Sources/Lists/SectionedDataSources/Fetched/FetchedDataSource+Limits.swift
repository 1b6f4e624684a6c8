import CoreData
import SectionedChanges
import SectionedFetchedResults

/// Item limits of the controller's sections. A section without a limit of its own has the controller's `itemLimit`.
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
