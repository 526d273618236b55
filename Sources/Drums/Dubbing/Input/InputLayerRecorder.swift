import AudioBase
import MixEngine
import SystemBase

/// A running input, as the journal reads it.
package struct InputFeed: Sendable {
  package var buffer: CaptureBuffer
  package var sampleRate: SampleRate
  /// Seconds by which input is captured later than the music is heard, as far as the devices do not state it.
  package var latency: Double

  package init(buffer: CaptureBuffer, sampleRate: SampleRate, latency: Double) {
    (self.buffer, self.sampleRate, self.latency) = (buffer, sampleRate, latency)
  }
}

/// Writes what an input captures along to a track, as layers in frames of the track. Journal thread.
///
/// Each pass through the track is a layer with a file of its own. What is captured while the music pauses is left out.
struct InputLayerRecorder {
  private struct Layer {
    var id: Int
    var pass: Int
    var beginnings: Int
    var clip: AudioClip
    let writer: any AudioFileWriter
    var alignment: CaptureAlignment
    /// The clocks of the output and of the input that the alignment follows.
    var clocks: [Int]
    let interpolator: SincInterpolator
    var reported = 0
    var next: Int { clip.start + clip.frames }
  }

  /// Output frames that are handled at a time: 1.3 ms at 48 kHz.
  private static let step = 64
  /// Seconds that are kept, since orders and events arrive late.
  private static let kept = 1.5
  /// Frames of the track by which stated positions may differ from those that follow one another.
  private static let tolerance = 2

  private let writers: any AudioWriterMaking
  private var feed: InputFeed?
  private var history: CaptureHistory?
  private var layer: Layer?
  /// The beginning of the paths of the files.
  private var path = FilePath("")
  /// The next output frame; nil while nothing is recorded.
  private var cursor: Int?
  private var isBroken = false
  private var needsSpeed = false
  private var problems: [JournalReport] = []

  init(_ writers: any AudioWriterMaking) { self.writers = writers }

  var isCapturing: Bool { feed != nil }

  mutating func removeProblems() -> [JournalReport] {
    defer { problems = [] }
    return problems
  }

  // MARK: Orders

  mutating func use(_ feed: InputFeed?) {
    if let feed, feed.buffer === self.feed?.buffer, feed.sampleRate == self.feed?.sampleRate {
      self.feed = feed
      return
    }
    self.feed = feed
    history = feed.map { CaptureHistory($0.sampleRate) }
  }

  /// Begins a recording. `path` is the beginning of the paths of the files.
  mutating func begin(path: FilePath) {
    self.path = path
    cursor = nil
    (isBroken, needsSpeed) = (false, false)
  }

  /// Reads what was captured, and writes what was captured while the track was heard.
  mutating func follow(_ recorder: inout TakeRecorder) -> [TakeRecorder.Output] {
    guard let feed, history != nil else { return finish() }
    feed.buffer.read { frames, block in history?.append(frames, block) }
    var outputs: [TakeRecorder.Output] = []
    if let target = recorder.target, !target.isFree, !isBroken {
      do throws(FileError) {
        outputs = try write(&recorder, target, feed)
      } catch {
        outputs = finish()
        isBroken = true
        problems.append(.inputFailed(error))
      }
    }
    history?.keep(Int(InputLayerRecorder.kept * Double(feed.sampleRate.hertz)))
    return outputs + growth()
  }

  /// Reports the growth of the layer four times a second.
  private mutating func growth() -> [TakeRecorder.Output] {
    guard let layer, layer.clip.frames - layer.reported >= layer.clip.sampleRate.hertz / 4 else { return [] }
    self.layer?.reported = layer.clip.frames
    return [.audioGrew(layer.clip, layer: layer.id)]
  }

  mutating func finish() -> [TakeRecorder.Output] {
    guard let ended = layer else { return [] }
    layer = nil
    do throws(FileError) { try ended.writer.close() } catch { problems.append(.inputFailed(error)) }
    return [.audioGrew(ended.clip, layer: ended.id)]
  }

  // MARK: Writing

