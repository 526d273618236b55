import AudioBase
import Dubbing
import MusicLibrary
import Percussion
import Player
import SystemBase
import TrackFeed

/// A kit once its samples are decoded.
package struct KitReport: Sendable {
  package var kit: Kit?
  /// As takes name it.
  package var reference: KitReference?
  package var notices: [PlayerNotice]

  package init(kit: Kit? = nil, reference: KitReference? = nil, notices: [PlayerNotice]) {
    (self.kit, self.reference, self.notices) = (kit, reference, notices)
  }
}

/// What other threads report to the main thread: see `EventPump`.
package enum Report: Sendable {
  case notice(Notice)
  /// The user is to be asked before something is lost.
  case question(Question)
  case kitLoaded(KitReport)
  case feeder(StreamFeeder.Report)
  case tracksRead([TrackLoader.Result])
  /// What the index knows of a track's loudness.
  case gainFound(ReplayGain?, QueueItem.ID)
  case musicFound(MusicFinder.Result)
  case journal(TakeJournal.Report)
  case takes(TakeService.Report)
  case library(LibraryReport)
  case folderCompleted(FolderCompletion)
  case deviceHadXrun(ObjectIdentifier)
  /// Whether the device takes no sound for a while, or again.
  case deviceInterrupted(ObjectIdentifier, Bool)
  case deviceFailed(ObjectIdentifier, DeviceError)
  case speedFailed(FileError)
  case sessionNotSaved(FileError)
}

/// Brings a report to the main thread; any thread.
package typealias ReportSink = @Sendable (Report) -> Void
