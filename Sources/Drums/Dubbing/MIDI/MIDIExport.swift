import AudioBase
import SystemBase

/// The export of the hits of a take to a Standard MIDI File.
package struct MIDIExport: Sendable {
  private let take: Take
  private let notes: PadNotes
  private let file: FilePath
  /// The range of the hits that are written, at their places in the track; nil for all.
  package var range: TakeExport.Range?
  package var signature = TimeSignature.common
  package var replaces = false

  /// Creates an export of a take to a MIDI file. `notes` are those of the kit of the take.
  package init(_ take: Take, notes: PadNotes, to file: FilePath) {
    (self.take, self.notes, self.file) = (take, notes, file)
  }

  /// Writes the file.
  ///
  /// - Throws: `exists` for a file of that name that must not be replaced, `endsEarly` if no layer with hits
  ///   sounds, and the errors of writing.
  package func run() throws(ExportError) -> ExportedFile {
    do throws(FileError) {
      let partial = try AtomicFile(file, replaces: replaces)
      let selected = selected
      guard let last = selected.layers.filter(selected.sounds).flatMap(\.playedHits.frames).max() else {
        throw FileError(.endsEarly, file.shown, detail: "there is no hit in the range")
      }
      do throws(FileError) {
        try FileBytes.write(
          TakeMIDI.encode(selected, notes: notes, signature: signature), to: partial.temporary)
      } catch {
        partial.cancel()
        throw FileError(error.code, file.shown, detail: error.detail)
      }
      try partial.commit()
      return ExportedFile(
        path: file, part: .mix, format: .midi, rate: take.frameRate, length: FrameCount(last + 1))
    } catch { throw .failed(error, part: nil) }
  }

  private var selected: Take {
    guard let range else { return take }
    let rate = take.frameRate
    let start = FrameCount(seconds: range.start, at: rate).value
    let end = range.end.map { FrameCount(seconds: $0, at: rate).value } ?? .max
    var selected = take
    for index in selected.layers.indices {
      let hits = selected.layers[index].playedHits
      selected.layers[index].settings.patterns = []
      selected.layers[index].hits = HitColumns(hits.lazy.filter { start <= $0.frame && $0.frame < end })
    }
    return selected
  }
}
