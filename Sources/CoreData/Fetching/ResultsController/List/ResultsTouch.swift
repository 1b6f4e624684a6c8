/// An object that an event names, for one results list.
struct ResultsTouch: Sendable {
  enum Effect: Sendable {
    /// It is deleted or invalid.
    case gone
    /// It changed in nothing that membership, section or order depend on.
    case samePlace
    /// It changed in nothing that section and order depend on, but may belong to the list no more, or only now.
    case sameValues
    /// Where it stands must be found out.
    case unknown
  }

  let key: RowKey
  var effect: Effect
  /// Whether the object itself changed, so that staying in place is an update. False when only something it refers to
  /// changed.
  let isChanged: Bool
  /// The properties of the object that changed, none when only something it refers to did; nil where they are not known.
  var slots: SlotSet?
  /// The object's row as it was just saved, where it came with the event: then nothing need be read to place it.
  var row: Row?

  /// Whether something must be read to follow it.
  var needsValues: Bool {
    switch effect {
    case .gone, .samePlace: false
    case .sameValues, .unknown: true
    }
  }
}
