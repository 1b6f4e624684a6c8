#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import SectionedDataSources
  import UIKit

  /// Connects a refresh control to a source: pulling the control refreshes the source, and the control spins while it
  /// loads.
  ///
  /// ```swift
  /// let control = UIRefreshControl()
  /// tableView.refreshControl = control
  /// refreshing = RefreshBinding(news, control)
  /// ```
  @MainActor
  public final class RefreshBinding {
    /// The control; nil if it was released.
    public private(set) weak var control: UIRefreshControl?

    /// The phases in which the control spins although the user has not pulled it. Without `LoadingPhase.loading`, only
    /// a placeholder shows the first loading.
    public var phases: Set<LoadingPhase> {
      didSet { follow() }
    }

    private let phase: () -> LoadingPhase
    private var token: ObservationToken?
    private var action: UIAction?

    /// Connects a control to a source.
    ///
    /// - Parameters:
    ///   - source: the source to load; the binding keeps it alive.
    ///   - control: the control, kept weakly.
    ///   - phases: the phases in which the control spins although the user has not pulled it.
    public init<Section, SectionID, Item, ItemID, Cursor>(
      _ source: LoadingDataSource<Section, SectionID, Item, ItemID, Cursor>, _ control: UIRefreshControl,
      phases: Set<LoadingPhase> = [.loading, .refreshing]
    ) {
      self.control = control
      self.phases = phases
      phase = { source.machine.phase }
      token = source.observeLoading { [weak self] in self?.follow() }
      let action = UIAction { [weak self] _ in self?.pulled { source.refresh() } }
      control.addAction(action, for: .valueChanged)
      self.action = action
      follow()
    }

    /// Ends the binding. The control stops spinning, and pulling it has no effect.
    public func detach() {
      if let action { control?.removeAction(action, for: .valueChanged) }
      if control?.isRefreshing == true { control?.endRefreshing() }
      (action, token) = (nil, nil)
    }

    private func pulled(_ refresh: () -> Void) {
      refresh()
      // If the source does not carry out a request, no change of its phase is reported.
      Task { [weak self] in
        await Task.yield()
        self?.follow()
      }
    }

    /// Starts the control while the source is loading, and stops it afterwards.
    private func follow() {
      guard let control else { return }
      let phase = phase()
      if phase.isLoading {
        if phases.contains(phase), !control.isRefreshing { control.beginRefreshing() }
      } else if control.isRefreshing {
        control.endRefreshing()
      }
    }
  }
#endif
