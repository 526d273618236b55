import AudioBase
import Synchronization
import SystemBase

/// Measures the loudness of files, album by album, for `scan --loudness`. Writes nothing.
package struct LoudnessScan: Sendable {
  private let decoders: any DecoderOpening

  package init(decoders: any DecoderOpening) { self.decoders = decoders }

  /// Measures albums on several threads and waits for their end.
  ///
  /// - Parameters:
  ///   - albums: the files of each; a file that belongs to none is an album of one, with `isAlbum` false.
  ///   - isCancelled: called often, on any of the threads; a cancelled album is not delivered.
  ///   - deliver: called on any of the threads, one at a time, as each album is done.
  package func run(
    _ albums: [Album], threads: Int = 2, isCancelled: @escaping @Sendable () -> Bool = { false },
    deliver: @escaping @Sendable (AlbumLoudness) -> Void
  ) {
    let work = Work(albums)
    let workers = (0..<max(1, min(threads, albums.count))).map { _ in
      WorkerThread(name: "loudness") {
        while let album = work.rest.withLock({ $0.popFirst() }),
          let measured = measure(album, isCancelled: isCancelled)
        {
          work.turn.withLock { _ in deliver(measured) }
        }
      }
    }
    for worker in workers { worker.join() }
  }

  /// Measures one album on the calling thread. Returns nil if cancelled.
  package func measure(_ album: Album, isCancelled: () -> Bool = { false }) -> AlbumLoudness? {
    var result = AlbumLoudness()
    var meters: [LoudnessMeter] = []
    for track in album.tracks {
      do throws(FileError) {
        guard let meter = try measure(track, isCancelled) else { return nil }
        result.tracks.append(
          AlbumLoudness.Track(
            location: track, gain: ReplayGain(track: try meter.level)))
        meters.append(meter)
      } catch {
        result.failures.append(AlbumLoudness.Failure(path: track.path, error: error))
      }
    }
    guard album.isAlbum, let level = try? LoudnessMeter.level(of: meters) else { return result }
    for index in result.tracks.indices { result.tracks[index].gain.album = level }
    return result
  }

  private func measure(
    _ track: TrackLocation, _ isCancelled: () -> Bool
  ) throws(FileError) -> LoudnessMeter? {
    let samples = try TrackSamples(track, decoders: decoders)
    let meter = try LoudnessMeter(
      sampleRate: samples.format.sampleRate, channels: samples.format.channels)
    let isDone = try samples.read(isCancelled: isCancelled) { (samples) throws(FileError) in
      try meter.add(samples)
    }
    return isDone ? meter : nil
  }
}

extension LoudnessScan {
  /// Tracks that are measured together.
  package struct Album: Hashable, Sendable {
    package var tracks: [TrackLocation]
    /// Whether the tracks have an album level.
    package var isAlbum: Bool

    package init(tracks: [TrackLocation], isAlbum: Bool = true) {
      (self.tracks, self.isAlbum) = (tracks, isAlbum)
    }
  }

  /// The state that the threads share.
  private final class Work: Sendable {
    let rest: Mutex<ArraySlice<Album>>
    let turn = Mutex(())

    init(_ albums: [Album]) { rest = Mutex(albums[...]) }
  }
}

package struct AlbumLoudness: Hashable, Sendable {
  /// The tracks that could be decoded; the level of the album is that of all of them together.
  package var tracks: [Track] = []
  /// The tracks that could not be decoded, with the reasons.
  package var failures: [Failure] = []

  package struct Track: Hashable, Sendable {
    package var location: TrackLocation
    /// Has no levels if the track is silent.
    package var gain: ReplayGain
  }

  package struct Failure: Hashable, Sendable {
    package var path: FilePath
    package var error: FileError
  }
}
