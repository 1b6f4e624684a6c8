#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import Foundation

  @MainActor
  extension FetchedSections {
    /// The order of the items within their section, as far as it is by typed key paths.
    public var sortDescriptors: [SortDescriptor<Item>] {
      get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Item.self) } }
      nonmutating set { nsSortDescriptors = newValue.map { NSSortDescriptor($0) } }
    }
  }
#endif
