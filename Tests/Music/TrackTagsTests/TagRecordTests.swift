import Testing

@testable import AudioBase
@testable import SystemBase
@testable import TrackTags

/// What tag workers and their pool say to each other.
@Suite struct TagRecordTests {
  @Test func writtenAnswerIsReadBack() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let answer = TagAnswer.random(using: &random)
      var writer = ByteWriter()
      answer.write(to: &writer)
      var reader = ByteReader(writer.bytes)
      #expect(try TagAnswer(from: &reader, answer.subject, path: FilePath("a/b.mp3")) == answer)
      #expect(reader.isAtEnd)
    }
  }

  /// A new member of `TrackInfo` must be sent too.
  @Test func everyMemberOfTrackInfoIsSentToWorkers() {
    let members = Mirror(reflecting: TrackInfo(path: FilePath("a"))).children.count
    #expect(members == TrackInfo.memberCountForWorkers)
  }

  @Test func writtenRequestIsReadBack() throws {
    let names: [FilePath] = [
      FilePath("a\nb"), FilePath(bytes: [0xE9, 0xFF]), FilePath(String(repeating: "x", count: 300)),
    ]
    let request = TagRequest(subject: .picture, paths: names)
    var writer = ByteWriter()
    request.write(to: &writer)
    var reader = ByteReader(writer.bytes)
    #expect(try TagRequest(from: &reader) == request)
  }

  /// The worker may have been upset: whatever comes is refused or read, and never a trap.
  @Test func damagedBytesOfAnswersAreReadOrRefusedWithoutACrash() {
    var random = SeededGenerator(seed: 2)
    var refused = 0
    for _ in 0..<5_000 {
      var writer = ByteWriter()
      let answer = TagAnswer.random(using: &random)
      answer.write(to: &writer)
      var bytes = writer.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...(bytes.count / 2), using: &random))
      var reader = ByteReader(bytes)
      if (try? TagAnswer(from: &reader, answer.subject, path: FilePath("a"))) == nil { refused += 1 }
    }
    #expect(refused > 2_000)
  }

  @Test(arguments: [0, 1, -1, 63, 64, -64, -65, Int.max, Int.min]) func writtenNumbersAreReadBack(
    _ number: Int
  ) throws {
    var writer = ByteWriter()
    writer.write(number)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.number() == number)
  }
}

extension TagAnswer {
  /// What was asked for.
  fileprivate var subject: TagRequest.Subject {
    switch self {
    case .picture: .picture
    case .lyrics: .lyrics
    case .texts: .texts
    case .edited: .edit(.set([:]))
    case .track, .failed: .track
    }
  }

  fileprivate static func random(using random: inout SeededGenerator) -> TagAnswer {
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      return .failed(
        FileError(
          [.damaged, .notFound, .readFailed].randomElement(using: &random) ?? .empty, "a/b.mp3",
          detail: .random(using: &random)))
    case 1: return .picture(nil)
    case 3: return .lyrics(.random(using: &random))
    case 4:
      var texts = TagTexts()
      for name in TagName.usual { texts[name] = .random(using: &random) ?? "" }
      texts[.other("ISRC")] = .random(using: &random) ?? ""
      return .texts(texts)
    case 5:
      let inverse = TagEdit.restore([TagProperty(key: "TITLE", values: ["a", "b"])])
      return .edited(TagEditResult(inverse: inverse, track: .random(using: &random)))
    case 2:
      return .picture(PictureData(picture: .random(using: &random), bytes: (0..<50).map { UInt8($0) }))
    default: return .track(.random(using: &random))
    }
  }
}

extension TrackInfo {
  fileprivate static func random(using random: inout SeededGenerator) -> TrackInfo {
    var track = TrackInfo(path: FilePath("a/b.mp3"))
    track.title = .random(using: &random)
    track.artist = .random(using: &random)
    track.album = .random(using: &random)
    track.albumArtist = .random(using: &random)
    track.date = .random(using: &random)
    track.genre = .random(using: &random)
    track.artists = (0..<Int.random(in: 0...3, using: &random)).map { _ in String.random(using: &random) ?? ""
    }
    track.genres = (0..<Int.random(in: 0...3, using: &random)).map { _ in String.random(using: &random) ?? ""
    }
    track.trackNumber = .random(using: &random)
    track.trackSide = .random(using: &random)
    track.trackTotal = .random(using: &random)
    track.discNumber = .random(using: &random)
    track.discTotal = .random(using: &random)
    track.bpm = Bool.random(using: &random) ? Double.random(in: 0...300, using: &random) : nil
    if Bool.random(using: &random) {
      track.replayGain = ReplayGain(
        track: ReplayGain.Level(Decibels(.random(in: -20...20, using: &random)), peak: 0.5), album: nil)
    }
    track.isCompilation = .random(using: &random)
    if Bool.random(using: &random) {
      track.musicBrainz.recording = .random(using: &random)
      track.musicBrainz.releaseGroup = .random(using: &random)
      track.musicBrainz.artists = ["a", "b"]
    }
    if Bool.random(using: &random) {
      track.otherTags = [.composer: ["a", "b"], .comment: [.random(using: &random) ?? ""]]
    }
    track.stream.codec = [AudioCodec.mp3, .flac, nil].randomElement(using: &random) ?? nil
    track.stream.duration = 12.345
    track.stream.sampleRate = .random(using: &random)
    track.stream.bitrate = .random(using: &random)
    track.pictures = (0..<Int.random(in: 0...2, using: &random)).map { _ in .random(using: &random) }
    for start in 0..<Int.random(in: 0...2, using: &random) {
      var part = PlaylistEntry(.file(track.path))
      part.section = TrackSection(start: DiscTime(frames: start), end: DiscTime(frames: start + 75))
      (part.title, part.genre, part.trackNumber) = (.random(using: &random), .random(using: &random), start)
      part.replayGain = track.replayGain
      track.parts.append(part)
    }
    return track
  }
}

extension TrackPicture {
  fileprivate static func random(using random: inout SeededGenerator) -> TrackPicture {
    TrackPicture(
      type: Int.random(in: 0...20, using: &random), mimeType: .random(using: &random),
      width: .random(using: &random), bytes: Int.random(in: 0...1_000_000, using: &random))
  }
}

extension Int? {
  fileprivate static func random(using random: inout SeededGenerator) -> Int? {
    Bool.random(using: &random) ? Int(truncatingIfNeeded: random.next() >> random.next() % 64) : nil
  }
}

extension String? {
  fileprivate static func random(using random: inout SeededGenerator) -> String? {
    ["", "a", "Ночь", "月亮\n\u{1B}[31m", String(repeating: "x", count: 1_000), nil].randomElement(
      using: &random) ?? nil
  }
}

extension String {
  fileprivate static func random(using random: inout SeededGenerator) -> String? {
    String?.random(using: &random)
  }
}
