import OrderedRows

extension NearNames {
  /// The greatest number of names of which all are listed.
  private static let listedNames = 12

  /// Returns the end of a message about an unknown name: `; it has Album, Artist. Did you mean 'Album'?`. Of many names
  /// the near ones come first, and only some of the rest follow.
  static func few(for name: String, among names: some Sequence<String>) -> String {
    let known = names.sorted()
    guard known.count > listedNames else { return "; it has \(choices(for: name, among: known))" }
    let near = near(to: name, among: known)
    let all = "sections entities STORE --brief lists all \(known.count)."
    guard !near.isEmpty else {
      return "; it has \(known.prefix(listedNames / 2).joined(separator: ", ")) and more: \(all)"
    }
    return ". Did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))? \(all)"
  }

  /// The nearest name, and those with the name in them, at most five.
  private static func near(to name: String, among names: [String]) -> [String] {
    let nearest = nearest(to: name, among: names)
    let word = name.lowercased()
    let around = word.count > 2 ? names.filter { $0.lowercased().contains(word) && $0 != nearest } : []
    return Array(([nearest].compactMap { $0 } + around.sorted { ($0.count, $0) < ($1.count, $1) }).prefix(5))
  }
}
