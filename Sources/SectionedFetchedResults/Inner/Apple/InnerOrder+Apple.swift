#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  extension InnerOrder {
    /// The index of an item among all; nil when it is no longer there.
    func index(of token: ItemToken) -> Int? {
      controller.indexPath(forObject: controller.managedObjectContext.object(with: token)).map { $0[1] }
    }
  }
#endif
