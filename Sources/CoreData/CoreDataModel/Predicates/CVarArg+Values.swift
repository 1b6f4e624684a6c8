import Foundation

// On Apple platforms these values reach a format as Objective-C objects, so programs write `date as CVarArg`. This
// package uses the values directly; the conformances only let such programs compile.

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

/// Traps, because the value has no representation in C, and code that reads C arguments would crash at an invalid one.
private func refuseEncoding(_ value: Any) -> Never {
  fatalError(
    "A \(type(of: value)) cannot be an argument of a C format: use String interpolation, or a predicate's format.")
}
