import AudioBase
import AudioFiles
import Configuration
import SystemBase
import TerminalUI
import TrackFeed

/// `drumdub decode`: writes the sound of a file, as the player would play it, to a WAV file.
struct DecodeCommand {
  private let source: FilePath
  private let target: FilePath
  /// The rate; nil keeps the rate of the file.
  private let rate: SampleRate?
  private let encoding: SndfileWriter.Encoding

  private static let chunk = 32_768
  private static let encodings: [SampleFormat: SndfileWriter.Encoding] = [
    .s16: .wav16, .s24: .wav24, .float: .wavFloat,
  ]

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    guard let source = scanned.operands.first else { throw UsageError("decode needs a file") }
    guard scanned.operands.count == 1 else { throw UsageError("decode takes one file") }
    guard let target = scanned.value("output"), !target.isEmpty else {
      throw UsageError("decode needs -o and the file to write")
    }
    (self.source, self.target) = (source, target)
    rate = try scanned.value("rate", .rate(SampleRate.playable))
    encoding = DecodeCommand.encodings[try scanned.value("format", .choice) ?? .float] ?? .wavFloat
  }

  func run() -> Int32 {
    Messages.reporting(
      { ErrorText.sentence($0, while: $0.subject == target.shown ? .writing : .decoding) }, decode)
  }

  /// Decodes the file. Returns the exit code: 1 if the file ended early; the sound up to there is written.
  private func decode() throws(FileError) -> Int32 {
    let stream = try TrackStream(
      TrackLocation(path: source), rate: rate, decoders: DecoderRegistry(),
      converters: SampleRateConverterMaker())
    let file = try AtomicFile(target, needsSeeking: true, reading: source)
    StopSignals.watch()
    let failure: FileError?
    do throws(FileError) {
      failure = try write(stream, to: file.temporary)
      if StopSignals.hasCome {
        file.cancel()
        StopSignals.end()
      }
      try file.commit()
    } catch {
      file.cancel()
      throw error
    }
    if stream.hadInvalidSamples { Messages.print(NoticeText.invalidSamples(source.shown)) }
    guard let failure else { return 0 }
    Messages.print(ErrorText.sentence(failure, while: .decoding))
    return 1
  }

  /// Writes the sound of the track. Returns why the sound broke off.
  private func write(_ stream: TrackStream, to path: FilePath) throws(FileError) -> FileError? {
    let (rate, encoding, length) = (stream.sampleRate, encoding, stream.outputLength)
    let writer = BackgroundWriter { () throws(FileError) in
      try SndfileWriter(path: path, sampleRate: rate, encoding: encoding, length: length)
    }
    var progress = LateProgress()
    let result = Result { () throws(FileError) in try copy(stream, to: writer, &progress) }
    progress.clear()
    do throws(FileError) {
      try writer.close()
    } catch {
      // With the name that the user knows.
      throw FileError(error.code, target.shown, detail: error.detail)
    }
    return try result.get()
  }

  private func copy(
    _ stream: TrackStream, to writer: BackgroundWriter, _ progress: inout LateProgress
  ) throws(FileError) -> FileError? {
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: DecodeCommand.chunk)
    defer { block.deallocate() }
    var written = 0
    while !StopSignals.hasCome {
      let count: Int
      let failure: FileError?
      (count, failure) = fill(block, from: stream)
      if count > 0 { try writer.write(UnsafeBufferPointer(rebasing: block[..<count])) }
      written += count
      if let length = stream.outputLength { progress.show("decoding", written, of: length.value) }
      if let failure {
        if written == 0 { throw failure }
        return FileError(.endsEarly, source.shown, detail: failure.detail)
      }
      if count == 0 { break }
    }
    return stream.endedEarly ? FileError(.endsEarly, source.shown) : nil
  }

  /// Reads until the block is full or the sound ends.
  private func fill(
    _ block: UnsafeMutableBufferPointer<Frame>, from stream: TrackStream
  ) -> (count: Int, failure: FileError?) {
    var filled = 0
    do throws(FileError) {
      while filled < block.count {
        let count = try stream.read(into: UnsafeMutableBufferPointer(rebasing: block[filled...]))
        if count == 0 { break }
        filled += count
      }
      return (filled, nil)
    } catch {
      return (filled, error)
    }
  }
}
