/// States that one event reports what another coordinator or process wrote to a store between two looks at it.
struct ExternalSpan: Sendable {
  /// The store's `externalVersion` up to which everything was reported before.
  let from: Int
  /// The one up to which everything is reported now.
  let to: Int
  /// The root entities whose rows were compared.
  let roots: Set<Int>
  /// Whether the event names all of it. Where it was not known what was there before, what was deleted is not named.
  var isComplete = true
  /// What the store's history has with them; nil where they were not read from it.
  var history: HistorySpan?

  /// Where the user info of a merge carries spans.
  static let infoKey = "_NSExternalSpans"
}
