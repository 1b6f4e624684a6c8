/// ` {name, place}`, ` {?}` where the keys are unknown, and empty where there are none: the end of the description of a
/// move or an update.
///
/// - Complexity: O(keys · log keys).
package func keyList(_ keys: Set<String>?) -> String {
  guard let keys else { return " {?}" }
  return keys.isEmpty ? "" : " {" + keys.sorted().joined(separator: ", ") + "}"
}
