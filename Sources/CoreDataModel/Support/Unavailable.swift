/// The body of what is declared so that the compiler can say why it is not there; nothing can call it.
package func unavailable() -> Never {
  fatalError("This declaration is marked unavailable: nothing can call it.")
}
