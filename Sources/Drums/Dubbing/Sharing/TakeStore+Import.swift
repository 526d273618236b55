import Glibc
import SystemBase

extension TakeStore {
  package struct Added: Hashable, Sendable {
    package var take: Take
    /// Whether the take is new; false if the store has it with the same hits.
    package var isNew: Bool
    /// The names of the layers that were left out because their recorded sound is missing.
    package var missing: [String] = []
  }

  /// The beginning of the names of folders in which imports are prepared.
  static let importPrefix = ".import-"

  /// Creates a folder for an import in the folder of takes. The caller removes it.
  static func makeImportFolder(in folder: FilePath) throws(FileError) -> FilePath {
    let number = UInt32.random(in: 0...UInt32.max)
    let path = folder.appending("\(importPrefix)\(getpid())-\(number)")
    try FileBytes.makeFolder(path, permissions: 0o700)
    return path
  }

  /// Adds an imported take. If its id is in use, it gets another id, so that existing takes are not changed. The take and its
  /// sound are written to a folder of their own, read back, and moved when they are complete.
  ///
  /// - Throws: `damaged` if the stored take cannot be read, or if its sound is longer than it states; errors of reading and
  ///   writing. Nothing is stored after an error.
  package func add(_ take: Take, soundIn folder: FilePath, _ sound: SoundCopy) throws(FileError) -> Added {
    let present = all().takes.map(\.take)
    let former = present.first {
      ($0.id == take.id || $0.id.hasPrefix(take.id + "-")) && $0.track?.key == take.track?.key
        && $0.tempo == take.tempo && $0.layers.elementsEqual(take.layers, by: TakeStore.areAlike)
    }
    if let former { return Added(take: former, isNew: false) }
    let prepared = try TakeStore.makeImportFolder(in: self.folder)
    defer { FileBytes.removeFolder(prepared) }
    var added = Added(take: take.copy(id: freeID(for: take, besides: present)), isNew: true)
    try copySound(of: &added, from: folder, to: prepared, sound)
    let target = file(of: added.take)
    let file = prepared.appending(target.lastComponent)
    try AtomicFile.replace(file, with: TakeFile.encode(added.take))
    guard try TakeFile.read(file).layers.map(\.hits) == added.take.layers.map(\.hits) else {
      throw FileError(.damaged, target.shown, detail: "the stored take differs from the imported one")
    }
    try publish(added.take, from: prepared)
    return added
  }

  private func publish(_ take: Take, from prepared: FilePath) throws(FileError) {
    let names = take.layers.compactMap(\.audio?.file) + [file(of: take).lastComponent]
    var moved: [FilePath] = []
    do throws(FileError) {
      for name in names {
        try AtomicFile.rename(prepared.appending(name), to: folder.appending(name))
        moved.append(folder.appending(name))
      }
    } catch {
      for path in moved { FileBytes.remove(path) }
      throw error
    }
  }

  /// Returns whether layers have the same hits, patterns and recorded sound, by its place: its file has another name here.
  private static func areAlike(_ layer: Layer, _ other: Layer) -> Bool {
    layer.hits == other.hits && layer.settings.patterns == other.settings.patterns
      && layer.audio?.start == other.audio?.start && layer.audio?.frames == other.audio?.frames
  }

  private func freeID(for take: Take, besides present: [Take]) -> Take.ID {
    let used = Set((present + deletedTakes).map(\.id))
    var (id, number) = (take.id, 2)
    while used.contains(id) || file(of: take.copy(id: id)).exists {
      let suffix = "-\(number)"
      id = String(take.id.prefix(TakeID.longest - suffix.utf8.count)) + suffix
      number += 1
    }
    return id
  }

  /// Copies the sound of all layers to new files. Layers whose sound is missing are left out.
  private func copySound(
    of added: inout Added, from folder: FilePath, to prepared: FilePath, _ sound: SoundCopy
  ) throws(FileError) {
    let rate = added.take.frameRate
    func copy(_ layer: Layer) throws(FileError) -> Layer? {
      guard let clip = layer.audio else { return layer }
      let source = folder.appending(clip.file)
      guard source.exists else {
        added.missing.append(layer.settings.name)
        return nil
      }
      let name = newSound(of: added.take, layer: layer.id)
      var layer = layer
      layer.audio = try sound.copy(clip, from: source, to: prepared.appending(name), rate: rate)
      return layer
    }
    var layers: [Layer] = []
    for layer in added.take.layers { if let layer = try copy(layer) { layers.append(layer) } }
    let kept = added.missing.isEmpty && added.take.history.shelf.values.allSatisfy { $0.audio == nil }
    // The edits refer to layers and sound files that are not copied.
    if !kept { added.take.history = TakeHistory() }
    added.take.layers = layers
  }

  private func newSound(of take: Take, layer: Int) -> FilePath {
    var number = 1
    func path() -> FilePath {
      FilePath(bytes: audio(of: take).bytes + Array("-\(layer)-\(number).flac".utf8))
    }
    while path().exists { number += 1 }
    return path().lastComponent
  }
}
