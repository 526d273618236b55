import Artwork
import AudioAnalysis
import AudioBase
import AudioFiles
import Containers
import MusicLibrary
import Player
import SystemBase
import TerminalUI

/// What shows the sound on the screen.
extension Wiring {
  /// To be called once, after the first drawing: nothing of it is needed for that.
  ///
  /// - Returns: whether there is more to be drawn.
  func showSound(_ terminal: PictureTerminal) -> Bool {
    showMeters()
    showWaveforms()
    if settings.wantsArtwork { showArtwork(terminal) }
    return true
  }

  /// Pictures are looked for and decoded on a thread of their own.
  private func showArtwork(_ terminal: PictureTerminal) {
    let (mailbox, workers) = (mailbox, tagWorkers)
    let finder = PictureFinder { path throws(FileError) in try workers.picture(of: path) }
    let store = ArtworkStore(
      terminal: terminal, load: { (try? finder.best(for: $0))??.data.bytes },
      standIn: {
        BaseFolders.resources.flatMap {
          try? FileBytes.read($0.appending("Artwork/no-artwork.png"), limit: 1 << 22)
        }
      }, onChange: { mailbox.post(.viewsChanged) })
    artwork = store
    view.sound.artwork = { item, size in store.picture(of: item?.path, in: size) }
    view.sound.hasArtwork = { store.isAvailable }
  }

  private func showMeters() {
    let engine = engine
    view.sound.meters = {
      let peak = engine.meters.master.peak
      return MeterContent(left: MeterContent.decibels(peak.x), right: MeterContent.decibels(peak.y))
    }
    let analyser = SpectrumAnalyser(engine.sampleRate)
    view.sound.spectrum = { analyser.bands(engine.latestMix(SpectrumAnalyser.length), count: $0) }
    view.sound.followMix = { engine.followMix($0) }
  }

  private func showWaveforms() {
    let mailbox = mailbox
    let store = WaveformStore(
      folder: BaseFolders.cache.appending("waveforms"), decoders: DecoderRegistry(),
      key: { try? TrackKeyReader.key(of: $0) }, onChange: { mailbox.post(.viewsChanged) })
    waveforms = store
    var last: (id: QueueItem.ID, content: WaveformContent)?
    view.sound.waveform = { item in
      if let last, last.id == item.id { return last.content }
      guard let waveform = store.waveform(of: item.path) else { return nil }
      let content = WaveformContent(waveform, section: item.hint.section)
      last = (item.id, content)
      return content
    }
  }
}

extension WaveformContent {
  /// The part of a file's waveform that is a track, or all of it.
  fileprivate init(_ waveform: Waveform, section: TrackSection?) {
    let (count, whole) = (waveform.parts.count, max(waveform.duration, 0.001))
    func place(_ seconds: Double) -> Int { min(max(Int(seconds / whole * Double(count)), 0), count) }
    let start = section.map { place($0.start.seconds) } ?? 0
    let end = section?.end.map { place($0.seconds) } ?? count
    self.init(
      columns: waveform.parts[start..<max(end, start)].map { part in
        Column(
          top: Float(max(part.high, 0)) / 127, bottom: Float(-min(Int(part.low), 0)) / 127,
          rms: Float(part.rms) / 255,
          bands: SIMD3(Float(part.bands.x), Float(part.bands.y), Float(part.bands.z)) / 255)
      })
  }
}
