#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import SectionedDataSources
  import UIKit

  /// Pull to refresh: a control that has a source load its content anew, and turns while it does.
  ///
  /// ```swift
  /// let control = UIRefreshControl()
  /// tableView.refreshControl = control
  /// refreshing = RefreshBinding(news, control)
  /// ```
  @MainActor
  public final class RefreshBinding {
    /// The control; nil when it is gone.
    public private(set) weak var control: UIRefreshControl?

    /// In which phases the control turns although the user has not pulled it. Without `LoadingPhase.loading` a
    /// placeholder alone shows the first loading.
    public var phases: Set<LoadingPhase> {
      didSet { follow() }
    }

    private let phase: () -> LoadingPhase
    private var token: ObservationToken?
    private var action: UIAction?

    /// Binds a control to a source.
    ///
    /// - Parameters:
    ///   - source: what is loaded, kept alive.
    ///   - control: what the user pulls, kept weakly.
    ///   - phases: in which phases the control turns although the user has not pulled it.
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

    /// Ends the binding: the control does nothing then.
    public func detach() {
      if let action { control?.removeAction(action, for: .valueChanged) }
      if control?.isRefreshing == true { control?.endRefreshing() }
      (action, token) = (nil, nil)
    }

    private func pulled(_ refresh: () -> Void) {
      refresh()
      // A request that a source does not carry out is not notified by a phase.
      Task { [weak self] in
        await Task.yield()
        self?.follow()
      }
    }

    /// Has the control turn while something is loaded, and stop when that has ended.
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
