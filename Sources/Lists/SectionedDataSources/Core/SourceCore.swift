import SectionedChanges

/// The shown list of a source, its observers, and the sources built on it.
///
/// A custom source owns a core and sets its ``step``. The extensions of ``SectionedDataSource`` do the rest.
///
/// ```swift
/// core.perform {            // holds the sources built on this one
///   content = next          // changes the content
///   core.setNeedsSettling()
/// }                         // calls `step`, passes its result to the sources above, and notifies the observers
/// ```
public final class SourceCore<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: UpdateNode {
  /// A step of the source.
  public typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// The list as of the last step.
  @inlinable public var snapshot: Update.Snapshot { lastSnapshot }
  /// The phase as of the last step.
  @inlinable public var phase: LoadingPhase { lastPhase }

  // Each step accesses some properties several times: these are checked for exclusive access in debug builds only.
  // Properties that are only read and replaced are never checked.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  @usableFromInline var lastSnapshot: Update.Snapshot
  @usableFromInline @exclusivity(unchecked) var lastPhase: LoadingPhase

  /// The result of a source that settles: its new list, and the smallest change set from the list before.
  public struct Step {
    /// The list after the step.
    public var snapshot: Update.Snapshot
    /// The list before the step, if the new list was made by changing that one in place; nil otherwise.
    @usableFromInline var before: OldList<SectionID, ItemID>?
    /// The changes of the step.
    @inlinable public var changes: Update.ChangeSet {
      get { changed.changes }
      set { changed = StepChanges(newValue) }
    }
    @usableFromInline var changed: StepChanges<SectionID, ItemID>
    /// The phase after the step; nil if it is unchanged.
    public var phase: LoadingPhase?
    /// The reason for the change.
    public var origin: UpdateOrigin
    /// The source in which the change began; nil if it began in this one.
    public var source: ObjectIdentifier?
    /// Whether the change began in several sources at once, so that the update names no source.
    public var beganInSeveral = false

    /// Makes a step from its parts.
    @inlinable
    public init(
      snapshot: Update.Snapshot, changes: Update.ChangeSet, phase: LoadingPhase? = nil,
      origin: UpdateOrigin = .program, source: ObjectIdentifier? = nil
    ) {
      self.init(snapshot, StepChanges(changes), phase: phase, origin: origin, source: source)
    }

    @inlinable
    init(
      _ snapshot: Update.Snapshot, _ changed: StepChanges<SectionID, ItemID>, phase: LoadingPhase?,
      origin: UpdateOrigin, source: ObjectIdentifier?
    ) {
      self.snapshot = snapshot
      self.changed = changed
      self.phase = phase
      self.origin = origin
      self.source = source
    }

    /// Makes a step of a source that is built on another one.
    ///
    /// - Parameters:
    ///   - snapshot: the list after the step.
    ///   - changes: the changes from the old list.
    ///   - phase: the phase after the step; nil if it is unchanged.
    ///   - update: the step of the other source; nil for none.
    ///   - isOwn: whether this source itself changed as well.
    @inlinable
    public init<A, B>(
      snapshot: Update.Snapshot, changes: Update.ChangeSet, phase: LoadingPhase? = nil,
      following update: DataSourceUpdate<A, B>?, isOwn: Bool = false
    ) {
      self.init(
        snapshot: snapshot, changes: changes, phase: phase, origin: isOwn ? .program : update?.origin ?? .program,
        source: isOwn ? nil : update?.source)
      if let update { beganInSeveral = isOwn || update.source == nil }
    }
  }

