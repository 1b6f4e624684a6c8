import Foundation

/// The error of a list whose sections share a value of the attribute that `--by` ends in.
struct SharedKeyError: LocalizedError {
  /// The key that several sections share: `5 objects of Album have the kind “Photos”`.
  let text: String
  /// The path of `--by`.
  let path: String
  /// Its steps up to the section itself.
  let objectPath: String

  var errorDescription: String? {
    "--by \(path): \(text), so that it does not identify a section. Write --by \(objectPath) for a section of "
      + "each object; 'sections list' makes one section of each value."
  }
}

extension GroupingPath {
  /// The path to the section itself.
  var objectPath: String {
    (key == nil ? text.split(separator: ".")[...] : text.split(separator: ".").dropLast()).joined(separator: ".")
  }
}
