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
  /// The span of the store's history that has these writes; nil where they were not read from it.
  var history: HistorySpan?

  /// The user info key of the spans of a merge.
  static let infoKey = "_NSExternalSpans"
}
