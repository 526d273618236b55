import Dubbing
import SystemBase
import Testing

@Suite struct MIDIFileTests {
  /// A chunk with its length.
  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + (0..<4).reversed().map { UInt8(content.count >> (8 * $0) & 0xFF) } + content
  }

  private func file(
    type: UInt8 = 1, tracks: [[UInt8]], count: UInt8? = nil, division: [UInt8] = [0, 96]
  ) -> [UInt8] {
    let header: [UInt8] = [0, type, 0, count ?? UInt8(tracks.count)] + division
    return tracks.reduce(chunk("MThd", header)) { $0 + chunk("MTrk", $1) }
  }

  private let end: [UInt8] = [0, 0xFF, 0x2F, 0]

  private func read(_ bytes: [UInt8]) throws(FileError) -> MIDIFile {
    try MIDIFileReader.read(bytes, subject: "a.mid")
  }

  /// The error that bytes end with: its code and its detail.
  private func failure(_ bytes: [UInt8]) -> String {
    do throws(FileError) {
      return "read: \(try read(bytes))"
    } catch {
      #expect(error.subject == "a.mid")
      return "\(error.code): \(error.detail ?? "")"
    }
  }

  @Test func runningStatusAndZeroVelocityNotesAreRead() throws {
    let track: [UInt8] = [0, 0x99, 38, 100, 10, 38, 0, 0x81, 0, 36, 1, 5, 0x89, 36, 64] + end
    let events = try #require(try read(file(tracks: [track])).tracks.first).events
    #expect(
      events == [
        .init(0, .noteOn(channel: 9, key: 38, velocity: 100)), .init(10, .noteOff(channel: 9, key: 38)),
        .init(138, .noteOn(channel: 9, key: 36, velocity: 1)), .init(143, .noteOff(channel: 9, key: 36)),
      ])
  }

  @Test func namesTempiAndSignaturesAreReadAndTheRestIsSkipped() throws {
    let meta: [UInt8] =
      [0, 0xFF, 0x03, 4, 0x42, 0xE9, 0x0A, 0x21] + [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20]
      + [0, 0xFF, 0x58, 4, 6, 3, 24, 8] + [0, 0xFF, 0x7F, 2, 1, 2] + [0, 0xF0, 3, 0x7E, 0x7F, 0xF7]
    let messages: [UInt8] = [0, 0xC9, 1, 0, 0xB9, 7, 100, 0, 0xE9, 0, 64, 0, 0xD9, 5]
    let bytes = file(tracks: [])
    let header = chunk("MThd", [0, 1, 0, 1, 0, 96, 1, 2])
    let all = header + chunk("XFIH", [1, 2, 3]) + chunk("MTrk", meta + messages + end) + chunk("Junk", [9])
    let track = try #require(try read(all).tracks.first)
    #expect(track.name == "Bé!")
    #expect(
      track.events == [.init(0, .tempo(microseconds: 500_000)), .init(0, .timeSignature(beats: 6, unit: 8))])
    #expect(try read(bytes).tracks.isEmpty)
  }

  @Test func ticksConvertToSecondsByTheTempoOfAllTracks() throws {
    let tempi: [UInt8] = [96, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40] + end
    let clock = MIDIClock(try read(file(tracks: [end, tempi])))
    #expect(clock.seconds(atTick: 48) == 0.25 && clock.seconds(atTick: 96) == 0.5)
    #expect(clock.seconds(atTick: 192) == 1.5)
    let video = MIDIClock(try read(file(tracks: [tempi], division: [0xE7, 40])))
    #expect(video.seconds(atTick: 2000) == 2)
    let drop = MIDIClock(try read(file(tracks: [], division: [0xE3, 80])))
    #expect(abs(drop.seconds(atTick: 80 * 30_000) - 1_001) < 1e-9)
  }

  @Test func fileThatIsNoReadableMIDIFileIsRefused() {
    #expect(failure(Array("RIFF".utf8)) == "unsupported: no MIDI file")
    #expect(failure(Array("MThd".utf8)) == "endsEarly: the header")
    #expect(failure(file(type: 2, tracks: [end])).hasPrefix("unsupported: type 2 "))
    #expect(failure(file(tracks: [], count: 2)) == "endsEarly: 0 of 2 tracks")
    #expect(failure(file(tracks: [], division: [0, 0])).hasPrefix("damaged: byte 12: no ticks"))
    #expect(failure(file(tracks: [], division: [0xF0, 40])).hasPrefix("damaged: byte 12: 16 frames"))
  }

  private let note: [UInt8] = [0, 0x99, 38, 100]

  private func flaw(_ kind: MIDIFile.Flaw.Kind, at place: Int) -> MIDIFile.Flaw { .init(kind, at: place) }

  @Test func dataBytesAbove127CountAs127() throws {
    let read = try read(file(tracks: [[0, 0x99, 38, 200, 10, 0xB9, 4, 255] + end]))
    #expect(
      read.tracks.first?.events == [
        .init(0, .noteOn(channel: 9, key: 38, velocity: 127)),
        .init(10, .control(channel: 9, controller: 4, value: 127)),
      ])
    #expect(read.flaws.first == [flaw(.dataByte(200), at: 25), flaw(.dataByte(255), at: 29)])
  }

  @Test(arguments: [3, 0, 20, 255] as [UInt8])
  func trackIsReadToItsEndWhateverItsLengthStates(_ length: UInt8) throws {
    let header = Array(file(tracks: [], count: 2))
    let first: [UInt8] = Array("MTrk".utf8) + [0, 0, 0, length] + note + [96, 38, 0] + end
    let read = try read(header + first + chunk("MTrk", note + end))
    #expect(read.tracks.map(\.events.count) == [2, 1])
    #expect(read.tracks.first?.events.last == .init(96, .noteOff(channel: 9, key: 38)))
    #expect(read.flaws.first == [flaw(.chunkLength, at: 18)])
  }

  @Test func trackThatIsCutOffIsReadToTheLastWholeEvent() throws {
    let read = try read(Array(file(tracks: [note + end]).dropLast(2)))
    #expect(read.tracks.map(\.events.count) == [1])
    #expect(read.flaws.first == [flaw(.chunkLength, at: 18), flaw(.cut, at: 28)])
    let named = try self.read(file(tracks: [note + [0, 0xFF, 0x03, 40, 65]]))
    #expect(named.tracks.map(\.events.count) == [1] && named.flaws.first == [flaw(.cut, at: 31)])
  }

  @Test func endOfTheTrackMayBeMissing() throws {
    for content in [note, note + [0, 0xFF, 0x2F]] {
      let read = try read(file(tracks: [content, note + end, content]))
      #expect(read.tracks.map(\.events.count) == [1, 1, 1] && read.flaws.isEmpty)
    }
  }

  @Test func allTracksAreReadWhateverTheHeaderStates() throws {
    let fewer = try read(file(tracks: [note + end], count: 3))
    #expect(fewer.tracks.count == 1 && fewer.flaws.first == [flaw(.trackCount(stated: 3, read: 1), at: 10)])
    let more = try read(file(tracks: [note + end, note + end], count: 1))
    #expect(more.tracks.count == 2 && more.flaws.first == [flaw(.trackCount(stated: 1, read: 2), at: 10)])
    let several = try read(file(type: 0, tracks: [note + end, note + end]))
    #expect(several.type == 1 && several.tracks.count == 2 && several.flaws.isEmpty)
    var short = file(tracks: [note + end])
    short[7] = 4
    let header = try read(short)
    #expect(header.tracks.count == 1 && header.flaws.first == [flaw(.headerLength(4), at: 4)])
  }

  @Test func bytesBetweenAndBeforeChunksAreSkipped() throws {
    let one = file(tracks: [note + end], count: 2)
    let read = try read(one + [0, 0, 0] + chunk("MTrk", note + end))
    #expect(read.tracks.count == 2 && read.flaws.first == [flaw(.skipped(bytes: 3), at: 30)])
    let wrapped: [UInt8] = Array("RIFF1234RMIDdata1234".utf8) + file(tracks: [note + end])
    #expect(try self.read(wrapped).tracks.map(\.events.count) == [1])
  }

  @Test func wrongEventsAreNamedAndTheOthersRead() throws {
    func check(_ content: [UInt8], _ kind: MIDIFile.Flaw.Kind, at place: Int, ticks: [Int]) throws {
      let read = try read(file(tracks: [content + end]))
      #expect(read.flaws.first == [flaw(kind, at: place)] && read.flaws.count == 1)
      #expect(read.tracks.map { $0.events.map(\.tick) } == [ticks], "\(kind)")
    }
    try check(note + [0, 0xF0, 1, 0xF7, 7, 38, 0], .runningStatus, at: 31, ticks: [0, 7])
    try check([0, 38, 100], .noStatus, at: 23, ticks: [])
    try check([0, 0xF2, 1, 1] + note, .status(242), at: 23, ticks: [0])
    try check([0, 0xF0, 0x41, 0x10, 0x42, 0xF7] + note, .systemExclusive, at: 24, ticks: [0])
    try check([0x80, 0x80, 0x80, 0x80, 5, 0x99, 38, 100], .longNumber, at: 22, ticks: [5])
    try check([0, 0xFF, 0x51, 3, 0, 0, 0] + note, .tempo, at: 26, ticks: [0])
    try check([0, 0xFF, 0x58, 4, 0, 2, 24, 8] + note, .timeSignature, at: 26, ticks: [0])
  }

  @Test func manyFlawsAreCountedAndTheFirstOnesKept() throws {
    let loud = (0..<20).flatMap { _ in [0, 0x99, 38, 200] as [UInt8] }
    let read = try read(file(tracks: [loud + end]))
    #expect(read.flaws.count == 20 && read.flaws.first.count == 8 && read.tracks.first?.events.count == 20)
  }

  @Test func writtenMIDIFileIsReadBackUnchanged() throws {
    let events: [MIDIFile.Event] = [
      .init(0, .timeSignature(beats: 3, unit: 4)), .init(0, .tempo(microseconds: 461_538)),
      .init(7, .noteOn(channel: 9, key: 36, velocity: 127)),
      .init(8, .pressure(channel: 9, key: 49, value: 127)),
      .init(9, .control(channel: 9, controller: 16, value: 3)),
      .init(300_000_000, .noteOff(channel: 9, key: 36)),
      .init(900_000_000, .tempo(microseconds: 16_777_215)),
    ]
    for division in [MIDIFile.Division.quarter(ticks: 960), .video(framesPerSecond: 25, ticks: 40)] {
      let file = MIDIFile(division: division, tracks: [.init(name: "Größe", events: events), .init()])
      #expect(try read(file.bytes) == file)
    }
  }
}
