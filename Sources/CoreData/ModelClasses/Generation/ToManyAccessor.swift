/// The kinds of Core Data's accessor methods for to-many relationships, with the relationship's name.
enum ToManyAccessor: Equatable {
  case add(String)
  case remove(String)
  case insert(String)
  case removeAt(String)
  case replace(String)

  /// Recognizes a method by the names that Xcode generates now or generated earlier; nil for any other method.
  ///
  /// - Parameters:
  ///   - name: the method's name.
  ///   - labels: the labels of its parameters.
  init?(_ name: String, _ labels: [String?]) {
    switch labels {
    case [nil] where name != "addTo" && name != "removeFrom":
      if let key = name.behind("addTo") {
        self = .add(key)
      } else if let key = name.behind("removeFrom") {
        self = .remove(key)
      } else if let key = name.behind("removeObjectFrom", before: "AtIndex") {
        self = .removeAt(key)
      } else if let key = name.behind("remove", before: "AtIndexes") {
        self = .removeAt(key)
      } else if let key = name.behind("add", before: "Object") ?? name.behind("add") {
        self = .add(key)
      } else if let key = name.behind("remove", before: "Object") ?? name.behind("remove") {
        self = .remove(key)
      } else {
        return nil
      }
    case ["at"]:
      guard let key = name.behind("removeFrom") else { return nil }
      self = .removeAt(key)
    case [nil, "at"]:
      guard let key = name.behind("insertInto") else { return nil }
      self = .insert(key)
    case ["at", "with"]:
      guard let key = name.behind("replace") else { return nil }
      self = .replace(key)
    default:
      // The form of older versions, `insertObject(_:inNotesAtIndex:)`.
      guard name == "insertObject", labels.count == 2, labels[0] == nil,
        let key = labels[1]?.behind("in", before: "AtIndex")
      else { return nil }
      self = .insert(key)
    }
  }

  /// The relationship's name as in the method's name, with a capital letter.
  var key: String {
    switch self {
    case .add(let key), .remove(let key), .insert(let key), .removeAt(let key), .replace(let key): key
    }
  }
}

extension String {
  fileprivate func behind(_ prefix: String, before suffix: String = "") -> String? {
    guard hasPrefix(prefix), hasSuffix(suffix), count > prefix.count + suffix.count else { return nil }
    let key = String(dropFirst(prefix.count).dropLast(suffix.count))
    return key.first.map { $0.isLowercase } == true ? nil : key
  }
}

extension String {
  /// The key with its first letter in upper case, as in accessor names.
  var withCapital: String { prefix(1).uppercased() + dropFirst() }
  var withoutCapital: String { prefix(1).lowercased() + dropFirst() }
}
