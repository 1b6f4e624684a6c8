import CoreData

/// Items that were not saved when they entered the list, with the temporary tokens that the engine uses until they are
/// saved.
struct UnsavedItems {
  struct Item {
    let token: ItemToken
    let object: NSManagedObject
    /// The ID under which the item was reported.
    let id: NSManagedObjectID
  }

  private var tokens: [ObjectIdentifier: ItemToken] = [:]
  private var items: [ItemToken: Item] = [:]
  /// The items that the last event removed from the list. They are kept because the old list is shown while the event
  /// is reported.
  private var left: [ItemToken: Item] = [:]

  var isEmpty: Bool { tokens.isEmpty }

  /// Whether any item may still get a permanent token.
  var hasAny: Bool { !items.isEmpty || !left.isEmpty }

  func token(of object: NSManagedObject) -> ItemToken? { tokens[ObjectIdentifier(object)] }

  func object(_ token: ItemToken) -> NSManagedObject? { (items[token] ?? left[token])?.object }

  func id(_ token: ItemToken) -> NSManagedObjectID? { (items[token] ?? left[token])?.id }

  mutating func add(_ object: NSManagedObject, _ token: ItemToken) {
    // Another instance may have had this token. Forget its entry, because a later object may be allocated at its
    // address.
    for item in [items[token], left.removeValue(forKey: token)] { if let item { forgetName(of: item) } }
    tokens[ObjectIdentifier(object)] = token
    items[token] = Item(token: token, object: object, id: object.objectID)
  }

  var objects: [NSManagedObject] { items.values.map(\.object) }

  /// Replaces the objects of the items.
  mutating func replace(_ revived: RevivedObjects) {
    for item in Array(items.values) {
      guard let object = revived[ObjectIdentifier(item.object)] else { continue }
      tokens[ObjectIdentifier(item.object)] = nil
      tokens[ObjectIdentifier(object)] = item.token
      items[item.token] = Item(token: item.token, object: object, id: item.id)
    }
  }

  mutating func remove(_ token: ItemToken) {
    // The item keeps its token, because the old list has it under this one whatever ID it gets meanwhile.
    guard let item = items.removeValue(forKey: token) else { return }
    if let earlier = left.updateValue(item, forKey: token), earlier.object !== item.object { forgetName(of: earlier) }
  }

  /// Removes all items.
  mutating func removeAll() {
    forgetLeft()
    (left, items) = (items, [:])
  }

  mutating func forgetLeft() {
    if left.isEmpty { return }
    for item in left.values { forgetName(of: item) }
    left = [:]
  }

  private mutating func forgetName(of item: Item) {
    // The object may have been inserted again under another token.
    let object = ObjectIdentifier(item.object)
    if tokens[object] == item.token { tokens[object] = nil }
  }

  /// Removes the items that have permanent IDs now, and returns them.
  mutating func takeSaved() -> (present: [Item], left: [Item]) {
    let present = items.values.filter { !$0.object.objectID.isTemporaryID }
    let gone = left.values.filter { !$0.object.objectID.isTemporaryID }
    for item in present {
      items[item.token] = nil
      tokens[ObjectIdentifier(item.object)] = nil
    }
    for item in gone {
      left[item.token] = nil
      forgetName(of: item)
    }
    return (present, gone)
  }
}

/// Section objects that were not saved when they entered the list, with the IDs under which they were reported.
struct UnsavedSections {
  typealias Section = (object: NSManagedObject, id: NSManagedObjectID)

  private var sections: [ObjectIdentifier: Section] = [:]
  /// The sections that the last event removed from the list. They are kept because the old list is shown while the
  /// event is reported.
  private var left: [ObjectIdentifier: Section] = [:]

  var isEmpty: Bool { sections.isEmpty && left.isEmpty }

  mutating func add(_ object: NSManagedObject) {
    let id = object.objectID
    guard id.isTemporaryID else { return }
    left[ObjectIdentifier(object)] = nil
    sections[ObjectIdentifier(object)] = (object, id)
  }

  mutating func remove(_ object: NSManagedObject) {
    if sections.isEmpty { return }
    if let section = sections.removeValue(forKey: ObjectIdentifier(object)) { left[ObjectIdentifier(object)] = section }
  }

  mutating func removeAll() { (left, sections) = (sections, [:]) }

  var objects: [NSManagedObject] { sections.values.map(\.object) }

  /// Replaces the objects of the sections.
  mutating func replace(_ revived: RevivedObjects) {
    for (name, section) in sections {
      guard let object = revived[name], object !== section.object else { continue }
      sections[name] = nil
      sections[ObjectIdentifier(object)] = (object, section.id)
    }
  }

  mutating func forgetLeft() { if !left.isEmpty { left = [:] } }

  /// The sections that have permanent IDs now.
  var saved: [Section] { [sections, left].flatMap(\.values).filter { !$0.object.objectID.isTemporaryID } }

  /// Removes the sections that have permanent IDs now, and returns them.
  mutating func takeSaved() -> [Section] {
    let saved = saved
    for section in saved {
      sections[ObjectIdentifier(section.object)] = nil
      left[ObjectIdentifier(section.object)] = nil
    }
    return saved
  }
}
