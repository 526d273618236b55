import Application
import AudioBase
import AudioFiles
import Configuration
import MusicFiles
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
  private let lyrics: LyricsService
  private let folder: FilePath
  private let report: ReportSink

  /// Creates the services of the library.
  ///
  /// - Parameter folder: the folder that relative paths start from.
  init(
    _ settings: Settings, workers: TagWorkerPool, model: PlayerModel, folder: FilePath,
    report: @escaping ReportSink
  ) {
    (self.folder, self.report) = (folder, report)
    index = LibraryService(
      settings.library ?? BaseFolders.libraryFile, workers: TagWorkers.pool(), reason: ErrorText.reason
    ) { report(.library($0)) }
    tags = TrackLoader(read: { try? workers.read($0) }) { report(.tracksRead($0)) }
    tagEditor = TagService(
      workers: TagWorkers.pool(), library: index, folder: folder, history: BaseFolders.tagHistoryFile,
      onFile: { report(.file($0)) }, report: { report(.tags($0)) })
    playlists = QueueSaver(
      model: model, library: index, current: folder, own: BaseFolders.data.appending("playlists"),
      report: report)
    let finder = LyricsFinder { path throws(FileError) in try workers.lyrics(of: path) }
    lyrics = LyricsService(finder, folder: folder, report: report)
  }

  /// Connects the library and its files with the application.
  func connect(to application: Application, _ settings: Settings) {
    let (index, playlists, folder, report) = (index, playlists, folder, report)
    application.model.tracks.findGain = { item in
      index.findGain(of: item.location.inside(folder)) { report(.gainFound($0, item.id)) }
    }
    let music = MusicFolder.standard
    application.library = LibraryController(
      model: application.model, service: index, suggestion: music, hasSuggestion: music.isFolder,
      folder: folder, columns: settings.columns, sort: settings.sort)
    application.tags = TagController(service: tagEditor)
    application.tags?.writesRatings = settings.writesRatings
    application.services.folder = MusicFolder.folder(typed:)
    application.services.saveQueue = { playlists.save($0) }
    application.services.completeFolder = { text in
      // On its own thread, because the disk may be slow.
      _ = WorkerThread(name: "completion") {
        report(.folderCompleted(FolderCompletion(typed: text, folder: MusicFolder.folder(typed:))))
      }
    }
    application.services.findLyrics = lyrics.find
    application.services.findChapters = { track in
      _ = WorkerThread(name: "chapters", isBackground: true) {
        let path = track.inside(folder).path
        let chapters = Result { () throws(FileError) in try ChapterReader.chapters(of: path) }
        report(.chaptersFound(ChaptersResult(track, chapters)))
      }
    }
  }
}
