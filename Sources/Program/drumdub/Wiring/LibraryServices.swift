import Application
import AudioBase
import AudioFiles
import Configuration
import MusicLibrary
import Player
import Subcommands
import SystemBase
import TerminalUI
import TrackTags

/// The files of music: the index, the tags and lyrics of tracks, and saved playlists.
@MainActor
struct LibraryServices {
  let index: LibraryService
  let tags: TrackLoader
  let tagEditor: TagService
  let playlists: QueueSaver
  private let folder: FilePath
  private let main: MainThread
  private let indexReports: MainThreadChannel<LibraryReport>
  private let tagReports: MainThreadChannel<TagReport>

  /// Creates the services of the library. `folder`: the folder that relative paths start from.
  init(
    _ settings: Settings, workers: TagWorkerPool, application: Application, folder: FilePath,
    main: MainThread
  ) {
    (self.folder, self.main) = (folder, main)
    indexReports = MainThreadChannel(main, kind: \.kind)
    tagReports = MainThreadChannel(main, kind: \.kind)
    index = LibraryService(
      settings.library ?? BaseFolders.libraryFile, workers: TagWorkers.pool(), reason: ErrorText.reason,
      report: indexReports.send)
    tags = TrackLoader(
      read: { try? workers.read($0) },
      deliver: main.sender { [weak application] in application?.model.tracksWereRead($0) })
    tagEditor = TagService(
      workers: TagWorkers.pool(), library: index, folder: folder, history: BaseFolders.tagHistoryFile,
      onFile: main.sender { [weak application] in application?.receive($0) }, report: tagReports.send)
    playlists = QueueSaver(
      application: application, library: index, current: folder,
      own: BaseFolders.data.appending("playlists"), main: main)
  }

  func connect(to application: Application, _ settings: Settings) {
    let (index, folder, main) = (index, folder, main)
    application.model.tracks.findGain = { [weak model = application.model] item in
      index.findGain(
        of: item.location.inside(folder), deliver: main.sender { model?.gainWasFound($0, of: item.id) })
    }
    let music = MusicFolder.standard
    application.library = LibraryController(
      model: application.model, service: index, reports: indexReports, suggestion: music,
      hasSuggestion: music.isFolder, folder: folder)
    application.tags = TagController(service: tagEditor, reports: tagReports)
    application.tags?.writesRatings = settings.writesRatings
  }
}
