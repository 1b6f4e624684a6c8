import Foundation

/// The reason why a value cannot be saved.
enum ValueProblem: Error {
  case outOfRange(Int64, ColumnKind)
  case notNumber
  case opaque(String)
  case mismatch(ColumnKind)

  func error(entity: EntityLayout, slot: Int) -> NSError {
    let place = "\(entity.name).\(entity.slots[slot].name)"
    let reason =
      switch self {
      case .outOfRange(let number, let kind): "\(number) does not fit, it holds \(kind.expectation)"
      case .notNumber: "a value that is not a number cannot be saved"
      case .opaque(let type):
        "no transformer turns a \(type) into data"
      case .mismatch(let kind): "the value is of another type, it holds \(kind.expectation)"
      }
    return .coreData(NSPersistentStoreSaveError, "\(place) cannot be saved: \(reason).")
  }
}
