/// A source's place among the sources that are built on each other.
///
/// A change is three steps. *Hold*: the source, and all that are built on it, wait. *Settle*: when the last hold of a
/// source is released, it works out its own step from what the sources beneath it did, and hands it on to those above,
/// whose turn comes when all beneath them have settled. *Deliver*: then the observers are notified, those of the source
/// where the change began first. So a change that reaches a source by two ways is one step there, and what an observer
/// changes is the next one. Sources that change together, though nothing is built on both, are held together by a
/// `StepGathering`.
public class UpdateNode {
  /// How many changes this source waits for: its own, and those of the sources beneath it.
  @exclusivity(unchecked) private var holds = 0
  /// The sources built on this one, oldest first, with what hands on to them.
  private var parents: [ObjectIdentifier: UpdateNode] = [:]
  @exclusivity(unchecked) private var order: [ObjectIdentifier] = []
  /// Those to hold at the time of the hold, so that a source that comes in between is not released without a hold.
  @exclusivity(unchecked) private var held: [UpdateNode] = []

  /// The gathering of this source's steps with those of other sources.
  @exclusivity(unchecked) package final var gathering: StepGathering?

  /// Whether there is something to settle.
  @usableFromInline @exclusivity(unchecked) final var needsSettling = false
  /// Whether updates wait to be delivered.
  @usableFromInline @exclusivity(unchecked) final var hasUpdates = false

  /// Whether a change is under way here or beneath.
  @usableFromInline
  var isHeld: Bool { holds > 0 }

  /// Whether no change is under way here or beneath: what is asked is as of the last step.
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
      // As of most sources: no list is made.
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

  /// - Returns: the sources that were held with this one, which has settled; nil where it is held still.
  private func endHold() -> [UpdateNode]? {
    // Again where a closure of the program changed a source beneath while this one settled. Such a closure may also build
    // this source on one that is being edited, which holds this one until that edit ends.
    while holds == 1, needsSettling { settle() }
    holds -= 1
    guard holds == 0 else { return nil }
    defer { held = [] }
    return held
  }

  /// Links a source that is built on this one. One that waits already goes on waiting.
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

  /// Unlinks a source. What it waits for of this one is released.
  ///
  /// It must not have the name of the core's own `detach`: within the module it would be preferred to that, and leave
  /// the receiver.
  final func unlink(_ parent: UpdateNode) {
    let id = ObjectIdentifier(parent)
    guard parents.removeValue(forKey: id) != nil else { return }
    order.removeAll { $0 == id }
    if let index = held.firstIndex(where: { $0 === parent }) {
      held.remove(at: index)
      parent.release()
    }
  }

  /// Works out this source's step and hands it on.
  func settle() {}

  /// Notifies the observers of the updates that wait.
  func deliver() {}

  /// Whether a node is this one or built on it, over any number of steps.
  ///
  /// - Complexity: O(sources built on this one), by however many ways.
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
