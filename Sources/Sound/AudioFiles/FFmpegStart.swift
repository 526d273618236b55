import AudioBase
import Containers
import SystemBase

/// The properties of a stream that are determined when it is opened.
struct FFmpegStart {
  /// The first decoded frames; nil if there are none.
  private(set) var first: FFmpegHandle.Decoded?
  private(set) var format: StreamFormat
  /// The position of the first decoded frame: 0, or negative with priming.
  private(set) var firstFrame = 0
  /// The times of packets; nil if they have none.
  private(set) var times: StreamClock?
  private(set) var packets: PacketTable?
  /// The priming, padding and length that tags or header state of this stream, whose container states none.
  private(set) var note: GaplessNote?
  /// The frame at which the sound ends by the duration in Matroska, which has a precision of a millisecond: what is decoded
  /// behind it is padding of the encoder. nil for other containers, for codecs without padding, and for several streams.
  private(set) var statedEnd: Int?
  /// Whether a shorter sound ends early; false if the length may be that of another stream.
  private(set) var promisesLength: Bool

  /// The largest size of a file whose packets are counted, in bytes.
  private static let countedSize = 256 << 20

  /// The part of a second for which libopenmpt fades out after the length that it states.
  private static let moduleFadeOut = 10

  /// Finds the first frame of a stream that was just opened. Throws `unsupported`, `damaged`, `readFailed`.
  init(_ handle: inout FFmpegHandle, _ window: FileWindow, _ plan: FFmpegPlan) throws(FileError) {
    if plan.format.timing == .counted, window.length <= FFmpegStart.countedSize {
      packets = try PacketTable(reading: handle)
      handle = try plan.open(window)
    }
    let stream = handle.stream
    first = try FFmpegStart.firstFrames(&handle, window)
    format = try StreamFormat(
      checkedRate: first?.hertz ?? stream.hertz, channels: first?.channels ?? stream.channels, length: nil,
      window.subject)
    promisesLength = plan.format.lengthIsExact || stream.isAlone
    if let first { packets?.frames = first.count }
    place(stream, plan)
    let length = length(stream, plan).map { FrameCount(max($0, 0)) }
    format.length = first == nil ? length ?? .zero : length
    statedEnd = endInMatroska(stream, plan)
    if let statedEnd { format.length = FrameCount(statedEnd) }
  }

  /// The times of packets if they determine frames.
  var clock: StreamClock? { times.flatMap { $0.isExact ? $0 : nil } }

  private static func firstFrames(
    _ handle: inout FFmpegHandle, _ window: FileWindow
  ) throws(FileError) -> FFmpegHandle.Decoded? {
    let (outcome, lost) = try handle.decode()
    switch outcome {
    case .decoded(let frames): return frames
    case .ended where lost == 0: return nil
    case .ended, .failed:
      throw FileError(.damaged, window.subject, detail: "nothing in it can be decoded")
    }
  }

  private mutating func place(_ stream: FFmpegHandle.Stream, _ plan: FFmpegPlan) {
    guard let first else { return }
    let hertz = format.sampleRate.hertz
    if let mp4 = plan.mp4, mp4.hasEdit {
      firstFrame = -(StreamClock.scaled(mp4.start, by: hertz, over: mp4.mediaScale) ?? 0)
    } else if first.skipStart == 0, let found = statedNote(stream, plan) {
      note = found
      firstFrame = -found.priming
    } else {
      // FFmpeg before version 7 leaves the delay of other codecs than Opus in Matroska (RFC 9559, CodecDelay) to the caller.
      let isLeft = first.skipStart == 0 && plan.demuxer == "matroska"
      firstFrame = -(isLeft ? stream.priming : first.skipStart)
    }
    guard plan.format.timing == .stamped, let time = first.time else { return }
    times = StreamClock(
      stream.timeBase, hertz: hertz, grid: stream.grid(firstPacket: first.count), firstTime: time,
      firstFrame: firstFrame)
  }

