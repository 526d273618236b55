import AudioBase
import Synchronization
import SystemBase

/// Wraps another factory of stretchers and states the progress of the last stretcher.
final class WatchedStretchers: TimeStretcherMaking {
  private struct Progress {
    var speed = 1.0
    var made = 0
  }

  private let maker: any TimeStretcherMaking
  private let progress = Mutex(Progress())

  init(_ maker: any TimeStretcherMaking) { self.maker = maker }

  /// The frames that were made since its last reset; 0 at another speed.
  func made(at speed: Double) -> Int { progress.withLock { $0.speed == speed ? $0.made : 0 } }

  func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching {
    Watched(try maker.makeStretcher(at: rate), self)
  }

  private final class Watched: TimeStretching {
    private let stretcher: any TimeStretching
    private let watcher: WatchedStretchers

    init(_ stretcher: any TimeStretching, _ watcher: WatchedStretchers) {
      self.stretcher = stretcher
      self.watcher = watcher
    }

    func start(speed: Double, pitch: Double) {
      stretcher.start(speed: speed, pitch: pitch)
      watcher.progress.withLock { $0 = Progress(speed: speed) }
    }

    func feed(_ input: UnsafeBufferPointer<Frame>) { stretcher.feed(input) }

    func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int {
      let count = stretcher.read(into: output)
      watcher.progress.withLock { $0.made += count }
      return count
    }
  }
}
