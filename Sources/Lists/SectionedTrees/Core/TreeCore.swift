import OrderedRows
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// The tree of a source, its rows, and the expansion: the part of a ``TreeDataSource`` that does not depend on the
/// models.
public final class TreeCore<ID: Hashable & Sendable> {
  /// A source that makes one step for each step of the tree.
  let signal = TreeSignal()
  /// A source that makes one step each time the filter is replaced. That may change no row, but the nodes that an
  /// expansion would show.
  let filterSignal = TreeSignal()
  /// The rows, a source built on `signal` and `filterSignal`.
  let core: SourceCore<OnlySection, ID>
  /// The signal of the tree in which edits begin: this tree's own, or that of the lowest tree beneath a grouped one.
  let origin: TreeSignal

  var tree = EditableTree<ID>()
  var rows = TreeRows<ID>()
  /// The expanded nodes. Nodes that left the tree remain in the set, because they may be inserted again.
  var expanded: Set<ID> = []
  /// The nodes that may have been expanded or collapsed since the rows were last updated.
  var toggled: Set<Int32> = []
  /// Whether all rows have to be rebuilt.
  var needsAllRows = false

  /// The filter, which returns whether a node matches; nil if there is none.
  var filter: ((ID) -> Bool)?
  /// Whether the filter was replaced since `filterSignal` last settled.
  var isFilterReplaced = false
  /// The nodes that match the filter.
  var matches: Set<Int32> = []
  /// The nodes that were collapsed while the filter was set.
  var collapsed: Set<ID> = []

  /// Called before each step. Applies the steps of the trees beneath to the tree.
  var prepare: () -> Void = {}
  /// Closures that are called with the changes of each step before it is delivered.
  private var followers: [ObjectIdentifier: (TreeChangeSet<ID>) -> Void] = [:]
  /// The undelivered changes by the numbers of their steps.
  private var waiting: [Int: TreeChangeSet<ID>] = [:]
  var mailboxes: [WeakMailbox<ID>] = []
  private var token: ObservationToken?
  /// The phase, also that of a step that is still open.
  private(set) var phase: LoadingPhase

  /// - Parameters:
  ///   - phase: the initial phase of loading.
  ///   - origin: the signal of the tree in which edits begin; nil for this tree.
  init(phase: LoadingPhase = .loaded, origin: TreeSignal? = nil) {
    self.phase = phase
    self.origin = origin ?? signal
    core = SourceCore(snapshot: TreeRows<ID>.empty, phase: phase)
    signal.core.step = { [weak self] in self?.makeStep() }
    core.step = { [weak self] in self?.makeRows() }
    signal.core.attach(core) { _ in }
    // Built on `signal`, so that a filter that is replaced within a step of the tree waits for the end of that step.
    filterSignal.core.step = { [weak self] in self?.makeFilterStep() }
    signal.core.attach(filterSignal.core) { _ in }
    filterSignal.core.attach(core) { _ in }
    // This observer is called first. It removes the changes of the steps before the one that is now delivered.
    token = signal.observe { [weak self] update in
      let number = TreeSignal.number(of: update.new)
      self?.waiting = self?.waiting.filter { $0.key >= number } ?? [:]
    }
  }

  deinit {
    signal.core.detach(core)
    signal.core.detach(filterSignal.core)
    filterSignal.core.detach(core)
    for mailbox in mailboxes { mailbox.mailbox?.finish() }
  }

  /// Whether each change set is replayed on the old tree and compared with the new one, in O(nodes). A difference is a
  /// fault of this library, and traps. For tests.
  public var verifiesChanges: Bool {
    get { tree.verifiesChanges }
    set { tree.verifiesChanges = newValue }
  }

  /// The number of steps of the tree.
  package var stepNumber: Int { signal.number }
  /// The number of times that the filter was replaced.
  package var filterNumber: Int { filterSignal.number }

  /// Edits the tree, or the tree beneath it, as one step of both, of their rows and of the trees between them. Calls
  /// nest; the outermost one ends the step.
  func perform<Result>(_ edit: () throws -> Result) rethrows -> Result {
    try origin.core.perform {
      defer { if tree.isEdited { signal.core.setNeedsSettling() } }
      return try edit()
    }
  }

