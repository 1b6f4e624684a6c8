/// The user info of a notification that always has the same keys. It is copied and its values are set by index, so
/// that no key is hashed. A save of one row posts several notifications, usually without an observer.
// Unchecked: the template's own values are only placeholders.
struct NotificationTemplate: @unchecked Sendable {
  private let info: [AnyHashable: Any]
  private let places: [Dictionary<AnyHashable, Any>.Index]

  /// - Parameter keys: the keys, without duplicates.
  init(_ keys: [String]) {
    let info = Dictionary<AnyHashable, Any>(uniqueKeysWithValues: keys.map { (AnyHashable($0), ()) })
    self.info = info
    places = keys.compactMap { info.index(forKey: $0) }
  }

  /// - Parameter values: a value for each key, in the order of the keys.
  func filled(with values: Any...) -> [AnyHashable: Any] {
    precondition(values.count == places.count, "Each key has a value.")
    var filling = Filling(self)
    for value in values { filling.add(value) }
    return filling.info
  }

  /// A copy of the template that receives its values one by one, without an array.
  struct Filling {
    private(set) var info: [AnyHashable: Any]
    private let places: [Dictionary<AnyHashable, Any>.Index]
    private var count = 0

    init(_ template: NotificationTemplate) { (info, places) = (template.info, template.places) }

    /// Adds the value of the next key.
    mutating func add(_ value: Any) {
      info.values[places[count]] = value
      count += 1
    }
  }
}
