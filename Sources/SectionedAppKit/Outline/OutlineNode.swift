#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import Foundation

  /// An item of an outline: a section, an item of a section, a node of a tree, or the root. An outline identifies its
  /// items by objects, so these stay while places change.
  @MainActor
  final class OutlineNode: NSObject {
    /// The name of a section, by which it is expanded again, or of a tree's node; nil of other items.
    let name: AnyHashable?
    /// Whether its row shows a triangle: as of the time when the row was made, or reloaded; nil before.
    var hasTriangle: Bool?
    private(set) weak var parent: OutlineNode?
    private(set) var children: [OutlineNode] = []
    /// The index among the parent's children, where that was looked up last.
    private var hint = 0

    init(_ name: AnyHashable? = nil) {
      self.name = name
      super.init()
    }

    func insert(_ child: OutlineNode, at index: Int) {
      child.parent = self
      child.hint = index
      children.insert(child, at: index)
    }

    @discardableResult
    func remove(at index: Int) -> OutlineNode { children.remove(at: index) }

    /// Replaces the children by new ones.
    func fill(_ count: Int) { setChildren((0..<count).map { _ in OutlineNode() }) }

    func setChildren(_ children: [OutlineNode]) {
      self.children = children
      number()
    }

    private func number() {
      for (index, child) in children.enumerated() {
        child.parent = self
        child.hint = index
      }
    }

    /// The index among the parent's children; nil where it was removed.
    ///
    /// - Complexity: O(1) while the children stay; O(children) for the first lookup behind a change before it.
    var index: Int? {
      guard let parent else { return nil }
      func isHere() -> Bool { hint < parent.children.count && parent.children[hint] === self }
      if !isHere() { parent.number() }
      return isHere() ? hint : nil
    }
  }
#endif
