/// Migrates a store through stages before it is opened.
protocol StagedMigrating: AnyObject {
  /// - Parameters:
  ///   - migrator: the migrator that brings the store to the model that it is opened with, afterwards.
  ///   - configuration: the name of the configuration whose entities the store holds; nil for all.
  ///   - options: the options that the store is opened with.
  func migrate(_ migrator: StoreMigrator, configuration: String?, options: [AnyHashable: Any]) throws
}
