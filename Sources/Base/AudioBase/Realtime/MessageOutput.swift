/// MIDI messages that leave the program with a block of sound, by their frames in the block.
///
/// Whoever opens a device creates it. Once a device plays, its thread alone uses the messages: the engine writes them with the
/// block, and the device sends them.
package final class MessageOutput: Sendable {
  nonisolated(unsafe) package let messages: UnsafeMutablePointer<MessageList>

  package init() {
    messages = .allocate(capacity: 1)
    messages.initialize(to: MessageList())
  }

  deinit {
    messages.deinitialize(count: 1)
    messages.deallocate()
  }
}
