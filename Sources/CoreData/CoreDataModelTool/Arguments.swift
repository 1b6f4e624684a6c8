/// The arguments that the plugins pass to the tool.
struct Arguments {
  var module = ""
  var output = ""
  var modelFolder = ""
  var models: [String] = []
  /// The models in the target's folder, if the manifest excludes all of them.
  var excluded: [String] = []
  var imports: [(module: String, file: String)] = []
  var sources: [String] = []
  var writes = false

  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      guard word.hasPrefix("--") else {
        sources.append(word)
        continue
      }
      if word == "--write" {
        writes = true
        continue
      }
      guard let value = words.popFirst() else { throw Failure(text: "\(word) needs a value") }
      switch word {
      case "--module": module = value
      case "--output": output = value
      case "--models-to": modelFolder = value
      case "--model": models.append(value)
      case "--excluded": excluded.append(value)
      case "--import":
        let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw Failure(text: "--import takes Module=File") }
        imports.append((parts[0], parts[1]))
      default: throw Failure(text: "\(word) is not known")
      }
    }
  }

  struct Failure: Error { let text: String }
}
