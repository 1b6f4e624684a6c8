/// The options of the program: `[--filter NAME] [--quick] [--json] [--rounds N]`.
struct BenchmarkOptions {
  var filter: String?
  var scale = Scale.full
  var json = false
  /// The number of times that everything is measured. A disturbance seldom affects the same benchmark in two rounds.
  var rounds = 3

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": scale = .quick
      case "--json": json = true
      case "--filter":
        guard let name = rest.popFirst() else { throw BenchmarkError("--filter needs a name.") }
        filter = name
      case "--rounds":
        guard let number = rest.popFirst().flatMap(Int.init), number > 0 else {
          throw BenchmarkError("--rounds needs a number.")
        }
        rounds = number
      default:
        throw BenchmarkError("'\(argument)' is unknown; there are --filter NAME, --quick, --json and --rounds N.")
      }
    }
  }

  /// Returns the benchmarks whose names contain the filter. If the filter is the name of a benchmark that runs only by
  /// name, returns that benchmark alone.
  func select(from all: [Benchmark]) -> [Benchmark] {
    let named = all.filter { $0.isOnlyNamed && $0.name == filter }
    guard named.isEmpty else { return named }
    return all.filter { benchmark in !benchmark.isOnlyNamed && filter.map(benchmark.name.contains) ?? true }
  }
}

/// The scale of a run, which affects only the number of repetitions. The data has the same size, because the bounds
/// apply to it.
enum Scale {
  case full, quick

  func repetitions(_ full: Int) -> Int { self == .full ? full : max(full / 15, 1) }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
