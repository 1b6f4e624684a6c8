import PostgreSQLTesting
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips tests where the server's programs are missing. Where they are there and no server starts, the tests fail.
  static var onServer: Self {
    .enabled(if: PostgresCluster.areProgramsThere, "the server's programs are missing")
  }
}
