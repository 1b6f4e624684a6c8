import Foundation

// On Apple's platforms these reach Objective-C as objects, so that programs write `date as CVarArg` for an argument of
// a format. Ours takes the values as they are; the conformances only let such a program compile.

extension Date: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { refuseEncoding(self) }
}

extension UUID: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { refuseEncoding(self) }
}

extension URL: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { refuseEncoding(self) }
}

extension Data: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { refuseEncoding(self) }
}

extension Decimal: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { refuseEncoding(self) }
}

extension Array: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { refuseEncoding(self) }
}

extension Set: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { refuseEncoding(self) }
}

extension NSObject: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())] }
}

/// Such a value has no form in C, and code that reads C arguments would crash on a made-up one.
private func refuseEncoding(_ value: Any) -> Never {
  fatalError(
    "A \(type(of: value)) cannot be an argument of a C format: use String interpolation, or a predicate's format.")
}
