import CoreData
import Foundation

/// Converts the server's errors to errors with Apple's codes and the store's name in the message.
struct PostgresFailure {
  let name: String

  enum Action {
    case opening
    case reading
    case saving

    fileprivate var words: String {
      switch self {
      case .opening: "opened"
      case .reading: "read"
      case .saving: "saved to"
      }
    }

    fileprivate var code: Int {
      switch self {
      case .opening: NSPersistentStoreOpenError
      case .reading: CocoaError.fileReadUnknown.rawValue
      case .saving: NSPersistentStoreSaveError
      }
    }
  }

  /// Runs a closure and converts the server's errors to Core Data's. Other errors are rethrown unchanged.
  static func reporting<Result>(
    _ address: PostgresAddress, _ action: Action, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as PostgresError {
      throw PostgresFailure(name: address.name).error(error, action)
    } catch is StoreClosedError {
      throw NSError.coreData(
        NSPersistentStoreOperationError, "\(address.name) was removed from its coordinator.")
    }
  }

  func error(_ error: PostgresError, _ action: Action) -> NSError {
    let (code, description) = meaning(of: error, action)
    return .coreData(code, description, underlying: error.underlying)
  }

  private func meaning(of error: PostgresError, _ action: Action) -> (Int, String) {
    switch error.state {
    case _ where error.isTimeout:
      return (NSPersistentStoreTimeoutError, "\(name) did not answer in time: \(error.message).")
    case "53100":
      return (CocoaError.fileWriteOutOfSpace.rawValue, "The server of \(name) has no room left: \(error.message).")
    case "25006":
      return (CocoaError.fileWriteNoPermission.rawValue, "\(name) may not be written: \(error.message).")
    case "42501" where action != .reading:
      return (CocoaError.fileWriteNoPermission.rawValue, "\(name) may not be written: \(error.message).")
    case "42501":
      return (CocoaError.fileReadNoPermission.rawValue, "\(name) may not be read: \(error.message).")
    case "42P01" where PostgresVersionTable.isNamed(in: error.message):
      return (
        NSPersistentStoreIncompatibleVersionHashError,
        "\(name) was migrated to another version of its model, or replaced, since it was opened: open it again."
      )
    case "42P01", "42703", "3F000", "42804", "42883":
      return (
        NSPersistentStoreIncompatibleSchemaError,
        "\(name) cannot be \(action.words): another program changed its tables. \(error.message)."
      )
    case "2BP01":
      return (
        action.code,
        "\(name) cannot be \(action.words): other objects of the database stand on its tables. \(error.detail)"
      )
    case _ where error.isOfOtherSession:
      return (action.code, "\(name) cannot be \(action.words): \(PostgresPooling.missing).")
    case "28P01", "28000":
      return (action.code, "\(name) cannot be \(action.words): the server refused the user or the password.")
    default:
      return (action.code, "\(name) cannot be \(action.words): \(error.message).")
    }
  }
}
