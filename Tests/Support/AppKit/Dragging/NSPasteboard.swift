/// Data to drag or copy.
@MainActor
public final class NSPasteboard: NSObject {
  /// The type of some data.
  public struct PasteboardType: RawRepresentable, Hashable, Sendable {
    /// The name of the type.
    public let rawValue: String
    /// Makes a type with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a type with a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Plain text.
    public static let string = PasteboardType("public.utf8-plain-text")
  }

  /// The items on the pasteboard.
  public private(set) var pasteboardItems: [NSPasteboardItem]?

  nonisolated override init() { super.init() }

  /// Adds objects to the pasteboard.
  public func writeObjects(_ objects: [any NSPasteboardWriting]) -> Bool {
    let items = objects.map { object in
      if let item = object as? NSPasteboardItem { return item }
      let item = NSPasteboardItem()
      for type in object.writableTypes(for: self) {
        if let text = object.pasteboardPropertyList(forType: type) as? String { item.setString(text, forType: type) }
      }
      return item
    }
    pasteboardItems = (pasteboardItems ?? []) + items
    return true
  }

  /// The first text of a type.
  public func string(forType dataType: PasteboardType) -> String? {
    pasteboardItems?.lazy.compactMap { $0.string(forType: dataType) }.first
  }
}

/// An object that can be written to a pasteboard.
@MainActor
public protocol NSPasteboardWriting: NSObjectProtocol {
  /// Returns the types of the object's data.
  func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType]
  /// Returns the data of a type.
  func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any?
}

/// Data of several types for a pasteboard.
@MainActor
public final class NSPasteboardItem: NSObject, NSPasteboardWriting {
  private var strings: [NSPasteboard.PasteboardType: String] = [:]

  public nonisolated override init() { super.init() }

  /// The types of the item's data.
  public var types: [NSPasteboard.PasteboardType] { Array(strings.keys) }

  /// Sets the text of a type.
  @discardableResult
  public func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
    strings[type] = string
    return true
  }

  /// The text of a type.
  public func string(forType type: NSPasteboard.PasteboardType) -> String? { strings[type] }
  public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { types }
  public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? { strings[type] }
}