  /// Returns what the header of Musepack states, or the tag iTunSMPB of an ADTS or Matroska stream if it fits the length;
  /// nil if there is none.
  private func statedNote(_ stream: FFmpegHandle.Stream, _ plan: FFmpegPlan) -> GaplessNote? {
    switch plan.demuxer {
    case "aac":
      guard let packets else { return nil }
      return plan.note.flatMap { $0.fits(streamOf: packets.length) ? $0 : nil }
    case "mpc8": return plan.note
    case "matroska" where stream.codec == "aac":
      guard let microseconds = stream.microseconds, stream.isAlone,
        let length = StreamClock.scaled(microseconds, by: format.sampleRate.hertz, over: 1_000_000)
      else { return nil }
      return stream.note.flatMap { $0.fits(streamOf: length) ? $0 : nil }
    default: return nil
    }
  }

  private func length(_ stream: FFmpegHandle.Stream, _ plan: FFmpegPlan) -> Int? {
    let hertz = format.sampleRate.hertz
    if let note {
      return packets.map { min(note.frames, $0.length + firstFrame) } ?? note.frames
    }
    if plan.format.timing == .counted { return packets.map { $0.length + firstFrame } }
    if let mp4 = plan.mp4, let length = mp4.length {
      if !mp4.hasEdit, let note = stream.note, first?.skipStart ?? 0 > 0 { return note.frames }
      let whole = StreamClock.scaled(length, by: hertz, over: mp4.mediaScale)
      return whole.map { mp4.hasEdit ? $0 : $0 + firstFrame }
    }
    if plan.format.lengthIsExact {
      let unit = stream.timeBase.numerator.multipliedReportingOverflow(by: hertz)
      guard let duration = stream.duration, duration > 0, !unit.overflow else { return nil }
      let whole = StreamClock.scaled(duration, by: unit.partialValue, over: stream.timeBase.denominator)
      // The fragments of an MP4 file include the priming, which its edit list removes.
      return plan.mp4?.hasEdit == true ? whole.map { $0 + firstFrame } : whole
    }
    if let frames = plan.cafFrames { return frames }
    guard let duration = stream.microseconds, duration > 0 else { return nil }
    let stated = StreamClock.scaled(duration, by: hertz, over: 1_000_000)
    return stated.map { $0 + (plan.demuxer == "libopenmpt" ? hertz / FFmpegStart.moduleFadeOut : 0) }
  }
}

extension FFmpegStart {
  private func endInMatroska(_ stream: FFmpegHandle.Stream, _ plan: FFmpegPlan) -> Int? {
    guard plan.demuxer == "matroska", note == nil, stream.isAlone,
      ["aac", "vorbis", "libvorbis"].contains(stream.codec), let length = format.length?.value, let first,
      let late = StreamClock.scaled(
        first.time ?? 0, by: stream.timeBase.numerator * format.sampleRate.hertz,
        over: stream.timeBase.denominator)
    else { return nil }
    // FFmpeg subtracts the delay of the encoder, so that the first time may be negative.
    let end = length + firstFrame - max(late, 0)
    return end > 0 ? end : nil
  }
}

extension FFmpegHandle.Stream {
  /// Returns the number of frames at whose multiples packets begin; nil if they may begin anywhere. The first packet has
  /// `firstPacket` frames.
  fileprivate func grid(firstPacket: Int) -> Int? {
    switch codec {
    // 2.5 ms at 48 kHz (RFC 6716, section 2.1.4).
    case "opus", "libopus": return 120
    case "eac3": return 256
    // The smallest and largest block in the stream information (RFC 9639, section 8.2).
    case "flac":
      guard let least = extra.span.big(0, 2), least == extra.span.big(2, 2), least > 0 else { return nil }
      return least
    case "aac", "mp3", "mp3float", "mp2", "mp2float", "ac3", "alac", "dca", "tta", "wavpack":
      return firstPacket
    default: return nil
    }
  }

  /// The tag iTunSMPB that FFmpeg reads.
  fileprivate var note: GaplessNote? { gaplessNote.flatMap { GaplessNote($0) } }
}
