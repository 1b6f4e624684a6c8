import CoreData

/// The objects that the context names in an event, for comparison with the reports of the inner controllers.
///
/// Apple's inner controller may miss a change, report it late, or not name the changed properties. Ours does none of
/// that, so there notifications are compared only while a test injects a fault.
struct ReportCheck {
  typealias Change = (object: NSManagedObject, keys: Set<String>?)

  /// Whether notifications are compared with the reports.
  var readsNotifications = FetchedLists.innerMayPassOver
  /// Items that a notification named as changed and that no inner controller has reported yet. A late report takes its
  /// keys from here, because the object has lost its changes by then. If no report comes, the change is delivered from
  /// here.
  private var items: [ObjectIdentifier: Change] = [:]
  /// Separate from `items`, because an object may be both an item and a section.
  private var sections: [ObjectIdentifier: Change] = [:]
  /// Items whose places are compared with the reports, because a notification named them or they were reported while
  /// more of their event was awaited.
  private(set) var named: [NSManagedObject] = []
  /// Items of applied events whose groups are compared with their keys after the waiting events.
  private var uncheckedItems: [NSManagedObject] = []
  /// Whether a notification named deleted objects, which an inner controller should have reported, too.
  private var namesDeleted = false
  /// Whether an inner controller was ahead when an event with sections was applied.
  private var isAhead = false

  /// Whether an object was named as changed and not reported.
  var hasUnreported: Bool { !items.isEmpty || !sections.isEmpty }

  /// Whether anything was named that an inner controller may have missed.
  var hasNamed: Bool { namesDeleted || !named.isEmpty }

  mutating func note(changedItem object: NSManagedObject, _ keys: Set<String>?) {
    items[ObjectIdentifier(object)] = (object, keys)
  }

  mutating func note(changedSection object: NSManagedObject, _ keys: Set<String>?) {
    sections[ObjectIdentifier(object)] = (object, keys)
  }

  mutating func note(namedItem object: NSManagedObject) { named.append(object) }

  mutating func note(uncheckedItem object: NSManagedObject) { uncheckedItems.append(object) }

  /// Takes the items whose groups have not been compared with their keys.
  mutating func takeUncheckedItems() -> [NSManagedObject] {
    defer { uncheckedItems = [] }
    return uncheckedItems
  }

  mutating func noteAhead() { isAhead = true }

  /// Whether an inner controller was ahead when an event with sections was applied since the last call.
  mutating func takeIsAhead() -> Bool {
    defer { isAhead = false }
    return isAhead
  }

  mutating func noteDeletion() { namesDeleted = true }

  /// Takes the recorded change of an item that is reported now; nil when there is none.
  mutating func takeItem(_ object: NSManagedObject) -> Change? { items.removeValue(forKey: ObjectIdentifier(object)) }

  /// The recorded change of a section that no inner controller has reported; nil when there is none.
  func section(_ object: NSManagedObject) -> Change? { sections[ObjectIdentifier(object)] }

  mutating func forgetSection(_ object: NSManagedObject) {
    if !sections.isEmpty { sections[ObjectIdentifier(object)] = nil }
  }

  /// Takes all changes that no inner controller reported.
  mutating func takeUnreported() -> (items: [Change], sections: [Change]) {
    defer { (items, sections) = ([:], [:]) }
    return (Array(items.values), Array(sections.values))
  }

  /// Forgets which objects were named, when all reports of them are delivered.
  mutating func forgetNamed() { (named, namesDeleted) = ([], false) }
}
