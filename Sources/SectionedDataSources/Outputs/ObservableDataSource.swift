#if canImport(Observation)
  import Observation

  /// A source as an observable object: views that read ``list`` or ``phase`` are drawn again when these change.
  ///
  /// ```swift
  /// let list = ObservableDataSource(people)
  /// ForEach(list.list.sections, id: \.id) { section in … }
  /// ```
  ///
  /// It is used where its source is.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Observable
  public final class ObservableDataSource<Source: SectionedDataSource> {
    /// The list as of the last step.
    public private(set) var list: Source.Snapshot
    /// The state of loading of the content.
    public private(set) var phase: LoadingPhase
    /// The source, for the models.
    @ObservationIgnored public let source: Source
    @ObservationIgnored private var token: ObservationToken?

    /// Observes a source.
    public init(_ source: Source) {
      self.source = source
      list = source.snapshot
      phase = source.phase
      token = source.observe { [weak self] update in self?.take(update) }
    }

    private func take(_ update: Source.Update) {
      list = update.new
      if phase != update.phase { phase = update.phase }
    }
  }
#endif
