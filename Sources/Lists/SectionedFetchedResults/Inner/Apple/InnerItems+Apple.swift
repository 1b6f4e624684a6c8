#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  extension NSManagedObjectID: RowToken {}

  extension InnerItems {
    var groupCount: Int { groups.runs?.count ?? controller.sections?.count ?? 0 }

    /// The object of a token. Always nil, because Apple's controller finds objects by place only.
    func object(of token: ItemToken) -> NSManagedObject? { nil }

    /// The object at an existing place. It may be a fault.
    func object(at place: RowPlace) -> NSManagedObject {
      controller.object(at: (groups.runs?.sectionPlace(place) ?? place).indexPath)
    }

    /// The object at a place; nil if another object is there, or none, because a controller may be ahead of its
    /// reports.
    func object(at place: RowPlace, ifNamed token: @autoclosure () -> ItemToken) -> NSManagedObject? {
      guard let object = currentObject(at: place), object.objectID == token() else { return nil }
      return object
    }

    /// The object at a place; nil if the controller has no such place.
    func currentObject(at place: RowPlace) -> NSManagedObject? {
      if let runs = groups.runs, place.section >= runs.count { return nil }
      let place = groups.runs?.sectionPlace(place) ?? place
      guard let sections = controller.sections, place.section < sections.count,
        place.item < sections[place.section].numberOfObjects
      else { return nil }
      return controller.object(at: place.indexPath)
    }

    /// The number of rows, summed over the sections because `fetchedObjects` would create all objects.
    var rowCount: Int { (controller.sections ?? []).reduce(0) { $0 + $1.numberOfObjects } }

    /// The number of rows of a group; 0 if the controller has no such group because it is ahead of its reports.
    func rowCount(ofGroup group: Int) -> Int {
      if let runs = groups.runs { return group < runs.count ? runs.rowCount(ofGroup: group) : 0 }
      guard let sections = controller.sections, group < sections.count else { return 0 }
      return sections[group].numberOfObjects
    }

    func place(of object: NSManagedObject) -> RowPlace? {
      guard let place = controller.indexPath(forObject: object).map(RowPlace.init(_:)) else { return nil }
      return groups.runs?.groupPlace(place) ?? place
    }

    /// The section object that is a group's key; nil if the key is another value.
    func keyObject(ofGroup group: Int) -> NSManagedObject? {
      guard case .object(let id) = key(ofGroup: group) else { return nil }
      return controller.managedObjectContext.object(with: id)
    }

    func token(of id: NSManagedObjectID) -> ItemToken { id }

    func isTemporary(_ token: ItemToken) -> Bool { token.isTemporaryID }

    func id(of token: ItemToken) -> NSManagedObjectID { token }

    /// The ID of an item whose lists were released.
    static func id(
      of token: ItemToken, _ entity: NSEntityDescription?, in context: NSManagedObjectContext
    ) -> NSManagedObjectID { token }

    /// Does nothing, because here a token is the object ID itself.
    func noteFormer(of batch: InnerBatch) {}

    func noteFormer(_ object: NSManagedObject) {}
  }
#endif
