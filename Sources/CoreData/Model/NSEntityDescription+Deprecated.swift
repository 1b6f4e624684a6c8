import Foundation

extension NSEntityDescription {
  /// Indexes over several properties, each given by names or property descriptions.
  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  public var compoundIndexes: [[Any]] {
    get { unnamedIndexes }
    set { unnamedIndexes = newValue }
  }

  /// The expression that gives an object's name in the system's search results.
  @available(*, unavailable, message: "Spotlight is not on this platform.")
  public var coreSpotlightDisplayNameExpression: NSExpression {
    get { fatalError("Spotlight is not on this platform.") }
    set {}
  }
}
