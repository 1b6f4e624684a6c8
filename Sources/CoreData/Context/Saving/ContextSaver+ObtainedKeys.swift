/// Permanent keys for objects that are not saved.
extension ContextSaver {
  func obtainPermanentKeys(for objects: [NSManagedObject]) throws {
    context.requireQueue()
    if isHandingOver { throw NSManagedObjectContext.saveInsideSave }
    if parentLink.superior != nil {
      var seen = ObjectList()
      for object in objects
      where object.key.isTemporary && object.registry === graph.registry && !object.flags.contains(.neverSaved) {
        seen.insert(object)
      }
      try parentLink.promoteInParent(Array(seen.all))
    }
    let promotions = try events.givePermanentKeys(to: objects)
    guard !promotions.isEmpty else { return }
    let notice = ContextNotice()
    notice.event.promotions = promotions
    events.announce(notice)
  }
}
