import Foundation

/// Caches classes by name.
///
/// Foundation builds a mangled name for each lookup, and searches the whole program for a class that does not exist. A
/// found class stays in the cache. A missing class is searched again after another library was loaded.
struct ClassMemo {
  private struct Answer {
    var found: AnyClass?
    /// The number of loaded libraries before the search.
    var images: UInt64?
    var searches = 0
  }

  /// The greatest number of cached names. Files also name classes, and a hostile one may name many that do not exist.
  static let limit = 4096

  private var answers: [String: Answer] = [:]

  /// The cached class of a name, or nil if it is known not to exist. The outer optional is nil if a search is
  /// necessary.
  func known(_ name: String, images: UInt64?) -> AnyClass?? {
    guard let answer = answers[name] else { return nil }
    if let found = answer.found { return .some(found) }
    return images != nil && answer.images == images ? .some(nil) : nil
  }

  /// Caches the result of a search.
  ///
  /// - Parameter images: the number of loaded libraries before the search.
  mutating func keep(_ found: AnyClass?, as name: String, images: UInt64?) {
    if answers.count >= Self.limit, answers[name] == nil { answers.removeAll() }
    let searches = (answers[name]?.searches ?? 0) + 1
    answers[name] = Answer(found: found, images: images, searches: searches)
  }

  /// The number of times that the whole program was searched for a name.
  func searches(for name: String) -> Int { answers[name]?.searches ?? 0 }
}
