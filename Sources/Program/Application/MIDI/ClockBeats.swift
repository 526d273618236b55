import SystemBase

/// The beats of a MIDI clock as they are known at a time.
package struct ClockBeats: Hashable, Sendable {
  /// The tempo in quarter notes a minute.
  package var bpm: Double
  /// The number of a quarter note since the start of the song.
  package var beat: Int
  /// The time of that quarter note, without the jitter of the messages.
  package var time: HostTime

  package init(bpm: Double, beat: Int, time: HostTime) {
    (self.bpm, self.beat, self.time) = (bpm, beat, time)
  }
}

package enum SongChange: Hashable, Sendable {
  /// It plays from its start, or from where it is.
  case started, resumed
  case stopped
  /// It will go on at a place, in sixteenth notes from its start.
  case moved(sixteenths: Int)
}

extension Application {
  /// Starts, pauses or moves the music with the song of the device whose clock is followed.
  package func followSong(_ change: SongChange) {
    let isPlaying = model.playbackState == .playing
    switch change {
    case .started:
      takes?.tempo.clockStarts()
      if model.elapsed > 0 { request(.request(.seek(.position(0))), from: .midi, at: nil) }
      if !isPlaying { request(.playback(.play), from: .midi, at: nil) }
    case .resumed: if !isPlaying { request(.playback(.play), from: .midi, at: nil) }
    case .stopped: if isPlaying { request(.playback(.pause), from: .midi, at: nil) }
    case .moved(let sixteenths):
      guard let seconds = takes?.tempo.seconds(ofSixteenth: sixteenths) else { return }
      request(.request(.seek(.position(seconds))), from: .midi, at: nil)
    }
  }
}
