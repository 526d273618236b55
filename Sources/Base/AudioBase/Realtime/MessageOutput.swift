import SystemBase

/// MIDI messages that leave the program with a block of sound, by their frames in the block.
///
/// Whoever opens a device creates it. Once a device plays, its thread alone uses the messages: the engine writes them with the
/// block, and the device sends them.
package final class MessageOutput: Sendable {
  private let memory = PinnedValue(MessageList())

  package init() {}

  package var messages: UnsafeMutablePointer<MessageList> { memory.pointer }
}
