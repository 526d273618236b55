import AudioBase
import SystemBase
import TrackFeed

/// Writes samples into the folders of kits. Any thread; blocks on file access.
package struct SampleWriter: Sendable {
  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking
  private let writers: any AudioWriterMaking
  private let stretchers: any TimeStretcherMaking

  package init(
    decoders: any DecoderOpening, converters: any RateConverterMaking, writers: any AudioWriterMaking,
    stretchers: any TimeStretcherMaking
  ) {
    (self.decoders, self.converters, self.writers) = (decoders, converters, writers)
    self.stretchers = stretchers
  }

  /// Reads frames of a track, at its own rate; nil for all.
  ///
  /// - Parameter parts: the parts whose sum is read at their gains; nil: the track as its file.
  /// - Throws: errors of reading; `unsupported` for more than a minute; `endsEarly` if the track ends before the frames.
  package func read(
    _ range: Range<Int>? = nil, of track: TrackLocation, in parts: SongParts? = nil
  ) throws(FileError) -> PCMBuffer {
    let stream = try TrackStream(track, rate: nil, decoders: decoders, converters: converters)
    let most = FrameCount(seconds: SampleSound.longest, at: stream.sampleRate).value
    if range?.count ?? 0 > most { throw SampleWriter.tooLong(track) }
    if let range { try stream.seek(to: FrameCount(range.lowerBound)) }
    var frames = try stream.readAll(limit: FrameCount(range?.count ?? most + 1))
    if frames.count > most { throw SampleWriter.tooLong(track) }
    if frames.isEmpty { throw FileError(.endsEarly, track.shown, detail: "before the sample begins") }
    try parts?.sum(
      into: &frames, from: range?.lowerBound ?? 0, at: stream.sampleRate, decoders: decoders,
      converters: converters)
    return PCMBuffer(frames: frames, sampleRate: stream.sampleRate)
  }

  private static func tooLong(_ track: TrackLocation) -> FileError {
    FileError(
      .unsupported, track.shown, detail: "a sample of more than \(Int(SampleSound.longest)) seconds")
  }

  /// Writes a sound, whose samples stay as they are, to a new file `NAME.wav`, `NAME 2.wav` and so on. Returns the path.
  package func write(
    _ sound: PCMBuffer, named name: String, in folder: FilePath
  ) throws(FileError) -> FilePath {
    guard let encoding = AudioEncoding(.wav, samples: .float) else { preconditionFailure("WAV has floats") }
    var (path, number) = (folder.appending("\(name).wav"), 1)
    while path.linkStatus != nil {
      number += 1
      path = folder.appending("\(name) \(number).wav")
    }
    let file = try AtomicFile(path, replaces: false, needsSeeking: true)
    do throws(FileError) {
      let writer = try writers.makeWriter(
        file.temporary, encoding, rate: sound.sampleRate, length: sound.count, texts: FileTexts())
      do throws(FileError) {
        try sound.frames.withUnsafeBufferPointer { (frames) throws(FileError) in try writer.write(frames) }
      } catch {
        try? writer.close()
        throw error
      }
      try writer.close()
      try file.commit()
    } catch {
      file.cancel()
      throw FileError(error.code, path.shown, detail: error.detail)
    }
    return path
  }

  /// Changes the speed of a sound, and keeps its pitch. `speed` is one of `TimeStretch.speeds`.
  package func stretched(_ sound: PCMBuffer, speed: Double) throws(FileError) -> PCMBuffer {
    let stretcher = try stretchers.makeStretcher(at: sound.sampleRate)
    let length = Int((Double(sound.frames.count) / speed).rounded())
    let silence = [Frame](repeating: .zero, count: TimeStretch.largestInput)
    var (frames, fed) = ([Frame](), 0)
    var block = silence
    stretcher.start(speed: speed, pitch: 1)
    // Behind the sound, silence drives the rest out; it never needs more than some seconds of it.
    let most = sound.frames.count + 10 * sound.sampleRate.hertz
    while frames.count < length, fed < most {
      let next = sound.frames[min(fed, sound.frames.count)...].prefix(TimeStretch.largestInput)
      (next.isEmpty ? silence[...] : next).withUnsafeBufferPointer { stretcher.feed($0) }
      fed += next.isEmpty ? silence.count : next.count
      while true {
        let count = block.withUnsafeMutableBufferPointer { stretcher.read(into: $0) }
        if count == 0 { break }
        frames += block[..<count]
      }
    }
    frames += [Frame](repeating: .zero, count: max(length - frames.count, 0))
    return PCMBuffer(frames: Array(frames.prefix(length)), sampleRate: sound.sampleRate)
  }
}
