/// Limits the number of elements of composite attributes while a model is read, because a small file can describe very
/// many.
final class CompositeReading {
  private static let elementLimit = 100_000

  private var depth = 0
  private var count = 0

  /// Reads the elements of a composite attribute.
  ///
  /// - Parameter name: the attribute's name for errors.
  /// - Throws: a `ModelReadingError` if the elements are nested too deeply, or if there are too many.
  func elements<Source>(
    _ sources: [Source], of name: String, _ read: (Source) throws -> NSAttributeDescription
  ) throws -> [NSAttributeDescription] {
    depth += 1
    count += sources.count
    defer { depth -= 1 }
    guard depth <= ModelCheck.compositeDepthLimit else {
      throw ModelReadingError("the composite attribute \(name) is an element of itself or nested too deeply")
    }
    guard count <= Self.elementLimit else {
      throw ModelReadingError("the composite attributes have more than \(Self.elementLimit) elements")
    }
    return try sources.map(read)
  }
}
