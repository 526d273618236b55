import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import Dubbing
import SystemBase
import TerminalUI
import TrackFeed

/// Connects the separation of drums with decoders, encoders and files.
package enum DrumPartsSetup {
  package static var cache: DrumPartsCache {
    DrumPartsCache(folder: BaseFolders.drumParts, decoders: DecoderRegistry()) {
      path, rate throws(FileError) in
      try SndfileWriter(path: path, sampleRate: rate, encoding: .flac16)
    }
  }

}

/// `drumdub drums --without OUT --only OUT`: writes a song without its drums, and its drums alone.
struct DrumPartsWriter {
  /// A file that is written, and the factors of the song and of its drums.
  private struct Output {
    let path: FilePath
    let encoding: SndfileWriter.Encoding
    let gains: (file: Float, drums: Float)
  }

  private static let chunk = 32_768
  private static let encodings: [AudioFileFormat: SndfileWriter.Encoding] = [.wav: .wav24, .flac: .flac24]

  private let source: FilePath
  private let outputs: [Output]
  /// Nil for that of the song.
  private let strength: DrumStrength?
  private let replaces: Bool

  /// Returns nil if the options name no file for a part.
  init?(_ scanned: OptionScanner.Result) throws(UsageError) {
    let number = try scanned.value("strength", "1 to \(DrumStrength.allCases.count)") {
      Int($0.shown).flatMap(DrumStrength.init)
    }
    let paths = [scanned.value("without"), scanned.value("only")]
    if paths.allSatisfy({ $0 == nil }) {
      if number != nil { throw UsageError("--strength belongs to --without and --only") }
      return nil
    }
    guard let source = scanned.operands.first, scanned.operands.count == 1 else {
      throw UsageError("drums separates one file")
    }
    if scanned.has("json") || scanned.value("output") != nil {
      throw UsageError(
        "--without and --only write sound; --json and --output tell hits: use one or the other")
    }
    if let first = paths[0], first == paths[1] {
      throw UsageError("--without and --only name the same file, \(first.shown)")
    }
    var outputs: [Output] = []
    for (path, gains) in zip(paths, [(file: Float(1), drums: Float(-1)), (file: 0, drums: 1)]) {
      guard let path else { continue }
      guard let encoding = AudioFileFormat(name: path).flatMap({ DrumPartsWriter.encodings[$0] }) else {
        throw UsageError("drums writes .wav and .flac files, not \(path.lastComponent.shown)")
      }
      outputs.append(Output(path: path, encoding: encoding, gains: gains))
    }
    (self.source, self.outputs, replaces) = (source, outputs, scanned.has("overwrite"))
    strength = number
  }

  func run() -> Int32 {
    StopSignals.watch()
    var progress = LateProgress()
    let result = Result { () throws(FileError) in try parts(&progress) }
    progress.clear()
    if StopSignals.hasCome { StopSignals.end() }
    do throws(FileError) {
      switch try result.get() {
      case .parts(let drums): for output in outputs { try write(output, drums.path) }
      case .refused(let refusal):
        Messages.print(DrumPartsText.sentence(refusal, of: source))
        return 1
      case .cancelled: return 1
      }
    } catch {
      let isOutput = outputs.contains { $0.path.shown == error.subject }
      Messages.print(ErrorText.sentence(error, while: isOutput ? .writing : .decoding))
      return 1
    }
    return 0
  }

  private func parts(_ progress: inout LateProgress) throws(FileError) -> DrumPartsResult {
    if StreamAddress(source.shown) != nil { return .refused(.stream) }
    for output in outputs where !replaces && output.path.linkStatus != nil {
      throw FileError(.exists, output.path.shown)
    }
    let key = try TrackKeyReader.key(of: source)
    let song = try SongStore(folder: BaseFolders.songs).song(of: key)
    return try DrumPartsSetup.cache.make(
      TrackLocation(path: source), key, strength ?? song?.drumStrength ?? .usual, hits: song?.drums,
      heard: { 0 }, isCancelled: { StopSignals.hasCome }
    ) { part, _ in progress.show("separating the drums", Int(part * 1_000), of: 1_000) }
  }

  private func write(_ output: Output, _ drums: FilePath) throws(FileError) {
    let track = TrackLocation(path: source)
    let stream = try TrackStream(
      track, rate: nil,
      decoders: DrumLevelDecoders(DecoderRegistry(), track, drums: drums, gains: output.gains),
      converters: SampleRateConverterMaker())
    let file = try AtomicFile(output.path, replaces: replaces, needsSeeking: true, reading: source)
    do throws(FileError) {
      let writer = try SndfileWriter(
        path: file.temporary, sampleRate: stream.sampleRate, encoding: output.encoding,
        length: stream.outputLength)
      let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: DrumPartsWriter.chunk)
      defer { block.deallocate() }
      while true {
        if StopSignals.hasCome {
          file.cancel()
          StopSignals.end()
        }
        let count = try stream.read(into: block)
        if count == 0 { break }
        try writer.write(UnsafeBufferPointer(rebasing: block[..<count]))
      }
      try writer.close()
      try file.commit()
    } catch {
      file.cancel()
      // With the name that the user knows.
      let isOutput = error.subject == file.temporary.shown
      throw isOutput ? FileError(error.code, output.path.shown, detail: error.detail) : error
    }
    let length = ShownText.clock(stream.outputLength?.seconds(at: stream.sampleRate) ?? 0)
    print("wrote \(output.path.shown), \(length)")
  }
}