  /// Makes the next step; returns nil if nothing changed. The source sets this closure, which must not keep the source
  /// alive.
  @exclusivity(unchecked) public var step: () -> Step? = { nil }
  /// The names that have an occurrence number above 0. A source that reads a newer list than that of its last step sets
  /// them.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  @usableFromInline var laterItemNames = LaterNames<ItemID>.unsearched
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  @usableFromInline var laterSectionNames = LaterNames<SectionID>.unsearched
  /// The updates to deliver. Each is for the observers that existed when it was made: later ones began with the new
  /// list.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  @usableFromInline var queue: [Delivery] = []
  /// The update that is being delivered.
  @usableFromInline @exclusivity(unchecked) var delivered: Delivery?
  /// The number of updates made for observers so far.
  @usableFromInline @exclusivity(unchecked) package internal(set) var updateCount = 0
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  @usableFromInline var observers: [Observer] = []
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  @usableFromInline var receivers: [Receiver] = []
  @usableFromInline var lastObserver = 0
  @usableFromInline let mailboxes = UpdateMailboxes<SectionID, ItemID>()
  /// The bodies of `settle` and `deliver`. They are closures because the inlinable initializer makes them in the
  /// program's module, which specializes them for the types of identifiers. An override in a generic class is not
  /// specialized, and takes three times as long.
  @usableFromInline let settling: (SourceCore) -> Void
  @usableFromInline let delivering: (SourceCore) -> Void
  /// Makes the update plan of a step. A closure, for the same reason as `settling`.
  @usableFromInline package let planning: (Update) throws -> UpdatePlan<ListedID<SectionID>, ListedID<ItemID>>

  /// Makes a core.
  ///
  /// - Parameters:
  ///   - snapshot: the list to begin with.
  ///   - phase: the phase to begin with.
  @inlinable
  public init(snapshot: Update.Snapshot = Update.Snapshot(), phase: LoadingPhase = .loaded) {
    lastSnapshot = snapshot
    lastPhase = phase
    settling = { $0.makeStep() }
    delivering = { $0.notifyObservers() }
    planning = { try UpdatePlan($0.changes, new: $0.new) }
  }

  /// Performs changes as one step. The source, and all sources built on it, settle when the outermost call ends.
  ///
  /// - Throws: the error of the closure; the source settles in that case, too.
  @inlinable
  public func perform<Result>(_ changes: () throws -> Result) rethrows -> Result {
    hold()
    defer { release() }
    return try changes()
  }

  /// Marks the source as changed, so that it settles. To be called within ``perform(_:)``.
  @inlinable
  public func setNeedsSettling() { needsSettling = true }

  /// Makes a step from a change of one item. It changes the list in place, unless another copy of the list exists. To
  /// be called by ``step``.
  ///
  /// - Parameters:
  ///   - changed: the changes.
  ///   - itemAt: returns the element at a new place; called for an inserted, moved or updated item, with its old
  ///     element.
  /// - Returns: nil if more or less than one item changed, or the change does not fit the list. The list is then
  ///   unchanged.
  @inlinable
  final func change(
    _ changed: StepChanges<SectionID, ItemID>, phase: LoadingPhase?, origin: UpdateOrigin,
    itemAt: (ItemPlace, ListElement<ListedID<ItemID>>?) -> ListElement<ListedID<ItemID>>
  ) -> Step? {
    var item: ListElement<ListedID<ItemID>>?
    guard changed.one?.replay(on: &lastSnapshot, before: &item, itemAt: itemAt) == true else { return nil }
    var step = Step(lastSnapshot, changed, phase: phase, origin: origin, source: nil)
    step.before = .item(item)
    return step
  }

  /// Replaces the list without a step, while a source is being made and has no observers.
  @inlinable
  func begin(with snapshot: Update.Snapshot, phase: LoadingPhase? = nil) {
    lastSnapshot = snapshot
    if let phase { lastPhase = phase }
  }

  override func settle() { settling(self) }
  override func deliver() { delivering(self) }
}

extension SourceCore {
  /// An update, and the number of the last observer to which it is delivered.
  @usableFromInline
  struct Delivery {
    @usableFromInline let update: Update
    /// The number of the update among the updates of the source.
    @usableFromInline let number: Int
    @usableFromInline let lastObserver: Int

    @inlinable
    init(_ update: Update, number: Int, lastObserver: Int) {
      self.update = update
      self.number = number
      self.lastObserver = lastObserver
    }
  }

  @usableFromInline
  struct Observer {
    @usableFromInline let number: Int
    @usableFromInline let notify: (Update) -> Void