  private mutating func write(
    _ recorder: inout TakeRecorder, _ target: RecordingTarget, _ feed: InputFeed
  ) throws(FileError) -> [TakeRecorder.Output] {
    let timeline = recorder.timeline
    guard let endTime = history?.endTime, let first = timeline.outputFrame(heardAt: target.since) else {
      return []
    }
    let reach = Double(SincInterpolator.reach + 2) / Double(feed.sampleRate.hertz)
    var heard = endTime.advanced(bySeconds: -feed.latency - reach)
    if let end = recorder.endsAt { heard = min(heard, end) }
    guard let limit = timeline.outputFrame(heardAt: heard) else { return [] }
    var outputs: [TakeRecorder.Output] = []
    var frame = cursor ?? max(first, 0)
    while frame + InputLayerRecorder.step <= limit {
      defer { frame += InputLayerRecorder.step }
      guard let position = timeline.position(atOutputFrame: frame), target.streams.contains(position.stream),
        position.speed > 0
      else { continue }
      guard position.speed == 1, !position.isStretched else {
        if !needsSpeed { problems.append(.inputNeedsSpeed) }
        needsSpeed = true
        continue
      }
      if let punch = target.punch, !punch.contains(position.trackFrame) { continue }
      let pass = recorder.passes.pass(atOutputFrame: frame)
      if layer?.pass != pass || layer?.beginnings != history?.beginnings {
        outputs += finish()
        outputs.append(try begin(&recorder, position, pass, target, feed))
      }
      followClocks([timeline.clockNumber(ofOutputFrame: frame), history?.restarts ?? 0])
      try write(position, at: timeline.time(ofOutputFrame: frame).advanced(bySeconds: feed.latency))
    }
    cursor = frame
    return outputs
  }

  private mutating func begin(
    _ recorder: inout TakeRecorder, _ position: Timeline.Position, _ pass: Int, _ target: RecordingTarget,
    _ feed: InputFeed
  ) throws(FileError) -> TakeRecorder.Output {
    let rate = SampleRate(Int((position.ratio * Double(target.rate.hertz)).rounded()))
    let id = recorder.nextLayerNumber()
    let file = try create(id)
    guard let encoding = AudioEncoding(.flac, samples: .s24), encoding.format.accepts(rate) else {
      throw FileError(.unsupported, file.shown, detail: "FLAC has no rate of \(rate.hertz) Hz")
    }
    let writer = try writers.makeWriter(file, encoding, rate: rate, length: nil, texts: FileTexts())
    let clip = AudioClip(file: file.lastComponent, start: position.trackFrame, frames: 0, sampleRate: rate)
    layer = Layer(
      id: id, pass: pass, beginnings: history?.beginnings ?? 0, clip: clip, writer: writer,
      alignment: CaptureAlignment(captureRate: feed.sampleRate, trackRate: rate), clocks: [],
      interpolator: SincInterpolator(ratio: Double(feed.sampleRate.hertz) / Double(rate.hertz)))
    return .audio(clip, layer: id, name: "input \(id)")
  }

  /// Restarts the alignment if a device has restarted: smoothing would take seconds to reach the new place.
  private mutating func followClocks(_ clocks: [Int]) {
    if layer?.clocks == clocks { return }
    layer?.alignment.restart()
    layer?.clocks = clocks
  }

  /// Creates a file that has not existed. The number of a layer that was dropped may be used again.
  private func create(_ id: Int) throws(FileError) -> FilePath {
    try FileBytes.makeFolder(path.directory, permissions: 0o700)
    var suffix = ""
    for number in 2... {
      let file = FilePath(bytes: path.bytes + Array("-\(id)\(suffix).flac".utf8))
      if try FileBytes.create(file) { return file }
      suffix = "-\(number)"
    }
    preconditionFailure("numbers have no end")
  }

  /// Writes the frames of the track that are heard from an output frame on, played to at `time`.
  private mutating func write(_ position: Timeline.Position, at time: HostTime) throws(FileError) {
    guard var layer, let history, let stated = history.place(at: time) else { return }
    defer { self.layer = layer }
    let end = position.trackFrame + Int((Double(InputLayerRecorder.step) * position.ratio).rounded())
    let missing = position.trackFrame - layer.next
    if missing > InputLayerRecorder.tolerance {
      try layer.writer.writeSilence(missing)
      layer.alignment.advance(missing)
      layer.clip.frames += missing
    }
    let count = end - layer.next
    // The same frames are heard again, as after a short jump back.
    if count <= 0 { return }
    let ratio = layer.alignment.ratio
    layer.alignment.follow(stated + Double(layer.next - position.trackFrame) * ratio, count: count)
    let frames = InputLayerRecorder.frames(count, of: layer, history)
    layer.alignment.advance(count)
    try frames.withUnsafeBufferPointer { (frames) throws(FileError) in try layer.writer.write(frames) }
    layer.clip.frames += count
  }

  private static func frames(_ count: Int, of layer: Layer, _ history: CaptureHistory) -> [Frame] {
    history.frames.withUnsafeBufferPointer { captured in
      (0..<count).map { index in
        let place = layer.alignment.place + Double(index) * layer.alignment.ratio - Double(history.start)
        let isKept =
          place >= Double(SincInterpolator.reach)
          && place < Double(captured.count - SincInterpolator.reach - 1)
        return isKept ? layer.interpolator.frame(at: place, in: captured) : .zero
      }
    }
  }
}
