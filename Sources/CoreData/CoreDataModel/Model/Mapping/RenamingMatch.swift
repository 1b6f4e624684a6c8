/// Matches entities or properties of two model versions by names and renaming identifiers.
///
/// A renaming identifier takes precedence over the name. It is compared with the other version's identifiers first, and
/// then with its names. Otherwise equal names match, unless the partner is already matched.
enum RenamingMatch {
  struct Name {
    let name: String
    /// The explicit renaming identifier; nil if the model has none.
    let identifier: String?
  }

  /// Finds the former name of each new one.
  ///
  /// - Returns: the index of each destination's source; nil for a new one. No source is used twice.
  static func sources(of destinations: [Name], among sources: [Name]) -> [Int?] {
    var result = [Int?](repeating: nil, count: destinations.count)
    var free = Set(sources.indices)
    func match(_ isSame: (Name, Name) -> Bool) {
      for (index, destination) in destinations.enumerated() where result[index] == nil {
        let found = sources.indices.first { free.contains($0) && isSame(destination, sources[$0]) }
        guard let found else { continue }
        result[index] = found
        free.remove(found)
      }
    }
    match { $0.identifier != nil && $0.identifier == $1.identifier && $0.name == $1.name }
    match { $0.identifier != nil && $0.identifier == $1.identifier }
    match { $0.identifier != nil && $0.identifier == $1.name }
    match { $0.name == $1.name }
    match { $1.identifier != nil && $0.name == $1.identifier }
    return result
  }
}
