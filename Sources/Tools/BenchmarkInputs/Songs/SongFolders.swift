import Dubbing
import SystemBase

/// The kits and the songs of folders, in the order of their names. Every second kit and every second song is held out of what
/// rules are fitted to.
package struct SongFolders {
  private struct Song {
    let music: [Float]
    /// Nil for music without drums.
    let drums: MIDIFile?
  }

  private static let fewestStrokes = 20

  private let kits: [MixtureKit]
  private let songs: [Song]

  /// Reads folders. Returns nil if they have fewer than two kits or two songs.
  ///
  /// - Parameter songs: a folder of music without drums. What a MIDI file of the same name has on its percussion channel is
  ///   mixed to it.
  package init?(kits: FilePath, songs: FilePath) throws(FileError) {
    self.kits = try SongFolders.files(in: kits).compactMap { (try? MixtureKit($0)) ?? nil }
    let files = try SongFolders.files(in: songs)
    self.songs = files.filter { $0.fileExtension != "mid" }.compactMap { file in
      guard let music = try? SongMixture.music(file), !music.isEmpty else { return nil }
      let midi = files.first {
        $0.fileExtension == "mid" && $0.lastComponent.stem == file.lastComponent.stem
      }
      return Song(music: music, drums: midi.flatMap { try? MIDIFileReader.read($0) })
    }
    if self.kits.count < 2 || self.songs.count < 2 { return nil }
  }

  private static func files(in folder: FilePath) throws(FileError) -> [FilePath] {
    try FolderReader(folder).names().map { folder.appending($0) }.sorted { $0.shown < $1.shown }
  }

  /// Every second element, the others, or all.
  package enum Part { case first, second, all }

  private func elements<Element>(_ list: [Element], _ part: Part) -> [Element] {
    switch part {
    case .first: list.indices.filter { $0 % 2 == 0 }.map { list[$0] }
    case .second: list.indices.filter { $0 % 2 == 1 }.map { list[$0] }
    case .all: list
    }
  }

  /// Returns two mixtures of each song with drums, by other kits, and the music of all songs.
  package func material(_ part: Part) -> SongMaterial {
    let (kits, songs) = (elements(kits, part), elements(songs, part))
    let mixtures = songs.indices.flatMap { index -> [SongMixture] in
      guard let midi = songs[index].drums else { return [] }
      return (0..<2).compactMap { turn in
        let strokes = SongFolders.strokes(midi, before: songs[index].music.count)
        // Some songs have a few beats of percussion only.
        guard strokes.count >= SongFolders.fewestStrokes else { return nil }
        let level = SongMaterial.levels[(index + turn) % SongMaterial.levels.count]
        return SongMixture(songs[index].music, strokes, kits[(2 * index + turn) % kits.count], level: level)
      }
    }
    return SongMaterial(mixtures, songs.map(\.music))
  }

  /// Returns what is on the percussion channel of a file.
  private static func strokes(_ file: MIDIFile, before end: Int) -> [Stroke] {
    let clock = MIDIClock(file)
    return file.tracks.flatMap(\.events).compactMap { event -> Stroke? in
      guard case .noteOn(MIDIFile.percussionChannel, let note, let velocity) = event.kind else {
        return nil
      }
      let frame = Int(clock.seconds(atTick: event.tick) * Double(SongMixture.rate.hertz))
      return frame < end ? Stroke(frame: frame, note: note, velocity: velocity) : nil
    }
    .sorted { $0.frame < $1.frame }
  }
}
