/// The suffix of the description of a move or update: ` {name, place}` for known keys, ` {?}` for unknown keys, and an
/// empty text if no property changed.
///
/// - Complexity: O(keys · log keys).
package func keyList(_ keys: Set<String>?) -> String {
  guard let keys else { return " {?}" }
  return keys.isEmpty ? "" : " {" + keys.sorted().joined(separator: ", ") + "}"
}
