import Foundation

// An archive is a line of text, `SectionedDataSources 2 LENGTH CHECKSUM`, followed by a binary property list of that
// length. The checksum covers the text before it and the property list; in version 1, it covered the property list
// alone.
extension SourceArchive {
  private static var name: String { "SectionedDataSources" }

  /// Returns the archive as data.
  ///
  /// - Throws: the error of encoding the models.
  public func data() throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let body = try encoder.encode(self)
    let head = "\(Self.name) \(max(version, Self.currentVersion)) \(body.count) "
    return Data((head + Self.checksum(Data(head.utf8) + body) + "\n").utf8) + body
  }

  /// Reads an archive from data.
  ///
  /// - Parameters:
  ///   - data: the result of ``data()``.
  ///   - anomalies: the handler to which damage is reported.
  /// - Throws: `damagedArchive` if the data is no archive, is damaged or truncated, has a newer version, or contains
  ///   other models.
  public init(data: Data, anomalies: AnomalyHandler = .standard) throws {
    do {
      self = try Self.read(data)
    } catch let anomaly as DataSourceAnomaly {
      anomalies.report(anomaly)
      throw anomaly
    }
  }

  /// Writes the archive to a file atomically, so that a failed write changes nothing.
  ///
  /// - Throws: the error of encoding the models, or of writing the file.
  public func write(to file: URL) throws { try data().write(to: file, options: .atomic) }

  /// Reads an archive from a file.
  ///
  /// - Parameters:
  ///   - file: a file written by ``write(to:)``.
  ///   - anomalies: the handler to which damage is reported.
  /// - Throws: `damagedArchive` as ``init(data:anomalies:)`` does; the error of reading the file.
  public init(contentsOf file: URL, anomalies: AnomalyHandler = .standard) throws {
    try self.init(data: Data(contentsOf: file), anomalies: anomalies)
  }

  private static func read(_ data: Data) throws -> Self {
    func damaged(_ message: String) -> DataSourceAnomaly { DataSourceAnomaly(.damagedArchive, message) }
    // A valid header is short. Without the limit, the search for the end of a missing header would read the whole body.
    guard let end = data.prefix(100).firstIndex(of: UInt8(ascii: "\n")) else {
      throw damaged("The archive has no header.")
    }
    let words = String(decoding: data[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 4, words[0] == name, let version = Int(words[1]), let length = Int(words[2]) else {
      throw damaged("The archive has no header.")
    }
    guard version <= currentVersion else {
      throw damaged("The archive has version \(version); versions up to \(currentVersion) are read.")
    }
    let body = Data(data[data.index(after: end)...])
    guard body.count == length else { throw damaged("The archive has \(body.count) bytes in the place of \(length).") }
    guard version >= 1 else { throw damaged("The archive has no version \(version).") }
    let head = "\(name) \(version) \(length) "
    guard words[3] == checksum(version == 1 ? body : Data(head.utf8) + body),
      data[..<end].elementsEqual((head + words[3]).utf8)
    else { throw damaged("The archive's checksum is wrong.") }
    guard isBinary(body) else { throw damaged("The archive's body is no binary property list.") }
    do {
      var archive = try PropertyListDecoder().decode(Self.self, from: body)
      archive.version = currentVersion
      guard canArchive(archive.phase) else { throw damaged("The archive is of a list that was being loaded.") }
      return archive
    } catch let anomaly as DataSourceAnomaly {
      throw anomaly
    } catch {
      throw damaged("The archive is of other models: \(error)")
    }
  }

  /// Whether data is a binary property list. Foundation also reads other formats, and recurses into their nesting until
  /// the stack overflows.
  static func isBinary(_ data: Data) -> Bool { data.starts(with: Data("bplist00".utf8)) }

  /// Returns the FNV-1a hash of data. It detects damage, but no tampering.
  private static func checksum(_ data: Data) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    data.withUnsafeBytes { bytes in for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    return String(hash, radix: 16)
  }
}
