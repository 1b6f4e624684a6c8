import CoreData
import SectionedTrees

/// The naive twin of a controller: a tree that is made from a fresh fetch by the definition of each policy.
struct FetchedForest {
  struct Node: Hashable {
    var name: String
    var depth: Int
  }

  private let folders: [NSManagedObject]
  private let policies: (NSManagedObject) -> TreePolicies
  /// Whether a folder is where its parent's relationship has it. All such siblings come before the other ones.
  private let isOrdered: (NSManagedObject) -> Bool
  private let listed: Set<NSManagedObject>

  init(_ folders: [NSManagedObject], _ policies: TreePolicies, isOrdered: Bool = false) {
    self.init(folders, policies: { _ in policies }, isOrdered: { _ in isOrdered })
  }

  init(
    _ folders: [NSManagedObject], policies: @escaping (NSManagedObject) -> TreePolicies,
    isOrdered: @escaping (NSManagedObject) -> Bool
  ) {
    self.folders = folders
    self.policies = policies
    self.isOrdered = isOrdered
    listed = Set(folders)
  }

  /// The cycle that contains a folder, in the order of the list; empty if there is none.
  private func cycle(of folder: NSManagedObject) -> [NSManagedObject] {
    var above: [NSManagedObject] = []
    var next = folder.parent
    while let parent = next, listed.contains(parent), !above.contains(parent) {
      above.append(parent)
      next = parent.parent
    }
    return above.contains(folder) ? folders.filter { above.contains($0) && isAboveItself($0) } : []
  }

  private func isAboveItself(_ folder: NSManagedObject) -> Bool {
    var (next, steps) = (folder.parent, 0)
    while let parent = next, listed.contains(parent), steps <= folders.count {
      if parent === folder { return true }
      (next, steps) = (parent.parent, steps + 1)
    }
    return false
  }

  /// The parent in the tree: `.some(nil)` for a root, `nil` for a hidden folder.
  private func place(of folder: NSManagedObject) -> NSManagedObject?? {
    func root(_ policy: TreePolicies.Place) -> NSManagedObject?? { policy == .root ? .some(nil) : nil }
    guard let parent = folder.parent else { return .some(nil) }
    let policies = policies(folder)
    if parent === folder { return root(policies.ownParents) }
    if !listed.contains(parent) { return root(policies.orphans) }
    if cycle(of: folder).first === folder { return root(policies.cycles) }
    return .some(parent)
  }

  var nodes: [Node] {
    var children: [NSManagedObject?: [NSManagedObject]] = [:]
    for folder in folders {
      if case .some(let parent) = place(of: folder) { children[parent, default: []].append(folder) }
    }
    for case let (parent?, list) in children where list.contains(where: isOrdered) {
      children[parent] =
        parent.children.filter { list.contains($0) && isOrdered($0) } + list.filter { !isOrdered($0) }
    }
    var found: [Node] = []
    var open = (children[nil] ?? []).reversed().map { ($0, 0) }
    while let (folder, depth) = open.popLast() {
      found.append(Node(name: folder.name, depth: depth))
      open += (children[folder] ?? []).reversed().map { ($0, depth + 1) }
    }
    return found
  }
}
