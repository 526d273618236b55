import AudioBase
import Containers
import SystemBase

extension TagReader {
  /// Completes what TagLib told of the sound, and refuses files that have none.
  static func readStream(
    _ stream: inout SoundProperties, of file: borrowing RegularFile, _ content: FileContent
  ) throws(FileError) {
    switch content.kind {
    case .adts: stream = try StreamHeader.adts(file, content)
    case .au: stream = try StreamHeader.au(file)
    case .rf64, .bw64, .wave64, .waveBigEndian: stream = try StreamHeader.wave(file, kind: content.kind)
    case .caf: stream = try StreamHeader.caf(file)
    case .dsf: stream = try StreamHeader.dsf(file)
    case .mp4: try completeMP4(&stream, of: file)
    case .mod, .s3m, .it, .xm: stream = SoundProperties(codec: stream.codec)
    case .avi, .mpegProgram, .flash, .midi, .adif: throw FileError(.notAudio, file.subject)
    case _ where content.kind.isForeign: throw FileError(.unsupported, file.subject)
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
