#if !canImport(Darwin)
  import CoreData

  extension AnyKeyPath {
    /// The keys that the key path reads, joined by periods; nil if one of its steps reads no property by name.
    /// `NSExpression(forKeyPath:)` would stop the program in that case.
    var keys: String? { KeyRecording.key(of: self) }
  }
#endif
