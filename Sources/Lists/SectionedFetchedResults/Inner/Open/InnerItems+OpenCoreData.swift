#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  extension InnerItems {
    var groupCount: Int { controller.sectionCount }

    /// The object of a token, unless it is unsaved; nil if it must be looked up by place.
    func object(of token: ItemToken) -> NSManagedObject? { controller.object(ofPrimaryKey: token) }

    /// The object at an existing place. It may be a fault.
    func object(at place: RowPlace) -> NSManagedObject {
      controller.object(at: place)
    }

    /// The object at an existing place. Its token needs no comparison, because our controllers report all that they
    /// show.
    func object(at place: RowPlace, ifNamed token: @autoclosure () -> ItemToken) -> NSManagedObject? {
      object(at: place)
    }

    var rowCount: Int { controller.resultCount }

    func rowCount(ofGroup group: Int) -> Int { controller.numberOfObjects(inSection: group) }

    func place(of object: NSManagedObject) -> RowPlace? {
      controller.place(of: object.objectID)
    }

    /// The tokens of a group's items, in order. No object is created.
    func rows(ofGroup group: Int) -> RowList<ItemToken> {
      if let short = controller.shortPrimaryKeys(inSection: group) { return RowList(narrow: short) }
      return RowList(controller.primaryKeys(inSection: group))
    }

    /// The key of a group, as the inner controller has it.
    func key(ofGroup group: Int) -> GroupKey {
      if let name = controller.sectionPrimaryKey(at: group) { return .object(name) }
      return GroupKey(controller.sectionKey(at: group), isBoolean: path.isBoolean)
    }

    /// The section object that is a group's key; nil if the key is another value.
    func keyObject(ofGroup group: Int) -> NSManagedObject? {
      controller.sectionObjectID(at: group).map { controller.managedObjectContext.object(with: $0) }
    }

    func token(of id: NSManagedObjectID) -> ItemToken { id.primaryKey }

    func isTemporary(_ token: ItemToken) -> Bool { RowKey.isTemporary(token) }

    /// Records the IDs of the items that a batch removes from the list.
    func noteFormer(of batch: InnerBatch) {
      if entity.subentities.isEmpty { return }
      for touch in batch.touches where touch.new == nil {
        former[touch.name.ownToken] = controller.objectID(for: touch.name.key)
      }
    }

    /// Records the new ID of an item that is no longer in the list.
    func noteFormer(_ object: NSManagedObject) {
      if entity.subentities.isEmpty || place(of: object) != nil { return }
      former[token(of: object.objectID)] = object.objectID
    }

    /// The ID of an item, in the list or not.
    func id(of token: ItemToken) -> NSManagedObjectID {
      if !former.isEmpty, let id = former[token], controller.place(ofPrimaryKey: token) == nil { return id }
      if let id = controller.objectID(ofPrimaryKey: token) { return id }
      if let place = controller.place(ofPrimaryKey: token) { return controller.objectID(at: place) }
      return controller.managedObjectContext.objectID(primaryKey: token, entity: entity)
    }

    /// The ID of an item whose lists were released.
    static func id(
      of token: ItemToken, _ entity: NSEntityDescription?, in context: NSManagedObjectContext
    ) -> NSManagedObjectID {
      guard let entity else { FirstFetch.isMissing("item") }
      return context.objectID(primaryKey: token, entity: entity)
    }
  }
#endif
