import AudioAnalysis
import AudioFiles
import Glibc
import Synchronization
import SystemBase

/// Measures the computation of the waveform and the pyramid of a track against only decoding it, and opening them from the
/// cache.
struct WaveformTimes {
  private static let rounds = 5

  /// The median quotient of the times of computing and storing, and of decoding.
  let ratio: Double
  /// The median seconds until they are available from the cache.
  let opening: Double

  init(_ track: FilePath, in home: ScratchFolder) throws(Failure) {
    var (ratios, openings): ([Double], [Double]) = ([], [])
    for round in 0..<WaveformTimes.rounds {
      let cache = FilePath(home.file("cache \(round)"))
      let start = HostTime.now
      do throws(FileError) { try WaveformTimes.decode(track) } catch { throw Failure(error) }
      let decoding = HostTime.now.seconds(since: start)
      ratios.append(try WaveformTimes.seconds(track, cache) / decoding)
      openings.append(try WaveformTimes.seconds(track, cache))
    }
    (ratio, opening) = (ratios.median, openings.median)
  }

  private static func decode(_ path: FilePath) throws(FileError) {
    let decoder = try DecoderRegistry().open(path)
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192 * decoder.format.channels)
    defer { samples.deallocate() }
    while try decoder.read(into: samples) > 0 {}
  }

  /// Returns the time until a new store has the pyramid.
  private static func seconds(_ track: FilePath, _ cache: FilePath) throws(Failure) -> Double {
    let end = Arrival()
    let start = HostTime.now
    let store = WaveformStore(folder: cache, decoders: DecoderRegistry(), key: { _ in nil }) {
      end.time.withLock { $0 = .now }
    }
    _ = store.waveform(of: track)
    var arrival: HostTime?
    while arrival == nil {
      usleep(1_000)
      arrival = end.time.withLock { $0 }
    }
    let seconds = arrival?.seconds(since: start) ?? 0
    store.stop()
    guard store.pyramid(of: track) != nil else { throw Failure("\(track.shown) has no pyramid") }
    return seconds
  }

  /// The time of the report of the store's thread.
  private final class Arrival: Sendable {
    let time = Mutex<HostTime?>(nil)
  }
}
