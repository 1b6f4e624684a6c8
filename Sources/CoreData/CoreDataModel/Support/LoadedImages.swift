import Foundation

#if canImport(Darwin)
  import MachO
#endif

/// The images of the process: the program and its loaded libraries.
enum LoadedImages {
  /// The number of images loaded so far, including those that were unloaded; nil if the system does not report it.
  ///
  /// - Complexity: O(1), some twenty nanoseconds.
  static var count: UInt64? {
    #if canImport(Darwin)
      return UInt64(_dyld_image_count())
    #else
      guard let visitImages else { return nil }
      var count: UInt64 = 0
      _ = visitImages(
        { image, size, result in
          let place = MemoryLayout<UInt>.size * 4
          guard size >= place + MemoryLayout<UInt64>.size else { return 1 }
          result.storeBytes(of: image.load(fromByteOffset: place, as: UInt64.self), as: UInt64.self)
          return 1
        }, &count)
      return count == 0 ? nil : count
    #endif
  }

  #if !canImport(Darwin)
    /// A callback that receives the description of an image: its address, name and program headers, and the number of
    /// images loaded so far.
    private typealias Visitor = @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer) -> CInt
    private typealias VisitImages = @convention(c) (Visitor, UnsafeMutableRawPointer) -> CInt

    /// `dl_iterate_phdr`, which Swift does not import from its header.
    private static let visitImages = dlsym(nil, "dl_iterate_phdr").map { unsafeBitCast($0, to: VisitImages.self) }
  #endif
}
