import Foundation

/// The error of a list if several sections share the value at the end of `--by`.
struct SharedKeyError: LocalizedError {
  /// The number of sections and the value they share, as `5 objects of Album have the kind “Photos”`.
  let text: String
  /// The value of `--by`.
  let path: String
  /// The part of the path that leads to the section object.
  let objectPath: String

  var errorDescription: String? {
    "--by \(path): \(text), so that it does not identify a section. Write --by \(objectPath) for a section of "
      + "each object; 'sections list' makes one section of each value."
  }
}

extension GroupingPath {
  /// The path to the section object, without the key.
  var objectPath: String {
    (key == nil ? text.split(separator: ".")[...] : text.split(separator: ".").dropLast()).joined(separator: ".")
  }
}
