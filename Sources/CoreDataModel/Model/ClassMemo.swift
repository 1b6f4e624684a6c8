import Foundation

/// Classes by the names that they were looked up by.
///
/// Foundation spells the mangled name of a class each time it is asked, and searches the whole program for a class that
/// does not exist. A class that was found stays. One that was not found is searched again after another library was
/// loaded, which may have brought it.
struct ClassMemo {
  private struct Answer {
    var found: AnyClass?
    /// The number of libraries before the search.
    var images: UInt64?
    var searches = 0
  }

  /// The names that are kept at most: files name classes, too, and a hostile one may name many that there are not.
  static let limit = 4096

  private var answers: [String: Answer] = [:]

  /// The class of a name, nil where it is known that there is none; no answer where a search has to say.
  func known(_ name: String, images: UInt64?) -> AnyClass?? {
    guard let answer = answers[name] else { return nil }
    if let found = answer.found { return .some(found) }
    return images != nil && answer.images == images ? .some(nil) : nil
  }

  /// Keeps the result of a search.
  ///
  /// - Parameter images: the number of libraries before the search.
  mutating func keep(_ found: AnyClass?, as name: String, images: UInt64?) {
    if answers.count >= Self.limit, answers[name] == nil { answers.removeAll() }
    let searches = (answers[name]?.searches ?? 0) + 1
    answers[name] = Answer(found: found, images: images, searches: searches)
  }

  /// How often the whole program was searched for a name.
  func searches(for name: String) -> Int { answers[name]?.searches ?? 0 }
}
