/// The links between the sections of the shown list and those of an inner fetched results controller.
struct IndexMap: Sendable {
  struct Link: Sendable, Hashable {
    let shown: Int
    let inner: Int
  }

  /// All sections, empty ones included.
  let shown: DrawnList
  /// The sections that a fetched results controller of the items has.
  let inner: DrawnList
  /// Ascending.
  let links: [Link]
}
