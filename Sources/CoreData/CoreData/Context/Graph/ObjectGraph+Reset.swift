/// Resetting a context's objects.
extension ObjectGraph {
  /// Calls `willTurnIntoFault` on all objects that are not faults, because they are about to leave the context.
  func announceTurning() {
    isForgetting = true
    for object in registry.objects where object.flags.isDisjoint(with: .faults) {
      object.lifeCycle.begin(.turning)
      object.willTurnIntoFault()
    }
    isForgetting = false
  }

  /// Starts with an empty identity map.
  ///
  /// - Parameter context: the context of the objects that are created from now on.
  func startEmpty(in context: NSManagedObjectContext) {
    registry = ObjectRegistry(coordinator: coordinator, isPlain: makesPlainObjects)
    registry.adopt(by: context)
    retained = context.retainsRegisteredObjects ? [] : nil
    saves = SaveCursor(at: sourceNumber ?? 0)
    readScope = ReadScope()
  }
}
