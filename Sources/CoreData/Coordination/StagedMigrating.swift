/// What has a store go through stages before it is opened.
protocol StagedMigrating: AnyObject {
  /// - Parameters:
  ///   - migrator: what migrates the store to the model that it is opened with, afterwards.
  ///   - options: the options that the store is opened with.
  func migrate(_ migrator: StoreMigrator, options: [AnyHashable: Any]) throws
}
