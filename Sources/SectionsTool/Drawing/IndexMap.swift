/// Which section of the shown list stands where among the sections of an inner fetched results controller.
struct IndexMap: Sendable {
  struct Link: Sendable, Hashable {
    let shown: Int
    let inner: Int
  }

  /// All sections, empty ones included.
  let shown: DrawnList
  /// Those that a fetched results controller of the items has.
  let inner: DrawnList
  /// Ascending.
  let links: [Link]
}
