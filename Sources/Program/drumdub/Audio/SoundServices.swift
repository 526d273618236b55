import Artwork
import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import MixEngine
import Player
import Synchronization
import SystemBase
import TerminalUI
import TrackTags

/// Pictures, meters and waveforms for the screen. Main thread.
@MainActor
final class SoundServices {
  private let engine: EngineControl
  private let events: EngineEvents
  private let workers: TagWorkerPool
  private let wantsArtwork: Bool
  private let onChange: @Sendable () -> Void
  private(set) var artwork: ArtworkStore?
  private(set) var waveforms: WaveformStore?
  /// The pictures of another player.
  private let covers: SystemCovers

  /// Creates the services of pictures and waveforms. `onChange`: called on another thread when a picture or a
  /// waveform has arrived.
  init(
    _ settings: Settings, _ engine: AudioEngine, workers: TagWorkerPool,
    onChange: @escaping @Sendable () -> Void
  ) {
    (self.engine, events, self.workers) = (engine.control, engine.events, workers)
    (wantsArtwork, self.onChange) = (settings.wantsArtwork, onChange)
    covers = SystemCovers(folder: BaseFolders.cache.appending("covers"), onChange: onChange)
  }

  /// Starts the stores of pictures and waveforms. To be called after the first drawing on a terminal, which does not
  /// need them.
  func show(on view: PlayerScreen, _ terminal: PictureTerminal) {
    if waveforms != nil {
      _ = artwork?.change(terminal, isOther: true)
      return
    }
    showMeters(view)
    showWaveforms(view)
    if wantsArtwork { showArtwork(view, terminal) }
  }

  /// Pictures are looked for and decoded on a thread of their own.
  private func showArtwork(_ view: PlayerScreen, _ terminal: PictureTerminal) {
    let workers = workers
    let finder = PictureFinder { path throws(FileError) in try workers.picture(of: path) }
    let store = ArtworkStore(
      terminal: terminal,
      load: { path in
        // The picture file of a track that another program plays.
        if path.isPicture { return try? FileBytes.read(path, limit: 1 << 24) }
        return (try? finder.best(for: path))??.data.bytes
      },
      standIn: {
        BaseFolders.resources.flatMap {
          try? FileBytes.read($0.appending("Artwork/no-artwork.png"), limit: 1 << 22)
        }
      },
      make: { job throws(FileError) in
        let program = FilePath("/proc/self/exe")
        return try PictureWorker.make(
          job, by: WorkerCommand(program: program, arguments: [PictureWorker.option]))
      }, onChange: onChange)
    artwork = store
    let model = view.application.model
    view.sound.artwork = { [weak self] item, size in
      let cover = self?.cover(model.external)
      let file = item?.location.address == nil ? item?.path : nil
      return store.picture(of: item == nil ? nil : cover ?? file, in: size)
    }
    view.sound.hasArtwork = { store.isAvailable }
  }

  /// Returns the picture file of what another player plays; nil if it is not there.
  private func cover(_ state: ExternalState?) -> FilePath? {
    switch state?.cover {
    case .file(let path): return path
    case .address(let address): return covers.file(of: address)
    case nil:
      covers.cancel()
      return nil
    }
  }

  /// Ends waiting for the network.
  func stop() { covers.cancel() }

  private func showMeters(_ view: PlayerScreen) {
    let (engine, events) = (engine, events)
    view.sound.meter = { bus in
      let meters = events.meters
      let peak: Frame
      switch bus {
      case .music: peak = meters.music.peak
      case .pads: peak = meters.pads.peak
      case .master: peak = meters.master.peak
      case .pad, .instrument, .click, .input, .returns: return nil
      }
      return MeterContent(peak: peak)
    }
    let analyser = SpectrumAnalyser(engine.sampleRate)
    view.sound.spectrum = { analyser.bands(engine.latestMix(SpectrumAnalyser.length), count: $0) }
    view.sound.followMix = { engine.followMix($0) }
  }

