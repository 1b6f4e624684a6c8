/// A source's node in the graph of sources. Its parents are the nodes of the sources that are built on it.
///
/// A change has three stages. *Hold*: the source, and all sources built on it, wait. *Settle*: when the last hold of a
/// source is released, the source computes its step from the steps of the sources beneath it, and passes it to its
/// parents. A parent settles after all sources beneath it. *Deliver*: the observers are notified, those of the source
/// where the change began first. So a change that reaches a source on two paths is one step there, and a change made by
/// an observer is the next step. A `StepGathering` holds sources that change together but have no common parent.
public class UpdateNode {
  /// The number of changes in progress for which this source waits: its own, and those of the sources beneath it.
  @exclusivity(unchecked) private var holds = 0
  /// The parents, and their identifiers in `order`, oldest first.
  private var parents: [ObjectIdentifier: UpdateNode] = [:]
  @exclusivity(unchecked) private var order: [ObjectIdentifier] = []
  /// The parents that are held now: those at the time of the hold, and any linked since. So no parent is released
  /// without having been held.
  @exclusivity(unchecked) private var held: [UpdateNode] = []

  /// The object that collects this source's steps with those of other sources; nil for none.
  @exclusivity(unchecked) package final var gathering: StepGathering?

  /// Whether the source changed since it last settled.
  @usableFromInline @exclusivity(unchecked) final var needsSettling = false
  /// Whether updates wait to be delivered.
  @usableFromInline @exclusivity(unchecked) final var hasUpdates = false

  /// Whether a change is in progress in this source or beneath it.
  @usableFromInline
  var isHeld: Bool { holds > 0 }

  /// Whether no change is in progress in this source or beneath it, so that reads refer to the last step.
  package var isAtRest: Bool { holds == 0 }

  @usableFromInline
  init() {}

  @usableFromInline
  final func hold() {
    holds += 1
    guard holds == 1 else { return }
    if let gathering, gathering.isOpen {
      holds += 1
      gathering.note(self)
    }
    if order.isEmpty { return }
    held = order.compactMap { parents[$0] }
    for parent in held { parent.hold() }
  }

  /// Releases one hold. With the last one the source settles, and its observers are notified.
  @usableFromInline
  final func release() {
    guard let released = endHold() else { return }
    if released.isEmpty {
      // Most sources have no parents, and then need no array.
      if hasUpdates { deliver() }
      return
    }
    var changed = hasUpdates ? [self] : []
    for parent in released { parent.release(into: &changed) }
    for node in changed { node.deliver() }
  }

  /// Releases one hold of each of several sources. All settle before an observer is notified.
  static func release(_ nodes: [UpdateNode]) {
    var changed: [UpdateNode] = []
    for node in nodes { node.release(into: &changed) }
    for node in changed { node.deliver() }
  }

  private func release(into changed: inout [UpdateNode]) {
    guard let released = endHold() else { return }
    if hasUpdates { changed.append(self) }
    for parent in released { parent.release(into: &changed) }
  }

  /// Ends one hold. If it was the last one, settles first.
  ///
  /// - Returns: the parents that were held with this node; nil if this node is still held.
  private func endHold() -> [UpdateNode]? {
    // A loop, because a closure of the program may change a source beneath while this one settles. Such a closure may
    // also attach this source to a source that is being edited, which then holds this one until that edit ends.
    while holds == 1, needsSettling { settle() }
    holds -= 1
    guard holds == 0 else { return nil }
    defer { held = [] }
    return held
  }

  /// Adds a parent. If this node is held, so is the parent.
  @usableFromInline
  final func link(_ parent: UpdateNode) {
    let id = ObjectIdentifier(parent)
    guard parents.updateValue(parent, forKey: id) == nil else { return }
    order.append(id)
    if isHeld {
      held.append(parent)
      parent.hold()
    }
  }

  /// Removes a parent, and releases the hold that it had because of this node.
  ///
  /// The name differs from the core's `detach`, because within the module this method would be preferred to that one,
  /// and the receiver would remain.
  final func unlink(_ parent: UpdateNode) {
    let id = ObjectIdentifier(parent)
    guard parents.removeValue(forKey: id) != nil else { return }
    order.removeAll { $0 == id }
    if let index = held.firstIndex(where: { $0 === parent }) {
      held.remove(at: index)
      parent.release()
    }
  }

  /// Computes this source's step and passes it to the parents.
  func settle() {}

  /// Delivers the waiting updates to the observers.
  func deliver() {}

  /// Whether a node is this one, or is built on it directly or indirectly.
  ///
  /// - Complexity: O(sources built on this one), however many paths lead to each.
  @usableFromInline
  final func reaches(_ node: UpdateNode) -> Bool {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var open = [self]
    while let next = open.popLast() {
      if next === node { return true }
      open += next.parents.values.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
    return false
  }
}
