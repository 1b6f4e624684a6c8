/// Holds the sources that change together, for example the lists of a managed object context in one event.
///
/// While the gathering is open, each of its sources that changes is held. Closing it settles these sources and then the
/// sources built on them. Observers are notified after that.
package final class StepGathering {
  /// Whether changed sources are held.
  private(set) var isOpen = false
  private var held: [UpdateNode] = []

  package init() {}

  /// Holds the sources that change from now on.
  package func open() { isOpen = true }

  /// Releases the held sources, so that they settle, and then notifies the observers.
  package func close() {
    isOpen = false
    guard !held.isEmpty else { return }
    let nodes = held
    held = []
    UpdateNode.release(nodes)
  }

  /// Records a source that is held until ``close()``.
  func note(_ node: UpdateNode) { held.append(node) }
}
