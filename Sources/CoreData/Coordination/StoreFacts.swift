import Foundation

/// What a coordinator fixes about a store when it adds it.
struct StoreFacts {
  let type: String
  let url: URL?
  let configurationName: String?
  let entityIndices: Set<Int>
  let options: [AnyHashable: Any]?
}
