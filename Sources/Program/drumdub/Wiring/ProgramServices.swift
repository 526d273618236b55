import Application
import AudioBase
import AudioFiles
import Configuration
import KitEditing
import MusicFiles
import Player
import Subcommands
import SystemBase
import TrackTags

/// What the program around the application does for it, through the wiring, which is made after the application.
@MainActor
final class ProgramServices: ProgramServing {
  weak var wiring: Wiring?
  private let choices = ArgumentChoices()
  private let lyrics: LyricsFinder
  /// The folder that relative paths start from.
  private let current = BaseFolders.current
  private let kitFile: SavedFile
  /// Whether the start names the kit.
  private let isKitGiven: Bool
  private let main: MainThread

  /// `kitFile`: stores the kit that the user chose.
  init(_ settings: Settings, workers: TagWorkerPool, kitFile: SavedFile, main: MainThread) {
    lyrics = LyricsFinder { path throws(FileError) in try workers.lyrics(of: path) }
    (self.kitFile, self.main) = (kitFile, main)
    isKitGiven = settings.kit != nil
  }

  // MARK: Settings

  var settings: [SettingLine] { wiring?.lines ?? [] }

  func set(_ name: String, _ value: String) { wiring?.set(name, FilePath(value)) }

  func keep(_ name: String, _ value: String?) { wiring?.keep(name, value.map { FilePath($0) }) }

  func keepKit(_ kit: FilePath) -> Bool {
    kitFile.replace(with: { kit.bytes })
    return !isKitGiven
  }

  // MARK: Texts

  func folder(typed text: String) -> FilePath { MusicFolder.folder(typed: text) }

  func complete(
    _ text: String, files: FolderCompletion.Files,
    then receive: @escaping @MainActor (FolderCompletion) -> Void
  ) {
    let complete: @Sendable () -> FolderCompletion = {
      FolderCompletion(typed: text, files: files, folder: MusicFolder.folder(typed:))
    }
    // On its own thread, because the disk may be slow.
    main.run("completion", complete, then: receive)
  }

  func prepareArgumentChoices() { choices.readNames() }

  func argumentChoices(_ command: String, _ argument: String) -> [String] {
    choices.choices(command, argument)
  }

  var playerNames: [String] { wiring?.clients.desktop.playerNames ?? [] }

  func attach(to player: String) -> Bool { wiring?.clients.desktop.attach(to: player) ?? false }

  // MARK: Music

  func open(_ text: String) { wiring?.loader.open(FilePath(text).expandingHome) }

  func insert(_ path: FilePath, at place: QueuePlace, playing: Bool) {
    wiring?.loader.open(path, at: place, playing: playing)
  }

  func save(_ queue: QueueSave) { wiring?.music.playlists.save(queue) }

  func findLyrics(of track: TrackLocation, then receive: @escaping @MainActor (LyricsResult) -> Void) {
    let (finder, place) = (lyrics, track.inside(current))
    let find: @Sendable () -> LyricsResult = {
      LyricsResult(track, Result { () throws(FileError) in try finder.find(for: place) })
    }
    main.run("lyrics", find, then: receive)
  }

  func findChapters(of track: TrackLocation, then receive: @escaping @MainActor (ChaptersResult) -> Void) {
    let path = track.inside(current).path
    let read: @Sendable () -> ChaptersResult = {
      ChaptersResult(track, Result { () throws(FileError) in try ChapterReader.chapters(of: path) })
    }
    main.run("chapters", isBackground: true, read, then: receive)
  }

  func strike(_ pad: Int, _ stroke: Command.Stroke) -> PadRefusal? {
    wiring.flatMap {
      $0.clients.remote.pads.strike(pad, velocity: $0.settings.velocities.velocity(of: stroke))
    }
  }
}
