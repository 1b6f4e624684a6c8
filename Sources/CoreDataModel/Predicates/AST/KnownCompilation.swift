/// The last compilation of a predicate outside a fetch: a list of objects is filtered by evaluating one after the
/// other, nearly always of one entity.
package final class KnownCompilation: Sendable {
  /// The compiled predicate, of a type of the module above.
  package let last = Protected<(any AnyObject & Sendable)?>(nil)
}
