#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  extension NSManagedObjectID: RowToken {}

  extension InnerItems {
    var groupCount: Int { groups.runs?.count ?? controller.sections?.count ?? 0 }

    /// The object with a name, unless it is unsaved; nil where it must be asked for by its place.
    func object(of token: ItemToken) -> NSManagedObject? { nil }

    /// The object at a place, which must exist. It may be a fault.
    func object(at place: RowPlace) -> NSManagedObject {
      controller.object(at: (groups.runs?.sectionPlace(place) ?? place).indexPath)
    }

    /// The object at a place; nil where another one is there, or none. A controller may be ahead of what it reports.
    func object(at place: RowPlace, ifNamed token: @autoclosure () -> ItemToken) -> NSManagedObject? {
      guard let object = currentObject(at: place), object.objectID == token() else { return nil }
      return object
    }

    /// The object at a place; nil where there is none.
    func currentObject(at place: RowPlace) -> NSManagedObject? {
      if let runs = groups.runs, place.section >= runs.count { return nil }
      let place = groups.runs?.sectionPlace(place) ?? place
      guard let sections = controller.sections, place.section < sections.count,
        place.item < sections[place.section].numberOfObjects
      else { return nil }
      return controller.object(at: place.indexPath)
    }

    /// The number of rows, added up over the sections: asking for the objects would make them.
    var rowCount: Int { (controller.sections ?? []).reduce(0) { $0 + $1.numberOfObjects } }

    /// The number of rows of a group; 0 where the controller has no such group, as where it is ahead of its reports.
    func rowCount(ofGroup group: Int) -> Int {
      if let runs = groups.runs { return group < runs.count ? runs.rowCount(ofGroup: group) : 0 }
      guard let sections = controller.sections, group < sections.count else { return 0 }
      return sections[group].numberOfObjects
    }

    func place(of object: NSManagedObject) -> RowPlace? {
      guard let place = controller.indexPath(forObject: object).map(RowPlace.init(_:)) else { return nil }
      return groups.runs?.groupPlace(place) ?? place
    }

    /// The section object that is a group's key; nil where another value is.
    func keyObject(ofGroup group: Int) -> NSManagedObject? {
      guard case .object(let id) = key(ofGroup: group) else { return nil }
      return controller.managedObjectContext.object(with: id)
    }

    func token(of id: NSManagedObjectID) -> ItemToken { id }

    func isTemporary(_ token: ItemToken) -> Bool { token.isTemporaryID }

    func id(of token: ItemToken) -> NSManagedObjectID { token }

    /// The ID of an item whose lists are gone.
    static func id(
      of token: ItemToken, _ entity: NSEntityDescription?, in context: NSManagedObjectContext
    ) -> NSManagedObjectID { token }

    /// Does nothing: a name is an ID here, of an item in the list or not.
    func noteFormer(of batch: InnerBatch) {}

    func noteFormer(_ object: NSManagedObject) {}
  }
#endif