  private func showWaveforms(_ view: PlayerScreen) {
    let store = WaveformStore(
      folder: BaseFolders.cache.appending("waveforms"), decoders: DecoderRegistry(),
      key: { try? TrackKeyReader.key(of: $0) }, onChange: onChange)
    waveforms = store
    var last: (id: QueueItem.ID, content: WaveformContent)?
    view.sound.peaks = { item, wanted in
      store.pyramid(of: item.path).map { $0.columns(wanted, section: item.location.section) }
    }
    view.sound.clip = { path, wanted in
      if store.hasFailed(path) { return [] }
      guard store.waveform(of: path) != nil else { return nil }
      return store.pyramid(of: path).map { $0.columns(wanted, section: nil) } ?? []
    }
    view.sound.waveform = { item in
      if let last, last.id == item.id { return last.content }
      guard item.location.address == nil, let waveform = store.waveform(of: item.path) else { return nil }
      let content = WaveformContent(waveform, section: item.location.section)
      last = (item.id, content)
      return content
    }
  }
}

extension PeakPyramid {
  /// Returns the levels of ranges of a track, which may be a section of the file.
  @MainActor
  fileprivate func columns(_ wanted: SoundViews.Peaks, section: TrackSection?) -> [WaveformContent.Column] {
    let ratio = Double(sampleRate.hertz) / Double(wanted.rate.hertz)
    let start = (section?.start.seconds ?? 0) * Double(sampleRate.hertz)
    return parts(from: start + wanted.start * ratio, length: wanted.length * ratio, count: wanted.count)
      .map(WaveformContent.Column.init)
  }
}

extension WaveformContent.Column {
  fileprivate init(_ part: Waveform.Part) {
    let bands = SIMD3(Float(part.bands.x), Float(part.bands.y), Float(part.bands.z)) / 255
    self.init(
      top: Float(max(part.high, 0)) / 127, bottom: Float(-min(Int(part.low), 0)) / 127,
      rms: Float(part.rms) / 255, bands: bands)
  }
}

extension WaveformContent {
  /// Creates the part of a file's waveform that is a track, or all of it.
  fileprivate init(_ waveform: Waveform, section: TrackSection?) {
    let (count, whole) = (waveform.parts.count, max(waveform.duration, 0.001))
    func place(_ seconds: Double) -> Int { min(max(Int(seconds / whole * Double(count)), 0), count) }
    let start = section.map { place($0.start.seconds) } ?? 0
    let end = section?.end.map { place($0.seconds) } ?? count
    self.init(
      columns: waveform.parts[start..<max(end, start)].map(Column.init))
  }
}

extension FilePath {
  /// Whether a file begins as a picture; some programs give their pictures no extension.
  fileprivate var isPicture: Bool {
    guard ["", "jpg", "jpeg", "png", "webp"].contains(fileExtension),
      let head = try? RegularFile(withContent: self).read(at: 0, count: 1 << 12)
    else { return false }
    return PictureHeader(head.span) != nil
  }
}

/// Finds the pictures of tracks as files. A picture in a music file is written to the cache once for all its tracks.
struct CoverFinder: Sendable {
  private let finder: PictureFinder
  private let folder: CoverFolder

  /// Creates a finder. `folder`: the cache.
  init(_ workers: TagWorkerPool, folder: FilePath) {
    finder = PictureFinder { path throws(FileError) in try workers.picture(of: path) }
    self.folder = CoverFolder(path: folder)
  }

  /// Returns the picture file of a track; nil if it has no picture. Any thread; blocks on file access.
  func file(of track: FilePath) -> FilePath? {
    guard let found = (try? finder.best(for: track)) ?? nil else { return nil }
    if let path = found.path { return path }
    let kind = ["image/png": "png", "image/webp": "webp"][found.data.picture.mimeType ?? ""] ?? "jpg"
    return folder.file("\(found.hash.description).\(kind)") { found.data.bytes }
  }
}

/// The cache of pictures. Any thread; blocks on file access.
struct CoverFolder: Sendable {
  /// The most pictures; then the cache is emptied.
  private static let most = 300

  let path: FilePath

