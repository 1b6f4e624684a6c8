import SectionedChanges

/// What a composed source calls the elements of its children.
///
/// An identifier that stands once has the name that its child gives it, and nothing is kept of it but an entry of the
/// index, if there is one. Only where it stands more than once, or has done so, is written down which is which.
struct NameBook<ID: Hashable & Sendable> {
  /// One of the places at which an identifier stands.
  struct Appearance: Hashable {
    /// The child's number.
    let slot: Int32
    /// The occurrence in the child.
    let local: Int32
    /// The occurrence in the composed list.
    let number: Int32

    /// Whether it may be left out.
    var isPlain: Bool { local == 0 && number == 0 }
  }

  /// How many children are asked in turn whether they have an identifier. An index pays where there are more.
  static var askedChildren: Int { 4 }

  /// All appearances of identifiers of which one is not plain.
  private(set) var crowded: [ID: [Appearance]] = [:]
  private(set) var index: HolderIndex?
  /// The children.
  private var slots: [Int32] = []
  /// What was written down or crossed out since the last step.
  private var edited: Set<ID> = []
  /// Identifiers of which one came beside another since the last step, in display order.
  private var met: [ID] = []

  /// Whether all names are those of the children.
  var isPlain: Bool { crowded.isEmpty }

  /// What the composed source calls an element of a child.
  func name(_ key: ListedID<ID>, slot: Int32) -> ListedID<ID> {
    if crowded.isEmpty { return key }
    guard let appearance = crowded[key.id]?.first(where: { $0.slot == slot && $0.local == key.occurrence }) else {
      return key
    }
    return ListedID(key.id, occurrence: appearance.number)
  }

  /// What the child that has an element calls it; nil where none has it.
  ///
  /// - Parameter holds: whether a child has the identifier's first occurrence.
  func local(_ name: ListedID<ID>, holds: (Int32) -> Bool) -> (slot: Int32, key: ListedID<ID>)? {
    if let list = crowded[name.id] {
      return list.first { $0.number == name.occurrence }.map { ($0.slot, ListedID(name.id, occurrence: $0.local)) }
    }
    guard name.occurrence == 0 else { return nil }
    return holder(of: name.id, where: holds).map { ($0, name) }
  }

  private func holder(of id: ID, where holds: (Int32) -> Bool) -> Int32? {
    if let index { return index.first(id.hashValue, where: holds) }
    return slots.first(where: holds)
  }
}

extension NameBook {
  /// Begins a step: with it, there is room for what comes.
  ///
  /// - Parameters:
  ///   - slots: the children after the step; nil where they are those before.
  ///   - limit: above every child's number.
  ///   - more: how many elements come, at most.
  ///   - less: how many leave.
  ///   - forEach: calls a closure with each element in the list before the step, and its child.
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
    var made = HolderIndex(for: count - less + more, most: count + more, slots: limit)
    forEach { made.insert($0.hashValue, slot: $1) }
    index = made
  }

  /// Notes that an element left its child.
  ///
  /// - Returns: the name that it had.
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

  /// Notes that an element came to its child. What comes in one step is noted in display order, when all that left is
  /// noted.
  ///
  /// - Parameter holds: whether a child has the identifier's first occurrence, which was noted before.
  /// - Returns: its name, with the lowest number that is free.
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
  /// - Returns: the identifiers of which one came beside that of another child, with the number of all that there are.
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
