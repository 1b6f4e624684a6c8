/// The beginning without objects.
extension ObjectGraph {
  /// Has all objects call `willTurnIntoFault`, because they are about to be disowned.
  func announceTurning() {
    isForgetting = true
    for object in registry.objects where object.flags.isDisjoint(with: .faults) {
      object.lifeCycle.begin(.turning)
      object.willTurnIntoFault()
    }
    isForgetting = false
  }

  /// Starts without objects.
  ///
  /// - Parameter context: the owner of the objects to come.
  func startEmpty(in context: NSManagedObjectContext) {
    registry = ObjectRegistry(coordinator: coordinator, isPlain: makesPlainObjects)
    registry.adopt(by: context)
    retained = context.retainsRegisteredObjects ? [] : nil
    saves = SaveCursor(at: sourceNumber ?? 0)
    readScope = ReadScope()
  }
}
