import AudioBase
import AudioFiles
import Glibc
import SystemBase

@testable import MixEngine
@testable import TrackFeed

/// An engine with its feeder and its stretcher, which work when the script says so, and only where they were called.
struct MusicSession {
  var output = RendererSession()
  private let filler: StreamFiller
  private let stretcher: StretchFiller
  private var speed = 1.0
  /// Tracks are numbered so that their sequences are guessed.
  private var stream: UInt64 = 0

  init(crossfade: Double) {
    filler = StreamFiller(
      engine: output.engine.control, decoders: FuzzTracks(),
      converters: SampleRateConverterMaker(),
      crossfade: crossfade, report: { _ in })
    stretcher = StretchFiller(engine: output.engine.control, makers: StepStretcherMaker())
  }

  mutating func step(_ script: inout FuzzScript) {
    let kind = script.byte() % 24
    switch kind {
    // A flush goes with a load.
    case 8: load(&script)
    case 0..<16: output.step(kind, &script)
    case 16, 17: fill(chunks: script.byte() % 32 + 1)
    case 18: work()
    case 19: setSpeed(Double(script.byte()) / 170 + 0.5)
    case 20: filler.handle(.setNext(item(&script), after: StreamID(stream &- UInt64(script.byte() % 3))))
    case 21: setLoop(&script)
    case 22: filler.handle(script.byte() == 0 ? .clear : .setLoop(nil))
    default: play(blocks: script.byte() % 16, of: script.byte() + 1)
    }
  }

  /// The last track, played by blocks of a usual size.
  mutating func finish() {
    output.engine.control.setPads(PadProgram(pads: [FinalTake.pad]))
    filler.handle(.setLoop(nil))
    stream += 8
    let id = StreamID(stream)
    output.engine.control.startFree(HitSequence([]))
    output.engine.control.setSequences([(id, FinalTake.sequence)])
    filler.handle(
      .load(
        StreamItem(id: id, location: TrackLocation(path: FilePath("long"))), at: 0, generation: output.flush()
      ))
    output.engine.control.send(.play)
    output.checkEvents()
    let before = output.planned.count
    for _ in 0..<FinalTake.blocks where !output.ended.contains(id) { play(blocks: 1, of: 256) }
    if !output.ended.contains(id) { FinalTake.fail("no end at speed \(speed)") }
    let hits = output.planned.dropFirst(before).filter { $0.pad == 1 && $0.velocity >= FinalTake.lowest }
    FinalTake.check(hits.map(\.velocity))
  }
}

extension MusicSession {
  private mutating func load(_ script: inout FuzzScript) {
    guard let item = item(&script) else { return }
    let seconds = Double(script.byte()) / 256
    filler.handle(.load(item, at: seconds, generation: output.flush()))
  }

  /// A track with another name or, for a seek, with the last one.
  private mutating func item(_ script: inout FuzzScript) -> StreamItem? {
    let byte = script.byte()
    if byte == 0 { return nil }
    if byte & 8 != 0 { stream += 1 }
    let path = FuzzTracks.paths[Int(stream) % FuzzTracks.paths.count]
    let start = DiscTime(frames: byte >> 4)
    let section = byte & 7 == 7 ? TrackSection(start: start, end: DiscTime(frames: start.frames + 9)) : nil
    let gain = ReplayGain(track: ReplayGain.Level(Decibels(-3)), album: ReplayGain.Level(Decibels(2)))
    return StreamItem(
      id: StreamID(stream), location: TrackLocation(path: path, section: section),
      gain: path.bytes.count & 1 == 0 ? nil : gain)
  }

  private func setLoop(_ script: inout FuzzScript) {
    let start = script.number() % 12_000
    let length = script.byte() & 3 == 0 ? script.byte() + 1 : script.number() + 1
    filler.handle(.setLoop(StreamLoop(stream: StreamID(stream), frames: start..<(start + length))))
  }

  private func fill(chunks: Int) {
    for _ in 0..<chunks {
      if filler.fill() != .more { return }
    }
  }

  private mutating func setSpeed(_ new: Double) {
    speed = new.magnitude < 0.502 || abs(new - 1) < 0.01 ? 1 : new
    output.engine.control.stretchSignal.wake()
  }

  /// The stretcher's turn, where it was called.
  private func work() {
    let descriptor = output.engine.control.stretchSignal.descriptor
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&watched, 1, 0) < 1 { return }
    output.engine.control.stretchSignal.clear()
    do throws(FileError) { try stretcher.work(speed: speed) } catch { preconditionFailure("\(error)") }
  }

  /// Renders blocks while feeder and stretcher are in time.
  private mutating func play(blocks: Int, of count: Int) {
    for _ in 0..<blocks {
      fill(chunks: 8)
      work()
      output.render(count: count)
    }
    output.checkEvents()
  }
}
