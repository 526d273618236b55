import AudioBase
import Containers
import SystemBase

extension TagReader {
  /// Completes what TagLib told of the sound, and refuses files that have none.
  static func readStream(
    _ stream: inout SoundProperties, of file: borrowing RegularFile, kind: FileKind, start: Int
  ) throws(FileError) {
    switch kind {
    case .adts: stream = try StreamHeader.adts(file, start: start)
    case .au: stream = try StreamHeader.au(file)
    case .rf64: stream = try StreamHeader.rf64(file)
    case .wave64: stream = try StreamHeader.wave64(file)
    case .caf: stream = try StreamHeader.caf(file)
    case .dsf: stream = try StreamHeader.dsf(file)
    case .mp4: try completeMP4(&stream, of: file)
    case .mod, .s3m, .it, .xm: stream = SoundProperties(codec: stream.codec)
    case .dsdiff, .matroska, .otherOgg: throw FileError(.unsupported, file.subject)
    case .otherRIFF: throw FileError(.notAudio, file.subject)
    default: break
    }
    stream.dropUnknown()
  }

  private static func completeMP4(
    _ stream: inout SoundProperties, of file: borrowing RegularFile
  ) throws(FileError) {
    let sound = try MP4Sound.stream(of: file)
    if stream.codec == nil || stream.sampleRate == 0 {
      stream = sound
    } else if stream.codec == .aac {
      stream.channels = sound.channels
    }
  }
}
