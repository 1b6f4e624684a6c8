/// How much memory the reading connections of a store may take besides what is made of the rows.
enum ReadingMemory: Sendable {
  /// What is fastest: 64 MB of cache each, and the file mapped.
  case much
  /// 4 MB of cache each. A mapped file counts as the program's memory as far as it was read.
  case little
}

/// Option of a store: a Boolean, whether it is read in little memory.
package let readsInLittleMemoryOption = "CoreDataReadsInLittleMemory"
