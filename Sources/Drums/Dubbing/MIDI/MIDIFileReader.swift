import SystemBase

/// Reads Standard MIDI Files. Chunks and events that takes do not need are skipped; lengths are checked.
package struct MIDIFileReader {
  /// The largest file in bytes.
  private static let largest = 64 << 20

  private let bytes: [UInt8]
  private let subject: String
  private var offset = 0
  private var end: Int

  package static func read(_ path: FilePath) throws(FileError) -> MIDIFile {
    try read(try FileBytes.read(path, limit: largest), subject: path.shown)
  }

  /// Reads the bytes of a file. `subject` is the file's name, for errors.
  ///
  /// - Throws: `unsupported` for type 2 and for other files; `endsEarly` or `damaged`, with the place.
  package static func read(_ bytes: [UInt8], subject: String) throws(FileError) -> MIDIFile {
    var reader = MIDIFileReader(bytes: bytes, subject: subject, end: bytes.count)
    return try reader.file()
  }

  // MARK: Chunks

  private mutating func file() throws(FileError) -> MIDIFile {
    guard bytes.starts(with: Array("MThd".utf8)) else {
      throw FileError(.unsupported, subject, detail: "no MIDI file")
    }
    offset = 4
    let length = try number(bytes: 4)
    guard length >= 6 else { throw damaged("the header has \(length) bytes", at: 4) }
    let content = offset
    try limitChunk(length)
    let type = try number(bytes: 2)
    guard type < 2 else {
      throw FileError(
        .unsupported, subject,
        detail: "type \(type) holds songs apart from each other; save it as type 0 or 1")
    }
    let count = try number(bytes: 2)
    guard type == 1 || count == 1 else { throw damaged("type 0 with \(count) tracks", at: content + 2) }
    let division = try division()
    offset = end
    end = bytes.count
    return MIDIFile(type: type, division: division, tracks: try tracks(count))
  }

  private mutating func tracks(_ count: Int) throws(FileError) -> [MIDIFile.Track] {
    var tracks: [MIDIFile.Track] = []
    while tracks.count < count {
      guard offset < bytes.count else {
        throw FileError(.endsEarly, subject, detail: "\(tracks.count) of \(count) tracks")
      }
      let isTrack = bytes[offset...].starts(with: Array("MTrk".utf8))
      try skip(4)
      try limitChunk(try number(bytes: 4))
      if isTrack { tracks.append(try track()) }
      offset = end
      end = bytes.count
    }
    return tracks
  }

  private mutating func limitChunk(_ length: Int) throws(FileError) {
    guard length <= bytes.count - offset else {
      throw FileError(
        .endsEarly, subject,
        detail: "byte \(offset - 4): a chunk of \(length) bytes, \(bytes.count - offset) are there")
    }
    end = offset + length
  }

  private mutating func division() throws(FileError) -> MIDIFile.Division {
    let place = offset
    let word = try number(bytes: 2)
    if word & 0x8000 == 0 {
      guard word > 0 else { throw damaged("no ticks in a quarter note", at: place) }
      return .quarter(ticks: word)
    }
    let (frames, ticks) = (256 - word >> 8, word & 0xFF)
    guard [24, 25, 29, 30].contains(frames), ticks > 0 else {
      throw damaged("\(frames) frames a second of \(ticks) ticks", at: place)
    }
    return .video(framesPerSecond: frames, ticks: ticks)
  }

  // MARK: Events

  private mutating func track() throws(FileError) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    var tick = 0
    var running: UInt8?
    while offset < end {
      tick += try variableNumber()
      let place = offset
      let first = try byte()
      switch first {
      case 0xFF:
        if try meta(at: tick, &track) { return track }
      case 0xF0, 0xF7:
        running = nil
        try skip(try variableNumber())
      case 0xF1...0xFE: throw damaged("status \(first) does not occur in files", at: place)
      case 0x80...0xEF:
        running = first
        try message(first, try dataByte(), at: tick, &track)
      default:
        guard let running else { throw damaged("data without a status", at: place) }
        try message(running, first, at: tick, &track)
      }
    }
    return track
  }

  private mutating func message(
    _ status: UInt8, _ data: UInt8, at tick: Int, _ track: inout MIDIFile.Track
  ) throws(FileError) {
    let (kind, channel, key) = (status & 0xF0, Int(status & 0x0F), Int(data))
    if kind == 0xC0 || kind == 0xD0 { return }
    let velocity = Int(try dataByte())
    if kind == 0x90 && velocity > 0 {
      track.events.append(MIDIFile.Event(tick, .noteOn(channel: channel, key: key, velocity: velocity)))
    } else if kind == 0x80 || kind == 0x90 {
      track.events.append(MIDIFile.Event(tick, .noteOff(channel: channel, key: key)))
    }
  }

  /// Reads a meta event. Returns whether the track ends.
  private mutating func meta(at tick: Int, _ track: inout MIDIFile.Track) throws(FileError) -> Bool {
    let kind = try byte()
    let length = try variableNumber()
    let place = offset
    try skip(length)
    let data = bytes[place..<offset]
    switch (kind, length) {
    case (0x2F, _): return true
    case (0x03, 1...): track.name = track.name ?? MIDIFileReader.text(data)
    case (0x51, 3):
      let microseconds = data.reduce(0) { $0 << 8 | Int($1) }
      guard microseconds > 0 else { throw damaged("a tempo without a duration", at: place) }
      track.events.append(MIDIFile.Event(tick, .tempo(microseconds: microseconds)))
    case (0x58, 2...):
      let (beats, power) = (Int(data[place]), Int(data[place + 1]))
      guard beats > 0, power <= 7 else { throw damaged("a time signature \(beats)/2^\(power)", at: place) }
      track.events.append(MIDIFile.Event(tick, .timeSignature(beats: beats, unit: 1 << power)))
    default: break
    }
    return false
  }

  /// Decodes UTF-8, or else Latin-1, without control characters.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    let shown = String(
      text.unicodeScalars.filter { $0.value >= 32 && !(127..<160).contains($0.value) }.prefix(200))
    return shown.isEmpty ? nil : shown
  }

  // MARK: Bytes

  private mutating func byte() throws(FileError) -> UInt8 {
    guard offset < end else { throw damaged("an event goes beyond its track", at: offset) }
    offset += 1
    return bytes[offset - 1]
  }

  private mutating func dataByte() throws(FileError) -> UInt8 {
    let value = try byte()
    guard value < 0x80 else { throw damaged("a status within a message", at: offset - 1) }
    return value
  }

  private mutating func skip(_ count: Int) throws(FileError) {
    guard count <= end - offset else {
      throw damaged("\(count) bytes, \(end - offset) are left in the chunk", at: offset)
    }
    offset += count
  }

  private mutating func number(bytes count: Int) throws(FileError) -> Int {
    var value = 0
    for _ in 0..<count { value = value << 8 | Int(try byte()) }
    return value
  }

  /// Reads a variable-length quantity of at most four bytes.
  private mutating func variableNumber() throws(FileError) -> Int {
    let place = offset
    var value = 0
    for _ in 0..<4 {
      let byte = try byte()
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw damaged("a number of more than four bytes", at: place)
  }

  private func damaged(_ what: String, at place: Int) -> FileError {
    FileError(.damaged, subject, detail: "byte \(place): \(what)")
  }
}
