import AudioBase
import Synchronization
import SystemBase

/// A sound file that is heard with a track.
package struct TrackClip: Hashable, Sendable {
  package var path: FilePath
  /// The frame of the track at which the file begins.
  package var start: Int
  package var frames: Int
  /// The file is heard if this is the rate of the track.
  package var sampleRate: SampleRate
  /// The linear gain.
  package var gain: Float

  package init(path: FilePath, start: Int, frames: Int, sampleRate: SampleRate, gain: Float = 1) {
    (self.path, self.start, self.frames) = (path, start, frames)
    (self.sampleRate, self.gain) = (sampleRate, gain)
  }
}

/// The clips of the tracks, which the feeder mixes into the tracks that it decodes. Any thread.
///
/// What was decoded before a change stays as it is; the track has to be fed again from where it is heard.
package final class TrackClips: Sendable {
  private struct State {
    var clips: [TrackLocation: [TrackClip]] = [:]
    var version = 0
  }

  private let state = Mutex(State())
  /// Whether tracks themselves are silent, so that only the clips are heard.
  package let silencesTracks: Bool

  /// Creates a list without clips.
  ///
  /// - Parameter silencesTracks: whether only clips are heard.
  package init(silencesTracks: Bool = false) { self.silencesTracks = silencesTracks }

  /// Replaces the clips of a track. Returns whether they were others before.
  @discardableResult
  package func set(_ clips: [TrackClip], of track: TrackLocation) -> Bool {
    state.withLock { state in
      if state.clips[track, default: []] == clips { return false }
      state.clips[track] = clips.isEmpty ? nil : clips
      state.version += 1
      return true
    }
  }

  func hasClips(of track: TrackLocation) -> Bool { state.withLock { $0.clips[track] != nil } }

  /// Returns the clips of a track if anything has changed since a version.
  func clips(of track: TrackLocation, since version: Int) -> (clips: [TrackClip], version: Int)? {
    state.withLock { $0.version == version ? nil : ($0.clips[track] ?? [], $0.version) }
  }
}

/// Adds the clips of one opened track to its frames. Used by one thread at a time.
final class ClipMixer {
  private let clips: TrackClips
  private let track: TrackLocation
  private let rate: SampleRate
  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking
  private let silencesTrack: Bool
  private var version = -1
  private var readers: [ClipReader] = []

  init(
    _ clips: TrackClips, of track: TrackLocation, rate: SampleRate, decoders: any DecoderOpening,
    converters: any RateConverterMaking, silencesTrack: Bool
  ) {
    self.silencesTrack = silencesTrack
    (self.clips, self.track, self.rate) = (clips, track, rate)
    (self.decoders, self.converters) = (decoders, converters)
  }

  /// Adds what is heard with frames of the track.
  ///
  /// - Parameter start: the frame of the track that is the first.
  func add(to frames: UnsafeMutableBufferPointer<Frame>, at start: Int) {
    update()
    if silencesTrack { frames.update(repeating: .zero) }
    for reader in readers { reader.add(to: frames, at: start) }
  }

  private func update() {
    guard let (list, version) = clips.clips(of: track, since: version) else { return }
    self.version = version
    // A reader of the same file keeps its place.
    var known = readers
    readers = list.filter { $0.sampleRate == rate }.map { clip in
      if let index = known.firstIndex(where: { $0.clip.path == clip.path }) {
        let reader = known.remove(at: index)
        reader.clip = clip
        return reader
      }
      return ClipReader(clip, decoders, converters)
    }
  }
}

/// Reads one clip. A file that cannot be read is silent.
private final class ClipReader {
  var clip: TrackClip
  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking
  private var stream: TrackStream?
  private var frames = [Frame](repeating: .zero, count: 2_048)
  private var isBroken = false

  init(_ clip: TrackClip, _ decoders: any DecoderOpening, _ converters: any RateConverterMaking) {
    (self.clip, self.decoders, self.converters) = (clip, decoders, converters)
  }

  func add(to target: UnsafeMutableBufferPointer<Frame>, at start: Int) {
    let range = (clip.start..<(clip.start + max(clip.frames, 0))).clamped(to: start..<(start + target.count))
    if range.isEmpty || isBroken { return }
    do throws(FileError) {
      let stream = try opened()
      let first = range.lowerBound - clip.start
      if stream.trackFrame != first { try stream.seek(to: FrameCount(first)) }
      var done = range.lowerBound - start
      while done < range.upperBound - start {
        let most = min(range.upperBound - start - done, frames.count)
        let count = try frames.withUnsafeMutableBufferPointer { (buffer) throws(FileError) in
          try stream.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<most]))
        }
        if count == 0 { break }
        for index in 0..<count { target[done + index] += frames[index] * clip.gain }
        done += count
      }
    } catch {
      isBroken = true
    }
  }

  private func opened() throws(FileError) -> TrackStream {
    if let stream { return stream }
    let new = try TrackStream(
      TrackLocation(path: clip.path), rate: nil, decoders: decoders, converters: converters)
    stream = new
    return new
  }
}
