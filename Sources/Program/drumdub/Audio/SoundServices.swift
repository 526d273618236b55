import Artwork
import AudioAnalysis
import AudioBase
import AudioFiles
import CSystem
import Configuration
import Containers
import MixEngine
import Player
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
    let cover = { [weak self] (item: QueueItem) in
      self?.cover(model.external) ?? (item.location.address == nil ? item.path : item.cover)
    }
    view.sound.artwork = { item, size in store.picture(of: item.flatMap(cover), in: size) }
    view.sound.hasCover = { cover($0).flatMap(store.hasCover) ?? false }
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
      key: { try? TrackKeyReader.key(of: $0) },
      onChange: { [onChange] in
        // Frees the memory that decoding the track used.
        drumdub_trim_heap()
        onChange()
      })
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
