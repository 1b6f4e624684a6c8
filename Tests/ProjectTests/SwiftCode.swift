/// Swift source without comments and the text of strings. Interpolated code is kept.
struct SwiftCode {
  private let source: [UInt8]
  private var place = 0
  private var kept: [UInt8] = []

  /// - Complexity: O(text).
  static func kept(of text: String) -> [UInt8] {
    var code = SwiftCode(source: Array(text.utf8))
    code.readCode()
    return code.kept
  }

  private init(source: [UInt8]) { self.source = source }

  private func isNext(_ text: StaticString) -> Bool {
    place + text.utf8CodeUnitCount <= source.count
      && (0..<text.utf8CodeUnitCount).allSatisfy { source[place + $0] == text.utf8Start[$0] }
  }

  /// Reads to the end of the source, or to the parenthesis that closes an interpolation.
  private mutating func readCode(isInterpolation: Bool = false) {
    var depth = 0
    while place < source.count {
      switch source[place] {
      case UInt8(ascii: "/") where isNext("//"):
        while place < source.count, source[place] != UInt8(ascii: "\n") { place += 1 }
        continue
      case UInt8(ascii: "/") where isNext("/*"):
        skipComment()
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        if let hashes = hashesBeforeString() {
          place += hashes
          readString(hashes: hashes)
          continue
        }
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if isInterpolation, depth == 0 { return }
        depth -= 1
      default: break
      }
      kept.append(source[place])
      place += 1
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isNext("/*") { depth += 1 } else if isNext("*/") { depth -= 1 }
      place += isNext("/*") || isNext("*/") ? 2 : 1
    } while depth > 0 && place < source.count
  }

  private func hashesBeforeString() -> Int? {
    var end = place
    while end < source.count, source[end] == UInt8(ascii: "#") { end += 1 }
    return end < source.count && source[end] == UInt8(ascii: "\"") ? end - place : nil
  }

  private mutating func readString(hashes: Int) {
    let quotes = isNext("\"\"\"") ? 3 : 1
    place += quotes
    // The space keeps the words of adjacent strings apart.
    kept.append(UInt8(ascii: " "))
    while place < source.count {
      if source[place] == UInt8(ascii: "\\"), isFollowed(by: hashes, UInt8(ascii: "#"), at: place + 1) {
        place += 1 + hashes
        guard isNext("(") else {
          place += 1
          continue
        }
        place += 1
        readCode(isInterpolation: true)
      } else if source[place] == UInt8(ascii: "\""), isFollowed(by: quotes, UInt8(ascii: "\""), at: place),
        isFollowed(by: hashes, UInt8(ascii: "#"), at: place + quotes)
      {
        place += quotes + hashes
        return
      }
      place += 1
    }
  }

  private func isFollowed(by count: Int, _ byte: UInt8, at place: Int) -> Bool {
    place + count <= source.count && source[place..<place + count].allSatisfy { $0 == byte }
  }
}
