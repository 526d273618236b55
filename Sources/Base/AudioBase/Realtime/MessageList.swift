/// A MIDI message of three bytes and the frame at which it is sent.
package struct FrameMessage: BitwiseCopyable, Hashable, Sendable {
  /// The frame times 2²⁴, plus the three bytes, the first one lowest: C code reads it. This is enough for 100 days of frames.
  private let bits: Int

  @_noLocks @_noAllocation
  package init(_ status: Int, _ first: Int, _ second: Int, at frame: Int) {
    bits = frame &<< 24 | (second & 0x7F) &<< 16 | (first & 0x7F) &<< 8 | (status & 0xFF)
  }

  package var frame: Int {
    @_noLocks @_noAllocation get { bits &>> 24 }
  }

  package var status: UInt8 {
    @_noLocks @_noAllocation get { UInt8(truncatingIfNeeded: bits) }
  }

  package var first: UInt8 {
    @_noLocks @_noAllocation get { UInt8(truncatingIfNeeded: bits &>> 8) }
  }

  package var second: UInt8 {
    @_noLocks @_noAllocation get { UInt8(truncatingIfNeeded: bits &>> 16) }
  }

  @_noLocks @_noAllocation
  package func moved(to frame: Int) -> FrameMessage {
    FrameMessage(Int(status), Int(first), Int(second), at: frame)
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

  /// Returns the message of a pitch bend.
  ///
  /// - Parameter semitones: limited to ±2, the range of General MIDI; NaN is none.
  @_noLocks @_noAllocation
  package static func bend(_ semitones: Float, channel: Int, at frame: Int) -> FrameMessage {
    let place = (semitones / 2 + 1) * 8192 + 0.5
    // The comparisons are false for NaN.
    let value = place >= 16_383 ? 16_383 : place > 0 ? Int(place) : semitones < 0 ? 0 : 8192
    return FrameMessage(0xE0 | channel, value, value >> 7, at: frame)
  }
}

/// Messages in the order of their frames. Audio thread.
package struct MessageList: ~Copyable {
  private static var capacity: Int {
    // Each note of a full inbox and each key that is down can need a message to end it.
    @_noLocks @_noAllocation get { 4096 }
  }

  package let messages: UnsafeMutablePointer<FrameMessage>
  package private(set) var count = 0

  package init() {
    messages = .allocate(capacity: MessageList.capacity)
    messages.initialize(repeating: FrameMessage(0, 0, 0, at: 0), count: MessageList.capacity)
  }

  deinit { messages.deallocate() }

  @_noLocks @_noAllocation
  package subscript(_ index: Int) -> FrameMessage {
    @_noLocks @_noAllocation get { messages[index] }
  }

  /// Inserts a message behind those of the same frame. It is lost if there are 4,096 already.
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
