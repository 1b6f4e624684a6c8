/// Finds the name that a user or a program may have meant by one that does not exist.
///
/// It stands below all libraries and the tool, so that their messages offer the same names.
package enum NearNames {
  /// `album, position, title. Did you mean 'title'?`: the names that exist, sorted, and the nearest one. `none.` where
  /// none exists.
  ///
  /// - Complexity: O(names × (log names + their lengths)).
  package static func choices(for name: String, among names: some Sequence<String>) -> String {
    let known = names.sorted()
    return (known.isEmpty ? "none" : known.joined(separator: ", ")) + "." + question(for: name, among: known)
  }

  /// ` Did you mean 'Car'?`, or nothing where no name is near.
  ///
  /// - Parameter mark: what is written before and after the name.
  package static func question(for name: String, among names: some Sequence<String>, mark: String = "'") -> String {
    nearest(to: name, among: names).map { " Did you mean \(mark)\($0)\(mark)?" } ?? ""
  }

  /// The nearest of the names: at most a third of the letters differ, whatever their case, or one begins with the
  /// other.
  ///
  /// - Complexity: O(names × their lengths).
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in names.sorted() where candidate.count <= 64 {
      let distance = distance(wanted, Array(candidate.lowercased()))
      let begins = min(wanted.count, candidate.count) > 2 && zip(wanted, candidate.lowercased()).allSatisfy(==)
      guard begins || distance <= max(1, wanted.count / 3), distance < max(wanted.count, candidate.count) else {
        continue
      }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The letters to insert, to drop, to replace, or to exchange with the next, until one word is the other.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var row = Array(0...right.count)
    for i in left.indices {
      var next = [i + 1]
      for j in right.indices {
        var least = min(row[j + 1], next[j]) + 1
        least = min(least, row[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { least = min(least, before[j - 1] + 1) }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
