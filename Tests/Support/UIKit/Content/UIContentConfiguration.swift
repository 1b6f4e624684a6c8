/// The state for which a content configuration is updated.
public protocol UIConfigurationState {}

/// The state of a cell.
public struct UICellConfigurationState: UIConfigurationState, Hashable, Sendable {
  /// Whether it is selected.
  public var isSelected = false
  /// Whether it is edited.
  public var isEditing = false

  init() {}
}

/// A description of a view's content. It makes a view that shows the content.
public protocol UIContentConfiguration {
  /// Makes a view that shows the content.
  @MainActor func makeContentView() -> any UIView & UIContentView
  /// Returns the content for a state.
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a content configuration.
@MainActor
public protocol UIContentView: NSObjectProtocol {
  /// The shown configuration.
  var configuration: any UIContentConfiguration { get set }
  /// Returns whether the view can show a configuration.
  func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
  public func supports(_ configuration: any UIContentConfiguration) -> Bool {
    type(of: configuration) == type(of: self.configuration)
  }
}

/// Shows a content configuration in a container. It keeps its view if that supports the next configuration.
@MainActor
struct ContentHolder {
  private(set) var view: (any UIView & UIContentView)?
  var configuration: (any UIContentConfiguration)?

  mutating func show(_ configuration: (any UIContentConfiguration)?, in container: UIView) {
    self.configuration = configuration
    if let configuration, let view, view.supports(configuration) {
      view.configuration = configuration
      return
    }
    view?.removeFromSuperview()
    view = configuration?.makeContentView()
    if let view {
      view.frame = container.bounds
      container.addSubview(view)
    }
  }
}
