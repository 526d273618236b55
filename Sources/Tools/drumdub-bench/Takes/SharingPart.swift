import AudioAnalysis
import AudioBase
import AudioFiles
import HostTools
import SystemBase

/// Measures how exactly a take is aligned to other files of its song, and whether other songs are refused.
struct SharingPart {
  /// Microseconds.
  private static let largestError = 1_000.0
  /// 137 ms.
  private static let cut = 6_042

  /// Another file of a song: the program that makes it from WAV.
  private struct Kind {
    var name: String
    var program: String
    var arguments: [String]
    var file: String
  }

  private static let kinds = [
    Kind(name: "FLAC", program: "flac", arguments: ["-s", "IN", "-o", "OUT"], file: "a.flac"),
    Kind(
      name: "MP3 of LAME, 128 kbit/s", program: "lame", arguments: ["--quiet", "-b", "128", "IN", "OUT"],
      file: "a.mp3"),
    Kind(
      name: "MP3 of LAME, V5", program: "lame", arguments: ["--quiet", "-V", "5", "IN", "OUT"], file: "b.mp3"),
    Kind(
      name: "Opus, 64 kbit/s", program: "opusenc", arguments: ["--quiet", "--bitrate", "64", "IN", "OUT"],
      file: "a.opus"),
    Kind(name: "Ogg Vorbis", program: "oggenc", arguments: ["-Q", "IN", "-o", "OUT"], file: "a.ogg"),
    Kind(
      name: "AAC", program: "ffmpeg", arguments: ["-v", "error", "-i", "IN", "-c:a", "aac", "OUT"],
      file: "a.m4a"),
    Kind(name: "48 kHz", program: "sox", arguments: ["IN", "-r", "48000", "OUT"], file: "48.wav"),
  ]

  private let songs: SharingSongs
  private let signer = TrackSigner(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())

  /// Creates a part that measures with songs.
  ///
  /// - Parameter music: a folder of songs to measure with; nil for generated ones.
  init(music: String?) throws(Failure) { songs = try SharingSongs(folder: music) }

  func measure() throws(Failure) -> PartResult {
    let home = try ScratchFolder()
    var result = PartResult()
    var worst: [String: Double] = [:]
    var signatures: [Int: TrackSignature] = [:]
    for number in songs.takes {
      let song = try songs.samples(number)
      let signature = try signature(of: try write(song, to: home.file("song.wav")))
      signatures[number] = signature
      for kind in SharingPart.kinds {
        guard let path = try make(kind, home, &result) else { continue }
        let error = try error(of: path, signature, expecting: 0)
        worst[kind.name] = max(worst[kind.name] ?? 0, error)
      }
      let cut = try write(Array(song.dropFirst(SharingPart.cut)), to: home.file("cut.wav"))
      let expected = -Double(SharingPart.cut) / Double(SyntheticSong.rate.hertz)
      worst["start cut by 137 ms"] = max(
        worst["start cut by 137 ms"] ?? 0, try error(of: cut, signature, expecting: expected))
    }
    result.figures = (SharingPart.kinds.map(\.name) + ["start cut by 137 ms"]).compactMap { name in
      worst[name].map {
        Figure(
          part: .sharing, what: "take aligned to \(name), worst of \(songs.takes.count) \(songs.kind)",
          unit: "µs", value: $0, goal: .atMost(SharingPart.largestError))
      }
    }
    result.figures += try refusals(signatures, home)
    return result
  }

  /// Compares other songs with each signature.
  private func refusals(
    _ signatures: [Int: TrackSignature], _ home: ScratchFolder
  ) throws(Failure) -> [Figure] {
    var (accepted, doubtful, similarity, times) = (0, 0, 0.0, [Double]())
    for number in songs.others {
      let path = try write(try songs.samples(number), to: home.file("other.wav"))
      for (take, signature) in signatures where take != number {
        let start = HostTime.now
        switch try match(path, signature) {
        case .different(let figures): similarity = max(similarity, figures.similarity)
        case .doubtful(_, let figures):
          similarity = max(similarity, figures.similarity)
          doubtful += 1
        case .same, nil: accepted += 1
        }
        times.append(HostTime.now.seconds(since: start) * 1_000)
      }
    }
    let what = "of \(times.count) takes compared with other ones of \(songs.others.count) \(songs.kind)"
    return [
      Figure(
        part: .sharing, what: "\(what): taken for its song", unit: "", value: Double(accepted),
        goal: .atMost(0)),
      Figure(
        part: .sharing, what: "\(what): asked about", unit: "", value: Double(doubtful), goal: .atMost(0)),
      Figure(
        part: .sharing, what: "most equal bits of the fingerprints of two songs", unit: "%",
        value: similarity * 100),
      Figure(part: .sharing, what: "comparing a song in WAV with a take", unit: "ms", value: times.median),
    ]
  }

  private func write(_ samples: [Float], to path: String) throws(Failure) -> FilePath {
    do throws(FileError) {
      let writer = try SndfileWriter(
        path: FilePath(path), sampleRate: SyntheticSong.rate, encoding: .wav16)
      try samples.map { Frame(repeating: $0) }.withUnsafeBufferPointer(writer.write)
      try writer.close()
    } catch {
      throw Failure(error)
    }
    return FilePath(path)
  }

  private func signature(of path: FilePath) throws(Failure) -> TrackSignature {
    do throws(FileError) {
      if let signature = try signer.signature(of: TrackLocation(path: path)) { return signature }
    } catch {
      throw Failure(error)
    }
    throw Failure("\(path.shown): no signature")
  }

  private func match(_ path: FilePath, _ signature: TrackSignature) throws(Failure) -> SignatureMatch? {
    do throws(FileError) {
      return try signer.compare(TrackLocation(path: path), with: signature)
    } catch {
      throw Failure(error)
    }
  }

  /// Returns the error of the offset in microseconds.
  private func error(
    of path: FilePath, _ signature: TrackSignature, expecting offset: Double
  ) throws(Failure) -> Double {
    guard case .same(let found, _) = try match(path, signature) else {
      throw Failure("\(path.shown) is not recognised")
    }
    return abs(found - offset) * 1_000_000
  }

  /// Makes a file of a kind. Returns nil if its program is missing.
  private func make(_ kind: Kind, _ home: ScratchFolder, _ result: inout PartResult) throws(Failure)
    -> FilePath?
  {
    guard let program = ProgramFinder.find(kind.program) else {
      let note = "sharing: \(kind.program) is not installed"
      if !result.notes.contains(note) { result.notes.append(note) }
      return nil
    }
    let path = FilePath(home.file(kind.file))
    FileBytes.remove(path)
    let words = kind.arguments.map { $0 == "IN" ? home.file("song.wav") : $0 == "OUT" ? path.shown : $0 }
    guard try Child(program, words, environment: home.environment).waitForEnd() == 0 else {
      throw Failure("\(kind.program) has failed")
    }
    return path
  }
}
