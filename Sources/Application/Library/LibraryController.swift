import Player
import AudioBase
import MusicLibrary
import Observation
import SystemBase

/// The library as the player has it: what is browsed, picked and scanned. Main thread; it waits for nothing.
@MainActor @Observable
package final class LibraryController {
  package enum Stage: Hashable, Sendable {
    /// No index is open.
    case closed
    case opening
    /// There is nothing yet: the user is asked for a folder.
    case empty
    case ready
  }

  /// Work for other threads; its results arrive through `receive`.
  package struct Tools {
    /// Opens the index, or makes one.
    package var open: () -> Void = {}
    package var ask: (LibraryRequest) -> Void = { _ in }
    package var gather: (LibraryGathering) -> Void = { _ in }
    /// Scans these folders, or those that are known.
    package var scan: ([FilePath]) -> Void = { _ in }
    package var stopScan: () -> Void = {}
    /// Gives the track the rating behind its own.
    package var rate: (TrackLocation) -> Void = { _ in }
    package var countPlay: (TrackLocation) -> Void = { _ in }
    /// Deletes a playlist of the index.
    package var deletePlaylist: (PlaylistName) -> Void = { _ in }
    /// Gives a playlist of the index another name.
    package var renamePlaylist: (PlaylistName, String) -> Void = { _, _ in }

    package init() {}
  }

  package internal(set) var stage = Stage.closed
  /// Whether the library has its panel.
  package internal(set) var isShown = false
  package internal(set) var browser: LibraryBrowser {
    get {
      access(keyPath: \.browser)
      return quietBrowser
    }
    _modify {
      _$observationRegistrar.willSet(self, keyPath: \.browser)
      defer { _$observationRegistrar.didSet(self, keyPath: \.browser) }
      yield &quietBrowser
    }
  }
  /// The same, changed without a word to those who observe it: whoever does so has the panel drawn.
  @ObservationIgnored var quietBrowser = LibraryBrowser()
  package internal(set) var picking: SongPicker.Open?
  /// Nil while nothing is scanned that anyone waits for.
  package internal(set) var progress: ScanProgress?
  /// Where music is looked for first: what the user is offered.
  package let suggestion: FilePath
  /// Whether it is there.
  package let hasSuggestion: Bool
  @ObservationIgnored let model: PlayerModel
  @ObservationIgnored let tools: Tools
  /// Where relative paths start from.
  @ObservationIgnored let folder: FilePath
  @ObservationIgnored private var counter = PlayCounter()
  /// Whether the user asked for the scan that runs.
  @ObservationIgnored private(set) package var isScanning = false
  /// The folders have been scanned, and are watched since.
  @ObservationIgnored private var isWatched = false
  /// Enter came before the list: its first row is opened when it is there.
  @ObservationIgnored var opensWhenListed = false
  /// Folders that wait for the index to be there.
  @ObservationIgnored private var waiting: [FilePath]?

  package init(
    model: PlayerModel, tools: Tools, suggestion: FilePath, hasSuggestion: Bool,
    folder: FilePath = FilePath("")
  ) {
    (self.model, self.tools, self.folder) = (model, tools, folder)
    (self.suggestion, self.hasSuggestion) = (suggestion, hasSuggestion)
  }

  // MARK: Opening

  /// The index is being opened: it will be told whether there is one.
  package func willOpen() { stage = .opening }

  /// Shows the panel, whether there is a library or not.
  package func show() {
    isShown = true
    if stage == .closed { stage = .empty }
  }

  // MARK: Answers

  package func receive(_ report: LibraryReport) {
    switch report {
    case .opened(let isEmpty, let notice): opened(isEmpty, notice)
    case .absent: stage = isShown ? .empty : .closed
    case .failed(let error): failed(error)
    case .read(.answer(let answer)): receive(answer)
    case .read(.gathered(let result)): receive(result)
    case .read(.failed(let error)): tell(.failed(error))
    case .progress(let progress):
      if isScanning || (progress.stage == .reading && progress.total > 50) { self.progress = progress }
    case .scanned(let report): scanned(report)
    case .watched(let notice): watched(notice)
    case .rated(let track): rated(track)
    case .played(let track): browser.replace(track)
    case .playlists(let told):
      browser.refresh()
      tell(told)
    }
    send()
  }

  private func opened(_ isEmpty: Bool, _ notice: LibraryNotice?) {
    if let notice { tell(.madeAnew(notice)) }
    stage = !isEmpty || waiting != nil ? .ready : .empty
    if !isEmpty { isShown = true }
    if let waiting {
      self.waiting = nil
      tools.scan(waiting)
    }
    browser.refresh()
  }

  private func failed(_ error: LibraryError) {
    stage = isShown ? .empty : .closed
    (isScanning, progress, waiting) = (false, nil, nil)
    tell(.failed(error))
  }

  private func receive(_ answer: LibraryAnswer) {
    browser.receive(answer)
    picking?.list.receive(answer)
    finishPicking()
    if opensWhenListed, browser.level.isCurrent {
      opensWhenListed = false
      open()
    }
  }

  private func scanned(_ report: ScanReport) {
    (isScanning, progress) = (false, nil)
    stage = .ready
    for error in report.failures + report.unseen { tell(.folder(error)) }
    for file in report.unreadable.prefix(100) { tell(.unreadable(file)) }
    tell(.scanned(report))
    settle()
  }

  private func settle() {
    browser.refresh()
    picking?.list.refresh()
  }

  private func watched(_ notice: WatchNotice) {
    switch notice {
    case .updated(let report):
      if !isScanning { progress = nil }
      let changes = report.added + report.changed + report.moved + report.removed + report.away
      // What another instance has written by then is no change of this one's.
      if changes > 0 || report.mayHaveReturned || isWatched { settle() }
      isWatched = true
    case .watchesRanOut, .remote: tell(.watched(notice))
    case .failed(let error):
      if !isScanning { progress = nil }
      tell(.failed(error))
    }
  }

  private func rated(_ track: LibraryTrack?) {
    guard let track else { return tell(.notInLibrary) }
    browser.replace(track)
    picking?.list.replace(track)
    tell(.rated(title: track.track.title ?? track.track.path.lastComponent.shown, track.rating))
  }

  func tell(_ what: LibraryMessage) { model.report(.library(what)) }

  /// Sends what the lists want to know.
  func send() {
    guard stage == .ready else { return }
    for request in quietBrowser.takeRequests() { tools.ask(request) }
    // Asked first: taking is a change, of which a drawing that calls this would be told, and draw again for ever.
    if picking?.list.hasRequests == true { picking?.list.takeRequests().forEach(tools.ask) }
  }

  // MARK: Scanning

  /// - Parameter folders: none: those that are known.
  package func scan(_ folders: [FilePath] = []) {
    isShown = true
    if folders.isEmpty, stage != .ready { return tell(.noFolders) }
    isScanning = true
    progress = ScanProgress(stage: .looking, done: 0, total: 0, seconds: 0)
    if stage == .ready {
      tools.scan(folders)
    } else {
      waiting = folders
      tools.open()
    }
  }

  /// - Returns: false where nothing is scanned.
  package func stopScan() -> Bool {
    guard isScanning else { return false }
    tools.stopScan()
    return true
  }

  // MARK: Plays

  /// To be called some times a second while music plays.
  package func countPlay(now: HostTime = .now) {
    guard stage == .ready else { return }
    let isPlay = counter.update(
      model.queue.currentID, elapsed: model.elapsed, duration: model.duration, speed: model.speed,
      isPlaying: model.playbackState == .playing, now: now)
    if isPlay, let item = model.nowPlaying { tools.countPlay(played(item)) }
  }

  func played(_ item: QueueItem) -> TrackLocation {
    TrackLocation(path: folder.appending(item.path), section: item.section)
  }
}
