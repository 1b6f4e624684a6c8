/// The data that is dragged or copied.
@MainActor
public final class NSPasteboard: NSObject {
  /// The kind of some data.
  public struct PasteboardType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a kind with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a kind with a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Plain text.
    public static let string = PasteboardType("public.utf8-plain-text")
  }

  /// The items on it.
  public private(set) var pasteboardItems: [NSPasteboardItem]?

  nonisolated override init() { super.init() }

  /// Puts objects on it.
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

  /// The first text of a kind.
  public func string(forType dataType: PasteboardType) -> String? {
    pasteboardItems?.lazy.compactMap { $0.string(forType: dataType) }.first
  }
}

/// An object that can be put on a pasteboard.
@MainActor
public protocol NSPasteboardWriting: NSObjectProtocol {
  /// The kinds of data that it has.
  func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType]
  /// The data of a kind.
  func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any?
}

/// Data of several kinds for a pasteboard.
@MainActor
public final class NSPasteboardItem: NSObject, NSPasteboardWriting {
  private var strings: [NSPasteboard.PasteboardType: String] = [:]

  public nonisolated override init() { super.init() }

  /// The kinds of data that it has.
  public var types: [NSPasteboard.PasteboardType] { Array(strings.keys) }

  /// Sets the text of a kind.
  @discardableResult
  public func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
    strings[type] = string
    return true
  }

  /// The text of a kind.
  public func string(forType type: NSPasteboard.PasteboardType) -> String? { strings[type] }
  public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { types }
  public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? { strings[type] }
}
