import CoreData

/// What the context names of an event, to be compared with what the inner controllers report of it.
///
/// Apple's inner controller may pass a change over, report it late, or not say what changed. Ours does none of that, so
/// that notifications are looked at only while a test spoils what it reports.
struct ReportCheck {
  typealias Change = (object: NSManagedObject, keys: Set<String>?)

  /// Whether notifications are looked at.
  var readsNotifications = FetchedLists.innerMayPassOver
  /// Objects that a notification named as changed and that no inner controller has reported yet: reported late, they do
  /// not have their changes any more; never reported, they are delivered without an inner controller.
  private var items: [ObjectIdentifier: Change] = [:]
  /// Apart from the items: an object may be both.
  private var sections: [ObjectIdentifier: Change] = [:]
  /// Items that were named, by a notification or while more was to come of their event. Each should stand where the
  /// reports lead to.
  private(set) var named: [NSManagedObject] = []
  /// Whether a notification named deleted objects, which an inner controller should have reported, too.
  private var namesDeleted = false

  /// Whether an object was named as changed and not reported.
  var hasUnreported: Bool { !items.isEmpty || !sections.isEmpty }

  /// Whether anything was named that can have been passed over.
  var hasNamed: Bool { namesDeleted || !named.isEmpty }

  mutating func note(changedItem object: NSManagedObject, _ keys: Set<String>?) {
    items[ObjectIdentifier(object)] = (object, keys)
  }

  mutating func note(changedSection object: NSManagedObject, _ keys: Set<String>?) {
    sections[ObjectIdentifier(object)] = (object, keys)
  }

  mutating func note(namedItem object: NSManagedObject) { named.append(object) }

  mutating func noteDeletion() { namesDeleted = true }

  /// What is known of an item that is reported now; nil when nothing is.
  mutating func takeItem(_ object: NSManagedObject) -> Change? { items.removeValue(forKey: ObjectIdentifier(object)) }

  /// What is known of a section that no inner controller has reported; nil when nothing is.
  func section(_ object: NSManagedObject) -> Change? { sections[ObjectIdentifier(object)] }

  mutating func forgetSection(_ object: NSManagedObject) {
    if !sections.isEmpty { sections[ObjectIdentifier(object)] = nil }
  }

  /// Takes out what no inner controller reported.
  mutating func takeUnreported() -> (items: [Change], sections: [Change]) {
    defer { (items, sections) = ([:], [:]) }
    return (Array(items.values), Array(sections.values))
  }

  /// Forgets which objects were named, when all reports of them are delivered.
  mutating func forgetNamed() { (named, namesDeleted) = ([], false) }
}
