extension LoadingPhase {
  /// The phase of a source composed of children. The first row of this table that applies determines it.
  ///
  /// | phases of the children | phase |
  /// |---|---|
  /// | there are no children | ``loaded`` |
  /// | any is ``loading`` | ``loading`` |
  /// | any is ``refreshing`` | ``refreshing`` |
  /// | any is ``appending`` | ``appending`` |
  /// | any is ``failed`` | ``failed`` |
  /// | all are ``initial`` | ``initial`` |
  /// | all are ``empty`` or ``initial`` | ``empty`` |
  /// | else | ``loaded`` |
  ///
  /// - Complexity: O(phases).
  @inlinable
  public static func composed(_ phases: some Sequence<LoadingPhase>) -> LoadingPhase {
    let phases = Set(phases)
    if let first = [loading, refreshing, appending, failed].first(where: phases.contains) { return first }
    if phases.isEmpty || phases.contains(loaded) { return .loaded }
    return phases == [.initial] ? .initial : .empty
  }
}
