import AudioBase
import Containers
import SystemBase

extension TagReader {
  /// Completes the sound properties that TagLib has read.
  ///
  /// - Parameter gaplessNote: the tag iTunSMPB of an MP4 file.
  /// - Throws: `notAudio` for kinds without sound, `unsupported` for kinds that only FFmpeg reads.
  static func readStream(
    _ stream: inout SoundProperties, of file: borrowing RegularFile, _ content: FileContent,
    gaplessNote: String?
  ) throws(FileError) {
    switch content.kind {
    case .mpeg: stream = try StreamHeader.mpeg(file, content)
    case .adts: stream = try StreamHeader.adts(file, content)
    case .au: stream = try StreamHeader.au(file)
    case .rf64, .bw64, .wave64, .waveBigEndian: stream = try StreamHeader.wave(file, kind: content.kind)
    // TagLib skips the sound of a file whose header has no sizes.
    case .wav where stream.sampleRate ?? 0 == 0: stream = try StreamHeader.wave(file, kind: .wav)
    // TagLib counts samples by their bits, not by the size of a frame.
    case .wav where try SoundChunk(of: file, kind: .wav)?.wideSamples != nil:
      stream = try StreamHeader.wave(file, kind: .wav)
    case .aiff where stream.sampleRate ?? 0 == 0: stream = try StreamHeader.aiff(file)
    // TagLib takes the number of packets for that of samples.
    case .aiff where stream.codec == .adpcm: stream = try StreamHeader.aiff(file)
    case .caf: stream = try StreamHeader.caf(file)
    case .dsf: stream = try StreamHeader.dsf(file)
    case .mp4: try completeMP4(&stream, gaplessNote, of: file)
    case .mod, .s3m, .it, .xm: stream = SoundProperties(codec: stream.codec)
    case .avi, .mpegProgram, .flash, .midi, .adif: throw FileError(.notAudio, file.subject)
    case _ where content.kind.isForeign: throw FileError(.unsupported, file.subject)
    default: break
    }
    stream.dropUnknown()
  }

  private static func completeMP4(
    _ stream: inout SoundProperties, _ gaplessNote: String?, of file: borrowing RegularFile
  ) throws(FileError) {
    let sound = try MP4Sound.stream(of: file)
    if stream.codec == nil || stream.sampleRate == 0 {
      stream = sound
    } else if stream.codec == .aac {
      stream.channels = sound.channels
      // TagLib takes all codecs of the box `mp4a` for AAC.
      if sound.codec == .mp3 { stream.codec = .mp3 }
    }
    // What is played, without the priming and padding of the encoder.
    guard let timing = try MP4Timing(file), timing.mediaScale > 0 else { return }
    if !timing.hasEdit, stream.codec == .aac, let note = gaplessNote.flatMap({ GaplessNote($0) }) {
      stream.setDuration(frames: Double(note.frames), rate: timing.mediaScale)
    } else if let length = timing.length {
      stream.setDuration(frames: Double(length), rate: timing.mediaScale)
    } else if let duration = stream.duration, duration > 0 {
      stream.setDuration(
        frames: duration * Double(timing.mediaScale) - Double(timing.start), rate: timing.mediaScale)
    }
  }

  /// Reads from a decoder the properties that neither TagLib nor the headers contain.
  ///
  /// - Parameter decodedSize: the size in bytes of a file whose length only the decoder finds; nil for others.
  /// - Throws: the decoder's error if the file has no sound that can be decoded.
  static func complete(
    _ track: inout TrackInfo, _ kind: FileKind, decodedSize: Int?, by foreign: DecoderFileInfo.Read
  ) throws(FileError) {
    if kind.isModule {
      // They have no sample rate, and libopenmpt may be missing.
      track.stream.duration = (try? foreign(track.path))?.stream.duration
      track.stream.dropUnknown()
    } else if track.stream.sampleRate == nil {
      let found = try foreign(track.path).stream
      let codec = track.stream.codec
      track.stream = found
      track.stream.codec = found.codec ?? codec
      track.stream.dropUnknown()
    } else if [.adts, .mp4].contains(kind), track.stream.mayHaveReplication {
      guard let found = try? foreign(track.path).stream else { return }
      (track.stream.sampleRate, track.stream.channels) = (found.sampleRate, found.channels)
      track.stream.duration = found.duration ?? track.stream.duration
      track.stream.dropUnknown()
    } else if let decodedSize {
      guard let found = try? foreign(track.path).stream else { return }
      (track.stream.duration, track.stream.channels) = (found.duration, found.channels)
      track.stream.bitrate = found.duration.flatMap { $0 > 0 ? Int(Double(decodedSize) * 8 / $0) : nil }
      track.stream.dropUnknown()
    } else if track.stream.duration == nil || [.asf, .oggSpeex].contains(kind)
      || track.stream.hasBlocks(of: kind)
    {
      // Headers of Windows Media and Speex count what the decoder drops or adds at the ends. Those of WAV state a rate of
      // bytes, but blocks are decoded whole.
      track.stream.duration = (try? foreign(track.path))?.stream.duration ?? track.stream.duration
      track.stream.dropUnknown()
    }
  }
}

extension SoundProperties {
  /// Whether an AAC stream may be HE-AAC, which plays at twice the rate in its headers, perhaps with two channels for
  /// one. Only the decoder finds implicit signalling (ISO 14496-3, section 1.6.5).
  fileprivate var mayHaveReplication: Bool { codec == .aac && (sampleRate ?? 0) <= 24_000 }

  /// Whether the sound of a file of a kind has blocks of samples, as GSM and ADPCM in WAV.
  fileprivate func hasBlocks(of kind: FileKind) -> Bool {
    [.wav, .waveBigEndian, .rf64, .bw64, .wave64].contains(kind) && [.gsm, .adpcm].contains(codec)
  }
}
