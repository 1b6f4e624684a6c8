#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  extension InnerSections {
    /// The order of sections whose request has none: by key. Apple's controller does not fetch without an order.
    static func defaultOrder(by path: GroupingPath) -> [NSSortDescriptor] {
      path.attribute.map { [NSSortDescriptor(key: $0, ascending: true)] } ?? []
    }

    func allowDefaultOrder() {}

    /// Does nothing: Apple's controller reports every change, see `FetchedLists.withoutItems`.
    func passOver(changesOf key: String) {}
  }
#endif
