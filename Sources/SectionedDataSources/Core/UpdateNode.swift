/// The node of a source in the graph of sources that are built on each other.
///
/// A change has three stages. *Hold*: the source, and all that are built on it, wait. *Settle*: when the last hold of a
/// source is released, it computes its own step from the steps of the sources beneath it, and hands it on to those
/// above, which settle once all beneath them have settled. *Deliver*: then the observers are notified, beginning with
/// those of the source where the change began. So a change that reaches a source on two paths is one step there, and a
/// change made by an observer is the next step. Sources that change together without a common source built on them are
/// held together by a `StepGathering`.
public class UpdateNode {
  /// The number of changes that this source waits for: its own, and those of the sources beneath it.
  @exclusivity(unchecked) private var holds = 0
  /// The sources built on this one, and their identifiers in `order`, oldest first.
  private var parents: [ObjectIdentifier: UpdateNode] = [:]
  @exclusivity(unchecked) private var order: [ObjectIdentifier] = []
  /// The parents that are held now: those at the time of the hold and any linked since, so that no parent is released
  /// without having been held.
  @exclusivity(unchecked) private var held: [UpdateNode] = []

  /// The gathering of this source's steps with those of other sources.
  @exclusivity(unchecked) package final var gathering: StepGathering?

  /// Whether the source changed since it last settled.
  @usableFromInline @exclusivity(unchecked) final var needsSettling = false
  /// Whether updates wait to be delivered.
  @usableFromInline @exclusivity(unchecked) final var hasUpdates = false

  /// Whether a change is in progress in this source or beneath it.
  @usableFromInline
  var isHeld: Bool { holds > 0 }

  /// Whether no change is in progress in this source or beneath it, so that reads are as of the last step.
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
      // True of most sources: no array is made.
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

  /// Ends one hold, and settles with the last one.
  ///
  /// - Returns: the sources that were held with this one, which has settled; nil where it is still held.
  private func endHold() -> [UpdateNode]? {
    // Repeated where a closure of the program changed a source beneath while this one settled. Such a closure may also
    // build this source on one that is being edited, which holds this one until that edit ends.
    while holds == 1, needsSettling { settle() }
    holds -= 1
    guard holds == 0 else { return nil }
    defer { held = [] }
    return held
  }

  /// Links a source that is built on this one. If this one is held, so is the parent.
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

  /// Unlinks a source, and releases the hold that it had because of this one.
  ///
  /// Its name must differ from the core's own `detach`: within the module it would be preferred to that method, and the
  /// receiver would remain.
  final func unlink(_ parent: UpdateNode) {
    let id = ObjectIdentifier(parent)
    guard parents.removeValue(forKey: id) != nil else { return }
    order.removeAll { $0 == id }
    if let index = held.firstIndex(where: { $0 === parent }) {
      held.remove(at: index)
      parent.release()
    }
  }

  /// Computes this source's step and hands it on.
  func settle() {}

  /// Notifies the observers of the waiting updates.
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
