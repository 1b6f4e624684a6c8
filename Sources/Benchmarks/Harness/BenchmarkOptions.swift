/// The options of the program: `[--filter NAME] [--quick] [--json] [--rounds N]`.
struct BenchmarkOptions {
  var filter: String?
  var scale = Scale.full
  var json = false
  /// How often everything is measured. What disturbs one round seldom disturbs the same row in another.
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

  /// Those with the filter in their names; where one of those that run only when they are named has it as its name,
  /// that one alone.
  func select(from all: [Benchmark]) -> [Benchmark] {
    let named = all.filter { $0.isOnlyNamed && $0.name == filter }
    guard named.isEmpty else { return named }
    return all.filter { benchmark in !benchmark.isOnlyNamed && filter.map(benchmark.name.contains) ?? true }
  }
}

/// How often to measure. The sizes are the same: bounds are for them.
enum Scale {
  case full, quick

  func repetitions(_ full: Int) -> Int { self == .full ? full : max(full / 15, 1) }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
