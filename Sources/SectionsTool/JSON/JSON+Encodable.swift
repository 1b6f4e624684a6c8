import Foundation

extension JSON {
  /// The form of a value, the keys of all objects in alphabetical order.
  init(encoding value: some Encodable) throws {
    self = try JSON(parsing: JSONEncoder().encode(value)).sorted
  }
}
