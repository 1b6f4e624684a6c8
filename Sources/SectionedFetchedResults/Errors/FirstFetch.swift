/// The mistake of reading a list that no fetch has filled.
enum FirstFetch {
  /// Stops the program: an element is read before the first fetch, or after a first fetch that failed.
  ///
  /// - Parameter element: what was asked for, as `item [0, 1]`.
  static func isMissing(_ element: String) -> Never {
    fatalError(
      "There is no \(element): the list is empty before the first performFetch(). Call it first, and look at the error "
        + "that it throws.")
  }
}
