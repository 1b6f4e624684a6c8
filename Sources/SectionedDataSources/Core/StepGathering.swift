/// Gathers the steps of sources that change together, as those on one managed object context do in an event.
///
/// While it is open, each of its sources that changes is held. When it closes, all of these settle, and what is built on
/// them; only then are observers notified.
package final class StepGathering {
  /// Whether its sources wait.
  private(set) var isOpen = false
  private var held: [UpdateNode] = []

  package init() {}

  /// Has its sources wait when they change.
  package func open() { isOpen = true }

  /// Has all that wait take their steps, and notifies the observers.
  package func close() {
    isOpen = false
    guard !held.isEmpty else { return }
    let nodes = held
    held = []
    UpdateNode.release(nodes)
  }

  /// Notes that a source has a hold that is released when this closes.
  func note(_ node: UpdateNode) { held.append(node) }
}
