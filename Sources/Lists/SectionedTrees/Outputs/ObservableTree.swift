#if canImport(Observation)
  import Observation
  import SectionedChanges
  import SectionedDataSources

  /// A tree as an observable object for SwiftUI. Views that read its nodes are updated when the tree changes.
  ///
  /// ```swift
  /// List(folders.roots, children: \.children) { node in Text(node.model?.name ?? "") }
  ///
  /// OutlineGroup(folders.roots, children: \.children) { node in … }
  ///
  /// DisclosureGroup(isExpanded: $folders[isExpanded: node.id]) { … } label: { … }
  /// ```
  ///
  /// `List(children:)` and `OutlineGroup` keep an expansion of their own. A `DisclosureGroup` that is bound as above
  /// uses the expansion of the source, which can be saved, and which ``TreeDataSource/expand(toShow:)`` changes. Use
  /// the object on the actor or queue of its source.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Observable
  public final class ObservableTree<Source: TreeDataSource> {
    /// A counter that each change of nodes, of rows or of the expansion increments.
    public private(set) var version = 0
    /// The tree.
    @ObservationIgnored public let source: Source
    @ObservationIgnored private var tokens: [ObservationToken] = []

    /// Makes an object that observes a tree.
    public init(_ source: Source) {
      self.source = source
      tokens = [
        source.observeTree { [weak self] _ in self?.version += 1 },
        source.observe { [weak self] _ in self?.version += 1 },
      ]
    }

    /// The roots in order.
    ///
    /// - Complexity: O(roots · log nodes).
    public var roots: [ObservableTreeNode<Source>] { children(of: nil) }

    /// The node with an identifier; nil when it is not in the tree.
    ///
    /// - Complexity: O(log nodes).
    public func node(_ id: Source.ItemID) -> ObservableTreeNode<Source>? {
      tree.contains(id) ? ObservableTreeNode(owner: self, id: id) : nil
    }

    /// Whether a node is expanded. A `DisclosureGroup` can bind to it.
    public subscript(isExpanded id: Source.ItemID) -> Bool {
      get {
        _ = version
        return source.isExpanded(id)
      }
      set {
        if newValue { source.expand(id) } else { source.collapse(id) }
        // No row changes if the node has no row.
        version += 1
      }
    }

    /// The tree. Reading it registers the reader for the next change.
    var tree: TreeSnapshot<Source.ItemID> {
      _ = version
      return source.tree
    }

    func children(of id: Source.ItemID?) -> [ObservableTreeNode<Source>] {
      tree.children(of: id).map { ObservableTreeNode(owner: self, id: $0) }
    }
  }

  /// A node of an ``ObservableTree``, as of the present version of the tree.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  public struct ObservableTreeNode<Source: TreeDataSource>: Identifiable {
    let owner: ObservableTree<Source>
    /// The identifier of the node.
    public let id: Source.ItemID

    /// The model of the node; nil when the tree no longer has the node.
    public var model: Source.Model? {
      _ = owner.version
      return owner.source.model(for: id)
    }

    /// The children in order; nil for a leaf, as SwiftUI's outlines require.
    ///
    /// - Complexity: O(children · log nodes).
    public var children: [Self]? { numberOfChildren == 0 ? nil : owner.children(of: id) }

    /// The number of children.
    ///
    /// - Complexity: O(log nodes).
    public var numberOfChildren: Int { owner.tree.numberOfChildren(of: id) }

    /// The number of descendants.
    ///
    /// - Complexity: O(log nodes).
    public var numberOfDescendants: Int { owner.tree.numberOfDescendants(of: id) }
  }
#endif
