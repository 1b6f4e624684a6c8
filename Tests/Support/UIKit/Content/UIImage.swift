/// An image. In the double it is only a name.
open class UIImage: NSObject, @unchecked Sendable {
  // Unchecked: immutable.
  let name: String

  /// Makes the image with a name.
  public init?(named name: String) { self.name = name }

  /// Makes a system image.
  public init?(systemName name: String) { self.name = name }
}

/// A font. In the double it is only a size.
open class UIFont: NSObject, @unchecked Sendable {
  // Unchecked: immutable.
  /// The size in points.
  public let pointSize: CGFloat

  init(pointSize: CGFloat) { self.pointSize = pointSize }

  /// The system's font.
  public class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(pointSize: fontSize) }
  /// The system's bold font.
  public class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(pointSize: fontSize) }
}
