import AudioBase
import SystemBase

/// A change of the player, told once, in the order in which the changes happened.
package enum PlayerEvent: Hashable, Sendable {
  case state(PlaybackState)
  case item(QueueItem.ID?)
  case volume(Decibels, isMuted: Bool)
  case balance(Int)
  case shuffle(Bool)
  case repeatMode(RepeatMode)
  case speed(Double)
  case queue
  /// Seconds.
  case seeked(Double)
  case output(OutputStatus)
  case notice(PlayerNotice)
}

/// Something the user should be told, as data; the sentence is made on the screen.
package enum PlayerNotice: Hashable, Sendable {
  case trackFailed(QueueItem.ID, title: String, FileError)
  case trackBrokeOff(QueueItem.ID, title: String, FileError)
  /// In seconds.
  case trackEndedEarly(QueueItem.ID, title: String, at: Double, of: Double?)
  case trackHadInvalidSamples(QueueItem.ID, title: String)
  /// Every track of the queue failed; the error is the last one's.
  case nothingPlays(FileError)
  case outputUnavailable(DeviceError, fallback: String)
  case outputLost(DeviceError, fallback: String)
  /// The device takes no sound for a while.
  case outputInterrupted
  /// The device takes sound again.
  case outputResumed
  /// After repeated dropouts.
  case bufferGrew(OutputFormat)
  case file(FileError)
  /// The music plays at its own speed.
  case speedUnavailable(FileError)
  /// The kit that was named cannot be read: another one plays; nil where that cannot be read either.
  case kitReplaced(FileError, by: String?)
  /// The error is the first sample's.
  case samplesMissing(MissingSamples, FileError)
  case take(TakeNotice)
  case library(LibraryMessage)
  case queue(QueueNotice)

  /// Samples of a kit that cannot be read.
  package struct MissingSamples: Hashable, Sendable {
    package var kit: String
    package var count: Int
    /// Numbers of the pads that have no other samples and sound like those of another kit.
    package var replaced: [Int]
    /// The name of that kit.
    package var standIn: String
    /// Numbers of the pads that make no sound.
    package var silent: [Int]

    package init(
      kit: String, count: Int, replaced: [Int] = [], by standIn: String = "", silent: [Int] = []
    ) {
      self.kit = kit
      self.count = count
      self.replaced = replaced
      self.standIn = standIn
      self.silent = silent
    }
  }

  package var isProblem: Bool {
    switch self {
    case .outputResumed, .queue: false
    case .take(let notice): notice.isProblem
    case .library(let told): told.isProblem
    default: true
    }
  }
}

/// What became of an edit of the queue; counts are of tracks.
package enum QueueNotice: Hashable, Sendable {
  /// - Parameter title: of the first one.
  case removed(title: String, count: Int)
  case cleared(count: Int)
  /// The count is of the queue.
  case undone(QueueEdit, count: Int)
  case redone(QueueEdit, count: Int)
  case nothingToUndo
  case nothingToRedo
}

/// Where the sound goes and how it fares.
package struct OutputStatus: Hashable, Sendable {
  package var name: String
  package var format: OutputFormat
  /// Seconds from a key to its sound.
  package var latency: Double
  package var xruns: Int

  package init(name: String, format: OutputFormat, latency: Double, xruns: Int = 0) {
    self.name = name
    self.format = format
    self.latency = latency
    self.xruns = xruns
  }
}
