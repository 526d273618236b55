extension MIDIFile {
  package var bytes: [UInt8] {
    var header = MIDIFile.number(type, bytes: 2) + MIDIFile.number(tracks.count, bytes: 2)
    switch division {
    case .quarter(let ticks): header += MIDIFile.number(ticks, bytes: 2)
    case .video(let frames, let ticks): header += [UInt8(256 - frames), UInt8(ticks)]
    }
    return tracks.reduce(MIDIFile.chunk("MThd", header)) { $0 + MIDIFile.chunk("MTrk", $1.bytes) }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + number(content.count, bytes: 4) + content
  }

  fileprivate static func number(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Returns the bytes of a variable-length quantity.
  fileprivate static func variable(_ value: Int) -> [UInt8] {
    precondition((0..<1 << 28).contains(value))
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F | 0x80), at: 0)
      rest >>= 7
    }
    return bytes
  }
}

extension MIDIFile.Track {
  /// The largest difference of ticks that a file can hold.
  private static let longestPause = 1 << 28 - 1

  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    if let name { bytes += [0, 0xFF, 0x03] + MIDIFile.variable(name.utf8.count) + Array(name.utf8) }
    var tick = 0
    for event in events {
      // An empty text bridges a pause that is too long for one event.
      while event.tick - tick > Self.longestPause {
        bytes += MIDIFile.variable(Self.longestPause) + [0xFF, 0x01, 0]
        tick += Self.longestPause
      }
      bytes += MIDIFile.variable(event.tick - tick) + event.kind.bytes
      tick = event.tick
    }
    return bytes + [0, 0xFF, 0x2F, 0]
  }
}

extension MIDIFile.Kind {
  fileprivate var bytes: [UInt8] {
    switch self {
    case .noteOn(let channel, let key, let velocity): [0x90 | UInt8(channel), UInt8(key), UInt8(velocity)]
    case .noteOff(let channel, let key): [0x80 | UInt8(channel), UInt8(key), 64]
    case .pressure(let channel, let key, let value): [0xA0 | UInt8(channel), UInt8(key), UInt8(value)]
    case .control(let channel, let controller, let value):
      [0xB0 | UInt8(channel), UInt8(controller), UInt8(value)]
    case .bend(let channel, let value): [0xE0 | UInt8(channel), UInt8(value & 0x7F), UInt8(value >> 7)]
    case .tempo(let microseconds): [0xFF, 0x51, 3] + MIDIFile.number(microseconds, bytes: 3)
    case .timeSignature(let beats, let unit):
      [0xFF, 0x58, 4, UInt8(beats), UInt8(unit.trailingZeroBitCount), 24, 8]
    }
  }
}