  /// Returns the file of a name, which is written if it does not exist; nil if that fails or there are no bytes.
  func file(_ name: String, _ bytes: () -> [UInt8]?) -> FilePath? {
    let file = path.appending(FilePath(name))
    if file.exists { return file }
    guard let bytes = bytes() else { return nil }
    makeRoom()
    do throws(FileError) {
      try FileBytes.makeFolder(path, permissions: 0o700)
      try AtomicFile.replace(file, with: bytes, permissions: 0o600)
      return file
    } catch {
      // A full disk costs the picture only.
      return nil
    }
  }

  private func makeRoom() {
    guard let names = try? FolderReader(path).names(), names.count >= CoverFolder.most else { return }
    for name in names { FileBytes.remove(path.appending(name)) }
  }
}

/// The pictures that another player names by addresses: fetches them from the network or decodes them, and stores them as
/// files. Main thread; waits for nothing.
///
/// One picture is fetched at a time: that of the current track.
@MainActor
final class SystemCovers {
  /// The largest picture in bytes.
  nonisolated static let limit = 8 << 20
  /// The seconds that connecting and reading may take together.
  nonisolated static let timeout = 10.0

  private let folder: CoverFolder
  private let onChange: @Sendable () -> Void
  private var current: Search?

  private enum Outcome {
    case searching, notFound
    case found(FilePath)
  }

  /// A picture that is looked for. Any thread.
  private final class Search: Sendable {
    let address: String
    let fetch: NetworkFetch?
    let outcome = Mutex(Outcome.searching)

    init(_ address: String) {
      self.address = address
      fetch = StreamAddress(address).map {
        NetworkFetch($0, limit: SystemCovers.limit, timeout: SystemCovers.timeout)
      }
    }
  }

  /// Creates a cache of the pictures of other players. `folder`: the cache. `onChange`: called on another thread when
  /// a picture has arrived.
  init(folder: FilePath, onChange: @escaping @Sendable () -> Void) {
    (self.folder, self.onChange) = (CoverFolder(path: folder), onChange)
  }

  /// Returns the picture file of an address; nil if it has not arrived or there is none. Another address cancels the
  /// search for the one before.
  func file(of address: String) -> FilePath? {
    if let current, current.address == address {
      return current.outcome.withLock { outcome in if case .found(let file) = outcome { file } else { nil } }
    }
    cancel()
    let search = Search(address)
    current = search
    start(search)
    return nil
  }

  /// Whether no picture is being looked for.
  var isIdle: Bool {
    current?.outcome.withLock { outcome in if case .searching = outcome { false } else { true } } ?? true
  }

  func cancel() {
    current?.fetch?.cancel()
    current = nil
  }

  private func start(_ search: Search) {
    let (folder, onChange) = (folder, onChange)
    let name = ContentHash(Array(search.address.utf8)).description
    let finish: @Sendable (FilePath?) -> Void = { file in
      search.outcome.withLock { $0 = file.map(Outcome.found) ?? .notFound }
      if file != nil { onChange() }
    }
    _ = WorkerThread(name: "cover", isBackground: true) {
      guard let fetch = search.fetch else {
        return finish(folder.file(name) { SystemCovers.picture(search.address) })
      }
      if let known = folder.file(name, { nil }) { return finish(known) }
      fetch.start { result in
        let bytes = (try? result.get()).flatMap(SystemCovers.checked)
        finish(folder.file(name) { bytes })
      }
    }
  }

  /// Returns the picture in a `data:` address in Base64 (RFC 2397); nil for other addresses.
  nonisolated static func picture(_ address: String) -> [UInt8]? {
    guard address.utf8.count <= limit / 3 * 4 + 256, address.prefix(5).lowercased() == "data:",
      let comma = address.firstIndex(of: ","), address[..<comma].lowercased().hasSuffix(";base64")
    else { return nil }
    return Base64.decode(String(address[comma...].dropFirst())).flatMap(checked)
  }

  /// Returns bytes if they begin as a picture does.
  nonisolated private static func checked(_ bytes: [UInt8]) -> [UInt8]? {
    PictureHeader(bytes.span) == nil ? nil : bytes
  }
}
