import Foundation

/// The names of a target's test functions by suite, read from its source files.
struct TestNames {
  private var names: [String: Set<String>] = [:]

  /// Reads the files of a target in `Tests`.
  init(target: String) throws {
    let folder = "Tests/\(target)/"
    for file in try Project.sources(in: folder) {
      // A top-level declaration ends with a brace at the beginning of a line. Comments and strings are removed, because
      // they may name a test that does not exist.
      let code = String(decoding: SwiftCode.kept(of: try Project.text(folder + file)), as: UTF8.self)
      for declaration in code.components(separatedBy: "\n}\n") {
        guard let suite = declaration.firstMatch(of: /\n(?:[^\s\/].*)?\b(?:struct|extension) (\w+)/) else { continue }
        for test in declaration.components(separatedBy: "@Test").dropFirst() {
          guard let function = test.firstMatch(of: /\bfunc (\w+)/) else { continue }
          names[String(suite.1), default: []].insert(String(function.1))
        }
      }
    }
  }

  /// All tests, as `Suite/function`.
  var all: Set<String> { Set(names.flatMap { suite, functions in functions.map { "\(suite)/\($0)" } }) }

  /// Whether a suite has a test function with a name.
  func contains(_ suite: String, _ function: String) -> Bool { names[suite]?.contains(function) == true }
}
