/// An object that an event names, for one results list.
struct ResultsTouch: Sendable {
  enum Effect: Sendable {
    /// It is deleted or invalid.
    case gone
    /// No change affects its membership, section or order.
    case samePlace
    /// No change affects its section or order, but it may have joined or left the list.
    case sameValues
    /// Its place must be determined.
    case unknown
  }

  let key: RowKey
  var effect: Effect
  /// Whether the object itself changed, so that staying in place is an update. False if only an object that it refers
  /// to changed.
  let isChanged: Bool
  /// The properties of the object that changed, none if only an object that it refers to did; nil if they are not
  /// known.
  var slots: SlotSet?
  /// The object's row as just saved, if it came with the event. Placing the object then reads nothing.
  var row: Row?

  /// Whether values must be read to apply the touch.
  var needsValues: Bool {
    switch effect {
    case .gone, .samePlace: false
    case .sameValues, .unknown: true
    }
  }
}