    @inlinable
    init(number: Int, notify: @escaping (Update) -> Void) {
      self.number = number
      self.notify = notify
    }
  }

  /// The closure that passes steps to a source that is built on this one.
  @usableFromInline
  struct Receiver {
    @usableFromInline let parent: ObjectIdentifier
    @usableFromInline let receive: (Update) -> Void

    @inlinable
    init(parent: ObjectIdentifier, receive: @escaping (Update) -> Void) {
      self.parent = parent
      self.receive = receive
    }
  }

  /// Obtains the step from ``step``, and passes it to the sources above, the mailboxes and the queue of deliveries.
  @inlinable
  final func makeStep() {
    needsSettling = false
    guard let step = step() else { return }
    let phase = step.phase ?? phase
    guard !step.changed.changes.isEmpty || phase != self.phase else {
      lastSnapshot = step.snapshot
      return
    }
    let update = Update(
      before: step.before ?? .list(snapshot), new: step.snapshot, changed: step.changed, oldPhase: self.phase,
      phase: phase, origin: step.origin, source: step.beganInSeveral ? nil : step.source ?? ObjectIdentifier(self))
    lastSnapshot = step.snapshot
    lastPhase = phase
    if laterItemNames.areListed || laterSectionNames.areListed { noteNames(step.changed.changes) }
    for receiver in receivers { receiver.receive(update) }
    if !mailboxes.isEmpty { mailboxes.put(update) }
    if !observers.isEmpty {
      updateCount += 1
      hasUpdates = true
      queue.append(Delivery(update, number: updateCount, lastObserver: lastObserver))
    }
  }

  @inlinable
  final func notifyObservers() {
    guard delivered == nil else { return }
    defer { (delivered, hasUpdates) = (nil, false) }
    while !queue.isEmpty {
      // Usually only one update waits. `removeLast` moves no elements.
      let delivery = queue.count == 1 ? queue.removeLast() : queue.removeFirst()
      delivered = delivery
      // Observers are searched by number, because observers may add and remove observers meanwhile.
      var next = 0
      while let observer = observers.first(where: { $0.number > next && $0.number <= delivery.lastObserver }) {
        next = observer.number
        observer.notify(delivery.update)
      }
    }
  }
}

extension SourceCore {
  /// The list as of an update that an observer received. An observer that reads it here need not keep a copy, and a
  /// list without copies is changed in place.
  ///
  /// - Parameter number: the number of the last update that the observer received; at first, ``updateCount`` when the
  ///   observer was added.
  package func list(afterUpdate number: Int) -> Update.Snapshot {
    if number >= updateCount { return snapshot }
    let next = [delivered].compactMap { $0 } + queue
    return next.first { $0.number > number }?.update.old ?? snapshot
  }

  /// Attaches a source that is built on this one, until ``detach(_:)`` is called.
  ///
  /// - Parameters:
  ///   - parent: the core of the source that is built on this one.
  ///   - receive: called with each step of this source, while the parent is held. It must not keep the parent alive.
  @inlinable
  public func attach<A, B>(_ parent: SourceCore<A, B>, receive: @escaping (Update) -> Void) {
    receivers.append(
      Receiver(parent: ObjectIdentifier(parent)) { [weak parent] update in
        parent?.setNeedsSettling()
        receive(update)
      })
    link(parent)
  }

  /// Detaches a source that was built on this one.
  public func detach<A, B>(_ parent: SourceCore<A, B>) {
    let before = receivers
    receivers.removeAll { $0.parent == ObjectIdentifier(parent) }
    withExtendedLifetime(before) {}
    unlink(parent)
  }

  /// Notifies a closure of each step from now on, until the token is released.
  @inlinable
  func observe(_ notify: @escaping (Update) -> Void) -> ObservationToken {
    lastObserver += 1
    let number = lastObserver
    observers.append(Observer(number: number, notify: notify))
    return ObservationToken { [weak self] in
      let gone = self?.observers.takeFirst { $0.number == number }
      withExtendedLifetime(gone) {}
    }
  }
}
