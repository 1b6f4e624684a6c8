/// Why a model and a store's tables do not go together, in words that name entities, properties, tables and columns.
package struct SchemaProblem: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
