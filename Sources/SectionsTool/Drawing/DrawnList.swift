/// A version of a list, by the names of its sections and items.
struct DrawnList: Sendable, Equatable {
  struct Section: Sendable, Equatable {
    let name: String
    let items: [String]
  }

  var sections: [Section]
}
