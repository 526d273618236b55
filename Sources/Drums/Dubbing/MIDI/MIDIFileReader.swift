import AudioBase
import SystemBase

/// Reads Standard MIDI Files. Chunks and events that takes do not need are skipped.
///
/// What a file states wrongly is read as far as its meaning is clear, and is one of the file's flaws.
package struct MIDIFileReader {
  private struct EndOfTrack: Error {}

  /// The largest file in bytes.
  private static let largest = 64 << 20
  /// The bytes in which the header is searched: it follows another one in RMID files and in files with a MacBinary header.
  private static let longestPrefix = 256
  private static let headerName = Array("MThd".utf8)
  private static let trackName = Array("MTrk".utf8)
  /// The controllers that are kept: the pedal of the hi-hat and the place of a strike.
  private static let keptControllers = [MIDIMessage.pedalController, MIDIMessage.positionController]

  private let bytes: [UInt8]
  private let subject: String
  private var offset = 0
  /// The end of the chunk that is read.
  private var end: Int
  private var lengthPlace = 0
  private var flaws = MIDIFile.Flaws()

  package static func read(_ path: FilePath) throws(FileError) -> MIDIFile {
    try read(try FileBytes.read(path, limit: largest), subject: path.shown)
  }

  /// Reads the bytes of a file. `subject` is the file's name, for errors.
  ///
  /// - Throws: `unsupported` for type 2 and for other files; `endsEarly` for a file without a track; `damaged` for a length
  ///   of ticks that no file has, with the place.
  package static func read(_ bytes: [UInt8], subject: String) throws(FileError) -> MIDIFile {
    var reader = MIDIFileReader(bytes: bytes, subject: subject, end: bytes.count)
    return try reader.file()
  }

  // MARK: Chunks

  private mutating func file() throws(FileError) -> MIDIFile {
    let prefix = bytes.prefix(MIDIFileReader.longestPrefix)
    guard let start = prefix.firstRange(of: MIDIFileReader.headerName)?.lowerBound else {
      throw FileError(.unsupported, subject, detail: "no MIDI file")
    }
    guard bytes.count - start >= 14 else { throw FileError(.endsEarly, subject, detail: "the header") }
    let (length, content) = (number(at: start + 4, bytes: 4), start + 8)
    let type = number(at: content, bytes: 2)
    guard type < 2 else {
      throw FileError(
        .unsupported, subject,
        detail: "type \(type) holds songs apart from each other; save it as type 0 or 1")
    }
    let count = number(at: content + 2, bytes: 2)
    let division = try division(at: content + 4)
    let isLength = length >= 6 && (length == bytes.count - content || isChunk(at: content + length))
    offset = content + (isLength ? length : 6)
    if !isLength, length != 6 { add(.headerLength(length), at: start + 4) }
    let tracks = tracks()
    if tracks.isEmpty, count > 0 { throw FileError(.endsEarly, subject, detail: "0 of \(count) tracks") }
    if tracks.count != count { add(.trackCount(stated: count, read: tracks.count), at: content + 2) }
    return MIDIFile(type: tracks.count > 1 ? 1 : type, division: division, tracks: tracks, flaws: flaws)
  }

  private func division(at place: Int) throws(FileError) -> MIDIFile.Division {
    let word = number(at: place, bytes: 2)
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

  private mutating func tracks() -> [MIDIFile.Track] {
    var tracks: [MIDIFile.Track] = []
    while bytes.count - offset >= 8 {
      let start = offset
      let length = number(at: start + 4, bytes: 4)
      if isTrack(at: start) {
        offset = start + 8
        (end, lengthPlace) = (offset + min(length, bytes.count - offset), start + 4)
        if length > bytes.count - offset { add(.chunkLength, at: lengthPlace) }
        tracks.append(track())
      } else if isChunk(at: start) {
        offset = start + 8 + length
      } else {
        guard let next = nextTrack(from: start + 1) else { break }
        add(.skipped(bytes: next - start), at: start)
        offset = next
      }
    }
    return tracks
  }

  /// Returns whether a chunk begins at a place: a name of four letters, and a length that fits into the file.
  private func isChunk(at place: Int) -> Bool {
    bytes.count - place >= 8
      && bytes[place..<(place + 4)].allSatisfy { (0x41...0x5A).contains($0 & ~0x20) }
      && number(at: place + 4, bytes: 4) <= bytes.count - place - 8
  }

  /// Returns whether a track may end at a place: a chunk follows, or a track whose length is too large.
  private func isBoundary(_ place: Int) -> Bool { isTrack(at: place) || isChunk(at: place) }

  private func isTrack(at place: Int) -> Bool { bytes[place...].starts(with: MIDIFileReader.trackName) }

  /// Returns the place of the first track from a place on; nil if there is none.
  private func nextTrack(from place: Int) -> Int? {
    bytes.count - place < 8 ? nil : (place...(bytes.count - 8)).first(where: isTrack)
  }

  private func number(at place: Int, bytes count: Int) -> Int {
    bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Events

  /// Reads the events of the chunk, and moves to the next chunk.
  private mutating func track() -> MIDIFile.Track {
    var track = MIDIFile.Track()
    do throws(EndOfTrack) {
      try events(&track)
    } catch {
      add(.cut, at: end)
      offset = end
    }
    // A length that is too large includes the next track.
    if offset == end || !isTrack(at: offset) {
      offset = end
    } else {
      add(.chunkLength, at: lengthPlace)
    }
    return track
  }

  private mutating func events(_ track: inout MIDIFile.Track) throws(EndOfTrack) {
    var tick = 0
    var running: UInt8?
    var (isCancelled, isWithoutDelta) = (false, false)
    while try hasEvent() {
      tick += isWithoutDelta ? 0 : try variableNumber()
      isWithoutDelta = false
      let place = offset
      let first = try byte()
      switch first {
      case 0xFF: if try meta(at: tick, &track) { return }
      case 0xF0, 0xF7:
        isCancelled = true
        try skipSystemExclusive()
      case 0xF1...0xFE:
        add(.status(first), at: place)
        try skip([0xF1: 1, 0xF2: 2, 0xF3: 1][first] ?? 0)
      case 0x80...0xEF:
        (running, isCancelled) = (first, false)
        try message(first, try dataByte(), at: tick, &track)
      default:
        guard let running else {
          add(.noStatus, at: place)
          offset = bytes[offset..<end].firstIndex { $0 >= 0x80 } ?? end
          isWithoutDelta = true
          continue
        }
        if isCancelled { add(.runningStatus, at: place) }
        isCancelled = false
        try message(running, first, at: tick, &track)
      }
    }
  }

  /// Returns whether an event follows. A chunk whose length is too small continues up to the next one.
  private mutating func hasEvent() throws(EndOfTrack) -> Bool {
    if offset < end {
      // A length that is too large, of a track without an end.
      return !(isTrack(at: offset) && isChunk(at: offset))
    }
    guard end < bytes.count, !isBoundary(end) else { return false }
    try extend()
    return true
  }

  private mutating func message(
    _ status: UInt8, _ data: UInt8, at tick: Int, _ track: inout MIDIFile.Track
  ) throws(EndOfTrack) {
    let (kind, channel, key) = (status & 0xF0, Int(status & 0x0F), Int(data))
    if kind == 0xC0 || kind == 0xD0 { return }
    let value = Int(try dataByte())
    let event: MIDIFile.Kind? =
      switch kind {
      case 0x90 where value > 0: .noteOn(channel: channel, key: key, velocity: value)
      case 0x80, 0x90: .noteOff(channel: channel, key: key)
      case 0xA0: .pressure(channel: channel, key: key, value: value)
      case 0xB0 where MIDIFileReader.keptControllers.contains(key):
        .control(channel: channel, controller: key, value: value)
      default: nil
      }
    if let event { track.events.append(MIDIFile.Event(tick, event)) }
  }

  /// Reads a meta event. Returns whether the track ends.
  private mutating func meta(at tick: Int, _ track: inout MIDIFile.Track) throws(EndOfTrack) -> Bool {
    let kind = try byte()
    if kind == 0x2F {
      // Some files end before its length.
      if offset < end, bytes[offset] == 0 { offset += 1 }
      return true
    }
    let length = try variableNumber()
    let place = offset
    try skip(length)
    let data = bytes[place..<offset]
    switch (kind, length) {
    case (0x03, 1...): track.name = track.name ?? MIDIFileReader.text(data)
    case (0x51, 3):
      let microseconds = data.reduce(0) { $0 << 8 | Int($1) }
      if microseconds == 0 { add(.tempo, at: place) }
      if microseconds > 0 { track.events.append(MIDIFile.Event(tick, .tempo(microseconds: microseconds))) }
    case (0x58, 2...):
      let (beats, power) = (Int(data[place]), Int(data[place + 1]))
      if beats > 0, power <= 7 {
        track.events.append(MIDIFile.Event(tick, .timeSignature(beats: beats, unit: 1 << power)))
      } else {
        add(.timeSignature, at: place)
      }
    default: break
    }
    return false
  }

  /// Skips a system exclusive message; one whose length goes beyond the track ends at its last byte, 0xF7.
  private mutating func skipSystemExclusive() throws(EndOfTrack) {
    let place = offset
    do throws(EndOfTrack) {
      try skip(try variableNumber())
    } catch {
      guard let last = bytes[place..<end].firstIndex(of: 0xF7) else { throw error }
      add(.systemExclusive, at: place)
      offset = last + 1
    }
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

  private mutating func byte() throws(EndOfTrack) -> UInt8 {
    if offset >= end { try extend() }
    offset += 1
    return bytes[offset - 1]
  }

  /// Reads a data byte. One above 127, which would be a status, counts as 127.
  private mutating func dataByte() throws(EndOfTrack) -> UInt8 {
    let value = try byte()
    if value > 127 { add(.dataByte(value), at: offset - 1) }
    return min(value, 127)
  }

  private mutating func skip(_ count: Int) throws(EndOfTrack) {
    if count > end - offset { try extend() }
    guard count <= end - offset else { throw EndOfTrack() }
    offset += count
  }

  /// Extends a chunk that ends within an event up to the next track, unless a chunk follows it.
  private mutating func extend() throws(EndOfTrack) {
    guard end < bytes.count, !isBoundary(end) else { throw EndOfTrack() }
    add(.chunkLength, at: lengthPlace)
    end = nextTrack(from: end) ?? bytes.count
  }

  /// Reads a variable-length quantity. Of more than four bytes, the last 28 bits count.
  private mutating func variableNumber() throws(EndOfTrack) -> Int {
    let place = offset
    var value = 0
    while true {
      let byte = try byte()
      value = (value << 7 | Int(byte & 0x7F)) & 0x0FFF_FFFF
      if byte < 0x80 { break }
    }
    if offset - place > 4 { add(.longNumber, at: place) }
    return value
  }

  private mutating func add(_ kind: MIDIFile.Flaw.Kind, at place: Int) {
    flaws.add(MIDIFile.Flaw(kind, at: place))
  }

  private func damaged(_ what: String, at place: Int) -> FileError {
    FileError(.damaged, subject, detail: "byte \(place): \(what)")
  }
}
