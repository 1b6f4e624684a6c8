/// An image. The double knows its name.
open class UIImage: NSObject, @unchecked Sendable {
  // Sendable as it never changes.
  let name: String

  /// Makes the image with a name.
  public init?(named name: String) { self.name = name }

  /// Makes one of the system's images.
  public init?(systemName name: String) { self.name = name }
}

/// How a text is drawn. The double knows the size.
open class UIFont: NSObject, @unchecked Sendable {
  // Sendable as it never changes.
  /// The size in points.
  public let pointSize: CGFloat

  init(pointSize: CGFloat) { self.pointSize = pointSize }

  /// The system's font.
  public class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(pointSize: fontSize) }
  /// The system's bold font.
  public class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(pointSize: fontSize) }
}
