#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  extension InnerSections {
    /// Does nothing: Apple's controller does not fetch without an order, and here sections have keys.
    func allowIdentityOrder() {}

    /// Does nothing: Apple's controller reports every change, see `FetchedLists.withoutItems`.
    func passOver(changesOf key: String) {}
  }
#endif
