/// Lets another module of the package look at the event that a context is telling, while it is told.
///
/// The keys are those of the event itself, so that they are known for objects that another context changed, too. A
/// watch made before a results controller fetches hears of each event before it.
package final class ContextEventWatch: ContextObserver {
  private var event = ContextEvent()
  /// What changed, by object; made when it is first asked for.
  private var updates: [RowKey: SlotSet?]?

  package init(_ context: NSManagedObjectContext) { context.observers.add(self) }

  /// The properties of an object that the event changed; nil when that is not known, because the object was merged or
  /// refreshed. Empty for an object that the event does not name.
  package func changedKeys(of object: NSManagedObject) -> Set<String>? {
    if updates == nil { updates = index() }
    guard let slots = updates?[object.objectID.key] else { return [] }
    let layout = object.entity.layout
    return slots.map { Set($0.slots.map { layout.slots[$0].name }) }
  }

  private func index() -> [RowKey: SlotSet?] {
    var result: [RowKey: SlotSet?] = [:]
    result.reserveCapacity(event.updated.count + event.refreshed.count)
    for update in event.updated { result[update.key] = .some(update.slots) }
    for key in event.refreshed { result[key] = .some(nil) }
    return result
  }

  func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) {
    self.event = event
    updates = nil
  }
}