  /// Calls a closure with the changes of each step before it is delivered.
  func addFollower(_ follower: AnyObject, _ follow: @escaping (TreeChangeSet<ID>) -> Void) {
    followers[ObjectIdentifier(follower)] = follow
  }

  func removeFollower(_ follower: ObjectIdentifier) { followers[follower] = nil }

  /// Sets the phase of loading. Called within a step of the tree.
  func setPhase(_ phase: LoadingPhase) {
    guard phase != self.phase else { return }
    self.phase = phase
    core.setNeedsSettling()
  }

  /// Notifies a closure of the changes of each step.
  func observe(_ notify: @escaping (TreeChangeSet<ID>) -> Void) -> ObservationToken {
    signal.observe { [weak self] update in
      if let changes = self?.waiting[TreeSignal.number(of: update.new)] { notify(changes) }
    }
  }

  private func makeStep() -> SourceCore<OnlySection, OnlySection>.Step? {
    prepare()
    guard tree.isEdited else { return nil }
    let changes = tree.commit()
    if changes.isEmpty { return nil }
    let step = signal.next()
    waiting[signal.number + 1] = changes
    for follower in followers.values { follower(changes) }
    put(changes)
    return step
  }

  private func makeFilterStep() -> SourceCore<OnlySection, OnlySection>.Step? {
    guard isFilterReplaced else { return nil }
    isFilterReplaced = false
    return filterSignal.next()
  }
}

extension TreeCore {
  /// Whether a node is expanded.
  func isOpen(_ node: Int32) -> Bool {
    let id = tree.id(of: node)
    return filter == nil ? expanded.contains(id) : !collapsed.contains(id)
  }

  private func makeRows() -> SourceCore<OnlySection, ID>.Step? {
    if needsAllRows || tree.isReplaced || filter != nil {
      makeAllRows()
    } else {
      rows.record(tree.revised)
      rows.record(tree.recounted)
      rows.record(toggled)
      rows.graft(tree.order, placed: tree.placed, toggled: toggled, isOpen: isOpen)
    }
    let (snapshot, changes) = rows.commit(core.snapshot, revised: tree.revised) { node in
      tree.id(of: node)
    } state: { node, shownChildren in
      state(of: node, shownChildren: shownChildren)
    }
    tree.forgetEdits()
    toggled = []
    needsAllRows = false
    return .init(snapshot: snapshot, changes: changes, phase: phase)
  }

  private func state(of node: Int32, shownChildren: Int) -> RowState {
    let count = tree.order.numberOfChildren(of: node)
    let isExpanded = filter == nil ? count > 0 && isOpen(node) : shownChildren > 0
    return RowState(
      numberOfChildren: Int32(count), isExpanded: isExpanded, isMatch: filter == nil || matches.contains(node))
  }

  /// Rebuilds the rows: all nodes whose ancestors are expanded; with a filter, only matches and ancestors of matches.
  ///
  /// - Complexity: O(nodes + rows · log nodes).
  private func makeAllRows() {
    var shown: [(node: Int32, depth: Int)] = []
    let listed = filter.map { listedNodes($0) }
    if filter == nil { matches = [] }
    // The depth of the collapsed node whose subtree is skipped.
    var closed = Int.max
    tree.order.forEach { node, depth in
      if depth > closed { return }
      closed = Int.max
      if let listed, !listed.contains(node) { return }
      shown.append((node, depth))
      if !isOpen(node) { closed = depth }
    }
    rows.replace(by: shown)
  }

  /// The nodes that match a filter, and their ancestors.
  private func listedNodes(_ filter: (ID) -> Bool) -> Set<Int32> {
    matches = []
    var listed: Set<Int32> = []
    var path: [Int32] = []
    tree.order.forEach { node, depth in
      path.removeLast(path.count - depth)
      path.append(node)
      guard filter(tree.id(of: node)) else { return }
      matches.insert(node)
      for ancestor in path.reversed() { if !listed.insert(ancestor).inserted { break } }
    }
    return listed
  }
}
