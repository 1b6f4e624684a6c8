/// A nib file. Tests set its contents.
public final class NSNib: NSObject {
  /// The name of a nib.
  public typealias Name = String
  let name: String
  @MainActor static var installed: [String: () -> [NSView]] = [:]

  /// Makes the nib with a name.
  public init?(nibNamed nibName: Name, bundle: Bundle?) { name = nibName }
}
