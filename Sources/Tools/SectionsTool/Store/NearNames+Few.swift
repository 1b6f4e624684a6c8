import OrderedRows

extension NearNames {
  /// The largest number of names that are all listed.
  private static let listedNames = 12

  /// Returns the end of a message about an unknown name, as `; it has Album, Artist. Did you mean 'Album'?`. If there
  /// are many names, it suggests similar ones, or else lists only some of them.
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

  /// Returns the most similar name, followed by names that contain the unknown one, at most five in all.
  private static func near(to name: String, among names: [String]) -> [String] {
    let nearest = nearest(to: name, among: names)
    let word = name.lowercased()
    let around = word.count > 2 ? names.filter { $0.lowercased().contains(word) && $0 != nearest } : []
    return Array(([nearest].compactMap { $0 } + around.sorted { ($0.count, $0) < ($1.count, $1) }).prefix(5))
  }
}
