/// An object that an event touches, as seen by one results list.
struct ResultsTouch: Sendable {
  enum Effect: Sendable {
    /// The object is deleted or invalid.
    case gone
    /// No change affects its membership, section or order.
    case samePlace
    /// No change affects its section or order, but it may have joined or left the list.
    case sameValues
    /// The change may affect membership, section and order.
    case unknown
  }

  let key: RowKey
  var effect: Effect
  /// Whether the object itself changed, so that it is reported as updated even if it keeps its place. False if only a
  /// related object changed.
  let isChanged: Bool
  /// The changed slots of the object: nil if unknown, empty if only a related object changed.
  var slots: SlotSet?
  /// The object's row as just saved, if the event contains it. Then no read is needed to place the object.
  var row: Row?

  /// Whether values must be read to apply the touch.
  var needsValues: Bool {
    switch effect {
    case .gone, .samePlace: false
    case .sameValues, .unknown: true
    }
  }
}
