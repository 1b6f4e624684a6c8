#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import Foundation

  /// An item of an outline: a section, an item of a section, a node of a tree, or the root. An outline identifies its
  /// items by reference, so a node stays the same object when its place changes.
  @MainActor
  final class OutlineNode: NSObject {
    /// The identifier of a section, which restores its expansion, or of a tree's node; nil for other items.
    let name: AnyHashable?
    /// Whether the node's row shows a disclosure triangle, as of the last time that the row was made or reloaded; nil
    /// before.
    var hasTriangle: Bool?
    private(set) weak var parent: OutlineNode?
    private(set) var children: [OutlineNode] = []
    /// The index among the parent's children when it was last looked up.
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

    /// Replaces the children by new nodes.
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

    /// The index among the parent's children; nil if the node was removed.
    ///
    /// - Complexity: O(1) while the parent's children do not change; O(children) for the first lookup after a change
    ///   before this node.
    var index: Int? {
      guard let parent else { return nil }
      func isHere() -> Bool { hint < parent.children.count && parent.children[hint] === self }
      if !isHere() { parent.number() }
      return isHere() ? hint : nil
    }
  }
#endif
