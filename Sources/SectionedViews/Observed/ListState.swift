import SectionedDataSources

/// The list of a source as a state to draw: ``willChange`` is called before each change, once for each step.
@MainActor
public final class ListState<Source: SectionedDataSource> {
  /// The source that is drawn, which has the models.
  public private(set) var source: Source
  /// The list as of the last step.
  public private(set) var list: Source.Snapshot
  /// How far the content is loaded.
  public private(set) var phase: LoadingPhase
  /// Called before the list or the phase changes. Not called by ``follow(_:)``, whose caller draws afterwards.
  public var willChange: () -> Void = {}
  private var token: ObservationToken?

  /// Makes the state of a source.
  public init(_ source: Source) {
    self.source = source
    list = source.snapshot
    phase = source.phase
    observe()
  }

  /// Follows a source from now on, and no other one. Does nothing if that source is followed already.
  public func follow(_ source: Source) {
    guard source !== self.source else { return }
    self.source = source
    (list, phase) = (source.snapshot, source.phase)
    observe()
  }

  private func observe() {
    token = source.observe { [weak self] update in self?.take(update) }
  }

  private func take(_ update: Source.Update) {
    willChange()
    (list, phase) = (update.new, update.phase)
  }
}
