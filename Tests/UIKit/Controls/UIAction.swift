/// Something a user may do, as a closure.
@MainActor
open class UIAction: NSObject {
  /// Names an action.
  public struct Identifier: Hashable, RawRepresentable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes an identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// What the action does.
  public typealias Handler = (UIAction) -> Void

  /// What the user reads.
  open var title: String
  /// What the user sees.
  open var image: UIImage?
  /// Names the action.
  public let identifier: Identifier
  /// The control that it was done at.
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
