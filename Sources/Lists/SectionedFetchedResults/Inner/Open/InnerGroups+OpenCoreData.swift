#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  /// Empty, because our inner controller provides the keys of groups and rows.
  struct InnerGroups {}

  extension InnerItems {
    func beginReading(isFetched: Bool, sectionKeys: [GroupKey]) {}
    func endReading() {}

    /// The items that are not saved.
    func itemsNotSaved() -> [NSManagedObject] { controller.objectsWithTemporaryKeys }

    /// Always false, because our controller makes a group for each key.
    func mayShareName(at place: RowPlace) -> Bool { false }

    var isSplit: Bool { false }
  }

  extension FetchedLists {
    /// The sections of the list that are not saved.
    func sectionsNotSaved() -> [NSManagedObject] {
      if context.parent == nil { return context.insertedObjects.filter { slots[ObjectIdentifier($0)] != nil } }
      // Objects that a parent context inserted are not in this context's `insertedObjects`.
      return engine.order.compactMap { objects[Int($0)] }.filter(\.objectID.isTemporaryID)
    }
  }
#endif
