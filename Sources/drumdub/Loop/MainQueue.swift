import Application
import AudioBase
import Dubbing
import Glibc
import MusicLibrary
import Player
import Synchronization
import SystemBase
import TerminalKit
import TerminalUI
import TrackFeed

/// What other threads tell the main thread.
enum MainEvent: Sendable {
  /// What a key asked for, and when it was read.
  case command(Command, HostTime)
  /// A key or a paste while text is being typed.
  case typed(InputEvent)
  /// The key that was waited for.
  case captured(KeyChord)
  case mouse(MouseEvent)
  case focus(Bool)
  case terminalReplied(TerminalReply)
  /// The terminal is gone.
  case hangup
  /// A picture or a waveform has come.
  case viewsChanged
  case told(Notice)
  /// The user is asked before something is lost.
  case asked(Question)
  case kitIsLoaded(KitChoice.Loaded)
  case feeder(StreamFeeder.Report)
  case tracksWereRead([TrackLoader.Result])
  /// What the index knows of a track's loudness.
  case gainFound(ReplayGain?, QueueItem.ID)
  case found(MusicFinder.Result)
  case journal(TakeJournal.Report)
  case takes(TakeService.Report)
  case library(LibraryReport)
  case folderCompleted(FolderCompletion)
  case deviceHadXrun(ObjectIdentifier)
  /// Whether it takes no sound for a while, or again.
  case deviceInterrupted(ObjectIdentifier, Bool)
  case deviceFailed(ObjectIdentifier, DeviceError)
  case speedFailed(FileError)
  case sessionNotSaved(FileError)
}

/// The way to the main thread: messages in order, and a descriptor for its poll.
final class MainQueue: Sendable {
  private let messages = Mutex<[MainEvent]>([])
  private let signal = WakeSignal()

  var descriptor: Int32 { signal.descriptor }

  /// Any thread.
  func post(_ message: MainEvent) {
    let wasEmpty = messages.withLock { list in
      defer { list.append(message) }
      return list.isEmpty
    }
    if wasEmpty { signal.wake() }
  }

  /// Waits for a message, but not for long. Main thread.
  func wait(milliseconds: Int32) {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&watched, 1, milliseconds)
  }

  /// Main thread.
  func take() -> [MainEvent] {
    signal.take()
    return messages.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
