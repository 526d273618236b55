import AudioBase
import MixEngine
import Observation
import SystemBase

/// The levels of the player, and the mixer that has them. Main thread.
@MainActor @Observable
package final class PlayerLevels {
  package internal(set) var volume = Decibels.unity
  package internal(set) var isMuted = false
  /// Steps towards the pads; negative towards the music.
  package internal(set) var balance = 0
  /// The choice of the gains of tracks.
  package internal(set) var replayGain: ReplayGainMode
  /// The levels of music and pads at balance 0.
  @ObservationIgnored package internal(set) var mix: MixLevels
  @ObservationIgnored let mixer: any MixerControl

  init(_ mixer: any MixerControl, _ mix: MixLevels, _ replayGain: ReplayGainMode) {
    (self.mixer, self.mix, self.replayGain) = (mixer, mix, replayGain)
  }

  func send(isExternal: Bool) {
    // The volume of another program is its own; the pads keep theirs.
    mixer.set(.master, to: isExternal ? .unity : isMuted ? .silence : volume)
    mixer.set(.music, to: mix.music(balance: balance))
    mixer.set(.pads, to: mix.pads(balance: balance))
  }
}

/// The pads that sound, and the last hits. Main thread.
///
/// They change many times a second while pads are played, so `onChange` reports that apart from observation, and a
/// screen draws the pads alone.
@MainActor @Observable
package final class PadActivity {
  @ObservationIgnored package internal(set) var sounding = PadSet() { didSet { changed() } }
  /// The last velocity of each pad, pad 1 first.
  @ObservationIgnored package internal(set) var velocities = [Int](repeating: 0, count: 128) {
    didSet { changed() }
  }
  /// The number of changes of the pads that sound and of their velocities.
  @ObservationIgnored package private(set) var changeCount = 0
  /// The pads that have been struck, in ascending order.
  package internal(set) var struck: [Int] = []
  /// Called when the pads that sound or their velocities have changed.
  @ObservationIgnored package var onChange: (@MainActor () -> Void)?
  /// The pad that a key, the mouse or another device struck last.
  @ObservationIgnored package internal(set) var lastStruck: Int?
  /// The time of the last hit or note that came from the user, not from a take.
  @ObservationIgnored package internal(set) var lastStrike: HostTime?

  private func changed() {
    changeCount += 1
    onChange?()
  }
}

/// What is read of the tracks of the queue by other parts.
package struct TrackReading {
  /// Whether the tags of queued files are being read; `tracksWereRead` reports them.
  package var readsTags = false
  /// Requests the tags of these tracks, which `tracksWereRead` reports.
  package var read: (([QueueItem.ID]) -> Void)?
  /// Looks up a track's gain in the index, which `gainWasFound` reports; nil if there is no index.
  package var findGain: (@MainActor (QueueItem) -> Void)?
  /// Looks up the albums of tracks in the index; nil if there is no index.
  package var findAlbums: (@MainActor ([QueueItem], _ then: @escaping AlbumsReceiver) -> Void)?

  /// Receives the ids of albums of the index by the tracks of the queue.
  package typealias AlbumsReceiver = @MainActor ([QueueItem.ID: Int64]) -> Void
}

/// What the transport holds.
struct LoadedTracks {
  /// Whether it holds the current track.
  var isLoaded = false
  /// Whether the loaded track has begun: a track that begins after it is its successor.
  var hasBegun = false
  /// The successor that was last given to the transport.
  var next: QueueItem.ID?
  /// The start position of the current track in seconds, when it is loaded.
  var startSeconds = 0.0
  /// Durations in seconds from the decoder, which are more accurate than those in tags.
  var durations: [QueueItem.ID: Double] = [:]
}
