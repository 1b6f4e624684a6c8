#if canImport(Darwin)
  extension AnyKeyPath {
    /// The keys that the key path reads, joined by periods; nil if one of its steps is not visible to Objective-C.
    /// `NSExpression(forKeyPath:)` would stop the program in that case.
    var keys: String? { _kvcKeyPathString }
  }
#endif
