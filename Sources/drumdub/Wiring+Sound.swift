import Artwork
import AudioBase
import AudioFiles
import MixEngine
import MusicLibrary
import Player
import TerminalKit
import TerminalUI

/// What shows the sound on the screen.
extension Wiring {
  /// To be called once, after the first drawing: nothing of it is needed for that.
  ///
  /// - Returns: whether there is more to be drawn.
  func showSound(_ terminal: PictureTerminal) -> Bool {
    showMeters()
    if settings.wantsArtwork { showArtwork(terminal) }
    return true
  }

  /// Pictures are looked for and decoded on a thread of their own.
  private func showArtwork(_ terminal: PictureTerminal) {
    let mailbox = mailbox
    let store = ArtworkStore(
      terminal: terminal, load: { (try? PictureFinder().best(for: $0))??.data.bytes },
      standIn: {
        BaseFolders.resources.flatMap {
          try? FileBytes.read($0.appending("Artwork/no-artwork.png"), limit: 1 << 22)
        }
      }, onChange: { mailbox.post(.viewsChanged) })
    view.sound.artwork = { item, size in store.picture(of: item?.path, in: size) }
    view.sound.hasArtwork = { store.isAvailable }
  }

  private func showMeters() {
    let engine = engine
    view.sound.meters = {
      let peak = engine.meters.master.peak
      return MeterContent(left: MeterContent.decibels(peak.x), right: MeterContent.decibels(peak.y))
    }
  }
}
