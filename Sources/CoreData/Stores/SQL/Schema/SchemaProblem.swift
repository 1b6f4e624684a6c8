/// Why a model and a store's tables do not go together, in words that name entities, properties, tables and columns.
struct SchemaProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
