/// Matches entities or properties with those in another version of a model, by names and renaming identifiers.
///
/// An identifier that was set takes precedence over a name: it is looked up first, among the identifiers of the other
/// version and then among its names. Equal names match, unless the partner is taken.
enum RenamingMatch {
  struct Name {
    let name: String
    /// The renaming identifier that was set; nil where the name stands for it.
    let identifier: String?
  }

  /// - Returns: for each destination the index of its source, nil where it is new. No source is given twice.
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
