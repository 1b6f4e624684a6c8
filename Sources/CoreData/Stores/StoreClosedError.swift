/// A store was used after it was closed.
package struct StoreClosedError: Error {
  package init() {}
}
