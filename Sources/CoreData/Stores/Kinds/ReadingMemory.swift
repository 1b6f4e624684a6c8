/// How much memory the reading connections of a store may take besides the memory for rows.
enum ReadingMemory: Sendable {
  /// The fastest setting: 64 MB of cache for each connection, and the file mapped.
  case much
  /// 4 MB of cache each. A mapped file counts as the program's memory as far as it was read.
  case little
}

/// Option of a store: a Boolean, whether it is read in little memory.
package let readsInLittleMemoryOption = "CoreDataReadsInLittleMemory"
