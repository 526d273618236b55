import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Fills the stretched ring with time-stretched frames of the music ring. One thread uses it.
package final class StretchFiller {
  /// Owns the memory that the ring ends and `state` lead to.
  private let engine: EngineControl
  private let music: RingObserver<Frame>
  private let out: RingWriter<Frame>
  private let epochs: RingWriter<StretchEpoch>
  private let state: UnsafeMutablePointer<StretchState>
  private let rate: SampleRate
  private let makers: any TimeStretcherMaking
  private var stretcher: (any TimeStretching)?
  private var wanted = 1.0
  /// The factor of all frequencies that is wanted, and that of the last epoch.
  private var (wantedPitch, epochPitch) = (1.0, 1.0)
  /// The last epoch; nil while the music ring is read directly.
  private var epoch: StretchEpoch?
  /// The position of the next frame of the music ring that is fed to the stretcher.
  private var cursor = 0
  /// Whether silence was fed after the end of the music. Music that follows needs a new epoch.
  private var isPadded = false
  private let input: UnsafeMutableBufferPointer<Frame>
  private let output: UnsafeMutableBufferPointer<Frame>

  package init(engine: EngineControl, makers: any TimeStretcherMaking) {
    self.engine = engine
    music = RingObserver(engine.stream.frames.reader)
    out = engine.stream.stretch.frames.writer
    epochs = engine.stream.stretch.epochs.writer
    state = engine.stream.stretch.state
    rate = engine.sampleRate
    self.makers = makers
    input = .allocate(capacity: TimeStretch.largestInput)
    output = .allocate(capacity: 1024)
  }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  /// The most frames that the device requests at once.
  private var requestSize: Int { state.pointee.requestSize.load(ordering: .relaxed) }

  /// The frames to be kept ahead of the audio thread: what the device requests at once and 20 ms.
  private var target: Int { StretchBuffer.lowWaterMark(requestSize, rate: rate.hertz) + rate.hertz / 100 }

  /// Fills the stretched ring for a speed and a pitch, a factor of all frequencies. If both are 1, it ends the epoch, and
  /// the music ring is read directly.
  ///
  /// - Throws: if no stretcher can be made.
  package func work(speed: Double, pitch: Double = 1) throws(FileError) {
    (wanted, wantedPitch) = (speed, pitch)
    if speed == 1 && pitch == 1 {
      let end = StretchEpoch(start: out.written, origin: 0, speed: 1, isDirect: true)
      if epoch != nil, epochs.push(end) { epoch = nil }
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
    if !isWanted(epoch) || epoch.origin < state.pointee.floor.load(ordering: .acquiring) { return true }
    return music.read > cursor || (isPadded && music.written > cursor)
  }

  private func isWanted(_ epoch: StretchEpoch) -> Bool {
    epoch.speed == wanted && epochPitch == wantedPitch
  }

  private func begin(_ stretcher: any TimeStretching) {
    stretcher.start(speed: wanted, pitch: wantedPitch)
    let read = music.read
    let floor = state.pointee.floor.load(ordering: .acquiring)
    var origin = max(read, floor)
    if isPadded && music.written > cursor && cursor >= origin && epoch.map(isWanted) == true {
      origin = cursor
    } else if epoch.map({ !isWanted($0) && $0.origin >= floor }) ?? true {
      // The old speed is played meanwhile: the audio thread changes when it reaches the origin.
      let lead = Double(requestSize + rate.hertz / 100) * (epoch?.speed ?? 1)
      origin = max(origin, min(origin + Int(lead), music.written, epoch.map(reach) ?? .max))
    }
    let new = StretchEpoch(start: out.written, origin: origin, speed: wanted)
    guard epochs.push(new) else { return }
    (epoch, epochPitch) = (new, wantedPitch)
    cursor = origin
    state.pointee.taken.store(cursor, ordering: .releasing)
    isPadded = false
  }

  /// Returns the position of the music ring up to which an epoch has frames.
  private func reach(_ epoch: StretchEpoch) -> Int {
    epoch.origin + Int(Double(out.written - epoch.start) * epoch.speed)
  }

  /// Makes some frames. Returns false if there is nothing to do for now.
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

  /// Returns the number of frames of an epoch before a position of the music ring.
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
    guard copyMusic(count) else { return false }
    stretcher.feed(UnsafeBufferPointer(rebasing: input[..<count]))
    cursor += count
    state.pointee.taken.store(cursor, ordering: .releasing)
    return true
  }

  /// Copies the next frames of the music ring. Returns false if the audio thread has removed them already.
  ///
  /// The feeder reads the audio thread's position, then `held`; here `held` is written before the position is read.
  /// Either the feeder sees what is held, or it has seen no later position than is seen here.
  private func copyMusic(_ count: Int) -> Bool {
    state.pointee.held.store(cursor, ordering: .sequentiallyConsistent)
    defer { state.pointee.held.store(.max, ordering: .releasing) }
    if music.read > cursor { return false }
    for index in 0..<count { input[index] = music[cursor + index] }
    return true
  }
}
