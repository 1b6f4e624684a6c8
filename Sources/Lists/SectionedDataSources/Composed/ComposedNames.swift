import SectionedChanges

/// The names that a composed source gives the elements of its children.
///
/// An identifier that occurs once has the name that its child gives it. Nothing is stored for it, except an entry of
/// the index if there is one. Appearances are stored only for identifiers that occur, or have occurred, more than once.
@usableFromInline
struct ComposedNames<ID: Hashable & Sendable> {
  /// An appearance of an identifier in a child.
  @usableFromInline
  struct Appearance: Hashable {
    /// The child's number.
    @usableFromInline
    let slot: Int32
    /// The occurrence in the child.
    @usableFromInline
    let local: Int32
    /// The occurrence in the composed list.
    @usableFromInline
    let number: Int32

    /// Whether the appearance need not be stored if it is the only one.
    @inlinable
    var isPlain: Bool { local == 0 && number == 0 }

    @inlinable
    init(slot: Int32, local: Int32, number: Int32) {
      self.slot = slot
      self.local = local
      self.number = number
    }
  }

  /// The largest number of children that are asked in turn for an identifier. With more children, an index is faster.
  @inlinable
  static var askedChildren: Int { 4 }

  /// All appearances of the identifiers that are in the list more than once, or whose only appearance is not plain.
  @usableFromInline
  var crowded: [ID: [Appearance]] = [:]
  @usableFromInline
  var index: ChildIndex?
  /// The slots of the children.
  @usableFromInline
  var slots: [Int32] = []
  /// The identifiers whose stored appearances were changed since the last step.
  @usableFromInline
  var edited: Set<ID> = []
  /// The identifiers that were inserted since the last step while the list contained them already, in display order.
  @usableFromInline
  var met: [ID] = []

  /// Whether all names are those of the children.
  @inlinable
  var isPlain: Bool { crowded.isEmpty }

  /// The name in the composed source of an element of a child.
  @inlinable
  func name(_ key: ListedID<ID>, slot: Int32) -> ListedID<ID> {
    if crowded.isEmpty { return key }
    guard let appearance = crowded[key.id]?.first(where: { $0.slot == slot && $0.local == key.occurrence }) else {
      return key
    }
    return ListedID(key.id, occurrence: appearance.number)
  }

  /// The slot of the child that has an element, and the element's name in that child; nil if no child has it.
  ///
  /// - Parameter holds: returns whether the child with a slot has the identifier's occurrence 0.
  @inlinable
  func local(_ name: ListedID<ID>, holds: (Int32) -> Bool) -> (slot: Int32, key: ListedID<ID>)? {
    if let list = crowded[name.id] {
      return list.first { $0.number == name.occurrence }.map { ($0.slot, ListedID(name.id, occurrence: $0.local)) }
    }
    guard name.occurrence == 0 else { return nil }
    return holder(of: name.id, where: holds).map { ($0, name) }
  }

  @inlinable
  func holder(of id: ID, where holds: (Int32) -> Bool) -> Int32? {
    if let index { return index.first(id.hashValue, where: holds) }
    return slots.first(where: holds)
  }

  @inlinable
  init() {}
}

extension ComposedNames {
  /// Begins a step, and makes room in the index for the inserted elements.
  ///
  /// - Parameters:
  ///   - slots: the slots of the children after the step; nil if they are the same as before.
  ///   - limit: an exclusive upper bound of the children's slots.
  ///   - more: an upper bound of the number of inserted elements.
  ///   - less: the number of removed elements.
  ///   - forEach: calls a closure with each element in the list before the step, and the slot of its child.
  @inlinable
  mutating func prepare(
    slots: [Int32]?, limit: Int, more: Int, less: Int, forEach: ((ID, Int32) -> Void) -> Void
  ) {
    if let slots { self.slots = slots }
    guard self.slots.count > Self.askedChildren else {
      index = nil
      return
    }
    if index?.hasRoom(for: more, slots: limit) == true { return }
    var count = 0
    forEach { _, _ in count += 1 }
    var made = ChildIndex(for: count - less + more, most: count + more, slots: limit)
    forEach { made.insert($0.hashValue, slot: $1) }
    index = made
  }

  /// Records that an element was removed from its child.
  ///
  /// - Returns: the name that it had.
  @inlinable
  mutating func leave(_ key: ListedID<ID>, slot: Int32) -> ListedID<ID> {
    index?.remove(key.id.hashValue, slot: slot)
    guard !crowded.isEmpty, var list = crowded[key.id],
      let place = list.firstIndex(where: { $0.slot == slot && $0.local == key.occurrence })
    else { return key }
    let number = list.remove(at: place).number
    crowded[key.id] = list
    edited.insert(key.id)
    return ListedID(key.id, occurrence: number)
  }

  /// Records that an element was inserted into its child. The insertions of a step are recorded in display order, after
  /// all removals.
  ///
  /// - Parameter holds: returns whether the child with a slot has the identifier's occurrence 0, already recorded
  ///   here.
  /// - Returns: the element's name, with the lowest free number.
  @inlinable
  mutating func come(_ key: ListedID<ID>, slot: Int32, holds: (Int32) -> Bool) -> ListedID<ID> {
    var list: [Appearance]
    if let known = crowded.isEmpty ? nil : crowded[key.id] {
      list = known
    } else if let other = holder(of: key.id, where: holds) {
      list = [Appearance(slot: other, local: 0, number: 0)]
    } else if key.occurrence == 0 {
      index?.insert(key.id.hashValue, slot: slot)
      return key
    } else {
      list = []
    }
    index?.insert(key.id.hashValue, slot: slot)
    if !list.isEmpty { met.append(key.id) }
    let taken = Set(list.map(\.number))
    var number: Int32 = 0
    while taken.contains(number) { number += 1 }
    list.append(Appearance(slot: slot, local: key.occurrence, number: number))
    crowded[key.id] = list
    edited.insert(key.id)
    return ListedID(key.id, occurrence: number)
  }

  /// Ends a step.
  ///
  /// - Returns: the identifiers that were inserted while the list contained them already, and that are in several
  ///   children, each with the number of its appearances.
  @inlinable
  mutating func endStep() -> [(id: ID, count: Int)] {
    for id in edited {
      guard let list = crowded[id] else { continue }
      if list.isEmpty || (list.count == 1 && list[0].isPlain) { crowded[id] = nil }
    }
    edited = []
    var seen: Set<ID> = []
    let result = met.compactMap { id -> (id: ID, count: Int)? in
      guard seen.insert(id).inserted, let list = crowded[id], list.contains(where: { $0.slot != list[0].slot }) else {
        return nil
      }
      return (id, list.count)
    }
    met = []
    return result
  }
}
