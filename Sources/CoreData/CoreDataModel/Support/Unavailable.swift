/// The body of a declaration that is marked as unavailable, so that the compiler can report the reason. It is never
/// called.
package func unavailable() -> Never {
  fatalError("This declaration is marked unavailable: nothing can call it.")
}
