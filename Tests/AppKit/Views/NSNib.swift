/// An archive of views. What is in one is set by tests.
public final class NSNib: NSObject {
  /// The name of an archive.
  public typealias Name = String
  let name: String
  @MainActor static var installed: [String: () -> [NSView]] = [:]

  /// Makes a reference to an archive.
  public init?(nibNamed nibName: Name, bundle: Bundle?) { name = nibName }
}
