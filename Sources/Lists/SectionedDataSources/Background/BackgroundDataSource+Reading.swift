import CoreData
import SectionedChanges

// The list as of the last step. Reading a row whose value has not arrived requests the value.
extension BackgroundDataSource {
  /// The value of an item, or the placeholder until it arrives; nil when the item is not in the list.
  ///
  /// - Complexity: O(1) if the value has arrived, otherwise that of `place(of:)`.
  public func item(for id: ListedID<NSManagedObjectID>) -> Value? {
    guard id.occurrence == 0 else { return nil }
    return items[id.id] == nil && place(of: id) == nil ? nil : read(id.id)
  }

  /// The value of a section, or the placeholder until it arrives; nil when the section is not in the list.
  ///
  /// - Complexity: O(1) if the value has arrived, otherwise that of `index(ofSection:)`.
  public func section(for id: ListedID<NSManagedObjectID?>) -> SectionValue? {
    guard id.occurrence == 0 else { return nil }
    return sections[id.id] ?? (index(ofSection: id) == nil ? nil : value(ofSection: id.id))
  }

  /// The value of the item at a place, or the placeholder until it arrives; nil if there is no item.
  ///
  /// - Complexity: O(log rows).
  public func item(at place: ItemPlace) -> Value? {
    itemID(at: place).map { read($0.id) }
  }

  /// The value of the section at an index, or the placeholder until it arrives; nil if there is no section.
  ///
  /// - Complexity: O(log sections).
  public func section(at index: Int) -> SectionValue? { sectionID(at: index).map { value(ofSection: $0.id) } }

  /// Calls a closure with the items of a section and their values, in order. This requests all values of the section
  /// that have not arrived.
  public func forEachItem(inSection section: Int, _ body: (ListedID<NSManagedObjectID>, Value) -> Void) {
    guard section >= 0, section < snapshot.numberOfSections else { return }
    for element in snapshot.sections[section].items { body(element.id, value(of: element.id.id)) }
  }

  /// The place of an item in the list as of the last step; nil if it is not there.
  ///
  /// - Complexity: O(log rows) near the place that was returned last. Elsewhere O(rows) for the first calls after a
  ///   step, then O(1).
  public func place(of id: ListedID<NSManagedObjectID>) -> ItemPlace? {
    let list = snapshot
    return places.place(of: id, in: list) { shownPlace(of: id) }
  }

  /// The index of a section in the list as of the last step; nil if it is not there.
  ///
  /// - Complexity: O(sections) for the first call after a step, then O(1).
  public func index(ofSection id: ListedID<NSManagedObjectID?>) -> Int? { places.index(ofSection: id, in: snapshot) }

  /// Whether the value of an item has arrived. This does not request the value.
  public func hasValue(for id: ListedID<NSManagedObjectID>) -> Bool { id.occurrence == 0 && items[id.id] != nil }

  /// The object of the item at a place, in a context of the program, such as the container's `viewContext`; nil if
  /// there is no item, or its object was deleted.
  ///
  /// Change the object in that context and save. The source follows the save.
  ///
  /// - Parameters:
  ///   - place: a place in the list as of the last step.
  ///   - context: the context of the object. This method must be called on its queue.
  /// - Complexity: O(log rows), and a read of one row.
  public func object(at place: ItemPlace, in context: NSManagedObjectContext) -> Object? {
    itemID(at: place).flatMap { try? context.existingObject(with: $0.id) as? Object }
  }

  /// The background context of the list. Use it within ``perform(_:)``, which runs on its queue.
  public var managedObjectContext: NSManagedObjectContext { worker.context }

  /// Returns the value of an item, and records that the item was read: its neighbours are likely to be read next.
  private func read(_ id: NSManagedObjectID) -> Value {
    guard let value = items[id] else { return value(of: id) }
    requests.noteRead(id)
    return value
  }

  private func value(of id: NSManagedObjectID) -> Value {
    if let value = items[id] { return value }
    if !evicted.contains(id), requests.want(id) { worker.perform { $0.work() } }
    return placeholder
  }

  private func value(ofSection id: NSManagedObjectID?) -> SectionValue {
    if let value = sections[id] { return value }
    if requests.want(section: id) { worker.perform { $0.work() } }
    return sectionPlaceholder
  }
}
