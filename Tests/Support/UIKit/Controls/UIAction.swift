/// An action of a control, as a closure.
@MainActor
open class UIAction: NSObject {
  /// The identifier of an action.
  public struct Identifier: Hashable, RawRepresentable, Sendable {
    /// The text of the identifier.
    public let rawValue: String
    /// Makes an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes an identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The closure of an action.
  public typealias Handler = (UIAction) -> Void

  /// The title for the user.
  open var title: String
  /// The image for the user.
  open var image: UIImage?
  /// The identifier of the action.
  public let identifier: Identifier
  /// The control that sent the action.
  open internal(set) weak var sender: AnyObject?
  let handler: Handler

  /// Makes an action.
  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, handler: @escaping Handler
  ) {
    self.title = title
    self.image = image
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.handler = handler
    super.init()
  }
}
