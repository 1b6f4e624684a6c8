#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  /// Our inner controller has the groups by their keys and the rows by their names: nothing else is kept.
  struct InnerGroups {}

  extension InnerItems {
    func beginReading(isFetched: Bool, sectionKeys: [GroupKey]) {}
    func endReading() {}

    /// The items that are not saved.
    func itemsNotSaved() -> [NSManagedObject] { controller.objectsWithTemporaryKeys }

    /// Keys that differ make groups that differ.
    func mayShareName(at place: RowPlace) -> Bool { false }

    var isSplit: Bool { false }
  }

  extension FetchedLists {
    /// The sections of the list that are not saved.
    func sectionsNotSaved() -> [NSManagedObject] {
      if context.parent == nil { return context.insertedObjects.filter { slots[ObjectIdentifier($0)] != nil } }
      // What a context above this one has inserted is no insertion here.
      return engine.order.compactMap { objects[Int($0)] }.filter(\.objectID.isTemporaryID)
    }
  }
#endif
