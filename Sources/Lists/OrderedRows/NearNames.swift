/// Finds an existing name that is similar to an unknown one, for error messages.
///
/// It is in the lowest module, so that all libraries and the tool suggest names in the same way.
package enum NearNames {
  /// The sorted names and the most similar one, as in `album, position, title. Did you mean 'title'?`. Returns `none.`
  /// if there are no names.
  ///
  /// - Complexity: O(names × (log names + their lengths)).
  package static func choices(for name: String, among names: some Sequence<String>) -> String {
    let known = names.sorted()
    return (known.isEmpty ? "none" : known.joined(separator: ", ")) + "." + question(for: name, among: known)
  }

  /// The text ` Did you mean 'Car'?` with the most similar name; empty if no name is similar.
  ///
  /// - Parameter mark: the quotation mark around the name.
  package static func question(for name: String, among names: some Sequence<String>, mark: String = "'") -> String {
    nearest(to: name, among: names).map { " Did you mean \(mark)\($0)\(mark)?" } ?? ""
  }

  /// The most similar name. At most a third of its letters may differ, ignoring case, or one name must be a prefix of
  /// the other.
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

  /// The edit distance of two words, with insertions, deletions, replacements and transpositions of adjacent letters.
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
