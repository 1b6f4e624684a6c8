#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  /// How an item is named inside the controller: by its ID.
  package typealias ItemToken = NSManagedObjectID

  extension NSManagedObjectID: RowToken {}

  extension InnerItems {
    var groupCount: Int { controller.sections?.count ?? 0 }

    /// The object of a name that is none of an unsaved one; nil where it must be asked for by its place.
    func object(of token: ItemToken) -> NSManagedObject? { nil }

    /// The object at a place, which must exist. It may be a fault.
    func object(at place: GroupPlace) -> NSManagedObject { controller.object(at: place.indexPath) }

    var rowCount: Int { controller.fetchedObjects?.count ?? 0 }

    func rowCount(ofGroup group: Int) -> Int { controller.sections?[group].numberOfObjects ?? 0 }

    func place(of object: NSManagedObject) -> GroupPlace? {
      controller.indexPath(forObject: object).map(GroupPlace.init(_:))
    }

    /// The names of the items of a group, in order.
    func rows(ofGroup group: Int) -> RowList<ItemToken> {
      var names: ContiguousArray<ItemToken> = []
      for case let object as NSManagedObject in controller.sections?[group].objects ?? [] {
        names.append(object.objectID)
      }
      return RowList(names)
    }

    /// The key of a group, read from its first item: an inner controller has its text only.
    func key(ofGroup group: Int) -> GroupKey { path.key(ofItem: object(at: GroupPlace(group: group, row: 0))) }

    /// The section object that is a group's key; nil where another value is.
    func keyObject(ofGroup group: Int) -> NSManagedObject? {
      guard case .object(let id) = key(ofGroup: group) else { return nil }
      return controller.managedObjectContext.object(with: id)
    }

    func token(of id: NSManagedObjectID) -> ItemToken { id }

    func isTemporary(_ token: ItemToken) -> Bool { token.isTemporaryID }

    func id(of token: ItemToken) -> NSManagedObjectID { token }

    /// A name is an ID here, of an item in the list or not.
    func noteFormer(of batch: InnerBatch) {}

    func noteFormer(of shown: ShownList, _ earlier: FetchedLists) {}
  }
#endif
