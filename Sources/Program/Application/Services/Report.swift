import AudioBase
import Dubbing
import Effects
import MusicFiles
import MusicLibrary
import Percussion
import Player
import Plugins
import Studio
import SystemBase
import TrackFeed

/// A kit whose samples have been decoded.
package struct KitReport: Sendable {
  package var kit: Kit?
  /// The reference to the kit that takes store.
  package var reference: KitReference?
  /// The kit that sounds, with the pads of another kit that replace its own; nil if there is none.
  package var sounding: Kit?
  package var notices: [KitNotice]

  package init(kit: Kit? = nil, reference: KitReference? = nil, notices: [KitNotice]) {
    (self.kit, self.reference, self.notices) = (kit, reference, notices)
  }
}

/// A report of another thread to the main thread, which `EventPump` applies.
package enum Report: Sendable {
  case notice(Notice)
  /// A question to the user.
  case question(Question)
  case kitLoaded(KitReport)
  /// The hash of a loaded kit was computed.
  case kitIdentified(KitReference)
  case kits(KitEvent)
  case feeder(FeederReport)
  case tracksRead([TrackLoader.Result])
  /// The gain of a track in the index; nil if it has none.
  case gainFound(ReplayGain?, QueueItem.ID)
  case musicFound(MusicFinder.FoundMusic)
  /// The undo of the queue of the last start, and the queues that were left.
  case queuesRead(Result<SavedQueues, FileError>)
  /// The music of a path that the user or another program has named.
  case musicOpened(MusicFinder.FoundMusic, at: QueuePlace, playing: Bool)
  /// The picture file of a track; nil if it has none.
  case coverFound(FilePath?, of: FilePath)
  case journal(JournalReport)
  case takes(TakeService.Event)
  case sharedTake(SharedTakeReport)
  case library(LibraryReport)
  case folderCompleted(FolderCompletion)
  case lyricsFound(LyricsResult)
  case chaptersFound(ChaptersResult)
  /// The key of a recording; nil if its file cannot be read.
  case keyFound(TrackKey?, of: TrackLocation)
  case tags(TagReport)
  case export(ExportReport)
  case midi(MIDIReport)
  case midiRead(FilePath, Result<MIDIFile, FileError>)
  case beats(BeatSearchReport)
  /// The devices have changed; the changes are those that are announced to the user.
  case devicesChanged([DeviceChange])
  case devicesFound(DeviceList)
  /// The mixers that can be loaded.
  case mixersFound([MixPreset])
  /// The plug-ins of this machine.
  case pluginsListed(Result<PluginList, FileError>)
  /// Plug-ins of the mixer that were found and tried.
  case pluginsFound([PluginRequest: Result<UnitDescription, UnitRefusal>])
  /// A plug-in that the mixer has ordered, for its effect or instrument.
  case pluginMade(Result<any EffectUnit, UnitRefusal>, ofInsert: Int)
  /// The presets of the SoundFonts of this machine.
  case soundFontsListed([UnitDescription])
  /// The instrument that a command has named by this text.
  case instrumentFound(String, Result<UnitDescription, UnitRefusal>)
  /// A plug-in has stopped or needs more latency.
  case pluginsChanged
  /// The programs that can be effects of the mixer.
  case programsListed([UnitDescription])
  case externalLoop(ExternalLoopEvent)
  /// Another program has changed the transport that programs share.
  case transport(SharedTransportChange)
  case output(OutputSession.Event, OutputSession.State)
  case speedFailed(FileError)
  /// A file of the program or a playlist could not be saved, or was saved since.
  case file(FileSaver.Event)
  /// A part is on the disk before the system sleeps; with the number of the sleep.
  case stored(SuspendController.Part, Int)
  case recording(RecordingReport, serial: Int)
  case input(InputSession.Event, serial: Int)
  case calibration(LatencyMeasurement.Event, serial: Int)
  case clickOutput(ClickOutputSession.Event, serial: Int)
}

/// A report of the library's threads to the main thread.
package enum LibraryReport: Sendable {
  /// The index was opened.
  case opened(isEmpty: Bool, LibraryNotice?)
  /// There is no index, and it was not to be created.
  case absent
  case failed(LibraryError)
  case read(LibraryReader.Event)
  case progress(ScanProgress)
  /// A scan that the user started has ended.
  case scanned(ScanReport)
  case watched(WatchNotice)
  /// A track was rated in the player; nil if it is not in the library.
  case rated(LibraryTrack?, former: TrackRating? = nil)
  case played(LibraryTrack)
  /// A change could not be written, or was written since.
  case written(FileSaver.Event)
  /// A track was looked up; nil if the index does not have it.
  case found(LibraryTrack?, TrackLocation, TrackLookup)
  /// Tracks of the queue were looked up; nil for a track that the index does not have.
  case foundQueued([TrackLocation: LibraryTrack?])
  /// The playlists of the index have changed, or could not be changed.
  case playlists(LibraryMessage)
  /// The entries of a playlist have another order.
  case playlistEdited
  /// All playlists of the index.
  case savedPlaylists([SavedPlaylist])
}

/// Sends a report to the main thread. Any thread.
package typealias ReportSink = @Sendable (Report) -> Void
