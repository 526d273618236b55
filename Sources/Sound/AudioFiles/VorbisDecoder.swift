import AudioBase
import Containers
import SystemBase

/// Decodes Ogg Vorbis through vorbisfile.
///
/// The seeks of libsndfile are not exact: on the last page by the samples trimmed at the stream's end, elsewhere by half
/// a block in one of about a thousand seeks.
final class VorbisDecoder: AudioDecoder {
  let format: StreamFormat
  private(set) var endedEarly = false

  private let handle: VorbisHandle
  private let subject: String
  private let order: ChannelOrder
  private let isCut: Bool
  private var position = 0

  /// Opens an Ogg Vorbis file, whose last page may be missing. Throws `damaged`, `readFailed`.
  init(_ window: FileWindow, isCut: Bool) throws(FileError) {
    handle = try VorbisHandle(reading: window)
    subject = window.subject
    self.isCut = isCut
    let own = handle.format
    format = try StreamFormat(
      checkedRate: own.hertz, channels: own.channels, length: handle.length, window.subject)
    order = ChannelOrder(vorbisChannels: own.channels)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(FileError) -> Int {
    guard let start = buffer.baseAddress, buffer.count >= format.channels else { return 0 }
    let own = (format.sampleRate.hertz, format.channels)
    var isOwn = true
    let got = try handle.read(upTo: buffer.count / format.channels) { planes, frames in
      isOwn = handle.format == own
      if isOwn { order.interleave(planes, into: start, frames: frames) }
    }
    guard isOwn else {
      throw FileError(
        .unsupported, subject, detail: "the sample rate or channels change after \(position) frames")
    }
    position += got
    if got == 0 { endedEarly = isCut || format.length.map { position < $0.value } ?? false }
    return got
  }

  func seek(to frame: FrameCount) throws(FileError) {
    let wanted = max(frame.value, 0)
    let target = min(wanted, format.length?.value ?? wanted)
    endedEarly = false
    try handle.seek(to: target)
    position = target
  }
}
