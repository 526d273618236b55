import SystemBase

/// A message of MIDI 1.0 that a player can use.
package enum MIDIMessage: Hashable, Sendable {
  /// A note begins.
  ///
  /// - Parameters:
  ///   - channel: 0…15.
  ///   - velocity: 1…127; a note on with velocity 0 is a note off.
  case noteOn(channel: Int, note: Int, velocity: Int)
  case noteOff(channel: Int, note: Int)
  /// The pressure on a note that was struck, 0…127: polyphonic aftertouch.
  case notePressure(channel: Int, note: Int, value: Int)
  case controlChange(channel: Int, controller: Int, value: Int)
  case programChange(channel: Int, program: Int)
  /// A 24th of a beat has passed.
  case clock
  /// The song begins from its start, goes on, or stops.
  case start, goOn, stop
  /// The place of the song from which it goes on, in sixteenth notes from its start.
  case songPosition(Int)
  /// −8192…8191; 0 is no bend.
  case pitchBend(channel: Int, value: Int)
  /// A command of MIDI machine control, for any device.
  case machine(MachineCommand)

  /// Source: MIDI Machine Control 1.0 (RP-013), section 4.
  package enum MachineCommand: UInt8, Hashable, Sendable {
    case stop = 1, play, deferredPlay
    /// Begins and ends a recording.
    case recordStrobe = 6, recordExit
    case pause = 9
  }

  /// The controller of a hi-hat's pedal: 0 is open, 127 closed.
  package static let pedalController = 4
  /// The controllers by which electronic kits state where a drum and where the ride cymbal is struck: the first ones for
  /// general purposes.
  package static let positionController = 16
  package static let ridePositionController = 17
  /// The channel of drums in General MIDI, from 0.
  package static let drumChannel = 9
}

/// Reads MIDI messages from a stream of bytes, as MIDI 1.0 cables carry it.
///
/// Running status is followed. The clock and other system real-time messages may stand within other messages. Of system
/// exclusive messages, those of machine control are read; messages that `MIDIMessage` has not are skipped. A stream that begins within a message, or
/// that lost bytes, is understood again from the next status byte on.
///
/// Source: MIDI 1.0 Detailed Specification, document version 4.2, section 2.
package struct MIDIStreamParser: Hashable, Sendable {
  /// The status byte of the running message; 0 if there is none, so that data bytes are skipped.
  private var status: UInt8 = 0
  /// The first data byte of a message of two.
  private var first: UInt8?
  /// The number of data bytes of a system exclusive message so far, and the last four.
  private var exclusiveCount = 0
  private var exclusive: UInt32 = 0

  package init() {}

  /// Reads one byte. Returns the message that it completes.
  package mutating func feed(_ byte: UInt8) -> MIDIMessage? {
    switch byte {
    // System real-time messages: one byte, anywhere.
    case 0xF8: return .clock
    case 0xFA: return .start
    case 0xFB: return .goOn
    case 0xFC: return .stop
    case 0xF9...0xFF: return nil
    case 0x80...0xEF:
      (status, first) = (byte, nil)
      return nil
    // The end of a system exclusive message.
    case 0xF7:
      defer { (status, first) = (0, nil) }
      return status == 0xF0 ? machineCommand : nil
    // System common and exclusive messages end the running status. One with data is the status until its data has come.
    case 0xF0...0xF6:
      (status, first) = ([0xF0, 0xF2].contains(byte) ? byte : 0, nil)
      (exclusiveCount, exclusive) = (0, 0)
      return nil
    default: return data(byte)
    }
  }

  private mutating func data(_ byte: UInt8) -> MIDIMessage? {
    if status == 0 { return nil }
    if status == 0xF0 {
      exclusiveCount += 1
      exclusive = exclusive << 8 | UInt32(byte)
      return nil
    }
    // Program change and channel pressure have one data byte.
    if status & 0xF0 == 0xC0 {
      return .programChange(channel: Int(status & 0x0F), program: Int(byte))
    }
    if status & 0xF0 == 0xD0 { return nil }
    guard let first else {
      self.first = byte
      return nil
    }
    self.first = nil
    if status == 0xF2 {
      status = 0
      return .songPosition(Int(first) | Int(byte) << 7)
    }
    return message(Int(first), Int(byte))
  }

  /// The command of a system exclusive message `7F device 06 command`.
  private var machineCommand: MIDIMessage? {
    guard exclusiveCount == 4, exclusive & 0xFF00_FF00 == 0x7F00_0600 else { return nil }
    return MIDIMessage.MachineCommand(rawValue: UInt8(exclusive & 0xFF)).map { .machine($0) }
  }

  private func message(_ first: Int, _ second: Int) -> MIDIMessage? {
    let channel = Int(status & 0x0F)
    return switch status & 0xF0 {
    case 0x80: .noteOff(channel: channel, note: first)
    case 0x90 where second == 0: .noteOff(channel: channel, note: first)
    case 0x90: .noteOn(channel: channel, note: first, velocity: second)
    case 0xA0: .notePressure(channel: channel, note: first, value: second)
    case 0xB0: .controlChange(channel: channel, controller: first, value: second)
    case 0xE0: .pitchBend(channel: channel, value: (first | second << 7) - 8192)
    default: nil
    }
  }
}

/// Receives each message on the thread of an input, with the name of its device and its time of arrival.
package typealias MIDIMessageHandler = @Sendable (MIDIMessage, String, HostTime) -> Void
/// Called on the thread of an input when it is lost or there again.
package typealias MIDIInputReport = @Sendable (MIDIInputEvent) -> Void

/// A source of MIDI messages: hardware, a sequencer or a pipe. It is started once and stopped once.
package protocol MIDIInput: AnyObject, Sendable {
  /// Starts the thread that reads messages.
  func start(receive: @escaping MIDIMessageHandler, report: @escaping MIDIInputReport)

  /// Ends the thread and waits for it. Does nothing if the input is not running.
  func stop()
}

package enum MIDIInputEvent: Hashable, Sendable {
  /// A device, named as the system names it, is connected.
  case connected(String)
  /// The device was removed or cannot be opened; it is used again when it returns.
  case lost(DeviceError)
  /// The writer of a pipe has closed it, without the ends of what it held. Another writer may follow.
  case ended(String)
  /// Messages came faster than they could be read, and some were lost.
  case overrun(String)
}

/// A destination of MIDI messages. One thread uses it.
package protocol MIDIOutput: AnyObject, Sendable {
  /// Sends a message at once; it is lost if nothing receives it. Throws if the output is lost; later messages look for it
  /// again.
  func send(_ message: MIDIMessage) throws(DeviceError)
}

extension MIDIMessage {
  /// The bytes of a message of a clock; none for another message.
  package var clockBytes: [UInt8] {
    switch self {
    case .clock: [0xF8]
    case .start: [0xFA]
    case .goOn: [0xFB]
    case .stop: [0xFC]
    case .songPosition(let sixteenths): [0xF2, UInt8(sixteenths & 0x7F), UInt8(sixteenths >> 7 & 0x7F)]
    default: []
    }
  }
}

/// Messages that are due at their times.
package protocol MIDISchedule: Sendable {
  /// The time of the next message, which may be past; nil if there is none.
  var due: HostTime? { get }

  /// Removes the messages that are due next, and returns them in their order.
  mutating func next() -> [MIDIMessage]

  /// Leaves out the messages of a time in which the program was suspended. Returns whether there are any to be left
  /// out; else they are sent late.
  mutating func resume(at now: HostTime) -> Bool
}

extension MIDISchedule {
  package mutating func resume(at now: HostTime) -> Bool { false }
}
