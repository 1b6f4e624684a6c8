/// That everything which others wrote to a store between two looks at it is told by one event.
struct ExternalSpan: Sendable {
  /// The store's `externalVersion` up to which everything was told before.
  let from: Int
  /// The one up to which everything is told now.
  let to: Int
  /// The root entities whose rows were compared.
  let roots: Set<Int>

  /// Where the user info of a merge carries spans.
  static let infoKey = "_NSExternalSpans"
}
