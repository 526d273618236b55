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

  @Test func invalidMIDIFileIsRefusedWithThePlaceOfTheError() {
    let note: [UInt8] = [0, 0x99, 38, 100]
    #expect(failure(Array("RIFF".utf8)) == "unsupported: no MIDI file")
    #expect(failure(file(type: 2, tracks: [end])).hasPrefix("unsupported: type 2 "))
    #expect(failure(file(type: 0, tracks: [end, end])) == "damaged: byte 10: type 0 with 2 tracks")
    #expect(failure(file(tracks: [end], count: 3)) == "endsEarly: 1 of 3 tracks")
    #expect(
      failure(Array(file(tracks: [note + end]).dropLast(2))).hasPrefix("endsEarly: byte 18: a chunk of 8 "))
    #expect(failure(file(tracks: [[0, 38, 100] + end])) == "damaged: byte 23: data without a status")
    #expect(
      failure(file(tracks: [[0, 0x99, 38, 100, 0, 0xF0, 1, 0xF7, 0, 38, 0] + end]))
        == "damaged: byte 31: data without a status")
    #expect(
      failure(file(tracks: [note + [0, 0xFF, 0x03, 40, 65]])).hasPrefix("damaged: byte 30: 40 bytes, 1 "))
    #expect(failure(file(tracks: [[0x81, 0x81, 0x81, 0x81, 1]])).hasPrefix("damaged: byte 22: a number "))
    #expect(failure(file(tracks: [[0, 0x99, 38]])) == "damaged: byte 25: an event goes beyond its track")
    #expect(failure(file(tracks: [[0, 0x99, 0x99, 1]])) == "damaged: byte 24: a status within a message")
    #expect(failure(file(tracks: [[0, 0xF2, 1, 1]])).hasPrefix("damaged: byte 23: status 242 "))
    #expect(failure(file(tracks: [], division: [0, 0])).hasPrefix("damaged: byte 12: no ticks"))
    #expect(failure(file(tracks: [], division: [0xF0, 40])).hasPrefix("damaged: byte 12: 16 frames"))
  }

  @Test func writtenMIDIFileIsReadBackUnchanged() throws {
    let events: [MIDIFile.Event] = [
      .init(0, .timeSignature(beats: 3, unit: 4)), .init(0, .tempo(microseconds: 461_538)),
      .init(7, .noteOn(channel: 9, key: 36, velocity: 127)),
      .init(300_000_000, .noteOff(channel: 9, key: 36)),
      .init(900_000_000, .tempo(microseconds: 16_777_215)),
    ]
    for division in [MIDIFile.Division.quarter(ticks: 960), .video(framesPerSecond: 25, ticks: 40)] {
      let file = MIDIFile(division: division, tracks: [.init(name: "Größe", events: events), .init()])
      #expect(try read(file.bytes) == file)
    }
  }
}
