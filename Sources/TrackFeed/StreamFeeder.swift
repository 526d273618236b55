import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Fills the music ring from a thread of its own, so that no disk and no decoder is ever waited for.
///
/// Commands may be sent from any thread and are carried out in their order; reports come on the feeder's thread.
package final class StreamFeeder: Sendable {
  package enum Command: Hashable, Sendable {
    /// Plays a track from a place in seconds; what was fed before belongs to an older generation.
    case load(StreamItem, at: Double, generation: Int)
    /// What joins the track named, without a gap; nil takes the successor back.
    case setNext(StreamItem?, after: StreamID)
    /// Plays a range of a track again and again, sample by sample; nil lets it go on.
    case setLoop(StreamLoop?)
    /// What has become known of an opened track's loudness: for what is fed of it from now on.
    case setGain(ReplayGain?, of: StreamID)
    /// Feeds nothing any more.
    case clear
  }

  package enum Report: Hashable, Sendable {
    case opened(StreamID, StreamFormat)
    /// It could not be opened: nothing of it will be heard.
    case failed(StreamID, FileError)
    /// It cannot be decoded any further; what was decoded plays, then what comes next.
    case brokeOff(StreamID, FileError)
    /// It ended before its promised length.
    case endedEarly(StreamID, atFrame: FrameCount, of: StreamFormat)
    /// It has samples that are no numbers, which are silent; told once for each opening.
    case invalidSamples(StreamID)
    /// A successor was named for a track whose old successor is in the ring already.
    case successorCameTooLate(StreamID)
  }

  private struct Mailbox {
    var commands: [Command] = []
    var isStopping = false
  }

  private let mailbox = Mutex(Mailbox())
  private let engine: EngineControl
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameters:
  ///   - engine: whose ring is filled.
  ///   - crossfade: seconds for which a track's end overlaps the next one's beginning; 0 joins them exactly.
  package init(
    engine: AudioEngine, decoders: any DecoderOpening, converters: any RateConverterMaking,
    crossfade: Double = 0,
    report: @escaping @Sendable (Report) -> Void
  ) {
    let engine = engine.control
    self.engine = engine
    let worker = WorkerThread(name: "feeder") { [self] in
      WorkerThread.goFirst()
      let filler = StreamFiller(
        stream: engine.stream, rate: engine.sampleRate, decoders: decoders, converters: converters,
        crossfade: crossfade, report: report, onMark: { engine.streamHasNews() })
      run(filler)
    }
    thread.withLock { $0 = worker }
  }

  /// What is sent together is carried out before anything is fed.
  package func send(_ commands: [Command]) {
    mailbox.withLock { $0.commands += commands }
    engine.feederSignal.wake()
  }

  /// Ends the thread and waits for it.
  package func stop() {
    mailbox.withLock { $0.isStopping = true }
    engine.feederSignal.wake()
    thread.withLock { $0.take() }?.join()
  }

  private func run(_ filler: StreamFiller) {
    while true {
      let (commands, isStopping) = mailbox.withLock { box in
        defer { box.commands = [] }
        return (box.commands, box.isStopping)
      }
      if isStopping { return }
      for command in commands { filler.carryOut(command) }
      switch filler.fill() {
      case .more: break
      case .waitForRoom(let frames):
        if filler.askForRoom(frames) { engine.feederSignal.wait(milliseconds: nil) }
      case .idle: engine.feederSignal.wait(milliseconds: nil)
      }
    }
  }
}
