import PostgreSQLTesting
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips tests if the server's programs are not installed. If they are installed and no server starts, the tests
  /// fail.
  static var onServer: Self {
    .enabled(if: PostgresCluster.areProgramsThere, "the server's programs are missing")
  }
}
