import Foundation

/// A script of `sections replay`: batches of edits, each followed by a way to end it.
///
/// What else is in the file, such as a story or what is expected, is not read.
struct Script: Decodable {
  enum End: String, Decodable { case process, save, rollback, reset }

  /// Where a batch's edits are made: in the list's context, or in another whose save is merged.
  enum Place: String, Decodable { case view, background }

  struct Batch: Decodable {
    /// Changed before the edits; see `ListOptions.change(policies:)`.
    var policies: JSON?
    /// Predicates, orders and windows that are fetched anew before the edits; see `ListOptions.change(list:)`.
    var list: JSON?
    var context: Place
    var edits: [Edit]
    var then: End

    private enum CodingKeys: String, CodingKey { case policies, list, context, edits, then }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      policies = try container.decodeIfPresent(JSON.self, forKey: .policies)
      list = try container.decodeIfPresent(JSON.self, forKey: .list)
      context = try container.decodeIfPresent(Place.self, forKey: .context) ?? .view
      edits = try container.decodeIfPresent([Edit].self, forKey: .edits) ?? []
      then = try container.decodeIfPresent(End.self, forKey: .then) ?? .process
    }
  }

  /// One edit: an insertion, an update or a deletion, told by the key that it has.
  struct Edit: Decodable {
    var insert: String?
    var update: String?
    var delete: String?
    /// The name of an inserted object, `$` first.
    var name: String?
    var values: [String: JSON]
    var set: [String: JSON]

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case insert, update, delete
      case name = "as"
      case values, set
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      insert = try container.decodeIfPresent(String.self, forKey: .insert)
      update = try container.decodeIfPresent(String.self, forKey: .update)
      delete = try container.decodeIfPresent(String.self, forKey: .delete)
      name = try container.decodeIfPresent(String.self, forKey: .name)
      values = try container.decodeIfPresent([String: JSON].self, forKey: .values) ?? [:]
      set = try container.decodeIfPresent([String: JSON].self, forKey: .set) ?? [:]
      guard [insert, update, delete].compactMap(\.self).count == 1 else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "an edit has exactly one of \"insert\", \"update\" and \"delete\""))
      }
    }
  }

  var batches: [Batch]
  /// Policies, predicates and orders that hold from the beginning, beside those of the command line.
  var list: JSON?

  static func read(_ path: String) throws -> Script {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ToolError.data("The script '\(path)' cannot be read.")
    }
    do {
      return try JSONDecoder().decode(Script.self, from: data)
    } catch let error as DecodingError {
      throw ToolError.data("The script '\(path)' is not right: \(Self.explain(error)).")
    }
  }

  private static func explain(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String {
      let steps = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
      return steps.isEmpty ? "" : " at \(steps.drop { $0 == "." })"
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "\"\(key.stringValue)\" is missing\(place(context.codingPath))"
    case .typeMismatch(let type, let context):
      return "a \(type) is expected\(place(context.codingPath))"
    case .valueNotFound(let type, let context):
      return "a \(type) is expected\(place(context.codingPath)), not null"
    case .dataCorrupted(let context):
      return context.debugDescription + place(context.codingPath)
    @unknown default:
      return "\(error)"
    }
  }
}
