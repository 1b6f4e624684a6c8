import Foundation

/// The parts of the tool's JSON that tests read.
struct ListOutput: Decodable {
  struct Section: Decodable {
    let index: Int
    let object: String?
    let name: String?
    let count: Int
    let items: [String]
  }

  struct Totals: Decodable, Equatable {
    let sections: Int
    let empty: Int
    let items: Int
    let unmatched: Int
  }

  let sections: [Section]
  let totals: Totals
}

struct EntitiesOutput: Decodable {
  struct Entity: Decodable {
    let name: String
    let parent: String?
    let abstract: Bool
    let count: Int
  }

  let entities: [Entity]
}

extension ToolRun {
  func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(output.utf8))
  }
}
