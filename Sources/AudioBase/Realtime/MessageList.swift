/// A MIDI message of three bytes and the frame at which it is sent.
package struct FrameMessage: BitwiseCopyable, Hashable, Sendable {
  package var frame: Int
  package let status: UInt8
  package let first: UInt8
  package let second: UInt8

  @_noLocks @_noAllocation
  package init(_ status: Int, _ first: Int, _ second: Int, at frame: Int) {
    self.frame = frame
    self.status = UInt8(truncatingIfNeeded: status)
    self.first = UInt8(truncatingIfNeeded: first & 0x7F)
    self.second = UInt8(truncatingIfNeeded: second & 0x7F)
  }

  @_noLocks @_noAllocation
  package static func noteOn(_ key: Int, velocity: Int, channel: Int, at frame: Int) -> FrameMessage {
    FrameMessage(0x90 | channel, key, velocity, at: frame)
  }

  @_noLocks @_noAllocation
  package static func noteOff(_ key: Int, channel: Int, at frame: Int) -> FrameMessage {
    FrameMessage(0x80 | channel, key, 64, at: frame)
  }

  @_noLocks @_noAllocation
  package static func control(_ number: Int, _ value: Int, channel: Int, at frame: Int) -> FrameMessage {
    FrameMessage(0xB0 | channel, number, value, at: frame)
  }

  /// - Parameter semitones: limited to ±2, the range of General MIDI.
  @_noLocks @_noAllocation
  package static func bend(_ semitones: Float, channel: Int, at frame: Int) -> FrameMessage {
    let value = min(max(Int(8192 + min(max(semitones, -2), 2) * 4096), 0), 16_383)
    return FrameMessage(0xE0 | channel, value, value >> 7, at: frame)
  }
}

/// Messages in the order of their frames. Audio thread.
package struct MessageList: ~Copyable {
  private static var capacity: Int {
    @_noLocks @_noAllocation get { 1024 }
  }

  private let messages: UnsafeMutablePointer<FrameMessage>
  package private(set) var count = 0

  package init() { messages = .allocate(capacity: MessageList.capacity) }

  deinit { messages.deallocate() }

  @_noLocks @_noAllocation
  package subscript(_ index: Int) -> FrameMessage {
    @_noLocks @_noAllocation get { messages[index] }
  }

  /// Inserts a message behind those of the same frame. It is lost if there are 1,024 already.
  @_noLocks @_noAllocation
  package mutating func insert(_ message: FrameMessage) {
    if count == MessageList.capacity { return }
    var index = count
    while index > 0 && messages[index - 1].frame > message.frame {
      (messages + index).initialize(to: messages[index - 1])
      index -= 1
    }
    (messages + index).initialize(to: message)
    count += 1
  }

  /// Removes the first messages.
  @_noLocks @_noAllocation
  package mutating func removeFirst(_ number: Int) {
    for index in number..<max(count, number) {
      (messages + (index - number)).initialize(to: messages[index])
    }
    count = max(count - number, 0)
  }

  @_noLocks @_noAllocation
  package mutating func removeAll() { count = 0 }
}
