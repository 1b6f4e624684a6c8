/// Gathers the steps of sources that change together, as those of one managed object context do in an event.
///
/// While it is open, each of its sources that changes is held. When it closes, all of these settle, and then the
/// sources built on them; only then are observers notified.
package final class StepGathering {
  /// Whether changed sources are held.
  private(set) var isOpen = false
  private var held: [UpdateNode] = []

  package init() {}

  /// Holds the sources that change from now on.
  package func open() { isOpen = true }

  /// Releases the held sources, which take their steps, and then notifies the observers.
  package func close() {
    isOpen = false
    guard !held.isEmpty else { return }
    let nodes = held
    held = []
    UpdateNode.release(nodes)
  }

  /// Records that a source has a hold, to be released when this closes.
  func note(_ node: UpdateNode) { held.append(node) }
}
