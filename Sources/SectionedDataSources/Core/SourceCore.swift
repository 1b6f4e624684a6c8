import SectionedChanges

/// What a source shows now, who observes it, and which sources are built on it.
///
/// A source of your own has one, made with what it does to settle; ``SectionedDataSource`` does the rest.
///
/// ```swift
/// core.perform {            // holds what is built on this source
///   content = next          // changes the content
///   core.setNeedsSettling()
/// }                         // asks for the step, hands it on, and notifies the observers
/// ```
public final class SourceCore<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: UpdateNode {
  /// One step.
  public typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// The list as of the last step.
  public private(set) var snapshot: Update.Snapshot
  /// The phase as of the last step.
  public private(set) var phase: LoadingPhase

  /// What a source answers when it is to settle: how the list is now. The changes are the least ones.
  public struct Step {
    /// The list after the step.
    public var snapshot: Update.Snapshot
    /// What changed.
    public var changes: Update.ChangeSet
    /// The phase after the step; nil where it stays.
    public var phase: LoadingPhase?
    /// Why the list changed.
    public var origin: UpdateOrigin
    /// The source in which it began; nil where that is this one.
    public var source: ObjectIdentifier?

    /// Makes a step from its parts.
    public init(
      snapshot: Update.Snapshot, changes: Update.ChangeSet, phase: LoadingPhase? = nil,
      origin: UpdateOrigin = .program, source: ObjectIdentifier? = nil
    ) {
      self.snapshot = snapshot
      self.changes = changes
      self.phase = phase
      self.origin = origin
      self.source = source
    }
  }

  private var needsSettling = false
  /// What makes the next step; nil where nothing changed after all. Set by the source, which it must not keep alive.
  public var step: () -> Step? = { nil }
  /// Updates to deliver, each to the observers up to a number: one that came later has the list already.
  private var queue: [(update: Update, last: Int)] = []
  private var isDelivering = false
  private var observers: [(number: Int, notify: (Update) -> Void)] = []
  /// What hands a step on to the sources that are built on this one.
  private var receivers: [(parent: ObjectIdentifier, receive: (Update) -> Void)] = []
  private var lastObserver = 0
  let mailboxes = Mailboxes<Update>()
  /// Makes a core.
  ///
  /// - Parameters:
  ///   - snapshot: the list to begin with.
  ///   - phase: the phase to begin with.
  public init(snapshot: Update.Snapshot = Update.Snapshot(), phase: LoadingPhase = .loaded) {
    self.snapshot = snapshot
    self.phase = phase
  }

  /// Performs changes as one step: the source, and all that are built on it, settle at the end of the outermost call.
  ///
  /// - Throws: what the changes throw; the source settles then, too.
  public func perform<Result>(_ changes: () throws -> Result) rethrows -> Result {
    hold()
    defer { release() }
    return try changes()
  }

  /// Notes that the source has changed. Called within ``perform(_:)``.
  public func setNeedsSettling() { needsSettling = true }

  /// Replaces the list without a step: for a source that is being made, which has no observer yet.
  @usableFromInline
  func begin(with snapshot: Update.Snapshot, phase: LoadingPhase? = nil) {
    self.snapshot = snapshot
    if let phase { self.phase = phase }
  }

  override var hasWork: Bool { needsSettling }
  override var isChanged: Bool { !queue.isEmpty }

  override func settle() {
    needsSettling = false
    guard let step = step() else { return }
    let phase = step.phase ?? phase
    guard !step.changes.isEmpty || phase != self.phase else {
      snapshot = step.snapshot
      return
    }
    let update = Update(
      old: snapshot, new: step.snapshot, changes: step.changes, oldPhase: self.phase, phase: phase,
      origin: step.origin, source: step.source ?? ObjectIdentifier(self))
    snapshot = step.snapshot
    self.phase = phase
    for receiver in receivers { receiver.receive(update) }
    mailboxes.put(update)
    if !observers.isEmpty { queue.append((update, lastObserver)) }
  }

  override func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !queue.isEmpty {
      let (update, last) = queue.removeFirst()
      // By number, since observers come and go meanwhile.
      var next = 0
      while let observer = observers.first(where: { $0.number > next && $0.number <= last }) {
        next = observer.number
        observer.notify(update)
      }
    }
  }
}

extension SourceCore {
  /// Attaches a source that is built on this one.
  ///
  /// - Parameters:
  ///   - parent: its core.
  ///   - receive: is handed each step of this source while the other one is held. It must not keep the other one alive.
  public func attach<A, B>(_ parent: SourceCore<A, B>, receive: @escaping (Update) -> Void) {
    receivers.append(
      (
        ObjectIdentifier(parent),
        { [weak parent] update in
          parent?.setNeedsSettling()
          receive(update)
        }
      ))
    link(parent)
  }

  /// Detaches a source that was built on this one.
  public func detach<A, B>(_ parent: SourceCore<A, B>) {
    receivers.removeAll { $0.parent == ObjectIdentifier(parent) }
    unlink(parent)
  }

  /// Notifies a closure of each step from now on, until the token goes.
  @usableFromInline
  func observe(_ notify: @escaping (Update) -> Void) -> ObservationToken {
    lastObserver += 1
    let number = lastObserver
    observers.append((number, notify))
    return ObservationToken { [weak self] in self?.observers.removeAll { $0.number == number } }
  }
}
