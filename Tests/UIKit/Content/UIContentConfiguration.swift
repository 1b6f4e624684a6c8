/// What a cell is: selected, highlighted and so on.
public protocol UIConfigurationState {}

/// What a cell is.
public struct UICellConfigurationState: UIConfigurationState, Hashable, Sendable {
  /// Whether it is selected.
  public var isSelected = false
  /// Whether it is edited.
  public var isEditing = false

  init() {}
}

/// The contents of a cell, as a value that makes and fills a view.
public protocol UIContentConfiguration {
  /// Makes a view of the contents.
  @MainActor func makeContentView() -> any UIView & UIContentView
  /// The contents for a state.
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a configuration.
@MainActor
public protocol UIContentView: NSObjectProtocol {
  /// What it shows.
  var configuration: any UIContentConfiguration { get set }
  /// Whether it can show a configuration.
  func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
  public func supports(_ configuration: any UIContentConfiguration) -> Bool {
    type(of: configuration) == type(of: self.configuration)
  }
}

/// What shows a content configuration: replaces its view only where it cannot show the next one.
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
