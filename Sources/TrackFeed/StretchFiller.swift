import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// The stretcher's work: makes the frames of the stretched ring. Used by one thread alone.
package final class StretchFiller {
  private let music: RingObserver<Frame>
  private let out: RingWriter<Frame>
  private let epochs: RingWriter<StretchEpoch>
  private let state: UnsafeMutablePointer<StretchState>
  private let rate: SampleRate
  private let makers: any TimeStretcherMaking
  private var stretcher: (any TimeStretching)?
  private var wanted = 1.0
  /// What the last epoch began with; nil while the music ring is played as it is.
  private var epoch: StretchEpoch?
  /// The next frame of the music ring to be fed.
  private var cursor = 0
  /// Silence was fed after the end of the music: what comes behind it begins anew.
  private var isPadded = false
  private let input: UnsafeMutableBufferPointer<Frame>
  private let output: UnsafeMutableBufferPointer<Frame>

  package init(engine: borrowing StreamBuffer, rate: SampleRate, makers: any TimeStretcherMaking) {
    music = RingObserver(engine.frames.reader)
    out = engine.stretch.frames.writer
    epochs = engine.stretch.epochs.writer
    state = engine.stretch.state
    self.rate = rate
    self.makers = makers
    input = .allocate(capacity: TimeStretch.largestInput)
    output = .allocate(capacity: 1024)
  }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  /// How far ahead of the audio thread it works: 20 ms besides a block, 50 ms at the usual blocks at most.
  private var target: Int {
    MusicSource.low(block: state.pointee.block.load(ordering: .relaxed), rate: rate.hertz) + rate.hertz / 100
  }

  /// Brings the stretched ring to what is wanted now.
  package func work(speed: Double) throws(FileError) {
    wanted = speed
    if speed == 1 {
      if epoch != nil, epochs.push(StretchEpoch(start: out.written, origin: 0, speed: 1)) { epoch = nil }
      return
    }
    if stretcher == nil { stretcher = try makers.makeStretcher(at: rate) }
    guard let stretcher else { return }
    if needsNewEpoch { begin(stretcher) }
    guard let epoch else { return }
    while step(stretcher, epoch) {}
  }

  private var needsNewEpoch: Bool {
    guard let epoch else { return true }
    if epoch.speed != wanted || epoch.origin < state.pointee.floor.load(ordering: .acquiring) { return true }
    return music.read > cursor || (isPadded && music.written > cursor)
  }

  private func begin(_ stretcher: any TimeStretching) {
    stretcher.start(speed: wanted)
    let read = music.read
    let floor = state.pointee.floor.load(ordering: .acquiring)
    var origin = max(read, floor)
    if isPadded && music.written > cursor && cursor >= origin && epoch?.speed == wanted {
      origin = cursor
    } else if epoch.map({ $0.speed != wanted && $0.origin >= floor }) ?? true {
      // What is played meanwhile: the audio thread goes over as it gets there.
      let lead = Double(rate.hertz / 100) * (epoch?.speed ?? 1)
      origin = max(origin, min(origin + Int(lead), music.written, epoch.map(reach) ?? .max))
    }
    let new = StretchEpoch(start: out.written, origin: origin, speed: wanted)
    guard epochs.push(new) else { return }
    epoch = new
    cursor = origin
    isPadded = false
  }

  /// The place up to which an epoch has frames: none where music had not come yet.
  private func reach(_ epoch: StretchEpoch) -> Int {
    epoch.origin + Int(Double(out.written - epoch.start) * epoch.speed)
  }

  /// Makes some frames. - Returns: false where there is nothing to do for now.
  private func step(_ stretcher: any TimeStretching, _ epoch: StretchEpoch) -> Bool {
    let made = out.written - epoch.start
    let read = out.written - (out.capacity - out.space)
    var room = min(target - (out.written - max(read, epoch.start)), out.space, output.count)
    if isPadded { room = min(room, frames(until: cursor, of: epoch) - made) }
    if room <= 0 { return false }
    let count = stretcher.read(into: UnsafeMutableBufferPointer(rebasing: output[..<room]))
    if count > 0 {
      _ = out.push(UnsafeBufferPointer(rebasing: output[..<count]))
      return true
    }
    return feed(stretcher)
  }

  /// The frames of an epoch that stand for what lies before a place.
  private func frames(until place: Int, of epoch: StretchEpoch) -> Int {
    Int((Double(place - epoch.origin) / epoch.speed - 1e-6).rounded(.up))
  }

  private func feed(_ stretcher: any TimeStretching) -> Bool {
    let end = state.pointee.end.load(ordering: .acquiring)
    let count = min(music.written - cursor, input.count)
    if count == 0 || isPadded {
      if end != cursor || count > 0 { return false }
      isPadded = true
      input.update(repeating: .zero)
      stretcher.feed(UnsafeBufferPointer(input))
      return true
    }
    guard look(count) else { return false }
    stretcher.feed(UnsafeBufferPointer(rebasing: input[..<count]))
    cursor += count
    return true
  }

  /// Copies the next frames of the music ring. - Returns: false where they are gone already.
  ///
  /// The feeder reads how far the audio thread is, then what is held; here it is the other way round: either the
  /// feeder sees what is held, or it has seen no more read than is seen here.
  private func look(_ count: Int) -> Bool {
    state.pointee.held.store(cursor, ordering: .sequentiallyConsistent)
    defer { state.pointee.held.store(.max, ordering: .releasing) }
    if music.read > cursor { return false }
    for index in 0..<count { input[index] = music[cursor + index] }
    return true
  }
}
